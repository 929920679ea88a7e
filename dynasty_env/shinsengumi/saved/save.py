"""Save files: a readable dict, complete at any decision, and validated on the way in."""

from collections.abc import Mapping, Sequence
from typing import Any

from dynasty_env.kit.engine.rng import set_key, shuffle
from dynasty_env.kit.engine.table import push
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.frames import Frame, open_frame, stack_of, waiting_frames
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import (
    ARROW_COLOUR,
    ARROWS,
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
from dynasty_env.shinsengumi.rules.audit import TRUTHS
from dynasty_env.shinsengumi.rules.events import put_down
from dynasty_env.shinsengumi.rules.persons import living, stand
from dynasty_env.shinsengumi.rules.setup import clear
from dynasty_env.shinsengumi.saved.position import check_stack, complaint
from dynasty_env.shinsengumi.seen.public_table import public_table, stones
from dynasty_env.shinsengumi.steps import Step
from dynasty_env.shinsengumi.table import STACK

STARTS = ("move", "turn")
"""Phases in which a hand-written save may begin, without a stack."""
MOST = 127

FIELDS = (
    "game", "options", "seed", "generator", "phase", "seat", "frame", "turn", "turn_player", "namings", "seats",
    "persons", "events", "powder", "person_pile", "event_pile", "dead", "gone", "bag", "spares", "laid", "returned",
    "turned_up", "mover", "origin", "due", "fighting", "facing", "stack",
)  # fmt: skip
SEAT_FIELDS = ("self", *COLOUR_NAMES, "lost")
PERSON_FIELDS = ("person", "cell", *COLOUR_NAMES, "attached")


def to_dict(state: State) -> dict[str, Any]:
    """Everything that lies on the table, hidden stones, piles and generator included."""
    record = state.record
    seats = [
        {
            "self": None if record["chip"][seat] == NOBODY else PERSON_NAMES[record["chip"][seat]],
            **stones(record["hand"][seat]),
            "lost": stones(record["lost"][seat]),
        }
        for seat in range(state.num_players)
    ]
    return {
        "game": state.game.name,
        "options": state.options,
        "seed": state.seed,
        "generator": {"key": [int(record["key0"]), int(record["key1"])], "draws": int(record["draws"])},
        "phase": state.phase,
        "seat": state.seat,
        "frame": {"a": int(record["a"]), "b": int(record["b"])},
        **public_table(record),
        "seats": seats,
        "person_pile": [PERSON_NAMES[p] for p in record["person_pile"][: record["person_pile_size"]][::-1]],
        "event_pile": [EVENT_NAMES[e] for e in record["event_pile"][: record["event_pile_size"]][::-1]],
        "bag": stones(record["bag"]),
        "spares": stones(record["spares"]),
        "stack": stack_of(record, Step),
    }


def from_dict(game: Game, saved: Mapping[str, Any], backend: BackendName | None = None) -> State:
    """The game of a save file.

    A dict without `stack` is hand-written: its phase is `move` (movement of the turn player's turn begins, or goes on)
    or `turn` (that turn begins), persons and events that it does not place are shuffled by the seed under the listed
    piles, and bag and spares follow from the rest.

    Raises:
        SaveError: with the path of the wrong field, and what would be right there.
    """
    reader = Reader(saved)
    reader.fields(FIELDS)
    if not reader["game"].says(game.name):
        raise reader["game"].wrong(f"this is a save of {in_short(reader['game'].value)}, not of {game.name!r}")
    table = _Loader(game, reader, backend)
    table.place_everything()
    if "stack" in reader.mapping():
        table.resume()
    else:
        table.begin()
    table.check_truths()
    return table.state


class _Loader:
    """Lays a table as a save file says, and remembers where each piece was put."""

    def __init__(self, game: Game, reader: Reader, backend: BackendName | None) -> None:
        self.reader = reader
        self.whole = "stack" in reader.mapping()
        self.seat_readers = list(reader["seats"].each())
        options = reader.get("options", {})
        given = dict(options.mapping())
        given.setdefault("num_players", len(self.seat_readers))
        try:
            checked = game.check_options(given)
        except OptionError as error:
            raise options.wrong(str(error)) from None
        if checked["num_players"] != len(self.seat_readers):
            raise reader["seats"].wrong(
                f"{len(self.seat_readers)} seats are listed, options.num_players is {checked['num_players']}"
            )
        self.state = State(game, game.blank(1, checked), game.backend(backend))
        self.t: Any = self.state.tables[0]
        self.n = int(checked["num_players"])
        self.placed: dict[tuple[str, int], str] = {}

    def place_everything(self) -> None:
        """All that lies on the table; what the file leaves out is added by the seed."""
        t, reader = self.t, self.reader
        clear(t)
        t.seed = reader.get("seed", 0).whole(-1, 2**63 - 1)
        set_key(t, max(t.seed, 0))
        t.turn = reader.get("turn", 1).whole(0, TURNS)
        t.turn_player = reader.get("turn_player", 0).whole(0, self.n - 1)
        t.namings = reader.get("namings", 0).whole(0, MOST)
        for item in reader["persons"].each():
            self.place_person(item)
        for item in reader.get("events", []).each():
            self.place_event(item)
        for item in reader.get("dead", []).each():
            t.place[self.person(item)] = Place.DEAD
        for item in reader.get("gone", []).each():
            t.event_place[self.event(item)] = EventPlace.GONE
        if reader.has("powder"):
            t.powder = reader["powder"].whole(0, self.n - 1)
            self.once("event", reader["powder"], Event.ISHIDA_POWDER)
            t.event_place[Event.ISHIDA_POWDER] = EventPlace.KEPT
        for seat, seat_reader in enumerate(self.seat_readers):
            self.place_seat(seat, seat_reader)
        self.place_move()
        self.fill_stones()
        if reader.has("generator"):
            self.read_generator(reader["generator"])
        t.person_pile_size = self.fill_pile("person_pile", "person", PERSON_NAMES, t.person_pile)
        t.event_pile_size = self.fill_pile("event_pile", "event", EVENT_NAMES, t.event_pile)

    def place_person(self, reader: Reader) -> None:
        t = self.t
        reader.fields(PERSON_FIELDS)
        person = self.person(reader["person"])
        cell = self.cell(reader["cell"])
        t.place[person] = Place.BOARD
        stand(t, person, cell)
        for colour, name in enumerate(COLOUR_NAMES):
            t.markers[person, colour] = reader.get(name, 0).whole(0, 1 + colour)
        if t.markers[person, 0] and t.markers[person, 1]:
            raise reader.wrong("markers of both colours cannot lie on one person")
        if reader.has("attached"):
            event = self.event(reader["attached"])
            if LIES[event] != Lies.ATTACHED:
                raise reader["attached"].wrong(f"{EVENT_NAMES[event]!r} is attached to nobody")
            t.attached[person] = event
            t.event_place[event] = EventPlace.ATTACHED

    def place_event(self, reader: Reader) -> None:
        reader.fields(("event", "cell"))
        event = self.event(reader["event"])
        cell = self.cell(reader["cell"])
        if LIES[event] != Lies.BOARD:
            raise reader["event"].wrong(f"{EVENT_NAMES[event]!r} does not lie on the board")
        column, row = cell % SIDE, cell // SIDE
        within = COLUMNS[event, 0] <= column <= COLUMNS[event, 1] and ROWS[event, 0] <= row <= ROWS[event, 1]
        if event != Event.EE_JA_NAI_KA and not within:
            columns, rows = (f"{first + 1}–{last + 1}" for first, last in (COLUMNS[event], ROWS[event]))
            raise reader["cell"].wrong(f"{EVENT_NAMES[event]!r} lies in columns {columns}, rows {rows}")
        put_down(self.t, event, cell)

    def place_seat(self, seat: int, reader: Reader) -> None:
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
        """White and black stones into a row of counts."""
        for colour, name in enumerate(COLOUR_NAMES):
            counts[row, colour] = reader.get(name, 0).whole(0, most)

    def place_move(self) -> None:
        """The naming and the fights that are going on."""
        t, reader = self.t, self.reader
        if reader.has("mover"):
            t.mover = reader["mover"].one_of(PERSON_NAMES, "person")
        if reader.has("origin"):
            t.origin = reader["origin"].one_of(CELL_NAMES, "cell")
        if reader.has("laid"):
            laid = list(reader["laid"].each())
            if len(laid) != ARROWS:
                raise reader["laid"].wrong(f"{ARROWS} numbers are wanted, one an arrow, not {len(laid)}")
            for arrow, item in enumerate(laid):
                t.laid[arrow] = item.whole(0, 2 * STONES)
            if any(t.laid) and t.mover == NOBODY:
                raise reader["laid"].wrong("stones lie on the arrows of nobody: mover is missing")
        if reader.has("turned_up"):
            t.turned_up = self.event(reader["turned_up"])
        for item in reader.get("due", []).each():
            t.due[item.one_of(EVENT_NAMES, "event")] = 1
        if reader.has("fighting"):
            t.fighting = reader["fighting"].one_of(EVENT_NAMES, "event")
        for item in reader.get("facing", []).each():
            t.facing[item.one_of(PERSON_NAMES, "person")] = 1

    def fill_stones(self) -> None:
        """Bag and spares as listed; left out, what the hands, arrows and markers leave of 16 stones of each colour."""
        t, reader = self.t, self.reader
        for name in ("bag", "spares", "returned"):
            reader.get(name, {}).fields(COLOUR_NAMES)
        for colour, name in enumerate(COLOUR_NAMES):
            marked = sum(t.markers[person, colour] for person in range(PERSONS))
            out = sum(t.hand[seat, colour] for seat in range(SEATS))
            out += sum(
                t.laid[arrow] for arrow in range(ARROWS) if t.laid[arrow] and ARROW_COLOUR[t.mover, arrow] == colour
            )
            if out > STONES:
                raise reader["seats"].wrong(f"{out} {name} stones are in hands and on arrows; there are {STONES}")
            spares = marked if t.hidden_stones else max(0, out + marked - STONES)
            bag = STONES - out - marked + spares
            t.bag[colour] = reader.get("bag", {}).get(name, bag).whole(0, STONES)
            t.spares[colour] = reader.get("spares", {}).get(name, spares).whole(0, 2 * PERSONS)
            t.returned[colour] = reader.get("returned", {}).get(name, 0).whole(0, STONES)

    def fill_pile(self, field: str, kind: str, names: Sequence[str], pile: Any) -> int:
        """The listed pile on top, unplaced pieces shuffled under it; its size."""
        top = [self.once(kind, item, item.one_of(names, kind)) for item in self.reader.get(field, []).each()]
        rest = [number for number in range(len(names)) if (kind, number) not in self.placed]
        if rest and self.whole:
            some = ", ".join(names[number] for number in rest[:5])
            raise self.reader.wrong(f"{some}: nowhere; only a save without 'stack' may leave {kind}s out")
        for i, number in enumerate(rest + top[::-1]):
            pile[i] = number
        shuffle(self.t, pile, 0, len(rest))
        return len(rest) + len(top)

    def person(self, reader: Reader) -> int:
        return self.once("person", reader, reader.one_of(PERSON_NAMES, "person"))

    def event(self, reader: Reader) -> int:
        return self.once("event", reader, reader.one_of(EVENT_NAMES, "event"))

    def cell(self, reader: Reader) -> int:
        return self.once("cell", reader, reader.one_of(CELL_NAMES, "cell"))

    def once(self, kind: str, reader: Reader, number: int) -> int:
        before = self.placed.setdefault((kind, int(number)), reader.path)
        if before != reader.path:
            raise reader.wrong(f"{in_short(reader.value)} is at {before} already")
        return number

    def read_generator(self, reader: Reader) -> None:
        t = self.t
        words = list(reader["key"].each())
        if len(words) != 2:
            raise reader["key"].wrong("two words are wanted")
        t.key0, t.key1 = (word.whole(0, 2**32 - 1) for word in words)
        t.draws = reader["draws"].whole(0, 2**62)

    def begin(self) -> None:
        """A hand-written table: the turn player's turn, or its movement."""
        t, reader = self.t, self.reader
        phase = reader.get("phase", "move")
        if not phase.says(*STARTS):
            raise phase.wrong(f"a save without 'stack' begins in {' or '.join(STARTS)}, not in {in_short(phase.value)}")
        for name in ("mover", "origin", "laid", "turned_up", "due", "fighting", "facing", "seat", "frame"):
            if reader.has(name):
                raise reader[name].wrong("a save without 'stack' has nothing going on: leave this out")
        if t.turn == 0:
            raise reader["turn"].wrong(f"1 … {TURNS} is wanted")
        if t.chip[t.turn_player] == NOBODY:
            raise self.seat_readers[t.turn_player].wrong("the turn player needs a self")
        if phase.says("turn"):
            t.turn -= 1
            push(t, Step.TURN, t.turn_player, 0, 0)
        else:
            push(t, Step.MOVEMENT, t.turn_player, 0, 0)
        self.state.call("proceed")

    def resume(self) -> None:
        """A table saved in the middle of whatever was going on."""
        t, reader = self.t, self.reader
        phase = reader["phase"]
        waiting = waiting_frames(reader, Step, self.n, STACK)
        if phase.says("end"):
            self.end(waiting)
            return
        decisions = [name for name in self.state.game.phase_names.values() if name != "end"]
        phase.one_of(decisions, "phase")
        asked = open_frame(reader, Step[phase.value.upper()], self.n)
        t.step, t.seat, t.a, t.b = asked.step, asked.seat, asked.a, asked.b
        check_stack(t, reader, [*waiting, asked])
        for frame in waiting:
            push(t, frame.step, frame.seat, frame.a, frame.b)
        if wrong := complaint(t, [frame.step for frame in waiting]):
            raise reader.wrong(wrong)
        self.state.call("reopen")
        if t.choices == 0:
            raise phase.wrong("nothing is legal for this seat here: phase, seat and table do not fit together")
        if t.choices == 1 and not t.ask_forced:
            raise phase.wrong("only one action is legal here, which is not asked without options.ask_forced")

    def end(self, waiting: Sequence[Frame]) -> None:
        """A game that is over: its twelve turns are, or nobody has a self any more."""
        t, reader = self.t, self.reader
        t.seat = reader["seat"].whole(0, self.n - 1)
        t.done = 1
        if waiting:
            raise reader["stack"].wrong("nothing waits once the game is over")
        if t.turn != TURNS and living(t) > 0:
            raise reader["phase"].wrong(f"a game ends with turn {TURNS}, or when nobody is left (§07, S-R10)")

    def check_truths(self) -> None:
        """What the rules take for granted of every table."""
        broken = self.state.call("audit")
        if broken:
            raise self.reader.wrong(f"the table cannot be so: it must be that {TRUTHS[broken]}")
