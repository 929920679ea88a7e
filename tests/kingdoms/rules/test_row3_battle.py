"""Row 3: force, dice, outcome and checks of a war."""

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
    V,
    W,
    Z,
    chance,
    exhausted,
    faces,
    families,
    king,
    land,
    nobles,
    one,
    play,
    realms,
    removed,
    rolling,
    seat,
    table,
    told,
)
from tests.kingdoms.rules.trace_fields import story


def ready(
    target: str,
    *seats: dict[str, object],
    uses: tuple[str, ...],
    defends: tuple[str, ...] = (),
    aids: tuple[str, ...] = (),
    attacker: str = A,
    **fields: object,
) -> State:
    """A war up to the attacker's commander, who is named last; the defender's is the next decision, if there is one."""
    state = table(*seats, **fields)  # type: ignore[arg-type]
    play(state, "war", f"country:{target}")
    if state.phase == "withdraw":
        play(state, "pass")
    play(state, *(f"country:{each}" for each in uses), "pass")
    if state.phase == "defend_commit":
        play(state, *(f"country:{each}" for each in defends), "pass")
    for aid in aids:
        play(state, aid)
    while state.phase == "aid":
        play(state, "pass")
    if target in [name for each in state.to_dict()["seats"] for king_ in each["kings"] for name in king_["countries"]]:
        play(state, f"person:{attacker}")
    return state


def forces(state: State) -> list[tuple[object, ...]]:
    """(side, dice, war) of both."""
    return [entry[2:] for entry in story(state.trace(), Trace.FORCE)]


def battle(state: State) -> tuple[object, ...]:
    """Successes of attack and defence, and the power to be exceeded."""
    (entry,) = story(state.trace(), Trace.BATTLE)
    return entry[2:]


@pytest.mark.rule("row 3 B", "row 3 attack", "row 3 defence")
def test_row3_force_is_the_power_of_the_countries_used() -> None:
    """Spain 6 and France 10 against Portugal 2 and Ireland 1; the battlefield counts by itself."""
    first, second = seat(king(A, "Spain", "France", war=3)), seat(king(D, "Portugal", "Ireland", war=2))
    state = ready("Portugal", first, second, uses=("Spain", "France"), defends=("Ireland",))
    play(state, f"person:{D}")
    assert forces(state) == [(0, 16, 3), (1, 3, 2)]
    assert len(told(state, Trace.DIE)) == 19 and [e.object for e in told(state, Trace.DIE)] == [0] * 16 + [1] * 3


@pytest.mark.rule("row 3 B")
def test_row3_what_is_not_used_does_not_count() -> None:
    first, second = seat(king(A, "Spain", "France")), seat(king(D, "Portugal", "Ireland"))
    state = ready("Portugal", first, second, uses=("Spain",))
    play(state, f"person:{D}")
    assert [each[1] for each in forces(state)] == [6, 2] and {"France", "Ireland"}.isdisjoint(exhausted(state))


@pytest.mark.rule("row 3 B", "K1")
@pytest.mark.parametrize(("power", "halved"), [(2, 1), (3, 1), (1, 0)])
def test_row3_an_exhausted_battlefield_counts_half(power: int, halved: int) -> None:
    """Rounded down, in the force and in the power to be exceeded."""
    land("Portugal", power)
    first, second = seat(king(A, "Spain", war=6)), seat(king(D, "Portugal", "Poland"))
    state = ready("Portugal", first, second, uses=("Spain",), exhausted=["Portugal"])
    play(state, f"person:{D}")
    assert forces(state)[1][1] == halved and battle(state)[2] == halved


@pytest.mark.rule("row 3 B", "K12", "K1")
@pytest.mark.parametrize(("power", "dice"), [(6, 3), (5, 2), (1, 0)])
def test_row3_by_sea_the_attackers_power_is_halved(power: int, dice: int) -> None:
    """Naples is reached from Spain by sea; the defender's is not halved."""
    land("Spain", power)
    state = ready("Naples", seat(king(A, "Spain")), seat(king(D, "Naples", "Poland")), uses=("Spain",))
    play(state, f"person:{D}")
    assert [each[1] for each in forces(state)] == [dice, 2]


@pytest.mark.rule("K12")
def test_row3_no_sea_battle_if_any_country_borders_by_land() -> None:
    """Denmark – Saxony is land, England – Netherlands – Saxony: what is used matters not, nor does its state."""
    first = seat(king(A, "Poland", "Sweden"))
    state = ready("Denmark", first, seat(king(D, "Denmark", "Naples")), uses=("Sweden",))
    play(state, f"person:{D}")
    assert forces(state)[0][1] == 1, "Sweden alone borders, by sea"
    first = seat(king(A, "Saxony", "Sweden"))
    state = ready("Denmark", first, seat(king(D, "Denmark", "Naples")), uses=("Sweden",), exhausted=["Saxony"])
    play(state, f"person:{D}")
    assert forces(state)[0][1] == 2, "the exhausted Saxony borders by land"


