"""The table for a terminal, from a view."""

from typing import Any

from dynasty_env.kit.terminal import BOLD, drawn, labelled, paint, rule
from dynasty_env.three_kingdoms.display import words
from dynasty_env.three_kingdoms.rules import nouns


def ansi(view: dict[str, Any]) -> str:
    """The view as lines: who is in the game, then each area with its troops and generals."""
    lines = [paint(words.title(view), BOLD), rule()]
    for name, country in view["countries"].items():
        lines += labelled(name, [_country(country)])
    lines += [rule(), "area: strength, ◎ large or ○ small city · who holds it · troops · generals, * the ruler"]
    for name, area in view["areas"].items():
        lines += labelled(name, [_area(area)])
    lines.append(rule())
    if view["bans"]:
        lines += labelled("bans", [", ".join(f"{side} {count}" for side, count in view["bans"].items())])
    lines += labelled("cup", [", ".join(view["cup"]) or "empty"])
    if view["power"]:
        lines += labelled("phase of", [f"{view['power']}, {view['diplomacy']} points of diplomacy"])
    if view["fight"]:
        lines += labelled("fight", [_fight(view["fight"])])
    return drawn(lines)


def _country(country: dict[str, Any]) -> str:
    if country["status"] == "fallen":
        return "has fallen"
    return (
        f"{words.player(country)} · {country['ruler']} · {nouns.points(country['points'])} · "
        f"{nouns.areas(country['areas'])} · {nouns.soldiers(country['troops'])} · {nouns.generals(country['generals'])}"
    )


def _area(area: dict[str, Any]) -> str:
    city = {"none": "", "small": " ○", "large": " ◎"}[area["city"]]
    generals = ", ".join(g["name"] + ("*" if g["ruler"] else "") for g in area["generals"])
    free = f" · free: {', '.join(area['free'])}" if area["free"] else ""
    return (
        f"{area['strength']}{city} · {area['control']} · {area['troops']}"
        + (f" · {generals}" if generals else "")
        + free
    )


def _fight(fight: dict[str, Any]) -> str:
    attackers = ", ".join(f"{name} {troops}" for name, troops in fight["attackers"].items())
    return f"{fight['area']}, round {fight['round']}: {attackers} against {fight['defender']} ({fight['method']})"
