"""Three Kingdoms' lists for its golden games: what they must show, and the § or ruling of all that they tell."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from dynasty_env.kit.state import Entry, State
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import Trace
from dynasty_env.three_kingdoms.material import (
    CLANS,
    COUNTRIES,
    FIRST_UNIT,
    FIRST_YEAR,
    GENERAL_NAMES,
    NO_ONE,
    SCENARIOS,
    STATS,
    VALUES,
    Check,
    Column,
    Method,
    Stat,
)
from dynasty_env.three_kingdoms.rules.nouns import area, country
from dynasty_env.three_kingdoms.views.public_table import points_of
from tests.golden.lists import Lists, cited
from tests.three_kingdoms.players import PLAYERS

ENDS = {1: "the end card", 2: "one is left", 3: "the last turn"}
FALLS = ("to a country", "to the clans", "by a card")


def wanted() -> frozenset[str]:
    """A whole game of each scenario and a campaign; every end; rounds of each method; every outcome of a check, and a
    check in each column; alliances with minor powers and clans; falls; heirs who enter."""
    return frozenset(
        {f"whole:{scenario}" for scenario in range(SCENARIOS + 1)}
        | {f"end:{end}" for end in ENDS.values()}
        | {f"method:{method.name.lower()}" for method in Method}
        | {f"check:{check.name.lower()}" for check in Check}
        | {f"column:{column.name.lower()}" for column in Column}
        | {f"fall:{fall}" for fall in (FALLS[0], FALLS[2])}
        | {"alliance:minor power", "alliance:clans", "clans march", "a joint army of seats", "a free general"}
    )


def shown(before: State, action: int, after: State) -> set[str]:
    """What a move has brought about, from what it told and the table before it."""
    entries = after.trace() if after.record["told"] else []
    return {*_of_fights(before, entries), *_of_countries(before, entries)}


def _of_fights(before: State, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.kind == Trace.ROUND:
            yield f"method:{Method(entry.value).name.lower()}"
        elif entry.kind == Trace.CHECKED:
            yield f"check:{Check(entry.value).name.lower()}"
            yield f"column:{Column(entry.object).name.lower()}"
        elif entry.kind == Trace.MARCHED and entry.subject == CLANS:
            yield "clans march"
        elif entry.kind == Trace.SPLIT:
            yield "a joint army of seats"


def _of_countries(before: State, entries: Sequence[Entry]) -> Iterator[str]:
    for entry in entries:
        if entry.kind == Trace.ENDED:
            yield f"end:{ENDS[entry.value]}"
            if not before.record["max_turns"]:
                yield f"whole:{before.record['scenario']}"
        elif entry.kind == Trace.FELL:
            yield f"fall:{FALLS[2 if entry.value == NO_ONE else entry.value == CLANS]}"
        elif entry.kind == Trace.ALLIED:
            yield "alliance:clans" if entry.object == CLANS else "alliance:minor power"
        elif entry.kind == Trace.ENTERED and not 0 <= entry.value < COUNTRIES:
            yield "a free general"


def _rolled(before: State, entry: Entry) -> str:
    return "§11.4" if entry.subject == Stat.DIPLOMACY else "§10.6"


def _allied(before: State, entry: Entry) -> str:
    return "§14.1" if entry.object == CLANS else "§13.2"


def _totals(before: State, entry: Entry) -> str:
    """The round that is fought, if the move has not begun another one."""
    return "§20.2, §20.5" if before.record["method"] == Method.BATTLE else "§21.2, §21.5"


def _checked(before: State, entry: Entry) -> str:
    return "§24.2" if entry.object >= Column.ADJACENT else "§19.6, §24.2"


def _went(before: State, entry: Entry) -> str:
    """Redeployment, or out of a fight."""
    return "§25.1" if before.phase.startswith(("redeploy", "setup")) else "§22.3"


def _entered(before: State, entry: Entry) -> str:
    return "§5.5" if 0 <= entry.value < COUNTRIES else "§5.5.7"


def _fell(before: State, entry: Entry) -> str:
    return "§26.5" if entry.value == NO_ONE else "§26.5, T18"


BY_CASE: Mapping[Trace, Callable[[State, Entry], str]] = {
    Trace.ROLLED: _rolled,
    Trace.ALLIED: _allied,
    Trace.TOTALS: _totals,
    Trace.CHECKED: _checked,
    Trace.WENT: _went,
    Trace.TROOPS_WENT: _went,
    Trace.ENTERED: _entered,
    Trace.FELL: _fell,
}
"""Entries whose § depends on the case."""


def section(before: State, entries: Sequence[Entry], place: int) -> str:
    """The § or ruling that an entry carries out. Raises KeyError where a kind has none."""
    kind = Trace(entries[place].kind)
    return cited(GAME, kind) or BY_CASE[kind](before, entries[place])


OF_GENERALS = (Trace.NAMED, Trace.CHECKED, Trace.DUEL)


def material(entries: Sequence[Entry]) -> list[str]:
    """The values of all generals who fight."""
    lines = ["| general | " + " | ".join(STATS) + " |", "|---|" + "--:|" * len(STATS)]
    found = {entry.subject for entry in entries if entry.kind in OF_GENERALS and entry.subject >= 0}
    for general in sorted(found, key=lambda each: GENERAL_NAMES[each]):
        numbers = ["–" if number < 0 else str(number) for number in VALUES[FIRST_UNIT[general]]]
        lines.append(f"| {GENERAL_NAMES[general]} | {' | '.join(numbers)} |")
    return [*lines, "", "Of generals with several units the first one's values are given."]


def position(state: State) -> list[str]:
    """Each country's areas, with troops and the number of generals; bans."""
    record = state.record
    lines = []
    for owner in [*range(COUNTRIES), CLANS]:
        held = [each for each in range(len(record["control"])) if record["control"][each] == owner]
        if held:
            told = ", ".join(f"{area(each)} {record['troops'][each]}" for each in held)
            seat = int(record["country_seat"][owner]) if owner != CLANS else NO_ONE
            whose = f" (seat {seat})" if seat != NO_ONE else ""
            points = f", {points_of(record, owner)} points" if owner != CLANS else ""
            lines.append(f"{country(owner)}{whose}{points}: {told}")
    return lines


def heading(state: State) -> str:
    """The turn and its year."""
    turn = int(state.record["turn"])
    return f"Turn {turn}, {FIRST_YEAR + turn - 1}"


LISTS = Lists(
    game=GAME,
    told=Trace,
    wanted=wanted,
    shown=shown,
    section=section,
    material=material,
    position=position,
    turns=lambda entry: entry.kind == Trace.TURN,
    players=PLAYERS,
    heading=heading,
    result="T67, T68",
)
