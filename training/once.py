"""Rejects options that are given twice."""

from collections import Counter
from typing import Any

from typer.core import TyperCommand, TyperOption


class Once(TyperCommand):
    """A command that rejects a single-value option given twice: otherwise the last one would silently win."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for param, times in Counter(given).items():
            if times > 1 and isinstance(param, TyperOption) and not (param.multiple or param.is_flag):
                ctx.fail(f"{param.opts[0]} is given {times} times, but takes one value")
        return super().parse_args(ctx, args)
