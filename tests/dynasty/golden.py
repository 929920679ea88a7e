"""Dynasty's lists for its golden games: what they must show, and the § of all that they tell."""

from collections.abc import Mapping, Sequence

from dynasty_env.dynasty import ids
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import ACTION_NAMES, Trace
from dynasty_env.dynasty.material import COLOUR_NAMES, COUNTRY_NAMES, EVENT_NAMES, PERSON_NAMES, POPE, Ability
from dynasty_env.kit.state import Entry, State
from tests.dynasty.abilities_used import abilities_used
from tests.dynasty.citations import further, of_decision
from tests.dynasty.players import PLAYERS, twins
from tests.golden.lists import Lists, cited
from tests.picking import card

ENDS = {1: "end:a", 2: "end:b", 4: "end:c"}
"""§07-01: the bits of the reasons."""


def wanted() -> frozenset[str]:
    """Every end, a shared win where two persons can tie in everything, the use of every ability and event."""
    shared = {"end:shared win"} if twins() else set()
    abilities = {f"ability:{ability.name.lower()}" for ability in Ability if ability != Ability.NONE}
    events = {f"event:{name}" for name in EVENT_NAMES}
    return frozenset({*ENDS.values(), "end:everybody ruined"} | shared | abilities | events)


def shown(before: State, action: int, after: State) -> set[str]:
    """Ends, and abilities that made a difference."""
    found = {f"ability:{ability.name.lower()}" for ability in abilities_used(before, action, after)}
    found |= {f"event:{EVENT_NAMES[e.subject]}" for e in after.trace() if e.kind == Trace.EVENT_PLAYED}
    if after.done:
        (reasons,) = [entry.value for entry in after.trace() if entry.kind == Trace.ENDED]
        found |= {name for bit, name in ENDS.items() if reasons & bit}
        scores, winners = after.scores(), int((after.returns("win") > 0).sum())
        found |= {"end:everybody ruined"} if not any(scores) else set()
        found |= {"end:shared win"} if winners > 1 else set()
    return found


ROLLS = (Trace.SUPPLIED, Trace.DIE, Trace.OUTCOME)
"""Entries that are after what `Trace.NEEDS` is after: the success value and the dice of the action."""
DREW = {"set-up": "§08-01", "": "§08-02-01", "war": "§11-03-03"}
SECTIONS: dict[Trace, Mapping[str, str]] = {
    Trace.DREW: DREW,
    Trace.DRAWN: DREW,
    Trace.TURNED_UP: {"set-up": "§08-01", "": "§08-02-02", "procreation": "§09-02-03", "search": "SW02-07-11"},
    Trace.DISCARDED: {"": "§08-02-04", "search": "SW02-07-11"},
    Trace.RESHUFFLED: {"set-up": "SW02-04", "search": "SW02-07-11", "": "SW02-07-10", "procreation": "SW02-07-10"},
}
"""What depends on when: in set-up, in a turn without action, during an action."""
BECAUSE: dict[Trace, Mapping[Trace, str]] = {
    Trace.DIED: {
        Trace.CHECKED: "§10-02",
        Trace.REVOLTED: "§11-03-04",
        Trace.POLICED: "§11-03-06",
        Trace.SUPPRESSED: "§11-03-01",
        Trace.EXECUTED: "§11-03-07",
        Trace.SLASHED: "SW02-08-06",
        Trace.DREW: "§11-03-03, D-R18",
    },
    Trace.COUNTRY_GONE: {Trace.PLUNDERED: "§11-03-03", Trace.DIED: "§11-02"},
    Trace.CONQUERED: {
        Trace.LIBERATED: "SW02-06-02",
        Trace.OUTCOME: "§09-03-04",
        Trace.BY_ITSELF: "§09-03-04, SW02-08-08",
    },
}
"""Entries whose § is that of the nearest of these before them in the same move; with none, the first one's."""
EVENT_ENTRIES = (Trace.EVENT_PLAYED, Trace.EVENT_ATTACHED, Trace.EVENT_GONE)
"""Entries whose subject is an event: its own § follows, SW02-08-01 for the first."""


