"""Invariants that hold at every decision."""

from dynasty_env.kit.engine import Chapter, Truth, mask_is_counted, rule
from dynasty_env.three_kingdoms.ids import Step
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CARDS,
    CLANS,
    COUNTRIES,
    GENERALS,
    MOST_HEIRS,
    MOST_ROUNDS,
    NEUTRAL,
    NO_ONE,
    NOWHERE,
    OWNERS,
    SIDE_KIND,
    SIDES,
    TURNS,
    UNITS_OF,
    Method,
    Pact,
    Place,
    Role,
    Side,
    Status,
    Work,
)
from dynasty_env.three_kingdoms.table import DIRECTED, DUELLISTS

from .action.alliances import MOST_BANS
from .forces import ATTACKER, DEFENDER, area_count, army_of, plays
from .rulers import has_ruler, heir_of


@rule
def waits(t, step, country):
    """Is a frame of that step waiting, for that country (-1: any)?"""
    for k in range(t.depth):
        if t.stack[k, 0] == step and (country == NO_ONE or t.stack[k, 2] == country):
            return True
    return t.step == step and (country == NO_ONE or t.a == country)


@rule
def troops_are_somebodys(t):
    for area in range(AREAS):
        if t.troops[area] < 0 or t.tired[area] < 0 or t.force[area] < 0 or t.force[area] > t.troops[area]:
            return False
        if t.control[area] == NEUTRAL and t.troops[area] > 0:
            return False
        if t.control[area] == CLANS and t.troops[area] == 0 and t.battle != area:
            return False
    for owner in range(OWNERS):
        if t.army[owner] < 0 or (t.army[owner] > 0 and t.battle == NOWHERE):
            return False
    return True


@rule
def areas_are_somebodys(t):
    for area in range(AREAS):
        owner = t.control[area]
        if owner < NEUTRAL or owner > CLANS:
            return False
        if 0 <= owner < COUNTRIES and not plays(t, owner):
            return False
    return True


@rule
def generals_are_somewhere(t):
    for general in range(GENERALS):
        serving = t.place[general] == Place.SERVING
        if t.unit[general] < 0 or t.unit[general] >= UNITS_OF[general]:
            return False
        if serving != (t.country[general] != NO_ONE):
            return False
        if serving and not plays(t, t.country[general]):
            return False
        if not serving and t.place[general] != Place.FREE and t.area[general] != NOWHERE:
            return False
    return True


@rule
def generals_stand_on_their_countrys_ground(t):
    for general in range(GENERALS):
        if t.place[general] == Place.SERVING and t.area[general] != NOWHERE:
            area = t.area[general]
            if t.control[area] != t.country[general]:
                if area != t.battle or not is_in_a_lost_fight_or_attacks(t, general):
                    return False
    return True


@rule
def is_in_a_lost_fight_or_attacks(t, general):
    """T15, T18: a defender of his country's last area stays until the fight ends, when the country falls."""
    army = army_of(t, general)
    return army == ATTACKER or (army == DEFENDER and area_count(t, t.country[general]) == 0)


@rule
def free_generals_are_nobodys(t):
    for general in range(GENERALS):
        if t.place[general] == Place.FREE:
            if t.area[general] == NOWHERE:
                return False
            owner = t.control[t.area[general]]
            if owner != NEUTRAL and owner != CLANS and t.area[general] != t.battle:
                return False
    return True


@rule
def countries_have_rulers(t):
    """T18: a country without an area falls when the fight ends."""
    for country in range(COUNTRIES):
        if plays(t, country) and not has_ruler(t, country) and t.done == 0:
            falls = t.battle != NOWHERE and area_count(t, country) == 0
            if not falls and not waits(t, Step.SUCCEED, country) and not waits(t, Step.HEIR_AREA, country):
                return False
    return True


