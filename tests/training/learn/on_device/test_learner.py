"""The learner in tensors plays and learns as the CPU's does: here with the CPU's tables, so that no GPU is needed."""

import io
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rich.console import Console

import training.arena.policies  # noqa: F401, the bots policy:RUN
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.reference.leduc import GAME as LEDUC
from tests.tiny import nim
from tests.training.learn.test_ppo import CARDS, QUIET, TINY
from training.learn import run
from training.learn.actor import CHAMPION, GREEDY, ITSELF, OPPONENT, RANDOM
from training.learn.collect import NOBODY
from training.learn.meeting import learner_on
from training.learn.network import Choices, for_game
from training.learn.on_device.dense import DenseChoices
from training.learn.on_device.graph import captured
from training.learn.on_device.learner import DeviceLearner
from training.learn.ppo import Learner
from training.learn.settings import Settings

CPU = torch.device("cpu")


@pytest.fixture
def likeliest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks take the likeliest action, so that two learners whose dice differ take the same."""
    for choices in (Choices, DenseChoices):
        monkeypatch.setattr(choices, "draw", lambda self, generator: self.best())


@pytest.mark.usefixtures("likeliest")
@pytest.mark.parametrize("warm_start", [0, 10**9])
@pytest.mark.parametrize("game", TINY, ids=lambda game: game.name)
def test_it_plays_and_learns_what_the_cpus_learner_does(game: Game, warm_start: int) -> None:
    """Where nothing is reordered bit for bit, the network's own numbers up to rounding."""
    if warm_start and "greedy" not in game.policies:
        pytest.skip("the game has no greedy to imitate")
    settings = replace(TINY[game], warm_start=warm_start)
    plain, ours = Learner(game, settings), DeviceLearner(game, settings)
    for update in range(4):
        for learner in (plain, ours):
            learner.collect()
        own = plain.rollout.seat != NOBODY
        for f in fields(plain.rollout):
            one, other = getattr(plain.rollout, f.name), getattr(ours.rollout, f.name).numpy()
            if f.name in ("log_prob", "value"):
                assert np.allclose(one[own], other[own], atol=1e-4), (f.name, update)
            elif f.name in ("seat", "rewards", "ended"):
                assert np.array_equal(one, other), (f.name, update)
            else:
                assert np.array_equal(one[own], other[own]), (f.name, update)
        for wanted, found in zip(plain.judge()[0], ours.judge()[0], strict=True):
            assert np.allclose(wanted, found.numpy(), atol=1e-4)
        assert ours.learn(update / 4) == pytest.approx(plain.learn(update / 4), abs=2e-4, rel=1e-3)
        for (name, mine), theirs in zip(ours.network.named_parameters(), plain.parameters, strict=True):
            assert torch.allclose(mine, theirs, atol=2e-4), (name, update)
    assert ours.progress == plain.progress
    assert torch.equal(ours.generator.get_state(), plain.generator.get_state())
    (actor,), (other_actor,) = ours.actors, plain.actors
    assert actor.content()["bytes"].numpy().tobytes() == other_actor.env.tables.array.tobytes()


