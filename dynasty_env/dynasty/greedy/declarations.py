"""The actions that I could declare: how likely each is to succeed, and the value of what follows."""

from dynasty_env.dynasty.actions import (
    ASSASSINATION,
    EXECUTION,
    HIRE,
    INCITE,
    LIGHTNING,
    MARRIAGE,
    MATCHMAKING,
    PASS,
    PROCREATION,
    REAPER,
    SEARCH,
    SUPPRESSION,
    WAR_ON,
)
from dynasty_env.dynasty.greedy.imagine import die, join, value
from dynasty_env.dynasty.greedy.mind import BLACK, RED
from dynasty_env.dynasty.greedy.neuroi import is_occupied, neuroi_war
from dynasty_env.dynasty.greedy.odds import contest_chance, own_chance, own_dice
from dynasty_env.dynasty.greedy.outcomes import (
    battle,
    checked,
    dead,
    hired,
    incited,
    married,
    mixed,
    plundered,
    procreated,
)
from dynasty_env.dynasty.greedy.persons import (
    ability_of,
    ambition_of,
    commands_with,
    fertility_of,
    governance_of,
    is_married,
    lies_by_sea,
    may_be_attacked,
    prestige_of,
    same_religion,
    wasted,
)
from dynasty_env.dynasty.greedy.weights import NEVER, REFUSAL, SCYTHE
from dynasty_env.dynasty.greedy.witches import best_strike, search_value
from dynasty_env.dynasty.material import (
    BIRTH_CARDS,
    COLOUR,
    COUNTRIES,
    DECKS,
    NOBODY,
    PERSONS,
    POPE,
    POWER,
    RELIGION,
    SEX,
    SUPPRESSED_FROM,
    THE_NEUROI,
    Ability,
    Place,
    Religion,
)
from dynasty_env.dynasty.seen.view import NO_SEAT
from dynasty_env.kit.engine.rule import rule


@rule
def declaration(m, action):
    """The value of the best declaration of this kind of action; a pass leaves everything as it is."""
    if action == PASS:
        return m.now + 0.0
    if action == MARRIAGE:
        return best_wedding(m)
    if action == PROCREATION:
        return best_procreation(m)
    if action == WAR_ON:
        return best_war(m)
    if action == HIRE:
        return best_hire(m)
    if action == INCITE:
        return best_incitement(m)
    if action == REAPER or action == ASSASSINATION:
        return best_reaping(m, action)
    if action == SUPPRESSION:
        return best_suppression(m)
    if action == MATCHMAKING:
        return best_match(m)
    if action == EXECUTION:
        return execution(m, spouse_of(m))
    if action == LIGHTNING:
        return best_strike(m)
    if action == SEARCH:
        return search_value(m)
    return NEVER


@rule
def spouse_of(m):
    """My king's first spouse, or nobody."""
    for k in range(m.size[0]):
        if m.place[m.members[0, k]] == Place.SPOUSE:
            return m.members[0, k] + 0
    return NOBODY


# marriage, procreation


@rule
def wedding(m, target):
    """The value of my king's proposal to this person."""
    king = m.king[0]
    dice = own_dice(m, prestige_of(m, king) + same_religion(king, target), king)
    chance = own_chance(m, RED, prestige_of(m, target), dice)
    return mixed(m, chance, married(m, 0, target))


@rule
def best_wedding(m):
    """The value of the best marriage with a wanderer, or with a child or courtier of any dynasty."""
    best = NEVER
    for person in range(PERSONS):
        place = m.place[person]
        if place == Place.WANDERER or place == Place.CHILD or place == Place.COURTIER:
            kin = place == Place.CHILD and m.owner[person] == 0
            if SEX[person] != SEX[m.king[0]] and (m.kin_marriage == 1 or not kin):
                best = max(best, wedding(m, person))
    return best


@rule
def procreation(m, spouse):
    """The value of an attempt to have a child with this spouse, or NEVER if they cannot have one."""
    king = m.king[0] + 0
    if SEX[spouse] == SEX[king] or (COLOUR[spouse] >= DECKS and COLOUR[king] >= DECKS):
        return NEVER
    other_blood = 1 if COLOUR[king] != COLOUR[spouse] else 0
    dice = own_dice(m, fertility_of(m, king) + other_blood, NOBODY)
    chance = own_chance(m, RED, max(BIRTH_CARDS - fertility_of(m, spouse), 0), dice)
    return mixed(m, chance, procreated(m, 0, spouse))


