"""Row 6: suppression of a rebel (鎮圧)."""

from dynasty_env.europe.rules.rights import right
from dynasty_env.kingdoms.ids import DECLARE, PERSON, SUPPRESS, Step, Trace
from dynasty_env.kingdoms.material import ABILITY, GOVERNANCE, PERSONS, PRESTIGE, SUPPRESSION, Ability
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, push, rule, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, EntryKind, Message, Phase, State, _

from .death import bury
from .dice import roll
from .kinds import Action, at_best
from .persons import has_rebel, is_loyal, is_rebel


@rule
def play_suppress_agent(t, action):
    t.actor = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.SUPPRESS_TARGET, t.seat, 0, 0)


@rule
def play_suppress_target(t, action):
    """The table of actions itself names *suppression*, so it may be used without `abilities`, too."""
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
    """One die. With the ability: +4 instead of his prestige, and success always executes."""
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


# what is said


def suppression(agent: int, rebel: int, with_ability: bool) -> float:
    """Row 6: the chance that the die succeeds."""
    weight = SUPPRESSION if with_ability else int(PRESTIGE[agent])
    return float(at_most(suppress_value(agent, weight, rebel)))


def sent(state: State, agent: int) -> str:
    """The chance of this person against the rebel who is easiest for him to suppress."""
    t = state.tables[0]
    able = (False, True) if ABILITY[agent] == Ability.SUPPRESSION else (False,)
    rebels = [person for person in range(PERSONS) if t.owner[person] == state.seat and t.rebel[person] == 1]
    easiest = max(suppression(agent, rebel, ability) for rebel in rebels for ability in able)
    return Message(_("succeeds {chance} at best"), chance=Chance(easiest))


def with_suppression(state: State, _number: int) -> str:
    """What using the ability means."""
    text = _("use suppression: +{more} instead of prestige, and the rebel is executed")
    return Message(text, more=SUPPRESSION)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.SUPPRESS_AGENT,
            offers(PERSON, PERSONS, is_loyal),
            asks=_("Whom do you send against a rebel?"),
            why=_("The higher their governance and prestige, the easier it is."),
            says={"person": _("send {person}")},
            facts=(nouns.governance, nouns.prestige, nouns.special(Ability.SUPPRESSION), nouns.where),
            chance=sent,
            cites="row 6 A",
        ),
        Phase(
            Step.SUPPRESS_TARGET,
            offers(PERSON, PERSONS, is_rebel),
            asks=_("Which rebel do you suppress?"),
            why=_("The higher the rebel's prestige, the harder it is."),
            says={"person": _("suppress {person}")},
            facts=(nouns.prestige, nouns.where),
            chance=lambda state, rebel: Chance(suppression(int(state.record["actor"]), rebel, False)),
            cites="row 6 B",
        ),
        right(
            Step.SUPPRESS_ABILITY,
            asks=_("Do you use the ability?"),
            why=_("It makes success more likely, but the rebel cannot be forgiven."),
            says={"declare": with_suppression, "pass": _("do not use the ability")},
            chance={
                "declare": lambda state, _: Chance(
                    suppression(int(state.record["actor"]), int(state.record["target"]), True)
                )
            },
            cites="row 6 M",
        ),
        right(
            Step.SUPPRESS_OUTCOME,
            asks=_("What happens to the rebel?"),
            why=_("A forgiven rebel is loyal again; an executed one leaves play."),
            says={"declare": _("execute the rebel"), "pass": _("forgive the rebel")},
            cites="row 6 R",
        ),
    ),
    kinds=(
        Action(
            SUPPRESS,
            may=has_rebel,
            begin=Step.SUPPRESS_AGENT,
            says=_("suppress a rebel"),
            called=_("the suppression of a rebel"),
            purpose=_("Your rebel becomes loyal again, or is executed. With a rebel you cannot start a war."),
            chance=at_best,
            cites={Trace.ACTS: "row 6 A", Trace.NAMED: "row 6 B", Trace.NEEDS: "row 6 D, row 6 V, K1"},
        ),
    ),
    entries=(
        EntryKind(Trace.PACIFIED, _("{person} of {who} is no longer a rebel"), "person", cites="row 6 R"),
        EntryKind(Trace.EXECUTED, _("{who} has {person} executed"), "person", joins=(Trace.DIED,), tone="bad"),
    ),
)
