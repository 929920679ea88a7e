"""The board of Dynasty: map, families, hand, decks, and what is going on between them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from markupsafe import Markup

from agents.people.web.boards.board import Board, Parts
from agents.people.web.boards.dynasty import arms
from agents.people.web.boards.dynasty.decks import DECKS
from agents.people.web.boards.dynasty.lesson import LESSON
from agents.people.web.boards.dynasty.map import draw_map, shapes
from agents.people.web.boards.dynasty.persons import RELIGIONS, about, family, group
from agents.people.web.boards.dynasty.sides import aimed_at, from_own_side
from agents.people.web.boards.dynasty.stage import draw_happening, draw_stage, moments
from agents.people.web.boards.pieces import NOTHING, by_subject, joined, pick, pile, playing_card, story_lines, term
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.material import ABILITY, COUNTRY_NAMES, PERSON_NAMES, POWER, STATS, Ability
from dynasty_env.dynasty.rules.nouns import ability
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry

WAITS = {
    "interrupt": "Whoever wishes plays a card",
    "event": "Whoever may plays an event",
    "cancel": "The action may be cancelled",
    "warrior": "Somebody may go warrior's way",
}

ANSWERS = ("interrupt", "cancel", "event", "dice")
"""Phases in which somebody answers what has been declared."""


TEXTS = (
    _("Whoever wishes plays a card"), _("Whoever may plays an event"), _("The action may be cancelled"),
    _("Somebody may go warrior's way"),
)  # fmt: skip


class GameBoard(Board):
    """Dynasty's board."""

    title: ClassVar[str] = _("Dynasty")
    weight: ClassVar[int] = 2
    card: ClassVar[str] = "dynasty.jpg"
    summary: ClassVar[str] = _(
        "Royal houses of the 16th century marry, beget, make war, hire, incite and call the reaper. 2–6 players, "
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
        hand = [] if viewer is None else ["hand"]
        return [["prompt", *hand, "stage", "story", "pool"], ["map", "decks", "chronicle"], around]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table, piece by piece."""
        view = glimpse.view
        t = OpenTable(dict(view))
        choices = glimpse.question.choices if glimpse.question else ()
        persons = by_subject(choices, "person")
        events = by_subject(choices, "event")
        found: Parts = {
            "stage": draw_stage(glimpse, words),
            "story": self._story(glimpse, lines, words),
            "map": draw_map(view, by_subject(choices, "country"), events.get("neuroi"), words),
            "pool": self._pool(view, t, persons, words),
            "decks": self._decks(view, by_subject(choices, "deck"), words),
            "hand": self._hand(glimpse, choices, words),
        }
        for seat in range(len(view["seats"])):
            found[f"seat{seat}"] = self._dynasty(glimpse, t, seat, persons, words)
        return found

    def _story(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Markup:
        drawn, count = draw_happening(glimpse.happened, words)
        told = story_lines(lines, words, count if count > 1 else 0)
        return Markup('<h2>{}</h2>{}<ol class="told">{}</ol>').format(words("What happened last"), drawn, told)

    def _pool(self, view: Mapping[str, Any], t: OpenTable, persons: Mapping[str, Choice], words: Words) -> Markup:
        wanderers = group(t, [(name, "") for name in view["wanderers"]], persons, view, words)
        gone = words("{n} persons have left play", n=len(view["removed"]))
        return Markup("<h2>{} <small>{}</small></h2>{}").format(
            term("wanderer", words, words("Wanderers")), gone, wanderers
        )

    def _decks(self, view: Mapping[str, Any], decks: Mapping[str, Choice], words: Words) -> Markup:
        piles = [
            pile(size, words.term(name), f"c-{name}", decks.get(name), words)
            for name, size in view["person_decks"].items()
        ]
        known = view.get("known", {})
        top = playing_card(known["pack_top"], words, style="top") if known.get("pack_top") else NOTHING
        piles.append(pile(view["pack_size"], words("pack"), "pack", None, words) + top)
        piles.append(pile(len(view["discards"]), words("discards"), "discards", None, words))
        seen = [f"{words.term(name.removeprefix('event:'))} ({words.term(deck)})"
                for name, deck in known.get("seen", view.get("shown", {})).items()]  # fmt: skip
        aside = (
            Markup('<p class="quiet">{}: {}</p>').format(words("seen in the decks"), words.listed(seen)) if seen else ""
        )
        return Markup('<h2>{}</h2><div class="piles">{}</div>{}').format(words("Decks"), joined(piles), aside)

    def _hand(self, glimpse: Glimpse, choices: Sequence[Choice], words: Words) -> Markup:
        """Own cards; a joker that can be named opens its numbers among the choices."""
        if glimpse.viewer is None:
            return NOTHING
        place = glimpse.view["seats"][glimpse.viewer]
        cards = by_subject(choices, "card")
        hand = [playing_card(name, words, choice=cards.get(name), style="mine") for name in place["hand"]]
        events = by_subject(choices, "event")
        mine = [
            Markup('<span class="event mine">{}{}</span>').format(
                term(each["event"], words), pick(events.get(each["event"]), words)
            )
            for each in place.get("events", ()) if each["event"]
        ]  # fmt: skip
        empty = Markup('<p class="quiet">{}</p>').format(words("no cards")) if not hand else NOTHING
        return Markup('<h2>{}</h2><div class="cards">{}{}{}</div>').format(
            words("Your hand"), joined(hand), empty, joined(mine)
        )

    # -- dynasties -----------------------------------------------------------------------------------------------

    def _dynasty(
        self, glimpse: Glimpse, t: OpenTable, seat: int, persons: Mapping[str, Choice], words: Words
    ) -> Markup:
        view = glimpse.view
        place = view["seats"][seat]
        royals, courtiers = family(place, t.doll_of(seat))
        turn = view["turn_player"] == seat and view["turn"] > 0
        asked = view["deciding"] == seat
        return Markup(
            '<section class="house s{}{}{}" aria-label="{}"><header>{}</header><div class="realm">{}</div>'
            '<div class="family">{}{}</div></section>'
        ).format(
            seat, " turn" if turn else "", " asked" if asked else "", words.name(seat),
            self._title(glimpse, seat, words), self._realm(view, t, seat, words),
            group(t, royals, persons, view, words) if royals else NOTHING,
            group(t, courtiers, persons, view, words) if courtiers else NOTHING,
        )  # fmt: skip

    def _title(self, glimpse: Glimpse, seat: int, words: Words) -> Markup:
        view = glimpse.view
        place, sitter = view["seats"][seat], glimpse.seats[seat]
        pope = next((c for c in glimpse.question.choices if c.name == "pope"), None) if glimpse.question else None
        offices = []
        if view["pope"] == seat:
            offices.append(self._office("pope", words("the pope"), pope, words))
        if view["scythe"] == seat:
            offices.append(self._office("scythe", words("the scythe"), None, words))
        ruined = place["childless"] or place.get("fallen") or not place["territories"]
        points = words("ruined") if ruined else words("{n} points", n=place["points"])
        state = {"away": words("away: a bot plays"), "bot": words("bot")}.get(sitter.kind, "")
        if sitter.kind == "person" and not sitter.here:
            state = words("not here")
        return Markup(
            '<span class="sitter">{}{} <small>{}</small></span>{}<span class="tally"><span class="handsize" role="img" '
            'aria-label="{}">{}</span><b class="points{}">{}</b></span>'
        ).format(
            words.name(seat), Markup(" <em>{}</em>").format(words("you")) if seat == glimpse.viewer else "", state,
            joined(offices), words("{n} cards in hand", n=place["hand_size"]), place["hand_size"],
            " ruin" if ruined else "", points,
        )  # fmt: skip

    def _office(self, name: str, said: str, choice: Choice | None, words: Words) -> Markup:
        return Markup(
            '<span class="office{}"><button type="button" class="term" data-term="{}" aria-label="{}">'
            '<svg aria-hidden="true"><use href="#{}"/></svg></button>{}</span>'
        ).format(" legal" if choice else "", name, said, name, pick(choice, words))

    def _realm(self, view: Mapping[str, Any], t: OpenTable, seat: int, words: Words) -> Markup:
        """Territories, events face down, events attached."""
        place = view["seats"][seat]
        chips = [
            Markup('<span class="chip land">{} <b>{}</b></span>').format(
                words.term(name), POWER[COUNTRY_NAMES.index(name)]
            )
            for name in place["territories"]
        ] or [Markup('<span class="chip alarm">{}</span>').format(words("no territory"))]
        for event in place.get("events", ()):
            if seat == view["seat"] and event["event"]:
                continue
            style = f"chip event c-{event['deck']}"
            chips.append(
                term(event["event"], words, None, style) if event["event"]
                else Markup('<span class="{}">{}</span>').format(style, words("an event"))
            )  # fmt: skip
        chips += [
            term(each["event"], words, f"{words.term(each['event'])}: {words.term(each['person'])}", "chip attached")
            for each in view.get("attached", ())
            if t.owner[PERSON_NAMES.index(each["person"])] == seat and each["event"] != "doll"
        ]
        return joined(chips)

    # -- words ---------------------------------------------------------------------------------------------------

    def secret_wait(self, phase: str, words: Words) -> str:
        """What is waited for, by phase."""
        return words(WAITS.get(phase, "Whoever wishes may act now"))

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """What an event does, and the ability of a person who is picked for good."""
        kind = choice.name.partition(":")[0]
        if kind == "event":
            return self.named("event", choice.subject, words)
        if kind == "person" and glimpse.phase in ("setup_king", "search_person"):
            able = ability(PERSON_NAMES.index(choice.subject))
            return self.named("ability", able, words) if able and able in choice.words else ""
        return super().gloss(choice, glimpse, words)

    def from_own_side(self, glimpse: Glimpse) -> Glimpse:
        """A card's effect beside the chance as it stands; a defender's chance to hold."""
        return from_own_side(glimpse)

    def is_own(self, person: str, glimpse: Glimpse) -> bool:
        """A royal or a courtier of the viewer's dynasty."""
        if glimpse.viewer is None:
            return False
        royals, courtiers = family(glimpse.view["seats"][glimpse.viewer], has_doll=False)
        return person in dict(royals + courtiers)

    def side(self, glimpse: Glimpse, words: Words) -> str:
        """Where an action of anybody's is answered, whom it is aimed at."""
        if glimpse.viewer is None or glimpse.question is None or glimpse.question.phase not in ANSWERS:
            return ""
        return self.hits(aimed_at(glimpse.view), glimpse.view["turn_player"], glimpse.viewer, words)

    answers: ClassVar[tuple[str, ...]] = ANSWERS

    def occasion(self, view: Mapping[str, Any]) -> Any:
        """The declared action, whatever is played on it."""
        return view["turn"], view["turn_player"], view["declared"]["action"]

    def has_occasion(self, view: Mapping[str, Any]) -> bool:
        """Whether an action is declared."""
        return view["declared"]["action"] is not None

    def moments(self, happened: Sequence[Entry]) -> int:
        """Cards and dice."""
        return moments(happened)

    def explain(self, name: str, words: Words) -> tuple[str, Markup] | None:
        """Persons have a page of their own."""
        if name not in PERSON_NAMES:
            return super().explain(name, words)
        person = PERSON_NAMES.index(name)
        told = about(person, words)
        if ABILITY[person] != Ability.NONE:
            found = super().explain(ability(person), words)
            told += Markup("<h4>{}</h4>{}").format(*found) if found else NOTHING
        return words.term(name), told
