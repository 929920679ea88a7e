"""What a seat sees: the layout of observations, `observe`, and the same in words."""

from typing import Any

from numpy import int8, int16

from dynasty_env.kit.engine.bits import WORD, found, lowest
from dynasty_env.kit.engine.loop import has_list, is_listed
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import FIRST_AUTOMATIC
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.seats.views import head
from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.ids import SLOTS, Step
from dynasty_env.three_kingdoms.material import (
    ABSENT,
    AREA_NAMES,
    AREAS,
    CARDS,
    COUNTRIES,
    COUNTRY_NAMES,
    GENERAL_NAMES,
    GENERALS,
    NO_ONE,
    NOWHERE,
    OPEN_SIDE,
    OPEN_SIDES,
    OWNERS,
    POINTS,
    SEATS,
    SIDES,
    STATS,
    Place,
    Status,
)
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, DEFENDER, value
from dynasty_env.three_kingdoms.rules.nouns import leaving, listed
from dynasty_env.three_kingdoms.table import MARKERS

from .hide import are_picks_hidden, is_pick
from .public_table import public_table

MOST, BITS = 127, 7
"""The greatest number in an observation, and its bits; the rest of larger numbers of troops is in units of 128."""
MINOR, ABSENT_COUNTRY = SEATS, SEATS + 1
ON_THE_WAY, NOT_YET, OUT = AREAS, AREAS + 1, AREAS + 2
FRESH, TIRED, ATTACKING, DEFENDING, RESTING, NAMED = range(6)
MANY = 64
"""How many generals are counted at a time: as many as processors compare in one operation."""
REST = GENERALS % MANY
WHOLE = GENERALS - REST
assert WHOLE == 3 * MANY, "count_generals counts three whole blocks, and the rest"
LAST_STEP = max(int(step) for step in Step if step < FIRST_AUTOMATIC)

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, LAST_STEP, True, "the open decision: its Step; 0: the game is over"),
        Piece("deciding", (1,), 0, SEATS - 1, True, "deciding seat, counted from me"),
        Piece("about", (2,), -1, MOST, False, "the open decision's two numbers (`Phase.frame`); 0 while others name"),
        Piece("scenario", (1,), 0, 8, True, "0: the campaign"),
        Piece("turn", (2,), 0, 45, False, "the turn, and how many have been played"),
        Piece("country", (1,), 0, COUNTRIES - 1, True, "my country"),
        Piece("players", (COUNTRIES,), 0, SEATS + 1, True, "who plays each country, from me; 11 nobody, 12 not in it"),
        Piece("rulers", (COUNTRIES,), 0, OUT, True, "where each ruler is; 37: on the way, 39: there is none"),
        Piece("points", (COUNTRIES,), 0, MOST, False, "points of each country"),
        Piece("start_points", (COUNTRIES,), 0, MOST, False, "points that it began with"),
        Piece("control", (AREAS,), 0, OWNERS, True, "country, 11: clans, 12: nobody"),
        Piece("troops", (AREAS,), 0, MOST, False, "troops, up to 127 …"),
        Piece("troops_128", (AREAS,), 0, MOST, False, "… and how often 128 of them"),
        Piece("tired", (AREAS,), 0, MOST, False, "how many of them have acted, up to 127"),
        Piece("generals_there", (AREAS,), 0, MOST, False, "generals of each area's country"),
        Piece("work", (AREAS,), -1, 3, True, "what an area has done in this step (`Work`)"),
        Piece("bans", (OPEN_SIDES,), 0, 100, False, "ban markers on each side that can be crossed"),
        Piece("where", (GENERALS,), 0, OUT, True, "area of each general; 37: on the way, 38: not yet, 39: out"),
        Piece("serves", (GENERALS,), 0, COUNTRIES, True, "country that each general serves; 11: none"),
        Piece("doing", (GENERALS,), 0, NAMED, True, "0 fresh, 1 has acted, 2 attacks, 3 defends, 4 rests, 5 is named"),
        Piece("units", (GENERALS,), 0, 2, False, "which unit of the general it is"),
        Piece("listed", (SLOTS, 6), -1, 8, False, "my k-th general to name: his five values, and 1 for a ruler"),
        Piece("power", (1,), 0, COUNTRIES, True, "power whose phase it is; 11: none"),
        Piece("diplomacy", (1,), 0, MOST, False, "points of diplomacy"),
        Piece("allied", (COUNTRIES,), 0, 3, True, "relation of each country to that power (`Pact`)"),
        Piece("allowed", (COUNTRIES, 2), 0, MOST, False, "troops and generals that an ally may still use"),
        Piece("clan_group", (AREAS,), 0, 16, False, "number of the allied clan group, 0: none"),
        Piece("invaded", (COUNTRIES,), 0, 1, True, "has been invaded in this phase"),
        Piece("answers", (COUNTRIES, COUNTRIES), 0, 2, True, "asked for an alliance in this turn: 1 no, 2 yes"),
        Piece("last_answers", (COUNTRIES, COUNTRIES), 0, 2, True, "… in the last turn"),
        Piece("cup", (MARKERS,), 0, 1, True, "markers in the cup: countries, clans, thaw"),
        Piece("turned", (CARDS,), 0, 1, True, "destiny cards of the period that have been turned up"),
        Piece("target", (1,), 0, AREAS, True, "area being invaded; 37: none"),
        Piece("force", (AREAS,), 0, MOST, False, "troops that march from each area, up to 127"),
        Piece("battle", (1,), 0, AREAS, True, "area of the fight; 37: none"),
        Piece("army", (OWNERS,), 0, MOST, False, "attacking troops of each country, up to 127"),
        Piece("fight", (6,), 0, MOST, False, "round, method, number, rivers; players of both armies, from me, + 1"),
    ],
    labels={
        "phase": Step,
        "country": COUNTRY_NAMES,
        "power": (*COUNTRY_NAMES, "nobody"),
        "target battle": (*AREA_NAMES, "none"),
    },
    entries={
        "players rulers points start_points allied allowed invaded": COUNTRY_NAMES,
        "control troops troops_128 tired generals_there work clan_group force": AREA_NAMES,
        "where serves doing units": GENERAL_NAMES,
    },
)


