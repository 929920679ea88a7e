"""The engine against the page's own account: every table, every choice, every die."""

from collections import Counter

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.game import GAME
from tests.three_kingdoms.oracle.cards import powers
from tests.three_kingdoms.oracle.compare import follow
from tests.three_kingdoms.oracle.tables import allied, at_random, warlike
from tests.wanted import DisagreementError

SCENARIOS = 9  # the campaign, 0, among them
PLAYERS = (allied, warlike, at_random)


def games(count: int, first: int, **options: int) -> Counter[str]:
    """Dealt games, one scenario after another, under mixed options. Returns what was met."""
    met: Counter[str] = Counter()
    for seed in range(first, first + count):
        rng = np.random.default_rng(seed)
        scenario = seed % SCENARIOS
        mixed = {
            "scenario": scenario,
            "num_players": int(rng.integers(2, len(powers(scenario)) + 1)),
            "powers": int(rng.integers(12)),
            "ask_forced": int(rng.random() < 0.2),
        } | options
        state = GAME.new(seed, backend="compiled", **mixed)
        try:
            met += follow(state, PLAYERS[seed // SCENARIOS % len(PLAYERS)](rng))
        except DisagreementError as error:
            where = f"seed {seed} {mixed}, turn {state.record['turn']}, phase {state.phase}"
            raise AssertionError(f"{where}: {error}") from error
    return met


def test_engine_and_page_agree_on_the_first_turns_of_every_scenario() -> None:
    met = games(SCENARIOS, first=0, max_turns=1)
    assert met["decisions"] > 500
    assert {"duel", "battle", "stratagem", "a power allied", "somebody is captured"} <= {*met}


def test_engine_and_page_agree_on_a_whole_game() -> None:
    met = games(1, first=28)
    assert met["decisions"] > 200
    assert met["end card"] + met["one is left"] == 1


@pytest.mark.slow
def test_engine_and_page_agree_on_a_thousand_games() -> None:
    met = games(1_000, first=10_000)
    assert met["decisions"] > 500_000
    assert met["told no more"] < 50, "games that could not be compared to their end"
    wanted = {"control_tie", "hand_over", "losses split", "the neutral policy", "too weak to march"}
    assert wanted <= {*met}, wanted - {*met}


@pytest.mark.parametrize("field", ["control", "troops", "bans", "country", "area", "points", "cup", "ruler"])
def test_a_table_that_is_otherwise_is_noticed(field: str) -> None:
    """The comparison itself: a game that has one thing wrong in its first action step does not pass."""
    state = GAME.new(5, backend="compiled", scenario=3, max_turns=1)
    honest = at_random(np.random.default_rng(1))

    def tampering(state: State, names: list[str]) -> str:
        if state.phase == "act":
            column = state.record[field]
            if column.shape:
                column[np.flatnonzero(column >= 0)[0]] += 1
            else:
                state.record[field] = column + 1
        return honest(state, names)

    with pytest.raises(DisagreementError):
        follow(state, tampering)
