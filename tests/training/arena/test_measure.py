"""Measured numbers add up; the command tells and writes them."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.registry import register
from agents.uniform import Random
from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from tests.command_line import dynasty
from tests.games import ALL, brief
from tests.tiny import asking, nim
from tests.training.arena.test_match import First
from training.arena import measure
from training.arena.measure import Report, measure_games
from training.speed.speed import measure_speed

FOUR = {"num_players": 4, "abilities": False, "ask_forced": True}


register("first", lambda game, _: First(), game="nim_v0")  # a game of Nim then has a decision for each stick


def test_nim_is_counted_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three seats take one stick each in turn; the last stick leaves no choice, and wins."""
    games = 30
    monkeypatch.setattr(measure, "ending_of", lambda state: state.chronicle(None)[-1])  # who wins shows there
    report = measure_games(nim.GAME, "first", games=games, seed=1, options={"num_players": 3, "ask_forced": True})
    sticks = [12 + game for game in range(8)]
    assert report.decisions.most in sticks
    assert report.decisions.mean == pytest.approx(report.choices.mean + 1)
    assert report.phases["take"].choices == pytest.approx(report.choices.mean)
    two_or_three = (report.choices.mean - 1) * 3 + 2  # of the choices, the last one is between one stick and two
    assert report.branching == pytest.approx(two_or_three / report.choices.mean)
    assert report.phases["take"].most == 3
    assert report.turns is None
    assert sum(report.endings.values()) == pytest.approx(1)
    assert set(report.endings) <= {f"taker_{seat} takes 1" for seat in range(3)}
    ends = [report.endings.get(f"taker_{seat} takes 1", 0.0) for seat in range(3)]  # seat 0 always begins
    assert [rate.rate for rate in report.order] == pytest.approx(ends)
    assert report.outcomes == {"one": 1.0, "shared": 0.0, "nobody": 0.0}
    assert report.points == {"all seats": pytest.approx(1 / 3), "winners": 1.0}
    assert (report.trait, report.traits, report.parts) == ("", {}, {})


def test_endings_are_counted_whoever_has_brought_them() -> None:
    report = measure_games(nim.GAME, "first", games=9, seed=1, options={"num_players": 3, "ask_forced": True})
    assert report.endings == {"a taker takes 1": 1.0}


def test_forced_decisions_count_only_where_they_are_asked() -> None:
    report = measure_games(nim.GAME, "first", games=5, seed=1, options={"num_players": 3})
    assert report.decisions == report.choices


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_numbers_of_any_game_add_up(game: Game) -> None:
    report = measure_games(game, "random", games=12, seed=3, options={"num_players": game.seats[1], **brief(game)})
    assert report.decisions.mean == pytest.approx(sum(line.decisions for line in report.phases.values()))
    assert report.choices.mean == pytest.approx(sum(line.choices for line in report.phases.values()))
    assert sum(report.endings.values()) == pytest.approx(1)
    assert sum(report.outcomes.values()) == pytest.approx(1)
    assert sum(rate.rate for rate in report.order) == pytest.approx(1 - report.outcomes["nobody"])
    assert list(report.phases) == [name for name in game.phase_names.values() if name in report.phases]


class Writes(First):
    """Writes to whom it asks, and keeps what is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def note(self, decision: Decision, action: int) -> str:
        return "leave me one"

    def listen(self, seat: int, lines: Sequence[str]) -> None:
        self.told += lines


def test_measured_bots_read_each_others_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = [Writes() for _ in range(3)]
    left = iter(bots)
    monkeypatch.setattr(measure, "make_bot", lambda name, game: next(left))
    measure_games(asking.GAME, "writes", games=1, seed=1, options={"num_players": 3})
    assert all(any("leave me one" in line for line in bot.told) for bot in bots)


def test_what_is_measured_of_dynasty_alone() -> None:
    report = measure_games(GAME, "random", games=20, seed=0, options=FOUR)
    assert report.turns is not None
    assert report.phases["setup_king"].decisions == 4
    assert report.phases["setup_deck"].decisions == 12
    assert report.decisions.mean > report.choices.mean
    assert set(report.traits) <= {"yellow", "blue", "red", "green"}
    assert sum(rate.games for rate in report.traits.values()) == 4 * 20
    wins = sum(rate.rate * rate.games for rate in report.traits.values())
    assert wins == pytest.approx(20 * (1 - report.outcomes["nobody"]))
    assert all(sum(parts.values()) == pytest.approx(1) for parts in report.parts.values())
    assert all(line.startswith("the game ends: ") for line in report.endings)


def test_what_is_measured_of_shinsengumi_alone() -> None:
    report = measure_games(SHINSENGUMI, "random", games=20, seed=0, options={"num_players": 4})
    assert report.turns is not None and report.turns.most == 12
    assert set(report.traits) <= {"1", "2", "3", "4", "5"}
    assert set(report.counts) == {"deaths", "players out", "winners' lead in esteem"}
    assert 1 < report.counts["deaths"].mean < 18
    assert report.parts == {}
    assert all(line.startswith("the game ends: ") for line in report.endings)


def test_the_same_seed_plays_the_same_games() -> None:
    def numbers(seed: int) -> tuple[object, ...]:
        report: Report = measure_games(GAME, "greedy", games=2, seed=seed, options=FOUR)
        return report.decisions, report.order, report.parts

    assert numbers(1) == numbers(1) != numbers(2)


def test_speed_of_every_way() -> None:
    paces = measure_speed(nim.GAME, {"num_players": 3}, seconds=0.05)
    assert [way.name for way, _ in paces] == [
        "env", "raw_env", "State", "vec_env, 1 thread", "vec_env, 2 threads", "engine",
    ]  # fmt: skip
    assert all(rate > 0 for _, rate in paces)


def test_no_games_are_refused() -> None:
    with pytest.raises(OptionError, match="games=0"):
        measure_games(nim.GAME, Random.name, games=0, seed=0, options={})


def test_the_command_tells_and_writes(tmp_path: Path) -> None:
    file = tmp_path / "greedy.json"
    words = "measure dynasty_v0 --bots greedy --seats 3 --games 2 --option packs=2 --option abilities=false --json"
    code, told = dynasty(*words.split(), file)
    assert code == 0
    assert "dynasty_v0, 2 games among 3 greedy (packs 2" in told
    written = json.loads(file.read_text(encoding="utf-8"))
    chosen = {"num_players": 3, "packs": 2, "abilities": False, "ask_forced": True}
    assert written["options"] == GAME.check_options(chosen)
    assert len(written["order"]) == 3
    code, told = dynasty("measure", "--games", "1", "--option", "ask_forced=false", "--json", file)
    assert json.loads(file.read_text(encoding="utf-8"))["options"]["ask_forced"] is False


def test_the_command_measures_speed(tmp_path: Path) -> None:
    file = tmp_path / "speed.json"
    code, told = dynasty("measure", "--speed", "--seconds", "0.1", "--json", file)
    assert (code, "decisions/s" in told) == (0, True)
    assert json.loads(file.read_text(encoding="utf-8"))["decisions/s"]["engine"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "there is no game 'chess'"),
        (["--bots", "genius"], "there is no bot 'genius'"),
        (["--seats", "9"], "--seats 9: "),
        (["--option", "luck=1"], "has no option 'luck'"),
        (["--games", "1", "--json", "."], ".: Is a directory"),
    ],
)
def test_errors_are_told_in_a_line(arguments: list[str], message: str) -> None:
    code, told = dynasty("measure", *arguments)
    assert code == 2
    assert message in told
