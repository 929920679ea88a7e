"""Save files with something wrong in them, of every game: refused, by the path of what is wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dynasty_env
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.game import Game
from tests.dynasty.saves import named as of_dynasty
from tests.kingdoms.positions import named as of_kingdoms
from tests.saved import Refusal, refusals, without_course
from tests.shinsengumi.positions import named as of_shinsengumi
from tests.three_kingdoms.saves import named as of_three_kingdoms

BASES: dict[str, Callable[[str], dict[str, Any]]] = {
    "dynasty": of_dynasty, "kingdoms": of_kingdoms, "shinsengumi": of_shinsengumi, "three_kingdoms": of_three_kingdoms,
}  # fmt: skip
"""Saves that the texts beside a game's tests of saves change, by name."""
CASES = [(game, each) for game in BASES for each in refusals(Path(__file__).parent / game / "saved" / "refused.txt")]
games = pytest.mark.parametrize("game", list(map(dynasty_env.game, dynasty_env.GAMES)), ids=lambda game: game.name)


@pytest.mark.parametrize(("game", "refusal"), CASES, ids=lambda value: str(value)[:60])
def test_what_is_wrong_is_refused_by_its_path(game: str, refusal: Refusal) -> None:
    """In the middle of something without its moves, too."""
    book, saved = dynasty_env.game(f"{game}_v0"), refusal.saved(BASES[game](refusal.base))
    with pytest.raises(SaveError) as error:
        book.from_dict(saved, backend="interpreted")
    assert not [part for part in refusal.says if part not in str(error.value)], str(error.value)
    if "moves" in saved or "begun" in saved:
        with pytest.raises(SaveError):
            book.from_dict(without_course(saved), backend="interpreted")


@games
@pytest.mark.parametrize("saved", [None, 5, "dynasty_v0", [], [{}], True, 1.5], ids=str)
def test_what_is_no_dict(game: Game, saved: Any) -> None:
    with pytest.raises(SaveError, match="save file: a dict is expected"):
        game.from_dict(saved, backend="interpreted")


@games
@pytest.mark.parametrize("other", ["chess_v1", "dynasty", None, 5, []], ids=str)
def test_a_foreign_game(game: Game, other: Any) -> None:
    with pytest.raises(SaveError) as error:
        game.from_dict(game.new(1, backend="interpreted").to_dict() | {"game": other}, backend="interpreted")
    assert all(part in str(error.value) for part in ("game: ", repr(other), repr(game.name))), str(error.value)
