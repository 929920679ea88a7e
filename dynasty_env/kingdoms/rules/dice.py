"""K1: dice against a value."""

from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.engine import EVERYBODY, die, rule, tell


@rule
def successes(t, seat, side, dice, value):
    """K1: a die up to the value succeeds. Returns how many of the dice do; side: 1 for the defence of a war."""
    count = 0
    for _ in range(dice):
        face = die(t)
        tell(t, Trace.DIE, seat, 0, side, face, EVERYBODY)
        if face <= value:
            count += 1
    return count


@rule
def roll(t, seat, dice, value, needed):
    """Dice of an action that is no war, against a value; it needs so many successes. Returns how many there are."""
    tell(t, Trace.NEEDS, seat, 0, dice, value, EVERYBODY)
    count = successes(t, seat, 0, dice, value)
    tell(t, Trace.OUTCOME, seat, 0, 1 if count >= needed else 0, 0, EVERYBODY)
    return count
