"""A browser for the tests of a file."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.agents.people.web.browser import check, chromium


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def browser(chrome: Browser) -> Iterator[Browser]:
    """The file's browser: no script of a page that a test leaves open has failed, and all are closed after it."""
    yield chrome
    pages = [page for context in chrome.contexts for page in context.pages if hasattr(page, "complaints")]
    try:
        for page in pages:
            check(page)
    finally:
        for context in chrome.contexts:
            context.close()
