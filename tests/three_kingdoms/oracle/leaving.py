"""Ch. 7 (§22.4–§22.9): where the units of a country go that leaves a fight, and who decides it."""

from .account import Account, Telling, amount, in_order, numbers
from .cards import CLANS, NEAR
from .rulers import exile
from .world import ATTACKS, DEFENDS, Fight, World


def adjacent_havens(world: World, country: str, area: str) -> list[str]:
    """§22.4–§22.7, §22.10, T33: adjacent own areas; only if none neutral ones; only if none others' without units."""
    near = NEAR[area]
    own = [here for here in near if world.control[here] == country]
    if own or country == CLANS:
        return in_order(own)
    neutral = [here for here in near if world.control[here] is None]
    return in_order(neutral or [here for here in near if world.empty(here)])


def decider(account: Account, fought: Fight, country: str) -> int | None:
    """T24: each seat for its own units; minor powers' and clans' by who plays their army; T34: nobody plays that of a
    power that has fallen."""
    world = account.world
    seat = world.seat_of(country)
    if seat is not None:
        return seat
    if country == fought.defender:
        return fought.players[DEFENDS]
    return None if world.phase and world.phase.over else fought.players[ATTACKS]


def leave(account: Account, fought: Fight, country: str, *, anywhere: bool = False) -> Telling:
    """All units of a country go, together or each to a place of its own.

    T52: a partner after a victory may go to any own area, if no area next to the fight will do.
    """
    world = account.world
    leaving = _units(world, fought, country)
    areas = havens(world, fought, country, anywhere)
    if not areas:
        account.met["nowhere to go"] += 1
        for name in leaving:
            exile(account, name)
        _take_troops(world, fought, country, _troops(world, fought, country))
        return
    player = decider(account, fought, country)
    if player is None:
        goal = max(areas, key=lambda here: (world.troops[here], -areas.index(here)))  # T59
    else:
        several = {"each"} if len(areas) > 1 and len(leaving) + _troops(world, fought, country) > 1 else set()
        goal = yield from account.area("retreat_to", player, areas, *several)
    if goal != "each":
        for name in leaving:
            _go(account, country, name, goal)
        _move(account, fought, country, goal, _troops(world, fought, country))
        return
    for name in leaving:
        areas = havens(world, fought, country, anywhere)
        _go(account, country, name, (yield from account.area("retreat_general", player, areas)))
    while left := _troops(world, fought, country):
        areas = havens(world, fought, country, anywhere)
        goal = yield from account.area("retreat_troops", player, areas)
        going = left
        if len(areas) > 1:
            some = numbers(left) - {f"troops:{left}"}
            going = amount((yield from account.ask("retreat_amount", player, {"all", *some})), left)
        _move(account, fought, country, goal, going)


def havens(world: World, fought: Fight, country: str, anywhere: bool) -> list[str]:
    """T52, T58: any own area, if there is none next to the fight; §22.10: clans go no further than that."""
    own = [area for area in world.areas_of(country) if area != fought.area]
    near = adjacent_havens(world, country, fought.area)
    if anywhere and not near and country != CLANS:
        return own
    return near


def _units(world: World, fought: Fight, country: str) -> list[str]:
    """Generals who leave, resting ones too (T30)."""
    army = DEFENDS if country == fought.defender else ATTACKS
    return [
        name
        for name in world.of(country)
        if world.generals[name].area == fought.area and world.generals[name].army == army
    ]


def _troops(world: World, fought: Fight, country: str) -> int:
    return world.troops[fought.area] if country == fought.defender else fought.army.get(country, 0)


def _take_troops(world: World, fought: Fight, country: str, troops: int) -> None:
    if country == fought.defender:
        world.troops[fought.area] -= troops
    else:
        fought.army[country] -= troops


def _go(account: Account, country: str, name: str, goal: str) -> None:
    """T75: the first unit in a neutral or foreign area makes it its country's."""
    account.arrive(name, goal, country)
    account.world.generals[name].acted = True
    account.take(goal, country)


def _move(account: Account, fought: Fight, country: str, goal: str, troops: int) -> None:
    world = account.world
    _take_troops(world, fought, country, troops)
    world.troops[goal] += troops
    world.tired[goal] += troops
    if troops:
        account.take(goal, country)
