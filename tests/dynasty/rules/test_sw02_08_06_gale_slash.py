"""SW02-08-06: gale slash."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import chance, dice_rolled, holder, names, play, printed, seat, succeeded, told, where
from .events import HEARTS, SPADES, checks, closing, go, laid, on, to
from .expansion import card_of

KING, WIFE = "Anne de Montmorency", "Mary I"
ACTIONS = ("marriage", "procreation", "war", "hire")


def slashing(action: str, need: int = 0, bearer: str = KING, **fields: Any) -> State:
    """The king acts himself and has gale slash; the success value will be `need`; the window is open."""
    red = action in ("marriage", "procreation")
    counting, others = ("H", SPADES) if red else ("S", HEARTS)
    pack = f"{card_of(counting, need)} {others}" if need else others
    own = seat(
        KING, spouse=WIFE if action == "procreation" else None, children=["Louis XIII"],
        courtiers=["Duke of Sully", *fields.pop("courtiers", ())], territories=["France"],
    )  # fmt: skip
    state = laid(
        own, seat("Elizabeth I", courtiers=["Francis Drake"], territories=["Ireland", "Norway"]),
        wanderers=[] if action == "procreation" else [WIFE], independent=["Milan"],
        **{"pack": pack, "attached": on(gale_slash=bearer)} | fields,
    )  # fmt: skip
    go(state, *declaration(action, KING))
    return to(state, "interrupt")


def declaration(action: str, actor: str) -> list[str]:
    """How `actor` acts in one of the four."""
    return {
        "marriage": ["marriage", f"person:{WIFE}"],
        "procreation": ["procreation"],
        "war": ["war", "country:Milan", f"person:{actor}"],
        "hire": ["hire", f"person:{actor}", f"person:{WIFE}"],
    }[action]


def rolling(state: State, wanted: Callable[[list[int]], bool]) -> State:
    """A copy on which all have passed and the dice are as wanted."""
    return chance(closing(state), "pass", lambda after: wanted(dice_rolled(after)))


def reading(state: State) -> int:
    """What the dice came to."""
    (entry,) = told(state, Trace.OUTCOME)
    return entry.value


# ---------------------------------------------------------------------------------------------------------- the product


@pytest.mark.rule("SW02-08-06")
@pytest.mark.rule("D-R32")
@pytest.mark.parametrize("action", ACTIONS)
def test_sw02_08_06_the_dice_are_multiplied(action: str) -> None:
    """SW02-08-06: when its bearer marries, procreates (D-R32: as king), attacks or hires, not the sum of the dice but
    their product is compared with the success value."""
    after = rolling(slashing(action, 13), lambda dice: 6 not in dice and sum(dice) < 13 <= prod(dice))
    assert succeeded(after) and reading(after) == prod(dice_rolled(after))
    assert where(after, KING) == (0, "king")


@pytest.mark.rule("SW02-08-06")
@pytest.mark.parametrize("action", ACTIONS)
def test_sw02_08_06_not_added(action: str) -> None:
    """SW02-08-06: … instead of the sum: ones make it smaller."""
    after = rolling(slashing(action, 3), lambda dice: prod(dice) < 3 <= sum(dice))
    assert not succeeded(after) and reading(after) == prod(dice_rolled(after))


@pytest.mark.rule("SW02-08-06")
def test_sw02_08_06_the_books_example() -> None:
    """SW02-08-06: three dice 2, 3, 5 are 30, not 10."""
    state = slashing("war", 13)
    with_three = laid(
        seat("Duke of Sully"), seat("Elizabeth I"), independent=["Milan"], pack=HEARTS,
        attached=on(gale_slash="Duke of Sully"),
    )  # fmt: skip
    go(with_three, "war", "country:Milan", "person:Duke of Sully")
    after = rolling(with_three, lambda dice: sorted(dice) == [2, 3, 5])
    assert reading(after) == 30
    assert len(dice_rolled(rolling(state, bool))) == printed(KING).war + 1


@pytest.mark.rule("SW02-08-06")
@pytest.mark.parametrize(("pack", "success"), [("SA " + HEARTS, False), (HEARTS, True)])
def test_sw02_08_06_no_dice_are_nothing(pack: str, success: bool) -> None:
    """SW02-08-06: without any dice it is 0, not 1: an ace is too much."""
    clerk = "Nostradamus"
    assert printed(clerk).governance == 0 and printed(clerk).colour != printed("Francis Drake").colour
    state = laid(
        seat("Henry IV", courtiers=[clerk]), seat("Elizabeth I"), wanderers=["Francis Drake"], pack=pack,
        attached=on(gale_slash=clerk),
    )  # fmt: skip
    go(state, "hire", f"person:{clerk}", "person:Francis Drake")
    after = rolling(state, lambda dice: dice == [])
    assert (succeeded(after), reading(after)) == (success, 0)


# ---------------------------------------------------------------------------------------------------------------- a six


@pytest.mark.rule("SW02-08-06")
@pytest.mark.rule("D-R32")
@pytest.mark.parametrize("action", ACTIONS)
def test_sw02_08_06_a_six_kills_and_the_action_fails(action: str) -> None:
    """SW02-08-06: if a single die of the roll is a 6 its bearer dies and the action fails by itself, even where any
    dice would do."""
    after = rolling(slashing(action), lambda dice: dice.count(6) == 1)
    assert not succeeded(after)
    assert (where(after, KING), where(after, "Louis XIII")) == ("removed", (0, "king"))
    assert told(after, Trace.SLASHED) != []
    assert holder(after, "Milan") == "independent"
    assert where(after, WIFE) == ((0, "courtiers") if action == "procreation" else "wanderers")


@pytest.mark.rule("SW02-08-06")
@pytest.mark.parametrize("action", ACTIONS)
def test_sw02_08_06_no_other_face_kills(action: str) -> None:
    """SW02-08-06: only a 6: all dice up to 5 kill nobody, and the action succeeds where any dice would do."""
    after = rolling(slashing(action), lambda dice: max(dice) == 5)
    assert succeeded(after)
    assert not told(after, Trace.SLASHED)


@pytest.mark.rule("D-R57")
def test_d_r57_at_once_without_a_check() -> None:
    """D-R57: he dies at once, without a check: he takes none after the war, while the defender does."""
    state = laid(
        seat(KING, children=["Louis XIII"]), seat("Elizabeth I", territories=["Ireland", "Norway"]), pack=HEARTS,
        attached=on(gale_slash=KING),
    )  # fmt: skip
    go(state, "war", "country:Ireland", f"person:{KING}", "person:Elizabeth I")
    after = rolling(state, lambda dice: 6 in dice)
    assert (where(after, KING), checks(after), holder(after, "Ireland")) == ("removed", ["Elizabeth I"], 1)


@pytest.mark.rule("D-R62")
def test_d_r57_healing_does_not_help() -> None:
    """D-R57, D-R62: … and the Healer does not save him, for there is no death check."""
    for courtier in ("the Healer", "the Physician"):
        after = rolling(slashing("war", courtiers=[courtier]), lambda dice: 6 in dice)
        assert where(after, KING) == "removed"


@pytest.mark.rule("§07-01")
def test_sw02_08_06_a_childless_king_ends_the_game_so() -> None:
    """SW02-08-06, §07-01 a: a king who dies so without a child ends the game."""
    state = laid(seat(KING), seat("Elizabeth I"), wanderers=[WIFE], pack=SPADES, attached=on(gale_slash=KING))
    go(state, "marriage", f"person:{WIFE}")
    after = rolling(state, lambda dice: 6 in dice)
    assert after.done and after.scores()[0] == 0


@pytest.mark.rule("SW02-08-06")
def test_sw02_08_06_the_card_goes_with_him() -> None:
    """SW02-08: it is discarded with its bearer, and stays with him as long as he lives."""
    state = slashing("war")
    assert "gale slash" in rolling(state, lambda dice: 6 in dice).to_dict()["removed_events"]
    assert rolling(state, lambda dice: 6 not in dice).to_dict()["removed_events"] == []


# -------------------------------------------------------------------------------------------------------- who, and when


@pytest.mark.rule("SW02-08-06")
@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("bearer", ["Duke of Sully", "Elizabeth I", "Louis XIII"])
def test_sw02_08_06_only_its_bearers_own_action(action: str, bearer: str) -> None:
    """SW02-08-06: only when its bearer acts himself: anybody else's roll is a sum, and a 6 is a 6."""
    after = rolling(slashing(action, 3, bearer=bearer), lambda dice: 6 in dice)
    assert succeeded(after) and reading(after) == sum(dice_rolled(after))
    assert where(after, bearer) is not None and "removed" not in (where(after, KING), where(after, bearer))


