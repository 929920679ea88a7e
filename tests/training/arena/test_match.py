"""Matches: seats rotate, ties are shared, the same seed plays the same match."""

from typing import Any

import numpy as np
import pytest
from rich.console import Console

from agents.uniform import Random
from dynasty_env.kit.errors import IllegalActionError, OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.tiny import cut_in, nim
from training.arena.match import MatchResult, Rate, play_match, wilson


class First:
    """Takes the first legal action."""

    name = "first"

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.seeds: list[int] = []

    def reset(self, seed: int) -> None:
        self.seats.append(-1)
        self.seeds.append(seed)

    def act(self, decision: Decision) -> int:
        self.seats[-1] = decision.seat
        return int(decision.legal[0])


class Wrong(First):
    name = "wrong"

    def act(self, decision: Decision) -> int:
        return len(decision.mask)


def bots(game: Game, first: First) -> list[Any]:
    return [first] + [Random()] * (game.seats[1] - 1)


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)
def test_every_bot_sits_everywhere_equally_often(game: Game) -> None:
    first = First()
    players = game.seats[1]
    result = play_match(game, bots(game, first), games=4 * players, seed=3, backend="interpreted")
    assert all((result.seats == seat).sum(axis=0).tolist() == [4] * players for seat in range(players))
    assert all(seat in (-1, asked) for seat, asked in zip(first.seats, result.seats[:, 0], strict=True))
    assert set(result.shares.sum(axis=1).round(9)) <= {0.0, 1.0}
    assert result.games == len(result.decisions) == 4 * players
    assert result.decisions.min() >= 1
    assert sum(result.seat_rate(seat).rate for seat in range(players)) == pytest.approx(result.shares.sum(1).mean())
    assert sum(result.name_rate(name).rate for name in ("first", "random")) == pytest.approx(
        sum(result.rate(bot).rate for bot in range(players))
    )


def test_the_same_seed_plays_the_same_match() -> None:
    first, again, other = (
        play_match(cut_in.GAME, [Random()] * 3, games=9, seed=seed, backend="interpreted") for seed in (5, 5, 6)
    )
    assert np.array_equal(first.points, again.points) and np.array_equal(first.decisions, again.decisions)
    assert not np.array_equal(first.points, other.points)


def test_every_game_is_another_one() -> None:
    first = First()
    play_match(cut_in.GAME, bots(cut_in.GAME, first), games=20, backend="interpreted")
    assert len(set(first.seeds)) == 20


class Ended:
    """As much of a finished game, and of its rulebook, as a result needs."""

    def __init__(self, returns: list[float], scores: list[float]) -> None:
        self._returns, self._scores = returns, scores
        self.game = self

    def returns(self, reward: str) -> Any:
        assert reward == "win"
        return np.array(self._returns, np.float32)

    def scores(self, state: Any) -> list[float]:
        return self._scores

    def everybody_wins(self, state: Any) -> bool:
        return Game.everybody_wins(self, state)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("returns", "scores", "shares"),
    [
        ([1, -1 / 3, -1 / 3, -1 / 3], [9, 1, 1, 1], [1, 0, 0, 0]),
        ([0.5, -1, 0.5], [4, 1, 4], [0.5, 0, 0.5]),
        ([0, 0], [3, 3], [0.5, 0.5]),
        ([0, 0], [0, 0], [0, 0]),
    ],
)
def test_ties_count_1_k(returns: list[float], scores: list[float], shares: list[float]) -> None:
    assert State.win_shares(Ended(returns, scores)).tolist() == pytest.approx(shares)  # type: ignore[arg-type]


def test_deals_come_from_entropy_unless_a_seed_is_named() -> None:
    """A small seed could be found by trying, and every card with it."""

    def dealt(**seed: int) -> list[int]:
        first = First()
        play_match(nim.GAME, bots(nim.GAME, first), games=6, backend="interpreted", **seed)
        return first.seeds

    assert dealt(seed=0) == dealt(seed=0) != dealt(seed=1)
    assert dealt() != dealt()
    with pytest.raises(OptionError, match="seed=-1 is out of range"):
        dealt(seed=-1)


