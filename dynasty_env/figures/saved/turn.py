"""The part of a save file that describes the state of the acting figure's turn."""

from typing import Any

from dynasty_env.figures.material import FIGURES, NOBODY, WEAPONS
from dynasty_env.figures.rules.turn import Mode

FLAGS = ("doubled", "lost", "fresh", "again")
LENGTHS = ("left", "aim")


def turn_of(record: Any) -> dict[str, Any]:
    """The turn as it is written in a save file."""
    return {
        "figure": _figure(record["actor"]),
        "number": int(record["number"]),
        **{name: bool(record[name]) for name in FLAGS},
        "sighted": [figure for figure in range(FIGURES) if record["sighted"] >> figure & 1],
        "passed": [[other for other in range(FIGURES) if record["passed"][weapon][other]] for weapon in range(WEAPONS)],
        "moving": Mode(int(record["moving"])).name.lower(),
        "sense": int(record["sense"]),
        "span": float(record["span"]).hex(),
        "from": [float(record["from_x"]).hex(), float(record["from_y"]).hex()],
        "from_steps": int(record["from_steps"]),
        "to": [float(record["to_x"]).hex(), float(record["to_y"]).hex()],
        "to_steps": int(record["to_steps"]),
        "edge": int(record["edge"]),
        "mobility": int(record["mobility"]),
        **{name: float(record[name]).hex() for name in LENGTHS},
        "weapon": int(record["weapon"]),
        "target": _figure(record["target"]),
    }


def _figure(number: int) -> int | None:
    return None if number == NOBODY else int(number)
