"""Trying out what may happen: move persons and countries, value the position, and put everything back."""

from math import exp

from dynasty_env.dynasty.greedy.odds import BIRTHS, MOST_ROLLED
from dynasty_env.dynasty.greedy.weights import BIRTH, COMMANDER, COURTIER, HEIR, LAST_LAND
from dynasty_env.dynasty.material import BIRTH_CARDS, COLOUR, NOBODY, OTTOMAN, POWER, SULEIMAN, Holder, Place
from dynasty_env.dynasty.rules.death import heir_of
from dynasty_env.dynasty.rules.procreation import may_have_children
from dynasty_env.dynasty.rules.resolution import wasted_dice
from dynasty_env.dynasty.rules.score import standing
from dynasty_env.dynasty.rules.stats import fertility, prestige, war_value
from dynasty_env.dynasty.views.view import WITCH_POINTS
from dynasty_env.kit.engine.rule import rule

LOST = 1e-6
"""If the updated sum of odds falls below this fraction of the old sum, it is added up anew to avoid rounding errors."""

# moving pieces


@rule
def put(m, person, seat, place):
    """Put the person into a dynasty at `place`, or into no dynasty if `seat` is NOBODY."""
    before = m.owner[person] + 0
    m.moved[m.moves] = person
    m.was_owner[m.moves] = before
    m.was_place[m.moves] = m.place[person]
    m.moves += 1
    if before != NOBODY:
        m.touched[before] = 1
    if seat != NOBODY:
        m.touched[seat] = 1
        if seat != before:
            m.members[seat, m.size[seat]] = person
            m.size[seat] += 1
    stand(m, person, seat, place)


@rule
def stand(m, person, seat, place):
    """Record a person's new place, and any change of king that comes with it."""
    if m.place[person] == Place.KING and m.owner[person] != NOBODY:
        m.king[m.owner[person]] = NOBODY
    m.owner[person] = seat
    m.place[person] = place
    if place == Place.KING and seat != NOBODY:
        m.king[seat] = person


@rule
def hand_over(m, country, holder):
    """Give the country to another holder, or take it out of play."""
    before = m.holder[country] + 0
    m.passed[m.passings] = country
    m.was_holder[m.passings] = before
    m.passings += 1
    if before >= 0:
        m.touched[before] = 1
    if holder >= 0:
        m.touched[holder] = 1
    hold(m, country, holder)


@rule
def hold(m, country, holder):
    """Record a country's new holder, and the totals of the dynasties concerned."""
    before = m.holder[country]
    if before >= 0:
        m.lands[before] -= 1
        m.power[before] -= POWER[country]
    m.holder[country] = holder
    if holder >= 0:
        m.lands[holder] += 1
        m.power[holder] += POWER[country]


@rule
def give_pope(m, seat):
    m.touched[m.pope] = 1
    m.touched[seat] = 1
    m.pope = seat


@rule
def forget(m):
    """Put everything back as it really is."""
    for i in range(m.moves - 1, -1, -1):
        person = m.moved[i]
        seat = m.owner[person]
        if seat != NOBODY and seat != m.was_owner[i]:
            m.size[seat] -= 1
        stand(m, person, m.was_owner[i], m.was_place[i])
    m.moves = 0
    for i in range(m.passings - 1, -1, -1):
        hold(m, m.passed[i], m.was_holder[i])
    m.passings = 0
    m.pope = m.true_pope
    for seat in range(m.num_players):
        m.touched[seat] = 0


@rule
def join(m, person, seat, place):
    """The person joins a dynasty; §11-02: Suleiman brings the Ottoman Empire with him."""
    put(m, person, seat, place)
    if person == SULEIMAN and m.holder[OTTOMAN] != seat:
        hand_over(m, OTTOMAN, seat)


@rule
def die(m, person):
    """The person dies. §10-02: the heir succeeds a dead king; §11-02: the Ottoman Empire leaves play with Suleiman."""
    seat = m.owner[person] + 0
    if seat == NOBODY:
        return
    was_king = m.king[seat] == person
    put(m, person, NOBODY, Place.GONE)
    if was_king:
        succeed(m, seat)
    if person == SULEIMAN and m.holder[OTTOMAN] >= 0:
        hand_over(m, OTTOMAN, Holder.OUT)


