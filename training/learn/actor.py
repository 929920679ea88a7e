"""Actors: each plays some of a learner's tables, all of them at the same time, and records what it sees and does."""

from collections.abc import Mapping, Sequence
from itertools import cycle, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from agents.network.batch import BatchPolicy
from agents.network.player import champion
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.envs.vector import Batch, VectorEnv
from dynasty_env.kit.game import Game, RewardName
from training.arena.evaluate import BatchPlayer, BotPlayer, Player, player_of
from training.learn.collect import NOBODY, Ints, Rollout
from training.learn.network import Network

ITSELF, GREEDY, RANDOM, CHAMPION, OPPONENT = 0, 1, 2, 3, 4
"""Who plays a seat: the learning network, the game's own bot, a random player, the trained bot that comes with the
package, or the bot that the settings name."""


class Among(NamedTuple):
    """The games in which bots have some of the seats.

    Attributes:
        share: the share of all games in which bots play, 0 … 1.
        seats: how many seats the bots have in these games, at most all but one; 0: any number, each equally often.
        random: the share of these games in which the bots are random players, 0 … 1.
        champion: the share of these games in which the bot is the champion; in the remaining games it is greedy.
        champion_seats: how many seats the champion has, as `seats`.
        opponent: the name of another bot (`agents.registry`); empty: none.
        named: the share of these games in which that bot plays.
    """

    share: float = 0.0
    seats: int = 0
    random: float = 0.0
    champion: float = 0.0
    champion_seats: int = 0
    opponent: str = ""
    named: float = 0.0


def vary_options(game: Game, tables: Tables, options: Mapping[str, Any], vary: Sequence[str]) -> None:
    """Set every table's options before it is dealt; the options in `vary` take all their values, table by table."""
    values = {option.name: option.values for option in game.options}
    differing = product(*(values[name] for name in vary))
    for table, chosen in zip(tables.array, cycle(differing), strict=False):
        for name, value in {**options, **dict(zip(vary, chosen, strict=True))}.items():
            table[name] = value


def drawn_players(among: Among, seats: torch.Tensor, most: int, generator: torch.Generator) -> torch.Tensor:
    """Who plays k games: (k, `most`) int8, drawn by a generator on the device of `seats`.

    Args:
        seats: (k,) int64, how many seats each table has, at most `most`.
    """

    def drawn(*shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=generator, dtype=torch.float64, device=seats.device)

    many = seats.unsqueeze(1)
    both = drawn(len(seats), 1 + most)
    chance, order = both[:, :1], both[:, 1:] + (torch.arange(most, device=seats.device) >= many)
    rank = order.argsort(dim=1, stable=True).argsort(dim=1, stable=True)
    # In games with bots, `chance`, scaled to 0 … 1, determines how many seats the bots have: 1 … seats - 1.
    any_number = 1 + (chance / among.share * (many - 1)).floor()
    bot = torch.full((len(seats), 1), GREEDY, dtype=torch.int8, device=seats.device)
    if among.random or among.champion or among.named:
        whose = drawn(len(seats), 1)
        bot[whose < among.random + among.champion + among.named] = OPPONENT
        bot[whose < among.random + among.champion] = CHAMPION
        bot[whose < among.random] = RANDOM
    wanted = torch.where(bot == CHAMPION, among.champion_seats, among.seats)
    bots = torch.where(wanted > 0, torch.minimum(wanted, many - 1), any_number)
    return torch.where((chance < among.share) & (rank < bots), bot, ITSELF)


