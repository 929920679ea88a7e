"""Exceptions whose messages name the cause and say what would be valid."""


class DynastyEnvError(Exception):
    """Base class of this package's own exceptions."""


class IllegalActionError(DynastyEnvError, ValueError):
    """The open decision does not allow the action. The table is unchanged."""


class OptionError(DynastyEnvError, ValueError):
    """An option is unknown, or a value is out of its range."""


class UnknownGameError(OptionError):
    """There is no game with this name; the message lists the games that exist."""


TRACEBACK = "DYNASTY_ENV_TRACEBACK"
"""An environment variable: if it is set, commands show errors, and servers log those of users' bots, with their
tracebacks."""


class BotError(DynastyEnvError, RuntimeError):
    """A user's bot has failed; the message says where."""


class UsersFileError(OptionError):
    """A user's file or an installed package has failed while it was loaded or run; the message says where."""


class SaveError(DynastyEnvError, ValueError):
    """A save file or replay cannot be read; the message names the path of the faulty field."""


class InUseError(DynastyEnvError, RuntimeError):
    """Another process is using a file or folder; the message says which process, and what you can do."""


class RuleFault(DynastyEnvError, RuntimeError):  # noqa: N818 (a fault of the rules, not of the caller)
    """The rules themselves have failed: a bug in the game. The message names the rule, phase, seat and seed.

    Attributes:
        seed: the seed of the game in which they failed; None: it is not known, or makes no difference.
    """

    def __init__(self, message: str, seed: int | None = None) -> None:
        super().__init__(message)
        self.seed = seed


LONGEST = 80
"""Longest value shown in a message, in characters."""


def in_short(value: object) -> str:
    """A value as an error message shows it: on one line and short, however large, deeply nested or unusual it is."""
    try:
        words = " ".join(repr(value).split())
    except Exception:  # too deep, too many digits, or an object whose repr fails
        return f"<{type(value).__name__}>"
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def needs(library: str | None, extra: str) -> str:
    """The error message for a library that is not installed: the command that installs it, with the right extra."""
    return f"this needs {library}: pip install 'dynasty-env[{extra}]'"