@rule
def best_procreation(m):
    best = NEVER
    for k in range(m.size[0]):
        if m.place[m.members[0, k]] == Place.SPOUSE:
            best = max(best, procreation(m, m.members[0, k]))
    return best


# war


@rule
def war(m, country, commander):
    """The value of an attack on the country under this commander of mine."""
    if country == THE_NEUROI:
        return neuroi_war(m, commander)
    by_sea = lies_by_sea(m, 0, country)
    wanted = POWER[country] + likely_defence(m, country, by_sea)
    dice = own_dice(m, commands_with(m, commander, by_sea) + 1, commander)
    chance = own_chance(m, BLACK, wanted, dice)
    won = battle(m, country, 0, commander, NOBODY)
    if ability_of(m, commander) == Ability.PLUNDER:
        won = max(won, plundered(m, country, commander, NOBODY))
    return chance * won + (1 - chance) * checked(m, commander)


@rule
def likely_defence(m, country, by_sea):
    """The war of the likely defender: the best commander of the country's holder who is not king. 0: nobody."""
    holder = m.holder[country]
    best = 0
    if holder < NO_SEAT:
        for k in range(m.size[holder]):
            person = m.members[holder, k]
            if m.place[person] != Place.KING:
                best = max(best, commands_with(m, person, by_sea))
    return best


@rule
def war_on(m, country):
    """The value of an attack on the country under my best commander."""
    best = NEVER
    for k in range(m.size[0]):
        best = max(best, war(m, country, m.members[0, k]))
    return best


@rule
def best_war(m):
    """The value of my best war. Of countries that are alike in holder, power and way (land or sea) one is looked at."""
    best = NEVER
    for country in range(COUNTRIES):
        if may_be_attacked(m, country) and not like_an_earlier_one(m, country):
            best = max(best, war_on(m, country))
    if is_occupied(m):
        best = max(best, war_on(m, THE_NEUROI))
    return best


@rule
def like_an_earlier_one(m, country):
    """Is there a country with a lower id that is worth as much to attack?"""
    for other in range(country):
        if m.holder[other] == m.holder[country] and POWER[other] == POWER[country] and may_be_attacked(m, other):
            if lies_by_sea(m, 0, other) == lies_by_sea(m, 0, country):
                return True
    return False


@rule
def defence(m, person):
    """The value of defending my attacked country with this person, or with nobody."""
    attacker = m.turn_player
    by_sea = lies_by_sea(m, attacker, m.country)
    dice = max(commands_with(m, m.actor, by_sea) + 1 - wasted(m, attacker), 0)
    wanted = POWER[m.country] + 0
    if person != NOBODY:
        wanted += commands_with(m, person, by_sea)
    chance = contest_chance(m, BLACK, wanted, dice, 0, 0)
    won = battle(m, m.country, attacker, m.actor, person)
    lost = battle(m, m.country, 0, m.actor, person)
    return chance * won + (1 - chance) * lost


# hire, incite


@rule
def hire_chance(m, target, recruiter):
    """The chance to hire the target; §11-03-10: if my king has alchemy, hires succeed by themselves."""
    if ability_of(m, m.king[0]) == Ability.ALCHEMY:
        return 1.0
    same_blood = 1 if COLOUR[recruiter] == COLOUR[target] else 0
    dice = own_dice(m, governance_of(m, recruiter) + same_blood, recruiter)
    return own_chance(m, BLACK, ambition_of(m, target), dice)


@rule
def hire(m, target, recruiter):
    """The value of an attempt to hire this wanderer."""
    return mixed(m, hire_chance(m, target, recruiter), hired(m, 0, target))


@rule
def hire_by(m, recruiter):
    """The value of the best hire by this recruiter of mine."""
    best = NEVER
    for person in range(PERSONS):
        if m.place[person] == Place.WANDERER:
            best = max(best, hire(m, person, recruiter))
    return best


@rule
def best_hire(m):
    best = NEVER
    for person in range(PERSONS):
        if m.place[person] == Place.WANDERER:
            success = hired(m, 0, person)
            for k in range(m.size[0]):
                best = max(best, mixed(m, hire_chance(m, person, m.members[0, k]), success))
    return best


@rule
def incitement(m, target):
    """The value of inciting the target; §11-03-11: with new faith it succeeds by itself if the target is CP or P."""
    owner = m.owner[target]
    wanted = prestige_of(m, m.king[owner]) if m.king[owner] != NOBODY else 0
    chance = 1.0
    if RELIGION[target] < Religion.CP or not has_convert(m):
        chance = own_chance(m, BLACK, wanted, own_dice(m, ambition_of(m, target), NOBODY))
    return mixed(m, chance, incited(m, 0, target))


