"""SW02-08-07: all-out attack: the largest rolls."""

from __future__ import annotations

import pytest

from .conftest import all_persons, chance, dice_rolled, play, seat
from .events import HEARTS, closing, go, held, laid, to, under_the_neuroi


@pytest.mark.rule("D-R56")
@pytest.mark.parametrize(("sent", "dice"), [(40, 47), (41, 48), (42, 48), (50, 48)])
def test_d_r56_no_more_than_48_dice(sent: int, dice: int) -> None:
    """D-R56: the commander's 5 dice and one for each who is sent; no more than 48 are rolled."""
    crowd = [name for name in all_persons()[:60] if name not in ("Charles V", "Duke of Alba", "Henry IV")]
    state = laid(
        seat("Charles V", courtiers=["Duke of Alba"]), seat("Henry IV", courtiers=crowd, events=held("all-out attack")),
        pack=HEARTS, **under_the_neuroi("Milan"),
    )  # fmt: skip
    go(state, "war", "event:neuroi", "person:Duke of Alba")
    play(to(state, "interrupt"), "pass", "event:all-out attack", "person:Charles V")
    go(state, "person:Henry IV", *(f"person:{name}" for name in crowd[:sent]), "pass")
    assert len(dice_rolled(chance(closing(state), "pass", lambda after: True))) == dice
