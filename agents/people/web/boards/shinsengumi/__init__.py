"""The board of Shinsengumi: six by six cells, pieces with their arrows, stones, and the selves of the seats."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from agents.people.web.boards.board import Board, Parts
from agents.people.web.boards.pieces import (
    NOTHING,
    by_subject,
    die,
    house,
    joined,
    numbers_row,
    pick,
    sitter,
    step,
    term,
)
from agents.people.web.boards.shinsengumi.lesson import LESSON
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.kit.phrases import _
from dynasty_env.kit.state import Entry
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import Trace
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    ARROWS,
    BUSHIDO,
    CELL_NAMES,
    COLUMN,
    DICE,
    DIRECTION_NAMES,
    EVENT_NAMES,
    EVENT_TEXTS,
    FAILURE,
    NOTES,
    PERSON_NAMES,
    SIDE,
    STATS,
    TURNS,
    Colour,
    Failure,
)
from dynasty_env.shinsengumi.rules.nouns import SIDES, failure, season, stats

LONG_NAME, LONG_ACTION, LONG_EVENT = 8, 9, 8
"""Lengths from which a word on a card is set narrower."""
SYLLABLES = {"Mimawarigumi": "Mimawari\u00adgumi", "Aburanokoji": "Abura\u00adnokoji"}
"""Names that are too long for a small card, with a soft hyphen where they may be divided."""


def _state(person: Mapping[str, Any] | None, event: str | None) -> str:
    """The contents of a cell; a browser marks the cell when they change."""
    if person is None:
        return event or ""
    return f"{person['person']} {person['white']} {person['black']} {person['attached'] or ''}"


def _rolled(entry: Entry, at: int, words: Words) -> Markup:
    """A die; people need time to see a move, too."""
    is_rolled = entry.kind in GAME.wording.dice and 1 <= entry.value <= 6
    return die(entry.value, f"{step(at)} roll") if is_rolled else NOTHING


def _stones(held: Mapping[str, Any]) -> Markup:
    return joined(Markup('<i class="stone {}"></i>').format(colour) * held[colour] for colour in ("white", "black"))


class GameBoard(Board):
    """Shinsengumi's board."""

    title: ClassVar[str] = _("Shinsengumi")
    weight: ClassVar[int] = 1
    card: ClassVar[str] = "shinsengumi.jpg"
    summary: ClassVar[str] = _(
        "Live and die as members of the shogun's last police, and stand on the winning side of 1868. 1–5 players, "
        "30–60 minutes."
    )
    shown = dict.fromkeys((*GAME.wording.dice, Trace.MOVED), _rolled)
    lesson = LESSON
    letters: ClassVar[Mapping[str, str]] = {name[0].upper(): name for name in STATS}

    def columns(self, seats: int, viewer: int | None) -> list[list[str]]:
        """The board in the middle."""
        return [["prompt", "story"], ["grid"], [*self.around(seats, viewer), "middle", "chronicle"]]

    def parts(self, glimpse: Glimpse, lines: Sequence[str], words: Words) -> Parts:
        """The table, part by part."""
        choices = glimpse.choices
        parts: Parts = {
            "grid": self._grid(glimpse, choices, words),
            "story": self.story(glimpse, lines, words),
            "middle": self._middle(glimpse.view, words),
        }
        for seat in range(len(glimpse.view["seats"])):
            parts[f"seat{seat}"] = self._seat(glimpse, seat, words)
        return parts

    # -- the board -----------------------------------------------------------------------------------------------

    def _grid(self, glimpse: Glimpse, choices: Sequence[Choice], words: Words) -> Markup:
        view = glimpse.view
        persons = {each["cell"]: each for each in view["persons"]}
        events = {each["cell"]: each["event"] for each in view["events"]}
        cells, by_person, by_event = (by_subject(choices, kind) for kind in ("cell", "person", "event"))
        arrows = by_subject(choices, "arrow")
        drawn = []
        cell = Markup(
            '<div class="cell {0}{1}{2}" role="gridcell" aria-label="{3}" data-spot="{3}" data-state="{4}">{5}{6}</div>'
        )
        for number, name in enumerate(CELL_NAMES):
            side = "left" if number % SIDE < SIDE // 2 else "right"
            inside, choice = Markup('<i class="coord" aria-hidden="true">{}</i>').format(name), cells.get(name)
            if name in persons:
                inside = self._piece(view, persons[name], by_person, arrows, words)
            elif name in events:
                inside = self._event(view, events[name], by_event.get(events[name]), words)
            style = " origin" if view["origin"] == name else ""
            drawn.append(cell.format(
                side, style, " legal" if choice else "", name, _state(persons.get(name), events.get(name)), inside,
                pick(choice, words),
            ))  # fmt: skip
        rows = joined(
            Markup('<div role="row" class="row">{}</div>').format(joined(drawn[row * SIDE : (row + 1) * SIDE]))
            for row in range(SIDE)
        )
        heads = joined(
            Markup('<div class="side {}"><b>{}</b> <span>{} {}</span></div>').format(
                style, words.term(f"{name} side"), words.term("esteem"), view["esteem"][name]
            )
            for name, style in zip(SIDES, ("left", "right"), strict=True)
        )
        return Markup('<div class="sides">{}</div><div class="squares" role="grid" aria-label="{}">{}</div>').format(
            heads, words("Board"), rows
        )

    def _piece(
        self, view: Mapping[str, Any], item: Mapping[str, Any], choices: Mapping[str, Choice],
        arrows: Mapping[str, Choice], words: Words,
    ) -> Markup:  # fmt: skip
        """A person: name, numbers, failure action, and arrows at the edges; the ring shows whose self he is."""
        name = item["person"]
        person = PERSON_NAMES.index(name)
        owner = next((seat for seat, place in enumerate(view["seats"]) if place["self"] == name), None)
        mover = name == view["mover"]
        style = "piece" + ("" if owner is None else f" self s{owner}") + (" mover" if mover else "")
        style += " doomed" if name == view["doomed"] or name in view["facing"] else ""
        laid = view["laid"] if mover else [0] * ARROWS
        fails = words.term(failure(person, item["attached"]))
        shots = joined(
            self._arrow(person, arrow, int(laid[arrow]), arrows.get(str(arrow + 1)) if mover else None, words)
            for arrow in range(ARROWS)
        )
        return Markup(
            '<div class="{}" id="piece-{}">{}<button type="button" class="term pname" data-term="{}">{}</button>{}'
            '<span class="fails{}">{}</span>{}{}{}{}</div>'
        ).format(
            f"movable {style}", person, self._chip(owner, words), name, self._name(name, words),
            self._numbers(person, item["attached"], words),
            " long" if len(fails) >= LONG_ACTION else "", fails,
            self._markers(item, words), term(item["attached"], words, None, "under") if item["attached"] else NOTHING,
            shots, pick(choices.get(name), words),
        )  # fmt: skip

    def _name(self, name: str, words: Words) -> Markup:
        full = words.term(name)
        family, blank, given = full.partition(" ")
        style = Markup(' class="long"') if len(family) >= LONG_NAME else NOTHING
        return Markup("<b{}>{}</b>{}{}").format(style, family, blank, given)

    def _chip(self, owner: int | None, words: Words) -> Markup:
        if owner is None:
            return NOTHING
        label = words("the self of {name}", name=words.name(owner))
        return Markup('<span class="selfchip" role="img" aria-label="{}" title="{}">{}</span>').format(
            label, label, owner + 1
        )

    def _numbers(self, person: int, attached: str | None, words: Words) -> Markup:
        values = stats(person, attached)
        rows = ((name, letter, value, "stat") for name, (letter, value) in zip(STATS, values.items(), strict=True))
        return numbers_row(rows, words, "stats four")

    def _markers(self, item: Mapping[str, Any], words: Words) -> Markup:
        stones = _stones(item)
        if not stones:
            return NOTHING
        return Markup('<span class="markers" role="img" aria-label="{}">{}</span>').format(words("has moved"), stones)

    def _arrow(self, person: int, arrow: int, laid: int, choice: Choice | None, words: Words) -> Markup:
        colour = "black" if ARROW_COLOUR[person, arrow] == Colour.BLACK else "white"
        way = DIRECTION_NAMES[ARROW[person, arrow]]
        stones = Markup('<i class="stone {}"></i>').format(colour) * laid
        named = {"way": words.term(way), "colour": words.term(colour)}
        label = words("arrow {n}: {way}, {colour}", n=arrow + 1, **named)
        return Markup(
            '<span class="arrow {} {}"><svg viewBox="-12 -12 24 24" role="img" aria-label="{}">'
            '<path d="M0-10L10 8H-10Z"/>'
            '<text y="6">{}</text></svg><span class="laidstones">{}</span>{}</span>'
        ).format(
            way, colour, label,
            arrow + 1, stones, pick(choice, words),
        )  # fmt: skip

    def _event(self, view: Mapping[str, Any], name: str, choice: Choice | None, words: Words) -> Markup:
        number = EVENT_NAMES.index(name)
        hot = " hot" if name in (*view["due"], view["fighting"]) else ""
        dice = Markup('<span class="dicecount" aria-hidden="true">{}</span>').format("⚂" * int(DICE[number]))
        return Markup('<div class="eventpiece{} movable" id="event-{}">{}<small>{}</small>{}{}</div>').format(
            hot, number, self._event_name(name, words), words.term(EVENT_TEXTS[number]), dice, pick(choice, words)
        )

    def _event_name(self, name: str, words: Words) -> Markup:
        text = words.term(name)
        text = SYLLABLES.get(text, text)
        long = any(len(word) >= LONG_EVENT for word in re.split("[ \u00ad]", text))
        return term(name, words, text, "ename long" if long else "ename")

    # -- seats and piles -----------------------------------------------------------------------------------------

    def _seat(self, glimpse: Glimpse, seat: int, words: Words) -> Markup:
        view = glimpse.view
        place = view["seats"][seat]
        lives = words("is out") if place["out"] else words.term(place["self"]) if place["self"] else "–"
        lead = (
            Markup('<b class="points">{}</b>').format(
                term("lead", words, words("lead {n}", n=f"{place['points']:+d}".replace("-", "−")))
            )
            if view["turn"]
            else ""
        )
        powder = term("Ishida powder", words, None, "chip") if view["powder"] == seat else NOTHING
        title = Markup('{}<span class="tally">{}</span>').format(sitter(glimpse, seat, words), lead)
        body = Markup('<p class="lives">{} {}</p>{}').format(lives, powder, self._stones(place, words))
        return house(glimpse, seat, title, body, words)

    def _stones(self, place: Mapping[str, Any], words: Words) -> Markup:
        if place["white"] is None:
            return Markup('<p class="quiet">{}</p>').format(words("{n} hidden stones", n=place["stones"]))
        if not place["stones"]:
            return Markup('<p class="quiet">{}</p>').format(words("no stones"))
        label = words("{n} white and {m} black stones", n=place["white"], m=place["black"])
        return Markup('<p class="stones" role="img" aria-label="{}">{}</p>').format(label, _stones(place))

    def _middle(self, view: Mapping[str, Any], words: Words) -> Markup:
        """What is going on, the piles, and the dead."""
        bag, persons, events = view["bag"], len(view["person_pile"]), len(view["event_pile"])
        rows = []
        if view["turned_up"]:
            number = EVENT_NAMES.index(view["turned_up"])
            rows.append((words("turned up"), f"{words.term(view['turned_up'])}: {words.term(EVENT_TEXTS[number])}"))
        if view["due"]:
            rows.append((words("still to fight"), words.listed(words.term(name) for name in view["due"])))
        rows += [
            (words("turn"), words("{n} of {m}", n=view["turn"], m=TURNS)),
            (words("piles"), words("{n} persons and {m} events", n=persons, m=events)),
            (words("bag"), words("closed") if bag is None
             else words("{n} white and {m} black stones", n=bag["white"], m=bag["black"])),
            (words("dead"), words.listed(words.term(name) for name in view["dead"]) or "–"),
        ]  # fmt: skip
        listed = joined(Markup("<dt>{}</dt><dd>{}</dd>").format(*row) for row in rows)
        return Markup('<h2>{}</h2><dl class="piles">{}</dl>').format(words("The table"), listed)

    # -- words ---------------------------------------------------------------------------------------------------

    def headline(self, view: Mapping[str, Any], words: Words) -> str:
        """Turn and season."""
        if not view["turn"]:
            return words("set-up")
        return f"{words('turn {n}', n=view['turn'])} · {words.plain(season(view['turn']))}"

    def secret_wait(self, phase: str, words: Words) -> str:
        """What the game is waiting for; with hidden stones, nobody learns who is asked."""
        return words("Anyone with stones may lay one")

    def gloss(self, choice: Choice, glimpse: Glimpse, words: Words) -> str:
        """The failure action of a person, when a player chooses a self."""
        if glimpse.phase != "pick_self":
            return super().gloss(choice, glimpse, words)
        fails = Failure(FAILURE[PERSON_NAMES.index(choice.subject)]).name.lower()
        what, name = self.brief("action", fails, words), words.term(fails.replace("_", " "))
        return words("when his check fails ({name}): {what}", name=name, what=what[:1].lower() + what[1:])

    def occasion(self, view: Mapping[str, Any]) -> Any:
        """The person who is about to move."""
        return view["turn"], view["namings"], view["mover"]

    until: ClassVar[str] = _("until somebody else is about to move")

    def has_occasion(self, view: Mapping[str, Any]) -> bool:
        """Whether somebody is about to move."""
        return view["mover"] is not None

    def explain(self, name: str, words: Words) -> tuple[str, Markup] | None:
        """Explain a term: persons with their story, numbers and failure action; “the lead” is explained here."""
        if name == "lead":
            text = words("The esteem of the side where this player's self stands, less that of the other side.")
            return words("lead"), Markup("<p>{}</p>").format(text)
        if name not in PERSON_NAMES:
            return super().explain(name, words)
        person = PERSON_NAMES.index(name)
        action = Failure(FAILURE[person]).name.lower()
        numbers = joined(
            Markup("<dt>{} {}</dt><dd>{}</dd>").format(letter, words.term(stat), value)
            for stat, (letter, value) in zip(STATS, stats(person, None).items(), strict=True)
        )
        column = words("* the number of the column where he stands") if BUSHIDO[person] == COLUMN else ""
        text = Markup('<p>{}</p><dl class="printed four">{}</dl>{}').format(
            words.term(NOTES[person]), numbers, Markup("<p>{}</p>").format(column) if column else NOTHING
        )
        about_action = super().explain(action, words) or super().explain(action.replace("_", " "), words)
        return words.term(name), text + (Markup("<h4>{}</h4>{}").format(*about_action) if about_action else NOTHING)