@rule
def has_convert(m):
    """Does somebody of mine have the ability new faith?"""
    for k in range(m.size[0]):
        if ability_of(m, m.members[0, k]) == Ability.NEW_FAITH:
            return True
    return False


@rule
def best_incitement(m):
    best = NEVER
    for seat in range(1, m.players):
        for k in range(m.size[seat]):
            if m.place[m.members[seat, k]] != Place.KING:
                best = max(best, incitement(m, m.members[seat, k]))
    return best


# death


@rule
def reaping(m, person, action):
    """The value of a death check for this person, by the scythe, which moves on, or by an assassination.

    A rival can refuse only once in a turn; then another person, of his too, can be named.
    """
    if m.refused[person] > 0:
        return NEVER
    price = SCYTHE if action == REAPER else 0.0
    reward = checked(m, person)
    owner = m.pope if person == POPE else m.owner[person]
    if owner == 0 or m.vetoed[owner] == 1 or reward <= m.now:
        return reward - price
    second = m.now
    found = False
    for seat in range(m.players):
        if seat == 0 or seat == owner or m.vetoed[seat] == 1:
            other = best_check(m, seat, person)
            if other > NEVER:
                second = max(second, other) if found else other
                found = True
    return REFUSAL * second + (1 - REFUSAL) * reward - price


@rule
def best_check(m, seat, named):
    """The value of the best death check in this seat's dynasty, without the person `named` before."""
    best = NEVER
    for k in range(m.size[seat]):
        person = m.members[seat, k]
        if person != named and m.refused[person] == 0:
            best = max(best, checked(m, person))
    if m.pope == seat and named != POPE and m.refused[POPE] == 0:
        best = max(best, checked(m, POPE))
    return best


@rule
def best_reaping(m, action):
    best = reaping(m, POPE, action)
    for seat in range(m.players):
        for k in range(m.size[seat]):
            best = max(best, reaping(m, m.members[seat, k], action))
    return best


@rule
def suppression(m, person):
    """§11-03-01: the value of suppressing this person of mine."""
    return mixed(m, (6 - SUPPRESSED_FROM + 1) / 6, dead(m, person))


@rule
def best_suppression(m):
    best = NEVER
    for k in range(m.size[0]):
        place = m.place[m.members[0, k]]
        if place == Place.CHILD or place == Place.COURTIER:
            best = max(best, suppression(m, m.members[0, k]))
    return best


@rule
def execution(m, spouse):
    """§11-03-07: the value of executing this spouse.

    To marry again takes another turn, so only half of what a new marriage promises counts.
    """
    if spouse == NOBODY:
        return NEVER
    widowed = dead(m, spouse)
    best = widowed
    for person in range(PERSONS):
        place = m.place[person]
        if place == Place.WANDERER or (place == Place.COURTIER and m.owner[person] == 0):
            if SEX[person] != SEX[m.king[0]]:
                best = max(best, remarriage(m, spouse, person))
    return (widowed + best) / 2


@rule
def remarriage(m, spouse, person):
    """The value of a marriage to this person once my spouse is dead."""
    king = m.king[0] + 0
    die(m, spouse)
    dice = max(prestige_of(m, king) + same_religion(king, person) - wasted(m, 0), 0)
    join(m, person, 0, Place.SPOUSE)
    success = value(m)
    chance = own_chance(m, RED, prestige_of(m, person), dice)
    return chance * success + (1 - chance) * dead(m, spouse)


@rule
def match(m, child, king):
    """§11-03-05: the value of matching my child who has waste with an unmarried king."""
    seat = m.owner[king] + 0
    if SEX[king] == SEX[child] or is_married(m, seat) or (seat == 0 and m.kin_marriage == 0):
        return NEVER
    chance = max(6 - prestige_of(m, king), 0) / 6
    return mixed(m, chance, married(m, seat, child))


@rule
def match_of(m, child):
    """The value of matching this child with the king who suits me best."""
    best = NEVER
    if ability_of(m, child) == Ability.WASTE:
        for seat in range(m.players):
            if m.king[seat] != NOBODY:
                best = max(best, match(m, child, m.king[seat] + 0))
    return best


@rule
def best_match(m):
    best = NEVER
    for k in range(m.size[0]):
        if m.place[m.members[0, k]] == Place.CHILD:
            best = max(best, match_of(m, m.members[0, k] + 0))
    return best
