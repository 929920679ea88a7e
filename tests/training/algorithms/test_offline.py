"""Learning from games of others: what is read of a dataset, and what all algorithms with a dataset share."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import dynasty_env
from agents.network.policy import load_policy
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from tests.command_line import dynasty
from tests.training.algorithms.datasets import LEDUC, random_poker
from training.algorithms.offline import HELD_OUT, Offline, default_bots
from training.algorithms.registry import ALGORITHMS, algorithm

pytest.importorskip("minari")
KINDS = [kind for kind in map(algorithm, ALGORITHMS) if issubclass(kind, Offline)]
FIRST, LAST = KINDS[0], KINDS[-1]
"""The algorithms that learn from a dataset; any of them stands for all in what they share."""


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


@pytest.mark.parametrize("kind", KINDS)
def test_a_last_minibatch_of_one_decision(kind: type[Offline]) -> None:
    """One decision has no spread of its own."""
    learner = kind(dynasty_env.game("leduc_v0"), kind.settings_class(seats=2, width=8), random_poker())
    learner.network.train()
    assert np.isfinite(list(learner.improve(np.array([3])).values())).all()


def test_the_result_is_a_bot_by_name_and_its_dataset_serves_another(tmp_path: Path) -> None:
    game, settings = dynasty_env.game("kuhn_v0"), dict[str, Any](seats=3, width=8)
    own = FIRST.settings_class(**settings)
    bot = FIRST.train(game, own, 300, tmp_path / "one")
    assert make_bot(bot, game).name == bot
    assert FIRST.train(game, own, 300, tmp_path / "one") == bot
    own = LAST.settings_class(**settings, dataset=str(tmp_path / "one" / "dataset"))
    other = LAST.train(game, own, 300, tmp_path)
    assert make_bot(other, game).name == other
    assert not (tmp_path / "dataset").exists()
    assert load_policy(tmp_path / "network.safetensors", game) is not None


def test_a_folder_without_a_dataset(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="holds no dataset of kuhn_v0"):
        FIRST.train(dynasty_env.game("kuhn_v0"), FIRST.settings_class(seats=2, dataset=str(tmp_path)), 300, tmp_path)


def test_whose_games_are_learned_from() -> None:
    assert default_bots(dynasty_env.game("leduc_v0"), 2) == ["random"]
    assert default_bots(dynasty_env.game("dynasty_v0"), 3) == ["champion", "greedy", "champion"]


def test_a_seed_repeats_a_run() -> None:
    game, networks = dynasty_env.game("leduc_v0"), []
    settings = LAST.settings_class(**{**LEDUC, "passes": 1})
    for seed in (1, 1, 2):
        learner = LAST(game, replace(settings, seed=seed), random_poker())
        learner.learn()
        networks.append(torch.cat([part.flatten() for part in learner.network.parameters()]).detach())
    assert torch.equal(networks[0], networks[1])
    assert not torch.equal(networks[0], networks[2])


def test_a_folder_with_a_run_is_not_trained_in_again(tmp_path: Path) -> None:
    ask = "train", "kuhn_v0", "--algorithm", FIRST.called(), "--out", str(tmp_path), "--set", "width=8"
    assert "trains once for a number of decisions: give --steps" in dynasty(*ask)[1]
    assert dynasty(*ask, "--steps", "100")[0] == 0
    code, text = dynasty(*ask, "--steps", "200", "--seats", "3")
    assert code == 2 and f"already holds a run of {FIRST.called()}: choose another --out" in text
