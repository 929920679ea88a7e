"""§05, §11, SW02: the numbers and abilities of persons as the player sees them, with the effects of pope and events."""

from dynasty_env.dynasty.material import (
    ABILITY,
    ADMIRATION_FERTILITY,
    AMBITION,
    BASE_PERSONS,
    COLOUR,
    DOLL_STATS,
    FERTILITY,
    GOVERNANCE,
    HAND_SIZE,
    LIFE,
    MOCKED_AMBITION,
    MOCKED_LIFE,
    NEIGHBOUR,
    NOBODY,
    POPE_PRESTIGE,
    PRESTIGE,
    RELIGION,
    SEA_WAR,
    SULEIMAN,
    WAR,
    WAR_TAX_HAND,
    WAY,
    WITCH,
    WITCH_SPOUSE,
    WITCH_WITH,
    Ability,
    Event,
    Place,
    Religion,
    Way,
)
from dynasty_env.dynasty.seen.view import NO_SEAT
from dynasty_env.kit.engine.rule import rule


@rule
def is_mocked(m, person):
    """SW02-08-11: is the event not jealous attached to this person?"""
    return m.carrier[Event.NOT_JEALOUS] == person


@rule
def raised(m, person):
    """SW02-08-05: what the doll adds to each number of the king whose spouse it is."""
    return DOLL_STATS if m.carrier[Event.DOLL] == person else 0


@rule
def war_of(m, person):
    return 0 if is_mocked(m, person) else WAR[person] + raised(m, person)


@rule
def governance_of(m, person):
    return 0 if is_mocked(m, person) else GOVERNANCE[person] + raised(m, person)


@rule
def fertility_of(m, person):
    """SW02-08-03: admiration adds 3."""
    if is_mocked(m, person):
        return 0
    admired = ADMIRATION_FERTILITY if m.carrier[Event.ADMIRATION] == person else 0
    return FERTILITY[person] + raised(m, person) + admired


@rule
def life_of(m, person):
    return MOCKED_LIFE if is_mocked(m, person) else LIFE[person] + raised(m, person)


@rule
def ambition_of(m, person):
    return MOCKED_AMBITION if is_mocked(m, person) else AMBITION[person] + raised(m, person)


@rule
def own_prestige(m, person):
    """A person's prestige without the pope's bonus."""
    return 0 if is_mocked(m, person) else PRESTIGE[person] + raised(m, person)


@rule
def prestige_of(m, person):
    """§11-01: the pope adds 2 for persons of religion CC or C in his holder's dynasty."""
    if m.owner[person] == m.pope and 0 <= RELIGION[person] <= Religion.C and not is_mocked(m, person):
        return own_prestige(m, person) + POPE_PRESTIGE
    return own_prestige(m, person)


@rule
def witch_points(m, person):
    """SW02-05: the points that this person is worth as a spouse for being a witch."""
    return WITCH_SPOUSE * WITCH[person] * m.witches


@rule
def ability_of(m, person):
    """§11-03, SW02-07: a person's ability; with the option `abilities` off only persons of the expansion have one."""
    if m.abilities == 1 or (m.witches == 1 and person >= BASE_PERSONS):
        return ABILITY[person] + 0
    return Ability.NONE + 0


@rule
def same_religion(one, other):
    """§05-03, D-R3: 1 if the two are of the same religion, else 0."""
    if one == SULEIMAN or other == SULEIMAN:
        return 0
    return 1 if abs(RELIGION[one] - RELIGION[other]) <= 1 else 0


@rule
def is_married(m, seat):
    for k in range(m.size[seat]):
        person = m.members[seat, k]
        if m.owner[person] == seat and m.place[person] == Place.SPOUSE:
            return True
    return False


@rule
def is_free(m, person):
    """SW02-02: has this witch her ability: is she neither a spouse nor a married king? The Healer always has hers."""
    if m.place[person] == Place.KING:
        return m.carrier[Event.DOLL] != person and not is_married(m, m.owner[person])
    return m.place[person] != Place.SPOUSE or ABILITY[person] == Ability.HEALING


@rule
def has_witch(m, seat, ability):
    """SW02-02: is the witch with this ability in the dynasty, and does she have it now?"""
    if m.witches == 0:
        return False
    witch = WITCH_WITH[ability]
    return m.owner[witch] == seat and is_free(m, witch)


@rule
def helps_to_succeed(m, actor):
    """SW02-07: does the actor have an ability that makes success more likely?"""
    if m.witches == 0:
        return False
    gift = ABILITY[actor]
    return (
        gift == Ability.EVIL_EYE
        or gift == Ability.BALLISTICS
        or gift == Ability.GALE
        or gift == Ability.MIGHT
        or gift == Ability.DEFLECTION
    ) and is_free(m, actor)


@rule
def wasted(m, seat):
    """§11-03-05: how many dice the waste of its king and spouses costs a dynasty."""
    dice = 0
    for k in range(m.size[seat]):
        person = m.members[seat, k]
        if m.owner[person] == seat and (m.place[person] == Place.KING or m.place[person] == Place.SPOUSE):
            if ability_of(m, person) == Ability.WASTE:
                dice += 1
    return dice


@rule
def commands_with(m, person, by_sea):
    """The war of a commander; §11-03-09: exactly 4 with sea-4, if the two sides are joined by sea (`by_sea`)."""
    if by_sea and ability_of(m, person) == Ability.SEA_4:
        return SEA_WAR
    return war_of(m, person)


@rule
def lies_by_sea(m, seat, country):
    """§11-03-09: is the country joined by sea to any territory of this seat?"""
    for way in range(4):
        other = NEIGHBOUR[country, way]
        if other != NOBODY and WAY[country, way] == Way.SEA and m.holder[other] == seat:
            return True
    return False


@rule
def may_be_attacked(m, country):
    """§09-03-01: may I attack this country?"""
    if m.holder[country] == 0 or m.holder[country] > NO_SEAT:
        return False
    if m.adjacency == 0:
        return True
    for way in range(4):
        other = NEIGHBOUR[country, way]
        if other != NOBODY and m.holder[other] == 0:
            return True
    return False


@rule
def hand_limit(m):
    """§08-02-04, §11-03-08: how many cards I may keep."""
    for k in range(m.size[0]):
        person = m.members[0, k]
        if m.place[person] != Place.KING and ability_of(m, person) == Ability.WAR_TAX:
            return WAR_TAX_HAND
    return HAND_SIZE


@rule
def may_lie_in(m, person, deck):
    """For all I know, can the person be in this person deck? Persons of the expansion only if I saw them there."""
    if m.place[person] != Place.DECK:
        return False
    if person < BASE_PERSONS:
        return COLOUR[person] == deck
    return m.seen_in[person - BASE_PERSONS] == deck + 1
