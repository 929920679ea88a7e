"""The tables of rules that the chapters fill, a row each."""

from typing import ClassVar

from dynasty_env.kit.engine.chapter import Column, Kind


class Action(Kind):
    """A kind of action (rows 1–8 of the table, K29). may: can the seat choose it? begin: what comes first."""

    columns: ClassVar = {"may": Column(False, "t, seat"), "begin": Column()}
