"""Everything known about each area: who is there, what it is worth, and its neighbours across each kind of border."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from agents.people.web.boards.pieces import NOTHING, joined
from agents.people.web.boards.three_kingdoms.generals import general_card, named, soldiers
from agents.people.web.boards.three_kingdoms.map import legend
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from dynasty_env.kit.phrases import _
from dynasty_env.three_kingdoms.display.insignia import NOBODY
from dynasty_env.three_kingdoms.material import AREA_NAMES, POINTS, SIDE_ENDS, SIDE_KIND, Side

ACROSS = {
    Side.PLAIN: _("Open country to {areas}."), Side.RIVER: _("Across a river: {areas}."),
    Side.MOUNTAIN: _("Across mountains: {areas}."), Side.CLOSED: _("Closed towards {areas}."),
}  # fmt: skip
WORK = {
    "free": _("It may still act."), "talked": _("It has sent envoys, and may still levy troops."),
    "levied": _("It has levied troops."), "invaded": _("It has invaded."),
}  # fmt: skip
"""What an area of the acting country has done in this phase."""


def draw_areas(view: Mapping[str, Any], words: Words) -> Markup:
    """The signs of the map, and all areas as a list that unfolds; pointing at an area shows its entry."""
    cards = joined(_card(number, name, view, words) for number, name in enumerate(AREA_NAMES))
    return Markup('{}<details class="areas"><summary>{}</summary>{}</details>').format(
        legend(words), words("All areas"), cards
    )


def _card(number: int, name: str, view: Mapping[str, Any], words: Words) -> Markup:
    area = view["areas"][name]
    worth = words("strength {n}, {m} points", n=area["strength"], m=POINTS[number])
    city = {"large": words("large city"), "small": words("small city"), "none": ""}[area["city"]]
    owner = words("held by nobody") if area["control"] == NOBODY else named(area["control"], words)
    troops = soldiers(area["troops"], words) if area["control"] != NOBODY else ""
    if area["acted"] and view["power"]:
        troops += " " + words("({n} of them have acted)", n=min(area["acted"], area["troops"]))
    done = WORK.get(area["work"])
    lines = [words(done)] if done else []
    if area["free"]:
        free = words.listed(words.term(each) for each in area["free"])
        lines.append(
            words("Free generals are here. They join the first country that controls the area: {names}.", names=free)
        )
    lines += [
        words(text, areas=words.listed(words.term(other) for other in near))
        for kind, text in ACROSS.items()
        if (near := neighbours(number, kind))
    ]
    details = joined(Markup("<p>{}</p>").format(line) for line in lines)
    who = joined(general_card(each, None, None, words) for each in area["generals"])
    return Markup(
        '<section id="about-{}"><h3>{}</h3><p class="worth">{}{}</p><p>{} <b>{}</b></p>'
        '<div class="generals">{}</div>{}</section>'
    ).format(number, words.term(name), worth, f" · {city}" if city else NOTHING, owner, troops, who, details)


@cache
def neighbours(number: int, kind: Side) -> tuple[str, ...]:
    """The neighbours of an area across borders of a kind."""
    return tuple(
        AREA_NAMES[other if one == number else one]
        for (one, other), side in zip(SIDE_ENDS.tolist(), SIDE_KIND.tolist(), strict=True)
        if side == kind and number in (one, other)
    )
