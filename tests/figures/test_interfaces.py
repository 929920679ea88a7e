"""The public module: printed tables, words, chances, a picture."""

import pytest

from dynasty_env import figures_v0
from dynasty_env.figures.material import APART, CARDS, SHEETS, WEAPONS
from dynasty_env.figures.rules.geometry import RADIUS
from tests.figures.rules.positions import lay, played


def test_printed_tables_have_a_row_for_every_card_sheet_and_weapon() -> None:
    tables = figures_v0.card_table()
    assert {name: table.shape for name, table in tables.items()} == {
        "cards": (CARDS, 3), "sheets": (SHEETS, 9), "weapons": (SHEETS * WEAPONS, 4),
    }  # fmt: skip


def test_the_distance_that_the_set_up_names_is_that_of_the_rules() -> None:
    assert f"{APART - 2 * RADIUS:.1f} w" in figures_v0.GAME.questions["place_x"][1]


def test_the_chance_of_an_attack_is_exact() -> None:
    """Five cards, all of the pack, are turned up: three of them are above the spirit of 5."""
    state = lay("Fencer 6.1 8 plots SK sabre 0 | Archer 8 8 plots DQ | pack S6 HK D9 S2 S3 | discards rest")
    asked = played(state, "angle:+0")
    assert state.game.prospects(asked, 1) == "3.0 damage on average, out 0 %"


def test_a_picture_shows_the_room() -> None:
    pytest.importorskip("PIL")
    state = lay("Fencer 4 8 plots SQ sabre 0 | Archer 12 8 bow 0 knife 0")
    picture = state.game.picture(state, 0)
    assert picture.shape == (960, 1280, 3) and len({*map(bytes, picture[::4, ::4].reshape(-1, 3))}) > 20
    assert "Fencer" in state.game.ansi(state, None)


def test_a_picture_shows_a_figure_whose_vitality_is_not_chosen_yet() -> None:
    pytest.importorskip("PIL")
    state = figures_v0.game.new(1, stats=2)
    assert state.phase == "points" and state.view(0)["figures"][0]["abilities"]["vitality"] == 0
    assert state.game.picture(state, 0).shape == (960, 1280, 3)
