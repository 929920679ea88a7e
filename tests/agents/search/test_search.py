"""Searches find what there is to find, from nothing but what their seat knows."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import dynasty_env
from agents.registry import make_bot
from agents.search import batched, judge
from agents.search.budget import Budget
from agents.search.judge import ByRules
from agents.search.loops import SEARCHES, WIN, counted
from agents.search.players import FlatMonteCarlo, InformationSetSearch, Search
from dynasty_env.conformance.games.promises import sampled_decisions
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.agents.search.looks import SEARCHED, Looks, compare_searches, heap_of, turn_of
from tests.agents.search.networks import random_network, random_small
from tests.tiny import cut_in, nim, weighed_nim

KINDS: list[type[Search]] = [FlatMonteCarlo, InformationSetSearch]
TINY: list[Game] = [nim.GAME, cut_in.GAME]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_winning_move_at_the_heap(kind: type[Search], size: int) -> None:
    search = kind(Budget(playouts=3000))
    assert search.act(turn_of(heap_of(size))) == size % 4 - 1


@pytest.mark.parametrize("size", [9, 10, 11, 13, 14, 15])
def test_the_tree_looks_further_ahead_than_flat_play(size: int) -> None:
    search = InformationSetSearch(Budget(playouts=20_000))
    assert search.act(turn_of(heap_of(size))) == size % 4 - 1


@pytest.mark.parametrize("size", [6, 9, 11])
def test_a_tree_without_ideas_of_its_own_is_flat(size: int) -> None:
    """Nim's own bot plays without chance: where nobody leaves his habits, both searches see the same games."""
    turn = turn_of(heap_of(size, players=3))
    tree = InformationSetSearch(Budget(playouts=300), ByRules("greedy"))
    tree.width = 0.0
    habits = tree.values(turn)
    assert habits.tobytes() == FlatMonteCarlo(Budget(playouts=300), ByRules("greedy")).values(turn).tobytes()
    tree.width = 2.0
    assert tree.values(turn).tobytes() != habits.tobytes()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("playouts", [1, 2, 4])
