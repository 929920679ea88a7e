"""Second accounts of the books notice what is false: a table with one thing changed, a die that is told otherwise."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import dynasty_env
from dynasty_env.kit.state import Entry, State
from tests.kingdoms.oracle import chance as kingdoms_chance
from tests.kingdoms.oracle import compare as kingdoms
from tests.kingdoms.oracle import truths as kingdoms_truths
from tests.saved import without_course
from tests.saved_mutants import Mutator, saves_of_random_games
from tests.shinsengumi.oracle import chance as shinsengumi_chance
from tests.shinsengumi.oracle import compare as shinsengumi
from tests.shinsengumi.oracle import truths as shinsengumi_truths
from tests.wanted import DisagreementError, complaints_in

TRUTHS = pytest.mark.parametrize(
    ("name", "truths", "left"), [("kingdoms_v0", kingdoms_truths, 7), ("shinsengumi_v0", shinsengumi_truths, 10)]
)
ACCOUNTS = pytest.mark.parametrize(
    ("name", "account", "chance"),
    [("kingdoms_v0", kingdoms, kingdoms_chance), ("shinsengumi_v0", shinsengumi, shinsengumi_chance)],
)


@TRUTHS
def test_most_complaints_are_raised_by_tables_with_one_thing_changed(name: str, truths: ModuleType, left: int) -> None:
    saves = [without_course(save) for save in saves_of_random_games(dynasty_env.game(name), 8, 0)]
    assert not any(truths.untruths(save) for save in saves)
    waiting, mutator, noticed, heard = complaints_in(truths), Mutator(saves, 0), 0, set[str]()
    for _ in range(3_000):
        complaints, save = ["it cannot be read"], mutator.mutant()[0]
        with suppress(KeyError, IndexError, TypeError, ValueError, AttributeError, RuntimeError):
            complaints = truths.untruths(save)
        new, noticed = set(complaints) - heard, noticed + bool(complaints)
        heard |= new
        if new:
            waiting = {place: words for place, words in waiting.items() if not any(map(words.fullmatch, new))}
    assert len(waiting) <= left and noticed > 1_500, waiting


class Retelling:
    """A table that tells all but one entry of its last move as it was."""

    def __init__(self, state: State, entries: list[Entry]) -> None:
        self._state, self._entries = state, entries

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def trace(self, viewer: int | None = None) -> list[Entry]:
        """What the move has told."""
        return self._entries if viewer is None else self._state.trace(viewer)


def falsified(entries: list[Entry], kinds: tuple[int, ...], rng: np.random.Generator) -> Iterator[list[Entry]]:
    """The same entries, where one of these kinds is missing, is told twice, or says another number."""
    for place, entry in enumerate(entries):
        if entry.kind in kinds:
            field = ("subject", "object", "value")[int(rng.integers(3))]
            other = replace(entry, **{field: getattr(entry, field) + 1})
            for told in ([], [entry, entry], [other]):
                yield [*entries[:place], *told, *entries[place + 1 :]]


@ACCOUNTS
def test_what_chance_has_not_shown_is_noticed(name: str, account: ModuleType, chance: ModuleType) -> None:
    """Missing and repeated entries always; another number where it makes another outcome, or is none of a die."""
    rng, tried, noticed = np.random.default_rng(0), 0, 0
    for seed in range(3):
        state = dynasty_env.game(name).new(seed, backend="interpreted", num_players=2 + seed % 3)
        agreement = account.Agreement(state)
        while not state.done:
            action = state.game.action_names[int(rng.choice(state.legal()))]
            state.play(action)
            entries = state.trace() if state.record["told"] else []
            for retold in falsified(entries, chance.Chance.kinds, rng):
                tried += 1
                if tried % 16 == 0:
                    other = agreement.copy()
                    try:
                        other.follow(action, Retelling(state, retold))
                    except (DisagreementError, IndexError, KeyError):
                        noticed += 16
            agreement.follow(action, state)
    assert tried > 200 and noticed > 0.8 * tried, (noticed, tried)
