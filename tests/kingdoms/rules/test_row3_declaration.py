"""Row 3: war (戦争): battlefield, withdrawal, countries that are used, aid, commanders."""

from __future__ import annotations

import pytest

from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    C,
    D,
    E,
    F,
    V,
    W,
    Y,
    Z,
    countries,
    exhausted,
    families,
    home,
    king,
    names,
    nobles,
    of,
    persons,
    play,
    realms,
    rebels,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story


def committed(state: State) -> dict[str, str]:
    found: dict[str, str] = state.to_dict()["committed"]
    return found


def declared(country: str, *seats: dict[str, object], **fields: object) -> State:
    """War has been declared on a country."""
    state = table(*seats, **fields)  # type: ignore[arg-type]
    play(state, "war", f"country:{country}")
    return state


@pytest.mark.rule("row 3 A")
def test_row3_a_bordering_country_of_another_or_an_independent_one() -> None:
    """Spain borders Portugal, France (land) and Naples (sea); Portugal Ireland (sea)."""
    state = table(seat(king(A, "Spain", "Portugal")), seat(king(D, "Naples", "Poland")))
    play(state, "war")
    assert (state.phase, countries(state)) == ("war_target", {"France", "Naples", "Ireland"})
    entries = play(state, "country:Naples")
    assert story(entries) == [("ATTACKED", 0, "Naples", 1)] and state.phase == "withdraw"


@pytest.mark.rule("row 3 A")
def test_row3_nothing_that_is_out_of_play() -> None:
    state = table(seat(king(A, "Hungary")), seat(king(D, "Poland")), removed_countries=["Austria"])
    play(state, "war")
    assert countries(state) == {"Poland"}, "neither Austria nor the Ottoman Empire"


@pytest.mark.rule("row 3 A")
def test_row3_no_war_with_a_rebel_in_the_dynasty() -> None:
    first = seat(king(A, "Spain"), nobles=[E])
    assert "war" in names(table(first, seat(king(D, "Poland"), nobles=[F]), rebels=[F]))
    assert "war" not in names(table(first, seat(king(D, "Poland")), rebels=[E]))


@pytest.mark.rule("row 3 A", "K10")
def test_row3_withdrawal_is_victory_without_dice() -> None:
    """Asked right after the declaration; nobody is named, nothing exhausted, no checks."""
    state = declared("Portugal", seat(king(A, "Spain", life=0)), seat(king(D, "Portugal", "Poland", life=0)))
    assert (state.phase, state.seat, names(state)) == ("withdraw", 1, {"pass", "declare"})
    entries = play(state, "declare", f"person:{A}")
    assert story(entries)[:2] == [("WITHDREW", 1, "Portugal"), ("CONQUERED", 0, "Portugal", 1)]
    assert realms(state, 0) == {A: {"Spain", "Portugal"}} and realms(state, 1) == {D: {"Poland"}}
    assert exhausted(state) == set() and "CHECKED" not in [entry[0] for entry in story(entries)]


@pytest.mark.rule("row 3 A", "K10")
def test_row3_no_withdrawal_is_a_war() -> None:
    state = declared("Portugal", seat(king(A, "Spain")), seat(king(D, "Portugal")))
    play(state, "pass")
    assert (state.phase, state.seat) == ("war_commit", 0)


@pytest.mark.rule("K16")
def test_row3_an_independent_country_does_not_withdraw() -> None:
    state = declared("Portugal", seat(king(A, "Spain")), seat(king(D, "Poland")))
    assert (state.phase, state.seat) == ("war_commit", 0)
    play(state, "country:Spain", "pass", "pass")
    assert state.phase == "war_commander"
    entries = play(state, f"person:{A}")
    assert "COMMANDS" not in [entry[0] for entry in story(entries)[1:]]


# countries that are used


@pytest.mark.rule("K11", "row 3 B")
def test_row3_joined_by_a_chain_of_own_countries() -> None:
    """France – Switzerland – Austria lead to Venice; Denmark is not joined; the exhausted Switzerland can only lead."""
    chain = seat(king(A, "France", "Switzerland", "Austria", "Denmark"))
    state = declared("Venice", chain, seat(king(D, "Poland")), exhausted=["Switzerland"])
    assert countries(state) == {"France", "Austria"}


@pytest.mark.rule("K11", "row 3 B")
def test_row3_a_chain_is_broken_by_others_countries() -> None:
    state = declared("Venice", seat(king(A, "France", "Austria")), seat(king(D, "Switzerland")))
    assert countries(state) == {"Austria"}


