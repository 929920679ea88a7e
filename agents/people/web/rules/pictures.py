"""Pictures of a page: pieces of the board as the table draws them, without anything that could be clicked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from agents.people.web.boards.pieces import die, joined, playing_card
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.rules.moments import Moment, TextError

CARDS = frozenset({"person", "piece", "eventpiece", "general", "fighter"})
"""Classes of the cards and pieces that may bear a name."""
PIECES = frozenset({"piece", "eventpiece"})
"""Those among them that lie on cells."""
ACTIVE = frozenset({"tabindex", "data-act", "data-card", "data-term", "data-x", "data-y", "type", "id", "title"})
"""Attributes of interactive elements, which are removed from pictures."""
KEPT_IDS = ("shape-",)
"""Prefixes of the ids of drawings that are referred to within the same picture."""


def element(html: Markup) -> Element:
    """Parse a piece of a board."""
    return ElementTree.fromstring(f"<div>{html}</div>")


def classes(each: Element) -> set[str]:
    """The classes of an element."""
    return set(each.get("class", "").split())


def text_of(each: Element) -> str:
    """All text within an element."""
    return "".join(each.itertext())


def cards_named(part: Element, names: Sequence[str]) -> Iterator[Element]:
    """Cards and pieces with these names, in the order of the names."""
    known = {text_of(_name(each)).replace("\u00ad", ""): each for each in part.iter() if classes(each) & CARDS}
    for name in names:
        card = next((each for words, each in known.items() if name in words), None)
        if card is not None:
            yield card


def _name(card: Element) -> Element:
    """The element with a card's name."""
    named = {"pname", "gname", "ename"}
    return next((each for each in card.iter() if classes(each) & named or each.tag == "h3"), card)


def drawn(shown: Moment, wanted: Mapping[str, Any], language: str) -> Markup:
    """Draw a picture of a position.

    Wanted are ``part`` or ``parts``, the pieces of the board; ``of``, only cards with these names; ``box``, only this
    part of a drawing: x, y, width, height. Raises TextError if the board has no such piece or card.
    """
    parts, words = shown.parts(language), shown.words(language)
    names = [words.term(name) for name in wanted.get("of", ())]
    pictures: list[Markup] = []
    cards: list[Element] = []
    for name in wanted.get("parts", [wanted["part"]] if "part" in wanted else list(parts)):
        if name not in parts:
            raise TextError(f"the board has no {name!r}; it has {', '.join(parts)}")
        part = element(parts[name])
        if names:
            cards += cards_named(part, names)
        else:
            _crop(part, wanted.get("box"))
            pictures.append(_shown(part, name, shown))
    if names:
        if len(cards) < len(names):
            raise TextError(f"not all of {', '.join(names)} are on this board")
        around = Element("div", {"class": "persons generals"})
        for card in cards:
            _drop(card, (), {"pick"})
            around.append(_in_a_cell(card) if classes(card) & PIECES else card)
        pictures.append(_shown(around, "cards", shown))
    return joined(pictures)


def _in_a_cell(card: Element) -> Element:
    """Make a piece as large as the cell that it lies on."""
    cell = Element("div", {"class": "cell"})
    cell.append(card)
    return cell


def row(wanted: Mapping[str, Any], words: Words) -> Markup:
    """Playing cards and dice side by side."""
    cards = joined(playing_card(name, words) for name in wanted.get("cards", ()))
    dice = joined(die(face) for face in wanted.get("dice", ()))
    return Markup('<div class="loose">{}{}</div>').format(cards, dice)


def _shown(part: Element, name: str, shown: Moment) -> Markup:
    still(part)
    part.set("class", f"panel part {name}{' seat' if name.startswith('seat') else ''} {part.get('class', '')}".strip())
    return Markup(ElementTree.tostring(part, encoding="unicode", method="html"))


def _crop(part: Element, box: Sequence[int] | None) -> None:
    """Show only a part of a drawing."""
    if box is None:
        return
    drawing = next(each for each in part.iter("svg") if classes(each) & {"map", "room"})
    drawing.set("viewBox", " ".join(map(str, box)))


def still(part: Element) -> None:
    """Remove interaction from a picture, and ids that could occur twice on a page."""
    for each in part.iter():
        for name in ACTIVE & set(each.keys()):
            if not (name == "id" and each.get("id", "").startswith(KEPT_IDS)):
                del each.attrib[name]
        if each.tag == "button":
            each.tag = "span"
        if each.tag == "details":
            each.set("open", "open")
        if each.get("role") in ("button", "grid", "row", "gridcell", "group", "img"):
            del each.attrib["role"]
        each.attrib.pop("aria-label", None)
    _drop(part, {"title"}, {"legend", "scale", "pointed"})


def _drop(part: Element, tags: Iterable[str], styles: set[str]) -> None:
    for each in list(part):
        if each.tag in tags or classes(each) & styles:
            part.remove(each)
        else:
            _drop(each, tags, styles)
