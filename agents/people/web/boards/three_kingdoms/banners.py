"""The banners of countries, each with a colour and a character."""

import re
from collections.abc import Iterable

from agents.people.web.boards.pieces import NOTHING, joined
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from dynasty_env.three_kingdoms.display.insignia import SIGNS

THAW = "thaw"
_FLAG = "M-38-14H-2V13L-8 8L-14 13L-20 8L-26 13L-32 8L-38 13Z"


def style_of(owner: str) -> str:
    """The class of everything that belongs to a country, the clans, or nobody."""
    return "k-" + re.sub(r"[^a-z]+", "-", owner.lower().replace("ü", "u"))


def banner(owner: str, style: str) -> Markup:
    """A banner within a drawing."""
    return Markup('<path class="{}" d="{}"/><text class="sign" x="-20" y="5">{}</text>').format(
        style, _FLAG, SIGNS[owner]
    )


def sign(owner: str) -> Markup:
    """A banner in a text that also contains the name."""
    return Markup('<i class="banner {}" aria-hidden="true">{}</i>').format(style_of(owner), SIGNS.get(owner, "❄"))


def named(owner: str, words: Words, style: str = "") -> Markup:
    """A banner with its name."""
    return Markup('<span class="of {}">{} {}</span>').format(style, sign(owner), words.term(owner))


def row(owners: Iterable[str], words: Words) -> Markup:
    """Banners with names in a row; empty for none."""
    result = joined(named(owner, words) for owner in owners)
    return Markup('<span class="banners">{}</span>').format(result) if result else NOTHING
