"""Death checks (死亡チェック), succession, and the succession contest (王位継承争い)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dynasty_env.kingdoms.material import COLOUR, PERSON_NAMES, PERSONS
from dynasty_env.kingdoms.rules import contest
from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import (
    A,
    B,
    C,
    D,
    E,
    F,
    S,
    V,
    W,
    X,
    Y,
    Z,
    chance,
    exhausted,
    faces,
    families,
    home,
    king,
    names,
    nobles,
    of,
    one,
    persons,
    play,
    realms,
    rebels,
    removed,
    seat,
    table,
    told,
)
from tests.kingdoms.rules.trace_fields import story


def bereaved(*others: dict[str, object], first: dict[str, object] | None = None, **fields: object) -> State:
    """King A of the turn player (Spain, Portugal) has been reaped; without a child his countries are contested."""
    one(A, life=0)
    own = first or seat(king(A, "Spain", "Portugal"), king(B, "Naples"), nobles=[E, F], home="Spain")
    rest = others or (seat(king(D, "Poland"), nobles=[W, Y]),)
    state = table(own, *rest, **({"scythe": 0} | fields))  # type: ignore[arg-type]
    play(state, "reaper", f"person:{A}")
    return state


def totals(dice: dict[int, int]) -> Callable[[State], bool]:
    """The first die of each seat in a contest."""

    def wanted(after: State) -> bool:
        first: dict[int, int] = {}
        for entry in told(after, Trace.ROLLED):
            first.setdefault(entry.seat, entry.value)
        return first == dice

    return wanted


# ----------------------------------------------------------------------------------------------- checks and succession


@pytest.mark.rule("check A", "check D")
@pytest.mark.parametrize(("life", "lives"), [(6, True), (0, False)])
def test_check_one_die_against_life(life: int, lives: bool) -> None:
    state = table(seat(king(A, "Spain"), nobles=[one(E, life=life)]), seat(king(D, "Poland")), scythe=0)
    play(state, "reaper")
    entries = play(state, f"person:{E}")
    assert len(faces(entries)) == 1 and (E in removed(state)) != lives


@pytest.mark.rule("check R")
def test_death_of_a_rebel_spouse_or_child() -> None:
    """The dead leave play, with all ties; the younger children move up."""
    first = seat(king(A, "Spain", spouse=V, children=[E, F, W]), nobles=[Y])
    for dead in (V, F, Y):
        one(dead, life=0)
        state = table(first, seat(king(D, "Poland")), scythe=0, rebels=[V, F])
        entries = play(state, "reaper", f"person:{dead}")
        assert ("DIED", 0, dead) in story(entries) and dead in removed(state) and dead not in rebels(state)
        children = [each for each in (E, F, W) if each != dead]
        assert families(state, 0) == {A: (None if dead == V else V, children)}


@pytest.mark.rule("check R")
@pytest.mark.parametrize(
    ("children", "heir"), [([E, F], E), ([F, E], F), ([V, E], E), ([V, W, F, E], F), ([V, W], V), ([W, V], W), ([W], W)]
)
def test_death_sons_before_daughters_elder_before_younger(children: list[str], heir: str) -> None:
    """The heir is king of all his countries; the other children become nobles of that dynasty."""
    dead = king(A, "Spain", "Portugal", spouse=Z, children=children)
    state = bereaved(seat(king(D, "Poland")), first=seat(dead, king(B, "Naples"), nobles=[Y], home="Naples"))
    assert state.phase == "recruit"
    assert realms(state, 0) == {B: {"Naples"}, heir: {"Spain", "Portugal"}} and home(state, 0) == "Naples"
    assert families(state, 0)[heir] == (None, []) and nobles(state, 0) == {Y, Z, *children} - {heir}


@pytest.mark.rule("check R")
def test_death_what_is_told_of_a_succession() -> None:
    state = bereaved(seat(king(D, "Poland")), first=seat(king(A, "Spain", spouse=Z, children=[W, E])))
    entries = story(state.trace())
    start = entries.index(("DIED", 0, A))
    assert entries[start : start + 4] == [
        ("DIED", 0, A), *[("ENNOBLED", 0, each) for each in of((Z, W))], ("SUCCEEDED", 0, E, A),
    ]  # fmt: skip


@pytest.mark.rule("check R")
def test_death_the_children_of_another_king_do_not_inherit() -> None:
    state = bereaved(first=seat(king(A, "Spain"), king(B, "Naples", children=[E])))
    assert state.phase == "candidate"


@pytest.mark.rule("K22", "K6")
def test_death_a_rebel_child_succeeds_and_is_normal() -> None:
    state = bereaved(first=seat(king(A, "Spain", children=[E, F])), rebels=[E, F])
    assert realms(state, 0) == {E: {"Spain"}} and rebels(state) == {F}


@pytest.mark.rule("K23")
def test_death_the_widowed_spouse_is_a_noble() -> None:
    state = bereaved(first=seat(king(A, "Spain", spouse=V, children=[E])), rebels=[V])
    assert nobles(state, 0) == {V} and rebels(state) == {V}


# ------------------------------------------------------------------------------------------------------------- contest


@pytest.mark.rule("contest A", "K24", "K37")
def test_contest_every_player_names_from_the_turn_player_on() -> None:
    """Of any dynasty, a child or noble who is no rebel; each says at once whether the candidate takes up arms."""
    one(B, life=0)
    seats = [
        seat(king(A, "Spain", children=[E]), nobles=[F]), seat(king(B, "Naples"), nobles=[W]),
        seat(king(D, "Poland", spouse=V), nobles=[X, Y]),
    ]  # fmt: skip
    state = table(*seats, turn_player=1, scythe=1, rebels=[Y], pool=[Z])
    entries = play(state, "reaper", f"person:{B}")
    assert ("VACANT", 1, B) in story(entries)
    for number in (1, 2, 0):
        assert (state.phase, state.seat, persons(state)) == ("candidate", number, {E, F, W, X})
        assert story(play(state, f"person:{X}")) == [("STANDS", number, X, 2)]
        assert (state.phase, state.seat, names(state)) == ("arms", number, {"pass", "declare"})
        entries = play(state, "declare" if number == 2 else "pass")
        if number == 2:
            assert story(entries) == [("ARMED", 2, X)]
    assert realms(state, 2)[X] == {"Naples"}, "the same may be named again: he has won by all"


@pytest.mark.rule("K38", "K23")
def test_contest_the_spouse_may_be_a_candidate() -> None:
    """He or she is a noble of the old dynasty by then."""
    state = bereaved(first=seat(king(A, "Spain", spouse=V), king(B, "Naples"), nobles=[E]))
    assert persons(state) == {V, E, W, Y} and nobles(state, 0) == {V, E}


@pytest.mark.rule("contest D", "contest B", "contest R", "K1")
@pytest.mark.parametrize(
    ("dice", "winner", "of_seat"), [({0: 4, 1: 2}, E, 0), ({0: 3, 1: 3}, W, 1), ({0: 1, 1: 6}, W, 1)]
)
def test_contest_a_die_and_prestige_the_highest_wins(dice: dict[int, int], winner: str, of_seat: int) -> None:
    """2 + die against 3 + die. All countries as one; they are the winner's dynasty's; he leaves his family."""
    one(E, prestige=2)
    one(W, prestige=3)
    other = seat(king(D, "Poland", children=[X, W, Y]))
    state = bereaved(other, first=seat(king(A, "Spain", "Portugal"), king(B, "Naples", children=[E]), home="Naples"))
    play(state, f"person:{E}", "pass", f"person:{W}")
    after = chance(state, "pass", totals(dice))
    assert realms(after, of_seat)[winner] == {"Spain", "Portugal"}
    assert families(after, 1)[D] == (None, [X, Y] if winner == W else [X, W, Y])
    assert families(after, 0)[B] == (None, [] if winner == E else [E])
    rolled = [("ROLLED", 0, E, 2 + dice[0], dice[0]), ("ROLLED", 1, W, 3 + dice[1], dice[1])]
    assert story(after.trace())[:3] == [*rolled, ("SUCCEEDED", of_seat, winner, A)]
    assert after.to_dict()["contest"] is None and not told(after, Trace.CHECKED)[1:]


@pytest.mark.rule("contest M")
@pytest.mark.parametrize("arms", [True, False])
def test_contest_arms_count_one(arms: bool) -> None:
    one(E, prestige=3, life=6)
    one(W, prestige=3, life=6)
    state = bereaved()
    play(state, f"person:{E}", "declare" if arms else "pass", f"person:{W}")
    after = chance(state, "pass", totals({0: 4, 1: 4}))
    assert (realms(after, 0).get(E) == {"Spain", "Portugal"} and not told(after, Trace.TIED)) or not arms
    assert [e.object for e in told(after, Trace.ROLLED)][:2] == [7 + arms, 7]


@pytest.mark.rule("contest D", "K37")
def test_contest_tied_ones_roll_again_and_count_all_again() -> None:
    """Three candidates: the two highest are tied; the third is out. Prestige and arms count again."""
    for person, prestige in ((E, 5), (W, 4), (Z, 0)):
        one(person, prestige=prestige, life=6)
    others = seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden"), nobles=[Z])
    state = bereaved(*others)
    play(state, f"person:{E}", "pass", f"person:{W}", "declare", f"person:{Z}")
    after = chance(state, "pass", lambda after: faces(after)[:5] == [2, 2, 3, 2, 3])
    rolled = story(after.trace(), Trace.ROLLED, Trace.TIED, Trace.SUCCEEDED)
    assert rolled == [
        ("ROLLED", 0, E, 7, 2), ("ROLLED", 1, W, 7, 2), ("ROLLED", 2, Z, 3, 3), ("TIED", 1),
        ("ROLLED", 0, E, 7, 2), ("ROLLED", 1, W, 8, 3), ("SUCCEEDED", 1, W, A),
    ]  # fmt: skip


@pytest.mark.rule("K25")
def test_contest_a_tie_between_namings_of_one_person_is_a_win() -> None:
    one(E, prestige=4)
    one(W, prestige=0)
    others = seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden"))
    state = bereaved(*others)
    play(state, f"person:{E}", "pass", f"person:{W}", "pass", f"person:{E}")
    after = chance(state, "pass", totals({0: 3, 1: 3, 2: 3}))
    assert not told(after, Trace.TIED) and realms(after, 0)[E] == {"Spain", "Portugal"}


@pytest.mark.rule("K25")
def test_contest_each_naming_has_its_own_die() -> None:
    """The second naming of one person may win where the first does not."""
    one(E, prestige=2)
    one(W, prestige=2)
    state = bereaved(seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden")))
    play(state, f"person:{E}", "pass", f"person:{W}", "pass", f"person:{E}")
    after = chance(state, "pass", totals({0: 1, 1: 3, 2: 5}))
    assert realms(after, 0)[E] == {"Spain", "Portugal"} and len(told(after, Trace.ROLLED)) == 3


@pytest.mark.rule("K26")
def test_contest_after_ten_ties_the_earliest_in_naming_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice that always show a 4: the one who was named first wins, here by the turn player, seat 1 of two."""
    one(E, prestige=3)
    one(W, prestige=3)
    one(A, life=0)
    first = seat(king(D, "Poland"), nobles=[W])
    state = table(first, seat(king(A, "Spain"), king(B, "Naples"), nobles=[E]), scythe=1, turn_player=1)
    play(state, "reaper", f"person:{A}", f"person:{E}", "pass", f"person:{W}")
    t = state.tables[0]
    t.seat, t.told = t.turn_player, 0
    monkeypatch.setattr(contest, "die", lambda t: 4)
    assert contest.winning_seat(t) == 1
    assert [e.value for e in told(state, Trace.TIED)] == list(range(1, 11)) and len(told(state, Trace.ROLLED)) == 20


