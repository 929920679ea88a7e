"""The two armies of a fight: who is in them, and how they bear losses (§17.4, T46, T76, T82)."""

from .account import Account
from .cards import CLANS
from .world import ATTACKS, DEFENDS, SERVING, Fight, World


def leader(fought: Fight, army: int) -> str:
    """Whose army it is: the defender, or the first of the attackers."""
    return fought.defender if army == DEFENDS else next(iter(fought.army))


def army_of(world: World, fought: Fight, army: int) -> list[str]:
    """Generals who take part on one side."""
    return [
        name
        for name, general in world.generals.items()
        if general.state == SERVING and general.army == army and not general.rests and general.area == fought.area
    ]


def troops_of(world: World, fought: Fight, army: int) -> int:
    """Troops of one side."""
    return world.troops[fought.area] if army == DEFENDS else sum(fought.army.values())


def present(world: World, fought: Fight) -> list[str]:
    """The attackers who have units left; if nobody has, all of them."""
    there = {world.generals[name].country for name in world.generals if world.generals[name].army == ATTACKS}
    return [country for country in fought.army if fought.army[country] or country in there] or list(fought.army)


def strongest(world: World, fought: Fight) -> str:
    """T16, T76: the attacker with most troops; tie: the phase's power, then the first in the list of countries."""
    power = world.phase.power if world.phase else ""
    order = [*world.powers, CLANS]
    return max(present(world, fought), key=lambda c: (fought.army[c], c == power, -order.index(c)))


def lose(account: Account, fought: Fight, losses: tuple[int, int]) -> None:
    """Both armies lose so many troops; §23.4: an army without any is destroyed by the first loss."""
    world = account.world
    for army, loss in zip((ATTACKS, DEFENDS), losses, strict=True):
        if loss == 0:
            continue
        fought.hurt[army] = True
        if army == DEFENDS:
            world.troops[fought.area] = max(0, world.troops[fought.area] - loss)
        else:
            _share(world, fought, loss)
        if troops_of(world, fought, army) == 0:
            fought.destroyed[army] = True


def _share(world: World, fought: Fight, loss: int) -> None:
    """§17.4: evenly among countries with troops, the remainder to the largest; or as two seats have agreed."""
    left = min(loss, sum(fought.army.values()))
    if fought.split != "evenly":
        first = min(left, fought.army.get(fought.split, 0))
        if first:
            fought.army[fought.split] -= first
            left -= first
    bearing = [country for country in fought.army if fought.army[country]]
    if not bearing or not left:
        return
    largest = strongest(world, fought)
    each = left // len(bearing)
    for country in bearing:
        borne = min(each, fought.army[country])
        fought.army[country] -= borne
        left -= borne
    first = min(left, fought.army[largest])
    fought.army[largest] -= first
    left -= first
    while left:
        country = strongest(world, fought)
        borne = min(left, fought.army[country])
        fought.army[country] -= borne
        left -= borne
