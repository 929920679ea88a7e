"""A second account of a war, from its declaration to the last death check (row 3)."""

from .account import Account, Telling, subject
from .board import (
    COUNTRIES,
    PERSONS,
    Save,
    able,
    border,
    by_sea,
    clockwise,
    countries,
    dynasty,
    family,
    idle,
    joined,
    kings,
    lands,
    lord,
    named,
    ruler,
)
from .legal import decider, either, first_of, loyal, phase
from .thrones import check, find_homes

AID = 2
INDEPENDENT_WAR = 2  # K16
SEA_WAR = 4  # K29
DEFEATED = 1
ATTACK, DEFENCE = 0, 1


phase("plunder")(either)
phase("withdraw", others=True)(either)
phase("war_commander")(loyal)
phase("defend_commander", others=True)(loyal)


@first_of("war")
def war_target(save: Save) -> set[str]:
    """Row 3, K11: another's or an independent country that borders an own one, for an own normal one that is joined.

    Nothing for a dynasty with a rebel.
    """
    own = lands(decider(save))
    if set(dynasty(decider(save))) & set(save["rebels"]):
        return set()
    in_play = [*save["independent"], *(country for seat in save["seats"] for country in lands(seat))]
    others = (country for country in in_play if country not in own)
    return countries(
        country
        for country in others
        if any(border(country, mine) for mine in own) and joined(save, save["seat"], country)
    )


def _commit(save: Save) -> set[str]:
    return countries(joined(save, save["seat"], save["declared"]["country"]) - save["committed"].keys())


@phase()
def war_commit(save: Save) -> set[str]:
    """Row 3, K11: any joined normal country; when there is one, also no more."""
    enough = "attack" in save["committed"].values()
    return _commit(save) | ({"pass"} if enough else set())


@phase(others=True)
def defend_commit(save: Save) -> set[str]:
    """Row 3, K11: any joined normal country but the battlefield, or no more."""
    return _commit(save) | {"pass"}


@phase(others=True)
def aid(save: Save) -> set[str]:
    """K13: any one normal country, for either side, or none."""
    normal = set(lands(decider(save))) - set(save["exhausted"])
    return {"pass"} | {f"aid_{side}:{country}" for country in normal for side in ("attack", "defence")}


@phase()
def conquest(save: Save) -> set[str]:
    """Row 3: any own king, whose union it joins; or a child or noble who is no rebel, who is sent."""
    return named([*kings(decider(save)), *idle(save, decider(save))])


def war(account: Account) -> Telling:
    """Row 3: one country is attacked."""
    table, attacker = account.table, account.turn_player
    battlefield = yield from account.name("war_target", attacker)
    table["declared"]["country"] = battlefield
    holder = lord(table, battlefield)
    power = COUNTRIES[battlefield].power
    if battlefield in table["exhausted"]:  # as it is when war is declared
        account.met["an exhausted battlefield"] += 1
        power //= 2
    if holder is not None and (yield from account.ask("withdraw", holder)) == "declare":
        account.met["withdrawn"] += 1
        yield from victory(account, battlefield, None)
        return
    yield from commit(account, "war_commit", attacker, "attack")
    if holder is not None:
        yield from commit(account, "defend_commit", holder, "defence")
    yield from helpers(account, holder)
    commander = table["declared"]["actor"] = yield from account.name("war_commander", attacker)
    defender = None
    if holder is not None:
        defender = table["declared"]["defender"] = yield from account.name("defend_commander", holder)
    won = fight(account, battlefield, power, commander, defender)
    if won:
        account.met["won"] += 1
        yield from victory(account, battlefield, commander)
    yield from check(account, commander)
    if defender is not None:
        yield from check(account, defender, DEFEATED if won else 0)


def commit(account: Account, phase: str, seat: int, side: str) -> Telling:
    """K11: one country at a time, until no more."""
    while (answer := (yield from account.ask(phase, seat))) != "pass":
        account.table["committed"][subject(answer)] = side


def helpers(account: Account, holder: int | None) -> Telling:
    """K13: in seat order from the turn player, every other player with a normal country."""
    table = account.table
    for number in clockwise(table, account.turn_player):
        if number in (account.turn_player, holder) or not set(lands(table["seats"][number])) - set(table["exhausted"]):
            continue
        answer = yield from account.ask("aid", number)
        if answer != "pass":
            kind = {"aid_attack": "aids_attack", "aid_defence": "aids_defence"}[answer.partition(":")[0]]
            table["committed"][subject(answer)] = kind
            account.met[kind] += 1


def fight(account: Account, battlefield: str, power: int, commander: str, defender: str | None) -> bool:
    """Row 3: both sides roll, and what was used is exhausted (K35). Returns whether the attacker wins."""
    table = account.table
    sea = by_sea(table, account.turn_player, battlefield)
    account.met["sea battle"] += sea

    def used(kind: str) -> list[str]:
        return [country for country, side in table["committed"].items() if side == kind]

    attack = sum(COUNTRIES[country].power for country in used("attack"))
    attack = (attack // 2 if sea else attack) + AID * len(used("aids_attack"))  # K12
    defence = power + sum(COUNTRIES[country].power for country in used("defence")) + AID * len(used("aids_defence"))
    hits = account.chance.force(ATTACK, attack, warlike(account, commander, sea))
    holds = account.chance.force(
        DEFENCE, defence, INDEPENDENT_WAR if defender is None else warlike(account, defender, sea)
    )
    account.chance.battle(hits, holds, power)
    for country in table["committed"]:
        account.exhaust(country)
    if defender is not None:  # K14
        account.exhaust(battlefield)
    table["committed"] = {}
    return hits - holds > power


def warlike(account: Account, commander: str, sea: bool) -> int:
    """The value of a commander's dice; K29: sea-4."""
    if sea and able(account.table, commander, "sea_4"):
        account.met["sea-4"] += 1
        return SEA_WAR
    return PERSONS[commander].war


def victory(account: Account, battlefield: str, commander: str | None) -> Telling:
    """Row 3: the royals move (K17), then plunder, king or union (K18, K42), then new homes.

    `commander` is None where the defender has withdrawn, which is no victory in battle.
    """
    table, number = account.table, account.turn_player
    victor, holder = table["seats"][number], lord(table, battlefield)
    realm = None if holder is None else ruler(table["seats"][holder], battlefield)
    account.lose(battlefield)
    if holder is not None and realm is not None:
        account.met["a king keeps other countries"] += bool(realm["countries"])
        if not realm["countries"]:
            account.met["royals move"] += 1
            account.met["royals with a family move"] += len(family(realm)) > 1
            table["seats"][holder]["kings"].remove(realm)
            account.ennoble(family(realm), holder)
    victor["unruled"].append(battlefield)
    if commander is not None and able(table, commander, "plunder"):
        if (yield from account.ask("plunder", number)) == "declare":
            account.met["plundered"] += 1
            victor["unruled"].remove(battlefield)
            account.recover(battlefield)
            table["removed_countries"].append(battlefield)
            yield from find_homes(account)
            return
        account.met["not plundered"] += 1
    person = yield from account.name("conquest", number)
    victor["unruled"].remove(battlefield)
    if person in kings(victor):
        account.met["union"] += 1
        next(each for each in victor["kings"] if each["king"] == person)["countries"].append(battlefield)
    else:
        account.met["a king is sent"] += 1
        account.crown(person, number, [battlefield])
    yield from find_homes(account)
