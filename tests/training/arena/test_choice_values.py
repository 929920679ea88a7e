"""What choices are worth, held against positions in which the best one is known."""

import numpy as np
import pytest

from agents.greedy import Greedy
from agents.search.budget import Budget
from agents.search.judge import ByRules
from agents.search.players import FlatMonteCarlo
from agents.uniform import Random
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.seats.decision import Decision
from tests.agents.search.looks import heap_of
from tests.tiny.nim import GAME
from training.arena.choice_values import PARTS, Hinted, choices, gains, gains_by, positions, worths


class Worst:
    """Takes what playouts find worst."""

    name = "worst"

    def reset(self, seed: int) -> None: ...

    def act(self, decision: Decision) -> int:
        return int(
            decision.legal[int(FlatMonteCarlo(Budget(playouts=100), ByRules("greedy")).values(decision).argmin())]
        )


def test_positions_are_one_choice_of_each_game() -> None:
    found = positions(GAME, 100, 3, GAME.check_options({"num_players": 2}))
    states = [state for state, _ in found]
    assert len({state.seed for state in states}) == 100
    assert all(len(state.legal()) > 1 and not state.done for state in states)
    left = {part: np.mean([state.record["heap"] for state, it in found if it == part]) for part in PARTS}
    assert left[PARTS[0]] > left[PARTS[2]] > left[PARTS[4]]


def test_another_seed_means_other_deals() -> None:
    options = GAME.check_options({"num_players": 2})
    seeds = [{state.seed for state, _ in positions(GAME, 50, seed, options)} for seed in (3, 4)]
    assert not seeds[0] & seeds[1]


def test_a_gain_is_the_mean_of_differences_with_its_standard_error() -> None:
    chosen = np.array([[1, 1, 2], [3, 4, 3], [5, 5, 6], [7, 7, 8]])
    worth = np.array([[0.0, 0.0, 0.1], [0.2, 0.4, 0.2], [0.1, 0.1, 0.4], [0.0, 0.0, 0.2]])
    itself, once, thrice = gains(chosen, worth)
    assert itself == (0.0, 0.0, 0.0)
    assert once == pytest.approx((0.05, 0.1 / 2, 0.25))
    assert thrice == pytest.approx((0.15, np.std([0.1, 0.0, 0.3, 0.2], ddof=1) / 2, 0.75))


def test_gains_are_told_by_label() -> None:
    """A phase with a single position says nothing about spread."""
    phases = ["rare", "war", "war", "birth", "war", "birth"]
    chosen = np.array([[0, 1], [0, 1], [0, 0], [0, 0], [0, 0], [0, 1]])
    worth = np.array([[0.0, 0.9], [0.0, 0.6], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, -0.2]])
    (war, three, of_war), (birth, two, of_birth) = gains_by(phases, chosen, worth)
    assert (war, three, birth, two) == ("war", 3, "birth", 2)
    assert of_war[1].mean == pytest.approx(0.2)
    assert of_war[1].differs == pytest.approx(1 / 3)
    assert of_birth[1].mean == pytest.approx(-0.1)


def test_who_searches_for_the_worst_choice_is_found_out() -> None:
    states = [state for state, _ in positions(GAME, 60, 5, GAME.check_options({"num_players": 2}))]
    chosen = choices(states, [Greedy(), Greedy(), Random(), Worst()])
    worth = worths(states, chosen, 100)
    same, _, worst = gains(chosen, worth)[1:]
    assert same == (0.0, 0.0, 0.0)
    assert worst.mean < -3 * worst.error
    agreed = (chosen == chosen[:, :1]).all(axis=1)
    assert (worth[agreed] == 0).all()


@pytest.mark.parametrize("by", ["greedy", "random"])
def test_the_only_winning_move_is_worth_more_whoever_plays_on(by: str) -> None:
    """Three left: who takes all of them has won, who takes one or two may lose."""
    states = [heap_of(3)] * 4
    worth = worths(states, np.array([[2, 0, 1]] * 4), 100, by=by)
    assert (worth[:, 0] == 1).all()
    assert (worth[:, 1:] < 1).all()


def test_a_bot_that_is_asked_table_by_table_cannot_play_out() -> None:
    with pytest.raises(OptionError, match="mc:5 cannot play out"):
        worths([heap_of(3)], np.array([[2, 0]]), 10, by="mc:5")


def test_a_hint_names_the_only_winning_move() -> None:
    hinted = Hinted(GAME, "300:greedy")
    assert hinted.name == "opinion:300:greedy"
    assert choices([heap_of(3)] * 3, [hinted]).tolist() == [[2]] * 3
    with pytest.raises(OptionError, match="'mixed' cannot play nim_v0 to the end"):
        Hinted(GAME, "300:mixed")
