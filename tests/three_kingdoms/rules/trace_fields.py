"""What entries of the trace and frames of the stack mean, field by field, and a check that they say nothing else.

Every move that the rule tests play goes through `check`. So a trace entry that names the wrong thing, or tells of
something that has not happened, fails the test that plays the move; a frame carries numbers only for a step that reads
them; and no move leaves a table that breaks one of the audit's truths.
"""

from collections.abc import Sequence
from typing import Any

from dynasty_env.kit.engine.table import EVERYBODY
from dynasty_env.kit.state import Entry, State
from dynasty_env.three_kingdoms import material as m
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Reach, Step, Trace
from dynasty_env.three_kingdoms.table import DIRECTED, MARKERS
from tests.entries import fields_of, frame_of, in_words

MORE = {
    Trace.PLAYS: "seat country - -",
    Trace.ENTERED: "- person area host",
    Trace.MARKER: "- - - marker",
    Trace.GREW: "- owner - areas",
    Trace.LEVIED: "- owner area strength",
    Trace.RAISED: "- - area one",
    Trace.ASKED: "seat power country -",
    Trace.ANSWERED: "seat country power flag",
    Trace.ALLIED: "- power owner first",
    Trace.BANNED: "seat power side sign",
    Trace.ALLOWED: "- power country allowed",
    Trace.INVADED: "- power area owner",
    Trace.MARCHED: "- owner area troops",
    Trace.STAYED: "- owner area -",
    Trace.PROXY: "seat - - owner",
    Trace.SPLIT: "seat country - split",
    Trace.DUEL: "- duellist duellist ahead",
    Trace.WALKOVER: "- duellist - valour",
    Trace.TOTALS: "- total total -",
    Trace.PURSUED: "- army - pursuit",
    Trace.DESTROYED: "- army - flag",
    Trace.TROOPS_WENT: "- owner area troops",
    Trace.CONTROLS: "- holder area -",
    Trace.REDEPLOYED: "seat owner area area",
}
"""Kinds of entries whose numbers are more than the nouns that they are declared with: what seat, subject, object and
value are; - is nothing, and 0."""

RANGES: dict[str, Sequence[int]] = dict.fromkeys((stat.name.lower() for stat in m.Stat), range(9)) | {
    "-": range(1),
    "country": range(m.COUNTRIES),
    "power": range(m.COUNTRIES),
    "owner": range(m.OWNERS),
    "holder": range(-1, m.OWNERS),
    "host": range(-1, m.COUNTRIES),
    "conqueror": range(-1, m.OWNERS),
    "area": range(m.AREAS),
    "first": range(m.AREAS),
    "side": m.OPEN_SIDE.tolist(),
    "person": range(m.GENERALS),
    "duellist": range(-1, m.GENERALS),
    "unit": range(1, 3),
    "turn": range(1, m.TURNS + 1),
    "period": range(m.PERIODS),
    "card": range(m.CARDS),
    "marker": range(MARKERS),
    "count": range(m.OPEN_SIDES + 1),
    "areas": range(m.AREAS + 1),
    "strength": range(1, 7),
    "stat": tuple(m.Stat),
    "sum": range(1, 12),
    "face": range(1, 7),
    "one": range(1, 2),
    "flag": range(2),
    "points": range(m.POINTS_OF_SUCCESS, 200),
    "sign": (1, -1),
    "allowed": (5, -2),
    "troops": range(1, 20_001),
    "round": range(1, m.MOST_ROUNDS + 1),
    "generals": (1, 2, 3, 5),
    "method": range(3),
    "split": range(1, 3),
    "army": range(2),
    "ahead": range(-13, 14),
    "valour": range(6),
    "total": range(200),
    "column": range(len(m.Column)),
    "check": range(len(m.Check)),
    "pursuit": range(6),
    "reason": range(1, 4),
    "named": range(m.GENERALS + 1),
    "hundreds": range(200),
    "duellists": range(5),
    "picked": range(3),
    "reach": range(len(Reach)),
    "area and reach": range(len(Reach) * m.AREAS),
    "group": range(DIRECTED + 1),
    "directed": range(-1, DIRECTED),
    "cards": range(1, m.CARDS_OF_TURN + 1),
    "part": range(m.PARTS),
    "both": range(2),
    "cleared": range(2),
}
"""What a field may hold; `seat` depends on the table."""
SAYS = fields_of(GAME, RANGES, MORE, seat="-")
"""What seat, subject, object and value are in all kinds of entries."""

