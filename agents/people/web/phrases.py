"""Texts in the reader's language, from gettext catalogues that Babel reads.

The games say everything in English. A sentence of theirs is translated by the catalogue entry that it was made from:
``{who} crowns {person}`` fits “dynasty_1 crowns Charles V”, and what stands for the fields is translated in turn.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from babel import Locale
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

FOLDER = Path(__file__).parent / "locale"
LANGUAGES = {"en": "English", "ja": "日本語"}
"""Languages of the pages."""

_FIELD = re.compile(r"\{(\w+)\}")
_KINDS = {
    "who": r"[a-z]+_\d+",
    "n": r"-?\d+",
    "chance": r"(?:under |over )?\d+ %",
    "cell": r"\d\.\d",
    "dice": r"(?:no dice|\d).*?",
    "person": r"[^,;:()\d]+?",
    "way": r"up|right|down|left",
    "thing": r"(?:the |“).+?",
    "colour": r"[a-z]+",
}
"""What may stand for a field, by the beginning of its name; for all others, anything."""
LONGEST_SENTENCE = 1000
"""Characters of a text that is compared with sentences: the games' own are shorter, and a sentence with several fields
takes more than linear time."""


@cache
def catalogue(language: str, domain: str) -> dict[str, str]:
    """A catalogue as it lies in `FOLDER`: text → translation. Empty, where there is none."""
    file = FOLDER / language / f"{domain}.po"
    if not file.exists():
        return {}
    with file.open("rb") as lines:
        messages = read_po(lines, locale=Locale.parse(language))
    return {str(m.id): str(m.string) for m in messages if m.id and m.string and not m.fuzzy}


def pattern_of(text: str) -> re.Pattern[str]:
    """What a sentence looks like that was made from this text."""
    parts, end = [], 0
    for found in _FIELD.finditer(text):
        name = found[1]
        kind = next((_KINDS[stem] for stem in _KINDS if re.fullmatch(rf"{stem}\d?", name)), ".+?")
        parts += [re.escape(text[end : found.start()]), f"(?P<{name}>{kind})"]
        end = found.end()
    return re.compile("".join([*parts, re.escape(text[end:])]), re.DOTALL)


class Phrasebook:
    """A game's words in a language.

    Args:
        language: one of `LANGUAGES`.
        domain: name of the catalogue.
    """

    def __init__(self, language: str, domain: str) -> None:
        known = catalogue(language, domain)
        self.is_empty = not known
        self._exact = {text: said for text, said in known.items() if "{" not in text}
        made = [(text, said) for text, said in known.items() if "{" in text]
        made.sort(key=lambda each: (-len(_FIELD.sub("", each[0])), each[0].count("{")))
        self._patterns = [(pattern_of(text), said) for text, said in made]
        self.say = lru_cache(20_000)(self._say)

    def _say(self, text: str) -> str:
        """A text in this language; what the catalogue lacks stays as it is."""
        if self.is_empty or not text:
            return text
        found = self._exact.get(text)
        if found is not None:
            return found
        for pattern, said in self._patterns if len(text) <= LONGEST_SENTENCE else ():
            match = pattern.fullmatch(text)
            if match is not None:
                return said.format(**{name: self._say(part) for name, part in match.groupdict().items()})
        if _CARDS.fullmatch(text):
            return " ".join(self._exact.get(name, name) + mark for name, mark in _MARKED.findall(text))
        for sign in _BETWEEN:
            if sign in text:
                parts = text.removesuffix(".").split(sign)
                said_parts = [self._say(part) for part in parts]
                if said_parts != parts:
                    return (_BETWEEN[sign]).join(said_parts) + ("。" if text.endswith(".") else "")
        return text


@cache
def phrasebook(language: str, domain: str) -> Phrasebook:
    """The one phrasebook of a game in a language."""
    return Phrasebook(language, domain)


_MARKED = re.compile(r"((?:10|[2-9AJQK])[♥♦♠♣]|joker)(!?)")
_CARDS = re.compile(rf"{_MARKED.pattern}(?: {_MARKED.pattern})*")
"""Cards one behind the other; a mark says that a card does something."""
_BETWEEN = {". ": "。", "; ": "；", ", ": "、"}
"""Signs between parts of a text that can be translated one by one."""
_SUITS = re.compile(r"(10|[2-9AJQK])([♥♦♠♣])")


class Words:
    """What a page says: its own texts, and those of its game, in one language.

    Args:
        language: one of `LANGUAGES`.
        domain: the game's catalogue; empty: pages without a game.
        agent: stem of the seats' names in the game's own words, e.g. ``dynasty``.
        names: what the seats are called on this table.
    """

    def __init__(self, language: str, domain: str = "", agent: str = "", names: Sequence[str] = ()) -> None:
        self.language = language
        self._own = catalogue(language, "web")
        self._game = phrasebook(language, domain) if domain else Phrasebook(language, "")
        self._agents = re.compile(rf"(?<![A-Za-z]){re.escape(agent)}_(\d+)") if agent else None
        self._names = tuple(names)

    def __call__(self, text: str, **fields: object) -> str:
        """A text of the pages; `fields` stand in braces in it."""
        said = self._own.get(text, text)
        return said.format(**fields) if fields else said

    def term(self, text: str) -> str:
        """A word of the game."""
        return self._game.say(text)

    def explanation(self, kind: str, name: str) -> str:
        """What a term means, where the catalogue explains it; else nothing."""
        key = f"[{kind}] {name}"
        said = self._game.say(key)
        return "" if said == key else said

    def plain(self, text: str) -> str:
        """A sentence of the game, with the seats' names."""
        said = self._game.say(text)
        return self._agents.sub(lambda found: self.name(int(found[1])), said) if self._agents else said

    def rich(self, text: str) -> Markup:
        """The same for a page: names in their seats' colours, suits in theirs."""
        said = str(escape(self._game.say(text)))
        said = _SUITS.sub(lambda f: f'<b class="suit {"red" if f[2] in "♥♦" else "black"}">{f[1]}{f[2]}</b>', said)
        if self._agents:
            said = self._agents.sub(lambda found: str(self.tag(int(found[1]))), said)
        return Markup(said)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self._names[seat] if seat < len(self._names) else str(seat)

    def tag(self, seat: int) -> Markup:
        """A seat's name in its colour."""
        return Markup('<b class="who s{}">{}</b>').format(seat, self.name(seat))
