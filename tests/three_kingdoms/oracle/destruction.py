"""Ch. 7 (§23, §24): armies without troops, flight, capture checks, and the rulers lost by them."""

from .account import Account, Telling, in_order
from .armies import army_of, strongest
from .cards import CLANS, NEAR
from .leaving import adjacent_havens, decider
from .rulers import arrivals, exile, lose_ruler
from .victory import victory
from .world import ATTACKS, DEAD, DEFENDS, SERVING, Fight, World


def check(account: Account, fought: Fight, name: str, column: str, captor: str | None, void: str = "") -> str:
    """§24.3, §24.4, T16: what becomes of somebody; a captive is the enemy's at once, and rests."""
    world = account.world
    general = world.generals[name]
    army = general.army
    result = account.chance.check(name, column, void)
    if result == "X":
        account.met["somebody dies"] += 1
        account.remove(name, DEAD)
    elif result in ("C", "S"):
        account.met["somebody is captured"] += 1
        new = captor or (strongest(world, fought) if army == DEFENDS else fought.defender)
        if new == CLANS:
            account.set_free(name, fought.area)
        else:
            account.arrive(name, fought.area, new)
            general.acted, general.rests = True, True
            general.army = DEFENDS if new == fought.defender else ATTACKS
    return result


def succession(account: Account, fought: Fight) -> Telling:
    """T28, T29: after all checks the new rulers; where there is none the country falls."""
    world = account.world
    for country in (fought.defender, *[c for c in world.powers if c in fought.army]):
        power = world.powers.get(country)
        if power is None or power.fallen or power.ruler is None:
            continue
        ruler = world.generals[power.ruler]
        if ruler.state == SERVING and ruler.country == country:
            continue
        account.met["a ruler is lost in a fight"] += 1
        enemy = strongest(world, fought) if country == fought.defender else fought.defender
        if enemy in world.powers and world.powers[enemy].fallen:
            yield from lose_ruler(account, country, None)
        else:
            yield from lose_ruler(account, country, enemy)
    arrivals(account)


def destroyed(account: Account, fought: Fight) -> Telling:
    """§23: the retreat is chosen, then all are checked, then they flee; both at once: the attacker goes."""
    world = account.world
    both = all(fought.destroyed)
    fleeing = ATTACKS if fought.destroyed[ATTACKS] else DEFENDS
    fought.fled = fleeing
    account.met["both destroyed" if both else "destroyed"] += 1
    goals: dict[str, str] = {}
    for country in countries_of(world, fought, fleeing):
        goals |= yield from _flight(account, fought, country, fleeing)
    goals = {name: goals[name] for name in world.generals if name in goals}  # T85
    void = "C" if both else ""
    if both:
        for name in army_of(world, fought, DEFENDS):
            check(account, fought, name, "adjacent", None, void)
    _flee(account, fought, fleeing, goals, void)
    yield from succession(account, fought)
    if fleeing == DEFENDS:
        yield from victory(account, fought)


def countries_of(world: World, fought: Fight, army: int) -> list[str]:
    """Countries of an army, as they are listed."""
    if army == DEFENDS:
        return [fought.defender]
    return [country for country in (*world.powers, CLANS) if country in fought.army]


def _fighting(world: World, fought: Fight, army: int, country: str = "") -> list[str]:
    return [
        name
        for name, general in world.generals.items()
        if general.state == SERVING and general.army == army and country in ("", general.country)
    ]


def flights(world: World, country: str, area: str) -> list[str]:
    """T27: all own areas; none adjacent: neutral adjacent ones too; neither: adjacent ones of others without units."""
    own = [here for here in world.areas_of(country) if here != area]
    near = adjacent_havens(world, country, area)
    return in_order({*own, *near})


def _flight(account: Account, fought: Fight, country: str, army: int):  # type: ignore[no-untyped-def]
    """§22.9, T16, T27: where each general of a destroyed army flees."""
    world = account.world
    names = _fighting(world, fought, army, country)
    areas = flights(world, country, fought.area)
    if not names or not areas:
        return {}
    player = decider(account, fought, country)
    if player is None:
        own = [here for here in areas if world.control[here] == country]
        near = [here for here in own if here in NEAR[fought.area]]
        goal = max(near or own or areas, key=lambda here: (world.troops[here], -areas.index(here)))
        return dict.fromkeys(names, goal)
    several = ["each"] if len(areas) > 1 and len(names) > 1 else []
    goal = yield from account.area("flee_to", player, areas, *several)
    if goal != "each":
        return dict.fromkeys(names, goal)
    goals = {}
    for name in names:
        goals[name] = yield from account.area("flee_general", player, areas)
    return goals


def _flee(account: Account, fought: Fight, army: int, goals: dict[str, str], void: str) -> None:
    world = account.world
    for name, goal in goals.items():
        general = world.generals[name]
        country = str(general.country)
        if not general.rests:
            near = goal in NEAR[fought.area]
            if check(account, fought, name, "adjacent" if near else "not adjacent", None, void) not in ("-", *void):
                continue
        if world.control[goal] not in (None, country) and not world.empty(goal):
            account.met["no refuge"] += 1
            exile(account, name)  # T80
            continue
        account.arrive(name, goal, country)
        general.acted = True
        account.take(goal, country)
