"""Save files of Dynasty: a readable dict that is complete at any decision and is validated when it is read."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from dynasty_env.dynasty.ids import Step
from dynasty_env.dynasty.material import DECK_ROOM, EVENT_CARD, EVENT_NAMES, FIRST_PERSONS, EventPlace, Place
from dynasty_env.dynasty.rules.audit import may_have_several
from dynasty_env.dynasty.rules.copies import copies_in_game, put_all_in_pack
from dynasty_env.dynasty.rules.person_decks import persons_in
from dynasty_env.dynasty.rules.setup import clear
from dynasty_env.dynasty.saved import expansion, memory
from dynasty_env.dynasty.views.public_table import PERSON_CARDS, card_names, public_table, seat_public
from dynasty_env.europe.material import (
    BASE_PERSONS,
    COLOUR,
    DECK_NAMES,
    DECKS,
    NOBODY,
    OTTOMAN,
    PERSON_NAMES,
    PERSONS,
    SEX,
    SULEIMAN,
    Ability,
)
from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.europe.saved import EuropeLoader, listed_decks
from dynasty_env.kit.engine.cards import CARD_NAMES, KINDS
from dynasty_env.kit.files.frames import Stack
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State

SEAT_FIELDS = (
    "king", "spouses", "children", "courtiers", "territories", "hand", "childless", "vetoed",
    *expansion.SEAT_FIELDS, *memory.SEAT_FIELDS,
)  # fmt: skip


class DynastyLoader(EuropeLoader):
    """Lays a table of Dynasty as described in a save file, and remembers where each card was put.

    A dict without ``stack`` may leave things out, so it can be written by hand. It begins in the phase ``action`` of
    its turn player, or in ``recruit`` if it says so. A person deck that is left out gets the remaining persons of its
    colour, shuffled; all other persons and countries that are not mentioned are out of play, except that Suleiman in a
    dynasty brings the Ottoman Empire (§11-02). Playing cards that are not mentioned are shuffled under the listed pack.
    The seed decides the shuffles.
    """

    fields = (
        "turn", "turn_player", "first_player", "pope", "scythe", "no_hand_limit", "seats", "wanderers",
        "independent", "person_decks", "pack", "discards", "removed", "removed_countries", "declared", "on_table",
        "refused", "set_up_from", "rebuilt", *expansion.FIELDS,
    )  # fmt: skip
    idle = ("declared", "on_table", "refused", "set_up_from", *expansion.IDLE)
    steps = Step
    pieces: ClassVar = {**EuropeLoader.pieces, "event": EVENT_NAMES}
    places: ClassVar = {"wanderers": Place.WANDERER, "removed": Place.GONE}
    in_deck = Place.DECK

    def __init__(self, game: Game, reader: Reader, backend: BackendName | None) -> None:
        super().__init__(game, reader, backend)
        self.cards = np.zeros(KINDS, int)  # how many playing cards of each kind have been placed

    @staticmethod
    def table(state: State) -> dict[str, Any]:
        """Everything on the table."""
        record = state.record
        seats = []
        for seat in range(state.num_players):
            hand = card_names(record["hand"][seat])
            more = expansion.seat_to_dict(record, seat) if record["witches"] else {}
            seats.append(seat_public(record, seat) | {"hand": hand} | more | memory.seat_to_dict(record, seat))
        return {
            **public_table(record),
            "seats": seats,
            "person_decks": listed_decks(record, PERSON_CARDS),
            "pack": [CARD_NAMES[card] for card in record["pack"][: record["pack_size"]][::-1]],
        }

    @staticmethod
    def beginnings(t: Any) -> Sequence[Stack]:
        """Set-up, the recruiting of a turn, and the choice of an action."""
        first, me, n = t.first_player, t.turn_player, t.num_players
        return (
            [
                (Step.SETUP, (first + 1) % n, 1, 0),
                (Step.SETUP_KING, first, 0, 0),
                *((Step.SETUP_DECK, first, later, 0) for later in reversed(range(FIRST_PERSONS))),
            ],
            [*DynastyLoader.starts(t)["recruit"]],
            [(Step.ACTION_DONE, me, 0, 0), (Step.ACTION, me, 0, 0)],
        )

    @staticmethod
    def starts(t: Any) -> Mapping[str, Stack]:
        """An action begins, or the turn player recruits."""
        acting = [(Step.ACTION_DONE, t.turn_player, 0, 0), (Step.BEFORE_ACTION, t.turn_player, 0, 0)]
        return {"action": acting, "recruit": [*acting, (Step.RECRUIT, t.turn_player, 0, 0)]}

    def place_everything(self) -> None:
        """Lay everything on the table; the seed fills in what the file leaves out."""
        t, reader = self.t, self.reader
        clear(t)
        put_all_in_pack(t)
        if t.witches == 0:
            expansion.refuse(reader, self.seat_readers)
        last = self.n - 1
        t.turn = reader.get("turn", 1).whole(0, 9999)
        t.first_player = reader.get("first_player", 0).whole(0, last)
        t.turn_player = reader.get("turn_player", t.first_player).whole(0, last)
        t.pope = reader.get("pope", t.first_player).whole(0, last)
        t.scythe = reader.get("scythe", (t.first_player - 1) % self.n).whole(0, last)
        t.no_hand_limit = reader.get("no_hand_limit", False).flag()
        for seat, seat_reader in enumerate(self.seat_readers):
            self.place_seat(seat, seat_reader)
        self.lay_in_the_middle()
        if t.witches:
            expansion.place_expansion(self)
        for seat, seat_reader in enumerate(self.seat_readers):
            spouses = list(seat_reader.get("spouses", []).each())
            if len(spouses) > 1 and not may_have_several(t, t.king[seat]):
                raise spouses[1].wrong("a king has one spouse at most, except with polygamy or after a revolution")
        if t.owner[SULEIMAN] != NOBODY and not self.is_running and not self.placed.has("country", OTTOMAN):
            t.holder[OTTOMAN] = t.owner[SULEIMAN]  # §11-02: the Ottoman Empire belongs to Suleiman's dynasty
        self.fill_person_decks()
        expansion.place_knowledge(t, reader, self.seat_readers)
        self.fill_pack()
        t.rebuilt = reader.get("rebuilt", 0).whole(0, memory.MOST_REBUILT)
        memory.place_copies(t)
        memory.place_memory(t, self.seat_readers)

    def place_seat(self, seat: int, reader: Reader) -> None:
        """Lay one dynasty: its persons, territories and hand."""
        t = self.t
        reader.fields(SEAT_FIELDS)
        t.childless[seat] = reader.get("childless", False).flag()
        t.vetoed[seat] = reader.get("vetoed", False).flag()
        king = NOBODY
        if reader.has("king"):
            king = self.member(reader["king"], seat, Place.KING)
            t.king[seat] = king
        spouses = list(reader.get("spouses", []).each())
        for item in spouses:
            spouse = self.member(item, seat, Place.SPOUSE)
            if king == NOBODY or (SEX[spouse] == SEX[king] and not has_ability(t, king, Ability.REVOLUTION)):  # D-R19
                raise item.wrong("a spouse needs a king of the other sex (§05-02)")
        for order, item in enumerate(reader.get("children", []).each()):
            t.born[self.member(item, seat, Place.CHILD)] = order + 1
        for item in reader.get("courtiers", []).each():
            self.member(item, seat, Place.COURTIER)
        self.lay(reader.get("territories", []), "country", t.holder, seat)
        for item in reader.get("hand", []).each():
            t.hand[seat, self.card(item)] += 1
            t.hand_size[seat] += 1

    def piece(self, kind: str, reader: Reader) -> int:
        """Persons of the expansion need the option `witches`."""
        return self.card_of_deck(reader, PERSON_NAMES) if kind == "person" else super().piece(kind, reader)

    def card_of_deck(self, reader: Reader, names: Sequence[str] = PERSON_CARDS) -> int:
        """A card of a person deck: a person, or 97 + an event. Cards of the expansion need the option `witches`."""
        card = reader.one_of(names, "person")
        if card >= BASE_PERSONS and not self.t.witches:
            raise reader.wrong(f"{reader.value} belongs to the expansion; set options.witches")
        if card >= EVENT_CARD:
            self.t.event_place[card - EVENT_CARD] = EventPlace.DECK
            return EVENT_CARD + self.placed.once("event", reader, card - EVENT_CARD)
        return self.placed.once("person", reader, card)

    def card(self, reader: Reader) -> int:
        """The kind of a playing card; it may be placed as often as the game has copies."""
        card = reader.one_of(CARD_NAMES, "card")
        self.cards[card] += 1
        if self.cards[card] > copies_in_game(self.t, card):
            raise reader.wrong(f"{reader.value} is placed more often than {self.t.packs} pack(s) have it")
        return card

    def fill_person_decks(self) -> None:
        """Lay the listed decks; a deck that is left out gets the remaining persons of its colour, shuffled."""
        decks = self.reader.get("person_decks", {})
        decks.fields(DECK_NAMES)
        listed = {
            d: [self.card_of_deck(item) for item in decks[name].each()]
            for d, name in enumerate(DECK_NAMES)
            if decks.has(name)
        }
        for deck in range(DECKS):
            own = [p for p in range(BASE_PERSONS) if COLOUR[p] == deck and not self.placed.has("person", p)]
            if len(listed.get(deck, ())) > DECK_ROOM:
                raise decks[DECK_NAMES[deck]].wrong(f"a deck has {DECK_ROOM} cards at most")
            self.lay_deck(deck, [] if deck in listed else own[::-1], listed.get(deck, ()))

    def fill_pack(self) -> None:
        """Lay the listed pack, with the remaining cards shuffled under it."""
        t = self.t
        for item in self.reader.get("discards", []).each():
            t.discards[self.card(item)] += 1
        top = [self.card(item) for item in self.reader.get("pack", []).each()]
        rest = [card for card in range(KINDS) for _ in range(copies_in_game(t, card) - int(self.cards[card]))]
        if rest and self.is_running:
            names = ", ".join(CARD_NAMES[card] for card in rest[:5])
            raise self.reader.wrong(
                f"{len(rest)} playing card(s) are nowhere: {names}; only a save without 'stack' may leave cards out"
            )
        t.pack_size = self.lay_pile(t.pack, top, rest)

    def check(self, phase: str) -> None:
        """Raise a SaveError if this phase cannot begin with such a table; what the audit checks is not checked here."""
        t, reader = self.t, self.reader
        if (phase == "setup_deck") != (t.turn == 0):
            raise reader.get("turn", 1).wrong("it is 0 during set-up, and from 1 on afterwards")
        if phase == "setup_deck":
            self.check_set_up()
        elif phase == "recruit" and not any(t.deck_size[deck] for deck in range(DECKS)):
            raise reader["phase"].wrong("no person deck has a card to recruit; begin in 'action'")
        for seat, seat_reader in enumerate(self.seat_readers):
            if t.turn > 0 and t.king[seat] == NOBODY and not t.childless[seat]:
                raise seat_reader.wrong("every dynasty needs a king")
        if t.second != NOBODY and (phase != "action" or t.owner[t.second] != t.turn_player):
            raise reader["second"].wrong("only the turn player's witch acts again, once the first action is over")
        if t.witches:
            expansion.check_events(t, reader)

    def check_set_up(self) -> None:
        """Raise a SaveError if somebody has been turned up, or if the decks lack persons for all dynasties (§08-01)."""
        t = self.t
        for seat, reader in enumerate(self.seat_readers):
            has_persons = any(t.owner[person] == seat for person in range(PERSONS))
            if has_persons or t.childless[seat] or t.vetoed[seat] or t.fallen[seat]:
                raise reader.wrong("before set-up a seat has no persons, and is not childless or fallen")
        wanted = (FIRST_PERSONS - 1) * self.n  # no dynasty turns up more than this from one deck
        if sum(persons_in(t, deck) >= wanted for deck in range(DECKS)) < 2:
            raise self.reader["person_decks"].wrong(f"two decks need {wanted} persons or more, for all dynasties")
