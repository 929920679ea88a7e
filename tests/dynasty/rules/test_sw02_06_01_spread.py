"""SW02-06-01: the Neuroi appear, and spread."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import chance, holder, play, printed_country, seat, told
from .events import SPADES, countries, events_of, go, judged, laid, occupied, to, won

EMPIRE, SULEIMAN = "Ottoman Empire", "Suleiman I"


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


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_the_turn_player_is_its_drawer() -> None:
    """SW02-06-01: … the one who drew it, whatever his seat is."""
    state = drawn(seat("Henry IV"), seat("Philip II"), seat("Erik XIV"), turn_player=2)
    assert state.seat == 2


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_the_ottoman_empire_only_if_it_is_in_play() -> None:
    """SW02-06-01, §11-02: the Ottoman Empire is a country in play as long as Suleiman is."""
    assert EMPIRE not in countries(islands("Milan"))
    state = drawn(seat("Henry IV"), seat("Philip II", courtiers=[SULEIMAN], territories=["Spain", EMPIRE]))
    assert EMPIRE in countries(state)


@pytest.mark.rule("SW02-06-01")
@pytest.mark.parametrize("country", ["Norway", "Ireland", "Naples"])
def test_sw02_06_01_the_country_goes_into_the_middle(country: str) -> None:
    """SW02-06-01: the country is occupied: it lies in the middle under the card and is nobody's any more."""
    state = drawn(
        seat("Henry IV", territories=["France", "Ireland"]), seat("Philip II", territories=["Spain", "Norway"]),
        independent=["Naples"],
    )  # fmt: skip
    play(state, f"country:{country}")
    assert (occupied(state), holder(state, country)) == ({country}, "out")
    assert state.to_dict()["events_on_table"] == ["neuroi"]
    assert country not in state.to_dict()["removed_countries"]
    assert judged(state) == []  # joined by sea alone: nothing to roll for


@pytest.mark.rule("SW02-08-01")
def test_sw02_08_01_it_is_used_at_once_and_openly() -> None:
    """SW02-08-01: it cannot be kept: whoever draws it shows and uses it at once; all see it."""
    state = islands("Scotland", "Milan")
    assert events_of(state, 0) == []
    assert any(e.kind == Trace.EVENT_PLAYED for e in state.trace(1))
    play(state, "country:Milan")
    assert "Milan" in state.view(1)["occupied"] and "neuroi" in state.view(1)["events_on_table"]


@pytest.mark.rule("§07-01")
def test_sw02_06_01_they_may_be_a_decks_last_card() -> None:
    """§07-01 c: as the last card of a deck they still come, the action is still taken, and the game ends."""
    decks = {"red": ["event:neuroi"]}
    state = laid(seat("Henry IV"), seat("Philip II"), phase="recruit", person_decks=decks, independent=["Naples"])
    go(state, "deck:red", "country:Naples")
    assert occupied(state) == {"Naples"} and not state.done
    go(state, "action=pass")
    assert state.done


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_then_the_turn_goes_on() -> None:
    """SW02-04, SW02-06-01: the recruiting is over, nobody joined the wanderers; play goes on with the action."""
    state = islands("Scotland", "Milan")
    play(state, "country:Milan")
    assert state.to_dict()["wanderers"] == []
    to(state, "action")
    assert state.seat == 0


# ---------------------------------------------------------------------------------------------------------- they spread


