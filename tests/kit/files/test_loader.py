"""What the save files of all games have in common."""

import pickle
from copy import deepcopy
from itertools import count

import numpy as np
import pytest

from dynasty_env.figures.game import GAME as DUEL
from dynasty_env.kit.envs.aec import TableEnv
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import COURSE, HEAD, Placed
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import DEALT, State
from tests.books import BOOKS
from tests.golden.lists import lists_of

GAMES = [lists_of(book).game for book in BOOKS]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_save_begins_alike(game: Game) -> None:
    assert list(game.new(1, backend="interpreted").to_dict())[: len(HEAD)] == list(HEAD)


def test_a_piece_lies_in_one_place() -> None:
    reader = Reader({"hand": ["the Healer", "Milan"], "deck": ["the Healer"]})
    placed = Placed()
    assert placed.once("person", reader["hand"].item(0), 3) == 3
    assert placed.has("person", 3)
    assert not placed.has("person", 4)
    assert not placed.has("country", 3)
    assert placed.once("country", reader["hand"].item(1), 3) == 3
    assert placed.once("person", reader["hand"].item(0), 3) == 3, "the same place may be read twice"
    with pytest.raises(SaveError, match=r"^deck\[0\]: 'the Healer' is at hand\[0\] already"):
        placed.once("person", reader["deck"].item(0), 3)


def middle_of(game: Game, moves: int = 40) -> State:
    """A game of random moves, in the middle of something: the first that does not end before."""
    for seed in count(7):
        state = game.new(seed, backend="interpreted")
        rng = np.random.default_rng(seed)
        played = 0
        while not state.done and (played < moves or "moves" not in state.to_dict()):
            state.play(int(rng.choice(state.legal())))
            played += 1
        if not state.done:
            return state
    raise AssertionError


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_in_the_middle_of_something_a_save_holds_the_last_beginning_and_the_moves_since(game: Game) -> None:
    state = middle_of(game)
    saved = state.to_dict()
    begun = game.from_dict(saved["begun"], backend="interpreted")
    if saved["begun"]["phase"] != DEALT["phase"]:  # no turn has begun yet
        assert begun.to_dict() == saved["begun"], "it is a save of its own"
    for move in saved["moves"]:
        begun.play(move)
        assert "moves" in begun.to_dict(), "there is no later beginning"
    assert begun.to_dict() == saved == state.clone().to_dict()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_clones_go_their_own_ways(game: Game) -> None:
    state = middle_of(game)
    one, two = state.clone(), state.clone()
    one.play(int(state.legal()[0]))
    two.play(int(state.legal()[-1]))
    for each in (state, one, two):
        assert game.from_dict(each.to_dict(), backend="interpreted").to_dict() == each.to_dict()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_resampled_table_has_no_past(game: Game) -> None:
    """Its past holds what the seat must not know."""
    state = middle_of(game)
    hidden = state.hide(state.seat, 3)
    assert (course := hidden.course(lambda table: True)) is not None and course.actions == []
    assert not set(COURSE) & set(hidden.to_dict())
    with pytest.raises(SaveError, match="'begun' and 'moves' say how another one came about"):
        game.from_dict(hidden.to_dict(), backend="interpreted")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_that_was_changed_by_hand_is_not_said_to_follow_from_moves(game: Game) -> None:
    state = middle_of(game)
    state.record["key0"] += 1
    assert not set(COURSE) & set(state.to_dict())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_dealt_anew_forgets_the_last_one(game: Game) -> None:
    state = middle_of(game)
    state.deal(8)
    assert state.to_dict() == game.new(8, backend="interpreted").to_dict()


def test_a_game_may_be_given_by_its_deal_and_its_moves() -> None:
    """Where a game names no tables that can be laid, that is what its save files hold."""
    state = middle_of(DUEL, 20)
    saved = state.to_dict()
    dealt = {"game": DUEL.name, "options": state.options, "seed": 7, "phase": "deal"}
    assert saved["begun"] == dealt and len(saved["moves"]) >= 20
    assert DUEL.from_dict(saved, backend="interpreted").to_dict() == saved
    assert DUEL.from_dict(dealt, backend="interpreted").to_dict() == DUEL.new(7).to_dict()
    for change, says in (
        ({"seed": -1}, r"begun\.seed: a whole number 0"),
        ({"seed": 8}, "moves\\[|the moves lead to"),
        ({"options": {"num_players": 99}}, r"begun\.options: num_players=99"),
        ({"game": "nim_v0"}, r"begun\.game: this is a save of 'nim_v0'"),
        ({"seats": []}, r"begun: there is no field 'seats'"),
    ):
        with pytest.raises(SaveError, match=says):
            DUEL.from_dict(saved | {"begun": dealt | change}, backend="interpreted")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_copied_environment_knows_its_past(game: Game) -> None:
    env = TableEnv(game, backend="interpreted")
    env.reset(seed=3)
    state = env.game_state
    rng = np.random.default_rng(3)
    while "moves" not in state.to_dict() or len(state.to_dict()["moves"]) < 2:
        env.step(int(rng.choice(state.legal())))
    for copy in (deepcopy(env), pickle.loads(pickle.dumps(env))):
        saved = copy.game_state.to_dict()
        assert saved == state.to_dict()
        assert game.from_dict(saved, backend="interpreted").to_dict() == saved
