"""Texts from anybody: what goes to a terminal (only what it can show, and nothing that would control it), and how
they are compared."""

import re
import sys
import unicodedata

_DIRECTIONS = "\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that turn the direction of writing round, and can make a text look like another one."""
CONTROLS = re.compile(rf"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{_DIRECTIONS}]")
"""Characters that control a terminal, end a line, are no character at all, or turn the direction of writing round."""

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
    return CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def print_drawing(drawing: str) -> None:
    """Print a table as `Game.ansi` draws it; what the terminal's encoding lacks becomes a question mark."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(drawing.encode(encoding, "replace").decode(encoding))
