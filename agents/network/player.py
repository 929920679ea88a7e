"""Bots that play by a trained network in a file."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.network.advice import Advice, advice_on
from agents.network.policy import LEARNS_POLICY, Policy, load_policy
from agents.search.distilled.file import CHAMPIONS, is_small, load_small
from agents.search.distilled.player import Distilled
from agents.stamps import is_current
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot, Decision

CHAMPION = "champion"
"""The name of the network that comes with the package for a game."""


class Trained:
    """Plays the most likely action of a network. It remembers nothing, so one instance can play every seat."""

    def __init__(self, policy: Policy, name: str) -> None:
        self.policy = policy
        self.name = name

    @classmethod
    def load(cls, game: Game, path: str) -> "Trained":
        """The bot of a file, ``net:<path>``. Raises SaveError if the file cannot be used; the message says why."""
        return cls(load_policy(Path(path), game), f"net:{path}")

    def reset(self, seed: int) -> None:
        """Do nothing: there is nothing to forget."""

    def act(self, decision: Decision) -> int:
        return int(decision.legal[int(self.logits(decision)[0].argmax())])

    def probabilities(self, decision: Decision) -> npt.NDArray[np.float64]:
        """(A,) the probability of each action: 1 for the most likely one."""
        result = np.zeros(len(decision.mask))
        result[self.act(decision)] = 1.0
        return result

    def logits(self, decision: Decision) -> tuple[npt.NDArray[np.float32], float]:
        """(k,) the network's logit of each of `decision.legal`, and its estimate of the seat's return, -1 … 1."""
        advice: Advice | None = None
        if self.policy.advised:
            values = decision.game.advice(decision.observation[None], decision.mask[None])
            advice = advice_on(values[0, decision.legal], np.zeros(len(decision.legal), np.int64))
        return self.policy.forward(decision.observation, decision.legal, advice)

    def log_probs(self, decision: Decision) -> npt.NDArray[np.float64]:
        """(k,) the network's log-probability of each of `decision.legal`."""
        logits = self.logits(decision)[0].astype(np.float64)
        shifted = logits - logits.max()
        result: npt.NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum())
        return result


class Sampled:
    """Samples its actions from the network's probabilities, as the network played while it learned."""

    def __init__(self, trained: Trained, name: str) -> None:
        self.policy = trained.policy
        self.name = name
        self._trained = trained

    @classmethod
    def load(cls, game: Game, path: str) -> "Sampled":
        """The bot of a file, ``sampled:<path>``. Raises OptionError if the file holds a small policy or the values of
        actions, which are no probabilities, and SaveError if the file cannot be used; the message says why."""
        if is_small(Path(path)):
            what = "a small policy, which gives"
        else:
            trained = Trained.load(game, path)
            if trained.policy.about.get(LEARNS_POLICY) != "0":
                return cls(trained, f"sampled:{path}")
            what = "the values of actions, which are"
        raise OptionError(f"{path} holds {what} no probabilities: use net:{path} to play it")

    def reset(self, seed: int) -> None:
        """Do nothing: the bot draws from the decision's random generator."""

    def act(self, decision: Decision) -> int:
        return sampled(decision.legal, self._trained.log_probs(decision), decision.rng)

    def probabilities(self, decision: Decision) -> npt.NDArray[np.float64]:
        """(A,) the probability of each action."""
        return probabilities_of(decision, self._trained.log_probs(decision))


def probabilities_of(decision: Decision, log_probs: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(A,) the probability of each action, from `log_probs` (k,) of the legal ones."""
    result = np.zeros(len(decision.mask))
    likely = np.exp(log_probs)
    result[decision.legal] = likely / likely.sum()
    return result


def sampled(legal: npt.NDArray[Any], log_probs: npt.NDArray[np.floating[Any]], rng: np.random.Generator) -> int:
    """One of `legal` (k,), drawn by its probability. `log_probs` (k,) may be off by a common constant."""
    return int(legal[(log_probs + rng.gumbel(size=len(legal))).argmax()])


def champion_file(game: Game) -> Path:
    """The file of the network that comes with the package for a game, whether or not it exists."""
    return CHAMPIONS / f"{game.name}.safetensors"


def has_champion(game: Game) -> bool:
    """Whether a network for a game comes with the package and has not been outgrown by the game."""
    return champion_file(game).is_file() and is_current(load_policy, champion_file(game), game)


def champion(game: Game) -> Trained:
    """The trained bot that comes with the package. Raises OptionError if there is none for this game, and OutgrownError
    if the game has changed since it was trained."""
    file = champion_file(game)
    if not file.is_file():
        raise OptionError(f"this version has no champion for {game.name}")
    return Trained(load_policy(file, game), CHAMPION)


def network_in(game: Game, path: str) -> Bot:
    """The bot of a network in a file, ``net:<path>``: a small policy, or any other trained network. Raises SaveError if
    the file cannot be used; the message says why."""
    if is_small(Path(path)):
        return Distilled(game, load_small(Path(path), game), f"net:{path}")
    return Trained.load(game, path)
