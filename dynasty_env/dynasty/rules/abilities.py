"""§11-03: abilities used as the action of a turn. An ability that changes another rule is documented with that rule."""

from dynasty_env.dynasty.ids import EVENT, EXECUTION, MATCHMAKING, PERSON, SUPPRESSION, Step, Trace
from dynasty_env.dynasty.material import NOBODY, PERSONS, SEX, SUPPRESSED_FROM, Ability, Event, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.rules.special_abilities import dynasty_has, has_ability
from dynasty_env.kit.engine import EVERYBODY, Chapter, die, offer, offers, push, rule, some, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Context, EntryKind, Group, Message, Phase, State, _

from .death import bury
from .events import open_jealousy
from .kinds import Action
from .people import discard_event, is_married, is_spouse, may_wed, settle
from .stats import carries, prestige

# §11-03-01: suppression (弾圧)


@rule
def may_be_suppressed(t, seat, person):
    """§11-03-01: a person of one's own dynasty other than king and spouse.

    D-R17: the suppressor himself may be named.
    """
    return t.owner[person] == seat and t.place[person] != Place.KING and t.place[person] != Place.SPOUSE


has_somebody_to_suppress = some(PERSONS, may_be_suppressed)


@rule
def can_suppress(t, seat):
    """§11-03-01: does anybody of the seat's dynasty have the ability, and is there a target?"""
    return dynasty_has(t, seat, Ability.SUPPRESSION) and has_somebody_to_suppress(t, seat)


@rule
def play_suppression_target(t, action):
    """§11-03-01: a die of 5 or 6 kills the target."""
    t.target = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    face = die(t)
    dies = face >= SUPPRESSED_FROM
    tell(t, Trace.SUPPRESSED, t.seat, t.target, 1 if dies else 0, face, EVERYBODY)
    if dies:
        bury(t, t.target)


# §11-03-05: match-making (婚姻工作), the action of a child with the ability waste (浪費)


@rule
def may_be_matched(t, child, seat):
    """§11-03-05: the seat's king must be of the other sex and able to marry.

    D-R10: one's own king only with `kin_marriage`.
    """
    if not may_wed(t, seat) or SEX[t.king[seat]] == SEX[child]:
        return False
    return t.kin_marriage == 1 or t.owner[child] != seat


@rule
def may_make_match(t, seat, child):
    """Is this a child of the dynasty with waste, and is there a king for the child?"""
    if t.place[child] != Place.CHILD or t.owner[child] != seat or not has_ability(t, child, Ability.WASTE):
        return False
    for other in range(t.num_players):
        if may_be_matched(t, child, other):
            return True
    return False


has_child_to_match = some(PERSONS, may_make_match)


@rule
def can_make_match(t, seat):
    """§11-03-05: is there a child with waste in the seat's dynasty, and a king for the child?"""
    return dynasty_has(t, seat, Ability.WASTE) and has_child_to_match(t, seat)


@rule
def play_matchmaking_child(t, action):
    """§11-03-05: the child is named, and then the king."""
    t.actor = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.MATCHMAKING_TARGET, t.seat, 0, 0)


@rule
def legal_matchmaking_target(t):
    """§11-03-05: each king whom the child may marry."""
    for seat in range(t.num_players):
        if may_be_matched(t, t.actor, seat):
            offer(t, PERSON + t.king[seat])


@rule
def play_matchmaking_target(t, action):
    """§11-03-05: a roll above that king's prestige marries them."""
    t.target = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    face = die(t)
    married = face > prestige(t, t.target)
    tell(t, Trace.MATCHED, t.seat, t.actor, 1 if married else 0, face, EVERYBODY)
    if married:
        seat = t.owner[t.target] + 0
        settle(t, t.actor, seat, Place.SPOUSE)
        tell(t, Trace.MARRIED, seat, t.actor, 0, 0, EVERYBODY)
        open_jealousy(t, seat)


# §11-03-07: execution (処刑)


@rule
def can_execute(t, seat):
    """§11-03-07: does the seat's king have the ability, and a spouse?"""
    king = t.king[seat]
    return king != NOBODY and has_ability(t, king, Ability.EXECUTION) and is_married(t, seat)


@rule
def legal_execution_target(t):
    """§11-03-07: each spouse of one's own king; SW02-08-05: the doll counts as one, too."""
    for person in range(PERSONS):
        if is_spouse(t, t.seat, person):
            offer(t, PERSON + person)
    if carries(t, t.king[t.seat], Event.DOLL):  # SW02-08-05: the doll is the king's spouse
        offer(t, EVENT + Event.DOLL)


