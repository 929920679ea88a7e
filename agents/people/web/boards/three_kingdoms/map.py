"""The map as one drawing, in which areas and borders that can be chosen are buttons."""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

from agents.people.web.boards.pieces import NOTHING, drawn_badge, joined, label_of, role_of
from agents.people.web.boards.three_kingdoms.generals import banner, soldiers, style_of
from agents.people.web.markup import Markup
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice
from dynasty_env.three_kingdoms.display import atlas
from dynasty_env.three_kingdoms.display.atlas import HEIGHT, WIDTH, Line
from dynasty_env.three_kingdoms.display.insignia import NOBODY
from dynasty_env.three_kingdoms.material import AREA_NAMES, SIDE_ENDS, SIDE_KIND, Side

KINDS = {Side.PLAIN: "plain", Side.RIVER: "river", Side.MOUNTAIN: "mountain", Side.CLOSED: "closed"}
PAWN = "M-5 7q0-7 3-8a4.2 4.2 0 1 1 4 0q3 1 3 8z"
CROWN = "M-8 6L-9-5L-4-1L0-7L4-1L9-5L8 6Z"
CITIES = {"large": "M-10 6V-2H-6V-8H-2V-4H2V-8H6V-2H10V6Z", "small": "M-7 6V-3L0-8L7-3V6Z", "none": ""}
SWORDS = "M-13-13L9 9M13-13L-9 9M4 12L12 4M-4 12L-12 4"
ARROW = "M0 0L-15-7V7Z"


def draw_map(view: Mapping[str, Any], areas: Mapping[str, Choice], sides: Mapping[str, Choice], words: Words) -> Markup:
    """The map of a view, with the choices of areas, and of borders by the names of their two areas."""
    fight = view["fight"] or {}
    hit = view["target"] or fight.get("area")
    lands = joined(_land(name, view, areas.get(name), words) for name in AREA_NAMES)
    armies = joined(_army(name, view["areas"][name], words) for name in AREA_NAMES)
    frames = joined(_frame(name, areas[name]) for name in AREA_NAMES if name in areas)
    frames += (
        NOTHING
        if hit is None
        else Markup('<use class="hit" data-key="hit" href="#land-{}"/>').format(AREA_NAMES.index(hit))
    )
    chances = joined(_chance(name, view["areas"][name], choice, words) for name, choice in areas.items())
    bans = joined(_ban(name, count, words) for name, count in view["bans"].items())
    picks = joined(_side(name, choice, words) for name, choice in sides.items())
    return Markup(
        '<div class="scroll"><svg class="map kingdoms" viewBox="0 0 {} {}" role="group" aria-label="{}">'
        '<use href="#ground"/><g>{}</g><use href="#borders"/><g data-key="frames">{}</g><g data-key="bans">{}</g>'
        '<g data-key="sides">{}</g><g data-key="armies" aria-hidden="true">{}</g><g aria-hidden="true">{}</g>'
        '<g data-key="chances" aria-hidden="true">{}</g></svg></div>'
    ).format(WIDTH, HEIGHT, words("Map"), lands, frames, bans, picks, armies, _marches(view, hit), chances)


def _land(name: str, view: Mapping[str, Any], choice: Choice | None, words: Words) -> Markup:
    """An area in its owner's colour; a button if it can be chosen."""
    area, number = view["areas"][name], AREA_NAMES.index(name)
    kind = choice.name.partition(":")[0] if choice else ""
    style = f"land {style_of(area['control'])}{' legal ' + kind if choice else ''}"
    about = words("{area}: {owner}, {troops}", area=words.term(name), owner=words.term(area["control"]),
                  troops=soldiers(area["troops"], words))  # fmt: skip
    label = f"{label_of(choice, words)} – {about}" if choice else about
    return Markup(
        '<use class="{0}" href="#land-{1}" data-key="{1}" data-card="about-{1}" {2} aria-label="{3}"/>'
    ).format(style, number, role_of(choice), label)


def _frame(name: str, choice: Choice) -> Markup:
    """A frame inside an area that can be chosen, above mountains and rivers: gold, or red for an invasion."""
    kind = choice.name.partition(":")[0]
    line = Markup('<use class="frame{0}" href="#land-{1}" data-key="{1}{0}" clip-path="url(#within-{1})"/>')
    number = AREA_NAMES.index(name)
    return line.format(" back", number) + line.format(f" {kind}", number)


def _chance(name: str, area: Mapping[str, Any], choice: Choice, words: Words) -> Markup:
    """A chance above an area's name, or beside its city, if it has one."""
    x, y = atlas.heart(name)
    place = (x + 13, "") if CITIES[area["city"]] else (x, "amid")
    return drawn_badge(choice, place[0], y - 41, words, place[1])


