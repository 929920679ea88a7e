"""Deals of a ladder: everybody sits everywhere, and meets the same cards there."""

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.errors import OptionError
from tests.tiny import cut_in, nim
from training.arena.deals import Deal, Setting, all_deals, bots_of, fingerprint, full_name, places_of, play_deal


def setting(seats: int = 4, seed: int = 0) -> Setting:
    return Setting(nim.GAME, nim.GAME.check_options({"num_players": seats}), seed)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_bot_sits_everywhere_equally_often(seats: int) -> None:
    for seats_of_a in range(1, seats):
        rows = Deal(0, "a", "b", seats_of_a).seatings(seats)
        assert len(set(rows)) == len(rows) == seats
        assert all(Counter(row) == {"a": seats_of_a, "b": seats - seats_of_a} for row in rows)
        assert all([row[seat] for row in rows].count("a") == seats_of_a for seat in range(seats))


def test_a_rotation_moves_everybody_to_the_next_seat() -> None:
    rows = Deal(0, "a", "b", 1).seatings(4)
    assert rows == [("a", "b", "b", "b"), ("b", "a", "b", "b"), ("b", "b", "a", "b"), ("b", "b", "b", "a")]


def test_a_round_robin_is_every_pair_in_every_composition() -> None:
    bots = ["c", "a", "b"]
    deals = list(all_deals(bots, 4, 5))
    assert len(deals) == len(set(deals)) == 5 * comb(3, 2) * 3
    assert {(deal.a, deal.b) for deal in deals} == {("a", "b"), ("a", "c"), ("b", "c")}
    assert [deal.number for deal in deals] == sorted(deal.number for deal in deals)
    assert deals == list(all_deals(bots[::-1], 4, 5))
    assert deals[: 3 * 9] == list(all_deals(bots, 4, 3))


def test_rotations_play_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[int] = []
    new = nim.GAME.new

    def watched(seed: int, **options: Any) -> Any:
        dealt.append(seed)
        return new(seed, **options)

    monkeypatch.setattr(nim.GAME, "new", watched, raising=False)
    for deal in (Deal(3, "greedy", "random", 1), Deal(3, "greedy", "random", 3), Deal(4, "greedy", "random", 1)):
        play_deal(setting(), deal)
    assert len(set(dealt[:8])) == 1 and len(set(dealt[8:])) == 1
    assert dealt[0] != dealt[8]
    assert max(dealt) > 2**53  # nobody finds these by trying small numbers
    assert setting(seed=1).deal_seed(3) != setting().deal_seed(3)


def test_places_and_winners_are_those_of_the_games() -> None:
    played = play_deal(setting(), Deal(0, "greedy", "random", 2))
    assert len(played.places) == len(played.winners) == 4
    for places, winners in zip(played.places, played.winners, strict=True):
        assert sorted(places) == [1, 2, 2, 2]
        assert winners == (places.index(1),)
    assert played == play_deal(setting(), Deal(0, "greedy", "random", 2))
    assert any(
        play_deal(setting(), deal) != play_deal(setting(seed=1), deal) for deal in all_deals(["greedy", "random"], 4, 2)
    )


class Ended:
    """As much of a finished game as places need."""

    def __init__(self, **rewards: list[float]) -> None:
        self.game = self
        self.rewards = tuple(rewards)
        self._rewards = rewards

    def returns(self, reward: str) -> Any:
        return np.array(self._rewards[reward], np.float32)


@pytest.mark.parametrize(
    ("rewards", "places"),
    [
        ({"win": [1, -1, -1, -1], "rank": [1, -1, 0.5, -0.5]}, (1, 4, 2, 3)),
        ({"win": [1, 1, -1, -1], "rank": [0.7, 0.7, -0.7, -0.7]}, (1, 1, 3, 3)),
        ({"win": [-1, 1, -1, -1], "side": [-1, 1, 1, -1]}, (3, 1, 2, 3)),
        ({"win": [0, 0, 0], "side": [0, 0, 0]}, (1, 1, 1)),
    ],
)
def test_ties_share_a_place(rewards: dict[str, list[float]], places: tuple[int, ...]) -> None:
    assert places_of(Ended(**rewards)) == places  # type: ignore[arg-type]


def test_a_name_says_all() -> None:
    assert full_name("mc:200", nim.GAME) == "mc:200:greedy"
    assert full_name("mc:200", cut_in.GAME) == "mc:200:random"
    assert full_name("greedy", nim.GAME) == "greedy"
    assert bots_of("random, mc:20", nim.GAME) == ["random", "mc:20:greedy"]
    assert fingerprint("mc:20:greedy", nim.GAME) == fingerprint("random", nim.GAME) == ""


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("random,random", "names 'random' twice"),
        ("mc:20:greedy,mc:20", "names 'mc:20' twice, as 'mc:20:greedy'"),
        ("random,rondom", "there is no bot 'rondom' for nim_v0; its bots are random, greedy"),
        ("random,", "there is no bot '' for nim_v0"),
        ("mc:20:clever", "'clever' cannot judge playouts"),
    ],
)
def test_names_that_are_none(names: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        bots_of(names, nim.GAME)
