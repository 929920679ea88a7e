"""A puzzle, files of puzzles, and what follows a puzzle's right choice.

A puzzle's table is a copy in which everything unknown to its seat has been resampled. Anybody who reads the file, or
gets its page, learns what that seat knew, and nothing else about the original game.
"""

import base64
import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from agents.search.opinion import SURE, Opinion
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.errors import SaveError, in_short
from dynasty_env.kit.files.origin import foreign_first, origin
from dynasty_env.kit.files.replays import naming, read_json, write_json
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State

FORMAT = "puzzles"
"""The value of the field ``format`` of a file."""
MARGIN = 0.10
"""The part of a victory by which the right choice is better than the next one, as estimated by the long search …"""
AT_LEAST = 0.05
"""… and a lower bound on it after `SURE` standard errors are subtracted."""
SETS = Path(__file__).parent / "sets"
"""The folder of the puzzles that come with the package."""
MOST = 4
"""Maximum number of choices that are followed after the right one."""


@dataclass(frozen=True)
class Puzzle:
    """A decision with one right choice."""

    id: str  # short and stable: it follows from the table
    seat: int  # the seat that decides
    phase: str  # name of the decision
    table: str  # the record of the table as the seat knows it, compressed and encoded as text
    opinion: Opinion  # that of the long search; its verdict is about the second best choice
    source: str  # ``mistake`` if somebody chose another action there, ``game`` if it is from a game in which nobody did
    solved_by: Mapping[str, float]
    """Bots, and whether they choose the right action; for random moves, the probability of it."""

    @property
    def best(self) -> int:
        """The right action."""
        return self.opinion.best.action

    def state(self, game: Game) -> State:
        """The table, on interpreted rules. Raises SaveError if the current rules cannot read it."""
        state = laid(game, self.table, "interpreted")
        if state.call("audit") or state.done or state.seat != self.seat or self.best not in state.legal():
            raise SaveError(f"puzzle {self.id}: its table is impossible under today's rules")
        return state

    def to_dict(self, game: Game) -> dict[str, Any]:
        """A dict for JSON, with names of actions, which outlive their numbers."""
        return {
            "id": self.id, "seat": self.seat, "phase": self.phase, "source": self.source,
            "solved_by": dict(self.solved_by), "opinion": self.opinion.to_dict(game.action_names), "table": self.table,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, game: Game, saved: Mapping[str, Any]) -> "Puzzle":
        """Read the puzzle from a dict. Raises SaveError if it is none, or is damaged."""
        try:
            return cls(
                str(saved["id"]), int(saved["seat"]), str(saved["phase"]), str(saved["table"]),
                Opinion.from_dict(saved["opinion"], game.action_ids), str(saved["source"]),
                {str(bot): float(part) for bot, part in saved["solved_by"].items()},
            )  # fmt: skip
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise SaveError(f"this puzzle is damaged: {type(error).__name__}: {error}") from None


def as_known(state: State, key: int) -> str:
    """The table of a decision in the form that a puzzle stores: `key` resamples what its seat does not know."""
    record = state.hide(state.seat, key).tables.array.tobytes()
    return base64.b64encode(zlib.compress(record, 9)).decode()


def laid(game: Game, table: str, backend: BackendName) -> State:
    """Read a table that `as_known` has written. Raises SaveError if it is not a table of this game."""
    try:
        record = zlib.decompress(base64.b64decode(table, validate=True), bufsize=game.dtype.itemsize)
        if len(record) != game.dtype.itemsize:
            raise ValueError(f"{len(record)} bytes instead of {game.dtype.itemsize}")
    except (ValueError, zlib.error) as error:
        raise SaveError(f"this is not a table of {game.name}: {error}") from None
    return State(game, Tables(np.frombuffer(bytearray(record), game.dtype)), game.backend(backend))


def layout_of(game: Game) -> str:
    """A short stamp of the memory layout of tables: puzzles of another layout cannot be read."""
    return hashlib.blake2b(str(game.dtype.descr).encode(), digest_size=6).hexdigest()


