"""Bots that play by a trained network in a file."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents.network.advice import Advice, advice_on
from agents.network.policy import Policy, load_policy
from agents.search.improvement import ImprovedByGreedy
from agents.search.players import FlatMonteCarlo
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.turn import Turn

CHAMPIONS = Path(__file__).parent / "champions"
"""The networks that come with the package: ``<game>.safetensors``, with a model card beside each."""


class Trained:
    """Plays the likeliest action of a network. It remembers nothing, so one instance may play every seat.

    Args:
        policy: the network.
        name: what people call it.
    """

    def __init__(self, policy: Policy, name: str) -> None:
        self.policy = policy
        self.name = name

    @classmethod
    def load(cls, game: Game, path: str) -> "Trained":
        """The bot of a file, ``net:<path>``.

        Raises:
            SaveError: it cannot be used; the message says why.
        """
        return cls(load_policy(Path(path), game), f"net:{path}")

    def reset(self, seed: int) -> None:
        """Nothing to forget."""

    def act(self, turn: Turn) -> int:
        return int(turn.legal[int(self.logits(turn)[0].argmax())])

    def logits(self, turn: Turn) -> tuple[npt.NDArray[np.float32], float]:
        """(k,) the network's logit of each of `turn.legal`, and what it expects the seat to win, -1 … 1."""
        advice: Advice | None = None
        if self.policy.advised:
            values = turn.game.greedy_values(turn.observation[None], turn.mask[None])
            advice = advice_on(values[0, turn.legal], np.zeros(len(turn.legal), np.int64))
        return self.policy.forward(turn.observation, turn.legal, advice)

    def log_probs(self, turn: Turn) -> npt.NDArray[np.float64]:
        """(k,) the network's log-probability of each of `turn.legal`."""
        logits = self.logits(turn)[0].astype(np.float64)
        shifted = logits - logits.max()
        found: npt.NDArray[np.float64] = shifted - np.log(np.exp(shifted).sum())
        return found


def champion_file(game: Game) -> Path:
    """Where the network of a game lies that comes with the package, if there is one."""
    return CHAMPIONS / f"{game.name}.safetensors"


def champion(game: Game) -> Trained:
    """The trained bot that comes with the package.

    Raises:
        OptionError: there is none for this game.
        SaveError: the rules have changed since it was trained.
    """
    file = champion_file(game)
    if not file.is_file():
        raise OptionError(f"no champion of {game.name} comes with this version")
    return Trained(load_policy(file, game), "champion")


def champion_search(game: Game, budget: str) -> ImprovedByGreedy:
    """The champion, improved by playouts of the game's own bot: ``champion+search:<budget>``.

    Raises:
        OptionError: there is no champion of this game, or the budget is none.
    """
    search = FlatMonteCarlo.named(game, f"{budget}:greedy")
    return ImprovedByGreedy(champion(game).log_probs, search, f"champion+search:{search.budget}")
