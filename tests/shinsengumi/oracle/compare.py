"""A game of the engine beside the book's own account of it, decision by decision."""

from collections import Counter
from contextlib import suppress
from typing import Any

from tests.saved import table_of
from tests.wanted import Choose, Retold, agree, followed, hold

from .account import Account
from .board import EVENT_NAMES, PERSON_NAMES, Save
from .chance import Chance
from .ending import points, returns
from .legal import legal
from .truths import untruths
from .turns import play

BEGINNINGS = ("pick_self", "event_cell", "event_person", "move")  # where the account can join a game
ENGINE_ONLY = frozenset({"stack", "generator"})  # what waits to be done, and the state of the dice
OVER = frozenset({"seat", "frame"})  # nobody decides any more
BY_NUMBER = {
    "persons": lambda item: PERSON_NAMES.index(item["person"]),
    "events": lambda item: EVENT_NAMES.index(item["event"]),
    "dead": PERSON_NAMES.index,
    "facing": PERSON_NAMES.index,
    "gone": EVENT_NAMES.index,
    "due": EVENT_NAMES.index,
}  # lists whose order means nothing


class Agreement(Retold):
    """A table that the engine plays on, held against the book's account at every decision and every move.

    The account joins at the first decision that begins a part of a turn. Raises `DisagreementError` when engine and
    book differ.
    """

    def __init__(self, state: Any) -> None:
        self.save = self.begun = table_of(state)
        super().__init__()
        self._look(state)

    def _begin(self) -> None:
        self.account: Account | None = None
        self._join(self.begun)

    def _join(self, save: Save) -> None:
        if self.account is None and save["phase"] in BEGINNINGS and save["mover"] is None:
            self.account = Account(save, Chance())
            self._telling = play(self.account)
            next(self._telling)

    def follow(self, action: str, state: Any) -> Save:
        """`action` has led to `state`. Returns its save file."""
        seats = [state.trace(seat) if state.told else [] for seat in range(state.num_players)]
        self.save = table_of(state)
        self._tell(action, state.trace(), seats, self.save)
        self._look(state)
        return self.save

    def _hear(self, action: str, entries: list[Any], seats: list[list[Any]], save: Save) -> None:
        if self.account is not None:
            self.account.chance.tell(entries, seats)
            hold(_next_question(self.account, self._telling, action, save))
        self._join(save)

    def _look(self, state: Any) -> None:
        hold(untruths(self.save))
        if not state.done:
            agree("legal actions", {state.game.action_names[action] for action in state.legal()}, legal(self.save))
            return
        agree("scores", state.scores(), points(self.save))
        for reward in ("win", "side"):
            engine = [round(float(each), 5) for each in state.returns(reward)]
            agree(f"returns of {reward}", engine, _rounded(self.save, reward))


def follow(state: Any, choose: Choose, until: int = 100_000) -> Counter[str]:
    """Play a table to its end beside the account (`followed`). Returns how often each rule was carried out, and
    "decisions"."""
    agreement = Agreement(state)
    decisions = followed(agreement, state, choose, until)
    return (agreement.account.met if agreement.account else Counter[str]()) + decisions


def _rounded(save: Save, reward: str) -> list[float]:
    return [round(value, 5) for value in returns(save, reward)]


def _next_question(account: Account, telling: Any, answer: str, save: Save) -> list[str]:
    """Let the account go on to its next question, and say where it and the engine's table differ."""
    with suppress(StopIteration):
        telling.send(answer)
    account.chance.spent()
    mine = account.table
    if account.chance.shuffled and sorted(mine["person_pile"]) == sorted(save["person_pile"]):
        mine["person_pile"] = list(save["person_pile"])
        account.chance.shuffled = False
    for key, order in BY_NUMBER.items():
        mine[key].sort(key=order)
    unseen = ENGINE_ONLY | (OVER if mine["phase"] == "end" else frozenset())
    differ = [key for key in sorted((mine.keys() | save.keys()) - unseen) if save[key] != mine[key]]
    return [f"{key}: the engine has {save[key]}, the book {mine[key]}" for key in differ]
