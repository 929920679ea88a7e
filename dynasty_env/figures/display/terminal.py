"""The figure duel drawn for a terminal.

`ansi` draws only from a view dict: it can show no more than the view contains.
"""

import textwrap
from typing import Any

from dynasty_env.figures.display.words import aside, clock, widths
from dynasty_env.figures.rules.nouns import agent, card_named
from dynasty_env.figures.views.public_table import vitality
from dynasty_env.kit.terminal import BOLD, FAINT, RED, columns, drawn, labelled, paint, rule

SEATS = ("36", "35", "33", "32")
ARROWS = "→↘↓↙←↖↑↗"
CELL = 0.5
"""Width of the room per column of the drawing, w; a line is twice as high."""


def ansi(view: dict[str, Any]) -> str:
    """The table of a view, as wide as the terminal, at most 120 columns; see `kit.terminal.has_colours`."""
    lines = [*_header(view), *_room(view), ""]
    for figure in view["figures"]:
        lines += _figure(view, figure)
    return drawn([*lines, rule(), *_turn(view), *_piles(view)])


def status(view: dict[str, Any]) -> str:
    """What is being decided, and by which seat."""
    if view["phase"] == "end":
        won = " and ".join(agent(seat) for seat in view["winners"])
        return f"the game is over: {won} {'wins' if len(view['winners']) == 1 else 'share the win'}"
    return f"{view['phase'].replace('_', ' ')}: {agent(view['deciding'])} decides"


def _header(view: dict[str, Any]) -> list[str]:
    when = f"round {view['round']}" if view["round"] else "set-up"
    seen = "as everybody sees it" if view["seat"] is None else f"as {agent(view['seat'])} sees it"
    lines = textwrap.wrap(f"⬡ FIGURE DUEL · {when} · {status(view)}", columns())
    return [*(paint(line, BOLD) for line in lines), paint(f"room of {widths(view['side'])} ({seen})", FAINT)]


def arrow(heading: list[float]) -> str:
    """The arrow nearest to a direction."""
    ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    near = [(x * heading[0] + y * heading[1]) / (x * x + y * y) ** 0.5 for x, y in ways]
    return ARROWS[near.index(max(near))]


def _room(view: dict[str, Any]) -> list[str]:
    """The floor from above: each figure as its number, from 1, with an arrow in its direction."""
    wide, high = int(view["side"] / CELL), int(view["side"] / CELL / 2)
    floor = [[paint("·", FAINT) if (x % 4 == 0 and y % 2 == 0) else " " for x in range(wide)] for y in range(high)]
    for figure in view["figures"]:
        if figure["standing"]:
            x = min(int(figure["x"] / CELL), wide - 2)
            y = min(int(figure["y"] / CELL / 2), high - 1)
            code = f"{BOLD};{SEATS[figure['seat']]}"
            if view["turn"] and view["turn"]["figure"] == figure["figure"]:
                code += ";7"
            floor[y][x] = paint(str(figure["figure"] + 1), code)
            floor[y][x + 1] = paint(arrow(figure["heading"]), code)
    edge = "+" + "-" * wide + "+"
    return ["", f"  {edge}", *(f"  |{''.join(row)}|" for row in floor), f"  {edge}"]


def _figure(view: dict[str, Any], figure: dict[str, Any]) -> list[str]:
    """A figure's sheet, weapons and cards."""
    name = f"{figure['figure'] + 1} {figure['sheet']}" + (" (leader)" if figure["leader"] else "")
    title = paint(f"{name}, {agent(figure['seat'])}", f"{BOLD};{SEATS[figure['seat']]}")
    you = " (you)" if figure["seat"] == view["seat"] else ""
    if figure["out"]:
        return [f"{title}{you} {paint('is out', RED)}"]
    life = vitality(figure)
    text = "abilities hidden" if life is None else f"vitality {life[0]} of {life[1]}"
    if figure["abilities"] is not None:
        text += " · " + " ".join(f"{stat[:3]} {value}" for stat, value in list(figure["abilities"].items())[:-1])
    if figure["feeling"] != "calm":
        text += f" · {figure['feeling']} ({_cards(figure['emotion_cards'])})"
    weapons = " · ".join(_weapon(weapon) for weapon in figure["weapons"])
    shown = f"shows {card_named(figure['face_up'])}, " if figure["face_up"] else ""
    lines = [f"{title}{you} · {text}", f"    {weapons}", f"    {shown}{figure['plots']} plots face down"]
    if figure["row"]:
        lines[-1] += f": {_cards(figure['row'])}"
    if figure["hand"]:
        lines.append(f"    hand: {_cards(figure['hand'])}")
    return lines


def _cards(names: list[str]) -> str:
    return " ".join(card_named(name) for name in names)


def _weapon(weapon: dict[str, Any]) -> str:
    far = weapon["reach"] or weapon["range"]
    if weapon["used_up"]:
        return f"{weapon['weapon']} (gone)"
    pose = "away" if weapon["angle"] is None else aside(weapon["angle"])
    return f"{weapon['weapon']} {widths(far)} {pose}"


def _turn(view: dict[str, Any]) -> list[str]:
    turn = view["turn"]
    if turn is None:
        return []
    parts = [f"figure {turn['figure'] + 1}"]
    if turn["edge"]:
        parts.append(f"edge at {clock(turn['edge'])}, {widths(turn['left'])} left")
    if turn["target"] is not None:
        parts.append(f"touches figure {turn['target'] + 1}")
    return labelled("acts", [" · ".join(parts)])


def _piles(view: dict[str, Any]) -> list[str]:
    return labelled("cards", [f"{view['pack']} in the pack, {len(view['discards'])} discards seen by all"])
