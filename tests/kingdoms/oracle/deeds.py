"""A second account of the other actions: marriage, birth, recovery, rebels, grants, the reaper (rows 1, 2, 4–8).

Before each deed stands what its decisions allow.
"""

from collections.abc import Callable

from .account import Account, Telling, by_number, subject
from .board import (
    COUNTRIES,
    PERSONS,
    Realm,
    Save,
    able,
    countries,
    decks,
    different,
    dynasty,
    everybody,
    has,
    home_king,
    kings,
    lands,
    named,
    option,
    other_sex,
    owner,
    realms,
    ruler,
    subjects,
)
from .legal import decider, either, first_of, kind, loyal, phase
from .thrones import check
from .wars import war

BIRTH_DICE = 2
INCITE_DICE = 2
SUPPRESSION = 4
SMALL = 2  # K19
NEW_FAITH = frozenset({"P", "CP"})

Deed = Callable[[Account], Telling]
DEEDS: dict[str, Deed] = {"war": war}


def deed(told: Deed) -> Deed:
    """The kind of action that is called like the function comes out so."""
    DEEDS[told.__name__] = told
    return told


def of(save: Save, king: str) -> Realm:
    """What a king rules, and his family."""
    return next(realm for realm in realms(save) if realm["king"] == king)


phase("consent", others=True)(either)


def brides(save: Save, realm: Realm) -> set[str]:
    """Row 1: whom an unmarried king can marry; K8: with `kin_marriage=False` no child of his own."""
    king = realm["king"]
    if realm["spouse"]:
        return set()
    spouses = {other["spouse"] for seat in save["seats"] for other in seat["kings"]}
    unmarried = {person for seat in save["seats"] for person in subjects(seat)} - spouses | set(save["pool"])
    if not option(save, "kin_marriage"):
        unmarried -= set(realm["children"])
    return {person for person in unmarried if other_sex(king, person) and not different(king, person)}


@first_of("marriage")
def marriage_king(save: Save) -> set[str]:
    """Row 1: an own unmarried king, for whom there is somebody."""
    return named(realm["king"] for realm in decider(save)["kings"] if brides(save, realm))


@phase()
def marriage_target(save: Save) -> set[str]:
    """Row 1: whom that king can marry."""
    return named(brides(save, of(save, save["declared"]["king"])))


@deed
def marriage(account: Account) -> Telling:
    """Row 1, K8: the other dynasty is asked before the die; own persons agree; for the pool the die decides."""
    table, number = account.table, account.turn_player
    king = table["declared"]["king"] = yield from account.name("marriage_king", number)
    target = table["declared"]["target"] = yield from account.name("marriage_target", number)
    house = owner(table, target)
    agreed = house == number
    if house is not None and house != number:
        agreed = (yield from account.ask("consent", house)) == "declare"
        account.met["agreed" if agreed else "declined"] += 1
    if agreed or account.chance.attempt(f"suit of {king}", 1, PERSONS[king].prestige, 1):
        account.met["a rebel marries"] += target in table["rebels"]
        account.met["married out of the pool"] += house is None
        account.met["a child of his own"] += target in of(table, king)["children"]
        account.take(target)
        of(table, king)["spouse"] = target


def cradles(save: Save, realm: Realm) -> set[str]:
    """Row 2, K9: the decks for a child of this king; K32: none, if his spouse is of his own sex."""
    king, spouse = realm["king"], realm["spouse"]
    if not spouse or not other_sex(king, spouse):
        return set()
    return decks(save, {PERSONS[king].colour, PERSONS[spouse].colour})


@first_of("procreation")
def procreation_king(save: Save) -> set[str]:
    """Row 2: an own married king who can have a child."""
    return named(realm["king"] for realm in decider(save)["kings"] if cradles(save, realm))


@phase()
def birth_deck(save: Save) -> set[str]:
    """Row 2: the king's or the spouse's colour."""
    return cradles(save, of(save, save["declared"]["king"]))


@deed
def procreation(account: Account) -> Telling:
    """Row 2: two dice, of which one is enough."""
    table, number = account.table, account.turn_player
    king = table["declared"]["king"] = yield from account.name("procreation_king", number)
    one, other = PERSONS[king], PERSONS[of(table, king)["spouse"]]
    value = one.fertility + other.fertility - (one.colour == other.colour)
    if account.chance.attempt(f"procreation of {king}", BIRTH_DICE, value, 1):
        deck = yield from account.name("birth_deck", number)
        child = account.turn_up(deck, number)
        if child is None:
            account.met["Suleiman is born"] += 1
        else:
            of(table, king)["children"].append(child)


