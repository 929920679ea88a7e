"""Ch. 1 (§3, §6–§8): the turns of a game, and the markers of a turn."""

from .account import Account, GameOverError, Telling
from .cards import CAMPAIGN, CLANS, THAW, TURNS, TURNS_OF_PERIOD
from .destiny import destiny
from .setup import set_up
from .step import state_phase


def play(account: Account) -> Telling:
    """A game from the beginning to its end."""
    yield from set_up(account)
    yield from turns(account)


def turns(account: Account) -> Telling:
    """From the next turn on to the end."""
    options, world = account.options, account.world
    scenario = int(options["scenario"])
    first = TURNS_OF_PERIOD * (max(scenario, 1) - 1)
    last_period = 9 if scenario == CAMPAIGN else scenario + 1
    try:
        while True:
            world.turn += 1
            world.last_answers, world.answers = world.answers, {}
            yield from destiny(account, last_period)
            yield from _markers(account)
            if world.turn - first == options["max_turns"] or world.turn == TURNS:
                break
    except GameOverError:
        pass
    world.done = True
    account.asked = ("end", None, set())


def _markers(account: Account) -> Telling:
    """§6: a marker for each country, for the clans while they are on the map, and for the thaw."""
    world = account.world
    world.cup = {*world.playing(), THAW} | ({CLANS} if world.areas_of(CLANS) else set())
    while world.cup:
        marker = account.chance.marker(world.cup)
        world.cup.discard(marker)
        if marker == THAW:
            _thaw(account)
        elif world.seat_of(marker) is None:
            _grow(account, marker)
        else:
            yield from state_phase(account, marker)


def _thaw(account: Account) -> None:
    """§7.2: one ban marker less on every side that has any."""
    bans = account.world.bans
    for ends in [ends for ends in bans if bans[ends]]:
        bans[ends] -= 1
        account.met["a thaw"] += 1


def _grow(account: Account, owner: str) -> None:
    """§8.2: one more soldier in each area of a minor power or the clans."""
    for area in account.world.areas_of(owner):
        account.world.troops[area] += 1
