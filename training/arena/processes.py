"""Work in many independent pieces: one function, one setting, many questions, answered in this process or by many."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, TypeVar

from agents.processes import end_with_the_starter
from dynasty_env.kit.errors import DynastyEnvError

Setting = TypeVar("Setting")
Question = TypeVar("Question")
Answer = TypeVar("Answer")


def answers(
    jobs: int, work: Callable[[Setting, Question], Answer], setting: Setting, questions: Sequence[Question],
    ray: str | None = None,
) -> Generator[tuple[Question, Answer], None, None]:  # fmt: skip
    """Yields each question with `work(setting, question)` in the order of completion; the answers do not depend on it.
    Raises DynastyEnvError if a process has died, or on a cluster the work failed.

    Args:
        jobs: processes; with one, this process answers question by question. They are stopped when the generator is
            closed; unfinished work is lost.
        work: a function in a module, which the processes import. A program that registers its own bots must do so when
            its main module is imported, because the processes import it too.
        setting: the same for all questions.
        ray: address of a Ray cluster that answers instead, see `training.cluster.connect`.
    """
    if ray is not None and questions:
        from training.cluster.tasks import spread

        yield from spread(ray, work, setting, questions)
    elif jobs > 1 and questions:
        yield from _by_processes(jobs, work, setting, questions)
    else:
        for question in questions:
            yield question, work(setting, question)


def _by_processes(
    jobs: int, work: Callable[[Setting, Question], Answer], setting: Setting, questions: Sequence[Question]
) -> Generator[tuple[Question, Answer], None, None]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(questions)), context, initializer=_start, initargs=(work, setting))
    left = iter(questions)
    asked: dict[Future[Any], Question] = {}
    try:
        for question in islice(left, 2 * jobs):
            asked[pool.submit(_answer, question)] = question
        while asked:
            for done in wait(asked, return_when=FIRST_COMPLETED).done:
                yield asked.pop(done), done.result()
                for question in islice(left, 1):
                    asked[pool.submit(_answer, question)] = question
    except BrokenProcessPool as error:
        raise DynastyEnvError(
            "a worker process has died, perhaps because it ran out of memory: try fewer --jobs. "
            "Finished games are saved; run the same command again to resume"
        ) from error
    finally:
        if asked:  # stopped: work in progress would be discarded
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
        pool.shutdown()


_work: Callable[[Any, Any], Any] | None = None
_setting: Any = None


def _start(work: Callable[[Any, Any], Any], setting: Any) -> None:
    """Initialise a worker process: Ctrl-C is left to the parent process, and cores are divided among processes."""
    global _work, _setting
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OMP_NUM_THREADS"] = "1"
    end_with_the_starter()
    _work, _setting = work, setting


def _answer(question: Any) -> Any:
    assert _work is not None
    return _work(_setting, question)