phase("recovery_agent")(loyal)


@first_of("recovery")
def recovery_king(save: Save) -> set[str]:
    """Row 4, K36: any own king; it takes an exhausted country."""
    return named(kings(decider(save))) if _weary(save) else set()


def _weary(save: Save) -> set[str]:
    return set(lands(decider(save))) & set(save["exhausted"])


@phase()
def recovery_country(save: Save) -> set[str]:
    """Row 4, K36: any own exhausted country; K19: without a success only a small one, or none."""
    if save["frame"]["b"]:
        return {"pass"} | countries(country for country in _weary(save) if COUNTRIES[country].power <= SMALL)
    return countries(_weary(save))


@deed
def recovery(account: Account) -> Telling:
    """Row 4, K36: each success makes one exhausted country normal; without any a small one may recover."""
    table, number = account.table, account.turn_player
    king = table["declared"]["king"] = yield from account.name("recovery_king", number)
    agent = table["declared"]["actor"] = yield from account.name("recovery_agent", number)
    left = account.chance.attempt(f"recovery under {king}", PERSONS[king].prestige, PERSONS[agent].governance, 1)
    if not left:
        if recovery_country(table | {"seat": number, "frame": {"b": 1}}) != {"pass"}:
            answer = yield from account.ask("recovery_country", number, b=1)
            if answer != "pass":
                account.met["a small country recovers"] += 1
                account.recover(subject(answer))
        return
    while left and set(lands(table["seats"][number])) & set(table["exhausted"]):
        account.recover(subject((yield from account.ask("recovery_country", number, a=left))))
        left -= 1
    account.met["more successes than exhausted countries"] += left > 0


phase("police")(either)


@first_of("incite")
def incite_target(save: Save) -> set[str]:
    """Row 5: anybody of any dynasty who is no king and no rebel."""
    return named({person for seat in save["seats"] for person in subjects(seat)} - set(save["rebels"]))


@deed
def incite(account: Account) -> Telling:
    """Row 5: one die, or two that must both succeed; K29: new faith."""
    table, number = account.table, account.turn_player
    target = table["declared"]["target"] = yield from account.name("incite_target", number)
    house = account.owner(target)
    lord = home_king(table["seats"][house])
    if PERSONS[target].religion in NEW_FAITH and has(account.table, number, "new_faith"):
        account.met["new faith"] += 1
    else:
        reasons = (different(target, lord), PERSONS[lord].sex == "f", able(table, lord, "alchemy"))
        account.met["one die against his queen"] += reasons == (False, True, False)
        account.met["alchemy"] += reasons == (False, False, True)
        dice = 1 if any(reasons) else INCITE_DICE
        if account.chance.attempt(f"incitement of {target}", dice, PERSONS[target].ambition, dice) < dice:
            return
    officers = [person for person in dynasty(table["seats"][house]) if able(table, person, "police")]
    for count, officer in enumerate(by_number(officers)):  # K40
        account.met["a second police person"] += count
        account.met["police of himself"] += officer == target
        answer = yield from account.ask("police", house, a=list(PERSONS).index(officer))
        if answer == "declare" and account.chance.police(officer, target, PERSONS[officer].governance):
            account.met["executed by the police"] += 1
            account.kill(target)
            return
    if able(table, target, "revolution"):
        revolt(account, target, house)
    else:
        table["rebels"].append(target)


def revolt(account: Account, person: str, house: int) -> None:
    """K29, K39, K41: he takes the place of the king whom he serves, who dies without succession."""
    seat = account.table["seats"][house]
    realm = next((each for each in seat["kings"] if person in (each["spouse"], *each["children"])), None)
    account.met[f"revolution of a {'noble' if realm is None else 'royal'}"] += 1
    if realm is None:
        realm = ruler(seat, seat["home"])
    account.take(person)
    account.remove(realm["king"])
    realm["king"] = person
    spouse = realm["spouse"]
    account.met["a spouse of his own sex stays"] += bool(spouse) and PERSONS[spouse].sex == PERSONS[person].sex


phase("suppress_ability", "suppress_outcome")(either)


