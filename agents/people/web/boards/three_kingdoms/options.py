"""One-line explanations of choices, from the state of the map."""

from collections.abc import Callable, Mapping
from typing import Any

from agents.people.web.boards.three_kingdoms.areas import neighbours
from agents.people.web.boards.three_kingdoms.generals import generals, soldiers
from agents.people.web.phrases import Words
from agents.people.web.viewers.shown import Choice, Glimpse
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import AMOUNTS
from dynasty_env.three_kingdoms.material import AREA_NAMES, STATS, Side


def gloss(choice: Choice, glimpse: Glimpse, words: Words) -> str:
    """What a choice means; empty if its own words say everything."""
    if purpose := GAME.purpose(glimpse.phase, choice.action):
        return words.term(purpose)
    kind = choice.name.partition(":")[0]
    gloss_of = _general if kind == "general" else _TOLD.get((glimpse.phase, kind))
    return gloss_of(choice.subject, glimpse, words) if gloss_of else ""


def _levy(name: str, glimpse: Glimpse, words: Words) -> str:
    area = glimpse.view["areas"][name]
    able = [each for each in area["generals"] if each["administration"] and not each["acted"]]
    return words("then {generals} may each roll for one more", generals=generals(len(able), words))


def _invade(name: str, glimpse: Glimpse, words: Words) -> str:
    number = AREA_NAMES.index(name)
    open_sides = (Side.PLAIN, Side.RIVER, Side.MOUNTAIN)
    near = [other for kind in open_sides for other in neighbours(number, kind) if _may_march(other, name, glimpse.view)]
    return words("from {areas}", areas=words.listed(map(words.term, near))) if near else ""


def _may_march(start: str, goal: str, view: Mapping[str, Any]) -> bool:
    """Whether an own area has a general and a soldier who have not acted, and no ban marker on the border."""
    area = view["areas"][start]
    if area["control"] != view["power"] or area["work"] not in ("free", "invaded"):
        return False
    if f"{start}-{goal}" in view["bans"] or f"{goal}-{start}" in view["bans"]:
        return False
    return area["troops"] > area["acted"] and any(not each["acted"] for each in area["generals"])


def _from(name: str, glimpse: Glimpse, words: Words) -> str:
    area = glimpse.view["areas"][name]
    fresh = [each for each in area["generals"] if not each["acted"]]
    return words("have not acted yet: troops {n}, generals {m}", n=max(area["troops"] - area["acted"], 0),
                 m=len(fresh))  # fmt: skip


def _there(name: str, glimpse: Glimpse, words: Words) -> str:
    area = glimpse.view["areas"][name]
    return words("there now: troops {n}, generals {m}", n=area["troops"], m=len(area["generals"]))


def _ask(name: str, glimpse: Glimpse, words: Words) -> str:
    country: Mapping[str, Any] = glimpse.view["countries"][name]
    if country["seat"] is None:
        return words("a minor power: for {n} points you direct it in this phase", n=country["areas"])
    return words("asking is free; {name} answers. After a yes, you can spend points so that it marches with you",
                 name=words.name(country["seat"]))  # fmt: skip


def _clans(name: str, glimpse: Glimpse, words: Words) -> str:
    return words("one point for each of their connected areas: you direct them in this phase")


def _pay(name: str, glimpse: Glimpse, words: Words) -> str:
    return words("one of your {n} points", n=glimpse.view["diplomacy"])


def _all(name: str, glimpse: Glimpse, words: Words) -> str:
    most = _most(glimpse)
    return soldiers(most, words) if 0 < most < AMOUNTS else ""


def _half(name: str, glimpse: Glimpse, words: Words) -> str:
    most = _most(glimpse)
    return soldiers((most + 1) // 2, words) if 0 < most < AMOUNTS else ""


def _most(glimpse: Glimpse) -> int:
    """The number of all troops that may go: the highest number offered; in a retreat, “all” is a separate option."""
    numbers = [int(each.subject) for each in glimpse.choices if each.name.startswith("troops:")]
    return max(numbers, default=0) + (glimpse.phase == "retreat_amount")


def _enough(name: str, glimpse: Glimpse, words: Words) -> str:
    troops = glimpse.view["areas"][glimpse.view["target"]]["troops"]
    return words("against {troops} there; clans need twice as many", troops=soldiers(troops, words))


def _general(slot: str, glimpse: Glimpse, words: Words) -> str:
    name = glimpse.view["listed"][int(slot) - 1]
    known = next(g for area in glimpse.view["areas"].values() for g in area["generals"] if g["name"] == name)
    numbers = [f"{words.term(stat)}\N{NO-BREAK SPACE}{known[stat]}" for stat in STATS if known[stat] is not None]
    return words.listed(([words("ruler")] if known["ruler"] else []) + numbers)


_AMOUNT = ("invade_troops", "redeploy_troops", "retreat_amount")
_GOAL = (
    "redeploy", "redeploy_to", "setup_place", "retreat_to", "retreat_general", "retreat_troops", "flee_to",
    "flee_general",
)  # fmt: skip
_TOLD: dict[tuple[str, str], Callable[[str, Glimpse, Words], str]] = {
    ("act", "levy"): _levy,
    ("act", "invade"): _invade,
    ("act", "country"): _ask,
    ("act", "clans"): _clans,
    ("act", "troops of"): _pay,
    ("act", "generals of"): _pay,
    ("invade_troops", "enough"): _enough,
    **{(phase, "all"): _all for phase in _AMOUNT},
    **{(phase, "half"): _half for phase in _AMOUNT},
    **{(phase, "area"): _from for phase in ("invade_area", "join")},
    **{(phase, "area"): _there for phase in _GOAL},
}
