"""Persons' cards in the picture."""

from typing import Any

from dynasty_env.dynasty.material import COLOUR, MALE, PERSON_NAMES, SEX
from dynasty_env.dynasty.told import insignia
from dynasty_env.dynasty.told.names import DOLL, OpenTable, religion, stats, tag
from dynasty_env.dynasty.told.palette import ALARM, EVENT, EVENT_TINT, FAINT, GOLD, INK, SPECIAL, STRIPES, TINTS
from dynasty_env.kit.canvas import Box, Canvas

CARD_SIZES = ((2, 84, 18), (2, 62, 18), (2, 62, 4), (2, 38, 18), (2, 38, 4), (3, 38, 4), (3, 22, 2), (3, 16, 2))
"""A person's card: columns (in a panel of half the width), height, and room above a group, for its caption from 18 on;
the first that has room is taken."""

Groups = dict[str, list[tuple[str, str]]]  # caption: persons with their roles


def draw_persons(canvas: Canvas, view: dict[str, Any], t: OpenTable, box: Box, groups: Groups) -> None:
    """Groups of persons, on cards as large as have room; those named in the declared action are framed."""
    left, y, width, height = box
    declared = view["declared"]
    named = [declared.get(role) for role in ("target", "actor", "defender", "friend")] + view.get("sent", [])
    for in_half, h, above in CARD_SIZES:
        columns = max(1, round(width / 352)) * in_half
        rows = sum(-(-len(persons) // columns) for persons in groups.values())
        if rows * (h + 4) + above * sum(map(bool, groups)) <= height + 4:
            break
    w = (width - 4 * (columns - 1)) / columns
    for caption, persons in groups.items():
        if caption:
            canvas.text(left + 2, y + 8, caption if above >= 18 else "", 11, FAINT)
            y += above
        for i, (name, role) in enumerate(persons):
            card = (left + i % columns * (w + 4), y + i // columns * (h + 4), w, h)
            if name == DOLL:
                _draw_doll(canvas, card)
            else:
                _draw_person(canvas, t, card, PERSON_NAMES.index(name), role)
            if name in named:
                canvas.box(card, None, ALARM, 6, 2.5)
        y += -(-len(persons) // columns) * (h + 4)


def _draw_person(canvas: Canvas, t: OpenTable, box: Box, person: int, role: str) -> None:
    """A person's card; the role may be empty. A violet stripe: events are attached."""
    left, top, width, height = box
    stripe, tint = STRIPES[COLOUR[person]], TINTS[COLOUR[person]]
    canvas.box(box, tint, stripe, 6, 1.2)
    canvas.box((left, top, 7, height), stripe, radius=3)
    if person in t.event_person:
        canvas.box((left + 1, top + height * 0.25, 7, height * 0.5), EVENT, "#ffffff", 3)
    line = top + (16 if height > 70 else 12 if height > 30 else height / 2)
    x = left + 13
    if role:
        _draw_role(canvas, x + 7, line, role)
        x += 19
    narrow, tiny = width < 130, height < 30
    if not (narrow and tiny):
        insignia.sex(canvas, left + width - 12, top + 29 if narrow else line, 4.5, bool(SEX[person] == MALE), INK)
    size = 17 if height > 70 else 14 if height > 50 else min(12.5, height * 0.7)
    room = left + width - (4 if narrow else 22) - x
    special = tag(t, person)
    if special and not narrow:
        room -= canvas.text(x + room, line, special, 10, SPECIAL, "rm") + 4
    elif special:
        canvas.disc(left + width - 5, top + 5, 2.5, SPECIAL)
    canvas.text(x, line, PERSON_NAMES[person], size, INK, "lm", room)
    if height > 30:
        head = 28 if height > 70 else 22
        _draw_stats(canvas, (left + 12, top + head, width - (34 if narrow else 18), height - head - 2), t, person)


def _draw_stats(canvas: Canvas, box: Box, t: OpenTable, person: int) -> None:
    left, top, width, height = box
    pitch = width / 7.5
    for i, (letter, value) in enumerate([*stats(t, person).items(), ("", religion(person))]):
        x = left + (i + (0.5 if letter else 0.75)) * pitch
        if height > 30:
            canvas.text(x, top + height * 0.2, letter, 9 + height / 30, FAINT, "mm")
            canvas.text(x, top + height * 0.65, str(value), (12 if letter else 9) + height / 8, INK, "mm", 2 * pitch)
        else:
            lettered = letter and width > 100
            canvas.text(x - 1, top + height / 2, letter if lettered else "", 8.5, FAINT, "rm")
            size, anchor = 12 if letter else 10.5, "lm" if lettered else "mm"
            canvas.text(x, top + height / 2, str(value), size, INK, anchor, 2 * pitch)


def _draw_doll(canvas: Canvas, box: Box) -> None:
    """SW02-08-05: the spouse who is no person."""
    left, top, width, height = box
    canvas.box(box, EVENT_TINT, EVENT, 6, 1.2)
    line = top + (16 if height > 70 else 12 if height > 30 else height / 2)
    _draw_role(canvas, left + 20, line, "spouse")
    canvas.text(left + 32, line, DOLL, min(14, height * 0.7), EVENT, "lm", width - 36)
    if height > 30:
        canvas.text(left + 13, top + height * 0.68, "the king's stats are all +1", 10.5, FAINT, "lm", width - 18)


def _draw_role(canvas: Canvas, x: float, y: float, role: str) -> None:
    if role == "king":
        insignia.crown(canvas, x, y, 7, GOLD, INK)
    elif role == "spouse":
        insignia.ring(canvas, x, y, 6.5, "#b8860b")
    else:
        canvas.disc(x, y, 7, INK)
        canvas.text(x, y, role, 11, "#ffffff", "mm")
