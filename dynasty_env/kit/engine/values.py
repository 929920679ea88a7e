"""Rules of a bot that values actions, generated from the value of what each phase names."""

from collections.abc import Mapping, Sequence
from inspect import signature
from typing import Any

from dynasty_env.kit.engine.chapter import Chapter, DeclarationError, chain, written
from dynasty_env.kit.engine.each import best
from dynasty_env.kit.engine.loop import Rule

Values = Mapping[Any, Any]
"""By phase, the value of a choice: a rule ``(m, number)`` on the bot's memory, with the number of what the choice names
(-1: nothing), or a rule ``(m, action)``; or an array of values by number."""


def value_by_phase(chapters: Sequence[Chapter], families: Mapping[str, Any], values: Values) -> Rule:
    """The rule ``(m, action)``: the value of a choice in the phase `m.step`, 0 where `values` has none.

    `families`: what action ids name (`Rulebook.families`).
    """
    cases, rules = [], []
    for phase in (each for chapter in chapters for each in chapter.phases if each.step in values):
        rules.append(_rule_of(phase.step, values))
        choice = "action"
        if choice not in signature(rules[-1]).parameters:
            [named] = [families[name] for name in (*phase.says, *phase.families) if families[name].field]
            choice = f"max(action - {named.ids.start}, -1)"
        cases.append((int(phase.step), f"return {rules[-1].__name__}(m, {choice})"))
    return chain("value_by_phase", "m, action", "m.step", cases, rules, 0.0)


def value_by_kind(chapters: Sequence[Chapter], values: Values, others: Mapping[int, Any], never: float) -> Rule:
    """The rule ``(m, action)``: the value of a kind of action to seat 0, by the best choice in its first decision.

    `others`: kinds with another value: a rule ``(m)`` or ``(m, seat)``, or a number. `never`: the lower bound. A kind
    that has neither raises DeclarationError.
    """
    legal: Mapping[Any, Any] = {phase.step: phase.legal for chapter in chapters for phase in chapter.phases}
    cases, rules = [], []
    for kind in (each for chapter in chapters for each in chapter.kinds):
        value, begin = others.get(kind.number), kind.rules["begin"]
        if value is None:
            if begin not in values or not hasattr(legal[begin], "candidates"):
                raise DeclarationError(f"the bot does not know what it is worth to {kind.says}")
            value = best(*legal[begin].candidates, _rule_of(begin, values), never)
        if callable(value):
            rules.append(value)
            value = f"{value.__name__}({'m, 0' if len(signature(value).parameters) > 1 else 'm'})"
        cases.append((kind.number, f"return {value}"))
    return chain("value_by_kind", "m, action", "action", cases, rules, 0.0)


def _rule_of(step: Any, values: Values) -> Any:
    if callable(values[step]):
        return values[step]
    name = f"value_in_{step.name.lower()}"
    return written(name, [f"def {name}(m, number):", "    return float(values[number])"], {"values": values[step]})
