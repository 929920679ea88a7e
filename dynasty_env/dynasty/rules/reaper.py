"""§09-06: the reaper: the player who holds his scythe can make somebody take a death check."""

from dynasty_env.dynasty.actions import ASSASSINATION, PERSON, REAPER
from dynasty_env.dynasty.material import NOBODY, POPE, WITCH_WITH, Ability
from dynasty_env.dynasty.steps import Step
from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.europe.rules.scythe import has_scythe, pass_scythe, play_veto, send_reaper
from dynasty_env.europe.rules.special_abilities import can_assassinate
from dynasty_env.kit.engine import Automatic, Chapter, Phase, offers, push, rule

from .kinds import Action


@rule
def keeper(t, person):
    """The seat to whose dynasty a person belongs, or -1; D-R13: the pope belongs to his holder's."""
    if person == POPE:
        return t.pope
    return t.owner[person]


@rule
def may_be_reaped(t, person):
    """§09-06-01: a person of any dynasty or the pope, unless refused in this turn; D-R13: no wanderer."""
    return keeper(t, person) != NOBODY and t.refused[person] == 0


@rule
def play_reaper_target(t, action):
    """§09-06-01: the named person's player, if not the turn player, may refuse once in the turn.

    SW02-07-01: nobody can refuse for the Healer.
    """
    target = action - PERSON
    send_reaper(t, target, keeper(t, target), target != WITCH_WITH[Ability.HEALING])


@rule
def reap(t):
    """§09-06-01, §09-06-02: a death check, after which the scythe moves on (§11-03-02: not after an assassination)."""
    if t.action == REAPER:
        push(t, Step.SCYTHE, t.turn_player, 0, 0)
    push(t, Step.DEATH_CHECK, t.turn_player, t.target, 0)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.REAPER_TARGET, offers(PERSON, POPE + 1, may_be_reaped)),
        Phase(Step.VETO, offer_right, play_veto),
    ),
    automatic=(Automatic(Step.SCYTHE, pass_scythe),),
    kinds=(
        Action(REAPER, may=has_scythe, begin=Step.REAPER_TARGET),
        Action(ASSASSINATION, may=can_assassinate, begin=Step.REAPER_TARGET),
    ),
)
