"""Texts in the reader's language, from gettext catalogues that Babel reads.

The games say everything in English. A sentence of theirs is translated by the catalogue entry that it was made from:
``{who} crowns {person}`` fits “dynasty_1 crowns Charles V”, and what stands for the fields is translated in turn.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.pofile import read_po
from markupsafe import Markup, escape

from dynasty_env.kit.message import Chance, Joined, Message, PlayingCard, Seat, Sentence, capital

FOLDER = Path(__file__).parent / "locale"
LANGUAGES = {"en": "English", "ja": "日本語"}
"""Languages of the pages."""

UNDECLARED = ("figures_v0",)
"""Games whose sentences are plain text still: they are matched with the catalogue's entries."""
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


Part = Callable[[Any], str | None]


def nothing_of_its_own(part: Any) -> str | None:
    """No part of a text has a name of its own."""
    return None


class Phrasebook:
    """A game's words in a language.

    Args:
        language: one of `LANGUAGES`.
        domain: name of the catalogue.
    """

    def __init__(self, language: str, domain: str) -> None:
        self._exact = {**catalogue(language, "web"), **catalogue(language, domain)}
        self.is_empty = not self._exact
        own = catalogue(language, domain) if domain in UNDECLARED else {}
        made = [(text, said) for text, said in own.items() if "{" in text and not _repeats(text)]
        made.sort(key=lambda each: (-len(_FIELD.sub("", each[0])), each[0].count("{")))
        self._patterns = [(pattern_of(text), said) for text, said in made]
        self._plain = lru_cache(20_000)(self._of_plain_text)

    def say(self, text: Any, part: Part = nothing_of_its_own, mark: Callable[[str], str] = str) -> str:
        """A text in this language; what the catalogue lacks stays as it is.

        Args:
            text: a message, or what stands for one of its fields.
            part: what a part of it is called, where it has a name of its own, such as a seat; None: it has none.
            mark: makes the result's type out of plain text, such as `markupsafe.escape`.
        """
        known = part(text)
        if known is not None:
            return known
        if isinstance(text, Message):
            template = mark(self._exact.get(text.template, text.template))
            return template.format(**{name: self.say(each, part, mark) for name, each in text.fields.items()})
        if isinstance(text, Joined):
            separator = text.separator if self.is_empty else _BETWEEN.get(text.separator, text.separator)
            return mark(separator).join(self.say(each, part, mark) for each in text.parts)
        if isinstance(text, Sentence):
            said = self.say(text.text, part, mark)
            return said + _BETWEEN.get(text.end, text.end) if not self.is_empty else capital(said) + text.end
        if isinstance(text, Chance):
            bound = self._exact.get(_BOUNDS.get(text.bound, ""))
            return mark(str(text) if bound is None else bound.format(n=1 if text.bound == "under" else 99))
        return mark(self._plain(str(text)))

    def _of_plain_text(self, text: str) -> str:
        if self.is_empty or not text:
            return text
        found = self._exact.get(text)
        if found is not None:
            return found
        for pattern, said in self._patterns:
            match = pattern.fullmatch(text)
            if match is not None:
                return said.format(**{name: self._of_plain_text(part) for name, part in match.groupdict().items()})
        if _CARDS.fullmatch(text):
            return " ".join(self._exact.get(name, name) + mark for name, mark in _MARKED.findall(text))
        for sign in _BETWEEN:
            if sign and sign != " " and sign in text:
                parts = text.removesuffix(".").split(sign)
                said_parts = [self._of_plain_text(part) for part in parts]
                if said_parts != parts:
                    return (_BETWEEN[sign]).join(said_parts) + ("。" if text.endswith(".") else "")
        return text


def _repeats(text: str) -> bool:
    names = _FIELD.findall(text)
    return len(set(names)) < len(names)


@cache
def phrasebook(language: str, domain: str) -> Phrasebook:
    """The one phrasebook of a game in a language."""
    return Phrasebook(language, domain)


_MARKED = re.compile(r"((?:10|[2-9AJQK])[♥♦♠♣]|joker)(!?)")
_CARDS = re.compile(rf"{_MARKED.pattern}(?: {_MARKED.pattern})*")
"""Cards one behind the other; a mark says that a card does something."""
_BETWEEN = {". ": "。", "; ": "；", ", ": "、", ".": "。"}
"""Signs between parts of a text that can be translated one by one, and what stands there in Japanese."""
_BOUNDS = {"under": "under {n} %", "over": "over {n} %"}
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
        said = self._game.say(text, lambda part: self.name(part.seat) if isinstance(part, Seat) else None)
        return self._agents.sub(lambda found: self.name(int(found[1])), said) if self._agents else said

    def rich(self, text: str) -> Markup:
        """The same for a page: names in their seats' colours, suits in theirs."""
        said = self._game.say(text, self._rich_part, escape)
        if isinstance(text, Message | Joined | Sentence):
            return Markup(said)
        said = _SUITS.sub(lambda f: f'<b class="suit {"red" if f[2] in "♥♦" else "black"}">{f[1]}{f[2]}</b>', str(said))
        if self._agents:
            said = self._agents.sub(lambda found: str(self.tag(int(found[1]))), said)
        return Markup(said)

    def _rich_part(self, part: Any) -> Markup | None:
        if isinstance(part, Seat):
            return self.tag(part.seat)
        if isinstance(part, PlayingCard):
            return Markup('<b class="suit {}">{}</b>').format("red" if part.suit in "♥♦" else "black", part)
        return None

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self._names[seat] if seat < len(self._names) else str(seat)

    def tag(self, seat: int) -> Markup:
        """A seat's name in its colour."""
        return Markup('<b class="who s{}">{}</b>').format(seat, self.name(seat))