@rule
def observe(t, me, seen):
    """Write what `me` sees: everything but the generals that others are naming (T13)."""
    find_generals(t, seen)
    observe_decision(t, me, seen)
    observe_countries(t, me, seen)
    observe_areas(t, seen)
    observe_fight(t, me, seen)
    count_generals(seen)
    observe_generals(t, me, seen)


@rule
def observe_decision(t, me, seen):
    n = t.num_players
    seen.phase = t.step if t.done == 0 else 0
    seen.deciding = (t.seat - me + n) % n
    hidden = t.done == 1 or (is_pick(t.step) and t.seat != me)
    seen.about[0] = 0 if hidden else min(max(t.a, -1), MOST)
    seen.about[1] = 0 if hidden else min(max(t.b, -1), MOST)
    seen.scenario = t.scenario
    seen.turn[0] = t.turn
    seen.turn[1] = max(t.turn - t.first_turn + 1, 0)
    for k in range(SLOTS):
        for stat in range(len(STATS) + 1):
            seen.listed[k, stat] = ABSENT
    if t.done == 0 and t.seat == me and has_list(t.step):
        observe_listed(t, seen)


@rule
def is_in(t, area, general):
    return t.area[general] == area


in_area = found(GENERALS, is_in)


@rule
def observe_listed(t, seen):
    """All listed generals are in the area of the fight, or in the one that the decision is about."""
    where = int8(t.battle if is_pick(t.step) else t.a)
    slot = 0
    for start in range(0, GENERALS, WORD):
        bits = in_area(t, where, start)
        while bits != 0:
            general = start + lowest(bits)
            bits &= bits - 1
            if slot < SLOTS and is_listed(t, general):
                for stat in range(len(STATS)):
                    seen.listed[slot, stat] = value(t, general, stat)
                seen.listed[slot, len(STATS)] = 1 if t.ruler[t.country[general]] == general else 0
                slot += 1


