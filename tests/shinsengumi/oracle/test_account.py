"""The second account itself: what the engine tells must be what the book wants, die by die.

What the account makes of true dice the positions show (tests/shinsengumi/rules), at each move of theirs.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from dynasty_env.shinsengumi.steps import Trace
from tests.saved import without_course
from tests.shinsengumi.rules.positions import Table, printed_pieces
from tests.wanted import DisagreementError

from .account import Account
from .board import EVENT_NAMES, PERSON_NAMES, at
from .chance import Chance
from .turns import play

GIVEN = "Kondo Isami 1.3 arrows=right up down left combat=3 | Shimada Kai 6.6 | Ikedaya ronin 2.2 | pile Okita Soji"
ANSWERS = ("person:Kondo Isami", "pass", "event:Ikedaya ronin")


def told(kind: Trace, subject: int = 0, thing: int = 0, value: int = 0) -> SimpleNamespace:
    """One entry of a trace."""
    return SimpleNamespace(kind=kind, seat=0, subject=subject, object=thing, value=value)


def placed(who: str, cell: str) -> SimpleNamespace:
    column, row = at(cell)
    return told(Trace.PLACED, PERSON_NAMES.index(who), (row - 1) * 6 + column - 1)


def fought(*faces: int) -> list[SimpleNamespace]:
    number = EVENT_NAMES.index("Ikedaya ronin")
    dice = [told(Trace.DIE, 0, number, face) for face in faces]
    return [*dice, told(Trace.FOUGHT, PERSON_NAMES.index("Kondo Isami"), number, max(faces))]


def killed(*entries: Any) -> Account:
    """What the book makes of a fight below the rōnin, when chance has these entries to tell."""
    with printed_pieces():
        chance = Chance()
        chance.tell(entries, [[]])
        account = Account(without_course(Table(GIVEN).state.to_dict()), chance)
        telling = play(account)
        next(telling)
        for answer in ANSWERS:
            telling.send(answer)
        chance.spent()
        return account


def test_who_dies_is_replaced_by_the_top_of_the_pile() -> None:
    account = killed(*fought(2, 6), placed("Okita Soji", "1.1"))
    assert (account.table["dead"], account.table["gone"]) == (["Kondo Isami"], ["Ikedaya ronin"])
    assert not killed(*fought(2, 3)).table["dead"]


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([*fought(2, 6)[1:], placed("Okita Soji", "1.1")], "FOUGHT"),
        ([*fought(2, 7), placed("Okita Soji", "1.1")], "a die shows 7"),
        ([*fought(2, 6), placed("Ito Kashitaro", "1.1")], "top of the pile"),
        ([*fought(2, 3), placed("Okita Soji", "1.1")], "the engine also has"),
    ],
    ids=["one die of two", "a seven", "another person", "a rebirth without a death"],
)
def test_what_the_book_does_not_want_is_noticed(entries: list[Any], complaint: str) -> None:
    with pytest.raises(DisagreementError, match=complaint):
        killed(*entries)
