"""§09-06: the reaper: the player who holds his scythe can make somebody take a death check."""

from dynasty_env.dynasty.actions import ASSASSINATION, PERSON, REAPER
from dynasty_env.dynasty.material import NOBODY, PERSONS, POPE, WITCH_WITH, Ability
from dynasty_env.dynasty.steps import Step
from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.europe.rules.scythe import has_scythe, pass_scythe, play_veto, send_reaper
from dynasty_env.europe.rules.special_abilities import can_assassinate
from dynasty_env.kit.engine import Automatic, Chapter, Phase, offer, push, rule

from .kinds import Action


@rule
def keeper(t, person):
    """The seat to whose dynasty a person belongs, or -1; D-R13: the pope belongs to his holder's."""
    if person == POPE:
        return t.pope
    return t.owner[person]


@rule
def legal_reaper_target(t):
    """§09-06-01: a person of any dynasty or the pope, unless refused in this turn; D-R13: no wanderer."""
    for person in range(PERSONS):
        if t.owner[person] != NOBODY and t.refused[person] == 0:
            offer(t, PERSON + person)
    if t.refused[POPE] == 0:
        offer(t, PERSON + POPE)


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
    phases=(Phase(Step.REAPER_TARGET), Phase(Step.VETO, offer_right, play_veto)),
    automatic=(Automatic(Step.SCYTHE, pass_scythe),),
    kinds=(
        Action(REAPER, may=has_scythe, begin=Step.REAPER_TARGET),
        Action(ASSASSINATION, may=can_assassinate, begin=Step.REAPER_TARGET),
    ),
)