@rule
def observe_countries(t, me, seen):
    seen.country = max(t.seat_country[me], 0)
    me8, many, zero, most = int8(me), int8(t.num_players), int8(0), int16(MOST)
    minor, absent, on_the_way, out = int8(MINOR), int8(ABSENT_COUNTRY), int8(ON_THE_WAY), int8(OUT)
    playing, serving = int8(Status.PLAYING), int8(Place.SERVING)
    for country in range(COUNTRIES):
        seat, status = t.country_seat[country], t.status[country]
        away = int8(seat - me8)
        away = int8(away + many) if away < zero else away
        away = minor if seat < zero else away
        seen.players[country] = away if status == playing else absent
    for country in range(COUNTRIES):
        ruler = max(t.ruler[country], 0)
        area, place, own, status = t.area[ruler], t.place[ruler], t.country[ruler], t.status[country]
        reigns = (t.ruler[country] >= 0) & (place == serving) & (own == country) & (status == playing)
        area = on_the_way if area < zero else area
        seen.rulers[country] = area if reigns else out
    for country in range(COUNTRIES):
        seen.start_points[country] = min(t.start_points[country], most)
    for country in range(COUNTRIES):
        seen.allied[country] = t.allied[country]
        seen.invaded[country] = t.invaded[country]
    for country in range(COUNTRIES):
        seen.allowed[country, 0] = min(t.ally_troops[country], most)
        seen.allowed[country, 1] = min(t.ally_generals[country], most)
    for k in range(COUNTRIES * COUNTRIES):  # as one row of bytes: eight times as fast as in rows of eleven
        seen.answers[k // COUNTRIES, k % COUNTRIES] = t.answer[k // COUNTRIES, k % COUNTRIES]
    for k in range(COUNTRIES * COUNTRIES):
        seen.last_answers[k // COUNTRIES, k % COUNTRIES] = t.last_answer[k // COUNTRIES, k % COUNTRIES]
    for marker in range(MARKERS):
        seen.cup[marker] = t.cup[marker]
    for card in range(CARDS):
        seen.turned[card] = t.turned[card]


@rule
def observe_areas(t, seen):
    nobody, zero, most = int8(OWNERS), int8(0), int16(MOST)
    for area in range(AREAS):
        owner = t.control[area]
        seen.control[area] = nobody if owner < zero else owner
    for area in range(AREAS):
        seen.work[area] = t.work[area]
    for area in range(AREAS):
        seen.clan_group[area] = t.clan_group[area]
    for area in range(AREAS):
        seen.troops[area] = t.troops[area] & MOST
        seen.troops_128[area] = t.troops[area] >> BITS
    for area in range(AREAS):
        seen.tired[area] = min(t.tired[area], most)
        seen.force[area] = min(t.force[area], most)
    banned = zero
    for side in range(SIDES):
        banned = int8(banned | t.bans[side])
    if banned == zero:
        for k in range(OPEN_SIDES):
            seen.bans[k] = zero
    else:
        for k in range(OPEN_SIDES):
            seen.bans[k] = t.bans[OPEN_SIDE[k]]
    add_points(t, seen)


@rule
def add_points(t, seen):
    """The points of areas.

    Each area adds to the byte of its country; there are eight bytes to a number, all large enough.
    """
    first, second = 0, 0
    for area in range(AREAS):
        owner = t.control[area] + 0
        added = POINTS[area] << ((owner & 7) << 3)
        first += added * (owner >> 3 == 0)
        second += added * (owner >> 3 == 1)
    for k in range(8):
        seen.points[k] = min(first >> 8 * k & 255, MOST)
    for k in range(COUNTRIES - 8):
        seen.points[8 + k] = min(second >> 8 * k & 255, MOST)


@rule
def find_generals(t, seen):
    """Find the generals in an area of their country; attackers, who have an odd Role, do not count.

    Those after the last whole block are also written as a block, into a row that is filled in later.
    """
    zero, one, out, serving = int8(0), int8(1), int8(OUT), int8(Place.SERVING)
    for general in range(GENERALS):
        area, place, role = t.area[general], t.place[general], t.role[general]
        seen.where[general] = area if (place == serving) & (role & one == zero) else out
    for k in range(MANY):
        seen.doing[k] = out
    for k in range(REST):
        area, place, role = t.area[WHOLE + k], t.place[WHOLE + k], t.role[WHOLE + k]
        seen.doing[k] = area if (place == serving) & (role & one == zero) else out


@rule
def count_generals(seen):
    """Count these generals in each area. Four counts of bytes take a comparison and a population count each.

    Other pieces are written in between: processors stall if they read in one operation what has just been stored in
    several.
    """
    for area in range(AREAS):
        here = int8(area)
        first, second, third, rest = int8(0), int8(0), int8(0), int8(0)
        for k in range(MANY):
            first = int8(first + int8(seen.where[k] == here))
            second = int8(second + int8(seen.where[MANY + k] == here))
            third = int8(third + int8(seen.where[2 * MANY + k] == here))
            rest = int8(rest + int8(seen.doing[k] == here))
        seen.generals_there[area] = min(first + second + third + rest, MOST)


@rule
def observe_generals(t, me, seen):
    """Loop over bytes without branches, which are hard to predict for so many generals.

    All fields of a general are read before any of them is tested: a field that is read on a condition is a branch.
    """
    nobodys, zero = int8(COUNTRIES), int8(0)
    on_the_way, not_yet, out, named = int8(ON_THE_WAY), int8(NOT_YET), int8(OUT), int8(NAMED)
    serving, unborn = int8(Place.SERVING), int8(Place.UNBORN)
    for general in range(GENERALS):
        seen.units[general] = t.unit[general]
    for general in range(GENERALS):
        area, place, country = t.area[general], t.place[general], t.country[general]
        elsewhere = on_the_way if place == serving else (not_yet if place == unborn else out)
        seen.where[general] = elsewhere if area < zero else area
        seen.serves[general] = nobodys if country < zero else country
    for general in range(GENERALS):
        acted, picked = t.acted[general], t.picked[general]
        seen.doing[general] = acted if picked == zero else named
    if t.battle != NOWHERE or t.target != NOWHERE:
        observe_roles(t, me, seen)


@rule
def observe_roles(t, me, seen):
    """What a general does in the fight: attacks, defends, or rests on one of the sides.

    For everybody who may know that a general is named, this is shown instead.
    """
    zero, one, resting = int8(0), int8(1), int8(RESTING)
    of_attackers = int8(one if are_picks_hidden(t, ATTACKER, me) else zero)
    of_defender = int8(one if are_picks_hidden(t, DEFENDER, me) else zero)
    for general in range(GENERALS):
        picked, role, doing = t.picked[general], t.role[general], seen.doing[general]
        hidden = of_attackers if role & one != zero else of_defender
        fighting = int8(role + one)
        fighting = resting if fighting > resting else fighting
        stays = (role == zero) | (picked != zero) & (hidden == zero)
        seen.doing[general] = doing if stays else fighting


@rule
def observe_fight(t, me, seen):
    n = t.num_players
    seen.power = COUNTRIES if t.power == NO_ONE else t.power
    seen.diplomacy = min(t.points, MOST)
    seen.target = AREAS if t.target == NOWHERE else t.target
    seen.battle = AREAS if t.battle == NOWHERE else t.battle
    for owner in range(OWNERS):
        seen.army[owner] = min(t.army[owner], MOST)
    seen.fight[0] = t.rounds
    seen.fight[1] = t.method
    seen.fight[2] = t.number
    seen.fight[3] = t.across_rivers
    for army in range(2):
        seen.fight[4 + army] = 0 if t.player[army] == NO_ONE else (t.player[army] - me + n) % n + 1


# ------------------------------------------------------------------------------------------------------------ in words


def seat_view(state: State, seat: int | None) -> dict[str, Any]:
    """What `seat` knows of the table (None: what everybody knows), as a readable dict."""
    record = state.record
    leaves = None if state.done else leaving(record)
    return {
        **head(state, seat),
        "listed": [GENERAL_NAMES[g] for g in listed(state)] if seat == record["seat"] and not state.done else [],
        "asking": asking(state),
        "leaving": None if leaves is None else GENERAL_NAMES[leaves],
        **public_table(record, seat, state.num_players),
    }


def asking(state: State) -> dict[str, str] | None:
    """The open question of a power to another seat."""
    record = state.record
    if not state.game.is_answer(state):
        return None
    asked = record["seat_country"][state.seat]
    return {"from": COUNTRY_NAMES[record["power"]], "to": COUNTRY_NAMES[asked], "what": state.game.stakes(state)}
