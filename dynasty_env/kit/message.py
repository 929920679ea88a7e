"""Texts for people, as values: a template with named fields, a chance, a seat.

Each value is also its own English text (a ``str``), so that it can be printed, compared and put into JSON directly.
Code that shows it in another language, or with players' own names, reads its parts instead, so no finished sentence has
to be parsed. `mapped` makes the same text from other parts, `segments` lists what it consists of.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from string import Formatter
from typing import Any, Literal, NamedTuple, Self

Tone = Literal["", "good", "bad", "quiet", "head"]
"""How a sentence is highlighted: a success, a mishap, something unimportant, the beginning of a turn."""
Of = Literal["success", "hold", "wins", "dies", "fails", "out", "wounded", "happens"]
"""What a chance is the chance of."""
WELCOME: tuple[Of, ...] = ("success", "hold", "wins")
"""Chances of what their seat wants."""
OF_NOBODY = -1
"""The seat of a chance that concerns none: a person whom nobody at the table owns."""
Bound = Literal["exact", "under", "over", "about"]


class Message(str):
    """A text made from a template and named fields.

    Attributes:
        template: the English text with the fields' names in braces; the key of its translations.
        fields: the value of each name: numbers, texts, and other messages.
        tone: how it is highlighted.

    Examples:
        >>> told = Message("{who} crowns {person}", who=Seat("dynasty", 1), person="Charles V")
        >>> str(told), told.fields["who"].seat
        ('dynasty_1 crowns Charles V', 1)
    """

    template: str
    fields: Mapping[str, Any]
    tone: Tone

    def __new__(cls, template: str, /, *, tone: Tone = "", **fields: Any) -> Self:
        self = super().__new__(cls, template.format(**fields) if fields else template)
        self.template, self.fields, self.tone = template, fields, tone
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _message, (self.template, dict(self.fields), self.tone)


class Joined(str):
    """Several texts in a row.

    Attributes:
        separator: the text between them, such as ``", "``.
        tone: see `Message`; the tone of the first part.
    """

    separator: str
    parts: tuple[str, ...]
    tone: Tone

    def __new__(cls, separator: str, parts: Iterable[str]) -> Self:
        texts = tuple(parts)
        self = super().__new__(cls, separator.join(texts))
        self.separator, self.parts = separator, texts
        self.tone = tone_of(texts[0]) if texts else ""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Joined, (self.separator, self.parts)


class Sentence(str):
    """A text that starts with a capital letter and ends with a punctuation mark.

    Attributes:
        end: the mark, such as ``"."``; empty: none.
    """

    text: str
    end: str

    def __new__(cls, text: str, end: str = "") -> Self:
        self = super().__new__(cls, capital(text) + end)
        self.text, self.end = text, end
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Sentence, (self.text, self.end)


class Chance(str):
    """A chance in whole percent; only what is certain is called 0 % or 100 %.

    Attributes:
        value: the chance, 0 … 1.
        of: what it is the chance of.
        bound: ``under`` or ``over`` if the text gives a bound, such as ``under 1 %``; ``about`` if the chance was found
            by simulation, such as ``≈ 64 %``.
        simulated: whether it was found by simulation, also if the text gives a bound.
        seat: whose chance it is, such as the owner of the person; `OF_NOBODY`: none; None: the seat that decides, or of
            a success the seat that acts (`Game.acts`).
    """

    value: float
    of: Of
    bound: Bound
    simulated: bool
    seat: int | None

    def __new__(cls, value: float, of: Of = "success", *, simulated: bool = False, seat: int | None = None) -> Self:
        number = float(value)
        bound: Bound = "about" if simulated else "exact"
        if 0 < number < 0.01 or (simulated and number == 0):
            bound = "under"
        elif 0.99 < number < 1 or (simulated and number == 1):
            bound = "over"
        texts = {"under": "under 1 %", "over": "over 99 %", "about": "≈ {n} %", "exact": "{n} %"}
        percent = texts[bound].format(n=round(100 * number))
        self = super().__new__(cls, percent)
        self.value, self.of, self.bound, self.simulated = number, of, bound, simulated
        self.seat = None if seat is None else int(seat)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _chance, (self.value, self.of, self.simulated, self.seat)


class Prospect(NamedTuple):
    """A chance of an action as plain data, for bots.

    Attributes:
        of: what it is the chance of: ``success`` of what has been declared, such as an attack, ``hold`` against it,
            ``wins`` of a throne or a fight; ``dies``, ``wounded``, ``fails`` and ``out`` of a person, figure or army;
            ``happens`` of anything else (only in the chances of a decision as it stands).
        value: 0 … 1, exact given what the deciding seat knows, except as `bound` says.
        bound: ``about`` if the value was found by simulation; otherwise ``exact``, or ``under`` and ``over`` for values
            below 0.01 and above 0.99, which the text only bounds.
        seat: whose success, person, figure or army it is (0-based); None: nobody's, as far as the deciding seat knows.
    """

    of: Of
    value: float
    bound: Bound
    seat: int | None

    def good_for(self, seat: int) -> bool | None:
        """Whether a seat wants it: its own success, or harm to another seat.

        Harm to what is nobody's is wanted by nobody. None: it is neither success nor harm (``happens``).
        """
        if self.of == "happens":
            return None
        if self.of in WELCOME:
            return self.seat == seat
        return self.seat is not None and self.seat != seat


def prospects_in(text: str, decider: int, acting: int) -> list[Prospect]:
    """The chances that a text contains as plain data, for the seat that decides and the one whose action is decided."""
    found = []
    for chance in chances_in(text):
        seat = chance.seat
        if seat is None:
            seat = acting if chance.of == "success" else decider
        found.append(Prospect(chance.of, chance.value, chance.bound, None if seat == OF_NOBODY else seat))
    return found


class Seat(str):
    """The name of a seat: PettingZoo's name, such as ``dynasty_1``, or a player's own name.

    Attributes:
        agent: stem of the seats' names.
    """

    agent: str
    seat: int

    def __new__(cls, agent: str, seat: int, name: str = "") -> Self:
        self = super().__new__(cls, name or f"{agent}_{seat}")
        self.agent, self.seat = agent, int(seat)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Seat, (self.agent, self.seat, str(self))


class Signs(str):
    """A text of symbols that a page explains, such as ``W3 G2 P4`` or ``CP``.

    Attributes:
        used: the symbols in it.
        numbered: whether each symbol precedes a number, as ``P`` does for prestige but not for Protestant.
    """

    used: tuple[str, ...]
    numbered: bool

    def __new__(cls, text: str, used: Iterable[str], numbered: bool = False) -> Self:
        self = super().__new__(cls, text)
        self.used, self.numbered = tuple(used), numbered
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Signs, (str(self), self.used, self.numbered)


class PlayingCard(str):
    """A playing card, such as ``10♥``.

    Attributes:
        rank: ``2`` … ``10``, ``J``, ``Q``, ``K``, ``A``.
        suit: one of ``♠♥♦♣``.
    """

    rank: str
    suit: str

    def __new__(cls, rank: str, suit: str) -> Self:
        self = super().__new__(cls, rank + suit)
        self.rank, self.suit = rank, suit
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return PlayingCard, (self.rank, self.suit)


def _chance(value: float, of: Of, simulated: bool, seat: int | None = None) -> Chance:
    return Chance(value, of, simulated=simulated, seat=seat)


def _message(template: str, fields: dict[str, Any], tone: Tone) -> Message:
    return Message(template, tone=tone, **fields)


_MADE: dict[str, Callable[..., Any]] = {
    "Message": _message, "Joined": Joined, "Sentence": Sentence, "Chance": _chance, "Seat": Seat, "Signs": Signs,
    "PlayingCard": PlayingCard,
}  # fmt: skip


def packed(text: Any) -> Any:
    """A text with its parts, ready for JSON; `unpacked` makes the same text of it."""
    if isinstance(text, Mapping):
        return {"fields": {name: packed(each) for name, each in text.items()}}
    if isinstance(text, list | tuple):
        return [packed(each) for each in text]
    if type(text).__name__ in _MADE:
        return {"made": type(text).__name__, "of": packed(text.__reduce__()[1])}
    return text


def unpacked(saved: Any) -> Any:
    """The inverse of `packed`. Raises KeyError or TypeError for anything else."""
    if isinstance(saved, list):
        return [unpacked(each) for each in saved]
    if not isinstance(saved, Mapping):
        return saved
    if "fields" in saved:
        return {name: unpacked(each) for name, each in saved["fields"].items()}
    return _MADE[saved["made"]](*unpacked(saved["of"]))


def capital(text: str) -> str:
    """A plain text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def sentence(text: str, end: str = "") -> str:
    """A text as a sentence; an empty one stays empty."""
    return Sentence(text, end) if text else ""


