"""What entries of the trace mean, field by field, and a check that they say nothing else.

Every move that the rule tests play goes through `check`. So a trace entry that names the wrong thing, or that the
wrong seats may see, fails the test that plays the move; a frame carries numbers only for a step that reads them; and no
move leaves a table that breaks one of the audit's truths.
"""

from collections.abc import Sequence
from typing import Any

from dynasty_env.figures.ids import Step, Trace
from dynasty_env.figures.material import CARDS, CARDS_NAMED, SHEET_NAMES, SHEETS, STAT_NAMES, STATS, WEAPONS, Feeling
from dynasty_env.kit.engine.table import EVERYBODY
from dynasty_env.kit.state import Entry, State
from tests.entries import in_words

SAYS = {
    Trace[kind]: says
    for says, kinds in {
        "seat figure sheet -": "SHEET",
        "seat figure stat count": "STAT",
        "seat - - turn": "ORDER",
        "seat figure - -": "LEADER KEPT DOUBLED OUT",
        "seat figure x y": "PLACED MOVED THROWN",
        "seat figure - direction": "FACED SPUN",
        "- - - round": "ROUND",
        "- - - count": "SHUFFLED",
        "seat figure - count": "DREW PLOTTED LEFT_OVER",
        "seat figure card -": "DRAWN GIVEN TURNED_UP CANCELLED TURN DROPPED",
        "seat figure - one": "GAVE",
        "seat figure weapon pose": "POSED",
        "seat figure other way": "SEEN",
        "seat figure - number": "NUMBER",
        "seat figure edge angle": "SIDE",
        "seat figure edge count": "ALLOWED",
        "seat figure other weapon": "ATTACKED HELD SHOT",
        "seat figure drawn -": "MISSED",
        "seat figure count count": "CHECK DAMAGE",
        "- - card hit": "CARD",
        "seat figure met count": "COLLIDED",
        "seat figure card feeling": "FELT",
        "seat figure drawn count": "FURY",
        "- - - winners": "ENDED",
    }.items()
    for kind in kinds.split()
}
"""For each kind of entry what its seat, subject, object and value are; - is nothing, and 0."""

LOWERED = 999
RANGES: dict[str, Sequence[int]] = {
    "-": range(1),
    "sheet": range(SHEETS),
    "stat": range(STATS),
    "turn": range(4),
    "round": range(1, 31),
    "count": range(109),
    "one": (1,),
    "card": range(CARDS),
    "drawn": range(-1, CARDS),
    "weapon": range(WEAPONS),
    "pose": (*range(-90, 91, 15), LOWERED),
    "direction": range(0, 360, 15),
    "angle": range(-345, 346, 15),
    "number": range(1, 14),
    "edge": range(12),
    "way": (1, 2),
    "hit": (0, 1),
    "feeling": range(len(Feeling)),
    "x": range(60, 2341),
    "y": range(60, 2341),
}
"""What a field may hold; seats, figures, what is met, and winners depend on the table."""

OWN = (Trace.DRAWN, Trace.GIVEN)
"""What the seat alone is told."""

FLAGS = ("standing", "used_up", "before", "passed", "open_stats", "mixed", "posing", "doubled", "lost", "fresh",
         "again", "done", "told")  # fmt: skip
"""Fields of the table that say yes or no."""

