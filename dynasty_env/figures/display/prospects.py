"""Prospects in words: what cards do to figures, exactly given what the seat knows, and what a move runs into."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import comb, inf
from typing import Any

from dynasty_env.figures.actions import ALL_ROUND, ANGLE, LEFT, LENGTH, PASS, REST, YES
from dynasty_env.figures.display.words import figure_name
from dynasty_env.figures.material import (
    CARDS,
    FEELING_ADDS,
    FIGURES,
    GRID,
    HIT,
    JOKER,
    NOBODY,
    NUMBER,
    At,
    Feeling,
    Stat,
)
from dynasty_env.figures.rules.cards import knows
from dynasty_env.figures.rules.damage import does_damage, feeling
from dynasty_env.figures.rules.geometry import MOMENT, STEPS, TOUCH
from dynasty_env.figures.rules.preview import met_on_the_way, shot_at, struck_in_rotation, struck_on_the_way
from dynasty_env.figures.rules.turn import CORNER, edge_beside, is_front
from dynasty_env.kit.chances import percent
from dynasty_env.kit.state import State

# ------------------------------------------------------------------------------------------------------------ chances


def drawn(some: int, good: int, count: int, wanted: int) -> float:
    """The chance that `wanted` of `count` cards drawn from `some`, of which `good` are good, are good."""
    if not 0 <= wanted <= count or count - wanted > some - good or wanted > good:
        return 0.0
    return comb(good, wanted) * comb(some - good, count - wanted) / comb(some, count)


@lru_cache(4096)
def spread_of(free: tuple[int, int], bound: tuple[int, int], held: int, count: int) -> tuple[float, ...]:
    """The chances of 0, 1 … `count` good cards on top of the pack.

    Args:
        free, bound: unseen cards, and the good ones among them: those that anybody may hold, and those that nobody may
            who drew before the discards were shuffled in.
        held: cards that such seats hold.
        count: cards turned up.
    """
    chances = [0.0] * (count + 1)
    some = free[0] + bound[0] - held
    for good in range(held + 1):
        share = drawn(*free, held, good)
        if share:
            for wanted in range(count + 1):
                chances[wanted] += share * drawn(some, free[1] + bound[1] - good, count, wanted)
    return tuple(chances)


def chances_of(state: State, seat: int, good: Any, count: int) -> tuple[float, ...] | None:
    """The chances of 0 … `count` good cards on top of the pack as `seat` knows it; None if the pack is shorter.

    Args:
        good: says of a card whether it is good.
    """
    t = state.tables[0]
    if count > t.pack_size:
        return None
    free, bound, held = [0, 0], [0, 0], 0
    for card in range(CARDS):
        place = t.at[card]
        if place == At.ABSENT or knows(t, seat, card):
            continue
        kind = bound if t.seen[card] >> seat & 1 and any(t.before) else free
        kind[0] += 1
        kind[1] += bool(good(card))
        for zone in (At.HAND, At.PLOT, At.GONE):
            held += zone <= place < zone + FIGURES and t.before[place - zone]
    return spread_of((free[0], free[1]), (bound[0], bound[1]), held, count)


def worth(t: Any, figure: int, stat: Stat) -> int | None:
    """What an ability is worth when it is needed next; None in anger: a card will decide."""
    mood = feeling(t, figure)
    if mood == Feeling.ANGER:
        return None
    value = max(0, int(t.stat[figure, stat]) + int(FEELING_ADDS[mood]))
    return 2 * value if t.doubled and figure == t.actor and stat != Stat.SPIRIT else value


def damage_words(state: State, target: int, count: int | None) -> str:
    """What so many cards do to a figure, in words; empty where that cannot be said."""
    t = state.tables[0]
    spirit = worth(t, target, Stat.SPIRIT)
    if spirit is None or count is None:
        return ""
    chances = chances_of(state, int(state.seat), lambda card: does_damage(card, spirit), count)
    if chances is None:
        return ""
    left = t.stat[target, Stat.VITALITY] - t.damage[target]
    mean = sum(damage * chance for damage, chance in enumerate(chances))
    return f"{mean:.1f} damage on average, out {percent(sum(chances[left:]))}"


# -------------------------------------------------------------------------------------------------------------- words


def of_decision(state: State) -> str:
    """What the way that is open runs into; empty in other decisions."""
    return " ".join(f"{told}." for told in _contacts(state)) if state.phase == "distance" else ""


def of_action(state: State, action: int) -> str:
    """What chance says about a legal action; empty where it says nothing."""
    told = _OF_PHASE.get(state.phase)
    if told is not None:
        return told(state, action)
    if action == PASS:
        return ""
    if state.phase == "attack":
        t = state.tables[0]
        return damage_words(state, int(t.target), worth(t, int(t.a), Stat.ATTACK))
    return _shot(state) if state.phase == "shoot" and action == YES else ""


def _contacts(state: State) -> Iterator[str]:
    t = state.tables[0]
    met, free = met_on_the_way(t, t.a, 2 * t.edge)
    struck, far = struck_on_the_way(t, t.a, 2 * t.edge, 0)
    if struck != NOBODY and far <= TOUCH:
        yield f"A weapon touches {figure_name(state.record, struck)} already"
    elif struck != NOBODY and far <= t.left + TOUCH and far < free - MOMENT:
        yield f"A weapon touches {figure_name(state.record, struck)} after {far:.2f} w"
    if free <= t.left + TOUCH:
        what = "a wall" if met == NOBODY else figure_name(state.record, met)
        yield f"It runs into {what} after {free:.2f} w"


def _move(state: State, action: int) -> str:
    """Whom a weapon touches on this move, or what the mover takes if it ends in a collision (F9: at equal times)."""
    t = state.tables[0]
    far = float(t.left) if action == REST else (action - LENGTH) * GRID
    met, free = met_on_the_way(t, t.a, 2 * t.edge)
    struck, touched = struck_on_the_way(t, t.a, 2 * t.edge, 0)
    if far > 0 and free <= far + TOUCH and free <= touched + MOMENT:
        told = damage_words(state, int(t.a), int(t.mobility))
        what = "the wall" if met == NOBODY else figure_name(state.record, met)
        return f"runs into {what} and takes {told}" if told else f"runs into {what}"
    return f"touches {figure_name(state.record, struck)}" if touched <= far + TOUCH else ""


def _spin(state: State, action: int) -> str:
    """Whom a weapon touches in a rotation by a K, and who can be shot at after it."""
    t, spin = state.tables[0], action - ANGLE - ALL_ROUND
    return _told(state, ("touches", struck_in_rotation(t, t.a, spin)[0]), ("aims at", shot_at(t, t.a, spin % STEPS)))


def _edge(state: State, action: int) -> str:
    """Whom a weapon touches in the rotation to a card that is laid, and on the way that follows."""
    t, side = state.tables[0], -CORNER if action == LEFT else CORNER
    step, spin = 2 * t.number + t.b - CORNER, t.b - CORNER - side
    turning = struck_in_rotation(t, t.a, spin)[0]
    ahead, far = struck_on_the_way(t, t.a, step, spin)
    _, free = met_on_the_way(t, t.a, step)
    told = _told(state, ("touches", turning))
    if ahead != NOBODY and turning == NOBODY and far < free - MOMENT and far <= _allowed(t, side) + TOUCH:
        told = f"a weapon touches {figure_name(state.record, ahead)} after {far:.2f} w"
    return told


def _allowed(t: Any, side: int) -> float:
    """How far the edge beside a corner lets the figure go; without end in anger, when a card will decide."""
    mobility = worth(t, t.a, Stat.MOBILITY)
    if mobility is None:
        return inf
    return mobility if is_front(edge_beside(t.number, side)) else mobility // 2


def _direction(state: State, action: int) -> str:
    """How far the way is free where a card is laid."""
    t = state.tables[0]
    met, free = met_on_the_way(t, t.a, 2 * t.number + action - ANGLE - ALL_ROUND)
    what = "a wall" if met == NOBODY else figure_name(state.record, met)
    return f"{free:.2f} w to {what}"


def _told(state: State, *found: tuple[str, int]) -> str:
    """Verbs and the figures that they are about; those about nobody are left out."""
    return ", ".join(f"{verb} {figure_name(state.record, figure)}" for verb, figure in found if figure != NOBODY)


_OF_PHASE: dict[str, Callable[[State, int], str]] = {
    "distance": _move,
    "heading": _spin,
    "turn_edge": _edge,
    "turn_direction": _direction,
}


def _shot(state: State) -> str:
    t = state.tables[0]
    value = int(HIT[t.sheet[t.a], t.b])
    if value:
        chances = chances_of(state, int(state.seat), lambda card: NUMBER[card] == JOKER or NUMBER[card] <= value, 1)
        return f"hits {percent(chances[1])}" if chances else ""
    return damage_words(state, int(t.target), worth(t, int(t.a), Stat.ATTACK))
