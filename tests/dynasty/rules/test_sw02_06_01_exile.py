"""SW02-06-01: dynasties and kings who lose all to the Neuroi."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, play, seat, where
from .events import HEARTS, bearer, go, judged, laid, on, to, won

EMPIRE, SULEIMAN = "Ottoman Empire", "Suleiman I"


def struck(country: str, *dynasties: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> State:
    """The turn player has turned up the Neuroi and put them there; the dice were exactly these."""
    decks = {"red": ["event:neuroi", "James I", "Mary I"]}
    state = laid(*dynasties, phase="recruit", **{"person_decks": decks} | fields)
    go(state, "deck:red")
    to(state, "neuroi_country")
    return chance(state, f"country:{country}", lambda after: [face for _, face in judged(after)] == list(dice))


def britain(turn_player: int, *independent: str) -> State:
    """Seats 0 and 2 have lost Scotland and England, all they had; seat 1 has Spain."""
    return struck(
        "Scotland", seat("Henry IV", territories=["Scotland"]), seat("Philip II", territories=["Spain"]),
        seat("Erik XIV", territories=["England"]), dice=(4,), turn_player=turn_player, independent=independent,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------------------- exile


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_without_an_independent_country_they_are_ruined() -> None:
    """SW02-06-01: if there is no independent country (left) it is ruined: the game ends after the action."""
    state = britain(1, "Norway")
    play(state, "country:Norway")  # seat 2 comes first
    assert [dynasty["fallen"] for dynasty in state.to_dict()["seats"]] == [True, False, False]
    assert not state.done
    go(state, "action=pass")
    assert state.done
    assert state.scores()[0] == 0 < state.scores()[2]


@pytest.mark.rule("D-R68")
def test_d_r68_another_dynasty_is_ruined_for_good_too() -> None:
    """D-R68: whoever's turn it is: the dynasties that fell are ruined, the others are not."""
    state = britain(1)
    assert [dynasty["fallen"] for dynasty in state.to_dict()["seats"]] == [True, False, True]
    go(state, "action=pass")
    assert state.done and [score > 0 for score in state.scores()] == [False, True, False]


# ------------------------------------------------------------------------------------------------------------- Suleiman


@pytest.mark.rule("D-R59")
@pytest.mark.parametrize("place", ["spouse", "children", "courtiers"])
def test_d_r59_else_they_move_with_him(place: str) -> None:
    """D-R59, SW02-08: where he was no king he has not died: what is attached to him goes under the card with him, and
    comes back with him."""
    family: dict[str, Any] = {place: SULEIMAN if place == "spouse" else [SULEIMAN]}
    rival = seat("Elizabeth I", territories=["England", EMPIRE], **family)
    own = seat("Henry IV", courtiers=["Duke of Sully"])
    state = struck(
        EMPIRE, own, rival, attached=on(splendid=SULEIMAN, grounded=SULEIMAN, cancel="Elizabeth I"), pack=HEARTS
    )
    assert state.to_dict()["under_neuroi"] == [SULEIMAN]
    assert [bearer(state, event) for event in ("splendid", "grounded", "cancel")] == [SULEIMAN, SULEIMAN, "Elizabeth I"]
    assert state.call("audit") == 0
    copy = state.game.from_dict(state.to_dict(), backend="interpreted")
    assert copy.to_dict() == state.to_dict()
    go(state, "war", "event:neuroi", "person:Duke of Sully")
    after = won(state)
    assert where(after, SULEIMAN) == (0, "courtiers")
    assert (bearer(after, "splendid"), bearer(after, "grounded")) == (SULEIMAN, SULEIMAN)
