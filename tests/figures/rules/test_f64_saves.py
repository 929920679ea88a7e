"""F61, F64: numbers are exact: in rules, in save files, and on both backends."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.rules import bodies, geometry
from dynasty_env.kit.errors import SaveError
from tests.figures.rules.conftest import LOW, duel, fig, played


@pytest.mark.rule("F64")
def test_lengths_are_hexadecimal_floats_and_plain_numbers_are_read() -> None:
    state = duel(fig("Fencer", 8.1, 1 / 3 + 5, row="SQ"), fig("Lancer", 1, 1))
    saved = state.to_dict()
    assert saved["figures"][0]["x"] == (8.1).hex() and saved["figures"][0]["y"] == (1 / 3 + 5).hex()
    again = GAME.from_dict(saved, backend="interpreted")
    assert again.record["x"][0] == 8.1 and again.record["y"][0] == 1 / 3 + 5


@pytest.mark.rule("F64")
@pytest.mark.parametrize("wrong", [10**400, float("nan"), float("inf"), "0x1p+9", "three", True, None, -1])
def test_a_length_that_is_none_is_refused_by_its_path(wrong: object) -> None:
    saved = duel(fig("Fencer", 8, 8, row="SQ"), fig("Lancer", 1, 1)).to_dict()
    saved["figures"][0]["x"] = wrong
    with pytest.raises(SaveError, match=r"^figures\[0\]\.x: "):
        GAME.from_dict(saved, backend="interpreted")


@pytest.mark.rule("F62")
def test_only_a_declined_contact_changes_the_base_of_a_heading() -> None:
    state = duel(fig("Fencer", 8, 8, row="SK", poses=(0, LOW)), fig("Lancer", 8.3, 9.8))
    touching = played(state, "angle:+180")
    assert touching.phase == "attack"
    attacked, declined = played(touching, "yes"), played(touching, "pass")
    assert (attacked.record["base_x"][0], attacked.record["base_y"][0], attacked.record["steps"][0]) == (1, 0, 12)
    assert declined.record["steps"][0] == 0 and declined.record["base_y"][0] > 0.5


@pytest.mark.rule("F61")
@pytest.mark.parametrize("module", [geometry, bodies], ids=lambda module: module.__name__.rpartition(".")[2])
def test_the_rules_of_geometry_call_the_square_root_and_nothing_else_of_the_library(module: object) -> None:
    """No power, no `hypot`, no sine: they differ between machines in the last digit."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    called = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
              and isinstance(node.value, ast.Name) and node.value.id == "math"}  # fmt: skip
    assert called == {"sqrt"}
    assert not any(isinstance(node, ast.Pow) for node in ast.walk(tree))
