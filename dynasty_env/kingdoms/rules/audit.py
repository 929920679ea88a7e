"""What must hold of every table at every decision: each card in exactly one place, families and realms in order."""

from dynasty_env.kingdoms.material import (
    COLOUR,
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
from dynasty_env.kit.engine import Chapter, mask_is_counted, rule, truth


@truth("a person is in a deck exactly when his place says so")
def decks_hold_whom_they_should(t):
    for deck in range(DECKS):
        if t.deck_size[deck] < 0 or t.deck_size[deck] > DECK_ROOM:
            return False
    for person in range(PERSONS):
        found = 0
        for deck in range(DECKS):
            for i in range(t.deck_size[deck]):
                found += t.deck[deck * DECK_ROOM + i] == person
        if found != (1 if t.place[person] == Place.DECK else 0):
            return False
    return True


@truth("a person in a deck is in the one of his bloodline")
def decks_hold_their_bloodline(t):
    for deck in range(DECKS):
        for i in range(t.deck_size[deck]):
            if COLOUR[t.deck[deck * DECK_ROOM + i]] != deck:
                return False
    return True


@truth("kings, royals and nobles, and nobody else, belong to a dynasty")
def courts_hold_whom_they_should(t):
    for person in range(PERSONS):
        place = t.place[person]
        if place < Place.DECK or place > Place.GONE:
            return False
        if (Place.KING <= place <= Place.NOBLE) != (t.owner[person] != NOBODY):
            return False
        if t.owner[person] < NOBODY or t.owner[person] >= t.num_players:
            return False
    return True


@truth("a spouse or child is of a king of the same dynasty, and nobody else is")
def families_have_a_king(t):
    for person in range(PERSONS):
        liege = t.liege[person]
        family = t.place[person] == Place.SPOUSE or t.place[person] == Place.CHILD
        if family != (liege != NOBODY):
            return False
        if family and (t.place[liege] != Place.KING or t.owner[liege] != t.owner[person]):
            return False
    return True


@truth("a king has at most one spouse")
def kings_have_one_spouse(t):
    for king in range(PERSONS):
        spouses = 0
        for person in range(PERSONS):
            spouses += t.liege[person] == king and t.place[person] == Place.SPOUSE
        if spouses > 1:
            return False
    return True


@truth("a king's children are numbered from 1 in the order of birth")
def children_are_numbered(t):
    for person in range(PERSONS):
        if (t.born[person] > 0) != (t.place[person] == Place.CHILD) or t.born[person] < 0:
            return False
    for king in range(PERSONS):
        children = 0
        born = 0
        for person in range(PERSONS):
            if t.liege[person] == king and t.place[person] == Place.CHILD:
                children += 1
                born |= 1 << t.born[person]
        if born != (1 << (children + 1)) - 2:
            return False
    return True


@truth("rebels are persons of a dynasty, and no kings")
def rebels_are_no_kings(t):
    for person in range(PERSONS):
        may_rebel = Place.KING < t.place[person] <= Place.NOBLE
        if t.rebel[person] != 0 and (t.rebel[person] != 1 or not may_rebel):
            return False
    return True


@truth("a dynasty's country has a king of that dynasty, or one who has died and whose countries are contested")
def countries_have_a_king(t):
    for country in range(COUNTRIES):
        holder = t.holder[country]
        ruler = t.ruler[country]
        if holder < Holder.OUT or holder >= t.num_players:
            return False
        if ruler == NOBODY:
            if holder >= 0 and not has_no_king_yet(t, country):
                return False
        elif holder < 0 or (ruler != t.throne and (t.place[ruler] != Place.KING or t.owner[ruler] != holder)):
            return False
    return True


@rule
def has_no_king_yet(t, country):
    """In set-up, before the king is named; or conquered, before the victor has said who rules it."""
    if t.turn == 0:
        return True
    return country == t.country and (t.step == Step.CONQUEST or t.step == Step.PLUNDER)


@truth("every king rules a country")
def kings_have_a_country(t):
    for king in range(PERSONS):
        ruled = 0
        for country in range(COUNTRIES):
            ruled += t.ruler[country] == king
        if ruled == 0 and t.place[king] == Place.KING:
            return False
    return True


@truth("only countries of dynasties are exhausted, and used in a war")
def countries_are_used_by_dynasties(t):
    for country in range(COUNTRIES):
        exhausted = t.exhausted[country]
        side = t.committed[country]
        if exhausted < 0 or exhausted > 1 or side < Side.NONE or side > Side.AIDS_DEFENCE:
            return False
        if t.holder[country] < 0 and (exhausted != 0 or side != Side.NONE):
            return False
        if side != Side.NONE and t.country == NOBODY:
            return False
    return True


@truth("a dynasty's home country is its own, and it has one if it has a country")
def homes_are_own(t):
    if t.turn == 0 or t.step == Step.CONQUEST or t.step == Step.PLUNDER or t.step == Step.HOME:
        return True
    for seat in range(SEATS):
        home = t.home[seat]
        if home != NOBODY and (seat >= t.num_players or t.holder[home] != seat):
            return False
        if home == NOBODY:
            for country in range(COUNTRIES):
                if t.holder[country] == seat:
                    return False
    return True


@truth("candidates are named only while a throne is vacant, and may stand")
def candidates_may_stand(t):
    for seat in range(SEATS):
        candidate = t.candidate[seat]
        if candidate != NOBODY and (t.throne == NOBODY or t.owner[candidate] == NOBODY or t.rebel[candidate] == 1):
            return False
        if t.arms[seat] != 0 and (t.arms[seat] != 1 or candidate == NOBODY):
            return False
    if (t.throne != NOBODY) != (t.step == Step.CANDIDATE or t.step == Step.ARMS):
        return False
    return t.throne == NOBODY or t.place[t.throne] == Place.GONE


@truth("turn, turn player, scythe and seats are of this game")
def cards_are_with_seats(t):
    n = t.num_players
    if not (0 <= t.turn_player < n and 0 <= t.scythe < n and 0 <= t.seat < n and 0 <= t.first_player < n):
        return False
    return 0 <= t.turn <= t.max_rounds * n


@truth("persons and countries of a declared action are named only while one is going on")
def declarations_need_an_action(t):
    named = t.king != NOBODY or t.target != NOBODY or t.actor != NOBODY or t.defender != NOBODY
    return t.action != -1 or not (named or t.country != NOBODY)


@truth("Suleiman is in no pool and no family, and the Ottoman Empire is not in play before he has been turned up")
def suleiman_brings_the_empire(t):
    place = t.place[SULEIMAN]
    if place == Place.POOL or place == Place.SPOUSE or place == Place.CHILD:
        return False
    return place != Place.DECK or t.holder[OTTOMAN] == Holder.OUT


CHAPTER = Chapter(
    __name__,
    truths=(
        decks_hold_whom_they_should, courts_hold_whom_they_should, families_have_a_king, kings_have_one_spouse,
        children_are_numbered, rebels_are_no_kings, countries_have_a_king, kings_have_a_country,
        countries_are_used_by_dynasties, homes_are_own, candidates_may_stand, mask_is_counted, cards_are_with_seats,
        declarations_need_an_action, suleiman_brings_the_empire, decks_hold_their_bloodline,
    ),
)  # fmt: skip
