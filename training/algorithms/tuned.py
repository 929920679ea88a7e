"""Settings chosen by tuning (`dynasty tune`): read by every command that trains an algorithm by name."""

import tomllib
from pathlib import Path
from typing import Any

from dynasty_env.kit.errors import SaveError, in_short

HERE = Path(__file__).parent
FOLDERS = (HERE.parents[1] / "docs" / "benchmark" / "settings", HERE / "settings")
"""Their folders in the repository and in an installed package."""


def file_of(name: str) -> Path:
    """The file of an algorithm's tuned settings, whether or not it exists."""
    there = [folder for folder in FOLDERS if folder.is_dir()]
    return (there[0] if there else FOLDERS[0]) / f"{name}.toml"


def tuned(name: str) -> dict[str, Any]:
    """An algorithm's tuned settings; empty if it has not been tuned. Raises SaveError for a broken file."""
    file = file_of(name)
    if not file.is_file():
        return {}
    try:
        settings: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))["settings"]
    except (OSError, ValueError, KeyError) as error:
        raise SaveError(f"{file} holds no settings: {in_short(error)}") from error
    return settings