@rule
def rulers_stand_in_their_lines(t):
    """§26.6, T63: `heir` is the ruler's place in the line, unless the next heir is about to enter."""
    for country in range(COUNTRIES):
        if t.heir[country] < 0 or t.heir[country] >= MOST_HEIRS:
            return False
        if plays(t, country) and t.done == 0 and heir_of(t, country, t.heir[country]) != t.ruler[country]:
            if not waits(t, Step.SUCCEED, country) and not waits(t, Step.HEIR_AREA, country):
                return False
        if t.taken_by[country] < NO_ONE or t.taken_by[country] > CLANS or t.taken_by[country] == country:
            return False
    return True


@rule
def countries_have_areas(t):
    for country in range(COUNTRIES):
        areas = area_count(t, country)
        if plays(t, country):
            if areas == 0 and t.battle == NOWHERE and t.done == 0:
                return False
        elif areas > 0:
            return False
    return True


@rule
def travellers_wait_for_rulers(t):
    for general in range(GENERALS):
        if t.place[general] == Place.SERVING and t.area[general] == NOWHERE and t.done == 0:
            if t.battle == NOWHERE and not waits(t, Step.ARRIVE, NO_ONE) and not waits(t, Step.HEIR_AREA, NO_ONE):
                return False
    return True


@rule
def seats_have_countries(t):
    for country in range(COUNTRIES):
        seat = t.country_seat[country]
        if seat != NO_ONE and t.seat_country[seat] != country:
            return False
        if (t.status[country] == Status.ABSENT) != (t.ruler[country] == NO_ONE):
            return False
    if t.done == 0 and t.step != Step.POWER:
        return plays(t, t.seat_country[t.seat])
    return True


@rule
def bans_lie_on_open_sides(t):
    for side in range(SIDES):
        if t.bans[side] < 0 or t.bans[side] > MOST_BANS or (SIDE_KIND[side] == Side.CLOSED and t.bans[side] > 0):
            return False
    return True


@rule
def roles_belong_to_fights(t):
    for general in range(GENERALS):
        role = t.role[general]
        if role != Role.NONE and t.battle == NOWHERE and (t.target == NOWHERE or role != Role.ATTACKS):
            return False
        if role != Role.NONE and t.battle != NOWHERE and t.done == 0:
            if t.place[general] != Place.SERVING or t.area[general] != t.battle:
                return False
        if role == Role.DEFENDS and t.country[general] != t.defender and t.defender != NO_ONE:
            return False
    return True


@rule
def nothing_is_left_of_fights(t):
    """T18: without a current fight, nothing of one is left; a duel is never interrupted."""
    for k in range(DUELLISTS):
        if t.ahead[k] != 0 or t.duellist[k] != NO_ONE or t.duellist[DUELLISTS + k] != NO_ONE:
            return False
    if t.battle != NOWHERE or t.done == 1:
        return True
    for general in range(GENERALS):
        if t.goal[general] != NOWHERE:
            return False
    for army in range(2):
        if t.player[army] != NO_ONE or t.hurt[army] != 0:
            return False
    if t.defender != NO_ONE or t.first_attacker != NO_ONE or t.fled != -1 or t.split_with != NO_ONE:
        return False
    return t.rounds + t.method + t.number + t.had_troops + t.split + t.across_rivers == 0


@rule
def fights_are_fought_as_the_book_says(t):
    """§18.4: the state of a current fight: the dice, the rounds, who plays, and who has lost troops."""
    for army in range(2):
        if t.player[army] < NO_ONE or t.player[army] >= t.num_players or t.hurt[army] < 0 or t.hurt[army] > 1:
            return False
    if t.rounds < 0 or t.rounds > MOST_ROUNDS or t.number < 0 or t.number > DUELLISTS:
        return False
    if t.fled < -1 or t.fled > DEFENDER or (t.split == 0) != (t.split_with == NO_ONE):
        return False
    return t.method >= 0 and t.method <= Method.STRATAGEM


