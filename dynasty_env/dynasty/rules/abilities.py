"""§11-03: abilities that are used as the action of a turn. One that changes another rule is found with that rule."""

from dynasty_env.dynasty.actions import EVENT, EXECUTION, MATCHMAKING, PERSON, SUPPRESSION
from dynasty_env.dynasty.material import NOBODY, PERSONS, SEX, SUPPRESSED_FROM, Ability, Event, Place
from dynasty_env.dynasty.steps import Step, Trace
from dynasty_env.europe.rules.special_abilities import dynasty_has, has_ability
from dynasty_env.kit.engine import EVERYBODY, Chapter, Phase, die, offer, offers, push, rule, some, tell

from .death import bury
from .events import open_jealousy
from .kinds import Action
from .people import discard_event, is_married, is_spouse, may_wed, settle
from .stats import carries, prestige

# §11-03-01: suppression (弾圧)


@rule
def may_be_suppressed(t, seat, person):
    """§11-03-01: a person of the own dynasty, neither king nor spouse. D-R17: the suppressor himself may be named."""
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


# §11-03-05: match-making (婚姻工作), the action of a child who has the ability waste (浪費)


@rule
def may_be_matched(t, child, seat):
    """§11-03-05: the seat's king is of the other sex and may marry. D-R10: the own king only with `kin_marriage`."""
    if not may_wed(t, seat) or SEX[t.king[seat]] == SEX[child]:
        return False
    return t.kin_marriage == 1 or t.owner[child] != seat


@rule
def may_make_match(t, seat, child):
    """Is this a child of the dynasty who has waste, and is there a king for it?"""
    if t.place[child] != Place.CHILD or t.owner[child] != seat or not has_ability(t, child, Ability.WASTE):
        return False
    for other in range(t.num_players):
        if may_be_matched(t, child, other):
            return True
    return False


has_child_to_match = some(PERSONS, may_make_match)


@rule
def can_make_match(t, seat):
    """§11-03-05: is there a child with waste in the seat's dynasty, and a king for it?"""
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
    """§11-03-05: a die greater than that king's prestige marries them."""
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
    """§11-03-07: each spouse of the own king; SW02-08-05: the doll is one, too."""
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


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.SUPPRESSION_TARGET, offers(PERSON, PERSONS, may_be_suppressed)),
        Phase(Step.EXECUTION_TARGET),
        Phase(Step.MATCHMAKING_CHILD, offers(PERSON, PERSONS, may_make_match)),
        Phase(Step.MATCHMAKING_TARGET),
    ),
    kinds=(
        Action(SUPPRESSION, may=can_suppress, begin=Step.SUPPRESSION_TARGET),
        Action(MATCHMAKING, may=can_make_match, begin=Step.MATCHMAKING_CHILD),
        Action(EXECUTION, may=can_execute, begin=Step.EXECUTION_TARGET),
    ),
)
