"""The figure duel in words: cards, figures, weapons and actions."""

from collections.abc import Callable
from typing import Any

from dynasty_env.figures.actions import ALL_ROUND, ANGLE, CARD, FIGURE, LEFT, LENGTH, LOWER, NUMBER, PASS, REST, YES
from dynasty_env.figures.material import (
    CARDS_NAMED,
    KING,
    NO_CARD,
    SHEET_NAMES,
    STAT_NAMES,
    WEAPON_NAMES,
)
from dynasty_env.figures.rules.geometry import STEP_DEGREES
from dynasty_env.figures.rules.motion import FROM_THE_START
from dynasty_env.figures.rules.turn import CORNER, edge_beside
from dynasty_env.kit.engine.cards import RANK_NAMES
from dynasty_env.kit.state import State

SUITS = "♠♥♦♣"
LETTERS = "SHDC"
HIGHLIGHTS = (
    (r"\b\d+ damage\b|\bis out\b", "bold red"),
    (r"\bwins?\b|\bwon\b", "bold green"),
    (r"\b(attacks|shoots|runs into)\b", "bold"),
    (r"(10|[2-9AJQK])[♠♣]", "bold"),
    (r"(10|[2-9AJQK])[♥♦]", "red"),
)


def agent(seat: int) -> str:
    """A seat's name, as PettingZoo has it."""
    return f"figures_{seat}"


def card(number: int) -> str:
    """A card as people write it: ``10♠``, ``joker``."""
    return "no card" if number == NO_CARD else card_named(CARDS_NAMED[number])


def card_named(name: str) -> str:
    """The same by the name of its action."""
    plain = name.partition("-")[0]
    return "joker" if plain.startswith("JOKER") else plain[1:] + SUITS[LETTERS.index(plain[0])]


def clock(edge: int) -> str:
    """A clock position."""
    return f"{edge % 12 or 12} o'clock"


def sheet_name(record: Any, figure: int) -> str:
    """A figure by its sheet; where a game has several of one sheet, with its number, counted from 1 like players."""
    count = int(record["num_players"] * record["figures"])
    sheets = record["sheet"][:count].tolist()
    name = SHEET_NAMES[sheets[figure]]
    return f"{name} {figure + 1}" if sheets.count(sheets[figure]) > 1 else name


def figure_name(record: Any, figure: int) -> str:
    """The same within a sentence."""
    return f"the {sheet_name(record, figure)}"


def weapon_name(record: Any, figure: int, weapon: int) -> str:
    """A weapon by the name on its figure's sheet."""
    return WEAPON_NAMES[int(record["sheet"][figure])][weapon]


def widths(length: float) -> str:
    """A length in card widths."""
    return f"{length:.2f}".rstrip("0").rstrip(".") + " w"


def turn_words(degrees: int) -> str:
    """A rotation."""
    if degrees == 0:
        return "not at all"
    return f"{abs(degrees)}° {'clockwise' if degrees > 0 else 'anticlockwise'}"


_WALLS = {0: "right", 90: "down", 180: "left", 270: "up"}


def bearing(degrees: int) -> str:
    """Where somebody looks, seen from above: at a wall, or to the next half hour of a clock."""
    hour, minutes = divmod(degrees % 360 + 90, 30)
    said = f"half past {hour % 12 or 12}" if minutes >= 15 else f"{hour % 12 or 12} o'clock"
    return _WALLS.get(degrees % 360, f"towards {said} (12 is up)")


def aside(degrees: float) -> str:
    """A direction as it lies from ahead."""
    return "straight ahead" if degrees == 0 else f"{abs(degrees):g}° to the {'right' if degrees > 0 else 'left'}"


# ----------------------------------------------------------------------------------------------------------- actions


def describe(state: State, action: int) -> str:
    """`action` in words, as the deciding seat would say it. An action that is not legal in the phase has words, too."""
    told = _OF_PHASE.get(state.phase)
    return (told(state.record, action) if told else "") or _by_id(action)


def _by_id(action: int) -> str:
    """What an id says by itself."""
    if action < LENGTH:
        return ("pass", "yes", "lower it", "the left edge", "the right edge", "all that is left")[action]
    if action < ANGLE:
        return widths((action - LENGTH) / 2)
    if action < NUMBER:
        return turn_words(_degrees(action))
    if action < FIGURE:
        return f"the number {RANK_NAMES[action - NUMBER]}"
    return f"figure {action - FIGURE}" if action < CARD else card(action - CARD)


def _degrees(action: int) -> int:
    return (action - ANGLE - ALL_ROUND) * STEP_DEGREES


def _is_angle(action: int) -> bool:
    return ANGLE <= action < NUMBER


def _points(record: Any, action: int) -> str:
    return f"{STAT_NAMES[record['b'] % len(STAT_NAMES)]} {action - NUMBER + 1}" if NUMBER <= action < FIGURE else ""


def _leader(record: Any, action: int) -> str:
    figure = action - FIGURE
    known = 0 <= figure < record["num_players"] * record["figures"]
    return f"make {figure_name(record, figure)} the leader" if known else ""


