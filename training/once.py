"""Rejects options that are given twice, and numbers that no machine can work with."""

from collections import Counter
from typing import Any

from typer.core import TyperCommand, TyperOption

LARGEST = 10**12
"""The largest whole number that an option takes, except for seeds."""
LARGEST_OF = {"seed": 2**63 - 1, **dict.fromkeys(("threads", "jobs"), 10_000), "seeds": 1_000_000}
"""The largest one of some options. Narrower ranges are checked where a number is used."""


class Once(TyperCommand):
    """A command that rejects a single-value option given twice, of which otherwise the last one would silently win, and
    whole numbers above `LARGEST`, which would end in an overflow or in a loop without end."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for param, times in Counter(given).items():
            if times > 1 and isinstance(param, TyperOption) and not (param.multiple or param.is_flag):
                ctx.fail(f"{param.opts[0]} is given {times} times, but takes one value")
        rest = super().parse_args(ctx, args)
        for param in self.params:
            number, most = ctx.params.get(param.name), LARGEST_OF.get(param.name or "", LARGEST)
            if isinstance(number, int) and number > most:
                ctx.fail(f"{param.opts[0]} {number} is out of range: at most {most}")
        return rest