@pytest.mark.rule("SW02-08-06")
@pytest.mark.parametrize("bearer", [KING, "Francis Drake", "Elizabeth I"])
def test_sw02_08_06_not_in_an_incitement(bearer: str) -> None:
    """SW02-08-06: an incitement is none of the four: nobody acts in it."""
    state = laid(
        seat(KING), seat("Elizabeth I", courtiers=["Francis Drake"]), pack=HEARTS, attached=on(gale_slash=bearer)
    )
    go(state, "incite", "person:Francis Drake")
    after = rolling(state, lambda dice: 6 in dice and sum(dice) != prod(dice))
    assert succeeded(after) and reading(after) == sum(dice_rolled(after))
    assert where(after, "Francis Drake") == (0, "courtiers")


@pytest.mark.rule("SW02-08-06")
def test_sw02_08_06_not_in_defence() -> None:
    """SW02-08-06: in war for the attacking side; a defender does not roll."""
    state = laid(
        seat(KING), seat("Elizabeth I", territories=["Ireland", "Norway"]), pack=HEARTS,
        attached=on(gale_slash="Elizabeth I"),
    )  # fmt: skip
    go(state, "war", "country:Ireland", f"person:{KING}", "person:Elizabeth I")
    after = rolling(state, lambda dice: 6 in dice)
    assert reading(after) == sum(dice_rolled(after)) and checks(after)[1] == "Elizabeth I"


