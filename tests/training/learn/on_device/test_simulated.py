"""The learner with a GPU's tables, whose kernels run as Python: NUMBA_ENABLE_CUDASIM=1 pytest -m cudasim."""

from typing import Any

import pytest
import torch
from gymnasium.vector import AutoresetMode
from numba.core import config

from dynasty_env import dynasty_v0
from dynasty_env.kit.game import Game
from tests.tiny import cut_in, nim, weighed_nim
from training.learn.on_device.learner import DeviceLearner
from training.learn.on_device.tables import CardTables, HostTables, Played
from training.learn.settings import Settings

pytestmark = [
    pytest.mark.cudasim,
    pytest.mark.skipif(not config.ENABLE_CUDASIM, reason="kernels run on GPUs: set NUMBA_ENABLE_CUDASIM=1"),
]
SMALL: dict[str, Any] = {"network": {"width": 8}}
RUNS = {
    nim.GAME: (Settings(envs=4, rollout=5, minibatch=16, vary=("num_players",), **SMALL), 2),
    cut_in.GAME: (Settings(envs=4, rollout=6, minibatch=16, shuffle_rewards=True, **SMALL), 2),
    weighed_nim.GAME: (Settings(envs=5, rollout=6, random_share=0.3, **SMALL), 2),
    dynasty_v0.game: (Settings(envs=3, rollout=8, warm_start=30, **SMALL), 2),
}


def on_the_card(device: torch.device, played: Played, seeds: Any) -> CardTables:
    return CardTables(played, seeds)


@pytest.mark.parametrize("game", RUNS, ids=lambda game: game.name)
def test_it_learns_the_same_bit_for_bit_with_either_tables(game: Game) -> None:
    settings, updates = RUNS[game]
    host, card = DeviceLearner(game, settings), DeviceLearner(game, settings, make_tables=on_the_card)
    card.prepare()
    for update in range(updates):
        assert card.collect() == host.collect()
        for name, part in vars(host.rollout).items():
            if name != "advice":
                assert torch.equal(part, getattr(card.rollout, name)), (name, update)
        own = host.rollout.seat >= 0
        assert torch.equal(host.rollout.advice[own], card.rollout.advice[own])
        assert card.learn(0.0) == pytest.approx(host.learn(0.0), nan_ok=True)
    assert all(torch.equal(one, other) for one, other in zip(host.parameters, card.parameters, strict=True))
    one, other = (learner.content()["tables"]["actors"][0] for learner in (host, card))
    assert all(torch.equal(one[name], other[name]) for name in one)
    again = DeviceLearner(game, settings, make_tables=on_the_card)
    assert again.restore(host.content())
    for learner in (host, again):
        learner.collect()
    assert torch.equal(host.rollout.action, again.rollout.action)
    assert torch.equal(host.rollout.rewards, again.rollout.rewards)


def test_games_end_alike_where_nothing_is_dealt_anew() -> None:
    played = Played(nim.GAME, nim.GAME.check_options({}), mode=AutoresetMode.DISABLED)
    tables = [kind(played, range(5)) for kind in (HostTables, CardTables)]
    for _ in range(60):
        for each in tables:
            each.step(each.shown.action_mask.int().argmax(dim=1))
    assert all(torch.equal(one, other) for one, other in zip(*(each.shown for each in tables), strict=True))
    assert tables[0].shown.terminated.all()
    assert torch.equal(tables[0].final_returns(), tables[1].final_returns())
