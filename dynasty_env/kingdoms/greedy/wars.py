"""What a war comes to: forces as they may be, chances, and what is won and lost."""

from dynasty_env.kingdoms.greedy.court import (
    ME,
    best_noble,
    best_war,
    dies,
    person_value,
    points,
    realm_size,
    royal_prestige,
    war_of,
    weight,
)
from dynasty_env.kingdoms.greedy.odds import victory
from dynasty_env.kingdoms.greedy.weights import AT_WAR, DISASTER, THRONE, TIRED, VICTORY
from dynasty_env.kingdoms.material import (
    AID,
    COUNTRIES,
    DEFEATED,
    INDEPENDENT_WAR,
    NEIGHBOUR,
    NOBODY,
    PERSONS,
    POWER,
    PRESTIGE,
    SEATS,
    WAY,
    Way,
)
from dynasty_env.kit.engine.rule import rule


@rule
def joined_power(seen, seat, battlefield):
    """K11: power of a dynasty's normal countries joined to the battlefield."""
    bits = 0
    found = True
    while found:
        found = False
        for country in range(COUNTRIES):
            if seen.holders[country] == seat and country != battlefield and not bits >> country & 1:
                for direction in range(4):
                    neighbour = NEIGHBOUR[country, direction]
                    if neighbour == battlefield or (neighbour != NOBODY and bits >> neighbour & 1):
                        bits |= 1 << country
                        found = True
    power = 0
    for country in range(COUNTRIES):
        if bits >> country & 1 and seen.exhausted[country] == 0 and seen.committed[country] == 0:
            power += POWER[country]
    return power


@rule
def is_by_sea(seen, seat, battlefield):
    """K12: no country of the dynasty borders it by land."""
    for direction in range(4):
        if WAY[battlefield, direction] == Way.LAND and seen.holders[NEIGHBOUR[battlefield, direction]] == seat:
            return False
    return True


@rule
def loses(seen, country):
    """What the holder of a country loses with it: its power, and the royals if it is their last one."""
    holder = int(seen.holders[country])
    if holder >= SEATS:
        return 0.0
    realm = int(seen.country_realms[country])
    lost = float(POWER[country])
    if realm < COUNTRIES and realm_size(seen, realm) == 1:
        lost += royal_prestige(seen, realm)
    return lost


@rule
def is_last(seen, country):
    """Would its holder have no country left?"""
    holder = int(seen.holders[country])
    if holder >= SEATS:
        return False
    count = 0
    for other in range(COUNTRIES):
        if seen.holders[other] == holder:
            count += 1
    return count == 1


@rule
def ending(seen, seat, gained, fallen):
    """The game ends with so many points more for a seat, and without the fallen one: does it end well for me?"""
    mine = points(seen, ME) + (gained if seat == ME else 0)
    if fallen == ME:
        return DISASTER
    for other in range(1, seen.players):
        if other != fallen and points(seen, other) + (gained if seat == other else 0) >= mine:
            return DISASTER
    return VICTORY


@rule
def conquest(seen, seat, country):
    """What it is worth to me that a seat conquers a country."""
    holder = int(seen.holders[country])
    gained = float(POWER[country])
    if is_last(seen, country):
        return ending(seen, seat, gained, holder)
    if seat == ME:
        noble = best_noble(seen)
        if noble != NOBODY:
            gained += PRESTIGE[noble] + THRONE
    return weight(seen, seat) * gained - weight(seen, holder) * loses(seen, country)


@rule
def declaration(seen, country):
    """What it is worth to attack a country, with all that can be used."""
    holder = int(seen.holders[country])
    sea = is_by_sea(seen, ME, country)
    power = joined_power(seen, ME, country)
    attack = power // 2 if sea else power
    field = POWER[country] // 2 if seen.exhausted[country] == 1 else POWER[country] + 0
    defence = float(field)
    other = INDEPENDENT_WAR + 0
    if holder < SEATS:
        defence += AT_WAR * joined_power(seen, holder, country)
        other = best_war(seen, holder, sea)
    chance = victory(attack, best_war(seen, ME, sea), defence, other, field)
    return chance * conquest(seen, ME, country) - TIRED * power * 0.7 - 0.4


