"""The names of cards, figures, weapons and seats, and the words for lengths and directions."""

from collections.abc import Callable
from typing import Any

from dynasty_env.figures.ids import ALL_ROUND, SLICES
from dynasty_env.figures.material import CARDS_NAMED, NO_CARD, NOBODY, SHEET_NAMES, WEAPON_NAMES, Feeling
from dynasty_env.kit.engine.cards import RANK_NAMES
from dynasty_env.kit.words import Family, InGame, Message, Noun, PlayingCard, Seat, State, _, nothing

from .geometry import STEP_DEGREES

SUITS = "♠♥♦♣"
LETTERS = "SHDC"
JOKER = _("joker")


def agent(seat: int) -> Seat:
    """A seat's name, as in PettingZoo."""
    return Seat("figures", seat)


def card(number: int) -> str:
    """A card in its usual notation: ``10♠``, ``joker``."""
    return _("no card") if number == NO_CARD else card_named(CARDS_NAMED[number])


def card_named(name: str) -> str:
    """The same, from the name of its action."""
    plain = name.partition("-")[0]
    return JOKER if plain.startswith("JOKER") else PlayingCard(plain[1:], SUITS[LETTERS.index(plain[0])])


def sheet_name(record: Any, figure: int) -> str:
    """A figure by its sheet; if a game has several of one sheet, with its number, counted from 1 like players."""
    count = int(record["num_players"] * record["figures"])
    sheets = record["sheet"][:count].tolist()
    name = SHEET_NAMES[sheets[figure]]
    several = sheets.count(sheets[figure]) > 1
    return Message(_("{sheet} {number}"), sheet=name, number=figure + 1) if several else name


def figure_name(record: Any, figure: int) -> str:
    """The same inside a sentence."""
    return Message(_("the {figure}"), figure=sheet_name(record, figure))


def met(record: Any, figure: int) -> str:
    """What a figure runs into."""
    return _("a wall") if figure == NOBODY else figure_name(record, figure)


def weapon_name(record: Any, figure: int, weapon: int) -> str:
    """A weapon, by the name on its figure's sheet."""
    return WEAPON_NAMES[int(record["sheet"][figure])][weapon]


def widths(length: float) -> str:
    """A length in card widths, as a number."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def hour(edge: int) -> int:
    """The hour of a clock position."""
    return edge % 12 or 12


Texts = tuple[str, str, str]
"""Texts for no rotation, a clockwise one, and an anticlockwise one; the last two with ``{degrees}``."""


def sense(degrees: int) -> int:
    """The place of the text for a rotation: 0, 1 or -1."""
    return (degrees > 0) - (degrees < 0)


def by_sense(texts: Texts, degrees: int, **fields: Any) -> Message:
    """The text for a rotation."""
    return Message(texts[sense(degrees)], degrees=abs(degrees), **fields)


WALLS = {0: _("right"), 90: _("down"), 180: _("left"), 270: _("up")}


def bearing(degrees: int) -> str:
    """A heading seen from above: towards a wall, or the next half hour of a clock."""
    if degrees % 360 in WALLS:
        return WALLS[degrees % 360]
    number, minutes = divmod(degrees % 360 + 90, 30)
    text = _("towards half past {hour} (12 is up)") if minutes >= 15 else _("towards {hour} o'clock (12 is up)")
    return Message(text, hour=number % 12 or 12)


def degrees_of(number: int) -> int:
    """The angle of a choice in the family ``angle``."""
    return (number - ALL_ROUND) * STEP_DEGREES


# ------------------------------------------------------------------------------------------------------- what ids name


TURNS: Texts = (_("no turn"), _("{degrees}° clockwise"), _("{degrees}° anticlockwise"))
EDGES = slice(SLICES["edge"].start, SLICES["edge"].start + 1), slice(SLICES["edge"].start + 1, SLICES["edge"].stop)
FAMILIES = {
    "pass": Family(SLICES["pass"], "", nothing, _("pass")),
    "yes": Family(SLICES["yes"], "", nothing, _("yes")),
    "lower": Family(SLICES["lower"], "", nothing, _("lower it")),
    "left": Family(EDGES[0], "", nothing, _("the left edge")),
    "right": Family(EDGES[1], "", nothing, _("the right edge")),
    "rest": Family(SLICES["rest"], "", nothing, _("all that is left")),
    "length": Family(SLICES["length"], "length", lambda state, number: widths(number / 2), _("{length} w")),
    "angle": Family(SLICES["angle"], "", nothing, lambda state, number: by_sense(TURNS, degrees_of(number))),
    "number": Family(SLICES["number"], "rank", lambda state, number: RANK_NAMES[number], _("the number {rank}")),
    "figure": Family(SLICES["figure"], "number", lambda state, number: number, _("figure {number}")),
    "card": Family(SLICES["card"], "card", lambda state, number: card(number), "{card}"),
}
"""What each family of action ids names."""


def of_figure(called: Callable[[Any, int], str]) -> InGame:
    """A noun for the number of a figure."""
    return InGame(lambda record, _entry, figure: called(record, figure))


NOUNS: dict[str, Noun] = {
    "figure": of_figure(sheet_name),
    "the figure": of_figure(figure_name),
    "met": of_figure(met),
    "weapon": InGame(lambda record, entry, weapon: weapon_name(record, entry.subject, weapon)),
    "card": card,
    "rank": lambda number: RANK_NAMES[number - 1],
    "hour": hour,
    "length": widths,
    "place": lambda hundredths: widths(hundredths / 100),
    "angle": abs,
    "bearing": bearing,
    "feeling": lambda feeling: Feeling(feeling).name.lower(),
}
"""What the numbers in trace entries name."""


def figure_alone(state: State) -> str:
    """The figure that a decision is about."""
    return sheet_name(state.record, int(state.record["a"]))
