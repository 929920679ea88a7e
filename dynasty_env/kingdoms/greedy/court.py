"""The values of persons and countries, in points, as a seat sees them. Seats are counted from the player, who is 0."""

from dynasty_env.kingdoms.greedy.weights import HEIRLESS, LEADER, NOBLE, RIVAL, SOLDIER
from dynasty_env.kingdoms.material import COLOUR, COUNTRIES, LIFE, NOBODY, PERSONS, POWER, PRESTIGE, WAR, Place
from dynasty_env.kingdoms.rules.battle import war_of
from dynasty_env.kingdoms.rules.persons import is_family, is_loyal
from dynasty_env.kit.engine import best, rule
from dynasty_env.kit.engine.odds import at_most

ME = 0


@rule
def strongest_rival(m):
    found = 1
    for seat in range(2, m.num_players):
        if m.points[seat] > m.points[found]:
            found = seat
    return found


@rule
def weight(m, seat):
    """The value to me of a point of this seat's."""
    if seat == ME:
        return 1.0
    if seat < 0:
        return 0.0
    if m.num_players == 2:
        return -1.0
    return -LEADER if seat == strongest_rival(m) else -RIVAL


@rule
def children_of(m, king):
    count = 0
    for person in range(PERSONS):
        if m.place[person] == Place.CHILD and m.liege[person] == king:
            count += 1
    return count


@rule
def realm_power(m, king):
    power = 0
    for country in range(COUNTRIES):
        if m.ruler[country] == king:
            power += POWER[country]
    return power


@rule
def royal_prestige(m, king):
    """The points of a king and his family."""
    total = PRESTIGE[king] + 0
    for person in range(PERSONS):
        if is_family(m, king, person):
            total += PRESTIGE[person]
    return total


@rule
def person_value(m, person):
    """What the person's dynasty would lose with him."""
    place = m.place[person]
    if place == Place.KING:
        if children_of(m, person) > 0:
            return PRESTIGE[person] + 0.5
        return PRESTIGE[person] + HEIRLESS * realm_power(m, person)
    if place == Place.SPOUSE:
        return PRESTIGE[person] + 0.5
    if place == Place.CHILD:
        return PRESTIGE[person] + (1.0 if children_of(m, m.liege[person]) == 1 else 0.2)
    if place == Place.NOBLE:
        return NOBLE * PRESTIGE[person] + SOLDIER * max(WAR[person] - 2, 0) + 0.1
    return 0.0


@rule
def dies(person, less):
    """The chance that a death check kills."""
    return 1 - at_most(LIFE[person] - less)


best_commander = best(PERSONS, is_loyal, war_of)


@rule
def best_war(m, seat):
    """The highest war of any commander of a dynasty on the battlefield, or an independent country's war."""
    return best_commander(m, seat) if seat >= 0 else war_of(m, NOBODY)


@rule
def best_noble(m):
    """My noble with the highest prestige who is not a rebel, or -1."""
    found = NOBODY
    for person in range(PERSONS):
        if m.place[person] == Place.NOBLE and is_loyal(m, ME, person):
            if found == NOBODY or PRESTIGE[person] > PRESTIGE[found]:
                found = person
    return found


@rule
def deck_prestige(m, deck):
    """The mean prestige of the persons left in a deck."""
    total = 0
    count = 0
    for person in range(PERSONS):
        if m.place[person] == Place.DECK and COLOUR[person] == deck:
            total += PRESTIGE[person]
            count += 1
    return total / max(count, 1)
