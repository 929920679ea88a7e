"""SW02-08-07: all-out attack: the largest rolls."""

import pytest

from .conftest import all_persons
from .positions import Table


@pytest.mark.rule("D-R56")
@pytest.mark.parametrize(("sent", "dice"), [(40, 47), (41, 48), (42, 48), (50, 48)])
def test_d_r56_no_more_than_48_dice(sent: int, dice: int) -> None:
    """D-R56: the commander's 5 dice and one for each who is sent; no more than 48 are rolled."""
    crowd = [name for name in all_persons()[:60] if name not in ("Charles V", "Duke of Alba", "Henry IV")]
    rival = f"Henry IV (courtiers {', '.join(crowd)}; events all-out attack)"
    play = Table(f"Charles V (courtiers Duke of Alba) | {rival} | witches | neuroi Milan | pack H2-HK D2-DK")
    play.line(
        f"war, neuroi, Duke of Alba, all-out attack, Charles V, Henry IV, {', '.join(crowd[:sent])}, pass, succeeds"
    )
    play.check(f"count dice: {dice}")
