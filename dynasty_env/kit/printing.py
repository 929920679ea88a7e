"""Texts from anybody: what goes to a terminal (only what it can show, and nothing that would control it), and how
they are compared."""

import sys
import unicodedata

DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of writing round, and can make a text look like another one."""

LONGEST_COMPARED = 400
"""Characters of a text that are compared with names: no name is longer."""


def without_accents(text: str) -> str:
    """The beginning of a text, at most `LONGEST_COMPARED` characters, in small letters and without accents.

    Python's normalisation takes quadratic time in a row of accents, so that a text of any length would not do.
    """
    spread = unicodedata.normalize("NFKD", text[:LONGEST_COMPARED].casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


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
