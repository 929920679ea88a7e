"""Win rates of a run: kept as it goes on, drawn at the end."""

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tests.tiny import cut_in, nim
from training.arena.match import wilson
from training.compiling import compile_rules
from training.learn import progress, run
from training.learn.progress import Point, point_of
from training.learn.settings import Settings

MEASURED = run.Routine(evaluate_every=1e-9, games=4)
SETTINGS = Settings(seats=2, envs=4, rollout=8, greedy_share=0.0, network={"width": 8})


def some() -> list[Point]:
    return [
        point_of(bot, wilson(won, 40), decisions, decisions / 10)
        for decisions in (0, 600, 1200)
        for bot, won in (("random", 30), ("greedy", 8 + decisions / 100))
    ]


def test_points_come_back_up_to_where_a_run_goes_on(tmp_path: Path) -> None:
    progress.write(tmp_path, some())
    assert progress.read(tmp_path, 1200) == some()
    assert progress.read(tmp_path, 700) == some()[:4]


@pytest.mark.parametrize("content", ["", "a poem\n", "decisions,minutes,bot\n1,2,greedy\n", "\x00"])
def test_a_file_that_is_none_of_ours_has_no_points(tmp_path: Path, content: str) -> None:
    assert progress.read(tmp_path, 10) == []
    (tmp_path / progress.FILE).write_text(content)
    assert progress.read(tmp_path, 10) == []


def test_the_chart_shows_both_rates_and_an_equal_player(monkeypatch: pytest.MonkeyPatch) -> None:
    figure = pytest.importorskip("matplotlib.figure")
    drawn: list[Any] = []
    subplots = figure.Figure.subplots

    def kept(self: Any, *given: Any, **more: Any) -> Any:
        drawn.append(subplots(self, *given, **more))
        return drawn[-1]

    monkeypatch.setattr(figure.Figure, "subplots", kept)
    assert progress.chart(some(), "nim_v0", 4).startswith(b"\x89PNG")
    (axes,) = drawn
    curves = [list(line.get_ydata()) for line in axes.lines]
    assert curves == [[0.75] * 3, [0.2, 0.35, 0.5], [0.25, 0.25]]
    assert [text.get_text() for text in axes.texts] == [
        "against 3 random: 75.0%", "against 3 greedy: 50.0%", "an equal player",
    ]  # fmt: skip


def test_a_run_says_what_to_look_at_and_keeps_what_it_began_with(tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), width=300)
    goal = run.Goal(steps=2 * 32)
    going = run.start(nim.GAME, SETTINGS, goal, tmp_path, threads=1, routine=MEASURED, console=console)
    assert going.train()
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert "what to watch: the win rate against greedy; an equal player wins 50%" in told
    points = progress.read(tmp_path, 64)
    assert [(point.decisions, point.bot) for point in points[:2]] == [(0, "random"), (0, "greedy")]
    assert points[0].minutes == 0
    assert {point.decisions for point in points} == {0, 32, 64}
    assert (tmp_path / progress.CHART).read_bytes().startswith(b"\x89PNG")
    again = run.resume(nim.GAME, tmp_path, goal=run.Goal(steps=96), threads=1, routine=MEASURED, console=console)
    assert again.train()
    assert progress.read(tmp_path, 96)[: len(points)] == points


def test_where_there_is_no_greedy_random_is_what_counts() -> None:
    assert "the win rate against random; an equal player wins 33%" in progress.what_to_look_at(["random"], 3)


def test_what_is_compiled_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []

    class Machine:
        def is_warm(self, name: str) -> bool:
            return name in built or name == "deal"

        def entry(self, name: str) -> None:
            built.append(name)

        def parts_of(self, name: str) -> list[str]:
            return ["part_game_deal"] if name in ("deal", "batch_deal") else []

    machine = Machine()
    monkeypatch.setitem(vars(cut_in.GAME), "compiled", machine)
    console = Console(file=io.StringIO(), width=300)
    for _ in range(2):
        compile_rules(cut_in.GAME, console, ["greedy"])
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert told.count("compiling the rules of cut_in_v0, once on this machine: 8 of 9 pieces") == 1
    assert len(set(built)) == 9