OWNERS = (*m.COUNTRY_NAMES, "clans", "thaw", "nobody")  # -1, the last
PERSONS = (*m.GENERAL_NAMES, "clansman")
SIDES = [f"{m.AREA_NAMES[one]}-{m.AREA_NAMES[other]}" for one, other in m.SIDE_ENDS]
NAMES: dict[str, Sequence[str]] = (
    dict.fromkeys(("country", "power", "owner", "holder", "host", "conqueror", "marker"), OWNERS)
    | dict.fromkeys(("area", "first"), (*m.AREA_NAMES, "nowhere"))
    | dict.fromkeys(("person", "duellist"), PERSONS)
    | {"side": SIDES, "army": ("attackers", "defenders"), "flag": ("no", "yes")}
    | {kind.__name__.lower(): [each.name.lower().replace("_", "-") for each in kind]
       for kind in (m.Stat, m.Column, m.Check, m.Method)}
)  # fmt: skip
"""What the numbers of a field are called."""


def story(entries: Sequence[Entry], *kinds: Trace) -> list[tuple[Any, ...]]:
    """What entries say, in words: ``("levied", "Dong Zhuo", "Luoyang", 5)``; without the seat of a country."""
    told = ((Trace(entry.kind), entry) for entry in entries if not kinds or entry.kind in kinds)
    lines = (
        in_words(entry, kind, SAYS[kind].replace("seat ", "- ", kind != Trace.PROXY), NAMES) for kind, entry in told
    )
    return [(line[0].lower(), *line[1:]) for line in lines]


def check(state: State) -> None:
    """Fail where the last move tells something that no entry may say or that has not come true, a frame carries a
    number for nobody, or the table breaks one of the audit's truths."""
    check_fields(state)
    assert not (broken := state.call("audit")), state.game.truths[broken - 1].words


def check_fields(state: State) -> None:
    """The same of a table that the book does not know, which the audit may refuse."""
    seats, record = state.num_players, state.record
    ranges = RANGES | {"seat": range(seats)}
    entries: list[list[int]] = record["trace"][: record["trace_length"]].tolist() if record["told"] else []
    for kind, seat, subject, object_, value, audience in entries:
        told = Trace(kind)
        for field, number in zip(SAYS[told].split(), (seat, subject, object_, value), strict=True):
            assert number in ranges[field], f"{told.name}: {number} is no {field}"
        assert audience in (EVERYBODY, (1 << m.SEATS) - 1), f"{told.name} is seen by {audience:b}"
        if SAYS[told].startswith("seat") and told not in OF_OTHERS:
            assert seat == record["country_seat"][subject], f"{told.name}: seat {seat} does not play it"
    came_true(record, entries)
    frames: list[list[int]] = record["stack"][: record["depth"]].tolist()
    if not state.done:
        frames.append([int(record[name]) for name in ("step", "seat", "a", "b")])
    for step, seat, a, b in frames:
        firsts, seconds = frame_of(GAME, step, RANGES)
        assert 0 <= seat < seats and a in firsts and b in seconds, f"{Step(step).name}: {seat} {a} {b}"


OF_OTHERS = (Trace.PROXY, Trace.REDEPLOYED, Trace.ANSWERED)
"""Entries whose seat is not that of their subject: who stands in, who directs, and, if the country that was asked is
laid by hand, who answers."""
UPSETS = (Trace.CHECKED, Trace.LEFT, Trace.FELL)
"""After these, generals and rulers may be elsewhere without a word."""
SPENDS = (Trace.BANNED, Trace.ALLOWED, Trace.ALLIED, Trace.MARKER)


def came_true(record: Any, entries: Sequence[Sequence[int]]) -> None:
    """The last that a move tells of an area, a general or a country is what lies on the table, if nothing that it tells
    afterwards can have changed it."""
    now: dict[tuple[str, int], tuple[int, str]] = {}
    for kind, _, subject, object_, value, _ in entries:
        told = Trace(kind)
        if told in UPSETS:
            now = {key: each for key, each in now.items() if key[0] == "control" and told != Trace.FELL}
        if told in SPENDS:
            now.pop(("points", 0), None)
        said: dict[tuple[str, int], int] = {}
        if told == Trace.CONTROLS:
            said = {("control", object_): subject}
        elif told == Trace.ENTERED:
            said = {("area", subject): object_, ("country", subject): value}
        elif told == Trace.WENT:
            said = {("area", subject): object_}
        elif told == Trace.EXILED:
            now.pop(("area", subject), None)
            said = {("country", subject): value}
        elif told == Trace.RULER:
            said = {("ruler", subject): object_}
        elif told == Trace.POINTS:
            said = {("points", 0): value}
        now |= {key: (number, told.name) for key, number in said.items()}
    for (field, which), (number, name) in now.items():
        there = record[field] if field == "points" else record[field][which]
        assert there == number, f"{name}: {field} of {which} is {there}, and not {number}"
