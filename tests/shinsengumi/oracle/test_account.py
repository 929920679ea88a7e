"""The second account itself, held against the book: single moves with the dice laid down by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from dynasty_env.shinsengumi.steps import Trace
from tests.wanted import DisagreementError

from .account import Account
from .board import EVENT_NAMES, PERSON_NAMES, PERSONS, STEPS, Save, at, standing
from .chance import Chance
from .small import ITO, KONDO, NIIMI, OKITA, lying, person, seat, whole
from .turns import play


def told(kind: Trace, subject: int = 0, thing: int = 0, value: int = 0, seat: int = 0) -> SimpleNamespace:
    """One entry of a trace."""
    return SimpleNamespace(kind=kind, seat=seat, subject=subject, object=thing, value=value)


def checked(who: str, bushido: int, face: int) -> SimpleNamespace:
    return told(Trace.CHECKED, PERSON_NAMES.index(who), bushido, face)


def rolled(who: str, face: int) -> SimpleNamespace:
    return told(Trace.ROLLED, PERSON_NAMES.index(who), 0, face)


def placed(who: str, cell: str) -> SimpleNamespace:
    column, row = at(cell)
    return told(Trace.PLACED, PERSON_NAMES.index(who), (row - 1) * 6 + column - 1)


def fought(who: str, event: str, *faces: int) -> list[SimpleNamespace]:
    number = EVENT_NAMES.index(event)
    dice = [told(Trace.DIE, 0, number, face) for face in faces]
    return [*dice, told(Trace.FOUGHT, PERSON_NAMES.index(who), number, max(faces))]


def carry_on(save: Save, answers: list[str], *entries: Any) -> Account:
    """What the book makes of these answers, when chance has these entries to tell."""
    chance = Chance()
    chance.tell(entries, [[] for _ in save["seats"]])
    account = Account(save, chance)
    telling = play(account)
    next(telling)
    for answer in answers:
        telling.send(answer)
    return account


def with_failure(kind: str) -> str:
    return next(name for name, printed in PERSONS.items() if printed.failure == kind and printed.bushido)


def by_black(kind: str, cell: str, **changes: Any) -> tuple[str, Save, str]:
    """A person with a failure action, `cell` of his goal after a black arrow, and a table where somebody lays the
    stone for it. Returns who, the table (before he is named) and the answer that lays the stone."""
    who = with_failure(kind)
    k, way = next((k, way) for k, (way, colour) in enumerate(PERSONS[who].arrows, 1) if colour == "black")
    column, row = at(cell)
    dx, dy = STEPS[way]
    other = next(name for name in (KONDO, OKITA) if name != who)
    persons = [person(who, f"{column - dx}.{row - dy}"), person(other, "6.6"), person(NIIMI, "5.6")]
    persons = [item for n, item in enumerate(persons) if item["person"] not in {p["person"] for p in persons[:n]}]
    seats = [seat(who, black=1), seat(other)]
    options = {"num_players": 2, "hidden_stones": False, "ask_forced": True}
    return who, whole(persons=persons, seats=seats, options=options, **changes), f"arrow:{k}"


def moved(kind: str, cell: str, *entries: Any, **changes: Any) -> tuple[str, Account]:
    """`by_black`, played: his check fails, and `entries` are what chance tells after that."""
    who, save, lay = by_black(kind, cell, **changes)
    printed = PERSONS[who].bushido or 0
    dice = [checked(who, printed, 6), *(entry(who) if callable(entry) else entry for entry in entries)]
    return who, carry_on(save, [f"person:{who}", lay, "pass", "pass"], *dice)


@pytest.mark.parametrize(
    ("kind", "goal"),
    [("resolve", "3.1"), ("drunk", "3.6"), ("spirit", "3.2"), ("rage", "3.4"), ("defect", "6.3"), ("panic", "3.6")],
)
def test_where_a_failure_takes_him(kind: str, goal: str) -> None:
    """From 3.3, with nothing in the way."""
    who, account = moved(kind, "3.3")
    assert standing(account.table)[who] == at(goal)
    item = next(item for item in account.table["persons"] if item["person"] == who)
    assert (item["white"], item["black"]) == (0, 2 if kind == "drunk" else 1)
    account.chance.spent()


@pytest.mark.parametrize(("kind", "wall", "goal"), [("resolve", "3.1", "3.2"), ("drunk", "3.5", "3.4")])
def test_a_slide_ends_before_a_piece(kind: str, wall: str, goal: str) -> None:
    who, account = moved(kind, "3.3", events=[{"event": "Aburanokoji", "cell": wall}])
    assert standing(account.table)[who] == at(goal)


def test_the_unmoved_goes_back() -> None:
    who, save, lay = by_black("unmoved", "3.3")
    before = standing(save)[who]
    account = carry_on(save, [f"person:{who}", lay, "pass", "pass"], checked(who, PERSONS[who].bushido or 0, 6))
    assert standing(account.table)[who] == before
    assert account.table["bag"] == {"white": 16, "black": 15}  # the stone laid is back, the marker is out


def test_a_check_that_is_passed_does_nothing() -> None:
    who, save, lay = by_black("seppuku", "3.3")
    printed = PERSONS[who].bushido or 0
    account = carry_on(save, [f"person:{who}", lay, "pass", "pass"], checked(who, printed, printed))
    assert standing(account.table)[who] == (3, 3)


def test_seppuku_removes_and_another_life_begins() -> None:
    who, save, _ = by_black("seppuku", "3.3")
    heir = save["person_pile"][0]
    who, account = moved("seppuku", "3.3", lambda _: placed(heir, "1.1"))
    assert account.table["dead"] == [who] and standing(account.table)[heir] == (1, 1)
    assert account.table["seats"][0]["self"] == heir
    assert account.table["seats"][0]["black"] == 0
    assert account.table["bag"] == {"white": 16, "black": 16}  # his marker is back


def test_the_top_of_the_pile_is_reborn() -> None:
    with pytest.raises(DisagreementError, match="top of the pile"):
        moved("seppuku", "3.3", lambda _: placed(ITO, "1.1"), person_pile=[OKITA, ITO, *rest(OKITA, ITO)])


def rest(*without: str) -> list[str]:
    who = with_failure("seppuku")
    return [name for name in PERSONS if name not in {*without, who, KONDO, NIIMI}]


def test_a_deserter_may_come_back_until_the_fortieth_naming() -> None:
    back, account = moved("desert", "3.3", lambda who: rolled(who, 3), lambda who: placed(who, "1.1"), namings=39)
    assert standing(account.table)[back] == (1, 1) and not account.table["dead"]
    assert account.table["mover"] is None
    _, save, _ = by_black("desert", "3.3")
    heir = save["person_pile"][0]
    late, account = moved("desert", "3.3", lambda who: rolled(who, 3), lambda _: placed(heir, "1.1"), namings=40)
    assert account.table["dead"] == [late]


def test_who_comes_below_an_event_fights() -> None:
    """Two dice, the higher of them above his combat: he dies, the event leaves, somebody comes."""
    save = whole(
        persons=[person(OKITA, "2.3"), person(ITO, "5.4")],
        seats=[seat(OKITA), seat(ITO)],
        options={"num_players": 2, "hidden_stones": False, "ask_forced": True},
    )
    k = next(k for k, (_, colour) in enumerate(PERSONS[OKITA].arrows, 1) if colour == "white")
    way = PERSONS[OKITA].arrows[k - 1][0]
    dx, dy = STEPS[way]
    save["seats"][0]["white"], save["bag"]["white"] = 1, 15
    save["events"] = lying(Ikedaya_ronin=f"{2 + dx}.{2 + dy}")
    save["event_pile"].remove("Ikedaya ronin")
    heir = save["person_pile"][0]
    lay = [f"person:{OKITA}", f"arrow:{k}", "pass", "pass", "event:Ikedaya ronin"]
    account = carry_on(save, lay, *fought(OKITA, "Ikedaya ronin", 2, 6), placed(heir, "6.6"))
    assert (account.table["dead"], account.table["gone"]) == ([OKITA], ["Ikedaya ronin"])
    unhurt = carry_on(save, lay, *fought(OKITA, "Ikedaya ronin", 2, PERSONS[OKITA].combat))
    assert (unhurt.table["dead"], unhurt.table["gone"]) == ([], ["Ikedaya ronin"])
    with pytest.raises(DisagreementError, match="FOUGHT"):
        carry_on(save, lay, *fought(OKITA, "Ikedaya ronin", 2, 6)[1:])  # one die is not enough


@pytest.mark.parametrize(("face", "lives"), [(1, False), (6, True)])
def test_an_assassin_needs_a_die_up_to_his_combat(face: int, lives: bool) -> None:
    killer, save, lay = by_black("assassinate", "3.3")
    assert 1 <= PERSONS[killer].combat < 6
    printed, heir = PERSONS[killer].bushido or 0, save["person_pile"][0]
    entries = [checked(killer, printed, 6), rolled(killer, face), *([] if lives else [placed(heir, "1.1")])]
    answers = [f"person:{killer}", lay, "pass", "pass", f"person:{NIIMI}"]
    account = carry_on(save, answers, *entries)
    assert (account.table["dead"] == []) is lives
    assert standing(account.table)[killer] == (3, 3)


@pytest.mark.parametrize("answer", ["use", "pass"])
def test_the_powder_is_asked_before_anything_follows(answer: str) -> None:
    who, save, lay = by_black("seppuku", "3.3", powder=1)
    save["event_pile"].remove("Ishida powder")
    printed, heir = PERSONS[who].bushido or 0, save["person_pile"][0]
    used = answer == "use"
    entries = [checked(who, printed, 6), *([] if used else [placed(heir, "1.1")])]
    account = carry_on(save, [f"person:{who}", lay, "pass", "pass", answer], *entries)
    assert (who in standing(account.table)) is used
    assert account.table["powder"] == (None if used else 1)
    assert account.table["gone"] == (["Ishida powder"] if used else [])


@pytest.mark.parametrize(
    ("face", "wall", "dies"), [(2, False, False), (3, False, False), (4, True, True), (5, False, True)]
)
def test_a_bullet_misses_wounds_or_kills(face: int, wall: bool, dies: bool) -> None:
    """The one who is wounded goes to the last row of his column, and dies when that is taken."""
    who, save, lay = by_black("spirit", "3.3")
    events = {"Forbidden gate": "2.3"} | ({"Pleasure quarter": "3.6"} if wall else {})
    save["events"] = [{"event": event, "cell": cell} for event, cell in events.items()]
    save["event_pile"] = [event for event in save["event_pile"] if event not in events]
    printed, heir = PERSONS[who].bushido or 0, save["person_pile"][0]
    entries = [checked(who, printed, 1), *fought(who, "Forbidden gate", face), *([placed(heir, "1.1")] if dies else [])]
    account = carry_on(save, [f"person:{who}", lay, "pass", "pass", "event:Forbidden gate"], *entries)
    assert account.table["dead"] == ([who] if dies else [])
    if not dies:
        assert standing(account.table)[who] == ((3, 6) if face > 2 else (3, 3))
    assert "Forbidden gate" not in account.table["gone"]


def test_the_most_stones_choose_the_arrow_and_equal_ones_fail() -> None:
    who, save, lay = by_black("seppuku", "3.3")
    printed, heir = PERSONS[who].bushido or 0, save["person_pile"][0]
    white = next(k for k, (_, colour) in enumerate(PERSONS[who].arrows, 1) if colour == "white")
    save["seats"][1]["white"], save["bag"]["white"] = 1, 15
    column, row = standing(save)[who]
    first = PERSONS[who].arrows[0]
    answers = [f"person:{who}", lay, f"arrow:{white}", "pass", "pass"]
    entries = [checked(who, printed, 6), placed(heir, "1.1")] if first[1] == "black" else []
    account = carry_on(save, answers, *entries)
    dx, dy = STEPS[first[0]]
    assert account.met["all waits fail"] == 1
    if first[1] == "white":
        assert standing(account.table)[who] == (column + dx, row + dy)
    else:
        assert who not in standing(account.table)


def test_the_dance_goes_on_until_something_is_in_the_way() -> None:
    """From 3.3: up to 3.2, right to 4.2, down to 4.3, and then against a person."""
    faces = [1, 2, 4, 4]
    persons = [person(OKITA, "1.1"), person(ITO, "4.4")]
    save = whole(
        phase="event_cell",
        turned_up="Kaientai",
        persons=persons,
        events=lying(Ee_ja_nai_ka="3.3"),
        options={"num_players": 2, "hidden_stones": False, "ask_forced": True},
    )
    danced = [told(Trace.DANCED, 0, 0, face) for face in faces]
    account = carry_on(save, ["cell:2.6"], *danced)
    assert {item["event"]: item["cell"] for item in account.table["events"]}["Ee ja nai ka"] == "4.3"
    account.chance.spent()


@pytest.mark.parametrize(("cell", "joins"), [("4.3", True), ("5.3", False)])
def test_who_is_reborn_beside_aburanokoji_fights_there_too(cell: str, joins: bool) -> None:
    """Two stand beside 3.3; the first is killed, and whoever comes to 4.3 has to fight as well."""
    who, save, lay = by_black("spirit", "3.2", events=lying(Aburanokoji="3.3"))
    save["persons"][2]["cell"] = "3.4"  # Niimi, on its other side
    printed, heir = PERSONS[who].bushido or 0, save["person_pile"][0]
    answers = [f"person:{who}", lay, "pass", "pass", "event:Aburanokoji", f"person:{NIIMI}"]
    killed = fought(NIIMI, "Aburanokoji", PERSONS[NIIMI].combat + 1)
    account = carry_on(save, answers, checked(who, printed, 1), *killed, placed(heir, cell))
    assert set(account.table["facing"]) == ({who, heir} if joins else {who})
    assert account.table["fighting"] == "Aburanokoji"