def joined(separator: str, *parts: str) -> str:
    """Texts in a row, without empty ones; a single text is returned unchanged."""
    kept = [part for part in parts if part]
    return kept[0] if len(kept) == 1 else Joined(separator, kept) if kept else ""


def with_tone(text: str, tone: Tone) -> str:
    """A message with another tone; any other text unchanged."""
    return Message(text.template, tone=tone, **text.fields) if isinstance(text, Message) else text


def tone_of(text: str) -> Tone:
    """How a text is highlighted."""
    tone: Tone = getattr(text, "tone", "")
    return tone


def parts_of(text: Any) -> Iterator[Any]:
    """A text and all parts that it shows, recursively, in the order of the template."""
    yield text
    if isinstance(text, Message):
        shown = dict.fromkeys(name for _, name in _pieces(text) if name)
        inner: Iterable[Any] = [text.fields[name] for name in shown]
    else:
        inner = text.parts if isinstance(text, Joined) else (text.text,) if isinstance(text, Sentence) else ()
    for part in inner:
        yield from parts_of(part)


def _pieces(message: Message) -> list[tuple[str, str | None]]:
    """The template in order: a piece of text, and the field that follows it, if any. Without fields there is none."""
    return [piece[:2] for piece in Formatter().parse(message.template)] if message.fields else []


