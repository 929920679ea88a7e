"""Rows of somebody else's: packed, played again, and refused where they do not come out."""

import base64
import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from agents.network.player import champion_file
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.files.origin import package_version
from tests.command_line import dynasty
from training.arena.deals import hash_of
from training.benchmark import atlas, submission
from training.benchmark.playing import kept
from training.benchmark.playing.values import value_of, weights_of
from training.benchmark.run import Bench
from training.benchmark.suites import suite
from training.benchmark.suites.suite import newest, suite_of

MINE = """
from pathlib import Path

def learn(game, options, decisions, seed, folder):
    return str(Path(__file__).with_name("bot.py")) + ":Last"

learn.settings = {"place": -1, "network": "none", "legal_only": True}
"""
BOT = """
class Last:
    name = "last"
    def reset(self, seed): pass
    def act(self, decision): return int(decision.legal[-1])
"""
TASK = "figures-2"


def call(*arguments: str) -> str:
    return dynasty("benchmark", *arguments)[1]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A submission of one task of a small suite, by a learner in a file."""
    folder = tmp_path_factory.mktemp("mine")
    whole = suite_of(newest())
    small = replace(whole, tasks=(whole.task(TASK),))
    (folder / "mine.py").write_text(MINE)
    (folder / "bot.py").write_text(BOT)
    plan = atlas.Plan(small.tasks, [f"{folder}/mine.py:learn"], 10, 1, folder / "out")
    with pytest.raises(OptionError, match="1 run has not been trained yet"):
        submission.pack(plan, small, folder / "mine.json", "Ada", "the last legal action", Console())

    atlas.run(plan, Bench(folder, deals=1), Console())
    for by, about, option in (("", "", "--by"), ("Ada|", "", "--by"), ("Ada", "two\nlines", "--about")):
        with pytest.raises(OptionError, match=option):
            submission.pack(plan, small, folder / "mine.json", by, about, Console())
    console = Console(record=True, width=200)
    submission.pack(plan, small, folder / "mine.json", "Ada", "the last legal action", console)
    (folder / "printed.txt").write_text(console.export_text())
    return folder / "mine.json"


def test_a_submission_comes_out_and_joins_the_table(packed: Path, tmp_path: Path) -> None:
    text = call("--submit", str(packed), "--out", str(tmp_path))
    assert "1 run matches its claim" in text
    assert "1 seed, 1 deal; a full row has" in text and "the last legal action" in text
    (row,) = atlas.rows_in(tmp_path / atlas.FILE)
    claimed = json.loads(packed.read_text())["runs"][0]
    assert (row.task, row.learner, row.track, row.deals) == (TASK, "mine.py:learn (Ada)", atlas.OWN, 1)
    assert row.score == claimed["score"] and row.against == claimed["against"]
    assert row.about == "the last legal action"
    assert row.settings == {"place": -1, "network": "none", "legal_only": True}
    assert "the last legal action: place -1, network none, legal_only True" in " ".join(text.split())
    own = atlas.rows_in(packed.parent / "out" / atlas.FILE)[0]
    assert row.score == pytest.approx(own.score, abs=0.25), "the same games, but for the copies that measure luck"
    assert "1 seed, 1 deal: the table will mark this row" in (packed.parent / "printed.txt").read_text()


@pytest.mark.parametrize("more", [0.001, 0.003, -0.003])
def test_where_luck_changes_the_score_both_numbers_are_printed(
    more: float, packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own,) = atlas.rows_in(packed.parent / "out" / atlas.FILE)
    none = np.zeros(0, np.int64)
    monkeypatch.setattr(submission, "record", lambda *_: (None, submission.Actions(none, none)))
    monkeypatch.setattr(atlas, "measured", lambda *_: {"score": own.score + more})
    whole, console = suite_of(newest()), Console(record=True, width=200)
    plan = atlas.Plan([whole.task(TASK)], [own.learner], 10, 1, packed.parent / "out")
    submission.pack(plan, whole, tmp_path / "mine.json", "Ada", "", console)
    both = f"{TASK}, seed 1: score {own.score + more:.4f} in the file, {own.score:.4f} in atlas.json: the same games"
    assert (both in console.export_text()) == (abs(more) > submission.AGREES)


def test_a_submitted_row_names_the_rules_as_all_rows_do(packed: Path, tmp_path: Path) -> None:
    _, (claim,) = submission.read(packed)
    game = suite_of(newest()).task(TASK).game
    assert claim.entry.rules == game.rules_digest != game.opponents_digest
    older = replace(claim.entry, rules=game.opponents_digest)
    atlas.save(older, tmp_path / atlas.FILE)
    assert atlas.rows_in(tmp_path / atlas.FILE) == [older], "rows of earlier versions are read as they are"
    call("--submit", str(packed), "--out", str(tmp_path))
    (row,) = atlas.rows_in(tmp_path / atlas.FILE)
    assert row.rules == game.rules_digest


def test_runs_of_several_tracks_are_not_packed(packed: Path, tmp_path: Path) -> None:
    whole = suite_of(newest())
    (row,) = atlas.rows_in(packed.parent / "out" / atlas.FILE)
    for each in (row, replace(row, seed=2, track="with a dataset")):
        atlas.save(each, tmp_path / atlas.FILE)
    plan = atlas.Plan([whole.task(TASK)], [row.learner], 10, 2, tmp_path)
    with pytest.raises(OptionError, match=r"several tracks \(function of one's own, with a dataset\).*--track"):
        submission.pack(plan, whole, tmp_path / "mine.json", "Ada", "", Console())


def _actions(change: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    def apply(run: dict[str, Any]) -> None:
        numbers = np.frombuffer(zlib.decompress(base64.b64decode(run["actions"])), "<u2")
        run["actions"] = base64.b64encode(zlib.compress(change(numbers.copy()).tobytes())).decode()

    return apply


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda run: run.update(score=run["score"] + 0.01), "its games give a score of"),
        (_actions(lambda numbers: numbers[::-1]), "do not fit the game: rejected"),
        (_actions(lambda numbers: np.where(numbers == numbers, 60_000, 0).astype("<u2")), "do not fit the game"),
        (_actions(lambda numbers: numbers[:-1]), "as many actions as they count"),
        (_actions(lambda numbers: np.zeros(40_000_002, "<u2")), "20,000,000 two-byte whole numbers"),
        (lambda run: run.update(actions="?"), "numbers are expected, packed with zlib and base64"),
        (lambda run: run.update(task="chess"), f"{newest()} has no task 'chess'"),
        (lambda run: run.update(deals=10**9), "a whole number 1 … 1000 is expected"),
        (lambda run: run.update(against={"random": 1.0}), "a number against each of random, greedy"),
        (lambda run: run.update(bot="x"), "there is no field 'bot'"),
    ],
)  # fmt: skip
def test_what_does_not_come_out_is_refused(
    change: Callable[[dict[str, Any]], None], message: str, packed: Path, tmp_path: Path
) -> None:
    content = json.loads(packed.read_text())
    change(content["runs"][0])
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(content))
    assert message in call("--submit", str(file), "--out", str(tmp_path / "table"))
    assert not (tmp_path / "table").exists(), "nothing is added"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("suite", "benchmark-0", "there is no frozen benchmark 'benchmark-0'; there is benchmark-1"),
        ("learner", "x" * 201, "a text of at most 200 printable characters"),
        ("by", "\x1b[2J", "a text of at most 200 printable characters"),
        ("learner", "x` | bot | 30 | 99.9%", r"none of them in `\|"),
        ("by", "Ada | 99.9%", r"none of them in `\|"),
        ("track", "magic", "track"),
        ("rules", {"figures_v0": "0" * 12}, r"rules\.figures_v0: the games have other rules \('0{12}'\) than those of"),
        ("rules", {}, "the field 'figures_v0' is missing"),
        ("settings", {"x": [1]}, r"settings\.x: a number is expected, not \[1\]"),
        ("settings", {"x": "1 | 2"}, r"none of them in `\|"),
        ("settings", {"x\n": 1}, "settings: the name .*: a text of at most 200 printable"),
        ("settings", {str(n): n for n in range(51)}, "at most 50 settings"),
        ("runs", [], "at least one run is expected, each with a different task"),
        ("format", "other", "'dynasty-env submission 1' is expected"),
    ],
)
def test_a_broken_file_says_what_is_wrong(name: str, value: object, message: str, packed: Path, tmp_path: Path) -> None:
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(json.loads(packed.read_text()) | {name: value}))
    with pytest.raises((SaveError, OptionError), match=message):
        submission.read(file)


@pytest.mark.parametrize("most", ["MOST_ACTIONS", "MOST_IN_ALL"])
def test_a_file_with_too_many_actions_is_refused(most: str, packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submission, most, 1)
    with pytest.raises(SaveError, match="are the maximum"):
        submission.read(packed)


def test_the_frozen_benchmark_is_playable_by_this_version() -> None:
    """The newest; each one's champions are there. The error says what to do; ``--keep GAME`` keeps a champion that
    goes."""
    suite_of(newest()).check()
    for name in suite.suites():
        found = suite_of(name)
        for task in found.tasks:
            assert kept.frozen_file(task.game, found.champions[task.of]).is_file()
            assert task.deals > 0 and set(task.opponents) >= {"random", "greedy"}


def test_a_champion_that_has_given_way_is_still_met(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = suite_of(newest())
    task = found.task("shinsengumi-4")
    own = champion_file(task.game)
    digest = hash_of(own)
    assert "champion" in task.opponents and weights_of(task.name) is not None
    kept_there = tmp_path / "champions"
    kept_there.mkdir()
    (kept_there / f"{task.of}-{digest}.safetensors").write_bytes(own.read_bytes())
    other = tmp_path / "new.safetensors"
    other.write_bytes(b"another champion")
    for module in (suite, kept):
        monkeypatch.setattr(module, "champion_file", lambda game: other)
    with pytest.raises(OptionError, match="there is no champion of shinsengumi_v0 with this hash"):
        kept.frozen_file(task.game, digest)
    assert value_of(task.name, task.of) is None
    monkeypatch.setattr(kept, "CHAMPIONS", kept_there)
    assert value_of(task.name, task.of) is not None, "what was fitted to it is judged by it"
    again = suite_of(newest()).task("shinsengumi-4")
    assert again.opponents == ["random", "greedy", f"frozen:{digest}"]
    assert suite.frozen(task.game, digest).name.startswith("net:")
    with pytest.raises(OptionError, match="32 hexadecimal digits"):
        kept.frozen_file(task.game, "../../x")


@pytest.mark.parametrize(
    ("version", "names", "remedy"),
    [
        ("0.9.0", [1, 2], "play it with dynasty-env 0.9.0"),
        (package_version(), [1, 2], "play benchmark-2"),
        (package_version(), [1], r"suites benchmark-1 --same-games if .* another: .*\.suites benchmark-2"),
    ],
)
def test_other_rules_are_refused(
    version: str, names: list[int], remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = replace(suite_of("benchmark-1"), version=version)
    for number in names:
        (tmp_path / f"benchmark-{number}.json").touch()
    monkeypatch.setattr(suite, "FOLDER", tmp_path)
    with pytest.raises(OptionError, match=rf"has other rules of dynasty_v0 .*: .*{remedy}$"):
        replace(found, rules={**found.rules, "dynasty_v0": ("0" * 12,)}).check()


def test_the_newest_benchmark_is_the_one_with_the_highest_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "FOLDER", tmp_path)
    for number in (10, 9, 1):
        (tmp_path / f"benchmark-{number}.json").touch()
    assert newest() == "benchmark-10"


def test_a_frozen_benchmark_has_its_own_options() -> None:
    assert "omit --option and --seats" in call(newest(), "--seats", "2")
