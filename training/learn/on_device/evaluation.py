"""How good is a network? Many games at the same time at tables of tensors: `training.arena.evaluate` on a device."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from gymnasium.vector import AutoresetMode

from dynasty_env.kit.envs.base import check_choice
from dynasty_env.kit.game import Game, shares_of
from training.arena.match import Rate, wilson
from training.learn.on_device.dense import DenseNetwork, any_legal
from training.learn.on_device.tables import Played, tables_on

AGAINST = ("greedy", "random")
"""Opponents on the device that are not networks."""
LOOK = 64
"""Decisions at each table between two checks whether all games are over: each check waits for the device."""


def evaluate_on(
    game: Game, network: DenseNetwork, others: str, *, games: int = 2000, seed: int = 1_000_000,
    stop: Callable[[int], bool] = lambda ended: False, options: Mapping[str, Any] | None = None, best: bool = False,
) -> Rate:  # fmt: skip
    """As `training.arena.evaluate.evaluate`: the same deals and seats, but the network draws from another generator.

    Args:
        network: the network to measure; it plays on its own device.
        others: who plays the other seats: one of `AGAINST`.
        best: the network takes the likeliest action instead of drawing one by its probability.
    """
    check_choice("others", others, AGAINST)
    played = Played(game, game.check_options(options or {}), mode=AutoresetMode.DISABLED)
    device = network.weighed.device
    tables = tables_on(device, played, range(seed, seed + games))
    shown, dice = tables.shown, torch.Generator(device).manual_seed(seed)
    own = torch.arange(games, device=device) % tables.seats
    nothing = torch.zeros((games, 0), device=device)
    advised = others == "greedy" and network.network.adviser is not None
    network.eval()
    with torch.no_grad():
        count = 0
        while True:
            over = shown.terminated != 0
            if count % LOOK == 0 and ((ended := int(over.sum())) == games or stop(ended)):
                break
            mine = (shown.seat == own) & ~over
            asked = tables.advice(~over if advised else mine) if network.network.adviser else nothing
            choices = network(shown.observation, shown.action_mask, asked)
            actions = choices.best() if best else choices.draw(dice)
            if others == "greedy":
                theirs = tables.greedy(~mine & ~over, seed + count, advised=advised)
            else:
                theirs = any_legal(shown.action_mask, dice)
            tables.step(torch.where(mine, actions, theirs).masked_fill(over, 0))
            count += 1
    tables.check()
    there = over.nonzero().squeeze(1).tolist()
    seats = played.options["num_players"]
    shares = shares_of(tables.final_returns()[there, 0, :seats].numpy(force=True), lambda k: tables.state(there[k]))
    return wilson(float(sum(shares[k, i % seats] for k, i in enumerate(there))), len(there))
