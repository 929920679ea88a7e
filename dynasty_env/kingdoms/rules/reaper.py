"""Row 8: the reaper's scythe (死神の鎌); K29: assassination."""

from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.europe.rules.scythe import has_scythe, pass_scythe, play_veto, send_reaper
from dynasty_env.europe.rules.special_abilities import can_assassinate
from dynasty_env.kingdoms.actions import ASSASSINATION, PERSON, REAPER
from dynasty_env.kingdoms.material import NOBODY, PERSONS
from dynasty_env.kingdoms.steps import Step
from dynasty_env.kit.engine import Automatic, Chapter, Phase, offers, push, rule

from .kinds import Action


@rule
def may_be_reaped(t, person):
    """Any person; K21: of a dynasty, unless refused in this turn."""
    return t.owner[person] != NOBODY and t.refused[person] == 0


@rule
def play_reaper_target(t, action):
    """Every other player may refuse, once; K21: for persons of his own dynasty."""
    send_reaper(t, action - PERSON, t.owner[action - PERSON] + 0, True)


@rule
def reap(t):
    """A death check; then the scythe moves on (K29: not after an assassination)."""
    if t.action == REAPER:
        push(t, Step.SCYTHE, t.turn_player, 0, 0)
    push(t, Step.CHECK, t.turn_player, t.target, 0)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.REAPER_TARGET, offers(PERSON, PERSONS, may_be_reaped)),
        Phase(Step.VETO, offer_right, play_veto),
    ),
    automatic=(Automatic(Step.SCYTHE, pass_scythe),),
    kinds=(
        Action(REAPER, may=has_scythe, begin=Step.REAPER_TARGET),
        Action(ASSASSINATION, may=can_assassinate, begin=Step.REAPER_TARGET),
    ),
)
