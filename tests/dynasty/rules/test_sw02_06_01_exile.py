"""SW02-06-01: dynasties and kings who lose all to the Neuroi."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, holder, names, play, seat, seat_of, supplied, where
from .events import (
    BLACK_KINGS,
    HEARTS,
    SPADES,
    bearer,
    countries,
    go,
    held,
    is_discarded,
    judged,
    laid,
    occupied,
    on,
    to,
    under_the_neuroi,
    won,
)

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
def test_sw02_06_01_a_dynasty_without_territory_takes_an_independent_country() -> None:
    """SW02-06-01: who has lost all territories to the Neuroi chooses an independent country as a refuge, from the
    turn player on; an occupied one is none."""
    state = britain(1, "Ireland", "Norway", "Milan")
    assert (state.phase, state.seat, names(state)) == (
        "exile",
        2,
        {"country:Ireland", "country:Norway", "country:Milan"},
    )
    play(state, "country:Milan")
    assert (state.phase, state.seat, countries(state)) == ("exile", 0, {"Ireland", "Norway"})
    play(state, "country:Norway")
    assert (holder(state, "Milan"), holder(state, "Norway"), holder(state, "Ireland")) == (2, 0, "independent")
    assert occupied(state) == {"Scotland", "England"}


@pytest.mark.rule("SW02-06-01")
@pytest.mark.parametrize(("turn_player", "first"), [(0, 0), (1, 2), (2, 2)])
def test_sw02_06_01_from_the_turn_player_on(turn_player: int, first: int) -> None:
    """SW02-06-01: in order from the turn player, who may be the first to choose himself."""
    state = britain(turn_player, "Ireland", "Norway")
    assert (state.phase, state.seat) == ("exile", first)


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_the_game_goes_on() -> None:
    """SW02-06-01: with a refuge they play on: nobody is without territory."""
    state = britain(1, "Ireland", "Norway")
    play(state, "country:Norway", "country:Ireland")
    go(state, "action=pass")
    assert (state.phase, state.seat) == ("recruit", 2)


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_who_keeps_a_territory_takes_none() -> None:
    """SW02-06-01: only who has lost *all* territories."""
    state = struck(
        "Scotland", seat("Henry IV", territories=["Scotland", "Ireland"]), seat("Philip II"), independent=["Norway"]
    )
    to(state, "action")
    assert seat_of(state, 0)["territories"] == ["Ireland"] and holder(state, "Norway") == "independent"


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
def test_d_r68_ruined_for_good() -> None:
    """D-R68: … for good, even if it conquers a country in the same action."""
    state = struck(
        "Scotland", seat("Henry IV", territories=["Scotland"]), seat("Philip II", territories=["Spain", "Norway"]),
        pack=HEARTS,
    )  # fmt: skip
    go(state, "war", "country:Norway", "person:Henry IV", "war_defender=pass")
    after = won(state)
    assert after.done and holder(after, "Norway") == 0
    assert after.scores()[0] == 0 < after.scores()[1]
    assert list(after.returns("win")) == [-1.0, 1.0]


@pytest.mark.rule("D-R68")
def test_d_r68_another_dynasty_is_ruined_for_good_too() -> None:
    """D-R68: whoever's turn it is: the dynasties that fell are ruined, the others are not."""
    state = britain(1)
    assert [dynasty["fallen"] for dynasty in state.to_dict()["seats"]] == [True, False, True]
    go(state, "action=pass")
    assert state.done and [score > 0 for score in state.scores()] == [False, True, False]


# ------------------------------------------------------------------------------------------------------------- Suleiman


@pytest.mark.rule("SW02-06-01")
@pytest.mark.parametrize("place", ["spouse", "child", "courtier"])
def test_sw02_06_01_with_the_empire_suleiman_is_taken(place: str) -> None:
    """SW02-06-01: if the Ottoman Empire is occupied, Suleiman goes under the card as well."""
    rival = seat(
        "Elizabeth I", spouse=SULEIMAN if place == "spouse" else None, territories=["England", EMPIRE],
        children=[SULEIMAN] if place == "child" else [], courtiers=[SULEIMAN] if place == "courtier" else [],
    )  # fmt: skip
    state = struck(EMPIRE, seat("Henry IV"), rival)
    laid_down = seat_of(state, 1)
    assert state.to_dict()["under_neuroi"] == [SULEIMAN] and where(state, SULEIMAN) is None
    assert (laid_down["king"], laid_down["spouses"], laid_down["children"], laid_down["courtiers"]) == (
        "Elizabeth I", [], [], [],
    )  # fmt: skip
    go(state, "action=pass")
    assert not state.done


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_without_the_empire_he_stays() -> None:
    """SW02-06-01: … only with the Ottoman Empire; his dynasty's other territories take nobody along."""
    rival = seat("Elizabeth I", courtiers=[SULEIMAN], territories=["Norway", EMPIRE])
    state = struck("Norway", seat("Henry IV"), rival)
    assert (where(state, SULEIMAN), state.to_dict()["under_neuroi"]) == ((1, "courtiers"), [])


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_from_whatever_dynasty() -> None:
    """SW02-06-01, D-R14: he is taken also where the Empire is not his dynasty's."""
    state = struck(EMPIRE, seat("Henry IV", territories=["France", EMPIRE]), seat("Elizabeth I", courtiers=[SULEIMAN]))
    assert state.to_dict()["under_neuroi"] == [SULEIMAN]


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_a_king_suleiman_is_succeeded() -> None:
    """SW02-06-01, §10-02: if he is king all goes as if he had died: the eldest son succeeds."""
    rival = seat(
        SULEIMAN, spouse="Anne Boleyn", children=["Mary Stuart", "Charles I"], territories=["England", EMPIRE]
    )  # fmt: skip
    state = struck(EMPIRE, seat("Henry IV"), rival)
    after = seat_of(state, 1)
    assert (after["king"], set(after["courtiers"]), after["childless"]) == (
        "Charles I",
        {"Anne Boleyn", "Mary Stuart"},
        False,
    )
    assert state.to_dict()["under_neuroi"] == [SULEIMAN] and SULEIMAN not in state.to_dict()["removed"]
    go(state, "action=pass")
    assert not state.done


