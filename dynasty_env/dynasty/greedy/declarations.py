"""The actions that I could declare: how likely each is to succeed, and the value of what follows.

The rules of the game say what an action needs and whom it may name: they are called on the declaration that I imagine.
"""

from dynasty_env.dynasty.greedy.imagine import die, join, value
from dynasty_env.dynasty.greedy.mind import BLACK, RED, attack, declare
from dynasty_env.dynasty.greedy.neuroi import neuroi_war
from dynasty_env.dynasty.greedy.odds import contest_chance, own_chance
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
from dynasty_env.dynasty.greedy.persons import dice_with
from dynasty_env.dynasty.greedy.weights import NEVER, REFUSAL, SCYTHE
from dynasty_env.dynasty.greedy.witches import search_value
from dynasty_env.dynasty.ids import (
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
from dynasty_env.dynasty.material import POPE, SUPPRESSED_FROM, THE_NEUROI, Place
from dynasty_env.dynasty.rules.abilities import may_be_matched, may_be_suppressed, may_make_match
from dynasty_env.dynasty.rules.command import may_command
from dynasty_env.dynasty.rules.hire import hire_cards, hire_dice, hires_at_once, may_recruit
from dynasty_env.dynasty.rules.incite import incite_cards, incite_dice, may_be_incited
from dynasty_env.dynasty.rules.marriage import marriage_cards, marriage_dice
from dynasty_env.dynasty.rules.people import is_spouse, is_wanderer, may_be_married
from dynasty_env.dynasty.rules.procreation import (
    may_have_children,
    may_procreate_with,
    procreation_cards,
    procreation_dice,
)
from dynasty_env.dynasty.rules.reaper import keeper, may_be_reaped
from dynasty_env.dynasty.rules.resolution import dice_left
from dynasty_env.dynasty.rules.stats import prestige
from dynasty_env.dynasty.rules.war import (
    is_joined_by_sea,
    may_attack_neuroi,
    may_be_attacked,
    war_cards,
    war_dice,
    war_of,
)
from dynasty_env.dynasty.rules.witches import may_be_struck
from dynasty_env.europe.material import COUNTRIES, NOBODY, PERSONS, POWER, SEX, Ability
from dynasty_env.europe.rules.special_abilities import has_ability, incites_at_once
from dynasty_env.kit.engine import best, rule


@rule
def declaration(m, action):
    """The value of the best declaration of this kind of action; a pass changes nothing."""
    if action == PASS:
        return m.now + 0.0
    if action == WAR_ON:
        return best_war(m)
    if action == HIRE:
        return best_hire(m)
    if action == EXECUTION:
        return execution(m, spouse_of(m))
    if action == SEARCH:
        return search_value(m)
    if action == MARRIAGE:
        return best_wedding(m, 0)
    if action == PROCREATION:
        return best_procreation(m, 0)
    if action == INCITE:
        return best_incitement(m, 0)
    if action == SUPPRESSION:
        return best_suppression(m, 0)
    if action == MATCHMAKING:
        return best_match(m, 0)
    return best_strike(m, 0) if action == LIGHTNING else best_reaping(m, action)


@rule
def spouse_of(m):
    """My king's first spouse, or nobody."""
    for person in range(PERSONS):
        if is_spouse(m, 0, person):
            return person
    return NOBODY


# marriage, procreation


@rule
def wedding(m, target):
    """The value of my king's proposal to this person."""
    declare(m, MARRIAGE, target, NOBODY)
    chance = own_chance(m, RED, marriage_cards(m), dice_with(m, marriage_dice(m), m.king[0]))
    return mixed(m, chance, married(m, 0, target))


@rule
def procreation(m, spouse):
    """The value of an attempt to have a child with this spouse, or NEVER if they cannot have one."""
    if not may_have_children(m.king[0], spouse):
        return NEVER
    declare(m, PROCREATION, spouse, NOBODY)
    chance = own_chance(m, RED, max(procreation_cards(m), 0), dice_left(m, procreation_dice(m)))
    return mixed(m, chance, procreated(m, 0, spouse))


# war


@rule
def war(m, country, commander):
    """The value of an attack on the country under this commander of mine."""
    if country == THE_NEUROI:
        return neuroi_war(m, commander)
    attack(m, country, commander)
    wanted = war_cards(m) + likely_defence(m, m.holder[country])
    chance = own_chance(m, BLACK, wanted, dice_with(m, war_dice(m), commander))
    won = battle(m, country, 0, commander, NOBODY)
    if has_ability(m, commander, Ability.PLUNDER):
        won = max(won, plundered(m, country, commander, NOBODY))
    return chance * won + (1 - chance) * checked(m, commander)


@rule
def likely_defence(m, holder):
    """The war of the likely defender: the best commander of the country's holder except the king; 0: no defender."""
    found = 0
    if holder >= 0:
        for k in range(m.size[holder]):
            person = m.members[holder, k]
            if m.place[person] != Place.KING:
                found = max(found, war_of(m, person))
    return found


@rule
def war_on(m, country):
    """The value of an attack on the country under my best commander."""
    found = NEVER
    for k in range(m.size[0]):
        attack(m, country, NOBODY)
        if may_command(m, 0, m.members[0, k], country):
            found = max(found, war(m, country, m.members[0, k]))
    return found


@rule
def best_war(m):
    """The value of my best war.

    Of several countries with the same holder, power and way (land or sea) only one is tried.
    """
    found = NEVER
    for country in range(COUNTRIES):
        if may_be_attacked(m, 0, country) and not like_an_earlier_one(m, country):
            found = max(found, war_on(m, country))
    if may_attack_neuroi(m, 0):
        found = max(found, war_on(m, THE_NEUROI))
    return found


@rule
def like_an_earlier_one(m, country):
    """Is there a country with a lower id that is worth exactly as much to attack?"""
    for other in range(country):
        if m.holder[other] == m.holder[country] and POWER[other] == POWER[country] and may_be_attacked(m, 0, other):
            if is_joined_by_sea(m, 0, other) == is_joined_by_sea(m, 0, country):
                return True
    return False


@rule
def defence(m, person):
    """The value of defending my attacked country with this person, or with nobody."""
    m.defender = person
    chance = contest_chance(m, BLACK, war_cards(m), dice_left(m, war_dice(m)), 0, 0)
    won = battle(m, m.country, m.turn_player, m.actor, person)
    lost = battle(m, m.country, 0, m.actor, person)
    return chance * won + (1 - chance) * lost


# hire, incite


@rule
def hire_chance(m, target, recruiter):
    """The chance that the hire of the target succeeds."""
    if hires_at_once(m, 0):
        return 1.0
    declare(m, HIRE, target, recruiter)
    return own_chance(m, BLACK, hire_cards(m), dice_with(m, hire_dice(m), recruiter))


@rule
def hire(m, recruiter, target):
    """The value of an attempt to hire this wanderer."""
    return mixed(m, hire_chance(m, target, recruiter), hired(m, 0, target))


hire_by = best(PERSONS, is_wanderer, hire, NEVER)
"""``(m, recruiter)``: the value of the best hire by this recruiter of mine."""


@rule
def best_hire(m):
    found = NEVER
    for person in range(PERSONS):
        if is_wanderer(m, person):
            success = hired(m, 0, person)
            for k in range(m.size[0]):
                if may_recruit(m, 0, m.members[0, k]):
                    found = max(found, mixed(m, hire_chance(m, person, m.members[0, k]), success))
    return found


@rule
def incitement(m, target):
    """The value of inciting the target."""
    chance = 1.0
    if not incites_at_once(m, 0, target):
        declare(m, INCITE, target, NOBODY)
        chance = own_chance(m, BLACK, incite_cards(m), dice_left(m, incite_dice(m)))
    return mixed(m, chance, incited(m, 0, target))


# death


@rule
def reaping(m, action, person):
    """The value of a death check for this person, by the scythe (which then moves on) or by an assassination.

    A rival can refuse only once a turn; after that another person, even of the same rival, can be named.
    """
    price = SCYTHE if action == REAPER else 0.0
    reward = checked(m, person)
    owner = keeper(m, person)
    if owner == 0 or m.vetoed[owner] == 1 or reward <= m.now:
        return reward - price
    second = m.now
    found = False
    for seat in range(m.num_players):
        if seat == 0 or seat == owner or m.vetoed[seat] == 1:
            other = best_check(m, seat, person)
            if other > NEVER:
                second = max(second, other) if found else other
                found = True
    return REFUSAL * second + (1 - REFUSAL) * reward - price


@rule
def best_check(m, seat, named):
    """The value of the best death check in this seat's dynasty, apart from the person `named` before."""
    found = NEVER
    for k in range(m.size[seat]):
        person = m.members[seat, k]
        if person != named and m.refused[person] == 0:
            found = max(found, checked(m, person))
    if m.pope == seat and named != POPE and m.refused[POPE] == 0:
        found = max(found, checked(m, POPE))
    return found


@rule
def suppression(m, person):
    """§11-03-01: the value of suppressing this person of mine."""
    return mixed(m, (6 - SUPPRESSED_FROM + 1) / 6, dead(m, person))


@rule
def execution(m, spouse):
    """§11-03-07: the value of executing this spouse.

    Marrying again takes another turn, so only half of the value of a new marriage counts.
    """
    if spouse == NOBODY:
        return NEVER
    widowed = dead(m, spouse)
    found = widowed
    for person in range(PERSONS):
        place = m.place[person]
        if place == Place.WANDERER or (place == Place.COURTIER and m.owner[person] == 0):
            if SEX[person] != SEX[m.king[0]]:
                found = max(found, remarriage(m, spouse, person))
    return (widowed + found) / 2


@rule
def remarriage(m, spouse, person):
    """The value of a marriage to this person once my spouse is dead."""
    die(m, spouse)
    declare(m, MARRIAGE, person, NOBODY)
    dice = dice_left(m, marriage_dice(m))
    join(m, person, 0, Place.SPOUSE)
    success = value(m)
    chance = own_chance(m, RED, marriage_cards(m), dice)
    return chance * success + (1 - chance) * dead(m, spouse)


@rule
def match(m, child, king):
    """§11-03-05: the value of matching my child with waste with an unmarried king."""
    chance = max(6 - prestige(m, king), 0) / 6
    return mixed(m, chance, married(m, m.owner[king] + 0, child))


@rule
def match_of(m, child):
    """The value of matching this child with the king who suits me best."""
    found = NEVER
    for seat in range(m.num_players):
        if may_be_matched(m, child, seat):
            found = max(found, match(m, child, m.king[seat] + 0))
    return found


best_wedding = best(PERSONS, may_be_married, wedding, NEVER)
best_procreation = best(PERSONS, may_procreate_with, procreation, NEVER)
best_incitement = best(PERSONS, may_be_incited, incitement, NEVER)
best_reaping = best(POPE + 1, may_be_reaped, reaping, NEVER)
best_suppression = best(PERSONS, may_be_suppressed, suppression, NEVER)
best_match = best(PERSONS, may_make_match, match_of, NEVER)
best_strike = best(PERSONS, may_be_struck, checked, NEVER)
"""The value of such an action with the best person I may name: ``(m, me)``; for the reaper ``(m, action)``."""
