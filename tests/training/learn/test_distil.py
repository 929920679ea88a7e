"""A champion is distilled into whole numbers, and what is written is what was learned."""

from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console

from agents.network.batch import BatchPolicy
from agents.network.player import champion
from agents.search.distilled.file import load_small
from agents.search.distilled.player import Distilled
from dynasty_env.kit.errors import OptionError
from dynasty_env.shinsengumi.game import GAME
from tests.tiny import nim
from training.learn.distil import Class, Lesson, Student, distil, firsts_of, learn

QUIET = Console(quiet=True)
KINDS = champion(GAME).policy.kinds


def lessons(vary: tuple[str, ...] = ("num_players",), seed: int = 3) -> Class:
    return Class(GAME, BatchPolicy(champion(GAME).policy, GAME), vary, seed)


class Misled(Class):
    """The control: what the teacher thinks of actions, dealt out to them anew."""

    def lesson(self, student: Student) -> Lesson | None:
        found = super().lesson(student)
        if found is None:
            return None
        drawn = torch.from_numpy(np.random.default_rng(0).random(len(found.row)))
        return found._replace(teacher=found.teacher[torch.argsort(found.row + drawn)])


def test_it_learns_what_its_teacher_does_and_nothing_from_one_who_is_misled() -> None:
    torch.manual_seed(0)
    taught = learn(Student(GAME, 32, KINDS), lessons(), 15_000, QUIET)
    misled = learn(
        Student(GAME, 32, KINDS), Misled(GAME, BatchPolicy(champion(GAME).policy, GAME), (), 3), 15_000, QUIET
    )
    assert taught.same > 0.75
    assert misled.same < 0.6


def test_the_last_positions_judge_however_few_there_are() -> None:
    found = learn(Student(GAME, 8, KINDS), lessons(), 10, QUIET)
    assert found.same > 0
    assert found.nats > 0


def test_what_is_written_is_what_was_learned(tmp_path: Path) -> None:
    path = tmp_path / "small.safetensors"
    distil(GAME, "champion", path, positions=4000, width=16, vary=["num_players"], seed=1, console=QUIET)
    torch.manual_seed(1)
    student, tables = Student(GAME, 16, KINDS), lessons(seed=1)
    learn(student, tables, 4000, QUIET)
    lesson = tables.lesson(student)
    assert lesson is not None
    with torch.no_grad():
        scores = student(lesson.seen, lesson.row, lesson.action, lesson.ranks)
    own = lesson.action[firsts_of(scores, lesson.row, len(lesson.seen))].numpy()
    mask = np.zeros((len(lesson.seen), len(GAME.action_names)), np.int8)
    mask[lesson.row, lesson.action] = 1
    found = Distilled(GAME, load_small(path, GAME), "small").act_many(lesson.seen.numpy(), mask)
    assert np.mean(found == own) > 0.97, "amounts are rounded once more"


@pytest.mark.parametrize(("bot", "there"), [("greedy", "."), ("champion", "absent")])
def test_what_cannot_be_distilled(bot: str, there: str, tmp_path: Path) -> None:
    path = tmp_path / there / "small.safetensors"
    with pytest.raises(OptionError, match=r"cannot be (distilled|written)"):
        distil(GAME, bot, path, positions=10, width=8, vary=(), seed=0, console=QUIET)


def test_a_game_without_a_champion() -> None:
    with pytest.raises(OptionError):
        distil(nim.GAME, "champion", Path("x.safetensors"), positions=10, width=8, vary=(), seed=0, console=QUIET)
