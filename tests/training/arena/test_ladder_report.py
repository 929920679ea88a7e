"""Reports: of little, of odd names, in every form."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from dynasty_env.kit.errors import SaveError
from tests.tiny import nim
from training.arena.deals import Deal, Setting, all_deals, play_deal
from training.arena.ladder_file import NAME, LadderFile
from training.arena.ladder_report import CHART, PAIRS, WHOLE, Report, save, show
from training.arena.rating import ratings, shares

SETTING = Setting(nim.GAME, nim.GAME.check_options({"num_players": 3}), 0)
ODD = ["[red]a", "\x1b[2Jb", "$c_1$", "random"]


def report_of(bots: list[str], folder: Path, *, leave_out: int = 0) -> Report:
    """Everybody plays like greedy, whatever the name."""
    file = LadderFile(folder / NAME, SETTING)
    played = play_deal(SETTING, Deal(0, "greedy", "random", 1))
    deals = list(all_deals(bots, 3, 2))
    file.played = dict.fromkeys(deals[: len(deals) - leave_out], played)
    return Report.of(file)


def told(report: Report) -> str:
    console = Console(width=140, file=io.StringIO(), record=True)
    show(report, console)
    return console.export_text()


def test_names_are_told_as_they_are(tmp_path: Path) -> None:
    report = report_of(ODD, tmp_path)
    words = told(report)
    assert "[red]a" in words and "\\x1b[2Jb" in words and "$c_1$" in words and "\x1b[2Jb" not in words
    save(report, tmp_path)
    assert {each["bot"] for each in json.loads((tmp_path / WHOLE).read_text())["ratings"]} == set(ODD)
    with Image.open(tmp_path / CHART) as picture:
        assert picture.format == "PNG" and min(picture.size) > 300
        assert len(set(picture.convert("L").tobytes())) > 20


def test_one_composition_of_one_deal_is_enough(tmp_path: Path) -> None:
    report = report_of(["a", "b"], tmp_path, leave_out=3)
    assert (report.deals, report.games) == (1, 3)
    assert "–" in told(report)
    save(report, tmp_path)
    together, one = csv.DictReader((tmp_path / PAIRS).open())
    assert (together["deals"], one["deals"], one["seats_of_a"]) == ("0", "1", "1")


def test_deals_that_are_all_alike_give_no_interval(tmp_path: Path) -> None:
    """A bootstrap over them has no width, which would look like certainty."""
    report = report_of(["a", "b"], tmp_path)
    assert {rating.low == rating.high for rating in report.ratings} == {True}
    assert told(report).count("none: too few deals, all alike") == 2
    assert told(report_of(["a", "b"], tmp_path / "one", leave_out=3)).count("one deal: none") == 2


def test_a_report_is_what_the_games_say(tmp_path: Path) -> None:
    report = report_of(ODD, tmp_path)
    played = dict.fromkeys(all_deals(ODD, 3, 2), play_deal(SETTING, Deal(0, "greedy", "random", 1)))
    assert report.ratings == ratings(played, 3)
    assert report.shares == shares(played, 3)
    assert report.games == 2 * 6 * 2 * 3


def test_few_deals_are_said_to_give_too_narrow_intervals(tmp_path: Path) -> None:
    report = report_of(ODD, tmp_path)
    warning = "from fewer than 20 deals: these intervals are too narrow"
    assert warning in told(report)
    assert warning not in told(replace(report, deals=20))


def test_the_same_games_give_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        save(report_of(ODD, tmp_path), tmp_path / name)
    for path in (tmp_path / "one").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(SaveError, match=str(tmp_path / "file")):
        save(report_of(["a", "b"], tmp_path), tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"
