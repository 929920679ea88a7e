"""What a seat is shown of a move before it makes it is what comes of the move: previews are held to play."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.ids import ALL_ROUND, ANGLE, LENGTH, REST, Trace
from dynasty_env.figures.material import GRID, NOBODY, SHEET_NAMES, WEAPON_NAMES, WEAPONS
from dynasty_env.figures.rules.bodies import heading_x, heading_y, strike_on_the_way
from dynasty_env.figures.rules.geometry import MOMENT, NEVER, RADIUS, SPAN, STEPS, TOUCH
from dynasty_env.figures.rules.motion import may_touch
from dynasty_env.figures.rules.preview import (
    met_on_the_way,
    shot_at,
    struck_in_rotation,
    struck_on_the_way,
    turns_far_enough,
)
from dynasty_env.kit.state import State
from tests.figures.rules.positions import lay, played
from tests.rule_testing import told

LATE = ("C2", "H2", "D2")
"""Plots that act after every spade."""


def brawls(cards: str, count: int) -> Iterator[State]:
    """Tables at which the first figure acts, by each of the cards in turn, close among one to three others.

    All of them stand, look and point their weapons anywhere; at every third table in a corner.
    """
    for number in range(count):
        rng, card = np.random.default_rng(number), cards.split()[number % len(cards.split())]
        centre, places = (3.0 if number % 3 == 0 else 8.0), np.empty((0, 2))
        while len(places) < 2 + number % 3:
            place = centre + rng.uniform(-2.4, 2.4, 2)
            if (np.hypot(*(places - place).T) > 2 * RADIUS + TOUCH).all():
                places = np.vstack([places, place])
        sheets = rng.permutation(SHEET_NAMES)
        yield lay(" | ".join(
            f"{anyhow(rng, str(sheets[n]))} plots {card if n == 0 else LATE[n - 1]}".format(x, y)
            for n, (x, y) in enumerate(places.tolist())
        ))  # fmt: skip


def place(state: State, figure: int) -> tuple[float, float]:
    """Where a figure stands."""
    return float(state.record["x"][figure]), float(state.record["y"][figure])


def anyhow(rng: np.random.Generator, sheet: str) -> str:
    """A figure that looks anywhere; its weapons point where they may, one in five is lowered."""
    words = [sheet, "{} {}", f"looks {rng.uniform(0, 360)}"]
    limits = {"Archer": (2, 6), "Brawler": (6,)}.get(sheet, (6, 6))  # in steps of 15° from ahead
    for weapon, limit in zip(WEAPON_NAMES[SHEET_NAMES.index(sheet)], limits, strict=False):
        if rng.random() >= 0.2:
            steps = rng.integers(-limit, limit + 1) if rng.random() < 0.5 else rng.uniform(-limit, limit)
            words.append(f"{weapon} {15 * steps}")
    return " ".join(words)


@pytest.mark.rule("§05-05", "F9", "F27")
def test_a_move_meets_what_its_preview_says() -> None:
    walls = bodies = strikes = free_moves = 0
    for state in brawls("SQ S2 S4 S6 S8 S10", 120):
        t: Any = state.tables[0]
        figure, start = int(t.a), place(state, int(t.a))
        met, free = met_on_the_way(t, figure, 2 * t.edge)
        struck, far = struck_on_the_way(t, figure, 2 * t.edge, 0)
        for action in state.legal()[::3]:
            aim = float(t.left) if action == REST else (int(action) - LENGTH) * GRID
            after = state.clone()
            after.play(int(action))
            ran_into = [entry.object for entry in told(after, Trace.COLLIDED)]
            gone = float(np.hypot(*np.subtract(place(after, figure), start)))
            if aim > 0 and free <= aim + TOUCH and free <= far + MOMENT:
                assert ran_into and ran_into[0] == met
                walls, bodies = walls + (met == NOBODY), bodies + (met != NOBODY)
            elif far <= aim + TOUCH:
                assert after.phase == "attack" and after.record["target"] == struck and not ran_into
                assert gone == pytest.approx(far, abs=1e-8)
                strikes += 1
            else:
                assert not ran_into
                assert after.record["actor"] != figure or gone == pytest.approx(aim, abs=1e-8)
                free_moves += 1
    assert min(walls, bodies, strikes, free_moves) > 20, (walls, bodies, strikes, free_moves)


@pytest.mark.rule("§05-05", "§05-07", "F25")
def test_a_rotation_strikes_and_aims_at_what_its_preview_says() -> None:
    strikes = shots = 0
    for state in brawls("SK", 45):
        t: Any = state.tables[0]
        figure = int(t.a)
        for action in state.legal()[::2]:
            spin = int(action) - ANGLE - ALL_ROUND
            struck, far = struck_in_rotation(t, figure, spin)
            after = state.clone()
            after.play(int(action))
            if struck != NOBODY and turns_far_enough(spin, far):
                assert after.phase == "attack" and after.record["target"] == struck
                strikes += 1
            elif (target := shot_at(t, figure, spin)) != NOBODY:
                assert after.phase == "shoot" and after.record["target"] == target
                shots += 1
            else:
                assert after.phase not in ("attack", "shoot")
    assert min(strikes, shots) > 40, (strikes, shots)
    assert turns_far_enough(-6, SPAN[6] + TOUCH) and not turns_far_enough(6, SPAN[6] + 3 * TOUCH)


@pytest.mark.rule("§05-05", "F8")
def test_a_way_to_lay_the_card_meets_what_its_preview_says() -> None:
    """A turned edge: whom a weapon touches while the stand turns, else how far the move is free."""
    layout, turned, gone = GAME.layout, 0, 0
    for number, before in enumerate(brawls("SA S3 S5 S7 S9 SJ", 120)):
        state = played(before, f"angle:{15 * (number % 5 % 3 - 1):+d}")
        figure = int(state.record["a"])
        ways = layout["ways"].of(state.observe(state.seat))
        for action in state.legal():
            way = 2 * int(state.record["b"]) + (int(action) - int(state.legal()[0]))
            after = state.clone()
            after.play(int(action))
            assert ways[way, 0] == (1 if after.record["edge"] in (10, 0, 2) else 2)
            if ways[way, 5] != NOBODY:
                assert after.phase == "attack"
                turned += 1
            elif after.phase == "distance":
                _, free = met_on_the_way(after.tables[0], figure, 2 * int(after.record["edge"]))
                assert abs(ways[way, 1] - min(127, 10 * free)) <= 1
                gone += 1
    assert turned > 8 and gone > 100, (turned, gone)


@pytest.mark.rule("§05-05", "F24")
def test_what_a_preview_leaves_out_is_never_touched() -> None:
    """However the figure is turned before it goes, and whichever way."""
    strikes = 0
    for number, state in enumerate(brawls("SQ", 60)):
        t: Any = state.tables[0]
        figure, step, turn = int(t.a), 5 * number % STEPS, 7 * number % STEPS
        way = heading_x(t, figure, step), heading_y(t, figure, step)
        fars = {
            (other, weapon): strike_on_the_way(t, figure, weapon, other, *way, turn)
            for other in range(state.num_players)
            for weapon in range(WEAPONS)
            if may_touch(t, figure, weapon, other)
        }
        struck, far = struck_on_the_way(t, figure, step, turn)
        assert far == min(fars.values(), default=NEVER)
        strikes += struck != NOBODY
    assert strikes > 10


FORESEEN = {
    "Fencer 4 8 plots SQ sabre 0 | Lancer 7.5 7.4": (1, 1),
    "Fencer 4 8 plots SQ sabre 0 | Lancer 7.5 8.6": (1, 1),
    "Fencer 4 8 plots SQ sabre 90 | Lancer 3.4 9.5": (1, NOBODY),
    "Fencer 4 8 plots SQ sabre 0 | Lancer 8 7.4 | Archer 8 8.6": (1, 1),
    "Fencer 4 8 plots SQ | Lancer 8 7.25 | Archer 8 8.75": (NOBODY, 1),
    "Fencer 4 8 plots SQ | Lancer 1 15": (NOBODY, NOBODY),
}
"""Whom a weapon touches on the way ahead, by a graze as well, and whom the body runs into: of several
at the same moment the first."""


@pytest.mark.rule("F27", "F38", "F60")
@pytest.mark.parametrize(("given", "wanted"), FORESEEN.items())
def test_grazes_and_what_comes_at_once_are_foreseen(given: str, wanted: tuple[int, int]) -> None:
    t: Any = lay(given).tables[0]
    struck, far = struck_on_the_way(t, 0, 0, 0)
    assert (struck, met_on_the_way(t, 0, 0)[0]) == wanted
    assert (far == NEVER) == (struck == NOBODY)


@pytest.mark.rule("F20", "F25", "F38")
def test_a_rotation_by_nothing_strikes_what_touches() -> None:
    both = "Fencer 8 8 plots SK sabre 0 dagger {} | Lancer 9.2 8 | Archer 8 9.2"
    for degrees, wanted in ((0, 1), (90, 1)):
        assert struck_in_rotation(lay(both.format(degrees)).tables[0], 0, 0) == (wanted, 0.0)
    far_off = lay("Fencer 8 8 plots SK sabre 0 | Lancer 8 9.9").tables[0]
    assert struck_in_rotation(far_off, 0, 0) == (NOBODY, NEVER)


@pytest.mark.rule("§05-07", "F26")
def test_the_first_figure_is_aimed_at_like_every_other() -> None:
    t: Any = lay("Fencer 12 8 | Archer 6 8 plots SK bow 0").tables[0]
    assert (shot_at(t, 1, 0), shot_at(t, 1, 6)) == (0, NOBODY)