def test_equal_bots_share_a_row() -> None:
    three = [First(), Random(), Random()]
    result = play_match(nim.GAME, three, games=6, seed=0, names=["a", "b", "b"], backend="interpreted")
    assert [*result.table().columns[0].cells] == ["a", "b × 2, together"]
    assert [*result.table().columns[1].cells] == [str(result.name_rate(name)) for name in "ab"]
    rows = [[*column.cells] for column in result.seat_table().columns]
    mine = [result.shares[:, 1:][result.seats[:, 1:] == seat].mean() for seat in range(3)]
    assert rows[0][:2] == ["a", "b × 2, together"] and [row[1] for row in rows[1:]] == [f"{each:.1%}" for each in mine]


def test_names_are_printed_as_they_are() -> None:
    """Neither markup, nor anything that controls the terminal."""
    names = ["[red]a", "\x1b[2Jb"]
    result = play_match(nim.GAME, [First(), Random()], games=2, seed=0, names=names, backend="interpreted")
    console = Console(record=True, width=200)
    console.print(result.table())
    told = console.export_text()
    assert "[red]a" in told
    assert "\\x1b[2Jb" in told
    assert "\x1b" not in told


def test_wilson() -> None:
    rate = wilson(50, 100)
    assert (rate.rate, rate.low, rate.high) == pytest.approx((0.5, 0.40383, 0.59617), abs=1e-4)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)
    assert wilson(0, 0) == Rate(0.0, 0.0, 1.0, 0)
    assert str(rate) == "50.0% (40.4% – 59.6%)"


def test_the_table_shows_everybody() -> None:
    result = play_match(nim.GAME, [First(), Random()], games=4, names=["a", "b"], backend="interpreted")
    assert [*result.table().columns[0].cells] == ["a", "b"]
    seats = result.seat_table()
    assert [*seats.columns[0].cells] == ["a", "b", "any bot there", "95 %"]
    assert [*seats.columns[1].cells] == [
        *(f"{result.seat_rate(0, bot).rate:.1%}" for bot in range(2)),
        f"{result.seat_rate(0).rate:.1%}",
        f"±{result.seat_rate(0).half:.1%}",
    ]
    with pytest.raises(OptionError, match="the bots were a, b"):
        result.name_rate("c")


def test_a_seat_that_a_bot_has_not_sat_in_has_no_rate() -> None:
    seats = play_match(nim.GAME, [First(), Random()], games=1, names=["a", "b"], backend="interpreted").seat_table()
    first, second = ([*column.cells][:2] for column in seats.columns[1:])
    assert [cells.count("–") for cells in (first, second)] == [1, 1]


def test_long_names_stay_whole_on_eighty_columns() -> None:
    """Six seats at most sit at any table so far."""
    names = ("champion+search:200:distilled", *"bcdef")
    seats, no = np.tile(np.arange(6), (12, 1)), np.zeros((12, 6))
    result = MatchResult(names, seats, no, no, np.zeros(12, np.int64))
    for table in (result.table(), result.seat_table()):
        console = Console(record=True, width=80)
        console.print(table)
        told = console.export_text()
        assert names[0] in told
        assert "…" not in told


def test_bad_input() -> None:
    with pytest.raises(OptionError, match="games=0"):
        play_match(nim.GAME, [Random()] * 2, games=0)
    with pytest.raises(OptionError, match="1 names for 2 bots"):
        play_match(nim.GAME, [Random()] * 2, games=1, names=["a"])
    with pytest.raises(OptionError, match="num_players"):
        play_match(nim.GAME, [Random()] * 9, games=1)
    with pytest.raises(OptionError, match="no option"):
        play_match(nim.GAME, [Random()] * 2, games=1, colour=3)
    with pytest.raises(IllegalActionError, match="the bot wrong"):
        play_match(nim.GAME, [Wrong(), Random()], games=1, backend="interpreted")