def chances_in(text: str) -> list[Chance]:
    """The chances that a text contains."""
    return [part for part in parts_of(text) if isinstance(part, Chance)]


def mapped(text: Any, change: Callable[[Any], Any], templates: Mapping[str, str] | None = None) -> Any:
    """The same text made from other parts.

    Args:
        change: replaces an elementary part: a chance, a seat, a name, a number.
        templates: replacements for templates that would no longer be true.
    """
    if isinstance(text, Joined):
        return Joined(text.separator, [mapped(part, change, templates) for part in text.parts])
    if isinstance(text, Sentence):
        return Sentence(mapped(text.text, change, templates), text.end)
    if isinstance(text, Message):
        fields = {name: mapped(each, change, templates) for name, each in text.fields.items()}
        return Message((templates or {}).get(text.template, text.template), tone=text.tone, **fields)
    return change(text)


def segments(text: Any) -> Iterator[Any]:
    """The segments of the English text in order: pieces of templates, and the parts in them."""
    if isinstance(text, Message):
        for literal, name in _pieces(text):
            if literal:
                yield literal
            if name:
                yield from segments(text.fields[name])
        if not text.fields:
            yield text.template
    elif isinstance(text, Joined):
        for number, part in enumerate(text.parts):
            if number:
                yield text.separator
            yield from segments(part)
    elif isinstance(text, Sentence):
        first, *others = segments(text.text)
        yield from (first if type(first) is not str else capital(first), *others, *([text.end] if text.end else ()))
    else:
        yield text


def rendered(text: Any, part: Callable[[Any], str | None]) -> str:
    """The English text with its parts named by `part`; if that returns None, a part stays as it is."""
    called = ((part(each), each) for each in segments(text))
    return "".join(str(each) if name is None else name for name, each in called)
