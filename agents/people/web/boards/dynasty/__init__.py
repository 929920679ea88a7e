"""The board of Dynasty: map, families, hand, decks, and the action in progress."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.board import Parts
from agents.people.web.boards.dynasty.lesson import LESSON
from agents.people.web.boards.dynasty.persons import family, group
from agents.people.web.boards.dynasty.stage import SHOWN, draw_stage
from agents.people.web.boards.europe import EuropeBoard
from agents.people.web.boards.europe.map import draw_map
from agents.people.web.boards.europe.persons import office
from agents.people.web.boards.pieces import NOTHING, by_subject, house, joined, pick, pile, playing_card, sitter, term
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.dynasty.display.open_table import OpenTable
from dynasty_env.dynasty.material import COUNTRY_NAMES, PERSON_NAMES, POWER
from dynasty_env.dynasty.rules.nouns import ability
from dynasty_env.kit.phrases import _

WAITS = {
    "interrupt": _("Anyone may play a card"),
    "event": _("Anyone with an event may play it"),
    "cancel": _("The action may be cancelled"),
    "warrior": _("Somebody may use warrior's way"),
}


class GameBoard(EuropeBoard):
    """Dynasty's board."""

    title: ClassVar[str] = _("Dynasty")
    card: ClassVar[str] = "dynasty.jpg"
    summary: ClassVar[str] = _(
        "Royal houses of the 16th century marry, have children, wage war, hire, incite and call the reaper. 2–6 "
        "players, 30–60 minutes."
    )
    lesson = LESSON
    persons = PERSON_NAMES
    shown = SHOWN

    def ability(self, person: int) -> str:
        """Abilities, including those of witches."""
        return ability(person)

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """The viewer's own dynasty first, then clockwise."""
        hand = [] if viewer is None else ["hand"]
        return [["prompt", *hand, "pool"], ["map", "stage", "story", "decks", "chronicle"], self.around(seats, viewer)]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table, part by part."""
        view = glimpse.view
        t = OpenTable(dict(view))
        choices = glimpse.choices
        persons = by_subject(choices, "person")
        events = by_subject(choices, "event")
        parts: Parts = {
            "stage": draw_stage(glimpse, words),
            "story": self.story(glimpse, lines, words),
            "map": draw_map(view, by_subject(choices, "country"), events.get("neuroi"), words),
            "pool": self._pool(view, t, persons, words),
            "decks": self._decks(view, by_subject(choices, "deck"), words),
            "hand": self._hand(glimpse, choices, words),
        }
        for seat in range(len(view["seats"])):
            parts[f"seat{seat}"] = self._dynasty(glimpse, t, seat, persons, words)
        return parts

    def _pool(self, view: Mapping[str, Any], t: OpenTable, persons: Mapping[str, Choice], words: Words) -> Markup:
        wanderers = group(t, [(name, "") for name in view["wanderers"]], persons, view, words)
        gone = words("{n} persons have left play", n=len(view["removed"]))
        return Markup("<h2>{} <small>{}</small></h2>{}").format(
            term("wanderer", words, words("Wanderers")), gone, wanderers
        )

    def _decks(self, view: Mapping[str, Any], decks: Mapping[str, Choice], words: Words) -> Markup:
        piles = self.person_piles(view, decks, words)
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
        """The viewer's cards; a joker whose number can be chosen lists its numbers among the choices."""
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
        body = Markup('<div class="realm">{}</div><div class="family">{}{}</div>').format(
            self._realm(view, t, seat, words), group(t, royals, persons, view, words) if royals else NOTHING,
            group(t, courtiers, persons, view, words) if courtiers else NOTHING,
        )  # fmt: skip
        return house(glimpse, seat, self._title(glimpse, seat, words), body, words)

    def _title(self, glimpse: Glimpse, seat: int, words: Words) -> Markup:
        view = glimpse.view
        place = view["seats"][seat]
        pope = next((choice for choice in glimpse.choices if choice.name == "pope"), None)
        offices = []
        if view["pope"] == seat:
            offices.append(office("pope", words("the pope"), pope, words))
        if view["scythe"] == seat:
            offices.append(office("scythe", words("the scythe"), None, words))
        ruined = place["childless"] or place.get("fallen") or not place["territories"]
        points = words("ruined") if ruined else words("{n} points", n=place["points"])
        return Markup(
            '{}{}<span class="tally"><span class="handsize" role="img" aria-label="{}">{}</span>'
            '<b class="points{}">{}</b></span>'
        ).format(
            sitter(glimpse, seat, words), joined(offices), words("{n} cards in hand", n=place["hand_size"]),
            place["hand_size"], " ruin" if ruined else "", points,
        )  # fmt: skip

    def _realm(self, view: Mapping[str, Any], t: OpenTable, seat: int, words: Words) -> Markup:
        """Territories, face-down events and attached events."""
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
        """What the game is waiting for, by phase."""
        return words(WAITS.get(phase, "Anyone may act now"))

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """What an event does, or the ability of a person who is chosen permanently."""
        kind = choice.name.partition(":")[0]
        if kind == "event":
            return self.named("event", choice.subject, words)
        if kind == "person" and glimpse.phase in ("setup_king", "search_person"):
            return self.ability_of(choice, words)
        return super().gloss(choice, glimpse, words)

    def is_own(self, person: str, glimpse: Glimpse) -> bool:
        """A royal or a courtier of the viewer's dynasty."""
        if glimpse.viewer is None:
            return False
        royals, courtiers = family(glimpse.view["seats"][glimpse.viewer], has_doll=False)
        return person in dict(royals + courtiers)
