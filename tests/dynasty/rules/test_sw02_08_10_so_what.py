"""SW02-08-10: so what, and the friend."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.material import PERSON_NAMES
from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import (
    chance,
    check_dice,
    dice_rolled,
    holder,
    names,
    persons,
    play,
    printed,
    printed_country,
    seat,
    succeeding,
    supplied,
    told,
    where,
)
from .events import BLACK_KINGS, HEARTS, checks, closing, go, laid, on, to, under_the_neuroi, won

EGMONT = "Count of Egmont"
SULLY, SCHOLAR = "Duke of Sully", "Nostradamus"


def war(bearer: str, country: str = "Naples", **fields: Any) -> State:
    """Seat 0 attacks a country; somebody has so what."""
    state = laid(
        seat("Henry IV", courtiers=[SULLY, SCHOLAR], territories=["France"]),
        seat("Philip II", courtiers=["Duke of Alba", "Philip III"], territories=["Spain", "Naples"]),
        seat("Elizabeth I", courtiers=[EGMONT], territories=["England"]),
        **{"pack": HEARTS, "independent": ["Milan"], "wanderers": ["James I"], "attached": on(so_what=bearer)} | fields,
    )  # fmt: skip
    go(state, "war", "event:neuroi" if country == "the Neuroi" else f"country:{country}")
    return to(state, "war_commander")


EVERYBODY = {"Henry IV", SULLY, SCHOLAR, "Philip II", "Duke of Alba", "Philip III", "Elizabeth I", EGMONT}


# -------------------------------------------------------------------------------------------------------- the commander


@pytest.mark.rule("SW02-08-10")
@pytest.mark.parametrize("country", ["Naples", "Milan", "the Neuroi"])
def test_sw02_08_10_he_must_command_the_attack(country: str) -> None:
    """SW02-08-10: the bearer's dynasty must make him commander in war: in every attack."""
    state = war(SCHOLAR, country, **under_the_neuroi("Saxony"))
    assert (state.seat, names(state)) == (0, {f"person:{SCHOLAR}"})


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_and_the_defence() -> None:
    """SW02-08-10: … and in every defence: his player can name nobody else, nor no one."""
    state = war("Philip III")
    assert persons(state) == {"Henry IV", SULLY, SCHOLAR}
    play(state, "person:Henry IV")
    to(state, "war_defender")
    assert (state.seat, names(state)) == (1, {"person:Philip III"})


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_a_third_dynasty_does_not_matter() -> None:
    """SW02-08-10: … of that dynasty, no other."""
    state = war(EGMONT)
    assert persons(state) == {"Henry IV", SULLY, SCHOLAR}
    play(state, "person:Henry IV")
    to(state, "war_defender")
    assert names(state) == {"pass", "person:Philip II", "person:Duke of Alba", "person:Philip III"}
    play(state, "person:Duke of Alba")
    assert to(state, "interrupt").to_dict()["declared"]["friend"] is None


@pytest.mark.rule("D-R53")
def test_d_r53_not_while_he_is_grounded() -> None:
    """Ch. 6, D-R53: grounded excepted: then the dynasty names whom it likes; against the Neuroi he must command."""
    attached = on(so_what="Henry IV", grounded="Henry IV")
    state = war("", attached=attached)
    assert persons(state) == {SULLY, SCHOLAR}
    play(state, f"person:{SULLY}")
    assert to(state, "war_defender").seat == 1  # no friend
    state = war("", "the Neuroi", attached=attached, **under_the_neuroi("Saxony"))
    assert persons(state) == {"Henry IV"}
    play(state, "person:Henry IV")
    assert to(state, "friend").seat == 0


@pytest.mark.rule("D-R53")
def test_d_r53_a_grounded_one_does_not_defend_either() -> None:
    """D-R53: … in defence likewise."""
    state = war("", attached=on(so_what="Philip II", grounded="Philip II"))
    play(state, "person:Henry IV")
    to(state, "war_defender")
    assert names(state) == {"pass", "person:Duke of Alba", "person:Philip III"}


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_without_it_anybody_commands() -> None:
    """§09-03-02: without the event, or any other, nobody must command, on either side."""
    state = laid(
        seat("Henry IV", courtiers=["the Physician"]), seat("Philip II", courtiers=["Duke of Alba"]), seat("Erik XIV"),
        independent=["Milan"],
    )  # fmt: skip
    go(state, "war", "country:Ireland")
    assert names(to(state, "war_commander")) == {"person:Henry IV", "person:the Physician"}
    state = laid(seat("Henry IV"), seat("Philip II", courtiers=["the Physician"], territories=["Spain"]))
    go(state, "war", "country:Spain", "person:Henry IV")
    assert names(to(state, "war_defender")) == {"pass", "person:Philip II", "person:the Physician"}


