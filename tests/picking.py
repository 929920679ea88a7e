"""Printed cards of Europe's games by their names."""

import csv
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "dynasty_env" / "europe" / "data"


@cache
def _cards() -> dict[str, dict[str, Any]]:
    rows: dict[str, dict[str, Any]] = {}
    for file in ("persons.csv", "countries.csv"):
        with (DATA / file).open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                rows[row["name"]] = {key: int(value) if value.isdigit() else value for key, value in row.items()}
    return rows


def card(name: str) -> dict[str, Any]:
    """All that is printed on a person's or a country's card."""
    return _cards()[name]