class Actor:
    """Tables at which the learning network plays, in some games against bots.

    The players of a game stay the same until it ends. Decisions of bots are not learned from: the rollout records that
    nobody decided there.

    Attributes:
        players: (n, seats) who plays each seat.

    Args:
        rollout: the part of the learner's rollout that this actor fills.
        vary: names of options whose values differ from table to table, all combinations in turn.
    """

    def __init__(
        self, game: Game, rollout: Rollout, seed: int, reward: RewardName, among: Among, options: dict[str, Any],
        vary: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.game = game
        self.rollout = rollout
        self.among = among
        self.count, self.seats = rollout.rewards.shape[1:]
        self.env = VectorEnv(game, self.count, seed=seed, reward=reward, **{**options, "num_players": self.seats})
        vary_options(game, self.env.tables, options, vary)
        self.generator = torch.Generator().manual_seed(seed)
        self.players: npt.NDArray[np.int8] = np.zeros((self.count, self.seats), np.int8)
        self._every = np.arange(self.count)
        self._others: dict[int, Player] = {}
        if among.share * among.champion:
            self._others[CHAMPION] = BatchPlayer(BatchPolicy(champion(game).policy, game).best)
        if among.share * among.named:
            self._others[OPPONENT] = player_of(among.opponent, game, seed)
        self.batch: Batch = self.env.reset()
        self._seat_players(self._every)

    def play(self, network: Network, *, as_greedy: bool = False) -> int:
        """Fill the rollout, one decision a step at every table; returns how many games have ended.

        Args:
            network: the network that plays, in evaluation mode.
            as_greedy: play greedy's choice in the network's seats too.
        """
        rollout, games = self.rollout, 0
        for row in rollout.steps:
            rollout.observation[row] = self.batch.observation
            rollout.action_mask[row] = self.batch.action_mask
            player = self.players[self._every, self.batch.seat]
            own = player == ITSELF
            rollout.seat[row] = np.where(own, self.batch.seat, NOBODY)
            who = np.full_like(player, GREEDY) if as_greedy else player
            for bot in (GREEDY, RANDOM, CHAMPION, OPPONENT):
                tables = np.flatnonzero(who == bot)
                if len(tables):
                    rollout.action[row, tables] = self._of_bot(bot, row, tables)
            self._decide(network, row, np.flatnonzero(own), draws=not as_greedy)
            self.batch = self.env.step(rollout.action[row])
            rollout.ended[row] = self.batch.terminated
            rollout.rewards[row] = self.batch.rewards
            ended = np.flatnonzero(self.batch.terminated)
            self._seat_players(ended)
            games += len(ended)
        return games

    def _of_bot(self, bot: int, row: int, tables: Ints) -> Ints:
        """(k,) what a bot does in a row of the rollout at `tables` (k,)."""
        if bot == GREEDY:
            return self._of_greedy(row, tables)
        if bot == RANDOM:
            legal = torch.from_numpy(self.rollout.action_mask[row, tables]).float()
            return torch.multinomial(legal, 1, generator=self.generator)[:, 0].numpy()
        return self._others[bot].choose(self.env, self.batch, tables)

    def _of_greedy(self, row: int, tables: Ints) -> Ints:
        key = int(torch.randint(2**62, (), generator=self.generator))
        seen, mask = self.rollout.observation[row, tables], self.rollout.action_mask[row, tables]
        return self.game.greedy_actions(seen, mask, key=key, backend="compiled")

    def _decide(self, network: Network, row: int, tables: Ints, *, draws: bool) -> None:
        """Record what the network says at its own `tables`; if `draws`, also draw its actions."""
        rollout, device = self.rollout, network.device
        seen, mask, action = (
            torch.from_numpy(part[row, tables]).to(device)
            for part in (rollout.observation, rollout.action_mask, rollout.action)
        )
        advice = network.advice(seen, mask)
        rollout.advice[row, tables] = advice.numpy()
        with torch.no_grad():
            choices = network.choices(seen, mask, advice)
            taken = choices.draw(self.generator) if draws else action
            rollout.action[row, tables] = taken.cpu()
            rollout.log_prob[row, tables] = choices.of(taken).cpu()
            rollout.value[row, tables] = choices.value.cpu()

    def _seat_players(self, tables: Ints) -> None:
        """Draw who plays the games that were just dealt at `tables` (k,)."""
        among = self.among
        if among.share == 0 or not len(tables):
            return
        for other in self._others.values():
            if isinstance(other, BotPlayer):
                other.begin(tables)
        seats = torch.from_numpy(self.env.tables.array["num_players"][tables].astype(np.int64))
        self.players[tables] = drawn_players(among, seats, self.seats, self.generator).numpy()

    def _drawn(self, *shape: int) -> npt.NDArray[np.float64]:
        """Random numbers 0 … 1 from this actor's generator."""
        return torch.rand(shape, generator=self.generator, dtype=torch.float64).numpy()

    # -- save ----------------------------------------------------------------------------------------------------

    def content(self) -> dict[str, torch.Tensor]:
        """Everything that is needed to continue playing."""
        return {
            "bytes": torch.from_numpy(self.env.tables.array.view(np.uint8).copy()),
            "players": torch.from_numpy(self.players.copy()),
            "generator": self.generator.get_state(),
            **{name: torch.from_numpy(np.array(part)) for name, part in self.batch._asdict().items()},
        }

    def restore(self, content: dict[str, torch.Tensor]) -> None:
        """Continue from `content`; the tables must have the same layout."""
        self.env.tables.array.view(np.uint8)[:] = content["bytes"].numpy()
        self.players[:] = content["players"].numpy()
        self.generator.set_state(content["generator"])
        self.batch = Batch(**{name: content[name].numpy() for name in Batch._fields})
