"""Files of networks that change while they are read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import safetensors
from safetensors.numpy import save

from agents import stamps
from training.benchmark.playing import values


def of_contents(file: Path) -> tuple[float, str]:
    arrays, about = stamps.contents(file, "network")
    return float(arrays["task"][0]), about["task"]


def of_weights(file: Path) -> tuple[float, str]:
    found = values.weights_of.__wrapped__("task")
    assert found is not None
    return float(found[0][0]), found[1]


@pytest.mark.parametrize(("module", "read"), [(stamps, of_contents), (values, of_weights)])
def test_arrays_and_metadata_are_of_the_same_file(
    module: ModuleType, read: Callable[[Path], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, next_one = tmp_path / "network", tmp_path / "next"
    for number, path in enumerate((file, next_one)):
        path.write_bytes(save({"task": np.full(2, number, np.float32)}, {"task": str(number)}))

    @contextmanager
    def opened(*arguments: Any) -> Iterator[Any]:
        with safetensors.safe_open(*arguments) as content:
            yield content
        if next_one.exists():
            next_one.replace(file)

    monkeypatch.setattr(module, "safe_open", opened)
    monkeypatch.setattr(values, "FILE", file)
    assert read(file) == (0, "0")
