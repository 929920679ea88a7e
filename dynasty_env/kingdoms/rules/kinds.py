"""The tables of rules that the chapters fill, a row each."""

from typing import ClassVar

from dynasty_env.kingdoms.material import COUNTRIES
from dynasty_env.kit.engine import some
from dynasty_env.kit.engine.chapter import Column, Kind
from dynasty_env.kit.engine.loop import Rule


class Action(Kind):
    """A kind of action (rows 1–8 of the table, K29). may: can the seat choose it? begin: what comes first."""

    columns: ClassVar = {"may": Column(False, "t, seat"), "begin": Column()}


def some_king(may: Rule) -> Rule:
    """The rule ``(t, seat) -> bool``: is there a king for whom `may(t, seat, king)` holds? Each rules a country."""
    return some(COUNTRIES, may, among="ruler")
