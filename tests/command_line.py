"""The command `dynasty` within the process of a test."""

from typer.testing import CliRunner

from training import cli


def dynasty(*arguments: str) -> tuple[int, str]:
    """Run the command; its exit status and all that it has printed, in single spaces. Faults are raised."""
    result = CliRunner().invoke(cli.app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, " ".join(result.output.split())
