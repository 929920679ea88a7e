"""Work on a GPU that is launched as one piece."""

import warnings
from collections.abc import Callable
from typing import TypeVar

import torch

T = TypeVar("T")


def captured(work: Callable[[], T], device: torch.device) -> Callable[[], T]:
    """The same function as a CUDA graph, which reads and writes the same memory at every call; its results are
    overwritten by the next one. Unchanged on a CPU, or if it cannot be captured.

    Whether gradients are recorded is decided now.
    """
    if device.type == "cpu":
        return work
    try:
        aside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                work()
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            result = work()
    except RuntimeError as error:
        warnings.warn(f"the network runs without a CUDA graph: {error}", RuntimeWarning, stacklevel=2)
        return work

    def replayed() -> T:
        graph.replay()
        return result

    return replayed
