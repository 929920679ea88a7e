"""SW02-06-02: the occupied countries, and the war on them."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import (
    chance,
    check_dice,
    checking,
    dice_rolled,
    failing,
    hand,
    holder,
    names,
    play,
    printed,
    printed_country,
    quiet,
    seat,
    seat_of,
    succeeded,
    success_value,
    supplied,
    where,
)
from .events import (
    HEARTS,
    checks,
    countries,
    go,
    is_discarded,
    laid,
    occupied,
    rolled_exactly,
    to,
    under_the_neuroi,
    won,
)

EMPIRE, SULEIMAN = "Ottoman Empire", "Suleiman I"
PAWN = "Philip III"
"""A commander of war 0: one die."""


def war(*occupied: str, commander: str = "Duke of Alba", **fields: Any) -> State:
    """Seat 0 attacks the Neuroi on these countries; the window is open."""
    suleiman = EMPIRE in occupied
    own = sorted({"Duke of Alba", commander})
    state = laid(
        seat("Charles V", courtiers=own, territories=["Naples"], hand=fields.pop("hand", ())),
        seat("Henry IV", territories=["Norway"], hand=fields.pop("rival", ())),
        **{"pack": HEARTS} | under_the_neuroi(*occupied, suleiman=suleiman) | fields,
    )  # fmt: skip
    go(state, "war", "event:neuroi", f"person:{commander}")
    return to(state, "interrupt")


# ---------------------------------------------------------------------------------------------------------- one country


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_all_are_one_country() -> None:
    """SW02-06-02: the occupied countries are one country: it is attacked as a whole, never one of them alone."""
    state = laid(
        seat("Charles V", territories=["Naples"]), seat("Henry IV", territories=["Norway"]), independent=["Ireland"],
        **under_the_neuroi("France", "Spain"),
    )  # fmt: skip
    go(state, "war")
    assert names(state) == {"event:neuroi", "country:Norway", "country:Ireland"}
    go(state, "event:neuroi", "person:Charles V")
    assert state.to_dict()["declared"]["country"] == "the Neuroi"


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_without_neuroi_nobody_attacks_them() -> None:
    """SW02-06-02: only as long as the card is on the table."""
    state = laid(seat("Charles V", territories=["Naples"]), seat("Henry IV", territories=["Norway"]))
    go(state, "war")
    assert names(state) == {"country:Norway"}


@pytest.mark.rule("SW02-06-02")
@pytest.mark.parametrize("lying", [("Milan",), ("Milan", "Ireland"), ("France", "Scotland", "Milan")])
def test_sw02_06_02_its_power_is_the_sum(lying: tuple[str, ...]) -> None:
    """SW02-06-02: its power is the sum of their powers: so many cards."""
    after = chance(quiet(war(*lying)), "pass", lambda s: True)
    assert len(supplied(after)) == sum(printed_country(country).power for country in lying)


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_like_an_independent_country_it_has_no_commander() -> None:
    """SW02-06-02, §09-03-02: otherwise it is like an independent country: no commander, the attacker's die alone."""
    state = war("Milan")
    assert (state.phase, state.to_dict()["declared"]["defender"]) == ("interrupt", None)
    after = won(state)
    assert checks(after) == ["Duke of Alba"]
    assert len(dice_rolled(after)) == printed("Duke of Alba").war + 1


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_nobody_has_them() -> None:
    """SW02-06-02, §07-02: they are nobody's territory: they count for nobody."""
    state = laid(seat("Charles V", territories=["Naples"]), seat("Henry IV"), **under_the_neuroi("France"))
    assert state.scores()[0] == printed("Charles V").prestige + printed_country("Naples").power


