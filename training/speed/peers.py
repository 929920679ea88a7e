"""Other libraries' games under the protocol of `dynasty bench`: random legal play, automatic deals, observations.

    python training/speed/peers.py SECONDS [PEER …]

prints a JSON line for each game. The script is self-contained and runs in any interpreter that has the libraries (extra
`peers`); it imports nothing from this package, because some of the libraries pin their own versions. For a library that
is not installed, it says so.
"""

import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

Games = Iterator[tuple[int, int]]
"""Plays endlessly and yields after each piece: its decisions, and those with two or more actions."""

BATCH = 1024
"""Tables of the batched libraries."""
ROUNDS = 5


def pettingzoo(name: str) -> Games:
    env = importlib.import_module(f"pettingzoo.classic.{name}").env()
    for seed in range(10**9):
        decisions = choices = 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation.get("action_mask", info.get("action_mask"))
            legal = mask.nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            decisions += 1
            choices += len(legal) > 1
        yield decisions, choices


def rlcard(name: str) -> Games:
    env = importlib.import_module("rlcard").make(name)
    while True:
        decisions = choices = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(random.random() * len(legal))])
            decisions += 1
            choices += len(legal) > 1
        yield decisions, choices


def openspiel(name: str) -> Games:
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(name)
    of_state = game.get_type().provides_observation_tensor
    while True:
        decisions = choices = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, odds)[0])
                continue
            if of_state:
                state.observation_tensor()
            else:
                state.information_state_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            decisions += 1
            choices += len(legal) > 1
        yield decisions, choices


def pgx(name: str) -> Games:
    jax, library = importlib.import_module("jax"), importlib.import_module("pgx")
    wrapper = importlib.import_module("pgx.experimental.wrappers")
    env = library.make(name)
    again = wrapper.auto_reset(env.step, env.init)
    jnp = jax.numpy
    steps = 16

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        legal = state.legal_action_mask
        action = jax.random.categorical(key, jnp.where(legal, 0.0, -jnp.inf), axis=1)
        seen = jnp.sum(state.observation, dtype=jnp.float32)  # every observation is computed
        return jax.vmap(again)(state, action, jax.random.split(key, BATCH)), (seen, (legal.sum(axis=1) > 1).sum())

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, steps)))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), BATCH))
    while True:
        state, (_, many) = run(state, jax.random.PRNGKey(random.randrange(2**31)))
        yield steps * BATCH, int(many.sum())


def envpool(name: str) -> Games:
    numpy = importlib.import_module("numpy")
    env = importlib.import_module("envpool").make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1, seed=0)
    rng = numpy.random.default_rng(0)
    _, info = env.reset()
    while True:
        legal = info["legal_action_mask"]
        actions = (rng.random(legal.shape, numpy.float32) * legal).argmax(axis=1)
        *_, info = env.step(actions.astype(numpy.int32))
        yield BATCH, int((legal.sum(axis=1) > 1).sum())


def catanatron(name: str) -> Games:
    library = importlib.import_module("catanatron")
    while True:
        decisions = choices = 0
        game = library.Game([library.RandomPlayer(color) for color in library.Color])
        while game.winning_color() is None and game.state.num_turns < 1000:
            choices += len(game.state.playable_actions) > 1
            game.play_tick()
            decisions += 1
        yield decisions, choices


PEERS: dict[str, tuple[str, Callable[[str], Games], tuple[str, ...], str]] = {
    "PettingZoo": (
        "pettingzoo", pettingzoo,
        ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"), "AEC loop",
    ),
    "RLCard": (
        "rlcard", rlcard,
        ("leduc-holdem", "limit-holdem", "uno", "doudizhu", "mahjong", "gin-rummy", "bridge"), "env.step loop",
    ),
    "OpenSpiel": (
        "open_spiel", openspiel,
        ("leduc_poker", "hearts", "bridge(use_double_dummy_result=false)", "dou_dizhu", "hanabi(players=4)",
         "gin_rummy", "skat", "spades"),
        "Python loop with tensors",
    ),
    "Pgx": ("pgx", pgx, ("leduc_holdem", "sparrow_mahjong"), f"jitted scan, {BATCH} tables, drawing inside"),
    "EnvPool": (
        "envpool", envpool, ("LeducHoldem-v1", "SparrowMahjong-v1"), f"{BATCH} tables, 1 thread, every seat observed",
    ),
    "Catanatron": ("catanatron", catanatron, ("4 players",), "play_tick loop, without observations"),
}  # fmt: skip
"""Peers: their distribution, how they are played, which hidden-hand games, and how that is done."""


def played(games: Games, deadline: float) -> tuple[int, int]:
    """Play until `time.process_time()` is past the deadline; returns all decisions, and those with a choice."""
    decisions = choices = 0
    while time.process_time() < deadline:
        more, real = next(games)
        decisions, choices = decisions + more, choices + real
    return decisions, choices


def measure(peer: str, seconds: float) -> Iterator[dict[str, Any]]:
    """A dict for each game of one peer: decisions per CPU-second (the best of several rounds), or why there is none."""
    distribution, make, games, way = PEERS[peer]
    try:
        installed = version(distribution)
    except PackageNotFoundError:
        yield {"peer": peer, "skipped": "not installed"}
        return
    for game in games:
        line: dict[str, Any] = {"peer": peer, "version": installed, "game": game, "way": way}
        try:
            random.seed(0)
            play = make(game)
            played(play, time.process_time() + seconds / ROUNDS)  # warm-up
            best = (0.0, 0.0, 0.0)
            for _ in range(ROUNDS):
                begun, clock = time.process_time(), time.perf_counter()
                decisions, choices = played(play, begun + seconds / ROUNDS)
                spent, waited = time.process_time() - begun, time.perf_counter() - clock
                best = max(best, (decisions / spent, choices / decisions, decisions / waited))
            yield line | {"rate": best[0], "choices": best[1], "wall_rate": best[2]}
        except Exception as error:  # a library that does not run here must not stop the others
            yield line | {"skipped": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Measure the peers named on the command line, or all."""
    seconds, chosen = float(sys.argv[1]), sys.argv[2:] or list(PEERS)
    for peer in chosen:
        for line in measure(peer, seconds):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
