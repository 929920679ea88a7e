"""The truths of the second account: what cannot be on a table is noticed. What it allows the positions show."""

from __future__ import annotations

from typing import Any

import pytest

from .small import ITO, OKITA, SERIZAWA, lying, person, seat, whole
from .truths import untruths


def test_a_sound_table_has_no_untruths() -> None:
    assert untruths(whole()) == []


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"dead": [OKITA]}, "person Okita Soji is in 2 places"),
        ({"person_pile": []}, "in 0 places"),
        ({"persons": [person(OKITA, "2.3"), person(ITO, "2.3")]}, "2 pieces on"),
        ({"persons": [person(OKITA, "2.7"), person(ITO, "2.3")]}, "no cell"),
        ({"persons": [person(OKITA, "2.3", white=1, black=1), person(ITO, "5.4")]}, "carries 1 white and 1 black"),
        ({"events": lying(Sniper="3.2")}, "Sniper lies on 3.2"),
        ({"events": lying(Aizu_guardian="3.2")}, "Aizu guardian lies on 3.2"),
        ({"spares": {"white": 1, "black": 0}}, "1 of 0 white markers are spares"),
        ({"seats": [seat(OKITA), seat(OKITA)]}, "two seats live in"),
        ({"seats": [seat(OKITA), seat(SERIZAWA)]}, "not on the board"),
        ({"seats": [seat(OKITA), seat(None, 1)]}, "without a self"),
        ({"turn": 0}, "turn 0 in phase move"),
        ({"phase": "end", "turn": 11}, "the game ends in turn 11"),
        ({"turned_up": "Sniper"}, "is turned up in phase move"),
        ({"mover": OKITA, "origin": "2.4"}, "on the move in phase move"),
        ({"laid": [1, 0, 0, 0]}, "lie on arrows"),
        ({"due": ["Sniper"]}, "are fought in phase move"),
        ({"seat": 1}, "seat 1 is asked"),
        ({"persons": [person(OKITA, "2.3"), person(ITO, "5.4", white=1)]}, "a question with 1 answers"),
    ],
)
def test_untruths_are_noticed(changes: dict[str, Any], says: str) -> None:
    save = whole(**changes)
    assert any(says in complaint for complaint in untruths(save)), untruths(save)


def test_a_lost_stone_is_noticed() -> None:
    save = whole()
    save["bag"]["white"] = 15
    assert untruths(save) == ["15 stones are white"]
