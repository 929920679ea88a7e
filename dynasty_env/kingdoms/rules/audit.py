"""Invariants that hold at every decision: each card is in exactly one place; families and realms are consistent."""

from dynasty_env.europe.rules.audit import decks_hold_their_bloodline, in_decks
from dynasty_env.europe.rules.ending import has_country
from dynasty_env.kingdoms.ids import Step
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
from dynasty_env.kit.engine import Chapter, mask_is_counted, rule, truth

from .countries import holds_home, ruled_by
from .persons import is_king


@truth("a person is in a deck exactly when his place says so", each=PERSONS)
def decks_hold_whom_they_should(t, person):
    for deck in range(DECKS):
        if not 0 <= t.deck_size[deck] <= DECK_ROOM:
            return False
    return in_decks(t, person) == (1 if t.place[person] == Place.DECK else 0)


@truth("kings, royals and nobles, and nobody else, belong to a dynasty", each=PERSONS)
def courts_hold_whom_they_should(t, person):
    place, owner = t.place[person], t.owner[person]
    if not (Place.DECK <= place <= Place.GONE and NOBODY <= owner < t.num_players):
        return False
    return (Place.KING <= place <= Place.NOBLE) == (owner != NOBODY)


@truth("a spouse or child is of a king of the same dynasty, and nobody else is", each=PERSONS)
def families_have_a_king(t, person):
    liege = t.liege[person]
    if t.place[person] != Place.SPOUSE and t.place[person] != Place.CHILD:
        return liege == NOBODY
    return liege != NOBODY and is_king(t, t.owner[person], liege)


@truth("a king has at most one spouse", each=PERSONS)
def kings_have_one_spouse(t, king):
    spouses = 0
    for person in range(PERSONS):
        spouses += t.liege[person] == king and t.place[person] == Place.SPOUSE
    return spouses <= 1


@truth("a king's children are numbered from 1 in the order of birth", each=PERSONS)
def children_are_numbered(t, person):
    if t.place[person] != Place.CHILD:
        return t.born[person] == 0
    older = 0
    alike = 0
    for other in range(PERSONS):
        if t.place[other] == Place.CHILD and t.liege[other] == t.liege[person]:
            older += t.born[other] < t.born[person]
            alike += t.born[other] == t.born[person]
    return t.born[person] == older + 1 and alike == 1


@truth("rebels are persons of a dynasty, and no kings", each=PERSONS)
def rebels_are_no_kings(t, person):
    return t.rebel[person] == 0 or (t.rebel[person] == 1 and Place.KING < t.place[person] <= Place.NOBLE)


@truth(
    "a dynasty's country has a king of that dynasty, or one who has died and whose countries are contested",
    each=COUNTRIES,
)
def countries_have_a_king(t, country):
    holder, ruler = t.holder[country], t.ruler[country]
    if not Holder.OUT <= holder < t.num_players:
        return False
    if ruler == NOBODY:
        return holder < 0 or has_no_king_yet(t, country)
    return holder >= 0 and (ruler == t.throne or is_king(t, holder, ruler))


@rule
def has_no_king_yet(t, country):
    """The country is in set-up, before the king is named, or conquered, before the victor has said who rules it."""
    if t.turn == 0:
        return True
    return country == t.country and (t.step == Step.CONQUEST or t.step == Step.PLUNDER)


@truth("every king rules a country", each=PERSONS)
def kings_have_a_country(t, king):
    return t.place[king] != Place.KING or ruled_by(t, king) > 0


@truth("only countries of dynasties are exhausted, and used in a war", each=COUNTRIES)
def countries_are_used_by_dynasties(t, country):
    exhausted, side = t.exhausted[country], t.committed[country]
    if not (0 <= exhausted <= 1 and Side.NONE <= side <= Side.AIDS_DEFENCE):
        return False
    if side != Side.NONE and t.country == NOBODY:
        return False
    return t.holder[country] >= 0 or (exhausted == 0 and side == Side.NONE)


@truth("a dynasty's home country is its own, and it has one if it has a country", each=SEATS)
def homes_are_own(t, seat):
    if t.turn == 0 or t.step == Step.CONQUEST or t.step == Step.PLUNDER or t.step == Step.HOME:
        return True
    if t.home[seat] == NOBODY:
        return not has_country(t, seat)
    return seat < t.num_players and holds_home(t, seat)


@truth("candidates are named only while a throne is vacant, and may stand", each=SEATS)
def candidates_may_stand(t, seat):
    candidate = t.candidate[seat]
    if (t.throne != NOBODY) != (t.step == Step.CANDIDATE or t.step == Step.ARMS):
        return False
    if t.arms[seat] != 0 and (t.arms[seat] != 1 or candidate == NOBODY):
        return False
    if t.throne == NOBODY:
        return candidate == NOBODY
    return t.place[t.throne] == Place.GONE and (
        candidate == NOBODY or (t.owner[candidate] != NOBODY and t.rebel[candidate] == 0)
    )


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
