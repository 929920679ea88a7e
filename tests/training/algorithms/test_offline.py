"""Learning from games of others: what is read of a dataset, imitation, and imitation of what turned out well."""

import io
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console

import dynasty_env
from agents.network.policy import load_policy
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from tests.training.algorithms.curves import won_of_random
from training.algorithms.bc import BC, BCSettings
from training.algorithms.iql import IQL, IQLSettings, expectile_loss
from training.algorithms.offline import HELD_OUT, Data, Offline, default_bots
from training.exact.tree import build

pytest.importorskip("minari")
LEDUC: dict[str, Any] = {"seats": 2, "reward": "points", "width": 64, "passes": 30, "minibatch": 128}


def made(kind: type[Offline], name: str, decisions: int, **settings: Any) -> Data:
    """A dataset of so many decisions as an algorithm makes it."""
    game = dynasty_env.game(name)
    chosen = kind.settings_class(**settings).of_game(game)
    with TemporaryDirectory() as folder:
        return kind.data_for(game, chosen, decisions * chosen.passes, Path(folder), Console(file=io.StringIO()))


@cache
def random_poker() -> Data:
    """Decisions of random players at Leduc poker."""
    return made(BC, "leduc_v0", 1500, **LEDUC)


def won(kind: type[Offline], **settings: Any) -> float:
    """What an algorithm that has learned from random players wins of them, in chips."""
    torch.set_num_threads(1)
    game = dynasty_env.game("leduc_v0")
    learner = kind(game, kind.settings_class(**LEDUC, **settings), random_poker())
    learner.learn()
    return won_of_random(learner.network, build(game, num_players=2))


def test_what_is_read_of_a_dataset() -> None:
    data, game = random_poker(), dynasty_env.game("leduc_v0")
    assert 1500 <= len(data) < 1520
    assert data.mask[np.arange(len(data)), data.action].all()
    place, last = np.arange(len(data)), data.last
    assert (last >= place).all() and (np.diff(last) >= 0).all()
    assert (last[last] == last).all() and (data.won == data.won[last]).all()
    np.testing.assert_array_equal(data.observation[:, game.layout["seats"].start], 2)
    ends = np.unique(last)
    assert abs(data.won[ends].sum()) < 0.5, "what one wins the other loses, but for the game that is cut"
    assert 0 < data.held.mean() < 3 / HELD_OUT
    assert (data.held == data.held[last]).all()


def test_returns_worked_out_by_hand() -> None:
    game, rows = dynasty_env.game("leduc_v0"), 7
    seen, mask = np.zeros((rows, game.layout.size), np.int8), np.ones((rows, 3), np.int8)
    data = Data(
        seen, mask, np.zeros(rows, np.int64), np.array([4, 4, 4, 4, 8, 8, -1], np.float32),
        np.array([3, 3, 3, 3, 5, 5, 6]), np.zeros(rows, np.bool_),
    )  # fmt: skip
    learner = IQL(game, IQLSettings(seats=2, width=8, steps_ahead=2, discount=0.5), data)
    earned, onward, later = learner.returns(np.arange(rows))
    assert earned.tolist() == [0, 0, 2, 4, 4, 8, -1]
    assert onward.tolist() == [0.25, 0.25, 0, 0, 0, 0, 0]
    assert later.tolist() == [2, 3, 3, 3, 5, 5, 6]


@pytest.mark.parametrize("kind", [BC, IQL])
def test_a_last_minibatch_of_one_decision(kind: type[Offline]) -> None:
    """One decision has no spread of its own."""
    learner = kind(dynasty_env.game("leduc_v0"), kind.settings_class(seats=2, width=8), random_poker())
    learner.network.train()
    assert np.isfinite(list(learner.improve(np.array([3])).values())).all()


def test_the_expectile_of_two_numbers() -> None:
    error = torch.tensor([2.0, -1.0])
    assert expectile_loss(error, 0.5).item() == pytest.approx(0.5 * (4 + 1) / 2)
    assert expectile_loss(error, 0.9).item() == pytest.approx((0.9 * 4 + 0.1 * 1) / 2)


def test_weighed_imitation_is_better_than_random_players_and_plain_imitation_is_as_they_are() -> None:
    cloned, weighed = won(BC), won(IQL)
    assert weighed > 1.2
    assert weighed > cloned + 0.5


@pytest.mark.slow
def test_without_weights_it_is_no_better_than_a_clone() -> None:
    assert won(IQL, sharpness=0.0) < 0.7


def test_a_clone_of_greedy() -> None:
    torch.set_num_threads(1)
    game = dynasty_env.game("shinsengumi_v0")
    settings: dict[str, Any] = {"seats": 2, "passes": 12, "minibatch": 128, "width": 128}
    data = made(BC, "shinsengumi_v0", 2500, bots="greedy", **settings)
    learner = BC(game, BCSettings(**settings), data)
    before, after = learner.measure(), learner.learn()["agreement"]
    choice = data.mask.sum(axis=1) > 1
    assert (1 / data.mask[choice].sum(axis=1)).mean() < 0.35, "who draws is seldom right"
    assert before < 0.6
    assert after > 0.66


def test_the_result_is_a_bot_by_name_and_its_dataset_serves_another(tmp_path: Path) -> None:
    game, settings = dynasty_env.game("kuhn_v0"), BCSettings(seats=3, width=8)
    bot = BC.train(game, settings, 300, tmp_path / "one")
    assert make_bot(bot, game).name == bot
    assert BC.train(game, settings, 300, tmp_path / "one") == bot
    other = IQL.train(game, IQLSettings(seats=3, width=8, dataset=str(tmp_path / "one" / "dataset")), 300, tmp_path)
    assert make_bot(other, game).name == other
    assert not (tmp_path / "dataset").exists()
    assert load_policy(tmp_path / "network.safetensors", game) is not None


def test_a_folder_without_a_dataset(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="holds no dataset of kuhn_v0"):
        BC.train(dynasty_env.game("kuhn_v0"), BCSettings(seats=2, dataset=str(tmp_path)), 300, tmp_path)


def test_whose_games_are_learned_from() -> None:
    assert default_bots(dynasty_env.game("leduc_v0"), 2) == ["random"]
    assert default_bots(dynasty_env.game("dynasty_v0"), 3) == ["champion", "greedy", "champion"]


def test_a_seed_repeats_a_run() -> None:
    game, networks = dynasty_env.game("leduc_v0"), []
    settings = IQLSettings(**{**LEDUC, "passes": 1})
    for seed in (1, 1, 2):
        learner = IQL(game, replace(settings, seed=seed), random_poker())
        learner.learn()
        networks.append(torch.cat([part.flatten() for part in learner.network.parameters()]).detach())
    assert torch.equal(networks[0], networks[1])
    assert not torch.equal(networks[0], networks[2])
