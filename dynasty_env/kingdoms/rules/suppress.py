"""Row 6: suppression of a rebel (鎮圧)."""

from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.kingdoms.actions import DECLARE, PERSON, SUPPRESS
from dynasty_env.kingdoms.material import ABILITY, GOVERNANCE, PERSONS, PRESTIGE, SUPPRESSION, Ability
from dynasty_env.kingdoms.steps import Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Chapter, Phase, offers, push, rule, tell

from .death import bury
from .dice import roll
from .kinds import Action
from .persons import has_rebel, is_loyal, is_rebel


@rule
def play_suppress_agent(t, action):
    t.actor = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.SUPPRESS_TARGET, t.seat, 0, 0)


@rule
def play_suppress_target(t, action):
    """The table itself names *suppression*: it may be used without `abilities`, too."""
    t.target = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    if ABILITY[t.actor] == Ability.SUPPRESSION:
        push(t, Step.SUPPRESS_ABILITY, t.seat, 0, 0)
    else:
        suppress(t, False)


@rule
def play_suppress_ability(t, action):
    suppress(t, action == DECLARE)


@rule
def suppress_value(agent, weight, rebel):
    """Row 6: governance + prestige (or 4) - the rebel's prestige."""
    return GOVERNANCE[agent] + weight - PRESTIGE[rebel]


@rule
def suppress(t, with_ability):
    """One die. With the ability: +4 in place of his prestige, and it executes without choice."""
    weight = SUPPRESSION if with_ability else PRESTIGE[t.actor]
    if roll(t, t.seat, 1, suppress_value(t.actor, weight, t.target), 1) > 0:
        if with_ability:
            execute_rebel(t)
        else:
            push(t, Step.SUPPRESS_OUTCOME, t.seat, 0, 0)


@rule
def play_suppress_outcome(t, action):
    if action == DECLARE:
        execute_rebel(t)
    else:
        t.rebel[t.target] = 0
        tell(t, Trace.PACIFIED, t.seat, t.target, 0, 0, EVERYBODY)


@rule
def execute_rebel(t):
    tell(t, Trace.EXECUTED, t.seat, t.target, 0, 0, EVERYBODY)
    bury(t, t.target)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.SUPPRESS_AGENT, offers(PERSON, PERSONS, is_loyal)),
        Phase(Step.SUPPRESS_TARGET, offers(PERSON, PERSONS, is_rebel)),
        Phase(Step.SUPPRESS_ABILITY, offer_right),
        Phase(Step.SUPPRESS_OUTCOME, offer_right),
    ),
    kinds=(Action(SUPPRESS, may=has_rebel, begin=Step.SUPPRESS_AGENT),),
)
