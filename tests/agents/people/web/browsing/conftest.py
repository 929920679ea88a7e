"""A browser for the tests of a file."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.agents.people.web.browser import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found
