"""The parts of every board: things to pick, terms with explanations, cards, dice, and lines of a story."""

from collections.abc import Iterable, Mapping

from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse, odds
from dynasty_env.kit.message import Bound, Chance, Message, Of, tone_of
from dynasty_env.kit.phrases import _
from dynasty_env.kit.wording import CHANCES

NOTHING = Markup("")
STEPS = 40
"""Number of moments of a story that are shown one after another; later ones appear together with the last."""
LABELS: dict[Of, str] = {
    "hold": _("hold {chance}"), "out": _("out {chance}"), "dies": CHANCES["dies"], "fails": CHANCES["fails"],
    "wounded": _("wounded {chance}"),
}  # fmt: skip
"""Labels of chances of something other than success."""
OF: dict[Of, str] = {
    "hold": _("hold"),
    "out": _("out"),
    "dies": _("dies"),
    "fails": _("fails"),
    "wounded": _("wounded"),
}
"""The same in a word."""
GOOD = ("hold", "out")
"""Chances that are no mishaps although they have a label: one's own army holds, or a rival is out."""
_PIPS = {1: (5,), 2: (1, 9), 3: (1, 5, 9), 4: (1, 3, 7, 9), 5: (1, 3, 5, 7, 9), 6: (1, 3, 4, 6, 7, 9)}
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def joined(parts: Iterable[Markup]) -> Markup:
    """Join parts without a separator."""
    return Markup("").join(parts)


def chance_of(choice: Choice) -> float:
    """The same chance in percent, for sorting; -1 if there is none, or if it is that of a mishap."""
    chance = odds(choice)
    mishap = chance is None or chance.of == "fails" or tone_of(choice.prospects) == "bad"
    return -1.0 if chance is None or mishap else 100 * chance.value


def hopeless(choice: Choice) -> bool:
    """Whether a choice cannot succeed according to its chances: it is legal, but is displayed differently."""
    chance = odds(choice)
    return chance is not None and chance.of in ("success", "wins") and chance.value == 0


def is_mishap(choice: Choice) -> bool:
    """Whether the first chance stated for a choice is that of something bad for the chooser."""
    chance = odds(choice)
    of_harm = chance is not None and chance.of in LABELS and chance.of not in GOOD
    return of_harm or (chance is not None and chance.of in GOOD and tone_of(choice.prospects) == "bad")


def badge_text(choice: Choice) -> str:
    """The first chance stated for a choice, with a label if it is not one of success: “dies 50 %”."""
    chance = odds(choice)
    if chance is None:
        return ""
    return Message(LABELS[chance.of], chance=chance) if chance.of in LABELS else chance


def label_of(choice: Choice, words: Words) -> str:
    """What a choice does, whose it is, and its odds, for people who cannot see its badges."""
    own = words("one of your own") if choice.own else ""
    parts = (words.plain(choice.words), own, words.plain(choice.prospects))
    return ". ".join(part for part in parts if part)


def pick(choice: Choice | None, words: Words) -> Markup:
    """A button over a thing that can be chosen; empty if it cannot."""
    if choice is None:
        return NOTHING
    chance = odds(choice)
    badge = _badge(chance, is_mishap(choice), words) if chance is not None else NOTHING
    own = Markup('<span class="yours" aria-hidden="true">{}</span>').format(words("yours")) if choice.own else NOTHING
    return Markup('<button type="button" class="pick{}" data-act="{}" aria-label="{}">{}{}</button>').format(
        " hopeless" if hopeless(choice) else "", choice.action, label_of(choice, words), badge, own
    )


def role_of(choice: Choice | None) -> Markup:
    """Attributes of an element of a drawing: it is a button if it can be chosen, else a picture."""
    if choice is None:
        return Markup('role="img"')
    return Markup('role="button" tabindex="0" data-act="{}"').format(choice.action)


def _badge(chance: Chance, bad: bool, words: Words) -> Markup:
    """A chance on a thing; its label is separate, since a small piece has no room for it."""
    text = words.plain(chance)
    if chance.of not in LABELS:
        return Markup('<span class="odds" aria-hidden="true">{}</span>').format(text)
    style = " bad" if bad else ""
    return Markup('<span class="odds{}" aria-hidden="true"><i>{}</i> {}</span>').format(
        style, words(OF[chance.of]), text
    )


SIGNS: dict[Bound, str] = {"exact": "", "under": "<", "over": ">", "about": "≈"}


def drawn_badge(choice: Choice | None, x: float, y: float, words: Words, place: str = "") -> Markup:
    """The same within a drawing, at a place; empty if no chance is stated.

    Signs replace “under” and “over”, as there is little room. `place` is ``"ends"`` or ``"amid"`` if the text ends at
    the place or is centred on it, rather than beginning there.
    """
    chance = None if choice is None else odds(choice)
    if choice is None or chance is None:
        return NOTHING
    style = "bad" if is_mishap(choice) else "none" if hopeless(choice) else ""
    percent = {"under": 1, "over": 99}.get(chance.bound, round(100 * chance.value))
    label = f"{words(OF[chance.of])} " if chance.of in LABELS else ""
    return Markup('<text class="chance {}" x="{}" y="{}">{}{}{}\u2009%</text>').format(
        f"{style} {place}".strip(), x, y, label, SIGNS[chance.bound], percent
    )


def by_subject(choices: Iterable[Choice], kind: str) -> Mapping[str, Choice]:
    """Choices of a kind such as ``person``, by the thing that they name."""
    return {choice.subject: choice for choice in choices if choice.name.startswith(f"{kind}:")}


