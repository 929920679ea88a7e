"""SW02-06-01: the Neuroi appear, and spread."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import chance, play, printed_country, seat
from .events import countries, events_of, go, judged, laid, occupied, to


def drawn(*dynasties: dict[str, Any], **fields: Any) -> State:
    """Seat 0 has turned up the Neuroi as it recruited."""
    state = laid(*dynasties, phase="recruit", person_decks={"red": ["event:neuroi", "James I", "Mary I"]}, **fields)
    go(state, "deck:red")
    return to(state, "neuroi_country")


def islands(*independent: str) -> State:
    """The Neuroi are drawn; beside these countries there are two islands in play that no land joins."""
    return drawn(
        seat("Henry IV", territories=["Ireland"]), seat("Philip II", territories=["Norway"]), independent=independent
    )


def spread(state: State, country: str, *dice: int) -> State:
    """They come down on a country and the dice are exactly these."""
    return chance(state, f"country:{country}", lambda after: [face for _, face in judged(after)] == list(dice))


# ------------------------------------------------------------------------------------------------------- they come down


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_its_drawer_chooses_any_country() -> None:
    """SW02-06-01: who drew it chooses one country: independent, another's or his own; only countries in play."""
    state = drawn(
        seat("Henry IV", territories=["France"]), seat("Philip II", territories=["Spain", "Naples"]),
        independent=["Milan", "Ireland"], removed_countries=["Scotland"],
    )  # fmt: skip
    assert (state.phase, state.seat) == ("neuroi_country", 0)
    assert countries(state) == {"France", "Spain", "Naples", "Milan", "Ireland"}
    assert len(state.legal()) == 5


@pytest.mark.rule("SW02-08-01")
def test_sw02_08_01_it_is_used_at_once_and_openly() -> None:
    """SW02-08-01: it cannot be kept: whoever draws it shows and uses it at once; all see it."""
    state = islands("Scotland", "Milan")
    assert events_of(state, 0) == []
    assert any(e.kind == Trace.EVENT_PLAYED for e in state.trace(1))
    play(state, "country:Milan")
    assert "Milan" in state.view(1)["occupied"] and "neuroi" in state.view(1)["events_on_table"]


# ---------------------------------------------------------------------------------------------------------- they spread


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_not_by_sea() -> None:
    """SW02-06-01: by land only: from England (Ireland, France, the Netherlands lie over the sea) to Scotland alone."""
    for way in ("west", "south", "east"):
        assert getattr(printed_country("England"), f"{way}_by") == "sea"
    state = islands("England", "Scotland", "France", "Netherlands")
    for key in range(30):
        copy = state.clone()
        copy.tables.array["key0"] = key
        copy.play("country:England")
        assert {country for country, _ in judged(copy)} == {"Scotland"}


@pytest.mark.rule("D-R26")
def test_d_r26_breadth_first() -> None:
    """D-R26: all neighbours of a country, N E S W, before those of the next: Austria has four."""
    inland = ("Austria", "Bohemia", "Hungary", "Venice", "Switzerland", "Saxony", "Milan", "Poland")
    for way, country in zip(("north", "east", "south", "west"), inland[1:5], strict=True):
        assert getattr(printed_country("Austria"), way) == country
    state = islands(*inland)
    around, beyond = set(inland[1:5]), {"Saxony", "Poland", "Milan"}
    after = chance(state, "country:Austria", lambda s: occupied(s) == {"Austria", *around})
    assert [country for country, _ in judged(after)] == [*inland[1:5], "Saxony", "Poland", "Milan"]
    assert not beyond & occupied(after)


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_territories_fall_like_independent_countries() -> None:
    """SW02-06-01: own, foreign and independent neighbours are judged alike."""
    state = drawn(
        seat("Henry IV", territories=["France", "Ireland"]), seat("Philip II", territories=["Spain", "Norway"]),
        independent=["Switzerland", "Portugal"],
    )  # fmt: skip
    after = spread(state, "Portugal", 4, 5, 6)
    assert occupied(after) == {"Portugal", "Spain", "France", "Switzerland"}
    assert [dynasty["territories"] for dynasty in after.to_dict()["seats"]] == [["Ireland"], ["Norway"]]
