"""What persons and countries are worth, in points, as a seat sees them. Seats are counted from the player, who is 0."""

from dynasty_env.kingdoms.greedy.odds import one_die
from dynasty_env.kingdoms.greedy.weights import HEIRLESS, LEADER, NOBLE, RIVAL, SOLDIER
from dynasty_env.kingdoms.material import (
    ABILITY,
    COUNTRIES,
    LIFE,
    NOBODY,
    PERSONS,
    POWER,
    PRESTIGE,
    SEATS,
    WAR,
    Ability,
    Place,
)
from dynasty_env.kit.engine.rule import rule

ME = 0


@rule
def has(seen, person, ability):
    """K29, with `abilities`."""
    return seen.options[2] == 1 and ABILITY[person] == ability


@rule
def points(seen, seat):
    """K7: as they stand."""
    return int(seen.royal_scores[seat]) + int(seen.country_scores[seat])


@rule
def strongest_rival(seen):
    best = 1
    for seat in range(2, seen.players):
        if points(seen, seat) > points(seen, best):
            best = seat
    return best


@rule
def weight(seen, seat):
    """What a point of this seat's is worth to me."""
    if seat == ME:
        return 1.0
    if seat >= SEATS:
        return 0.0
    if seen.players == 2:
        return -1.0
    return -LEADER if seat == strongest_rival(seen) else -RIVAL


@rule
def king_of(seen, realm):
    """The king of a realm, or -1."""
    for person in range(PERSONS):
        if seen.places[person] == Place.KING and seen.realms[person] == realm:
            return person
    return NOBODY


@rule
def children_of(seen, realm):
    count = 0
    for person in range(PERSONS):
        if seen.places[person] == Place.CHILD and seen.realms[person] == realm:
            count += 1
    return count


@rule
def spouse_of(seen, realm):
    for person in range(PERSONS):
        if seen.places[person] == Place.SPOUSE and seen.realms[person] == realm:
            return person
    return NOBODY


@rule
def realm_power(seen, realm):
    power = 0
    for country in range(COUNTRIES):
        if seen.country_realms[country] == realm:
            power += POWER[country]
    return power


@rule
def realm_size(seen, realm):
    count = 0
    for country in range(COUNTRIES):
        if seen.country_realms[country] == realm:
            count += 1
    return count


@rule
def royal_prestige(seen, realm):
    """What the royals of a realm count."""
    total = 0
    for person in range(PERSONS):
        place = seen.places[person]
        if seen.realms[person] == realm and Place.KING <= place <= Place.CHILD:
            total += PRESTIGE[person]
    return total


@rule
def person_value(seen, person):
    """What his dynasty would lose with him."""
    place = seen.places[person]
    realm = int(seen.realms[person])
    if place == Place.KING:
        if children_of(seen, realm) > 0:
            return PRESTIGE[person] + 0.5
        return PRESTIGE[person] + HEIRLESS * realm_power(seen, realm)
    if place == Place.SPOUSE:
        return PRESTIGE[person] + 0.5
    if place == Place.CHILD:
        return PRESTIGE[person] + (1.0 if children_of(seen, realm) == 1 else 0.2)
    if place == Place.NOBLE:
        return NOBLE * PRESTIGE[person] + SOLDIER * max(WAR[person] - 2, 0) + 0.1
    return 0.0


@rule
def dies(person, less):
    """The chance that a check kills."""
    return 1 - one_die(LIFE[person] - less)


@rule
def war_of(seen, person, sea):
    """K29: sea-4."""
    if sea and has(seen, person, Ability.SEA_4):
        return 4
    return WAR[person] + 0


@rule
def best_war(seen, seat, sea):
    """The highest war that a dynasty can command with."""
    best = 0
    for person in range(PERSONS):
        if seen.owners[person] == seat and seen.rebels[person] == 0:
            best = max(best, war_of(seen, person, sea))
    return best


@rule
def best_noble(seen):
    """My noble with the highest prestige who is no rebel, or -1."""
    best = NOBODY
    for person in range(PERSONS):
        if seen.owners[person] == ME and seen.places[person] == Place.NOBLE and seen.rebels[person] == 0:
            if best == NOBODY or PRESTIGE[person] > PRESTIGE[best]:
                best = person
    return best


@rule
def deck_prestige(seen, deck, colour):
    """Mean prestige of the persons left in a deck; `colour`: (81,) deck of each person."""
    total = 0
    count = 0
    for person in range(PERSONS):
        if seen.places[person] == Place.DECK and colour[person] == deck:
            total += PRESTIGE[person]
            count += 1
    return total / max(count, 1)
