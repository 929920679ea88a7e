"""Every game in words and pictures: actions, what is at stake, the chronicle, the terminal, the picture."""

import re
from collections.abc import Iterator
from itertools import chain

import numpy as np
import pytest

import dynasty_env
from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.rare import rare

GAMES = pytest.mark.parametrize("game", list(map(dynasty_env.game, dynasty_env.GAMES)), ids=lambda game: game.name)
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def course(game: Game, games: int) -> Iterator[State]:
    """All tables of random games under mixed options."""
    for seed, options in enumerate(option_sets(game, games, 5)):
        short = {"max_turns": 2} if "max_turns" in options and game.name.startswith("three") else {}
        state, rng = game.new(seed, backend="auto", **options | short), np.random.default_rng(seed)
        yield state
        while not state.done:
            state.play(int(rng.choice(state.legal())))
            yield state


def read_by(game: Game, state: State) -> list[str]:
    """What the deciding seat reads of its decision."""
    chances = [game.prospects(state, action) for action in (None, *map(int, state.legal()))]
    return [game.stakes(state), *chances, *(state.describe(action) for action in range(len(game.action_names)))]


@GAMES
def test_each_decision_has_words_of_its_own(game: Game) -> None:
    """All ids have words in every phase, and legal actions different ones; so have stakes, prospects and the past. What
    is read before a choice tells nothing hidden."""
    met = set[str]()
    for state in chain(rare(game), course(game, 2)):
        said = [state.describe(int(action)) for action in state.legal()]
        assert all(said) and len(set(said)) == len(said), (state.phase, said)
        assert isinstance(game.stakes(state), str) and isinstance(game.prospects(state), str)
        if state.phase not in met:
            met.add(state.phase)
            before, read = state.tables.array.tobytes(), read_by(game, state)
            assert all(read[-len(game.action_names) :]), state.phase
            assert state.done or read == read_by(game, state.hide(state.seat, 99)), state.phase
            assert state.tables.array.tobytes() == before, f"asking has changed the table in {state.phase}"
        for seat in (None, *range(state.num_players)):
            sentences = state.chronicle(seat)
            assert not sentences or state.trace(seat), sentences
            assert all(each and not re.search(r"[{}#]|None", each) for each in sentences), sentences
    assert len(met) > 0.7 * len(game.phase_names), {*game.phase_names.values()} - met


@GAMES
def test_a_terminal_has_colours_only_where_they_are_wanted(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    state = game.new(1, backend="auto")
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = game.ansi(state, 0)
    monkeypatch.delenv("FORCE_COLOR")
    assert game.ansi(state, 0) == ESCAPE.sub("", coloured), "the output of a test is not a terminal"
    monkeypatch.setenv("NO_COLOR", "1")
    assert game.ansi(state, 0) == ESCAPE.sub("", coloured) != coloured


@GAMES
def test_pictures_have_one_size(game: Game) -> None:
    """Of the first table and the last, for a seat and for the public; another table looks different."""
    pytest.importorskip("PIL")
    for players in game.seats:
        early = game.picture(game.new(players, num_players=players, backend="auto"), None)
        *_, over = course(game, 1)
        late = game.picture(over, 0)
        assert early.shape == late.shape == (960, 1280, 3) and early.dtype == late.dtype == np.uint8
        assert (early != late).any()
