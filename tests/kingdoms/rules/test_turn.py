"""K3: a turn. K4, K31: home. K5: Suleiman in a turn."""

from __future__ import annotations

import pytest

from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    C,
    E,
    F,
    S,
    V,
    W,
    X,
    Z,
    countries,
    decks,
    exhausted,
    families,
    home,
    king,
    names,
    nobles,
    one,
    persons,
    play,
    pool,
    realms,
    removed,
    rolling,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story

PAIR = (seat(king(A, "Spain")), seat(king(Z, "Poland")))


def recruiting(*seats: dict[str, object], **fields: object) -> State:
    return table(*(seats or PAIR), phase="recruit", **fields)


@pytest.mark.rule("K3")
def test_turn_one_person_into_the_pool_then_one_action() -> None:
    """The turn player turns up one person of a deck of his choice; he takes one action or passes; then the next."""
    state = recruiting(person_decks={"green": ["Christina of Sweden"]})
    assert (state.seat, decks(state)) == (0, {"yellow", "blue", "red", "green"})
    assert story(play(state, "deck:green")) == [("TURNED_UP", 0, "Christina of Sweden", "green", "pool")]
    assert (state.phase, pool(state)) == ("action", {"Christina of Sweden"})
    assert story(play(state, "pass"))[:2] == [("PASSED", 0), ("TURN", 1, 2)]
    assert (state.phase, state.seat, state.to_dict()["turn_player"]) == ("recruit", 1, 1)


@pytest.mark.rule("K3")
def test_turn_only_what_can_be_carried_out() -> None:
    """Alone with kings there is nobody to marry, to incite or to be granted a kingdom."""
    state = table(seat(king(A, "Spain")), seat(king(B, "Poland")), scythe=1)
    assert names(state) == {"pass", "war"}
    state = table(seat(king(A, "Spain", "Naples"), nobles=[V]), seat(king(B, "Poland")), pool=[W], scythe=0)
    assert names(state) == {"pass", "war", "marriage", "incite", "grant", "reaper"}
    laid = (seat(king(A, "Spain", spouse=V), nobles=[E]), seat(king(B, "Poland")))
    state = table(*laid, rebels=[E], exhausted=["Spain"], scythe=1)
    assert names(state) == {"pass", "procreation", "recovery", "incite", "suppress"}


@pytest.mark.rule("K3")
@pytest.mark.parametrize("action", ["marriage", "incite"])
def test_turn_one_action_a_turn(action: str) -> None:
    state = table(seat(king(A, "Spain"), nobles=[V]), seat(king(Z, "Poland")))
    play(state, action)
    while state.phase != "recruit":
        play(state, max(names(state)))
    assert state.seat == 1


@pytest.mark.rule("K3")
def test_turn_discards_down_to_the_number_of_seats() -> None:
    """While the pool holds more persons than there are seats the turn player discards one of his choice."""
    state = table(*PAIR, pool=[V, W, X, E], scythe=1)
    play(state, "pass")
    assert (state.phase, state.seat, persons(state)) == ("discard", 0, {V, W, X, E})
    assert story(play(state, f"person:{W}")) == [("DISMISSED", 0, W)]
    assert (state.phase, persons(state)) == ("discard", {V, X, E})
    play(state, f"person:{E}")
    assert (state.phase, state.seat, pool(state)) == ("recruit", 1, {V, X})
    assert {W, E} <= removed(state)


@pytest.mark.rule("K30")
def test_turn_nothing_is_discarded_in_the_last_one() -> None:
    state = table(*PAIR, pool=[V, W, X], turn=10, first_player=1, max_rounds=5)
    play(state, "pass")
    assert state.done and pool(state) == {V, W, X}


@pytest.mark.rule("K5")
def test_suleiman_turned_up_into_the_pool() -> None:
    """He at once becomes a king of that dynasty, ruling the Ottoman Empire, which enters play normal."""
    state = recruiting(person_decks={"blue": [S]})
    entries = play(state, "deck:blue")
    assert story(entries)[:3] == [
        ("TURNED_UP", 0, S, "blue", "king"), ("COUNTRY_ENTERS", 0, "Ottoman Empire"), ("RULES", 0, S, "Ottoman Empire"),
    ]  # fmt: skip
    assert realms(state, 0) == {A: {"Spain"}, S: {"Ottoman Empire"}} and home(state, 0) == "Spain"
    assert (pool(state), exhausted(state)) == (set(), set())


@pytest.mark.rule("K5")
def test_suleiman_is_born_a_king() -> None:
    """By birth: a king, and no child."""
    laid = seat(king(C, "Spain", spouse=V, fertility=6)), seat(king(Z, "Poland"))
    state = table(*laid, person_decks={"blue": [S]})
    play(state, "procreation", f"person:{C}", "deck:blue")
    assert realms(state, 0) == {C: {"Spain"}, S: {"Ottoman Empire"}} and families(state, 0)[C] == (V, [])


@pytest.mark.rule("K5")
def test_suleiman_can_marry_nobody() -> None:
    """His religion is different from everybody's; as king he proposes to nobody, as noble nobody to him."""
    state = table(seat(king(S, "Ottoman Empire")), seat(king(A, "Poland")), pool=[V, W])
    assert "marriage" not in names(state)
    state = table(seat(king(Z, "Ottoman Empire"), nobles=[S]), seat(king(A, "Poland")))
    assert "marriage" not in names(state)


@pytest.mark.rule("K5")
def test_suleiman_dies_and_the_empire_stays() -> None:
    """It is inherited as any other: here by the winner of a contest."""
    laid = seat(king(S, "Ottoman Empire", life=0), king(A, "Spain"), nobles=[V]), seat(king(Z, "Poland"))
    state = table(*laid, scythe=0)
    play(state, "reaper", f"person:{S}")
    for _ in range(2):
        play(state, f"person:{V}", "pass")
    assert realms(state, 0)[V] == {"Ottoman Empire"} and S in removed(state)