def term(name: str, words: Words, shown: str | None = None, style: str = "") -> Markup:
    """A word that shows its explanation when pointed at, tapped, or reached by keyboard."""
    return Markup('<button type="button" class="term {}" data-term="{}">{}</button>').format(
        style, name, words.term(name) if shown is None else shown
    )


def step(number: int) -> str:
    """The class of things shown at the n-th moment of a story."""
    return f"step d{min(number, STEPS)}"


def classes(*always: str, **conditions: bool) -> str:
    """Classes of an element: some always, and those whose condition holds."""
    return " ".join([*always, *(name for name, holds in conditions.items() if holds)])


def stamp(at: int, text: str, style: str) -> Markup:
    """A result at the n-th moment of a story, ``good`` or ``bad``."""
    return Markup('<strong class="{} stamp {}">{}</strong>').format(step(at), style, text)


def outcome(at: int, succeeds: bool, words: Words) -> Markup:
    """The result of an action, as a stamp."""
    return stamp(at, words("Success"), "good") if succeeds else stamp(at, words("Failure"), "bad")


def rolled(at: int, face: int, caption: str) -> Markup:
    """A die rolled at the n-th moment of a story, with a caption."""
    return Markup('<figure class="{}">{}<figcaption>{}</figcaption></figure>').format(
        step(at), die(face, f"{step(at)} roll"), caption
    )


def die(face: int, style: str = "") -> Markup:
    """A die that shows a face."""
    pips = joined(
        Markup('<circle cx="{}" cy="{}" r="3.4"/>').format(8 + 12 * ((p - 1) % 3), 8 + 12 * ((p - 1) // 3))
        for p in _PIPS[face]
    )
    return Markup(
        '<svg class="die {}" viewBox="0 0 40 40" role="img" aria-label="{}"><rect x="1.5" y="1.5" width="37" '
        'height="37" rx="8"/>{}</svg>'
    ).format(style, face, pips)


def numbers_row(values: Iterable[tuple[str, str, object, str]], words: Words, style: str) -> Markup:
    """Numbers on a card, each with its name, the letter in front of it, and its class."""
    rows = [(name, words.term(name), letter, value, shown) for name, letter, value, shown in values]
    cells = joined(
        Markup('<span class="{}" data-term="{}" title="{}"><i>{}</i>{}</span>').format(
            shown, name, called, letter, value
        )
        for name, called, letter, value, shown in rows
    )
    label = words.listed(f"{called} {value}" for _, called, _, value, _ in rows)
    return Markup('<span class="{}" role="img" aria-label="{}">{}</span>').format(style, label, cells)


def you_and_state(glimpse: Glimpse, seat: int, words: Words) -> tuple[Markup, str]:
    """Marks beside a seat's name: whether it is the viewer's own, and whether a bot plays it or its person is away."""
    sitter = glimpse.seats[seat]
    kinds = {"away": words("away: a bot plays"), "left": words("has left: a bot plays"), "bot": words("bot")}
    state = kinds.get(sitter.kind, "")
    if sitter.failed:
        state = words("bot: it has failed, and plays at random whenever it does")
    if sitter.kind == "person" and not sitter.here:
        state = words("not here")
    return Markup(" <em>{}</em>").format(words("you")) if seat == glimpse.viewer else NOTHING, state


def sitter(glimpse: Glimpse, seat: int, words: Words) -> Markup:
    """The player in a seat."""
    return Markup('<span class="sitter">{}{} <small>{}</small></span>').format(
        words.name(seat), *you_and_state(glimpse, seat, words)
    )


def house(glimpse: Glimpse, seat: int, title: Markup, body: Markup, words: Words) -> Markup:
    """The part of a seat; it shows whose turn it is, and who is asked."""
    view = glimpse.view
    turn = " turn" if view.get("turn_player") == seat and view["turn"] else ""
    asked = " asked" if view["deciding"] == seat else ""
    return Markup('<section class="house s{}{}{}" aria-label="{}"><header>{}</header>{}</section>').format(
        seat, turn, asked, words.name(seat), title, body
    )


def playing_card(name: str, words: Words, *, number: int | None = None, style: str = "", below: Markup = NOTHING,
                 choice: Choice | None = None) -> Markup:  # fmt: skip
    """A face-up playing card, by its name in the save file: ``S10`` is 10♠."""
    if name == "JOKER":
        rank, suit, colour, label = "★", str(number or "?"), "joker", words.term("joker")
        label = f"{label} = {number}" if number else label
    else:
        rank, suit, colour = name[1:], SUITS[name[0]], "red" if name[0] in "HD" else "black"
        label = rank + suit
    return Markup(
        '<span class="card {} {}"><span class="face" role="img" aria-label="{}"><b>{}</b><i>{}</i></span>{}{}</span>'
    ).format(colour, style, label, rank, suit, below, pick(choice, words))


def pile(size: int, label: str, style: str, choice: Choice | None, words: Words) -> Markup:
    """A face-down pile with its number of cards."""
    lifted = Markup('<i aria-hidden="true"></i>') * min(size, 3)
    text = '<div class="pile {}"><div class="stack">{}<b>{}</b></div><span>{}</span>{}</div>'
    return Markup(text).format(style, lifted, size, label, pick(choice, words))


def story_lines(lines: Iterable[str], words: Words, first: int) -> Markup:
    """Sentences of a story, one after another; unimportant ones are pale."""
    return joined(
        Markup('<li class="{}{}">{}</li>').format(step(first + i), " pale" if is_pale(line) else "", words.rich(line))
        for i, line in enumerate(lines)
    )


def is_pale(line: str) -> bool:
    """Whether a sentence only says that a turn begins or that somebody does nothing."""
    return tone_of(line) in ("quiet", "head")