@pytest.mark.rule("K12", "K1")
def test_row3_the_sum_is_halved_not_each_country() -> None:
    """Sweden 2 + Norway 1 = 3, halved 1; aid is added afterwards."""
    land("Sweden", 2)
    land("Norway", 3)
    seats = seat(king(A, "Sweden", "Norway")), seat(king(D, "Denmark", "Naples")), seat(king(Z, "Spain"))
    state = ready("Denmark", *seats, uses=("Sweden", "Norway"), aids=("aid_attack:Spain",))
    play(state, f"person:{D}")
    assert forces(state)[0][1] == 2 + 2


@pytest.mark.rule("row 3 B", "K13")
def test_row3_aid_counts_two_whatever_the_power() -> None:
    seats = [
        seat(king(A, "Spain")),
        seat(king(D, "Portugal", "Milan")),
        seat(king(Z, "Ireland")),
        seat(king(B, "France")),
    ]
    state = ready("Portugal", *seats, uses=("Spain",), aids=("aid_attack:Ireland", "aid_defence:France"))
    play(state, f"person:{D}")
    assert [each[1] for each in forces(state)] == [8, 4]
    assert exhausted(state) == {"Spain", "Portugal", "Ireland", "France"}


@pytest.mark.rule("K16", "K13")
def test_row3_an_independent_country_has_war_2_and_is_helped() -> None:
    seats = [seat(king(A, "Spain", war=6)), seat(king(D, "Poland"))]
    state = ready("Portugal", *seats, uses=("Spain",), aids=("aid_defence:Poland",))
    after = chance(state, f"person:{A}", lambda after: True)
    assert forces(after) == [(0, 6, 6), (1, 4, 2)]


@pytest.mark.rule("row 3 D", "row 3 attack", "row 3 defence")
@pytest.mark.parametrize(("france", "won"), [(3, True), (2, False)])
def test_row3_the_attack_must_exceed_the_defence_by_more_than_the_power(france: int, won: bool) -> None:
    """All dice succeed: the attack's against Portugal 2 and Ireland 1, and power 2: more than 5 are needed."""
    land("Spain", 3)
    land("France", france)
    first = seat(king(A, "Spain", "France", war=6, life=6))
    second = seat(king(D, "Portugal", "Ireland", war=6, life=6), home="Ireland")
    state = ready("Portugal", first, second, uses=("Spain", "France"), defends=("Ireland",))
    play(state, f"person:{D}")
    assert battle(state) == (3 + france, 3, 2) and (state.phase == "conquest") == won


@pytest.mark.rule("row 3 attack", "K1")
def test_row3_dice_up_to_the_commanders_war_succeed() -> None:
    first, second = seat(king(A, "Spain"), nobles=[E]), seat(king(D, "Portugal", "Ireland"), nobles=[F])
    one(E, war=3)
    one(F, war=1)
    state = ready("Portugal", first, second, uses=("Spain",), attacker=E)
    after = chance(state, f"person:{F}", lambda after: {1, 3, 4} <= set(faces(after)[:6]))
    dice = faces(after)
    assert forces(after) == [(0, 6, 3), (1, 2, 1)]
    assert battle(after)[:2] == (sum(die <= 3 for die in dice[:6]), sum(die <= 1 for die in dice[6:8]))


@pytest.mark.rule("row 3 D", "K14", "K35")
def test_row3_used_countries_and_the_battlefield_are_exhausted() -> None:
    """Conquered or not."""
    for war in (0, 6):
        first = seat(king(A, "Spain", war=war, life=6))
        second = seat(king(D, "Portugal", "Ireland", "Poland", war=0, life=6))
        state = ready("Portugal", first, second, uses=("Spain",), defends=("Ireland",))
        entries = play(state, f"person:{D}")
        assert exhausted(state) == {"Spain", "Portugal", "Ireland"}
        assert story(entries, Trace.EXHAUSTED) == [
            ("EXHAUSTED", 1, "Portugal"), ("EXHAUSTED", 0, "Spain"), ("EXHAUSTED", 1, "Ireland"),
        ]  # fmt: skip
        assert (state.phase == "conquest") == (war == 6)


@pytest.mark.rule("K14")
def test_row3_an_independent_country_never_is_exhausted() -> None:
    for war in (0, 6):
        state = ready("Portugal", seat(king(A, "Spain", war=war, life=6)), seat(king(D, "Poland")), uses=("Spain",))
        wanted = "conquest" if war else "recruit"
        after = chance(state, f"person:{A}", lambda after, wanted=wanted: after.phase == wanted)  # type: ignore[misc]
        assert exhausted(after) == {"Spain"}
    play(after, f"person:{A}")
    assert realms(after, 0) == {A: {"Spain", "Portugal"}} and exhausted(after) == {"Spain"}


