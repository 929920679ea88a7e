"""Motions on whole tables, looked at in fine steps: the contact found is the first, and throws end at obstacles.

Brute force knows two things alone: how far two centres are apart, and how far a centre is from a weapon's points. That
moves in play do what is found here is held in `rules/test_previews.py`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import LOWERED, NOBODY, REACH, WEAPON_KIND, WEAPONS, Weapon
from dynasty_env.figures.rules.bodies import all_figures, body_on_the_way, heading_x, heading_y, wall_on_the_way
from dynasty_env.figures.rules.collision import throw
from dynasty_env.figures.rules.geometry import RADIUS, SPAN
from dynasty_env.figures.rules.preview import met_on_the_way, shot_at, struck_in_rotation, struck_on_the_way
from dynasty_env.figures.views.rows import tenths
from dynasty_env.kit.state import State

Points = npt.NDArray[np.float64]

FINE = 500
"""Points of a motion."""
WITHIN = 1e-7
"""What may lie within another by rounding, w."""
GRAZE = 2e-4
"""How deep a blade that passes by may cut between two of the points that stand for it, w."""
some_tables = pytest.mark.parametrize("count", [60, pytest.param(600, marks=pytest.mark.slow)])


def crowded(rng: np.random.Generator) -> State:
    """A table on which eight figures stand anywhere, look anywhere, and point their weapons anywhere."""
    state = GAME.new(int(rng.integers(2**31)), backend="interpreted", num_players=4, figures=2, room=0)
    record, placed = state.record, np.empty((0, 2))
    side = float(record["side"])
    while len(placed) < 8:
        place = rng.uniform(RADIUS, side - RADIUS, 2) if len(placed) < 4 else placed[0] + rng.uniform(-3, 3, 2)
        apart = np.linalg.norm(placed - place, axis=1)
        if (apart >= 2 * RADIUS).all() and (place >= RADIUS).all() and (place <= side - RADIUS).all():
            placed = np.vstack([placed, place])
    angles = rng.uniform(0, 2 * np.pi, 8)
    record["x"], record["y"] = placed[:, 0], placed[:, 1]
    record["base_x"], record["base_y"] = np.cos(angles), np.sin(angles)
    record["standing"] = rng.random(8) < 0.9
    record["pose"] = rng.integers(-6, 7, (8, WEAPONS))
    aside = rng.uniform(-np.pi, np.pi, (8, WEAPONS))
    record["pose_x"], record["pose_y"] = np.cos(aside), np.sin(aside)
    record["standing"][0] = 1
    return state


def bodies(record: Any) -> Points:
    """(n, 2) where figures other than the first stand."""
    standing = np.flatnonzero(record["standing"])[1:]
    return np.stack([record["x"], record["y"]], 1)[standing]


def is_free(record: Any, path: Points) -> npt.NDArray[np.bool_]:
    """(n,) whether the first figure's body could be there: in the room, and within no other."""
    far = np.linalg.norm(path[:, None] - bodies(record), axis=2)
    inside = (path >= RADIUS - WITHIN) & (path <= record["side"] - RADIUS + WITHIN)
    return np.asarray(inside.all(axis=1) & (far >= 2 * RADIUS - WITHIN).all(axis=1))


def is_untouched(record: Any, path: Points, angles: Points) -> npt.NDArray[np.bool_]:
    """(n,) whether no melee weapon of the first figure touches a body when it stands there and looks so."""
    free = np.ones(len(path), bool)
    sheet = int(record["sheet"][0])
    for weapon in range(WEAPONS):
        pose = int(record["pose"][0][weapon])
        if pose != LOWERED and WEAPON_KIND[sheet][weapon] == Weapon.MELEE:
            aside = np.arctan2(record["pose_y"][0][weapon], record["pose_x"][0][weapon])
            pointing = angles + np.radians(15 * pose) + aside
            along = np.linspace(RADIUS, RADIUS + REACH[sheet][weapon], 80)
            ends = np.stack([np.cos(pointing), np.sin(pointing)], 1)
            blade = path[:, None] + along[:, None] * ends[:, None]
            gap = np.linalg.norm(blade[:, :, None] - bodies(record), axis=3) - RADIUS
            free &= (gap >= -GRAZE).all(axis=(1, 2))
    return free


def tables(count: int, seed: int) -> list[tuple[State, np.random.Generator]]:
    generators = [np.random.default_rng([seed, number]) for number in range(count)]
    return [(crowded(rng), rng) for rng in generators]


def looking(record: Any) -> float:
    """The angle at which the first figure looks."""
    return float(np.arctan2(record["base_y"][0], record["base_x"][0]) + np.radians(15 * int(record["steps"][0])))


