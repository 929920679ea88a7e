"""K29: special abilities; those that the table names are in rows 5 and 6."""

from __future__ import annotations

import pytest

from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    D,
    E,
    F,
    S,
    V,
    W,
    X,
    Y,
    Z,
    exhausted,
    faces,
    families,
    home,
    king,
    names,
    nobles,
    one,
    persons,
    play,
    realms,
    rebels,
    removed,
    rolling,
    seat,
    table,
)
from tests.kingdoms.rules.trace_fields import story

POLAND = seat(king(D, "Poland"))

# assassination, execution


@pytest.mark.rule("K29", "K44")
@pytest.mark.parametrize("who", [A, V, E, F, Y])
def test_assassination_by_anybody_of_the_dynasty(who: str) -> None:
    """King, spouse, child, noble, rebel."""
    one(who, ability="assassination")
    laid = seat(king(A, "Spain", spouse=V, children=[E]), nobles=[F, Y]), seat(king(D, "Poland"), nobles=[Z])
    assert "assassination" in names(table(*laid, scythe=1, rebels=[Y]))
    assert "assassination" not in names(table(*laid, scythe=1, abilities=False))


@pytest.mark.rule("K29")
def test_assassination_is_the_reaper_without_the_scythe() -> None:
    """Refusals included; the scythe does not move; not while the dynasty holds it; of no use to another dynasty."""
    one(F, ability="assassination")
    one(Z, life=0)
    laid = seat(king(A, "Spain"), nobles=[F]), seat(king(D, "Poland"), nobles=[Z]), seat(king(B, "Sweden"))
    assert "assassination" not in names(table(*laid, scythe=0)) and "reaper" in names(table(*laid, scythe=0))
    assert "assassination" not in names(table(*laid, scythe=2, turn_player=1))
    state = table(*laid, scythe=2)
    play(state, "assassination")
    assert persons(state) == {A, F, D, Z, B}
    play(state, f"person:{Z}")
    assert state.phase == "veto" and state.seat == 1
    play(state, "pass")
    assert Z in removed(state) and state.to_dict()["scythe"] == 2


@pytest.mark.rule("K29", "check R")
def test_execution_a_kings_spouse_dies() -> None:
    """An action of a king who has it and a spouse; another king's spouse is not concerned; it is no check."""
    one(A, ability="execution")
    one(B, ability="execution")
    one(V, life=6, ability="execution")
    first = seat(king(A, "Spain", spouse=V, children=[E]), king(Z, "Naples", spouse=F), king(B, "Milan"))
    state = table(first, seat(king(D, "Poland")), rebels=[V])
    play(state, "execution")
    assert (state.phase, persons(state)) == ("execution_king", {A})
    entries = play(state, f"person:{A}")
    assert story(entries)[:3] == [("ACTS", 0, A), ("EXECUTED", 0, V), ("DIED", 0, V)] and faces(entries) == []
    assert families(state, 0)[A] == (None, [E]) and removed(state) == {V}
    assert "execution" not in names(table(first, POLAND, abilities=False))
    assert "execution" not in names(table(seat(king(B, "Spain"), king(Z, "Naples", spouse=F)), POLAND))


# sea-4, plunder


def at_war(target: str, first: dict[str, object], second: dict[str, object], commander: str, **fields: object) -> State:
    """A war with one country used; the attacker's commander is named, and the defender's is next, if there is one."""
    state = table(first, second, **fields)  # type: ignore[arg-type]
    play(state, "war", f"country:{target}")
    if state.phase == "withdraw":
        play(state, "pass")
    play(state, min(names(state)), "pass", "pass")
    play(state, f"person:{commander}")
    return state


def wars(state: State) -> list[int]:
    return [entry.value for entry in state.trace() if entry.kind == Trace.FORCE]


@pytest.mark.rule("K29", "K44")
@pytest.mark.parametrize(("war", "abilities"), [(1, True), (5, True), (1, False)])
def test_sea_4_in_a_sea_battle_war_is_exactly_4(war: int, abilities: bool) -> None:
    """On either side."""
    first = seat(king(A, "Spain"), nobles=[one(E, war=war, ability="sea_4")])
    second = seat(king(D, "Naples", "Poland"), nobles=[one(F, war=war, ability="sea_4")])
    state = at_war("Naples", first, second, E, abilities=abilities)
    play(state, f"person:{F}")
    assert wars(state) == ([4, 4] if abilities else [war, war])


