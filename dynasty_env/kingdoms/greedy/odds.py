"""Chances of dice (K1)."""

from math import erf, sqrt

from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.engine.rule import rule


@rule
def victory(attack, war, defence, other, power):
    """Row 3: the chance that the attack wins, as a normal distribution has it."""
    mine = at_most(war)
    theirs = at_most(other)
    mean = attack * mine - defence * theirs - power - 0.5
    spread = attack * mine * (1 - mine) + defence * theirs * (1 - theirs)
    if spread <= 0:
        return 1.0 if mean > 0 else 0.0
    return 0.5 * (1 + erf(mean / sqrt(2 * spread)))
