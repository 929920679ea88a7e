"""The command `dynasty` within the process of a test."""

from functools import cache

import typer.testing
from typer.testing import CliRunner

from training import cli

typer.testing._get_command = cache(typer.testing._get_command)  # type: ignore[attr-defined]
"""Typer would make all commands anew whenever one is run."""


def dynasty(*arguments: object, typed: str = "") -> tuple[int, str]:
    """Run the command; its exit status and all that it has printed, in single spaces. Faults are raised."""
    result = CliRunner(env={"COLUMNS": "500"}).invoke(cli.app, list(map(str, arguments)), input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, " ".join(result.output.split())
