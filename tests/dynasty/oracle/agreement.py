"""A game played by the engine, held against the oracle at every decision, every move and at the end."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import numpy as np

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import Trace
from dynasty_env.kit.state import State
from tests.saved import table_of

from .legal import legal
from .moves import unlawful
from .results import result, spread
from .saves import RANKS, SUITS, Save, option, printed
from .score import scores, winners
from .truths import invariants
from .windows import Cards, Roll, changing, closing, on_table

Choice = Callable[[State], int]
CARDS = [*(suit + rank for suit in SUITS for rank in RANKS), "JOKER"]  # in the order of the trace's numbers


class DisagreementError(AssertionError):
    """The engine and the book do not agree; `save` is the table."""

    def __init__(self, where: str, complaint: object, save: Save) -> None:
        super().__init__(f"{where}: {complaint}")
        self.save = save


class Curiosity:
    """Random play that now and then tries what has been played least, so that rare decisions come up."""

    def __init__(self, seed: int, share: float = 0.25) -> None:
        self.played = np.zeros(len(GAME.action_names), np.int64)
        self.rng = np.random.default_rng(seed)
        self.share = share

    def __call__(self, state: State) -> int:
        actions = state.legal()
        curious = self.rng.random() < self.share
        action = int(actions[self.played[actions].argmin()] if curious else self.rng.choice(actions))
        self.played[action] += 1
        return action


class Agreement:
    """A table that the engine plays on, held against the oracle at every decision and every move.

    A table that was not dealt, but laid by hand, may be one that no game comes to. Raises `DisagreementError`, as all
    that it does.
    """

    def __init__(self, state: State, where: str, *, dealt: bool = True) -> None:
        self.where, self.dealt = where, dealt
        self.save = decision(state, where, dealt=dealt)
        self._closed: tuple[Save, Cards, list[int]] | None = None

    def copy(self) -> Agreement:
        """The same table, from which play goes on in another way."""
        return copy(self)

    def follow(self, action: str, state: State) -> None:
        """`action` has led to `state`."""
        save, after = self.save, decision(state, self.where, dealt=self.dealt)
        if complaints := self.complaints(action, after, told(state)):
            where = f"{self.where} turn {save['turn']} phase {save['phase']}, {action}"
            raise DisagreementError(where, complaints, save)
        self.save = after

    def complaints(self, action: str, after: Save, roll: Roll) -> list[str]:
        """What the book does not allow of this move, where it has led to `after` and has told this roll."""
        save = self.save
        complaints = unlawful(save, action, after)
        if save["phase"] == "neuroi_country":
            complaints += spread(save, action.removeprefix("country:"), roll.judged, after, printed())
        if option(save, "ask_forced"):  # only then does the save show what a roll has counted
            complaints += closing(save, action, roll)
            if save["phase"] == "dice" and self._closed is not None:
                complaints += changing(save, self._closed, action, roll)
            elif roll.needs and save["phase"] in ("interrupt", "joker"):
                table = on_table(save, action) + [(card, RANKS.get(card[1:], 0)) for card in roll.supplied]
                self._closed = (save, table, roll.dice)
            if roll.outcome and self._closed is not None and save["phase"] in ("interrupt", "joker", "dice"):
                complaints += result(self._closed[0], after, roll.outcome[0][0], self._closed[2], printed())
        return complaints


def agreed(state: State, choose: Choice) -> int:
    """Play to the end, comparing all along. Returns the number of decisions; raises `DisagreementError`."""
    agreement, decisions = Agreement(state, f"seed {state.seed} {state.options}"), 0
    while not state.done:
        action = GAME.action_names[choose(state)]
        state.play(action)
        agreement.follow(action, state)
        decisions += 1
    return decisions


def decision(state: State, where: str, *, dealt: bool = True) -> Save:
    """The save, once it keeps to the truths and offers what the book allows, or ends as the book says."""
    save = table_of(state)
    where = f"{where} turn {save['turn']} phase {state.phase}"
    complaints = invariants(save, strict=dealt)
    if complaints:
        raise DisagreementError(where, complaints, save)
    if not state.done:
        engine, book = {GAME.action_names[action] for action in state.legal()}, legal(save)
        if engine != book:
            raise DisagreementError(where, f"only engine {engine - book}, only book {book - engine}", save)
        return save
    points = [score.points for score in scores(save)]
    if points != state.scores():
        raise DisagreementError(where, f"engine scores {state.scores()}, book {points}", save)
    won = set(np.flatnonzero(state.returns("win") > 0).tolist())
    if winners(save) != won and (won or len(winners(save)) not in (0, state.num_players)):
        raise DisagreementError(where, f"engine's winners {won}, book's {winners(save)}", save)
    return save


def told(state: State) -> Roll:
    """What the last move has told of cards from the pack, dice and outcome."""
    roll = Roll()
    for entry in state.trace():
        if entry.kind == Trace.SUPPLIED:
            roll.supplied.append(CARDS[entry.subject])
        elif entry.kind == Trace.NEEDS:
            roll.needs.append(entry.value)
        elif entry.kind == Trace.DIE:
            roll.dice.append(entry.value)
        elif entry.kind == Trace.JUDGED:
            roll.judged.append((list(printed().countries)[entry.subject], entry.value))
        elif entry.kind == Trace.OUTCOME:
            roll.outcome.append((entry.object == 1, entry.value))
    return roll
