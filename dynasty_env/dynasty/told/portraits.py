"""Persons' cards in the picture."""

from typing import Any

from dynasty_env.dynasty.material import PERSON_NAMES
from dynasty_env.dynasty.told.names import DOLL, OpenTable, religion, stats, tag
from dynasty_env.europe.drawing.palette import ALARM, EVENT, EVENT_TINT, FAINT
from dynasty_env.europe.drawing.portraits import Drawing, Portrait, draw_groups, draw_portrait, draw_role
from dynasty_env.kit.canvas import Box, Canvas

Groups = dict[str, list[tuple[str, str]]]  # caption: persons with their roles


def draw_persons(canvas: Canvas, view: dict[str, Any], t: OpenTable, box: Box, groups: Groups) -> None:
    """Draw groups of persons, as large as they all fit into the box.

    Persons who are named in the declared action, or sent to an all-out attack, have a frame.
    """
    declared = view["declared"]
    named = [declared.get(role) for role in ("target", "actor", "defender", "friend")] + view.get("sent", [])

    def drawing(name: str, role: str) -> Drawing:
        def draw(canvas: Canvas, card: Box) -> None:
            if name == DOLL:
                _draw_doll(canvas, card)
            else:
                draw_portrait(canvas, card, _portrait(t, PERSON_NAMES.index(name), role))
            if name in named:
                canvas.box(card, None, ALARM, 6, 2.5)

        return draw

    draw_groups(canvas, box, {caption: [drawing(*person) for person in persons] for caption, persons in groups.items()})


def _portrait(t: OpenTable, person: int, role: str) -> Portrait:
    """A person's card as it is on this table."""
    marked = person in t.event_person
    return Portrait(person, role, stats(t, person), religion(person), tag(t, person), marked)


def _draw_doll(canvas: Canvas, box: Box) -> None:
    """SW02-08-05: the spouse who is no person."""
    left, top, width, height = box
    canvas.box(box, EVENT_TINT, EVENT, 6, 1.2)
    line = top + (16 if height > 70 else 12 if height > 30 else height / 2)
    draw_role(canvas, left + 20, line, "spouse")
    canvas.text(left + 32, line, DOLL, min(14, height * 0.7), EVENT, "lm", width - 36)
    if height > 30:
        canvas.text(left + 13, top + height * 0.68, "the king's stats are all +1", 10.5, FAINT, "lm", width - 18)
