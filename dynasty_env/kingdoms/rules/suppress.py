"""Row 6: suppression of a rebel (鎮圧)."""

from dynasty_env.kingdoms.actions import DECLARE, PASS, PERSON
from dynasty_env.kingdoms.material import ABILITY, GOVERNANCE, PERSONS, PRESTIGE, SUPPRESSION, Ability
from dynasty_env.kingdoms.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .death import bury
from .dice import roll
from .persons import offer_loyal


@rule
def legal_suppress_agent(t):
    """An own person who is no rebel."""
    offer_loyal(t)


@rule
def play_suppress_agent(t, action):
    t.actor = action - PERSON
    tell(t, Told.ACTS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.SUPPRESS_TARGET, t.seat, 0, 0)


@rule
def legal_suppress_target(t):
    """An own rebel."""
    for person in range(PERSONS):
        if t.owner[person] == t.seat and t.rebel[person] == 1:
            offer(t, PERSON + person)


@rule
def play_suppress_target(t, action):
    """The table itself names *suppression*: it may be used without `abilities`, too."""
    t.target = action - PERSON
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    if ABILITY[t.actor] == Ability.SUPPRESSION:
        push(t, Step.SUPPRESS_ABILITY, t.seat, 0, 0)
    else:
        suppress(t, PRESTIGE[t.actor], False)


@rule
def legal_suppress_ability(t):
    """Use the ability, or not."""
    offer(t, PASS)
    offer(t, DECLARE)


@rule
def play_suppress_ability(t, action):
    """With the ability: +4 in place of his prestige."""
    if action == DECLARE:
        suppress(t, SUPPRESSION, True)
    else:
        suppress(t, PRESTIGE[t.actor], False)


@rule
def suppress(t, weight, executes):
    """One die; value: governance + prestige (or 4) - the rebel's prestige. The ability executes without choice."""
    value = GOVERNANCE[t.actor] + weight - PRESTIGE[t.target]
    if roll(t, t.seat, 1, value) == 0:
        tell(t, Told.OUTCOME, t.seat, 0, 0, 0, EVERYBODY)
        return
    tell(t, Told.OUTCOME, t.seat, 0, 1, 0, EVERYBODY)
    if executes:
        execute_rebel(t)
    else:
        push(t, Step.SUPPRESS_OUTCOME, t.seat, 0, 0)


@rule
def legal_suppress_outcome(t):
    """The rebel is normal again, or executed."""
    offer(t, PASS)
    offer(t, DECLARE)


@rule
def play_suppress_outcome(t, action):
    if action == DECLARE:
        execute_rebel(t)
    else:
        t.rebel[t.target] = 0
        tell(t, Told.PACIFIED, t.seat, t.target, 0, 0, EVERYBODY)


@rule
def execute_rebel(t):
    tell(t, Told.EXECUTED, t.seat, t.target, 0, 0, EVERYBODY)
    bury(t, t.target)
