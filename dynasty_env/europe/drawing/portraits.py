"""Cards of persons in pictures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dynasty_env.europe.drawing import insignia
from dynasty_env.europe.drawing.palette import EVENT, FAINT, GOLD, INK, SPECIAL, STRIPES, TINTS
from dynasty_env.europe.material import COLOUR, MALE, PERSON_NAMES, SEX
from dynasty_env.kit.canvas import Box, Canvas


@dataclass(frozen=True)
class Portrait:
    """What a person's card shows.

    Attributes:
        person: the id of the person.
        role: ``king``, ``spouse``, a child's place in the order of birth, or empty.
        stats: the six stats by their letters, as they count now.
        religion: as printed, ``–`` for none.
        tag: the special ability in at most seven letters, or empty.
        marked: whether an event is attached, which is shown by a violet stripe.
    """

    person: int
    role: str
    stats: Mapping[str, int]
    religion: str
    tag: str
    marked: bool = False


def draw_portrait(canvas: Canvas, box: Box, shown: Portrait) -> None:
    """Draw a person's card; in a small box it shows less."""
    left, top, width, height = box
    stripe, tint = STRIPES[COLOUR[shown.person]], TINTS[COLOUR[shown.person]]
    canvas.box(box, tint, stripe, 6, 1.2)
    canvas.box((left, top, 7, height), stripe, radius=3)
    if shown.marked:
        canvas.box((left + 1, top + height * 0.25, 7, height * 0.5), EVENT, "#ffffff", 3)
    line = top + (16 if height > 70 else 12 if height > 30 else height / 2)
    x = left + 13
    if shown.role:
        draw_role(canvas, x + 7, line, shown.role)
        x += 19
    narrow, tiny = width < 130, height < 30
    if not (narrow and tiny):
        male = bool(SEX[shown.person] == MALE)
        insignia.sex(canvas, left + width - 12, top + 29 if narrow else line, 4.5, male, INK)
    size = 17 if height > 70 else 14 if height > 50 else min(12.5, height * 0.7)
    room = left + width - (4 if narrow else 22) - x
    if shown.tag and not narrow:
        room -= canvas.text(x + room, line, shown.tag, 10, SPECIAL, "rm") + 4
    elif shown.tag:
        canvas.disc(left + width - 5, top + 5, 2.5, SPECIAL)
    canvas.text(x, line, PERSON_NAMES[shown.person], size, INK, "lm", room)
    if height > 30:
        head = 28 if height > 70 else 22
        _draw_stats(canvas, (left + 12, top + head, width - (34 if narrow else 18), height - head - 2), shown)


def _draw_stats(canvas: Canvas, box: Box, shown: Portrait) -> None:
    left, top, width, height = box
    pitch = width / 7.5
    for i, (letter, value) in enumerate([*shown.stats.items(), ("", shown.religion)]):
        x = left + (i + (0.5 if letter else 0.75)) * pitch
        if height > 30:
            canvas.text(x, top + height * 0.2, letter, 9 + height / 30, FAINT, "mm")
            canvas.text(x, top + height * 0.65, str(value), (12 if letter else 9) + height / 8, INK, "mm", 2 * pitch)
        else:
            lettered = letter and width > 100
            canvas.text(x - 1, top + height / 2, letter if lettered else "", 8.5, FAINT, "rm")
            size, anchor = 12 if letter else 10.5, "lm" if lettered else "mm"
            canvas.text(x, top + height / 2, str(value), size, INK, anchor, 2 * pitch)


def draw_role(canvas: Canvas, x: float, y: float, role: str) -> None:
    """The king's crown, the spouse's ring, a child's place in the order of birth."""
    if role == "king":
        insignia.crown(canvas, x, y, 7, GOLD, INK)
    elif role == "spouse":
        insignia.ring(canvas, x, y, 6.5, "#b8860b")
    else:
        canvas.disc(x, y, 7, INK)
        canvas.text(x, y, role, 11, "#ffffff", "mm")


CARD_SIZES = ((2, 84, 18), (2, 62, 18), (2, 62, 4), (2, 38, 18), (2, 38, 4), (3, 38, 4), (3, 22, 2), (3, 16, 2))
"""Card sizes, from the largest: columns in a panel of half the width, height of a card, and space above a group.

A group gets its caption if the space is 18 or more. The first size at which all cards fit is used, else the last one.
"""

Drawing = Callable[[Canvas, Box], None]
"""Draws a card into a box."""


def draw_groups(canvas: Canvas, box: Box, groups: Mapping[str, Sequence[Drawing]]) -> None:
    """Draw groups of cards by caption, as large as will fit into the box."""
    left, y, width, height = box
    for in_half, h, above in CARD_SIZES:
        columns = max(1, round(width / 352)) * in_half
        rows = sum(-(-len(cards) // columns) for cards in groups.values())
        if rows * (h + 4) + above * sum(map(bool, groups)) <= height + 4:
            break
    w = (width - 4 * (columns - 1)) / columns
    for caption, cards in groups.items():
        if caption:
            canvas.text(left + 2, y + 8, caption if above >= 18 else "", 11, FAINT, "lm", width - 4)
            y += above
        for i, draw in enumerate(cards):
            draw(canvas, (left + i % columns * (w + 4), y + i // columns * (h + 4), w, h))
        y += -(-len(cards) // columns) * (h + 4)
