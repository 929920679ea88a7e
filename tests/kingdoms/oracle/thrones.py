"""A second account of death: the check, succession, the contest for a throne, and new home countries (ch. 5, K4)."""

from collections.abc import Iterable
from typing import Any

from .account import Account, Telling, subject
from .board import PERSONS, Realm, Save, clockwise, countries, idle, kings, lands, named, realms, strongest
from .legal import decider, either, phase

ARMS = 1
MOST_TIES = 10  # K26


def check(account: Account, person: str, less: int = 0) -> Telling:
    """Ch. 5: one die up to his life, or he leaves play; K34: nobody who has left play is checked."""
    if person in account.table["removed"]:
        account.met["left play before his check"] += 1
        return
    account.met["checked with less life"] += bool(less)
    if not account.chance.check(person, PERSONS[person].life, less):
        yield from die(account, person)


def die(account: Account, person: str) -> Telling:
    """Somebody of a dynasty dies; a king is succeeded."""
    seat = account.owner(person)
    if person not in kings(account.table["seats"][seat]):
        account.kill(person)
        return
    realm = next(realm for realm in realms(account.table) if realm["king"] == person)
    account.table["seats"][seat]["kings"].remove(realm)
    account.remove(person)
    yield from succeed(account, realm, seat)


def eldest(children: Iterable[str]) -> str | None:
    """Ch. 5: sons before daughters, the elder before the younger."""
    return min(children, key=lambda child: PERSONS[child].sex == "f", default=None)


def succeed(account: Account, realm: Realm, seat: int) -> Telling:
    """Ch. 5: a child, rebel or not (K22); K23: the spouse becomes a noble; without a child there is a contest."""
    heir = eldest(realm["children"])
    others = [child for child in realm["children"] if child != heir]
    spouse = [realm["spouse"]] if realm["spouse"] else []
    account.table["seats"][seat]["nobles"] += [*others, *spouse]
    if heir is None:
        yield from contest(account, realm, seat)
        return
    account.met["a child succeeds"] += 1
    account.met["a daughter succeeds"] += PERSONS[heir].sex == "f"
    account.met["a son before an elder daughter"] += heir != realm["children"][0]
    account.crown(heir, seat, realm["countries"])


phase("arms")(either)


@phase()
def candidate(save: Save) -> set[str]:
    """K24: a child or noble of any dynasty who is no rebel."""
    return named(person for seat in save["seats"] for person in idle(save, seat))


def contest(account: Account, realm: Realm, seat: int) -> Telling:
    """Ch. 5: for all countries of a king who died without a child, as one."""
    table = account.table
    table["contest"] = {"dead": realm["king"], "seat": seat, "countries": realm["countries"], "candidates": []}
    if not candidate(table):
        nobody_stands(account, realm, seat)
        yield from find_homes(account)
        return
    namings: list[dict[str, Any]] = table["contest"]["candidates"]
    for number in clockwise(table, table["turn_player"]):  # K37: all of one before the next
        naming = {"seat": number, "person": (yield from account.name("candidate", number)), "arms": False}
        namings.append(naming)
        naming["arms"] = (yield from account.ask("arms", number)) == "declare"
    winner = winning(account, namings)
    account.met["the throne goes to another dynasty"] += account.owner(winner) != seat
    account.met["a kingless dynasty names"] += not all(kings(each) for each in table["seats"])
    table["contest"] = None
    account.crown(winner, account.owner(winner), realm["countries"])
    yield from find_homes(account)
    for loser in dict.fromkeys(each["person"] for each in namings if each["arms"]):  # K27, K43
        if loser != winner:
            account.met["a candidate who took up arms is checked"] += 1
            yield from check(account, loser, ARMS)
        else:
            account.met["who took up arms wins"] += 1


def winning(account: Account, namings: list[dict[str, Any]]) -> str:
    """Ch. 5: one die and prestige and arms a naming (K25), the highest wins; K37: tied ones roll so again."""
    left = namings
    for ties in range(1, MOST_TIES + 1):
        totals = [
            account.chance.claim(
                each["seat"], each["person"], PERSONS[each["person"]].prestige + (ARMS if each["arms"] else 0)
            )
            for each in left
        ]
        left = [each for each, total in zip(left, totals, strict=True) if total == max(totals)]
        first: str = left[0]["person"]
        if all(each["person"] == first for each in left):  # K25: a tie between namings of one person is a win
            account.met["tied with himself"] += len(left) > 1
            return first
        account.met["tie"] += 1
        account.chance.tie(ties)
    account.met["ten ties"] += 1
    return first  # K26


def nobody_stands(account: Account, realm: Realm, seat: int) -> None:
    """K28: the top card of the dead king's colour is king, or the countries are independent and normal."""
    table, colour = account.table, PERSONS[realm["king"]].colour
    table["contest"] = None
    if not table["person_decks"][colour]:
        account.met["countries are freed"] += 1
        for country in realm["countries"]:
            account.recover(country)
            table["independent"].append(country)
        return
    account.met["a card becomes king"] += 1
    person = account.turn_up(colour, seat)
    if person is not None:
        account.crown(person, seat, realm["countries"])
    else:  # K33
        account.met["Suleiman inherits"] += 1
        table["seats"][seat]["kings"][-1]["countries"] += realm["countries"]


@phase()
def home(save: Save) -> set[str]:
    """K4, K31: one of the strongest countries left."""
    return countries(strongest(decider(save)))


def find_homes(account: Account) -> Telling:
    """K4, K31: from the turn player on, every dynasty whose home is not its own finds another one."""
    table = account.table
    for number in clockwise(table, table["turn_player"]):
        seat = table["seats"][number]
        if seat["home"] in lands(seat):
            continue
        account.met["a home is lost"] += seat["home"] is not None
        account.met["a homeless dynasty finds a home"] += seat["home"] is None and bool(strongest(seat))
        seat["home"] = None
        if strongest(seat):
            seat["home"] = subject((yield from account.ask("home", number)))
