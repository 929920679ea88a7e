"""K3: a turn: a person is turned up, one action, discards."""

from dynasty_env.europe.rules.ending import finish
from dynasty_env.europe.rules.open_pool import offer_decks, offer_persons_at, persons_at
from dynasty_env.kingdoms.actions import (
    ASSASSINATION,
    DECK,
    EXECUTION,
    GRANT,
    INCITE,
    MARRIAGE,
    PASS,
    PERSON,
    PROCREATION,
    REAPER,
    RECOVERY,
    SUPPRESS,
    WAR_ON,
)
from dynasty_env.kingdoms.material import NOBODY, Place
from dynasty_env.kingdoms.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .countries import has_exhausted
from .decks import turn_up
from .execution import can_execute
from .grant import can_grant
from .incite import can_incite
from .marriage import can_marry
from .persons import has_rebel, leave_play
from .procreation import can_procreate
from .reaper import can_assassinate
from .score import end_reasons
from .setup import forget_action
from .war import can_wage_war


@rule
def begin_turn(t):
    t.turn += 1
    t.turn_player = t.seat
    tell(t, Told.TURN, t.seat, 0, 0, t.turn, EVERYBODY)
    push(t, Step.ACTION_DONE, t.seat, 0, 0)
    push(t, Step.ACTION, t.seat, 0, 0)
    push(t, Step.RECRUIT, t.seat, 0, 0)


@rule
def legal_recruit(t):
    """K3: a deck of his choice."""
    offer_decks(t, DECK)


@rule
def play_recruit(t, action):
    """K3: one person is turned up into the open pool."""
    turn_up(t, action - DECK, t.seat, Place.POOL, NOBODY)


@rule
def legal_action(t):
    """K3: one action that can be carried out, or pass."""
    offer(t, PASS)
    if can_marry(t, t.seat):
        offer(t, MARRIAGE)
    if can_procreate(t, t.seat):
        offer(t, PROCREATION)
    if can_wage_war(t, t.seat):
        offer(t, WAR_ON)
    if has_exhausted(t, t.seat):
        offer(t, RECOVERY)
    if can_incite(t):
        offer(t, INCITE)
    if has_rebel(t, t.seat):
        offer(t, SUPPRESS)
    if can_grant(t, t.seat):
        offer(t, GRANT)
    if t.scythe == t.seat:
        offer(t, REAPER)
    if can_assassinate(t, t.seat):
        offer(t, ASSASSINATION)
    if can_execute(t, t.seat):
        offer(t, EXECUTION)


@rule
def play_action(t, action):
    if action == PASS:
        tell(t, Told.PASSED, t.seat, 0, 0, 0, EVERYBODY)
        return
    t.action = action
    tell(t, Told.DECLARED, t.seat, action, 0, 0, EVERYBODY)
    push(t, first_step(action), t.seat, 0, 0)


@rule
def first_step(action):
    """What is decided first in an action."""
    if action == MARRIAGE:
        return Step.MARRIAGE_KING + 0
    if action == PROCREATION:
        return Step.PROCREATION_KING + 0
    if action == WAR_ON:
        return Step.WAR_TARGET + 0
    if action == RECOVERY:
        return Step.RECOVERY_KING + 0
    if action == INCITE:
        return Step.INCITE_TARGET + 0
    if action == SUPPRESS:
        return Step.SUPPRESS_AGENT + 0
    if action == GRANT:
        return Step.GRANT_COUNTRY + 0
    if action == EXECUTION:
        return Step.EXECUTION_KING + 0
    return Step.REAPER_TARGET + 0


@rule
def complete_action(t):
    """K7: the game ends once the turn's consequences are settled; K30: without discards then."""
    forget_action(t)
    reasons = end_reasons(t)
    if reasons != 0:
        finish(t, reasons)
    else:
        push(t, Step.AFTERMATH, t.seat, 0, 0)


@rule
def clear_up(t):
    """K3: while the pool holds more persons than there are seats one is discarded; then the next turn."""
    if persons_at(t, Place.POOL) > t.num_players:
        push(t, Step.AFTERMATH, t.seat, 0, 0)
        push(t, Step.DISCARD, t.seat, 0, 0)
    else:
        push(t, Step.TURN, (t.seat + 1) % t.num_players, 0, 0)


@rule
def legal_discard(t):
    """K3: any of them, the turn player's choice."""
    offer_persons_at(t, Place.POOL, PERSON)


@rule
def play_discard(t, action):
    tell(t, Told.DISMISSED, t.seat, action - PERSON, 0, 0, EVERYBODY)
    leave_play(t, action - PERSON)
