"""SW02-08-05: the doll."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.dynasty.steps import Trace
from dynasty_env.kit.state import State

from .conftest import (
    dice_rolled,
    names,
    persons,
    play,
    printed,
    printed_country,
    rolling,
    seat,
    seat_of,
    supplied,
    where,
)
from .events import HEARTS, SPADES, bearer, events_of, go, is_discarded, laid, on, reprinted, to, won

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
def test_sw02_08_05_all_married_it_is_discarded() -> None:
    """SW02-08-05: if every king is married it is discarded."""
    state = drawn(*kings(*UNMARRIED))
    assert (bearer(state, "doll"), is_discarded(state, "doll")) == (None, True)


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


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_at_a_birth_too() -> None:
    """SW02-08-05, SW02-04: drawn at a birth nobody is born; the father is married, so the next king has it."""
    state = laid(
        seat("Henry VIII", spouse="Anne Boleyn"), seat("Philip II"), pack=SPADES,
        person_decks={"red": ["event:doll", "James I", "Charles I"]},
    )  # fmt: skip
    go(state, "procreation")
    state = to(won(state), "birth_deck")
    play(state, "deck:red")
    assert bearer(state, "doll") == "Philip II" and seat_of(state, 0)["children"] == []


@pytest.mark.rule("D-R48")
def test_d_r48_not_to_a_king_with_spouses_who_may_marry_again() -> None:
    """D-R48: the doll goes to a king without any spouse: polygamy makes nobody unmarried."""
    state = drawn(*kings("Henry IV"), attached=on(polygamy="Henry IV"))
    assert bearer(state, "doll") == "Philip II"


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_a_queen_may_have_it() -> None:
    """SW02-08-05: any unmarried king, a woman too (ch. 1: king is of either sex)."""
    assert bearer(drawn(seat("Elizabeth I"), seat("Philip II")), "doll") == "Elizabeth I"


# ---------------------------------------------------------------------------------------------------------- its husband


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_he_counts_as_married() -> None:
    """SW02-08-05: its king counts as married: he may not marry."""
    for attached, offered in ((on(doll="Henry IV"), False), (on(doll="Philip II"), True), ([], True)):
        state = laid(seat("Henry IV"), seat("Philip II"), wanderers=["Mary I"], attached=attached)
        assert ("marriage" in names(to(state, "action"))) is offered


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_nor_be_matched() -> None:
    """SW02-08-05, §11-03-05: … nor be matched, for which he would have to be unmarried."""
    for attached, targets in (([], {"Henry III", "Philip II"}), (on(doll="Philip II"), {"Henry III"})):
        state = laid(
            seat("Henry III", children=["Christina of Sweden"]), seat("Philip II"), abilities=True, attached=attached
        )
        go(state, "matchmaking")
        assert persons(to(state, "matchmaking_child")) == {"Christina of Sweden"}
        play(state, "person:Christina of Sweden")
        assert persons(state) == targets


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_no_procreation_with_it() -> None:
    """SW02-08-05: … but there is no procreation with it."""
    state = laid(seat("Henry IV"), seat("Philip II"), attached=on(doll="Henry IV"))
    assert "procreation" not in names(to(state, "action"))


@pytest.mark.rule("SW02-08-05")
@pytest.mark.parametrize("commander", ["Henry IV", "Duke of Sully"])
def test_sw02_08_05_war_is_one_more(commander: str) -> None:
    """SW02-08-05: all numbers of its king are +1: war, as a commander; not those of his people."""
    state = laid(
        seat("Henry IV", courtiers=["Duke of Sully"]), seat("Philip II"), independent=["Milan"], pack=HEARTS,
        attached=on(doll="Henry IV"),
    )  # fmt: skip
    go(state, "war", "country:Milan", f"person:{commander}")
    assert len(dice_rolled(won(state))) == printed(commander).war + 1 + (commander == "Henry IV")


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_in_defence_too() -> None:
    """SW02-08-05: … war, as the defender's commander."""
    state = laid(
        seat("Henry IV"), seat("Philip II", territories=["Naples"]), pack=HEARTS, attached=on(doll="Philip II")
    )
    go(state, "war", "country:Naples", "person:Henry IV", "person:Philip II")
    assert len(supplied(won(state))) == printed_country("Naples").power + printed("Philip II").war + 1


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_governance_is_one_more() -> None:
    """SW02-08-05: … governance, as a recruiter."""
    state = laid(seat("Henry IV"), seat("Philip II"), wanderers=["Mary I"], pack=HEARTS, attached=on(doll="Henry IV"))
    go(state, "hire", "person:Henry IV", "person:Mary I")
    assert len(dice_rolled(won(state))) == printed("Henry IV").governance + 1


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_prestige_is_one_more() -> None:
    """SW02-08-05: … prestige: in the points (§07-02), and for whoever incites his people (§09-05-02)."""
    state = laid(
        seat("Henry IV", courtiers=["Francis Drake"]), seat("Philip II", courtiers=["Duke of Alba"]),
        attached=on(doll="Philip II"), pack=HEARTS, pope=0,
    )  # fmt: skip
    without = laid(seat("Henry IV"), seat("Philip II", courtiers=["Duke of Alba"]), pope=0)
    assert state.scores()[1] == without.scores()[1] + 1
    go(state, "incite", "person:Duke of Alba")
    assert len(supplied(won(state))) == printed("Philip II").prestige + 1


