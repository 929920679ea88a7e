"""The second account itself: what the engine tells must be what the page wants, die by die; and ten ties.

What the account makes of true dice the positions show (tests/kingdoms/rules), at each move of theirs.
"""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from dynasty_env.kingdoms.steps import Trace
from tests.wanted import DisagreementError

from .account import Account
from .board import PERSON_NAMES, PERSONS, Save, Seat, kings
from .chance import Chance
from .small import ALBA, CHARLES, DRAKE, STUART, english, realm, seat, spanish, table
from .turns import play


def told(kind: Trace, subject: int = 0, thing: int = 0, value: int = 0, seat: int = 0) -> SimpleNamespace:
    """One entry of a trace."""
    return SimpleNamespace(kind=kind, seat=seat, subject=subject, object=thing, value=value)


def attempt(value: int, *faces: int, good: bool) -> list[SimpleNamespace]:
    dice = [told(Trace.DIE, value=face) for face in faces]
    return [told(Trace.NEEDS, 0, len(faces), value), *dice, told(Trace.OUTCOME, 0, int(good))]


def checked(who: str, face: int, dies: bool, weakened: bool = False) -> SimpleNamespace:
    return told(Trace.CHECKED, PERSON_NAMES.index(who), dies + 2 * weakened, face)


def claimed(naming: int, who: str, face: int, arms: int = 0) -> SimpleNamespace:
    return told(Trace.ROLLED, PERSON_NAMES.index(who), face + PERSONS[who].prestige + arms, face, naming)


def carry_on(save: Save, answers: list[str], *entries: Any) -> Account:
    """What the page makes of these answers, when chance has these entries to tell."""
    chance = Chance()
    chance.tell(entries)
    account = Account(save, chance)
    telling = play(account)
    next(telling)
    for answer in answers:
        with suppress(StopIteration):  # the game is over
            telling.send(answer)
    chance.spent()
    return account


def seats(account: Account) -> list[Seat]:
    found: list[Seat] = account.table["seats"]
    return found


REAPED = ["reaper", f"person:{CHARLES}"]
DEAD = checked(CHARLES, 4, dies=True)


def test_after_ten_ties_the_earliest_wins() -> None:
    """K26, K37: tied ones add prestige and arms each time."""
    answers = [*REAPED, f"person:{ALBA}", "pass", f"person:{DRAKE}", "declare"]
    tie = [claimed(0, ALBA, 3), claimed(1, DRAKE, 3, 1)]
    ties = [entry for count in range(1, 11) for entry in (*tie, told(Trace.TIED, value=count))]
    after = carry_on(table(), answers, DEAD, *ties, checked(DRAKE, 2, dies=False, weakened=True))
    assert kings(seats(after)[0]) == [ALBA]
    with pytest.raises(DisagreementError, match="the book wants ROLLED"):
        carry_on(table(), answers, DEAD, *ties[:-3], checked(DRAKE, 2, dies=False, weakened=True))


def test_who_lost_by_several_is_checked_once_at_the_first_in_arms() -> None:
    """K27, K43: Drake is named first without arms, and by the fourth seat with them, after Mary Stuart."""
    others = [seat("Milan", realm("Francis I", "Milan")), seat("Poland", realm("Henry IV", "Poland"))]
    save = table(seats=[spanish(), english(), *others], options={"num_players": 4, "ask_forced": True})
    names = [f"person:{DRAKE}", "pass", f"person:{STUART}", "declare", f"person:{ALBA}", "pass"]
    answers = [*REAPED, *names, f"person:{DRAKE}", "declare"]
    claims = [claimed(0, DRAKE, 1), claimed(1, STUART, 1, 1), claimed(2, ALBA, 6), claimed(3, DRAKE, 1, 1)]
    checks = [checked(STUART, 1, dies=False, weakened=True), checked(DRAKE, 3, dies=True, weakened=True)]
    after = carry_on(save, answers, DEAD, *claims, *checks)
    assert kings(seats(after)[0]) == [ALBA] and after.table["removed"] == [CHARLES, DRAKE]
    with pytest.raises(DisagreementError, match="who is checked"):
        carry_on(save, answers, DEAD, *claims, *reversed(checks))


def test_dice_that_nobody_wants_are_noticed() -> None:
    with pytest.raises(DisagreementError, match="the engine also has"):
        carry_on(table(), ["pass"], *attempt(3, 3, good=True))
    with pytest.raises(DisagreementError, match="a die shows 7"):
        carry_on(table(), ["incite", f"person:{DRAKE}"], *attempt(3, 7, good=False))
    with pytest.raises(DisagreementError, match="outcome of"):
        carry_on(table(), ["incite", f"person:{DRAKE}"], *attempt(3, 4, good=True))


def test_dice_that_are_too_many_are_noticed() -> None:
    with pytest.raises(DisagreementError, match="dice and value"):  # one against the people of a queen
        carry_on(table(), ["incite", f"person:{DRAKE}"], *attempt(3, 3, 3, good=True))
