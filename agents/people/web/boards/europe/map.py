"""The map with its borders and owners as one drawing, in which countries that can be chosen are buttons."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from agents.people.web.boards.europe import atlas
from agents.people.web.boards.pieces import NOTHING, drawn_badge, hopeless, joined, label_of, role_of
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.dynasty.material import COUNTRY_NAMES, POWER
from dynasty_env.dynasty.rules.nouns import NEUROI

RIGHT = (18, -12, "")
LEFT, ABOVE = (-18, -12, "ends"), (0, -32, "amid")
BESIDE = {
    "Portugal": LEFT, "France": (-18, -24, "ends"), "Netherlands": ABOVE, "Palatinate": LEFT, "Switzerland": ABOVE,
    "Milan": LEFT, "Austria": (18, -24, ""),
}  # fmt: skip
"""Places for chances, relative to their country's place on the map, if not to the right of the shield: a chance must
not hide a name in either language, or another chance."""
BADGE = "M-15-17H15V0C15 10 8 16 0 19C-8 16-15 10-15 0Z"
NEUROI_AT = (862, 60)
TRIANGLE = "M0-14L13 9H-13Z"


class Sign(NamedTuple):
    """What a country shows besides its owner: classes of its drawing, a sign beside its arms, and both in words."""

    style: str
    mark: str
    said: str


BARE = Sign("", "", "")


def draw_map(
    view: Mapping[str, Any], choices: Mapping[str, Choice], neuroi: Choice | None, words: Words,
    signs: Mapping[str, Sign] = MappingProxyType({}),
) -> Markup:  # fmt: skip
    """The map of a view, which has ``seats`` with their ``territories``, ``independent`` and ``declared``.

    The choices, and additional signs, are by country; `neuroi` is the choice of the Neuroi.
    """
    held = {name: seat for seat, place in enumerate(view["seats"]) for name in place["territories"]}
    attacked = view["declared"]["country"]
    occupied = view.get("occupied", ())
    lands, labels, chances = [], [], []
    for name in COUNTRY_NAMES:
        if name in held:
            owner, label = f"s{held[name]}", words("held by {name}", name=words.name(held[name]))
        elif name in view["independent"]:
            owner, label = "free", words("independent")
        elif name in occupied:
            owner, label = "occupied", words("occupied by the Neuroi")
        else:
            owner, label = "out", words("not in play")
        hit = attacked == name or (attacked == NEUROI and name in occupied)
        sign = signs.get(name, BARE)
        label = words.listed([label, sign.said] if sign.said else [label])
        lands.append(_land(name, f"{owner} {sign.style}".rstrip(), label, hit, choices.get(name), words))
        labels.append(_label(name, owner, sign, words))
        chances.append(_chance(name, choices.get(name), sign, words))
    return Markup(
        '<svg class="map" viewBox="0 0 {} {}" role="group" aria-label="{}"><use href="#ground"/><g>{}</g>'
        '<use href="#routes"/><g aria-hidden="true">{}</g>{}<g data-key="chances" aria-hidden="true">{}</g></svg>'
    ).format(
        atlas.WIDTH, atlas.HEIGHT, words("Map"), joined(lands), joined(labels),
        _neuroi(view, occupied, neuroi, words), joined(chances),
    )  # fmt: skip


def _land(name: str, owner: str, label: str, attacked: bool, choice: Choice | None, words: Words) -> Markup:
    number = COUNTRY_NAMES.index(name)
    style = f"land {owner}" + (" attacked" if attacked else "") + (" legal" if choice else "")
    if choice is None:
        about = words.listed((words.term(name), words("power {n}", n=POWER[number]), label))
    else:
        about = label_of(choice, words)
        style += " hopeless" if hopeless(choice) else ""
    return Markup(
        '<use class="{0}" href="#land-{1}" data-key="{1}" {2} aria-label="{3}"><title>{3}</title></use>'
    ).format(style, number, role_of(choice), about)


def _chance(name: str, choice: Choice | None, sign: Sign, words: Words) -> Markup:
    """A chance beside the shield, where it hides no name of another country."""
    (x, y), (right, down, place) = atlas.LABELS[name], BESIDE.get(name, RIGHT)
    past = 28 if sign.mark and right < 0 else 0
    return drawn_badge(choice, x + right - past, y + down, words, place)


def _label(name: str, owner: str, sign: Sign, words: Words) -> Markup:
    if owner == "out":
        return NOTHING
    x, y = atlas.LABELS[name]
    return Markup(
        '<g transform="translate({} {})" class="badge {}" data-key="{}" data-spot="{}" data-state="{} {}">'
        '<path d="{}"/><text class="power" y="5">{}</text>{}<text class="place" y="36">{}</text></g>'
    ).format(x, y - 8, f"{owner} {sign.style}".rstrip(), name, name, owner, sign.style, BADGE,
             POWER[COUNTRY_NAMES.index(name)],
             Markup('<text class="mark" x="-29" y="8">{}</text>').format(sign.mark) if sign.mark else NOTHING,
             words.term(name))  # fmt: skip


@cache
def shapes() -> Markup:
    """Land, sea and sea routes, as symbols that the map refers to."""
    lands = joined(
        Markup('<path id="land-{}" d="{}"/>').format(number, atlas.country_path(name))
        for number, name in enumerate(COUNTRY_NAMES)
    )
    return Markup('<defs>{}<g id="ground">{}</g><g id="routes">{}</g></defs>').format(lands, _ground(), _routes())


@cache
def _ground() -> Markup:
    waves = joined(
        Markup('<path class="wave" d="M{} {}q7-8 14 0q7 8 14 0q7-8 14 0"/>').format(x, y) for x, y in atlas.WAVES
    )
    peaks = joined(
        Markup('<path class="peak" d="M{} {}l11-20l11 20M{} {}l-5 11"/>').format(x - 11, y + 9, x, y - 9)
        for x, y in atlas.MOUNTAINS
    )
    rose = Markup(
        '<g class="compass" transform="translate(76 104)"><circle r="38"/><circle r="31"/>'
        '<path d="M0-46L8-8L0 0ZM0-46L-8-8L0 0ZM46 0L8 8L0 0ZM46 0L8-8L0 0ZM0 46L8 8L0 0ZM0 46L-8 8L0 0Z'
        'M-46 0L-8 8L0 0ZM-46 0L-8-8L0 0Z"/><text y="-50">N</text></g>'
    )
    return Markup('<rect class="sea" width="{}" height="{}"/>{}<path class="wild" d="{}"/>{}{}').format(
        atlas.WIDTH, atlas.HEIGHT, waves, atlas.nobodys_path(), peaks, rose
    )


@cache
def _routes() -> Markup:
    return joined(
        Markup('<path class="route" d="M{} {}Q{} {} {} {}"/>').format(*start, *aside, *end)
        for _, start, _, end, aside in atlas.SEA_ROUTES
    )


def _neuroi(view: Mapping[str, Any], occupied: Any, choice: Choice | None, words: Words) -> Markup:
    """SW02-06-02: everything that the Neuroi occupy is one country."""
    if not occupied:
        return NOTHING
    power = sum(POWER[COUNTRY_NAMES.index(name)] for name in occupied)
    act = NOTHING
    if choice is not None:
        act = Markup(' {} aria-label="{}"').format(role_of(choice), label_of(choice, words))
    return Markup(
        '<g transform="translate({} {})" class="neuroi{}"{}><rect x="-66" y="-40" width="132" height="92" rx="10"/>'
        '<path d="{}"/><text class="power" y="6">{}</text><text class="place" y="34">{}</text>{}</g>'
    ).format(*NEUROI_AT, " legal" if choice else "", act, TRIANGLE, power, words.term(NEUROI),
             drawn_badge(choice, 18, -12, words))  # fmt: skip
