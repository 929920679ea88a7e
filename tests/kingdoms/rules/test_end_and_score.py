"""K7: the end of the game, and who has won."""

from __future__ import annotations

import pytest

from dynasty_env.europe.rules.ending import POINTS_BOUND
from dynasty_env.kingdoms.material import COLOUR, PERSON_NAMES, PERSONS, PRESTIGE
from dynasty_env.kit.state import State
from tests.kingdoms.rules.conftest import A, B, C, D, E, F, V, W, Z, king, land, names, one, play, seat, table
from tests.kingdoms.rules.trace_fields import story

LAST = {"turn": 10, "first_player": 1, "max_rounds": 5}
"""The last turn of a game of two seats and five rounds; seat 0 has it."""


def over(*seats: dict[str, object], **fields: object) -> State:
    """The game has ended after the last round."""
    n = len(seats)
    state = table(*seats, **({"turn": 5 * n, "first_player": 1, "max_rounds": 5} | fields))  # type: ignore[arg-type]
    play(state, "pass")
    assert state.done
    return state


def reasons(state: State) -> int:
    (entry,) = [entry for entry in story(state.trace()) if entry[0] == "ENDED"]
    return int(entry[1])


@pytest.mark.rule("K7")
def test_end_a_dynasty_without_a_king() -> None:
    """When the turn's consequences are settled; it scores 0."""
    state = table(seat(king(A, "Spain")), seat(king(D, "Portugal", spouse=W, prestige=5)), seat(king(Z, "Poland")))
    play(state, "war", "country:Portugal", "declare")
    assert not state.done
    play(state, f"person:{A}")
    assert state.done and reasons(state) == 1 and state.scores()[1] == 0 and state.returns("win")[1] < 0


@pytest.mark.rule("K7")
def test_end_an_empty_deck() -> None:
    """Emptied by turning up: the action is still taken."""
    gone = [PERSON_NAMES[p] for p in range(PERSONS) if COLOUR[p] == 3 and PERSON_NAMES[p] != "Christina of Sweden"]
    state = table(seat(king(A, "Spain")), seat(king(D, "Poland")), phase="recruit", removed=gone)
    play(state, "deck:green")
    assert state.phase == "action" and not state.done
    play(state, "pass")
    assert state.done and reasons(state) == 2


@pytest.mark.rule("K7")
@pytest.mark.parametrize("rounds", [5, 10])
def test_end_after_the_last_round(rounds: int) -> None:
    """Every seat has had as many turns."""
    laid = seat(king(A, "Spain")), seat(king(D, "Poland"))
    state = table(*laid, turn=2 * rounds - 1, max_rounds=rounds)
    play(state, "pass")
    assert not state.done and state.phase == "recruit"
    state = table(*laid, turn=2 * rounds, first_player=1, max_rounds=rounds)
    play(state, "pass")
    assert state.done and reasons(state) == 4


@pytest.mark.rule("K7")
def test_end_for_several_reasons() -> None:
    laid = seat(king(A, "Spain")), seat(king(D, "Portugal"))
    state = table(*laid, **LAST)
    play(state, "war", "country:Portugal", "declare", f"person:{A}")
    assert reasons(state) == 1 | 4


@pytest.mark.rule("K7")
def test_score_prestige_of_all_royals_and_power_of_all_countries() -> None:
    """Kings, spouses, children; exhausted countries in full; no nobles."""
    first = seat(king(A, "Spain", "Naples", spouse=V, children=[E, W]), king(B, "Milan"), nobles=[F])
    for person, prestige in ((A, 5), (V, 2), (E, 1), (W, 3), (B, 2), (F, 9), (D, 4)):
        one(person, prestige=prestige)
    for country, power in (("Spain", 6), ("Naples", 2), ("Milan", 1), ("Poland", 3)):
        land(country, power)
    state = over(first, seat(king(D, "Poland")), exhausted=["Spain"], rebels=[E])
    assert state.scores() == [13 + 9, 4 + 3]
    view = state.view(None)["seats"][0]
    assert (view["royals"], view["countries"], view["count"], view["fallen"]) == (13, 9, 3, False)


@pytest.mark.rule("K7")
def test_score_the_most_points_win() -> None:
    for person in (A, C, D):
        one(person, prestige=1)
    state = over(seat(king(A, "Spain")), seat(king(D, "Portugal")), seat(king(C, "Poland")))
    assert state.scores() == [7, 3, 4]
    assert list(state.returns("win")) == pytest.approx([1, -0.5, -0.5])
    assert list(state.returns("rank")) == pytest.approx([1, -1, 0])
    assert list(state.returns("points")) == pytest.approx([each / POINTS_BOUND for each in (3.5, -2.5, -1)])


@pytest.mark.rule("K7")
def test_score_ties_by_the_first_part_then_by_countries_then_shared() -> None:
    land("Spain", 4)
    land("Poland", 3)
    one(A, prestige=1)
    one(D, prestige=2)
    state = over(seat(king(A, "Spain")), seat(king(D, "Poland")))
    assert state.scores() == [5, 5] and list(state.returns("win")) == [-1, 1], "more prestige"
    land("Sweden", 1)
    land("Poland", 3)
    one(D, prestige=1)
    state = over(seat(king(A, "Spain")), seat(king(D, "Poland", "Sweden")))
    assert state.scores() == [5, 5] and list(state.returns("win")) == [-1, 1], "more countries"
    land("Poland", 4)
    state = over(seat(king(A, "Spain")), seat(king(D, "Poland")), seat(king(C, "Naples", prestige=0)))
    assert list(state.returns("win")) == pytest.approx([0.5, 0.5, -1]), "shared"
    assert list(state.returns("rank")) == pytest.approx([0.5, 0.5, -1])
    state = over(seat(king(A, "Spain")), seat(king(D, "Poland")))
    assert list(state.returns("win")) == [0, 0], "all win"


@pytest.mark.rule("K7", "K28")
def test_score_all_without_a_king_nobody_wins() -> None:
    """Both dynasties lose all: by war, and since nobody can inherit."""
    yellow = [PERSON_NAMES[p] for p in range(PERSONS) if COLOUR[p] == 0 and PERSON_NAMES[p] not in (A, D)]
    one(A, war=6, life=0)
    one(D, war=0, life=0)
    laid = seat(king(A, "Spain")), seat(king(D, "Portugal"))
    state = table(*laid, removed=yellow)
    play(state, "war", "country:Portugal", "pass", "country:Spain", "pass", "pass", f"person:{A}", f"person:{D}")
    play(state, f"person:{A}")
    while not state.done:
        play(state, max(names(state)))
    if any(state.scores()):
        pytest.fail("somebody has a king")
    assert list(state.returns("win")) == [0, 0] and list(state.returns("rank")) == [0, 0]


@pytest.mark.rule("K7")
def test_score_no_score_reaches_the_bound() -> None:
    assert int(PRESTIGE.sum()) + 57 < POINTS_BOUND