@pytest.mark.rule("D-R28")
@pytest.mark.parametrize(
    ("lying", "near"),
    [
        (("France", "Bohemia"), True),
        (("Bohemia", "France"), True),
        (("Bohemia", "Netherlands"), False),
        (("Ireland",), True),
    ],
)
def test_d_r28_with_adjacency_any_border_of_theirs_counts(lying: tuple[str, ...], near: bool) -> None:
    """D-R28: with `adjacency` the Neuroi can be attacked across the border of any occupied country, by land or sea."""
    state = laid(
        seat("Charles V", territories=["Spain", "Portugal"]), seat("Henry IV", territories=["Norway"]), adjacency=True,
        **under_the_neuroi(*lying),
    )  # fmt: skip
    to(state, "action")
    assert ("war" in names(state)) is near
    if near:
        go(state, "war")
        assert names(state) == {"event:neuroi"}


# -------------------------------------------------------------------------------------------------------- success value


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_the_books_example() -> None:
    """SW02-06-02: the success value is the sum of the black cards: the jack of spades and the five of clubs are 16."""
    state = war("Milan", "Ireland", pack="SJ HK C5")
    assert success_value(failing(state)) == 16


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_in_another_war_the_highest_counts() -> None:
    """SW02-06-02: in an ordinary war, while the Neuroi are there too, it is 11 as ever."""
    state = laid(
        seat("Charles V", territories=["Naples"]), seat("Henry IV", territories=["Norway"]), pack="SJ HK C5",
        independent=["Poland"], **under_the_neuroi("France"),
    )  # fmt: skip
    go(state, "war", "country:Poland", "person:Charles V")
    assert success_value(failing(to(state, "interrupt"))) == 11


@pytest.mark.rule("SW02-06-02")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_sw02_06_02_the_dice_must_reach_the_sum(die: int, success: bool) -> None:
    """SW02-06-02, §08-02-03-01: the dice must come to the sum at least: an ace and a two want three."""
    state = war("Milan", commander=PAWN, pack="SA C2")
    after = rolled_exactly(state, die)
    assert (succeeded(after), holder(after, "Milan")) == (success, 0 if success else "out")


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_cards_from_the_hands_are_added_too() -> None:
    """SW02-06-02, §08-02-03-01: cards from the hands count like the pack's; a joker for the number named."""
    state = war("Milan", hand="S3", rival="CK JOKER HA")
    play(state, "card:S3")
    assert names(state) == {"pass", "card:CK", *(f"joker:{number}" for number in range(1, 14))}
    play(state, "joker:5")
    after = chance(quiet(state), "pass", lambda s: True)
    assert (success_value(after), supplied(after)) == (8, [])


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_a_drawn_joker_is_added_too() -> None:
    """SW02-06-02, §04: … so does a joker that the pack supplies; the turn player names its number."""
    state = chance(quiet(war("Milan", pack="JOKER S2")), "pass", lambda s: True)
    assert (state.phase, state.seat) == ("joker", 0)
    play(state, "joker:13")
    assert success_value(state) == 15


# ----------------------------------------------------------------------------------------------------------- afterwards


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_success_liberates_all() -> None:
    """SW02-06-02: after a success the card is discarded, and all that was occupied belongs to the victor."""
    after = won(war("France", "Ireland", "Spain"))
    assert set(seat_of(after, 0)["territories"]) == {"Naples", "France", "Ireland", "Spain"}
    assert occupied(after) == set() and after.to_dict()["events_on_table"] == []
    assert is_discarded(after, "neuroi")


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_failure_leaves_all() -> None:
    """SW02-06-02: only after a success; otherwise they stay as they are."""
    after = failing(war("Milan", "Ireland", pack="SK CK SQ CQ SJ CJ S10"))
    assert seat_of(after, 0)["territories"] == ["Naples"]
    assert occupied(after) == {"Milan", "Ireland"} and after.to_dict()["events_on_table"] == ["neuroi"]
    assert not is_discarded(after, "neuroi")


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_suleiman_becomes_the_victors_courtier() -> None:
    """SW02-06-02: if the Ottoman Empire was among them, Suleiman becomes a courtier of the victor."""
    after = won(war(EMPIRE, "Hungary"))
    assert where(after, SULEIMAN) == (0, "courtiers")
    assert {EMPIRE, "Hungary"} <= set(seat_of(after, 0)["territories"])
    assert after.to_dict()["under_neuroi"] == []


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_without_the_empire_he_comes_from_nowhere() -> None:
    """SW02-06-02: … only if it was."""
    after = won(war("Hungary", removed=[SULEIMAN]))
    assert where(after, SULEIMAN) == "removed" and seat_of(after, 0)["courtiers"] == ["Duke of Alba"]


