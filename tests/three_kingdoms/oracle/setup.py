"""§30, T1, T2, T36, T37, T69, T81: who plays whom, and how the countries lie at the beginning."""

from .account import Account, Telling
from .cards import (
    CAMPAIGN,
    CLANS,
    COUNTRIES,
    ENTRY,
    GENERALS,
    HEIRS,
    LI_JUE,
    TURNS_OF_PERIOD,
    UNITS,
    Listed,
    clan_areas,
    powers,
    roster,
)
from .redeployment import Moving, rearrange
from .world import GONE, UNBORN, Power

CHOSEN = 11  # the option `powers`: the seats choose
FOREMOST = ("Cao", "Sun", "Liu Bei")  # T69
FIRST_OF_HISTORY = 4  # T69: the scenario from which on these come first


def preference(scenario: int) -> list[str]:
    """T69: the countries in the order in which seats take them."""
    listed = powers(scenario)
    order = list(listed)
    by_troops = sorted(listed, key=lambda country: (-listed[country].troops, -order.index(country)))
    if scenario < FIRST_OF_HISTORY:
        return by_troops
    first = [country for country in FOREMOST if country in listed]
    return first + [country for country in by_troops if country not in first]


def set_up(account: Account) -> Telling:
    """Powers, units, and what their owners make of them."""
    options, world = account.options, account.world
    scenario = int(options["scenario"])
    listed = powers(scenario)
    world.turn = TURNS_OF_PERIOD * (max(scenario, 1) - 1)
    for country in COUNTRIES:
        if country in listed:
            black = scenario == 2 and country == "Dong Zhuo"
            world.powers[country] = Power(None, LI_JUE if black else HEIRS[country], listed[country].ruler)
    for country, line in listed.items():
        _place(account, country, line, _roster(scenario, country))
    for area, troops in clan_areas(scenario).items():
        world.control[area] = CLANS
        world.troops[area] = troops or 0
    _others(account, scenario)
    yield from _seats(account, scenario)
    for country in listed:
        seat = world.seat_of(country)
        if seat is not None and len(world.areas_of(country)) > 1:
            yield from rearrange(account, Moving(country, seat, tuple(world.areas_of(country)), setting_up=True))
    for country, power in world.powers.items():
        power.start = world.points(country)


def _seats(account: Account, scenario: int) -> Telling:
    """T1, T69, T81: seats take powers as listed, go round by `powers` places, or choose."""
    options, world = account.options, account.world
    order, count = preference(scenario), int(options["num_players"])
    world.seats = [None] * count
    for seat in range(count):
        country = order[(seat - int(options["powers"])) % count]
        if options["powers"] == CHOSEN:
            left = [country for country in order if country not in world.seats]
            country = yield from account.country("power", seat, left)
        world.seats[seat] = country
        world.powers[country].seat = seat


def _roster(scenario: int, country: str) -> list[str]:
    serving = roster(scenario)
    return [name for name in GENERALS if serving.get(name) == country]


def _place(account: Account, country: str, listed: Listed, generals: list[str]) -> None:
    """T1: as listed; totals are spread evenly, the remainder to the first; generals go round the areas."""
    world, areas = account.world, list(listed.areas)
    for number, (area, troops) in enumerate(listed.areas.items()):
        world.control[area] = country
        each, more = divmod(listed.troops, len(areas))
        world.troops[area] = troops if troops is not None else each + (number < more)
    rest = [name for name in generals if name not in listed.generals]
    for name, area in listed.generals.items():
        account.arrive(name, area, country)
    for number, name in enumerate(rest):
        account.arrive(name, areas[number % len(areas)], country)


def _others(account: Account, scenario: int) -> None:
    """Who is nobody's: not in the game yet, or gone for good; and which of several units is in play (T2)."""
    period = max(scenario, 1)
    for name, general in account.world.generals.items():
        if general.state == GONE and ENTRY[name][0] >= period and ENTRY[name][0] > 0:
            general.state = UNBORN
        entered = [unit for unit in range(1, len(UNITS[name]) + 1) if ENTRY[name][unit - 1] < period]
        general.unit = entered[-1] if entered and scenario != CAMPAIGN else 1
