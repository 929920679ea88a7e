"""SW02-08-08: warrior's way."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import (
    chance,
    check_dice,
    dice_rolled,
    failing,
    hand,
    holder,
    names,
    persons,
    play,
    printed,
    printed_country,
    seat,
    seat_of,
    succeeding,
    told,
    where,
)
from .events import (
    BLACK_KINGS,
    HEARTS,
    WARRIOR,
    bearer,
    checks,
    closing,
    events_of,
    go,
    held,
    is_discarded,
    laid,
    occupied,
    on,
    reprinted,
    to,
    under_the_neuroi,
)

ALBA, SULLY = "Duke of Alba", "Duke of Sully"
PAWN, SCHOLAR = "Philip III", "Nostradamus"
"""Persons of war 0."""


def war(holder_of_card: int = 0, country: str = "France", **fields: Any) -> State:
    """Seat 0 has named the country it attacks; one seat holds warrior's way."""
    dynasties = [
        seat("Charles V", courtiers=[ALBA, PAWN], territories=["Spain", "Naples"]),
        seat("Henry IV", courtiers=[SULLY, SCHOLAR], territories=["France", "Ireland"], hand=fields.pop("hand", ())),
        seat("Elizabeth I", territories=["England"]),
    ]
    dynasties[holder_of_card]["events"] = held(WARRIOR, deck="blue")
    state = laid(*dynasties, **{"pack": BLACK_KINGS, "independent": ["Milan"]} | fields)
    go(state, "war", "event:neuroi" if country == "the Neuroi" else f"country:{country}")
    return state


def asked_second(state: State) -> State:
    """The attacker has nothing to give; the defender is asked."""
    while state.phase == "warrior" and state.seat == state.to_dict()["turn_player"]:
        assert names(state) == {"pass"}
        play(state, "pass")
    return state


def checking(state: State, action: str, *dice: int) -> State:
    """A copy on which `action` was played and the death checks were these."""
    return chance(state, action, lambda after: check_dice(after) == list(dice))


# --------------------------------------------------------------------------------------------------------- who gives it


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_the_attacker_before_commanders_are_named() -> None:
    """SW02-08-08: before the commanders are named the attacker may give it to an own person of war 1 or more."""
    state = war(0)
    to(state, "warrior")
    assert (state.phase, state.seat) == ("warrior", 0)
    assert names(state) == {"pass", "person:Charles V", f"person:{ALBA}"}


@pytest.mark.rule("SW02-08-08")
@pytest.mark.rule("D-R33")
def test_sw02_08_08_or_the_defender() -> None:
    """SW02-08-08: … or the defender to one of his, after the attacker had his chance (D-R33: in this order)."""
    state = war(1)
    asked_second(state)
    assert (state.phase, state.seat) == ("warrior", 1)
    assert names(state) == {"pass", "person:Henry IV", f"person:{SULLY}"}


@pytest.mark.rule("SW02-08-08")
@pytest.mark.parametrize(("player", "country"), [(2, "France"), (1, "Milan"), (1, "the Neuroi"), (2, "Milan")])
def test_sw02_08_08_nobody_else(player: int, country: str) -> None:
    """SW02-08-08: only the two sides of the war: nobody for an independent country or the Neuroi, no third dynasty."""
    state = war(player, country, **under_the_neuroi("Saxony"))
    assert to(state, "war_commander").seat == 0
    assert events_of(state, player) == [WARRIOR]


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_it_need_not_be_given() -> None:
    """SW02-08-08: it may be kept: then the war is an ordinary one."""
    state = war(0)
    go(state, "warrior=pass", f"person:{PAWN}", "war_defender=pass")
    assert to(state, "interrupt").phase == "interrupt" and events_of(state, 0) == [WARRIOR]
    assert not told(state, Trace.BY_ITSELF)


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_the_defender_need_not_either() -> None:
    """SW02-08-08: … nor by the defender."""
    state = war(1)
    while state.phase == "warrior":
        play(state, "pass")
    assert (state.phase, state.seat, events_of(state, 1)) == ("war_commander", 0, [WARRIOR])


@pytest.mark.rule("D-R55")
def test_d_r55_war_is_the_value_with_all_effects() -> None:
    """D-R55: war of at least 1 with all effects: the doll makes it 1, not jealous 0."""
    dynasties = seat("Rudolf II", courtiers=[ALBA], events=held(WARRIOR)), seat("Henry IV")
    assert printed("Rudolf II").war == 0
    for attached, may in (
        ([], {ALBA}),
        (on(doll="Rudolf II"), {ALBA, "Rudolf II"}),
        (on(not_jealous=ALBA), set[str]()),
    ):
        state = laid(*dynasties, independent=["Milan"], attached=attached)
        go(state, "war", "country:Milan")
        if may:
            assert (to(state, "warrior").seat, persons(state)) == (0, may)
        else:
            to(state, "war_commander")


