"""The truths of every table: what is forged is found, and what may be is let pass (§4, §9, §15, §18, §25, §26)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dynasty_env.kit.engine.table import push
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.rules import audit
from dynasty_env.three_kingdoms.steps import Step
from dynasty_env.three_kingdoms.table import DIRECTED, DUELLISTS
from tests.three_kingdoms.rules.conftest import area, country, empty, general, new, phase_of, put
from tests.three_kingdoms.rules.fights import field

Truth = Callable[[Any], bool]
Change = tuple[str, str | int | None, int]


def resting() -> State:
    """Nobody's phase: four countries of seats, Zhang Lu's minor power, clans in Bingzhou, nobody in Chenliu."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao", "Zhang Lu")
    put(state, "Luoyang", "Dong Zhuo", 20, "Dong Zhuo", "Hua Xiong")
    put(state, "Jizhou", "Yuan Shao", 20, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 10, "Liu Biao")
    put(state, "Shouchun", "Yuan Shu", 10, "Yuan Shu")
    put(state, "Hanzhong", "Zhang Lu", 12, "Zhang Lu")
    put(state, "Bingzhou", "clans", 10)
    put(state, "Youzhou", "nobody", 0, "Zhao Yun")
    t = state.tables[0]
    t.depth = t.free_moves = 0
    t.turn = t.first_turn
    t.step, t.seat, t.a, t.b = Step.ALLY_ANSWER, 0, country("Dong Zhuo"), country("Dong Zhuo")
    return state


def acting() -> State:
    """Dong Zhuo's phase has begun."""
    return phase_of(resting(), "Dong Zhuo")


def fighting() -> State:
    """Dong Zhuo fights Yuan Shao for Xuchang."""
    return field()


LAID = {"resting": resting, "acting": acting, "fighting": fighting}


SIDES = {"closed": int((m.SIDE_KIND == m.Side.CLOSED).argmax()), "open": int(m.OPEN_SIDE[0])}


def number(row: Any, name: str) -> int:
    """What a name means in a row of the table, by its length: a side, an area, a general or a country."""
    if len(row) == m.SIDES:
        return SIDES[name]
    return {m.AREAS: area, m.GENERALS: general}.get(len(row), country)(name)


def forge(state: State, changes: tuple[Change, ...]) -> Any:
    """Change fields; `frame` lets a step wait for a country."""
    t = state.tables[0]
    for name, index, value in changes:
        if name == "frame":
            push(t, index, 0, value, 0)
        elif index is None:
            setattr(t, name, value)
        else:
            row = getattr(t, name)
            row[number(row, index) if isinstance(index, str) else index] = value
    return t


def case(truth: Truth, laid: str, *changes: Change) -> Any:
    told = ", ".join(f"{name}[{index}]={value}" for name, index, value in changes)
    return pytest.param(truth, laid, changes, id=f"{truth.__name__}: {laid} {told}")


DONG, SHAO, SHU, BIAO, ZHANG, LU_BU = (
    country(name) for name in ("Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao", "Zhang Lu", "Lü Bu")
)
LUOYANG, XUCHANG, JIZHOU, YOUZHOU = (area(name) for name in ("Luoyang", "Xuchang", "Jizhou", "Youzhou"))
DEAD, GONE, FREE, SERVING = m.Place.DEAD, m.Place.GONE, m.Place.FREE, m.Place.SERVING

