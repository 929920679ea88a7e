"""The oracle itself, held against the book on small tables: what is allowed, who wins, what cannot be true."""

from __future__ import annotations

from typing import Any

import pytest

from .board import PERSONS, Save, bushido, combat, debate, triggered
from .ending import great_victor, points, returns, winners
from .legal import legal
from .small import ITO, KONDO, NIIMI, OKITA, SAITO, SERIZAWA, lying, person, seat, table, whole
from .truths import untruths

# ------------------------------------------------------------------------------------------------ what is allowed


def test_a_self_is_nobody_elses() -> None:
    save = table("pick_self", turn=0, seats=[seat(OKITA), seat(None)], seat=1)
    assert legal(save) == {f"person:{ITO}", f"person:{KONDO}"}


@pytest.mark.parametrize(
    ("event", "count"),
    [
        ("Aizu guardian", 3 * 5 - 2),  # columns 4–6, not the last row; two persons stand there
        ("Kaientai", 3 * 5 - 1),
        ("Mimawarigumi", 3 * 5 - 1),  # Kondo is in the first row
        ("Forbidden gate", 36 - 3),
        ("Pleasure quarter", 30 - 2),
        ("Osaka wrestlers", 30 - 3),
        ("Sniper", 3),
    ],
)
def test_where_an_event_may_be_laid(event: str, count: int) -> None:
    assert len(legal(table("event_cell", turned_up=event))) == count


def test_the_sniper_needs_a_column_without_any_piece() -> None:
    save = table("event_cell", turned_up="Sniper", events=lying(Kaientai="1.5"))
    assert legal(save) == {"cell:3.1", "cell:6.1"}


def test_one_attached_event_a_person() -> None:
    save = table("event_person", turned_up="Fiancee", persons=[person(OKITA, "2.3", attached="Unworthy of bushido")])
    assert legal(save) == set()


def test_who_is_marked_or_shut_in_cannot_be_named() -> None:
    walls = lying(Kaientai="1.5", Ikedaya_ronin="2.6")
    persons = [person(OKITA, "1.6"), person(ITO, "5.4", white=1), person(KONDO, "4.1")]
    assert legal(table(persons=persons, events=walls)) == {f"person:{KONDO}"}


def test_a_wait_needs_a_stone_of_the_arrows_colour_and_an_open_way() -> None:
    """Every arrow of Okita's, with stones of one colour only."""
    for colour in ("white", "black"):
        save = table("wait", seats=[seat(OKITA, **{colour: 1}), seat(ITO)], mover=OKITA, origin="2.3", namings=1)
        arrows = {f"arrow:{k}" for k, (_, stone) in enumerate(PERSONS[OKITA].arrows, 1) if stone == colour}
        assert arrows and legal(save) == arrows | {"pass"}
    corner = table("wait", seats=[seat(OKITA, 5, 5)], persons=[person(OKITA, "1.1")], mover=OKITA)
    ways = [PERSONS[OKITA].arrows[int(action[-1]) - 1][0] for action in legal(corner) - {"pass"}]
    assert sorted(ways) == ["down", "right"]


def test_an_assassin_aims_across_the_middle() -> None:
    save = table("assassinate_target", mover=OKITA, origin="2.4", namings=1)
    assert legal(save) == {f"person:{ITO}", f"person:{KONDO}"}
    save["persons"][2]["cell"] = "3.1"
    assert legal(save) == {f"person:{ITO}"}


def test_only_who_can_go_down_is_bullied() -> None:
    persons = [person(OKITA, "2.3"), person(ITO, "5.6"), person(KONDO, "4.1"), person(SAITO, "4.2")]
    assert legal(table("bully_target", persons=persons, mover=OKITA)) == {f"person:{SAITO}"}


# ------------------------------------------------------------------------------------------- numbers and triggers


