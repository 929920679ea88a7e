"""Rules about all of a sort, written from the rule about one of them: who may be named, is there anybody, how good is
the best?"""

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
def some(many: int, may: Rule, among: str = "") -> Rule:
    """The rule ``(t, seat) -> bool``: is there one who may be named?

    `many` and `may` as in `offers`. `among`: a field with room for `many`; only those who stand in it are asked about,
    and -1 stands for nobody.
    """
    name = f"some_{may.__name__}"
    lines = [f"def {name}(t, seat):", *_each(many, may, "seat", among), "            return True", "    return False"]
    return written(name, lines, {may.__name__: may})


@cache
def best(many: int, may: Rule, worth: Rule, nobody: float = 0) -> Rule:
    """The rule ``(t, seat)``: what the best of all who may be named is worth.

    `many` and `may` as in `offers`. `worth`: what one is worth, a rule ``(t, one)`` or ``(t, seat, one)``. `nobody`:
    what it is worth that there is nobody; nobody who may be named counts for less.
    """
    name = f"best_{worth.__name__}"
    lines = [f"def {name}(t, seat):", f"    found = {nobody!r}", *_each(many, may, "seat")]
    lines += [f"            found = max(found, {_asked(worth, 'seat')})", "    return found"]
    return written(name, lines, {may.__name__: may, worth.__name__: worth})


def _each(many: int, may: Rule, of: str, among: str = "") -> list[str]:
    if among:
        condition = f"t.{among}[i] != -1 and {_asked(may, of, f't.{among}[i]')}"
        return [f"    for i in range({many:d}):", f"        if {condition}:"]
    return [f"    for one in range({many:d}):", f"        if {_asked(may, of)}:"]


def _asked(rule: Rule, of: str, one: str = "one") -> str:
    """The call of a rule ``(t, one)`` or ``(t, of, one)``."""
    return f"{rule.__name__}(t, {one})" if len(signature(rule).parameters) == 2 else f"{rule.__name__}(t, {of}, {one})"
