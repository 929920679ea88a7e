"""The packages `agents` and `training`, which come with this one: are they there, or are others of that name?

Both names stand at the top level, and other projects use them, too: OpenAI's Agents SDK is a package `agents`. Two
packages of one name cannot be installed in one environment.
"""

import warnings
from importlib.util import find_spec

PACKAGES = ("agents", "training")
MARK = "dynasty-env"
"""Stands in the first line of each of ours."""


def foreign_packages() -> dict[str, str]:
    """Packages that Python finds in place of ours, by name: where they lie. They are not imported."""
    places = {name: _place_of(name) for name in PACKAGES}
    return {name: place for name, place in places.items() if place is not None and not _is_ours(place)}


def explanation(foreign: dict[str, str]) -> str:
    """What is wrong and what would be right, for people."""
    listed = " and ".join(f"the package {name!r} in {place}" for name, place in foreign.items())
    return (
        f"{listed} shadows a package of dynasty-env. Bots and commands need dynasty-env's own packages "
        "'agents' and 'training': use a virtual environment without the other package (OpenAI's Agents SDK, "
        "'openai-agents', is called 'agents'), or run from a folder without a file or folder of that name"
    )


def warn_of_foreign_packages() -> None:
    """Warn if another package lies in the way. The environments alone work without ours."""
    foreign = foreign_packages()
    if foreign:
        warnings.warn(explanation(foreign), stacklevel=3)


def _place_of(name: str) -> str | None:
    """The file that would be imported by this name; None: there is none."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # half imported, or made by hand
        return None
    if spec is None:
        return None
    return spec.origin or next(iter(spec.submodule_search_locations or []), None)


def _is_ours(place: str) -> bool:
    try:
        with open(place, encoding="utf-8") as file:
            return MARK in file.readline()
    except (OSError, ValueError):
        return False
