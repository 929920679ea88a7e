"""Ch. 7 (§18–§21): a fight, round by round, and what the rounds cost."""

from .account import Account, Telling
from .armies import army_of, leader, lose, troops_of
from .cards import CITY, CLANS, battle_losses, stratagem_losses
from .destruction import check, countries_of, destroyed, succession
from .leaving import havens, leave
from .retreat import go, goes
from .victory import victory
from .world import ATTACKS, DEFENDS, SERVING, Fight, World

FACES = range(1, 7)
MOST_ROUNDS = 30  # T13, T58
DUEL_LOSS, WALKOVER_LOSS, CHECK_FROM, CLAN_DUELLISTS = 3, 5, 3, 3
STATS = {"duel": "valour", "battle": "command", "stratagem": "wits"}


def fight(account: Account) -> Telling:
    """§18: rounds, until one side goes."""
    world = account.world
    fought = world.fight
    assert fought is not None
    yield from _players(account, fought)
    yield from _split(account, fought)
    while True:
        fought.rounds += 1
        yield from _round(account, fought)
        if (yield from _is_over(account, fought)):
            return
        if fought.rounds == MOST_ROUNDS:
            account.met["thirty rounds"] += 1
            yield from go(account, fought, _must_go(world, fought), forced=True)
            return
        for army in (ATTACKS, DEFENDS):
            if (yield from goes(account, fought, army)):
                yield from go(account, fought, army)
                return


def _is_over(account: Account, fought: Fight) -> Telling:
    """T34: the phase's power has fallen: its partners leave without pursuit; §23: an army is destroyed; the defender
    has fallen, or all of the attackers have."""
    world = account.world
    if world.phase and world.phase.over:
        fought.fled = ATTACKS
        for country in countries_of(world, fought, ATTACKS):
            yield from leave(account, fought, country, anywhere=True)
    elif fought.defender in world.powers and world.powers[fought.defender].fallen and not fought.destroyed[ATTACKS]:
        yield from victory(account, fought)
    elif any(fought.destroyed):
        yield from destroyed(account, fought)
    else:
        return not fought.army
    return True


def _must_go(world: World, fought: Fight) -> int:
    """T58: the side with fewer troops; equal, or if it cannot: the attacker. §22.10: clans need others next to them."""
    fewer = troops_of(world, fought, DEFENDS) < troops_of(world, fought, ATTACKS)
    return DEFENDS if fewer and havens(world, fought, fought.defender, anywhere=True) else ATTACKS


def _players(account: Account, fought: Fight) -> Telling:
    """T24, T25: the director plays the attackers; T12: whom the phase's power names plays a minor power or clans."""
    world = account.world
    phase = world.phase
    assert phase is not None
    fought.players[ATTACKS] = world.seat_of(phase.power)
    own = world.seat_of(fought.defender)
    if own is not None:
        fought.players[DEFENDS] = own
        return
    there = set(fought.army)
    may = [
        country
        for country in world.playing()
        if world.seat_of(country) is not None and country not in there | phase.allies | {phase.power}
    ]
    if not may:
        account.met["the neutral policy"] += 1
        return
    named = yield from account.country("proxy", world.seat_of(phase.power), may)
    fought.players[DEFENDS] = world.seat_of(named)


def _split(account: Account, fought: Fight) -> Telling:
    """T11, T46: with exactly one other power in the force, losses may be shared otherwise than evenly."""
    world = account.world
    phase = world.phase
    assert phase is not None
    partners = [country for country in fought.army if country in phase.allies]
    if len(partners) != 1:
        return
    asked = yield from account.ask("loss_split", world.seat_of(phase.power), {"evenly", "mine first", "yours first"})
    if asked == "evenly":
        return
    if (yield from account.ask("loss_accept", world.seat_of(partners[0]), {"yes", "no"})) == "yes":
        account.met["losses split"] += 1
        first = phase.power if asked == "mine first" else partners[0]
        fought.split = first


def _round(account: Account, fought: Fight) -> Telling:
    method, most = account.chance.round(fought.rounds)
    account.met[method] += 1
    named = []
    for army in (ATTACKS, DEFENDS):
        named.append((yield from _pick(account, fought, army, method, most)))
    if method == "duel":
        yield from _duel(account, fought, named, most)
        return
    ahead = _battle(account, fought, named) if method == "battle" else _stratagem(account, fought, named)
    if method == "battle":
        winner, loser = battle_losses(abs(ahead))
        hurt = (winner, loser) if ahead >= 0 else (loser, winner)
    else:
        lost = stratagem_losses(abs(ahead))
        hurt = (0, lost) if ahead > 0 else (lost, 0)
    lose(account, fought, hurt)


