"""Rules about all candidates of a kind, generated from a rule about one of them: which may be named, whether there is
one, and how good the best one is."""

from functools import cache
from inspect import signature

from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule
from dynasty_env.kit.engine.table import offer


@cache
def offers(first: int, many: int, may: Rule, of: str = "seat") -> Rule:
    """The rule of a `Phase` that offers all candidates that may be named.

    Args:
        first: action id of the first candidate.
        may: whether a candidate may be named: a rule ``(t, one)``, or ``(t, seat, one)`` with the deciding seat.
        of: a field of the table whose value such a rule receives instead of the deciding seat.
    """
    name = f"offer_{may.__name__}"
    lines = [f"def {name}(t):", *_each(many, may, f"t.{of}"), f"            offer(t, {first:d} + one)"]
    rule = written(name, lines, {may.__name__: may, "offer": offer})
    if of == "seat":  # what the declarations of kinds of action and of bots are completed from
        rule.candidates, rule.some = (many, may), some(many, may)  # type: ignore[attr-defined]
    return rule


@cache
def some(many: int, may: Rule, among: str = "") -> Rule:
    """The rule ``(t, seat) -> bool``: whether there is a candidate that may be named.

    `many` and `may` as in `offers`. `among`: a field with room for `many` candidates; only those in it are considered,
    and -1 means an empty place.
    """
    name = f"some_{may.__name__}"
    lines = [f"def {name}(t, seat):", *_each(many, may, "seat", among), "            return True", "    return False"]
    return written(name, lines, {may.__name__: may})


@cache
def best(many: int, may: Rule, worth: Rule, nobody: float = 0) -> Rule:
    """The rule ``(t, seat)``: the value of the best candidate that may be named.

    `many` and `may` as in `offers`. `worth`: the value of a candidate, a rule ``(t, one)`` or ``(t, seat, one)``.
    `nobody`: the result if there is no candidate, and the lower bound of the result.
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
