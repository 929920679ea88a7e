"""The texts beside the tests are positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.positions import PositionFile

from .positions import check_position


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> PositionFile | None:
    """The tests of a text."""
    return PositionFile.from_text(parent, file_path, check_position) if file_path.suffix == ".txt" else None
