"""The suite for games of the kit: true ones pass, with numbers; a fault is told with a position to look at."""

import pytest

from dynasty_env.conformance.games.suite import DECISIONS, WHOLE, check_game
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.game import Game
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
