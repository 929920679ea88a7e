"""The tables of rules that the chapters fill, a row each."""

from typing import Any, ClassVar

from dynasty_env.kit.engine.chapter import Column, Kind


class Action(Kind):
    """A kind of action (§09, §11-03, SW02-07).

    may: can the seat choose it now? again: can it, in a second action (SW02-07-09)? begin: ask for the rest of its
    declaration (D-R8). Of an action that cards and dice decide (§08-02-03-01): how many cards are wanted, and dice
    allowed; succeed: carry it out.
    """

    columns: ClassVar = {
        "may": Column(False, "t, seat"),
        "again": Column(False, "t, seat"),
        "begin": Column(),
        "cards": Column(0),
        "dice": Column(0),
        "succeed": Column(),
    }


def declared(state: Any) -> str:
    """What has been declared, as far as it goes: what the decisions within an action are about."""
    text: str = state.game.declaration(state.view(state.seat))
    return text
