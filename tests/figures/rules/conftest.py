"""Words in which the rule tests of the figure duel lay a table, play on it, and stack the pack.

A test of the rulebook reads Given / When / Then::

    @pytest.mark.rule("§05-06")
    def test_numbers_above_the_spirit_do_damage() -> None:
        state = duel(fig("Fencer", 8, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 11, 8), pack="S7 S6 SA SK C2")
        after = played(state, "length:1", "yes")  # when
        assert damage(after, 1) == 2  # then

`fig(sheet, x, y, look=…, row=…, poses=…, **fields)` is a figure of a save file: `look` in steps of 15° clockwise from
the right, `row` its plots from the left, `poses` its weapons in steps from ahead, or `LOW`; without a row it has one
card that acts late. `duel(*figures, pack=…, **fields)` is a `State` with these plots turned up, at its first decision;
`pack` lists cards from the top; other fields are a save file's, and the game's options by name. **Forced decisions are
asked** unless a test says otherwise. `played` returns a copy on which actions have been played by name.
The room is 16 w wide, and the middle of it (8, 8).
"""

from __future__ import annotations

from typing import Any

from dynasty_env.figures.game import GAME
from dynasty_env.figures.steps import Trace
from dynasty_env.kit.state import Entry, State
from tests.figures.rules import trace_fields

OPTIONS = {option.name for option in GAME.options}
LOW = "lowered"
IDLE = "D2"
"""The plot of a figure that a test is not about."""


def fig(sheet: str, x: float, y: float, look: int = 0, row: str = IDLE, poses: Any = (LOW, LOW), **fields: Any) -> Any:
    """A figure of a save file."""
    given = {"sheet": sheet, "x": x, "y": y, "steps": look, "row": row.split(), "poses": list(poses)}
    if sheet == "Brawler" and "poses" not in fields:
        given["poses"] = [poses[0], 0]
    return given | fields


def duel(*figures: Any, pack: str = "", **fields: Any) -> State:
    """A table at its first decision (see the module's docstring)."""
    options = {name: fields.pop(name) for name in list(fields) if name in OPTIONS}
    each = options.get("figures", 1)
    seats = [{"places": n, **({"leader": n * each} if each > 1 else {})} for n in range(len(figures) // each)]
    spare = iter(("H9", "H7", "H6", "D9", "D7", "D6"))
    for figure in figures[1:]:
        if figure["row"] == [IDLE] and figure is not figures[-1]:
            figure["row"] = [next(spare)]
    saved = {
        "game": GAME.name,
        "options": {"ask_forced": True, **options},
        "phase": "acting",
        "seats": seats,
        "figures": list(figures),
        "pack": pack.split(),
        **fields,
    }
    state = GAME.from_dict(saved, backend="interpreted")
    trace_fields.check(state)
    return state


def played(state: State, *actions: str) -> State:
    """A copy on which these have been played; what is told is checked for saying what it means (`trace_fields`)."""
    after = state.clone()
    for action in actions:
        after.play(action)
        trace_fields.check(after)
    return after


def names(state: State) -> list[str]:
    """The legal actions by name."""
    return [GAME.action_names[action] for action in state.legal()]


def told(state: State, *kinds: Trace) -> list[Entry]:
    """What the last move told of some kinds."""
    return [entry for entry in state.trace() if entry.kind in kinds]


def damage(state: State, figure: int) -> int:
    """What a figure has taken."""
    return int(state.record["damage"][figure])


def place(state: State, figure: int) -> tuple[float, float]:
    """Where a figure stands, to a billionth."""
    return round(float(state.record["x"][figure]), 9), round(float(state.record["y"][figure]), 9)


def looks(state: State, figure: int) -> tuple[float, float]:
    """Where a figure looks."""
    view = state.view(None)["figures"][figure]["heading"]
    return round(view[0], 6), round(view[1], 6)


def actor(state: State) -> int:
    """The acting figure; -1: nobody."""
    return int(state.record["actor"])


def stands(state: State, figure: int) -> bool:
    """Whether a figure is in the room."""
    return bool(state.record["standing"][figure])
