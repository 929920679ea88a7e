"""Long texts that nobody would write, of many shapes, for everything that reads a foreign one."""

SIZE = 100_000
"""Characters of each."""


def _of(piece: str, start: str = "", end: str = "") -> str:
    return start + piece * ((SIZE - len(start) - len(end)) // len(piece)) + end


TEXTS = {
    "blanks behind MOVE": _of(" ", "MOVE: 1", "x"),
    "tabs before MOVE": _of("\t", "", "MOVE: 1"),
    "stars": _of("*", "MOVE: 1 ", " x"),
    "blanks and stars": _of(" *", "MOVE:", "x"),
    "many moves": _of("MOVE: 1\n"),
    "many different moves": "\n".join(f"MOVE: {number:09}" for number in range(SIZE // 16)),
    "many notes": _of("SAY: no\n", "", "MOVE: 1"),
    "a long note": _of("\u0301\u0316 ", "SAY: a", "\nMOVE: 1"),
    "thoughts begun": _of("<think>"),
    "thoughts ended": _of("</thinking>", "<think>"),
    "thoughts within thoughts": _of("<think>") + "</think>" * 99,
    "fences": _of("```\n", "```json\n"),
    "empty lines in a fence": _of("\n", "```", "```"),
    "brackets": _of("["),
    "braces": _of('{"move":'),
    "digits": _of("9", '{"move": ', "}"),
    "a long number": _of("9", "MOVE: "),
    "digits alone": _of("9"),
    "digits of time": _of("9", "", "ms"),
    "escapes": _of("\\u0041", '{"move": "', '"}'),
    "keys": "{" + ",".join(f'"{number}":1' for number in range(SIZE // 10)) + "}",
    "accents": _of("\u0301\u0316", "a"),
    "letters": _of("a"),
    "words": _of("a "),
    "colons": _of("a:"),
    "points": _of("a.", "", ":b"),
    "files": _of("a.py:"),
    "zeros": _of("0", "1."),
    "nothing": _of("\0"),
    "surrogates": _of("\ud800"),
    "question marks": _of("?a=1&", "http://a/"),
    "quotes": _of("'a' "),
    "versions": _of("_v0", "a"),
}
"""By what they are made of."""
