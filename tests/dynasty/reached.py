"""Each phase of Dynasty, reached as the position of its name says, mostly in `rules/ch7_phases.txt`."""

import json
import re
from pathlib import Path
from typing import Any

from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State
from tests.dynasty.rules.positions import Table, lay
from tests.positions import positions

REACHED = {
    position.title: {line.keyword: line.text for line in position.lines}
    for text in sorted((Path(__file__).parent / "rules").glob("*.txt"))
    for position in positions(text.read_text(encoding="utf-8"))
    if position.title in GAME.phase_names.values()
}
"""By phase: the table that is `given`, and `when` it is asked."""
EXPANSION = tuple(phase for phase, lines in REACHED.items() if "witches" in lines["given"])
TRIES = 100


def reached(phase: str, seed: int = 1, **options: Any) -> State:
    """A game in which this phase is asked. Where dice decide, the first of some seeds that leads there."""
    given, when = REACHED[phase]["given"], REACHED[phase].get("when", "")
    given = " | ".join([given, *(f"{name}={json.dumps(value)}" for name, value in options.items())])
    actions = [Table.short[action] for action in re.sub(r" \(.+?\)", "", when).split(", ") if action]
    word = "dealt" if given.startswith("dealt") else "seed"
    for tried in range(seed, seed + TRIES):
        state = lay(f"{given} | {word} {tried}")
        if all(_go_on(state, action) for action in actions) and _go_on(state, phase=phase):
            return state
    raise AssertionError(f"{phase} is never asked")


def _go_on(state: State, action: str = "", phase: str = "") -> bool:
    """Play `action`, or go on to `phase`; before that what goes by itself. False where something else is asked."""
    while state.phase != phase and GAME.action_ids.get(action) not in state.legal():
        legal = state.legal()
        if len(legal) != 1:
            return False
        state.play(int(legal[0]))
    if action:
        state.play(action)
    return True
