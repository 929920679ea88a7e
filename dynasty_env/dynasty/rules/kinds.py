"""The tables of rules that the chapters fill in, one row each."""

from typing import ClassVar

from dynasty_env.kit.engine.chapter import Column, Kind


class Action(Kind):
    """A kind of action (§09, §11-03, SW02-07).

    may: can the seat choose it now? again: can the seat choose it in a second action (SW02-07-09)? begin: ask for the
    rest of its declaration (D-R8). For an action decided by cards and dice (§08-02-03-01): cards, how many are wanted;
    dice, how many are allowed; succeed, carry it out.
    """

    columns: ClassVar = {
        "may": Column(False, "t, seat"),
        "again": Column(False, "t, seat"),
        "begin": Column(),
        "cards": Column(0),
        "dice": Column(0),
        "succeed": Column(),
    }