# checks


def after_victory(**fields: object) -> State:
    """Conquest is open; then E (life 2) and F (life 2) are checked."""
    first = seat(king(A, "Spain"), nobles=[one(E, war=6, life=2)])
    second = seat(king(D, "Portugal", "Poland"), nobles=[one(F, war=0, life=2)], home="Poland")
    state = ready("Portugal", first, second, uses=("Spain",), attacker=E, **fields)
    play(state, f"person:{F}")
    return state


@pytest.mark.rule("row 3 attack", "row 3 defence", "K18", "check A", "check M", "K1")
@pytest.mark.parametrize(("dice", "dead"), [((2, 1), set()), ((3, 1), {E}), ((2, 2), {F}), ((6, 6), {E, F})])
def test_row3_both_commanders_are_checked_the_defeated_defender_harder(dice: tuple[int, int], dead: set[str]) -> None:
    """The attacker first, after king or union; the defeated defender's life counts one less."""
    after = rolling(after_victory(), f"person:{A}", *dice)
    assert removed(after) == dead
    fates = [(entry[1], entry[2], entry[3]) for entry in story(after.trace(), Trace.CHECKED)]
    assert fates == [(0, E, int(E in dead)), (1, F, 2 + int(F in dead))]
    assert [entry[0] for entry in story(after.trace())][:2] == ["RULES", "CHECKED"]


@pytest.mark.rule("row 3 defence", "check M")
@pytest.mark.parametrize(("die", "dies"), [(2, False), (3, True)])
def test_row3_a_defender_who_holds_out_is_checked_as_he_is(die: int, dies: bool) -> None:
    first, second = seat(king(A, "Spain", war=0, life=6)), seat(king(D, "Portugal", life=2), king(Z, "Poland"))
    state = ready("Portugal", first, second, uses=("Spain",))
    after = chance(state, f"person:{D}", lambda after: faces(after)[-1:] == [die])
    assert [entry[3] for entry in story(after.trace(), Trace.CHECKED)] == [0, int(dies)]


@pytest.mark.rule("K16")
def test_row3_an_independent_commander_is_not_checked() -> None:
    state = ready("Portugal", seat(king(A, "Spain", war=0)), seat(king(D, "Poland")), uses=("Spain",))
    after = chance(state, f"person:{A}", lambda after: True)
    assert [entry[2] for entry in story(after.trace(), Trace.CHECKED)] == [A]


@pytest.mark.rule("K34", "K18")
def test_row3_who_has_left_play_is_not_checked() -> None:
    """The attacking king dies, and the defender, named as candidate, falls in arms before his own check."""
    first = seat(king(A, "Spain", war=6, life=0))
    second = seat(king(D, "Portugal", "Poland"), nobles=[one(F, war=0, life=0, prestige=0), one(W, prestige=30)])
    state = ready("Portugal", first, second, uses=("Spain",))
    play(state, f"person:{F}", f"person:{A}")
    assert state.phase == "candidate"
    play(state, f"person:{F}", "declare", f"person:{W}")
    entries = play(state, "pass")
    checks = story(entries, Trace.CHECKED)
    assert [(entry[2], entry[3]) for entry in checks] == [(F, 3)], "once, in the contest"
    assert realms(state, 1)[W] == {"Spain", "Portugal"} and F in removed(state)


@pytest.mark.rule("K34")
def test_row3_a_commander_is_checked_wherever_he_is() -> None:
    """The defending noble wins the dead attacker's throne, and is checked as a defeated defender all the same."""
    first = seat(king(A, "Spain", war=6, life=0))
    second = seat(king(D, "Portugal", "Poland"), nobles=[one(F, war=0, life=6, prestige=30)])
    state = ready("Portugal", first, second, uses=("Spain",))
    play(state, f"person:{F}", f"person:{A}", f"person:{F}", "pass", f"person:{F}")
    checks = story(play(state, "pass"), Trace.CHECKED)
    assert [(entry[1], entry[2]) for entry in checks] == [(1, F)] and checks[0][3] >= 2


@pytest.mark.rule("K18")
def test_row3_the_defending_king_dies_after_his_royals_have_moved() -> None:
    """His last country lost he is a noble, and dies as one: no succession."""
    first = seat(king(A, "Spain", war=6, life=6))
    second = seat(king(D, "Portugal", spouse=V, children=[W], war=0, life=0), king(Z, "Poland"))
    state = ready("Portugal", first, second, uses=("Spain",))
    play(state, f"person:{D}", f"person:{A}")
    assert nobles(state, 1) == {V, W} and families(state, 1) == {Z: (None, [])} and D in removed(state)
    assert state.phase == "recruit"
