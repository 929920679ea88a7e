"""§02 to §04: cards, sheets, abilities, leaders, and where figures stand."""

from __future__ import annotations

import re

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import (
    CARDS_NAMED,
    JOKER,
    NUMBER,
    PACK_SIZE,
    POINTS,
    PRIORITY,
    RANGE,
    REACH,
    SHEET_NAMES,
    SHEET_STATS,
    STAT_LEAST,
    STAT_MOST,
    WEAPON_NAMES,
)
from dynasty_env.kit.state import State
from tests.books import ROOT
from tests.figures.rules.conftest import names, place


def new(seed: int = 0, **options: int | bool) -> State:
    return GAME.new(seed, backend="interpreted", **options)


def until(state: State, phase: str, rng: np.random.Generator) -> State:
    """Play at random until a phase comes."""
    while state.phase != phase:
        state.play(int(rng.choice(state.legal())))
    return state


@pytest.mark.rule("§02", "§03", "F1", "F65")
@pytest.mark.parametrize("players, figures, cards", [(2, 1, 54), (4, 1, 54), (2, 2, 54), (3, 2, 108), (4, 2, 108)])
def test_two_to_four_play_with_one_pack_or_for_five_figures_with_two(players: int, figures: int, cards: int) -> None:
    state = new(num_players=players, figures=figures)
    assert state.record["pack_size"] == cards
    assert len(set(CARDS_NAMED)) == 2 * PACK_SIZE
    assert sum(number == JOKER for number in NUMBER[:PACK_SIZE]) == 2


@pytest.mark.rule("§02", "§05-01")
def test_every_place_of_the_pack_is_shuffled() -> None:
    for place_in_pack in (0, 1, 52, 53):
        assert len({int(new(seed).record["pack"][place_in_pack]) for seed in range(8)}) > 3


@pytest.mark.rule("§05-04")
def test_cards_by_rank_then_suit() -> None:
    """A > K > Q … > 2; spades > hearts > diamonds > clubs."""
    order = sorted(range(52), key=lambda card: -PRIORITY[card])
    assert [CARDS_NAMED[card] for card in order[:6]] == ["SA", "HA", "DA", "CA", "SK", "HK"]
    assert [CARDS_NAMED[card] for card in order[-2:]] == ["D2", "C2"]


@pytest.mark.rule("§04-01", "F37")
def test_every_sheet_has_35_points() -> None:
    assert (SHEET_STATS.sum(1) == POINTS).all()
    assert (SHEET_STATS >= STAT_LEAST).all() and (SHEET_STATS <= STAT_MOST).all()


@pytest.mark.rule("F67")
def test_sheets_are_dealt_by_lot_none_twice_before_all_are_out() -> None:
    dealt = [tuple(new(seed).record["sheet"][:2]) for seed in range(200)]
    assert len(set(dealt)) == 12 and all(one != two for one, two in dealt)
    for seed in range(20):
        sheets = new(seed, num_players=3, figures=2).record["sheet"][:6].tolist()
        assert len(set(sheets[:4])) == 4 and len(set(sheets[4:])) == 2


@pytest.mark.rule("§04-01")
def test_dice_give_a_die_and_2_each_and_vitality_a_die_and_4() -> None:
    stats = np.array([new(seed, stats=1).record["stat"][:2] for seed in range(300)]).reshape(-1, 6)
    assert stats.min(0).tolist() == [3, 3, 3, 3, 3, 5] and stats.max(0).tolist() == [8, 8, 8, 8, 8, 10]
    assert abs(stats.mean(0) - [5.5, 5.5, 5.5, 5.5, 5.5, 7.5]).max() < 0.3


@pytest.mark.rule("§04-01", "F2", "F46")
def test_points_are_exactly_35_and_hidden_until_all_are_done() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        state = new(seed, stats=2, ask_forced=True)
        for decision in range(12):
            assert state.phase == "points" and state.seat == decision // 6
            assert state.view(1 - state.seat)["figures"][state.seat]["abilities"] is None
            state.play(int(rng.choice(state.legal())))
        stats = state.record["stat"][:2]
        assert stats.sum(1).tolist() == [35, 35] and (stats >= STAT_LEAST).all() and (stats <= STAT_MOST).all()
        assert state.view(0)["figures"][1]["abilities"]["vitality"] == stats[1][5]


@pytest.mark.rule("F56")
def test_sheets_poses_and_damage_are_public() -> None:
    view = until(new(3), "plot", np.random.default_rng(3)).view(None)
    for figure in view["figures"]:
        assert figure["sheet"] in SHEET_NAMES and figure["abilities"] is not None and figure["damage"] == 0
        assert figure["cards"] > 0 and figure["hand"] is None
        assert all("angle" in weapon for weapon in figure["weapons"])