@rule
def attack_so_far(seen, more, expected):
    """The chance of victory with more of the attacker's power, and with what the defender is expected to add."""
    attacker = int(seen.turn_player)
    country = int(seen.battlefield)
    holder = int(seen.holders[country])
    sea = seen.war[3] == 1
    other = INDEPENDENT_WAR + 0
    if seen.named[3] != NOBODY:
        other = war_of(seen, int(seen.named[3]), sea)
    elif holder < SEATS:
        other = best_war(seen, holder, sea)
    war = best_war(seen, attacker, sea)
    if seen.named[2] != NOBODY:
        war = war_of(seen, int(seen.named[2]), sea)
    added = more / 2 if sea else more
    return victory(int(seen.war[0]) + added, war, int(seen.war[1]) + expected, other, int(seen.war[2]))


@rule
def use_in_attack(seen, country):
    """What it is worth to use another country of mine."""
    holder = int(seen.holders[seen.battlefield])
    expected = 0.0
    if holder < SEATS:
        expected = AT_WAR * joined_power(seen, holder, int(seen.battlefield))
    more = attack_so_far(seen, float(POWER[country]), expected) - attack_so_far(seen, 0.0, expected)
    return more * conquest(seen, ME, int(seen.battlefield)) - TIRED * POWER[country]


@rule
def use_in_defence(seen, country):
    """What it is worth to use another country of mine."""
    more = attack_so_far(seen, 0.0, 0.0) - attack_so_far(seen, 0.0, float(POWER[country]))
    return -more * conquest(seen, int(seen.turn_player), int(seen.battlefield)) - TIRED * POWER[country]


@rule
def aid(seen, country, attacks):
    """What it is worth to help a side with a country."""
    now = attack_so_far(seen, 0.0, 0.0)
    if attacks:
        more = AID * 2.0 if seen.war[3] == 1 else AID * 1.0  # aid is not halved
        change = attack_so_far(seen, more, 0.0) - now
    else:
        change = attack_so_far(seen, 0.0, float(AID)) - now
    return change * conquest(seen, int(seen.turn_player), int(seen.battlefield)) - TIRED * POWER[country] - 0.1


@rule
def attack_under(seen, person):
    """What it is worth that he commands my attack."""
    country = int(seen.battlefield)
    holder = int(seen.holders[country])
    sea = seen.war[3] == 1
    other = INDEPENDENT_WAR if holder >= SEATS else best_war(seen, holder, sea)
    war = war_of(seen, person, sea)
    chance = victory(int(seen.war[0]), war, int(seen.war[1]), other, int(seen.war[2]))
    return chance * conquest(seen, ME, country) - dies(person, 0) * person_value(seen, person)


@rule
def defence_under(seen, person):
    """What it is worth that he commands my defence."""
    sea = seen.war[3] == 1
    war = war_of(seen, int(seen.named[2]), sea)
    chance = victory(int(seen.war[0]), war, int(seen.war[1]), war_of(seen, person, sea), int(seen.war[2]))
    killed = chance * dies(person, DEFEATED) + (1 - chance) * dies(person, 0)
    return chance * conquest(seen, int(seen.turn_player), int(seen.battlefield)) - killed * person_value(seen, person)


@rule
def fighting_on(seen):
    """What it is worth not to withdraw: nothing is lost that would not be lost anyway but a commander's life."""
    attacker = int(seen.turn_player)
    country = int(seen.battlefield)
    sea = is_by_sea(seen, attacker, country)
    power = joined_power(seen, attacker, country)
    attack = power / 2 if sea else float(power)
    defence = int(seen.war[1]) + joined_power(seen, ME, country)
    chance = victory(attack, best_war(seen, attacker, sea), defence, best_war(seen, ME, sea), int(seen.war[2]))
    cheapest = 99.0
    for person in range(PERSONS):
        if seen.owners[person] == ME and seen.rebels[person] == 0:
            cheapest = min(cheapest, dies(person, DEFEATED) * person_value(seen, person))
    return chance * conquest(seen, attacker, country) - cheapest
