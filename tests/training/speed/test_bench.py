"""`dynasty bench`: what it counts is what was played, its checksums mean something, its files hold what it shows."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import dynasty_env
from dynasty_env.kit.engine import entries
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.game import Game
from tests.command_line import dynasty
from tests.games import ALL
from tests.tiny import cut_in, nim
from training.speed import bench as benchmark
from training.speed import peers
from training.speed.bench import checksums, measured, middle, play_ways, sizes
from training.speed.report import Bench, Line, chart, markdown, rows
from training.speed.speed import Batched, Draws, Effort, Rollout, Way, play_states

every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


def test_a_clock_that_has_not_ticked_is_no_division_by_zero() -> None:
    effort, short = Effort(10, 0, 0.5, 0.25), Effort(10)
    assert (effort.rate, effort.cpu_rate) == (20, 40)
    assert all(np.isfinite(rate) for rate in (short.rate, short.cpu_rate))


def test_batched_play_counts_every_step_of_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    env = VectorEnv(cut_in.GAME, 6)
    play = Batched(env)
    steps, step = [], env.step
    monkeypatch.setattr(env, "step", lambda actions: steps.append(actions.copy()) or step(actions))
    for way in (play.steps, play.loop):
        steps.clear()
        effort = way(0.05)
        assert effort.count == 6 * len(steps) > 0
        assert effort.wall > 0
        assert len({actions.tobytes() for actions in steps}) > 1, "the actions differ from step to step"


def test_a_seat_env_counts_its_bots_decisions() -> None:
    env = SeatVectorEnv(nim.GAME, 4, num_players=4)
    env.reset(seed=0)
    before = env.bot_decisions
    states = [env.state(i) for i in range(4)]
    env.step([0] * 4)
    bots = env.bot_decisions - before
    assert 0 < bots <= 4 * 3 * 2
    assert all(state.seat == seat for state, seat in zip(states, range(4), strict=True))


def test_rollout_counts_its_decisions() -> None:
    roll = Rollout(nim.GAME, {}, 2)
    calls = []
    entry = roll._entry
    roll._entry = lambda *given: calls.append(given[1:4]) or entry(*given)
    effort = roll.steps(0.02)
    assert effort.count == sum((last - first) * steps for first, last, steps in calls)
    assert {first for first, *_ in calls} == {0, 512}, "two threads share the tables"


def test_states_count_choices_among_decisions() -> None:
    effort = play_states(cut_in.GAME, {"ask_forced": True}, 0.05)
    assert 0 < effort.choices < effort.count
    effort = play_states(cut_in.GAME, {}, 0.05)
    assert effort.choices == effort.count, "without ask_forced only real choices are asked"


def test_draws_are_legal_and_uniform() -> None:
    rng = np.random.default_rng(0)
    mask = (rng.random((2000, 9)) < 0.4).astype(np.int8)
    mask[:, 4] = 1
    draws = Draws(2000)
    counts = np.zeros((2000, 9))
    for _ in range(200):
        actions = draws(mask)
        assert (mask[np.arange(2000), actions] == 1).all()
        counts[np.arange(2000), actions] += 1
    expected = mask / mask.sum(axis=1, keepdims=True) * 200
    chosen = mask == 1
    assert (((counts - expected)[chosen] ** 2 / expected[chosen]).sum() / (chosen.sum() - 2000)) < 1.1


def test_the_best_round_counts() -> None:
    efforts = iter([Effort(10, 5, 1.0, 1.0), *(Effort(n, n // 2, 2.0, 1.0) for n in (10, 40, 20, 30, 10))])
    (line,) = measured([Way("way", "timed", lambda seconds: next(efforts))], 1.0, None)
    assert (line.rate, line.cpu_rate, line.choices) == (20.0, 40.0, 0.5)


@every_game
def test_every_interface_has_the_same_checksum(game: Game) -> None:
    found = checksums(game, {}, [1, 2, 3], tables=6, steps=120)
    assert list(found) == ["vec_env, 1 thread", "vec_env, 2 threads", "vec_env, 3 threads", "State"]
    assert len(set(found.values())) == 1
    assert found != checksums(game, {}, [1, 2, 3], tables=6, steps=121)


def test_a_difference_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "_checksum_of_states", lambda *_: "another")
    with pytest.raises(RuntimeError, match="disagree"):
        checksums(nim.GAME, {}, [1], tables=2, steps=3)


@every_game
def test_a_table_in_the_middle_is_in_the_middle(game: Game) -> None:
    state = middle(game, {})
    assert not state.done
    assert state.tables.array.tobytes() != game.new(0, backend="compiled").tables.array.tobytes()


def test_sizes_are_those_of_the_arrays() -> None:
    found = sizes(nim.GAME)
    assert found["table"] == nim.TABLE.itemsize
    assert (found["observation"], found["mask"]) == (2, 3)
    seen = 6 * 2 + 2 + 3 + 1 + 2 * 4 + 1  # final and last observation, mask, seat, rewards of two seats, terminated
    assert found["in a vec_env, ends of games kept"] == nim.TABLE.itemsize + 3 * 6 * 4 + seen


def test_every_way_of_a_small_game_is_timed() -> None:
    ways = play_ways(cut_in.GAME, {"num_players": 3}, [2, 5], [1, 2])
    lines = measured(ways, 0.02, None)
    assert [line.name for line in lines] == [
        "env", "raw_env", "State",
        *["vec_env, 1 thread", "vec_env, 2 threads"] * 2, "vec_env, 1 thread", "vec_env, 1 thread",
        "vec_env, whole loop", "seat_vec_env", "engine, 1 thread", "engine, 2 threads",
        "State.playouts", "State.playouts(seat=…)", "State.clone", "Tables.repeat", "State.hide",
    ]  # fmt: skip
    assert all(line.rate > 0 and line.cpu_rate > 0 for line in lines)
    forced = next(line for line in lines if line.about.get("ask_forced"))
    assert forced.choices is not None
    assert forced.choices < 1


REPORT = Bench(
    game="nim_v0", version="1", options={"num_players": 2}, when="now", machine={}, versions={},
    lines=[
        Line("vec_env, whole loop", "decisions", "draws and step", 900.0, 1000.0, None),
        Line("State", "decisions", "play", 90.0, 100.0, 0.5),
    ],
    checksums={"State": "abc"}, sizes={"table": 1234}, starts={"import": [0.5, 0.25]},
    peers=[
        {"peer": "A", "version": "2", "game": "poker", "way": "loop", "rate": 40.0, "choices": 0.25, "wall_rate": 1.0},
        {"peer": "B", "skipped": "not installed"},
    ],
)  # fmt: skip


def test_peers_are_told_as_ratios_and_what_is_missing_is_said() -> None:
    found = rows(REPORT)["Peers"]
    assert found[1][3] == "1,000"
    assert found[2] == ("A 2", "poker", "loop", "40", "25%", "25.0")
    assert found[3] == ("B", "", "not installed", "–", "–", "–")
    assert rows(REPORT)["Starts"] == [("what", "s", "CPU-s"), ("import", "0.50", "0.25")]
    text = markdown(REPORT)
    assert "| State | play | decisions | 90 | 100 | 50% |" in text
    for block in text.split("\n\n"):
        widths = {line.count("|") for line in block.splitlines() if line.startswith("|")}
        assert len(widths) <= 1, "every row has as many cells as its heading"


def test_a_chart_is_a_picture() -> None:
    pytest.importorskip("matplotlib")
    assert chart(REPORT).startswith(b"\x89PNG")


def test_the_command_writes_what_it_found(tmp_path: Path) -> None:
    few = "--seconds", "0.02", "--tables", "3", "--threads", "1", "--no-start"
    assert dynasty("bench", *few, "--out", tmp_path)[0] == 0
    kept = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert kept["game"] == "dynasty_v0"
    assert {line["name"] for line in kept["lines"]} >= {"env", "State", "engine, 1 thread", "State.clone"}
    assert len(set(kept["checksums"].values())) == 1
    assert "### Rates" in (tmp_path / "bench.md").read_text(encoding="utf-8")
    assert (tmp_path / "bench.png").exists()


@pytest.mark.parametrize("arguments", [["--tables", "0"], ["--threads", "1,two"], ["--tables", ""]], ids=str)
def test_wrong_counts_are_told(arguments: list[str]) -> None:
    code, told = dynasty("bench", *arguments)
    assert (code, "whole numbers" in told) == (2, True)


def test_peers_run_without_this_package_and_say_what_is_missing(tmp_path: Path) -> None:
    """The script is run by an interpreter that may have nothing but the peers."""
    command = [sys.executable, "-I", "-S", peers.__file__, "0.05"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines == [{"peer": peer, "skipped": "not installed"} for peer in peers.PEERS]


def test_a_peer_is_measured_by_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def games(name: str) -> peers.Games:
        if name == "bad":
            raise ValueError("no such game")
        while True:
            yield 2, 1

    monkeypatch.setitem(peers.PEERS, "Ours", ("numpy", games, ("good", "bad"), "loop"))
    good, bad = peers.measure("Ours", 0.05)
    assert good["rate"] > 0
    assert good["choices"] == pytest.approx(0.5, abs=0.01)
    assert bad["skipped"] == "ValueError: no such game"
    assert bad["game"] == "bad"


@pytest.mark.slow
@pytest.mark.parametrize("place", ["dynasty_v0", "tests.tiny.nim:GAME"])
def test_starts_are_measured_in_fresh_processes(place: str) -> None:
    found = benchmark.starts(place)
    wall, cpu = (
        sum(found[f"compile {name}"][n] for name in benchmark.entries_of(dynasty_env.load_game(place))) for n in (0, 1)
    )
    assert found["compile all entries"] == pytest.approx([wall, cpu])
    assert found["import to first vec_env step, warm"][1] < cpu / 4, "nothing is compiled in it"


def test_entries_of_bots_are_compiled_only_where_a_game_has_them() -> None:
    assert set(benchmark.entries_of(dynasty_env.game("dynasty_v0"))) == set(entries.ENTRIES)
    assert set(entries.ENTRIES) - set(benchmark.entries_of(nim.GAME)) == {"advise"}
    without = set(entries.ENTRIES) - set(benchmark.entries_of(cut_in.GAME))
    assert ("greedy_bots" in without) == ("greedy" not in cut_in.GAME.policies)