@pytest.mark.rule("D-R50")
def test_d_r50_in_a_second_war_the_defender_names_whom_he_likes() -> None:
    """D-R50: in the second action of hyper-speed she must command; the defender is as free as ever."""
    state = laid(
        seat("Henry IV", courtiers=["the Swift", SULLY]), seat("Philip II", courtiers=[EGMONT], territories=["Spain"]),
        wanderers=["James I"], pack=HEARTS,
    )  # fmt: skip
    go(state, "hire", "person:the Swift", "person:James I")
    state = won(state)
    go(state, "war", "country:Spain")
    assert names(to(state, "war_commander")) == {"person:the Swift"}
    play(state, "person:the Swift")
    assert names(to(state, "war_defender")) == {"pass", "person:Philip II", f"person:{EGMONT}"}


@pytest.mark.rule("D-R50")
def test_d_r50_in_a_second_war_she_is_his_friend() -> None:
    """D-R50: where so what makes another person command, the second action by hyper-speed is a war only with her as
    his friend; where she has it herself, she calls whom she likes."""
    for bearer, friends in ((SULLY, {"the Swift"}), ("the Swift", {"Henry IV", SULLY, "James I", "Philip II"})):
        state = laid(
            seat("Henry IV", courtiers=["the Swift", SULLY]), seat("Philip II"), wanderers=["James I", "Mary I"],
            pack=HEARTS, independent=["Milan"], attached=on(so_what=bearer),
        )  # fmt: skip
        go(state, "hire", "person:the Swift", "person:James I")
        state = won(state)
        to(state, "action")
        assert (state.seat, "war" in names(state), "hire" in names(state)) == (0, True, True)
        go(state, "war", "country:Milan")
        assert names(to(state, "war_commander")) == {f"person:{bearer}"}
        play(state, f"person:{bearer}")
        assert (state.phase, state.seat, persons(state)) == ("friend", 0, friends)
        assert ("pass" in names(state)) == (bearer == "the Swift")


@pytest.mark.rule("D-R50")
def test_d_r50_no_second_war_where_she_cannot_come_along() -> None:
    """D-R50, SW02-08-04: grounded she is no friend: where so what makes another command there is no second war, but on
    the Neuroi."""
    for fields, wars in (({}, False), (under_the_neuroi("Saxony"), True)):
        state = laid(
            seat("Henry IV", courtiers=["the Swift", SULLY]), seat("Philip II"), wanderers=["James I"], pack=HEARTS,
            independent=["Milan"], attached=on(so_what=SULLY, grounded="the Swift"), **fields,
        )  # fmt: skip
        go(state, "hire", "person:the Swift", "person:James I")
        state = won(state)
        to(state, "action")
        assert (state.seat, "war" in names(state)) == (0, wars)


# ----------------------------------------------------------------------------------------------------------- the friend


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_anybody_of_any_dynasty_may_be_forced_to_come() -> None:
    """SW02-08-10: his player may call one person of any dynasty, kings and the enemy's people too: no wanderer, nobody
    twice (D-R52); or nobody."""
    state = war("Henry IV")
    play(state, "person:Henry IV")
    assert (state.phase, state.seat) == ("friend", 0)
    assert names(state) == {"pass", *(f"person:{person}" for person in EVERYBODY - {"Henry IV"})}


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_the_defenders_friend() -> None:
    """SW02-08-10: the defender's friend is called when he has named his commander; no commander is a friend."""
    state = war("Philip II")
    play(state, "person:Henry IV")
    to(state, "war_defender")
    play(state, "person:Philip II")
    assert (state.phase, state.seat) == ("friend", 1)
    assert names(state) == {"pass", *(f"person:{person}" for person in EVERYBODY - {"Henry IV", "Philip II"})}


