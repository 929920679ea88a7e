"""Ch. 3 (§5): cards are turned up, and generals enter and leave."""

from .account import Account, GameOverError, Telling
from .cards import AREAS, CARDS, CARDS_OF_TURN, CLANS, TURNS_OF_PERIOD, Part
from .rulers import arrivals, exile, lose_ruler
from .world import FREE, GONE, SERVING, UNBORN


def period(turn: int) -> int:
    """Which of the nine periods a turn belongs to (§5.1)."""
    return (turn - 1) // TURNS_OF_PERIOD + 1


def destiny(account: Account, last_period: int) -> Telling:
    """§5.3: five cards, in order; T4: the last period's end card ends the game at once."""
    world = account.world
    now = period(world.turn)
    if (world.turn - 1) % TURNS_OF_PERIOD == 0:
        world.turned = set()
    for _ in range(CARDS_OF_TURN):
        left = {card for number, card in CARDS if number == now} - world.turned
        card = account.chance.card(now, left)
        world.turned.add(card)
        for part in CARDS[now, card]:
            if part.change == "enters":
                _enter(account, part)
            elif part.change == "leaves":
                yield from _leave(account, part.general)
            elif now == last_period:
                account.met["end card"] += 1
                raise GameOverError
            arrivals(account)


def _enter(account: Account, part: Part) -> None:
    """§5.5, T2, T5, T38, T39: lettered entries in order, then the die; all void: a random country."""
    world = account.world
    general = world.generals[part.general]
    if general.state in (SERVING, FREE) and part.version > general.unit:
        account.met["a later unit"] += 1
        general.unit = part.version
        return
    if general.state != UNBORN:
        account.met["a void entry"] += 1
        return
    general.unit = max(general.unit, part.version)
    area = next((found for place in part.letters if (found := _place_of(account, place))), None)
    if area is None and part.numbers:
        account.met["an entry by die"] += 1
        area = account.chance.entering_area(part.general, part.numbers)
    if area is None:
        account.met["an entry anywhere"] += 1
        exile(account, part.general)
        return
    owner = world.control[area]
    account.chance.entered(part.general, [area], "" if owner in (None, CLANS) else owner)
    if owner in (None, CLANS):
        account.met["a free general"] += 1
        account.set_free(part.general, area)
    else:
        account.arrive(part.general, area, str(owner))
        general.acted = False


def _place_of(account: Account, place: str) -> str | None:
    """§5.5.4–§5.5.6: the named area, or the area of the named general if he is on the map."""
    if place in AREAS:
        return place
    general = account.world.generals[place]
    return general.area if general.state in (SERVING, FREE) else None


def _leave(account: Account, name: str) -> Telling:
    """§5.6, T38: who is not on the map stays where he is."""
    general = account.world.generals[name]
    if general.state not in (SERVING, FREE):
        account.met["a void exit"] += 1
        return
    country = general.country if account.world.rules(name) else None
    account.remove(name, GONE)
    if country is not None:
        account.met["a ruler leaves"] += 1
        yield from lose_ruler(account, country, None)
