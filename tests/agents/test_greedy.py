"""The games' own players: the same decisions on both backends, whoever asks, and nothing but what their seat sees."""

import json
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dynasty_env
from agents.greedy import Greedy
from agents.registry import bot_names, make_bot
from agents.uniform import Random
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.dynasty.greedy.weights import NEVER
from dynasty_env.kit.engine.rng import threefry
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Bot, Decision
from dynasty_env.kit.state import State
from tests.games import ALL, brief, takes
from tests.rare import rare
from tests.test_words import course
from tests.tiny import cut_in
from training.arena.evaluate import BatchPlayer, evaluate, greedy_player, player_of, random_player
from training.arena.match import play_match

PLAYERS = [game for game in ALL if "greedy" in game.policies]
every_player = pytest.mark.parametrize("game", PLAYERS, ids=lambda game: game.name)
WORD = 2**32 - 1
BACKENDS: tuple[BackendName, ...] = ("interpreted", "compiled")


def several(game: Game) -> list[dict[str, Any]]:
    """Options: every value of each in turn, as far as the game mixes them."""
    most = max(len(option.values) for option in game.options)
    return [mixed(game, i) for i in range(most)]


def mixed(game: Game, number: int) -> dict[str, Any]:
    """The values of all options that are next; the usual one where the game refuses to mix it with the others. The
    game is a short one, if it can be."""
    found: dict[str, Any] = {}
    for option in reversed(game.options):
        value = option.values[number % len(option.values)]
        if takes(game, found | {option.name: value}):
            found[option.name] = value
    return found | brief(game)


ALIKE = {
    "dynasty_v0": {"check_order"},
    "kingdoms_v0": {"execution_king", "home"},
    "three_kingdoms_v0": {
        "ban_side", "flee_general", "power", "proxy", "retreat_general", "retreat_troops",
        "control_tie", "hand_over", "join", "loss_accept", "loss_split",
    },
}  # fmt: skip
"""Phases in which a player takes the first choice, because all are worth the same to it, or to which random games do
not come."""


@pytest.mark.parametrize("game", [game for game in PLAYERS if game.values_actions], ids=lambda game: game.name)
def test_it_values_choices_in_every_phase(game: Game) -> None:
    """A phase that a player forgets leaves no error: all its choices are worth 0."""
    left = {phase.step.name.lower() for phase in game.phases}
    alike, preferring = set[str](), set[str]()
    for state in chain(rare(game), course(game, 20)):
        if state.phase not in preferring:
            values = game.advice(state.observe(state.seat)[None], state.mask[None])[0, state.legal()]
            left -= {state.phase} if values.any() else set()
            if len(values) > 1:
                (alike if values.min() == values.max() else preferring).add(state.phase)
    known = ALIKE.get(game.name, set())
    assert left <= known, f"all choices of {sorted(left - known)} are worth 0: value them in {game.name}'s player.py"
    assert alike - preferring <= known | {"search_ace"}, "it prefers some choice; but one ace is as good as another"


def test_a_lead_beyond_all_rounding() -> None:
    """120 points against 3: all of the sum of odds is the leader's, and nothing is left of it when he is gone."""
    saved = json.loads((Path(__file__).parent / "positions" / "far_ahead.json").read_text(encoding="utf-8"))
    state = DYNASTY.from_dict(saved)
    seen, mask = state.observe(state.seat)[None], state.mask[None]
    values = [DYNASTY.advice(seen, mask, backend=backend)[0, mask[0] == 1] for backend in BACKENDS]
    assert values[0].tobytes() == values[1].tobytes()
    chances = values[0][values[0] > NEVER]
    assert ((chances >= 0) & (chances <= 1)).all()
    assert len(chances) > 1


