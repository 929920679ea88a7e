"""§09-03: war."""

from dynasty_env.dynasty.actions import COUNTRY, DECLARE, PASS, PERSON
from dynasty_env.dynasty.material import (
    COUNTRIES,
    NEIGHBOUR,
    NOBODY,
    OTTOMAN,
    POWER,
    SEA_WAR,
    SULEIMAN,
    WAR,
    WAY,
    Ability,
    Holder,
    Way,
)
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.rule import rule
from dynasty_env.kit.table import EVERYBODY, offer, push, tell

from .death import bury
from .interrupts import open_window
from .pack import draw
from .people import has_ability, has_persons, leave_country, offer_own_persons


@rule
def borders_own(t, seat, country):
    """§09-03-01: is the country next to one of the dynasty's territories?"""
    for direction in range(4):
        neighbour = NEIGHBOUR[country, direction]
        if neighbour != NOBODY and t.holder[neighbour] == seat:
            return True
    return False


@rule
def may_be_attacked(t, seat, country):
    """§09-03-01: any country in play that is not one's own; with `adjacency` only next to an own territory."""
    holder = t.holder[country]
    if holder == Holder.OUT or holder == seat:
        return False
    return t.adjacency == 0 or borders_own(t, seat, country)


@rule
def can_wage_war(t, seat):
    """There is a country to attack and somebody to command."""
    for country in range(COUNTRIES):
        if may_be_attacked(t, seat, country):
            return has_persons(t, seat)
    return False


@rule
def legal_war_target(t):
    for country in range(COUNTRIES):
        if may_be_attacked(t, t.seat, country):
            offer(t, COUNTRY + country)


@rule
def play_war_target(t, action):
    t.country = action - COUNTRY
    tell(t, Told.ATTACKED, t.seat, t.country, t.holder[t.country], 0, EVERYBODY)
    push(t, Step.WAR_COMMANDER, t.seat, 0, 0)


@rule
def legal_war_commander(t):
    """§09-03-02: anybody of the own dynasty."""
    offer_own_persons(t)


@rule
def play_war_commander(t, action):
    """§09-03-02: then the defender names one; an independent country has none."""
    t.actor = action - PERSON
    tell(t, Told.COMMANDS, t.seat, t.actor, 0, 0, EVERYBODY)
    holder = t.holder[t.country]
    if holder >= 0:
        push(t, Step.WAR_DEFENDER, holder, 0, 0)
    else:
        open_window(t)


@rule
def legal_war_defender(t):
    """§09-03-02: one of the dynasty or no one."""
    offer(t, PASS)
    offer_own_persons(t)


@rule
def play_war_defender(t, action):
    if action == PASS:
        tell(t, Told.UNDEFENDED, t.seat, 0, 0, 0, EVERYBODY)
    else:
        t.defender = action - PERSON
        tell(t, Told.COMMANDS, t.seat, t.defender, 0, 1, EVERYBODY)
    open_window(t)


@rule
def attacked_by_sea(t):
    """§11-03-09: are the country attacked and any territory of the attacker joined by sea?"""
    for direction in range(4):
        neighbour = NEIGHBOUR[t.country, direction]
        if WAY[t.country, direction] == Way.SEA and t.holder[neighbour] == t.turn_player:
            return True
    return False


@rule
def war_of(t, commander):
    """§11-03-09, sea-4: war counts exactly 4 where the two are joined by sea."""
    if has_ability(t, commander, Ability.SEA_4) and attacked_by_sea(t):
        return SEA_WAR
    return WAR[commander]


@rule
def war_cards(t):
    """§09-03-03: the country's power + the defending commander's war."""
    if t.defender == NOBODY:
        return POWER[t.country]
    return POWER[t.country] + war_of(t, t.defender)


@rule
def war_dice(t):
    """§09-03-03: the attacking commander's war + 1."""
    return war_of(t, t.actor) + 1


@rule
def win_war(t):
    """§09-03-04; §11-03-03: a commander with plunder may plunder the country instead."""
    if has_ability(t, t.actor, Ability.PLUNDER):
        push(t, Step.PLUNDER, t.turn_player, 0, 0)
    else:
        conquer(t)


@rule
def legal_plunder(t):
    """§11-03-03: plunder, or conquer."""
    offer(t, PASS)
    offer(t, DECLARE)


@rule
def play_plunder(t, action):
    """§11-03-03: the country leaves play, cards equal to its power are drawn, no hand limit in this turn.

    The Ottoman Empire plundered: Suleiman leaves play too; D-R18: as if dead, before the war's checks.
    """
    if action == PASS:
        conquer(t)
        return
    tell(t, Told.PLUNDERED, t.seat, t.country, 0, 0, EVERYBODY)
    leave_country(t, t.country)
    draw(t, t.seat, POWER[t.country])
    t.no_hand_limit = 1
    if t.country == OTTOMAN and t.owner[SULEIMAN] != NOBODY:
        bury(t, SULEIMAN)


@rule
def conquer(t):
    """§09-03-04: the country becomes the attacker's."""
    tell(t, Told.CONQUERED, t.turn_player, t.country, t.holder[t.country], 0, EVERYBODY)
    t.holder[t.country] = t.turn_player


@rule
def check_commanders(t):
    """§09-03-05: both commanders take a death check; D-R12: the attacker first."""
    if t.defender != NOBODY:
        push(t, Step.DEATH_CHECK, t.turn_player, t.defender, 0)
    push(t, Step.DEATH_CHECK, t.turn_player, t.actor, 0)
