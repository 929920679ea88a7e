"""A trained network as a bot."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from agents.network.player import probabilities_of, sampled
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.seats.layout import Bytes
from training.arena.evaluate import BatchPlayer
from training.learn import checkpoint
from training.learn.network import Network


class PolicyBot:
    """Plays what the network of a checkpoint says.

    Args:
        network: in evaluation mode.
        best: take the likeliest action instead of drawing one by its probability. A network that has learned the values
            of actions always has to, since its outputs are no probabilities.
    """

    def __init__(self, network: Network, name: str = "policy", *, best: bool = False) -> None:
        self.network = network
        self.name = name
        self.best = best

    @classmethod
    def load(cls, path: Path | str, game: Game | None = None, *, best: bool = False) -> "PolicyBot":
        """The bot of a checkpoint.

        Args:
            path: the checkpoint, or the folder of a run.
            game: the game that it is to play; None: the checkpoint's own game.
            best: see the class; True for a network that has learned the values of actions.

        Raises:
            CheckpointError: if it cannot be used; the message names the file and the reason.
        """
        file = checkpoint.path_of(path)
        content = checkpoint.read(file, game)
        name = file.parent.name if file.name == checkpoint.FILE else file.stem
        best = best or not checkpoint.learns_policy(content)
        return cls(checkpoint.network_of(content, file, game), f"policy:{name}", best=best)

    def batch_player(self, seed: int) -> BatchPlayer:
        """The same network at many tables at the same time."""
        return network_player(self.network, seed, best=self.best)

    def reset(self, seed: int) -> None:
        """Nothing to reset: it draws from the generator of each decision."""

    def act(self, decision: Decision) -> int:
        likely = self.log_probs(decision)
        if self.best:
            return int(decision.legal[likely.argmax()])
        return sampled(decision.legal, likely, decision.rng)

    def probabilities(self, decision: Decision) -> npt.NDArray[np.float64]:
        """(A,) the probability with which it takes each action."""
        likely = self.log_probs(decision)
        if not self.best:
            return probabilities_of(decision, likely)
        result = np.zeros(len(decision.mask))
        result[decision.legal[likely.argmax()]] = 1.0
        return result

    def log_probs(self, decision: Decision) -> npt.NDArray[np.float64]:
        """(k,) the network's log-probability of each of `decision.legal`."""
        observation = torch.from_numpy(decision.observation).unsqueeze(0)
        mask = torch.from_numpy(decision.mask).unsqueeze(0)
        with torch.no_grad():
            log_prob: npt.NDArray[np.float64] = self.network.policy(observation, mask)[0][0].double().numpy()
        return log_prob[decision.legal]


def network_player(network: Network, seed: int = 0, *, best: bool = False) -> BatchPlayer:
    """Plays what a network in evaluation mode says; `best`: the likeliest action instead of one drawn by its
    probability."""
    generator = torch.Generator().manual_seed(seed)

    def decide(seen: Bytes, mask: Bytes) -> npt.NDArray[np.int64]:
        with torch.no_grad():
            choices = network.choices(*(torch.from_numpy(part).to(network.device) for part in (seen, mask)))
        actions: npt.NDArray[np.int64] = (choices.best() if best else choices.draw(generator)).numpy(force=True)
        return actions

    return BatchPlayer(decide)
