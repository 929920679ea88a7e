"""A game of the engine beside the book's own account of it, decision by decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.saved import without_course
from tests.wanted import DisagreementError

from .account import Account
from .board import EVENT_NAMES, PERSON_NAMES, Save
from .chance import Chance
from .ending import points, returns
from .legal import legal
from .truths import untruths
from .turns import play

Choose = Callable[[Any, Save], str]

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


def follow(state: Any, choose: Choose, until: int = 100_000) -> Counter[str]:
    """Play a table to its end, and compare all that the book determines at every decision.

    `choose` names an answer out of the state and its save file. Returns how often each rule was carried out, and
    "decisions". Raises `DisagreementError` when engine and book differ.
    """
    save = without_course(state.to_dict())
    chance, account, telling, decisions = Chance(), None, None, 0
    while True:
        _hold(untruths(save))
        if state.done or decisions == until:
            break
        _same("legal actions", {state.game.action_names[action] for action in state.legal()}, legal(save))
        if account is None and save["phase"] in BEGINNINGS and save["mover"] is None:
            account = Account(save, chance)
            telling = play(account)
            next(telling)
        answer = choose(state, save)
        state.play(answer)
        decisions, save = decisions + 1, without_course(state.to_dict())
        if account is not None and telling is not None:
            chance.tell(state.trace(), [state.trace(seat) if state.told else [] for seat in range(state.num_players)])
            _hold(_next_question(account, telling, answer, save))
    if state.done:
        _same("scores", state.scores(), points(save))
        for reward in ("win", "side"):
            _same(f"returns of {reward}", [round(float(x), 5) for x in state.returns(reward)], _rounded(save, reward))
    return (account.met if account is not None else Counter()) + Counter(decisions=decisions)


def _rounded(save: Save, reward: str) -> list[float]:
    return [round(value, 5) for value in returns(save, reward)]


def _same(what: str, engine: Any, book: Any) -> None:
    if engine != book:
        raise DisagreementError(f"{what}: the engine has {engine}, the book {book}")


def _hold(complaints: list[str]) -> None:
    if complaints:
        raise DisagreementError("; ".join(complaints))


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
