"""Films of duels: what is shown between two tables is the way from one to the other."""

from itertools import pairwise
from math import acos, atan2, degrees, dist
from typing import Any

import numpy as np
import pytest

from dynasty_env.figures.display.film import FEWEST, views_between
from dynasty_env.figures.game import GAME
from dynasty_env.kit.state import State
from tests.figures.rules.positions import lay, played

FARTHEST, WIDEST = 1.0, 20.0
"""Between one view and the next: how far a figure goes, w, and how far it turns, degrees."""


def looks(view: dict[str, Any], figure: int) -> float:
    x, y = view["figures"][figure]["heading"]
    return degrees(atan2(y, x))


def turned(one: dict[str, Any], other: dict[str, Any], figure: int) -> float:
    """By how many degrees it looks elsewhere, clockwise; nearer than half a turn."""
    return (looks(other, figure) - looks(one, figure) + 180) % 360 - 180


def place(view: dict[str, Any], figure: int) -> tuple[float, float]:
    return view["figures"][figure]["x"], view["figures"][figure]["y"]


def filmed(before: State, *actions: str) -> list[dict[str, Any]]:
    """The views of these moves, with those of the tables at both ends and between them."""
    shown = [before.view(None)]
    for action in actions:
        after = played(before, action)
        shown += [*views_between(before, after, None), after.view(None)]
        before = after
    return shown


def check_way(before: dict[str, Any], way: list[dict[str, Any]], after: dict[str, Any]) -> None:
    """It begins at one table and ends at the other, in small steps; nothing else changes on the way."""
    for view in way:
        for one, other in zip(before["figures"], view["figures"], strict=True):
            for changes in ("x", "y", "heading", "standing"):
                other = other | {changes: one[changes]}
            assert one == other
        assert {**view, "figures": 0, "turn": 0} == {**before, "figures": 0, "turn": 0}
    both = [f["figure"] for f in before["figures"] if f["standing"] and after["figures"][f["figure"]]["standing"]]
    for figure in both:
        for one, other in pairwise([before, *way]):
            assert dist(place(one, figure), place(other, figure)) < FARTHEST
            assert abs(turned(one, other, figure)) < WIDEST
        if way:
            assert dist(place(way[-1], figure), place(after, figure)) < 0.02
            assert abs(turned(way[-1], after, figure)) < 2.5


@pytest.mark.parametrize("seed", range(4))
def test_the_way_leads_from_one_table_to_the_next(seed: int) -> None:
    rng, shown = np.random.default_rng(seed), 0
    state = GAME.new(seed, backend="interpreted", num_players=2 + seed % 3, room=0, figures=1 + seed // 3)
    while not state.done:
        before, phase, seat = state.clone(), state.phase, [None, 0, 1][seed % 3]
        state.play(int(rng.choice(state.legal())))
        if phase in ("distance", "heading", "turn_edge", "attack", "turn_direction"):
            way = views_between(before, state, seat)
            check_way(before.view(seat), way, state.view(seat))
            shown += len(way)
    assert shown > 50


@pytest.mark.parametrize("angle", [-345, -195, 195, 345])
def test_a_king_turns_all_the_way_that_was_chosen(angle: int) -> None:
    state = lay("Fencer 8 8 looks 45 plots SK | Lancer 1 15")
    views = filmed(state, f"angle:{angle:+d}")
    assert sum(turned(one, other, 0) for one, other in pairwise(views)) == pytest.approx(angle, abs=1)


def test_after_an_attack_a_rotation_goes_on_in_its_sense() -> None:
    """The sabre meets a body 60° to the right, which is attacked, and then the long way round goes on."""
    state = lay("Fencer 8 8 plots SK sabre 0 | Lancer 2@60 | pack C2 C3 C4 H2 H3")
    contact = 60 - degrees(acos((4 + 1.8**2 - 0.36) / (2 * 2 * 1.8)))
    views = filmed(state, "angle:+330", "yes")
    angles = np.cumsum([turned(one, other, 0) for one, other in pairwise(views)])
    assert angles[-1] == pytest.approx(330, abs=1) and (np.diff(angles) > -1).all()
    assert abs(angles - contact).min() < 1


def test_who_is_thrown_is_seen_to_fly_after_the_collision_and_the_ruler_stays() -> None:
    """The mover goes 2.8 w up to the Archer; then it is thrown back 2 w, and the Archer 3 w onward."""
    state = lay("Fencer 4 8 plots SQ | Archer 8 8 | pack SK HK S2 S3 S4 S5 DK CK SJ C2 C3 C4")
    views = filmed(state, "length:6")[1:-1]
    met = next(n for n, view in enumerate(views) if place(view, 0) == pytest.approx((6.8, 8)))
    assert all(place(view, 1) == (8, 8) for view in views[: met + 1])
    flown = [place(view, 1)[0] for view in views[met + 1 :]]
    assert flown == sorted(flown) and flown[-1] == pytest.approx(11, abs=0.01)
    assert place(views[-1], 0)[0] == pytest.approx(4.8, abs=0.01)
    assert all(view["turn"]["ruler"] == [4, 8] for view in views) and len(views) > 3 * FEWEST


def test_who_is_out_leaves_the_room_when_it_is_told() -> None:
    state = lay("Fencer 4 8 plots SQ sabre 0 | Archer 8 8 damage 7 | Lancer 14 2 | pack HK DK SJ SK CK CQ")
    views = filmed(state, "length:6", "yes", "length:2")
    standing = [view["figures"][1]["standing"] for view in views]
    assert standing == sorted(standing, reverse=True) and not standing[-1] and standing[0]


def test_a_picture_of_the_way_differs_from_both_ends() -> None:
    state = lay("Fencer 4 8 plots SQ | Lancer 12 3")
    after = played(state, "length:4")
    drawn = [
        GAME.picture(state, None),
        *(draw() for draw in GAME.between(state, after, None)),
        GAME.picture(after, None),
    ]
    assert len(drawn) > 4 and all((one != other).any() for one, other in pairwise(drawn))
