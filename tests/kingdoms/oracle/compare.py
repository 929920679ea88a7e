"""A game of the engine beside the page's own account of it, decision by decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.saved import without_course
from tests.wanted import DisagreementError

from .account import Account
from .board import Save
from .chance import Chance
from .ending import points, returns
from .legal import legal
from .truths import untruths
from .turns import play

Choose = Callable[[Any, Save], str]

BEGINNINGS = ("setup_deck", "recruit", "action")  # where the account can join a game
ENGINE_ONLY = frozenset({"stack", "generator", "set_up_from"})  # what waits, the state of the dice, what the page tells
OVER = frozenset({"seat", "frame"})  # nobody decides any more
FRAMED = frozenset({"recovery_country", "police"})  # where the numbers of the open decision mean something (ch. 9)
SCORED = frozenset({"action", "end"})


def follow(state: Any, choose: Choose, until: int = 100_000) -> Counter[str]:
    """Play a table to its end, and compare all that the page determines at every decision.

    `choose` names an answer out of the state and its save file. Returns how often each rule was carried out, and
    "decisions". Raises `DisagreementError` when engine and page differ.
    """
    save = without_course(state.to_dict())
    assert save["phase"] in BEGINNINGS, save["phase"]
    chance = Chance()
    account = Account(save, chance)
    telling = play(account)
    next(telling)
    decisions = 0
    while True:
        _hold(untruths(save))
        _hold(_differences(save, account.table))
        if save["phase"] in SCORED:
            _same("scores", state.scores(), points(save))
        if state.done or decisions == until:
            break
        _same("legal actions", {state.game.action_names[action] for action in state.legal()}, legal(save))
        answer = choose(state, save)
        state.play(answer)
        decisions, save = decisions + 1, without_course(state.to_dict())
        chance.tell(state.trace())
        with suppress(StopIteration):
            telling.send(answer)
        chance.spent()
    for reward in ("win", "rank", "points") if state.done else ():
        rounded = [round(float(value), 4) for value in state.returns(reward)]
        _same(f"returns of {reward}", rounded, [round(value, 4) for value in returns(save, reward)])
    return account.met + Counter(decisions=decisions)


def _same(what: str, engine: Any, page: Any) -> None:
    if engine != page:
        raise DisagreementError(f"{what}: the engine has {engine}, the page {page}")


def _hold(complaints: list[str]) -> None:
    if complaints:
        raise DisagreementError("; ".join(complaints))


def _differences(engine: Save, page: Save) -> list[str]:
    """Where two tables differ; lists whose order means nothing are compared as sets."""
    unseen = ENGINE_ONLY | (OVER if page["phase"] == "end" else frozenset())
    if page["phase"] not in FRAMED:
        unseen |= {"frame"}
    theirs, mine = tidy(engine), tidy(page)
    differ = [key for key in sorted((theirs.keys() | mine.keys()) - unseen) if theirs.get(key) != mine.get(key)]
    return [f"{key}: the engine has {theirs.get(key)}, the page {mine.get(key)}" for key in differ]


def tidy(save: Save) -> Save:
    """The same table, with lists in alphabetical order where order means nothing."""
    loose = ("pool", "independent", "removed", "removed_countries", "exhausted", "rebels", "refused")
    tidied = save | {key: sorted(save[key]) for key in loose}
    tidied["seats"] = [
        seat
        | {
            "nobles": sorted(seat["nobles"]),
            "unruled": sorted(seat["unruled"]),
            "kings": sorted(
                (realm | {"countries": sorted(realm["countries"])} for realm in seat["kings"]),
                key=lambda realm: str(realm["king"]),
            ),
        }
        for seat in save["seats"]
    ]
    if save["contest"] is not None:
        tidied["contest"] = save["contest"] | {
            "countries": sorted(save["contest"]["countries"]),
            "candidates": sorted(save["contest"]["candidates"], key=lambda naming: int(naming["seat"])),
        }
    return tidied
