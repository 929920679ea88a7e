"""Texts from untrusted sources: making them safe to print on a terminal, and comparing them."""

import re
import sys
import unicodedata

_DIRECTIONS = "\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Characters that change the direction of writing, and can make a text look like another one."""
CONTROLS = re.compile(rf"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{_DIRECTIONS}]")
"""Characters that control a terminal, end a line, are not valid characters, or change the direction of writing."""

LONGEST_COMPARED = 400
"""Characters of a text that are compared with names: no name is longer."""


def without_accents(text: str) -> str:
    """The beginning of a text, at most `LONGEST_COMPARED` characters, in lower case and without accents.

    Python's normalisation takes quadratic time for a row of accents, so the length must be limited.
    """
    spread = unicodedata.normalize("NFKD", text[:LONGEST_COMPARED].casefold())
    return "".join(letter for letter in spread if not unicodedata.combining(letter))


def visible(text: str) -> str:
    """A name on one line, with control characters escaped, among them those that move a terminal's cursor."""
    return CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def print_drawing(drawing: str) -> None:
    """Print a table as `Game.ansi` draws it; characters that the terminal's encoding does not have become
    question marks."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    print(drawing.encode(encoding, "replace").decode(encoding))
