"""SW02-08: events that are attached to a person, in general."""

from __future__ import annotations

import pytest

from .conftest import seat
from .events import laid, on


@pytest.mark.rule("SW02-08")
def test_sw02_08_all_see_it() -> None:
    """SW02-08: it lies with its person, open to all."""
    state = laid(seat("Henry IV"), seat("Philip II"), attached=on(cancel="Philip II"))
    for viewer in (0, 1, None):
        assert [(a["event"], a["person"]) for a in state.view(viewer)["attached"]] == [("cancel", "Philip II")]
