"""Lengths and directions, as the terminal and the picture write them."""

from dynasty_env.figures.rules import nouns


def clock(edge: int) -> str:
    """A clock position."""
    return f"{nouns.hour(edge)} o'clock"


def widths(length: float) -> str:
    """A length with its unit, card widths."""
    return f"{nouns.widths(length)} w"


def aside(degrees: float) -> str:
    """A direction relative to straight ahead."""
    return "straight ahead" if degrees == 0 else f"{abs(degrees):g}° to the {'right' if degrees > 0 else 'left'}"
