"""§10: death checks and death."""

from typing import Any

from dynasty_env.dynasty.ids import Step, Trace
from dynasty_env.dynasty.material import POPE, POPE_LIFE, WARRIOR_CHECKS, WITCH_WITH, Event, Place
from dynasty_env.europe.material import NOBODY, PERSONS, Ability
from dynasty_env.europe.rules.relations import inherits_before
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, rule, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Context, EntryKind, Group, Message, State, Tone, _

from .magic import has_witch
from .people import leave_play, settle
from .stats import carries, life


@rule
def take_death_check(t):
    """§10-01: a die above the person's life kills (a: person). D-R12: nobody who has left play takes a death check."""
    if t.a == POPE:
        check_pope(t)
    elif t.owner[t.a] == NOBODY:
        return
    elif is_healed(t, t.a):
        tell(t, Trace.HEALED, t.owner[t.a], t.a, 0, 0, EVERYBODY)
    else:
        face = die(t)
        dies = face > life(t, t.a)
        tell(t, Trace.CHECKED, t.owner[t.a], t.a, 1 if dies else 0, face, EVERYBODY)
        if dies:
            bury(t, t.a)


@rule
def is_healed(t, person):
    """SW02-07-01: everybody in the Healer's dynasty except the Healer survives every death check."""
    return person != WITCH_WITH[Ability.HEALING] and has_witch(t, t.owner[person], Ability.HEALING)


@rule
def check_pope(t):
    """§11-01: the pope's life is 3. Instead of dying, his card goes to the turn player."""
    face = die(t)
    dies = face > POPE_LIFE
    tell(t, Trace.CHECKED, t.pope, POPE, 1 if dies else 0, face, EVERYBODY)
    if dies:
        t.pope = t.turn_player
        tell(t, Trace.POPE_MOVED, t.pope, 0, 0, 0, EVERYBODY)


@rule
def bury(t, person):
    """§10-02: a person of a dynasty dies and leaves play; a king's heir succeeds him."""
    seat = t.owner[person]
    was_king = t.place[person] == Place.KING
    tell(t, Trace.DIED, seat, person, 0, 0, EVERYBODY)
    leave_play(t, person)
    if was_king:
        succeed(t, seat)


@rule
def heir_of(t, seat):
    """§10-02: the king's eldest son, else his eldest daughter, else -1."""
    heir = NOBODY
    for person in range(PERSONS):
        if t.place[person] == Place.CHILD and t.owner[person] == seat:
            if heir == NOBODY or inherits_before(t, person, heir):
                heir = person
    return heir


@rule
def succeed(t, seat):
    """§10-02: the heir becomes king; the other children and the old king's spouses become courtiers.

    §07-01 a: without an heir the king has died childless.
    """
    heir = heir_of(t, seat)
    for person in range(PERSONS):
        if t.owner[person] == seat and (t.place[person] == Place.CHILD or t.place[person] == Place.SPOUSE):
            settle(t, person, seat, Place.COURTIER)
    if heir == NOBODY:
        t.childless[seat] = 1  # §07-01 a
        tell(t, Trace.EXTINCT, seat, 0, 0, 0, EVERYBODY)
    else:
        settle(t, heir, seat, Place.KING)
        t.king[seat] = heir
        tell(t, Trace.SUCCEEDED, seat, heir, 0, 0, EVERYBODY)


# what is said


def death(t: Any, person: int) -> float:
    """§10-01: the chance that a death check kills the person; SW02-07-01: 0 for a healed person."""
    if person == POPE:
        return 1 - at_most(POPE_LIFE)
    return 0.0 if is_healed(t, person) else 1 - at_most(int(life(t, person)))


def death_in_war(t: Any, person: int) -> float:
    """§09-03-05: the chance that a commander does not survive; SW02-08-08: with warrior's way there are two checks."""
    checks = WARRIOR_CHECKS if carries(t, person, Event.WARRIORS_WAY) else 1
    return float(1 - (1 - death(t, person)) ** checks)


def owner_of(state: State, person: int) -> int:
    """The seat that a person belongs to; -1: none."""
    return int(state.record["pope"] if person == POPE else state.record["owner"][person])


def dies(state: State, person: int) -> Chance:
    """The chance of dying in a death check."""
    return Chance(death(state.tables[0], person), "dies", seat=owner_of(state, person))


def dies_in_war(state: State, person: int) -> Chance:
    """The chance that a commander dies."""
    return Chance(death_in_war(state.tables[0], person), "dies", seat=owner_of(state, person))


def last_of_line(state: State, person: int) -> str:
    """§07-01 a: what the death of a king without an heir would mean; empty for everybody else."""
    t = state.tables[0]
    childless = t.place[person] == Place.KING and heir_of(t, t.owner[person]) == NOBODY
    return _("no heir: this death would end the game") if childless else ""


class Then:
    """The persons to whom events were attached during a move, as a table for the rules of stats.py.

    An event discarded right after a death was attached to the person who died.

    Args:
        context: the data that the chronicle is made from.
    """

    def __init__(self, context: Context) -> None:
        self.event_person = list(map(int, context.state.record["event_person"]))
        gone = NOBODY
        for entry in context.entries:
            if entry.kind in (Trace.DIED, Trace.TAKEN):
                gone = entry.subject
            elif entry.kind != Trace.EVENT_GONE:
                gone = NOBODY
            elif gone != NOBODY:
                self.event_person[entry.subject] = gone


CHECKED: dict[tuple[bool, bool], tuple[str, Tone]] = {
    (True, True): (_("{who} rolls {face} against the pope's life {life}: he dies"), "bad"),
    (True, False): (_("{who} rolls {face} against the pope's life {life}: he lives"), ""),
    (False, True): (_("{who} rolls {face} against life {life}: {person} dies"), "bad"),
    (False, False): (_("{who} rolls {face} against life {life}: {person} lives"), ""),
}


def checked(group: Group, context: Context) -> str:
    """The roll of a death check."""
    fields = context.fields(group[0])
    is_pope = group[0].subject == POPE
    text, tone = CHECKED[is_pope, fields.pop("dies") > 0]
    number = POPE_LIFE if is_pope else life(Then(context), group[0].subject)
    if is_pope:
        del fields["person"]
    return Message(text, tone=tone, life=number, **fields)


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.DEATH_CHECK, take_death_check),),
    entries=(
        EntryKind(Trace.CHECKED, checked, "person", "dies:number", "face:number", joins=(Trace.DIED,)),
        EntryKind(Trace.DIED, _("{person} of {who} dies"), "person", tone="bad"),
        EntryKind(Trace.SUCCEEDED, _("{person} becomes king of {who}"), "person", cites="§10-02"),
        EntryKind(
            Trace.EXTINCT,
            _("the king of {who} has died childless: the dynasty is ruined"),
            tone="bad",
            cites="§07-01 a",
        ),
        EntryKind(Trace.POPE_MOVED, _("the pope goes to {who}"), cites="§11-01"),
        EntryKind(Trace.HEALED, _("{person} of {who} is healed and lives"), "person", tone="good", cites="SW02-07-01"),
    ),
)
