"""The win rate of a player at many tables at once."""

import pytest

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.state import State
from tests.tiny import nim
from training.arena.evaluate import evaluate, random_player


@rule
def nothing(t, out):  # type: ignore[no-untyped-def]
    for row in range(3):
        for seat in range(t.num_players):
            out[row, seat] = 0.0


class Draw(nim.Nim):
    """Nim in which everybody wins, whoever takes the last one."""

    name = "draw_v0"
    rules = {**nim.Nim.rules, "returns": nothing}  # noqa: RUF012
    shared = True

    def everybody_wins(self, state: State) -> bool:
        return self.shared


class Lost(Draw):
    """And one in which nobody does."""

    name = "lost_v0"
    shared = False


@pytest.mark.parametrize(("game", "rate"), [(Draw(), 0.25), (Lost(), 0.0)], ids=["everybody", "nobody"])
def test_where_the_returns_tell_nothing_the_game_says_who_shares(game: Draw, rate: float) -> None:
    options = game.check_options({"num_players": 4})
    found = evaluate(game, random_player(1), random_player(2), games=8, options=options)
    assert (found.rate, found.games) == (rate, 8)
