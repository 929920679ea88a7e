"""SW02-04, SW02-08: how event cards are taken, kept face down, attached to persons and discarded."""

from dynasty_env.dynasty.ids import Step, Trace
from dynasty_env.dynasty.material import BASE_PERSONS, EVENT_CARD, NOBODY, SEATS, Event, EventPlace
from dynasty_env.kit.engine import EVERYBODY, Chapter, push, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, _

from .people import discard_event, is_married, lay_event


@rule
def take_event(t, event, deck, seat):
    """SW02-04, D-R43: an event is kept face down. SW02-08-01, SW02-08-05: Neuroi and doll are resolved immediately."""
    if event == Event.NEUROI:
        show(t, event, seat)
        push(t, Step.NEUROI_COUNTRY, seat, 0, 0)
    elif event == Event.DOLL:
        show(t, event, seat)
        give_doll(t)
    else:
        t.events_taken[deck] += 1
        lay_event(t, event, EventPlace.HAND, seat, deck, t.events_taken[deck])
        t.seen[seat, EVENT_CARD - BASE_PERSONS + event] = NOBODY
        tell(t, Trace.EVENT_TAKEN, seat, deck, 0, 0, EVERYBODY)
        tell(t, Trace.EVENT_SEEN, seat, event, 0, 0, 1 << seat)


@rule
def show(t, event, seat):
    """An event is played: everybody sees it, and learns which of the face-down events it was (D-R70)."""
    deck = t.event_deck[event] + 0
    taken = t.event_taken[event] + 0
    lay_event(t, event, EventPlace.TABLE, NOBODY, NOBODY, 0)
    t.event_shown[event] = 0
    for row in range(SEATS + 1):
        t.seen[row, EVENT_CARD - BASE_PERSONS + event] = NOBODY
    tell(t, Trace.EVENT_PLAYED, seat, event, deck, taken, EVERYBODY)


@rule
def holds(t, seat, event):
    """Does the event lie face down before this seat?"""
    return t.event_place[event] == EventPlace.HAND and t.event_owner[event] == seat


@rule
def attach(t, event, person, seat):
    """SW02-08: `seat` attaches an event to a person.

    It stays with the person and leaves play together with the person.
    """
    t.event_place[event] = EventPlace.ATTACHED
    t.event_person[event] = person
    tell(t, Trace.EVENT_ATTACHED, seat, event, person, 0, EVERYBODY)


@rule
def give_doll(t):
    """SW02-08-05: the doll marries the first unmarried king, counted from the turn player, or is discarded."""
    for i in range(t.num_players):
        seat = (t.turn_player + i) % t.num_players
        if t.king[seat] != NOBODY and not is_married(t, seat):
            t.event_place[Event.DOLL] = EventPlace.ATTACHED
            t.event_person[Event.DOLL] = t.king[seat]
            tell(t, Trace.WED_DOLL, seat, t.king[seat], 0, 0, EVERYBODY)
            return
    discard_event(t, Event.DOLL)


@rule
def take_back(t, event):
    """SW02-08-08: an event goes back to its player, face down. D-R43: everybody knows which event it is."""
    t.event_place[event] = EventPlace.HAND
    t.event_person[event] = NOBODY
    t.event_shown[event] = 1
    tell(t, Trace.EVENT_BACK, t.event_owner[event], event, 0, 0, EVERYBODY)


# what is said


def event_taken(group: Group, context: Context) -> str:
    """SW02-04: only the seat that takes the event learns which one it is."""
    fields = context.fields(group[0])
    if len(group) == 1:
        return Message(_("{who} takes an event from the {deck} deck, face down"), **fields)
    event = context.fields(group[1])["event"]
    return Message(_("{who} takes an event from the {deck} deck, face down: {event}"), event=event, **fields)


PLAYED = {
    (False, False): _("{who} plays the event {event}"),
    (False, True): _("{who} plays the event {event} on {person}"),
    (True, False): _("{who} turns up the event {event}"),
    (True, True): _("{who} turns up the event {event} on {person}"),
}


def event_played(group: Group, context: Context) -> str:
    """SW02-08-01, SW02-08-05: Neuroi and doll are not played; they are turned up and resolved immediately."""
    fields = context.fields(group[0])
    text = PLAYED[group[0].subject in (Event.NEUROI, Event.DOLL), len(group) > 1]
    on = {"person": context.fields(group[1])["person"]} if len(group) > 1 else {}
    return Message(text, who=fields["who"], event=fields["event"], **on)


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(Trace.EVENT_TAKEN, event_taken, "deck", joins=(Trace.EVENT_SEEN,), cites="SW02-04, D-R43"),
        EntryKind(Trace.EVENT_SEEN, _("{who} has taken the event {event}"), "event", cites="SW02-04"),
        EntryKind(
            Trace.EVENT_PLAYED,
            event_played,
            subject="event",
            object="deck:number",
            value="place:number",
            joins=(Trace.EVENT_ATTACHED,),
            cites="SW02-04",
        ),
        EntryKind(Trace.EVENT_ATTACHED, _("{who} attaches {event} to {person}"), "event", "person", cites="SW02-08"),
        EntryKind(Trace.EVENT_BACK, _("{who} takes {event} back, face down"), "event", cites="SW02-08-08, D-R43"),
        EntryKind(Trace.WED_DOLL, _("{person}, king of {who}, marries the doll"), "person", cites="SW02-08-05"),
    ),
)