def section(before: State, entries: Sequence[Entry], place: int) -> str:
    """The § that an entry carries out, and those of all that changes it."""
    return ", ".join([own_section(before, entries, place), *further(before, entries, place)])


def own_section(before: State, entries: Sequence[Entry], place: int) -> str:
    """The § that an entry carries out. Before the first turn it is set-up; a new turn has no action yet."""
    kind = Trace(entries[place].kind)
    declared = int(before.record["action"])
    action = "set-up" if before.record["turn"] == 0 else ACTION_NAMES[declared] if declared >= 0 else ""
    for entry in entries[: place + 1]:
        if entry.kind == Trace.TURN:
            action = ""
        elif entry.kind == Trace.DECLARED:
            action = ACTION_NAMES[entry.subject]
    if kind in BECAUSE:
        causes = BECAUSE[kind]
        nearest = next((Trace(e.kind) for e in reversed(entries[:place]) if e.kind in causes), next(iter(causes)))
        return causes[nearest]
    number = GAME.action_ids.get(action, -1)
    found = cited(GAME, Trace.NEEDS if kind in ROLLS else kind, number) or SECTIONS.get(kind, {}).get(action)
    if kind in EVENT_ENTRIES:
        return f"{found}, SW02-08-{entries[place].subject + 1:02}"
    if found is None:
        raise KeyError(
            f"tests/dynasty/golden.py names no § for {kind.name} during {action or 'a turn without action'!r}"
        )
    return found


def material(entries: Sequence[Entry]) -> list[str]:
    """The printed cards of the persons who play a part, and of all countries."""
    named = {entry.subject for entry in entries if entry.kind in (Trace.TURNED_UP,) and entry.subject < POPE}
    lines = [
        "| person | bloodline | sex | war | governance | prestige | fertility | life | ambition | religion | ability |",
        "|---|---|---|--:|--:|--:|--:|--:|--:|---|---|",
    ]
    for name in sorted(PERSON_NAMES[person] for person in named):
        row = card(name)
        stats = (row[stat] for stat in ("war", "governance", "prestige", "fertility", "life", "ambition"))
        cells = (
            name,
            row["colour"],
            row["sex"],
            *stats,
            row["religion"] or "–",
            str(row["ability"]).replace("_", " ") or "–",
        )
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    lines += ["", "| country | power | by land to | by sea to |", "|---|--:|---|---|"]
    for name in COUNTRY_NAMES:
        row = card(name)
        near = {
            way: [row[d] for d in ("north", "east", "south", "west") if row[f"{d}_by"] == way]
            for way in ("land", "sea")
        }
        lines.append(
            f"| {name} | {row['power']} | {', '.join(near['land']) or '–'} | {', '.join(near['sea']) or '–'} |"
        )
    return lines


def position(state: State) -> list[str]:
    """Every dynasty, and what lies in the middle."""
    laid = state.to_dict()
    lines = []
    for number, dynasty in enumerate(laid["seats"]):
        parts = [f"king {dynasty['king'] or 'none'}"]
        for title, names in (
            ("spouse", dynasty["spouses"]),
            ("children", dynasty["children"]),
            ("courtiers", dynasty["courtiers"]),
            ("territories", dynasty["territories"]),
            ("hand", dynasty["hand"]),
        ):
            parts += [f"{title} {', '.join(names)}"] if names else []
        tokens = "".join(f" ({token})" for token in ("pope", "scythe") if laid[token] == number)
        lines.append(f"dynasty_{number}{tokens}: {'; '.join(parts)}")
    decks = ", ".join(f"{name} {len(laid['person_decks'][name])}" for name in COLOUR_NAMES[:4])
    lines.append(f"wanderers: {', '.join(laid['wanderers']) or 'none'}; decks: {decks}; pack {len(laid['pack'])}")
    return lines


LISTS = Lists(
    game=GAME,
    told=ids.Trace,
    wanted=wanted,
    shown=shown,
    of_decision=of_decision,
    result="§07-01, §07-02, D-R16, SW02-05, SW02-06-03",
    section=section,
    material=material,
    position=position,
    turns=lambda entry: entry.kind == Trace.TURN,
    players=PLAYERS,
)
