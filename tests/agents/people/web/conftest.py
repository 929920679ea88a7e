"""What most tests of pages use: a server that a file's tests share, and bots that do not think long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.agents.people.web.live import Live


@pytest.fixture(scope="module")
def shared() -> Iterator[Live]:
    """A running server; all tests of a file ask the same one."""
    from tests.agents.people.web.live import live

    with live() as found:
        yield found


@pytest.fixture
def here(shared: Live) -> Iterator[Live]:
    """The file's server; the pages that a test opens there are closed after it."""
    yield shared
    shared.close_pages()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play few games in their heads."""
    from tests.agents.people.web.asking import few_playouts

    few_playouts(monkeypatch)
