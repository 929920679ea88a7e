import json
from pathlib import Path

from typer.testing import CliRunner

from dynasty_env.dynasty.material import EVENT_NAMES, Ability
from training.cli import app


def test_every_ability_and_event_has_a_line(tmp_path: Path) -> None:
    out = tmp_path / "balance.json"
    answer = CliRunner().invoke(app, ["balance", "--games", "12", "--bot", "random", "--out", str(out)])
    assert answer.exit_code == 0, answer.output
    found = json.loads(out.read_text(encoding="utf-8"))
    names = [row["name"] for row in found["things"]]
    assert names == [
        *(ability.name.lower().replace("_", " ") for ability in list(Ability)[1:]),
        *(f"event: {name}" for name in EVENT_NAMES),
    ]
    assert any(row["games"] > 0 for row in found["things"])
    assert all(0 <= row["games"] <= 1 and -1 <= row["gain"] <= 1 for row in found["things"])
    assert len(found["seats"]) == 4


def test_a_game_that_names_nothing_to_follow_and_a_file_that_cannot_be_written_are_told_in_a_line() -> None:
    answer = CliRunner().invoke(app, ["balance", "shinsengumi_v0", "--games", "1"])
    assert (answer.exit_code, "shinsengumi_v0 names no abilities or events to follow" in answer.output) == (2, True)
    answer = CliRunner().invoke(app, ["balance", "--games", "1", "--bot", "random", "--out", "/nowhere/b.json"])
    assert (answer.exit_code, "/nowhere/b.json: No such file or directory" in answer.output) == (2, True)


def test_without_the_expansion_no_event_is_in_play(tmp_path: Path) -> None:
    out = tmp_path / "balance.json"
    answer = CliRunner().invoke(
        app, ["balance", "--games", "4", "--bot", "random", "--option", "witches=false", "--out", str(out)]
    )
    assert answer.exit_code == 0, answer.output
    rows = json.loads(out.read_text(encoding="utf-8"))["things"]
    assert not any(row["games"] for row in rows if row["name"].startswith("event:"))
