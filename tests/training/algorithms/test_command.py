"""`dynasty train --algorithm`: a run of it begins, continues, is measured and written like any other."""

from pathlib import Path

import pytest

from tests.command_line import dynasty
from training.learn import checkpoint

SMALL = "--set", "tables=8", "--set", "steps=12", "--set", "width=16"


def test_a_run_from_beginning_to_bot(tmp_path: Path) -> None:
    run, file = str(tmp_path / "run"), str(tmp_path / "network.safetensors")
    begin = "train", "leduc_v0", "--algorithm", "mmd", "--seats", "3", "--seed", "4", "--steps", "200", *SMALL
    code, text = dynasty(*begin, "--evaluate-every", "0", "--out", run)
    assert code == 0 and "leduc_v0: 200 decisions with 2 threads" in text, text
    content = checkpoint.read(Path(run))
    assert (content["algorithm"], content["settings"]["seats"], content["settings"]["seed"]) == ("mmd", 3, 4)
    code, text = dynasty("train", "--resume", "--out", run, "--steps", "400", "--evaluate-every", "0")
    assert code == 0, text
    assert checkpoint.read(Path(run))["progress"]["decisions"] >= 400
    code, text = dynasty("train", "leduc_v0", "--resume", "--out", run)
    assert code == 2 and "has reached its goal" in text
    code, text = dynasty("evaluate", run, "--games", "9")
    assert code == 0 and "of 9 games against 2 random" in text, text
    code, text = dynasty("weights", run, file)
    assert code == 0 and Path(file).is_file(), text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--algorithm", "mmdd"), "there is no algorithm 'mmdd': did you mean 'mmd'?"),
        (("--algorithm", "mmd", "--clip", "0.3", "--width", "8"), "--clip, --width: for --algorithm mmd use --set"),
        (("--algorithm", "mmd", "--set", "temprature=1"), "did you mean temperature?"),
        (("--algorithm", "mmd", "--set", "temperature=-1"), "temperature=-1.0 is out of range: at least 0"),
        (("--set", "temperature=1"), "--set needs --algorithm"),
        (("--algorithm", "mmd", "--resume"), "--resume needs the run folder"),
        (("--algorithm", "maskable_ppo"), "maskable_ppo trains once for a number of decisions: give --steps"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[str, ...], message: str) -> None:
    code, text = dynasty("train", "kuhn_v0", *arguments)
    assert code == 2 and message in text, text


def test_another_algorithms_run_is_not_gone_on_with(tmp_path: Path) -> None:
    begin = "train", "kuhn_v0", "--algorithm", "ppo", "--steps", "50", *SMALL, "--evaluate-every", "0"
    assert dynasty(*begin, "--out", str(tmp_path))[0] == 0
    code, text = dynasty("train", "kuhn_v0", "--algorithm", "mmd", "--resume", "--out", str(tmp_path), "--steps", "500")
    assert code == 2 and "holds a run of ppo" in text, text
    code, text = dynasty(*begin, "--out", str(tmp_path))
    assert code == 2 and "already holds a run" in text, text