@pytest.mark.rule("SW02-08-05")
@pytest.mark.parametrize("more", [1, 2])
def test_sw02_08_05_life_is_one_more(more: int) -> None:
    """SW02-08-05: … life: a die of life + 1 does not kill him, life + 2 does."""
    state = laid(seat("Henry IV"), seat("Philip II", children=["Philip III"]), scythe=0, attached=on(doll="Philip II"))
    go(state, "reaper", "person:Philip II")
    after = rolling(state, printed("Philip II").life + more, by="pass")
    assert where(after, "Philip II") == ((1, "king") if more == 1 else "removed")


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


# ------------------------------------------------------------------------------------------------------- what it is not


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_it_is_nobody() -> None:
    """SW02-08-05: the doll is not named for the reaper, incited, or sent to war: it is no person to be named."""
    state = laid(seat("Henry IV"), seat("Philip II"), scythe=0, attached=on(doll="Philip II"), independent=["Milan"])
    assert "incite" not in names(to(state, "action"))
    reaped = state.clone()
    go(reaped, "reaper")
    assert names(reaped) == {"person:Henry IV", "person:Philip II", "pope"}
    defended = laid(seat("Henry IV"), seat("Philip II", territories=["Spain"]), attached=on(doll="Philip II"))
    go(defended, "war", "country:Spain", "person:Henry IV")
    assert names(to(defended, "war_defender")) == {"pass", "person:Philip II"}
    commanded = laid(seat("Henry IV"), seat("Philip II"), attached=on(doll="Henry IV"), independent=["Milan"])
    go(commanded, "war", "country:Milan")
    assert names(to(commanded, "war_commander")) == {"person:Henry IV"}


@pytest.mark.rule("D-R63")
def test_sw02_08_05_nor_struck_by_lightning() -> None:
    """SW02-07-05, SW02-08-05: … nor struck by lightning."""
    own = seat("Henry IV", courtiers=["the Thunderer"])
    state = laid(own, seat("Philip III"), pope=0, attached=on(doll="Philip III"))
    go(state, "lightning")
    assert names(to(state, "lightning_target")) == {"person:Henry IV", "person:Philip III"}


# -------------------------------------------------------------------------------------------------------------- its end


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_it_can_be_executed() -> None:
    """SW02-08-05: a king with execution may execute it; then he is unmarried, and it is discarded."""
    state = laid(seat("Henry VIII"), seat("Philip II"), wanderers=["Mary I"], abilities=True,
                 attached=on(doll="Henry VIII"))  # fmt: skip
    assert "marriage" not in names(to(state, "action"))
    go(state, "execution")
    assert (state.phase, names(state)) == ("execution_target", {"event:doll"})
    play(state, "event:doll")
    assert (bearer(state, "doll"), is_discarded(state, "doll")) == (None, True)
    assert (state.phase, state.seat) == ("recruit", 1)
    go(state, "deck:red", "action=pass", "deck:blue")
    assert "marriage" in names(to(state, "action"))


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_only_by_a_king_with_execution() -> None:
    """§11-03-07: … only with that ability, and only his own."""
    for king, attached in (("Henry IV", on(doll="Henry IV")), ("Henry VIII", on(doll="Philip II"))):
        state = laid(seat(king), seat("Philip II"), abilities=True, attached=attached)
        assert "execution" not in names(to(state, "action"))
    state = laid(seat("Henry VIII"), seat("Philip II"), attached=on(doll="Henry VIII"))
    assert "execution" not in names(to(state, "action"))


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_it_goes_with_its_king() -> None:
    """SW02-08-05: it is discarded when its king dies: his heir is unmarried."""
    state = laid(seat("Henry IV"), seat("Philip II", children=["Philip III"]), scythe=0, attached=on(doll="Philip II"))
    go(state, "reaper", "person:Philip II")
    after = rolling(state, 6, by="pass")
    assert (where(after, "Philip III"), bearer(after, "doll"), is_discarded(after, "doll")) == ((1, "king"), None, True)


