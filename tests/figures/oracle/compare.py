"""A game of the engine beside the book's own account of it, decision by decision."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from math import atan2, cos, degrees, hypot, pi, sin
from typing import Any, Self

import numpy as np

from dynasty_env.figures.ids import Trace
from dynasty_env.figures.saved.save import table
from dynasty_env.kit.state import State

from .duel import Duel
from .figures import Figure
from .table import Numbers

Point = np.ndarray[tuple[int], np.dtype[np.float32]]
Answer = str | Numbers

NEAR = 1e-6
"""How far places may lie apart that were found by closed forms and by halving, w."""
CARDS_TOLD = {Trace.DRAWN, Trace.CARD, Trace.FELT, Trace.FURY, Trace.MISSED}
"""Entries that name a card that was drawn."""


class DisagreementError(AssertionError):
    """Engine and book differ."""


def account_of(state: State) -> Duel:
    """The book's account of a game that has just been dealt: what chance has dealt is the engine's."""
    lies, each = table(state), int(state.options["figures"])
    figures = [
        Figure(number, number // each, one["sheet"], dict(one["abilities"]))
        for number, one in enumerate(lies["figures"])
    ]
    order = sorted(range(state.num_players), key=lambda seat: lies["seats"][seat]["places"])
    return Duel({name: int(value) for name, value in state.options.items()}, figures, order, list(lies["pack"]))


def shuffles(state: State) -> list[list[str]]:
    """The packs that the last move has shuffled, top first: the cards that were drawn from each, then what is left."""
    found: list[list[str]] = []
    record, first = state.record, state.game.action_ids["card:SA"]
    for kind, _, _, card, *_ in record["trace"][: record["trace_length"] if record["told"] else 0].tolist():
        if kind == Trace.SHUFFLED:
            found.append([])
        elif found and kind in CARDS_TOLD and card >= 0:
            found[-1].append(state.game.action_names[first + card].removeprefix("card:"))
    if found:
        found[-1] += table(state)["pack"]
    return found


class Agreement:
    """A duel of the engine beside the book's account of it, held against each other at every decision.

    Args:
        state: the engine's table at its first decision.
        lay: the account of the table on which that began.
        begins: what began there, as `Duel.game` has it.

    Raises:
        DisagreementError: they differ; so do `follow` and the others.
    """

    def __init__(self, state: State, lay: Callable[[], Duel], begins: str = "deal") -> None:
        self._lay, self._begins = lay, begins
        self._past: list[tuple[Answer | None, list[list[str]]]] = []
        self._duel: Duel | None = None
        self._happen(None, state)

    def copy(self) -> Self:
        """The same table, from which play goes on in another way; it is played again as soon as it does."""
        other = copy(self)
        other._past, other._duel = [*self._past], None
        return other

    def follow(self, answer: Answer, state: State) -> None:
        """An action by its name, or a point, has led to `state`."""
        self._happen(answer, state)

    def _happen(self, answer: Answer | None, state: State) -> None:
        if self._duel is None:
            self._duel = self._lay()
            self._course = self._duel.game(self._begins)
            for each in self._past:
                self._answer(*each)
        self._past.append((answer, shuffles(state)))
        self._answer(*self._past[-1])
        self._compare(state, self._duel)

    def _answer(self, answer: Answer | None, mixed: list[list[str]]) -> None:
        assert self._duel
        self._duel.cards.mixed, self._question = [*mixed], None
        with suppress(StopIteration):
            self._question = self._course.send(answer)

    def _compare(self, state: State, duel: Duel) -> None:
        compare(state, duel)
        if not state.done:
            legal = {state.game.action_names[action] for action in state.legal()}
            same("the decision and what is allowed", (state.phase, state.seat, legal), self._question)
            return
        same("the end", self._question, None)
        same("the winners", {seat for seat in range(duel.seats) if state.record["winners"] >> seat & 1}, duel.winners)
        for seat, share in enumerate(state.returns("win").tolist()):
            same("the result", round(share, 5), round(result(duel, seat), 5))


def follow(state: State, choose: Callable[[State], str | Point]) -> Counter[str]:
    """Play a game to its end, by names of actions and by points, and compare all that the book determines at every
    decision.

    Returns how often each phase was met. Raises `DisagreementError` when engine and book differ.
    """
    duel = account_of(state)
    agreement, met = Agreement(state, lambda: duel), Counter(Trace(entry.kind).name for entry in state.trace())
    while not state.done:
        answer = choose(state)
        met[state.phase] += 1
        if isinstance(answer, str):
            state.play(answer)
        else:
            state.play_point(answer)
        agreement.follow(answer if isinstance(answer, str) else tuple(np.clip(answer, -1, 1).tolist()), state)
        met.update(Trace(entry.kind).name for entry in state.trace())
    return met


def result(duel: Duel, seat: int) -> float:
    """F57: winners share +1, the others -1; if all win, 0."""
    many = len(duel.winners)
    if many == duel.seats:
        return 0.0
    return 1 / many if seat in duel.winners else -1 / (duel.seats - many)


def compare(state: State, duel: Duel) -> None:
    """All that is on the table."""
    lies = table(state)
    same("the round", lies["round"], duel.round)
    same("the pack", lies["pack"], duel.cards.pack)
    same("the discards", sorted(lies["discards"]), sorted(duel.cards.discards))
    for one, figure in zip(lies["figures"], duel.figures, strict=True):
        who = f"{figure.sheet} {figure.number}"
        for name, own in (("standing", figure.standing), ("damage", figure.damage), ("face_up", figure.face_up),
                          ("row", figure.row), ("abilities", figure.stats), ("used_up", figure.used_up)):  # fmt: skip
            if name != "abilities" or lies["shown"]:
                same(f"{name} of {who}", one[name], own)
        for name, cards in (("hand", figure.hand), ("left_over", figure.unseen), ("emotion_cards", figure.emotions)):
            same(f"{name} of {who}", sorted(one[name]), sorted(cards))
        if figure.standing:
            for pose, held in zip(one["poses"], figure.poses, strict=True):
                if pose == "lowered" or held is None or not isinstance(pose, list):
                    same(f"a pose of {who}", None if pose == "lowered" else 15 * pose, held)
                elif abs(degrees(atan2(*map(float.fromhex, reversed(pose)))) - held) > NEAR:
                    raise DisagreementError(f"a weapon of {who} points to {pose}, in the book {held}")
            where(one, figure, who)


def where(one: dict[str, Any], figure: Figure, who: str) -> None:
    """Places and headings, as near as the two ways of finding them come."""
    apart = hypot(float.fromhex(one["x"]) - figure.at[0], float.fromhex(one["y"]) - figure.at[1])
    x, y = map(float.fromhex, one["base"])
    turned = pi / 12 * one["steps"]
    x, y = x * cos(turned) - y * sin(turned), x * sin(turned) + y * cos(turned)
    if apart > NEAR or hypot(x - cos(figure.angle), y - sin(figure.angle)) > NEAR:
        raise DisagreementError(f"{who} is {apart:.3g} w from where the book has it, or looks elsewhere")


def same(what: str, engine: Any, book: Any) -> None:
    if engine != book:
        raise DisagreementError(f"{what}: the engine has {engine}, the book {book}")
