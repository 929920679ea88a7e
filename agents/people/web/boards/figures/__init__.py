"""The board of the figure duel: the room from above, the figures' sheets, and the cards that program them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.board import Board, Parts
from agents.people.web.boards.figures.lesson import LESSON
from agents.people.web.boards.figures.room import draw_room
from agents.people.web.boards.pieces import NOTHING, by_subject, house, joined, playing_card, sitter, step
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.figures.ids import Trace
from dynasty_env.figures.material import CARDS_NAMED
from dynasty_env.figures.rules.nouns import card_named
from dynasty_env.figures.views.public_table import vitality
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry


def _turned(entry: Entry, at: int, words: Words) -> Markup:
    """A card turned up from the pack."""
    return _card(CARDS_NAMED[entry.object], words, style=step(at)) if entry.object >= 0 else NOTHING


class GameBoard(Board):
    """The figure duel's board."""

    title: ClassVar[str] = _("Figure duel")
    weight: ClassVar[int] = 2
    card: ClassVar[str] = "figures.jpg"
    summary: ClassVar[str] = _(
        "Posable figures fight in a room: cards program them, and measure how far they go. 2–4 players, 20–40 minutes."
    )
    shown = dict.fromkeys((Trace.CARD, Trace.MISSED, Trace.FELT, Trace.FURY), _turned)
    style: ClassVar[str] = "figures.css"
    lesson = LESSON
    placed: ClassVar[Collection[str]] = ("card", "length", "angle")

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """The room in the middle with the viewer's cards below it; beside it the seats, the viewer's own first."""
        return [["prompt", "story"], ["room", "hand"], [*self.around(seats, viewer), "chronicle"]]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table, part by part."""
        choices = glimpse.choices
        result: Parts = {
            "room": draw_room(glimpse.view, choices, words),
            "story": self.story(glimpse, lines, words),
            "hand": self._hands(glimpse, by_subject(choices, "card"), words),
        }
        for seat in range(len(glimpse.seats)):
            own = (each for each in glimpse.view["figures"] if each["seat"] == seat)
            sheets = joined(self._sheet(glimpse.view, figure, words) for figure in own)
            result[f"seat{seat}"] = house(glimpse, seat, sitter(glimpse, seat, words), sheets, words)
        return result

    def headline(self, view: Mapping[str, Any], words: Words) -> str:
        """The round."""
        return words("round {n}", n=view["round"]) if view["round"] else words("set-up")

    def has_occasion(self, view: Mapping[str, Any]) -> bool:
        """Always False: no seat is asked during another seat's turn."""
        return False

    # -- cards and sheets ----------------------------------------------------------------------------------------

    def _hands(self, glimpse: Glimpse, choices: Mapping[str, Choice], words: Words) -> Markup:
        """The viewer's own cards, in hand and face down on the table."""
        result = []
        for figure in glimpse.view["figures"]:
            if figure["seat"] != glimpse.viewer or figure["out"]:
                continue
            hand = joined(_card(name, words, choice=choices.get(name), style="mine") for name in figure["hand"])
            row = joined(_card(name, words, choice=choices.get(name), style="laid") for name in figure["row"])
            name = words.term(figure["sheet"])
            for title, cards in ((words("{name}'s hand", name=name), hand), (words("{name}'s plots", name=name), row)):
                if cards:
                    result.append(Markup('<h2>{}</h2><div class="cards">{}</div>').format(title, cards))
        return joined(result)

    def _sheet(self, view: Mapping[str, Any], figure: Mapping[str, Any], words: Words) -> Markup:
        """A figure's sheet: name, vitality, abilities, weapons, and plots."""
        turn = view["turn"]
        acting = " acting" if turn is not None and turn["figure"] == figure["figure"] else ""
        leads = f", {words.term('leader')}" if figure["leader"] else ""
        feels = Markup(' <em class="mood">{}</em>').format(words.term(figure["feeling"]))
        weapons = joined(Markup("<li>{}</li>").format(_weapon(weapon, words)) for weapon in figure["weapons"])
        return Markup(
            '<div class="fighter{}{}"><h3><b class="number">{}</b> {}{}{}</h3>{}{}<ul class="weapons">{}</ul>{}</div>'
        ).format(
            acting, " fallen" if figure["out"] else "", figure["figure"] + 1, words.term(figure["sheet"]), leads,
            feels if figure["feeling"] != "calm" else NOTHING, _life(figure, words), _abilities(figure, words),
            weapons, _plots(figure, words),
        )  # fmt: skip


def _card(name: str, words: Words, *, style: str = "", choice: Choice | None = None) -> Markup:
    """A playing card, of either pack."""
    plain = name.partition("-")[0]
    return playing_card("JOKER" if plain.startswith("JOKER") else plain, words, style=style, choice=choice)


def _life(figure: Mapping[str, Any], words: Words) -> Markup:
    life = vitality(figure)
    if figure["out"]:
        return Markup('<p class="life">{}</p>').format(words("is out"))
    if life is None:
        return NOTHING
    text = words("vitality {n} of {m}", n=life[0], m=life[1])
    hearts = Markup("<i></i>") * life[0] + Markup('<i class="gone"></i>') * (life[1] - life[0])
    return Markup('<p class="life" role="img" aria-label="{}" title="{}">{}</p>').format(text, text, hearts)


def _abilities(figure: Mapping[str, Any], words: Words) -> Markup:
    if figure["abilities"] is None:
        return Markup('<p class="quiet">{}</p>').format(words("abilities are hidden"))
    cells = joined(
        Markup("<span><i>{}</i><b>{}</b></span>").format(words.term(name), value)
        for name, value in figure["abilities"].items()
        if name != "vitality"
    )
    return Markup('<p class="abilities">{}</p>').format(cells)


def _weapon(weapon: Mapping[str, Any], words: Words) -> str:
    name = words.term(weapon["weapon"])
    if weapon["used_up"]:
        return words("{name}: thrown", name=name)
    if weapon["kind"] == "melee":
        return words("{name}: reach {n}", name=name, n=f"{weapon['reach']:g} w")
    return words("{name}: range {n}", name=name, n=f"{weapon['range']:g} w")


def _plots(figure: Mapping[str, Any], words: Words) -> Markup:
    """The face-up plot, and the number of face-down ones."""
    if figure["face_up"] is None and not figure["plots"]:
        return NOTHING
    up = _card(figure["face_up"], words, style="up") if figure["face_up"] else NOTHING
    text = words("{n} plots face down", n=figure["plots"])
    down = Markup('<i class="plot"></i>') * figure["plots"]
    label = f"{card_named(figure['face_up'])}. {text}" if figure["face_up"] else text
    return Markup('<div class="plotted" role="img" aria-label="{}">{}{}</div>').format(label, up, down)
