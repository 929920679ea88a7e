"""Playouts inside the compiled rules are games of the State API, from what a seat may know."""

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dynasty_env import dynasty_v0, kingdoms_v0
from dynasty_env.kit.engine.rng import below, threefry
from dynasty_env.kit.errors import OptionError, RuleFault
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.games import ALL
from tests.imagined import WORD, key_of
from tests.tiny import cut_in, nim

every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


def played(state: State, seat: int | None, key: int, number: int) -> State:
    """Playout `number` by hand, move by move."""
    dice = key_of(key, number, 0)
    if seat is None:
        table = state.clone()
        table.tables.array["key0"], table.tables.array["key1"] = dice & WORD, dice >> 32
        table.tables.array["draws"] = 0
    else:
        table = state.hide(seat, dice)
    choices, count = key_of(key, number, 1), 0
    while not table.done:
        legal = table.legal()
        word, _ = threefry(choices & WORD, choices >> 32, count, 0)
        table.play(int(legal[word * len(legal) >> 32]))
        count += 1
    return table


def midway(game: Game, seed: int, moves: int, **options: Any) -> State:
    state = game.new(seed, backend="compiled", **options)
    rng = np.random.default_rng(seed)
    for _ in range(moves):
        state.play(int(rng.choice(state.legal())))
    return state


@every_game
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_playouts_are_games_played_on(game: Game, seat: int | None) -> None:
    state = midway(game, 3, 4)
    before = state.tables.array.tobytes()
    key, count = 2**61 + 5, 5
    for reward in game.rewards:
        found = state.playouts(count, seat=seat, key=key, reward=reward)
        assert found.shape == (count, state.num_players)
        assert found.dtype == np.float32
        for number in range(count):
            assert np.array_equal(found[number], played(state, seat, key, number).returns(reward))
    assert state.tables.array.tobytes() == before


@every_game
def test_a_playout_is_the_same_whatever_the_count_and_the_backend(game: Game) -> None:
    state = midway(game, 8, 3)
    few, many = state.playouts(3, seat=0, key=9), state.playouts(150, seat=0, key=9)
    assert np.array_equal(many[:3], few)
    slow = State(game, state.tables.copy(), game.interpreted)
    assert np.array_equal(slow.playouts(3, seat=0, key=9), few)
    auto = State(game, state.tables.copy(), game.auto)
    assert np.array_equal(auto.playouts(3, seat=0, key=9), few)
    if game is not nim.GAME:  # its games may well end alike
        assert not np.array_equal(state.playouts(150, seat=0, key=10), many)


def test_without_a_seat_cards_lie_and_dice_are_new() -> None:
    """Cut-in after its deal: the leader's hand decides what can be led, in every playout."""
    state = cut_in.GAME.new(4, backend="compiled")
    hidden = {played(state, 1, 7, n).tables.array["used"].tobytes() for n in range(40)}
    lying = {played(state, None, 7, n).tables.array["pack"][0].tobytes() for n in range(40)}
    assert len(hidden) > 20
    assert lying == {state.tables.array["pack"][0].tobytes()}, "the pack keeps its order"


def test_random_playouts_of_a_solved_game_have_its_odds() -> None:
    """Nim with 2 in the heap: the first seat takes both or, one half, leaves one to the other."""
    state = nim.GAME.new(0, backend="compiled")
    while state.record["heap"] > 5:
        state.play(int(state.legal()[-1]))
    while state.record["heap"] > 2:
        state.play(0)
    seat = state.seat
    won = Counter(state.playouts(4000, key=1)[:, seat].tolist())
    assert set(won) == {1.0, -1.0}
    assert abs(won[1.0] / 4000 - 0.5) < 4 * (0.25 / 4000) ** 0.5


def test_the_games_own_bot_plays_all_seats() -> None:
    assert nim.GAME.policies == ("random", "greedy")
    for seed in range(20):
        state = nim.GAME.new(seed, backend="compiled")
        lost = state.record["heap"] % 4 == 0
        returns = state.playouts(10, "greedy", seat=0)
        assert (returns[:, 0] == (-1.0 if lost else 1.0)).all(), (
            "who is to move wins unless the heap is a multiple of 4"
        )


def test_a_game_without_a_bot_of_its_own_says_so() -> None:
    assert cut_in.GAME.policies == ("random",)
    with pytest.raises(OptionError, match=r"cut_in_v0 has no compiled bot 'greedy'.*random"):
        cut_in.GAME.new(0).playouts(1, "greedy")


def test_a_bot_that_breaks_the_rules_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheating(nim.Nim):
        name = "cheating_nim_v0"
        rules = nim.Nim.rules | {"greedy": take_three}

    state = Cheating().new(1, backend="interpreted")
    with pytest.raises(RuleFault, match="BAD_POLICY"):
        state.playouts(2, "greedy")


def take_three(seen: Any, mask: Any, word: int) -> int:
    return 3


def test_an_ended_game_returns_what_it_came_to() -> None:
    state = midway(nim.GAME, 2, 3)
    while not state.done:
        state.play(int(state.legal()[0]))
    assert np.array_equal(state.playouts(2, seat=1), [state.returns()] * 2)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"count": 0}, "count=0"),
        ({"count": 1.5}, "count=1.5"),
        ({"key": -1}, "key=-1"),
        ({"seat": 4}, "seat 4"),
        ({"reward": "money"}, "win, rank, points"),
        ({"policy": "wise"}, "random"),
    ],
    ids=str,
)
def test_wrong_arguments(arguments: dict[str, Any], says: str) -> None:
    state = dynasty_v0.game.new(0, backend="interpreted")
    with pytest.raises(OptionError, match=says):
        state.playouts(**({"count": 1} | arguments))


@every_game
def test_a_repeated_table_is_that_many_copies(game: Game) -> None:
    state = midway(game, 1, 2)
    tables = state.tables.repeat(3)
    assert len(tables) == 3
    assert tables.array.tobytes() == 3 * state.tables.array.tobytes()
    tables.array["seed"][1] = 5
    assert tables.raw.tobytes() == tables.array.tobytes(), "one memory"
    assert state.seed == 1
    assert tables.array["seed"].tolist() == [1, 5, 1]


def test_dice_to_come_tell_nothing_of_what_is_redrawn() -> None:
    """Imagined tables would else have certain cards for each number of the next die, and searches would count on it."""
    state = midway(kingdoms_v0.game, 3, 20)
    size = int(state.record["deck_size"][0])
    drawn = []
    for key in range(3_000):
        table = state.hide(0, key).record
        dice = SimpleNamespace(**{name: int(table[name]) for name in ("key0", "key1", "draws")})
        drawn.append((below(dice, 6), *table["deck"][:size]))
    die, *places = np.array(drawn).T
    for place in places:
        card, which = np.unique(place, return_inverse=True)
        met = np.zeros((len(card), 6))
        np.add.at(met, (which, die), 1)
        expected = met.sum(1, keepdims=True) * met.sum(0) / met.sum()
        freedom = (len(card) - 1) * 5
        assert ((met - expected) ** 2 / expected).sum() < freedom + 6 * (2 * freedom) ** 0.5
