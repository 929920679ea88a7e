"""What Numba does not compile, in a line: which rule, where, and why, out of its many pages."""

import re
from pathlib import Path

from dynasty_env.kit.errors import RuleFault

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_RULE = re.compile(r"<function (\w+) at")
_PLACE = re.compile(r"at (?P<file>\S+\.py) \((?P<line>\d+)\)|File \"(?P<named>[^\"<]+\.py)\", line (?P<number>\d+)")
_CODE = re.compile(r"(: (%|i\d+\*)|, operation: ).*")
"""What Numba tells of its own code, at the end of a message."""


def refused(error: Exception) -> RuleFault:
    """An error of Numba as a fault of the rules that it met."""
    words = _COLOURS.sub("", str(error))
    lines = [line.strip() for line in words.splitlines() if line.strip() and not line.startswith("Failed in ")]
    why = " ".join(lines[: 2 if lines and lines[0].endswith(":") else 1])
    rule = _RULE.search(words)
    place = _PLACE.search(words[: rule.start()] if rule is not None else words)  # behind it stands what calls it
    message = f"the rules do not compile: {_CODE.sub('', why).rstrip('.')}"
    if rule is not None:
        message += f"; met in {rule[1]}"
    if place is not None:
        file, line = place["file"] or place["named"], place["line"] or place["number"]
        message += f", {Path(file).name}, line {line}"
    return RuleFault(message)
