"""Bots that differ in what their word is worth."""

import numpy as np
import pytest

from agents.registry import make_bot
from dynasty_env.kit.seats.decision import Bot, Decision, dice_of
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.game import GAME
from tests.three_kingdoms.rules.conftest import country, empty, new, order, phase_of, put

NAMES = ("hermit", "faithful", "turncoat")


def bot(name: str) -> Bot:
    """One of them, or the game's own player."""
    return make_bot(name if name == "greedy" else f"agents.three_kingdoms.negotiators:{name.title()}", GAME)


def choice(name: str, state: State) -> str:
    """What the bot does for the seat that decides."""
    return GAME.action_names[bot(name).act(Decision(state, dice_of(1, state.seat)))]


def neighbours(points: int = 0) -> State:
    """Dong Zhuo with 8 troops in Luoyang and Yuan Shu with 8 in Xuchang are next to Chenliu, where Yuan Shao has 4."""
    state = empty(new(1), "Dong Zhuo", "Yuan Shao", "Yuan Shu", "Liu Biao")
    put(state, "Luoyang", "Dong Zhuo", 8, "Hua Xiong", "Li Jue")
    put(state, "Changan", "Dong Zhuo", 2, "Dong Zhuo", "Li Ru")
    put(state, "Xuchang", "Yuan Shu", 8, "Yuan Shu", "Ji Ling")
    put(state, "Chenliu", "Yuan Shao", 4, "Yan Liang")
    put(state, "Jizhou", "Yuan Shao", 5, "Yuan Shao")
    put(state, "Xiangyang", "Liu Biao", 9, "Liu Biao")
    phase_of(state, "Dong Zhuo")
    state.tables[0].points = points
    state.call("reopen")
    return state


def asked() -> State:
    """Dong Zhuo asks Yuan Shu."""
    state = neighbours(4)
    order(state, "country:Yuan Shu")
    assert state.phase == "ally_answer"
    return state


def test_commands_know_them_by_where_they_stand() -> None:
    for name in NAMES:
        assert bot(name).name == name


@pytest.mark.parametrize(("name", "answer"), [("hermit", "no"), ("faithful", "yes"), ("turncoat", "yes")])
def test_what_they_answer(name: str, answer: str) -> None:
    assert choice(name, asked()) == answer


def test_the_faithful_asks_whom_it_can_invade_with_and_lets_it_use_units() -> None:
    state = neighbours(4)
    if choice("faithful", state) == "diplomacy":
        order(state, "diplomacy", "done?")
        state.tables[0].points = 4
        state.call("reopen")
    assert choice("faithful", state) == "country:Yuan Shu"
    order(state, "country:Yuan Shu", "yes")
    assert choice("faithful", state) == "troops of:Yuan Shu"
    order(state, "troops of:Yuan Shu")
    assert choice("faithful", state) == "generals of:Yuan Shu"
    order(state, "generals of:Yuan Shu")
    assert choice("faithful", state) == "invade:Chenliu"
    assert choice("hermit", state) != "country:Yuan Shu"


def test_a_partner_is_spared_by_the_faithful_and_attacked_by_the_turncoat() -> None:
    state = neighbours()
    t = state.tables[0]
    put(state, "Xuchang", "Yuan Shu", 1, "Yuan Shu", "Ji Ling")
    t.last_answer[country("Yuan Shu"), country("Dong Zhuo")] = 2
    state.call("reopen")
    assert choice("greedy", state) == "invade:Xuchang"
    assert choice("turncoat", state) == "invade:Xuchang"
    assert choice("faithful", state) != "invade:Xuchang"


def test_games_among_them_end() -> None:
    state = GAME.new(3, backend="interpreted", num_players=3, max_turns=2)
    bots = [bot(name) for name in NAMES]
    dice = [dice_of(3, seat) for seat in range(3)]
    while not state.done:
        state.play(bots[state.seat].act(Decision(state, dice[state.seat])))
    assert np.isclose(state.returns("win").sum(), 0)