@pytest.mark.rule("K29", "K12", "K44")
def test_sea_4_not_by_land_and_only_the_commanders_own() -> None:
    first, second = seat(king(A, "Spain"), nobles=[one(E, war=1, ability="sea_4")]), seat(king(D, "Portugal", war=2))
    state = at_war("Portugal", first, second, E)
    play(state, f"person:{D}")
    assert wars(state) == [1, 2]
    first = seat(king(A, "Spain", war=3), nobles=[E])
    state = at_war("Naples", first, seat(king(D, "Naples", war=2)), A)
    play(state, f"person:{D}")
    assert wars(state) == [3, 2]


def victorious(commander: str = E, **fields: object) -> State:
    """The attacker has won Portugal; E has plunder."""
    first = seat(king(A, "Spain", war=6), nobles=[one(E, war=6, ability="plunder", life=6)])
    second = seat(king(D, "Portugal", spouse=V, war=0, life=6), king(B, "Poland"), nobles=[F], home="Portugal")
    state = at_war("Portugal", first, second, commander, **fields)
    play(state, f"person:{D}")
    return state


@pytest.mark.rule("K29", "K42")
def test_plunder_the_country_leaves_play() -> None:
    """Instead of king or union; the royals have moved by then."""
    state = victorious()
    assert (state.phase, state.seat, names(state)) == ("plunder", 0, {"pass", "declare"})
    assert nobles(state, 1) == {D, V, F}
    entries = play(state, "declare")
    assert story(entries)[0] == ("PLUNDERED", 0, "Portugal")
    assert "Portugal" in state.to_dict()["removed_countries"] and exhausted(state) == {"Spain"}
    play(state, "country:Poland")
    assert realms(state, 0) == {A: {"Spain"}} and home(state, 1) == "Poland" and state.phase == "recruit"


@pytest.mark.rule("K29")
def test_plunder_need_not_be_declared() -> None:
    state = victorious()
    play(state, "pass")
    assert (state.phase, persons(state)) == ("conquest", {A, E})


@pytest.mark.rule("K29", "K44", "K10")
def test_plunder_is_the_attacking_commanders_alone() -> None:
    assert victorious(commander=A).phase == "conquest"
    assert victorious(abilities=False).phase == "conquest"
    one(A, ability="plunder")
    state = table(seat(king(A, "Spain")), seat(king(D, "Portugal", "Poland")))
    play(state, "war", "country:Portugal", "declare")
    assert state.phase == "conquest", "a withdrawal has no commander"


# new faith, police, revolution


def inciting(target: str, first: dict[str, object], second: dict[str, object], **fields: object) -> State:
    state = table(first, second, **fields)  # type: ignore[arg-type]
    play(state, "incite", f"person:{target}")
    return state


@pytest.mark.rule("K29", "K44")
@pytest.mark.parametrize(("religion", "by_itself"), [("P", True), ("CP", True), ("C", False), ("CC", False)])
def test_new_faith_incites_p_and_cp_without_dice(religion: str, by_itself: bool) -> None:
    one(F, ability="new_faith")
    one(Z, religion=religion, ambition=0)
    laid = seat(king(A, "Spain"), nobles=[F]), seat(king(D, "Poland"), nobles=[Z])
    state = inciting(Z, *laid)
    assert (Z in rebels(state), ("BY_ITSELF", 0) in story(state.trace())) == (by_itself, by_itself)
    assert bool(faces(state)) != by_itself
    assert not rebels(inciting(Z, *laid, abilities=False))


@pytest.mark.rule("K29")
def test_new_faith_is_the_inciting_dynastys() -> None:
    one(Y, ability="new_faith")
    one(Z, religion="P", ambition=0)
    state = inciting(Z, seat(king(A, "Spain")), seat(king(D, "Poland"), nobles=[Y, Z]))
    assert faces(state) and not rebels(state)


@pytest.mark.rule("K29")
@pytest.mark.parametrize(("die", "executed"), [(2, True), (3, False)])
def test_police_executes_the_incited_instead(die: int, executed: bool) -> None:
    """Its player is asked; a die up to the police person's governance."""
    one(Y, ability="police", governance=2)
    laid = seat(king(A, "Spain"), nobles=[F]), seat(king(D, "Poland"), nobles=[Y, one(Z, ambition=6)])
    state = inciting(Z, *laid)
    assert (state.phase, state.seat, names(state)) == ("police", 1, {"pass", "declare"})
    after = rolling(state, "declare", die)
    assert story(after.trace())[0] == ("POLICED", 1, Y, Z, die)
    assert (Z in removed(after), Z in rebels(after)) == (executed, not executed)
    play(state, "pass")
    assert rebels(state) == {Z}
    assert inciting(Z, *laid, abilities=False).phase != "police"