def test_the_same_seed_the_same_run() -> None:
    learners = [DeviceLearner(nim.GAME, replace(TINY[nim.GAME], greedy_share=0.5)) for _ in range(2)]
    for learner in learners:
        for _ in range(3):
            learner.collect()
            learner.learn(0.0)
    one, other = (learner.network.state_dict() for learner in learners)
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_bots_have_their_seats_and_nothing_is_learned_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of the games each: without bots, among greedy, among random players, among champions."""
    monkeypatch.setattr("training.learn.on_device.actor.network_named", lambda *asked: for_game(DYNASTY, 8, 8))
    settings = Settings(
        envs=200, rollout=20, greedy_share=0.75, random_share=1 / 3, champion_share=1 / 3, network={"width": 8}
    )
    learner = DeviceLearner(DYNASTY, settings)
    (actor,) = learner.actors
    asked: list[tuple[Any, Any]] = []
    greedy = actor.tables.greedy

    def counted(wanted: torch.Tensor, key: int, *, advised: bool) -> torch.Tensor:
        asked.append((wanted.clone(), actor.players.clone()))
        return greedy(wanted, key, advised=advised)

    actor.tables.greedy = counted  # type: ignore[method-assign]
    learner.collect()
    rollout, seats = learner.rollout, learner.seats
    own = rollout.seat[seats:] != NOBODY
    bots = [(actor.players == who).any(dim=1).float().mean().item() for who in (GREEDY, RANDOM, CHAMPION)]
    assert bots == pytest.approx([0.25] * 3, abs=0.1)
    assert not ((actor.players == ITSELF).all(dim=1) & (actor.players != ITSELF).any(dim=1)).any()
    assert 0.4 < own.float().mean() < 0.8
    legal = rollout.action_mask[seats:].gather(2, rollout.action[seats:].unsqueeze(2)).squeeze(2)
    assert legal.all()
    for row, (wanted, players) in enumerate(asked):
        here = seats + row
        assert not (wanted & (rollout.seat[here] != NOBODY)).any()
        chosen = DYNASTY.greedy_actions(
            rollout.observation[here][wanted].numpy(), rollout.action_mask[here][wanted].numpy(), backend="compiled"
        )
        assert np.array_equal(chosen, rollout.action[here][wanted].numpy())
        assert (players == GREEDY).any()
    decisions = learner.judge()[1]
    assert len(decisions) <= int(own.sum())
    assert learner.learn(0.0)["entropy"] > 0


def test_a_gpu_has_the_learner_in_tensors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.learn.on_device.learner.DeviceLearner", lambda *given: given)
    given = nim.GAME, TINY[nim.GAME], 1
    assert learner_on(*given, torch.device("cuda")) == (*given, torch.device("cuda"))  # type: ignore[comparison-overlap]
    assert type(learner_on(*given, CPU)) is Learner


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU, which captures it")
def test_what_cannot_be_captured_is_asked_as_it_is() -> None:
    def ask() -> DenseChoices:
        return DenseChoices(torch.zeros(1, 2), torch.zeros(1))

    with pytest.warns(RuntimeWarning, match="runs without a CUDA graph"):
        assert captured(ask, torch.device("cuda")) is ask


def test_an_opponent_that_is_no_network_decides_on_the_cpu() -> None:
    with pytest.raises(OptionError, match=r"opponent 'mc:8' decides on the CPU: .*champion, net:FILE or policy:RUN"):
        DeviceLearner(DYNASTY, Settings(envs=4, opponent="mc:8", network=CARDS))


def test_a_past_self_plays_along(tmp_path: Path) -> None:
    console = Console(file=io.StringIO())
    past = run.start(nim.GAME, TINY[nim.GAME], run.Goal(steps=30), tmp_path, routine=QUIET, console=console)
    assert past.train()
    settings = replace(TINY[nim.GAME], greedy_share=1.0, opponent=f"policy:{tmp_path}")
    (actor,) = DeviceLearner(nim.GAME, settings).actors
    assert ((actor.players == OPPONENT).sum(dim=1) == 1).all()
    assert list(actor._others) == [OPPONENT]
    seen, mask = actor.tables.shown.observation, actor.tables.shown.action_mask
    theirs = past.learner.network.policy(seen, mask)[0].argmax(dim=1)
    actor.play()
    first = actor.rollout.steps.start
    them = actor.rollout.seat[first] == NOBODY
    assert them.any()
    assert torch.equal(actor.rollout.action[first][them], theirs[them])


def counted(learner: DeviceLearner, rounds: int) -> tuple[int, int]:
    """Play so many rollouts; gives how many decisions were made and how many learned from, each of which has to be one
    of those that were made, once."""
    made, learned, waiting = 0, 0, set()
    marks = iter(range(1, 2**62))
    rollout = learner.rollout
    for _ in range(rounds):
        learner.collect()
        own = rollout.seat[rollout.steps.start :] != NOBODY
        new = [next(marks) for _ in range(int(own.sum()))]
        rollout.action[rollout.steps.start :][own] = torch.tensor(new)  # which travels with a decision
        made += len(new)
        waiting |= set(new)
        found, decisions = learner.judge()
        mine = decisions.at(torch.arange(len(decisions)), CPU).action.tolist()
        assert len(set(mine)) == len(mine)
        assert waiting.issuperset(mine)
        waiting -= set(mine)
        learned += len(mine)
        rollout.carry_over(found)
        kept = rollout.action[: rollout.steps.start][rollout.seat[: rollout.steps.start] != NOBODY]
        assert set(kept.tolist()) == waiting, "an open decision is lost, or carried over twice"
    return made, learned


@pytest.mark.parametrize("game", [nim.GAME, LEDUC], ids=lambda game: game.name)
def test_no_decision_is_lost_or_counted_twice(game: Game) -> None:
    settings = Settings(envs=50, rollout=7, greedy_share=0.0, network={"width": 4})
    made, learned = counted(DeviceLearner(game, settings), 12)
    assert made == 50 * 7 * 12
    assert 0 <= made - learned <= 50 * 2


@pytest.mark.slow
@pytest.mark.parametrize("greedy_share", [0.0, 0.5])
def test_no_decision_of_a_million_is_lost(greedy_share: float) -> None:
    settings = Settings(envs=1000, rollout=25, greedy_share=greedy_share, network={"width": 4})
    made, learned = counted(DeviceLearner(nim.GAME, settings), 40 if greedy_share == 0 else 80)
    assert made >= 1_000_000
    assert made - learned <= 1000 * settings.of_game(nim.GAME).game_options["num_players"]


def test_a_run_is_measured_on_the_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "evaluate", lambda *asked, **more: pytest.fail("measured on the CPU"))
    console = Console(file=io.StringIO(), width=120)
    going = run.start(
        nim.GAME, TINY[nim.GAME], run.Goal(steps=60), tmp_path, routine=run.Routine(games=20), console=console,
        make=lambda *given: DeviceLearner(*given),
    )  # fmt: skip
    assert going.train()
    assert [point.bot for point in going.points] == ["random", "greedy"] * 2
    assert {point.games for point in going.points} == {20}


def test_tables_may_differ_in_their_options() -> None:
    settings = Settings(envs=30, rollout=6, vary=("num_players", "witches"), network=CARDS)
    learner = DeviceLearner(DYNASTY, settings)
    for update in range(2):
        learner.collect()
        learner.learn(update / 2)
    seats = learner.actors[0].tables.seats
    assert sorted(set(seats.tolist())) == list(range(DYNASTY.seats[0], DYNASTY.seats[1] + 1))
    assert not learner.rollout.rewards[:, seats == 2, 2:].any()
    assert (learner.rollout.seat < seats).all()


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        pytest.param(game, kinds, marks=pytest.mark.slow if number and kinds[0] is kinds[1] else ())
        for number, game in enumerate(TINY)
        for kinds in [(Learner, DeviceLearner), (DeviceLearner, Learner), (DeviceLearner, DeviceLearner)]
    ],
    ids=lambda each: getattr(each, "name", None),
)
def test_a_run_goes_on_with_the_other_kind_of_device(
    game: Game, kinds: Sequence[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same games, the same open decisions, the same network; with the same kind of device, bit for bit."""
    monkeypatch.setattr("training.learn.ppo.TABLES", 2)
    settings, console = TINY[game], Console(file=io.StringIO())
    decisions = settings.envs * settings.rollout

    def make(kind: Any) -> Any:
        return lambda game, settings, threads, device: kind(game, settings, threads, device)

    first = run.start(
        game, settings, run.Goal(steps=3 * decisions), tmp_path / "a", routine=QUIET, console=console,
        threads=1, make=make(kinds[0]),
    )  # fmt: skip
    assert first.train()
    goal = run.Goal(steps=6 * decisions)
    going = run.resume(game, tmp_path / "a", goal=goal, routine=QUIET, console=console, threads=1, make=make(kinds[1]))
    assert "start over" not in console.file.getvalue()  # type: ignore[attr-defined]
    one, other = first.learner.content(), going.learner.content()
    for kept, again in zip(one["tables"]["actors"], other["tables"]["actors"], strict=True):
        for name in kept:
            if name != "generator":
                assert torch.equal(kept[name], again[name]), name
    assert all(torch.equal(part, other["rollout"][name]) for name, part in one["rollout"].items())
    assert going.train()
    assert going.learner.progress.decisions == 6 * decisions
    if kinds[0] is kinds[1]:
        whole = kinds[0](game, settings)
        for _ in range(6):
            whole.collect()
            whole.learn(whole.progress.decisions / (3 * decisions) if whole.progress.updates < 3
                        else whole.progress.decisions / (6 * decisions))  # fmt: skip
        same, parts = whole.network.state_dict(), going.learner.network.state_dict()
        assert all(torch.equal(same[name], parts[name]) for name in same)
