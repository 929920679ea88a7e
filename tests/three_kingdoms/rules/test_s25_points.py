"""1e §25: points, the end, and what each seat gets."""

from __future__ import annotations

import pytest

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules.score import end_if_alone, finish, is_left, points, points_of_seat, standing
from dynasty_env.three_kingdoms.steps import Trace
from tests.three_kingdoms.rules.conftest import area, country, empty, new, one, put

SEATS = ("Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")


def worth(*areas: str, started: tuple[int, ...] = (0, 0, 0, 0)) -> State:
    """Each seat has one area, with so many points at the start."""
    state = empty(new(1), *SEATS)
    t = state.tables[0]
    for number, (name, where) in enumerate(zip(SEATS, areas, strict=True)):
        put(state, where, name, 3)
        t.start_points[country(name)] = started[number]
    t.depth, t.done = 0, 1
    return state


@pytest.mark.rule("1e §25")
@pytest.mark.parametrize("name", ["Luoyang", "Chenliu", "Jiangling", "Youzhou", "Tianshui"])
def test_s25_an_area_counts_its_strength_and_its_city(name: str) -> None:
    t = worth(name, "Jizhou", "Shouchun", "Wuling").tables[0]
    number = area(name)
    assert points(t, country("Dong Zhuo")) == m.STRENGTH[number] + m.CITY[number]
    assert points_of_seat(t, 0) == m.POINTS[number]
    t.seat_country[0] = m.NO_ONE
    assert points_of_seat(t, 0) == 0


@pytest.mark.rule("T19", "T68")
def test_t68_returns_of_four_seats() -> None:
    """8 points for Jizhou, 7 for Luoyang, fewer for Wuling and Longxi; at the start 5 and 5, and 1 and 1."""
    state = worth("Jizhou", "Luoyang", "Wuling", "Longxi", started=(5, 5, 1, 1))
    now = [points_of_seat(state.tables[0], seat) for seat in range(4)]
    assert now[0] > now[1] > now[2]
    assert state.returns("win").tolist() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])
    if now[2] == now[3]:
        assert state.returns("rank").tolist() == pytest.approx([1, 1 / 3, -2 / 3, -2 / 3])
    total = sum(now)
    assert state.returns("points").tolist() == pytest.approx([(p - (total - p) / 3) / 146 for p in now])
    more = [p - s for p, s in zip(now, (5, 5, 1, 1), strict=True)]
    assert state.returns("gain").tolist() == pytest.approx([(g - (sum(more) - g) / 3) / 292 for g in more])


@pytest.mark.rule("T19")
def test_t19_ties_share_and_if_all_tie_nobody_has_won() -> None:
    state = worth("Luoyang", "Jizhou", "Wuling", "Longxi")
    t = state.tables[0]
    t.control[area("Jizhou")] = t.control[area("Luoyang")] = m.NEUTRAL
    for name in ("Wuling", "Longxi"):
        t.control[area(name)] = m.NEUTRAL
    assert state.returns("win").tolist() == [0, 0, 0, 0]
    assert state.returns("rank").tolist() == [0, 0, 0, 0]
    t.status[country("Liu Biao")] = m.Status.FALLEN
    assert state.returns("win").tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, -1])
    assert state.returns("rank").tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, -1]), "fallen seats are behind"
    assert state.returns("points").tolist() == [0, 0, 0, 0]


@pytest.mark.rule("T19")
def test_t19_a_fallen_seat_stands_behind_one_without_points() -> None:
    t = worth("Luoyang", "Jizhou", "Shouchun", "Wuling").tables[0]
    assert standing(t, 0) == points(t, country("Dong Zhuo"))
    t.control[area("Luoyang")] = m.NEUTRAL
    assert (is_left(t, 0), standing(t, 0)) == (True, 0)
    t.status[country("Dong Zhuo")] = m.Status.FALLEN
    assert (is_left(t, 0), standing(t, 0)) == (False, -1)
    t.seat_country[1] = m.NO_ONE
    assert (is_left(t, 1), standing(t, 1)) == (False, -1)


@pytest.mark.rule("T67")
@pytest.mark.parametrize(
    ("fallen", "over"),
    [((), False), (SEATS[:2], False), (SEATS[:3], True), ((*SEATS[:3], "minor"), True), (("minor",), False)],
)
def test_t67_the_game_ends_when_one_seat_or_one_country_is_left(fallen: tuple[str, ...], over: bool) -> None:
    state = worth("Luoyang", "Jizhou", "Shouchun", "Wuling")
    t = state.tables[0]
    t.done = 0
    put(state, "Hanzhong", "Zhang Lu", 3)
    t.status[country("Zhang Lu")] = m.Status.PLAYING
    for name in fallen:
        t.status[country("Zhang Lu" if name == "minor" else name)] = m.Status.FALLEN
    end_if_alone(t)
    assert (t.done == 1) == over


@pytest.mark.rule("T67")
def test_t67_one_country_of_two_seats_ends_it_too() -> None:
    """Two countries without a seat go on, if two seats do."""
    state = worth("Luoyang", "Jizhou", "Shouchun", "Wuling")
    t = state.tables[0]
    t.done = 0
    for name in SEATS[2:]:
        t.country_seat[country(name)] = m.NO_ONE
    end_if_alone(t)
    assert t.done == 0
    t.country_seat[country(SEATS[1])] = m.NO_ONE
    end_if_alone(t)
    assert t.done == 1, "one seat"


@pytest.mark.rule("T4", "T67", "§25.1")
@pytest.mark.parametrize("reason", [1, 2, 3])
def test_the_game_is_over(reason: int) -> None:
    state = worth("Luoyang", "Jizhou", "Shouchun", "Wuling")
    t = state.tables[0]
    t.done, t.step, t.depth, t.told = 0, 3, 2, 0
    finish(t, reason)
    assert (t.done, t.step, t.depth) == (1, 0, 0)
    entry = one(state, Trace.ENDED)
    assert (entry.seat, entry.subject, entry.object, entry.value) == (0, 0, 0, reason)
