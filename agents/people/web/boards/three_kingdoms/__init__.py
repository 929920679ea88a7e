"""The board of Three Kingdoms: the map with armies and generals, the fight, the powers, talks, the cup and fate."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.board import Board, Parts
from agents.people.web.boards.pieces import by_subject
from agents.people.web.boards.three_kingdoms.areas import draw_areas
from agents.people.web.boards.three_kingdoms.generals import LETTERS
from agents.people.web.boards.three_kingdoms.lesson import LESSON
from agents.people.web.boards.three_kingdoms.map import draw_map, shapes
from agents.people.web.boards.three_kingdoms.options import gloss
from agents.people.web.boards.three_kingdoms.powers import draw_fate, draw_powers, draw_talks
from agents.people.web.boards.three_kingdoms.stage import SHOWN, draw_stage
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.kit.phrases import _


class GameBoard(Board):
    """Three Kingdoms' board."""

    title: ClassVar[str] = _("Three Kingdoms")
    weight: ClassVar[int] = 3
    card: ClassVar[str] = "three_kingdoms.jpg"
    summary: ClassVar[str] = _(
        "China from 190 to 234: levy troops, make alliances, invade, and win over the enemy's generals. 2–11 "
        "players, one hour or more."
    )
    letters: ClassVar[Mapping[str, str]] = LETTERS
    placed: ClassVar[tuple[str, ...]] = ("levy", "invade", "area", "side", "general")
    last: ClassVar[tuple[str, ...]] = ("done",)
    choosers: ClassVar[Mapping[str, str]] = {"troops": _("Number of troops")}
    style: ClassVar[str] = "three_kingdoms.css"
    lesson = LESSON
    shown = SHOWN
    happens: ClassVar[str] = "happening blows"

    def sprite(self) -> Markup:
        """The shapes of the map."""
        return shapes()

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """The map in the middle."""
        return [["prompt", "story", "stage"], ["map", "areas"], ["fate", "talks", "powers", "chronicle"]]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table, part by part."""
        view = glimpse.view
        choices = glimpse.choices
        areas = {**by_subject(choices, "levy"), **by_subject(choices, "invade"), **by_subject(choices, "area")}
        return {
            "stage": draw_stage(view, glimpse.phase, by_subject(choices, "general"), words),
            "story": self.story(glimpse, lines, words),
            "map": draw_map(view, areas, by_subject(choices, "side"), words),
            "areas": draw_areas(view, words),
            "fate": draw_fate(view, words),
            "powers": draw_powers(glimpse, words),
            "talks": draw_talks(glimpse, words),
        }

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """What a choice means, from the state of the map."""
        return gloss(choice, glimpse, words)

    def headline(self, view: Mapping[str, Any], words: Words) -> str:
        """Turn and year."""
        if not view["turn"]:
            return words("set-up")
        return " · ".join((words("turn {n}", n=view["turn"]), words("the year {n}", n=view["year"])))