@rule
def play_execution_target(t, action):
    """§11-03-07: the named spouse dies; no die is rolled."""
    if action == EVENT + Event.DOLL:
        discard_event(t, Event.DOLL)
        return
    t.target = action - PERSON
    tell(t, Trace.EXECUTED, t.seat, t.target, 0, 0, EVERYBODY)
    bury(t, t.target)


# what is said


def the_doll(state: State, number: int) -> str:
    """SW02-08-05: a king's doll may be executed, too."""
    return Message(_("have the doll executed")) if number == Event.DOLL else nouns.plays_event(state, number)


def suppressed(group: Group, context: Context) -> str:
    """The roll of a suppression."""
    fields = context.fields(group[0])
    if fields.pop("dies"):
        return Message(_("{who} rolls {face} to suppress {person}: executed"), tone="bad", **fields)
    return Message(_("{who} rolls {face} to suppress {person}: spared"), **fields)


def matched(group: Group, context: Context) -> str:
    """The roll of a match."""
    fields = context.fields(group[0])
    if fields.pop("married"):
        return Message(_("{who} rolls {face} for the match of {person}: success"), tone="good", **fields)
    return Message(_("{who} rolls {face} for the match of {person}: failure"), tone="bad", **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.SUPPRESSION_TARGET,
            offers(PERSON, PERSONS, may_be_suppressed),
            asks=_("Whom do you suppress?"),
            why=_("Name a person of your own dynasty, who dies on a 5 or 6."),
            says={"person": _("suppress {person}")},
            facts=(nouns.special, nouns.where),
            chance={"person": lambda state, _person: Chance(1 - at_most(SUPPRESSED_FROM - 1), "dies")},
            cites="§11-03-01, D-R17",
        ),
        Phase(
            Step.EXECUTION_TARGET,
            asks=_("Which spouse is executed?"),
            why=_("Your king may then marry again."),
            says={"person": _("have {person} executed"), "event": the_doll},
            facts=(nouns.prestige, nouns.where),
            cites="§11-03-07",
        ),
        Phase(
            Step.MATCHMAKING_CHILD,
            offers(PERSON, PERSONS, may_make_match),
            asks=_("For which child do you make a match?"),
            why=_("The child will marry an unmarried king."),
            says={"person": _("make a match for {person}")},
            facts=(nouns.sex, nouns.where),
            cites="§11-03-05",
        ),
        Phase(
            Step.MATCHMAKING_TARGET,
            asks=_("To which king is the child offered?"),
            why=_("A die higher than the king's prestige succeeds."),
            says={"person": _("offer the child to {person}")},
            facts=(nouns.sex, nouns.prestige, nouns.where),
            chance={"person": lambda state, king: Chance(1 - at_most(int(prestige(state.tables[0], king))))},
            cites="§11-03-05",
        ),
    ),
    kinds=(
        Action(
            SUPPRESSION,
            may=can_suppress,
            begin=Step.SUPPRESSION_TARGET,
            says=_("suppress a person of your dynasty"),
            called=_("a suppression"),
            purpose=_("A person of your own dynasty dies on a 5 or 6."),
            cites={Trace.NAMED: "§11-03-01"},
        ),
        Action(
            MATCHMAKING,
            may=can_make_match,
            begin=Step.MATCHMAKING_CHILD,
            says=_("make a match for a child"),
            called=_("a match-making"),
            purpose=_("One of your children marries an unmarried king."),
            cites={Trace.NAMED: "§11-03-05", Trace.MARRIED: "§11-03-05"},
        ),
        Action(
            EXECUTION,
            may=can_execute,
            begin=Step.EXECUTION_TARGET,
            says=_("have a spouse executed"),
            called=_("an execution"),
            purpose=_("Your king loses a spouse, and may then marry again."),
        ),
    ),
    entries=(
        EntryKind(
            Trace.SUPPRESSED, suppressed, "person", "dies:number", "face:number", joins=(Trace.DIED,), cites="§11-03-01"
        ),
        EntryKind(
            Trace.EXECUTED,
            _("{who} has {person} executed"),
            subject="person",
            joins=(Trace.DIED,),
            tone="bad",
            cites="§11-03-07",
        ),
        EntryKind(Trace.MATCHED, matched, "person", "married:number", "face:number", cites="§11-03-05"),
    ),
)
