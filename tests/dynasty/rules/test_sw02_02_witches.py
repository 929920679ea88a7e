"""SW02-02: witches lose their ability with marriage, and regain it; the Healer never does. D-R24."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import dice_rolled, names, play, printed, rolling, seat, succeeded, success_value, where
from .expansion import court, declare, on, onward, pack_of, results, rolled, tops

WITCHES = {
    "evil_eye": "the Evil Eye",
    "spatial_sense": "the Watcher",
    "ballistics": "the Marksman",
    "lightning": "the Thunderer",
    "gale": "the Gale",
    "might": "the Mighty",
    "heat_ray": "the Beam",
    "hyper_speed": "the Swift",
    "foresight": "the Seer",
    "wide_search": "the Seeker",
    "deflection": "the Deflector",
}
HEALER = "the Healer"
HEARTS = "H2 H3 H4 H5 H6 H7 H8 H9 H10 HJ HQ HK"
RIVAL = seat("Elizabeth I", courtiers=["Mary Stuart"])

# ------------------------------------------------------------------------------------------- does the ability work now?

Laid = Callable[..., State]


def at_war(laid: Laid, witch: str, need: int) -> State:
    """She commands against an independent country; the success value will be `need`."""
    state = laid(independent=["Milan"], pack=pack_of("S", need))
    declare(state, "war", "country:Milan", f"person:{witch}")
    return state


def sees_a_weak_spot(laid: Laid) -> bool:
    return success_value(rolling(at_war(laid, "the Evil Eye", 13))) < 13


def sees_the_top(laid: Laid) -> bool:
    return len(tops(laid(pack="S9 H2 H3"), 0, "pack")) == 1


def hits_with_a_one(laid: Laid) -> bool:
    return succeeded(rolled(at_war(laid, "the Marksman", 13), lambda dice: 1 in dice and sum(dice) < 13))


def calls_the_lightning(laid: Laid) -> bool:
    return "lightning" in names(laid())


def lines_the_dice_up(laid: Laid) -> bool:
    state = at_war(laid, "the Gale", 13)
    return succeeded(rolled(state, lambda dice: sum(dice) < 13 <= len(dice) * max(dice)))


def doubles_the_highest(laid: Laid) -> bool:
    state = at_war(laid, "the Mighty", 13)
    return succeeded(rolled(state, lambda dice: sum(dice) < 13 <= sum(dice) + max(dice)))


def lends_a_die(laid: Laid) -> bool:
    state = laid(pack=HEARTS)
    declare(state, "incite", "person:Mary Stuart")
    return len(dice_rolled(rolling(state))) == printed("Mary Stuart").ambition + 1


def acts_twice(laid: Laid) -> bool:
    state = laid(wanderers=["Duke of Sully", "Anne of Cleves"], pack=HEARTS)
    declare(state, "hire", "person:the Swift", "person:Duke of Sully")
    after = onward(failing_or_not(state))
    return (after.phase, after.seat) == ("action", 0)


def failing_or_not(state: State) -> State:
    """The window closes, whatever comes out."""
    return next(results(state, tries=1))


def looks_first(laid: Laid) -> bool:
    state = laid(phase="recruit")
    play(state, "deck:red")
    return state.phase == "foresight"


def may_search(laid: Laid) -> bool:
    return "search" in names(laid())


def bends_dice(laid: Laid) -> bool:
    return failing_or_not(at_war(laid, "the Deflector", 13)).phase == "dice"


WORKS: dict[str, Callable[[Laid], bool]] = {
    "evil_eye": sees_a_weak_spot,
    "spatial_sense": sees_the_top,
    "ballistics": hits_with_a_one,
    "lightning": calls_the_lightning,
    "gale": lines_the_dice_up,
    "might": doubles_the_highest,
    "heat_ray": lends_a_die,
    "hyper_speed": acts_twice,
    "foresight": looks_first,
    "wide_search": may_search,
    "deflection": bends_dice,
}


def houses(witch: str) -> dict[str, dict[str, Any]]:
    """A dynasty with her in each place; with an ace in hand."""
    return {
        "courtier": seat("Henry IV", spouse="Marie de' Medici", courtiers=[witch], hand="HA"),
        "child": seat("Henry IV", spouse="Marie de' Medici", children=[witch], hand="HA"),
        "king": seat(witch, hand="HA"),
        "spouse": seat("Henry IV", spouse=witch, hand="HA"),
        "king with a spouse": seat(witch, spouse="Henry IV", hand="HA"),
        "king with the doll": seat(witch, hand="HA"),
    }


UNMARRIED = ("courtier", "child", "king")
MARRIED = ("spouse", "king with a spouse", "king with the doll")


def table_with(own: dict[str, Any], **always: Any) -> Laid:
    return lambda **fields: court(own, RIVAL, **{**always, **fields})


def in_place(ability: str, place: str, **options: Any) -> bool:
    """Whether her ability works in this place."""
    witch = WITCHES[ability]
    attached = on("doll", witch) if place == "king with the doll" else []
    return WORKS[ability](table_with(houses(witch)[place], attached=attached, **options))


@pytest.mark.rule("SW02-02")
@pytest.mark.parametrize("place", UNMARRIED)
@pytest.mark.parametrize("ability", WORKS)
def test_sw02_02_an_unmarried_witch_has_her_ability(ability: str, place: str) -> None:
    """SW02-02: as a courtier, as a child and as a king without a spouse, even where others there are married."""
    assert in_place(ability, place)


@pytest.mark.rule("SW02-02")
@pytest.mark.parametrize("place", MARRIED)
@pytest.mark.parametrize("ability", WORKS)
def test_sw02_02_a_married_witch_has_none(ability: str, place: str) -> None:
    """SW02-02: a witch cannot use her ability while she is married: as spouse, or as a king who has a spouse;
    SW02-08-05: a king whose spouse is the doll counts as married."""
    assert not in_place(ability, place)


@pytest.mark.rule("D-R24")
@pytest.mark.parametrize("ability", WORKS)
def test_d_r24_witches_need_no_special_abilities(ability: str) -> None:
    """D-R24: they have them with `abilities` on as well as off (the tests above)."""
    assert in_place(ability, "courtier", abilities=True)
    assert not in_place(ability, "spouse", abilities=True)


@pytest.mark.rule("SW02-02")
@pytest.mark.parametrize("ability", WORKS)
def test_sw02_02_of_several_spouses_each_is_married(ability: str) -> None:
    """SW02-02, SW02-08-12: one of several spouses is a spouse."""
    witch = WITCHES[ability]
    own = seat("Henry IV", spouses=["Marie de' Medici", witch], hand="HA")
    assert not WORKS[ability](table_with(own, attached=on("polygamy", "Henry IV")))


@pytest.mark.rule("D-R48")
@pytest.mark.parametrize("ability", WORKS)
def test_d_r48_polygamy_alone_marries_nobody(ability: str) -> None:
    """D-R48: a king with polygamy is married while there is a spouse, not before."""
    witch = WITCHES[ability]
    attached = on("polygamy", witch)
    assert WORKS[ability](table_with(seat(witch, hand="HA"), attached=attached))
    assert not WORKS[ability](table_with(seat(witch, spouse="Henry IV", hand="HA"), attached=attached))


# ----------------------------------------------------------------------------------------------------------- the Healer


def heals(own: dict[str, Any], **fields: Any) -> bool:
    """Whether a commander of her dynasty who would die of a 6 survives whatever is rolled."""
    assert printed("Maurice of Saxony").life < 6
    state = court(own, RIVAL, independent=["Milan"], pack=HEARTS, **fields)
    declare(state, "war", "country:Milan", "person:Maurice of Saxony")
    return all(where(after, "Maurice of Saxony") == (0, "courtiers") for after in results(state))


@pytest.mark.rule("SW02-02")
@pytest.mark.parametrize("abilities", [False, True])
@pytest.mark.parametrize("place", [*UNMARRIED, *MARRIED])
def test_sw02_02_the_healer_keeps_hers(place: str, abilities: bool) -> None:
    """SW02-02: the special rule of her house: marriage does not touch her ability."""
    own = houses(HEALER)[place]
    own["courtiers"].append("Maurice of Saxony")
    assert heals(own, attached=on("doll", HEALER) if place == "king with the doll" else [], abilities=abilities)


@pytest.mark.rule("SW02-02")
def test_sw02_02_without_her_nobody_is_healed() -> None:
    """SW02-02: … while in a dynasty without her they die."""
    own = seat("Henry IV", spouse="Marie de' Medici", courtiers=["Maurice of Saxony"])
    assert not heals(own)


# ---------------------------------------------------------------------------------- without the expansion; the W itself


@pytest.mark.rule("SW02-01")
def test_sw02_01_without_the_expansion_there_are_no_witches() -> None:
    """SW02-01: the expansion's cards belong to games with it alone."""
    decks = court(seat("Henry IV"), RIVAL, witches=False).to_dict()["person_decks"]
    assert not {*WITCHES.values(), HEALER} & {person for deck in decks.values() for person in deck}