@pytest.mark.rule("SW02-06-01")
@pytest.mark.parametrize(("die", "falls"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_sw02_06_01_four_five_or_six_occupies_the_neighbour(die: int, falls: bool) -> None:
    """SW02-06-01: a die is rolled for each country joined to it by land: 4, 5 or 6 and it is occupied too."""
    after = spread(islands("Scotland", "England"), "Scotland", die)
    assert judged(after) == [("England", die)]
    assert occupied(after) == ({"Scotland", "England"} if falls else {"Scotland"})
    assert holder(after, "England") == ("out" if falls else "independent")


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_the_turn_player_rolls() -> None:
    """SW02-06-01: the turn player rolls, whoever's country it is."""
    state = drawn(
        seat("Henry IV"), seat("Philip II"), seat("Erik XIV", territories=["England"]), independent=["Scotland"],
        turn_player=1,
    )  # fmt: skip
    after = spread(state, "Scotland", 5)
    assert [e.seat for e in told(after, Trace.JUDGED)] == [1]
    assert holder(after, "England") == "out"


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


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_from_there_on_likewise() -> None:
    """SW02-06-01: countries joined to a newly occupied one are judged in the same way, and so on."""
    state = islands("Portugal", "Spain", "France", "Switzerland")
    after = spread(state, "Portugal", 4, 4, 4)
    assert judged(after) == [("Spain", 4), ("France", 4), ("Switzerland", 4)]
    assert occupied(after) == {"Portugal", "Spain", "France", "Switzerland"}


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_not_from_a_country_that_was_spared() -> None:
    """SW02-06-01: … from new occupied countries only."""
    state = islands("Portugal", "Spain", "France", "Switzerland")
    after = spread(state, "Portugal", 6, 3)
    assert occupied(after) == {"Portugal", "Spain"}


@pytest.mark.rule("SW02-06-01")
@pytest.mark.parametrize(
    ("dice", "fallen"),
    [
        ((1, 1), set()),
        ((4, 1, 1), {"Saxony"}),
        ((4, 1, 4), {"Saxony", "Bohemia"}),
        ((1, 4, 1), {"Palatinate"}),
        ((1, 4, 4), {"Palatinate", "Bohemia"}),
        ((4, 4, 1), {"Saxony", "Palatinate"}),
        ((4, 4, 4), {"Saxony", "Palatinate", "Bohemia"}),
    ],
)
def test_sw02_06_01_each_country_at_most_once(dice: tuple[int, ...], fallen: set[str]) -> None:
    """SW02-06-01: each country is judged at most once: Bohemia by Saxony or by the Palatinate, not by both; D-R26:
    breadth-first, in the order N E S W: Saxony lies east of the Netherlands, the Palatinate south."""
    ring = ("Netherlands", "Saxony", "Palatinate", "Bohemia")
    after = spread(islands(*ring), "Netherlands", *dice)
    assert occupied(after) == {"Netherlands", *fallen}
    order = [country for country, _ in judged(after)]
    assert order == ["Saxony", "Palatinate", "Bohemia"][: len(dice)]


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


@pytest.mark.rule("D-R59")
def test_d_r59_only_countries_in_play() -> None:
    """D-R59: rolled for are countries in play only: no removed one, nor the Empire before Suleiman."""
    state = islands("Scotland", "Milan")
    play(state, "country:Scotland")  # England is not in play
    assert judged(state) == []
    state = islands("Venice", "Milan")
    after = spread(state, "Venice", 1)
    assert [country for country, _ in judged(after)] == ["Milan"]


@pytest.mark.rule("SW02-06-01")
@pytest.mark.parametrize("die", [3, 4])
def test_sw02_06_01_over_land_to_the_ottoman_empire(die: int) -> None:
    """SW02-06-01, §06-01: the roads to the Ottoman Empire, printed in red, are land."""
    state = drawn(
        seat("Henry IV", territories=["Ireland"]),
        seat("Philip II", courtiers=[SULEIMAN], territories=["Spain", EMPIRE]), independent=["Venice"],
    )  # fmt: skip
    after = spread(state, "Venice", die)
    assert judged(after) == [(EMPIRE, die)]
    assert occupied(after) == ({"Venice", EMPIRE} if die == 4 else {"Venice"})


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


# ---------------------------------------------------------------------------------------------------------------- birth


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_at_a_birth_all_stops_for_it() -> None:
    """SW02-06-01: play stops and they come at once, in the middle of a birth too; D-R66: the birth is over."""
    state = laid(
        seat("Henry VIII", spouse="Anne Boleyn"), seat("Philip II", territories=["Spain", "Norway"]),
        independent=["Portugal"], pack=SPADES, person_decks={"red": ["event:neuroi", "James I", "Mary I"]},
    )  # fmt: skip
    go(state, "procreation")
    state = to(won(state), "birth_deck")
    play(state, "deck:red")
    assert (state.phase, state.seat) == ("neuroi_country", 0)
    after = spread(state, "Portugal", 4)
    assert occupied(after) == {"Portugal", "Spain"}
    assert after.to_dict()["seats"][0]["children"] == []
    assert after.to_dict()["person_decks"]["red"] == ["James I", "Mary I"]
    to(after, "recruit")
    assert after.seat == 1