@pytest.mark.rule("D-R55")
def test_d_r55_without_dice_no_slash() -> None:
    """D-R55: a war that warrior's way decides has no dice: nothing is multiplied, nobody slashed."""
    state = laid(
        seat(KING, events=[{"event": "warrior's way", "deck": "red"}]), seat("Elizabeth I"), independent=["Milan"],
        attached=on(gale_slash=KING),
    )  # fmt: skip
    go(state, "war", "country:Milan", f"warrior=person:{KING}")
    after = chance(state, f"person:{KING}", lambda s: [e.value for e in told(s, Trace.CHECKED)] == [1, 1])
    assert holder(after, "Milan") == 0 and where(after, KING) == (0, "king")


# --------------------------------------------------------------------------------------------------------- with witches


def magical(witch: str, need: int = 0) -> State:
    """The witch commands a war and has gale slash; the window is open."""
    pack = f"{card_of('S', need)} {HEARTS}" if need else HEARTS
    state = laid(
        seat("Henry IV", courtiers=[witch]), seat("Elizabeth I"), independent=["Milan"], pack=pack,
        attached=on(gale_slash=witch),
    )  # fmt: skip
    go(state, "war", "country:Milan", f"person:{witch}")
    return to(state, "interrupt")


@pytest.mark.rule("D-R58")
def test_d_r58_gale() -> None:
    """D-R58, SW02-07-06: gale reads all dice as the highest, then they are multiplied: 1, 1, 2, 2 are 16."""
    after = rolling(magical("the Gale", 13), lambda dice: max(dice) < 6 and prod(dice) < 13 <= max(dice) ** len(dice))
    dice = dice_rolled(after)
    assert len(dice) == printed("the Gale").war + 1
    assert succeeded(after) and reading(after) == max(dice) ** len(dice)


@pytest.mark.rule("D-R58")
def test_d_r58_might() -> None:
    """D-R58, SW02-07-07: might doubles one factor, the highest."""
    after = rolling(magical("the Mighty", 13), lambda dice: max(dice) < 6 and prod(dice) < 13 <= 2 * prod(dice))
    assert succeeded(after) and reading(after) == 2 * prod(dice_rolled(after))


@pytest.mark.rule("D-R58")
def test_d_r58_deflection_first() -> None:
    """D-R57, D-R58: deflection changes dice before they are multiplied; a die that she turns to 6 kills nobody."""
    state = rolling(magical("the Deflector", 13), lambda dice: sorted(dice) == [1, 1, 1, 2])
    assert (state.phase, state.seat) == ("dice", 0)
    play(state, "dice:1->6", "dice:1->5")
    assert reading(state) == 6 * 5 * 1 * 2 and succeeded(state)
    assert not told(state, Trace.SLASHED)


@pytest.mark.rule("D-R57")
def test_d_r57_a_six_as_rolled_kills_before_deflection() -> None:
    """D-R57, SW02-08-06: a 6 as rolled kills at once, before any ability: there is nothing to change any more."""
    after = rolling(magical("the Deflector"), lambda dice: dice.count(6) == 1)
    assert after.phase != "dice" and where(after, "the Deflector") == "removed"
    assert not any(name.startswith("dice:") for name in names(after))
    assert not succeeded(after) and holder(after, "Milan") == "independent"


@pytest.mark.rule("D-R57")
def test_d_r57_before_ballistics() -> None:
    """SW02-08-06, SW02-07-04: with a 6 the action fails, though a 1 would be success; without one the 1 is."""
    state = magical("the Marksman", 13)
    killed = rolling(state, lambda dice: 6 in dice and 1 in dice)
    assert not succeeded(killed) and where(killed, "the Marksman") == "removed"
    hit = rolling(state, lambda dice: 6 not in dice and 1 in dice and prod(dice) < 13)
    assert succeeded(hit) and holder(hit, "Milan") == 0


# --------------------------------------------------------------------------------------------------------------- bounds


@pytest.mark.rule("D-R56")
def test_d_r56_a_product_counts_at_most_9999() -> None:
    """D-R56: a product counts at most 9,999; below that it counts as it is."""
    state = laid(
        seat("Duke of Alba", courtiers=["Gustavus Adolphus"]), seat("Elizabeth I"), independent=["Milan"], pack=HEARTS,
        attached=on(gale_slash="Duke of Alba", so_what="Duke of Alba"),
    )  # fmt: skip
    go(state, "war", "country:Milan", "person:Duke of Alba", "person:Gustavus Adolphus")
    after = rolling(state, lambda dice: 6 not in dice and prod(dice) > 9_999)
    assert len(dice_rolled(after)) == 10 and reading(after) == 9_999
    after = rolling(state, lambda dice: 6 not in dice and 5_000 < prod(dice) < 9_999)
    assert reading(after) == prod(dice_rolled(after))
