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


def test_without_the_expansion_no_event_is_in_play(tmp_path: Path) -> None:
    out = tmp_path / "balance.json"
    answer = CliRunner().invoke(
        app, ["balance", "--games", "4", "--bot", "random", "--option", "witches=false", "--out", str(out)]
    )
    assert answer.exit_code == 0, answer.output
    rows = json.loads(out.read_text(encoding="utf-8"))["things"]
    assert not any(row["games"] for row in rows if row["name"].startswith("event:"))
