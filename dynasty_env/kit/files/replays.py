"""Replays and saved games: readable JSON files, validated when read and written atomically.

A replay deals the game again from its seed, so anybody who has it knows every card. While the game is running, the
replay is for the owner of the table only, and so is a saved game. What a seat or a spectator may see of either comes
from the states' own `view`, `chronicle` and `ansi`, never from the file.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.errors import IllegalActionError, SaveError, UnknownGameError, in_short
from dynasty_env.kit.files.atomic import on_disk, read_whole, write_whole
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import COURSE, options_of
from dynasty_env.kit.files.origin import FIELDS as ORIGIN
from dynasty_env.kit.files.origin import OtherVersionError, check_game, foreign_first
from dynasty_env.kit.files.origin import package_version as package_version
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.notes import Said, Withdrawn
from dynasty_env.kit.seats.points import WORD
from dynasty_env.kit.state import State

Find = Callable[[str], Game]
"""Finds a game by name; raises UnknownGameError with a message that lists the available games."""

REPLAY, SAVE = "replay", "saved game"
"""The values of the field ``format``."""

REPLAY_FIELDS = (
    "format", "version", "rules", "game", "options", "seed", "start", "players", "actions", "result", "decided_by",
    "hints", "notes", "withdrawn", "talk",
)  # fmt: skip
MAKERS = ("person", "advance", "rule", "bot", "stand-in")
"""Who can have made a decision: a person; a person who had passed in advance; the table, if only one action was legal;
a bot; a bot that replaced a person."""
SAVE_FIELDS = ("format", "record", "table")
_CLOSE = 1e-5  # returns are float32


def result_of(state: State) -> dict[str, list[float]]:
    """The result of a finished game: every seat's return for each reward, and its ``scores``."""
    returns = {reward: [float(each) for each in state.returns(reward)] for reward in state.game.rewards}
    return returns | {"scores": [float(each) for each in state.scores()]}