def stamp(game: Game, table: str) -> str:
    """A short name that follows from a table."""
    return hashlib.blake2b(f"{game.name} {table}".encode(), digest_size=5).hexdigest()


def decision_of(state: State) -> Decision:
    """A puzzle's decision, with dice that reveal nothing."""
    return Decision(state, np.random.default_rng(0))


def is_right_alone(opinion: Opinion) -> bool:
    """Whether the best choice is better than all others by a wide margin: the verdict is about the second best."""
    verdict = opinion.verdict
    if verdict is None or verdict.loss < MARGIN or verdict.loss - SURE * verdict.loss_error < AT_LEAST:
        return False
    return all(option.clearly_worse for option in opinion.options[1:])


def write_puzzles(file: Path, game: Game, puzzles: Iterable[Puzzle], progress: Mapping[str, Any]) -> None:
    """Write puzzles and the progress of the work on them, in one piece or not at all. Raises SaveError."""
    content: dict[str, Any] = {"format": FORMAT, **origin(game), "game": game.name, "layout": layout_of(game)}
    content |= {"progress": dict(progress), "puzzles": [each.to_dict(game) for each in puzzles]}
    write_json(file, content)


def read_puzzles(file: Path, game: Game) -> tuple[list[Puzzle], dict[str, Any]]:
    """The puzzles of a file, and the progress of the work. Raises SaveError that names the file and the fault."""
    content = read_json(file)
    with naming(file), foreign_first(content, game):
        if content.get("format") != FORMAT or content.get("game") != game.name:
            raise SaveError(f"this must hold puzzles of {game.name}, not {in_short(content.get('game'))}")
        found, progress = content.get("puzzles", []), content.get("progress", {})
        if content.get("layout") != layout_of(game):
            given = {"count": len(found), **{name: value for name, value in progress.items() if name != "games"}}
            again = f"dynasty puzzles {game.name} {' '.join(f'--{name} {given[name]}' for name in given)} --out {file}"
            raise SaveError(f"these tables have an outdated layout: remove the file, then {again}")
        return [Puzzle.from_dict(game, each) for each in found], dict(progress)


@cache
def shipped(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles shipped with a game, except those that the current rules cannot read."""
    puzzles: list[Puzzle] = []
    with suppress(SaveError):
        for puzzle in read_puzzles(SETS / f"{game.name}.json", game)[0]:
            with suppress(SaveError):
                puzzle.state(game)
                puzzles.append(puzzle)
    return tuple(puzzles)


def following(game: Game, puzzle: Puzzle, choose: Callable[[Decision], int]) -> list[str]:
    """The next choices of a puzzle's seat in words, as long as it is asked at once, if `choose` makes them; forced ones
    are left out."""
    state, result = puzzle.state(game), list[str]()
    state.play(puzzle.best)
    while not state.done and state.seat == puzzle.seat and len(result) < MOST:
        decision = decision_of(state)
        action = choose(decision)
        if len(decision.legal) > 1:
            result.append(decision.describe(action))
        state.play(action)
    return result


def by_rule(decision: Decision) -> int:
    """The choice of the game's own bot, or the first legal one, on interpreted rules."""
    game = decision.game
    if "greedy" not in game.policies:
        return int(decision.legal[0])
    observation, mask = np.asarray(decision.observation)[None], decision.mask[None]
    return int(game.greedy_actions(observation, mask, backend="interpreted")[0])


@cache
def preferred(game: Game) -> tuple[Puzzle, ...]:
    """Half of the puzzles shipped with a game or more: those whose choice is soonest a whole move."""
    puzzles = shipped(game)
    lengths = [len(following(game, each, by_rule)) for each in puzzles]
    longest = sorted(lengths)[(len(puzzles) - 1) // 2] if puzzles else 0
    return tuple(each for each, length in zip(puzzles, lengths, strict=True) if length <= longest)
