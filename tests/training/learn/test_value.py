"""The value network of the searches learns how games end, and keeps what it has learned when it is rounded."""

from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console
from rich.progress import Progress

from agents.search.value import judged, load_network
from dynasty_env.kit.errors import OptionError
from tests.tiny import cut_in, nim
from training.learn.sample import Sample, sampled
from training.learn.value import ValueNetwork, explained, fit_value, learn, predicted

QUIET = Console(quiet=True)


def sample_of(positions: int) -> Sample:
    parts = list(sampled(nim.GAME, positions, 1))
    return Sample(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def learned(sample: Sample) -> ValueNetwork:
    torch.manual_seed(0)
    network = ValueNetwork(nim.GAME)
    with Progress(console=QUIET) as progress:
        learn(network, sample.observation, sample.outcome, 40, 0, progress)
    return network


def with_ends(sample: Sample) -> Sample:
    """The sample as if whoever sees a large heap mostly won."""
    rng = np.random.default_rng(0)
    large = sample.observation[:, 0] > 8
    won = np.where(rng.random(len(large)) < 0.9, large, ~large)
    return sample._replace(outcome=np.where(won, 1.0, -1.0).astype(np.float32))


def test_it_learns_how_games_end_and_nothing_from_shuffled_ends() -> None:
    sample = with_ends(sample_of(6000))
    known = np.arange(len(sample.outcome)) < 4500
    true = Sample(*(array[known] for array in sample))
    shuffled = true._replace(outcome=np.random.default_rng(0).permutation(true.outcome))
    true_share, shuffled_share = (
        explained(sample.outcome[~known], predicted(learned(s), sample.observation[~known])) for s in (true, shuffled)
    )
    assert true_share > 0.4
    assert shuffled_share < 0.05


def test_the_same_key_gives_the_same_sample() -> None:
    one, other = sample_of(1000), sample_of(1000)
    assert one.observation.tobytes() == other.observation.tobytes()
    assert one.outcome.tobytes() == other.outcome.tobytes()


def test_what_was_fitted_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "nim.safetensors"
    share = fit_value(nim.GAME, path, 3000, 2, 0, QUIET)
    network = load_network(path, nim.GAME)
    sums = np.zeros(len(network.bias), np.int32)
    assert all(-1 < judged(network, flat, sums) < 1 for flat in sample_of(1000).observation)
    assert share < 1


def test_rounded_as_in_floating_point() -> None:
    sample = sample_of(3000)
    network = learned(with_ends(sample))
    rounded = network.rounded()
    whole = [judged(rounded, flat, np.zeros(len(rounded.bias), np.int32)) for flat in sample.observation[:200]]
    assert np.allclose(whole, predicted(network, sample.observation[:200]), atol=0.03)


def test_a_game_without_a_bot_or_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="greedy"):
        fit_value(cut_in.GAME, tmp_path / "x", 1000, 1, 0, QUIET)
    with pytest.raises(OptionError, match="cannot be written"):
        fit_value(nim.GAME, tmp_path, 1000, 1, 0, QUIET)
