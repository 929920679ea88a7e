"""What a seat does not know, redrawn: the generals that others are naming for the round of a fight (T13).

Cards and markers are drawn by the generator when they are turned up, so that no order of theirs lies on the table.
"""

from dynasty_env.kit.engine.rng import below
from dynasty_env.kit.engine.rule import rule
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.material import GENERALS, NO_ONE
from dynasty_env.three_kingdoms.rules.fights.picks import candidates, may_be_picked


@rule
def is_pick(step):
    """A decision in which generals are named for a round of a fight, unseen by the other army."""
    return step == Step.DUEL_PICK or step == Step.BATTLE_PICK or step == Step.STRATAGEM_PICK


@rule
def are_picks_hidden(t, army, me):
    """T13: while generals are being named, those of an army are known to its player alone; T59: what the neutral policy
    names, everybody can tell."""
    return is_pick(t.step) and t.player[army] != me and t.player[army] != NO_ONE


@rule
def hide(t, me):
    """Redraw the generals named unseen, if there are any: how many, and who."""
    if t.done == 1 or not is_pick(t.step):
        return
    for army in range(2):
        if are_picks_hidden(t, army, me):
            redraw_picks(t, army)


@rule
def redraw_picks(t, army):
    """Any number that may be named by now, each equally likely, and any generals, each equally likely."""
    for general in range(GENERALS):
        if may_be_picked(t, general, army):
            t.picked[general] = 0
    there = candidates(t, army)
    if army == t.a:  # it is still naming: one more at least could be named
        named = below(t, min(t.number, there))
        t.b = named
    elif army < t.a:  # the attackers have named theirs
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
