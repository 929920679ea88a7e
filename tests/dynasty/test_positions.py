"""Positions in texts: what they say is looked at, each word of it, and a slip of the pen is named."""

import pytest

from tests.dynasty.rules.positions import check_position
from tests.positions import positions

GIVEN = "    given  Henry IV (hand SA) | Elizabeth I (courtiers James I) | wanderers Duke of Sully | pack {CARDS}\n"
HIRED = f"let CARDS = H2 D3\n§09-04-04: a hire.\n{GIVEN}    when   hire, Henry IV, Duke of Sully, {{chance}}\n"


def check(text: str) -> None:
    """Every position of a text."""
    for position in positions(text):
        check_position(position)


def hire(then: str, chance: str = "succeeds") -> str:
    """A position in which Sully is hired."""
    return f"{HIRED}    then   {then}\n    for    chance = {chance}\n"


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Duke of Sully: 0 courtiers", "Duke of Sully: wanderers"),
        ("Scotland: 0", "Scotland: 1"),
        ("asked: 1 recruit", "asked: 0 recruit"),
        ("legal: yellow, blue, red, green", "legal: yellow, blue, red"),
        ("legal has: red", "legal has: red, pass"),
        ("legal lacks: pass", "legal lacks: pass, red"),
        ("hand 0: SA", "hand 0: nothing"),
        ("count hand 1: 1", "count hand 1: 2"),
        ("supplied: H2, D3", "supplied: H2"),
        ("needs: 0", "needs: 3"),
        ("count dice: 5", "count dice: 4"),
        ("succeeded: yes", "succeeded: no"),
        ("done: no", "done: yes"),
        ("told HIRED: 0 Duke of Sully", "told HIRED: nothing"),
        ("scythe: 1", "scythe: 0"),
        ("declared.actor: nobody", "declared.actor: Henry IV"),
        ("seats.1.courtiers: James I", "seats.1.courtiers: nothing"),
        ("seats.*.king: Henry IV, Elizabeth I", "seats.*.king: Henry IV, nobody"),
        ("count seats.0.courtiers over: 0", "count seats.0.courtiers over: 1"),
        ("told to 1 DREW: 1 1", "told to 1 DREW: nothing"),
        ("told to 0 DRAWN: nothing", "told to 1 DRAWN: nothing"),
        ("view 0 seats.0.hand: SA", "view 0 seats.0.hand: nothing"),
        ("view public deciding: 1", "view public deciding: nobody"),
        ("observed 0 hand.SA: 1", "observed 0 hand.SA: 0"),
        ("always 0 hand 0: SA", "always 1 hand 0: SA"),
        ("count sometimes 1 hand 0 over: 10", "count sometimes 0 hand 0 over: 1"),
        ("count possible 1 hand 0 over: 10", "count possible 0 hand 0 over: 1"),
        ("possible 1 seats.0.king: Henry IV", "possible 1 seats.0.king: Henry III"),
        ("outcomes phase by red: action", "outcomes phase by red: recruit"),
        ("audit: 0", "audit: 1"),
    ],
)
def test_a_fact_that_is_not_so(right: str, wrong: str) -> None:
    check(hire(right))
    with pytest.raises(AssertionError):
        check(hire(wrong))


@pytest.mark.parametrize("chance", ["rolls 1 1", "rolls exactly 1 1 1 1 1", "succeeds"])
def test_chance_comes_out_as_wanted(chance: str) -> None:
    check(hire("Duke of Sully: 0 courtiers", chance))


def test_or_goes_back_to_before_the_chance() -> None:
    text = "§09-04-04: a hire.\n    given  Henry IV | Elizabeth I | wanderers Duke of Sully | pack SK CK\n"
    text += "    when   hire, Henry IV, Duke of Sully, succeeds\n    then   Duke of Sully: 0 courtiers\n"
    check(f"{text}    or     fails => Duke of Sully: wanderers\n")
    with pytest.raises(AssertionError):
        check(f"{text}    or     fails => Duke of Sully: 0 courtiers\n")


