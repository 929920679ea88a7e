"""The chances of dice against a value (K1), exactly."""

from functools import cache
from itertools import product
from math import comb
from typing import Any

from dynasty_env.europe.rules.special_abilities import incites_at_once
from dynasty_env.kingdoms.material import (
    AMBITION,
    ARMS,
    BIRTH_DICE,
    COUNTRIES,
    GOVERNANCE,
    LIFE,
    MOST_TIES,
    NOBODY,
    PERSONS,
    PRESTIGE,
    SUPPRESSION,
    Side,
)
from dynasty_env.kingdoms.rules.battle import attack_force, battle_power, defence_force, war_of
from dynasty_env.kingdoms.rules.countries import joined_to
from dynasty_env.kingdoms.rules.incite import incite_dice
from dynasty_env.kingdoms.rules.persons import is_loyal, spouse_of
from dynasty_env.kingdoms.rules.procreation import birth_value
from dynasty_env.kingdoms.rules.suppress import suppress_value
from dynasty_env.kingdoms.rules.war import is_defended, may_be_used
from dynasty_env.kit.engine.odds import FACES, at_most
from dynasty_env.kit.state import State


def any_of(dice: int, value: int) -> float:
    """The chance that one die or more succeeds."""
    return 1 - (1 - at_most(value)) ** dice


def death(person: int, less: int = 0) -> float:
    """The chance that a death check with so much less life kills."""
    return 1 - at_most(int(LIFE[person]) - less)


@cache
def successes(dice: int, value: int) -> tuple[float, ...]:
    """The chances of 0, 1 … `dice` successes."""
    chance = at_most(value)
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
    return at_most(int(PRESTIGE[king]))


def birth(t: Any, king: int) -> float:
    """Row 2: the chance of a child."""
    return birth_of(king, int(spouse_of(t, king)))


def birth_of(king: int, spouse: int) -> float:
    """Row 2: the same of a couple that is no couple yet."""
    return any_of(BIRTH_DICE, int(birth_value(king, spouse)))


def attack(t: Any, attacker: int | None = None, defender: int | None = None) -> float:
    """Row 3: the chance of the attack's victory with the countries used so far; whoever is not given as commander is
    the best one."""
    if attacker is None:
        attacker = _best_commander(t, int(t.turn_player))
    if defender is None:
        defender = _best_commander(t, int(t.holder[t.country])) if is_defended(t) else NOBODY
    wars = int(war_of(t, attacker)), int(war_of(t, defender))
    return victory(int(attack_force(t)), wars[0], int(defence_force(t)), wars[1], int(battle_power(t)))


def attack_in_full(state: State) -> float:
    """The same if both sides use all joined countries, and nobody helps. It changes the state: give it a clone."""
    t = state.tables[0]
    use_all(t, int(t.turn_player), Side.ATTACK)
    if is_defended(t):
        use_all(t, int(t.holder[t.country]), Side.DEFENCE)
    return attack(t)


def use_all(t: Any, seat: int, side: Side) -> None:
    """K11: a side uses all countries that it can."""
    joined = joined_to(t, seat, t.country)
    for country in range(COUNTRIES):
        if country != t.country and may_be_used(t, seat, country, joined):
            t.committed[country] = int(side)


def _best_commander(t: Any, seat: int) -> int:
    """The dynasty's person with the highest war."""
    return max((person for person in range(PERSONS) if is_loyal(t, seat, person)), key=lambda p: int(war_of(t, p)))


Naming = tuple[int, int]
"""A person named in a succession contest, and 1 if he takes up arms."""


def throne(namings: tuple[Naming, ...], person: int) -> float:
    """The chance that somebody wins the succession contest among these namings, in their order (K25, K26)."""
    return _throne(namings, person, 1)


@cache
def _throne(namings: tuple[Naming, ...], person: int, ties: int) -> float:
    if len({named for named, _ in namings}) == 1 or ties > MOST_TIES:
        return float(namings[0][0] == person)
    return sum(chance * _throne(highest, person, ties + 1) for highest, chance in _rolled(namings).items())


@cache
def _rolled(namings: tuple[Naming, ...]) -> dict[tuple[Naming, ...], float]:
    """Who is left after one roll of all, with its chance."""
    found: dict[tuple[Naming, ...], float] = {}
    bonus = [int(PRESTIGE[person]) + ARMS * arms for person, arms in namings]
    for top in {more + face for more in bonus for face in range(1, FACES + 1)}:
        at = [float(1 <= top - more <= FACES) / FACES for more in bonus]
        below = [at_most(top - 1 - more) for more in bonus]
        for highest in product((False, True), repeat=len(namings)):
            chance = 1.0
            for number, is_top in enumerate(highest):
                chance *= at[number] if is_top else below[number]
            if chance and any(highest):
                left = tuple(naming for naming, is_top in zip(namings, highest, strict=True) if is_top)
                found[left] = found.get(left, 0.0) + chance
    return found


def incitement(t: Any, seat: int, person: int) -> float:
    """Row 5, K29 (new faith)."""
    if incites_at_once(t, seat, person):
        return 1.0
    return at_most(int(AMBITION[person])) ** int(incite_dice(t, person))


def suppression(agent: int, rebel: int, with_ability: bool) -> float:
    """Row 6."""
    weight = SUPPRESSION if with_ability else int(PRESTIGE[agent])
    return float(at_most(suppress_value(agent, weight, rebel)))


def arrest(officer: int) -> float:
    """K29: police."""
    return at_most(int(GOVERNANCE[officer]))
