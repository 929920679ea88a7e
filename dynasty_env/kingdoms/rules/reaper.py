"""Row 8: the reaper's scythe (死神の鎌); K29: assassination."""

from dynasty_env.kingdoms.actions import PERSON, REAPER
from dynasty_env.kingdoms.material import NOBODY, PERSONS, Ability
from dynasty_env.kingdoms.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .persons import dynasty_has


@rule
def can_assassinate(t, seat):
    """K29: the reaper action without the scythe; not while the dynasty holds it."""
    return t.scythe != seat and dynasty_has(t, seat, Ability.ASSASSINATION)


@rule
def legal_reaper_target(t):
    """Any person; K21: of a dynasty, unless refused in this turn."""
    for person in range(PERSONS):
        if t.owner[person] != NOBODY and t.refused[person] == 0:
            offer(t, PERSON + person)


@rule
def play_reaper_target(t, action):
    """Every other player may refuse, once; K21: for persons of his own dynasty."""
    t.target = action - PERSON
    owner = t.owner[t.target]
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    if owner != t.turn_player and t.vetoed[owner] == 0:
        push(t, Step.VETO, owner, 0, 0)
    else:
        reap(t)


@rule
def reap(t):
    """A death check; then the scythe moves on (K29: not after an assassination)."""
    if t.action == REAPER:
        push(t, Step.SCYTHE, t.turn_player, 0, 0)
    push(t, Step.CHECK, t.turn_player, t.target, 0)
