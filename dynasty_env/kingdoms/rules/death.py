"""Death checks (死亡チェック), death and succession."""

from dynasty_env.europe.rules.relations import inherits_before
from dynasty_env.kingdoms.ids import Step, Trace
from dynasty_env.kingdoms.material import LIFE, NOBODY, PERSONS, Place
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, push, rule, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Chosen, EntryKind, Message, State, Tone, _

from .countries import succeed_to
from .persons import ennoble, leave_play, settle


@rule
def take_check(t):
    """One die against life, less `b` (a: the person). K34: nobody who has left play takes a check."""
    if t.owner[t.a] == NOBODY:
        return
    face = die(t)
    dies = face > LIFE[t.a] - t.b
    tell(t, Trace.CHECKED, t.owner[t.a], t.a, (1 if dies else 0) + 2 * t.b, face, EVERYBODY)
    if dies:
        bury(t, t.a)


@rule
def bury(t, person):
    """The dead person leaves play; a king is succeeded."""
    seat = t.owner[person] + 0
    was_king = t.place[person] == Place.KING
    tell(t, Trace.DIED, seat, person, 0, 0, EVERYBODY)
    leave_play(t, person)
    if was_king:
        succeed(t, person, seat)


@rule
def heir_of(t, king):
    """The eldest son, else the eldest daughter, else -1. K22: rebels count, too."""
    heir = NOBODY
    for person in range(PERSONS):
        if t.place[person] == Place.CHILD and t.liege[person] == king:
            if heir == NOBODY or inherits_before(t, person, heir):
                heir = person
    return heir


@rule
def succeed(t, king, seat):
    """A child becomes king of all the king's countries, and the other children become nobles.

    Without a child there is a succession contest. K23: the spouse becomes a noble of the same dynasty; K38: before a
    contest, so the spouse may be a candidate.
    """
    heir = heir_of(t, king)
    for person in range(PERSONS):
        if t.liege[person] == king and person != heir:
            ennoble(t, person, seat)
    if heir == NOBODY:
        t.throne = king
        tell(t, Trace.VACANT, seat, king, 0, 0, EVERYBODY)
        push(t, Step.CONTEST, t.turn_player, 0, 0)
    else:
        settle(t, heir, seat, Place.KING, NOBODY)
        succeed_to(t, heir, seat, king)


# what is said


def death(person: int, less: int = 0) -> float:
    """The chance that a death check kills, with life reduced by `less`."""
    return 1 - at_most(int(LIFE[person]) - less)


def dies(state: State, person: int, less: int = 0) -> Chance:
    """The same, for the dynasty of the person."""
    return Chance(death(person, less), "dies", seat=state.record["owner"][person])


NO_CHILD = _("no child: this death would leave his throne to a contest")
NO_CHILD_NOR_KING = _(
    "no child: this death would leave his throne to a contest, and you without a king unless you win it"
)


def last_of_line(state: State, person: int) -> str:
    """What happens if a king without a child dies; empty for everybody else."""
    t = state.tables[0]
    if t.place[person] != Place.KING or heir_of(t, person) != NOBODY:
        return ""
    kings = [each for each in range(PERSONS) if t.place[each] == Place.KING and t.owner[each] == state.seat]
    return Message(NO_CHILD_NOR_KING if kings == [person] else NO_CHILD)


CHECKED: dict[tuple[bool, bool], tuple[str, Tone]] = {
    (False, False): (_("{who} rolls {face} against life {life}: {person} lives"), ""),
    (False, True): (_("{who} rolls {face} against life {life}: {person} dies"), "bad"),
    (True, False): (_("{who} rolls {face} against life {life} - 1: {person} lives"), ""),
    (True, True): (_("{who} rolls {face} against life {life} - 1: {person} dies"), "bad"),
}


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.CHECK, take_check),),
    entries=(
        EntryKind(
            Trace.CHECKED,
            Chosen(lambda entry: (entry.object & 2 > 0, entry.object & 1 > 0), CHECKED),
            "person, life",
            "fate:number",
            "face:number",
            joins=(Trace.DIED,),
        ),
        EntryKind(Trace.DIED, _("{person} of {who} dies"), "person", tone="bad", cites="check R"),
        EntryKind(
            Trace.VACANT,
            _("{person} of {who} leaves no child: the countries are contested"),
            subject="person",
            tone="bad",
            cites="check R, contest B",
        ),
    ),
)
