"""§09-06: the reaper: the player who holds his scythe can make somebody take a death check."""

from dynasty_env.dynasty.actions import PERSON, REAPER
from dynasty_env.dynasty.material import NOBODY, PERSONS, POPE, WITCH_WITH, Ability
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell


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
    t.target = action - PERSON
    owner = keeper(t, t.target)
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    if owner != t.turn_player and t.vetoed[owner] == 0 and t.target != WITCH_WITH[Ability.HEALING]:
        push(t, Step.VETO, owner, 0, 0)
    else:
        reap(t)


@rule
def reap(t):
    """§09-06-01, §09-06-02: a death check, after which the scythe moves on (§11-03-02: not after an assassination)."""
    if t.action == REAPER:
        push(t, Step.SCYTHE, t.turn_player, 0, 0)
    push(t, Step.DEATH_CHECK, t.turn_player, t.target, 0)
