"""Save files: a readable dict, complete at any decision, and validated on the way in."""

from collections.abc import Mapping, Sequence
from typing import Any

from dynasty_env.kingdoms.actions import ACTION_NAMES, DECK, MARRIAGE
from dynasty_env.kingdoms.material import (
    COLOUR,
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    NOBODY,
    OTTOMAN,
    PERSON_NAMES,
    PERSONS,
    SULEIMAN,
    Holder,
    Place,
)
from dynasty_env.kingdoms.rules.audit import TRUTHS
from dynasty_env.kingdoms.rules.countries import has_country, holds_home, is_strongest
from dynasty_env.kingdoms.rules.score import end_reasons
from dynasty_env.kingdoms.rules.setup import clear
from dynasty_env.kingdoms.saved.position import complaint
from dynasty_env.kingdoms.saved.stack import check_stack
from dynasty_env.kingdoms.seen.public_table import SIDE_NAMES, public_table, seat_public
from dynasty_env.kingdoms.steps import Step
from dynasty_env.kingdoms.table import STACK
from dynasty_env.kit.engine.rng import set_key, shuffle
from dynasty_env.kit.engine.table import push
from dynasty_env.kit.errors import in_short
from dynasty_env.kit.files.frames import Frame, stack_of
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import HEAD, Loader, Placed, head_of
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State

STARTS = ("action", "recruit")
"""Phases in which a hand-written save may begin, without a stack."""

FIELDS = (
    *HEAD, "turn", "turn_player", "first_player", "scythe", "seats", "pool", "independent", "removed",
    "removed_countries", "exhausted", "rebels", "declared", "committed", "contest", "refused", "set_up_from",
    "person_decks", "stack",
)  # fmt: skip
SEAT_FIELDS = ("home", "kings", "nobles", "unruled", "vetoed")
KING_FIELDS = ("king", "countries", "spouse", "children")
ROLES = ("king", "target", "actor", "defender")
GOING_ON = ("seat", "frame", "declared", "committed", "contest", "refused", "set_up_from")
"""Fields of which a save without a stack has none."""


def to_dict(state: State) -> dict[str, Any]:
    """Everything that lies on the table, the order of the decks (top first) and the generator included."""
    record = state.record
    decks = {}
    for deck in range(DECKS):
        first = deck * DECK_ROOM
        cards = record["deck"][first : first + record["deck_size"][deck]][::-1]
        decks[DECK_NAMES[deck]] = [PERSON_NAMES[person] for person in cards]
    return {
        **head_of(state),
        **public_table(record),
        "seats": [seat_public(record, seat) for seat in range(state.num_players)],
        "person_decks": decks,
        "stack": stack_of(record, Step),
    }


def from_dict(game: Game, saved: Mapping[str, Any], backend: BackendName | None = None) -> State:
    """The game of a save file.

    A dict without `stack` is hand-written: its phase is `action` (the turn player's decision) or `recruit`; persons
    that it does not place are shuffled by the seed under the listed decks, countries that it does not place are
    independent, and home is a dynasty's strongest country unless it says so.

    Raises:
        SaveError: with the path of the wrong field, and what would be right there.
    """
    return KingdomsLoader(game, saved, backend).load()


