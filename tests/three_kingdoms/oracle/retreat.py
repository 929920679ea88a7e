"""Ch. 7 (§22): who can retreat, and pursuit."""

from .account import Account, Telling
from .armies import lose, troops_of
from .destruction import countries_of, destroyed
from .leaving import adjacent_havens, leave
from .victory import victory
from .world import ATTACKS, DEFENDS, Fight


def goes(account: Account, fought: Fight, army: int) -> Telling:
    """§22.1, §22.2, §22.8: whether an army retreats, if every country of it finds an area.

    T12, T59: the neutral policy does with less than half of the enemy's troops.
    """
    world = account.world
    countries = countries_of(world, fought, army)
    if not all(adjacent_havens(world, country, fought.area) for country in countries):
        return False
    player = fought.players[army]
    if player is None:
        return 2 * troops_of(world, fought, army) < troops_of(world, fought, 1 - army)
    return (yield from account.ask("retreat", player, {"yes", "no"})) == "yes"


def go(account: Account, fought: Fight, army: int, *, forced: bool = False) -> Telling:
    """§22.11, T15, T23: pursuit before the move; an army destroyed by it goes as such."""
    world = account.world
    account.met["a retreat"] += 1
    loss = account.chance.pursuit(army, troops_of(world, fought, 1 - army), troops_of(world, fought, army))
    lose(account, fought, (loss, 0) if army == ATTACKS else (0, loss))
    if fought.destroyed[army]:
        account.met["destroyed in pursuit"] += 1
        yield from destroyed(account, fought)
        return
    for country in countries_of(world, fought, army):
        yield from leave(account, fought, country, anywhere=forced)
    if army == DEFENDS:
        yield from victory(account, fought)