@pytest.mark.rule("SW02-08-10")
@pytest.mark.parametrize("friend", ["Duke of Alba", "Philip II"])
def test_sw02_08_10_the_attackers_friend_does_not_defend(friend: str) -> None:
    """D-R52: the attacker calls before the defender names: his friend cannot be the defender's commander."""
    state = war("Henry IV")
    play(state, "person:Henry IV", f"person:{friend}")
    to(state, "war_defender")
    left = {"Philip II", "Duke of Alba", "Philip III"} - {friend}
    assert (state.seat, names(state)) == (1, {"pass", *(f"person:{person}" for person in left)})


@pytest.mark.rule("SW02-08-10")
@pytest.mark.parametrize("friend", [SULLY, "Duke of Alba", "Philip III", EGMONT])
def test_sw02_08_10_the_attacker_rolls_the_friends_war_and_one_more(friend: str) -> None:
    """SW02-08-10: attacker: (commander's war + 1) + (friend's war + 1) dice; the cards stay."""
    state = war("Henry IV")
    go(state, "person:Henry IV", f"friend=person:{friend}", "war_defender=pass")
    assert to(state, "interrupt").to_dict()["declared"]["friend"] == friend
    after = won(state)
    assert len(dice_rolled(after)) == printed("Henry IV").war + 1 + printed(friend).war + 1
    assert len(supplied(after)) == printed_country("Naples").power


@pytest.mark.rule("SW02-08-10")
@pytest.mark.parametrize("friend", [SULLY, "Duke of Alba", "Philip III", EGMONT])
def test_sw02_08_10_the_defender_adds_the_friends_war_in_cards(friend: str) -> None:
    """SW02-08-10: defender: power + commander's war + friend's war cards; the dice stay."""
    state = war("Philip II")
    go(state, "person:Henry IV", "war_defender=person:Philip II", f"friend=person:{friend}")
    after = won(state)
    cards = printed_country("Naples").power + printed("Philip II").war + printed(friend).war
    assert len(supplied(after)) == cards
    assert len(dice_rolled(after)) == printed("Henry IV").war + 1


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_the_first_person_of_the_list_defends_with_a_friend() -> None:
    """SW02-08-10: whoever commands the defence, with a war of 0 too, the friend's war is added."""
    first = PERSON_NAMES[0]
    state = laid(
        seat("Henry IV", territories=["France"]),
        seat("Philip II", courtiers=[first, "Duke of Alba"], territories=["Spain", "Naples"]),
        pack=HEARTS, attached=on(so_what=first),
    )  # fmt: skip
    go(state, "war", "country:Naples", "person:Henry IV", f"war_defender=person:{first}", "friend=person:Duke of Alba")
    cards = printed_country("Naples").power + printed(first).war + printed("Duke of Alba").war
    assert len(supplied(won(state))) == cards


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_alone_he_is_a_commander_like_any() -> None:
    """SW02-08-10: he need not call anybody: then all is as ever."""
    state = war("Henry IV")
    go(state, "person:Henry IV", "friend=pass", "war_defender=pass")
    after = won(state)
    assert len(dice_rolled(after)) == printed("Henry IV").war + 1 and checks(after) == ["Henry IV"]


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_against_an_independent_country() -> None:
    """SW02-08-10: the attacker's friend comes along against an independent country, too."""
    state = war("Henry IV", "Milan")
    go(state, "person:Henry IV", f"friend=person:{EGMONT}")
    after = won(state)
    assert len(dice_rolled(after)) == printed("Henry IV").war + 1 + printed(EGMONT).war + 1
    assert holder(after, "Milan") == 0


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_against_the_neuroi() -> None:
    """SW02-08-10: … and against the Neuroi."""
    state = war("Henry IV", "the Neuroi", **under_the_neuroi("Saxony"))
    go(state, "person:Henry IV", f"friend=person:{EGMONT}")
    after = won(state)
    assert len(dice_rolled(after)) == printed("Henry IV").war + 1 + printed(EGMONT).war + 1
    assert checks(after) == ["Henry IV", EGMONT][: len(checks(after))]


# ----------------------------------------------------------------------------------------------------------- the checks


