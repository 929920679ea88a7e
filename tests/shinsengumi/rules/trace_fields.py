"""What entries of the trace and frames of the stack mean, field by field, and a check that they say nothing else.

Every move that the rule tests play goes through `check`. So a trace entry that names the wrong thing, or that the
wrong seats may see, fails the test that plays the move; a frame carries numbers only for a step that reads them; and no
move leaves a table on which a piece or stone is in two places (the audit).
"""

from collections.abc import Sequence
from typing import Any

from dynasty_env.kit.engine.table import EVERYBODY
from dynasty_env.kit.state import Entry, State
from dynasty_env.shinsengumi.ids import Step, Trace
from dynasty_env.shinsengumi.material import CELL_NAMES, COLOUR_NAMES, EVENT_NAMES, PERSON_NAMES, TURNS, Failure
from tests.entries import in_words

SAYS = {
    Trace.PLACED: "- person cell -",
    Trace.PICKED: "seat person - -",
    Trace.TURN: "seat - - turn",
    Trace.DREW: "seat - - count",
    Trace.DRAWN: "seat count count -",
    Trace.TURNED_UP: "seat event - -",
    Trace.EVENT_PLACED: "seat event cell -",
    Trace.ATTACHED: "seat event person -",
    Trace.KEPT: "seat event - -",
    Trace.EVENT_GONE: "- event - -",
    Trace.DANCED: "- - goal face",
    Trace.NAMED: "seat person - -",
    Trace.LAID: "seat person arrow colour",
    Trace.WAITS_FAILED: "- person - -",
    Trace.MOVED: "- person cell arrow",
    Trace.CHECKED: "- person bushido face",
    Trace.FAILED: "- person failure -",
    Trace.SLID: "- person cell -",
    Trace.ROLLED: "- person - face",
    Trace.AIMED: "seat person - -",
    Trace.BULLIED: "seat person - -",
    Trace.BLOOD: "- person - -",
    Trace.FOUGHT: "- person event face",
    Trace.DIE: "- - event face",
    Trace.WOUNDED: "- person - -",
    Trace.DOOMED: "- person - -",
    Trace.SAVED: "seat person - -",
    Trace.REMOVED: "- person - -",
    Trace.DESERTED: "- person - -",
    Trace.LOST_STONES: "seat - - stones",
    Trace.OUT: "seat - - -",
    Trace.TURN_PASSED: "seat - - -",
    Trace.DROPPED: "- event - -",
    Trace.ENDED: "- count count victor",
}
"""For each kind of entry what its seat, subject, object and value are; - is nothing, and 0."""

RANGES = {
    "-": range(1),
    "person": range(len(PERSON_NAMES)),
    "event": range(len(EVENT_NAMES)),
    "cell": range(len(CELL_NAMES)),
    "goal": range(-1, len(CELL_NAMES)),
    "arrow": range(4),
    "colour": range(2),
    "face": range(1, 7),
    "bushido": range(1, 7),
    "failure": range(len(Failure)),
    "count": range(100),
    "stones": range(1, 100),
    "turn": range(1, TURNS + 1),
}
"""What a field may hold; `seat` and `victor` depend on the table."""

READS = {Step.WAIT: "passes", Step.ISHIDA: "person", Step.REMOVAL: "person"}
"""Steps that read the first number of their frame; the second is read by none, and what is not read is 0."""

FLAGS = ("due", "facing", "done", "told")
"""Fields of the table that say yes or no."""


def check(state: State) -> None:
    """Fail where the last move tells something that no entry may say, a frame carries a number for nobody, or the table
    breaks one of the audit's truths."""
    seats, record = state.num_players, state.record
    if record["told"]:
        for kind, seat, subject, object_, value, audience in record["trace"][: record["trace_length"]].tolist():
            told = Trace(kind)
            for field, number in zip(SAYS[told].split(), (seat, subject, object_, value), strict=True):
                may = {"seat": range(seats), "victor": range(-1, seats)}.get(field) or RANGES[field]
                assert number in may, f"{told.name}: {number} is no {field}"
            own = told == Trace.DRAWN and record["hidden_stones"]
            assert audience == (1 << seat if own else EVERYBODY), f"{told.name} is seen by {audience:b}"
    frames = record["stack"][: record["depth"]].tolist()
    if not state.done:
        frames.append([int(record[name]) for name in ("step", "seat", "a", "b")])
    for step, seat, a, b in frames:
        most = {"passes": seats - 1, "person": len(PERSON_NAMES) - 1}.get(READS.get(Step(step), ""), 0)
        assert 0 <= seat < seats and 0 <= a <= most and b == 0, f"{Step(step).name}: {seat} {a} {b}"
    for flag in FLAGS:
        assert set(record[flag].ravel().tolist()) <= {0, 1}, flag
    for pile in ("person_pile", "event_pile"):
        assert not record[pile][record[f"{pile}_size"] :].any(), f"something is left above the top of {pile}"
    assert not (broken := state.call("audit")), state.game.truths[broken - 1].words


NAMES: dict[str, Sequence[str]] = {
    "person": PERSON_NAMES,
    "event": EVENT_NAMES,
    "cell": CELL_NAMES,
    "goal": (*CELL_NAMES, "stays"),  # -1
    "colour": COLOUR_NAMES,
    "failure": tuple(failure.name.lower() for failure in Failure),
}


def story(entries: Sequence[Entry], *kinds: Trace) -> list[tuple[Any, ...]]:
    """What entries say, in words: ``("MOVED", "Okita Soji", "3.3", 0)``; only those of some kinds, if any are given."""
    return [in_words(e, Trace(e.kind), SAYS[Trace(e.kind)], NAMES) for e in entries if not kinds or e.kind in kinds]
