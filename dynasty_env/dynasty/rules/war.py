"""§09-03: war."""

from dynasty_env.dynasty.actions import COUNTRY, PASS, PERSON
from dynasty_env.dynasty.material import COUNTRIES, NEIGHBOUR, NOBODY, PERSONS, POWER, WAR, Holder
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.rule import rule
from dynasty_env.kit.table import EVERYBODY, offer, push, tell

from .interrupts import open_window
from .people import has_persons


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
    for person in range(PERSONS):
        if t.owner[person] == t.seat:
            offer(t, PERSON + person)


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
    for person in range(PERSONS):
        if t.owner[person] == t.seat:
            offer(t, PERSON + person)


@rule
def play_war_defender(t, action):
    if action == PASS:
        tell(t, Told.UNDEFENDED, t.seat, 0, 0, 0, EVERYBODY)
    else:
        t.defender = action - PERSON
        tell(t, Told.COMMANDS, t.seat, t.defender, 0, 1, EVERYBODY)
    open_window(t)


@rule
def war_cards(t):
    """§09-03-03: the country's power + the defending commander's war."""
    if t.defender == NOBODY:
        return POWER[t.country]
    return POWER[t.country] + WAR[t.defender]


@rule
def war_dice(t):
    """§09-03-03: the attacking commander's war + 1."""
    return WAR[t.actor] + 1


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
