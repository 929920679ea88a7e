"""What a player who forgets nothing knows about person decks and the events before others (SW02-01, SW02-04, D-R43).

Which ordinary persons lie in a deck is open; of the expansion seven cards went into each deck, unseen. A card comes to
light when it is turned up or played, when it goes under a deck in set-up, and for a single seat by foresight and wide
search. A face-down event is a `Slot`: who took it, from which deck, and when. What was in a deck at some time was not
taken from it before; what was not in a deck that was searched was not taken from it afterwards.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from dynasty_env.dynasty.material import BASE_PERSONS, DECK_ROOM, DECKS, EVENT_CARD, Event, EventPlace

IMMEDIATE = {EVENT_CARD + Event.NEUROI, EVENT_CARD + Event.DOLL}
"""Events that never lie face down (SW02-08-01, 05)."""


@dataclass(frozen=True)
class Slot:
    """A face-down event: `card` says which, where it is known."""

    seat: int
    deck: int
    time: int
    card: int | None = None


@dataclass(frozen=True)
class Look:
    """A look at a deck: all `cards` of the expansion in it (`whole`), or some that are in it."""

    deck: int
    time: int
    cards: frozenset[int]
    whole: bool


@dataclass(frozen=True)
class Played:
    """An event that has been played from before `seat`, taken there from `deck`."""

    seat: int
    deck: int
    time: int
    card: int


class DeckMemory:
    """The person decks and events as `seat` knows them."""

    def __init__(self, seat: int, record: Any) -> None:
        """From what a table shows to `seat`: who has come to light, sizes of decks, events before players."""
        decks = cards_of(record)
        lying = _lying(record)
        self.seat = seat
        self.time = 0  # cards that have left a deck
        self.persons = [{card for card in deck if card < BASE_PERSONS} for deck in decks]
        self.hidden = [sum(card >= BASE_PERSONS for card in deck) for deck in decks]
        self.unseen = {card for deck in decks for card in deck if card >= BASE_PERSONS}
        self.unseen |= {card for owner, _, card in lying if owner != seat}
        self.bottom = [deck[: int(under)] for deck, under in zip(decks, record["under"], strict=True)]
        self.top: tuple[int, int] | None = None  # deck and card, while foresight looks at it
        self.looks = [Look(d, 0, frozenset(cards), whole=False) for d, cards in enumerate(self.bottom) if cards]
        self.slots = [Slot(owner, deck, 0, card if owner == seat else None) for owner, deck, card in lying]
        self.played: list[Played] = []
        self.shown = _back(record)  # events back before their players, known to all

    def turned_up(self, person: int, deck: int) -> None:
        """A person comes from a deck, face up."""
        self._leaves(deck)
        if person < BASE_PERSONS:
            self.persons[deck].remove(person)
        else:
            self.hidden[deck] -= 1
            self.unseen.remove(person)

    def put_under(self, card: int, deck: int) -> None:
        """In set-up an event goes under its deck, open to all."""
        self.bottom[deck].insert(0, card)
        self.looks.append(Look(deck, self.time, frozenset({card}), whole=False))

    def shuffled(self, deck: int) -> None:
        """Nothing is known of the order any more."""
        self.bottom[deck] = []
        self.top = None

    def foreseen(self, card: int, deck: int) -> None:
        """Foresight shows the top card of a deck."""
        self.top = deck, card
        if card >= BASE_PERSONS:
            self.looks.append(Look(deck, self.time, frozenset({card}), whole=False))

    def searched(self, deck: int, cards: set[int]) -> None:
        """The own seat looks through a deck."""
        found = frozenset(card for card in cards if card >= BASE_PERSONS)
        self.looks.append(Look(deck, self.time, found, whole=True))

    def taken(self, seat: int, deck: int, card: int | None) -> None:
        """An event is taken, face down; `card` says which to its own seat."""
        self._leaves(deck)
        self.hidden[deck] -= 1
        self.slots.append(Slot(seat, deck, self.time, card))
        if card is not None:
            self.unseen.remove(card)

    def taken_openly(self, card: int, deck: int) -> None:
        """An immediate event comes from a deck and is resolved."""
        self._leaves(deck)
        self.hidden[deck] -= 1
        self.unseen.remove(card)

    def plays(self, seat: int, deck: int, card: int) -> None:
        """A seat plays an event that lay face down, taken from `deck`."""
        if self.shown.pop(card, None) is None:
            self.played.append(Played(seat, deck, self.time, card))
            self.unseen.discard(card)

    def is_back(self, seat: int, deck: int, card: int) -> None:
        """An event is back before its player, known to all."""
        self.shown[card] = seat, deck

    def _leaves(self, deck: int) -> None:
        self.top = None
        self.time += 1

    def contradictions(self, record: Any) -> list[str]:
        """What the person decks and events on a table contradict."""
        decks = cards_of(record)
        lying = _lying(record)
        found = [said for deck, cards in enumerate(decks) for said in self._deck(deck, cards)]
        if sorted(card for deck in decks for card in deck if card >= BASE_PERSONS) != sorted(
            self.unseen - {card for _, _, card in lying}
        ):
            found.append("decks: a card of the expansion that has come to light")
        for seat, deck in sorted({(slot.seat, slot.deck) for slot in self.slots} | {each[:2] for each in lying}):
            found += self._before(seat, deck, [card for s, d, card in lying if (s, d) == (seat, deck)])
        if _back(record) != self.shown:
            found.append("events: one that lies there known to all")
        return found

    def _deck(self, deck: int, cards: list[int]) -> list[str]:
        """What the contents of a deck, from the bottom up, contradict."""
        found = []
        if {card for card in cards if card < BASE_PERSONS} != self.persons[deck]:
            found.append("deck: its ordinary persons")
        if sum(card >= BASE_PERSONS for card in cards) != self.hidden[deck]:
            found.append("deck: how many cards of the expansion")
        if cards[: len(self.bottom[deck])] != self.bottom[deck]:
            found.append("deck: the events that went under it")
        if self.top is not None and self.top[0] == deck and cards[-1:] != [self.top[1]]:
            found.append("deck: the top card that foresight has shown")
        for look in self.looks:
            for card in cards:
                if card >= BASE_PERSONS and look.deck != deck and card in look.cards:
                    found.append("deck: a card that was seen in another")
                if card >= BASE_PERSONS and look.deck == deck and look.whole and card not in look.cards:
                    found.append("deck: a card that a search did not find in it")
        return found

    def _before(self, seat: int, deck: int, cards: list[int]) -> list[str]:
        """What the face-down events before a seat, taken from a deck, contradict."""
        slots = [slot for slot in self.slots if (slot.seat, slot.deck) == (seat, deck)]
        gone = [each for each in self.played if (each.seat, each.deck) == (seat, deck)]
        there = [*((card, None) for card in cards), *((each.card, each.time) for each in gone)]
        if len(there) != len(slots):
            return ["events: how many lie before a seat from a deck"]
        if IMMEDIATE & set(cards):
            return ["events: one that is resolved at once lies face down"]
        if not _matched(there, slots, self._may_be):
            return ["events: one before a seat that was not in that deck when it was taken"]
        return []

    def _may_be(self, card: int, played: int | None, slot: Slot) -> bool:
        """May this event, played at some time or not yet, be the one that was taken here?"""
        if slot.card is not None and slot.card != card:
            return False
        if played is not None and played < slot.time:
            return False
        for look in self.looks:
            before = look.time < slot.time  # the look was taken while the event still lay in the deck
            if card in look.cards and (look.deck != slot.deck or not before):
                return False
            if look.whole and look.deck == slot.deck and before and card not in look.cards:
                return False
        return True


def cards_of(record: Any) -> list[list[int]]:
    """The cards of each person deck, from the bottom up."""
    cards, sizes = record["deck"].tolist(), record["deck_size"].tolist()
    return [cards[d * DECK_ROOM : d * DECK_ROOM + sizes[d]] for d in range(DECKS)]


def face_down(record: Any) -> Iterator[tuple[int, int, int, bool]]:
    """Events before players: whose, from which deck, which card, and whether all know it."""
    events = (record["event_place"] == int(EventPlace.HAND)).nonzero()[0].tolist()
    if events:
        owners, decks, shown = record["event_owner"], record["event_deck"], record["event_shown"]
        for event in events:
            yield int(owners[event]), int(decks[event]), EVENT_CARD + event, bool(shown[event])


def _lying(record: Any) -> list[tuple[int, int, int]]:
    """Events that are hidden from all but their player."""
    return [each[:3] for each in face_down(record) if not each[3]]


def _back(record: Any) -> dict[int, tuple[int, int]]:
    """Events that lie face down, known to all: before whom, and from which deck."""
    return {card: (seat, deck) for seat, deck, card, shown in face_down(record) if shown}


def _matched(cards: list[tuple[int, int | None]], slots: list[Slot], may_be: Callable[..., bool]) -> bool:
    """Can each event be one of the slots, each of them one?"""
    if not cards:
        return True
    (card, played), *rest = cards
    return any(
        _matched(rest, slots[:i] + slots[i + 1 :], may_be) for i, slot in enumerate(slots) if may_be(card, played, slot)
    )
