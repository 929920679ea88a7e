"""SW02-08-11: not jealous."""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State

from .conftest import chance, dice_rolled, names, persons, play, seat, throwing, where
from .events import SPADES, events_of, forced, go, held, laid, won

CARD = "not jealous"


def dynasties(holder: int, *, spouse: str | None = None) -> list[dict[str, Any]]:
    """Three dynasties; one of the seats holds the event."""
    seats = [
        seat("Henry VIII", spouse=spouse, courtiers=["Francis Drake"]),
        seat("Philip II", courtiers=["Duke of Alba"]),
        seat("Henry IV", courtiers=["Mary I"]),
    ]
    seats[holder]["events"] = held(CARD)
    return seats


def married(holder: int, **fields: Any) -> State:
    """Seat 0's king has married Mary I."""
    state = laid(*dynasties(holder), **{"pack": SPADES} | fields)
    go(state, "marriage", "person:Mary I")
    return won(state)


def procreated(holder: int, *red: str, deck: str = "deck:red", **fields: Any) -> State:
    """Seat 0's king has procreated with success, and drawn a card."""
    decks = {"red": [*red, "James I", "Charles I"]}
    state = laid(*dynasties(holder, spouse="Anne Boleyn"), **{"pack": SPADES, "person_decks": decks} | fields)
    go(state, "procreation")
    state = won(state)
    go(state, deck)
    return state


def matched(holder: int, king: str) -> State:
    """Seat 0's child Christina, who has waste, has been matched with a king."""
    seats = dynasties(holder)
    seats[0]["children"] = ["Christina of Sweden"]
    state = laid(*seats, abilities=True)
    go(state, "matchmaking", "person:Christina of Sweden")
    return throwing(state, 6, f"person:{king}")


def asked(state: State) -> State:
    """Pass over those who have nothing to play, until somebody has, or the next turn comes."""
    while forced(state) and state.phase == "event":
        state.play("pass")
    return state


# ------------------------------------------------------------------------------------------------------------- its time


@pytest.mark.rule("D-R47")
@pytest.mark.parametrize(("king", "players"), [("Philip II", (0, 2)), ("Henry IV", (0, 1)), ("Henry VIII", (1, 2))])
def test_d_r47_or_been_matched(king: str, players: tuple[int, ...]) -> None:
    """SW02-08-11, D-R47: match-making is a marriage: whoever made it, everybody but the player of the king matched."""
    home = ("Henry VIII", "Philip II", "Henry IV").index(king)
    for player in range(3):
        state = asked(matched(player, king))
        assert where(state, "Christina of Sweden") == (home, "spouses")
        if player in players:
            assert (state.phase, state.seat, names(state)) == ("event", player, {f"event:{CARD}", "pass"})
        else:
            assert state.phase == "recruit" and events_of(state, player) == [CARD]


@pytest.mark.rule("SW02-08-11")
def test_sw02_08_11_not_the_happy_kings_own_player() -> None:
    """SW02-08-11: *another* dynasty's king: his own player cannot."""
    for state in (married(0), procreated(0)):
        assert asked(state).phase == "recruit" and events_of(state, 0) == [CARD]


# -------------------------------------------------------------------------------------------------------------- secrecy


@pytest.mark.rule("D-R43")
def test_d_r43_who_could_have_played_it_is_not_seen() -> None:
    """Ch. 7: whether a seat kept it back or had none looks the same to the others."""
    tables = []
    for event, other in ((CARD, "all-out attack"), ("all-out attack", CARD)):
        seats = dynasties(0)
        del seats[0]["events"]
        seats[1]["events"] = held(event)
        decks = {"red": ["Charles I", f"event:{other}", "James I"]}
        state = laid(*seats, pack=SPADES, ask_forced=False, person_decks=decks, wanderers=["Anne Boleyn"])
        play(state, "marriage")
        state = chance(state, "person:Mary I", lambda s: dice_rolled(s)[:2] == [2, 5])
        tables.append(state)
    one, other_table = tables
    assert (one.phase, one.seat, other_table.phase) == ("event", 1, "recruit")
    assert one.view(0)["deciding"] is None and one.view(2)["deciding"] is None and one.view(1)["deciding"] == 1
    assert persons(one) == set()
    play(one, "pass")
    for viewer in (0, 2):
        assert one.view(viewer) == other_table.view(viewer)
        assert bytes(one.observe(viewer)) == bytes(other_table.observe(viewer))
