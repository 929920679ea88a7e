"""Save files of Shinsengumi: a readable dict that is complete at any decision and is validated when it is read."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from dynasty_env.kit.files.frames import Stack
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import Loader
from dynasty_env.kit.seats.views import name_of
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.ids import Step
from dynasty_env.shinsengumi.material import (
    CELL_NAMES,
    COLOUR_NAMES,
    COLUMNS,
    EVENT_NAMES,
    LIES,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    ROWS,
    SEATS,
    SIDE,
    STONES,
    TURNS,
    Event,
    EventPlace,
    Lies,
    Place,
)
from dynasty_env.shinsengumi.rules.events import put_down
from dynasty_env.shinsengumi.rules.persons import stand
from dynasty_env.shinsengumi.rules.setup import clear
from dynasty_env.shinsengumi.views.public_table import public_table, stones

MOST_NAMED = 127
"""The most persons that can be named in a turn."""

SEAT_FIELDS = ("self", *COLOUR_NAMES, "lost")
PERSON_FIELDS = ("person", "cell", *COLOUR_NAMES, "attached")


class ShinsengumiLoader(Loader):
    """Lays a table of Shinsengumi as described in a save file, and remembers where each piece was put.

    A dict without ``stack`` may leave things out, so it can be written by hand. Its phase is ``move`` (movement begins
    or continues), which is the default, or ``turn`` (the turn player's turn begins). Persons and events that it does
    not mention are shuffled under the listed piles; the seed decides how. Bag and spares follow from where the other
    stones are.
    """

    fields = (
        "turn", "turn_player", "namings", "seats", "persons", "events", "powder", "person_pile", "event_pile",
        "dead", "gone", "bag", "spares", "laid", "returned", "turned_up", "mover", "origin", "due", "fighting",
        "facing",
    )  # fmt: skip
    idle = ("laid", "turned_up", "mover", "origin", "due", "fighting", "facing")
    steps = Step
    pieces: ClassVar = {"person": PERSON_NAMES, "event": EVENT_NAMES, "cell": CELL_NAMES}

    @staticmethod
    def table(state: State) -> dict[str, Any]:
        """Everything on the table."""
        record = state.record
        seats = [
            {
                "self": name_of(PERSON_NAMES, record["chip"][seat]),
                **stones(record["hand"][seat]),
                "lost": stones(record["lost"][seat]),
            }
            for seat in range(state.num_players)
        ]
        return {
            **public_table(record),
            "seats": seats,
            "person_pile": [PERSON_NAMES[p] for p in record["person_pile"][: record["person_pile_size"]][::-1]],
            "event_pile": [EVENT_NAMES[e] for e in record["event_pile"][: record["event_pile_size"]][::-1]],
            "bag": stones(record["bag"]),
            "spares": stones(record["spares"]),
        }

    @staticmethod
    def beginnings(t: Any) -> Sequence[Stack]:
        """Set-up, and phase D of a turn: the turn player names a person."""
        picking = [(Step.PICK_SELF, seat, 0, 0) for seat in reversed(range(t.num_players))]
        moving = [(Step.MOVEMENT, t.turn_player, 0, 0), (Step.MOVE, t.turn_player, 0, 0)]
        return [(Step.TURN, 0, 0, 0), *picking], moving

    @staticmethod
    def starts(t: Any) -> Mapping[str, Stack]:
        """Movement begins or continues, or a turn begins."""
        return {"move": [(Step.MOVEMENT, t.turn_player, 0, 0)], "turn": [(Step.TURN, t.turn_player, 0, 0)]}

    def place_everything(self) -> None:
        """Lay everything on the table; the seed fills in what the file leaves out."""
        t, reader = self.t, self.reader
        clear(t)
        t.turn = reader.get("turn", 1).whole(0, TURNS)
        t.turn_player = reader.get("turn_player", 0).whole(0, self.n - 1)
        t.namings = reader.get("namings", 0).whole(0, MOST_NAMED)
        for item in reader["persons"].each():
            self.place_person(item)
        for item in reader.get("events", []).each():
            self.place_event(item)
        self.lay(reader.get("dead", []), "person", t.place, Place.DEAD)
        self.lay(reader.get("gone", []), "event", t.event_place, EventPlace.GONE)
        if reader.has("powder"):
            t.powder = reader["powder"].whole(0, self.n - 1)
            self.placed.once("event", reader["powder"], Event.ISHIDA_POWDER)
            t.event_place[Event.ISHIDA_POWDER] = EventPlace.KEPT
        for seat, seat_reader in enumerate(self.seat_readers):
            self.place_seat(seat, seat_reader)
        self.fill_stones()
        t.person_pile_size = self.fill_pile("person_pile", "person", t.person_pile)
        t.event_pile_size = self.fill_pile("event_pile", "event", t.event_pile)

    def place_person(self, reader: Reader) -> None:
        """Lay a person with his markers and attached event."""
        t = self.t
        reader.fields(PERSON_FIELDS)
        person = self.piece("person", reader["person"])
        cell = self.piece("cell", reader["cell"])
        t.place[person] = Place.BOARD
        stand(t, person, cell)
        for colour, name in enumerate(COLOUR_NAMES):
            t.markers[person, colour] = reader.get(name, 0).whole(0, 1 + colour)
        if t.markers[person, 0] and t.markers[person, 1]:
            raise reader.wrong("markers of both colours cannot lie on one person")
        if reader.has("attached"):
            event = self.piece("event", reader["attached"])
            if LIES[event] != Lies.ATTACHED:
                raise reader["attached"].wrong(f"{EVENT_NAMES[event]!r} is attached to nobody")
            t.attached[person] = event
            t.event_place[event] = EventPlace.ATTACHED

    def place_event(self, reader: Reader) -> None:
        """Lay an event on the board, within its permitted columns and rows."""
        reader.fields(("event", "cell"))
        event = self.piece("event", reader["event"])
        cell = self.piece("cell", reader["cell"])
        if LIES[event] != Lies.BOARD:
            raise reader["event"].wrong(f"{EVENT_NAMES[event]!r} does not lie on the board")
        column, row = cell % SIDE, cell // SIDE
        within = COLUMNS[event, 0] <= column <= COLUMNS[event, 1] and ROWS[event, 0] <= row <= ROWS[event, 1]
        if event != Event.EE_JA_NAI_KA and not within:
            columns, rows = (f"{first + 1}–{last + 1}" for first, last in (COLUMNS[event], ROWS[event]))
            raise reader["cell"].wrong(f"{EVENT_NAMES[event]!r} lies in columns {columns}, rows {rows}")
        put_down(self.t, event, cell)

    def place_seat(self, seat: int, reader: Reader) -> None:
        """Lay one seat: its self, the stones in hand, and the stones it has lost."""
        t = self.t
        reader.fields(SEAT_FIELDS)
        if reader.has("self"):
            person = reader["self"].one_of(PERSON_NAMES, "person")
            if t.place[person] != Place.BOARD:
                raise reader["self"].wrong(f"{PERSON_NAMES[person]} is not on the board: list him in 'persons'")
            if person in list(t.chip)[:seat]:
                raise reader["self"].wrong(f"{PERSON_NAMES[person]} is the self of another seat")
            t.chip[seat] = person
        self.read_stones(reader, t.hand, seat, STONES)
        if reader.has("lost"):
            self.read_stones(reader["lost"], t.lost, seat, STONES)
        if t.chip[seat] == NOBODY and any(t.hand[seat, colour] for colour in range(len(COLOUR_NAMES))):
            raise reader.wrong("a seat without a self has no stones")

    def read_stones(self, reader: Reader, counts: Any, row: int, most: int) -> None:
        """Read white and black stones into a row of counts."""
        for colour, name in enumerate(COLOUR_NAMES):
            counts[row, colour] = reader.get(name, 0).whole(0, most)

    def fill_stones(self) -> None:
        """Lay bag and spares. What the file leaves out follows from the 16 stones of each colour in the game."""
        t, reader = self.t, self.reader
        for name in ("bag", "spares", "returned"):
            reader.get(name, {}).fields(COLOUR_NAMES)
        for colour, name in enumerate(COLOUR_NAMES):
            marked = sum(t.markers[person, colour] for person in range(PERSONS))
            out = sum(t.hand[seat, colour] for seat in range(SEATS))
            if out > STONES:
                raise reader["seats"].wrong(f"{out} {name} stones are in hands; there are {STONES}")
            spares = marked if t.hidden_stones else max(0, out + marked - STONES)
            bag = STONES - out - marked + spares
            t.bag[colour] = reader.get("bag", {}).get(name, bag).whole(0, STONES)
            t.spares[colour] = reader.get("spares", {}).get(name, spares).whole(0, 2 * PERSONS)
            t.returned[colour] = reader.get("returned", {}).get(name, 0).whole(0, STONES)

    def fill_pile(self, field: str, kind: str, pile: Any) -> int:
        """Lay a listed pile with the remaining pieces shuffled under it. Returns its size."""
        top = [self.piece(kind, item) for item in self.reader.get(field, []).each()]
        return self.lay_pile(pile, top, self.left_out(kind))

    def check(self, phase: str) -> None:
        """Raise a SaveError if this phase cannot begin with such a table; what the audit checks is not checked here."""
        t, reader = self.t, self.reader
        picking = phase == "pick_self"
        if picking != (t.turn == 0):
            raise reader.get("turn").wrong(f"0 while selves are picked, 1 … {TURNS} after it")
        for seat, seat_reader in enumerate(self.seat_readers):
            if picking and t.chip[seat] != NOBODY:
                raise seat_reader["self"].wrong("nobody has picked a self yet")
        if not picking and t.chip[t.turn_player] == NOBODY:
            raise self.seat_readers[t.turn_player].wrong("the turn player needs a self")
        if phase == "turn":
            t.turn -= 1
