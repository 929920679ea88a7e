"""ch. 7 of the rules page: every choice is a decision of its own, of the seat whose choice it is."""

from __future__ import annotations

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.errors import IllegalActionError
from dynasty_env.kit.state import State

from .conftest import every_card, names, play, seat, table


def trail(state: State, *actions: str) -> list[tuple[str, int]]:
    """Phase and seat of each decision that `actions` answer, and of the one after."""
    seen = [(state.phase, state.seat)]
    for action in actions:
        play(state, action)
        seen.append((state.phase, state.seat))
    return seen


# ----------------------------------------------------------------------------------------------- phases and who decides


@pytest.mark.rule("ch. 7")
def test_ch7_set_up() -> None:
    """ch. 7: setup_deck, setup_king: the dynasty that is setting up."""
    state = GAME.new(3, num_players=2, backend="interpreted")
    first = state.seat
    seen = trail(state, "deck:red", "deck:blue", "deck:red")
    assert seen == [("setup_deck", first)] * 3 + [("setup_king", first)]


@pytest.mark.rule("ch. 7")
def test_ch7_end() -> None:
    """ch. 7: end: the game is over and nobody has a legal action."""
    state = table(seat("Charles V"), seat("Elizabeth I"), person_decks={"red": []})
    play(state, "pass")
    assert state.phase == "end" and state.done
    assert names(state) == set()
    with pytest.raises(IllegalActionError):
        state.play("pass")


@pytest.mark.rule("ch. 7")
def test_ch7_an_illegal_action_changes_nothing() -> None:
    """ch. 7: the mask is the law: an action outside of it is refused and the table stays as it was."""
    state = table(seat("Charles V"), seat("Elizabeth I"))
    before = state.to_dict()
    with pytest.raises(IllegalActionError):
        state.play("procreation")
    assert state.to_dict() == before


# ----------------------------------------------------------------------------------------------------- forced decisions


@pytest.mark.rule("ch. 7")
def test_ch7_asking_changes_nothing_else() -> None:
    """ch. 7: the game is the same, whether forced decisions are asked or play themselves."""
    results = []
    for ask_forced in (False, True):
        state = GAME.new(12, num_players=3, ask_forced=ask_forced, backend="interpreted")
        while not state.done:
            legal = state.legal()
            state.play(int(legal[(7 * state.to_dict()["turn"]) % len(legal)]))
        laid = state.to_dict()
        results.append({k: laid[k] for k in ("seats", "pack", "discards", "person_decks", "removed", "turn")})
    assert results[0] == results[1]


@pytest.mark.rule("ch. 7")
def test_ch7_ask_forced_is_off_by_default() -> None:
    """ch. 7: forced decisions are not asked unless the option says so."""
    assert GAME.new(1, backend="interpreted").options["ask_forced"] is False


# ----------------------------------------------------------------------------------------------- who is asked is hidden


def window(first: str, second: str, **fields: bool) -> State:
    """A window in which seats 1 and 2 may hold cards; seat 0 is the onlooker and holds none."""
    state = table(
        seat("Rudolf II"),
        seat("Elizabeth I", hand=first),
        seat("Francis I", hand=second),
        wanderers=["Philip III"],
        pack=" ".join(every_card("S2 H2")),
        **fields,
    )
    play(state, "hire", *(("person:Rudolf II", "person:Philip III", "pass") if fields.get("ask_forced", True) else ()))
    return state


@pytest.mark.rule("ch. 7")
def test_ch7_a_view_does_not_say_who_is_asked_in_the_window() -> None:
    """ch. 7: no view of a seat says who is asked where that depends on hidden cards; the asked seat itself knows."""
    state = window("S2", "H2")
    assert state.seat == 1
    assert [state.view(me)["deciding"] for me in (0, 1, 2)] == [None, 1, None]
    assert state.view(None)["deciding"] is None


@pytest.mark.rule("ch. 7")
def test_ch7_skipped_or_passed_looks_the_same() -> None:
    """ch. 7: whether somebody was skipped or has passed looks the same to the others."""
    passed = window("S2", "H2", ask_forced=False)  # seat 1 can play, seat 2 cannot
    skipped = window("H2", "S2", ask_forced=False)  # seat 1 is skipped, seat 2 is asked
    assert (passed.seat, skipped.seat) == (1, 2)
    assert passed.view(0) == skipped.view(0)
    assert passed.observe(0).tolist() == skipped.observe(0).tolist()


@pytest.mark.rule("ch. 7")
def test_ch7_a_waiting_seat_sees_no_legal_actions() -> None:
    """ch. 7: the legal actions are the deciding seat's own."""
    state = window("S2", "H2")
    assert state.view(1)["legal"] == ["pass", "card:S2"]
    assert state.view(0)["legal"] == state.view(2)["legal"] == []


@pytest.mark.rule("ch. 7")
def test_ch7_open_choices_say_who_decides() -> None:
    """ch. 7: where being asked depends on open cards alone, everybody sees who decides."""
    state = table(seat("Charles V"), seat("Elizabeth I"), scythe=0)
    play(state, "reaper", "person:Elizabeth I")
    assert [state.view(me)["deciding"] for me in (0, 1)] == [1, 1]


# ------------------------------------------------------------------------------------------------ names and bookkeeping


@pytest.mark.rule("ch. 7")
def test_ch7_the_base_game_s_phases() -> None:
    """ch. 7: the phases of the base game carry the page's names."""
    base = {
        "setup_deck", "setup_king", "recruit", "action", "marriage_target", "war_target", "war_commander",
        "war_defender", "hire_recruiter", "hire_candidate", "incite_target", "reaper_target", "veto", "interrupt",
        "joker", "birth_deck", "discard_wanderer", "discard_card", "end",
    }  # fmt: skip
    assert base <= set(GAME.phase_names.values())


@pytest.mark.rule("ch. 7")
def test_ch7_only_the_interrupt_is_secret_in_the_base_game() -> None:
    """ch. 7: the window is the base game's only decision that depends on hidden cards for being asked."""
    secret = {name for step, name in GAME.phase_names.items() if step in GAME.secret_phases}
    assert "interrupt" in secret
    assert not secret & {"recruit", "action", "veto", "war_defender", "birth_deck", "reaper_target"}
