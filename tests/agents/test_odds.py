"""Greedy's chances of success, against every draw and every roll counted one by one."""

from itertools import combinations, product
from typing import Any

import pytest

from agents.dynasty.evaluation import Weights
from agents.dynasty.observed import Observed
from agents.dynasty.plans import Plans
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.told.odds import Heap, dice_tail, none_among, success
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, KINDS, is_red, number_of

HEAPS = {
    "mixed": ["HA", "H7", "S9", "D3", "CK", "C2"],
    "jokers": ["JOKER", "JOKER", "H5", "SK"],
    "high": ["HK", "DK", "SQ", "CQ", "H10"],
    "none": [],
}


def counts(names: list[str]) -> list[int]:
    return [names.count(name) for name in CARD_NAMES]


def number(name: str, red: bool) -> int:
    """What a drawn card adds to the success value: a joker is named 1, another suit's counts nothing."""
    kind = CARD_NAMES.index(name)
    if kind == JOKER:
        return 1
    return number_of(kind) if is_red(kind) == red else 0


def counted(dice: int, draws: list[tuple[str, ...]], red: bool, laid: int) -> float:
    rolls = list(product(range(1, 7), repeat=dice))
    hits = 0
    for draw in draws:
        needed = max([laid, *(number(name, red) for name in draw)])
        hits += sum(sum(roll) >= needed for roll in rolls)
    return hits / (len(draws) * len(rolls))


def test_dice() -> None:
    assert dice_tail(0) == (1.0,) + (0.0,) * 13
    assert dice_tail(1)[:8] == pytest.approx([1, 1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6, 0])
    assert dice_tail(2)[12] == pytest.approx(1 / 36)
    assert dice_tail(3)[4] == pytest.approx(215 / 216)


def test_none_among() -> None:
    assert none_among(54, 4, 1) == pytest.approx(50 / 54)
    assert none_among(5, 5, 1) == 0
    assert none_among(5, 2, 0) == 1


@pytest.mark.parametrize("red", [True, False])
@pytest.mark.parametrize("laid", [0, 1, 6, 13])
@pytest.mark.parametrize("names", HEAPS.values(), ids=HEAPS)
def test_every_draw_and_roll(names: list[str], laid: int, red: bool) -> None:
    heap = Heap(counts(names), red)
    for drawn in range(len(names) + 1):
        draws = list(combinations(names, drawn))
        for dice in range(4):
            assert success(dice, drawn, heap, laid) == pytest.approx(counted(dice, draws, red, laid))


def test_an_empty_pack_is_rebuilt_from_the_discards() -> None:
    names, discards = HEAPS["mixed"], ["DQ", "S4", "JOKER", "H2"]
    heap, rebuilt = Heap(counts(names), True), Heap(counts(discards), True)
    for drawn in range(8):
        first = min(drawn, 3)
        draws = [a + b for a in combinations(names, first) for b in combinations(discards, drawn - first)]
        if draws:
            assert success(2, drawn, heap, 0, 3, rebuilt) == pytest.approx(counted(2, draws, True, 0))


def test_more_cards_than_there_are() -> None:
    heap, rebuilt = Heap(counts(["H4"]), True), Heap(counts(["H6"]), True)
    assert success(1, 9, heap) == dice_tail(1)[4]
    assert success(1, 9, heap, 0, 1, rebuilt) == dice_tail(1)[6]


def test_only_what_a_seat_cannot_see_is_drawn() -> None:
    """The pack and the other hands are one heap to me; the own hand and the discards are not in it."""
    hidden = ["H3", "H9", "SA", "CK", "D5", "JOKER"]
    hand = ["HA", "D2"]
    seen = [name for name in CARD_NAMES[:JOKER] if name not in hidden + hand] + ["JOKER"]
    saved: dict[str, Any] = {
        "game": "dynasty_v0",
        "options": {"num_players": 2},
        "seed": 3,
        "phase": "action",
        "turn_player": 0,
        "seats": [
            {"king": "Charles V", "territories": ["Spain"], "hand": hand},
            {"king": "Francis I", "territories": ["France"], "hand": ["H3", "CK"]},
        ],
        "wanderers": ["Anne Boleyn"],
        "discards": seen,
    }
    observed = Observed(GAME.from_dict(saved, backend="interpreted").observe(0))
    assert sum(observed.hidden) == len(hidden)
    assert [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(observed.hidden[kind])] == sorted(
        hidden, key=CARD_NAMES.index
    )
    plans = Plans(observed, Weights(meddling=0.0))
    for wanted in range(4):
        for dice in range(4):
            for red in (True, False):
                draws = list(combinations(hidden, wanted))
                assert plans.chance(red, wanted, dice) == pytest.approx(counted(dice, draws, red, 0))
    # Two low red cards of mine can take the place of both that the pack would supply.
    assert plans.own_chance(True, 2, 1) == pytest.approx(dice_tail(1)[2])
