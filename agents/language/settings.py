"""The argument of ``llm:``: a command, the address of a server, or a file of settings."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from agents.language.models import CommandModel, EndpointModel
from agents.language.player import LanguagePlayer
from agents.language.style import DEFAULT, style_named
from agents.language.transcripts import Transcripts
from dynasty_env.kit.errors import OptionError, in_short

SETTINGS: Mapping[str, type] = {
    "command": str, "url": str, "model": str, "key": str, "timeout": float, "attempts": int, "temperature": float,
    "max_tokens": int, "seed": int, "verbosity": str, "corrections": int, "fallback": str, "log": str,
}  # fmt: skip
"""All settings with their types: see docs/language-models.md."""
_SAMPLING = ("temperature", "max_tokens", "seed")
_TIMEOUT = 120.0
_LONGEST_ADDRESS, _MOST_FIELDS = 2000, 100


def settings_of(argument: str) -> dict[str, Any]:
    """The settings in the name of the bot ``llm:<argument>``, which `player_of` checks.

    Args:
        argument: ``http://…/v1?model=NAME&…`` with settings after the question mark; ``FILE.toml`` with the same
            settings; or else a command.

    Raises:
        OptionError: the address is invalid, or the file cannot be read.
    """
    given = argument.strip()
    if given.startswith(("http://", "https://")):
        if len(given) > _LONGEST_ADDRESS:
            raise OptionError(f"llm:{in_short(given)}: an address has at most {_LONGEST_ADDRESS} characters")
        try:
            parts = urlsplit(given)
            words = dict(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=_MOST_FIELDS))
        except ValueError as error:
            raise OptionError(f"llm:{in_short(given)}: this is not an address: {error}") from None
        url = urlunsplit((parts.scheme, parts.netloc, parts.path, "", ""))
        return {"url": url, **{name: _read(name, value) for name, value in words.items()}}
    if given.endswith(".toml"):
        try:
            return tomllib.loads(Path(given).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise OptionError(f"llm:{given}: this is not a settings file: {error}") from None
    return {"command": given}


def player_of(settings: Mapping[str, Any]) -> LanguagePlayer:
    """The player with these settings. Raises OptionError if one is unknown or out of range."""
    chosen = {name: _checked(name, value) for name, value in settings.items()}
    if ("command" in chosen) == ("url" in chosen):
        raise OptionError("llm: give either command or url")
    timeout = chosen.get("timeout", _TIMEOUT)
    if not 0 < timeout < 86400:
        raise OptionError(f"timeout={timeout:g} is out of range: it must be above 0 seconds")
    model: CommandModel | EndpointModel
    if "command" in chosen:
        strangers = [name for name in ("model", "key", "attempts", *_SAMPLING) if name in chosen]
        if strangers:
            raise OptionError(f"llm: {', '.join(strangers)} belongs to a url, not to a command")
        model = CommandModel(chosen["command"], timeout)
    else:
        model = EndpointModel(
            chosen["url"], chosen.get("model", ""), key_variable=chosen.get("key", ""), timeout=timeout,
            attempts=chosen.get("attempts", 3), parameters={each: chosen[each] for each in _SAMPLING if each in chosen},
        )  # fmt: skip
    log = chosen.get("log")
    return LanguagePlayer(
        model, style_named(chosen.get("verbosity", DEFAULT)), corrections=chosen.get("corrections", 2),
        fallback=chosen.get("fallback", "random"), transcripts=None if log is None else Transcripts(Path(log)),
    )  # fmt: skip


def _read(name: str, words: str) -> Any:
    """A setting from an address, in which all values are texts."""
    kind = SETTINGS.get(name, str)
    try:
        return kind(words)
    except ValueError:
        raise OptionError(f"llm: {name}={in_short(words)} is not a {_KINDS[kind]}") from None


def _checked(name: str, value: Any) -> Any:
    kind = SETTINGS.get(name)
    if kind is None:
        raise OptionError(f"llm: there is no setting {in_short(name)}; there are {', '.join(SETTINGS)}")
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise OptionError(f"llm: {name}={in_short(value)} is not a {_KINDS[kind]}")
    return value


_KINDS = {str: "text", int: "whole number", float: "number"}
