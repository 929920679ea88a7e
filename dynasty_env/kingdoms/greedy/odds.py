"""Chances of dice (K1)."""

from math import erf, sqrt

from dynasty_env.kit.engine.rule import rule


@rule
def one_die(value):
    """The chance of one die up to the value."""
    return min(max(value, 0), 6) / 6


@rule
def victory(attack, war, defence, other, power):
    """Row 3: the chance that the attack wins, as a normal distribution has it."""
    mine = one_die(war)
    theirs = one_die(other)
    mean = attack * mine - defence * theirs - power - 0.5
    spread = attack * mine * (1 - mine) + defence * theirs * (1 - theirs)
    if spread <= 0:
        return 1.0 if mean > 0 else 0.0
    return 0.5 * (1 + erf(mean / sqrt(2 * spread)))
