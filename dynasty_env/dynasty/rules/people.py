"""§05: persons, their relations and moves; §11-02: Suleiman and the Ottoman Empire."""

from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import EVENTS, Event, EventPlace, Place
from dynasty_env.europe.material import NOBODY, OTTOMAN, PERSONS, SEX, SULEIMAN, Holder
from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.words import EntryKind, _

from .stats import carries


@rule
def is_spouse(t, seat, person):
    """Is the person a spouse of the seat's king?"""
    return t.place[person] == Place.SPOUSE and t.owner[person] == seat


@rule
def is_married(t, seat):
    """Does the dynasty's king have a spouse? SW02-08-05: the doll counts as one."""
    if t.king[seat] != NOBODY and carries(t, t.king[seat], Event.DOLL):
        return True
    for person in range(PERSONS):
        if is_spouse(t, seat, person):
            return True
    return False


@rule
def may_wed(t, seat):
    """§09-01-01: the seat has a king who is unmarried, or (SW02-08-12) who may have several spouses."""
    king = t.king[seat]
    return king != NOBODY and (carries(t, king, Event.POLYGAMY) or not is_married(t, seat))


@rule
def is_wanderer(t, person):
    """§09-04: is the person in the open pool?"""
    return t.place[person] == Place.WANDERER


@rule
def may_be_married(t, seat, person):
    """§09-01-02: may the seat's king marry this person: in play, of the other sex, unmarried and not a king?

    D-R10: a child of his own only with the option `kin_marriage`.
    """
    place = t.place[person]
    if place != Place.WANDERER and place != Place.COURTIER and place != Place.CHILD:
        return False
    if SEX[person] == SEX[t.king[seat]]:
        return False
    return t.kin_marriage == 1 or place == Place.COURTIER or t.owner[person] != seat


@rule
def leave_siblings(t, person):
    """Take a child out of the order of birth; the younger children move up. Does nothing for anybody else."""
    if t.born[person] > 0:
        for other in range(PERSONS):
            if t.owner[other] == t.owner[person] and t.born[other] > t.born[person]:
                t.born[other] -= 1
        t.born[person] = 0


@rule
def settle(t, person, seat, place):
    """Put a person into a dynasty. §11-02: Suleiman brings the Ottoman Empire with him, wherever it is (D-R14)."""
    joins = t.owner[person] != seat
    leave_siblings(t, person)
    t.place[person] = place
    t.owner[person] = seat
    if joins and person == SULEIMAN and t.holder[OTTOMAN] != seat:
        t.holder[OTTOMAN] = seat
        tell(t, Trace.COUNTRY_MOVED, seat, OTTOMAN, 0, 0, EVERYBODY)


@rule
def beget(t, person, seat):
    """§09-02-03: a new child is the last in the order of birth."""
    youngest = 0
    for other in range(PERSONS):
        if t.owner[other] == seat and t.born[other] > youngest:
            youngest = t.born[other]
    settle(t, person, seat, Place.CHILD)
    t.born[person] = youngest + 1


@rule
def leave_country(t, country):
    """A country leaves play."""
    t.holder[country] = Holder.OUT
    tell(t, Trace.COUNTRY_GONE, 0, country, 0, 0, EVERYBODY)


@rule
def withdraw(t, person, place):
    """A person leaves a dynasty for `place`, giving up the throne or the place among the children."""
    if t.place[person] == Place.KING:
        t.king[t.owner[person]] = NOBODY
    leave_siblings(t, person)
    t.place[person] = place
    t.owner[person] = NOBODY


@rule
def discard_attached(t, person):
    """SW02-08: events attached to a person who leaves play are discarded, and so is a king's doll."""
    for event in range(EVENTS):
        if carries(t, person, event):
            discard_event(t, event)


@rule
def leave_play(t, person):
    """A person leaves play for good. §11-02: the Ottoman Empire leaves with Suleiman, wherever it is."""
    withdraw(t, person, Place.GONE)
    discard_attached(t, person)
    if person == SULEIMAN and t.holder[OTTOMAN] != Holder.OUT:
        leave_country(t, OTTOMAN)


@rule
def lay_event(t, event, place, owner, deck, taken):
    """Record where an event is, its owner, its deck, and its number among the events taken from that deck."""
    t.event_place[event] = place
    t.event_owner[event] = owner
    t.event_deck[event] = deck
    t.event_taken[event] = taken


@rule
def discard_event(t, event):
    """An event leaves play."""
    lay_event(t, event, EventPlace.GONE, NOBODY, NOBODY, 0)
    t.event_person[event] = NOBODY
    tell(t, Trace.EVENT_GONE, 0, event, 0, 0, EVERYBODY)


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(Trace.COUNTRY_MOVED, _("{who} gets {country}"), "country", cites="§11-02, D-R14"),
        EntryKind(Trace.COUNTRY_GONE, _("{country} leaves play"), "country"),
        EntryKind(Trace.EVENT_GONE, _("the event {event} is discarded"), "event", cites="SW02-08"),
    ),
)
