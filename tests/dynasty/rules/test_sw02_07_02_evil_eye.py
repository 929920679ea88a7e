"""SW02-07-02: evil eye (魔眼): every card's number less her war. D-R64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import play, printed, quiet, rolling, seat, succeeded, success_value
from .expansion import court, declare, on, rolled

WITCH = "the Evil Eye"


@pytest.fixture(scope="module", autouse=True)
def she_has_a_war_of_four() -> None:
    """The numbers below count on it."""
    assert (printed(WITCH).war, printed(WITCH).ability) == (4, "evil_eye")


def attack(pack: str, commander: str = WITCH, **fields: Any) -> State:
    """Her dynasty attacks France, which nobody defends; the window is open."""
    fields = {"independent": ["France"], "pack": pack + " H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ"} | fields
    state = court(seat("Henry IV", courtiers=[WITCH]), seat("Elizabeth I"), **fields)
    declare(state, "war", "country:France", f"person:{commander}")
    return state


@pytest.mark.rule("SW02-07-02")
@pytest.mark.parametrize(("pack", "value"), [
    ("SK", 9), ("SA", -3), ("C4", 0), ("C5", 1), ("S3", -1), ("SA CK S5", 9), ("SA C3 S2", -1), ("HK DQ SA", -3),
])  # fmt: skip
def test_sw02_07_02_every_number_less_her_war(pack: str, value: int) -> None:
    """SW02-07-02: with her as attacking commander every card's number is less by her war: a king counts 9, an ace -3;
    D-R64: the success value, the highest of the black cards as ever, may be negative."""
    assert success_value(rolling(attack(pack))) == value


@pytest.mark.rule("SW02-07-02")
@pytest.mark.parametrize("pack", ["HK", "HK DA D9", "DK DQ DJ D10"])
def test_sw02_07_02_with_no_black_card_it_is_zero(pack: str) -> None:
    """SW02-07-02, §08-02-03-01: without a card of the counting suits the success value is 0, no less."""
    assert success_value(rolling(attack(pack))) == 0


@pytest.mark.rule("SW02-07-02")
def test_sw02_07_02_the_dice_have_to_reach_the_lowered_number() -> None:
    """SW02-07-02: against the king of spades a sum of 9 succeeds and one of 8 does not."""
    state = attack("SK")
    assert succeeded(rolled(state, lambda dice: sum(dice) == 9))
    assert not succeeded(rolled(state, lambda dice: sum(dice) == 8))


@pytest.mark.rule("D-R64")
@pytest.mark.parametrize(("card", "value"), [("joker:13", 9), ("joker:1", -3), ("joker:4", 0)])
def test_d_r64_jokers_from_the_pack_too(card: str, value: int) -> None:
    """D-R64: a joker counts as its number less her war."""
    state = quiet(attack("JOKER"))
    play(state, "pass")
    assert state.phase == "joker"
    assert success_value(rolling(state, by=card)) == value


@pytest.mark.rule("D-R64")
@pytest.mark.parametrize(("card", "value"), [("card:SK", 9), ("card:C2", 1), ("joker:12", 8), ("joker:1", 1)])
def test_d_r64_cards_from_hand_too(card: str, value: int) -> None:
    """D-R64: a card played from hand counts less, too: the table's C5 is 1, whatever is below."""
    state = court(
        seat("Henry IV", courtiers=[WITCH]), seat("Elizabeth I", hand="SK C2 JOKER"), independent=["France"],
        pack="C5 H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ",
    )  # fmt: skip
    declare(state, "war", "country:France", f"person:{WITCH}", "pass", card)
    assert success_value(rolling(state)) == value


@pytest.mark.rule("D-R64")
def test_d_r64_all_see_the_lowered_value_in_the_window() -> None:
    """D-R64: the success value so far, as all observe it in the window."""
    state = court(seat("Henry IV", courtiers=[WITCH], hand="SK"), seat("Elizabeth I"), independent=["France"])
    declare(state, "war", "country:France", f"person:{WITCH}", "card:SK")
    for viewer in (0, 1):
        assert LAYOUT["contest"].of(state.observe(viewer))[2] == 9


# ------------------------------------------------------------------------------------------ as attacking commander only


@pytest.mark.rule("SW02-07-02")
def test_sw02_07_02_not_when_another_commands() -> None:
    """SW02-07-02: with another commander of her dynasty the king of spades is 13."""
    assert success_value(rolling(attack("SK", commander="Henry IV"))) == 13


@pytest.mark.rule("SW02-07-02")
def test_sw02_07_02_not_as_defender() -> None:
    """SW02-07-02: nor as the defending commander."""
    rival = seat("Elizabeth I", courtiers=[WITCH], territories=["Spain", "Portugal"])
    state = court(seat("Henry IV"), rival, pack="SK H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ")
    declare(state, "war", "country:Spain", "person:Henry IV", f"person:{WITCH}")
    assert success_value(rolling(state)) == 13