@pytest.mark.rule("K5")
def test_suleiman_the_empire_is_granted_and_conquered_like_any_other() -> None:
    state = table(seat(king(S, "Ottoman Empire", "Hungary"), nobles=[E]), seat(king(Z, "Poland")))
    play(state, "grant", "country:Ottoman Empire", f"person:{E}")
    assert realms(state, 0) == {S: {"Hungary"}, E: {"Ottoman Empire"}}
    state = table(seat(king(A, "Hungary")), seat(king(S, "Ottoman Empire"), king(Z, "Poland"), nobles=[E]))
    play(state, "war", "country:Ottoman Empire", "declare", f"person:{A}")
    assert realms(state, 0) == {A: {"Hungary", "Ottoman Empire"}} and nobles(state, 1) == {S, E}


# home (K4, K31)


@pytest.mark.rule("K4")
def test_home_is_lost_and_the_strongest_country_left_is_home() -> None:
    beaten = seat(king(Z, "Portugal", "Poland", "Sweden", "Denmark"), home="Portugal")
    state = table(seat(king(A, "Spain")), beaten)
    entries = play(state, "war", "country:Portugal", "declare", f"person:{A}")
    assert (state.phase, state.seat, countries(state)) == ("home", 1, {"Poland"}), "3, against 2 and 2"
    assert story(play(state, "country:Poland"))[0] == ("HOME", 1, "Poland") and home(state, 1) == "Poland"
    assert ("CONQUERED", 0, "Portugal", 1) in story(entries)


@pytest.mark.rule("K4", "K31")
def test_home_of_equal_ones_the_player_chooses() -> None:
    """By printed power, exhausted or not."""
    beaten = seat(king(Z, "Portugal", "Sweden", "Denmark", "Norway"), home="Portugal")
    state = table(seat(king(A, "Spain")), beaten, exhausted=["Sweden"], ask_forced=False)
    play(state, "war", "country:Portugal", "declare")
    assert (state.phase, state.seat, countries(state)) == ("home", 1, {"Sweden", "Denmark"})
    play(state, "country:Sweden")
    assert home(state, 1) == "Sweden" and state.phase == "recruit"


@pytest.mark.rule("K4")
def test_home_another_country_lost_changes_nothing() -> None:
    state = table(seat(king(A, "Spain")), seat(king(Z, "Portugal", "Poland"), home="Poland"), ask_forced=False)
    play(state, "war", "country:Portugal", "declare")
    assert (home(state, 0), home(state, 1), state.phase) == ("Spain", "Poland", "recruit")


@pytest.mark.rule("K31")
def test_home_before_any_check() -> None:
    """As soon as the country has changed hands, before the commanders' checks."""
    beaten = seat(king(Z, "Portugal", "Sweden", "Denmark", war=0), home="Portugal")
    state = table(seat(king(A, "Spain", war=6)), beaten)
    play(state, "war", "country:Portugal", "pass", "country:Spain", "pass", "pass", f"person:{A}", f"person:{Z}")
    entries = play(state, f"person:{A}")
    assert state.phase == "home" and "CHECKED" not in [entry[0] for entry in story(entries)]
    assert [entry[0] for entry in story(play(state, "country:Sweden"))][:2] == ["HOME", "CHECKED"]


@pytest.mark.rule("K31", "K29")
def test_home_leaves_play() -> None:
    """A plundered home country: the strongest left."""
    beaten = seat(king(Z, "Portugal", "Sweden", war=0), home="Portugal")
    state = table(seat(king(A, "Spain", war=6, ability="plunder")), beaten)
    play(state, "war", "country:Portugal", "pass", "country:Spain", "pass", "pass", f"person:{A}", f"person:{Z}")
    play(state, "declare", "country:Sweden")
    assert home(state, 1) == "Sweden" and "Portugal" in state.to_dict()["removed_countries"]


@pytest.mark.rule("K4")
def test_home_king_by_grant() -> None:
    """Whoever rules the home country: an incited noble of religion CC is judged by him, not by the other king."""
    laid = seat(king(A, "Spain", "Naples"), nobles=[F, E], home="Naples")
    state = table(laid, seat(king(Z, "Poland")))
    one(F, religion="P")
    play(state, "grant", "country:Naples", f"person:{F}")
    play(state, "deck:red", "incite")
    entries = play(state, f"person:{E}")
    assert story(entries, Trace.NEEDS)[0][2] == 1, "different from the new home king's religion: one die"


@pytest.mark.rule("K4", "K31")
def test_home_from_the_turn_player_on_after_a_contest() -> None:
    """A dynasty that loses its home country to the winner of a contest finds another at once, before the checks."""
    first = seat(king(A, "Spain", "Portugal", life=0), king(B, "Naples"), nobles=[V], home="Spain")
    state = table(first, seat(king(Z, "Poland"), nobles=[W]), scythe=0)
    one(W, prestige=30)
    play(state, "reaper", f"person:{A}", f"person:{V}", "declare", f"person:{W}")
    entries = play(state, "pass")
    assert (state.phase, state.seat, countries(state)) == ("home", 0, {"Naples"})
    assert ("SUCCEEDED", 1, W, A) in story(entries)
    after = rolling(state, "country:Naples", 6)
    assert [entry[0] for entry in story(after.trace())][:3] == ["HOME", "CHECKED", "DIED"]
    assert (home(after, 0), home(after, 1)) == ("Naples", "Poland")
