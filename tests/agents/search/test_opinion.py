"""Opinions: what each option is worth, how sure that is, and from nothing but what the seat knows."""

import numpy as np
import pytest

from agents.search.batched import InBatches
from agents.search.budget import Budget
from agents.search.judge import ByRules
from agents.search.opinion import (
    ENOUGH,
    Ids,
    Opinion,
    Values,
    Verdict,
    Weighed,
    mean_of_differences,
    mean_of_shares,
    weigh,
)
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import State
from tests.agents.search.looks import heap_of, turn_of
from tests.games import ALL
from tests.tiny import cut_in, nim

SLOWLY = ByRules(backend="interpreted")


def opinion_of(state: State, playouts: int, chosen: int | None = None, seed: int = 0) -> Opinion:
    return weigh(turn_of(state, seed), Budget(playouts=playouts), SLOWLY, chosen=chosen)


def test_the_parts_of_the_victory_are_those_of_an_exact_count() -> None:
    """Of a heap of three: taking three wins; taking two loses; taking one wins if the other takes one of two."""
    opinion = opinion_of(heap_of(3), 3000)
    wins = {option.action: option for option in opinion.options}
    assert opinion.best.action == 2
    assert wins[2].wins == 1.0
    assert wins[1].wins == 0.0
    assert abs(wins[0].wins - 0.5) < 4 * wins[0].error
    assert wins[0].behind == pytest.approx(0.5, abs=4 * wins[0].behind_error)
    assert wins[1].clearly_worse
    assert not opinion.best.clearly_worse
    assert [option.behind for option in opinion.options] == sorted(option.behind for option in opinion.options)


@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_what_was_chosen_is_measured_in_tables_of_its_own(chosen: int) -> None:
    verdict = opinion_of(heap_of(3), 2000, chosen).verdict
    assert verdict is not None
    assert verdict.action == chosen
    assert verdict.loss == pytest.approx({0: 0.5, 1: 1.0, 2: 0.0}[chosen], abs=0.1)
    assert verdict.is_mistake == (chosen != 2)
    assert verdict.wins + verdict.loss == pytest.approx(1.0)


def test_among_equals_the_loss_is_nobody_s_fault() -> None:
    """Where nothing matters, few of many decisions are called mistakes: as many as chance allows, and no more."""
    losses, mistakes = [], 0
    for seed in range(60):
        verdict = opinion_of(heap_of(12, 2), 90, 0, seed).verdict
        assert verdict is not None
        losses.append(verdict.loss)
        mistakes += verdict.is_mistake
    assert mistakes <= 6
    assert abs(np.mean(losses)) < 0.06  # the luck of the best one is not in it


def test_few_playouts_make_nobody_sure() -> None:
    wins, error = mean_of_shares(np.array([1.0, 1.0]))
    assert wins == 1.0
    assert error > 0.2
    assert mean_of_differences(np.array([0.0, 0.0]))[1] > 0.3
    many = np.tile([0.0, 1.0], 500)
    assert mean_of_shares(many)[1] == pytest.approx(0.5 / np.sqrt(1000), rel=0.02)
    assert mean_of_differences(many)[1] == pytest.approx(many.std() / np.sqrt(1000), rel=0.02)


def test_a_handful_of_tables_accuses_nobody() -> None:
    """However they end: that five agree is chance once in sixteen times."""
    agreeing = np.ones(ENOUGH)
    for count in range(1, ENOUGH + 1):
        loss, error = mean_of_differences(agreeing[:count])
        verdict = Verdict(0, 0.0, 0.1, loss, error, count)
        option = Weighed(0, 0.0, 0.1, loss, error, count)
        assert verdict.is_mistake == option.clearly_worse == (count == ENOUGH)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_every_game_has_opinions_without_compiling(game: Game) -> None:
    """Rules of a game may be called as those are that a search leaves open, such as `finish`."""
    state, rng = game.new(1, backend="interpreted"), np.random.default_rng(1)
    while len(state.legal()) == 1:
        state.play(int(state.legal()[0]))
    before = state.tables.array.tobytes()
    opinion = weigh(turn_of(state), Budget(playouts=1), SLOWLY, chosen=int(rng.choice(state.legal())))
    assert sorted(option.action for option in opinion.options) == state.legal().tolist()
    assert all(0.0 <= option.wins <= 1.0 for option in opinion.options)
    assert state.tables.array.tobytes() == before


def test_tables_that_look_the_same_to_the_seat_are_judged_the_same() -> None:
    rng = np.random.default_rng(3)
    for seed in range(6):
        state = cut_in.GAME.new(seed, backend="interpreted")
        for _ in range(4):
            state.play(int(rng.choice(state.legal())))
        one = opinion_of(state, 30, int(state.legal()[0]))
        for key in (1, 2):
            twin = state.hide(state.seat, key)
            assert opinion_of(twin, 30, int(state.legal()[0])) == one


def test_an_opinion_comes_back_from_json() -> None:
    opinion = opinion_of(heap_of(7), 40, 1)
    assert Opinion.from_dict(opinion.to_dict()) == opinion
    assert Opinion.from_dict(opinion_of(heap_of(7), 40).to_dict()).verdict is None


def test_what_cannot_have_been_chosen_is_refused() -> None:
    with pytest.raises(OptionError, match="not legal"):
        opinion_of(heap_of(2), 10, 2)


def habit(seen: Bytes, mask: Bytes) -> tuple[Ids, Values]:
    """What Nim's own bot does, who is never sure what that is worth."""
    return nim.GAME.greedy_actions(seen, mask), np.zeros(len(seen))


@pytest.mark.parametrize("size", [9, 10, 11])
def test_whoever_decides_at_many_tables_at_once_has_the_same_opinion(size: int) -> None:
    """Nothing is hidden in Nim, and its own bot plays without chance: all playouts of an action end alike."""
    one, other = (
        weigh(turn_of(heap_of(size, players=3)), Budget(playouts=60), judge, chosen=0)
        for judge in (ByRules("greedy"), InBatches("itself", habit))
    )
    assert {option.action: option.wins for option in one.options} == {
        option.action: option.wins for option in other.options
    }
    assert one.verdict == other.verdict
    assert other.bot == "mc:60:itself"
