"""What must hold of every table at every decision: each card in exactly one place, families and realms in order."""

from dynasty_env.kingdoms.material import (
    COUNTRIES,
    DECK_ROOM,
    DECKS,
    NOBODY,
    OTTOMAN,
    PERSONS,
    SEATS,
    SULEIMAN,
    Holder,
    Place,
    Side,
)
from dynasty_env.kingdoms.steps import Step
from dynasty_env.kit.engine.rule import rule

TRUTHS = {
    1: "a person is in a deck exactly when his place says so",
    2: "kings, royals and nobles, and nobody else, belong to a dynasty",
    3: "a spouse or child is of a king of the same dynasty, and nobody else is",
    4: "a king has at most one spouse",
    5: "a king's children are numbered from 1 in the order of birth",
    6: "rebels are persons of a dynasty, and no kings",
    7: "a dynasty's country has a king of that dynasty, or one who has died and whose countries are contested",
    8: "every king rules a country",
    9: "only countries of dynasties are exhausted, and used in a war",
    10: "a dynasty's home country is its own, and it has one if it has a country",
    11: "candidates are named only while a throne is vacant, and may stand",
    12: "the mask agrees with the number of choices, and a decision has one",
    13: "turn, turn player, scythe and seats are of this game",
    14: "persons and countries of a declared action are named only while one is going on",
    15: "Suleiman is in no pool and no family, and the Ottoman Empire is not in play before he has been turned up",
}


@rule
def audit(t):
    """0, or the number of the first truth (see `TRUTHS`) that the table breaks."""
    wrong = audit_decks(t)
    if wrong == 0:
        wrong = audit_persons(t)
    if wrong == 0:
        wrong = audit_families(t)
    if wrong == 0:
        wrong = audit_countries(t)
    if wrong == 0:
        wrong = audit_homes(t)
    if wrong == 0:
        wrong = audit_suleiman(t)
    if wrong == 0:
        wrong = audit_action(t)
    if wrong == 0:
        wrong = audit_decision(t)
    return wrong


@rule
def audit_decks(t):
    for deck in range(DECKS):
        if t.deck_size[deck] < 0 or t.deck_size[deck] > DECK_ROOM:
            return 1
    for person in range(PERSONS):
        found = 0
        for deck in range(DECKS):
            for i in range(t.deck_size[deck]):
                found += t.deck[deck * DECK_ROOM + i] == person
        if found != (1 if t.place[person] == Place.DECK else 0):
            return 1
    return 0


@rule
def audit_persons(t):
    for person in range(PERSONS):
        place = t.place[person]
        if place < Place.DECK or place > Place.GONE:
            return 2
        at_court = Place.KING <= place <= Place.NOBLE
        if at_court != (t.owner[person] != NOBODY):
            return 2
        if t.owner[person] < NOBODY or t.owner[person] >= t.num_players:
            return 2
        if t.rebel[person] != 0 and (t.rebel[person] != 1 or not at_court or place == Place.KING):
            return 6
    return 0


@rule
def audit_families(t):
    for person in range(PERSONS):
        liege = t.liege[person]
        family = t.place[person] == Place.SPOUSE or t.place[person] == Place.CHILD
        if family != (liege != NOBODY):
            return 3
        if family and (t.place[liege] != Place.KING or t.owner[liege] != t.owner[person]):
            return 3
        if (t.born[person] > 0) != (t.place[person] == Place.CHILD) or t.born[person] < 0:
            return 5
    for king in range(PERSONS):
        if t.place[king] == Place.KING:
            wrong = audit_family(t, king)
            if wrong != 0:
                return wrong
    return 0


@rule
def audit_family(t, king):
    spouses = 0
    children = 0
    born = 0
    for person in range(PERSONS):
        if t.liege[person] == king:
            if t.place[person] == Place.SPOUSE:
                spouses += 1
            else:
                children += 1
                born |= 1 << t.born[person]
    if spouses > 1:
        return 4
    if born != (1 << (children + 1)) - 2:
        return 5
    return 0


@rule
def audit_countries(t):
    for country in range(COUNTRIES):
        holder = t.holder[country]
        ruler = t.ruler[country]
        if holder < Holder.OUT or holder >= t.num_players:
            return 7
        if holder < 0 and (t.exhausted[country] != 0 or t.committed[country] != Side.NONE):
            return 9
        if t.exhausted[country] < 0 or t.exhausted[country] > 1:
            return 9
        if t.committed[country] < Side.NONE or t.committed[country] > Side.AIDS_DEFENCE:
            return 9
        if ruler == NOBODY:
            if holder >= 0 and not has_no_king_yet(t, country):
                return 7
        elif holder < 0 or (ruler != t.throne and (t.place[ruler] != Place.KING or t.owner[ruler] != holder)):
            return 7
    for king in range(PERSONS):
        if t.place[king] == Place.KING:
            ruled = 0
            for country in range(COUNTRIES):
                ruled += t.ruler[country] == king
            if ruled == 0:
                return 8
    return 0


@rule
def has_no_king_yet(t, country):
    """In set-up, before the king is named; or conquered, before the victor has said who rules it."""
    if t.turn == 0:
        return True
    return country == t.country and (t.step == Step.CONQUEST or t.step == Step.PLUNDER)


@rule
def audit_homes(t):
    if t.turn == 0 or t.step == Step.CONQUEST or t.step == Step.PLUNDER or t.step == Step.HOME:
        return 0
    for seat in range(SEATS):
        home = t.home[seat]
        if home != NOBODY and (seat >= t.num_players or t.holder[home] != seat):
            return 10
        if home == NOBODY:
            for country in range(COUNTRIES):
                if t.holder[country] == seat:
                    return 10
    return 0


@rule
def audit_suleiman(t):
    place = t.place[SULEIMAN]
    if place == Place.POOL or place == Place.SPOUSE or place == Place.CHILD:
        return 15
    if place == Place.DECK and t.holder[OTTOMAN] != Holder.OUT:
        return 15
    return 0


@rule
def audit_action(t):
    for seat in range(SEATS):
        candidate = t.candidate[seat]
        if candidate != NOBODY and (t.throne == NOBODY or t.owner[candidate] == NOBODY or t.rebel[candidate] == 1):
            return 11
        if t.arms[seat] != 0 and (t.arms[seat] != 1 or candidate == NOBODY):
            return 11
    if (t.throne != NOBODY) != (t.step == Step.CANDIDATE or t.step == Step.ARMS):
        return 11
    if t.throne != NOBODY and t.place[t.throne] != Place.GONE:
        return 11
    if t.action == -1:
        if t.king != NOBODY or t.target != NOBODY or t.actor != NOBODY or t.defender != NOBODY or t.country != NOBODY:
            return 14
    for country in range(COUNTRIES):
        if t.committed[country] != Side.NONE and t.country == NOBODY:
            return 9
    return 0


@rule
def audit_decision(t):
    offered = 0
    for action in range(len(t.mask)):
        offered += t.mask[action]
    if offered != t.choices or (t.choices == 0) != (t.done == 1):
        return 12
    if t.choices == 1 and t.ask_forced == 0:
        return 12
    n = t.num_players
    if not (0 <= t.turn_player < n and 0 <= t.scythe < n and 0 <= t.seat < n and 0 <= t.first_player < n):
        return 13
    if t.turn < 0 or t.turn > t.max_rounds * n:
        return 13
    return 0