@rule
def succeed(m, seat):
    """§10-02: the eldest son becomes king, else the eldest daughter; other children and the spouse become courtiers."""
    heir = heir_of(m, seat)
    for k in range(m.size[seat]):
        person = m.members[seat, k]
        if m.owner[person] == seat and (m.place[person] == Place.SPOUSE or m.place[person] == Place.CHILD):
            put(m, person, seat, Place.KING if person == heir else Place.COURTIER)


@rule
def revolt(m, person):
    """§11-03-04: the person takes the old king's place; D-R19: spouse and children keep their places."""
    seat = m.owner[person] + 0
    if m.king[seat] != NOBODY:
        old = m.king[seat] + 0
        put(m, old, NOBODY, Place.GONE)
        if old == SULEIMAN and m.holder[OTTOMAN] >= 0:
            hand_over(m, OTTOMAN, Holder.OUT)
    put(m, person, seat, Place.KING)


# the value of the position


@rule
def strength(m, seat):
    """The points of a dynasty, plus an estimate of the points that it will gain."""
    worth = float(m.power[seat])
    if m.lands[seat] == 1:
        worth += LAST_LAND
    king = m.king[seat]
    if king == NOBODY:
        return worth
    births = 0.0
    best = 0
    waste = -1  # not yet counted
    heir = False
    for k in range(m.size[seat]):
        person = m.members[seat, k]
        if m.owner[person] != seat:
            continue
        place = m.place[person]
        if place != Place.COURTIER:
            worth += prestige(m, person)
        if place != Place.KING:
            worth += COURTIER
            best = max(best, war_value(m, person))
        if place == Place.CHILD:
            heir = True
        elif place == Place.SPOUSE:
            worth += WITCH_POINTS[person]
            if waste < 0:
                waste = wasted_dice(m, seat)
            births = max(births, birth_chance(m, king, person, waste))
    if heir:
        worth += HEIR
    return worth + BIRTH * births + COMMANDER[min(best, len(COMMANDER) - 1)]


@rule
def birth_chance(m, king, spouse, waste):
    """§09-02: the chance of a birth from a full pack if nobody plays a card; the ability waste costs `waste` dice."""
    if not may_have_children(king, spouse):
        return 0.0
    dice = fertility(m, king) - waste
    if COLOUR[king] != COLOUR[spouse]:
        dice += 1
    return BIRTHS[min(max(dice, 0), MOST_ROLLED), max(BIRTH_CARDS - fertility(m, spouse), 0)]


@rule
def weigh(m):
    """Work out how strong each dynasty is, and the value of the current position."""
    m.total = 0.0
    for seat in range(m.num_players):
        m.strength[seat] = strength(m, seat)
        m.odds[seat] = exp(m.strength[seat] / m.scale)
        m.total += m.odds[seat]
    m.now = final_share(m) if m.ending == 1 else m.odds[0] / m.total


@rule
def value(m):
    """My chance of winning, 0 … 1, after the changes being tried out; everything is put back afterwards."""
    found = share(m)
    forget(m)
    return found


@rule
def share(m):
    """My chance of winning, 0 … 1, after the changes being tried out."""
    if m.ending == 1:
        return final_share(m)
    mine = m.odds[0]
    total = m.total
    for seat in range(m.num_players):
        if m.touched[seat] == 1:
            if is_ruined(m, seat):
                return final_share(m)
            odds = exp(strength(m, seat) / m.scale)
            total += odds - m.odds[seat]
            if seat == 0:
                mine = odds
    return mine / (total if total > LOST * m.total else summed(m))


@rule
def summed(m):
    """The sum of all odds after the changes being tried out, added up from scratch.

    Needed if the odds of a seat far ahead have vanished: subtracting them from the old sum leaves only rounding errors.
    """
    total = 0.0
    for seat in range(m.num_players):
        total += exp(strength(m, seat) / m.scale) if m.touched[seat] == 1 else m.odds[seat]
    return total


@rule
def is_ruined(m, seat):
    """§07-01: has the dynasty lost its king or all its territories?"""
    return m.king[seat] == NOBODY or m.lands[seat] == 0


@rule
def final_share(m):
    """§07: my share of the victory if the game ended now: 0, 1, or a fraction if several seats share it."""
    mine = rank(m, 0)
    ties = 1
    for seat in range(1, m.num_players):
        other = rank(m, seat)
        if other > mine:
            return 0.0
        if other == mine:
            ties += 1
    return 1.0 / ties if mine > 0 else 0.0


@rule
def rank(m, seat):
    """§07-02: a number that is higher for a better place, or 0 for a dynasty that is ruined."""
    return 0 if is_ruined(m, seat) else standing(m, seat)
