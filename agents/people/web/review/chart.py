"""The chances of winning over a game as a chart: one line for each seat, drawn as SVG, with an equivalent text."""

from collections.abc import Sequence

from agents.people.web.boards.pieces import joined
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.review.opinions import chance

WIDTH, HEIGHT = 1000, 210
LEFT, RIGHT, TOP, BOTTOM = 12, 12, 36, 8
Line = Sequence[tuple[int, float]]
"""A seat's chances: pairs of the number of the decision and the chance 0 … 1."""


def place(number: int, part: float, last: int) -> tuple[float, float]:
    """The point of a chance in the drawing."""
    x = LEFT + (WIDTH - LEFT - RIGHT) * number / max(last, 1)
    return round(x, 1), round(TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - part), 1)


def draw_chart(lines: Sequence[Line], last: int, here: int | None, mistakes: Sequence[tuple[int, int, float]],
               words: Words) -> Markup:  # fmt: skip
    """Draw a line for each seat, the decision `here` of `last`, and mistakes by number, seat and chance."""
    grid = joined(
        Markup('<line class="grid" x1="{}" x2="{}" y1="{y}" y2="{y}"/><text x="{}" y="{}">{}</text>').format(
            LEFT, WIDTH - RIGHT, LEFT, place(0, part, last)[1] - 4, chance(part, words), y=place(0, part, last)[1]
        )
        for part in (0.0, 0.5, 1.0)
    )
    drawn = joined(_line(line, seat, last) for seat, line in enumerate(lines) if line)
    dots = joined(
        Markup('<circle class="slip s{}" cx="{}" cy="{}" r="5"/>').format(seat, *place(number, part, last))
        for number, seat, part in mistakes
    )
    now = Markup("")
    if here is not None:
        x = place(here, 0.0, last)[0]
        now = Markup('<line class="now" x1="{x}" x2="{x}" y1="{}" y2="{}"/>').format(TOP - 8, HEIGHT, x=x)
    return Markup(
        '<svg class="chances" viewBox="0 0 {} {}" role="img" aria-label="{}"><g aria-hidden="true">{}{}{}{}</g></svg>'
    ).format(WIDTH, HEIGHT, summary(lines, words), grid, now, drawn, dots)


def _line(line: Line, seat: int, last: int) -> Markup:
    points = " ".join(f"{x},{y}" for x, y in (place(number, part, last) for number, part in line))
    x, y = place(*line[-1], last)
    return Markup('<polyline class="s{}" points="{}"/><circle class="s{}" cx="{}" cy="{}" r="4"/>').format(
        seat, points, seat, x, y
    )


def summary(lines: Sequence[Line], words: Words) -> str:
    """The contents of the chart, in a sentence for each seat."""
    sentences = [words("Chances of winning, as each seat could judge them at its own decisions.")]
    for seat, line in enumerate(lines):
        if line:
            parts = [part for _, part in line]
            sentences.append(words(
                "{name}: at first {first}, at most {most}, at least {least}, in the end {last}.", name=words.name(seat),
                first=chance(parts[0], words), most=chance(max(parts), words), least=chance(min(parts), words),
                last=chance(parts[-1], words),
            ))  # fmt: skip
    return " ".join(sentences)


def as_table(lines: Sequence[Line], words: Words) -> Markup:
    """The same as a table with a row for each decision."""
    rows = sorted((number, seat, part) for seat, line in enumerate(lines) for number, part in line)
    text = joined(
        Markup("<tr><td>{}</td><td>{}</td><td>{}</td></tr>").format(number, words.tag(seat), chance(part, words))
        for number, seat, part in rows
    )
    return Markup("<table><thead><tr><th>{}</th><th>{}</th><th>{}</th></tr></thead><tbody>{}</tbody></table>").format(
        words("decision"), words("player"), words("chance of winning"), text
    )
