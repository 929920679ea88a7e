"""Work in many independent pieces, each of them a task on a Ray cluster."""

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
"""So often a piece is begun again when the process or machine that works on it dies."""
AHEAD = 2
"""Pieces for each core of the cluster that are given out at once."""


def spread(
    address: str, work: Callable[[Shared, Piece], Done], shared: Shared, pieces: Sequence[Piece]
) -> Generator[tuple[Piece, Done], None, None]:
    """Work on all pieces, one a core, whichever ends first coming first.

    Args:
        address: of the cluster, see `connected`.
        work: a function of a module that all machines have.
        shared: its first argument, sent to each machine once.
        pieces: its second ones.

    Raises:
        DynastyEnvError: what the work raised, or no process that works on a piece stays alive.
        OptionError: no cluster answers there.
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
                f"{cause_of(ray, error)}. What was finished is kept; the same command goes on"
            ) from error
        finally:
            for each in doing:  # stopped: what is being worked on would be thrown away
                ray.cancel(each, force=True)


def _beginning_in(folder: str, work: Callable[[Shared, Piece], Done]) -> Callable[[Shared, Piece], Done]:
    """Work that finds files, such as a bot's own, where the command was given, on machines that have that folder."""

    def begin(shared: Shared, piece: Piece) -> Done:
        with suppress(OSError):
            os.chdir(folder)
        return work(shared, piece)

    return begin
