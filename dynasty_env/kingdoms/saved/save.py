"""Save files: a readable dict that is complete at any decision and is validated when it is read."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from dynasty_env.europe.rules.ending import has_country
from dynasty_env.europe.saved import EuropeLoader, listed_decks
from dynasty_env.kingdoms.ids import Step
from dynasty_env.kingdoms.material import (
    COLOUR,
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECKS,
    FIRST_PERSONS,
    NOBODY,
    OTTOMAN,
    PERSON_NAMES,
    PERSONS,
    SULEIMAN,
    Holder,
    Place,
)
from dynasty_env.kingdoms.rules.countries import holds_home, is_strongest
from dynasty_env.kingdoms.rules.setup import clear
from dynasty_env.kingdoms.views.public_table import public_table, seat_public
from dynasty_env.kit.files.frames import Stack
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.state import State

SEAT_FIELDS = ("home", "kings", "nobles", "unruled", "vetoed")
KING_FIELDS = ("king", "countries", "spouse", "children")


def table(state: State) -> dict[str, Any]:
    """Everything on the table."""
    record = state.record
    return {
        **public_table(record),
        "seats": [seat_public(record, seat) for seat in range(state.num_players)],
        "person_decks": listed_decks(record, PERSON_NAMES),
    }


class KingdomsLoader(EuropeLoader):
    """Lays a table of Kingdoms as described in a save file, and remembers where each card was put.

    A dict without `stack` is hand-written. Its phase is `action` (the turn player's decision) or `recruit`. Persons
    that it does not place are shuffled by the seed under the listed decks, countries that it does not place are
    independent, and a dynasty's home is its strongest country unless the dict says otherwise.
    """

    fields = (
        "turn", "turn_player", "first_player", "scythe", "seats", "pool", "independent", "removed",
        "removed_countries", "exhausted", "rebels", "declared", "committed", "contest", "refused", "set_up_from",
        "person_decks",
    )  # fmt: skip
    idle = ("declared", "committed", "contest", "refused", "set_up_from")
    steps = Step
    pieces: ClassVar = {**EuropeLoader.pieces, "person": PERSON_NAMES}
    places: ClassVar = {"pool": Place.POOL, "removed": Place.GONE}
    in_deck = Place.DECK
    table = staticmethod(table)

    @staticmethod
    def beginnings(t: Any) -> Sequence[Stack]:
        """Set-up, a turn, and the choice of an action."""
        first = t.first_player
        set_up = [
            (Step.SETUP, (first + 1) % t.num_players, 1, 0),
            (Step.SETUP_HOME, first, 0, 0),
            (Step.SETUP_KING, first, 0, 0),
            *((Step.SETUP_DECK, first, later, 0) for later in reversed(range(FIRST_PERSONS))),
        ]
        return set_up, *KingdomsLoader.starts(t).values()

    @staticmethod
    def starts(t: Any) -> Mapping[str, Stack]:
        """The turn player chooses an action, or the turn begins."""
        acting = [(Step.ACTION_DONE, t.turn_player, 0, 0), (Step.ACTION, t.turn_player, 0, 0)]
        return {"action": acting, "recruit": [*acting, (Step.RECRUIT, t.turn_player, 0, 0)]}

    # ------------------------------------------------------------------------------------------------------- the table

    def place_everything(self) -> None:
        """Lay everything on the table; the seed fills in what the file leaves out."""
        t, reader = self.t, self.reader
        clear(t)
        t.turn_player = reader.get("turn_player", 0).whole(0, self.n - 1)
        t.turn = reader.get("turn", 1).whole(0, int(t.max_rounds) * self.n)
        usual = (t.turn_player - max(t.turn - 1, 0)) % self.n
        t.first_player = reader.get("first_player", usual).whole(0, self.n - 1)
        t.scythe = reader.get("scythe", (t.first_player - 1) % self.n).whole(0, self.n - 1)
        for seat, seat_reader in enumerate(self.seat_readers):
            self.place_seat(seat, seat_reader)
        self.lay_in_the_middle()
        self.place_countries()
        for item in reader.get("rebels", []).each():
            t.rebel[item.one_of(PERSON_NAMES, "person")] = 1
        self.fill_decks()

    def place_seat(self, seat: int, reader: Reader) -> None:
        """Lay everything that belongs to a dynasty."""
        t = self.t
        reader.fields(SEAT_FIELDS)
        for king in reader.get("kings", []).each():
            self.place_king(seat, king)
        for item in reader.get("nobles", []).each():
            self.member(item, seat, Place.NOBLE)
        self.lay(reader.get("unruled", []), "country", t.holder, seat)
        t.vetoed[seat] = reader.get("vetoed", False).flag()
        if reader.has("home"):
            t.home[seat] = reader["home"].one_of(COUNTRY_NAMES, "country")

    def place_king(self, seat: int, reader: Reader) -> None:
        """Lay a king with his countries and his family."""
        t = self.t
        reader.fields(KING_FIELDS)
        king = self.member(reader["king"], seat, Place.KING)
        for item in reader["countries"].each():
            country = self.piece("country", item)
            t.holder[country] = seat
            t.ruler[country] = king
        if reader.has("spouse"):
            t.liege[self.member(reader["spouse"], seat, Place.SPOUSE)] = king
        for order, item in enumerate(reader.get("children", []).each()):
            child = self.member(item, seat, Place.CHILD)
            t.liege[child] = king
            t.born[child] = 1 + order

    def place_countries(self) -> None:
        """Handle countries that the file does not place, and mark exhausted ones."""
        t = self.t
        if OTTOMAN in self.left_out("country"):
            t.holder[OTTOMAN] = Holder.OUT
        for item in self.reader.get("exhausted", []).each():
            t.exhausted[item.one_of(COUNTRY_NAMES, "country")] = 1

    def fill_decks(self) -> None:
        """Lay the listed persons on top, with unlisted ones shuffled under them."""
        decks = self.reader.get("person_decks", {})
        decks.fields(DECK_NAMES)
        listed = []
        for deck, name in enumerate(DECK_NAMES):
            listed.append([self.piece("person", item) for item in decks.get(name, []).each()])
            for person, item in zip(listed[deck], decks.get(name, []).each(), strict=True):
                if COLOUR[person] != deck:
                    raise item.wrong(f"{PERSON_NAMES[person]} belongs to the {DECK_NAMES[COLOUR[person]]} deck")
        rest = self.left_out("person")
        if SULEIMAN in rest and self.t.holder[OTTOMAN] != Holder.OUT:
            rest.remove(SULEIMAN)  # with the Ottoman Empire in play, Suleiman has been turned up
        for deck in range(DECKS):
            self.lay_deck(deck, [person for person in rest if COLOUR[person] == deck], listed[deck])

    def check(self, phase: str) -> None:
        """Raise a SaveError if this phase cannot begin with such a table; what the audit checks is not checked here."""
        t, reader = self.t, self.reader
        in_set_up = phase == "setup_deck"
        if in_set_up != (t.turn == 0):
            raise reader.get("turn").wrong("0 during set-up, 1 or more is expected after it")
        wanted = t.first_player if in_set_up else (t.first_player + t.turn - 1) % self.n
        if t.turn_player != wanted:
            raise reader.get("turn_player").wrong(f"in turn {t.turn} it is seat {wanted}, counted from first_player")
        for seat, seat_reader in enumerate(self.seat_readers):
            (self.check_before_set_up if in_set_up else self.check_seat)(seat, seat_reader)
        if phase == "recruit" and not all(t.deck_size[deck] for deck in range(DECKS)):
            raise reader["person_decks"].wrong("every deck has a card when a turn begins (K7 b)")
        if in_set_up and any(t.place[person] in (Place.POOL, Place.GONE) for person in range(PERSONS)):
            raise reader.get("pool").wrong("it is empty during set-up, and nobody has left play")

    def check_seat(self, seat: int, reader: Reader) -> None:
        """Between actions every dynasty has a king and a home country."""
        t = self.t
        if t.vetoed[seat] or any(t.holder[c] == seat and t.ruler[c] == NOBODY for c in range(COUNTRIES)):
            raise reader.wrong("a save without 'moves' has nothing going on: leave 'vetoed' and 'unruled' out")
        if not has_country(t, seat):
            raise reader.wrong("a dynasty has a king with a country")
        if not reader.has("home"):
            t.home[seat] = next(country for country in range(COUNTRIES) if is_strongest(t, seat, country))
        if not holds_home(t, seat):
            raise reader["home"].wrong("it is one of the dynasty's own countries")

    def check_before_set_up(self, seat: int, reader: Reader) -> None:
        """K2: two countries are dealt to each seat."""
        t = self.t
        dealt = [c for c in range(COUNTRIES) if t.holder[c] == seat and t.ruler[c] == NOBODY]
        has_persons = any(t.owner[person] == seat for person in range(PERSONS))
        if len(dealt) != 2 or has_persons or t.vetoed[seat] or t.home[seat] != NOBODY:
            raise reader.wrong("before set-up a seat has two countries that have no king, and nothing else")