def _pick(account: Account, fought: Fight, army: int, method: str, most: int):  # type: ignore[no-untyped-def]
    """T13, T55, T70: up to so many generals of an army; nobody sees the others'."""
    world = account.world
    stat = STATS[method]
    able = [name for name in army_of(world, fought, army) if method == "duel" or world.has(name, stat)]
    ranked = sorted(able, key=lambda name: -world.value(name, stat))
    player = fought.players[army]
    if player is None:
        return ranked[:most]
    named: list[str] = []
    while len(named) < most and len(named) < len(able):
        left = {f"general:{n}" for n, name in enumerate(able, 1) if name not in named}
        also = {"done"} | ({"all"} if not named else set())
        answer = yield from account.ask(f"{method}_pick", player, left | also)
        if answer == "done":
            break
        if answer == "all":
            return ranked[:most]
        named.append(able[int(answer.removeprefix("general:")) - 1])
    return named


def _battle(account: Account, fought: Fight, named: list[list[str]]) -> int:
    """§20: command, cities, rivers, tens of troops."""
    world = account.world
    totals = []
    for army in (ATTACKS, DEFENDS):
        more = sum(world.value(name, "command") for name in named[army]) + troops_of(world, fought, army) // 10
        if army == DEFENDS:
            more += CITY[fought.area] + (2 if fought.across_rivers else 0)
        totals.append(tuple(face + more for face in FACES))
    return account.chance.totals(totals[0], totals[1])


def _stratagem(account: Account, fought: Fight, named: list[list[str]]) -> int:
    """§21, T56: wits; without any: 0; clans: a die less 1."""
    world = account.world
    totals: list[tuple[int, ...]] = []
    for army in (ATTACKS, DEFENDS):
        wits = [world.value(name, "wits") for name in named[army] if world.has(name, "wits")]
        clans = leader(fought, army) == CLANS
        rolls = tuple(face + (sum(wits) if wits else -1) for face in FACES)
        totals.append(rolls if wits or clans else (0,))
    return account.chance.totals(totals[0], totals[1])


def _duel(account: Account, fought: Fight, named: list[list[str]], most: int) -> Telling:
    """§19, T14, T35: pairs and walkovers; the losses; then the losers' checks."""
    world = account.world
    sides = []
    for army in (ATTACKS, DEFENDS):
        clans = leader(fought, army) == CLANS
        sides.append([CLANS] * min(CLAN_DUELLISTS, most) if clans else list(named[army]))
    valour = {name: world.value(name, "valour") for name in named[0] + named[1]}
    lost, beaten = [0, 0], []
    for _ in range(min(len(sides[0]), len(sides[1]))):
        one, other, ahead = account.chance.duel(sides[0], sides[1], valour)
        sides[0].remove(one)
        sides[1].remove(other)
        loser = DEFENDS if ahead > 0 else ATTACKS
        lost[loser] += min(abs(ahead), DUEL_LOSS)
        if abs(ahead) >= CHECK_FROM:
            beaten.append(((one, other)[loser], (one, other)[1 - loser], abs(ahead)))
    for army in (ATTACKS, DEFENDS):
        each = {name: min(valour.get(name, 1), WALKOVER_LOSS) for name in sides[army]}
        lost[1 - army] += account.chance.walkovers(len(sides[army]), sides[army], each)
    lose(account, fought, (lost[0], lost[1]))
    yield from _checks(account, fought, beaten)


def _checks(account: Account, fought: Fight, beaten: list[tuple[str, str, int]]) -> Telling:
    """§19.6, §24, T62: whoever lost by three or more."""
    world = account.world
    for name, winner, difference in beaten:
        if name == CLANS:
            continue
        alive = winner != CLANS and world.generals[winner].state == SERVING
        captor = world.generals[winner].country if alive else None
        check(account, fought, name, f"duel {min(difference, 6)}", captor)
    yield from succession(account, fought)
    for army in (ATTACKS, DEFENDS):  # T84
        fought.destroyed[army] = fought.destroyed[army] and troops_of(world, fought, army) == 0