@dataclass
class Replay:
    """A whole game: the seed and options that dealt it, and every action since.

    Attributes:
        game: the rulebook.
        options: all of them, with their values.
        seed: the seed of the deal and of all dice.
        players: who sat in each seat.
        actions: names of the actions, in order.
        result: see `result_of`; None while the game is going on.
        start: the save file of the table that the game began from, if it was not dealt.
        version: the version of the package that recorded it.
        decided_by: who made each decision, one of `MAKERS` for each action; None: not recorded.
        hints: numbers of the decisions, from 0, at which a person saw a bot's opinion; None: not recorded.
        notes: texts that accompanied proposals to the seat asked, by the number of the action, from 0.
        rules: the digest of the rules by which it was played (`Game.rules_digest`); None: unknown.
        withdrawn: texts of proposals that were taken back after they had been read.
        talk: what people have said to each other, if the table's host chose to keep it in replays.
    """

    game: Game
    options: dict[str, int | bool]
    seed: int
    players: list[str]
    actions: list[str] = field(default_factory=list)
    result: dict[str, list[float]] | None = None
    start: dict[str, Any] | None = None
    version: str = field(default_factory=package_version)
    decided_by: list[str] | None = None
    hints: list[int] | None = None
    notes: dict[int, str] = field(default_factory=dict)
    rules: str | None = None
    withdrawn: list[Withdrawn] = field(default_factory=list)
    talk: list[Said] = field(default_factory=list)

    @classmethod
    def of(cls, state: State, players: Sequence[str], *, dealt: bool = True) -> "Replay":
        """The replay of a game at its beginning.

        Args:
            state: the table before the first action.
            players: who sits in each seat.
            dealt: the seed dealt this table; False keeps the table itself, for games that begin from a save file.
        """
        start = None if dealt else state.to_dict()
        game = state.game
        return cls(game, state.options, state.seed, list(players), start=start, rules=game.rules_digest)

    def add(self, state: State, action: int, note: str = "") -> None:
        """Play `action` at `state` and record it, with its note, and with the result if it ends the game.

        Raises:
            IllegalActionError: if it is not legal now; nothing is recorded.
        """
        state.play(action)
        if note:
            self.notes[len(self.actions)] = note
        self.actions.append(state.game.action_names[int(action)])
        if state.done:
            self.result = result_of(state)

    def add_point(self, state: State, point: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Play the open decision with a point (`State.play_point`); the point that was actually played is recorded and
        returned.

        Raises:
            IllegalActionError: if the decision takes no point, or this is none; nothing is recorded.
        """
        taken = state.play_point(point)
        self.actions.append(state.game.name_of(tuple(taken.tolist())))
        if state.done:
            self.result = result_of(state)
        return taken

    @property
    def origin(self) -> dict[str, str | None]:
        """The version and rules of the recording program, as files state them."""
        return {"version": self.version, "rules": self.rules}

    def ids(self) -> list[int]:
        """Ids of the actions, in order, for reviews and datasets.

        Raises:
            SaveError: if an action has no id, because it was a point.
        """
        for number, name in enumerate(self.actions):
            if name not in self.game.action_ids:
                raise SaveError(
                    f"actions[{number}]: {in_short(name)} has no id: a game that was played with points can be neither "
                    "reviewed nor exported as a dataset"
                )
        return [self.game.action_ids[name] for name in self.actions]

    def begin(self, backend: BackendName | None = None) -> State:
        """The table before the first action. Raises SaveError if `start` is not a table of this game, or has
        other options."""
        if self.start is None:
            return self.game.new(self.seed, backend=backend, **self.options)
        with foreign_first(self.origin, self.game), _within("start"):
            state = self.game.from_dict(self.start, backend=backend)
            Reader(state.options, "options").same_as(self.options, "the replay has")
            return state

    def play(self, backend: BackendName | None = None) -> Iterator[State]:
        """The table before the first action and after each one: always the same `State`, so clone what you keep.

        Raises:
            SaveError: if an action is illegal at its position; the message has its number.
        """
        state = self.begin(backend)
        yield state
        for number, action in enumerate(self.actions):
            with foreign_first(self.origin, self.game):
                try:
                    state.play(action)
                except IllegalActionError as error:
                    raise SaveError(f"actions[{number}]: {error}") from None
            yield state

    def verify(self, backend: BackendName | None = None) -> State:
        """Play everything again and compare the result.

        Returns:
            The table after the last action.

        Raises:
            SaveError: if an action is illegal, or the result differs from the replay's.
        """
        *_, state = self.play(backend)
        with foreign_first(self.origin, self.game):
            self._compare(state)
        return state

    def _compare(self, state: State) -> None:
        """Raise SaveError unless the result matches the last table."""
        if (self.result is None) == state.done:
            text = "none, but the actions end the game" if state.done else "given, but the actions do not end the game"
            raise SaveError(f"result: {text}")
        for name, played in result_of(state).items() if self.result is not None else ():
            recorded = self.result[name] if self.result else []
            if not np.allclose(recorded, played, atol=_CLOSE):
                raise SaveError(f"result.{name}: recorded: {recorded}, but the actions give {played}")

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; `from_dict` reads it."""
        start = {} if self.start is None else {"start": self.start}
        marks = {"decided_by": self.decided_by, "hints": self.hints}
        return {
            "format": REPLAY,
            "version": self.version,
            **({} if self.rules is None else {"rules": self.rules}),
            "game": self.game.name,
            "options": dict(self.options),
            "seed": self.seed,
            **start,
            "players": list(self.players),
            "actions": list(self.actions),
            "result": None if self.result is None else dict(self.result),
            **{name: list(mark) for name, mark in marks.items() if mark is not None},
            **({"notes": {str(number): text for number, text in self.notes.items()}} if self.notes else {}),
            **({"withdrawn": [note._asdict() for note in self.withdrawn]} if self.withdrawn else {}),
            **({"talk": [line._asdict() for line in self.talk]} if self.talk else {}),
        }

    @classmethod
    def from_dict(cls, game: Game, saved: Mapping[str, Any], path: str = "") -> "Replay":
        """The replay in a dict; whether its actions are legal is only checked when it is played.

        Args:
            game: the game that it must belong to.
            saved: the result of `to_dict`.
            path: where in the file the dict is, for messages.

        Raises:
            SaveError: with the path of the wrong field and the valid values.
        """
        reader = Reader(saved, path)
        check_game(reader, game, "replay")
        with foreign_first(reader.mapping(), game):
            return cls._from(game, reader)

    @classmethod
    def _from(cls, game: Game, reader: Reader) -> "Replay":
        reader.fields(REPLAY_FIELDS)
        _check_format(reader, REPLAY)
        check_game(reader, game, "replay", required=True)
        options = options_of(game, reader["options"])
        players = [item.text() for item in reader["players"].each()]
        if len(players) != options["num_players"]:
            raise reader["players"].wrong(f"{len(players)} players for {options['num_players']} seats")
        actions = [_action(game, item) for item in reader["actions"].each()]
        return cls(
            game,
            options,
            reader["seed"].whole(-1 if reader.has("start") else 0, 2**63 - 1),
            players,
            actions,
            _result(game, reader["result"], len(players)) if reader.has("result") else None,
            dict(reader["start"].mapping()) if reader.has("start") else None,
            reader["version"].text(),
            _makers(reader["decided_by"], len(actions)) if reader.has("decided_by") else None,
            [item.whole(0, len(actions) - 1) for item in reader["hints"].each()] if reader.has("hints") else None,
            _notes(reader["notes"], len(actions)) if reader.has("notes") else {},
            reader["rules"].text() if reader.has("rules") else None,
            [_withdrawn(item, len(actions), len(players)) for item in reader["withdrawn"].each()]
            if reader.has("withdrawn")
            else [],
            [_said(item, len(actions), len(players)) for item in reader["talk"].each()] if reader.has("talk") else [],
        )

    @classmethod
    def read(cls, path: Path | str, find: Find) -> "Replay":
        """The replay in a file, or in a saved game there.

        Args:
            find: finds the game that the file names, such as `dynasty_env.game`.

        Raises:
            SaveError: with the file and the problem.
        """
        content = read_json(path)
        with naming(path):
            if content.get("format") == SAVE:
                return SavedGame.from_dict(_find(find, Reader(content)["record"]), content).replay
            if "format" not in content and "game" in content and "phase" in content:
                raise SaveError("this is a table's save file (State.to_dict): continue it with dynasty play --load")
            _check_format(Reader(content), REPLAY)
            return cls.from_dict(_find(find, Reader(content)), content)

    def write(self, path: Path | str) -> None:
        """Write the file atomically. Raises SaveError if that fails."""
        write_json(path, self.to_dict())


@dataclass
class SavedGame:
    """A running game: its current table, and the replay that led to it, which is the field ``record`` of the file."""

    replay: Replay
    table: State

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; ``table`` alone is what `Game.from_dict` reads."""
        return {"format": SAVE, "table": self.table.to_dict(), "record": self.replay.to_dict()}

    @classmethod
    def from_dict(cls, game: Game, saved: Mapping[str, Any], backend: BackendName | None = None) -> "SavedGame":
        """The saved game in a dict. Raises SaveError with the path of the wrong field; also if the replay does not lead
        to the table."""
        reader = Reader(saved)
        reader.fields(SAVE_FIELDS)
        _check_format(reader, SAVE)
        replay = Replay.from_dict(game, reader["record"].mapping(), "record")
        with _within("record"):
            *_, played = replay.play(backend)
        table, led = reader["table"], played.to_dict()
        with foreign_first(replay.origin, game):
            table.fields((*led, *ORIGIN))
            for name in [name for name in led if name not in (*COURSE, *ORIGIN)]:
                table[name].same_as(led[name], f"the record (of version {replay.version}) leads to")
        return cls(replay, played)

    @classmethod
    def read(cls, path: Path | str, find: Find, backend: BackendName | None = None) -> "SavedGame":
        """The game in a file: a saved one, or a table as written by `State.to_dict`, at which a new replay begins.

        The players of such a table are not known: their names are empty.

        Raises:
            SaveError: with the file and the problem.
        """
        content = read_json(path)
        with naming(path):
            kind = content.get("format")
            if kind == REPLAY:
                raise SaveError("this is the replay of a finished game; show it with: dynasty replay")
            if kind is not None:
                _check_format(Reader(content), SAVE)
                return cls.from_dict(_find(find, Reader(content)["record"]), content, backend)
            state = _find(find, Reader(content)).from_dict(content, backend=backend)
            return cls(Replay.of(state, [""] * state.num_players, dealt=False), state)

    def write(self, path: Path | str) -> None:
        """Write the file atomically. Raises SaveError if that fails."""
        write_json(path, self.to_dict())


def read_json(path: Path | str) -> dict[str, Any]:
    """The JSON object in a file. Raises SaveError with the file and the reason."""
    try:
        content = json.loads(read_whole(path).decode("utf-8"))
    except OSError as error:
        raise SaveError(f"{path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path}: this is not a JSON file ({error})") from None
    if not isinstance(content, dict):
        raise SaveError(f"{path}: a saved game or a replay is expected, not a {type(content).__name__}")
    return content


def as_json(content: Mapping[str, Any]) -> bytes:
    """JSON for people and programs. Lone surrogates, of file names that are not UTF-8, are escaped as in JSON."""
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def write_json(path: Path | str, content: Mapping[str, Any]) -> None:
    """Write a JSON file atomically; an interruption leaves either the old file or the new one. Raises SaveError if it
    cannot be written."""
    with on_disk(path):
        write_whole(Path(path), as_json(content))


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Put the file's name before the message of a SaveError."""
    try:
        yield
    except SaveError as error:
        raise type(error)(f"{path}: {error}") from None


@contextmanager
def _within(path: str) -> Iterator[None]:
    """Put the path before the message of a SaveError about a part of a file."""
    try:
        yield
    except OtherVersionError as error:
        raise OtherVersionError(f"{path}: {error}") from None
    except SaveError as error:
        raise SaveError(f"{path}.{error}") from None


def _find(find: Find, reader: Reader) -> Game:
    name = reader["game"].text()
    try:
        return find(name)
    except UnknownGameError as error:
        raise reader["game"].wrong(str(error)) from None


def _check_format(reader: Reader, wanted: str) -> None:
    if not reader["format"].says(wanted):
        raise reader["format"].wrong(f"{wanted!r} is expected, not {in_short(reader['format'].value)}")


def _action(game: Game, reader: Reader) -> str:
    name = reader.text()
    if game.point is not None and name.startswith(WORD):
        try:
            game.point.read(name)
        except IllegalActionError as error:
            raise reader.wrong(str(error)) from None
    elif name not in game.action_ids:
        reader.one_of(game.action_names, "action")
    return name


def _notes(reader: Reader, actions: int) -> dict[int, str]:
    """The texts that accompanied actions, by the number of the action."""
    numbers = {str(number): number for number in range(actions)}
    result = {}
    for name in reader.mapping():
        if name not in numbers:
            raise reader.wrong(f"{in_short(name)} is not the number of an action: there are 0 … {actions - 1}")
        result[numbers[name]] = reader[name].text()
    return result


def _withdrawn(reader: Reader, actions: int, seats: int) -> Withdrawn:
    """The note of a proposal that was taken back: before the last action, or instead of one to come."""
    reader.fields(Withdrawn._fields)
    number, text = reader["number"].whole(0, actions), reader["text"].text()
    return Withdrawn(number, reader["sender"].whole(0, seats - 1), reader["addressee"].whole(0, seats - 1), text)


def _said(reader: Reader, actions: int, seats: int) -> Said:
    """What a person said between two actions."""
    reader.fields(Said._fields)
    return Said(reader["number"].whole(0, actions), reader["sender"].whole(0, seats - 1), reader["text"].text())


def _makers(reader: Reader, actions: int) -> list[str]:
    makers = [MAKERS[item.one_of(MAKERS, "maker of a decision")] for item in reader.each()]
    if len(makers) != actions:
        raise reader.wrong(f"{len(makers)} makers of {actions} decisions")
    return makers


def _result(game: Game, reader: Reader, seats: int) -> dict[str, list[float]]:
    names = (*game.rewards, "scores")
    reader.fields(names)
    result = {}
    for name in names:
        numbers = [item.number() for item in reader[name].each()]
        if len(numbers) != seats:
            raise reader[name].wrong(f"{len(numbers)} numbers for {seats} seats")
        result[name] = numbers
    return result
