"""Who plays at tables of tensors: the learning network, the game's own bot, random players, other networks.

All of them decide at all tables, and the decision that counts is selected afterwards. So nothing has to be counted, and
no step waits for the device.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from dynasty_env.kit.errors import OptionError, in_short
from dynasty_env.kit.game import Game
from training.learn.actor import CHAMPION, GREEDY, ITSELF, OPPONENT, RANDOM, Among, drawn_players
from training.learn.collect import NOBODY
from training.learn.network import TableNetwork
from training.learn.on_device.dense import DenseChoices, DenseNetwork, any_legal
from training.learn.on_device.graph import captured
from training.learn.on_device.rollout import TensorRollout
from training.learn.on_device.tables import TensorTables
from training.learn.written import network_from

Ask = Callable[[], DenseChoices]


class TensorActor:
    """Plays a rollout at all tables, as `training.learn.actor.Actor` does on the CPU. Raises OptionError if an opponent
    is not a network and decides on the CPU.

    Attributes:
        players: (n, seats) int8, who plays each seat.
    """

    def __init__(
        self, tables: TensorTables, rollout: TensorRollout, seed: int, among: Among, network: DenseNetwork
    ) -> None:
        self.tables, self.rollout, self.among, self.network = tables, rollout, among, network
        self.generator = torch.Generator().manual_seed(seed)
        game, device = tables.played.game, tables.seats.device
        self._every = torch.ones_like(tables.seats, dtype=torch.bool)
        self._nothing = torch.zeros((len(tables.seats), 0), device=device)
        self._others = {
            who: DenseNetwork(network_named(name, game, tables.played.options).to(device)).eval()
            for who, name, share in ((CHAMPION, "champion", among.champion), (OPPONENT, among.opponent, among.named))
            if among.share * share
        }
        networks = [each.network for each in (network, *self._others.values())]
        self._advised = any(each.adviser is not None for each in networks)
        self._greedy_plays = among.share * (1 - among.random - among.champion - among.named) > 0
        self._asked: dict[int, Ask] = {}
        self._dice = self._seeded()
        self.players = torch.zeros((len(tables.seats), rollout.rewards.shape[2]), dtype=torch.int8, device=device)
        self._seat_players(self._every)

    def _seeded(self) -> torch.Generator:
        """The random generator of a rollout, on the tables' device. It is seeded by `generator`, which is on the CPU
        whatever the device is, and which checkpoints keep."""
        device = self.tables.seats.device
        if device.type == "cpu":
            return self.generator
        seed = int(torch.randint(2**62, (), generator=self.generator))
        return torch.Generator(device).manual_seed(seed)

    def play(self, *, as_greedy: bool = False) -> int:
        """Fill the rollout, as `Actor.play` does; returns how many games have ended."""
        rollout, shown = self.rollout, self.tables.shown
        self._dice = self._seeded()
        games = torch.zeros((), dtype=torch.int64, device=shown.seat.device)
        with torch.no_grad():
            for row in rollout.steps:
                rollout.observation[row] = shown.observation
                rollout.action_mask[row] = shown.action_mask
                player = self.players.gather(1, shown.seat.long().unsqueeze(1)).squeeze(1)
                rollout.seat[row] = torch.where(player == ITSELF, shown.seat, NOBODY)
                self._decide(row, player, as_greedy=as_greedy)
                self.tables.step(rollout.action[row])
                over = shown.terminated != 0
                rollout.ended[row] = over
                rollout.rewards[row] = shown.rewards
                self._seat_players(over)
                games += over.sum()
        self.tables.check()
        return int(games)

    def _decide(self, row: int, player: Tensor, *, as_greedy: bool) -> None:
        """Record what `player` (n,) does at each table, and what the network says about it."""
        own, who = player == ITSELF, torch.full_like(player, GREEDY) if as_greedy else player
        rollout, mask = self.rollout, self.tables.shown.action_mask
        greedy = who == GREEDY if self._greedy_plays or as_greedy else None
        asked = own if greedy is None else own | greedy
        advice = self.tables.advice(self._every if self._others else asked) if self._advised else self._nothing
        choices = self._said(ITSELF, self.network, advice)
        actions = choices.draw(self._dice)
        for bot, network in self._others.items():
            actions = torch.where(who == bot, self._said(bot, network, advice).best(), actions)
        if self.among.share * self.among.random:
            actions = torch.where(who == RANDOM, any_legal(mask, self._dice), actions)
        if greedy is not None:
            key = int(torch.randint(2**62, (), generator=self.generator))
            actions = torch.where(greedy, self.tables.greedy(greedy, key, advised=self._advised), actions)
        if rollout.advice.shape[2]:
            rollout.advice[row] = advice
        rollout.action[row], rollout.value[row] = actions, choices.value
        rollout.log_prob[row] = choices.of(actions)

    def _said(self, who: int, network: DenseNetwork, advice: Tensor) -> DenseChoices:
        """What a network says about the open decisions: on a GPU by a captured graph, as inputs stay in place."""
        if who not in self._asked:
            shown = self.tables.shown
            ask = partial(network, shown.observation, shown.action_mask, advice)
            self._asked[who] = captured(ask, advice.device)
        return self._asked[who]()

    def _seat_players(self, dealt: Tensor) -> None:
        """Draw who plays the games that were just dealt, at the tables where `dealt` (n,) is set."""
        if self.among.share:
            drawn = drawn_players(self.among, self.tables.seats, self.players.shape[1], self._dice)
            self.players.copy_(torch.where(dealt.unsqueeze(1), drawn, self.players))

    # -- save ----------------------------------------------------------------------------------------------------

    def content(self) -> dict[str, Tensor]:
        """Everything that is needed to continue playing, in the form of `Actor.content`."""
        players, generator = self.players.to("cpu", copy=True), self.generator.get_state()
        return {"players": players, "generator": generator, **self.tables.content()}

    def restore(self, content: Mapping[str, Tensor]) -> None:
        """Continue from `content`; the tables must have the same layout."""
        self.tables.restore(content)
        self.players.copy_(content["players"])
        self.generator.set_state(content["generator"])


def network_named(name: str, game: Game, options: Mapping[str, Any]) -> TableNetwork:
    """The network of a bot, for tables with these options. Raises OptionError if the bot has none."""
    kind, _, path = name.partition(":")
    if kind not in ("champion", "net", "policy") or (path == "") != (kind == "champion"):
        raise OptionError(
            f"opponent {in_short(name)} decides on the CPU: for tables on a GPU choose champion, net:FILE or "
            "policy:RUN, or train with --device cpu"
        )
    return network_from(Path(path or name), game, options)
