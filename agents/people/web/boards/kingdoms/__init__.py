"""The board of Kingdoms: map, dynasties with their kings, the pool, decks, and what is going on between them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from markupsafe import Markup

from agents.people.web.boards.board import Board, Parts
from agents.people.web.boards.dynasty import arms
from agents.people.web.boards.dynasty.decks import DECKS
from agents.people.web.boards.dynasty.map import Sign, draw_map, shapes
from agents.people.web.boards.dynasty.persons import RELIGIONS, about
from agents.people.web.boards.kingdoms.families import draw_family, group
from agents.people.web.boards.kingdoms.lesson import LESSON
from agents.people.web.boards.kingdoms.sides import ANSWERS, aimed_at, belongings, from_own_side
from agents.people.web.boards.kingdoms.stage import draw_happening, draw_stage, moments
from agents.people.web.boards.pieces import NOTHING, by_subject, joined, pile, story_lines, term
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.europe.material import STATS
from dynasty_env.kingdoms.material import PERSON_NAMES
from dynasty_env.kingdoms.rules.nouns import ability
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry


class GameBoard(Board):
    """Kingdoms' board."""

    title: ClassVar[str] = _("Kingdoms")
    weight: ClassVar[int] = 2
    card: ClassVar[str] = "kingdoms.jpg"
    summary: ClassVar[str] = _(
        "Kings of the 16th century marry, inherit, make war by dice, incite rebels and grant kingdoms. 2–6 players, "
        "30–60 minutes."
    )
    lesson = LESSON
    meanings = DECKS
    letters: ClassVar[Mapping[str, str]] = {name[0].upper(): name for name in STATS}
    signs: ClassVar[Mapping[str, str]] = RELIGIONS

    def sprite(self) -> Markup:
        """All arms, and the shapes of the map."""
        return arms.sprite() + shapes()

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """Own dynasty first, then clockwise."""
        first = viewer or 0
        around = [f"seat{(first + i) % seats}" for i in range(seats)]
        return [["prompt", "stage", "story", "pool"], ["map", "decks", "chronicle"], around]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table, piece by piece."""
        view = glimpse.view
        choices = glimpse.question.choices if glimpse.question else ()
        persons = by_subject(choices, "person")
        found: Parts = {
            "stage": draw_stage(view, words),
            "story": self._story(glimpse, lines, words),
            "map": self._map(view, by_subject(choices, "country"), words),
            "pool": self._pool(view, persons, words),
            "decks": self._decks(view, by_subject(choices, "deck"), words),
        }
        for seat in range(len(view["seats"])):
            found[f"seat{seat}"] = self._dynasty(glimpse, seat, persons, words)
        return found

    def _story(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Markup:
        drawn, count = draw_happening(glimpse.happened, words)
        told = story_lines(lines, words, count if count > 1 else 0)
        return Markup('<h2>{}</h2>{}<ol class="told">{}</ol>').format(words("What happened last"), drawn, told)

    def _map(self, view: Mapping[str, Any], choices: Mapping[str, Choice], words: Words) -> Markup:
        """Owners, homes (★), and what is exhausted, used in the war, or contested."""
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
                words.listed(said for _, holds, said in states if holds),
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
        piles = (
            pile(size, words.term(name), f"c-{name}", decks.get(name), words)
            for name, size in view["person_decks"].items()
        )
        return Markup('<h2>{}</h2><div class="piles">{}</div>').format(words("Decks"), joined(piles))

    def _dynasty(self, glimpse: Glimpse, seat: int, persons: Mapping[str, Choice], words: Words) -> Markup:
        view = glimpse.view
        turn = view["turn_player"] == seat and view["turn"] > 0
        asked = view["deciding"] == seat
        return Markup('<section class="house s{}{}{}" aria-label="{}"><header>{}</header>{}</section>').format(
            seat, " turn" if turn else "", " asked" if asked else "", words.name(seat),
            self._title(glimpse, seat, words), draw_family(view, seat, persons, words),
        )  # fmt: skip

    def _title(self, glimpse: Glimpse, seat: int, words: Words) -> Markup:
        view = glimpse.view
        place, sitter = view["seats"][seat], glimpse.seats[seat]
        points = words("without a king") if place["fallen"] else words("{n} points", n=place["points"])
        state = {"away": words("away: a bot plays"), "bot": words("bot")}.get(sitter.kind, "")
        if sitter.kind == "person" and not sitter.here:
            state = words("not here")
        return Markup(
            '<span class="sitter">{}{} <small>{}</small></span>{}<span class="tally"><b class="points{}">{}</b></span>'
        ).format(
            words.name(seat), Markup(" <em>{}</em>").format(words("you")) if seat == glimpse.viewer else "", state,
            _scythe(words) if view["scythe"] == seat else NOTHING, " ruin" if place["fallen"] else "", points,
        )  # fmt: skip

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """The ability of a person who may become the first king."""
        if glimpse.phase != "setup_king":
            return super().gloss(choice, glimpse, words)
        able = ability(PERSON_NAMES.index(choice.subject), with_abilities=True)
        return self.named("ability", able, words) if able and able in choice.words else ""

    def from_own_side(self, glimpse: Glimpse) -> Glimpse:
        """What help does to the chance as it stands; a defender's chance to hold."""
        return from_own_side(glimpse)

    def is_own(self, person: str, glimpse: Glimpse) -> bool:
        """A royal or a noble of the viewer's dynasty."""
        return glimpse.viewer is not None and person in belongings(glimpse.view["seats"][glimpse.viewer])

    def side(self, glimpse: Glimpse, words: Words) -> str:
        """Where an action of anybody's is answered, whom it is aimed at."""
        if glimpse.viewer is None or glimpse.question is None or glimpse.question.phase not in ANSWERS:
            return ""
        if contest := glimpse.view["contest"]:
            own = contest["seat"] == glimpse.viewer
            return (
                words("This is about a throne of yours.")
                if own
                else words("This is about a throne of {name}.", name=words.name(contest["seat"]))
            )
        return self.hits(aimed_at(glimpse.view), glimpse.view["turn_player"], glimpse.viewer, words)

    answers: ClassVar[tuple[str, ...]] = ANSWERS
    hostile: ClassVar[Collection[str]] = ("incite_target",)

    def occasion(self, view: Mapping[str, Any]) -> Any:
        """The declared action."""
        return view["turn"], view["turn_player"], view["declared"]["action"]

    def has_occasion(self, view: Mapping[str, Any]) -> bool:
        """Whether an action is declared."""
        return view["declared"]["action"] is not None

    def moments(self, happened: Sequence[Entry]) -> int:
        """Dice."""
        return moments(happened)

    def explain(self, name: str, words: Words) -> tuple[str, Markup] | None:
        """Persons have a page of their own."""
        if name not in PERSON_NAMES:
            return super().explain(name, words)
        person = PERSON_NAMES.index(name)
        told = about(person, words)
        known = ability(person, with_abilities=True)
        found = super().explain(known, words) if known else None
        return words.term(name), told + (Markup("<h4>{}</h4>{}").format(*found) if found else NOTHING)


def _scythe(words: Words) -> Markup:
    return Markup(
        '<span class="office"><button type="button" class="term" data-term="scythe" aria-label="{}">'
        '<svg aria-hidden="true"><use href="#scythe"/></svg></button></span>'
    ).format(words("the scythe"))