def _army(name: str, area: Mapping[str, Any], words: Words) -> Markup:
    """Name, city and strength of an area, and the banner, troops and generals of its owner."""
    x, y = atlas.heart(name)
    owner = area["control"]
    city = Markup('<path class="city" d="{}"/>').format(CITIES[area["city"]]) if CITIES[area["city"]] else NOTHING
    head = Markup('<text class="place" y="-20">{}</text><g transform="translate(0 -45) scale(.8)">{}</g>').format(
        words.term(name), city
    )
    held = _troops(owner, area["troops"]) if owner != NOBODY else NOTHING
    strength = Markup('<g transform="translate(-28 27)"><circle class="worth" r="9.5"/><text class="worth" y="5">{}'
                      "</text></g>").format(area["strength"])  # fmt: skip
    there = [owner, area["troops"], len(area["generals"]), len(area["free"])]
    return Markup(
        '<g class="army {}" data-key="{}" data-spot="{}" data-state="{}" transform="translate({:.0f} {:.0f})">'
        "{}{}{}{}</g>"
    ).format(style_of(owner), AREA_NAMES.index(name), name, there, x, y, head, held, strength, _generals(area))


def _troops(owner: str, troops: int) -> Markup:
    """A banner with a number."""
    return Markup(
        '{}<rect class="count" x="0" y="-14" width="38" height="27" rx="3"/><text class="troops" x="19" y="7">{}</text>'
    ).format(banner(owner, "flag"), troops)


def _generals(area: Mapping[str, Any]) -> Markup:
    """The number of generals, whether the ruler is among them, and face-down generals."""
    owner, at = area["control"], -6
    parts = []
    own = [general for general in area["generals"] if general["country"] == owner]
    if any(general["ruler"] for general in own):
        parts.append(Markup('<path class="crown" transform="translate({} 27) scale(.9)" d="{}"/>').format(at, CROWN))
        at += 19
    if own:
        parts.append(
            Markup('<path class="pawn" transform="translate({} 27)" d="{}"/><text class="many" x="{}" y="33">{}</text>')
            .format(at, PAWN, at + 8, len(own))
        )  # fmt: skip
        at += 32
    if area["free"]:
        parts.append(
            Markup('<g transform="translate({} 27)"><rect class="down" x="-7" y="-9" width="14" height="18" rx="2"/>'
                   '<text class="down" y="5">{}</text></g>').format(at, len(area["free"]))
        )  # fmt: skip
    return joined(parts)


def _ban(name: str, count: int, words: Words) -> Markup:
    """Ban markers on a border."""
    one, other = name.split("-")
    x, y = atlas.crossing(one, other)
    label = words("ban markers between {one} and {other}: {n}", one=words.term(one), other=words.term(other), n=count)
    number = Markup('<text y="5">{}</text>').format(count) if count > 1 else Markup('<path d="M-6 0H6"/>')
    return Markup(
        '<g class="ban" data-key="{}" transform="translate({:.0f} {:.0f})" role="img" aria-label="{}">'
        '<circle r="11"/>{}</g>'
    ).format(name, x, y, label, number)


def _side(name: str, choice: Choice, words: Words) -> Markup:
    """A border that can be chosen."""
    one, other = name.split("-")
    line = _path(atlas.border(one, other))
    return Markup('<path class="border legal" d="{}" data-key="{}" {} aria-label="{}"/>').format(
        line, name, role_of(choice), words.plain(choice.words)
    )


def _marches(view: Mapping[str, Any], hit: str | None) -> Markup:
    """Arrows of a force that is being assembled, and swords where there is a fight."""
    if hit is None:
        return NOTHING
    parts = []
    x, y = atlas.heart(hit)
    for name, area in view["areas"].items():
        if area["marching"]:
            parts.append(_arrow(name, hit, area["marching"], style_of(area["control"])))
    if view["fight"]:
        swords = Markup('<path class="swords" transform="translate({:.0f} {:.0f})" d="{}"/>')
        parts.append(swords.format(x + 54, y - 4, SWORDS))
        for number, (owner, troops) in enumerate(view["fight"]["attackers"].items()):
            place = Markup('<g class="army attacking {}" transform="translate({:.0f} {:.0f})">{}</g>')
            parts.append(place.format(style_of(owner), x + 66, y - 54 - 30 * number, _troops(owner, troops)))
    return joined(parts)


def _arrow(start: str, goal: str, troops: int, style: str) -> Markup:
    (x, y), (to_x, to_y) = atlas.crossing(start, goal), atlas.heart(goal)
    from_x, from_y = atlas.heart(start)
    tip_x, tip_y = x + (to_x - x) * 0.45, y + (to_y - y) * 0.45
    tail_x, tail_y = x + (from_x - x) * 0.5, y + (from_y - y) * 0.5
    turn = math.degrees(math.atan2(tip_y - tail_y, tip_x - tail_x))
    return Markup(
        '<g class="march {}"><path d="M{:.0f} {:.0f}L{:.0f} {:.0f}"/><path class="tip" transform="translate({:.0f} '
        '{:.0f}) rotate({:.0f})" d="{}"/><text x="{:.0f}" y="{:.0f}">{}</text></g>'
    ).format(style, tail_x, tail_y, tip_x, tip_y, tip_x, tip_y, turn, ARROW, (tail_x + tip_x) / 2,
             (tail_y + tip_y) / 2 - 6, troops)  # fmt: skip


