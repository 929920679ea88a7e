"""Greedy's chances of success, against every draw and every roll counted one by one."""

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.greedy.mind import read_cards
from dynasty_env.dynasty.greedy.odds import BIRTHS, TAIL, contest_chance, own_chance, success
from dynasty_env.dynasty.rules.odds import cards_above
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, is_red, number_of
from dynasty_env.kit.engine.odds import none_among
from tests.agents.minds import blank_mind, mind, shown
from tests.dynasty.rules.positions import lay

HEAPS = {
    "mixed": ["HA", "H7", "S9", "D3", "CK", "C2"],
    "jokers": ["JOKER", "JOKER", "H5", "SK"],
    "high": ["HK", "DK", "SQ", "CQ", "H10"],
    "none": [],
}


def heaps(names: list[str], discards: list[str] = []) -> Any:  # noqa: B006
    """A mind before which these cards lie hidden, and these discarded."""
    m = blank_mind()
    m.packs = 1
    seen = np.zeros(GAME.layout.size, np.int8)
    for kind, name in enumerate(CARD_NAMES):
        GAME.layout["discards"].of(seen)[kind] = discards.count(name)
        GAME.layout["laid"].of(seen)[kind] = (2 if kind == JOKER else 1) - names.count(name) - discards.count(name)
    read_cards(m, shown(seen))
    return m


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
    assert TAIL[0].tolist() == [1.0] + [0.0] * 13
    assert TAIL[1][:8] == pytest.approx([1, 1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6, 0])
    assert TAIL[2][12] == pytest.approx(1 / 36)
    assert TAIL[3][4] == pytest.approx(215 / 216)


def test_none_among() -> None:
    assert none_among(54, 4, 1) == pytest.approx(50 / 54)
    assert none_among(5, 5, 1) == 0
    assert none_among(5, 2, 0) == 1


@pytest.mark.parametrize("red", [True, False])
@pytest.mark.parametrize("laid", [0, 1, 6, 13])
@pytest.mark.parametrize("names", HEAPS.values(), ids=HEAPS)
def test_every_draw_and_roll(names: list[str], laid: int, red: bool) -> None:
    m = heaps(names)
    for drawn in range(len(names) + 1):
        draws = list(combinations(names, drawn))
        for dice in range(4):
            assert success(m, red, dice, drawn, 60, laid) == pytest.approx(counted(dice, draws, red, laid))


@pytest.mark.parametrize("red", [True, False])
@pytest.mark.parametrize("names", HEAPS.values(), ids=HEAPS)
def test_prompts_count_the_same_cards(names: list[str], red: bool) -> None:
    """Greedy counts its heaps itself, for speed."""
    heap = tuple(names.count(name) for name in CARD_NAMES)
    assert tuple(heaps(names).above[red, 0, number] for number in range(14)) == cards_above(heap, red)


def test_an_empty_pack_is_rebuilt_from_the_discards() -> None:
    names, discards = HEAPS["mixed"], ["DQ", "S4", "JOKER", "H2"]
    m = heaps(names, discards)
    for drawn in range(8):
        first = min(drawn, 3)
        draws = [a + b for a in combinations(names, first) for b in combinations(discards, drawn - first)]
        if draws:
            assert success(m, True, 2, drawn, 3, 0) == pytest.approx(counted(2, draws, True, 0))


def test_more_cards_than_there_are() -> None:
    assert success(heaps(["H4"]), True, 1, 9, 60, 0) == TAIL[1][4]
    assert success(heaps(["H4"], ["H6"]), True, 1, 9, 1, 0) == TAIL[1][6]


def test_births_are_chances_with_a_full_pack() -> None:
    full = heaps([*CARD_NAMES, "JOKER"])
    for dice in range(12):
        for drawn in range(7):
            assert BIRTHS[dice, drawn] == pytest.approx(success(full, True, dice, drawn, 60, 0))


def test_only_what_a_seat_cannot_see_is_drawn() -> None:
    """The pack and the other hands are one heap to me; the own hand and the discards are not in it."""
    hidden = ["H3", "H9", "SA", "CK", "D5", "JOKER"]
    hand = ["HA", "D2"]
    seen = [name for name in CARD_NAMES[:JOKER] if name not in hidden + hand] + ["JOKER"]
    mine, other = f"Charles V (holds Spain; hand {' '.join(hand)})", "Francis I (holds France; hand H3 CK)"
    m = mind(lay(f"{mine} | {other} | wanderers Anne Boleyn | discards {' '.join(seen)} | no ask_forced"), 0)
    assert m.heap[0] == len(hidden)
    for red in (True, False):
        numbers = [number(name, red) for name in hidden]
        assert [m.above[red, 0, n] for n in range(14)] == [sum(each > n for each in numbers) for n in range(14)]
    for wanted in range(4):
        for dice in range(4):
            for red in (True, False):
                draws = list(combinations(hidden, wanted))
                assert contest_chance(m, red, wanted, dice, 0, 0) == pytest.approx(counted(dice, draws, red, 0))
    # Two low red cards of mine can take the place of both that the pack would supply.
    assert own_chance(m, True, 2, 1) == pytest.approx(TAIL[1][2])
