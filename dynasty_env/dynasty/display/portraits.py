"""Persons' cards in the picture."""

from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.rules.nouns import DOLL, stats, tag
from dynasty_env.europe.drawing.palette import EVENT, EVENT_TINT, FAINT
from dynasty_env.europe.drawing.portraits import Portrait, draw_role
from dynasty_env.europe.words import religion
from dynasty_env.kit.canvas import Box, Canvas


def portrait(t: OpenTable, person: int, role: str) -> Portrait:
    """A person's card as it is on this table."""
    marked = person in t.event_person
    return Portrait(person, role, stats(t, person), religion(person), tag(t, person), marked)


def draw_doll(canvas: Canvas, box: Box) -> None:
    """SW02-08-05: the spouse who is no person."""
    left, top, width, height = box
    canvas.box(box, EVENT_TINT, EVENT, 6, 1.2)
    line = top + (16 if height > 70 else 12 if height > 30 else height / 2)
    draw_role(canvas, left + 20, line, "spouse")
    canvas.text(left + 32, line, DOLL, min(14, height * 0.7), EVENT, "lm", width - 36)
    if height > 30:
        canvas.text(left + 13, top + height * 0.68, "the king's stats are all +1", 10.5, FAINT, "lm", width - 18)
