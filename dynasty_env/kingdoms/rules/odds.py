"""The exact chances of dice against a value (K1), and of a war (row 3)."""

from functools import cache
from math import comb
from typing import Any

from dynasty_env.kingdoms.material import COUNTRIES, NOBODY, PERSONS, Side
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.state import State

from .battle import attack_force, battle_power, defence_force, war_of
from .countries import is_defended, joined_to, may_be_used
from .persons import is_loyal


def any_of(dice: int, value: int) -> float:
    """The chance that at least one die succeeds."""
    return 1 - (1 - at_most(value)) ** dice


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


def attack(t: Any, attacker: int | None = None, defender: int | None = None) -> float:
    """Row 3: the chance that the attack wins with the countries used so far.

    A missing commander is taken to be the best one.
    """
    if attacker is None:
        attacker = _best_commander(t, int(t.turn_player))
    if defender is None:
        defender = _best_commander(t, int(t.holder[t.country])) if is_defended(t) else NOBODY
    wars = int(war_of(t, attacker)), int(war_of(t, defender))
    return victory(int(attack_force(t)), wars[0], int(defence_force(t)), wars[1], int(battle_power(t)))


def attack_in_full(state: State) -> float:
    """The same if both sides use all joined countries, and nobody helps. It modifies the state: pass a clone."""
    t = state.tables[0]
    use_all(t, int(t.turn_player), Side.ATTACK)
    if is_defended(t):
        use_all(t, int(t.holder[t.country]), Side.DEFENCE)
    return attack(t)


def use_all(t: Any, seat: int, side: Side) -> None:
    """K11: a side uses all the countries it can."""
    joined = joined_to(t, seat, t.country)
    for country in range(COUNTRIES):
        if country != t.country and may_be_used(t, seat, country, joined):
            t.committed[country] = int(side)


def _best_commander(t: Any, seat: int) -> int:
    """The dynasty's person with the highest war."""
    return max((person for person in range(PERSONS) if is_loyal(t, seat, person)), key=lambda p: int(war_of(t, p)))