@pytest.mark.rule("SW02-07-02")
@pytest.mark.parametrize(("pack", "declaration"), [
    ("SK H2 H3 H4", ("hire", f"person:{WITCH}", "person:Duke of Sully")),
    ("SK H2 H3 H4", ("incite", "person:Mary Stuart")),
    ("HK S2 S3 S4", ("marriage", "person:Duke of Sully")),
])  # fmt: skip
def test_sw02_07_02_in_war_only(pack: str, declaration: tuple[str, ...]) -> None:
    """SW02-07-02: other actions of hers are as ever: as recruiter, inciting, and as a king who marries."""
    own, rival = seat(WITCH), seat("Elizabeth I", courtiers=["Mary Stuart"])
    state = court(own, rival, wanderers=["Duke of Sully"], pack=pack)
    declare(state, *declaration)
    assert success_value(rolling(state)) == 13


@pytest.mark.rule("SW02-07-02")
def test_sw02_07_02_as_king() -> None:
    """SW02-07-02, SW02-02: a king without a spouse who commands himself has it."""
    state = court(seat(WITCH), seat("Elizabeth I"), independent=["Milan"], pack="SK H2 H3")
    declare(state, "war", "country:Milan", f"person:{WITCH}")
    assert success_value(rolling(state)) == 9


@pytest.mark.rule("SW02-07-02")
def test_sw02_07_02_her_war_as_it_is_now() -> None:
    """SW02-07-02, SW02-08-11: made not jealous she has a war of 0: nothing is taken away."""
    state = attack("SK", attached=on("not jealous", WITCH))
    assert success_value(rolling(state)) == 13


@pytest.mark.rule("SW02-07-02")
def test_sw02_07_02_a_defending_commander_does_not_matter() -> None:
    """SW02-07-02: it is her war that is taken away, not the defender's."""
    rival = seat("Elizabeth I", courtiers=["Duke of Sully"], territories=["Spain", "Portugal"])
    assert printed("Duke of Sully").war == 2
    state = court(seat("Henry IV", courtiers=[WITCH]), rival, pack="SK H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ")
    declare(state, "war", "country:Spain", f"person:{WITCH}", "person:Duke of Sully")
    assert success_value(rolling(state)) == 9


# --------------------------------------------------------------------------------------------------- against the Neuroi


def invaded(pack: str, commander: str = WITCH) -> State:
    """Her dynasty attacks the Neuroi, who hold France."""
    state = court(
        seat("Henry IV", courtiers=[WITCH]), seat("Elizabeth I"), occupied=["France"], events_on_table=["neuroi"],
        pack=pack + " H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ",
    )  # fmt: skip
    declare(state, "war", "event:neuroi", f"person:{commander}")
    return state


@pytest.mark.rule("D-R64")
@pytest.mark.parametrize(("pack", "value"), [
    ("SK S5 CA", 7), ("SJ C5", 8), ("SA", -3), ("SA CA S2", -8), ("HK SK", 9), ("HK", 0), ("SK C2", 7),
])  # fmt: skip
def test_d_r64_against_the_neuroi_the_lowered_numbers_are_added_up(pack: str, value: int) -> None:
    """D-R64, SW02-06-02: the sum of black cards, each less her war: K 9, 5 1, A -3 make 7; red ones do not count."""
    assert success_value(rolling(invaded(pack))) == value


@pytest.mark.rule("D-R64")
def test_d_r64_jokers_against_the_neuroi() -> None:
    """D-R64: a joker as 1 lowers the sum by 3."""
    state = quiet(invaded("SK JOKER"))
    play(state, "pass")
    assert success_value(rolling(state, by="joker:1")) == 6
    assert success_value(rolling(state, by="joker:13")) == 18


@pytest.mark.rule("SW02-06-02")
def test_sw02_07_02_another_commander_has_the_whole_sum() -> None:
    """SW02-07-02, SW02-06-02: with another commander the numbers are added up as they are: 13 + 5 + 1."""
    assert success_value(rolling(invaded("SK S5 CA", commander="Henry IV"))) == 19


@pytest.mark.rule("D-R64")
@pytest.mark.parametrize(
    ("war", "pack", "value"), [(attack, "JOKER", 0), (attack, "JOKER SK", 9), (invaded, "SK JOKER", 9)]
)
def test_d_r64_a_joker_without_a_number_is_not_lowered(war: Callable[[str], State], pack: str, value: int) -> None:
    """D-R64, §04: until its player names its number, a joker that the pack has supplied adds nothing to the success
    value that all observe, and takes nothing away."""
    state = quiet(war(pack))
    play(state, "pass")
    assert state.phase == "joker"
    for viewer in (0, 1):
        assert LAYOUT["contest"].of(state.observe(viewer))[2] == value
