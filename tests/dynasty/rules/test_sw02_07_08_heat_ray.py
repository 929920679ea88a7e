"""SW02-07-08: heat ray (光熱攻撃): a die more for the dynasty's actions. D-R56, D-R67."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import (
    all_persons,
    chance,
    dice_rolled,
    names,
    persons,
    play,
    printed,
    quiet,
    rolling,
    seat,
    succeeded,
    throwing,
    told,
    where,
)
from .expansion import court, declare, on, pack_of

WITCH = "the Beam"
DECLARATIONS = {
    "marriage": ("marriage", "person:Anne of Cleves"),
    "procreation": ("procreation",),
    "war": ("war", "country:Milan", "person:Duke of Alba"),
    "hire": ("hire", "person:Duke of Sully", "person:Anne of Cleves"),
    "incite": ("incite", "person:Mary Stuart"),
}
MIXED = "H2 S2 H3 S3 H4 S4 H5 S5 H6 S6"


def printed_dice(action: str, king: str, spouse: str = "") -> int:
    """§09: the dice of the declarations above, by the printed cards (C and CP are the same, D-R3)."""
    if action == "marriage":
        return int(printed(king).prestige) + 1
    if action == "procreation":
        return int(printed(king).fertility) + int(printed(king).colour != printed(spouse).colour)
    return {"war": 4 + 1, "hire": 4, "incite": 3}[action]  # Alba's war + 1, Sully's governance, Mary Stuart's ambition


def declared(action: str, own: dict[str, Any], **fields: Any) -> State:
    """The open window of seat 0's action."""
    laid = {"wanderers": ["Anne of Cleves"], "independent": ["Milan"], "pack": MIXED}
    state = court(own, seat("Elizabeth I", courtiers=["Mary Stuart"]), **laid | fields)
    declare(state, *DECLARATIONS[action])
    return state


def dice(action: str, own: dict[str, Any], **fields: Any) -> int:
    return len(dice_rolled(rolling(declared(action, own, **fields))))


def house(king: str = "Henry IV", spouse: str | None = None, *, place: str = "courtiers") -> dict[str, Any]:
    own = seat(king, spouse=spouse, courtiers=["Duke of Alba", "Duke of Sully"])
    own[place].append(WITCH)
    return own


@pytest.mark.rule("SW02-07-08")
@pytest.mark.parametrize("place", ["courtiers", "children"])
@pytest.mark.parametrize("action", ["marriage", "war", "hire", "incite"])
def test_sw02_07_08_a_die_more(action: str, place: str) -> None:
    """SW02-07-08: marriage, war, hire and incitement of her dynasty are rolled with a die more, whoever acts."""
    assert dice(action, house(place=place)) == printed_dice(action, "Henry IV") + 1


@pytest.mark.rule("SW02-07-08")
def test_sw02_07_08_a_die_more_in_procreation() -> None:
    """SW02-07-08: … and procreation."""
    own = house(spouse="Marie de' Medici")
    assert dice("procreation", own) == printed_dice("procreation", "Henry IV", "Marie de' Medici") + 1


@pytest.mark.rule("SW02-07-08")
@pytest.mark.parametrize("kind", ["war", "hire"])
def test_sw02_07_08_when_she_acts_herself(kind: str) -> None:
    """SW02-07-08: one die more, too, when she is the actor herself."""
    state = court(house(), seat("Elizabeth I"), independent=["Milan"], wanderers=["Anne of Cleves"], pack=MIXED)
    own = {
        "war": ("war", "country:Milan", f"person:{WITCH}"),
        "hire": ("hire", f"person:{WITCH}", "person:Anne of Cleves"),
    }
    declare(state, *own[kind])
    expected = {"war": printed(WITCH).war + 1, "hire": printed(WITCH).governance}[kind]
    assert len(dice_rolled(rolling(state))) == expected + 1


@pytest.mark.rule("SW02-07-08")
def test_sw02_07_08_as_king() -> None:
    """SW02-07-08: her own marriage, too: she is unmarried until it has succeeded."""
    state = court(seat(WITCH), seat("Elizabeth I"), wanderers=["Philip II"], pack="S2 S3 S4 S5 S6 S7")
    declare(state, "marriage", "person:Philip II")
    assert len(dice_rolled(rolling(state))) == printed(WITCH).prestige + 1  # P and CC differ


@pytest.mark.rule("SW02-07-08")
@pytest.mark.parametrize("whose", ["rival's", "third's", "nobody's"])
@pytest.mark.parametrize("action", ["war", "hire", "incite", "marriage"])
def test_sw02_07_08_only_for_her_dynasty(action: str, whose: str) -> None:
    """SW02-07-08: not for others."""
    crowd = {name: [WITCH] if name == whose else [] for name in ("rival's", "third's", "nobody's")}
    state = court(
        seat("Henry IV", courtiers=["Duke of Alba", "Duke of Sully"]),
        seat("Elizabeth I", courtiers=["Mary Stuart", *crowd["rival's"]]),
        seat("Mary I", courtiers=crowd["third's"]),
        independent=["Milan"],
        wanderers=["Anne of Cleves", *crowd["nobody's"]],
        pack=MIXED,
    )
    declare(state, *DECLARATIONS[action])
    assert len(dice_rolled(rolling(state))) == printed_dice(action, "Henry IV")


@pytest.mark.rule("SW02-07-08")
def test_sw02_07_08_no_card_more() -> None:
    """SW02-07-08: it adds to a defence nothing: neither a card nor a die of the attacker's."""
    state = court(seat("Henry IV"), seat("Elizabeth I", courtiers=[WITCH], territories=["Milan", "Spain"]), pack=MIXED)
    declare(state, "war", "country:Milan", "person:Henry IV", f"person:{WITCH}")
    contest = LAYOUT["contest"].of(state.observe(0))
    assert (contest[0], contest[3]) == (2 + printed(WITCH).war, printed("Henry IV").war + 1)


