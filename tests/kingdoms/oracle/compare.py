"""A game of the engine beside the page's own account of it, decision by decision."""

from collections import Counter
from contextlib import suppress
from typing import Any

from tests.saved import table_of
from tests.wanted import Choose, Retold, agree, followed, hold

from .account import Account
from .board import Save
from .chance import Chance
from .ending import points, returns
from .legal import legal
from .truths import untruths
from .turns import play

BEGINNINGS = ("setup_deck", "recruit", "action")  # where the account can join a game
ENGINE_ONLY = frozenset({"stack", "generator", "set_up_from"})  # what waits, the state of the dice, what the page tells
OVER = frozenset({"seat", "frame"})  # nobody decides any more
FRAMED = frozenset({"recovery_country", "police"})  # where the numbers of the open decision mean something (ch. 9)
SCORED = frozenset({"action", "end"})


class Agreement(Retold):
    """A table that the engine plays on, held against the page's account at every decision and every move.

    Raises `DisagreementError` when engine and page differ.
    """

    def __init__(self, state: Any) -> None:
        self.save = self.begun = table_of(state)
        assert self.begun["phase"] in BEGINNINGS, self.begun["phase"]
        super().__init__()
        self._compare(state, self.begun)

    def _begin(self) -> None:
        self.chance = Chance()
        self.account = Account(self.begun, self.chance)
        self._telling = play(self.account)
        next(self._telling)

    def follow(self, action: str, state: Any) -> Save:
        """`action` has led to `state`. Returns its save file."""
        self._tell(action, state.trace())
        self.save = table_of(state)
        self._compare(state, self.save)
        return self.save

    def _hear(self, answer: str, entries: list[Any]) -> None:
        self.chance.tell(entries)
        with suppress(StopIteration):
            self._telling.send(answer)
        self.chance.spent()

    def _compare(self, state: Any, save: Save) -> None:
        hold(untruths(save))
        hold(_differences(save, self.account.table))
        if save["phase"] in SCORED:
            agree("scores", state.scores(), points(save))
        if not state.done:
            agree("legal actions", {state.game.action_names[action] for action in state.legal()}, legal(save))
        for reward in ("win", "rank", "points") if state.done else ():
            rounded = [round(float(value), 4) for value in state.returns(reward)]
            agree(f"returns of {reward}", rounded, [round(value, 4) for value in returns(save, reward)])


def follow(state: Any, choose: Choose, until: int = 100_000) -> Counter[str]:
    """Play a table to its end beside the account (`followed`). Returns how often each rule was carried out, and
    "decisions"."""
    agreement = Agreement(state)
    decisions = followed(agreement, state, choose, until)
    return agreement.account.met + decisions


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