def checking(state: State, *dice: int) -> State:
    """A copy on which all have passed and the death checks were these."""
    return chance(closing(state), "pass", lambda after: check_dice(after) == list(dice))


@pytest.mark.rule("SW02-08-10")
@pytest.mark.parametrize("pack", [HEARTS, BLACK_KINGS])
def test_sw02_08_10_the_friend_is_checked_last(pack: str) -> None:
    """SW02-08-10: at the end of the war, won or lost, the friend is checked too: attacker, defender, friend."""
    state = war("Henry IV", pack=pack)
    go(state, "person:Henry IV", f"friend=person:{EGMONT}", "war_defender=person:Duke of Alba")
    after = checking(state, 1, 1, 1)
    assert checks(after) == ["Henry IV", "Duke of Alba", EGMONT]
    state = war("Duke of Alba", pack=pack)
    go(state, "person:Henry IV", "war_defender=person:Duke of Alba", f"friend=person:{SULLY}")
    assert checks(checking(state, 1, 1, 1)) == ["Henry IV", "Duke of Alba", SULLY]


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_his_own_player_rolls_for_him() -> None:
    """SW02-08-10, §10: the dynasty that he belongs to rolls; he may die of it."""
    state = war("Henry IV")
    go(state, "person:Henry IV", f"friend=person:{EGMONT}", "war_defender=pass")
    after = checking(state, 1, printed(EGMONT).life + 1)
    assert where(after, EGMONT) == "removed"
    assert [entry.seat for entry in told(after, Trace.CHECKED)] == [0, 2]
    assert where(checking(state, 1, printed(EGMONT).life), EGMONT) == (2, "courtiers")


@pytest.mark.rule("§07-01")
def test_sw02_08_10_a_kings_death_as_a_friend() -> None:
    """SW02-08-10, §07-01 a: a foreign king forced to come may die childless of it, and the game ends."""
    state = war("Henry IV")
    go(state, "person:Henry IV", "friend=person:Elizabeth I", "war_defender=pass")
    after = checking(state, 1, 6)
    assert after.done and after.scores()[2] == 0


# ---------------------------------------------------------------------------------------------------- he is a commander


@pytest.mark.rule("D-R52")
def test_d_r52_sea_4_of_an_attackers_friend() -> None:
    """D-R52: a friend counts as a commander, for sea-4 too: 4 where the two countries are joined by sea."""
    drake = "Francis Drake"
    for country, value in (("Naples", 4), ("Portugal", 2)):
        state = laid(
            seat("Henry IV", courtiers=[drake], territories=["Spain"]), seat("Philip II"), abilities=True, pack=HEARTS,
            independent=["Naples", "Portugal"], attached=on(so_what="Henry IV"),
        )  # fmt: skip
        go(state, "war", f"country:{country}", "person:Henry IV", f"friend=person:{drake}")
        assert len(dice_rolled(won(state))) == printed("Henry IV").war + 1 + value + 1


@pytest.mark.rule("D-R52")
def test_d_r52_sea_4_of_a_defenders_friend() -> None:
    """D-R52: … in defence likewise."""
    drake = "Francis Drake"
    for country, value in (("Naples", 4), ("Portugal", 2)):
        state = laid(
            seat("Henry IV", courtiers=[drake], territories=["Spain"]),
            seat("Philip II", territories=["Naples", "Portugal"]), abilities=True, pack=HEARTS,
            attached=on(so_what="Philip II"),
        )  # fmt: skip
        go(state, "war", f"country:{country}", "person:Henry IV", "person:Philip II", f"friend=person:{drake}")
        cards = printed_country(country).power + printed("Philip II").war + value
        assert len(supplied(won(state))) == cards


@pytest.mark.rule("SW02-08-10")
def test_sw02_08_10_the_friend_may_change_from_war_to_war() -> None:
    """SW02-08-10: the friend is of this war alone: afterwards he is where he was and nobody's friend."""
    state = war("Henry IV")
    go(state, "person:Henry IV", f"friend=person:{EGMONT}", "war_defender=pass")
    after = checking(state, 1, 1)
    assert where(after, EGMONT) == (2, "courtiers") and after.to_dict()["declared"]["friend"] is None
    assert succeeding(closing(state)).to_dict()["declared"]["friend"] is None