@first_of("suppress")
def suppress_agent(save: Save) -> set[str]:
    """Row 6: any own person who is no rebel; it takes a rebel."""
    return loyal(save) if suppress_target(save) else set()


@phase()
def suppress_target(save: Save) -> set[str]:
    """Row 6: any own rebel."""
    return named(set(dynasty(decider(save))) & set(save["rebels"]))


@deed
def suppress(account: Account) -> Telling:
    """Row 6: governance + prestige − the rebel's prestige; with the ability 4 in place of prestige, and no choice."""
    table, number = account.table, account.turn_player
    agent = table["declared"]["actor"] = yield from account.name("suppress_agent", number)
    target = table["declared"]["target"] = yield from account.name("suppress_target", number)
    ability = False
    if able(table, agent, "suppression"):
        ability = (yield from account.ask("suppress_ability", number)) == "declare"
    account.met["suppression"] += ability
    value = PERSONS[agent].governance - PERSONS[target].prestige
    value += SUPPRESSION if ability else PERSONS[agent].prestige
    if not account.chance.attempt(f"suppression of {target}", 1, value, 1):
        return
    if ability or (yield from account.ask("suppress_outcome", number)) == "declare":
        account.kill(target)
    else:
        table["rebels"].remove(target)


def heirs(save: Save, realm: Realm) -> set[str]:
    """Row 7, K20: a child of that king, or a noble of the dynasty, who is no rebel."""
    return ({*realm["children"], *decider(save)["nobles"]}) - set(save["rebels"])


@first_of("grant")
def grant_country(save: Save) -> set[str]:
    """Row 7: any country of an own king who rules several, when there is somebody to have it."""
    several = (realm for realm in decider(save)["kings"] if len(realm["countries"]) > 1)
    return countries(country for realm in several if heirs(save, realm) for country in realm["countries"])


@phase()
def grant_person(save: Save) -> set[str]:
    """Row 7: who can have it."""
    return named(heirs(save, ruler(decider(save), save["declared"]["country"])))


@deed
def grant(account: Account) -> Telling:
    """Row 7: one country of several gets a king of its own."""
    table, number = account.table, account.turn_player
    country = table["declared"]["country"] = yield from account.name("grant_country", number)
    person = yield from account.name("grant_person", number)
    account.met["home is granted"] += country == table["seats"][number]["home"]
    account.lose(country)
    account.crown(person, number, [country])


phase("veto", others=True)(either)


@phase()
def reaper_target(save: Save) -> set[str]:
    """Row 8, K21: anybody of any dynasty who was not refused in this turn."""
    return named(set(everybody(save)) - set(save["refused"]))


@kind("reaper")
def with_the_scythe(save: Save) -> set[str]:
    """Row 8: who holds the scythe."""
    return reaper_target(save) if save["scythe"] == save["seat"] else set()


@kind("assassination")
def without_the_scythe(save: Save) -> set[str]:
    """K29: somebody of the dynasty has the ability, and the dynasty does not hold the scythe."""
    able_to = save["scythe"] != save["seat"] and has(save, save["seat"], "assassination")
    return reaper_target(save) if able_to else set()


@deed
def reaper(account: Account) -> Telling:
    """Row 8: a death check, and the scythe goes to the right."""
    yield from assassination(account)
    count = len(account.table["seats"])
    account.table["scythe"] = (account.table["scythe"] - 1) % count


@deed
def assassination(account: Account) -> Telling:
    """Row 8, K21: somebody whom his own dynasty does not refuse takes a death check."""
    table, number = account.table, account.turn_player
    while True:
        target = table["declared"]["target"] = yield from account.name("reaper_target", number)
        house = account.owner(target)
        if house == number or table["seats"][house]["vetoed"]:
            break
        if (yield from account.ask("veto", house)) != "declare":
            break
        account.met["refused"] += 1
        table["seats"][house]["vetoed"] = True
        table["refused"].append(target)
    yield from check(account, target)


@first_of("execution")
def execution_king(save: Save) -> set[str]:
    """K29: an own king who has the ability, and a spouse."""
    return named(
        realm["king"] for realm in decider(save)["kings"] if realm["spouse"] and able(save, realm["king"], "execution")
    )


@deed
def execution(account: Account) -> Telling:
    """K29: a king's spouse dies."""
    king = yield from account.name("execution_king", account.turn_player)
    account.kill(of(account.table, king)["spouse"])
