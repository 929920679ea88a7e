"""One-line summary of a Numba compilation error: which rule, where and why, taken from Numba's many pages."""

import re
from pathlib import Path

from dynasty_env.kit.errors import RuleFault

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_RULE = re.compile(r"<function (\w+) at")
_PLACE = re.compile(r"at (?P<file>\S+\.py) \((?P<line>\d+)\)|File \"(?P<named>[^\"<]+\.py)\", line (?P<number>\d+)")
_CODE = re.compile(r"(: (%|i\d+\*)|, operation: ).*")
"""Details of Numba's own code at the end of a message."""


def refused(error: Exception) -> RuleFault:
    """Convert a Numba error to a fault of the rule that caused it."""
    words = _COLOURS.sub("", str(error))
    lines = [line.strip() for line in words.splitlines() if line.strip() and not line.startswith("Failed in ")]
    why = " ".join(lines[: 2 if lines and lines[0].endswith(":") else 1])
    rule = _RULE.search(words)
    place = _PLACE.search(words[: rule.start()] if rule is not None else words)  # the caller comes after the rule
    message = f"the rules do not compile: {_CODE.sub('', why).rstrip('.')}"
    if rule is not None:
        message += f"; met in {rule[1]}"
    if place is not None:
        file, line = place["file"] or place["named"], place["line"] or place["number"]
        message += f", {Path(file).name}, line {line}"
    return RuleFault(message)