def _place(axis: str) -> Callable[[Any, int], str]:
    def told(record: Any, action: int) -> str:
        known = LENGTH <= action < ANGLE
        return f"stand {widths((action - LENGTH) / 2)} from the {axis} wall" if known else ""

    return told


def _place_heading(record: Any, action: int) -> str:
    return f"look {bearing(_degrees(action))}" if _is_angle(action) else ""


def _give(record: Any, action: int) -> str:
    if action == PASS:
        return "give no more"
    return f"give {card(action - CARD)}" if action >= CARD else ""


def _pose(record: Any, action: int) -> str:
    name = weapon_name(record, int(record["a"]), int(record["b"]))
    if action == LOWER:
        return f"lower the {name}"
    return f"point the {name} {aside(_degrees(action))}" if _is_angle(action) else ""


def _plot(record: Any, action: int) -> str:
    return f"plot {card(action - CARD)}" if action >= CARD else ""


def _joker(record: Any, action: int) -> str:
    return {PASS: "keep the joker back", YES: "act now with the joker"}.get(action, "")


def _drop(record: Any, action: int) -> str:
    return f"drop {card(action - CARD)}" if action >= CARD else ""


def _joker_number(record: Any, action: int) -> str:
    if not NUMBER <= action < FIGURE:
        return ""
    number = action - NUMBER + 1
    if number == KING:
        return "let it be K: turn on the spot"
    corner = "turn at the corner at" if number % 2 else "go along the edge at"
    return f"let it be {RANK_NAMES[number - 1]}: {corner} {clock(number)}"


def _turn_direction(record: Any, action: int) -> str:
    if not _is_angle(action):
        return ""
    steps = action - ANGLE - ALL_ROUND
    corner = int(record["number"])
    if abs(steps) == CORNER:
        return f"lay the card flush with the edge at {clock(edge_beside(corner, steps))}"
    where = "along the corner" if steps == 0 else f"{abs(_degrees(action))}° {'right' if steps > 0 else 'left'} of it"
    return f"lay the card at the corner at {clock(corner)}, {where}"


def _turn_edge(record: Any, action: int) -> str:
    if action not in (LEFT, LEFT + 1):
        return ""
    side = -CORNER if action == LEFT else CORNER
    edge = edge_beside(int(record["number"]), side)
    spin = (int(record["b"]) - CORNER - side) * STEP_DEGREES
    return f"turn the edge at {clock(edge)} to it: {turn_words(spin)}"


def _heading(record: Any, action: int) -> str:
    return f"turn {turn_words(_degrees(action))}" if _is_angle(action) else ""


def _distance(record: Any, action: int) -> str:
    if action == REST:
        return f"go {widths(float(record['left']))}, all that is left"
    if not LENGTH <= action < ANGLE:
        return ""
    return "stay here" if action == LENGTH else f"go {widths((action - LENGTH) / 2)}"


def _attack(record: Any, action: int) -> str:
    target, weapon = int(record["target"]), int(record["weapon"])
    name = weapon_name(record, int(record["a"]), weapon)
    if action == YES:
        return f"attack {figure_name(record, target)} with the {name}"
    passing = "leave it alone and go on" if record["b"] == FROM_THE_START else "stop here"
    return passing if action == PASS else ""


def _shoot(record: Any, action: int) -> str:
    name = weapon_name(record, int(record["a"]), int(record["b"]))
    if action == YES:
        return f"let fly at {figure_name(record, int(record['target']))}: {name}"
    return "do not shoot" if action == PASS else ""


_OF_PHASE: dict[str, Callable[[Any, int], str]] = {
    "points": _points,
    "leader": _leader,
    "place_x": _place("left"),
    "place_y": _place("upper"),
    "place_heading": _place_heading,
    "give": _give,
    "pose": _pose,
    "plot": _plot,
    "joker": _joker,
    "drop_plot": _drop,
    "joker_number": _joker_number,
    "turn_direction": _turn_direction,
    "turn_edge": _turn_edge,
    "heading": _heading,
    "distance": _distance,
    "attack": _attack,
    "shoot": _shoot,
}

# ------------------------------------------------------------------------------------------------------------ stakes


def stakes(state: State) -> str:
    """What the open decision is about, for the seat that decides; empty where its phase says enough."""
    record, phase = state.record, state.phase
    if state.done or phase == "leader":
        return ""
    figure = sheet_name(record, int(record["a"]))
    if phase == "points":
        return f"{figure}: {STAT_NAMES[record['b']]}, of 35 points in all"
    if phase == "pose":
        return f"{figure}: the {weapon_name(record, int(record['a']), int(record['b']))}"
    if phase == "plot":
        return f"{figure}: plot {int(record['plot_count'][record['a']]) + 1}, from the left"
    if phase == "attack":
        touched = "touches already" if record["b"] == FROM_THE_START else "touches now"
        weapon = weapon_name(record, int(record["a"]), int(record["weapon"]))
        return f"{figure}: the {weapon} {touched}: {sheet_name(record, int(record['target']))}"
    if phase == "distance":
        return f"{figure}: along the edge at {clock(int(record['edge']))}, {widths(float(record['left']))} at most"
    if phase in ("turn_direction", "turn_edge"):
        return f"{figure}: the corner at {clock(int(record['number']))}"
    return figure
