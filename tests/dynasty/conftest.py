"""What the tests of Dynasty's words share."""

import pytest


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a terminal that is wide enough, whatever the tests run on."""
    monkeypatch.setenv("COLUMNS", "140")
