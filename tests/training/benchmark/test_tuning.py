"""Tuning: as many settings for everybody, drawn from one space, and a file that the commands read."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.game import Game
from tests.command_line import dynasty
from training.algorithms import tuned
from training.algorithms.registry import ALGORITHMS, algorithm
from training.benchmark import learners, tasks, tuning
from training.benchmark.tuning import LONGER, SPACE, Tried, Tuning, best, draws, finalists, written


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_is_drawn_as_many_settings(name: str) -> None:
    found = draws(name)
    assert len(found) == tuning.DRAWS and found[0] == {}, "the defaults first"
    assert found == draws(name), "the same for everybody"
    drawn = algorithm(name).settings_class.__dataclass_fields__.keys() & SPACE.keys()
    assert len(drawn) >= 2
    for settings in found[1:]:
        assert settings.keys() == drawn
        algorithm(name).settings_class(**settings)  # all of them are in range
        for key, value in settings.items():
            if SPACE[key].high:
                assert SPACE[key].low <= value <= SPACE[key].high
    assert len({str(settings) for settings in found}) == len(found)


def test_tuning_tasks_are_none_of_the_benchmark() -> None:
    played = {(task.of, task.options["num_players"]) for task in tasks.TASKS.values()}
    assert not played & {(task.of, task.options["num_players"]) for task in tasks.TUNING_TASKS}


def test_the_best_mean_is_chosen_and_of_equal_ones_the_first() -> None:
    same = [Tried({}, {"a": 0.2, "b": 0.4}), Tried({"epochs": 2}, {"a": 0.5, "b": 0.1})]
    assert best(same) is same[0]
    assert best([*same, Tried({"epochs": 4}, {"a": 0.3, "b": 0.4})]).settings == {"epochs": 4}


def test_the_best_and_the_defaults_train_for_longer() -> None:
    scores = [0.1, 0.4, 0.2, 0.5, 0.3]
    assert finalists([Tried({}, {"a": score}) for score in scores]) == [0, 1, 3]
    assert finalists([Tried({}, {"a": score}) for score in reversed(scores)]) == [0, 1, 3]
    assert finalists([Tried({}, {"a": 0.5})] * 4) == [0, 1]


def test_what_has_been_tried_is_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = algorithm("ppo")
    trained: list[tuple[str, int, int]] = []

    def train(game: Game, settings: Any, decisions: int, folder: Path) -> str:
        trained.append((game.name, settings.seats, decisions))
        assert settings.of_game(game).game_options["num_players"] == settings.seats
        return "random"

    monkeypatch.setattr(kind, "train", train)
    limit = 3

    def measure(task: Any, bot: str, folder: Path) -> float:
        if len(trained) > limit:
            raise KeyboardInterrupt
        return 0.1 * len(trained)

    tuning = Tuning("ppo", tmp_path, measure, Console())
    with pytest.raises(KeyboardInterrupt):
        tuning.run(2, 100)
    limit = 99
    first, second = tuning.run(2, 100)
    kingdoms, shinsengumi = ("kingdoms_v0", 3), ("shinsengumi_v0", 2)
    assert trained == [
        *((*task, 100) for task in (kingdoms, shinsengumi, kingdoms, shinsengumi, shinsengumi)),
        *((*task, 100 * LONGER) for task in (kingdoms, shinsengumi) * 2),
    ]
    assert first[0].scores == pytest.approx({"kingdoms-3": 0.1, "shinsengumi-2": 0.2})
    assert second.keys() == {0, 1} and second[1].scores == pytest.approx({"kingdoms-3": 0.8, "shinsengumi-2": 0.9})
    assert tuning.run(2, 100) == (first, second) and len(trained) == 9
    few = Tuning("ppo", tmp_path, lambda *_: 0.7, Console(), deals=1)
    assert few.run(2, 100)[0][0].scores == {"kingdoms-3": 0.7, "shinsengumi-2": 0.7}, "measured with other deals"
    assert tuning.run(2, 100) == (first, second)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda patch, _: patch.setattr(tuning, "SEED", 1), r"1-kingdoms-3 holds a run with learning_rate [\d.]+, not"),
        (lambda patch, _: patch.setattr(tuning, "SPACE", {"epochs": SPACE["epochs"]}), "with learning_rate"),
        (lambda _, folder: rewritten(folder / "0-kingdoms-3" / tuning.TRIAL, rules="abc"), "rules 'abc', not"),
        (lambda _, folder: (folder / "1-shinsengumi-2" / tuning.TRIAL).unlink(), "does not say its settings"),
    ],
)
def test_runs_of_other_settings_are_not_continued(
    change: Callable[[Any, Path], object], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained: list[Path] = []

    def train(_game: Game, _settings: Any, _decisions: int, folder: Path) -> str:
        (folder / "checkpoint.pt").touch()
        trained.append(folder)
        if len(trained) == 4:
            raise KeyboardInterrupt
        return "random"

    monkeypatch.setattr(algorithm("ppo"), "train", train)
    trials = Tuning("ppo", tmp_path, lambda *_: 0.5, Console())
    with pytest.raises(KeyboardInterrupt):
        trials.run(2, 100)
    change(monkeypatch, tmp_path / "ppo-100")
    with pytest.raises(SaveError, match=f"{says}.*: choose another --out"):
        trials.run(2, 100)
    assert len(trained) == 4


def rewritten(file: Path, **fields: object) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | fields))


def test_the_file_is_read_by_those_who_train(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuned, "FOLDERS", (tmp_path,))
    assert tuned.tuned("ppo") == {}
    chosen = Tried({"learning_rate": 0.002, "epochs": 4}, {"kingdoms-3": 0.5, "shinsengumi-2": 0.25})
    defaults = Tried({}, {"kingdoms-3": 0.1, "shinsengumi-2": 0.1})
    ahead_early = Tried({"epochs": 1}, {"kingdoms-3": 0.6, "shinsengumi-2": 0.6})
    text = written("ppo", [defaults, chosen, ahead_early], {0: defaults, 1: chosen}, 500)
    assert tomllib.loads(text)["about"] | {"score": 0.375, "decisions": 500 * LONGER} == tomllib.loads(text)["about"]
    assert "# 0.100  0.100  defaults" in text and '# 0.600         {"epochs": 1}' in text
    (tmp_path / "ppo.toml").write_text(text, encoding="utf-8")
    assert tuned.tuned("ppo") == chosen.settings
    met: list[Any] = []
    monkeypatch.setattr(algorithm("ppo"), "train", lambda game, settings, *_: met.append(settings) or "random")
    learners.learner_of("ppo")(tasks.TUNING_TASKS[0].game, {"num_players": 3}, 10, 7, tmp_path)
    assert (met[0].learning_rate, met[0].epochs, met[0].seed, met[0].seats) == (0.002, 4, 7, 3)
    (tmp_path / "ppo.toml").write_text("learning_rate = 1", encoding="utf-8")
    with pytest.raises(SaveError, match="holds no settings"):
        tuned.tuned("ppo")


def test_settings_are_used_only_where_they_are_adopted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    adopted, out = tmp_path / "settings", tmp_path / "out"
    adopted.mkdir()
    monkeypatch.setattr(tuned, "FOLDERS", (adopted,))
    chosen = Tried({"epochs": 4}, {"kingdoms-3": 0.5, "shinsengumi-2": 0.25})

    def tune(draws: int, decisions: int, *others: str) -> str:
        tried = [chosen] * draws
        monkeypatch.setattr(Tuning, "run", lambda *_: (tried, dict(enumerate(tried))))
        code, text = dynasty(
            "tune", "ppo", "--draws", str(draws), "--decisions", str(decisions), "--out", str(out), *others
        )
        assert code == 0, text
        return text

    assert "37.5% on average" in (text := tune(8, 100)) and "--adopt" in text
    assert tomllib.loads((out / "ppo.toml").read_text(encoding="utf-8"))["settings"] == {"epochs": 4}
    assert tuned.tuned("ppo") == {} and not list(adopted.iterdir())
    text = tune(8, 100, "--adopt")
    assert tuned.tuned("ppo") == {"epochs": 4} and "replacing" not in text
    text = tune(2, 10)
    assert "replacing a larger record" in text and "2 draws instead of 8 and 50 decisions instead of 500" in text
    assert tomllib.loads((adopted / "ppo.toml").read_text(encoding="utf-8"))["about"]["draws"] == 8
    text = tune(8, 50, "--adopt")
    assert text.count("replacing a larger record") == 1 and "250 decisions instead of 500" in text
    assert "replacing" not in tune(9, 100, "--adopt")
    (adopted / "ppo.toml").write_text("[about]\n[settings]\n", encoding="utf-8")
    assert "replacing" not in tune(9, 100, "--adopt"), "not a record"


def test_committed_settings_fit_their_algorithms() -> None:
    for name in ALGORITHMS:
        algorithm(name).settings_class(**tuned.tuned(name))
