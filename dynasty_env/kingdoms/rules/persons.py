"""Persons: kings, their royals, nobles; how they move (K6).

Rules that run at every action of a turn look at all persons without branching, since bytes are then compared many at a
time. For that, seats and persons are converted to bytes (`int8`).
"""

from numpy import int8

from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.material import GOVERNANCE, NOBODY, PERSONS, Place
from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, _, joined


@rule
def governance(t, person):
    """As printed."""
    return GOVERNANCE[person]


@rule
def is_king(t, seat, person):
    """Is this a king of the dynasty?"""
    return t.place[person] == Place.KING and t.owner[person] == seat


@rule
def is_loyal(t, seat, person):
    """Is this a person of the dynasty who is not a rebel?"""
    return t.owner[person] == seat and t.rebel[person] == 0


@rule
def is_rebel(t, seat, person):
    """Is this a rebel of the dynasty?"""
    return t.owner[person] == seat and t.rebel[person] == 1


@rule
def is_family(t, king, person):
    """Is this a spouse or child of the king?"""
    return t.liege[person] == king


@rule
def spouse_of(t, king):
    """A king's spouse, or -1."""
    for person in range(PERSONS):
        if t.place[person] == Place.SPOUSE and t.liege[person] == king:
            return person
    return NOBODY


@rule
def is_married(t, king):
    """Does a king have a spouse?"""
    his = int8(king)
    spouses = 0
    for person in range(PERSONS):
        spouses += (t.liege[person] == his) & (t.place[person] == Place.SPOUSE)
    return spouses > 0


@rule
def may_be_crowned(t, seat, person):
    """Rows 3, 7, contest: a child or noble of the dynasty who is not a rebel."""
    place = t.place[person]
    return (place == Place.CHILD or place == Place.NOBLE) and is_loyal(t, seat, person)


@rule
def has_rebel(t, seat):
    mine = int8(seat)
    found = 0
    for person in range(PERSONS):
        found += (t.owner[person] == mine) & (t.rebel[person] == 1)
    return found > 0


@rule
def leave_siblings(t, person):
    """A person who is no longer a child leaves the order of birth; the younger children move up."""
    if t.born[person] > 0:
        for other in range(PERSONS):
            if t.liege[other] == t.liege[person] and t.born[other] > t.born[person]:
                t.born[other] -= 1
        t.born[person] = 0


@rule
def settle(t, person, seat, place, liege):
    """Put a person into a dynasty, and into a king's family.

    K6: a rebel stays a rebel, except that a king is never one.
    """
    leave_siblings(t, person)
    t.place[person] = place
    t.owner[person] = seat
    t.liege[person] = liege
    if place == Place.KING:
        t.rebel[person] = 0


@rule
def ennoble(t, person, seat):
    """The person becomes a noble of the dynasty."""
    settle(t, person, seat, Place.NOBLE, NOBODY)
    tell(t, Trace.ENNOBLED, seat, person, 0, 0, EVERYBODY)


@rule
def beget(t, person, seat, king):
    """Row 2, K9: a new child is placed after the others, in the order of birth."""
    youngest = 0
    for other in range(PERSONS):
        if t.liege[other] == king and t.born[other] > youngest:
            youngest = t.born[other]
    settle(t, person, seat, Place.CHILD, king)
    t.born[person] = youngest + 1


@rule
def leave_play(t, person):
    """A person leaves play for good."""
    leave_siblings(t, person)
    t.place[person] = Place.GONE
    t.owner[person] = NOBODY
    t.liege[person] = NOBODY
    t.rebel[person] = 0


# what is said


def ennobled(group: Group, context: Context) -> str:
    """The persons who are nobles now."""
    names = [context.fields(entry)["person"] for entry in group]
    who = context.who(group[0].seat)
    if len(names) == 1:
        return Message(_("{person} is now a noble of {who}"), person=names[0], who=who)
    return Message(_("{persons} are now nobles of {who}"), persons=joined(", ", *names), who=who)


CHAPTER = Chapter(__name__, entries=(EntryKind(Trace.ENNOBLED, ennobled, "person", joins=(Trace.ENNOBLED,)),))
