"""Work in many independent pieces, each one a task on a Ray cluster."""

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

from dynasty_env.kit.errors import DynastyEnvError
from training.cluster.connect import cause_of, connected

Shared = TypeVar("Shared")
Piece = TypeVar("Piece")
Done = TypeVar("Done")

TRIES = 3
"""How often a piece is restarted when the process or machine that works on it dies."""
AHEAD = 2
"""Pieces per core of the cluster that are assigned at the same time."""


def spread(
    address: str, work: Callable[[Shared, Piece], Done], shared: Shared, pieces: Sequence[Piece]
) -> Generator[tuple[Piece, Done], None, None]:
    """Work on all pieces, one per core; yields results in the order in which they finish.

    Args:
        address: the address of the cluster, see `connected`.
        work: a function in a module that all machines have.
        shared: its first argument, sent to each machine once.
        pieces: its second arguments.

    Raises:
        DynastyEnvError: if the work raised an error, or no process that works on a piece stays alive.
        OptionError: if no cluster answers at the address.
    """
    left = iter(pieces)
    doing: dict[Any, Piece] = {}
    with connected(address) as ray:
        task = ray.remote(_beginning_in(os.getcwd(), work)).options(num_cpus=1, max_retries=TRIES)
        everywhere = ray.put(shared)

        def give_out() -> None:
            room = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
            for piece in islice(left, max(room - len(doing), 0)):
                doing[task.remote(everywhere, piece)] = piece

        try:
            give_out()
            while doing:
                done, _ = ray.wait(list(doing), num_returns=1)
                for each in done:
                    piece = doing.pop(each)
                    yield piece, ray.get(each)
                give_out()
        except ray.exceptions.RayTaskError as error:
            raise cause_of(ray, error) from error
        except ray.exceptions.RayError as error:
            raise DynastyEnvError(
                f"{cause_of(ray, error)}. Finished games are saved; run the same command again to resume"
            ) from error
        finally:
            for each in doing:  # stopped: work in progress would be discarded
                ray.cancel(each, force=True)


def _beginning_in(folder: str, work: Callable[[Shared, Piece], Done]) -> Callable[[Shared, Piece], Done]:
    """Run the work in the folder where the command was given, on machines that have it, so that files such as a user's
    bot are found."""

    def begin(shared: Shared, piece: Piece) -> Done:
        with suppress(OSError):
            os.chdir(folder)
        return work(shared, piece)

    return begin
