"""ch. 7 of the rules page: every choice is a decision of its own, of the seat whose choice it is."""

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.errors import IllegalActionError
from tests.dynasty.reached import EXPANSION, REACHED

from .conftest import play, seat, table


@pytest.mark.rule("ch. 7")
def test_ch7_an_illegal_action_changes_nothing() -> None:
    """ch. 7: the mask is the law: an action outside of it is refused and changes nothing; so after the end."""
    state = table(seat("Charles V"), seat("Elizabeth I"), person_decks={"red": []})
    before = state.to_dict()
    with pytest.raises(IllegalActionError):
        state.play("procreation")
    assert state.to_dict() == before
    play(state, "pass")
    with pytest.raises(IllegalActionError):
        state.play("pass")


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


@pytest.mark.rule("ch. 7", "§11-03")
@pytest.mark.parametrize(("option", "default"), [("ask_forced", False), ("abilities", True)])
def test_ch7_options_unless_something_else_is_said(option: str, default: bool) -> None:
    """ch. 1, ch. 7: forced decisions are not asked, and special abilities are on, unless the option says otherwise."""
    assert GAME.new(1, backend="interpreted").options[option] is default


@pytest.mark.rule("ch. 7")
def test_ch7_each_phase_is_reached() -> None:
    """ch. 7: the window alone depends on hidden cards in the base game."""
    assert set(REACHED) == set(GAME.phase_names.values()) - {"end"}
    secret = {GAME.phase_names[step] for step in GAME.secret_phases}
    assert secret - set(EXPANSION) == {"interrupt"}
