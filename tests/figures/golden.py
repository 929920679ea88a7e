"""The figure duel's lists for its golden games: what they must show, and the § of all that they tell."""

from collections.abc import Iterator, Sequence

from dynasty_env.figures.game import GAME
from dynasty_env.figures.ids import Trace
from dynasty_env.figures.material import (
    NOBODY,
    SHEET_NAMES,
    SHEET_STATS,
    STAT_NAMES,
    WEAPON_KIND,
    WEAPON_NAMES,
    Feeling,
    Weapon,
)
from dynasty_env.kit.state import Entry, State
from tests.figures.players import PLAYERS
from tests.golden.lists import Lists, cited

ENDS = ("one is left", "a draw", "the last round")
COLLISIONS = ("a wall", "a body", "several bodies")


def wanted() -> frozenset[str]:
    """Every end; every sheet; an attack with every melee weapon, a shot with every other; collisions with walls and
    bodies; every feeling; one and two figures at tables of every size."""
    weapons = {
        f"{'attack' if WEAPON_KIND[sheet, place] == Weapon.MELEE else 'shot'}:{name}"
        for sheet, names in enumerate(WEAPON_NAMES)
        for place, name in enumerate(names)
    }
    return frozenset(
        weapons
        | {f"end:{end}" for end in ENDS}
        | {f"collision:{what}" for what in COLLISIONS}
        | {f"sheet:{name}" for name in SHEET_NAMES}
        | {f"feeling:{feeling.name.lower()}" for feeling in Feeling}
        | {f"figures={figures} at {seats}" for figures in (1, 2) for seats in (2, 3, 4)}
    )


def shown(before: State, action: int, after: State) -> set[str]:
    """What a move has brought about, from what it told."""
    found = set(_told(after, after.trace()))
    if before.record["round"] == 0:
        found |= {f"sheet:{SHEET_NAMES[sheet]}" for sheet in before.record["sheet"][: _count(before)]}
    if after.done:
        found.add(f"figures={after.options['figures']} at {after.num_players}")
        found.add(f"end:{_end(after)}")
    return found


def _count(state: State) -> int:
    return int(state.record["num_players"] * state.record["figures"])


def _end(state: State) -> str:
    record = state.record
    standing = {int(figure) // int(record["figures"]) for figure in range(_count(state)) if record["standing"][figure]}
    if len(standing) > 1:
        return ENDS[2]
    return ENDS[0] if standing else ENDS[1]


def _told(state: State, entries: Sequence[Entry]) -> Iterator[str]:
    met = 0
    for entry in entries:
        kind = Trace(entry.kind)
        if kind in (Trace.ATTACKED, Trace.SHOT):
            name = WEAPON_NAMES[int(state.record["sheet"][entry.subject])][entry.value]
            yield f"{'attack' if kind == Trace.ATTACKED else 'shot'}:{name}"
        if kind == Trace.COLLIDED:
            met += 1
            yield f"collision:{'a wall' if entry.object == NOBODY else 'a body' if met == 1 else 'several bodies'}"
        if kind == Trace.FELT:
            yield f"feeling:{Feeling(entry.value).name.lower()}"


def section(before: State, entries: Sequence[Entry], place: int) -> str:
    """The § that an entry carries out."""
    return cited(GAME, entries[place].kind)


def material(entries: Sequence[Entry]) -> list[str]:
    """The sheets of the figures that play."""
    dealt = {entry.subject: entry.object for entry in entries if entry.kind == Trace.SHEET}
    lines = [f"| figure | sheet | {' | '.join(STAT_NAMES)} | weapons |", "|---" * 9 + "|"]
    for figure, sheet in sorted(dealt.items()):
        stats = " | ".join(str(value) for value in SHEET_STATS[sheet])
        lines.append(f"| {figure + 1} | {SHEET_NAMES[sheet]} | {stats} | {', '.join(WEAPON_NAMES[sheet])} |")
    return [*lines, "", "Abilities are the sheet's, unless dice or points say otherwise."]


def position(state: State) -> list[str]:
    """Where each figure stands and looks, and what it has taken."""
    lines = []
    for figure in state.view(None)["figures"]:
        name = f"{figure['figure'] + 1} {figure['sheet']}, figures_{figure['seat']}"
        if figure["out"]:
            lines.append(f"{name}: out")
            continue
        where = f"at {figure['x']:.3f}, {figure['y']:.3f}, looking along {figure['heading'][0]:+.3f}, "
        where += f"{figure['heading'][1]:+.3f}"
        lines.append(f"{name}: {where}; damage {figure['damage']}")
    return lines


LISTS = Lists(
    game=GAME,
    told=Trace,
    wanted=wanted,
    shown=shown,
    section=section,
    material=material,
    position=position,
    players=PLAYERS,
    turns=lambda entry: entry.kind == Trace.ROUND,
    heading=lambda state: f"Round {int(state.record['round'])}",
    result="§06",
)
