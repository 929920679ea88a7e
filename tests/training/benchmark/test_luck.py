"""Luck: it has mean 0 whatever judges it, and takes much of the variance off where the judge is good."""

from functools import cache

import numpy as np
import pytest

from agents.registry import register
from agents.uniform import Random
from dynasty_env.kit.seats.layout import Bytes
from tests.tiny import dice
from training.arena.deals import all_deals
from training.arena.tables import Floats
from training.benchmark.playing import play
from training.benchmark.playing.play import Measured, Protocol, play_deals
from training.benchmark.playing.values import softmax

register("random2", lambda game, _: Random())


class Lead:
    """Knows the game: the further ahead, and the later, the likelier to win."""

    def shares(self, seen: Bytes) -> Floats:
        turn, sums = seen[:, :, 0].astype(float), seen[:, :, 1].astype(float)
        return softmax(sums / (0.85 * np.sqrt(np.maximum(4.0 - turn, 0.3))))


class Nonsense:
    """Says something fixed about what it sees, of no use whatever."""

    def shares(self, seen: Bytes) -> Floats:
        return np.asarray(np.sin(seen.astype(float) @ np.arange(1, seen.shape[2] + 1) * 12.9898))


def play_with(judge: Lead | Nonsense, bots: tuple[str, str], deals: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """(games,) what side A won, and how much of it was luck."""
    setting = Measured(dice.GAME, dice.GAME.check_options({}), 3, "", Protocol(coupled=True, redraws=4))
    won, luck = [], []
    wanted = list(all_deals(bots, 2, deals))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "value_of", lambda *_: judge)
        results = play_deals(setting, wanted, "interpreted")
    for deal, played in zip(wanted, results, strict=True):
        for row, winners, lucky in zip(deal.seatings(2), played.winners, played.luck, strict=True):
            won.append(sum(row[seat] == deal.a for seat in winners) / max(len(winners), 1))
            luck.append(lucky)
    return np.array(won), np.array(luck)


GOOD, BAD = Lead(), Nonsense()
outcomes = cache(play_with)
some_deals = pytest.mark.parametrize("deals", [60, pytest.param(400, marks=pytest.mark.slow)])


@some_deals
@pytest.mark.parametrize("bots", [("greedy", "random"), ("random", "random2")], ids=["greedy", "random"])
@pytest.mark.parametrize("judge", [GOOD, BAD], ids=["good", "bad"])
def test_luck_is_nobodys_on_average(judge: Lead | Nonsense, bots: tuple[str, str], deals: int) -> None:
    _, luck = outcomes(judge, bots, deals)
    assert luck.std() > 0.05
    assert abs(luck.mean()) < 4 * luck.std() / np.sqrt(len(luck))


@some_deals
def test_a_good_judge_explains_much_of_a_result(deals: int) -> None:
    won, luck = outcomes(GOOD, ("greedy", "random"), deals)
    assert (won - luck).var() < 0.6 * won.var()


def test_luck_is_the_same_again() -> None:
    first, again = (play_with(GOOD, ("greedy", "random"), 10)[1] for _ in range(2))
    assert (first == again).all()


def test_without_copies_nothing_is_measured() -> None:
    setting = Measured(dice.GAME, dice.GAME.check_options({}), 3, "", Protocol(redraws=0))
    assert play_deals(setting, list(all_deals(("greedy", "random"), 2, 1)), "interpreted")[0].luck == ()
