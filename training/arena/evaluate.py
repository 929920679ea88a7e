"""How good is a network? Many games at the same time against bots, in every seat equally often."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from agents.at_tables import TableBots
from agents.greedy import Greedy
from agents.network.batch import BatchPolicy, one_thread
from agents.network.player import Trained
from agents.registry import make_bot
from agents.uniform import Random
from dynasty_env.kit.envs.vector import Batch, VectorEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Batched, actions_of
from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.kit.state import shares_of
from training.arena.match import Rate, wilson

Ints = npt.NDArray[np.int64]


class Player(Protocol):
    """Decides at many tables at the same time."""

    def choose(self, env: VectorEnv, batch: Batch, tables: Ints) -> Ints:
        """The actions (k,) at the tables (k,), whose deciding seats it plays."""
        ...


@runtime_checkable
class OffersBatchPlayer(Protocol):
    """A bot that provides a player for many tables at the same time."""

    def batch_player(self, seed: int) -> Player: ...


class BatchPlayer:
    """Needs no more than what seats see and may do, and decides at all tables in one call.

    Args:
        decide: (k,) actions for what k seats see (k, D) and may do (k, A).
    """

    def __init__(self, decide: Callable[[Bytes, Bytes], Ints]) -> None:
        self.decide = decide

    def choose(self, env: VectorEnv, batch: Batch, tables: Ints) -> Ints:
        return self.decide(batch.observation[tables], batch.action_mask[tables])


def random_player(seed: int = 0) -> BatchPlayer:
    """Picks every legal action with the same probability."""
    rng = np.random.default_rng(seed)
    return BatchPlayer(lambda seen, mask: (rng.random(mask.shape, np.float32) * mask).argmax(axis=1))


def greedy_player(game: Game, seed: int = 0) -> BatchPlayer:
    """Plays the choices of the game's own compiled bot."""
    rng = np.random.default_rng(seed)
    return BatchPlayer(
        lambda seen, mask: game.greedy_actions(seen, mask, key=int(rng.integers(2**63)), backend="compiled")
    )


class BotPlayer(TableBots):
    """Asks any bot, table by table."""

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        super().__init__(partial(make_bot, name, game))
        self._rng = np.random.default_rng(seed)

    def choose(self, env: VectorEnv, batch: Batch, tables: Ints) -> Ints:
        return self.decide(env.state, tables, batch.seat[tables].astype(np.int64), self._rng)


def player_of(name: str, game: Game, seed: int = 0) -> Player:
    """A player by the name of a bot (`agents.registry`)."""
    bot = make_bot(name, game)
    if isinstance(bot, OffersBatchPlayer):
        return bot.batch_player(seed)
    if isinstance(bot, Greedy):
        return greedy_player(game, seed)
    if isinstance(bot, Trained):
        return BatchPlayer(BatchPolicy(bot.policy, game).best)
    if isinstance(bot, Batched):
        return BatchPlayer(partial(actions_of, bot))
    return random_player(seed) if isinstance(bot, Random) else BotPlayer(name, game, seed)


def evaluate(
    game: Game, learner: Player, others: Player, *, games: int = 2000, seed: int = 1_000_000,
    stop: Callable[[int], bool] = lambda ended: False, options: Mapping[str, int | bool] | None = None,
) -> Rate:  # fmt: skip
    """The learner's win rate: it plays one seat, `others` all the rest.

    In game g it sits in seat g mod seats; every game is one table, dealt from `seed + g`. Each of k seats that tie for
    the victory gets 1/k.

    Args:
        others: who plays the other seats.
        games: how many; with a multiple of the number of seats, the learner sits everywhere equally often.
        stop: called after every move with the number of games that have ended; once it returns true, these are counted.
        options: the game's options, `num_players` included.
    """
    if games < 1:
        raise OptionError(f"games={games} is out of range: at least 1")
    given: dict[str, Any] = dict(options or {})
    env = VectorEnv(game, games, seed=seed, autoreset_mode=AutoresetMode.DISABLED, **given)
    own = np.arange(games) % env.num_players
    actions = np.zeros(games, np.int64)
    batch = env.reset()
    with one_thread():
        while not batch.terminated.all() and not stop(int(batch.terminated.sum())):
            for player, mine in ((learner, True), (others, False)):
                tables = np.flatnonzero((batch.terminated == 0) & ((batch.seat == own) == mine))
                if len(tables):
                    actions[tables] = player.choose(env, batch, tables)
            batch = env.step(actions)
    ended = np.flatnonzero(batch.terminated)
    shares = shares_of(env.final_returns[ended, 0, : env.num_players], lambda k: env.state(int(ended[k])))
    env.close()
    return wilson(float(shares[np.arange(len(ended)), own[ended]].sum()), len(ended))
