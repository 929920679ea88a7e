"""Banners of countries, and generals with their five numbers."""

from collections.abc import Iterable, Mapping
from typing import Any

from agents.people.web.boards.pieces import NOTHING, classes, joined, pick
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.three_kingdoms.display.insignia import SIGNS
from dynasty_env.three_kingdoms.material import STATS

LETTERS = {name[0].upper(): name for name in STATS}
"""The letters above a general's numbers."""
_FLAG = "M-38-14H-2V13L-8 8L-14 13L-20 8L-26 13L-32 8L-38 13Z"


def style_of(owner: str) -> str:
    """The class of everything that belongs to a country, the clans, or nobody."""
    return "k-" + owner.lower().replace("ü", "u").replace(" ", "-")


def banner(owner: str, style: str) -> Markup:
    """A banner within a drawing."""
    return Markup('<path class="{}" d="{}"/><text class="sign" x="-20" y="5">{}</text>').format(
        style, _FLAG, SIGNS[owner]
    )


def sign(owner: str) -> Markup:
    """A banner in a text that also contains the name."""
    return Markup('<i class="banner {}" aria-hidden="true">{}</i>').format(style_of(owner), SIGNS.get(owner, "❄"))


def named(owner: str, words: Words) -> Markup:
    """A banner with its name."""
    return Markup('<span class="of">{} {}</span>').format(sign(owner), words.term(owner))


def row(owners: Iterable[str], words: Words) -> Markup:
    """Banners with names in a row; empty for none."""
    result = joined(named(owner, words) for owner in owners)
    return Markup('<span class="banners">{}</span>').format(result) if result else NOTHING


def soldiers(count: int, words: Words) -> str:
    """A number of troops."""
    return words("1 soldier") if count == 1 else words("{n} troops", n=count)


def generals(count: int, words: Words) -> str:
    """A number of generals."""
    return words("1 general") if count == 1 else words("{n} generals", n=count)


def general_card(general: Mapping[str, Any], counts: str | None, choice: Choice | None, words: Words) -> Markup:
    """A general's card; `counts` is the number that counts now."""
    name = words.term(general["name"])
    idle = general["role"].startswith("rests") or (general["acted"] and general["role"] == "none")
    country = style_of(general["country"])
    style = classes("general", country, legal=bool(choice), named=general["named"], tired=idle and choice is None)
    crown = Markup('<span class="crowned" role="img" aria-label="{}">♛</span>').format(words("ruler"))
    return Markup('<div class="{}"><span class="gname">{} {}{}</span>{}{}</div>').format(
        style, sign(general["country"]), name, crown if general["ruler"] else NOTHING, _numbers(general, counts, words),
        pick(choice, words),
    )  # fmt: skip


def _numbers(general: Mapping[str, Any], counts: str | None, words: Words) -> Markup:
    """The five numbers; the one that counts now is highlighted, and a missing one is a dash."""
    cells = joined(
        Markup('<span class="stat{}" title="{}"><i>{}</i>{}</span>').format(
            " counts" if stat == counts else "", words.term(stat), letter, _number(general[stat])
        )
        for letter, stat in LETTERS.items()
    )
    text = words.listed(f"{words.term(stat)} {_number(general[stat])}" for stat in LETTERS.values())
    return Markup('<span class="stats five" role="img" aria-label="{}">{}</span>').format(text, cells)


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)
