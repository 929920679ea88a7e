"""The engine against the book's own account: every table, every choice, every removal and every winner."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from tests.shinsengumi.oracle import compare
from tests.shinsengumi.oracle.board import EVENTS, Save
from tests.shinsengumi.oracle.compare import follow
from tests.shinsengumi.oracle.failures import FAILURES
from tests.shinsengumi.oracle.legal import PHASES
from tests.shinsengumi.oracle.tables import laid_at_random, players
from tests.wanted import DisagreementError, at_random, dealt, hand_laid, met_in

RARE = {  # what hand-laid tables must come to
    "a spare is laid",
    "all out",
    "all waits fail",
    "attached event goes",
    "died of a wound",
    "dropped",
    "no room",
    "nobody is left",
    "nobody to assassinate",
    "out",
    "powder of one who is out",
    "saved",
    "several fights",
    "the same one again",
    "the turn passes on",
    "too late to go back",
    "wounded in the last row",
}


def whole_games(games: int, seed: int) -> Counter[str]:
    """Dealt games under mixed options. Returns what was met."""
    return met_in(dealt(GAME, games, seed), players, follow)


def laid_games(tables: int, seed: int) -> Counter[str]:
    """Tables laid at random and played to the end. Returns what was met."""
    return met_in(hand_laid(GAME, tables, seed, laid_at_random), players, follow)


def test_engine_and_book_agree() -> None:
    met = whole_games(9, seed=0)
    assert met["decisions"] > 2_000
    assert (
        not {*EVENTS} - {"Fiancee", "Unworthy of bushido", "Ishida powder", "Ee ja nai ka", "Pleasure quarter"} - {*met}
    )
    assert not {*FAILURES} - {*met}


def test_engine_and_book_agree_on_hand_laid_tables() -> None:
    met = laid_games(20, seed=3)
    assert met["decisions"] > 1_500
    assert len(RARE & {*met}) > len(RARE) / 2, RARE - {*met}  # which of them depends on how the games go


@pytest.mark.slow
def test_engine_and_book_agree_long() -> None:
    met = whole_games(1_000, seed=10_000) + laid_games(1_000, seed=20_000)
    assert met["decisions"] > 300_000
    assert not (RARE | {"reborn into a fight"} | {*PHASES} - {"end"}) - {*met}


OTHERWISE: dict[str, Callable[[Any], Any]] = {
    "namings": lambda number: number + 5,
    "bag": lambda stones: stones | {"white": stones["white"] + 1},
    "turn": lambda number: number + 1,
    "powder": lambda seat: 1 if seat == 0 else 0,
    "event_pile": lambda events: events[1:] or ["nothing"],
}
"""Parts of a save file, and how each can be wrong whatever it is."""


@pytest.mark.parametrize("key", OTHERWISE)
def test_a_table_that_is_otherwise_is_noticed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: a game that tells one thing wrong while a fourth person moves does not pass."""
    honest = compare.table_of

    def altered(state: State) -> Save:
        save = honest(state)
        return save | {key: OTHERWISE[key](save[key])} if save["namings"] == 4 and save["turn"] == 5 else save

    follow(GAME.new(5, backend="compiled", num_players=2), at_random(np.random.default_rng(1)))
    monkeypatch.setattr(compare, "table_of", altered)
    with pytest.raises(DisagreementError):
        follow(GAME.new(5, backend="compiled", num_players=2), at_random(np.random.default_rng(1)))
