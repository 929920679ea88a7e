"""What no position can say: chance over many deals, printed cards and numbers, and save files that are refused."""

import ast
import re
from math import dist
from pathlib import Path

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import (
    CARDS_NAMED,
    DISTRACTS,
    KEEN,
    PACK_SIZE,
    POINTS,
    PRIORITY,
    RANGE,
    REACH,
    SHEET_NAMES,
    SHEET_STATS,
    STAT_LEAST,
    STAT_MOST,
    STEADY,
    WEAPON_NAMES,
)
from dynasty_env.figures.rules import bodies, geometry
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.state import State
from tests.books import ROOT
from tests.figures.rules.positions import lay


def new(seed: int = 0, **options: int | bool) -> State:
    return GAME.new(seed, backend="interpreted", **options)


@pytest.mark.rule("§02", "§05-01")
def test_every_place_of_the_pack_is_shuffled() -> None:
    for place_in_pack in (0, 1, 52, 53):
        assert len({int(new(seed).record["pack"][place_in_pack]) for seed in range(8)}) > 3


@pytest.mark.rule("§05-04")
def test_cards_by_rank_then_suit() -> None:
    """A > K > Q … > 2; spades > hearts > diamonds > clubs."""
    assert len(set(CARDS_NAMED)) == 2 * PACK_SIZE
    order = sorted(range(52), key=lambda card: -PRIORITY[card])
    assert [CARDS_NAMED[card] for card in order[:6]] == ["SA", "HA", "DA", "CA", "SK", "HK"]
    assert [CARDS_NAMED[card] for card in order[-2:]] == ["D2", "C2"]


@pytest.mark.rule("§04-01", "F37")
def test_every_sheet_has_35_points() -> None:
    assert (SHEET_STATS.sum(1) == POINTS).all()
    assert (SHEET_STATS >= STAT_LEAST).all() and (SHEET_STATS <= STAT_MOST).all()


@pytest.mark.rule("F67")
def test_sheets_are_dealt_by_lot_none_twice_before_all_are_out() -> None:
    dealt = [tuple(new(seed).record["sheet"][:2]) for seed in range(200)]
    assert len(set(dealt)) == 12 and all(one != two for one, two in dealt)
    for seed in range(20):
        sheets = new(seed, num_players=3, figures=2).record["sheet"][:6].tolist()
        assert len(set(sheets[:4])) == 4 and len(set(sheets[4:])) == 2


@pytest.mark.rule("§04-01")
def test_dice_give_a_die_and_2_each_and_vitality_a_die_and_4() -> None:
    stats = np.array([new(seed, stats=1).record["stat"][:2] for seed in range(300)]).reshape(-1, 6)
    assert stats.min(0).tolist() == [3, 3, 3, 3, 3, 5] and stats.max(0).tolist() == [8, 8, 8, 8, 8, 10]
    assert abs(stats.mean(0) - [5.5, 5.5, 5.5, 5.5, 5.5, 7.5]).max() < 0.3


@pytest.mark.rule("§07-02", "F71")
def test_each_trait_takes_effect_in_some_sheet() -> None:
    """*Steady* shows only in a figure that distracts A, *keen* only where another sheet does."""
    assert (DISTRACTS[STEADY == 1] == 1).any() and (DISTRACTS[STEADY == 0] == 1).any()
    for seer in np.flatnonzero(KEEN):
        assert (np.delete(DISTRACTS, seer) == 1).any()
    assert (DISTRACTS == 2).any()


@pytest.mark.rule("F69", "F37", "§04-01")
def test_the_tuned_numbers_are_those_of_the_page() -> None:
    """The rules page has a row for each sheet: six abilities, and each weapon's reach or range."""
    page = (ROOT / "docs" / "rules" / "figures.md").read_text(encoding="utf-8")
    for sheet, name in enumerate(SHEET_NAMES):
        cells = next(line for line in page.splitlines() if line.startswith(f"| {name} |")).strip("|").split("|")
        assert [int(cell) for cell in cells[1:7]] == SHEET_STATS[sheet].tolist()
        told = re.findall(r"(?:one )?(\w+) \((?:reach |range )?([\d.]+)", cells[7])
        assert told == [
            (weapon, f"{max(reach, far):g}")
            for weapon, reach, far in zip(WEAPON_NAMES[sheet], REACH[sheet], RANGE[sheet], strict=True)
        ]


@pytest.mark.rule("F63", "F35")
@pytest.mark.parametrize("players, room", [(2, 1), (3, 1), (2, 2)])
def test_a_place_of_the_grid_is_taken_exactly(players: int, room: int) -> None:
    """In rooms of 16, 20 and 24 w: to the last bit of a float64, whether it was meant or is the nearest legal one."""
    state = new(4, num_players=players, room=room)
    first, second = map(int, state.record["order"][:2])
    side = float(state.record["side"])
    state.play_point([0, 0, 0, 0, 0, 0])
    state.play("angle:+0")
    rng, illegal = np.random.default_rng(room), 0
    grid = [(x / 2, 1.0) for x in range(2, int(2 * side) - 1)]
    for wanted in [*map(tuple, rng.uniform(0, side, (150, 2)).tolist()), *grid]:
        after = state.clone()
        used = after.play_point([0, 0, 0, 0, 2 * wanted[0] / side - 1, 2 * wanted[1] / side - 1])
        x, y = float(after.record["x"][second]), float(after.record["y"][second])
        meant = wanted in grid or dist((x, y), wanted) > 1e-5
        assert ((2 * x).is_integer() and (2 * y).is_integer()) or not meant, (wanted, x, y)
        illegal += meant and wanted not in grid
        again = state.clone()
        assert again.play_point(used).tolist() == used.tolist()
        assert again.tables.array.tobytes() == after.tables.array.tobytes()
    assert illegal > 20 and state.record["x"][first] == state.record["y"][first] == side / 2


@pytest.mark.rule("F64")
@pytest.mark.parametrize("wrong", [10**400, float("nan"), float("inf"), "0x1p+9", "three", True, None, -1])
def test_a_length_that_is_none_is_refused_by_its_path(wrong: object) -> None:
    saved = lay("Fencer 8 8 plots SQ | Lancer 1 1").to_dict()
    saved["figures"][0]["x"] = wrong
    with pytest.raises(SaveError, match=r"^figures\[0\]\.x: "):
        GAME.from_dict(saved, backend="interpreted")


@pytest.mark.rule("F61")
@pytest.mark.parametrize("module", [geometry, bodies], ids=lambda module: module.__name__.rpartition(".")[2])
def test_the_rules_of_geometry_call_the_square_root_and_nothing_else_of_the_library(module: object) -> None:
    """No power, no `hypot`, no sine: they differ between machines in the last digit."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    called = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)
              and isinstance(node.value, ast.Name) and node.value.id == "math"}  # fmt: skip
    assert called == {"sqrt"}
    assert not any(isinstance(node, ast.Pow) for node in ast.walk(tree))
