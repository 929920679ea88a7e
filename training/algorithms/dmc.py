"""Deep Monte Carlo (DouZero: Zha et al. 2021, arXiv 2106.06135) in self-play: the value of an action is the final
return of the games in which it was taken.

    Q(s, a) → γᵏ r      with r the seat's return at the end of the game, k own decisions later

There is no bootstrap, no target network and no maximum over next actions. A network learns Q by squared error and plays
the action with the highest value or, with a small probability ε, any action. The network is told the action together
with the table: here by a head for each action and, for actions that name a card, by the card's encoding; DouZero uses a
matrix of the played cards. Illegal actions are never valued.

Differences from the paper: one network plays all seats, where DouZero has one for each of three roles; observations
name the own seat first. With more than two seats nothing changes, since each seat's decisions are credited only with
that seat's own result. Games are kept from deal to end, and are learned from once, when they have ended. The optimizer
is Adam instead of RMSprop, ε is 0.05 instead of 0.01, the gradient norm is at most 0.5 instead of 40, and playing
alternates with learning instead of running in parallel.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from training.algorithms.base import SelfPlay, SelfPlaySettings, mean_of
from training.learn.collect import NOBODY, Credit, Floats, Ints, Rollout
from training.learn.network import Network
from training.learn.replay import Explorer, worth
from training.learn.settings import Setting


@dataclass(frozen=True)
class DMCSettings(SelfPlaySettings):
    """Settings of self-play, and of deep Monte Carlo."""

    tables: Annotated[int, Setting("Number of parallel tables; few, because whole games are kept.", least=1)] = 64
    minibatch: Annotated[int, Setting("Decisions per gradient step.", least=1)] = 64
    epochs: Annotated[int, Setting("How often each game is learned from.", least=1)] = 1
    epsilon: Annotated[float, Setting("ε: probability of a random action.", least=0, most=1)] = 0.05


class Ended(NamedTuple):
    """B decisions of finished games: observation (B, D), action (B,) and discounted final return (B,)."""

    observation: npt.NDArray[np.int8]
    action: Ints
    won: Floats


class Games:
    """The games in progress at n tables, each from its deal on."""

    def __init__(self, tables: int, observations: int) -> None:
        self.length = np.zeros(tables, np.int64)
        self.observation = np.zeros((tables, 0, observations), np.int8)
        self.seat, self.action = np.zeros((tables, 0), np.int8), np.zeros((tables, 0), np.int64)

    def take(self, rollout: Rollout, discount: float) -> Ended:
        """Store the decisions of a rollout, and return those of all games that ended in it."""
        self._make_room(int(self.length.max()) + len(rollout.steps))
        ended = [
            Ended(np.zeros((0, self.observation.shape[2]), np.int8), np.zeros(0, np.int64), np.zeros(0, np.float32))
        ]
        for row in rollout.steps:
            table = np.flatnonzero(rollout.seat[row] != NOBODY)
            place = table, self.length[table]
            self.observation[place] = rollout.observation[row, table]
            self.seat[place], self.action[place] = rollout.seat[row, table], rollout.action[row, table]
            self.length[table] += 1
            for over in np.flatnonzero(rollout.ended[row]):
                ended.append(self._end(int(over), rollout.rewards[row, over], discount))
        return Ended(*map(np.concatenate, zip(*ended, strict=True)))

    def _end(self, table: int, rewards: Floats, discount: float) -> Ended:
        kept = slice(0, int(self.length[table]))
        seat = self.seat[table, kept]
        later = np.zeros(len(seat), np.int64)  # number of own decisions that follow
        for each in range(len(rewards)):
            own = np.flatnonzero(seat == each)
            later[own] = np.arange(len(own))[::-1]
        self.length[table] = 0
        won = rewards[seat] * np.float32(discount) ** later
        return Ended(self.observation[table, kept].copy(), self.action[table, kept].copy(), won.astype(np.float32))

    def _make_room(self, most: int) -> None:
        lacking = most - self.seat.shape[1]
        if lacking > 0:
            for name in ("observation", "seat", "action"):
                kept = getattr(self, name)
                room = np.zeros((kept.shape[0], lacking, *kept.shape[2:]), kept.dtype)
                setattr(self, name, np.concatenate([kept, room], axis=1))

    def state_dict(self) -> dict[str, Any]:
        """The content to store in a checkpoint."""
        most = int(self.length.max())
        parts = {name: getattr(self, name)[:, :most].copy() for name in ("observation", "seat", "action")}
        return {name: torch.from_numpy(part) for name, part in {**parts, "length": self.length.copy()}.items()}

    def load_state_dict(self, content: dict[str, Any]) -> None:
        """Restore the content of `state_dict`."""
        for name, part in content.items():
            setattr(self, name, part.numpy().copy())


class DMC(SelfPlay):
    """Action values learned from the results of games."""

    paper: ClassVar[str] = "D. Zha et al. 2021, arXiv 2106.06135"
    learns_policy: ClassVar[bool] = False
    settings_class: ClassVar[type[SelfPlaySettings]] = DMCSettings
    settings: DMCSettings

    def __init__(self, *given: Any, **others: Any) -> None:
        super().__init__(*given, **others)
        self.games = Games(self.settings.tables, self.game.layout.size)
        self.player = Explorer(self.network, self.settings.epsilon)

    def parts(self) -> dict[str, Any]:
        """The games in progress."""
        return {"games": self.games}

    def behaviour(self) -> Network:
        """The player: the network, with a random action with probability ε."""
        return self.player

    def improve(self, credited: Credit, done: float) -> dict[str, float]:
        """Learn from the games that have ended."""
        settings, ended = self.settings, self.games.take(self.rollout, self.settings.discount)
        seen, action, won = (torch.from_numpy(part) for part in ended)
        self.network.train()
        curves = []
        for part in self.minibatches(len(won), settings.minibatch, settings.epochs):
            seen_here, action_here, won_here = (each[part].to(self.device) for each in (seen, action, won))
            loss = (worth(self.network, seen_here, action_here) - won_here).square().mean()
            self.descend(loss)
            curves.append({"value loss": loss.item()})
        return mean_of(curves)
