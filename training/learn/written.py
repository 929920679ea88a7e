"""Networks that were written to a file (`export.py`), as torch networks that can continue to learn.

A file holds the encoding of every card in every state, but not the parameters of the encoder that computed them. These
are recovered by fitting: a new encoder learns to produce the same encodings, about to the digits that half precision
keeps. This only succeeds from a starting point near that of the file's encoder: from the first parameters of a run with
the same seed.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import torch
from torch import Tensor

from agents.network.player import CHAMPION, champion_file
from agents.network.policy import Policy, load_policy
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.game import Game
from training.learn import checkpoint
from training.learn.network import CardEncoder, TableNetwork, for_game
from training.learn.settings import Settings

FITTED = 2500
"""Gradient steps in which an encoder learns its encodings; this takes some seconds."""
LEARNING_RATE = 0.005
CLOSE = 0.005
"""The largest error of encodings, as a root mean square; encodings themselves are a few tenths."""
EXACT = 1e-4
"""An error no larger than the rounding of half precision: nothing is left to learn, as with a network that has learned
nothing since its first parameters."""


def network_from(origin: Path, game: Game, options: Mapping[str, Any]) -> TableNetwork:
    """The network of a run, a checkpoint or a file, or ``champion``, for tables with these options. Raises
    CheckpointError, SaveError or OptionError if there is none that can be used."""
    if str(origin) == CHAMPION and not origin.exists():
        origin = champion_file(game)
        if not origin.is_file():
            raise OptionError(f"this version has no champion for {game.name}")
    if origin.suffix == ".safetensors":
        return network_in(origin, game, options)
    return checkpoint.network_of(checkpoint.read(origin, game), origin, game)


def network_in(path: Path, game: Game, options: Mapping[str, Any] = MappingProxyType({})) -> TableNetwork:
    """The network of a file, in evaluation mode; if the file has one for tables with these `options`, that one. Raises
    SaveError if the file cannot be used, or the encoder of its encodings cannot be recovered."""
    policy = load_policy(path, game)
    meant = (own.policy for own in policy.apart if options.get(own.where.option) == own.where.value)
    policy = next(meant, policy)
    for seed in _seeds(policy):
        network = _first(game, policy, seed)
        with torch.no_grad():
            for name, parameter in network.written().items():
                parameter.copy_(torch.from_numpy(getattr(policy, name)))
        pairs = zip(network.encoders, policy.kinds, strict=True)
        if all(fit(encoder, torch.from_numpy(kind.encodings)) < CLOSE for encoder, kind in pairs):  # type: ignore[arg-type]
            network.first_seed = seed
            return network.eval()
    raise SaveError(
        f"{path}: its card encodings cannot be split, because it does not record the seed of the "
        "first run that it comes from; start from the run itself"
    )


def _seeds(policy: Policy) -> list[int]:
    """Candidate seeds of the first parameters: those that the file states, of all its networks. Files of older versions
    state none; for them the default seed and the seed of the run that wrote the file are tried."""
    usual = Settings().seed
    try:
        seeds = [int(seed) for seed in policy.about.get("first_seed", str(usual)).split("+")]
        return list(dict.fromkeys((*seeds, usual, int(json.loads(policy.about["settings"])["seed"]))))
    except (KeyError, TypeError, ValueError):
        return [usual]


def _first(game: Game, policy: Policy, seed: int) -> TableNetwork:
    """The network that a run with this seed starts with, in the shape of the file's network."""
    cards = {"card_width": policy.kinds[0].encodings.shape[1]} if policy.kinds else {}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return for_game(game, width=len(policy.table_bias), **cards, advice=int(policy.advised))


def fit(encoder: CardEncoder, encodings: Tensor) -> float:
    """Fit an encoder to these encodings (n · states, H); returns the root mean square of its error.

    It is fitted to the positive values before they are clipped at 0, so that a unit whose output is still 0 learns too.
    """
    optimizer = torch.optim.Adam(encoder.parameters(), LEARNING_RATE)
    encoder.train()
    loss = torch.tensor(0.0)
    for step in range(FITTED):
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - step / FITTED)
        weights = encoder.weighed()
        loss = torch.where(encodings > 0, weights - encodings, weights.relu()).square().mean()
        if float(loss.detach()) < EXACT**2:
            break
        optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    encoder.eval()
    return float(loss.detach().sqrt())
