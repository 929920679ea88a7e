"""Chances in words, as tests read them off what people are shown."""

import re


def number(chance: str) -> float:
    """A chance in words as a number of percent: 99.5 for “over 99 %”."""
    percent = int(re.sub(r"\D", "", chance))
    return percent + (0.5 if chance.startswith("over") else -0.5 if chance.startswith("under") else 0.0)


def rest(chance: str) -> str:
    """What is left of a chance in words."""
    swapped = {"under 1 %": "over 99 %", "over 99 %": "under 1 %"}
    return swapped.get(chance) or f"{100 - int(number(chance))} %"
