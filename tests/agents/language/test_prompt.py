"""What a model is told: complete, bounded, deterministic, and nothing that its seat may not know."""

import json
from typing import Any

import numpy as np
import pytest

from agents.language.primer import primer
from agents.language.prompt import prompt_of
from agents.language.reply import move_named
from agents.language.style import STYLES, Style, style_named
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from tests.games import ALL
from tests.tiny import cut_in, nim, two_cards

every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
every_style = pytest.mark.parametrize("style", STYLES.values(), ids=lambda style: style.name)


def turn_at(state: State) -> Decision:
    return Decision(state, np.random.default_rng(0))


def text(state: State, style: Style, happened: list[str] | None = None) -> str:
    prompt = prompt_of(turn_at(state), happened or [], style)
    return f"{prompt.system}\n{prompt.user}"


def decisions(game: Game, seed: int, most: int, **options: Any) -> list[State]:
    """Tables of a random game, one at each of its first decisions."""
    state, rng = game.new(seed, backend="interpreted", **options), np.random.default_rng(seed)
    found = []
    while not state.done and len(found) < most:
        found.append(state.clone())
        state.play(int(rng.choice(state.legal())))
    return found


@every_game
@every_style
def test_every_legal_move_can_be_named_by_number_and_by_name(game: Game, style: Style) -> None:
    for state in decisions(game, 1, 12):
        prompt = prompt_of(turn_at(state), [], style)
        assert [move.action for move in prompt.moves] == state.legal().tolist()
        for move in prompt.moves:
            assert move.line(named=style.names) in prompt.user
            assert move_named(f"MOVE: {move.number}", prompt.moves) == move
            assert move_named(json.dumps({"move": move.number}), prompt.moves) == move
        names = [move.name for move in prompt.moves]
        assert len(set(names)) == len(names)


@every_game
@every_style
def test_twins_are_told_the_same(game: Game, style: Style) -> None:
    """Two tables that differ in all that the seat does not know."""
    differed = False
    for state in decisions(game, 4, 10):
        shown = text(state, style)
        for key in (1, 2):
            twin = state.hide(state.seat, key)
            differed |= twin.tables.array.tobytes() != state.tables.array.tobytes()
            assert text(twin, style) == shown
    assert differed


@every_style
def test_a_hidden_hand_is_not_in_the_text(style: Style) -> None:
    """Swap other players' hands card by card: the text stays, though the table is another."""
    for state in decisions(cut_in.GAME, 2, 10):
        other = (state.seat + 1) % state.num_players
        hands = {str(state.hide(state.seat, key).view(other)["hand"]) for key in range(20)}
        assert len({text(state.hide(state.seat, key), style) for key in range(20)}) == 1
        if len(hands) > 1:
            break
    else:
        pytest.fail("no hand was hidden")


@every_game
def test_the_same_decision_gives_the_same_text(game: Game) -> None:
    state = decisions(game, 3, 5)[-1]
    for style in STYLES.values():
        assert text(state, style) == text(state, style)


@every_game
@every_style
def test_the_rules_are_bounded_and_say_how_the_game_is_won(game: Game, style: Style) -> None:
    told = primer(game, style.primer)
    assert len(told) <= style.primer
    if game.glossary.terms:
        assert "won" in told or "wins" in told
        assert "(§" not in told
        assert (game.__doc__ or game.name).split("(")[0].strip() in told


def test_more_is_told_by_each_style() -> None:
    state = decisions(ALL[2], 3, 30)[-1]
    sizes = [len(text(state, style)) for style in STYLES.values()]
    assert sizes == sorted(sizes)
    assert len(set(sizes)) == len(sizes)


def test_the_newest_happenings_are_kept() -> None:
    state = nim.GAME.new(1, backend="interpreted")
    lines = [f"event {number} happens" for number in range(100)]
    told = text(state, STYLES["compact"], lines)
    assert "event 99 happens" in told
    assert "event 87 happens" not in told
    assert "(88 earlier lines are left out)" in told


def test_an_unknown_style_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match="'loud' is unknown: choose compact, standard, full"):
        style_named("loud")


def test_a_game_of_ones_own_is_explained_by_what_it_says_of_itself() -> None:
    """Its file, how one wins, and what the table shows: it has no rules page."""
    told = primer(two_cards.GAME, 1500)
    assert told.startswith("A betting game with hidden cards for exactly two seats")
    assert two_cards.GAME.goal in told
    assert "- mine: my card: jack, queen, king" in told
    assert primer(two_cards.GAME, 40) == told[:40]
