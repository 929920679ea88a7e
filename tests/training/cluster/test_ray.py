"""A Ray cluster of this machine's processes: what is killed is replaced, and nothing but a rollout is lost.

`pytest -m ray`, where the extra `ray` is installed.
"""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dynasty_env.kit.errors import DynastyEnvError, OptionError
from dynasty_env.kit.game import Game
from tests.test_silence import NIM, check, told
from tests.tiny import nim
from tests.training.cluster import players
from tests.waiting import until
from training.arena.deals import Setting, all_deals, play_deal
from training.arena.ladder import play_ladder
from training.arena.ladder_file import NAME, LadderFile
from training.benchmark.playing.play import Protocol
from training.benchmark.run import Bench, opened
from training.benchmark.tasks import Task
from training.cluster import crew as crew_module
from training.cluster.crew import RayCrew
from training.cluster.player import Orders, weights_of
from training.cluster.tasks import spread
from training.cluster.train import on_ray
from training.learn import checkpoint, run
from training.learn.network import for_game
from training.learn.ppo import Learner
from training.learn.settings import Settings

pytestmark = [pytest.mark.ray, pytest.mark.filterwarnings("ignore")]
ROOT = Path(__file__).resolve().parents[3]
SETTINGS = Settings(seats=2, envs=64, rollout=16, minibatch=512, greedy_share=0.0, network={"width": 16})
STEP = SETTINGS.envs * SETTINGS.rollout
QUIET = run.Routine(checkpoint_every=0.0, evaluate_every=0)


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    import ray

    os.environ["PYTHONPATH"] = str(ROOT)  # the workers' too
    ray.init("local", num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield ray
    ray.shutdown()


class Nim(Task):
    """A task of the tiny game."""

    @property
    def game(self) -> Game:
        return nim.GAME


def crew_of(ray: Any, actors: int, told: list[str] | None = None, settings: Settings = SETTINGS) -> RayCrew:
    tell = (told if told is not None else []).append
    crew = RayCrew(ray, nim.GAME, settings, actors, ready=1, salt=0, tell=tell)
    crew.publish(Orders(0), weights_of(for_game(nim.GAME, **settings.network)))
    return crew


def test_two_actors_train_to_the_goal_and_what_comes_of_it_is_a_run_like_any_other(ray: Any, tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=200)
    with on_ray("local", 2, console=console) as make:
        going = run.start(
            nim.GAME, SETTINGS, run.Goal(steps=5 * STEP), tmp_path, threads=1, routine=QUIET, console=console, make=make
        )
        assert going.train()
        assert isinstance(going.learner.crew, RayCrew)
        pids = {place.about.pid for place in going.learner.crew.places if place.about}
        assert 1 <= len(pids) <= 2  # on a busy machine the second one may come late
        assert os.getpid() not in pids
    content = checkpoint.read(tmp_path, nim.GAME)
    assert content["progress"]["decisions"] == 5 * STEP
    here = run.resume(
        nim.GAME, tmp_path, goal=run.Goal(steps=6 * STEP), threads=1, routine=QUIET, console=Console(quiet=True)
    )
    assert type(here.learner) is Learner
    assert here.train()


def test_an_actor_that_is_killed_costs_its_rollout_and_the_run_goes_on(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    look = RayCrew._look

    def kill(self: RayCrew, seconds: float) -> None:
        first = self.places[0]
        if self.played >= 3 and not killed and first.about and first.plays:
            os.kill(first.about.pid, signal.SIGKILL)
            killed.append(first.about.pid)
        look(self, seconds)

    monkeypatch.setattr(RayCrew, "_look", kill)
    console = Console(file=io.StringIO(), width=300)
    with on_ray("local", 2, 1, console=console) as make:
        given = {"threads": 1, "routine": QUIET, "console": console, "make": make}
        going = run.start(nim.GAME, SETTINGS, run.Goal(steps=20 * STEP), tmp_path, **given)
        assert going.train()
        crew = going.learner.crew
        assert isinstance(crew, RayCrew)
        assert len(killed) == 1
        assert crew.lost == 1
        assert crew.places[0].births == 2
        assert going.learner.progress.decisions == going.learner.progress.updates * STEP // 2 >= 20 * STEP
    told = " ".join(console.file.getvalue().split())  # type: ignore[attr-defined]
    assert "has died, its rollout is lost; a new one replaces it" in told


def test_who_takes_its_place_plays_other_games(ray: Any) -> None:
    told: list[str] = []
    crew = crew_of(ray, 2, told)
    crew.wait_for(2)
    seen = [parcel.decisions["observation"].tobytes() for parcel in crew.take(2)]
    for place in crew.places:
        assert place.about is not None
        os.kill(place.about.pid, signal.SIGKILL)
    later = [parcel.decisions["observation"].tobytes() for parcel in crew.take(4)]
    assert len({*seen, *later}) == 6
    assert [place.births for place in crew.places] == [2, 2]
    assert len([each for each in told if "has died" in each]) == 2
    crew.close()


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (players.Mortal, r"actor \d on .* has died 3 times before it finished a rollout"),
        (players.Foreign, r"has other rules of nim_v0 \(its actions differ"),
        (players.Wrong, "seats=9 is out of range"),
    ],
)
def test_what_would_happen_again_and_again_ends_the_run(
    ray: Any, player: type[Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew_module, "Player", player)
    crew = crew_of(ray, 1)
    with pytest.raises(DynastyEnvError, match=message):
        crew.take(1)
    crew.close()


def test_actors_without_a_core_wait_for_one_and_that_is_told(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew_module, "PATIENCE", 0.0)
    told: list[str] = []
    crew = crew_of(ray, 4, told, replace(SETTINGS, envs=8))
    crew.wait_for(3)
    assert len(crew.take(6)) == 6
    assert crew.account()["actors"] == 3
    assert any("actors are starting; each needs a core (the cluster has 3)" in each for each in told)
    crew.close()


def test_a_machine_that_is_lost_costs_a_rollout_and_its_actor_waits_for_another() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.training.cluster.nodes"], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["alone"]["actors"] == 1
    assert found["after"]["actors"] == 2
    assert found["after"]["rollouts lost"] <= 1
    assert found["births"] == [1, 2]
    assert len([each for each in found["told"] if "has died" in each]) == 1


def test_more_actors_than_tables(ray: Any) -> None:
    with pytest.raises(OptionError, match="actors=65 is out of range: 1 … 64"):
        crew_of(ray, 65)


ENDS = ("ray::Player", "raylet/raylet", "gcs/gcs_server")

LEARNER = """
import sys
from pathlib import Path
from rich.console import Console
from tests.training.cluster.test_ray import QUIET, SETTINGS
from tests.test_silence import NIM, check, told
from tests.tiny import nim
from training.cluster.train import on_ray
from training.learn import run

with on_ray("local", 2) as make:
    run.start(nim.GAME, SETTINGS, run.Goal(minutes=60), Path(sys.argv[1]), threads=1, routine=QUIET,
              console=Console(quiet=True), make=make).train()
"""


def actors_of(process: subprocess.Popen[bytes]) -> list[int]:
    """The actors of a cluster that this process has begun, and those who run it; Ray's watchers end a minute later."""
    found = subprocess.run(["ps", "-ewwo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in found.splitlines()[1:]]
    family = {process.pid}
    for _ in rows:
        family |= {int(pid) for pid, parent, _ in rows if int(parent) in family}
    return [int(pid) for pid, _, what in rows if int(pid) in family and any(name in what for name in ENDS)]


def test_the_learner_that_is_killed_goes_on_from_its_checkpoint(ray: Any, tmp_path: Path) -> None:
    """SIGKILL: its cluster ends with it, and the run is resumed on another one."""
    process = subprocess.Popen([sys.executable, "-c", LEARNER, tmp_path], cwd=ROOT)
    try:
        until(lambda: (tmp_path / checkpoint.FILE).exists(), 60)
        began = checkpoint.read(tmp_path, nim.GAME)["progress"]["updates"]
        until(lambda: checkpoint.read(tmp_path, nim.GAME)["progress"]["updates"] > began, 60)
        theirs = actors_of(process)
        assert len(theirs) == 4
    finally:
        process.kill()
        process.wait()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in theirs), 30)
    kept = checkpoint.read(tmp_path, nim.GAME)["progress"]["decisions"]
    assert kept > 0
    goal = run.Goal(steps=kept + 4 * STEP)
    with on_ray("local", 2) as make:
        going = run.resume(
            nim.GAME, tmp_path, goal=goal, threads=1, routine=QUIET, console=Console(quiet=True), make=make
        )
        assert going.learner.progress.decisions == kept
        assert going.train()
    assert checkpoint.read(tmp_path, nim.GAME)["progress"]["decisions"] == kept + 4 * STEP


def test_a_ladder_on_a_cluster_finds_what_one_process_finds(ray: Any, tmp_path: Path) -> None:
    bots = ["random", "greedy"]
    setting = Setting(nim.GAME, nim.GAME.check_options({"num_players": 3}), 0)
    files = {}
    for name, given in (("here", {}), ("there", {"ray": "local"})):
        file = LadderFile(tmp_path / name / NAME, setting)
        play_ladder(file, bots, 3, **given)  # type: ignore[arg-type]
        assert file.played == {deal: play_deal(setting, deal) for deal in all_deals(bots, 3, 3)}
        files[name] = sorted((tmp_path / name / NAME).read_bytes().splitlines())
    assert files["here"] == files["there"]


def test_a_task_of_the_benchmark_on_a_cluster_finds_what_one_process_finds(ray: Any, tmp_path: Path) -> None:
    task = Nim("nim-3", "nim_v0", 2, {"num_players": 3})
    files = []
    for name, given in (("here", {}), ("there", {"ray": "local"})):
        file = opened(tmp_path / name, task.setting(1, Protocol(coupled=False, redraws=0)))
        Bench(tmp_path, deals=3, **given).play(task, file, ["random"])  # type: ignore[arg-type]
        assert len(file.played) == 6
        files.append(sorted(file.path.read_bytes().splitlines()))
    assert files[0] == files[1]


def test_a_piece_whose_process_dies_is_begun_again(ray: Any, tmp_path: Path) -> None:
    found = dict(spread("local", players.die_once, str(tmp_path), range(6)))
    assert found == {piece: piece * piece for piece in range(6)}
    assert (tmp_path / "died").exists()


def test_what_work_raises_is_raised_here(ray: Any) -> None:
    with pytest.raises(OptionError, match="nothing cannot be shared"):
        list(spread("local", players.halve, 1, [0]))
    with pytest.raises(DynastyEnvError, match="on the cluster: ZeroDivisionError: division by zero"):
        list(spread("local", players.wild, 1, [0]))


def test_stopped_work_leaves_nothing_behind(ray: Any) -> None:
    going = spread("local", players.halve, 6, [1, 2, 3, 4, 5, 6, 7])
    assert next(going)[1] in {6.0, 3.0, 2.0, 1.5, 1.2, 1.0, 6 / 7}
    going.close()
    assert dict(spread("local", players.halve, 6, [1, 2])) == {1: 6.0, 2: 3.0}


def test_training_on_a_cluster_is_not_silent(tmp_path: Path) -> None:
    """From the cluster's start over actors that compile to the last measurement."""
    found = told(
        tmp_path, "train", NIM, "--ray", "local", "--actors", "2", "--minutes", "0.1", "--games", "20", "--out", "run",
        "--threads", "1",
    )  # fmt: skip
    check(found)
    assert "joining the Ray cluster" in found.text and "starting 2 actors" in found.text
