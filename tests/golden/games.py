"""Golden games: whole games on file, with a digest of every move, that must go the same way for ever.

A move's digest covers all that it told (private entries included) and the decision that it led to: who decides, in
which phase, among which actions, by their names, so that a new action elsewhere changes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import Replay, read_json, result_of
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State
from tests.books import ROOT, Book
from tests.golden.lists import Lists

FORMAT = "golden game"
FURTHEST = 4
"""More new kinds of action at once than these are not recognised as such."""
MOST_MOVES = 7_000
"""More moves than these take too long to replay in all golden games of a book."""
AUDITED = "audited.json"
"""In the games' folder, and no game: the pages that were audited by hand."""


class ChangedError(AssertionError):
    """A golden game goes another way than it was recorded."""


class ShownError(ChangedError):
    """A golden game goes as it did, but the seats are shown something else: an observation has changed its meaning."""

    def __init__(self, message: str, observed: str) -> None:
        super().__init__(message)
        self.observed = observed


@dataclass
class Golden:
    """A recorded game.

    Attributes:
        name: of its file, without ending.
        replay: options, seed, actions and result.
        digests: one for the deal, and one for each move.
        observed: a digest of what every seat observes at the last decision.
        shows: the features for which it is kept.
    """

    name: str
    replay: Replay
    digests: list[str]
    observed: str
    shows: list[str]

    def check(self, backend: BackendName) -> None:
        """Play it again and compare every move.

        Raises:
            ChangedError: naming the first move that differs, and what it tells now.
        """
        for _ in self.checked(backend):
            pass

    def checked(self, backend: BackendName) -> Iterator[tuple[State, State]]:
        """Each table, with the one before it, while every move is compared. Raises what `check` raises."""
        try:
            for number, (state, before) in enumerate(self._states(backend)):
                if digest(state) != self.digests[number]:
                    action = self.replay.actions[number - 1] if number else "the deal"
                    where = f"{self.name}, move {number} ({action}) on the {backend} backend goes another way now"
                    for moved in range(1, FURTHEST + 1):
                        if digest(state, moved) == self.digests[number]:
                            raise ChangedError(f"{where}: only ids of actions have moved, by {moved}")
                    tells = "; ".join(told_to_all(state).chronicle())
                    raise ChangedError(f"{where}. It tells: {tells}; then {state.phase}, seat {state.seat}")
                yield state, before
                last = before
        except SaveError as error:
            raise ChangedError(f"{self.name} on the {backend} backend: {error}") from None
        if result_of(state) != self.replay.result:
            raise ChangedError(
                f"{self.name} on the {backend} backend comes to {result_of(state)}: {self.replay.result}"
            )
        if self.observed != (now := observed(last)):
            raise ShownError(
                f"{self.name} on the {backend} backend: what the seats observe at the end is not the same", now
            )

    def _states(self, backend: BackendName) -> Iterator[tuple[State, State]]:
        """Each table, with the one before it."""
        before: State | None = None
        for state in self.replay.play(backend):
            yield state, before or state
            before = state.clone()

    @property
    def text(self) -> str:
        """What its file holds."""
        replay = self.replay.to_dict()
        replay["actions"] = []
        content = {"format": FORMAT, "shows": self.shows, "observed": self.observed, "replay": replay, "moves": []}
        text = json.dumps(content, ensure_ascii=False, indent=1)
        moves = zip(["", *self.replay.actions], self.digests, strict=True)
        rows = ",\n".join(f"  {json.dumps([action, mark], ensure_ascii=False)}" for action, mark in moves)
        return text.replace('"moves": []', f'"moves": [\n{rows}\n ]') + "\n"

    @classmethod
    def read(cls, game: Game, path: Path) -> Golden:
        """The game in a file. Raises SaveError where it holds none, or one of another game or version."""
        content: dict[str, Any] = read_json(path)
        moves = content["moves"]
        replay = Replay.from_dict(game, {**content["replay"], "actions": [action for action, _ in moves[1:]]})
        return cls(path.stem, replay, [mark for _, mark in moves], content["observed"], content["shows"])


def folder_of(book: Book) -> Path:
    """Where a game's golden games lie."""
    return ROOT / "tests" / "golden" / "games" / book.game


def golden_files(book: Book) -> list[Path]:
    """A game's golden games, by name."""
    return sorted(path for path in folder_of(book).glob("*.json") if path.name != AUDITED)


def too_long(book: Book, games: Sequence[Golden]) -> str:
    """What is to be done about golden games of too many moves; empty if there are not."""
    moves = sum(len(game.replay.actions) for game in games)
    if moves <= MOST_MOVES:
        return ""
    command = f"python -m tests.golden --game {book.game} --record --afresh"
    return f"{moves:,} moves are more than {MOST_MOVES:,}: {command} finds shorter games"


def digest(state: State, moved: int = 0) -> str:
    """Eight hexadecimal digits over what the last move told and the decision that is open now.

    `moved`: by how much the ids of kinds of action, which the trace holds as numbers, were smaller.
    """
    record = state.record
    trace = record["trace"][: record["trace_length"]].tolist() if record["told"] else []
    if moved:
        entries = (entry for chapter in state.game.chapters for entry in chapter.entries)
        kinds = {int(entry.kind) for entry in entries if entry.subject.endswith(":kind")}
        trace = [[kind, seat, subject - moved * (kind in kinds), *rest] for kind, seat, subject, *rest in trace]
    names = state.game.action_names
    decision = [state.phase, -1 if state.done else state.seat, [names[action] for action in state.legal()]]
    return hashlib.blake2b(json.dumps([trace, decision]).encode(), digest_size=4).hexdigest()


def observed(state: State) -> str:
    """A digest of every seat's observation."""
    seats = b"".join(state.observe(seat).tobytes() for seat in range(state.num_players))
    return hashlib.blake2b(seats, digest_size=8).hexdigest()


def told_to_all(state: State) -> State:
    """A copy whose last move told everybody everything, for its chronicle alone."""
    copy = state.clone()
    copy.tables.array["trace"][0, :, -1] = 63
    return copy


def recorded(
    lists: Lists, name: str, options: dict[str, Any], seed: int, actions: Sequence[int], shows: list[str]
) -> Golden:
    """The golden game of these actions."""
    player = name.rpartition("-")[0]
    state = lists.game.new(seed, backend="interpreted", **options)
    replay = Replay.of(state, [player] * state.num_players)
    digests = [digest(state)]
    seen = ""
    for action in actions:
        seen = observed(state)
        replay.add(state, action)
        digests.append(digest(state))
    return Golden(name, replay, digests, seen, shows)
