"""Rights that a player may use or decline: the reaper's refusal, the police, plunder, and so on."""

from functools import partial

from dynasty_env.europe.ids import DECLARE, PASS
from dynasty_env.kit.engine import offer, rule
from dynasty_env.kit.words import Phase, State


@rule
def offer_right(t):
    """The right that the phase asks about may be used (`DECLARE`) or declined (`PASS`)."""
    offer(t, PASS)
    offer(t, DECLARE)


def declared(state: State) -> str:
    """What has been declared so far: the context of the decisions within an action."""
    return state.game.declaration(state.view(state.seat))


right = partial(Phase, legal=offer_right, stakes=declared)
"""The phase that asks whether a right is used; its other attributes are given as for any `Phase`."""
consent = partial(right, decides="the target's seat")
"""The same for a right of the dynasty at whose person the action is aimed."""
