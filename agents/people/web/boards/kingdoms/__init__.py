"""The board of Kingdoms: map, dynasties with their kings, the pool, decks, and the action in progress."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.board import Parts
from agents.people.web.boards.europe import EuropeBoard
from agents.people.web.boards.europe.map import Sign, draw_map
from agents.people.web.boards.europe.persons import office
from agents.people.web.boards.kingdoms.families import draw_family, group
from agents.people.web.boards.kingdoms.lesson import LESSON
from agents.people.web.boards.kingdoms.stage import SHOWN, draw_stage
from agents.people.web.boards.pieces import NOTHING, by_subject, house, joined, sitter, term
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.sides.kingdoms import belongings
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.rules.nouns import ability
from dynasty_env.kit.phrases import _


class GameBoard(EuropeBoard):
    """Kingdoms' board."""

    title: ClassVar[str] = _("Kingdoms")
    card: ClassVar[str] = "kingdoms.jpg"
    summary: ClassVar[str] = _(
        "Kings of the 16th century marry, inherit, wage war with dice, incite rebels and grant kingdoms. 2–6 "
        "players, 30–60 minutes."
    )
    lesson = LESSON
    persons = PERSON_NAMES
    shown = SHOWN
    hostile: ClassVar[Collection[str]] = ("incite_target",)

    def ability(self, person: int) -> str:
        """The ability on the card, also if the table plays without abilities."""
        return ability(person, with_abilities=True)

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """The viewer's own dynasty first, then clockwise."""
        return [["prompt", "stage", "pool"], ["map", "decks", "story", "chronicle"], self.around(seats, viewer)]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table, part by part."""
        view = glimpse.view
        choices = glimpse.choices
        persons = by_subject(choices, "person")
        parts: Parts = {
            "stage": draw_stage(view, words),
            "story": self.story(glimpse, lines, words),
            "map": self._map(view, by_subject(choices, "country"), words),
            "pool": self._pool(view, persons, words),
            "decks": self._decks(view, by_subject(choices, "deck"), words),
        }
        for seat in range(len(view["seats"])):
            family = draw_family(view, seat, persons, words)
            parts[f"seat{seat}"] = house(glimpse, seat, self._title(glimpse, seat, words), family, words)
        return parts

    def _map(self, view: Mapping[str, Any], choices: Mapping[str, Choice], words: Words) -> Markup:
        """Owners, home countries (★), and countries that are exhausted, used in the war, or contested."""
        held = [[*place["unruled"], *(name for king in place["kings"] for name in king["countries"])]
                for place in view["seats"]]  # fmt: skip
        contest = view["contest"]
        contested = contest["countries"] if contest else ()
        if contest:
            held[contest["seat"]] += [name for name in contested if name not in held[contest["seat"]]]
        homes = {place["home"] for place in view["seats"]}
        signs = {}
        for name in {*view["exhausted"], *view["committed"], *contested, *homes} - {None}:
            states = [
                ("home", name in homes, words("home country")),
                ("exhausted", name in view["exhausted"], words.term("exhausted")),
                ("used", name in view["committed"], words("used in this war")),
                ("attacked", name in contested, words("without a king")),
            ]
            signs[name] = Sign(
                " ".join(style for style, holds, _ in states if holds), "★" if name in homes else "",
                words.listed(label for _, holds, label in states if holds),
            )  # fmt: skip
        shown = {
            "seats": [{"territories": names} for names in held], "independent": view["independent"],
            "declared": view["declared"],
        }  # fmt: skip
        return draw_map(shown, choices, None, words, signs)

    def _pool(self, view: Mapping[str, Any], persons: Mapping[str, Choice], words: Words) -> Markup:
        gone = words("{n} persons have left play", n=len(view["removed"]))
        who = group([(name, "") for name in view["pool"]], persons, view, words)
        return Markup("<h2>{} <small>{}</small></h2>{}").format(term("pool", words, words("Pool")), gone, who)

    def _decks(self, view: Mapping[str, Any], decks: Mapping[str, Choice], words: Words) -> Markup:
        piles = self.person_piles(view, decks, words)
        return Markup('<h2>{}</h2><div class="piles">{}</div>').format(words("Decks"), joined(piles))

    def _title(self, glimpse: Glimpse, seat: int, words: Words) -> Markup:
        view = glimpse.view
        place = view["seats"][seat]
        points = words("without a king") if place["fallen"] else words("{n} points", n=place["points"])
        scythe = office("scythe", words("the scythe"), None, words) if view["scythe"] == seat else NOTHING
        return Markup('{}{}<span class="tally"><b class="points{}">{}</b></span>').format(
            sitter(glimpse, seat, words), scythe, " ruin" if place["fallen"] else "", points
        )

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """The ability of a person who may become the first king."""
        first_king = glimpse.phase == "setup_king"
        return self.ability_of(choice, words) if first_king else super().gloss(choice, glimpse, words)

    def is_own(self, person: str, glimpse: Glimpse) -> bool:
        """A royal or a noble of the viewer's dynasty."""
        return glimpse.viewer is not None and person in belongings(glimpse.view["seats"][glimpse.viewer])
