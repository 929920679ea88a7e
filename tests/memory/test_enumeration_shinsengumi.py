"""Small tables of Shinsengumi of which every world can be listed: `hide` draws each as often as it is likely.

Stones are told apart here, though nobody at the table can: every way of dealing them is equally likely, and a world,
which counts colours alone, has the weight of all ways that lead to it. Chi-square tests use fixed keys.
"""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations
from typing import Any

import numpy as np
from scipy.special import chdtrc

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import PERSON_NAMES, STONES, Colour
from tests.memory.tables import movement

ALARM = 1e-6
KEYS = 3_000


def fits(worlds: Counter[Any], seen: Counter[Any]) -> None:
    """What was seen are the worlds, as often as their weights say."""
    keys, total = seen.total(), worlds.total()
    assert seen.keys() <= worlds.keys(), f"impossible: {seen.keys() - worlds.keys()}"
    statistic = sum((seen[w] - keys * n / total) ** 2 / (keys * n / total) for w, n in worlds.items())
    assert chdtrc(max(len(worlds) - 1, 1), statistic) > ALARM, f"not uniform: {seen} for {worlds}"


def whites(record: Any, seat: int) -> tuple[tuple[int, int], ...]:
    """White stones that the others hold, and that they have lost."""
    others = [other for other in range(int(record["num_players"])) if other != seat]
    return tuple((int(record["hand"][o][Colour.WHITE]), int(record["lost"][o][Colour.WHITE])) for o in others)


def dealt(state: State, seat: int) -> Counter[Any]:
    """All ways to deal what is not known of the stones: hands and lost ones of the others, the rest in the bag."""
    t = state.record
    assert not t["laid"].any(), "no stones lie on arrows"
    known = [int(t["hand"][seat][c] + t["lost"][seat][c] + t["returned"][c]) for c in Colour]
    pool = [c for c in Colour for _ in range(STONES - known[c])]
    others = [other for other in range(state.num_players) if other != seat]
    wanted = [int(t[place][o].sum()) for o in others for place in ("hand", "lost")]
    worlds: Counter[Any] = Counter()

    def deal(left: tuple[int, ...], taken: tuple[int, ...]) -> None:
        if len(taken) == len(wanted):
            worlds[tuple(zip(taken[::2], taken[1::2], strict=True))] += 1
            return
        for some in combinations(left, wanted[len(taken)]):
            rest = tuple(stone for stone in left if stone not in some)
            deal(rest, (*taken, sum(pool[stone] == Colour.WHITE for stone in some)))

    deal(tuple(range(len(pool))), ())
    return worlds


def reached(wanted: Callable[[State], bool], *hands: tuple[int, int]) -> State:
    """The first decision of movement that `wanted` describes, in random play of the same turn."""
    for seed in range(2_000):
        state, rng = movement(*hands, seed=seed), np.random.default_rng(seed)
        while not state.done and state.record["turn"] == 3:
            if state.phase == "move" and wanted(state):
                return state
            state.play(int(rng.choice(state.legal())))
    raise AssertionError("no random turn came there")


def resampled(state: State, seat: int) -> Counter[Any]:
    """What the others hold and have lost, in resamples."""
    return Counter(whites(state.hide(seat, key).record, seat) for key in range(KEYS))


def test_when_the_bag_is_empty_the_other_hands_together_are_known() -> None:
    state = movement((14, 14), (1, 1), (1, 1))
    assert not state.record["bag"].any()
    worlds = dealt(state, 0)
    assert sorted(worlds.values()) == [1, 1, 4]
    fits(worlds, resampled(state, 0))


def test_stones_in_the_bag_may_be_anybodys() -> None:
    state = movement((12, 13), (2, 1), (0, 2))
    fits(dealt(state, 0), resampled(state, 0))


def test_stones_that_were_laid_are_back_in_the_bag_and_in_no_hand() -> None:
    state = reached(
        lambda s: s.record["returned"].sum() >= 2 and s.record["hand"][1:3].sum() >= 2, (13, 12), (2, 1), (1, 2)
    )
    fits(dealt(state, 0), resampled(state, 0))


def test_lost_stones_of_another_stay_hidden_in_the_bag() -> None:
    state = reached(
        lambda s: s.record["lost"][1:3].sum() >= 2 and s.record["hand"][1:3].sum() >= 2, (13, 12), (2, 1), (1, 2)
    )
    fits(dealt(state, 0), resampled(state, 0))


def test_own_lost_stones_are_known() -> None:
    state = reached(
        lambda s: s.record["lost"][1].sum() >= 2 and s.record["hand"].sum(axis=1)[2] >= 2, (13, 12), (2, 2), (1, 2)
    )
    fits(dealt(state, 1), resampled(state, 1))


def test_a_small_pile_comes_in_every_order() -> None:
    names = ("Todo Heisuke", "Saito Hajime", "Harada Sanosuke")
    state = movement((1, 1), (1, 1), (1, 1), person_pile=list(names), dead=dead(names))
    ids = [PERSON_NAMES.index(name) for name in names]
    worlds = Counter(permutations(ids))
    keys = range(KEYS)
    fits(worlds, Counter(tuple(int(p) for p in state.hide(0, key).record["person_pile"][:3]) for key in keys))


def dead(living: tuple[str, ...]) -> list[str]:
    """Everybody who is neither on the board of `movement` nor in its pile."""
    return [n for n in PERSON_NAMES if n not in (*living, "Okita Soji", "Ito Kashitaro", "Kondo Isami")]