@pytest.mark.rule("K11")
def test_row3_a_chain_goes_by_sea_as_well() -> None:
    """England – Ireland by sea, Ireland – Portugal by sea."""
    state = declared("Spain", seat(king(A, "England", "Ireland", "Portugal")), seat(king(D, "Poland")))
    assert countries(state) == {"England", "Ireland", "Portugal"}


@pytest.mark.rule("K11", "row 3 A")
def test_row3_without_a_normal_joined_country_no_war() -> None:
    """Exhausted Spain borders, but cannot be used; Poland is normal, but not joined."""
    state = table(seat(king(A, "Spain", "Poland")), seat(king(D, "Saxony")), exhausted=["Spain"])
    play(state, "war")
    assert "Portugal" not in countries(state) and "Saxony" in countries(state)
    assert "war" not in names(table(seat(king(A, "Spain")), seat(king(D, "Saxony")), exhausted=["Spain"]))


@pytest.mark.rule("K11")
def test_row3_a_bordering_exhausted_country_joins_a_normal_one() -> None:
    state = table(seat(king(A, "Spain", "France")), seat(king(D, "Saxony")), exhausted=["Spain"])
    play(state, "war", "country:Portugal")
    assert countries(state) == {"France"}


@pytest.mark.rule("K11")
def test_row3_the_attacker_uses_at_least_one() -> None:
    """One at a time, or done; not the same twice."""
    state = declared("Portugal", seat(king(A, "Spain", "France")), seat(king(D, "Poland")))
    assert names(state) == {"country:Spain", "country:France"}
    assert story(play(state, "country:France")) == [("COMMITTED", 0, "France", 1)]
    assert names(state) == {"pass", "country:Spain"}
    play(state, "country:Spain")
    assert names(state) == {"pass"} and committed(state) == {"Spain": "attack", "France": "attack"}
    play(state, "pass")
    assert state.phase == "aid" and state.seat == 1


@pytest.mark.rule("K11")
def test_row3_the_defender_uses_any_number_besides_the_battlefield() -> None:
    first, second = seat(king(A, "Spain")), seat(king(D, "Portugal", "Ireland", "England", "Poland"))
    state = declared("Portugal", first, second, exhausted=["Ireland"])
    play(state, "pass", "country:Spain", "pass")
    assert (state.phase, state.seat, names(state)) == ("defend_commit", 1, {"pass", "country:England"})
    assert story(play(state, "country:England")) == [("COMMITTED", 1, "England", 2)]
    assert names(state) == {"pass"}
    play(state, "pass")
    assert state.phase == "war_commander" and state.seat == 0


@pytest.mark.rule("K35")
def test_row3_nothing_is_turned_before_the_dice() -> None:
    state = declared("Portugal", seat(king(A, "Spain")), seat(king(D, "Portugal")))
    play(state, "pass", "country:Spain", "pass", "pass", f"person:{A}")
    assert exhausted(state) == set() and state.phase == "defend_commander"
    play(state, f"person:{D}")
    assert {"Spain", "Portugal"} <= exhausted(state) and committed(state) == {}


# aid


@pytest.mark.rule("K13", "row 3 B")
def test_row3_every_other_player_may_help_with_one_country() -> None:
    """In seat order from the turn player; a normal country, wherever it lies, for either side; or none."""
    seats = [
        seat(king(A, "Spain")),
        seat(king(B, "Sweden", "Norway")),
        seat(king(D, "Portugal")),
        seat(king(Z, "Poland")),
    ]
    state = declared("Portugal", *seats, turn_player=0, exhausted=["Norway"])
    play(state, "pass", "country:Spain", "pass", "pass")
    assert (state.phase, state.seat) == ("aid", 1)
    assert names(state) == {"pass", "aid_attack:Sweden", "aid_defence:Sweden"}
    assert story(play(state, "aid_attack:Sweden")) == [("COMMITTED", 1, "Sweden", 3)]
    assert (state.phase, state.seat) == ("aid", 3)
    assert story(play(state, "aid_defence:Poland")) == [("COMMITTED", 3, "Poland", 4)]
    assert committed(state) == {"Spain": "attack", "Sweden": "aids_attack", "Poland": "aids_defence"}
    assert state.phase == "war_commander"


@pytest.mark.rule("K13")
def test_row3_helpers_in_seat_order_around_the_table() -> None:
    seats = [seat(king(B, "Sweden")), seat(king(D, "Portugal")), seat(king(A, "Spain")), seat(king(Z, "Poland"))]
    state = declared("Portugal", *seats, turn_player=2)
    play(state, "pass", "country:Spain", "pass", "pass")
    order = []
    while state.phase == "aid":
        order.append(state.seat)
        play(state, "pass")
    assert order == [3, 0]


