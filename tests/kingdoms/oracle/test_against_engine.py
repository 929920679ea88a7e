"""The engine against the page's own account: every table, every choice, every die and every winner."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kit.state import State
from tests.kingdoms.oracle import compare
from tests.kingdoms.oracle.board import Save, strongest
from tests.kingdoms.oracle.compare import follow
from tests.kingdoms.oracle.deeds import DEEDS
from tests.kingdoms.oracle.legal import PHASES
from tests.kingdoms.oracle.tables import laid_at_random, players
from tests.wanted import Choose, DisagreementError, at_random, dealt, hand_laid, met_in

RARE = {  # what whole games and hand-laid tables must come to
    "Suleiman at set-up",
    "Suleiman inherits",
    "Suleiman is born",
    "a card becomes king",
    "a child of his own",
    "a homeless dynasty finds a home",
    "a king is sent",
    "a rebel is crowned",
    "a second police person",
    "a son before an elder daughter",
    "a spouse of his own sex stays",
    "a kingless dynasty names",
    "alchemy",
    "countries are freed",
    "executed by the police",
    "left play before his check",
    "new faith",
    "not plundered",
    "plundered",
    "police of himself",
    "revolution of a noble",
    "revolution of a royal",
    "royals with a family move",
    "sea-4",
    "suppression",
    "tie",
    "tied with himself",
    "who took up arms wins",
    "withdrawn",
}


def whole_games(games: int, seed: int) -> Counter[str]:
    """Dealt games under mixed options. Returns what was met."""
    return met_in(dealt(GAME, games, seed), players, follow)


def laid_games(tables: int, seed: int) -> Counter[str]:
    """Tables laid at random and played to the end. Returns what was met."""

    def at_home(state: State, choose: Choose) -> Counter[str]:
        assert all(seat["home"] in strongest(seat) for seat in state.to_dict()["seats"])  # ch. 9
        return follow(state, choose)

    return met_in(hand_laid(GAME, tables, seed, laid_at_random), players, at_home)


def test_engine_and_page_agree() -> None:
    met = whole_games(10, seed=0)
    assert met["decisions"] > 1_000
    assert not {*PHASES} - {"end", "plunder", "execution_king", "suppress_ability", "police"} - {*met}


def test_engine_and_page_agree_on_hand_laid_tables() -> None:
    met = laid_games(30, seed=0)
    assert met["decisions"] > 1_200
    assert not {*DEEDS} - {*met}
    assert len(RARE & {*met}) > len(RARE) / 2, RARE - {*met}  # which of them depends on how the games go


@pytest.mark.slow
def test_engine_and_page_agree_long() -> None:
    met = whole_games(1_000, seed=10_000)
    assert met["decisions"] > 100_000
    met += laid_games(1_000, seed=20_000)
    assert not (RARE | {*PHASES} - {"end"}) - {*met}


TEN_TIES = {"key": [3, 0], "draws": 427_371_412}
"""A 5 and ten pairs follow: 6 6, 4 4, 5 5, 5 5, 5 5, 6 6, 1 1, 5 5, 1 1, 6 6; and then a 4."""


def test_engine_and_page_agree_on_ten_ties() -> None:
    """K26: no random game comes to them. The numbers are a place of the generator's where such faces follow."""
    spain = {"kings": [{"king": "Charles V", "countries": ["Spain"]}], "nobles": ["Duke of Alba"]}
    england = {"kings": [{"king": "Elizabeth I", "countries": ["England"]}], "nobles": ["Francis Drake"]}
    laid = {"game": GAME.name, "phase": "action", "seats": [spain, england], "scythe": 0}
    saved = GAME.from_dict(laid, backend="compiled").to_dict() | {"generator": TEN_TIES}
    answers = iter(["reaper", "person:Charles V", "person:Duke of Alba", "pass", "person:Francis Drake", "declare"])
    state = GAME.from_dict(saved, backend="compiled")
    met = follow(state, lambda state, save: next(answers), until=6)
    assert met["ten ties"] == 1 and met["tie"] == 10 and met["a candidate who took up arms is checked"] == 1
    after = state.to_dict()
    assert [realm["king"] for realm in after["seats"][0]["kings"]] == ["Duke of Alba"]
    assert "Francis Drake" in after["removed"]


OTHERWISE: dict[str, Callable[[Any], Any]] = {
    "scythe": lambda seat: 1 - seat,
    "exhausted": lambda names: [] if names else ["Sweden"],
    "rebels": lambda names: [*names, "Luther"],
    "turn": lambda number: number + 2,
    "pool": lambda names: [] if names else ["Charles V"],
}
"""Parts of a save file, and how each can be wrong whatever it is."""


@pytest.mark.parametrize("key", OTHERWISE)
def test_a_table_that_is_otherwise_is_noticed(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself: a game that tells one thing wrong in its seventh turn does not pass."""
    honest = compare.table_of

    def altered(state: State) -> Save:
        save = honest(state)
        return save | {key: OTHERWISE[key](save[key])} if save["turn"] == 7 and save["phase"] == "action" else save

    follow(GAME.new(5, backend="compiled", num_players=2), at_random(np.random.default_rng(1)))
    monkeypatch.setattr(compare, "table_of", altered)
    with pytest.raises(DisagreementError):
        follow(GAME.new(5, backend="compiled", num_players=2), at_random(np.random.default_rng(1)))
