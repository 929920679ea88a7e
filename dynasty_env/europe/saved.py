"""The parts that save files of Dynasty and Kingdoms share: persons, countries and person decks."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

from dynasty_env.europe.material import COUNTRY_NAMES, DECK_NAMES, DECKS, PERSON_NAMES, Holder
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import Loader


def listed_decks(record: Any, names: Sequence[str]) -> dict[str, list[str]]:
    """The person decks, top first. `names`: the names of their cards, by id."""
    decks = record["deck"].reshape(DECKS, -1)
    return {
        name: [names[card] for card in decks[deck, : record["deck_size"][deck]][::-1]]
        for deck, name in enumerate(DECK_NAMES)
    }


class EuropeLoader(Loader):
    """Lays persons and countries.

    Attributes:
        places: the fields that list persons without a seat, and the place that each stands for.
        in_deck: the place of a person in a deck.
    """

    pieces: ClassVar[Mapping[str, Sequence[str]]] = {"person": PERSON_NAMES, "country": COUNTRY_NAMES}
    places: ClassVar[Mapping[str, IntEnum]]
    in_deck: ClassVar[IntEnum]

    def lay_in_the_middle(self) -> None:
        """Lay the persons and countries without a seat."""
        t, reader = self.t, self.reader
        for field, place in self.places.items():
            self.lay(reader.get(field, []), "person", t.place, place)
        self.lay(reader.get("independent", []), "country", t.holder, Holder.INDEPENDENT)
        self.lay(reader.get("removed_countries", []), "country", t.holder, Holder.OUT)

    def member(self, reader: Reader, seat: int, place: IntEnum) -> int:
        """Put the person named by a field into a dynasty. Returns the person."""
        person = self.piece("person", reader)
        self.t.place[person] = place
        self.t.owner[person] = seat
        return person

    def lay_deck(self, deck: int, under: Sequence[int], listed: Sequence[int]) -> None:
        """Lay a person deck: the listed cards, top first, above the others, which are shuffled."""
        t = self.t
        for card in (*under, *listed):
            if card < len(t.place):
                t.place[card] = self.in_deck
        t.deck_size[deck] = self.lay_pile(t.deck, listed, under, deck * (len(t.deck) // DECKS))
