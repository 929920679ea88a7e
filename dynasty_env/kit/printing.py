"""What goes to a terminal: only what it can show, and nothing that would control it."""

import sys
import unicodedata

DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of writing round, and can make a text look like another one."""


def visible(text: str) -> str:
    """A name on one line: control characters, among them those that move a terminal's cursor, are written out."""
    return "".join(
        letter.encode("unicode_escape").decode("ascii")
        if letter in DIRECTIONS or unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")
        else letter
        for letter in text
    )


def print_drawing(drawing: str) -> None:
    """Print a table as `Game.ansi` draws it; what the terminal's encoding lacks becomes a question mark."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(drawing.encode(encoding, "replace").decode(encoding))