def test_attached_events_change_numbers() -> None:
    save = table(persons=[person(KONDO, "4.1"), person(ITO, "5.4", attached="Fiancee")])
    assert bushido(save, KONDO) == 4  # his column
    assert bushido(save, ITO) == 1
    assert (combat(save, ITO), debate(save, ITO)) == (PERSONS[ITO].combat + 1, PERSONS[ITO].debate + 1)
    save["persons"][0]["attached"] = "Unworthy of bushido"
    assert bushido(save, KONDO) == 2


@pytest.mark.parametrize(
    ("event", "cell", "holds"),
    [
        ("Ikedaya ronin", "2.2", True),  # he stands below it
        ("Ikedaya ronin", "2.4", False),
        ("Kaientai", "2.4", True),  # he stands above it
        ("Kaientai", "2.2", False),
        ("Forbidden gate", "1.3", True),
        ("Forbidden gate", "1.4", False),  # a corner is no edge
        ("Sniper", "2.1", True),
        ("Sniper", "3.1", False),
        ("Aburanokoji", "2.4", True),  # Saito stands on its other side
        ("Aburanokoji", "1.3", False),  # he is alone there
        ("Pleasure quarter", "2.2", False),
        ("Ee ja nai ka", "2.2", False),
    ],
)
def test_what_starts_a_fight(event: str, cell: str, holds: bool) -> None:
    persons = [person(OKITA, "2.3", white=1), person(SAITO, "2.5"), person(ITO, "5.4")]
    save = table(persons=persons, events=[{"event": event, "cell": cell}], mover=OKITA, origin="3.3")
    assert triggered(save, event) is holds


def test_a_sniper_lets_those_of_its_column_pass() -> None:
    save = table(events=lying(Sniper="2.1"), mover=OKITA, origin="2.4")
    assert not triggered(save, "Sniper")


# ------------------------------------------------------------------------------------------------------- the end


def ended(*selves: str | None, **cells: str) -> Save:
    """The end, with these persons on these cells; the shogunate side is ahead."""
    names = {"okita": OKITA, "saito": SAITO, "kondo": KONDO, "niimi": NIIMI, "ito": ITO}
    persons = [person(names[who], "{}.{}".format(*cell.lstrip("c"))) for who, cell in cells.items()]
    return table("end", turn=12, persons=persons, seats=[seat(self) for self in selves])


def test_the_greater_side_wins_and_the_highest_is_great() -> None:
    save = ended(OKITA, SAITO, NIIMI, okita="c23", saito="c12", kondo="c36", niimi="c41")
    ahead = PERSONS[OKITA].esteem + PERSONS[SAITO].esteem + PERSONS[KONDO].esteem - PERSONS[NIIMI].esteem
    assert points(save) == [ahead, ahead, -ahead]
    assert winners(save) == {0, 1} and great_victor(save) == 1
    assert returns(save, "win") == [-0.5, 1, -0.5]
    assert returns(save, "side") == [0.5, 0.5, -1]


def test_in_one_row_the_nearest_to_the_edge_is_great() -> None:
    east = ended(SAITO, OKITA, okita="c42", saito="c52")
    assert great_victor(east) == 0
    west = ended(SAITO, OKITA, okita="c12", saito="c32")
    assert great_victor(west) == 1
    assert returns(west, "side") == [0, 0] and returns(west, "win") == [-1, 1]


def test_equal_sides_lose_all_and_so_does_who_is_out() -> None:
    assert PERSONS[OKITA].esteem == PERSONS[SAITO].esteem, "two persons of one esteem"
    save = ended(OKITA, SAITO, okita="c12", saito="c62")
    assert returns(save, "win") == returns(save, "side") == [-1, -1]
    assert returns(ended(None, OKITA, okita="c12", niimi="c41"), "side") == [-1, 1]
    assert returns(ended(OKITA, okita="c12", niimi="c41"), "win") == [1]
    assert returns(ended(NIIMI, okita="c12", niimi="c41"), "side") == [-1]


# ------------------------------------------------------------------------------------------- what cannot be true


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