@pytest.mark.rule("SW02-06-01")
def test_sw02_06_01_a_childless_king_suleiman_ends_the_game() -> None:
    """SW02-06-01, §07-01 a: … without a child the game ends after the action and his dynasty is ruined."""
    state = struck(EMPIRE, seat("Henry IV"), seat(SULEIMAN, territories=["England", EMPIRE]))
    assert not state.done and seat_of(state, 1)["childless"] is True
    go(state, "action=pass")
    assert state.done and state.scores()[1] == 0 < state.scores()[0]


@pytest.mark.rule("D-R27")
def test_d_r27_a_turn_player_without_a_king_goes_on() -> None:
    """D-R27: a dynasty that has lost its king so goes on with its turn: what needs a king is not offered."""
    own = seat(SULEIMAN, spouse="Mary of Hungary", courtiers=["Francis Drake"], territories=["England", EMPIRE])
    rival = seat("Henry IV", courtiers=["Duke of Sully", "Anna of Bohemia"], territories=["France"])
    state = struck(EMPIRE, own, rival, wanderers=["Margaret of Austria"], pack="SA C2", abilities=True)
    to(state, "action")
    assert names(state) == {"pass", "war", "hire", "incite"}
    go(state, "war", "country:France", "person:Francis Drake", "war_defender=pass")
    after = won(state)
    assert after.done and holder(after, "France") == 0 and after.scores()[0] == 0


@pytest.mark.rule("D-R27")
def test_d_r27_a_turn_player_without_a_king_hires() -> None:
    """D-R27: its people hire as ever; no king's alchemy or waste is theirs."""
    own = seat(SULEIMAN, courtiers=["Francis Drake"], territories=["England", EMPIRE])
    state = struck(EMPIRE, own, seat("Henry IV"), wanderers=["Margaret of Austria"], pack=HEARTS, abilities=True)
    go(state, "hire", "person:Francis Drake", "person:Margaret of Austria")
    after = won(state)
    assert where(after, "Margaret of Austria") == (0, "courtiers") and after.done


@pytest.mark.rule("D-R27")
def test_d_r27_without_a_king_his_people_are_incited_without_cards() -> None:
    """D-R27: the persons of a dynasty without a king may be incited, with 0 cards."""
    rival = seat(SULEIMAN, courtiers=["Francis Drake"], territories=["England", EMPIRE])
    state = struck(EMPIRE, seat("Henry IV"), rival, pack=BLACK_KINGS)
    go(state, "incite", "person:Francis Drake")
    after = won(state)
    assert supplied(after) == [] and where(after, "Francis Drake") == (0, "courtiers")


@pytest.mark.rule("D-R59")
def test_d_r59_events_on_king_suleiman_are_discarded() -> None:
    """D-R59: where he was king it is as if he had died: events attached to him are discarded, his doll too."""
    rival = seat(SULEIMAN, children=["Charles I"], territories=["England", EMPIRE])
    state = struck(EMPIRE, seat("Henry IV"), rival, attached=on(doll=SULEIMAN, splendid=SULEIMAN, cancel="Charles I"))
    assert is_discarded(state, "doll") and is_discarded(state, "splendid")
    assert (bearer(state, "doll"), bearer(state, "splendid"), bearer(state, "cancel")) == (None, None, "Charles I")


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


@pytest.mark.rule("D-R59")
def test_d_r59_under_the_card_they_serve_nobody() -> None:
    """D-R59: under the card he belongs to nobody: nobody is asked to cancel, must command, or puts an event on him."""
    state = laid(
        seat("Henry IV", courtiers=["Duke of Sully"], events=held("splendid"), territories=["France"]),
        seat("Elizabeth I", hand="H2 H3", territories=["England"]), seat("Erik XIV", hand="D2", territories=["Sweden"]),
        attached=on(cancel=SULEIMAN, so_what=SULEIMAN), independent=["Milan"],
        **under_the_neuroi(EMPIRE, suleiman=True),
    )  # fmt: skip
    to_event = state.clone()
    play(to_event, "event:splendid")
    assert f"person:{SULEIMAN}" not in names(to_event)
    go(state, "event=pass", "war", "country:Milan")
    assert names(to(state, "war_commander")) == {"person:Henry IV", "person:Duke of Sully"}


@pytest.mark.rule("D-R66")
def test_d_r66_in_the_middle_of_a_birth() -> None:
    """D-R66: the Neuroi drawn at a birth may take the king whose child it was to be, and all he had: what follows goes
    on with what is left, and the game ends after the action."""
    state = laid(
        seat(SULEIMAN, spouse="Louise of Savoy", territories=[EMPIRE]), seat("Philip II"), independent=["Norway"],
        pack=SPADES, person_decks={"blue": ["event:neuroi", "Henry III", "Henry II"]},
    )  # fmt: skip
    go(state, "procreation")
    state = to(won(state), "birth_deck")
    play(state, "deck:blue", f"country:{EMPIRE}")
    assert (state.phase, state.seat) == ("exile", 0)
    assert where(state, "Louise of Savoy") == (0, "courtiers") and seat_of(state, 0)["king"] is None
    play(state, "country:Norway")
    while not state.done:
        assert names(state) == {"pass"}
        play(state, "pass")
    assert holder(state, "Norway") == 0 and state.scores()[0] == 0 < state.scores()[1]
