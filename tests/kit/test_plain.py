"""A game before it has words: what the kit makes of its rules, layout and names."""

import json
from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.game import Option
from dynasty_env.kit.plain import PlainGame, rows_of
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.state import Entry, State
from tests.tiny import cut_in, dice, nim

PLAIN = [nim.GAME, cut_in.GAME, dice.GAME]
every_plain_game = pytest.mark.parametrize("game", PLAIN, ids=lambda game: game.name)


def decisions(game: PlainGame, seed: int = 0) -> list[State]:
    state, rng, line = game.new(seed, backend="interpreted"), np.random.default_rng(seed), []
    while not state.done:
        line.append(state.clone())
        state.play(int(rng.choice(state.legal())))
    return [*line, state]


def test_a_game_says_what_it_lacks() -> None:
    class Nothing(PlainGame):
        name = "nothing_v0"
        seats = (2, 2)
        rules = {"deal": nim.deal}  # noqa: RUF012

    with pytest.raises(
        TypeError, match=r"Nothing does not define dtype, action_names, layout, the rule .observe., .*phases"
    ):
        Nothing()


def test_options_follow_from_the_seats() -> None:
    assert [option.name for option in nim.GAME.options] == ["num_players", "ask_forced"]
    assert nim.GAME.options[0].values == (2, 3, 4)

    class Longer(nim.Nim):
        seats = (2, 3)
        options = (Option("heap", 12, tuple(range(12, 20)), "how many lie there"),)

    assert [option.name for option in Longer.options] == ["num_players", "ask_forced", "heap"]
    assert Longer.options[0].values == (2, 3)
    assert Longer.agent == "taker"


def test_the_agents_are_called_like_the_game() -> None:
    class Pebbles(PlainGame):
        name = "pebble_heap_v2"
        seats = (2, 2)

    assert Pebbles.agent == "pebble_heap"


def test_the_view_has_the_pieces_of_the_layout() -> None:
    state = cut_in.GAME.new(3, backend="interpreted")
    view = state.view(1)
    observation = state.observe(1)
    for name, piece in cut_in.GAME.layout.items():
        if name not in ("phase", "deciding"):
            assert view[name] == (lambda v: int(v[0]) if v.shape == (1,) else v.tolist())(piece.of(observation))
    assert view["seat"] == 1
    assert view["options"] == state.options
    json.dumps(view)


def test_the_public_is_not_shown_private_pieces() -> None:
    for state in decisions(cut_in.GAME):
        public = state.view(None)
        assert "hand" not in public
        assert "used" in public


@every_plain_game
def test_what_the_public_is_shown_is_known_to_everybody(game: PlainGame) -> None:
    """It stays the same whatever one seat does not know is redrawn."""
    for state in decisions(game, 5):
        for seat in range(state.num_players):
            for key in range(3):
                other = state.hide(seat, key)
                assert other.view(None) == state.view(None)
                assert game.ansi(other, None) == game.ansi(state, None)


def test_who_is_asked_in_secret_is_told_to_nobody_else() -> None:
    asked = [state for state in decisions(cut_in.GAME, 2) if state.phase == "cut"]
    assert asked
    for state in asked:
        for seat in (None, *range(3)):
            view = state.view(seat)
            assert view["deciding"] == (seat if seat == state.seat else None)
            assert bool(view["legal"]) == (seat == state.seat)


def test_entries_of_the_trace_are_told_by_the_names_of_their_kinds() -> None:
    state = cut_in.GAME.new(1, backend="interpreted")
    leader = state.seat
    state.play(state.legal()[0])
    assert state.chronicle() == [f"player_{leader} lays {state.record['top']}"]
    assert nim.GAME._told(Entry(1, 0, 0, 0, 3, 63), 2) == "taker_0 takes 3"
    assert nim.GAME._told(Entry(9, -1, 4, 0, 0, 63), 2) == "does 9 4", "a kind without a name, of nobody"


def test_drawings_say_what_the_view_says() -> None:
    state = cut_in.GAME.new(3, backend="interpreted")
    drawn = cut_in.GAME.ansi(state, state.seat)
    assert f"cut in · lead · player_{state.seat} decides" in drawn
    for label, lines in rows_of(state.view(state.seat)):
        assert label in drawn
        assert all(line in drawn for line in lines)


def test_pictures_grow_with_what_there_is_to_tell() -> None:
    state = cut_in.GAME.new(3, backend="interpreted")
    own, public = (cut_in.GAME.picture(state, seat) for seat in (0, None))
    assert own.dtype == np.uint8
    assert own.shape[1:] == public.shape[1:] == (720, 3)
    assert own.shape[0] > public.shape[0], "a hand more"
    assert len(np.unique(own)) > 10, "something is drawn"


def test_lists_of_lists_have_a_line_each() -> None:
    view: dict[str, Any] = {"game": "x_v0", "two_rows": [[1, 2], [3, 4]], "none": None, "one": 5}
    assert rows_of(view) == [("two rows", ["1  2", "3  4"]), ("none", ["–"]), ("one", ["5"])]


def test_scores_are_what_was_won_unless_the_game_has_better_ones() -> None:
    *_, before, ended = decisions(nim.GAME)
    assert before.scores() == [0.0, 0.0]
    assert sorted(ended.scores()) == [0.0, 1.0]


def test_pieces_keep_whether_they_are_private() -> None:
    layout = Layout([Piece("a", (2,), 0, 1, False, ""), Piece("b", (1,), 0, 1, False, "", private=True)])
    assert (layout["a"].private, layout["b"].private) == (False, True)
    assert layout["b"].start == 2


class Kind(IntEnum):
    """So that a game can have other names."""

    TAKES_AWAY = 1


def test_names_of_several_words() -> None:
    class Renamed(nim.Nim):
        trace_kinds = Kind

    assert Renamed()._told(Entry(1, 1, 0, 0, 2, 63), 2) == "taker_1 takes away 2"


class Counted(cut_in.CutIn):
    name = "counted_v0"
    layout = Layout(
        [
            *(piece for name, piece in cut_in.CutIn.layout.items() if name != "points"),
            Piece("points", (cut_in.SEATS,), 0, 18, False, "tricks of each seat", by_seat=True),
        ]
    )


def test_pieces_by_seat_are_told_with_the_names_of_the_seats() -> None:
    state = Counted().new(3, backend="interpreted")
    state.tables.array["points"] = [1, 2, 3]
    assert state.view(1)["points"] == state.view(None)["points"] == {"player_0": 1, "player_1": 2, "player_2": 3}
    assert "player_1  2" in str(state)