@pytest.mark.rule("contest R", "check M", "check A")
@pytest.mark.parametrize(("die", "dies"), [(2, False), (3, True)])
def test_contest_who_took_up_arms_and_lost_is_checked(die: int, dies: bool) -> None:
    """With his life one less (3 - 1); the loser who kept the peace is not."""
    one(E, prestige=0, life=3)
    one(W, prestige=20, life=0)
    one(F, prestige=0, life=0)
    state = bereaved(seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden")), ask_forced=False)
    play(state, f"person:{E}", "declare", f"person:{W}", "declare", f"person:{F}")
    after = chance(state, "pass", lambda after: faces(after)[3:4] == [die])
    assert story(after.trace(), Trace.CHECKED) == [("CHECKED", 0, E, 2 + int(dies), die)]
    assert removed(after) == {A, E} if dies else {A}


@pytest.mark.rule("K25", "K43", "K27")
def test_contest_who_lost_by_several_takes_one_check() -> None:
    """If he took up arms by any of them; checks are taken in naming order, after the new king is in place."""
    one(W, prestige=20)
    for loser in (E, F):
        one(loser, prestige=0, life=0)
    others = [
        seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden")), seat(king(Z, "Saxony")), seat(king(X, "Hungary")),
    ]  # fmt: skip
    state = bereaved(*others, ask_forced=False)
    for number, (named, arms) in enumerate([(E, False), (F, True), (E, True), (W, False), (E, True)]):
        assert state.seat == number
        play(state, f"person:{named}")
        entries = play(state, "declare" if arms else "pass")
    kinds = [entry for entry in story(entries) if entry[0] in ("SUCCEEDED", "CHECKED")]
    assert [entry[:3] for entry in kinds] == [("SUCCEEDED", 1, W), ("CHECKED", 0, F), ("CHECKED", 0, E)]


@pytest.mark.rule("K25", "K43")
def test_contest_two_namings_in_a_row_are_one_check() -> None:
    one(W, prestige=20)
    one(E, prestige=0, life=6)
    state = bereaved(seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden")), ask_forced=False)
    play(state, f"person:{W}", "pass", f"person:{E}", "declare", f"person:{E}")
    assert [entry[:3] for entry in story(play(state, "declare"), Trace.CHECKED)] == [("CHECKED", 0, E)]


@pytest.mark.rule("K27", "K43")
def test_contest_checks_in_naming_order_at_the_first_naming_in_arms() -> None:
    """E, named by seats 1 and 3, is checked before F, named by seat 2."""
    one(W, prestige=20)
    for loser in (E, F):
        one(loser, prestige=0, life=6)
    others = [seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden")), seat(king(Z, "Saxony"))]
    state = bereaved(*others, ask_forced=False)
    play(state, f"person:{W}", "pass", f"person:{E}", "declare", f"person:{F}", "declare", f"person:{E}")
    checked = [entry[:3] for entry in story(play(state, "declare"), Trace.CHECKED)]
    assert checked == [("CHECKED", 0, E), ("CHECKED", 0, F)]


@pytest.mark.rule("K25")
def test_contest_who_wins_by_one_naming_has_lost_by_none() -> None:
    """He took up arms by the naming that lost: no check."""
    one(E, prestige=2, life=0)
    one(W, prestige=0)
    state = bereaved(seat(king(D, "Poland"), nobles=[W]), seat(king(C, "Sweden")))
    play(state, f"person:{E}", "declare", f"person:{W}", "pass", f"person:{E}")
    after = chance(state, "pass", totals({0: 1, 1: 2, 2: 5}))
    assert not story(after.trace(), Trace.CHECKED) and realms(after, 0)[E] == {"Spain", "Portugal"}


@pytest.mark.rule("contest R", "K37", "K31", "K7")
def test_contest_a_dynasty_without_a_king_names_and_may_win() -> None:
    """The beaten dynasty has lost its last country; the attacking king dies childless; its noble wins the throne, and
    it has a king and a home country again."""
    one(A, war=6, life=0)
    one(W, prestige=20)
    beaten = seat(king(D, "Portugal", war=0, life=6), nobles=[W])
    state = table(seat(king(A, "Spain")), beaten, seat(king(C, "Sweden"), nobles=[Z]))
    play(state, "war", "country:Portugal", "pass", "country:Spain", "pass", "pass", "pass", f"person:{A}")
    play(state, f"person:{D}", f"person:{A}")
    assert (state.phase, realms(state, 1)) == ("candidate", {})
    play(state, f"person:{W}", "pass", f"person:{W}", "pass", f"person:{W}", "pass")
    assert realms(state, 1) == {W: {"Spain", "Portugal"}}
    assert (state.phase, state.seat) == ("home", 1)
    play(state, "country:Spain")
    assert home(state, 1) == "Spain" and state.done, "the attacker has no king now"


@pytest.mark.rule("K31", "K4")
def test_contest_the_winner_moves_the_home_country() -> None:
    state = bereaved(seat(king(D, "Poland"), nobles=[one(W, prestige=20)]))
    play(state, f"person:{W}", "pass", f"person:{W}", "pass")
    assert (state.phase, state.seat) == ("home", 0)
    play(state, "country:Naples")
    assert (home(state, 0), home(state, 1)) == ("Naples", "Poland") and realms(state, 1)[W] == {"Spain", "Portugal"}


# ---------------------------------------------------------------------------------------------------- nobody can stand


@pytest.mark.rule("K28", "contest A")
def test_contest_without_a_candidate_a_card_of_the_dead_kings_colour() -> None:
    """Kings, rebels and spouses alone: the top card becomes king for the old dynasty."""
    first = seat(king(A, "Spain", "Portugal"), king(B, "Naples"), nobles=[E], home="Spain")
    other = seat(king(D, "Poland", spouse=W, children=[F]))
    state = bereaved(other, first=first, rebels=[E, F], person_decks={"yellow": [Y, X]})
    entries = story(state.trace())
    start = entries.index(("VACANT", 0, A))
    assert entries[start + 1 : start + 3] == [("TURNED_UP", 0, Y, "yellow", "king"), ("SUCCEEDED", 0, Y, A)]
    assert realms(state, 0) == {B: {"Naples"}, Y: {"Spain", "Portugal"}} and home(state, 0) == "Spain"
    assert state.to_dict()["person_decks"]["yellow"][0] == X


@pytest.mark.rule("K28", "K31", "K7")
def test_contest_without_a_candidate_and_with_an_empty_deck() -> None:
    """The countries become independent and normal."""
    gone = [PERSON_NAMES[p] for p in range(PERSONS) if COLOUR[p] == 0 and PERSON_NAMES[p] not in (A, B, D)]
    first = seat(king(A, "Spain", "Portugal"), king(B, "Naples"), home="Spain")
    state = bereaved(seat(king(D, "Poland")), first=first, removed=gone, exhausted=["Spain", "Naples"])
    assert (state.phase, state.seat) == ("home", 0)
    assert {"Spain", "Portugal"} <= set(state.to_dict()["independent"]) and exhausted(state) == {"Naples"}
    assert [entry for entry in story(state.trace()) if entry[0] == "FREED"] == [
        ("FREED", "Portugal"),
        ("FREED", "Spain"),
    ]
    play(state, "country:Naples")
    assert home(state, 0) == "Naples" and state.done, "that deck is empty (K7 b)"


@pytest.mark.rule("K28", "K7")
def test_contest_without_a_candidate_the_last_card_of_a_deck_is_enough() -> None:
    """It becomes king; the deck is empty then, and the game over."""
    gone = [PERSON_NAMES[p] for p in range(PERSONS) if COLOUR[p] == 0 and PERSON_NAMES[p] not in (A, B, D, Y)]
    first = seat(king(A, "Spain", "Portugal"), king(B, "Naples"), home="Spain")
    state = bereaved(seat(king(D, "Poland")), first=first, removed=gone, person_decks={"yellow": [Y]})
    assert realms(state, 0) == {B: {"Naples"}, Y: {"Spain", "Portugal"}} and state.done


@pytest.mark.rule("K33", "K5", "K28")
def test_contest_suleiman_as_the_card() -> None:
    """He rules the dead king's countries and the Ottoman Empire."""
    one(C, life=0)
    state = table(
        seat(king(C, "Spain"), king(B, "Naples")), seat(king(D, "Poland")), scythe=0, person_decks={"blue": [S]}
    )
    play(state, "reaper", f"person:{C}")
    assert realms(state, 0) == {B: {"Naples"}, S: {"Spain", "Ottoman Empire"}}