@pytest.mark.rule("SW02-07-08")
def test_sw02_07_08_the_window_shows_it() -> None:
    """SW02-07-08: the number of dice that everybody observes in the window counts it."""
    state = declared("war", house())
    assert LAYOUT["contest"].of(state.observe(1))[3] == 4 + 1 + 1


@pytest.mark.rule("SW02-07-08")
def test_sw02_07_08_the_one_die_of_an_ability_stays_one() -> None:
    """SW02-07-08: the dice of other actions stay: match-making is one die."""
    state = court(seat("Elizabeth I", children=["Philip III"], courtiers=[WITCH]), seat("Mary Stuart"), abilities=True)
    play(state, "matchmaking")
    declare(state, "person:Philip III")
    assert "person:Mary Stuart" in names(state)
    after = throwing(state, 4, "person:Mary Stuart")
    assert where(after, "Philip III") == (1, "spouses")


@pytest.mark.rule("SW02-07-08")
def test_sw02_07_08_a_death_check_is_one_die() -> None:
    """SW02-07-08: … and so is a death check."""
    state = court(house(), seat("Elizabeth I"), scythe=0)
    play(state, "reaper")
    after = rolling(state, 5, by="person:Duke of Alba")
    assert [e.value for e in told(after, Trace.CHECKED)] == [5]


# ---------------------------------------------------------------------------------------------------- D-R67: with waste


@pytest.mark.rule("D-R67")
@pytest.mark.parametrize("action", ["marriage", "war", "hire", "incite"])
def test_d_r67_heat_ray_and_waste(action: str) -> None:
    """D-R67: a wasteful king costs a die and the heat ray lends one."""
    assert dice(action, house("Henry III"), abilities=True) == printed_dice(action, "Henry III")


@pytest.mark.rule("D-R67")
def test_d_r67_they_are_added_up_before_zero_is_the_least() -> None:
    """D-R67, D-R9: Henry III (fertility 0, +1) with Christina wastes two and is lent one: 1 - 2 + 1 = 0, not 1."""
    own = house("Henry III", "Christina of Sweden")
    assert printed("Henry III").fertility == 0
    assert dice("procreation", own, abilities=True) == 0
    assert dice("procreation", own, abilities=False) == 2


@pytest.mark.rule("D-R67")
def test_d_r67_a_lent_die_where_there_is_none() -> None:
    """D-R67: no die and one lent make one: a recruiter of governance 0."""
    own = seat("Henry IV", courtiers=[WITCH, "Albert Alcibiades"])
    assert printed("Albert Alcibiades").governance == 0
    state = court(own, seat("Elizabeth I"), wanderers=["Duke of Sully"], pack=MIXED)
    declare(state, "hire", "person:Albert Alcibiades", "person:Duke of Sully")
    assert len(dice_rolled(rolling(state))) == 1


# --------------------------------------------------------------------------------------------- D-R56: the largest rolls


def crowd(count: int) -> list[str]:
    """As many base persons, for a crowded dynasty; nobody with a part in what is tested."""
    taken = {"Suleiman I", "Elizabeth I", "Gustavus Adolphus", "Maurice of Saxony"}
    return [name for name in all_persons()[:80] if name not in taken][:count]


@pytest.mark.rule("D-R56")
@pytest.mark.parametrize(("sent", "rolled"), [(41, 47), (42, 48), (43, 48), (50, 48)])
def test_d_r56_no_more_than_48_dice(sent: int, rolled: int) -> None:
    """D-R56: in an all-out attack 5 dice of the commander (war 4), one for each of those sent and one for the rival's
    only person; no more than 48 are rolled."""
    own = seat("Gustavus Adolphus", courtiers=crowd(sent), events=[{"event": "all-out attack", "deck": "red"}])
    state = court(own, seat("Elizabeth I"), occupied=["Milan"], events_on_table=["neuroi"])
    declare(state, "war", "event:neuroi", "person:Gustavus Adolphus", "event:all-out attack")
    dice: list[int] = []
    while not dice:
        everybody = persons(state) if state.phase == "sortie" else set()
        play(state, f"person:{min(everybody)}" if everybody else "pass" if "pass" in names(state) else "joker:1")
        dice = dice_rolled(state)
    assert len(dice) == rolled


@pytest.mark.rule("D-R56")
def test_d_r56_a_product_counts_at_most_9999() -> None:
    """D-R56, SW02-08-06: eleven dice of a gale slash, multiplied, soon go beyond; 9,999 is the most that counts."""
    own = seat("Henry IV", courtiers=["Gustavus Adolphus", "Maurice of Saxony", WITCH])
    attached = on("gale slash", "Gustavus Adolphus") + on("so what", "Gustavus Adolphus")
    state = court(own, seat("Elizabeth I"), independent=["Milan"], attached=attached, pack=pack_of("S", 13))
    declare(state, "war", "country:Milan", "person:Gustavus Adolphus", "person:Maurice of Saxony")
    assert (printed("Gustavus Adolphus").war, printed("Maurice of Saxony").war) == (4, 4)

    def huge(after: State) -> bool:
        product = 1
        for face in dice_rolled(after):
            product *= face
        return len(dice_rolled(after)) == 11 and 6 not in dice_rolled(after) and product > 2**17

    after = chance(quiet(state), "pass", huge)
    (outcome,) = told(after, Trace.OUTCOME)
    assert (succeeded(after), outcome.value) == (True, 9_999)
