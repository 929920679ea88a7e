"""Save files of whole tables: what all games' files have in common, how a file is written, and how a table is set up
from it.

A table can be set up directly only where a turn begins: there its stack is one of a few that the game lists, and
nothing is in progress that could contradict the rest. A table in the middle of a turn is saved as the last such table
before it (``begun``) and the moves since (``moves``), and read by playing these moves; everything else in the file must
match the result. So no file can produce a table that no game reaches.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import deepcopy
from enum import IntEnum
from types import MappingProxyType
from typing import Any, ClassVar

from dynasty_env.kit.engine.rng import set_key, shuffle
from dynasty_env.kit.engine.table import push
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.files.frames import Stack, check_frames, open_frame, rows_of, stack_of, waiting_frames
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.origin import FIELDS as ORIGIN
from dynasty_env.kit.files.origin import check_fields, check_game, foreign_first, origin
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import DEALT, State

HEAD = ("game", *ORIGIN, "options", "seed", "generator", "phase", "seat", "frame")
"""The fields with which every save file begins (see `head_of`)."""

COURSE = ("begun", "moves")
"""How the table was reached: a save file of an earlier table, and the names of the actions since."""

NO_MOVES = "in a save without 'moves' nothing is going on, so that this is"


def head_of(state: State) -> dict[str, Any]:
    """The first fields of a save file: the game, the writing version, the options, the generator, and the
    open decision."""
    record = state.record
    return {
        "game": state.game.name,
        **origin(state.game),
        "options": state.options,
        "seed": state.seed,
        "generator": {"key": [int(record["key0"]), int(record["key1"])], "draws": int(record["draws"])},
        "phase": state.phase,
        "seat": state.seat,
        "frame": {"a": int(record["a"]), "b": int(record["b"])},
    }


class Placed:
    """Remembers where in a save file each piece was found, so that none is in two places."""

    def __init__(self) -> None:
        self._paths: dict[tuple[str, int], str] = {}

    def has(self, kind: str, number: int) -> bool:
        """Whether this piece, e.g. ``("person", 7)``, already has a place."""
        return (kind, number) in self._paths

    def once(self, kind: str, reader: Reader, number: int) -> int:
        """Record that the piece is where `reader` is, and return its number.

        Raises:
            SaveError: if it is in another place already.
        """
        before = self._paths.setdefault((kind, int(number)), reader.path)
        if before != reader.path:
            raise reader.wrong(f"{in_short(reader.value)} is at {before} already")
        return number


class Loader(ABC):
    """Writes the tables of a game, and sets one up from a save file. Each game has a subclass that defines what is
    where.

    Attributes:
        fields: names of the file's fields, without those that every game has.
        idle: those fields that describe what is in progress, and are empty where a turn begins; they are only written.
        pieces: kinds of pieces that are in exactly one place, and the names of the pieces.
        seat_readers: its seats.
        is_running: whether the file contains the stack; if not, it was written by hand.
        state: the game that is being set up.
        placed: where each piece was put.
    """

    fields: ClassVar[Sequence[str]]
    idle: ClassVar[Sequence[str]]
    steps: ClassVar[type[IntEnum]]
    pieces: ClassVar[Mapping[str, Sequence[str]]] = {}

    # ------------------------------------------------------------------------------------------------ what a game gives

    @staticmethod
    @abstractmethod
    def table(state: State) -> dict[str, Any]:
        """Everything on the table, hidden cards included, by `fields`."""

    @staticmethod
    @abstractmethod
    def beginnings(t: Any) -> Sequence[Stack]:
        """The stacks of a table that can be set up directly: where a turn begins, or the set-up. A decision is open."""

    @staticmethod
    @abstractmethod
    def starts(t: Any) -> Mapping[str, Stack]:
        """For each phase that a hand-written file may name, the stack to start with; the first phase is the default."""

    @abstractmethod
    def place_everything(self) -> None:
        """Place everything on the table; the seed determines what the file leaves out."""

    @abstractmethod
    def check(self, phase: str) -> None:
        """Raise a SaveError unless the table is possible at the start of this phase; the audit's truths
        need not be checked."""

    # ---------------------------------------------------------------------------------------------------------- writing

    @classmethod
    def write(cls, state: State) -> dict[str, Any]:
        """The save file of a game: everything, complete at any decision of a game that was played here.

        If the past of the table is unknown (see `State.course`), it can only be read again at the beginning of a turn.
        """
        written = cls.written(state)
        if cls.is_beginning(state):
            return written
        course = state.course(cls.is_beginning)
        if course is None:
            return written
        begun = cls.written(course.beginning) if course.saved is None else deepcopy(course.saved)
        if course.saved == DEALT:
            begun = {"game": state.game.name, "options": state.options, "seed": course.beginning.seed, **DEALT}
        return written | {"begun": begun, "moves": [state.game.name_of(move) for move in course.actions]}

    @classmethod
    def written(cls, state: State) -> dict[str, Any]:
        """What is on a table, without how it was reached: to know that, the moves are replayed."""
        return {**head_of(state), **cls.table(state), "stack": stack_of(state.record, cls.steps)}

    @classmethod
    def is_beginning(cls, state: State) -> bool:
        """Whether the table can be set up without saying how it was reached."""
        return not state.done and rows_of(state.record) in [list(stack) for stack in cls.beginnings(state.tables[0])]

    # ---------------------------------------------------------------------------------------------------------- reading

    @classmethod
    def read(cls, game: Game, saved: Mapping[str, Any], backend: BackendName | None) -> State:
        """The game of a save file. Raises SaveError with the path of the wrong field and the valid values; if another
        version wrote the file, the message says so first."""
        reader = Reader(saved)
        midway = bool(set(COURSE) & set(reader.mapping()))
        check_game(reader, game)
        with foreign_first(reader.mapping(), game, always=midway and "stack" in reader.mapping()):
            return cls._followed(game, reader, backend) if midway else cls._laid(game, reader, backend)

    @classmethod
    def _followed(cls, game: Game, reader: Reader, backend: BackendName | None) -> State:
        """A table that is reached by moves."""
        check_fields(reader)
        reader.fields((*HEAD, *cls.fields, "stack", *COURSE))
        state = cls._laid(game, reader["begun"], backend)
        for move in reader["moves"].each():
            if not isinstance(move.value, str):
                raise move.wrong(f"the name of an action is expected, not {in_short(move.value)}")
            try:
                state.play(move.value)
            except IllegalActionError as error:
                raise move.wrong(str(error)) from None
        led = cls.written(state)
        for name in reader.mapping():
            if name not in (*COURSE, *ORIGIN):
                reader[name].same_as(led.get(name), "the moves lead to")
        return state

    @classmethod
    def _laid(cls, game: Game, reader: Reader, backend: BackendName | None) -> State:
        """A table without moves: dealt from its seed, or set up."""
        dealt = reader.get("phase").says(DEALT["phase"])
        reader.fields(("game", *ORIGIN, "options", "seed", "phase") if dealt else (*HEAD, *cls.fields, "stack"))
        check_fields(reader)
        check_game(reader, game, required=True)
        if not dealt:
            return cls(game, reader, backend).load()
        options = options_of(game, reader.get("options", {}))
        return game.new(reader["seed"].whole(0, 2**63 - 1), backend=backend, **options)

    def __init__(self, game: Game, reader: Reader, backend: BackendName | None) -> None:
        self.reader = reader
        self.is_running = "stack" in reader.mapping()
        self.seat_readers = list(reader["seats"].each())
        options = options_of(game, reader.get("options", {}), {"num_players": len(self.seat_readers)})
        if options["num_players"] != len(self.seat_readers):
            raise reader["seats"].wrong(
                f"{len(self.seat_readers)} seats are listed, but options.num_players is {options['num_players']}"
            )
        self.state = State(game, game.blank(1, options), game.backend(backend))
        self.t: Any = self.state.tables[0]
        self.n = int(options["num_players"])
        self.placed = Placed()

    def load(self) -> State:
        """The game of a file that does not say how the table was reached. Raises SaveError with the path of the wrong
        field and the valid values."""
        t, reader = self.t, self.reader
        phase = self._phase()
        t.seed = reader.get("seed", 0).whole(-1, 2**63 - 1)
        set_key(t, max(t.seed, 0))
        self.place_everything()
        if reader.has("generator"):
            self._read_generator(reader["generator"])
        lies = self.table(self.state)
        for name in self.idle:
            if name in reader.mapping():
                reader[name].same_as(lies.get(name, {}), NO_MOVES)
        self.check(phase.value)
        if self.is_running:
            self._resume(phase)
        else:
            self._begin(phase)
        broken = self.state.call("audit")
        if broken:
            raise reader.wrong(f"this table is impossible: it must be that {self.state.game.truths[broken - 1].words}")
        return self.state

    def piece(self, kind: str, reader: Reader) -> int:
        """The number of the piece that a field names. Raises SaveError if there is none, or it is in another place."""
        return self.placed.once(kind, reader, reader.one_of(self.pieces[kind], kind))

    def lay(self, reader: Reader, kind: str, places: Any, place: int) -> None:
        """Put all pieces that a field lists at `place`; `places` has the place of each piece of the kind."""
        for item in reader.each():
            places[self.piece(kind, item)] = place

    def lay_pile(self, pile: Any, listed: Sequence[int], rest: Sequence[int], first: int = 0) -> int:
        """Lay a face-down pile from place `first` of a field on, and return its size: the listed pieces, top first,
        above the rest, which is shuffled."""
        for place, piece in enumerate([*rest, *reversed(listed)], first):
            pile[place] = piece
        shuffle(self.t, pile, first, len(rest))
        return len(listed) + len(rest)

    def left_out(self, kind: str) -> list[int]:
        """The pieces of a kind that have no place, which is only possible in a hand-written file."""
        names = self.pieces[kind]
        left = [number for number in range(len(names)) if not self.placed.has(kind, number)]
        if left and self.is_running:
            some = ", ".join(names[number] for number in left[:5])
            several = f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"
            raise self.reader.wrong(f"{some}: nowhere; only a save without 'stack' may leave {several} out")
        return left

    def _read_generator(self, reader: Reader) -> None:
        """Set the random number generator: its key, and how many words have been drawn."""
        words = list(reader["key"].each())
        if len(words) != 2:
            raise reader["key"].wrong("two words are expected")
        self.t.key0, self.t.key1 = (word.whole(0, 2**32 - 1) for word in words)
        self.t.draws = reader["draws"].whole(0, 2**62)

    def _phase(self) -> Reader:
        """The phase that the file names, which must be one in which a table can be set up."""
        reader, starts = self.reader, self.starts(self.t)
        if not self.is_running:
            for name in ("seat", "frame"):
                if reader.has(name):
                    raise reader[name].wrong("a save without 'stack' has nothing going on: omit this")
            phase = reader.get("phase", next(iter(starts)))
            if not phase.says(*starts):
                wanted = " or ".join(starts)
                raise phase.wrong(f"a save without 'stack' begins in {wanted}, not in {in_short(phase.value)}")
            return phase
        phase = reader["phase"]
        phase.one_of(list(self.state.game.phase_names.values()), "phase")
        known = [self._name(stack) for stack in self.beginnings(self.t)]
        if phase.value not in known:
            where = f" ({' or '.join(known)}), not in {phase.value}" if known else ", without 'stack'"
            raise phase.wrong(
                f"a save without 'moves' is of a table where a turn begins{where}; "
                "'begun' and 'moves' say how another one came about"
            )
        return phase

    def _begin(self, phase: Reader) -> None:
        """Start at a table that was written by hand."""
        for frame in self.starts(self.t)[phase.value]:
            push(self.t, *frame)
        self.state.call("proceed")
        self.state.begin(deepcopy(dict(self.reader.mapping())))

    def _resume(self, phase: Reader) -> None:
        """Continue with the decision that was open when the table was saved."""
        t, reader = self.t, self.reader
        beginnings = [stack for stack in self.beginnings(t) if phase.says(self._name(stack))]
        asked = open_frame(reader, beginnings[0][-1][0], self.n)
        waiting = waiting_frames(reader, self.steps, self.n)
        check_frames(reader, [*waiting, asked], beginnings, self.steps)
        t.step, t.seat, t.a, t.b = asked.row
        for frame in waiting:
            push(t, *frame.row)
        self.state.call("reopen")
        if t.choices == 0:
            raise phase.wrong("nothing is legal for this seat here: phase, seat and table do not fit together")
        if t.choices == 1 and not t.ask_forced:
            raise phase.wrong("only one action is legal here, so the seat is not asked without options.ask_forced")

    def _name(self, stack: Stack) -> str:
        """The name of the decision that is open on a stack of `beginnings`."""
        return self.steps(stack[-1][0]).name.lower()


def options_of(game: Game, reader: Reader, usual: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """A file's options, checked; `usual` has defaults for options that it may leave out. Raises SaveError."""
    try:
        return game.check_options({**usual, **reader.mapping()})
    except OptionError as error:
        raise reader.wrong(str(error)) from None
