"""Ch. 9 (§26, 1e §24): heirs, and the fall of countries."""

from .account import Account, GameOverError, Telling
from .cards import CLANS, GENERALS
from .world import ATTACKS, DEAD, DEFENDS, FREE, SERVING, UNBORN


def lose_ruler(account: Account, country: str, conqueror: str | None) -> Telling:
    """§26.1–§26.5, T63, T78: the next heir follows; if there is none the country falls."""
    world = account.world
    power = world.powers[country]
    line = power.line[power.place + 1 :]
    for name in line:
        heir = world.generals[name]
        if heir.state == SERVING and heir.country == country:
            account.met["an heir follows"] += 1
            power.ruler = name
            return
        if heir.state in (UNBORN, FREE):
            areas = [area for area in world.areas_of(country) if area != _lost(account, country)]
            if not areas:
                continue
            yield from _enter(account, country, name, areas)
            return
    fall(account, country, conqueror)


def _lost(account: Account, country: str) -> str | None:
    """T78: the area of a fight that this country's army has lost, as defender."""
    fight = account.world.fight
    if fight and fight.defender == country and fight.fled == DEFENDS:
        return fight.area
    return None


def _enter(account: Account, country: str, name: str, areas: list[str]) -> Telling:
    """§26.3, T60, T65: an heir who is not in play enters in an own area."""
    world = account.world
    seat = world.seat_of(country)
    if seat is None:
        area = max(areas, key=lambda here: (world.troops[here], -areas.index(here)))
    else:
        area = yield from account.area("heir_area", seat, areas)
    account.met["an heir enters"] += 1
    account.chance.entered(name, [area], country)
    account.arrive(name, area, country)
    world.powers[country].ruler = name
    fight = world.fight
    world.generals[name].acted = world.phase is not None
    if fight and fight.area == area:
        world.generals[name].army, world.generals[name].rests = DEFENDS, True


def exile(account: Account, name: str) -> None:
    """§24.5: somebody goes to a random country; T66: he arrives when rulers are known."""
    world = account.world
    account.remove(name, SERVING)
    world.generals[name].country = account.chance.exiled(name, world.playing())
    world.exiles.append(name)


def arrivals(account: Account) -> None:
    """T66: exiles and newcomers reach their rulers."""
    world = account.world
    exiles, world.exiles = world.exiles, []
    for name in sorted(exiles, key=GENERALS.index):
        country = str(world.generals[name].country)
        ruler = world.powers[country].ruler
        assert ruler is not None
        area = world.generals[ruler].area
        assert area is not None
        account.chance.entered(name, [area], country)
        account.arrive(name, area, country)
        latecomer(account, name, area)


def latecomer(account: Account, name: str, area: str) -> None:
    """T30: who comes in during a phase has acted, and takes no part in a fight that goes on there."""
    world = account.world
    general, fight = world.generals[name], world.fight
    general.acted = world.phase is not None
    if fight and fight.area == area:
        general.army = DEFENDS if general.country == fight.defender else ATTACKS
        general.rests = True


def fall(account: Account, country: str, conqueror: str | None) -> None:
    """1e §24: to a conqueror go its areas, half of its troops and whoever is captured; without one all is scattered."""
    world = account.world
    power = world.powers[country]
    power.fallen, power.ruler = True, None
    world.cup.discard(country)
    account.met["a country falls"] += 1
    serving = world.of(country)
    _divide(account, country, conqueror)
    for name in serving:
        area = world.generals[name].area
        assert area is not None
        if conqueror is None:
            exile(account, name)
            continue
        there = world.fight is not None and world.fight.area == area
        result = account.chance.check(name, "fallen, there" if there else "fallen, elsewhere")
        if result == "X":
            account.remove(name, DEAD)
        elif result == "E":
            exile(account, name)
        elif conqueror == CLANS:
            account.set_free(name, area)
            account.welcome(area)
        else:
            account.arrive(name, area, conqueror)
            latecomer(account, name, area)
    if world.phase and world.phase.power == country:
        account.met["the phase's power falls"] += 1
        world.phase.over = True
    check_end(account)


def _divide(account: Account, country: str, conqueror: str | None) -> None:
    """1e §24.2, §24.3, T61: areas, and half of the troops of each, rounded up."""
    world, fight = account.world, account.world.fight
    winner = conqueror if conqueror != CLANS else None
    for area in world.areas_of(country):
        half = (world.troops[area] + 1) // 2 if winner else 0
        if fight and fight.area == area and winner in fight.army:
            fight.army[str(winner)] += half
            half = 0
        world.troops[area] = world.tired[area] = half
        account.take(area, winner)
    if fight and country in fight.army:
        half = (fight.army.pop(country) + 1) // 2
        if conqueror == fight.defender and winner:
            world.troops[fight.area] += half
            world.tired[fight.area] += half


def check_end(account: Account) -> None:
    """T18, T67: one country, or one seat, is left."""
    world = account.world
    seats = [country for country in world.seats if country and not world.powers[country].fallen]
    if len(world.playing()) <= 1 or len(seats) <= 1:
        account.met["one is left"] += 1
        raise GameOverError