class KingdomsLoader(Loader):
    """Lays a table of Kingdoms as a save file says, and remembers where each card was put."""

    fields = FIELDS
    steps = Step
    room = STACK
    truths = TRUTHS

    def __init__(self, game: Game, saved: Mapping[str, Any], backend: BackendName | None) -> None:
        super().__init__(game, saved, backend)
        self.placed = Placed()

    # ------------------------------------------------------------------------------------------------------- the table

    def place_everything(self) -> None:
        """All that lies on the table; what the file leaves out is added by the seed."""
        t, reader = self.t, self.reader
        clear(t)
        for country in range(COUNTRIES):
            t.holder[country] = Holder.INDEPENDENT
        t.seed = reader.get("seed", 0).whole(-1, 2**63 - 1)
        set_key(t, max(t.seed, 0))
        t.turn_player = reader.get("turn_player", 0).whole(0, self.n - 1)
        t.turn = reader.get("turn", 1).whole(0, int(t.max_rounds) * self.n)
        usual = (t.turn_player - max(t.turn - 1, 0)) % self.n
        t.first_player = reader.get("first_player", usual).whole(0, self.n - 1)
        t.scythe = reader.get("scythe", (t.first_player - 1) % self.n).whole(0, self.n - 1)
        for seat, seat_reader in enumerate(self.seat_readers):
            self.place_seat(seat, seat_reader)
        for item in reader.get("pool", []).each():
            t.place[self.person(item)] = Place.POOL
        for item in reader.get("removed", []).each():
            t.place[self.person(item)] = Place.GONE
        self.place_action()
        self.place_contest()
        self.place_countries()
        for item in reader.get("rebels", []).each():
            t.rebel[item.one_of(PERSON_NAMES, "person")] = 1
        if reader.has("generator"):
            self.read_generator(reader["generator"])
        self.fill_decks()

    def place_seat(self, seat: int, reader: Reader) -> None:
        """Lay what belongs to a dynasty."""
        t = self.t
        reader.fields(SEAT_FIELDS)
        for king in reader.get("kings", []).each():
            self.place_king(seat, king)
        for item in reader.get("nobles", []).each():
            self.put(self.person(item), Place.NOBLE, seat)
        for item in reader.get("unruled", []).each():
            t.holder[self.country(item)] = seat
        t.vetoed[seat] = reader.get("vetoed", False).flag()
        if reader.has("home"):
            t.home[seat] = reader["home"].one_of(COUNTRY_NAMES, "country")

    def place_king(self, seat: int, reader: Reader) -> None:
        """A king with his countries and his family."""
        t = self.t
        reader.fields(KING_FIELDS)
        king = self.person(reader["king"])
        self.put(king, Place.KING, seat)
        for item in reader["countries"].each():
            country = self.country(item)
            t.holder[country] = seat
            t.ruler[country] = king
        if reader.has("spouse"):
            spouse = self.person(reader["spouse"])
            self.put(spouse, Place.SPOUSE, seat)
            t.liege[spouse] = king
        for order, item in enumerate(reader.get("children", []).each()):
            child = self.person(item)
            self.put(child, Place.CHILD, seat)
            t.liege[child] = king
            t.born[child] = 1 + order

    def put(self, person: int, place: Place, seat: int) -> None:
        """Put a person into a dynasty."""
        self.t.place[person] = place
        self.t.owner[person] = seat

    def place_action(self) -> None:
        """The action that is going on, and what it has named."""
        t, reader = self.t, self.reader
        declared = reader.get("declared", {})
        declared.fields(("action", *ROLES, "country"))
        if declared.has("action"):
            t.action = MARRIAGE + declared["action"].one_of(ACTION_NAMES[MARRIAGE:DECK], "action")
        for role in ROLES:
            if declared.has(role):
                setattr(t, role, declared[role].one_of(PERSON_NAMES, "person"))
        if declared.has("country"):
            t.country = declared["country"].one_of(COUNTRY_NAMES, "country")
        committed = reader.get("committed", {})
        committed.fields(COUNTRY_NAMES)
        for name in committed.mapping():
            t.committed[COUNTRY_NAMES.index(name)] = 1 + committed[name].one_of(SIDE_NAMES[1:], "side")
        for item in reader.get("refused", []).each():
            t.refused[item.one_of(PERSON_NAMES, "person")] = 1
        turned_up = reader.get("set_up_from", {})
        turned_up.fields(DECK_NAMES)
        for deck, name in enumerate(DECK_NAMES):
            t.set_up_from[deck] = turned_up.get(name, 0).whole(0, 3)

    def place_contest(self) -> None:
        """The throne that is contested."""
        t, reader = self.t, self.reader
        if not reader.has("contest"):
            return
        contest = reader["contest"]
        contest.fields(("dead", "seat", "countries", "candidates"))
        t.throne = contest["dead"].one_of(PERSON_NAMES, "person")
        seat = contest["seat"].whole(0, self.n - 1)
        for item in contest["countries"].each():
            country = self.country(item)
            t.holder[country] = seat
            t.ruler[country] = t.throne
        for item in contest["candidates"].each():
            item.fields(("seat", "person", "arms"))
            place = item["seat"].whole(0, self.n - 1)
            t.candidate[place] = item["person"].one_of(PERSON_NAMES, "person")
            t.arms[place] = item["arms"].flag()

    def place_countries(self) -> None:
        """Independent countries, those out of play, and which are exhausted."""
        t, reader = self.t, self.reader
        for field, holder in (("independent", Holder.INDEPENDENT), ("removed_countries", Holder.OUT)):
            for item in reader.get(field, []).each():
                t.holder[self.country(item)] = holder
        left = [country for country in range(COUNTRIES) if not self.placed.has("country", country)]
        if left and self.is_running:
            some = ", ".join(COUNTRY_NAMES[country] for country in left[:5])
            raise reader.wrong(f"{some}: nowhere; only a save without 'stack' may leave countries out")
        if OTTOMAN in left:
            t.holder[OTTOMAN] = Holder.OUT
        for item in reader.get("exhausted", []).each():
            t.exhausted[item.one_of(COUNTRY_NAMES, "country")] = 1

    def fill_decks(self) -> None:
        """The listed persons on top; those that are nowhere are shuffled under them."""
        t = self.t
        decks = self.reader.get("person_decks", {})
        decks.fields(DECK_NAMES)
        listed = []
        for deck, name in enumerate(DECK_NAMES):
            listed.append([self.person(item) for item in decks.get(name, []).each()])
            for person, item in zip(listed[deck], decks.get(name, []).each(), strict=True):
                if COLOUR[person] != deck:
                    raise item.wrong(f"{PERSON_NAMES[person]} belongs to the {DECK_NAMES[COLOUR[person]]} deck")
        rest = [person for person in range(PERSONS) if not self.placed.has("person", person)]
        if rest and self.is_running:
            some = ", ".join(PERSON_NAMES[person] for person in rest[:5])
            raise self.reader.wrong(f"{some}: nowhere; only a save without 'stack' may leave persons out")
        if SULEIMAN in rest and t.holder[OTTOMAN] != Holder.OUT:
            rest.remove(SULEIMAN)  # whoever has the Ottoman Empire in play has turned him up
        for deck in range(DECKS):
            under = [person for person in rest if COLOUR[person] == deck]
            cards = under + listed[deck][::-1]
            for place, person in enumerate(cards):
                t.deck[deck * DECK_ROOM + place] = person
                t.place[person] = Place.DECK
            t.deck_size[deck] = len(cards)
            shuffle(t, t.deck, deck * DECK_ROOM, len(under))

    def person(self, reader: Reader) -> int:
        """The person whom a field names, who lies nowhere else."""
        return self.placed.once("person", reader, reader.one_of(PERSON_NAMES, "person"))

    def country(self, reader: Reader) -> int:
        """The country that a field names, which lies nowhere else."""
        return self.placed.once("country", reader, reader.one_of(COUNTRY_NAMES, "country"))

    # --------------------------------------------------------------------------------------------------------- going on

    def begin(self) -> None:
        """A hand-written table: the turn player's action, or the beginning of his turn."""
        t, reader = self.t, self.reader
        phase = reader.get("phase", "action")
        if not phase.says(*STARTS):
            raise phase.wrong(f"a save without 'stack' begins in {' or '.join(STARTS)}, not in {in_short(phase.value)}")
        for name in GOING_ON:
            if reader.has(name):
                raise reader[name].wrong("a save without 'stack' has nothing going on: leave this out")
        if t.turn == 0:
            raise reader["turn"].wrong("1 or more is wanted")
        for seat, seat_reader in enumerate(self.seat_readers):
            self.begin_seat(seat, seat_reader)
        if phase.says("recruit") and not all(t.deck_size[deck] for deck in range(DECKS)):
            raise reader["person_decks"].wrong("every deck has a card when a turn begins (K7 b)")
        self.check_turn()
        push(t, Step.ACTION_DONE, t.turn_player, 0, 0)
        push(t, Step.ACTION, t.turn_player, 0, 0)
        if phase.says("recruit"):
            push(t, Step.RECRUIT, t.turn_player, 0, 0)
        self.state.call("proceed")

    def begin_seat(self, seat: int, reader: Reader) -> None:
        """Between turns every dynasty has a king, and a home country."""
        t = self.t
        if reader.get("vetoed", False).flag() or list(reader.get("unruled", []).each()):
            raise reader.wrong("a save without 'stack' has nothing going on: leave 'vetoed' and 'unruled' out")
        if not has_country(t, seat):
            raise reader.wrong("a dynasty has a king with a country")
        if not reader.has("home"):
            t.home[seat] = next(country for country in range(COUNTRIES) if is_strongest(t, seat, country))
        if not holds_home(t, seat):
            raise reader["home"].wrong("it is one of the dynasty's own countries")

    def check_turn(self) -> None:
        """Raise a SaveError unless the turn player is the one whose turn has this number."""
        t = self.t
        if t.turn_player != (t.first_player + t.turn - 1) % self.n:
            wanted = (t.first_player + t.turn - 1) % self.n
            why = f"in turn {t.turn} it is seat {wanted}, counted from first_player"
            raise self.reader.get("turn_player").wrong(why)

    def check_frames(self, frames: Sequence[Frame]) -> None:
        """Raise a SaveError unless stack and table fit the open decision, which is the last of the frames."""
        check_stack(self.t, self.reader, frames)
        self.check_lying()
        if wrong := complaint(self.t, [frame.step for frame in frames[:-1]]):
            raise self.reader.wrong(wrong)

    def check_lying(self) -> None:
        """What the rules rely on before anything else can be asked about the table."""
        t, reader = self.t, self.reader
        if t.turn > 0:
            in_action = t.step in (Step.RECRUIT, Step.ACTION)
            for seat, seat_reader in enumerate(self.seat_readers):
                if (in_action or t.step == Step.DISCARD) and not holds_home(t, seat):
                    raise seat_reader.wrong("between actions a dynasty has a king and a home country")
        if t.step in (Step.RECRUIT, Step.DISCARD) and end_reasons(t) & ~4:
            raise reader["phase"].wrong("the game would be over here (K7)")

    def check_end(self) -> None:
        """Raise a SaveError unless the game is over at this table."""
        t, reader = self.t, self.reader
        if end_reasons(t) == 0:
            raise reader["phase"].wrong("no dynasty lacks a king, no deck is empty, and rounds are left (K7)")
        if t.action != NOBODY or t.throne != NOBODY:
            raise reader.wrong("declared, contest: nothing goes on once the game is over")
        if any(t.set_up_from):
            raise reader["set_up_from"].wrong("only during set-up")
