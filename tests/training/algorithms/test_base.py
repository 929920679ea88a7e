"""What algorithms share: a run that is stopped goes on bit for bit, ends as a bot by name, and is measured."""

import io
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console

import dynasty_env
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from tests.tiny import cut_in
from training.algorithms.base import SelfPlay, changed
from training.algorithms.registry import ALGORITHMS, algorithm
from training.learn import checkpoint
from training.learn.checkpoint import CheckpointError
from training.learn.run import Goal, Routine

QUIET = Routine(evaluate_every=0)
SMALL: dict[str, Any] = {"width": 16, "tables": 8, "steps": 12}
OF_SELF_PLAY = [name for name in ALGORITHMS if issubclass(algorithm(name), SelfPlay)]


def kind_of(name: str) -> type[SelfPlay]:
    kind = algorithm(name)
    assert issubclass(kind, SelfPlay)
    return kind


def tensors(found: Any) -> list[np.ndarray[Any, Any]]:
    """All numbers in a checkpoint, in their order."""
    if isinstance(found, torch.Tensor):
        return [found.numpy()]
    if isinstance(found, dict):
        return [each for key in sorted(found, key=str) for each in tensors(found[key])]
    return [each for part in found for each in tensors(part)] if isinstance(found, list | tuple) else []


@pytest.mark.parametrize("name", OF_SELF_PLAY)
def test_a_stopped_run_goes_on_bit_for_bit(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind, game = kind_of(name), dynasty_env.game("leduc_v0")
    settings = kind.settings_class(seats=3, **SMALL)
    goal, console = Goal(steps=6 * 8 * 12), Console(file=io.StringIO())
    assert kind.run(game, settings, goal, tmp_path / "whole", routine=QUIET, console=console).train()
    stopped = kind.run(game, settings, goal, tmp_path / "parts", routine=QUIET, console=console)
    with monkeypatch.context() as context:
        learn = kind.learn

        def learn_and_press(self: SelfPlay, done: float) -> dict[str, float]:
            if self.progress.updates == 2:
                signal.raise_signal(signal.SIGINT)
            return learn(self, done)

        context.setattr(kind, "learn", learn_and_press)
        assert not stopped.train()
    again = kind.run(game, None, None, tmp_path / "parts", routine=QUIET, console=console)
    assert again.learner.progress.updates == 3
    assert again.train()
    one, other = (checkpoint.read(tmp_path / part, game) for part in ("whole", "parts"))
    assert one["progress"]["decisions"] == other["progress"]["decisions"] >= 6 * 8 * 12 - 8 * 3
    for part in ("network", "optimizer", "parts", "generator", "tables", "rollout"):
        for mine, theirs in zip(tensors(one[part]), tensors(other[part]), strict=True):
            np.testing.assert_array_equal(mine, theirs, part)


@pytest.mark.parametrize("name", [name for name in ALGORITHMS if not algorithm(name).libraries])
def test_the_result_is_a_bot_by_name(name: str, tmp_path: Path) -> None:
    game, kind = dynasty_env.game("kuhn_v0"), algorithm(name)
    given = SMALL if issubclass(kind, SelfPlay) else {}
    bot = kind.train(game, kind.settings_class(seats=2, **given), 500, tmp_path)
    stamp = Path(bot.partition(":")[2]).stat().st_mtime_ns
    assert make_bot(bot, game).name == bot
    assert kind.train(game, kind.settings_class(seats=2, **given), 500, tmp_path) == bot
    assert Path(bot.partition(":")[2]).stat().st_mtime_ns == stamp, "it trains no more where it has ended"


@pytest.mark.parametrize("name", OF_SELF_PLAY)
def test_a_seed_repeats_a_run(name: str) -> None:
    def network(seed: int) -> list[np.ndarray[Any, Any]]:
        kind = kind_of(name)
        learner = kind(cut_in.GAME, kind.settings_class(seats=3, seed=seed, **SMALL))
        for done in (0.0, 0.5):
            assert np.isfinite(list(learner.collect().values())).all()
            assert np.isfinite(list(learner.learn(done).values())).all()
        return tensors(dict(learner.network.state_dict()))

    first, same, other = network(1), network(1), network(2)
    assert all(np.array_equal(a, b) for a, b in zip(first, same, strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(first, other, strict=True))


@pytest.mark.parametrize("name", OF_SELF_PLAY)
def test_nobody_tells_it_what_greedy_thinks(name: str) -> None:
    kind, game = kind_of(name), dynasty_env.game("kingdoms_v0")
    learner = kind(game, kind.settings_class(**SMALL))
    assert learner.network.adviser is None
    assert learner.rollout.advice.size == 0
    assert (learner.actor.players == 0).all(), "it meets nobody but itself"


def test_shuffled_rewards_are_the_same_rewards() -> None:
    kind, game = kind_of("ppo"), dynasty_env.game("leduc_v0")
    rewards = []
    for shuffle in (False, True):
        learner = kind(game, kind.settings_class(seats=3, shuffle_rewards=shuffle, **SMALL))
        learner.collect()
        rewards.append(learner.rollout.rewards[learner.rollout.ended])
    plain, shuffled = rewards
    assert not np.array_equal(plain, shuffled)
    np.testing.assert_array_equal(np.sort(plain, axis=1), np.sort(shuffled, axis=1))


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("epoch=1", "did you mean epochs"),
        ("clip", "'clip' is not a setting in the form NAME=VALUE"),
        ("epochs=one", "epochs='one': it must be of type int"),
        ("options=1", "there is no setting 'options': choose width"),
    ],
)
def test_settings_that_are_none(pair: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        changed(kind_of("ppo").settings_class, [pair])


def test_settings_as_they_are_written() -> None:
    kind = kind_of("ppo").settings_class
    written = ["epochs=3", "learning_rate=1e-3", "shuffle_rewards=true"]
    assert changed(kind, written) == {"epochs": 3, "learning_rate": 1e-3, "shuffle_rewards": True}
    with pytest.raises(OptionError, match="epochs=0 is out of range: at least 1"):
        kind(**changed(kind, ["epochs=0"]))


def test_what_lies_in_a_folder_is_not_taken_for_something_else(tmp_path: Path) -> None:
    kind, game = kind_of("ppo"), dynasty_env.game("kuhn_v0")
    console = Console(file=io.StringIO())
    settings = kind.settings_class(seats=2, **SMALL)
    assert kind.run(game, settings, Goal(steps=50), tmp_path, routine=QUIET, console=console).train()
    with pytest.raises(OptionError, match="already holds a run"):
        kind.run(game, settings, Goal(steps=50), tmp_path, routine=QUIET, console=console)
    with pytest.raises(OptionError, match="has reached its goal of 50 decisions"):
        kind.run(game, None, None, tmp_path, routine=QUIET, console=console)
    with pytest.raises(CheckpointError, match="holds a run of ppo"):

        class Other(kind):  # type: ignore[misc, valid-type]
            pass

        Other.run(game, None, None, tmp_path, routine=QUIET, console=console)
