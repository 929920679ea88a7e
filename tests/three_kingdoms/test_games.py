"""Whole games: audited, saved, told in words; the sizes that the game promises."""

import json

import numpy as np
import pytest

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.table import TABLE


def sound(state: State) -> None:
    broken = state.call("audit")
    assert broken == 0, GAME.truths[broken - 1].words


@pytest.mark.parametrize("scenario", range(9))
def test_random_turns_of_every_scenario_break_no_truth(scenario: int) -> None:
    rng = np.random.default_rng(scenario)
    seats = int(rng.integers(2, m.POWERS[max(scenario - 1, 0)] + 1))
    state = GAME.new(scenario, backend="compiled", scenario=scenario, num_players=seats, max_turns=2)
    while not state.done:
        legal = state.legal()
        assert 2 <= len(legal) <= 130
        state.play(int(rng.choice(legal)))
        if rng.random() < 0.25:
            sound(state)
    sound(state)
    for reward in GAME.rewards:
        assert float(state.returns(reward).sum()) == pytest.approx(0, abs=1e-5)


@pytest.mark.slow
def test_ten_thousand_random_games_break_no_truth_and_end_by_themselves() -> None:
    for seed in range(10_000):
        rng = np.random.default_rng(seed)
        scenario = seed % 9
        seats = int(rng.integers(2, m.POWERS[max(scenario - 1, 0)] + 1))
        options = GAME.check_options({"scenario": scenario, "num_players": seats, "powers": int(rng.integers(12))})
        tables, counts = GAME.blank(1, options), np.zeros(2, np.int64)
        GAME.compiled.call("deal", tables, 0, seed)
        broken = GAME.compiled.call("audited_game", tables, 0, seed, counts)
        assert (broken, int(tables.array["fault"][0])) == (0, 0), (seed, options)


def test_who_has_lost_the_last_area_waits_for_the_end_of_the_fight() -> None:
    """T15, T18: Zhang Lu has lost Tianshui, where he is, to Ma Teng; Cao, who helped, withdraws before he falls."""
    options = GAME.check_options({"num_players": 5, "scenario": 4, "max_turns": 6})
    tables, counts = GAME.blank(1, options), np.zeros(2, np.int64)
    GAME.compiled.call("deal", tables, 0, 29668)
    broken = GAME.compiled.call("audited_game", tables, 0, 29668 ^ 1 << 40, counts)
    assert broken == 0, GAME.truths[broken - 1].words
    assert tables.array["done"][0] == 1


def test_a_saved_game_goes_on_as_it_would_have() -> None:
    rng = np.random.default_rng(8)
    state = GAME.new(8, backend="compiled", scenario=2, max_turns=2)
    saves = 0
    while not state.done:
        if rng.random() < 0.1:
            again = GAME.from_dict(json.loads(json.dumps(state.to_dict())), backend="interpreted")
            action = int(rng.choice(state.legal()))
            other = state.clone()
            other.play(action)
            again.play(action)
            assert again.to_dict() == other.to_dict()
            assert again.chronicle() == other.chronicle()
            saves += 1
        state.play(int(rng.choice(state.legal())))
    assert saves > 5


def test_the_table_is_small() -> None:
    assert TABLE.itemsize <= 8192
    assert len(GAME.action_names) <= 500


def test_it_is_drawn_for_a_terminal() -> None:
    drawn = str(GAME.new(1, backend="interpreted"))
    for wanted in ("Luoyang", "Dong Zhuo*", "minor power", "clans", "nobody"):
        assert wanted in drawn


def test_mixtures_of_options_are_such_as_it_takes() -> None:
    """More seats than powers are refused (T37): the generic checks draw again."""
    sets = list(option_sets(GAME, 90))
    for options in sets:
        GAME.check_options(options)
    for option in GAME.options:
        assert {options[option.name] for options in sets} == set(option.values)


def test_a_picture_shows_the_map() -> None:
    state = GAME.new(1, backend="interpreted")
    drawn = GAME.picture(state, None)
    assert drawn.shape == (960, 1280, 3)
    state.tables[0].control[m.AREA_NAMES.index("Luoyang")] = m.COUNTRY_NAMES.index("Cao")
    assert (GAME.picture(state, None) != drawn).any()
