"""Rules about all of a sort, written from the rule about one of them: who may be named, and is there anybody?"""

from functools import cache
from inspect import signature

from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.engine.table import offer


@cache
def offers(first: int, many: int, may: Rule, of: str = "seat") -> Rule:
    """The rule of a `Phase` that offers all who may be named.

    Args:
        first: action id of the first of them.
        many: how many there are.
        may: may this one be named? A rule ``(t, one)``, or ``(t, seat, one)`` of the seat that decides.
        of: the table's field that such a rule is asked about in place of this seat.
    """
    name = f"offer_{may.__name__}"
    lines = [f"def {name}(t):", *_each(many, may, f"t.{of}"), f"            offer(t, {first:d} + one)"]
    return written(name, lines, {may.__name__: may, "offer": offer})


@cache
def some(many: int, may: Rule) -> Rule:
    """The rule ``(t, seat) -> bool``: is there one who may be named? `many` and `may` as in `offers`."""
    name = f"some_{may.__name__}"
    lines = [f"def {name}(t, seat):", *_each(many, may, "seat"), "            return True", "    return False"]
    return written(name, lines, {may.__name__: may})


def _each(many: int, may: Rule, of: str) -> list[str]:
    asked = "t, one" if len(signature(may).parameters) == 2 else f"t, {of}, one"
    return [f"    for one in range({many:d}):", f"        if {may.__name__}({asked}):"]
