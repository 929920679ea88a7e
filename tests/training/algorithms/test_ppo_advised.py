"""`dynasty train`'s learner as an algorithm: a run goes on where it was stopped, and ends as a bot by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.registry import make_bot
from dynasty_env import games
from tests.tiny import nim
from training.arena.deals import fingerprint
from training.benchmark import learners
from training.learn import checkpoint


class _Stop:
    """In place of `stoppable`: says when to stop."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        self.stop = stop

    def __enter__(self) -> Callable[[], bool]:
        return self.stop

    def __exit__(self, *_: object) -> None: ...


def test_an_algorithm_is_trained_once_and_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.learn.run.compile_rules", lambda *_: None)
    monkeypatch.setitem(games._loaded, nim.GAME.name, nim.GAME)
    train = learners.learner_named("ppo_advised")
    ask: tuple[Any, ...] = nim.GAME, {"num_players": 2}, 70_000
    stopped = tmp_path / "run"
    with monkeypatch.context() as context:
        asked = iter([False])
        context.setattr("training.learn.run.stoppable", lambda notice: _Stop(lambda: next(asked, True)))
        with pytest.raises(KeyboardInterrupt):
            train(*ask, 1, stopped)
    assert not (stopped / "network.safetensors").exists()
    begun = checkpoint.read(stopped, nim.GAME)["progress"]["decisions"]
    assert 0 < begun < 70_000
    name = train(*ask, 1, stopped)
    assert name == f"net:{stopped / 'network.safetensors'}"
    assert checkpoint.read(stopped, nim.GAME)["progress"]["decisions"] >= 70_000
    assert fingerprint(name, nim.GAME) and make_bot(name, nim.GAME).name == name
    (stopped / "network.safetensors").unlink()  # as if it had been killed before it was written
    assert train(*ask, 1, stopped) == name
    assert (stopped / "network.safetensors").is_file()
