"""The names of countries, areas, generals and seats, and the facts shown about them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from dynasty_env.kit.engine import Listing
from dynasty_env.kit.words import Chosen, Family, Message, Seat, State, _, nothing
from dynasty_env.three_kingdoms.ids import SINGLE, SLICES, Step
from dynasty_env.three_kingdoms.material import (
    ABSENT,
    AREA_NAMES,
    CLANS,
    COUNTRIES,
    COUNTRY_NAMES,
    GENERAL_NAMES,
    NOWHERE,
    OPEN_SIDE,
    SIDE_ENDS,
    STRENGTH,
    Method,
    Place,
    Stat,
)

from .forces import UNDECIDED, value

THE_CLANS = _("the clans")
ARMIES = (_("the attackers"), _("the defender"))


def agent(seat: int) -> Seat:
    """A seat's name, as in PettingZoo."""
    return Seat("power", seat)


def area(number: int) -> str:
    """An area."""
    return AREA_NAMES[number]


def country(number: int) -> str:
    """A country, the clans, or nobody."""
    if 0 <= number < COUNTRIES:
        return COUNTRY_NAMES[number]
    return THE_CLANS if number == CLANS else _("nobody")


def person(number: int) -> str:
    """A general, or a clansman."""
    return GENERAL_NAMES[number] if number >= 0 else _("a clansman")


def side(number: int) -> str:
    """A side, by its number among all."""
    one, other = SIDE_ENDS[number]
    return Message(_("{one} – {other}"), one=area(one), other=area(other))


def by_owner(one: str, clans: str, field: str = "subject") -> Chosen:
    """For `EntryKind.says`: a sentence about a country or nobody (the first text) or about the clans (the second).

    `field`: the field of the entry that says which.
    """
    return Chosen(lambda entry: getattr(entry, field) == CLANS, {True: clans, False: one})


def counted(one: str, several: str) -> Callable[[int], str]:
    """A number of things: the text for one, and that for several, with ``{count}``."""
    return lambda count: Message(one if count == 1 else several, count=count)


generals = counted(_("1 general"), _("{count} generals"))
areas = counted(_("1 area"), _("{count} areas"))
points = counted(_("1 point"), _("{count} points"))
soldiers = counted(_("1 soldier"), _("{count} troops"))


def units_allowed(count: int) -> str:
    """Troops, or (as a negative number) generals, that an ally may use."""
    return Message(_("{count} troops") if count > 0 else _("{count} generals"), count=abs(count))


# --------------------------------------------------------------------------------------------- whom a decision is about


def listing(state: State) -> Listing | None:
    """The list of the open decision, if there is one."""
    phase = state.game.phase_at.get(int(state.record["step"]))
    return None if phase is None else phase.lists


def listed(state: State) -> list[int]:
    """The generals available in the open decision, in the order of their slots."""
    known, record = listing(state), state.record
    if known is None:
        return []
    places = [place for place in (record["a"], record["battle"]) if place != NOWHERE]
    near: list[int] = np.flatnonzero(np.isin(record["area"], places)).tolist()
    t, a = state.tables[0], record["a"]
    return [general for general in near if known.holds(t, general, a)]


def leaving(record: Any) -> int | None:
    """The general whose destination is asked for; None if the decision is not about a single general."""
    if record["step"] not in (Step.RETREAT_GENERAL, Step.FLEE_GENERAL):
        return None
    waiting = (record["goal"] == UNDECIDED) & (record["country"] == record["a"]) & (record["place"] == Place.SERVING)
    return int(waiting.argmax()) if waiting.any() else None


def about(text: str, **fields: str) -> Callable[[State], str]:
    """The context of a decision: for each of `NOUNS` in the text, the field of the table that holds its number."""
    return lambda state: Message(text, **{noun: NOUNS[noun](int(state.record[at])) for noun, at in fields.items()})


def about_leaving(text: str) -> Callable[[State], str]:
    """The same for a leaving general."""

    def says(state: State) -> str:
        general = leaving(state.record)
        return Message(text, person=_("the general") if general is None else person(general))

    return says