def legend(words: Words) -> Markup:
    """The meanings of the lines and signs of the map."""
    lines = joined(
        Markup('<span><svg viewBox="0 0 40 16" aria-hidden="true"><use href="#sample-{}"/></svg>{}</span>').format(
            kind, text
        )
        for kind, text in (
            ("plain", words("plain")), ("river", words("river")), ("mountain", words("mountain")),
            ("closed", words("closed: nobody can cross")), ("choice", words("can be chosen")),
            ("invasion", words("can be invaded")),
        )
    )  # fmt: skip
    shown = Markup('<span><svg class="sign" viewBox="-12 -12 24 24" aria-hidden="true">{}</svg>{}</span>')
    worth = Markup('<circle class="worth" r="10"/><text class="worth" y="5">5</text>')
    signs = joined(
        shown.format(sign, text)
        for sign, text in (
            (Markup('<path class="city" d="{}"/>').format(CITIES["large"]), words("large city")),
            (Markup('<path class="city" d="{}"/>').format(CITIES["small"]), words("small city")),
            (worth, words("strength: troops of a levy")),
            (Markup('<path class="pawn" d="{}"/>').format(PAWN), words("generals")),
            (Markup('<path class="crown" d="{}"/>').format(CROWN), words("ruler")),
            (Markup('<rect class="down" x="-7" y="-9" width="14" height="18" rx="2"/>'), words("free generals")),
            (Markup('<g class="ban"><circle r="11"/><path d="M-6 0H6"/></g>'), words("ban marker")),
        )
    )
    return Markup('<p class="legend">{}{}</p>').format(lines, signs)


# ------------------------------------------------------------------------------------------------------- fixed shapes


def _path(line: Line, *, closed: bool = False) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in line) + ("Z" if closed else "")


@cache
def shapes() -> Markup:
    """Land, sea and borders, as symbols that the map refers to."""
    lands = joined(
        Markup('<path id="land-{}" d="{}"/>').format(number, _path(atlas.outline(name), closed=True))
        for number, name in enumerate(AREA_NAMES)
    )
    within = joined(
        Markup('<clipPath id="within-{0}"><use href="#land-{0}"/></clipPath>').format(number)
        for number in range(len(AREA_NAMES))
    )
    borders = joined(
        _border(AREA_NAMES[one], AREA_NAMES[other], Side(int(kind)))
        for (one, other), kind in zip(SIDE_ENDS, SIDE_KIND, strict=True)
    )
    wild = joined(Markup('<path class="wild" d="{}"/>').format(_path(ring, closed=True)) for ring in atlas.mountains())
    return Markup('<defs>{}{}<g id="ground">{}</g><g id="borders">{}{}</g>{}</defs>').format(
        lands, within, _ground(), wild, borders, _samples()
    )


def _ground() -> Markup:
    whole = joined(Markup('<use href="#land-{}"/>').format(number) for number in range(len(AREA_NAMES)))
    return Markup(
        '<rect class="beyond" width="{}" height="{}"/><path class="sea" d="{}"/><g class="shore">{}</g>'
    ).format(WIDTH, HEIGHT, _path(atlas.SEA, closed=True), whole)


def _border(one: str, other: str, kind: Side) -> Markup:
    line = _path(atlas.border(one, other))
    drawn = Markup('<path class="border {}" d="{}"/>').format(KINDS[kind], line)
    if kind == Side.RIVER:
        drawn += Markup('<path class="border water" d="{}"/>').format(line)
    if kind == Side.CLOSED:
        drawn += Markup('<path class="border wall" d="{}"/>').format(line)
    if kind == Side.MOUNTAIN:
        drawn += joined(
            Markup('<path class="peak" d="M{:.0f} {:.0f}l7-12l7 12z"/>').format(x - 7, y + 5)
            for x, y in atlas.peaks(one, other)
        )
    return drawn


def _samples() -> Markup:
    """A sample of each kind of border and frame, for the legend."""
    line, frame = "M1 8H39", Markup('<path class="frame back" d="M4 8H36"/><path class="frame{}" d="M4 8H36"/>')
    pieces = {
        "plain": Markup('<path class="border plain" d="{}"/>').format(line),
        "river": Markup('<path class="border river" d="{0}"/><path class="border water" d="{0}"/>').format(line),
        "mountain": Markup('<path class="border mountain" d="{}"/><path class="peak" d="M5 13l7-12l7 12z"/>'
                           '<path class="peak" d="M21 13l7-12l7 12z"/>').format(line),
        "closed": Markup('<path class="border closed" d="{0}"/><path class="border wall" d="{0}"/>').format(line),
        "choice": frame.format(""), "invasion": frame.format(" invade"),
    }  # fmt: skip
    return joined(Markup('<g id="sample-{}">{}</g>').format(kind, piece) for kind, piece in pieces.items())