FORGED = [
    case(audit.troops_are_somebodys, "acting", ("troops", "Luoyang", -1)),
    case(audit.troops_are_somebodys, "acting", ("tired", "Luoyang", -1)),
    case(audit.troops_are_somebodys, "acting", ("force", "Luoyang", -1)),
    case(audit.troops_are_somebodys, "acting", ("force", "Luoyang", 21)),
    case(audit.troops_are_somebodys, "acting", ("troops", "Youzhou", 1)),
    case(audit.troops_are_somebodys, "acting", ("troops", "Bingzhou", 0)),
    case(audit.troops_are_somebodys, "acting", ("army", "Cao", 1)),
    case(audit.troops_are_somebodys, "acting", ("army", "clans", 1)),
    case(audit.troops_are_somebodys, "fighting", ("army", "Cao", -1)),
    case(audit.areas_are_somebodys, "acting", ("control", "Luoyang", -2)),
    case(audit.areas_are_somebodys, "acting", ("control", "Luoyang", m.CLANS + 1)),
    case(audit.areas_are_somebodys, "acting", ("control", "Luoyang", LU_BU)),
    case(audit.areas_are_somebodys, "acting", ("status", 0, m.Status.FALLEN)),
    case(audit.generals_are_somewhere, "acting", ("unit", "Hua Xiong", -1)),
    case(audit.generals_are_somewhere, "acting", ("unit", "Hua Xiong", 1)),
    case(audit.generals_are_somewhere, "acting", ("unit", "Lu Xun", 3)),
    case(audit.generals_are_somewhere, "acting", ("country", "Hua Xiong", -1)),
    case(audit.generals_are_somewhere, "acting", ("place", "Hua Xiong", FREE)),
    case(audit.generals_are_somewhere, "acting", ("country", "Hua Xiong", LU_BU)),
    case(audit.generals_are_somewhere, "acting", ("area", "Cao Cao", LUOYANG)),
    case(audit.generals_stand_on_their_countrys_ground, "acting", ("area", "Hua Xiong", JIZHOU)),
    case(audit.generals_stand_on_their_countrys_ground, "acting", ("area", "Hua Xiong", YOUZHOU)),
    case(audit.generals_stand_on_their_countrys_ground, "fighting", ("role", "Hua Xiong", m.Role.NONE)),
    case(audit.generals_stand_on_their_countrys_ground, "fighting", ("role", "Hua Xiong", m.Role.DEFENDS)),
    case(audit.generals_stand_on_their_countrys_ground, "fighting", ("area", "Hua Xiong", JIZHOU)),
    case(audit.free_generals_are_nobodys, "acting", ("area", "Zhao Yun", m.NOWHERE)),
    case(audit.free_generals_are_nobodys, "acting", ("area", "Zhao Yun", LUOYANG)),
    case(audit.free_generals_are_nobodys, "fighting", ("place", "Cao Cao", FREE), ("area", "Cao Cao", LUOYANG)),
    case(audit.countries_have_rulers, "acting", ("place", "Dong Zhuo", DEAD)),
    case(audit.countries_have_rulers, "acting", ("ruler", "Zhang Lu", -1)),
    case(audit.countries_have_rulers, "acting", ("country", "Zhang Lu", DONG)),
    case(audit.countries_have_rulers, "acting", ("place", "Zhang Lu", DEAD), ("frame", Step.SUCCEED, DONG)),
    case(audit.countries_have_rulers, "acting", ("place", "Zhang Lu", DEAD), ("frame", Step.HEIR_AREA, DONG)),
    case(audit.countries_have_rulers, "acting", ("place", "Zhang Lu", DEAD), ("frame", Step.FALL, ZHANG)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Zhang Lu", -1)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Zhang Lu", 1)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Lü Bu", m.MOST_HEIRS)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Zhang Lu", 1), ("frame", Step.SUCCEED, DONG)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Zhang Lu", 1), ("frame", Step.HEIR_AREA, DONG)),
    case(audit.rulers_stand_in_their_lines, "acting", ("taken_by", "Zhang Lu", -2)),
    case(audit.rulers_stand_in_their_lines, "acting", ("taken_by", "Zhang Lu", m.CLANS + 1)),
    case(audit.rulers_stand_in_their_lines, "acting", ("taken_by", "Liu Biao", BIAO)),
    case(audit.countries_have_areas, "acting", ("control", "Hanzhong", m.NEUTRAL)),
    case(audit.countries_have_areas, "acting", ("control", "Hanzhong", LU_BU)),
    case(audit.travellers_wait_for_rulers, "acting", ("area", "Hua Xiong", m.NOWHERE)),
    case(audit.travellers_wait_for_rulers, "acting", ("area", "Hua Xiong", m.NOWHERE), ("frame", Step.FALL, 0)),
    case(audit.seats_have_countries, "acting", ("seat_country", 0, SHU)),
    case(audit.seats_have_countries, "acting", ("country_seat", "Zhang Lu", 0)),
    case(audit.seats_have_countries, "acting", ("status", "Zhang Lu", m.Status.ABSENT)),
    case(audit.seats_have_countries, "acting", ("ruler", "Lü Bu", 0)),
    case(audit.seats_have_countries, "acting", ("status", "Dong Zhuo", m.Status.FALLEN)),
    case(audit.bans_lie_on_open_sides, "acting", ("bans", "open", -1)),
    case(audit.bans_lie_on_open_sides, "acting", ("bans", "open", 101)),
    case(audit.bans_lie_on_open_sides, "acting", ("bans", "closed", 1)),
    case(audit.roles_belong_to_fights, "acting", ("role", "Hua Xiong", m.Role.ATTACKS)),
    case(audit.roles_belong_to_fights, "acting", ("role", "Hua Xiong", m.Role.DEFENDS), ("target", None, XUCHANG)),
    case(audit.roles_belong_to_fights, "fighting", ("area", "Hua Xiong", LUOYANG)),
    case(audit.roles_belong_to_fights, "fighting", ("place", "Hua Xiong", DEAD)),
    case(audit.roles_belong_to_fights, "fighting", ("country", "Yan Liang", BIAO)),
    case(audit.nothing_is_left_of_fights, "fighting", ("ahead", 0, 1)),
    case(audit.nothing_is_left_of_fights, "fighting", ("ahead", DUELLISTS - 1, -1)),
    case(audit.nothing_is_left_of_fights, "fighting", ("duellist", 0, 3)),
    case(audit.nothing_is_left_of_fights, "fighting", ("duellist", 2 * DUELLISTS - 1, 3)),
    case(audit.nothing_is_left_of_fights, "acting", ("goal", "Hua Xiong", LUOYANG)),
    case(audit.nothing_is_left_of_fights, "acting", ("player", 0, 0)),
    case(audit.nothing_is_left_of_fights, "acting", ("player", 1, 0)),
    case(audit.nothing_is_left_of_fights, "acting", ("hurt", 0, 1)),
    case(audit.nothing_is_left_of_fights, "acting", ("hurt", 1, 1)),
    *(case(audit.nothing_is_left_of_fights, "acting", (name, None, 1)) for name in (
        "defender", "first_attacker", "fled", "split_with", "rounds", "method", "number", "had_troops", "split",
        "across_rivers",
    )),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("player", 0, -2)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("player", 1, 4)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("hurt", 0, -1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("hurt", 1, 2)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("rounds", None, -1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("rounds", None, 31)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("number", None, -1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("number", None, 6)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("fled", None, -2)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("fled", None, 2)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("split", None, 1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("split_with", None, 1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("method", None, -1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("method", None, 3)),
    *(case(audit.nothing_is_left_of_phases, "resting", (name, 0, value)) for name, value in (
        ("work", m.Work.FREE), ("clan_group", 1), ("clans_invaded", 1), ("barred", 1), ("allied", m.Pact.ALLY),
        ("invaded", 1), ("asked", 1), ("ally_troops", 1), ("ally_generals", 1),
    )),
    *(case(audit.nothing_is_left_of_phases, "resting", (name, None, 1)) for name in (
        "points", "directed_size", "marching_clans", "target",
    )),
    case(audit.directed_are_allied, "acting", ("directed", 0, ZHANG)),
    case(audit.directed_are_allied, "acting", ("directed_size", None, 1)),
    case(audit.directed_are_allied, "acting", ("directed", 0, ZHANG), ("directed_size", None, 1)),
    case(audit.directed_are_allied, "acting", ("directed", DIRECTED - 1, m.OWNERS + 1)),
    case(audit.directed_are_allied, "acting", ("clan_group", "Luoyang", 1)),
    case(audit.who_has_come_in_is_there, "acting", ("moved_in", "Luoyang", 1)),
    case(audit.who_has_come_in_is_there, "acting", ("moved_in", "Luoyang", -1)),
    case(audit.who_has_come_in_is_there, "acting", ("free_moves", None, 1), ("moved_in", "Luoyang", 21)),
    case(audit.who_has_come_in_is_there, "acting", ("frame", Step.SUCCEED, 0), ("moved_in", "Luoyang", 1)),
    case(audit.who_has_come_in_is_there, "acting", ("reach", "Luoyang", -2)),
    case(audit.who_has_come_in_is_there, "acting", ("reach", "Luoyang", m.AREAS)),
    case(audit.turn_is_of_this_game, "acting", ("turn", None, -1)),
    case(audit.turn_is_of_this_game, "acting", ("turn", None, 46)),
    case(audit.turn_is_of_this_game, "acting", ("first_turn", None, 6)),
    case(audit.turn_is_of_this_game, "acting", ("points", None, -1)),
    case(audit.turn_is_of_this_game, "acting", *(("turned", card, 1) for card in range(6))),
    case(audit.turn_is_of_this_game, "acting", ("turn", None, 3), *(("turned", card, 1) for card in range(16))),
]  # fmt: skip

ALLOWED = [
    case(audit.troops_are_somebodys, "acting", ("force", "Luoyang", 20)),
    case(audit.troops_are_somebodys, "acting", ("troops", "Luoyang", 0)),
    case(audit.troops_are_somebodys, "fighting", ("control", "Xuchang", m.CLANS), ("troops", "Xuchang", 0)),
    case(audit.areas_are_somebodys, "acting", ("control", "Luoyang", m.NEUTRAL)),
    case(audit.areas_are_somebodys, "acting", ("control", "Luoyang", m.CLANS)),
    case(audit.areas_are_somebodys, "acting", ("control", "Luoyang", ZHANG)),
    case(audit.generals_are_somewhere, "acting", ("unit", "Lu Xun", 2)),
    case(audit.generals_stand_on_their_countrys_ground, "acting", ("area", "Hua Xiong", m.NOWHERE)),
    case(audit.generals_stand_on_their_countrys_ground, "fighting", ("role", "Hua Xiong", m.Role.RESTS_ATTACKING)),
    case(audit.generals_stand_on_their_countrys_ground, "fighting",
         *(("control", name, BIAO) for name in ("Xuchang", "Runan", "Jizhou")), ("area", "Yuan Shao", m.NOWHERE)),
    case(audit.free_generals_are_nobodys, "acting", ("control", "Youzhou", m.CLANS)),
    case(audit.free_generals_are_nobodys, "fighting", ("place", "Cao Cao", FREE), ("area", "Cao Cao", XUCHANG)),
    case(audit.countries_have_rulers, "acting", ("place", "Zhang Lu", DEAD), ("frame", Step.SUCCEED, ZHANG)),
    case(audit.countries_have_rulers, "acting", ("place", "Zhang Lu", DEAD), ("frame", Step.HEIR_AREA, ZHANG)),
    case(audit.countries_have_rulers, "acting", ("place", "Zhang Lu", DEAD), ("done", None, 1)),
    case(audit.countries_have_rulers, "acting",
         ("place", "Zhang Lu", DEAD), ("step", None, Step.HEIR_AREA), ("a", None, ZHANG)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Zhang Lu", 1), ("frame", Step.SUCCEED, ZHANG)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Zhang Lu", 1), ("frame", Step.HEIR_AREA, ZHANG)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Zhang Lu", 1), ("done", None, 1)),
    case(audit.rulers_stand_in_their_lines, "acting", ("heir", "Lü Bu", m.MOST_HEIRS - 1)),
    case(audit.rulers_stand_in_their_lines, "acting", ("taken_by", "Zhang Lu", m.CLANS)),
    case(audit.countries_have_areas, "acting", ("control", "Hanzhong", m.NEUTRAL), ("done", None, 1)),
    case(audit.countries_have_areas, "acting", ("control", "Hanzhong", m.NEUTRAL), ("battle", None, XUCHANG)),
    case(audit.travellers_wait_for_rulers, "acting", ("area", "Hua Xiong", m.NOWHERE), ("frame", Step.ARRIVE, 0)),
    case(audit.travellers_wait_for_rulers, "acting", ("area", "Hua Xiong", m.NOWHERE), ("frame", Step.HEIR_AREA, 3)),
    case(audit.travellers_wait_for_rulers, "acting", ("area", "Hua Xiong", m.NOWHERE), ("done", None, 1)),
    case(audit.travellers_wait_for_rulers, "acting", ("area", "Hua Xiong", m.NOWHERE), ("battle", None, XUCHANG)),
    case(audit.seats_have_countries, "acting", ("status", "Dong Zhuo", m.Status.FALLEN), ("done", None, 1)),
    case(audit.seats_have_countries, "acting", ("status", "Dong Zhuo", m.Status.FALLEN), ("step", None, Step.POWER)),
    case(audit.bans_lie_on_open_sides, "acting", ("bans", "open", 100)),
    case(audit.roles_belong_to_fights, "acting", ("role", "Hua Xiong", m.Role.ATTACKS), ("target", None, XUCHANG)),
    case(audit.roles_belong_to_fights, "fighting", ("country", "Yan Liang", BIAO), ("defender", None, -1)),
    case(audit.roles_belong_to_fights, "fighting", ("area", "Hua Xiong", LUOYANG), ("done", None, 1)),
    case(audit.nothing_is_left_of_fights, "acting", ("rounds", None, 1), ("done", None, 1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("rounds", None, 30), ("number", None, 5)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("player", 1, 3), ("hurt", 1, 1), ("fled", None, 1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("split", None, 1), ("split_with", None, 1)),
    case(audit.fights_are_fought_as_the_book_says, "fighting", ("method", None, 2)),
    case(audit.nothing_is_left_of_phases, "resting", ("points", None, 1), ("done", None, 1)),
    case(audit.nothing_is_left_of_phases, "acting", ("points", None, 1)),
    case(audit.directed_are_allied, "acting",
         ("directed", 0, ZHANG), ("directed_size", None, 1), ("allied", "Zhang Lu", m.Pact.DIRECTED)),
    case(audit.directed_are_allied, "acting", ("directed", 0, m.OWNERS + 1), ("directed_size", None, 1)),
    case(audit.directed_are_allied, "acting",
         ("directed", 0, ZHANG), ("directed_size", None, 1), ("status", "Dong Zhuo", m.Status.FALLEN)),
    case(audit.directed_are_allied, "acting", ("clan_group", "Bingzhou", 1)),
    case(audit.who_has_come_in_is_there, "acting", ("free_moves", None, 1), ("moved_in", "Luoyang", 20)),
    case(audit.who_has_come_in_is_there, "acting", ("done", None, 1), ("moved_in", "Luoyang", 1)),
    case(audit.who_has_come_in_is_there, "acting", ("frame", Step.REDEPLOY, 3), ("moved_in", "Luoyang", 1)),
    case(audit.who_has_come_in_is_there, "acting", ("reach", "Luoyang", -1)),
    case(audit.turn_is_of_this_game, "acting", ("turn", None, 0)),
    case(audit.turn_is_of_this_game, "acting", ("turn", None, 45)),
    case(audit.turn_is_of_this_game, "acting", *(("turned", card, 1) for card in range(5))),
    case(audit.turn_is_of_this_game, "acting", ("turn", None, 3), *(("turned", card, 1) for card in range(15))),
    case(audit.turn_is_of_this_game, "resting", ("turn", None, 0), *(("turned", card, 1) for card in range(20))),
]  # fmt: skip


@pytest.mark.rule("§4.2", "§15.1", "§26.6", "T18", "T63", "T64")
@pytest.mark.parametrize(("truth", "laid", "changes"), FORGED)
def test_what_cannot_be_is_found(truth: Truth, laid: str, changes: tuple[Change, ...]) -> None:
    state = LAID[laid]()
    assert truth(state.tables[0])
    assert not truth(forge(state, changes))
    assert state.call("audit") > 0


@pytest.mark.rule("§4.2", "§15.4", "§26.2", "T18", "T63", "T64")
@pytest.mark.parametrize(("truth", "laid", "changes"), ALLOWED)
def test_what_may_be_is_let_pass(truth: Truth, laid: str, changes: tuple[Change, ...]) -> None:
    assert truth(forge(LAID[laid](), changes))


@pytest.mark.rule("§4.2")
@pytest.mark.parametrize("laid", LAID)
def test_tables_laid_by_hand_are_true(laid: str) -> None:
    assert LAID[laid]().call("audit") == 0