def the_fight(state: State) -> str:
    """Who fights whom, where, and how."""
    record = state.record
    if record["battle"] < 0:
        return ""
    fields: dict[str, Any] = {
        "area": area(int(record["battle"])),
        "attackers": int(record["army"].sum()),
        "defenders": soldiers(int(record["troops"][record["battle"]])),
    }
    if not record["rounds"]:
        return Message(_("the fight for {area}: {attackers} against {defenders}"), **fields)
    return Message(
        _("the fight for {area}: {attackers} against {defenders}; {method} with up to {generals} a side"),
        method=Method(int(record["method"])).name.lower(),
        generals=generals(int(record["number"])),
        **fields,
    )


# ------------------------------------------------------------------------------------------------------- what ids name


def in_slot(state: State, slot: int) -> str:
    """The general in a slot, with the value that counts now."""
    among, known = listed(state), listing(state)
    if known is None or slot >= len(among):
        return Message(_("general {number}"), number=slot + 1)
    general, stat = among[slot], known.counts
    number = ABSENT if stat is None else int(value(state.tables[0], general, stat))
    if stat is None or number == ABSENT:
        return person(general)
    return Message(_("{person} ({stat} {number})"), person=person(general), stat=stat.name.lower(), number=number)


def target(state: State, number: int) -> str:
    """An invasion, and whom it would meet."""
    record = state.record
    owner, troops = int(record["control"][number]), int(record["troops"][number])
    led = int(((record["area"] == number) & (record["place"] == Place.SERVING)).sum())
    if not troops and not led:
        return Message(_("invade {area}, which is undefended"), area=area(number))
    fields: dict[str, Any] = {"area": area(number), "country": country(owner), "troops": soldiers(troops)}
    if not led:
        return Message(_("invade {area}, held by {country} with {troops}"), **fields)
    text = _("invade {area}, held by {country} with {troops} and {generals}")
    return Message(text, generals=generals(led), **fields)


def levies(state: State, number: int) -> str:
    """A levy of as many troops as an area's strength."""
    return Message(_("levy {troops} in {area}"), troops=soldiers(int(STRENGTH[number])), area=area(number))


def _area(state: State, number: int) -> str:
    return area(number)


def _country(state: State, number: int) -> str:
    return country(number)


ANSWERS: dict[str, tuple[str, str]] = {
    "done": (_("no more"), ""),
    "yes": (_("yes"), ""),
    "no": (_("no"), ""),
    "all": (_("all of them"), ""),
    "all but the ruler": (
        _("all but the ruler"),
        _("If a ruler is lost, the heir takes over; without an heir the country falls."),
    ),
    "half": (_("half of the troops"), ""),
    "each": (_("each separately"), _("One after the other, each separately.")),
}
"""Actions that name nothing and occur in several phases: their default words, and their purpose."""
FAMILIES = {
    **{
        name: Family(slice(number, number + 1), "", nothing, called, purpose=purpose)
        for number, name in enumerate(SINGLE)
        for called, purpose in [ANSWERS.get(name, (name, ""))]
    },
    "levy": Family(SLICES["levy"], "area", _area, levies),
    "invade": Family(SLICES["invade"], "area", _area, target),
    "area": Family(SLICES["area"], "area", _area, "{area}"),
    "clans": Family(SLICES["clans"], "area", _area, _("alliance with the clan group of {area}")),
    "country": Family(SLICES["country"], "country", _country, "{country}"),
    "troops_of": Family(SLICES["troops_of"], "country", _country, _("spend 1 point: {country} may use 5 more troops")),
    "generals_of": Family(
        SLICES["generals_of"], "country", _country, _("spend 1 point: {country} may use 2 more generals")
    ),
    "side": Family(SLICES["side"], "side", lambda state, number: side(int(OPEN_SIDE[number])), _("the border {side}")),
    "general": Family(SLICES["general"], "general", in_slot, "{general}", listed=True),
    "troops": Family(SLICES["troops"], "troops", lambda state, number: soldiers(number + 1), "{troops}"),
}
"""What each family of action ids names."""
NOUNS: dict[str, Callable[[int], Any]] = {
    "person": person,
    "country": country,
    "area": area,
    "side": side,
    "army": lambda army: ARMIES[army],
    "troops": soldiers,
    "generals": generals,
    "points": points,
    "units": units_allowed,
    "method": lambda method: Method(method).name.lower(),
    "stat": lambda stat: Stat(stat).name.lower(),
    "ordinal": lambda place: place + 1,
}
"""What the numbers in trace entries name."""