@pytest.mark.rule("D-R19")
def test_d_r19_and_in_a_revolution() -> None:
    """D-R19: in a revolution, where a spouse would stay, the doll is discarded."""
    state = laid(
        seat("Henry IV"), seat("Philip II", courtiers=["Henry of Guise"]), abilities=True, pack=HEARTS,
        attached=on(doll="Philip II"),
    )  # fmt: skip
    go(state, "incite", "person:Henry of Guise")
    after = won(state)
    assert where(after, "Henry of Guise") == (1, "king")
    assert (bearer(after, "doll"), is_discarded(after, "doll")) == (None, True)


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_another_kings_death_leaves_it() -> None:
    """SW02-08-05: its king's death, nobody else's."""
    state = laid(seat("Henry IV"), seat("Philip II", children=["Philip III"]), scythe=0, attached=on(doll="Henry IV"))
    go(state, "reaper", "person:Philip II")
    assert bearer(rolling(state, 6, by="pass"), "doll") == "Henry IV"


# ---------------------------------------------------------------------------------------------------- with other events


@pytest.mark.rule("D-R48")
def test_d_r48_with_polygamy_its_king_marries_beside_it() -> None:
    """D-R48: with polygamy the doll's king may marry; his prestige is one more."""
    state = laid(seat("Henry IV"), seat("Philip II"), wanderers=["Mary I"], pack=SPADES,
                 attached=on(doll="Henry IV", polygamy="Henry IV"))  # fmt: skip
    go(state, "marriage", "person:Mary I")
    after = won(state)
    assert len(dice_rolled(after)) == printed("Henry IV").prestige + 1
    assert seat_of(after, 0)["spouses"] == ["Mary I"] and bearer(after, "doll") == "Henry IV"


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_with_polygamy_the_other_spouse_bears() -> None:
    """SW02-08-05, 12: beside the doll there is one spouse to procreate with, and the king's fertility is one more."""
    state = laid(seat("Henry IV", spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES,
                 attached=on(doll="Henry IV", polygamy="Henry IV"))  # fmt: skip
    go(state, "procreation")
    to(state, "interrupt")
    after = won(state)
    assert state.to_dict()["declared"]["target"] == "Marie de' Medici"
    assert len(dice_rolled(after)) == printed("Henry IV").fertility + 1
    assert len(supplied(after)) == 6 - printed("Marie de' Medici").fertility


@pytest.mark.rule("SW02-08-05")
def test_sw02_08_05_with_polygamy_execution_names_either() -> None:
    """SW02-08-05, §11-03-07: a king with the doll and a spouse executes either."""
    state = laid(seat("Henry VIII", spouse="Anne Boleyn"), seat("Philip II"), abilities=True,
                 attached=on(doll="Henry VIII", polygamy="Henry VIII"))  # fmt: skip
    go(state, "execution")
    assert names(state) == {"event:doll", "person:Anne Boleyn"}
    other = state.clone()
    play(state, "event:doll")
    assert seat_of(state, 0)["spouses"] == ["Anne Boleyn"] and is_discarded(state, "doll")
    play(other, "person:Anne Boleyn")
    assert seat_of(other, 0)["spouses"] == [] and bearer(other, "doll") == "Henry VIII"


@pytest.mark.rule("D-R65")
def test_d_r65_the_doll_first_then_admiration() -> None:
    """D-R65: the doll raises the printed number, admiration adds to it: 3 + 1 + 3 dice."""
    state = laid(seat("Francis I", spouse="Marie de' Medici"), seat("Philip II"), pack=SPADES,
                 attached=on(doll="Francis I", polygamy="Francis I", admiration="Francis I"))  # fmt: skip
    go(state, "procreation")
    assert len(dice_rolled(won(state))) == printed("Francis I").fertility + 1 + 3


@pytest.mark.rule("D-R65")
def test_d_r65_prestige_with_the_pope_too() -> None:
    """§11-01, SW02-08-05: … and the pope adds two: 4 + 1 + 2."""
    state = laid(seat("Henry IV"), seat("Philip II"), attached=on(doll="Philip II"))
    without = laid(seat("Henry IV"), seat("Philip II"), pope=0)
    assert state.scores()[1] == without.scores()[1] + 3
