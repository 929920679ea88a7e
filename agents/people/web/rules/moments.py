"""Positions shown in the rules for players: moves from a seed, played when they are needed."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from agents.people.sentences import folder_of
from agents.people.web.boards import Board, board_of
from agents.people.web.boards.board import Parts
from agents.people.web.phrases import Words
from agents.people.web.sides import from_own_side
from agents.people.web.viewers.feed import Feed, glance
from agents.people.web.viewers.known import KnownTables
from agents.people.web.viewers.shown import Glimpse, SeatShown
from dynasty_env.kit.errors import DynastyEnvError
from dynasty_env.kit.game import Game
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import State

NAMES = (_("You"), _("Beth"), _("Carl"), _("Dora"))
"""The players at the tables of the examples."""


@dataclass(frozen=True)
class Moment:
    """A position, and what the last move did."""

    state: State
    board: Board  # its board
    glimpse: Glimpse  # what the seat whose view is shown sees
    lines: tuple[str, ...]  # what the last move did, in words

    def words(self, language: str) -> Words:
        """The texts of a language, with the names of the players at the table."""
        own = Words(language)
        return Words(language, self.state.game.name, [own(name) for name in NAMES])

    def parts(self, language: str) -> Parts:
        """The pieces of the board."""
        return self.board.parts(from_own_side(self.board.game, self.glimpse), self.lines, self.words(language))


class TextError(DynastyEnvError):
    """An error in a text, or in a position that it shows."""


@cache
def moment(game: Game, name: str) -> Moment:
    """A position by its name. Raises TextError if there is none, or one of its moves is not legal."""
    content = _table(game, name)
    seed, options = content["seed"], content.get("options", {})
    state = game.new(seed, backend="interpreted", **options)
    viewer = content.get("viewer", 0)
    feed = Feed(viewer, 0)
    for number, move in enumerate(content["moves"]):
        action = game.action_ids.get(move)
        if action is None or action not in state.legal():
            legal = ", ".join(game.action_names[int(each)] for each in state.legal())
            raise TextError(f"{game.name}, {name}: move {number}, {move}, is not legal; legal are {legal}")
        state.play(action)
        feed.hear(KnownTables(state))
    seats = tuple(SeatShown(each, "person", True) for each in NAMES[: state.num_players])
    board = board_of(game)
    glimpse, last = glance(state, viewer, seats, feed)
    return Moment(state, board, glimpse, tuple(last))


def moments_of(game: Game) -> Mapping[str, Any]:
    """The definitions of all positions in a game's texts."""
    file = folder_of(game.name) / "moments.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _table(game: Game, name: str) -> dict[str, Any]:
    """A position with all its moves from the seed."""
    known = moments_of(game)
    if name not in known:
        raise TextError(f"{game.name}: there is no position {name!r}; there are {', '.join(known)}")
    content = {"moves": [], **known[name]}
    before: dict[str, Any] = {"moves": []}
    if "after" in content:
        before = _table(game, content["after"])
    elif "lesson" in content:
        before = _lesson(game, content["lesson"])
    return {**before, **content, "moves": [*before["moves"], *content["moves"]]}


def _lesson(game: Game, moves: int) -> dict[str, Any]:
    """The table of a game's lesson after this number of moves."""
    lesson = board_of(game).lesson
    if lesson is None:
        raise TextError(f"{game.name} has no lesson")
    names = [game.action_names[action] for action in lesson.moves(game)[:moves]]
    return {"seed": lesson.seed, "options": {"num_players": lesson.seats, **lesson.options}, "moves": names}
