"""SW02-08-05: the doll."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import play, printed, seat
from .events import bearer, events_of, go, is_discarded, laid, on, reprinted, to

STATS = ("war", "governance", "prestige", "fertility", "life", "ambition")


def drawn(*dynasties: dict[str, Any], **fields: Any) -> State:
    """The turn player has turned up the doll as he recruited."""
    state = laid(*dynasties, phase="recruit", person_decks={"red": ["event:doll", "James I", "Charles I"]}, **fields)
    play(state, "deck:red")
    return state


UNMARRIED = {"Henry IV": "Marie de' Medici", "Philip II": "Mary I", "Erik XIV": "Cecilia Vasa"}
"""Kings, with a spouse for each."""


def kings(*married: str) -> list[dict[str, Any]]:
    """Three dynasties; the kings named have a spouse."""
    return [seat(king, spouse=spouse if king in married else None) for king, spouse in UNMARRIED.items()]


# ---------------------------------------------------------------------------------------------------------- it is drawn


@pytest.mark.rule("SW02-08-05")
@pytest.mark.parametrize(
    ("turn_player", "married", "king"),
    [
        (0, (), "Henry IV"),
        (1, (), "Philip II"),
        (2, (), "Erik XIV"),
        (0, ("Henry IV",), "Philip II"),
        (0, ("Henry IV", "Philip II"), "Erik XIV"),
        (1, ("Philip II",), "Erik XIV"),
        (1, ("Philip II", "Erik XIV"), "Henry IV"),
        (2, ("Erik XIV",), "Henry IV"),
    ],
)
def test_sw02_08_05_the_first_unmarried_king_has_it(turn_player: int, married: tuple[str, ...], king: str) -> None:
    """SW02-08-05: clockwise from the turn player the first unmarried king has it as his spouse, at once."""
    state = drawn(*kings(*married), turn_player=turn_player)
    assert bearer(state, "doll") == king
    assert not is_discarded(state, "doll")


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_it_is_not_kept() -> None:
    """SW02-08-05: it cannot be kept: shown and used at once; nobody joins the wanderers, the turn goes on."""
    state = drawn(*kings())
    assert events_of(state, 0) == [] and state.to_dict()["wanderers"] == []
    assert any(a["event"] == "doll" for a in state.view(1)["attached"])
    assert to(state, "action").seat == 0


@pytest.mark.rule("D-R44")
def test_d_r44_drawn_it_is_in_its_deck_no_more() -> None:
    """D-R44: whoever had seen it go under its deck sees now that it came up; all are told that it was played."""
    state = laid(
        *kings(), phase="recruit", person_decks={"red": ["event:doll", "event:cancel", "James I"]},
        shown={"event:doll": "red", "event:cancel": "red"},
    )  # fmt: skip
    play(state, "deck:red")
    assert state.to_dict()["shown"] == {"event:cancel": "red"}
    assert [dynasty["seen"] for dynasty in state.to_dict()["seats"]] == [{"event:cancel": "red"}] * 3
    for viewer in range(3):
        assert Trace.EVENT_PLAYED in [entry.kind for entry in state.trace(viewer)]


# ---------------------------------------------------------------------------------------------------------- its husband


@pytest.mark.rule("SW02-08-05")
@pytest.mark.parametrize("short", [None, "war", "governance", "fertility", "life", "ambition"])
def test_sw02_08_05_all_six_are_one_more(short: str | None) -> None:
    """SW02-08-05, §07-02: all six: a king with the doll ties with one whose printed numbers are all one more, and wins
    against one who is short of a single point of them."""
    numbers = {stat: getattr(printed("Henry IV"), stat) + 1 for stat in STATS}
    if short:
        numbers[short] -= 1
    with reprinted("Gustav Vasa", **numbers):
        dynasties = seat("Henry IV", territories=["Ireland"]), seat("Gustav Vasa", territories=["Scotland"])
        state = laid(
            *dynasties, seat("Erik XIV", territories=()), person_decks={"green": []}, attached=on(doll="Henry IV")
        )
        go(state, "action=pass")
        assert state.scores()[0] == state.scores()[1]
        assert list(state.returns("win")) == ([1.0, -0.5, -0.5] if short else [0.5, 0.5, -1.0])
