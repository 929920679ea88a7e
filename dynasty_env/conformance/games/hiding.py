"""Checks of what a seat is shown, and of `hide`: neither may reveal anything that the seat may not know.

Each check raises `ConformanceError` with the seed, options and decision at which a promise is broken.
"""

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from dynasty_env.conformance.games.exchange import exchanged
from dynasty_env.conformance.games.promises import ConformanceError, where
from dynasty_env.kit.errors import in_short
from dynasty_env.kit.state import State

GENERATOR = ("key0", "key1", "draws")
TOLD = ("told", "trace", "trace_length")
STALE = 85
"""What a buffer may still hold when an observation is written into it."""


def knowledge(state: State, seat: int) -> tuple[Any, ...]:
    """Everything that a seat is shown of a table and of the last move (pictures are drawn from the view)."""
    mask, asked = None, None
    if seat == state.seat:
        mask = state.mask.tobytes()
        chances = [state.game.prospects(state, action) for action in (None, *state.legal().tolist())]
        asked = state.game.stakes(state), [state.describe(action) for action in state.legal()], chances
    return state.observe(seat).tobytes(), mask, json.dumps(state.view(seat)), state.chronicle(seat), asked


def check_hiding(state: State, keys: Iterable[int]) -> None:
    """Make all checks of this module for every seat.

    What a seat is shown is written afresh, and does not change when everything that it does not know is redrawn. A
    redrawn table is a true one, and is the same whatever true table it is redrawn from. No seat is told in passing what
    it is not shown.
    """
    drawn = list(keys)
    for seat in range(state.num_players):
        check_written(state, seat)
        check_shown(state, seat, drawn)
        check_exchanged(state, seat, drawn[0])
        check_played_on(state, seat, drawn[0])


def check_written(state: State, seat: int) -> None:
    """An observation does not depend on what its buffer held before."""
    seen = np.full(state.game.layout.size, STALE, np.int8)
    state.call("observe", seat, state.game.layout.records(seen))
    if seen.tobytes() != state.observe(seat).tobytes():
        raise ConformanceError(f"{where(state)}: seat {seat}'s observation keeps what its buffer held before")


def check_shown(state: State, seat: int, keys: Iterable[int]) -> None:
    """What a seat is shown does not change when everything that it does not know is redrawn."""
    shown = knowledge(state, seat)
    for key in keys:
        other = state.hide(seat, key)
        same = knowledge(other, seat) if other.seat == state.seat or seat != state.seat else None
        if same is None or same[0] != shown[0]:
            raise ConformanceError(f"{where(state)}: seat {seat}'s observation depends on what it may not know")
        if seat == state.seat and same[1] != shown[1]:
            raise ConformanceError(f"{where(state)}: seat {seat}'s mask depends on what it may not know")
        if same[2:] != shown[2:]:
            raise ConformanceError(f"{where(state)}: seat {seat}'s view depends on what it may not know")
        check_same_resample(state, state.hide(seat, key ^ 1), seat, key)
        if other.call("audit") != 0:
            raise ConformanceError(f"{where(state)}: the table resampled for seat {seat} is not a true table")


def check_same_resample(one: State, other: State, seat: int, key: int) -> None:
    """Two tables that `seat` cannot tell apart are redrawn to the same one."""
    first, second = one.hide(seat, key), other.hide(seat, key)
    if first.tables.array.tobytes() != second.tables.array.tobytes():
        names = [f for f in one.game.dtype.names or () if not np.array_equal(first.record[f], second.record[f])]
        raise ConformanceError(
            f"{where(one)}: hide({seat}) leaves something of the truth in {names}: it "
            "must come out the same from all tables that the seat cannot tell apart; sort what it may not know before "
            "drawing it"
        )


def check_exchanged(state: State, seat: int, key: int) -> None:
    """Exchange hidden values: if nothing shows it to `seat`, both tables must be redrawn to the same one."""
    shown, hidden = state.observe(seat).tobytes(), state.hide(seat, key).tables.array.tobytes()
    for name, twin in exchanged(state, np.random.default_rng(key)):
        if twin.observe(seat).tobytes() != shown or twin.hide(seat, key).tables.array.tobytes() == hidden:
            continue  # seldom is anything left: the texts are the slowest to make
        if knowledge(twin, seat) == knowledge(state, seat):
            raise ConformanceError(
                f"{where(state)}: hide({seat}) leaves something of the truth in {name!r}, which seat {seat} is not "
                "shown. If everybody can work it out, name in `hidden` of the game the fields that hold secrets"
            )


def check_played_on(state: State, seat: int, key: int, moves: int = 2) -> None:
    """Play two redrawn tables alike, with the same dice.

    As long as `seat` is shown the same by both, they are twins for it, whatever others have been shown in the meantime.
    If a move *tells* it something different while it is shown the same afterwards, it has learned something that it may
    not know, or that it is not shown any more and that `hide` cannot know about.
    """
    one, other = state.hide(seat, key), state.hide(seat, key ^ 1)
    rng = np.random.default_rng(key)
    for _ in range(moves):
        for field in GENERATOR:
            other.tables.array[field] = one.tables.array[field]
        common = np.intersect1d(one.legal(), other.legal())
        if one.seat != other.seat or one.phase != other.phase or not len(common):
            return
        action = int(rng.choice(common))
        one.play(action)
        other.play(action)
        if knowledge(one, seat) != knowledge(other, seat):
            _check_told(one, other, seat, action)
            return
        check_same_resample(one, other, seat, key)


def _lying(state: State) -> list[str]:
    """The fields of a table, except what was told of its last move and the state of the generator."""
    return [name for name in state.game.dtype.names or () if name not in (*GENERATOR, *TOLD)]


def _check_told(one: State, other: State, seat: int, action: int) -> None:
    """Compare the same move of two tables that `seat` could not tell apart, with the same draws of the generator.

    If the two have become the same table, what was told does not matter: nothing that is still hidden follows from it.
    The same holds if the same was told in another order: cards that came from a pack one after another are now open.
    """
    if all(np.array_equal(one.record[name], other.record[name]) for name in _lying(one)):
        return
    lines, otherwise = one.chronicle(seat), other.chronicle(seat)
    if sorted(" ".join(lines).split()) == sorted(" ".join(otherwise).split()):
        return
    same_dice = one.record["draws"] == other.record["draws"]
    if lines != otherwise and same_dice and one.observe(seat).tobytes() == other.observe(seat).tobytes():
        apart = next((pair for pair in zip(lines, otherwise, strict=False) if pair[0] != pair[1]), (lines, otherwise))
        raise ConformanceError(
            f"{where(one)}: {one.game.action_names[action]} has told seat {seat} what it may not know, or is not "
            f"shown: {in_short(apart[0])}, not {in_short(apart[1])}"
        )


def check_resampled_end(state: State, seat: int, rng: np.random.Generator) -> None:
    """A resampled table can be played to its end."""
    other = state.hide(seat, int(rng.integers(2**62)))
    while not other.done:
        other.play(int(rng.choice(other.legal())))
        broken = other.call("audit")
        if broken:
            raise ConformanceError(f"{where(state)}: resampled for seat {seat}, later truth {broken} is broken")
