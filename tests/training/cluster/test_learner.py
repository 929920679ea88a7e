"""The learner of a cluster, its actors in this process: nothing here needs Ray."""

import io
from collections import deque
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console

from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.tiny import nim
from tests.training.learn.test_ppo import OF_NIM, QUIET, rate_after
from training.cluster.crew import Crew
from training.cluster.learner import ClusterLearner
from training.cluster.parcel import Parcel
from training.cluster.player import Orders, Player, Weights
from training.learn import run
from training.learn.actor import Actor
from training.learn.ppo import MOST_ACTORS, Learner
from training.learn.settings import Settings

SETTINGS = Settings(seats=2, envs=6, rollout=5, minibatch=16, greedy_share=0.0, network={"width": 16})


Published = tuple[Orders, Weights]
"""Orders and weights."""


class Here:
    """Players of this process. Each of their rollouts comes `late` updates after its weights did."""

    def __init__(self, game: Game, settings: Settings, players: int = 1, late: int = 0) -> None:
        self.players = [
            Player(game, settings, settings.envs // players, (settings.seed * MOST_ACTORS + number) << 22)
            for number in range(players)
        ]
        for player in self.players:
            player.join()
        self.late = late
        self.tended = 0
        self.published: deque[Published] = deque()
        self._turn = 0

    def publish(self, orders: Orders, weights: Weights) -> None:
        self.published.append((orders, weights))
        while len(self.published) > self.late + 1:
            self.published.popleft()

    def tend(self) -> None:
        self.tended += 1

    def take(self, count: int) -> list[Parcel]:
        found = []
        for _ in range(count):
            player = self.players[self._turn % len(self.players)]
            self._turn += 1
            found.append(player.play(*self.published[0]))
        return found

    def account(self) -> dict[str, float]:
        return {"actors": float(len(self.players))}


def learner(
    settings: Settings = SETTINGS, players: int = 1, late: int = 0, rollouts_per_update: int | None = None
) -> ClusterLearner:
    def hire(game: Game, settings: Settings, decisions: int) -> Crew:
        return Here(game, settings, players, late)

    return ClusterLearner(nim.GAME, settings, hire=hire, rollouts_per_update=rollouts_per_update or players)


def test_with_the_newest_weights_it_is_the_learner_of_one_machine_bit_for_bit() -> None:
    one, other = Learner(nim.GAME, SETTINGS), learner()
    for update in range(5):
        for each in (one, other):
            each.collect()
        told, again = (each.learn(update / 5) for each in (one, other))
        assert again == told
    assert one.progress == other.progress
    kept = other.network.state_dict()
    assert all(torch.equal(part, kept[name]) for name, part in one.network.state_dict().items())


def test_what_older_weights_played_is_told_and_corrected() -> None:
    found = learner(players=2, late=2, rollouts_per_update=4)
    for age in (0, 1, 2, 2):
        told = found.collect()
        assert told["staleness"] == told["staleness, most"] == age
        curves = found.learn(0.0)
        assert all(np.isfinite(value) for value in curves.values())
        assert ("ratio" in curves) == (age > 0)
        if age:
            assert curves["ratio"] != 1.0
            assert 0 <= curves["ratio, part cut"] <= 1
    decisions = 4 * SETTINGS.rollout * SETTINGS.envs // 2
    assert found.progress.decisions == 4 * decisions
    assert found.crew is not None
    assert found.rollout.seat.shape[1] == 0


def test_where_nothing_was_learned_in_between_age_changes_nothing() -> None:
    """Weights that hardly move: the correction has to come to the same targets up to rounding."""
    still = Settings(seats=2, envs=6, rollout=5, minibatch=16, learning_rate=1e-12, network={"width": 16})
    fresh, aged = learner(still), learner(still, late=1)
    for _ in range(3):
        for each in (fresh, aged):
            each.collect()
        expected, found = fresh.judge()[1], aged.judge()[1]
        assert torch.allclose(expected.target, found.target, atol=1e-5)
        assert torch.allclose(expected.advantage, found.advantage, atol=1e-3)
        one, other = (each.parts["log_prob"][each.which] for each in (expected, found))
        assert torch.allclose(one, other, atol=1e-5)
        for each in (fresh, aged):
            each.learn(0.0)


def test_actors_are_tended_between_gradient_steps() -> None:
    found = learner()
    found.collect()
    steps = found.learn(0.0)["gradient steps"]
    assert isinstance(found.crew, Here)
    assert found.crew.tended == steps > 1


def test_greedys_games_that_come_after_the_warm_start_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[bool] = []
    play = Actor.play

    def watched(self: Actor, *given: object, as_greedy: bool = False) -> int:
        played.append(as_greedy)
        return play(self, *given, as_greedy=as_greedy)  # type: ignore[arg-type]

    monkeypatch.setattr(Actor, "play", watched)
    settings = Settings(
        seats=2, envs=6, rollout=5, minibatch=16, warm_start=60, greedy_share=0.0, network={"width": 16}
    )
    late: list[Published] = []

    class Slow(Here):
        """The rollout after each one that was given was begun before it was learned from."""

        def take(self, count: int) -> list[Parcel]:
            begun = late.pop() if late else self.published[0]
            late.append(self.published[0])
            return [self.players[0].play(*begun)]

    found = ClusterLearner(
        nim.GAME, settings, hire=lambda game, settings, _: Slow(game, settings), rollouts_per_update=1
    )
    for _ in range(4):
        found.collect()
        found.learn(0.0)
    assert found.progress.decisions == 4 * 30
    assert played == [True, True, True, False, False]  # the third came too late


@pytest.mark.slow
def test_it_learns_nim_from_older_weights() -> None:
    assert rate_after(60, learner(OF_NIM, players=2, late=2)).low > 0.75


def test_a_run_goes_on_with_and_without_a_cluster(tmp_path: Path) -> None:
    def make(game: Game, settings: Settings, threads: int, device: torch.device) -> Learner:
        return ClusterLearner(
            game, settings, threads, device, hire=lambda game, settings, _: Here(game, settings), rollouts_per_update=1
        )

    console = Console(file=io.StringIO(), width=200)
    step = SETTINGS.envs * SETTINGS.rollout
    given = {"threads": 1, "routine": QUIET, "console": console}
    begun = run.start(nim.GAME, SETTINGS, run.Goal(steps=2 * step), tmp_path, make=make, **given)  # type: ignore[arg-type]
    assert begun.train()
    for updates, maker in ((3, Learner), (4, make), (5, make)):
        more = run.resume(nim.GAME, tmp_path, goal=run.Goal(steps=updates * step), make=maker, **given)  # type: ignore[arg-type]
        assert more.learner.progress.decisions == (updates - 1) * step
        assert more.train()
        assert more.learner.progress.updates == updates
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert told.count("games in progress start over") == 2  # not from one cluster to the next


@pytest.mark.parametrize(
    ("settings", "rollouts_per_update", "message"),
    [
        (Settings(seats=2, shuffle_rewards=True), 1, "--shuffle-rewards is a control for one machine"),
        (SETTINGS, 0, "rollouts_per_update=0 is out of range"),
    ],
)
def test_what_a_cluster_cannot_do_is_said(settings: Settings, rollouts_per_update: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        ClusterLearner(
            nim.GAME, settings, hire=lambda *_: Here(nim.GAME, SETTINGS), rollouts_per_update=rollouts_per_update
        )
