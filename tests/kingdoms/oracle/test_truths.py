"""The truths of the second account: what cannot be on a table is noticed. What it allows the positions show."""

from __future__ import annotations

from typing import Any

import pytest

from .board import Save
from .small import ALBA, CHARLES, english, realm, seat, spanish, table
from .truths import untruths


def test_a_table_laid_well_has_nothing_wrong() -> None:
    assert untruths(table()) == []


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"removed": [CHARLES]}, "person Charles V is in 2 places"),
        ({"removed_countries": []}, "country Ottoman Empire is in 2 places"),
        ({"rebels": [CHARLES]}, "Charles V is a rebel"),
        ({"exhausted": ["France"]}, "France is exhausted"),
        ({"scythe": 1, "phase": "discard", "seat": 1}, "seat 1 decides in phase discard"),
        ({"committed": {"Spain": "attack"}}, "countries are used in phase action"),
        ({"turn": 41}, "turn 41"),
        ({"seats": [spanish(spouse="Francis I"), english()]}, "has the sex of"),
        ({"seats": [seat("France", realm(CHARLES, "Spain")), english()]}, "has its home in France"),
        ({"seats": [seat("Spain", realm(CHARLES, "Spain"), realm(ALBA)), english()]}, "rules nothing"),
    ],
)
def test_what_cannot_be(changes: dict[str, Any], complaint: str) -> None:
    save = table()
    independent = save["independent"] + (["Ottoman Empire"] if "removed_countries" in changes else [])
    wrong: Save = table(**{"person_decks": save["person_decks"], "independent": independent} | changes)
    if changes.get("removed_countries") == []:
        wrong["seats"][0]["unruled"] = ["Ottoman Empire"]
    assert any(complaint in each for each in untruths(wrong)), untruths(wrong)
