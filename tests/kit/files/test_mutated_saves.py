"""Save files with one thing changed at random: refused, or a table that can be played to its end by anybody."""

from copy import deepcopy
from functools import cache

import pytest

import dynasty_env
from dynasty_env.kit.game import Game
from tests.rare import rare
from tests.saved_mutants import Mutator, Save, accepted, live_through, saves_of_random_games

FEW = 3
"""Games whose saves are changed in the short form."""
every_game = pytest.mark.parametrize("game", list(map(dynasty_env.game, dynasty_env.GAMES)), ids=lambda game: game.name)


@cache
def originals(game: Game, games: int, first: int) -> list[Save]:
    """Saves of many kinds, of decisions that random games seldom come to, too."""
    return saves_of_random_games(game, games, first) + [state.to_dict() for state in rare(game)]


def mutants(game: Game, games: int, first: int, wanted: int, *, every: int = 7) -> None:
    mutator = Mutator(originals(game, games, first), first)
    lived = tried = 0
    while lived < wanted:
        save, told = mutator.mutant()
        tried += 1
        try:
            state = accepted(game, save, "auto")
            if state is not None:
                live_through(state, tried, every=every)
                lived += 1
        except Exception as error:
            raise AssertionError(f"mutant {tried} of seed {first}, {told}: {error!r}") from error
    assert tried > 2 * lived, "most mutants are refused"


@every_game
@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_saves_are_read_as_they_were_written(game: Game, every: int) -> None:
    """And the file is left alone by whoever reads it and plays on."""
    for save in originals(game, FEW, 3)[::every]:
        before, state = deepcopy(save), game.from_dict(save, backend="auto")
        assert state.to_dict() == save
        if not state.done:
            state.play(int(state.legal()[0]))
        assert save == before


@every_game
def test_what_is_accepted_can_be_played(game: Game) -> None:
    mutants(game, FEW, 3, 4, every=25)


@every_game
@pytest.mark.slow
def test_what_is_accepted_can_be_played_long(game: Game) -> None:
    for part in range(10):
        mutants(game, 60, 2000 + 100 * part, 500)


def test_mutants_are_of_many_kinds() -> None:
    """Frames, seats, cards, flags and counts: whatever a save holds is changed sooner or later."""
    game = dynasty_env.game("dynasty_v0")
    mutator = Mutator(originals(game, FEW, 3), 3)
    changed: set[str] = set()
    for _ in range(900):
        save, told = mutator.mutant()
        changed |= {field for field in save if f"'{field}'" in told}
    often = {"stack", "phase", "seat", "frame", "turn", "begun", "moves"}
    assert changed >= often | {"seats", "person_decks", "pack", "declared", "options"}
