"""The suite for games of the kit: true ones pass, with numbers; a fault is told with a position to look at."""

from typing import Any

import pytest

from dynasty_env.conformance.games import promises
from dynasty_env.conformance.games.suite import DECISIONS, WHOLE, check_game
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.tiny import cut_in, nim
from tests.tiny.cut_in import observe


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)
def test_a_true_game_passes(game: Game) -> None:
    report = check_game(game, seconds=0.4)
    assert report.passed, report.failures
    assert [row.check for row in report.outcomes] == [*WHOLE, *DECISIONS]
    assert all(row.episodes and row.decisions for row in report.outcomes)


@rule
def observe_who_is_asked(t, me, seen):  # type: ignore[no-untyped-def]
    """Tells who may cut in, though only that seat may know."""
    observe(t, me, seen)
    seen.deciding = (t.seat - me + t.num_players) % t.num_players


class TellsWhoIsAsked(cut_in.CutIn):
    name = "tells_who_is_asked"
    rules = {**cut_in.CutIn.rules, "observe": observe_who_is_asked}  # noqa: RUF012


@rule
def pay_everybody(t, out):  # type: ignore[no-untyped-def]
    """All win."""
    for row in range(3):
        for seat in range(t.num_players):
            out[row, seat] = 1.0


class PaysEverybody(nim.Nim):
    name = "pays_everybody"
    rules = {**nim.Nim.rules, "returns": pay_everybody}  # noqa: RUF012


def test_returns_that_do_not_add_up_are_found() -> None:
    report = check_game(PaysEverybody(), seconds=0)
    assert report["truths"].verdict == "failed"
    assert "returns" in report["truths"].failures[0].found


def test_what_a_seat_may_not_know_is_found_with_its_position() -> None:
    report = check_game(TellsWhoIsAsked(), seconds=2)
    assert report["hiding"].verdict == "failed"
    failure = report["hiding"].failures[0]
    assert "depends on what it may not know" in failure.found
    assert failure.position is not None
    assert cut_in.GAME.from_dict({**failure.position, "game": cut_in.GAME.name}).phase == "cut"


class CannotRead(nim.Nim):
    name = "cannot_read"

    def from_dict(self, saved: Any, backend: Any = None) -> State:
        raise KeyError("heap")


def test_a_game_that_cannot_read_its_saves_is_told_of_and_the_rest_is_looked_at() -> None:
    report = check_game(CannotRead(), seconds=0.4)
    failed = [row for row in report.outcomes if row.verdict == "failed"]
    assert failed
    assert all("it raised KeyError: 'heap'" in row.failures[0].found for row in failed)
    assert report["truths"].verdict == report["hiding"].verdict == "passed"


@pytest.mark.parametrize("games", [1, 7, 40, 79])
def test_as_many_games_are_played_as_are_asked_for(games: int) -> None:
    assert promises.check_random_games(nim.GAME, games)[0] == games


def test_a_single_game_that_is_too_long_is_found_among_short_ones() -> None:
    class Shorter(nim.Nim):
        longest = 12  # most random games are over by then

    assert promises.check_random_games(nim.GAME, 300)[1] < 300 * 12
    with pytest.raises(promises.ConformanceError, match=r"seed \d+ .* decisions, and longest=12 is promised"):
        promises.check_random_games(Shorter(), 300)