def test_a_table_written_into_by_force_is_noticed_and_a_save_is_the_same_table() -> None:
    text = "§09-04: a table.\n    given  Henry IV (courtiers James I) | Elizabeth I\n    when   saved => audit: 0\n"
    check(f"{text}    when   wrong place.James I=GONE => audit: 4\n")
    check(f"{text}    when   wrong place.James I=CHILD & born.James I=1 & hand.0.S6=+0 => audit: 0\n")


@pytest.mark.parametrize(
    ("tables", "same"),
    [
        ("given  {A} | pack SA\n    when   pass\n    beside … | pack SA", "0, 1, public"),
        ("given  {A} | pack SA\n    when   pass\n    beside … | pack HA", "0, public"),
        (
            "given  {A} | pack SA\n    when   pass\n    beside … | pack HA\n    when   hire, Henry IV, Duke of Sully",
            "nothing",
        ),
        ("given  {A} | pack SA\n    beside … | pack HA", "0, 1, public"),
    ],
)
def test_who_cannot_tell_a_table_from_the_one_beside_it(tables: str, same: str) -> None:
    text = "let A = Henry IV | Elizabeth I | wanderers Duke of Sully\n§08-01: hands are hidden.\n"
    check(f"{text}    {tables}\n    then   same to: {same}\n")
    with pytest.raises(AssertionError):
        check(f"{text}    {tables}\n    then   same to: 1\n")


def test_each_row_with_each_row_of_another_for_and_rows_that_name_others() -> None:
    text = "let WHO = who, where = {a}, x | {b}, y\n§09-04: rows.\n    given  {who} | {where} | {a} => done: no\n"
    text += "    for    {WHO}\n    for    a, b = A, B | C, D\n    given  … | E => done: no\n    for    {WHO}\n"
    text += "    for    a, b = A, B\n"
    laid = [position.lines[0].text for position in positions(text)]
    assert laid == ["A | x | A", "C | x | C", "B | y | A", "D | y | C", "A | x | A | E", "B | y | A | E"]


def test_a_dealt_game_with_these_cards_on_top() -> None:
    text = "SW02-04: a dealt game.\n    given  dealt 5 | witches | top red James I, event:cancel, the Healer\n"
    text += "    then   person_decks.red.0: James I | person_decks.red.1: event:cancel | count person_decks.red: 27\n"
    check(f"{text}    then   person_decks.red.2: the Healer | audit: 0\n")


def test_every_table_and_row_is_a_test() -> None:
    text = "§09-04: tables.\n    given  A => done: no\n    given  {who} => done: no\n    for    who = B | C\n"
    found = [(position.row, position.lines[0].text) for position in positions(text)]
    assert found == [("1", "A"), ("2, B", "B"), ("2, C", "C")]


def test_without_a_table_of_its_own_it_is_laid_as_the_one_before() -> None:
    first = f"{hire('Duke of Sully: 0 courtiers')}§09-04: who is there.\n"
    check(f"{first}    then   Duke of Sully: wanderers | asked: 0 action\n")
    with pytest.raises(AssertionError):
        check(f"{first}    then   Duke of Sully: 0 courtiers\n")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("09-04: no §.\n    given  Henry IV\n    then   done: no\n", "does not begin with what it proves"),
        ("§09-04: nothing follows.\n    given  Henry IV\n", "needs `given` and `then`"),
        ("§09-04: a slip.\n    gven  Henry IV\n    then   done: no\n", "'gven' is none of given"),
        ("§09-04: no table.\n    then   done: no\n", "needs `given` and `then`"),
        ("§09-04: a row too short.\n    given  Henry IV\n    then   done: {a}\n    for    a, b = no\n", "by commas"),
        ("§09-04: nobody.\n    given  {WHO}\n    then   done: no\n", "nothing is called 'WHO'"),
        ("§09-04: a king of no card.\n    given  Henry X | Henry IV\n    then   done: no\n", "'Henry X' is neither"),
    ],
)
def test_a_slip_of_the_pen(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check(text)