@rule
def nothing_is_left_of_phases(t):
    """§9.7, §11.7, §12.2: outside a power's phase nothing of a phase is left."""
    if t.power != NO_ONE or t.done == 1:
        return True
    for area in range(AREAS):
        if t.work[area] != Work.NOTHING or t.clan_group[area] + t.clans_invaded[area] + t.barred[area] != 0:
            return False
    for country in range(COUNTRIES):
        if t.allied[country] != Pact.NONE or t.invaded[country] + t.asked[country] != 0:
            return False
        if t.ally_troops[country] + t.ally_generals[country] != 0:
            return False
    return t.points + t.directed_size + t.marching_clans == 0 and t.target == NOWHERE


@rule
def directed_are_allied(t):
    """T64: exactly the owners directed in this phase are listed, in the order allied; §14.2: a group is of clans."""
    for k in range(DIRECTED):
        which = t.directed[k]
        if (which == NO_ONE) != (k >= t.directed_size):
            return False
        if 0 <= which < COUNTRIES and plays(t, t.power) and t.allied[which] != Pact.DIRECTED:
            return False
    for area in range(AREAS):
        if t.clan_group[area] != 0 and t.control[area] != CLANS:
            return False
    return True


@rule
def who_has_come_in_is_there(t):
    """T64: moved troops are where they went, and are only recorded while units are redeployed."""
    moving = t.free_moves == 1 or t.done == 1 or waits(t, Step.REDEPLOY, NO_ONE)
    for area in range(AREAS):
        if t.moved_in[area] < 0 or t.moved_in[area] > t.troops[area] or (t.moved_in[area] > 0 and not moving):
            return False
        if t.reach[area] < NOWHERE or t.reach[area] >= AREAS:
            return False
    return True


@rule
def turn_is_of_this_game(t):
    turned = 0
    for card in range(CARDS):
        turned += t.turned[card]
    of_period = (t.turn - 1) % 5 + 1
    if t.first_turn > t.turn and t.turn != t.first_turn - 1:
        return False
    return t.turn <= TURNS and (t.turn < t.first_turn or turned <= 5 * of_period) and t.points >= 0


CHAPTER = Chapter(
    __name__,
    truths=(
        Truth("troops are counted, clans are where they are, and nobody's areas have none", troops_are_somebodys),
        Truth("an area is a country's that is in the game, the clans', or nobody's", areas_are_somebodys),
        Truth("a general serves a country that is in the game, or none", generals_are_somewhere),
        Truth(
            "generals stand in areas of their country, or attack, or have lost its last one in this fight",
            generals_stand_on_their_countrys_ground,
        ),
        Truth("free generals lie in areas that no country controls, or where a fight is", free_generals_are_nobodys),
        Truth("a country has a ruler, or is about to get one", countries_have_rulers),
        Truth(
            "the ruler is the heir whose turn it is, and another took the area lost last", rulers_stand_in_their_lines
        ),
        Truth("a country that is in the game has an area, a fallen one none", countries_have_areas),
        Truth("who is on the way has a ruler to wait for", travellers_wait_for_rulers),
        Truth("seats and countries agree, and whoever decides is in the game", seats_have_countries),
        Truth("ban markers lie on sides that are not closed", bans_lie_on_open_sides),
        Truth("who attacks or defends is where the fight is", roles_belong_to_fights),
        Truth("nothing is left of a fight that is over", nothing_is_left_of_fights),
        Truth("a fight has methods, rounds, players and losses of the book", fights_are_fought_as_the_book_says),
        Truth("nothing is left of a phase that is over", nothing_is_left_of_phases),
        Truth("who is directed is allied, and clan groups are of clans", directed_are_allied),
        Truth("troops that have been moved are there", who_has_come_in_is_there),
        Truth("the turn is of this game, with its cards", turn_is_of_this_game),
        Truth("the mask agrees with the number of choices, and a decision has one", mask_is_counted),
    ),
)