READS = {
    Step.POINTS: ("figure", "stat"), Step.PLACE_X: ("figure", "0"), Step.PLACE_Y: ("figure", "length"),
    Step.PLACE_HEADING: ("figure", "0"), Step.GIVE: ("figure", "0"), Step.POSE: ("figure", "weapon"),
    Step.PLOT: ("figure", "0"), Step.JOKER: ("figure", "0"), Step.DROP_PLOT: ("figure", "0"),
    Step.JOKER_NUMBER: ("figure", "0"), Step.TURN_DIRECTION: ("figure", "0"), Step.TURN_EDGE: ("figure", "step"),
    Step.HEADING: ("figure", "0"), Step.DISTANCE: ("figure", "0"), Step.ATTACK: ("figure", "flag"),
    Step.SHOOT: ("figure", "weapon"), Step.POSING: ("figure", "next"), Step.PLOTTING: ("figure", "0"),
    Step.TURN: ("figure", "0"), Step.NOTICE: ("place", "0"), Step.GO: ("figure", "0"), Step.WAY: ("figure", "0"),
    Step.MOTION: ("figure", "0"), Step.SHOTS: ("figure", "next"), Step.TURN_OVER: ("figure", "0"),
}  # fmt: skip
"""What a frame's two numbers are, by step; both are 0 for the others."""


def check(state: State) -> None:
    """Fail where the last move tells something that no entry may say, a frame carries a number for nobody, or the table
    breaks one of the audit's truths."""
    record = state.record
    if record["told"]:
        for entry in record["trace"][: record["trace_length"]].tolist():
            check_entry(state, entry)
    check_frames(state)
    for flag in FLAGS:
        assert set(record[flag].ravel().tolist()) <= {0, 1}, flag
    assert not record["pack"][record["pack_size"] :].any(), "something is left above the top of the pack"
    for figure, count in enumerate(record["plot_count"].tolist()):
        assert not record["plots"][figure][count:].any(), "something is left behind the row of plots"
    assert not (broken := state.call("audit")), state.game.truths[broken - 1].words


def check_entry(state: State, entry: Sequence[int]) -> None:
    """Fail where a trace entry says what it may not, or to whom it may not."""
    seats = state.num_players
    figures = seats * int(state.record["figures"])
    kind, seat, subject, object_, value, audience = entry
    told = Trace(kind)
    depends = {"seat": range(seats), "figure": range(figures), "other": range(figures), "met": range(-1, figures),
               "winners": range(1, 1 << seats)}  # fmt: skip
    for field, number in zip(SAYS[told].split(), (seat, subject, object_, value), strict=True):
        assert number in (depends.get(field) or RANGES[field]), f"{told.name}: {number} is no {field}"
    if SAYS[told].startswith("seat figure"):
        assert subject // int(state.record["figures"]) == seat, f"{told.name}: figure {subject} is not of seat {seat}"
    assert audience == (1 << seat if told in OWN else EVERYBODY), f"{told.name} is seen by {audience:b}"


def check_frames(state: State) -> None:
    """Fail where a frame carries a number for nobody."""
    record = state.record
    figures = state.num_players * int(record["figures"])
    frames = record["stack"][: record["depth"]].tolist()
    if not state.done:
        frames.append([int(record[name]) for name in ("step", "seat", "a", "b")])
    ranges = {"0": range(1), "figure": range(figures), "stat": range(STATS), "length": range(49), "place": range(17),
              "weapon": range(WEAPONS), "next": range(WEAPONS + 1), "step": range(5), "flag": range(2)}  # fmt: skip
    for step, seat, *numbers in frames:
        for what, number in zip(READS.get(Step(step), ("0", "0")), numbers, strict=True):
            assert number in ranges[what], f"{Step(step).name}: {number} is no {what}"
        assert 0 <= seat < state.num_players


NAMES: dict[str, Sequence[str]] = {
    "sheet": SHEET_NAMES,
    "stat": STAT_NAMES,
    "card": CARDS_NAMED,
    "drawn": CARDS_NAMED,
    "feeling": tuple(feeling.name.lower() for feeling in Feeling),
}


def story(entries: Sequence[Entry], *kinds: Trace) -> list[tuple[Any, ...]]:
    """What entries say, in words: ``("MOVED", 0, 0, 550, 800)``; only those of some kinds, if any are given."""
    return [in_words(e, Trace(e.kind), SAYS[Trace(e.kind)], NAMES) for e in entries if not kinds or e.kind in kinds]
