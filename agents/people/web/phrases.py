"""Texts in the reader's language, from gettext catalogues that Babel reads.

The games say everything in English, as messages (`dynasty_env.kit.message`) that keep their template. The catalogue
holds the template's translation, and the values of its fields are translated separately.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.pofile import read_po

from agents.people.sentences import explained
from agents.people.web.markup import Markup
from dynasty_env.kit.message import Chance, Joined, Message, PlayingCard, Seat, Sentence, Signs, capital

FOLDER = Path(__file__).parent / "locale"
LANGUAGES = {"en": "English", "ja": "日本語"}
"""Languages of the pages."""


@cache
def catalogue(language: str, domain: str) -> dict[str, str]:
    """The catalogue in `FOLDER` as a dict from text to translation; empty if there is none."""
    file = FOLDER / language / f"{domain}.po"
    if not file.exists():
        return {}
    with file.open("rb") as lines:
        messages = read_po(lines, locale=Locale.parse(language))
    return {str(m.id): str(m.string) for m in messages if m.id and m.string and not m.fuzzy}


@cache
def plain_english(domain: str) -> Mapping[tuple[str, str], str]:
    """The sentences of a game's page of words, by kind and term; terms without a kind are in lower case."""
    return {
        (each.kind, name if each.kind else name.casefold()): each.text
        for each in explained(domain)
        for name in each.names
    }


@cache
def _translations(language: str, domain: str) -> dict[str, str]:
    """The texts of the pages and of a game."""
    return {**catalogue(language, "web"), **catalogue(language, domain)}


_BETWEEN = {". ": "。", "; ": "；", ", ": "、", ".": "。"}
"""Separators between parts of a text that can be translated one by one, and their Japanese counterparts."""
OF_FAITH = "✝"
"""The sign before the letters of a religion: P alone is prestige."""
_BOUNDS = {"under": "under {n} %", "over": "over {n} %", "about": "≈ {n} %"}


class Words:
    """The texts of a page, and of the game whose catalogue is `domain`, in one language, with the seats' names."""

    def __init__(self, language: str, domain: str = "", names: Sequence[str] = ()) -> None:
        self.language, self._domain = language, domain
        self._own = catalogue(language, "web")
        self._game = _translations(language, domain)
        self._names = tuple(names)

    def __call__(self, text: str, **fields: object) -> str:
        """A text of the pages; `fields` replace the names in braces."""
        result = self._own.get(text, text)
        return result.format(**fields) if fields else result

    def term(self, text: str) -> str:
        """A word of the game, or a sentence that names nobody; anything missing from the catalogue stays as it is."""
        return self._say(text)

    def listed(self, parts: Iterable[str]) -> str:
        """Words joined by the comma of this language."""
        return (", " if self.language == "en" else _BETWEEN[", "]).join(parts)

    def explanation(self, kind: str, name: str) -> str:
        """The explanation of a term for players, or an empty string: from the catalogue, or from the English page of
        words."""
        if self.language == "en":
            known = plain_english(self._domain)
            return known.get((kind, name)) or known.get(("", name.casefold()), "")
        key = f"[{kind}] {name}"
        text = self.term(key)
        return "" if text == key else text

    def plain(self, text: str) -> str:
        """A sentence of the game with the seats' names."""
        return self._say(text, lambda part: self.name(part.seat) if isinstance(part, Seat) else None)

    def rich(self, text: str) -> Markup:
        """The same as HTML, with names and suits in their colours."""
        return Markup(self._say(text, self._rich_part, Markup.escape))

    def _say(
        self, text: Any, part: Callable[[Any], str | None] = lambda _: None, mark: Callable[[str], str] = str
    ) -> str:
        """Translate a message, or the value of one of its fields.

        `part` returns the name of a part that has one of its own, such as a seat, else None; `mark` converts plain text
        to the result's type, e.g. `Markup.escape`.
        """
        known = part(text)
        if known is not None:
            return known
        if type(text) is str:  # almost always
            return mark(self._game.get(text, text))
        if isinstance(text, Message):
            template = mark(self._game.get(text.template, text.template))
            return template.format(**{name: self._say(each, part, mark) for name, each in text.fields.items()})
        if isinstance(text, Joined):
            separator = _BETWEEN.get(text.separator, text.separator) if self._game else text.separator
            return mark(separator).join(self._say(each, part, mark) for each in text.parts)
        if isinstance(text, Sentence):
            result = self._say(text.text, part, mark)
            return result + _BETWEEN.get(text.end, text.end) if self._game else capital(result) + text.end
        if isinstance(text, Chance):
            bound = self._game.get(_BOUNDS.get(text.bound, ""))
            number = {"under": 1, "over": 99}.get(text.bound, round(100 * text.value))
            return mark(str(text) if bound is None else bound.format(n=number))
        return mark(self._game.get(text, text))

    def _rich_part(self, part: Any) -> Markup | None:
        if isinstance(part, Seat):
            return self.tag(part.seat)
        if isinstance(part, PlayingCard):
            return Markup('<b class="suit {}">{}</b>').format("red" if part.suit in "♥♦" else "black", part)
        if isinstance(part, Signs) and not part.numbered:
            return Markup("{}{}").format(OF_FAITH, part)
        return None

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self._names[seat] if seat < len(self._names) else str(seat)

    def tag(self, seat: int) -> Markup:
        """A seat's name in its colour."""
        return Markup('<b class="who s{}">{}</b>').format(seat, self.name(seat))