@every_player
def test_both_backends_decide_alike_and_legally(game: Game) -> None:
    """At every decision of games in which it plays half of the seats and chance the others."""
    for seed, options in enumerate(several(game)):
        state = game.new(seed, **options)
        rng = np.random.default_rng(seed)
        seen, may, found = [], [], []
        while not state.done:
            seen.append(state.observe(state.seat))
            may.append(state.mask)
            found.append(game.greedy_actions(seen[-1][None], may[-1][None], backend="compiled")[0])
            assert may[-1][found[-1]] == 1, state.phase
            state.play(found[-1] if state.seat % 2 == 0 else rng.choice(state.legal()))
        some = game.greedy_actions(np.array(seen[::3]), np.array(may[::3]), backend="interpreted")
        assert some.tolist() == found[::3]


@every_player
def test_playouts_are_played_by_the_same_player(game: Game) -> None:
    state = game.new(5, backend="compiled", **brief(game))
    found = state.playouts(3, "greedy", seat=0, key=9)
    for number in range(3):
        high, low = threefry(9, 0, number, 0)
        table = state.hide(0, int((high >> 1) << 32 | low))
        while not table.done:
            table.play(game.greedy_actions(table.observe(table.seat)[None], table.mask[None], backend="compiled")[0])
        assert np.array_equal(found[number], table.returns())


@every_player
def test_the_bot_is_that_player_and_reads_nothing_hidden(game: Game) -> None:
    """It decides alike on tables that its seat cannot tell from the real one, in every phase that a few games meet."""
    bot, met = make_bot("greedy", game), set()
    assert isinstance(bot, Greedy) and isinstance(bot, Bot) and bot_names(game)[:2] == ["random", "greedy"]
    for seed, options in enumerate(several(game)[:4]):
        state, rng = game.new(seed, backend="compiled", **options), np.random.default_rng(seed)
        while not state.done:
            met.add(state.phase)
            decision = Decision(state, rng)
            action = bot.act(decision)
            assert action == game.greedy_actions(decision.observation[None], decision.mask[None], backend="compiled")[0]
            for key in (1, 2):
                dream = Decision(decision.imagine(key), rng)
                assert bot.act(dream) == action, f"{state.phase}: what is hidden has changed its mind"
            state.play(action if seed % 2 else int(rng.choice(state.legal())))
    assert len(met) > 0.4 * len(game.phases), sorted(met)


@pytest.mark.parametrize(
    ("name", "games", "least"), [("dynasty_v0", 60, 0.7), ("kingdoms_v0", 20, 0.5), ("shinsengumi_v0", 40, 0.45)]
)
def test_it_beats_three_random_seats(name: str, games: int, least: float) -> None:
    """Guards against a broken player; how good it is stands in the next test."""
    bots = [Greedy(), *[Random()] * 3]
    assert play_match(dynasty_env.game(name), bots, games=games, seed=4, backend="compiled").rate(0).rate >= least


@pytest.mark.quality
@pytest.mark.parametrize(("name", "least"), [("dynasty_v0", 0.7), ("kingdoms_v0", 0.7), ("shinsengumi_v0", 0.6)])
def test_it_wins_six_or_seven_of_ten_of_2000_games(name: str, least: float) -> None:
    result = play_match(dynasty_env.game(name), [Greedy(), *[Random()] * 3], games=2000, seed=7)
    assert result.rate(0).low >= least, result.rate(0)


def test_a_game_without_one_says_so() -> None:
    state: State = cut_in.GAME.new(0)
    with pytest.raises(OptionError, match="cut_in_v0 has no compiled bot 'greedy': choose random"):
        cut_in.GAME.greedy_actions(state.observe(0)[None], state.mask[None])


def test_evaluations_ask_it_for_all_tables_at_once() -> None:
    """Of nim with two seats, which it plays without a mistake."""
    from tests.tiny import nim

    assert isinstance(player_of("greedy", nim.GAME), BatchPlayer)
    rate = evaluate(nim.GAME, greedy_player(nim.GAME), random_player(), games=200)
    assert rate.rate > 0.8
    assert evaluate(nim.GAME, random_player(), greedy_player(nim.GAME), games=200).rate < 0.2