@pytest.mark.rule("§04-02", "F47")
def test_who_has_two_figures_names_a_leader_that_may_give_cards_while_it_stands() -> None:
    rng = np.random.default_rng(1)
    state = until(new(1, figures=2), "leader", rng)
    assert names(state) == ["figure:0", "figure:1"]
    until(state, "give", rng)
    assert state.record["a"] == state.record["leader"][0]
    card = next(name for name in names(state) if name != "pass")
    before = [len(figure["hand"]) for figure in state.view(0)["figures"][:2]]
    leader = int(state.record["leader"][0])
    state.play(card)
    after = [len(figure["hand"]) for figure in state.view(0)["figures"][:2]]
    assert after[leader] == before[leader] - 1 and after[1 - leader] == before[1 - leader] + 1
    assert not any(card.removeprefix("card:") in line for line in state.chronicle(1))
    assert any("is given a card" in line for line in state.chronicle(1))


@pytest.mark.rule("§04-02", "F70", "F45")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_leaders_are_named_by_seat_number_when_all_figures_stand(players: int) -> None:
    for seed in range(6):
        named: list[int] = []
        rng = np.random.default_rng(seed)
        state = new(seed, num_players=players, figures=2)
        assert state.phase == "place_x"
        until(state, "leader", rng)
        assert state.record["standing"][: 2 * players].all() and state.record["round"] == 0
        while state.phase == "leader":
            own = [2 * state.seat, 2 * state.seat + 1]
            assert names(state) == [f"figure:{figure}" for figure in own]
            named.append(state.seat)
            state.play(f"figure:{own[seed % 2]}")
        assert named == list(range(players)) and state.record["round"] == 1


@pytest.mark.rule("§04-02", "F34", "F35", "F45", "F4")
@pytest.mark.parametrize("players, figures, room", [(2, 1, 0), (2, 1, 1), (3, 1, 0), (4, 1, 0), (2, 2, 0), (4, 2, 0)])
def test_figures_are_placed_apart_from_opponents_and_walls(players: int, figures: int, room: int) -> None:
    """In the order of the lot; 4.2 w from rim to rim; no legal place is too near, and none is left out."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        state = new(seed, num_players=players, figures=figures, room=room)
        until(state, "place_x", rng)
        side, order = float(state.record["side"]), state.record["order"][:players].tolist()
        seats = []
        while state.phase.startswith("place"):
            if state.phase == "place_x":
                seats.append(state.seat)
                _check_places(state, side)
            state.play(int(rng.choice(state.legal())))
        assert seats == [seat for seat in order for _ in range(figures)]
        assert state.call("audit") == 0


def _check_places(state: State, side: float) -> None:
    """The columns offered are those in which some half width is far enough from everybody."""
    own = int(state.record["a"])
    figures = int(state.record["figures"])
    x, y = np.meshgrid(*(np.arange(0, side + 0.1, 0.5),) * 2, indexing="ij")
    clear = np.minimum(np.minimum(x, y), side - np.maximum(x, y)) > 0.6
    for other in np.flatnonzero(state.record["standing"]):
        least = 1.2 + 1e-6 if other // figures == own // figures else 5.4
        there = place(state, int(other))
        clear &= np.sqrt((x - there[0]) ** 2 + (y - there[1]) ** 2) >= least
    wanted = [f"length:{across:g}" for across in x[clear.any(axis=1), 0]]
    assert names(state) == wanted


@pytest.mark.rule("F34")
@pytest.mark.parametrize("players, sides", [(2, [12, 16, 24]), (3, [14, 20, 24]), (4, [16, 24, 24])])
def test_the_room_grows_with_the_figures(players: int, sides: list[int]) -> None:
    assert [float(new(num_players=players, room=room).record["side"]) for room in range(3)] == sides


@pytest.mark.rule("F34", "F36")
def test_weapons_are_lowered_until_the_first_posing() -> None:
    state = until(new(2), "place_heading", np.random.default_rng(2))
    weapons = [weapon for figure in state.view(None)["figures"] for weapon in figure["weapons"]]
    assert all(weapon["angle"] is None for weapon in weapons)


@pytest.mark.rule("F69", "F37", "§04-01")
def test_the_tuned_numbers_are_those_of_the_page() -> None:
    """The rules page has a row for each sheet: six abilities, and each weapon's reach or range."""
    page = (ROOT / "docs" / "rules" / "figures.md").read_text(encoding="utf-8")
    for sheet, name in enumerate(SHEET_NAMES):
        cells = next(line for line in page.splitlines() if line.startswith(f"| {name} |")).strip("|").split("|")
        assert [int(cell) for cell in cells[1:7]] == SHEET_STATS[sheet].tolist()
        told = re.findall(r"(?:one )?(\w+) \((?:reach |range )?([\d.]+)", cells[7])
        assert told == [
            (weapon, f"{max(reach, far):g}")
            for weapon, reach, far in zip(WEAPON_NAMES[sheet], REACH[sheet], RANGE[sheet], strict=True)
        ]