def test_every_action_is_looked_at_however_small_the_budget(kind: type[Search], playouts: int) -> None:
    values = kind(Budget(playouts=playouts), ByRules("greedy")).values(turn_of(heap_of(9)))
    assert ((values >= -1) & (values <= 1)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_values_are_returns(kind: type[Search]) -> None:
    """Three left and three to take: that wins at once, whatever the others would do."""
    values = kind(Budget(playouts=2000)).values(turn_of(heap_of(3)))
    assert values.argmax() == 2
    assert values[2] == pytest.approx(1.0, abs=0.1)
    assert values[0] == pytest.approx(-1.0, abs=0.2) or values[0] < values[2]


@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
@pytest.mark.parametrize("who", ["random", "greedy", "network"])
@pytest.mark.parametrize("kind", KINDS)
def test_interpreted_as_compiled(game: Game, kind: type[Search], who: str) -> None:
    state = game.new(3)
    given: dict[str, Any] = {"network": random_network(game), "depth": 2} if who == "network" else {}
    compiled = kind(Budget(playouts=60), ByRules(who, **given)).values(turn_of(state))
    interpreted = kind(Budget(playouts=60), ByRules(who, backend="interpreted", **given)).values(turn_of(state))
    assert compiled.tobytes() == interpreted.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_playouts_by_a_small_policy_interpreted_as_compiled(kind: type[Search]) -> None:
    state, net = weighed_nim.GAME.new(3), random_small(weighed_nim.GAME)
    found = [
        kind(Budget(playouts=60), ByRules("distilled", network=net, backend=backend)).values(turn_of(state)).tobytes()
        for backend in ("compiled", "interpreted")
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_playouts_give_the_same_values(kind: type[Search]) -> None:
    state = nim.GAME.new(1, num_players=4)
    one = kind(Budget(playouts=500)).values(turn_of(state))
    two = kind(Budget(playouts=500)).values(turn_of(state))
    other = kind(Budget(playouts=500)).values(turn_of(state, 1))
    assert one.tobytes() == two.tobytes()
    assert one.tobytes() != other.tobytes()


@pytest.mark.parametrize(
    "name",
    [
        "mc:0",
        "mc:soon",
        "mc:100:clever",
        "mc:9:network",
        "mc:9:greedy=x",
        "mc:9:greedy=",
        "mc:9:distilled",
        "mc:9:distilled=",
        "ismcts:5h",
        "mc",
        "ismcts:",
        "mc:50:",
        "ismcts:50:",
    ],
)
def test_what_is_wrong_with_a_name_is_said(name: str) -> None:
    with pytest.raises(OptionError, match=r"budget|cannot judge|there is no bot|nothing follows"):
        make_bot(name, nim.GAME)


@pytest.mark.parametrize("name", ["mc:200ms:random", "mc:50:greedy", "ismcts:1s:random", "ismcts:2000:greedy"])
def test_a_search_is_called_as_it_is_asked_for(name: str) -> None:
    assert make_bot(name, nim.GAME).name == name


@pytest.mark.parametrize("name", ["mc:9", "ismcts:9:random", "champion+search:9"])
def test_a_search_is_compiled_when_its_first_game_begins(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when it is named: a server names the bots that it offers before it answers anybody."""
    compiled = []
    monkeypatch.setattr(judge, "compile_entries", lambda game, loops, _, program: compiled.append((loops, program)))
    bot = make_bot(name, DYNASTY)
    assert not compiled
    bot.reset(1)
    bot.reset(2)
    loop = "tree" if name.startswith("ismcts") else "flat"
    assert compiled == [([loop], SEARCHES["random" if name.endswith("random") else "greedy"])]


def test_the_improved_champion_plays_out_by_whoever_is_named() -> None:
    assert make_bot("champion+search:200:random", DYNASTY).name == "champion+search:200:random"
    with pytest.raises(OptionError, match="'clever' cannot judge playouts of dynasty_v0: choose random, greedy"):
        make_bot("champion+search:200:clever", DYNASTY)
    with pytest.raises(OptionError, match="'soon' is not a budget: give a time"):
        make_bot("champion+search:soon:greedy", DYNASTY)


def searched(kind: type[Search], playouts: int) -> Looks:
    search = kind(Budget(playouts=playouts), ByRules())
    return lambda state, seed: search.values(turn_of(state, seed)).tobytes()


@pytest.mark.parametrize("name", SEARCHED)
def test_twins_are_searched_alike(name: str) -> None:
    looks = [searched(kind, 16) for kind in KINDS]
    assert compare_searches(dynasty_env.game(name), looks, 24, 0.3) > 25


def test_a_rival_may_take_somebody_else_to_be_asked() -> None:
    """Who is asked for an interrupt is a secret: tables imagined for a rival ask others, and tell nothing."""
    search, met = InformationSetSearch(Budget(playouts=20)), 0
    for state, _ in sampled_decisions(DYNASTY, 150, 10, 3):
        if state.phase == "interrupt":
            with np.errstate(invalid="raise"):  # no value of what was never visited
                assert np.isfinite(search.values(turn_of(state))).all()
            met += 1
    assert met > 6


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHED)
def test_twins_are_searched_alike_long(name: str) -> None:
    looks = [searched(kind, 64) for kind in KINDS]
    assert compare_searches(dynasty_env.game(name), looks, 1200, 1.0) > 10_000


@pytest.mark.parametrize("name", SEARCHED)
def test_playing_out_the_real_table_is_caught(name: str) -> None:
    def peek(state: State, seed: int) -> bytes:
        return state.playouts(20, key=seed).tobytes()

    with pytest.raises(AssertionError, match="searched otherwise"):
        compare_searches(dynasty_env.game(name), [peek], 24, 0.3)


@pytest.mark.parametrize(
    ("returns", "counts"),
    [
        ([-1, -1, -1, -1], [-1 / 3] * 4),  # Shinsengumi: everybody loses
        ([-0.1, -0.5, -0.2, -0.1], [-0.1, -1 / 3, -0.2, -0.1]),
        ([1, -1 / 3, -1 / 3, -1 / 3], [1, -1 / 3, -1 / 3, -1 / 3]),
        ([0.5, 0.5, -0.5, -0.5], [0.5, 0.5, -0.5, -0.5]),
        ([0, 0, 0], [0, 0, 0]),
        ([-1, 1], [-1, 1]),
        ([-1], [-1]),
    ],
)
def test_to_lose_with_everybody_is_to_lose_no_more(returns: list[float], counts: list[float]) -> None:
    """A search goes for victories, which are what is counted of it."""
    table, rows = SimpleNamespace(num_players=len(returns)), np.zeros((2, 6), np.float32)
    rows[WIN, : len(returns)] = returns
    rows[1] = -1
    alone = np.array([returns], np.float32)
    for seat, wanted in enumerate(np.float32(counts)):
        assert counted(table, rows, WIN, seat) == wanted == batched.counted(alone, seat)[0]
        assert counted(table, rows, 1, seat) == -1, "another reward counts as it is"


ERRORS = json.loads((Path(__file__).parent / "positions" / "dynasty.json").read_text(encoding="utf-8"))
"""Positions with what each action is worth (1,200 playouts by greedy players), and greedy's choice, a poor one."""


@pytest.mark.parametrize("place", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, len(ERRORS)))])
def test_search_sees_what_greedy_does_not(place: int) -> None:
    known = ERRORS[place]
    state = DYNASTY.from_dict(known["position"], backend="compiled")
    greedy = int(DYNASTY.greedy_actions(state.observe(state.seat)[None], state.mask[None])[0])
    assert DYNASTY.action_names[greedy] == known["greedy"]
    found = FlatMonteCarlo(Budget(playouts=1200), ByRules("greedy")).act(turn_of(state))
    assert known["values"][DYNASTY.action_names[found]] > known["values"][known["greedy"]] + 0.1
