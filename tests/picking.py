"""Printed cards by what is printed on them, for tests that need certain numbers and no certain person.

``someone(religion="P", prestige=1, sex="m")`` is the first such person, ``somewhere(power=2)`` the first such country;
a tuple stands for one of several: ``religion=("CC", "C")``. A retuning of the cards gives them other names, and only
where nobody has such numbers any more does a test say so. Suleiman I and the Ottoman Empire, which come and go
together (§11-02), are never picked, nor are the persons of the expansion.
"""

from __future__ import annotations

import csv
from collections.abc import Collection
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "dynasty_env" / "europe" / "data"


@cache
def _cards(file: str) -> dict[str, dict[str, Any]]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return {
            row["name"]: {key: int(value) if value.isdigit() else value for key, value in row.items()}
            for row in csv.DictReader(lines)
        }


def card(name: str) -> dict[str, Any]:
    """All that is printed on a person's or a country's card."""
    return (_cards("persons.csv") | _cards("countries.csv"))[name]


def _first(file: str, without: Collection[str], wanted: dict[str, Any]) -> str:
    allowed = {key: value if isinstance(value, tuple) else (value,) for key, value in wanted.items()}
    for name, row in _cards(file).items():
        if name not in without and all(row[key] in values for key, values in allowed.items()):
            return name
    raise LookupError(f"{file} has no card with {wanted}, apart from {', '.join(without)}")


def someone(*, without: Collection[str] = (), **wanted: Any) -> str:
    """The first person, apart from those given, on whose card all this is printed."""
    return _first("persons.csv", {*without, "Suleiman I", *_expansion()}, wanted)


@cache
def _expansion() -> frozenset[str]:
    """Persons who never lived (D-R23)."""
    return frozenset(name for name, row in _cards("persons.csv").items() if not row["born"])


def somewhere(*, without: Collection[str] = (), **wanted: Any) -> str:
    """The first country, apart from those given, on whose card all this is printed."""
    return _first("countries.csv", {*without, "Ottoman Empire"}, wanted)


def countries_apart(difference: int) -> tuple[str, str]:
    """Two countries, the first of so much more power than the second."""
    for more, less in permutations(_cards("countries.csv"), 2):
        if "Ottoman Empire" not in (more, less) and card(more)["power"] - card(less)["power"] == difference:
            return more, less
    raise LookupError(f"no two countries differ by {difference} in power")
