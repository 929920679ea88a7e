"""SW02-07-08: heat ray (光熱攻撃): a die more for the dynasty's actions. D-R56, D-R67."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.views.view import LAYOUT
from dynasty_env.kit.state import State

from .conftest import all_persons, dice_rolled, names, persons, play, printed, rolling, seat
from .expansion import court, declare

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