@pytest.mark.rule("D-R55")
@pytest.mark.parametrize(("war", "may"), [(0, False), (1, True)])
def test_d_r55_sea_4_is_a_commanders(war: int, may: bool) -> None:
    """D-R55, §11-03-09: sea-4 is a commander's, and warrior's way is given before there is one: by sea, too, the war on
    his card must be 1."""
    drake = "Francis Drake"
    with reprinted(drake, war=war):
        state = laid(
            seat("Rudolf II", courtiers=[drake, ALBA], events=held(WARRIOR), territories=["Ireland"]), seat("Henry IV"),
            independent=["England"], abilities=True,
        )  # fmt: skip
        go(state, "war", "country:England")
        assert (f"person:{drake}" in names(to(state, "warrior"))) == may


# --------------------------------------------------------------------------------------------------- the attacker's way


@pytest.mark.rule("SW02-08-08")
@pytest.mark.rule("D-R33")
def test_sw02_08_08_he_commands() -> None:
    """D-R33: he commands: nobody else can be named; the defender names a commander, or none, as ever (D-R55)."""
    state = war(0)
    go(state, f"warrior=person:{ALBA}")
    assert bearer(state, WARRIOR) == ALBA and events_of(state, 0) == []
    to(state, "war_commander")
    assert names(state) == {f"person:{ALBA}"}
    play(state, f"person:{ALBA}")
    to(state, "war_defender")
    assert (state.seat, names(state)) == (1, {"pass", "person:Henry IV", f"person:{SULLY}", f"person:{SCHOLAR}"})


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_his_side_wins_by_itself() -> None:
    """SW02-08-08, D-R55: the attack succeeds by itself: no window, no cards, no dice."""
    state = war(0, hand="C2")
    go(state, f"warrior=person:{ALBA}", f"person:{ALBA}")
    to(state, "war_defender")
    after = checking(state, f"person:{SULLY}", 1, 1, 1)
    assert holder(after, "France") == 0
    assert not told(after, Trace.SUPPLIED, Trace.DIE, Trace.OUTCOME, Trace.PLAYED)
    assert (after.phase, after.seat) == ("recruit", 1) and hand(after, 1) == ["C2", "SK"]


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_he_takes_two_checks_and_the_defender_one() -> None:
    """SW02-08-08: he takes two death checks instead of one, one after the other; D-R12: the attacker first."""
    state = war(0)
    go(state, f"warrior=person:{ALBA}", f"person:{ALBA}")
    to(state, "war_defender")
    after = checking(state, f"person:{SULLY}", 1, 1, 1)
    assert checks(after) == [ALBA, ALBA, SULLY]
    after = checking(state, "pass", 1, 1)
    assert checks(after) == [ALBA, ALBA]


@pytest.mark.rule("SW02-08-08")
@pytest.mark.parametrize(("dice", "taken"), [((4, 4), 2), ((4, 5), 2), ((5,), 1)])
def test_sw02_08_08_either_may_kill_him(dice: tuple[int, ...], taken: int) -> None:
    """SW02-08-08, §10: a die above his life in either check is his death; dead, he takes no second one."""
    assert printed(ALBA).life == 4
    state = war(0, "Milan")
    go(state, f"warrior=person:{ALBA}")
    after = checking(state, f"person:{ALBA}", *dice)
    assert len(checks(after)) == taken and holder(after, "Milan") == 0
    assert where(after, ALBA) == ("removed" if 5 in dice else (0, "courtiers"))


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_dead_the_card_is_discarded() -> None:
    """SW02-08-08: if he falls the card is discarded."""
    state = war(0, "Milan")
    go(state, f"warrior=person:{ALBA}")
    after = checking(state, f"person:{ALBA}", 4, 5)
    assert is_discarded(after, WARRIOR) and events_of(after, 0) == [] and bearer(after, WARRIOR) is None


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_alive_it_comes_back() -> None:
    """SW02-08-08: if he does not it comes back to the hand; D-R43: all know that it is there, and from which deck."""
    state = war(0, "Milan")
    go(state, f"warrior=person:{ALBA}")
    after = checking(state, f"person:{ALBA}", 4, 4)
    assert (bearer(after, WARRIOR), is_discarded(after, WARRIOR)) == (None, False)
    assert seat_of(after, 0)["events"] == [{"event": WARRIOR, "deck": "blue", "shown": True}]
    for viewer in (0, 1, 2):
        assert after.view(viewer)["seats"][0]["events"] == [{"event": WARRIOR, "deck": "blue", "shown": True}]
        assert events_of(after.hide(viewer, 3), 0) == [WARRIOR]


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_it_may_be_given_again() -> None:
    """SW02-08-08: back in hand it serves in the next war again."""
    state = war(0, "Milan")
    go(state, f"warrior=person:{ALBA}")
    after = checking(state, f"person:{ALBA}", 1, 1)
    go(after, "deck:red", "war", "country:Milan")
    asked_second(after)
    assert (after.phase, after.seat, names(after)) == ("warrior", 0, {"pass", "person:Charles V", f"person:{ALBA}"})