def test_a_way_is_free_up_to_the_first_body_or_wall() -> None:
    met_bodies = met_walls = 0
    for state, rng in tables(60, 1):
        record, step = state.record, int(rng.integers(24))
        met, free = met_on_the_way(state.tables[0], 0, step)
        angle = looking(record) + np.radians(15 * step)
        start, ahead = np.array([record["x"][0], record["y"][0]]), np.array([np.cos(angle), np.sin(angle)])
        assert is_free(record, start + np.linspace(0, free, FINE)[:, None] * ahead).all()
        assert not is_free(record, start + np.array([[free + 1e-5]]) * ahead).any()
        met_bodies, met_walls = met_bodies + (met != NOBODY), met_walls + (met == NOBODY)
        if met != NOBODY:
            there = start + free * ahead
            assert np.hypot(record["x"][met] - there[0], record["y"][met] - there[1]) == pytest.approx(2 * RADIUS)
    assert min(met_bodies, met_walls) > 10


@some_tables
def test_a_weapon_carried_along_touches_nobody_before_its_first_contact(count: int) -> None:
    met = 0
    for state, rng in tables(count, 2):
        record, step = state.record, int(rng.integers(24))
        struck, far = struck_on_the_way(state.tables[0], 0, step, 0)
        angle = looking(record) + np.radians(15 * step)
        start, ahead = np.array([record["x"][0], record["y"][0]]), np.array([np.cos(angle), np.sin(angle)])
        steps = np.linspace(0, min(far, 8.0), FINE)[:-1]
        untouched = is_untouched(record, start + steps[:, None] * ahead, np.full(len(steps), looking(record)))
        if struck == NOBODY or far > 0:
            assert untouched.all()
        met += struck != NOBODY
    assert met > count / 4


@some_tables
def test_a_weapon_turned_touches_nobody_before_its_first_contact(count: int) -> None:
    met = 0
    for state, rng in tables(count, 3):
        record, spin = state.record, int(rng.choice([-1, 1])) * int(rng.integers(1, 24))
        struck, far = struck_in_rotation(state.tables[0], 0, spin)
        if struck == NOBODY:
            turned = np.radians(15 * abs(spin))
        else:
            chord = min(far, 4 - far)
            turned = 2 * np.arcsin(min(1.0, chord / 2))
            turned = turned if far <= 2 else 2 * np.pi - turned
            met += far > 0
        angles = looking(record) + np.sign(spin) * np.linspace(0, turned, FINE)[:-1]
        place = np.tile([float(record["x"][0]), float(record["y"][0])], (len(angles), 1))
        if struck == NOBODY or far > 0:
            assert is_untouched(record, place, angles).all()
            assert far <= SPAN[abs(spin)] + 1e-9 or struck == NOBODY
    assert met > count / 8


def test_thrown_bodies_stop_at_the_first_obstacle() -> None:
    """F14: as many widths as damage, or up to the first body or wall."""
    stopped = flown = 0
    for state, rng in tables(80, 4):
        record, angle, damage = state.record, rng.uniform(0, 2 * np.pi), int(rng.integers(0, 6))
        ahead = np.array([np.cos(angle), np.sin(angle)])
        start = np.array([float(record["x"][0]), float(record["y"][0])])
        throw(state.tables[0], 0, float(ahead[0]), float(ahead[1]), damage)
        end = np.array([float(record["x"][0]), float(record["y"][0])])
        way = float(np.linalg.norm(end - start))
        assert is_free(record, start + np.linspace(0, way, FINE)[:, None] * ahead).all()
        if way < damage - 1e-9:
            stopped += 1
            assert not is_free(record, (end + 1e-5 * ahead)[None]).any()
        else:
            flown += 1
            assert way == pytest.approx(damage)
    assert min(stopped, flown) > 15


def test_what_is_shown_around_a_figure_is_what_play_would_find() -> None:
    """Which way is free, who is met there and who aims at whom, as the rules of play say it of each body by itself."""
    met = aimed = 0
    for state, _ in tables(60, 5):
        t, seen = state.tables[0], state.observe(0)
        mine = int(GAME.layout["place"].of(seen)[0])
        if t.standing[mine] == 0:
            continue
        for hour, shown in enumerate(GAME.layout["around"].of(seen).tolist()):
            dx, dy = heading_x(t, mine, 2 * hour), heading_y(t, mine, 2 * hour)
            ends = {NOBODY: wall_on_the_way(t, mine, dx, dy)}
            others = [other for other in range(all_figures(t)) if other != mine and t.standing[other]]
            ends |= {other: body_on_the_way(t, mine, other, dx, dy) for other in others}
            first = min(ends, key=lambda each: ends[each])
            assert shown == [tenths(ends[first]), first]
            met += first != NOBODY
        for other, shown in enumerate(GAME.layout["aims"].of(seen).tolist()):
            stands = other != mine and t.standing[other] == 1
            aims = 2 * (shot_at(t, mine, 0) == other) or int(shot_at(t, other, 0) == mine)
            assert shown == stands * aims
            aimed += shown > 0
    assert met > 100
    assert aimed > 5
