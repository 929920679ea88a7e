"""The chances of dice against a value (K1), exactly."""

from functools import cache
from math import comb
from typing import Any

from dynasty_env.kingdoms.material import (
    AMBITION,
    BIRTH_DICE,
    COLOUR,
    FERTILITY,
    GOVERNANCE,
    LIFE,
    NOBODY,
    PERSONS,
    PRESTIGE,
    RELIGION,
    SAME_COLOUR,
    SEA_WAR,
    SUPPRESSION,
    WAR,
    Ability,
    Religion,
)
from dynasty_env.kingdoms.rules.battle import attack_force, battle_power, defence_force, is_sea_battle, war_of
from dynasty_env.kingdoms.rules.incite import incite_dice
from dynasty_env.kingdoms.rules.persons import dynasty_has, has_ability, is_loyal, spouse_of
from dynasty_env.kingdoms.rules.war import is_defended

FACES = 6


def one_die(value: int) -> float:
    """The chance of one die up to `value`."""
    return min(max(value, 0), FACES) / FACES


def any_of(dice: int, value: int) -> float:
    """The chance that one die or more succeeds."""
    return 1 - (1 - one_die(value)) ** dice


def death(person: int, less: int = 0) -> float:
    """The chance that a death check with so much less life kills."""
    return 1 - one_die(int(LIFE[person]) - less)


@cache
def successes(dice: int, value: int) -> tuple[float, ...]:
    """The chances of 0, 1 … `dice` successes."""
    chance = one_die(value)
    return tuple(comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1))


@cache
def victory(attack: int, war: int, defence: int, other: int, power: int) -> float:
    """Row 3: the chance that the attack's successes exceed the defence's by more than the power."""
    return sum(
        mine * theirs
        for wins, mine in enumerate(successes(attack, war))
        for losses, theirs in enumerate(successes(defence, other))
        if wins - losses > power
    )


def wooing(king: int) -> float:
    """Row 1: the chance of a marriage without consent."""
    return one_die(int(PRESTIGE[king]))


def birth(t: Any, king: int) -> float:
    """Row 2: the chance of a child."""
    spouse = spouse_of(t, king)
    value = int(FERTILITY[king] + FERTILITY[spouse]) - SAME_COLOUR * int(COLOUR[king] == COLOUR[spouse])
    return any_of(BIRTH_DICE, value)


def attack_by(t: Any, commander: int) -> float:
    """Row 3: the chance of victory under this commander, against the defence's best one."""
    return _war(t, commander, best_defender(t))


def defence_by(t: Any, commander: int) -> float:
    """Row 3: the chance of the attack's victory against this commander."""
    return _war(t, int(t.actor), commander)


def _war(t: Any, attacker: int, defender: int) -> float:
    wars = int(war_of(t, attacker)), int(war_of(t, defender))
    return victory(int(attack_force(t)), wars[0], int(defence_force(t)), wars[1], int(battle_power(t)))


def best_defender(t: Any) -> int:
    """The defending dynasty's person with the highest war; nobody for an independent country."""
    if not is_defended(t):
        return NOBODY
    loyal = [person for person in range(PERSONS) if is_loyal(t, t.holder[t.country], person)]
    sea = is_sea_battle(t)
    return max(loyal, key=lambda p: SEA_WAR if sea and has_ability(t, p, Ability.SEA_4) else int(WAR[p]))


def incitement(t: Any, seat: int, person: int) -> float:
    """Row 5, K29 (new faith)."""
    if RELIGION[person] >= Religion.CP and dynasty_has(t, seat, Ability.NEW_FAITH):
        return 1.0
    return one_die(int(AMBITION[person])) ** int(incite_dice(t, person))


def suppression(agent: int, rebel: int, with_ability: bool) -> float:
    """Row 6."""
    weight = SUPPRESSION if with_ability else int(PRESTIGE[agent])
    return one_die(int(GOVERNANCE[agent]) + weight - int(PRESTIGE[rebel]))


def arrest(officer: int) -> float:
    """K29: police."""
    return one_die(int(GOVERNANCE[officer]))