@pytest.mark.rule("K13")
def test_row3_who_has_no_normal_country_is_not_asked() -> None:
    seats = [seat(king(A, "Spain")), seat(king(B, "Sweden")), seat(king(D, "Poland"))]
    state = declared("Portugal", *seats, exhausted=["Sweden"])
    play(state, "country:Spain", "pass")
    assert (state.phase, state.seat) == ("aid", 2), "an independent defender is helped as well"
    assert names(state) == {"pass", "aid_attack:Poland", "aid_defence:Poland"}


# commanders


@pytest.mark.rule("row 3 D", "K15")
def test_row3_any_own_person_who_is_no_rebel_commands() -> None:
    """The attacker names first; king, spouse, child, noble."""
    first = seat(king(A, "Spain", spouse=V, children=[E]), nobles=[F])
    second = seat(king(D, "Portugal", children=[W]), nobles=[Y, Z])
    state = declared("Portugal", first, second, rebels=[Y])
    play(state, "pass", "country:Spain", "pass", "pass")
    assert (state.phase, state.seat, persons(state)) == ("war_commander", 0, {A, V, E, F})
    assert story(play(state, f"person:{F}")) == [("COMMANDS", 0, F, 0)]
    assert (state.phase, state.seat, persons(state)) == ("defend_commander", 1, {D, W, Z})
    assert story(play(state, f"person:{W}"))[0] == ("COMMANDS", 1, W, 1)


# victory


@pytest.mark.rule("row 3 R", "K17")
def test_row3_royals_of_a_lost_last_country_become_nobles() -> None:
    """The king himself too; a rebel keeps his state (K6)."""
    second = seat(king(D, "Portugal", spouse=W, children=[E, Y]), king(Z, "Poland"), nobles=[F])
    state = declared("Portugal", seat(king(A, "Spain")), second, rebels=[E])
    entries = play(state, "declare")
    assert story(entries, Trace.ENNOBLED) == [("ENNOBLED", 1, each) for each in (*of((W, E, Y)), D)]
    assert (state.phase, state.seat) == ("conquest", 0)
    assert nobles(state, 1) == {D, W, E, Y, F} and families(state, 1) == {Z: (None, [])} and rebels(state) == {E}


@pytest.mark.rule("K17")
def test_row3_a_king_who_keeps_a_country_keeps_his_family() -> None:
    state = declared("Portugal", seat(king(A, "Spain")), seat(king(D, "Portugal", "Poland", spouse=W, children=[E])))
    play(state, "declare")
    assert families(state, 1) == {D: (W, [E])} and realms(state, 1) == {D: {"Poland"}} and nobles(state, 1) == set()


@pytest.mark.rule("row 3 R")
def test_row3_send_a_king_or_make_a_union() -> None:
    """A child or noble who is no rebel is sent, or it is added to any own king's countries."""
    first = seat(king(A, "Spain", spouse=V, children=[E, Y]), king(B, "Naples"), nobles=[F, C])
    state = declared("Portugal", first, seat(king(D, "Portugal", "Poland")), seat(king(Z, "Sweden")))
    play(state, "declare")
    assert persons(state) == {A, B, E, Y, F, C}
    for chosen, besides in ((A, {"Spain"}), (B, {"Naples"}), (E, set()), (F, set())):
        after = state.clone()
        entries = play(after, f"person:{chosen}")
        assert story(entries)[0] == ("RULES", 0, chosen, "Portugal")
        assert realms(after, 0)[chosen] == {"Portugal"} | besides
        assert families(after, 0)[A] == (V, [Y] if chosen == E else [E, Y])
        assert nobles(after, 0) == ({C} if chosen == F else {F, C})


@pytest.mark.rule("row 3 R")
def test_row3_no_rebel_is_sent() -> None:
    """Whoever rebels by then is not offered."""
    first = seat(king(A, "Spain", children=[E]), nobles=[F])
    state = declared("Portugal", first, seat(king(D, "Portugal", "Poland")))
    play(state, "declare")
    state.record["rebel"][PERSON_NAMES.index(E)] = 1
    state.call("reopen")
    assert persons(state) == {A, F}


@pytest.mark.rule("K18", "K7")
def test_row3_a_dynasty_without_country_has_no_king() -> None:
    state = declared("Portugal", seat(king(A, "Spain")), seat(king(D, "Portugal", spouse=W)))
    play(state, "declare", f"person:{A}")
    assert state.done and families(state, 1) == {} and nobles(state, 1) == {D, W} and home(state, 1) is None
