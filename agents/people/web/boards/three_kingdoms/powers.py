"""The countries in the game and their standing, negotiations, the cup, and the destiny cards."""

from collections.abc import Mapping
from typing import Any

from agents.people.web.boards.pieces import NOTHING, classes, joined, you_and_state
from agents.people.web.boards.three_kingdoms.generals import generals, named, row, sign, soldiers, style_of
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Glimpse
from dynasty_env.kit.phrases import _
from dynasty_env.three_kingdoms.material import (
    CARD_PARTS,
    CARDS,
    ENDS,
    GENERAL_NAMES,
    PART_ENTERS,
    PART_UNIT,
    TURNS_OF_PERIOD,
    UNIT_GENERAL,
)

PACTS = {"ally": _("allied in this phase"), "refused": _("has refused"), "directed": _("directed in this phase")}
ANSWERS = {"yes": _("yes"), "no": _("no")}


def draw_powers(glimpse: Glimpse, words: Words) -> Markup:
    """Countries of players, best first, then minor powers, then eliminated ones."""
    view = glimpse.view
    ranked = sorted(
        view["countries"].items(),
        key=lambda each: (each[1]["status"] == "fallen", each[1]["seat"] is None, -each[1]["points"]),
    )
    rows = joined(_country(name, country, glimpse, words) for name, country in ranked)
    return Markup('<h2>{} <small>{}</small></h2><div class="powers">{}</div>').format(
        words("Powers"), words("points · areas · troops · generals"), rows
    )


def _country(name: str, country: Mapping[str, Any], glimpse: Glimpse, words: Words) -> Markup:
    view, seat = glimpse.view, country["seat"]
    minor, fallen = seat is None, country["status"] == "fallen"
    asked = not minor and view["deciding"] == seat
    style = classes("power", style_of(name), acting=view["power"] == name, asked=asked, fallen=fallen, minor=minor)
    pact = PACTS.get(country["pact"])
    chips = Markup('<em class="pact">{}</em>').format(words(pact)) if pact and view["power"] else NOTHING
    if fallen:
        numbers = Markup("<span>{}</span>").format(words("has fallen"))
    else:
        numbers = Markup("<b>{}</b> · {} · {} · {}").format(
            country["points"], country["areas"], country["troops"], country["generals"]
        )
    ruler = words.term(country["ruler"]) if country["ruler"] else "–"
    return Markup(
        '<section class="{}">{}<div><b>{}</b> <span class="player">{}</span> {}'
        '<small>♛ {}</small></div><span class="numbers">{}</span></section>'
    ).format(style, sign(name), words.term(name), _player(seat, glimpse, words), chips, ruler, numbers)


def _player(seat: int | None, glimpse: Glimpse, words: Words) -> Markup:
    if seat is None:
        return Markup("{}").format(words("minor power"))
    return Markup("{}{} {}").format(words.name(seat), *you_and_state(glimpse, seat, words))


def draw_talks(glimpse: Glimpse, words: Words) -> Markup:
    """What is being asked, the answers of this turn and the last, and messages to the viewer."""
    view = glimpse.view
    lines = []
    if asking := view["asking"]:
        lines.append(
            Markup('<li class="open">{} → {}: {} <b>{}</b></li>').format(
                named(asking["from"], words), named(asking["to"], words), words.term(asking["what"]),
                words("Waiting for the answer."),
            )
        )  # fmt: skip
    for field, when in (("asked", words("this turn")), ("asked_last_turn", words("last turn"))):
        lines += [
            Markup('<li>{} → {}: <b class="{}">{}</b> <small>{}</small></li>').format(
                named(asker, words), named(asked, words), answer, words(ANSWERS[answer]), when
            )
            for asker, country in view["countries"].items()
            for asked, answer in country[field].items()
        ]
    for name, country in view["countries"].items():
        if any(country["may_use"].values()) and country["pact"] == "ally":
            text_shown = words("may use {troops} and {generals} for {country}", country=words.term(view["power"]),
                         troops=soldiers(country["may_use"]["troops"], words),
                         generals=generals(country["may_use"]["generals"], words))  # fmt: skip
            lines.append(Markup("<li>{} {}</li>").format(named(name, words), text_shown))
    lines += [
        Markup('<li class="letter">✉ {}: “{}”{}</li>').format(
            words.tag(note.sender),
            note.text,
            Markup(" <small>{}</small>").format(words("This offer has been taken back.")) if note.withdrawn else "",
        )
        for note in glimpse.own.notes
    ]
    if not lines:
        return NOTHING
    return Markup('<h2>{}</h2><ul class="talks">{}</ul>').format(words("Negotiations"), joined(lines))


def draw_fate(view: Mapping[str, Any], words: Words) -> Markup:
    """Whose phase it is, the markers left in the cup, and the destiny cards of this period."""
    phase = NOTHING
    if view["power"]:
        points = words("{n} points of diplomacy", n=view["diplomacy"])
        phase = Markup('<p class="phase">{} {}</p>').format(
            words("Current phase:"), Markup("{} · {}").format(named(view["power"], words), points)
        )
    cup = row(view["cup"], words) or Markup('<p class="quiet">{}</p>').format(words("The cup is empty."))
    if not view["turn"]:
        return Markup("<h2>{}</h2>{}").format(words("The cup"), cup)
    period = (view["turn"] - 1) // TURNS_OF_PERIOD
    drawn = words("{n} of {m} turned up in period {period}", n=len(view["cards"]), m=CARDS, period=period + 1)
    cards = joined(_card(period, number - 1, words) for number in view["cards"])
    return Markup(
        '{}<h2>{} <small>{}</small></h2>{}<details class="fate"><summary>{} <small>{}</small></summary>'
        '<ul class="destiny">{}</ul></details>'
    ).format(
        phase, words("The cup"), words("whose phase is still to come"), cup, words("Destiny cards"), drawn, cards,
    )  # fmt: skip


def _card(period: int, card: int, words: Words) -> Markup:
    """A destiny card: which generals enter, and which leave."""
    if card == ENDS:
        return Markup("<li><b>{}</b></li>").format(words("the game ends, if it is the scenario's last period"))
    first, end = CARD_PARTS[period, card]
    parts = []
    for part in range(first, end):
        name = words.term(GENERAL_NAMES[UNIT_GENERAL[PART_UNIT[part]]])
        text = words("{name} enters", name=name) if PART_ENTERS[part] else words("{name} leaves", name=name)
        parts.append(text)
    return Markup("<li>{}</li>").format(words.listed(parts))
