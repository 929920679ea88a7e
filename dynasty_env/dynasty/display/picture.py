"""The table as a picture, drawn only from a view dict: it can show no more than the view contains."""

from collections.abc import Sequence
from typing import Any

from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.display.words import SAID, declaration
from dynasty_env.dynasty.material import COUNTRY_NAMES, DECK_NAMES, NOBODY, PERSON_NAMES, POWER
from dynasty_env.dynasty.rules.nouns import DOLL, NEUROI, stats, tag
from dynasty_env.europe.drawing.palette import ALARM, EVENT, EVENT_TINT, FAINT, INK, OCCUPIED, SEATS, STRIPES, TINTS
from dynasty_env.europe.drawing.picture import MAP, Picture, Pile
from dynasty_env.europe.drawing.portraits import Portrait, draw_portrait, draw_role
from dynasty_env.europe.words import religion
from dynasty_env.kit.canvas import WIDTH, Box, Canvas

CONTEST: Box = (14, 540, 480, 136)


class DynastyPicture(Picture):
    """The table of Dynasty.

    Attributes:
        t: the persons and events of the view.
    """

    said = SAID
    pool = ("Wanderers", "wanderers")
    pool_box = (14, 684, 480, 160)
    roles = ("target", "actor", "defender", "friend")

    def __init__(self, view: dict[str, Any]) -> None:
        super().__init__(view)
        self.t = OpenTable(view)

    # ----------------------------------------------------------------------------------------------------------- map

    def owner(self, country: str) -> int | None:
        """The seat that holds the country."""
        return next((n for n, place in enumerate(self.view["seats"]) if country in place["territories"]), None)

    def colours(self, country: str) -> tuple[str, str, str]:
        """Black if the country is occupied."""
        return (OCCUPIED, "#ff9a90", ALARM) if country in self.view.get("occupied", ()) else super().colours(country)

    def framed(self, country: str) -> str | None:
        """Red if the country is attacked."""
        called = NEUROI if country in self.view.get("occupied", ()) else country
        return ALARM if self.view["declared"]["country"] == called else None

    def _draw_neuroi(self) -> None:
        """Draw the Neuroi card in the corner of the map where no country lies.

        Its power is the sum of all occupied countries, which count as one country (SW02-06-02).
        """
        canvas, view = self.canvas, self.view
        power = sum(POWER[COUNTRY_NAMES.index(name)] for name in view.get("occupied", ()))
        if power:
            left, top, width, height = MAP
            x, y = left + 4.5 * width / 5, top + 6.5 * height / 7
            canvas.box((x - 42, y - 27, 84, 54), OCCUPIED, ALARM, 8, 2.5)
            canvas.text(x, y - 13, "the Neuroi", 13, "#ff9a90", "mm", 78)
            canvas.text(x, y + 6, str(power), 18, "#ffffff", "mm")
            under = self._attached(NOBODY) or view["under_neuroi"]
            canvas.text(x, y + 20, ", ".join(under), 10, "#ff9a90", "mm", 78)

    # -------------------------------------------------------------------------------------------------------- middle

    def draw_middle(self) -> None:
        """Draw the Neuroi, the declared action and the cards laid for it."""
        self._draw_neuroi()
        canvas, view = self.canvas, self.view
        left, top, width, height = CONTEST
        title = "Action" if declaration(view) else "Action: none declared"
        self.draw_section(CONTEST, title, "bar: who played it, grey: the pack" if view["on_table"] else "")
        declared, _, named = declaration(view).partition(", ")
        canvas.text(left + 12, top + 34, declared, 14, INK, "lm", width - 24)
        canvas.text(left + 12, top + 52, named, 14, INK, "lm", width - 24)
        canvas.text(left + 12, top + 70, _asides(view), 12, ALARM, "lm", width - 24)
        _draw_dice(canvas, view, (left + 12, top + height - 42, width - 24, 34))
        cards = view["on_table"]
        if cards:
            rows = 1 if len(cards) <= 13 else 2
            h = 60 if rows == 1 else 31
            columns = -(-len(cards) // rows)
            step = min(h * 0.72 + 6, (width - 24) / columns)
            for i, laid in enumerate(cards):
                x, y = left + 12 + i % columns * step, top + height - 8 - (rows - i // columns) * (h + 4) + 4
                _draw_card(canvas, (x, y, min(h * 0.72, step - 2), h), laid["card"], laid["number"])
                colour = "#b9b2a2" if laid["seat"] is None else SEATS[laid["seat"]]
                canvas.box((x, y + h - 5, min(h * 0.72, step - 2), 5), colour, radius=2)

    def named(self) -> list[str]:
        """The persons named in the declared action or sent to an all-out attack."""
        return super().named() + list(self.view.get("sent", []))

    def draw_person(self, box: Box, name: str, role: str) -> None:
        """Draw a person's card, or the doll's."""
        if name == DOLL:
            draw_doll(self.canvas, box)
        else:
            draw_portrait(self.canvas, box, portrait(self.t, PERSON_NAMES.index(name), role))

    def piles(self) -> list[Pile]:
        """The person decks, the pack and the discards."""
        view = self.view
        cards: list[Pile] = [("pack", view["pack_size"], "#4a5a66"), ("discards", len(view["discards"]), "#9a917f")]
        return super().piles() + cards

    def draw_decks(self) -> dict[str, Box]:
        """Draw the piles, and show what is known of the face-down cards."""
        if known := _seen_in_decks(self.view):
            self.canvas.text(WIDTH - 18, 47, known, 11, "#a9b8ac", "rm", WIDTH - 36)
        tops = super().draw_decks()
        if self.view.get("known", {}).get("pack_top"):  # SW02-07-03
            _draw_card(self.canvas, tops["pack"], self.view["known"]["pack_top"])
        return tops

    # --------------------------------------------------------------------------------------------------------- seats

    def points(self, seat: int) -> tuple[str, bool]:
        """The points as text, and whether the dynasty is ruined."""
        place = self.view["seats"][seat]
        is_ruined = bool(place["childless"] or place.get("fallen") or not place["territories"])
        return "ruined" if is_ruined else f"{place['points']} points", is_ruined

    def draw_title(self, seat: int, box: Box) -> float:
        """Draw the title with the size of the hand."""
        right, y, canvas = super().draw_title(seat, box) - 16, box[1] + 16, self.canvas
        right -= canvas.text(right, y, str(self.view["seats"][seat]["hand_size"]), 16, "#ffffff", "rm") + 6
        canvas.box((right - 13, y - 9, 13, 18), "#4a5a66", "#ffffff", 3, 1.2)
        return right

    def draw_seat(self, seat: int, box: Box) -> None:
        """Draw territories and events, persons, and the hand if the view contains it."""
        left, top, width, height = box
        place = self.view["seats"][seat]
        y = _draw_chips(self.canvas, self._chips(seat), (left + 10, top + 40, width - 20, height - 40))
        bottom = top + height - 10
        if place.get("hand"):
            bottom -= 40
            _draw_hand(self.canvas, place["hand"], (left + 10, bottom + 4, width - 20, 38))
        royals = [(place["king"], "king")] if place["king"] else []
        royals += [(name, "spouse") for name in [*place["spouses"], *[DOLL] * self.t.doll_of(seat)]]
        royals += [(name, str(1 + order)) for order, name in enumerate(place["children"])]
        courtiers = [(name, "") for name in place["courtiers"]]
        groups = {caption: who for caption, who in (("royals", royals), ("courtiers", courtiers)) if who}
        self.draw_persons((left + 10, y + 2, width - 20, bottom - y - 2), groups)

    def _chips(self, seat: int) -> list["Chip"]:
        """Territories with their power, face-down events in the colour of their deck, and attached events."""
        place = self.view["seats"][seat]
        chips: list[Chip] = [
            (f"{name} {POWER[COUNTRY_NAMES.index(name)]}", None, SEATS[seat]) for name in place["territories"]
        ] or [("no country", None, ALARM)]
        for event in place.get("events", ()):
            deck = DECK_NAMES.index(event["deck"])
            chips.append((event["event"] or "event", TINTS[deck], STRIPES[deck]))
        return chips + [(words, EVENT_TINT, EVENT) for words in self._attached(seat)]

    def _attached(self, seat: int) -> list[str]:
        return [f"{event}: {person}" for event, person in self.t.attached_to(seat)]


picture = DynastyPicture.of


def _seen_in_decks(view: dict[str, Any]) -> str:
    """What the seat (in a public view: everybody) has seen of the person decks."""
    known = view.get("known", {"seen": view.get("shown", {}), "deck_top": None})
    cards = [f"on top of the deck: {known['deck_top']}"] if known["deck_top"] else []
    cards += [f"{name} ({deck})" for name, deck in known["seen"].items()]
    return "seen in the decks: " + ", ".join(card.replace("event:", "") for card in cards) if cards else ""


def _asides(view: dict[str, Any]) -> str:
    """Text about a second action, persons refused to the reaper, and events in the middle."""
    asides = [f"{view['second']} acts once more"] if view.get("second") else []
    asides += [f"refused: {', '.join(view['refused'])}"] if view["refused"] else []
    asides += [name for name in view.get("events_on_table", ()) if name != "neuroi"]
    return "  ·  ".join(asides)


def _draw_dice(canvas: Canvas, view: dict[str, Any], box: Box) -> None:
    """Draw the dice on the table and the value they are rolled against."""
    left, top, width, height = box
    dice = view.get("dice", ())
    if dice:
        step = min(height + 6, (width - 90) / len(dice))
        size = min(height, step - 2)
        for i, face in enumerate(dice):
            canvas.box((left + i * step, top, size, size), "#ffffff", INK, size / 5, 1.2)
            canvas.text(left + i * step + size / 2, top + size / 2, str(face), size * 0.62, INK, "mm")
        canvas.text(left + width, top + height / 2, f"against {view['needed']}", 14, INK, "rm")


def _draw_card(canvas: Canvas, box: Box, name: str, number: int | None = None) -> None:
    """Draw a playing card face up."""
    left, top, width, height = box
    canvas.box(box, "#ffffff", "#8d8677", 4, 1)
    size = min(height * 0.36, width * 0.62)
    middle = left + width / 2
    if name == "JOKER":
        canvas.star(middle, top + height * 0.3, size * 0.62, "#7c52a8")
        canvas.text(middle, top + height * 0.66, str(number or "?"), size, "#7c52a8", "mm", width - 4)
        return
    ink = ALARM if name[0] in "HD" else INK
    canvas.text(middle, top + height * 0.3, name[1:], size, ink, "mm", width - 4)
    canvas.suit(middle, top + height * 0.65, size * 0.72, name[0], ink)


Chip = tuple[str, str | None, str]  # words, fill, edge


def _draw_chips(canvas: Canvas, chips: Sequence[Chip], box: Box) -> float:
    """Draw chips in rows. Returns the height at which they end."""
    left, top, width, _ = box
    x, y = left, top
    for words, fill, edge in chips:
        size = canvas.length(words, 12) + 16
        if x > left and x + size > left + width:
            x, y = left, y + 24
        canvas.box((x, y, size, 20), fill, edge, 10, 1.5)
        canvas.text(x + size / 2, y + 10, words, 12, INK, "mm")
        x += size + 5
    return y + 20


def _draw_hand(canvas: Canvas, cards: Sequence[str], box: Box) -> None:
    left, top, width, height = box
    step = min(32.0, width / len(cards))
    for i, name in enumerate(cards):
        _draw_card(canvas, (left + i * step, top, min(28, step - 1), height), name)


def portrait(t: OpenTable, person: int, role: str) -> Portrait:
    """A person's card as it counts on this table."""
    marked = person in t.event_person
    return Portrait(person, role, stats(t, person), religion(person), tag(t, person), marked)


def draw_doll(canvas: Canvas, box: Box) -> None:
    """SW02-08-05: draw the doll, the spouse who is not a person."""
    left, top, width, height = box
    canvas.box(box, EVENT_TINT, EVENT, 6, 1.2)
    line = top + (16 if height > 70 else 12 if height > 30 else height / 2)
    draw_role(canvas, left + 20, line, "spouse")
    canvas.text(left + 32, line, DOLL, min(14, height * 0.7), EVENT, "lm", width - 36)
    if height > 30:
        canvas.text(left + 13, top + height * 0.68, "the king's stats are all +1", 10.5, FAINT, "lm", width - 18)
