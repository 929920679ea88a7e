"""Signs of rank, office and sex, drawn around the point (x, y), extending about r in each direction."""

from dynasty_env.kit.canvas import Canvas


def crown(canvas: Canvas, x: float, y: float, r: float, colour: str, edge: str) -> None:
    """The king's crown."""
    shape = [(-1, 0.75), (-1, -0.5), (-0.45, 0.1), (0, -0.8), (0.45, 0.1), (1, -0.5), (1, 0.75)]
    canvas.polygon([(x + dx * r, y + dy * r) for dx, dy in shape], colour, edge)


def ring(canvas: Canvas, x: float, y: float, r: float, colour: str) -> None:
    """The spouse's ring."""
    canvas.disc(x, y + 0.25 * r, 0.85 * r, None, colour, 2.2)
    canvas.polygon([(x, y - 0.2 * r), (x - 0.5 * r, y - 0.8 * r), (x + 0.5 * r, y - 0.8 * r)], "#4aa3c7", "#2f7a99")


def pope(canvas: Canvas, x: float, y: float, r: float, colour: str) -> None:
    """The pope's cross with three beams."""
    canvas.line((x, y - r, x, y + r), colour, 2)
    for beam, reach in ((-0.65, 0.35), (-0.25, 0.55), (0.15, 0.75)):
        canvas.line((x - reach * r, y + beam * r, x + reach * r, y + beam * r), colour, 2)


def scythe(canvas: Canvas, x: float, y: float, r: float, colour: str) -> None:
    """The reaper's scythe: a shaft with a blade."""
    canvas.line((x - 0.7 * r, y + r, x + 0.6 * r, y - 0.9 * r), colour, 2)
    blade = [(0.6, -0.95), (0.1, -1.05), (-0.5, -0.8), (-1.1, -0.1), (-0.4, -0.5), (0.1, -0.65), (0.45, -0.6)]
    canvas.polygon([(x + dx * r, y + dy * r) for dx, dy in blade], colour)


def sex(canvas: Canvas, x: float, y: float, r: float, male: bool, colour: str) -> None:
    """The sign of Mars for a man, the sign of Venus for a woman."""
    if male:
        canvas.disc(x - 0.3 * r, y + 0.3 * r, 0.75 * r, None, colour, 1.3)
        canvas.line((x + 0.2 * r, y - 0.2 * r, x + r, y - r), colour, 1.3)
        canvas.line((x + 0.35 * r, y - r, x + r, y - r, x + r, y - 0.35 * r), colour, 1.3)
    else:
        canvas.disc(x, y - 0.35 * r, 0.75 * r, None, colour, 1.3)
        canvas.line((x, y + 0.4 * r, x, y + 1.3 * r), colour, 1.3)
        canvas.line((x - 0.5 * r, y + 0.85 * r, x + 0.5 * r, y + 0.85 * r), colour, 1.3)
