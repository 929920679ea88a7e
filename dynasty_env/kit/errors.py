"""Errors that name the culprit and say what would be right."""


class DynastyEnvError(Exception):
    """Base of this package's own errors."""


class IllegalActionError(DynastyEnvError, ValueError):
    """An action that the open decision does not allow. The table is unchanged."""


class OptionError(DynastyEnvError, ValueError):
    """An unknown option, or a value out of its range."""


class UnknownGameError(OptionError):
    """There is no game of a name; the message lists those there are."""


class BotError(DynastyEnvError, RuntimeError):
    """Somebody's bot has failed; the message says where."""


class SaveError(DynastyEnvError, ValueError):
    """A save file or replay that cannot be read; the message names the field's path."""


class InUseError(DynastyEnvError, RuntimeError):
    """Another process works on a file or folder; the message says which process, and what can be done."""


class RuleFault(DynastyEnvError, RuntimeError):  # noqa: N818 (a fault of the rules, not of the caller)
    """The rules themselves went wrong: a bug of whoever wrote them, with rule, phase, seat and seed in its message.

    Attributes:
        seed: of the game in which they did; None: it is not known, or makes no difference.
    """

    def __init__(self, message: str, seed: int | None = None) -> None:
        super().__init__(message)
        self.seed = seed


LONGEST = 80
"""Characters of a value that a message shows."""


def in_short(value: object) -> str:
    """A value as an error message shows it: on one line and short, however large, deep or strange it is."""
    try:
        words = " ".join(repr(value).split())
    except Exception:  # too deep, too many digits, or an object that cannot tell what it is
        return f"<{type(value).__name__}>"
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def needs(library: str | None, extra: str) -> str:
    """What to say where a library is not installed: the command that installs it, with the extra that brings it."""
    return f"this needs {library}: pip install 'dynasty-env[{extra}]'"
