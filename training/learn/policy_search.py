"""A run's network improved by its own playouts: the bot ``policy+search:<run>:<budget>``."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from agents.search.batched import AHEAD, InBatches
from agents.search.budget import Budget
from agents.search.improvement import Improvement
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.layout import Bytes
from training.learn import checkpoint
from training.learn.network import Network
from training.learn.policy_bot import PolicyBot

Values = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]


def search_by(
    network: Network, budget: Budget, run: str = "", *, depth: int | None = AHEAD, waits_for: Game | None = None
) -> Improvement:
    """A search whose playouts the network plays in all seats, by its likeliest actions. After some decisions, the
    network's value of the searching seat's next own decision evaluates the table.

    Args:
        network: in evaluation mode; its policy is what the search improves.
        run: the origin of the network, as in the bot's name.
        depth: decisions (of all seats) that are played before the network's value of the reward ``win`` counts. None:
            playouts go on to the end of the game, for a network that has not learned this value.
        waits_for: the game, if the rules that it calls are to be compiled before the first playout starts.
    """

    def choose(seen: Bytes, mask: Bytes) -> tuple[Ids, Values]:
        with torch.no_grad():
            choices = network.choices(torch.from_numpy(seen), torch.from_numpy(mask))
            return choices.best().numpy(), choices.value.double().numpy()

    judge = InBatches("itself", choose, depth=depth, asks=("advise",) if network.adviser else ())
    name = f"policy+search:{run}:{budget}"
    return Improvement(PolicyBot(network).log_probs, judge, budget, name, waits_for=waits_for)


def policy_search(game: Game, argument: str) -> Improvement:
    """The bot for the part of its name after the colon: ``RUN:500ms``, ``RUN:2000``.

    Raises:
        OptionError: if there is no run, or the budget is invalid.
        CheckpointError: if the run's network cannot be used, or gives the values of actions instead of probabilities.
    """
    run, _, text = argument.rpartition(":")
    if not run:
        raise OptionError(f"{argument!r} is incomplete: give a run and a budget, e.g. policy+search:RUN:500ms")
    budget = Budget.parse(text)
    path = Path(run)
    content = checkpoint.read(path, game)
    if not checkpoint.learns_policy(content):
        raise checkpoint.CheckpointError(
            f"{path} learned the values of actions, not a policy that a search could improve: use policy:{run}"
        )
    depth = AHEAD if checkpoint.learns_value(content, game.rewards[0]) else None
    return search_by(checkpoint.network_of(content, path, game), budget, run, depth=depth, waits_for=game)
