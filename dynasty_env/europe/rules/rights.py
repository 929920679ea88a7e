"""Rights that a player may use or decline: the reaper's refusal, the police, plunder, and so on."""

from dynasty_env.europe.ids import DECLARE, PASS
from dynasty_env.kit.engine import offer, rule


@rule
def offer_right(t):
    """The right that the phase asks about may be used (`DECLARE`) or declined (`PASS`)."""
    offer(t, PASS)
    offer(t, DECLARE)
