"""Save files of whole tables: what every game's has in common, and how a table is laid from one."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.files.frames import Frame, open_frame, waiting_frames
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State

HEAD = ("game", "options", "seed", "generator", "phase", "seat", "frame")
"""The fields with which every save file begins (see `head_of`)."""


def head_of(state: State) -> dict[str, Any]:
    """The first fields of a save file: the game and its options, the generator, and the open decision."""
    record = state.record
    return {
        "game": state.game.name,
        "options": state.options,
        "seed": state.seed,
        "generator": {"key": [int(record["key0"]), int(record["key1"])], "draws": int(record["draws"])},
        "phase": state.phase,
        "seat": state.seat,
        "frame": {"a": int(record["a"]), "b": int(record["b"])},
    }


class Placed:
    """Remembers where in a save file each piece was found, so that none lies in two places."""

    def __init__(self) -> None:
        self._paths: dict[tuple[str, int], str] = {}

    def has(self, kind: str, number: int) -> bool:
        """Whether this piece, e.g. ``("person", 7)``, lies somewhere already."""
        return (kind, number) in self._paths

    def once(self, kind: str, reader: Reader, number: int) -> int:
        """Note that the piece lies where `reader` is, and return its number.

        Raises:
            SaveError: it lies somewhere else already.
        """
        before = self._paths.setdefault((kind, int(number)), reader.path)
        if before != reader.path:
            raise reader.wrong(f"{in_short(reader.value)} is at {before} already")
        return number


class Loader(ABC):
    """Lays a table as a save file says. Each game has a subclass, which says what lies where.

    Attributes:
        fields: names of all the file's fields.
        steps: the game's phases and automatic steps.
        room: frames that its stack can hold.
        truths: what its audit holds of every table, by number.
        reader: the whole file.
        seat_readers: its seats.
        is_running: whether the file has a stack and goes on with its open decision; if not, it was written by hand.
        state: the game that is being laid.
        t: its table.
        n: its number of seats.
    """

    fields: ClassVar[Sequence[str]]
    steps: ClassVar[type[IntEnum]]
    room: ClassVar[int]
    truths: ClassVar[Mapping[int, str]]

    def __init__(self, game: Game, saved: Mapping[str, Any], backend: BackendName | None) -> None:
        reader = Reader(saved)
        reader.fields(self.fields)
        if not reader["game"].says(game.name):
            raise reader["game"].wrong(f"this is a save of {in_short(reader['game'].value)}, not of {game.name!r}")
        self.reader = reader
        self.is_running = "stack" in reader.mapping()
        self.seat_readers = list(reader["seats"].each())
        options = self._options(game)
        self.state = State(game, game.blank(1, options), game.backend(backend))
        self.t: Any = self.state.tables[0]
        self.n = int(options["num_players"])

    def _options(self, game: Game) -> dict[str, Any]:
        """The file's options, checked; the number of seats may be left out."""
        options = self.reader.get("options", {})
        given = dict(options.mapping())
        given.setdefault("num_players", len(self.seat_readers))
        try:
            checked = game.check_options(given)
        except OptionError as error:
            raise options.wrong(str(error)) from None
        if checked["num_players"] != len(self.seat_readers):
            raise self.reader["seats"].wrong(
                f"{len(self.seat_readers)} seats are listed, options.num_players is {checked['num_players']}"
            )
        return checked

    def load(self) -> State:
        """The game of the file.

        Raises:
            SaveError: with the path of the wrong field, and what would be right there.
        """
        self.place_everything()
        if self.is_running:
            self.resume()
        else:
            self.begin()
        broken = self.state.call("audit")
        if broken:
            raise self.reader.wrong(f"the table cannot be so: it must be that {self.truths[broken]}")
        return self.state

    @abstractmethod
    def place_everything(self) -> None:
        """Lay all that is on the table; what the file leaves out is added by the seed."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a turn at a table that was written by hand, without a stack."""

    @abstractmethod
    def check_frames(self, frames: Sequence[Frame]) -> None:
        """Raise a SaveError unless stack and table fit the open decision, which is the last of the frames."""

    @abstractmethod
    def check_end(self) -> None:
        """Raise a SaveError unless the game is over at this table."""

    def resume(self) -> None:
        """Go on with the decision that was open when the table was saved, or leave the game ended."""
        t, reader = self.t, self.reader
        phase = reader["phase"]
        waiting = waiting_frames(reader, self.steps, self.n, self.room)
        if phase.says("end"):
            self._end(waiting)
            return
        decisions = [name for name in self.state.game.phase_names.values() if name != "end"]
        phase.one_of(decisions, "phase")
        asked = open_frame(reader, self.steps[phase.value.upper()], self.n)
        t.step, t.seat, t.a, t.b = asked.step, asked.seat, asked.a, asked.b
        self.check_frames([*waiting, asked])
        for frame in waiting:
            push(t, frame.step, frame.seat, frame.a, frame.b)
        self.state.call("reopen")
        if t.choices == 0:
            raise phase.wrong("nothing is legal for this seat here: phase, seat and table do not fit together")
        if t.choices == 1 and not t.ask_forced:
            raise phase.wrong("only one action is legal here, which is not asked without options.ask_forced")

    def _end(self, waiting: Sequence[Frame]) -> None:
        t, reader = self.t, self.reader
        t.seat = reader["seat"].whole(0, self.n - 1)
        t.done = 1
        if waiting:
            raise reader["stack"].wrong("nothing waits once the game is over")
        self.check_end()

    def read_generator(self, reader: Reader) -> None:
        """Set the random number generator: its key, and how many words have been drawn."""
        words = list(reader["key"].each())
        if len(words) != 2:
            raise reader["key"].wrong("two words are wanted")
        self.t.key0, self.t.key1 = (word.whole(0, 2**32 - 1) for word in words)
        self.t.draws = reader["draws"].whole(0, 2**62)