@pytest.mark.rule("K29")
def test_police_only_when_the_incitement_has_succeeded_and_of_that_dynasty() -> None:
    one(Y, ability="police")
    second = seat(king(D, "Poland"), nobles=[Y, one(Z, ambition=0)])
    assert inciting(Z, seat(king(A, "Spain")), second).phase != "police"
    second = seat(king(D, "Poland"), nobles=[one(Z, ambition=6)])
    assert inciting(Z, seat(king(A, "Spain"), nobles=[Y]), second).phase != "police"


@pytest.mark.rule("K40", "K44")
def test_police_several_are_asked_one_after_another() -> None:
    """In the order of their numbers; a king, a rebel, and who is incited himself; until the target is executed."""
    for person in (D, Y, Z):
        one(person, ability="police", governance=0)
    one(Z, ambition=6)
    laid = seat(king(A, "Spain")), seat(king(D, "Poland"), nobles=[Y, Z])
    state = inciting(Z, *laid, rebels=[Y])
    asked = []
    while state.phase == "police":
        asked.append(int(state.record["a"]))
        play(state, "declare")
    assert asked == sorted(asked) and len(asked) == 3 and rebels(state) == {Y, Z}
    for person in (D, Y):
        one(person, governance=6)
    state = inciting(Z, *laid, rebels=[Y])
    play(state, "declare")
    assert Z in removed(state) and state.phase == "recruit"


@pytest.mark.rule("K29", "K39")
def test_revolution_a_noble_takes_the_home_kings_place() -> None:
    """He becomes king of the home king's countries, who dies without succession; spouse and children stay."""
    one(Z, ambition=6, ability="revolution", life=0)
    second = seat(
        king(D, "Poland", "Saxony", spouse=V, children=[W, E]), king(B, "Sweden"), nobles=[Z, F], home="Saxony"
    )
    state = inciting(Z, seat(king(A, "Spain")), second)
    assert realms(state, 1) == {Z: {"Poland", "Saxony"}, B: {"Sweden"}}
    assert families(state, 1)[Z] == (V, [W, E]) and nobles(state, 1) == {F}
    assert removed(state) == {D} and rebels(state) == set() and home(state, 1) == "Saxony"
    told = story(state.trace())
    start = told.index(("REVOLTED", 1, Z, D))
    assert told[start : start + 3] == [("REVOLTED", 1, Z, D), ("DIED", 1, D), ("SUCCEEDED", 1, Z, D)]


@pytest.mark.rule("K29", "K41")
@pytest.mark.parametrize("who", [V, W])
def test_revolution_the_place_that_he_held_is_vacated(who: str) -> None:
    """A spouse or child serves the king of the family, who need not be the home king."""
    one(who, ambition=6, ability="revolution")
    second = seat(king(D, "Poland"), king(B, "Sweden", spouse=V, children=[X, W, E]), home="Poland")
    state = inciting(who, seat(king(A, "Spain")), second)
    assert realms(state, 1) == {D: {"Poland"}, who: {"Sweden"}} and removed(state) == {B}
    assert families(state, 1)[who] == ((None, [X, W, E]) if who == V else (V, [X, E]))


@pytest.mark.rule("K41", "K32")
def test_revolution_a_spouse_of_the_own_sex_stays() -> None:
    one(F, ambition=6, ability="revolution")
    state = inciting(F, seat(king(A, "Spain")), seat(king(D, "Poland", spouse=V), nobles=[F]))
    assert families(state, 1) == {F: (V, [])}
    one(Y, ambition=6, ability="revolution")
    state = inciting(Y, seat(king(A, "Spain")), seat(king(D, "Poland", spouse=V), nobles=[Y]))
    play(state, "deck:red")
    assert families(state, 1) == {Y: (V, [])} and "procreation" not in names(state)


@pytest.mark.rule("K29")
def test_revolution_after_police_and_with_the_option_alone() -> None:
    one(Z, ambition=6, ability="revolution")
    one(Y, ability="police", governance=6)
    laid = seat(king(A, "Spain")), seat(king(D, "Poland"), nobles=[Y, Z])
    state = inciting(Z, *laid)
    executed = state.clone()
    play(executed, "declare")
    assert Z in removed(executed) and realms(executed, 1) == {D: {"Poland"}}
    play(state, "pass")
    assert realms(state, 1) == {Z: {"Poland"}}
    assert rebels(inciting(Z, *laid, abilities=False)) == {Z}


@pytest.mark.rule("K29", "K5")
def test_revolution_against_suleiman() -> None:
    """He dies, the Empire stays."""
    one(Z, ambition=6, ability="revolution")
    state = inciting(Z, seat(king(A, "Spain")), seat(king(S, "Ottoman Empire"), nobles=[Z]))
    assert realms(state, 1) == {Z: {"Ottoman Empire"}} and S in removed(state)