@pytest.mark.rule("D-R55")
def test_d_r55_plunder_is_possible() -> None:
    """D-R55, §11-03-03: a warrior with plunder may plunder the country that he has won."""
    state = laid(
        seat("Hernan Cortes", events=held(WARRIOR), territories=["Spain"]), seat("Henry IV"), independent=["Milan"],
        abilities=True, pack=HEARTS,
    )  # fmt: skip
    go(state, "war", "country:Milan", "warrior=person:Hernan Cortes", "person:Hernan Cortes")
    assert (state.phase, names(state)) == ("plunder", {"declare", "pass"})
    after = checking(state, "declare", 1, 1)
    assert holder(after, "Milan") == "out" and len(hand(after, 0)) == printed_country("Milan").power


@pytest.mark.rule("§07-01")
def test_sw02_08_08_the_last_territory_ends_the_game() -> None:
    """§07-01 b: it can take a dynasty's last territory, and the game ends after the checks."""
    state = laid(seat("Charles V", courtiers=[ALBA], events=held(WARRIOR)), seat("Henry IV", territories=["France"]))
    go(state, "war", "country:France", f"warrior=person:{ALBA}", f"person:{ALBA}")
    to(state, "war_defender")
    after = checking(state, "pass", 1, 1)
    assert after.done and after.scores()[1] == 0


# --------------------------------------------------------------------------------------------------- the defender's way


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_the_defender_wins_by_itself() -> None:
    """SW02-08-08: with the defender's warrior the attack fails by itself: he must defend, the attacker names a
    commander as ever; attacker one check, warrior two (D-R55)."""
    state = war(1, pack=HEARTS)
    asked_second(state)
    play(state, f"person:{SULLY}")
    assert bearer(state, WARRIOR) == SULLY
    to(state, "war_commander")
    assert (state.seat, persons(state)) == (0, {"Charles V", ALBA, PAWN})
    play(state, f"person:{PAWN}")
    to(state, "war_defender")
    assert (state.seat, names(state)) == (1, {f"person:{SULLY}"})
    after = checking(state, f"person:{SULLY}", 1, 1, 1)
    assert checks(after) == [PAWN, SULLY, SULLY] and holder(after, "France") == 1
    assert not told(after, Trace.SUPPLIED, Trace.DIE)
    assert seat_of(after, 1)["events"] == [{"event": WARRIOR, "deck": "blue", "shown": True}]


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_the_defending_warrior_may_fall() -> None:
    """SW02-08-08: … and if he falls in his second check the card is discarded; the country is held."""
    state = war(1)
    asked_second(state)
    go(state, f"warrior=person:{SULLY}", f"person:{ALBA}")
    to(state, "war_defender")
    after = checking(state, f"person:{SULLY}", 1, 1, 6)
    assert where(after, SULLY) == "removed" and is_discarded(after, WARRIOR) and holder(after, "France") == 1


@pytest.mark.rule("D-R12")
def test_sw02_08_08_the_attacker_may_fall_too() -> None:
    """D-R12: the attacker's commander is checked as ever, and first."""
    state = war(1)
    asked_second(state)
    go(state, f"warrior=person:{SULLY}", f"person:{ALBA}")
    to(state, "war_defender")
    after = checking(state, f"person:{SULLY}", 6, 1, 1)
    assert where(after, ALBA) == "removed" and where(after, SULLY) == (1, "courtiers")


# ----------------------------------------------------------------------------------------------------------- the Neuroi


@pytest.mark.rule("SW02-08-08")
@pytest.mark.parametrize("pack", [HEARTS, BLACK_KINGS])
def test_sw02_08_08_against_the_neuroi_three_dice_more(pack: str) -> None:
    """SW02-08-08: against the Neuroi there is no victory by itself but three dice more; two checks, won or lost."""
    state = war(0, "the Neuroi", pack=pack, **under_the_neuroi("Saxony", "Scotland"))
    go(state, f"warrior=person:{ALBA}", f"person:{ALBA}")
    to(state, "interrupt")
    after = (succeeding if pack == HEARTS else failing)(closing(state))
    assert len(dice_rolled(after)) == printed(ALBA).war + 1 + 3
    assert checks(after)[0] == ALBA
    assert len(checks(after)) == (1 if where(after, ALBA) == "removed" and check_dice(after)[0] > 4 else 2)
    assert occupied(after) == (set() if pack == HEARTS else {"Saxony", "Scotland"})
    back = chance(closing(state), "pass", lambda s: check_dice(s) == [1, 1])
    assert events_of(back, 0) == [WARRIOR]


@pytest.mark.rule("SW02-08-08")
def test_sw02_08_08_without_him_no_dice_more() -> None:
    """SW02-08-08: … only if it was given."""
    state = war(0, "the Neuroi", pack=HEARTS, **under_the_neuroi("Saxony"))
    go(state, "warrior=pass", f"person:{ALBA}")
    after = succeeding(closing(state))
    assert len(dice_rolled(after)) == printed(ALBA).war + 1 and len(checks(after)) == 1
