"""Where each card of a save file lies: every card in exactly one place."""

from typing import Any

import numpy as np

from dynasty_env.dynasty.material import BASE_PERSONS, COUNTRY_NAMES, EVENT_CARD, EVENT_NAMES, PERSON_NAMES, EventPlace
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, KINDS
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import Placed


class Placement(Placed):
    """Reads the cards that a save file names, and remembers where each was put.

    The methods that read a card return its id. They raise a SaveError if there is no such card, or if it lies somewhere
    else already.

    Attributes:
        t: the table that is being laid.
        n: its number of seats.
        cards: (53,) how many playing cards of each kind have been placed.
    """

    def __init__(self, t: Any) -> None:
        super().__init__()
        self.t = t
        self.n = int(t.num_players)
        self.cards = np.zeros(KINDS, int)

    def person(self, reader: Reader) -> int:
        """A person."""
        return self.card_of_deck(reader, PERSON_NAMES)

    def card_of_deck(self, reader: Reader, names: tuple[str, ...]) -> int:
        """A person, or in a person deck 97 + an event. Cards of the expansion need the option `witches`."""
        card = reader.one_of(names, "person")
        if card >= BASE_PERSONS and not self.t.witches:
            raise reader.wrong(f"{reader.value} belongs to the expansion; set options.witches")
        if card >= EVENT_CARD:
            self.t.event_place[card - EVENT_CARD] = EventPlace.DECK
            return EVENT_CARD + self.once("event", reader, card - EVENT_CARD)
        return self.once("person", reader, card)

    def country(self, reader: Reader) -> int:
        """A country."""
        return self.once("country", reader, reader.one_of(COUNTRY_NAMES, "country"))

    def event(self, reader: Reader, place: EventPlace) -> int:
        """An event, which is then at this place."""
        event = self.once("event", reader, reader.one_of(EVENT_NAMES, "event"))
        self.t.event_place[event] = place
        return event

    def copies(self, card: int) -> int:
        """How many cards of a kind the game has."""
        return int(self.t.packs) * (2 if card == JOKER else 1)

    def card(self, reader: Reader) -> int:
        """The kind of a playing card; it may be placed as often as the game has copies."""
        card = reader.one_of(CARD_NAMES, "card")
        self.cards[card] += 1
        if self.cards[card] > self.copies(card):
            raise reader.wrong(f"{reader.value} is placed more often than {self.t.packs} pack(s) have it")
        return card