@pytest.mark.rule("§09-03-05")
@pytest.mark.parametrize("pack", [HEARTS, "SK CK SQ CQ SJ CJ S10"])
def test_sw02_06_02_the_commander_takes_his_check(pack: str) -> None:
    """§09-03-05: won or lost, the attacking commander takes one death check."""
    state = quiet(war("Milan", "Ireland", pack=pack))
    after = chance(state, "pass", lambda s: check_dice(s) == [printed("Duke of Alba").life + 1])
    assert where(after, "Duke of Alba") == "removed"
    assert where(checking(state, printed("Duke of Alba").life), "Duke of Alba") == (0, "courtiers")


@pytest.mark.rule("D-R28")
def test_d_r28_they_cannot_be_plundered() -> None:
    """D-R28, §11-03-03: a commander with plunder liberates them like any other: he is not asked."""
    state = war("Milan", "Ireland", commander="Hernan Cortes", abilities=True)
    after = checking(state, 1)
    assert after.phase == "recruit" and hand(after, 0) == []
    assert set(seat_of(after, 0)["territories"]) == {"Naples", "Milan", "Ireland"}


@pytest.mark.rule("D-R28")
def test_d_r28_another_country_can_be_plundered_beside_them() -> None:
    """D-R28, D-R18: beside the Neuroi the Ottoman Empire, not occupied, is plundered as ever: Suleiman leaves play, the
    Neuroi stay."""
    state = laid(
        seat("Charles V", courtiers=["Hernan Cortes"], territories=["Naples"]),
        seat("Henry IV", courtiers=[SULEIMAN], territories=["Norway", EMPIRE]), abilities=True, pack=HEARTS,
        **under_the_neuroi("Milan"),
    )  # fmt: skip
    go(state, "war", f"country:{EMPIRE}", "person:Hernan Cortes", "war_defender=pass")
    state = won(state)
    play(state, "declare")
    assert (where(state, SULEIMAN), occupied(state), holder(state, EMPIRE)) == ("removed", {"Milan"}, "out")
    assert len(hand(state, 0)) == printed_country(EMPIRE).power


@pytest.mark.rule("D-R65")
@pytest.mark.parametrize(
    ("lying", "war_value"),
    [(("Venice",), 4), (("Bohemia", "Venice"), 4), (("Venice", "Bohemia"), 4), (("Bohemia", "Saxony"), 2)],
)
def test_d_r65_sea_4_against_them(lying: tuple[str, ...], war_value: int) -> None:
    """D-R65, §11-03-09: sea-4 counts if any occupied country is joined by sea with an own territory (Naples)."""
    assert printed("Francis Drake").war == 2
    state = war(*lying, commander="Francis Drake", abilities=True)
    assert len(dice_rolled(won(state))) == war_value + 1


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_they_do_not_spread_again() -> None:
    """SW02-06-01: they spread when they appear, not in later turns, nor after a lost war."""
    state = laid(
        seat("Charles V", territories=["Naples"]), seat("Henry IV", territories=["Norway"]),
        independent=["England", "Milan"], **under_the_neuroi("Scotland"),
    )  # fmt: skip
    for _ in range(6):
        go(state, "action=pass")
        while state.phase == "discard_wanderer":
            play(state, sorted(names(state))[0])
        play(state, "deck:red" if state.seat else "deck:blue")
    assert occupied(state) == {"Scotland"}


@pytest.mark.rule("SW02-06-02")
def test_sw02_06_02_their_victor_may_have_nothing_else() -> None:
    """SW02-06-02, §07-01: the countries are territories like any others; nobody else gets any."""
    after = won(war("Milan", "Ireland"))
    assert seat_of(after, 1)["territories"] == ["Norway"]
    go(after, "deck:red")
    go(after, "war")
    assert countries(after) == {"Naples", "Milan", "Ireland"} and "event:neuroi" not in names(after)
