"""Redraw what a seat does not know: the generals that others are naming for a round of a fight (T13).

Cards and markers are drawn by the generator at the moment they are turned up, so the table contains no order of theirs.
"""

from dynasty_env.kit.engine.rng import below
from dynasty_env.kit.engine.rule import rule
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.material import GENERALS, NO_ONE
from dynasty_env.three_kingdoms.rules.fights.picks import candidates, may_be_picked


@rule
def is_pick(step):
    """Is this a decision that names generals for a round of a fight, hidden from the other army?"""
    return step == Step.DUEL_PICK or step == Step.BATTLE_PICK or step == Step.STRATAGEM_PICK


@rule
def are_picks_hidden(t, army, me):
    """T13: while generals are being named, those of an army are known only to its player.

    T59: the choice of the neutral policy is public, since everybody can work it out.
    """
    return is_pick(t.step) and t.player[army] != me and t.player[army] != NO_ONE


@rule
def hide(t, me):
    """Redraw the generals that others have named in secret, if any: how many, and who."""
    if t.done == 1 or not is_pick(t.step):
        return
    for army in range(2):
        if are_picks_hidden(t, army, me):
            redraw_picks(t, army)


@rule
def redraw_picks(t, army):
    """Draw any number that can have been named by now, and any generals, each with equal probability."""
    for general in range(GENERALS):
        if may_be_picked(t, general, army):
            t.picked[general] = 0
    there = candidates(t, army)
    if army == t.a:  # still naming: at least one more could be named
        named = below(t, min(t.number, there))
        t.b = named
    elif army < t.a:  # the attackers are done naming
        named = below(t, min(t.number, there) + 1)
    else:
        named = 0
    left = there
    for general in range(GENERALS):
        if may_be_picked(t, general, army):
            if below(t, left) < named:
                t.picked[general] = 1
                named -= 1
            left -= 1
