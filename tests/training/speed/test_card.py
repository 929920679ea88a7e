"""The script for a lent GPU runs whole, in small, and keeps what it has when it is cut."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("numba_cuda")

from training.speed import card

COMMAND = [sys.executable, "-m", "training.speed.card", "--toy", "--game", "dynasty_v0"]
ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_all_of_it_in_small(tmp_path: Path) -> None:
    page = tmp_path / "gpu.md"
    page.write_text(f"before\n{card.BEGIN}old\n{card.END}after\n", encoding="utf-8")
    out = tmp_path / "card.json"
    done = subprocess.run([*COMMAND, "--out", str(out), "--page", str(page)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    found = json.loads(out.read_text(encoding="utf-8"))
    for part in card.PARTS:
        assert not {"failed", "stopped"} & found[part].keys(), found[part]
        assert found[part]["seconds"] >= 0
    assert found["same games"]["dynasty_v0"]["found"]["stepped"]["decisions"] == 90
    assert set(found["rates"]["dynasty_v0"]) == {"3", "5"}
    (way,) = found["trained"]["dynasty_v0"].values()
    assert {"step", "advice", "greedy", "choose", "credit", "collect", "learn"} == way["split_s"].keys()
    assert way["split_s"]["collect"] >= way["split_s"]["choose"] > 0
    assert [row["against greedy"]["games"] for row in found["champion"]["dynasty_v0"].values()] == [8, 8]
    written = page.read_text(encoding="utf-8")
    assert written.startswith("before\n")
    assert written.endswith("after\n")
    assert "old" not in written
    assert "byte-identical to the CPU's games over 210 decisions" in written
    assert "against greedy players" in written
    again = subprocess.run([*COMMAND, "--out", str(out), "--part", "trained"], cwd=ROOT, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr[-3000:]
    added = json.loads(out.read_text(encoding="utf-8"))
    assert added["champion"] == found["champion"]
    assert added["trained"] != found["trained"]


@pytest.mark.slow
def test_what_was_measured_is_kept_when_it_is_cut(tmp_path: Path) -> None:
    out = tmp_path / "card.json"
    with subprocess.Popen([*COMMAND, "--out", str(out)], cwd=ROOT, stdout=subprocess.DEVNULL) as process:
        begun = time.monotonic()
        while not out.is_file() and time.monotonic() - begun < 120:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["cut"] is True
    assert found["about"]["games"] == ["dynasty_v0"]
    assert "champion" not in found


def test_a_part_ends_when_its_time_is_over_and_what_fails_stops_no_other(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGALRM)

    def over(*given: object) -> None:
        raise card.Over

    def fail() -> None:
        raise ValueError("a fault")

    signal.signal(signal.SIGALRM, over)
    try:
        sheet = card.Sheet(tmp_path / "card.json", 20)
        with sheet.part("long", 0.05):
            sheet.note(1, "long", "first")
            time.sleep(5)
        with sheet.part("wrong", 5):
            fail()
        with sheet.part("right", 5):
            sheet.note(2, "right", "it")
    finally:
        signal.signal(signal.SIGALRM, before)
    found = json.loads((tmp_path / "card.json").read_text(encoding="utf-8"))
    assert found["long"]["first"] == 1
    assert found["long"]["seconds"] < 2
    assert "unfinished" in found["long"]["stopped"]
    assert found["wrong"]["failed"] == "ValueError: a fault"
    assert found["right"]["it"] == 2
    assert "failed" not in found["right"]
    kernel = {"seconds": 3.5, "registers": 48, "private_bytes": 1024, "occupancy": 42 / 64}
    found["bots"] = {"leduc_v0": {"advise_all": kernel}, "seconds": 4.0}
    told = card.page_of(found | {"about": {"device": "d", "date": "", "torch": "", "numba-cuda": ""}})
    assert "Not all of it was done: long: ended after its 0.05 s, unfinished; wrong: ValueError: a fault." in told
    assert "| leduc_v0 | advise_all | 48 | 1,024 | 66% | 3.5 |" in told


@pytest.mark.parametrize(("registers", "part"), [(32, 1.0), (48, 42 / 64), (128, 0.25), (255, 0.125)])
def test_registers_leave_room_for_so_many_warps(registers: int, part: float) -> None:
    assert card.occupancy(registers) == part


def test_a_part_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="--part rate: there are same games, bots, rates, trained, champion"):
        card.main(tmp_path / "card.json", part=["rates", "rate"])


def test_the_parts_take_eight_minutes_at_most() -> None:
    assert card.WHOLE.whole == 480
    sheet = card.Sheet(Path("never written"), card.WHOLE.whole)
    assert 479 < sheet.left <= 480
    assert card.WHOLE.budgets[-1] >= card.WHOLE.training + 30
    assert os.access(ROOT / "training/speed/card_wheels.sh", os.X_OK)
