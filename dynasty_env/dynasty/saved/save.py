"""Save files of Dynasty: a readable dict that is complete at any decision and is checked when it is read."""

from collections.abc import Mapping, Sequence
from typing import Any

from dynasty_env.dynasty.actions import ACTION_NAMES, DECK, MARRIAGE
from dynasty_env.dynasty.material import (
    BASE_PERSONS,
    COLOUR,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    FIRST_PERSONS,
    NOBODY,
    OTTOMAN,
    PERSON_NAMES,
    SEX,
    SULEIMAN,
    Ability,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.audit import TRUTHS, may_have_several
from dynasty_env.dynasty.rules.copies import put_all_in_pack
from dynasty_env.dynasty.rules.people import has_ability
from dynasty_env.dynasty.rules.score import end_reasons
from dynasty_env.dynasty.rules.setup import clear
from dynasty_env.dynasty.saved import expansion, memory
from dynasty_env.dynasty.saved.placement import Placement
from dynasty_env.dynasty.saved.position import check_position
from dynasty_env.dynasty.saved.stack import check_stack
from dynasty_env.dynasty.seen.public_table import PERSON_CARDS, TARGET_COUNTRIES, public_table, seat_public
from dynasty_env.dynasty.steps import Step
from dynasty_env.dynasty.table import STACK
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, KINDS, number_of
from dynasty_env.kit.engine.rng import set_key, shuffle
from dynasty_env.kit.engine.table import push
from dynasty_env.kit.errors import in_short
from dynasty_env.kit.files.frames import Frame, stack_of
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import HEAD, Loader, head_of
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State

TARGETS = (*PERSON_NAMES, "pope")
STARTS = ("recruit", "action")
"""Phases in which a save file that is written by hand, without a stack, may begin; the second is the default."""

FIELDS = (
    *HEAD, "turn", "turn_player", "first_player", "pope", "scythe", "no_hand_limit", "seats", "wanderers",
    "independent", "person_decks", "pack", "discards", "removed", "removed_countries", "declared", "on_table",
    "refused", "set_up_from", "rebuilt", "stack", *expansion.FIELDS,
)  # fmt: skip
SEAT_FIELDS = (
    "king", "spouses", "children", "courtiers", "territories", "hand", "childless", "vetoed",
    *expansion.SEAT_FIELDS, *memory.SEAT_FIELDS,
)  # fmt: skip


def to_dict(state: State) -> dict[str, Any]:
    """The save file of a game: the whole table, including hidden cards and the generator of random numbers."""
    record = state.record
    seats = []
    for seat in range(state.num_players):
        hand = [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(int(record["hand"][seat, kind]))]
        more = expansion.seat_to_dict(record, seat) if record["witches"] else {}
        seats.append(seat_public(record, seat) | {"hand": hand} | more | memory.seat_to_dict(record, seat))
    decks = record["deck"].reshape(DECKS, DECK_ROOM)
    return {
        **head_of(state),
        **public_table(record),
        "seats": seats,
        "person_decks": {
            name: [PERSON_CARDS[p] for p in decks[d, : record["deck_size"][d]][::-1]]
            for d, name in enumerate(DECK_NAMES)
        },
        "pack": [CARD_NAMES[card] for card in record["pack"][: record["pack_size"]][::-1]],
        "stack": stack_of(record, Step),
    }


def from_dict(game: Game, saved: Mapping[str, Any], backend: BackendName | None = None) -> State:
    """The game of a save file.

    A dict without ``stack`` may leave things out, so that it can be written by hand. It begins in the phase ``action``
    of its turn player, or in ``recruit`` if it says so. A person deck that it leaves out gets the remaining persons of
    its colour, shuffled; all other persons and countries that it does not mention are out of play, but Suleiman in a
    dynasty brings the Ottoman Empire (§11-02). Playing cards that it does not mention are shuffled under the pack that
    it lists. Its seed decides the shuffles.

    Raises:
        SaveError: with the path of the wrong field, and what would be right there.
    """
    return DynastyLoader(game, saved, backend).load()


class DynastyLoader(Loader):
    """Lays a table of Dynasty as a save file says, and remembers where each card was put."""

    fields = FIELDS
    steps = Step
    room = STACK
    truths = TRUTHS

    def __init__(self, game: Game, saved: Mapping[str, Any], backend: BackendName | None) -> None:
        super().__init__(game, saved, backend)
        self.placement = Placement(self.t)

    def place_everything(self) -> None:
        """Lay all that is on the table; what the file leaves out is added by the seed."""
        t, reader = self.t, self.reader
        clear(t)
        put_all_in_pack(t)
        if t.witches == 0:
            expansion.refuse(reader, self.seat_readers)
        t.seed = reader.get("seed", 0).whole(-1, 2**63 - 1)
        set_key(t, max(t.seed, 0))
        for country in range(len(COUNTRY_NAMES)):
            t.holder[country] = Holder.OUT
        last = self.n - 1
        t.turn = reader.get("turn", 1).whole(0, 9999)
        t.first_player = reader.get("first_player", 0).whole(0, last)
        t.turn_player = reader.get("turn_player", t.first_player).whole(0, last)
        t.pope = reader.get("pope", t.first_player).whole(0, last)
        t.scythe = reader.get("scythe", (t.first_player - 1) % self.n).whole(0, last)
        t.no_hand_limit = reader.get("no_hand_limit", False).flag()
        for seat, seat_reader in enumerate(self.seat_readers):
            self.place_seat(seat, seat_reader)
        for item in reader.get("wanderers", []).each():
            t.place[self.placement.person(item)] = Place.WANDERER
        for item in reader.get("removed", []).each():
            t.place[self.placement.person(item)] = Place.GONE
        for item in reader.get("independent", []).each():
            t.holder[self.placement.country(item)] = Holder.INDEPENDENT
        for item in reader.get("removed_countries", []).each():
            self.placement.country(item)
        for deck, count in expansion.by_deck(reader, "set_up_from"):
            t.set_up_from[deck] = count.whole(1, FIRST_PERSONS)
        if t.witches:
            expansion.place_expansion(self.placement, reader, self.seat_readers)
        for seat, seat_reader in enumerate(self.seat_readers):
            spouses = list(seat_reader.get("spouses", []).each())
            if len(spouses) > 1 and not may_have_several(t, t.king[seat]):
                raise spouses[1].wrong("a king has one spouse at most, except with polygamy or after a revolution")
        self.declare()
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
        for item in reader.get("territories", []).each():
            t.holder[self.placement.country(item)] = seat
        for item in reader.get("hand", []).each():
            t.hand[seat, self.placement.card(item)] += 1
            t.hand_size[seat] += 1

    def member(self, reader: Reader, seat: int, place: Place) -> int:
        """Put a person into a dynasty. Returns the person."""
        person = self.placement.person(reader)
        self.t.place[person] = place
        self.t.owner[person] = seat
        return person

    def declare(self) -> None:
        """Lay the declared action, the marks of persons who were refused, and the cards laid for the action."""
        t, reader = self.t, self.reader.get("declared", {})
        reader.fields(("action", "target", "actor", "defender", "country", *(("friend",) if t.witches else ())))
        if reader.has("action"):
            t.action = MARRIAGE + reader["action"].one_of(ACTION_NAMES[MARRIAGE:DECK], "action")
        if reader.has("target"):
            found = reader["target"].one_of(TARGETS, "person")
            t.target = found
        for name in ("actor", "defender", "friend"):
            if reader.has(name):
                setattr(t, name, reader[name].one_of(TARGETS[:-1], "person"))
        if t.friend != NOBODY:
            t.friend_of = expansion.side_of_friend(t)
        if reader.has("country"):
            t.country = reader["country"].one_of(TARGET_COUNTRIES, "country")
        for item in self.reader.get("refused", []).each():
            found = item.one_of(TARGETS, "person")
            t.refused[found] = 1
        for i, item in enumerate(self.reader.get("on_table", []).each()):
            item.fields(("card", "number", "seat"))
            card = self.placement.card(item["card"])
            number = item["number"].whole(1, 13) if item.has("number") else 0 if card == JOKER else number_of(card)
            if card != JOKER and number != number_of(card):
                raise item["number"].wrong(f"{CARD_NAMES[card]} counts as {number_of(card)}")
            t.laid[i] = card
            t.laid_number[i] = number
            t.laid_by[i] = item["seat"].whole(0, self.n - 1) if item.has("seat") else NOBODY
            t.laid_size = i + 1

    def fill_person_decks(self) -> None:
        """Lay the listed decks; a deck that is left out gets the remaining persons of its colour, shuffled."""
        t = self.t
        decks = self.reader.get("person_decks", {})
        decks.fields(DECK_NAMES)
        listed = {
            d: [self.placement.card_of_deck(item, PERSON_CARDS) for item in decks[name].each()]
            for d, name in enumerate(DECK_NAMES)
            if decks.has(name)
        }
        for deck in range(DECKS):
            persons = listed.get(deck)
            if persons is None:
                persons = [p for p in range(BASE_PERSONS) if COLOUR[p] == deck and not self.placement.has("person", p)]
            if len(persons) > DECK_ROOM:
                raise decks[DECK_NAMES[deck]].wrong(f"a deck has {DECK_ROOM} cards at most")
            for i, card in enumerate(reversed(persons)):
                t.deck[deck * DECK_ROOM + i] = card
                if card < EVENT_CARD:
                    t.place[card] = Place.DECK
            t.deck_size[deck] = len(persons)
            if deck not in listed:
                shuffle(t, t.deck, deck * DECK_ROOM, len(persons))

    def fill_pack(self) -> None:
        """Lay the listed pack, with the remaining cards shuffled under it."""
        t = self.t
        for item in self.reader.get("discards", []).each():
            t.discards[self.placement.card(item)] += 1
        top = [self.placement.card(item) for item in self.reader.get("pack", []).each()]
        rest = [
            card for card in range(KINDS) for _ in range(self.placement.copies(card) - int(self.placement.cards[card]))
        ]
        if rest and self.is_running:
            names = ", ".join(CARD_NAMES[card] for card in rest[:5])
            raise self.reader.wrong(
                f"{len(rest)} playing card(s) are nowhere: {names}; only a save without 'stack' may leave cards out"
            )
        for i, card in enumerate(rest + top[::-1]):
            t.pack[i] = card
        shuffle(t, t.pack, 0, len(rest))
        t.pack_size = len(rest) + len(top)

    def begin(self) -> None:
        """Begin in the recruit phase of the turn player, or where he chooses an action."""
        t, reader = self.t, self.reader
        phase = reader.get("phase", "action")
        if not phase.says(*STARTS):
            raise phase.wrong(f"a save without 'stack' begins in {' or '.join(STARTS)}, not in {in_short(phase.value)}")
        if t.owner[SULEIMAN] != NOBODY and not self.placement.has("country", OTTOMAN):
            t.holder[OTTOMAN] = t.owner[SULEIMAN]  # §11-02: the Ottoman Empire is Suleiman's dynasty's
        begun = Step.BEFORE_ACTION if phase.says("recruit") else Step.ACTION
        frames = [Frame(step, t.turn_player, 0, 0, {"step": phase}) for step in (Step.ACTION_DONE, begun)]
        check_position(t, reader, frames)
        push(t, Step.ACTION_DONE, t.turn_player, 0, 0)
        push(t, Step.BEFORE_ACTION, t.turn_player, 0, 0)
        if phase.says("recruit"):
            if not any(t.deck_size[deck] for deck in range(DECKS)):
                raise phase.wrong("no person deck has a card to recruit; begin in 'action'")
            push(t, Step.RECRUIT, t.turn_player, 0, 0)
        self.state.call("proceed")

    def resume(self) -> None:
        """Go on with the decision that was open, and with the generator as it was."""
        if self.reader.has("generator"):
            self.read_generator(self.reader["generator"])
        super().resume()

    def check_frames(self, frames: Sequence[Frame]) -> None:
        """Raise a SaveError unless stack and table fit the open decision, which is the last of the frames."""
        check_stack(self.t, self.reader, frames)
        check_position(self.t, self.reader, frames)

    def check_end(self) -> None:
        """Raise a SaveError unless §07-01 has ended the game and nothing is going on."""
        t, reader = self.t, self.reader
        if end_reasons(t) == 0:
            raise reader["phase"].wrong("the game is not over: nothing that ends it (§07-01) is true of this table")
        over = Frame(Step.AFTERMATH, t.turn_player, 0, 0, {"step": reader["phase"]})
        check_position(t, reader, [over])
