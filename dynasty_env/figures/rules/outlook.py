"""§05-05 to §05-07: the decisions about ways and strikes, with their chances and contacts.

What cards do to figures is computed exactly, given what the seat knows; so is what a move runs into. The rules of these
decisions are in turn.py, motion.py and strikes.py; their descriptions need all three.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import comb, inf
from typing import Any

from dynasty_env.figures.ids import ALL_ROUND, Step
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
from dynasty_env.figures.rules import nouns
from dynasty_env.kit.engine import Chapter
from dynasty_env.kit.words import Chance, Chances, Message, Phase, State, _, joined

from .cards import knows
from .damage import does_damage, feeling
from .geometry import MOMENT, STEP_DEGREES, STEPS, TOUCH
from .motion import FROM_THE_START, legal_attack, play_attack
from .preview import met_on_the_way, shot_at, struck_in_rotation, struck_on_the_way
from .strikes import legal_shoot, play_shoot
from .turn import (
    CORNER,
    edge_beside,
    is_front,
    legal_distance,
    legal_heading,
    legal_turn_direction,
    legal_turn_edge,
    nearest_turn_direction,
    play_distance,
    play_heading,
    play_turn_direction,
    play_turn_edge,
)

# ------------------------------------------------------------------------------------------------------------ chances


def drawn(some: int, good: int, count: int, wanted: int) -> float:
    """The chance that exactly `wanted` of `count` cards drawn from `some` cards are good, if `good` of these are."""
    if not 0 <= wanted <= count or count - wanted > some - good or wanted > good:
        return 0.0
    return comb(good, wanted) * comb(some - good, count - wanted) / comb(some, count)


@lru_cache(4096)
def spread_of(free: tuple[int, int], bound: tuple[int, int], held: int, count: int) -> tuple[float, ...]:
    """The chances of 0, 1 … `count` good cards on top of the pack.

    Args:
        free, bound: (unseen cards, good ones among them). Anybody may hold the `free` cards; seats that drew before the
            discards were shuffled in cannot hold the `bound` ones.
        held: the number of cards that such seats hold.
        count: the number of cards turned up.
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
        good: tells whether a card is good.
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
    """The value of an ability when it is needed next; None in anger, when a card will decide."""
    mood = feeling(t, figure)
    if mood == Feeling.ANGER:
        return None
    value = max(0, int(t.stat[figure, stat]) + int(FEELING_ADDS[mood]))
    return 2 * value if t.doubled and figure == t.actor and stat != Stat.SPIRIT else value


DAMAGE = _("{damage} damage on average, out {chance}")
OWN_DAMAGE = _("{damage} damage on average, your own figure out {chance}")


def damage_words(state: State, target: int, count: int | None, text: str = DAMAGE) -> str:
    """The effect of this many cards on a figure, in words; empty if it is not known."""
    t = state.tables[0]
    spirit = worth(t, target, Stat.SPIRIT)
    if spirit is None or count is None:
        return ""
    chances = chances_of(state, int(state.seat), lambda card: does_damage(card, spirit), count)
    if chances is None:
        return ""
    left = t.stat[target, Stat.VITALITY] - t.damage[target]
    mean = sum(damage * chance for damage, chance in enumerate(chances))
    return Message(text, damage=f"{mean:.1f}", chance=Chance(sum(chances[left:]), "out", seat=target // t.figures))


# ----------------------------------------------------------------------------------------------- how choices are called


def lays_card(state: State, number: int) -> str:
    """Where the card may be laid."""
    steps, corner = number - ALL_ROUND, int(state.record["number"])
    if abs(steps) == CORNER:
        hour = nouns.hour(edge_beside(corner, steps))
        return Message(_("lay the card flush with the edge at {hour} o'clock"), hour=hour)
    return nouns.by_sense(LAYS, steps * STEP_DEGREES, hour=nouns.hour(corner))


LAYS = (
    _("lay the card at the corner at {hour} o'clock, along the corner"),
    _("lay the card at the corner at {hour} o'clock, {degrees}° right of it"),
    _("lay the card at the corner at {hour} o'clock, {degrees}° left of it"),
)


def turns_edge(side: int) -> Callable[[State, int], str]:
    """The edge to the left (-`CORNER`) or right of the corner."""

    def says(state: State, _number: int) -> str:
        hour = nouns.hour(edge_beside(int(state.record["number"]), side))
        spin = (int(state.record["b"]) - CORNER - side) * STEP_DEGREES
        return nouns.by_sense(TURNS_EDGE, spin, hour=hour)

    return says


TURNS_EDGE = (
    _("turn the edge at {hour} o'clock to it: no turn"),
    _("turn the edge at {hour} o'clock to it: {degrees}° clockwise"),
    _("turn the edge at {hour} o'clock to it: {degrees}° anticlockwise"),
)
TURNS = (_("do not turn"), _("turn {degrees}° clockwise"), _("turn {degrees}° anticlockwise"))


def turns(state: State, number: int) -> str:
    """How far a K may turn."""
    return nouns.by_sense(TURNS, nouns.degrees_of(number))


def goes(state: State, number: int) -> str:
    """How far a figure may go."""
    return Message(_("go {length} w"), length=nouns.widths(number / 2)) if number else Message(_("stay here"))


def goes_all(state: State, _number: int) -> str:
    """Going the whole way."""
    return Message(_("go {length} w, all that is left"), length=nouns.widths(float(state.record["left"])))


def attacks(state: State, _number: int) -> str:
    """Whom a weapon may attack."""
    record = state.record
    weapon = nouns.weapon_name(record, int(record["a"]), int(record["weapon"]))
    target = nouns.figure_name(record, int(record["target"]))
    return Message(_("attack {target} with the {weapon}"), target=target, weapon=weapon)


def spares(state: State, _number: int) -> str:
    """The effect of not attacking."""
    return Message(_("do not attack: go on") if state.record["b"] == FROM_THE_START else _("stop here"))


def shoots(state: State, _number: int) -> str:
    """Whom a weapon may shoot at."""
    record = state.record
    weapon = nouns.weapon_name(record, int(record["a"]), int(record["b"]))
    target = nouns.figure_name(record, int(record["target"]))
    return Message(_("shoot at {target}: {weapon}"), target=target, weapon=weapon)


# ------------------------------------------------------------------------------------------------- what is at stake


def which_corner(state: State) -> str:
    """The figure, and the corner of its stand."""
    hour = nouns.hour(int(state.record["number"]))
    return Message(_("{figure}: the corner at {hour} o'clock"), figure=nouns.figure_alone(state), hour=hour)


def which_way(state: State) -> str:
    """The figure, its way, and how far it may go."""
    return Message(
        _("{figure}: along the edge at {hour} o'clock, {length} w at most"),
        figure=nouns.figure_alone(state),
        hour=nouns.hour(int(state.record["edge"])),
        length=nouns.widths(float(state.record["left"])),
    )


def which_touch(state: State) -> str:
    """Which weapon touches which body."""
    record = state.record
    text = _("{figure}: the {weapon} now touches {target}")
    if record["b"] == FROM_THE_START:
        text = _("{figure}: the {weapon} already touches {target}")
    return Message(
        text,
        figure=nouns.figure_alone(state),
        weapon=nouns.weapon_name(record, int(record["a"]), int(record["weapon"])),
        target=nouns.sheet_name(record, int(record["target"])),
    )


# --------------------------------------------------------------------------------------------- what comes of a choice


def contacts(state: State) -> str:
    """What the current way runs into."""
    return joined(" ", *_contacts(state))


def _contacts(state: State) -> Iterator[str]:
    t = state.tables[0]
    met, free = met_on_the_way(t, t.a, 2 * t.edge)
    struck, far = struck_on_the_way(t, t.a, 2 * t.edge, 0)
    if struck != NOBODY and far <= TOUCH:
        yield Message(_("A weapon already touches {target}."), target=nouns.figure_name(state.record, struck))
    elif struck != NOBODY and far <= t.left + TOUCH and far < free - MOMENT:
        text = _("A weapon touches {target} after {length} w.")
        yield Message(text, target=nouns.figure_name(state.record, struck), length=f"{far:.2f}")
    if free <= t.left + TOUCH:
        yield Message(
            _("It runs into {what} after {length} w."), what=nouns.met(state.record, met), length=f"{free:.2f}"
        )


def _move(state: State, far: float) -> str:
    """Whom a weapon touches on this move, or what the mover suffers if it ends in a collision (F9: at equal times)."""
    t = state.tables[0]
    met, free = met_on_the_way(t, t.a, 2 * t.edge)
    struck, touched = struck_on_the_way(t, t.a, 2 * t.edge, 0)
    if far > 0 and free <= far + TOUCH and free <= touched + MOMENT:
        damage = damage_words(state, int(t.a), int(t.mobility), OWN_DAMAGE)
        what = _("the wall") if met == NOBODY else nouns.figure_name(state.record, met)
        if damage:
            return Message(_("runs into {what} and takes {damage}"), tone="bad", what=what, damage=damage)
        return Message(_("runs into {what}"), tone="bad", what=what)
    return _touches(state, struck) if touched <= far + TOUCH else ""


def _touches(state: State, figure: int) -> str:
    return "" if figure == NOBODY else Message(_("touches {target}"), target=nouns.figure_name(state.record, figure))


def spin(state: State, number: int) -> str:
    """Whom a weapon touches during a rotation by a K, and who can be shot at afterwards."""
    t, steps = state.tables[0], number - ALL_ROUND
    aimed = shot_at(t, t.a, steps % STEPS)
    aims = "" if aimed == NOBODY else Message(_("aims at {target}"), target=nouns.figure_name(state.record, aimed))
    return joined(", ", _touches(state, struck_in_rotation(t, t.a, steps)[0]), aims)


def edge(side: int) -> Chances:
    """Whom a weapon touches during the rotation of that edge to the laid card, and on the way that follows."""

    def says(state: State, _number: int) -> str:
        t = state.tables[0]
        step, turn = 2 * t.number + t.b - CORNER, t.b - CORNER - side
        turning = struck_in_rotation(t, t.a, turn)[0]
        ahead, far = struck_on_the_way(t, t.a, step, turn)
        _met_there, free = met_on_the_way(t, t.a, step)
        if ahead != NOBODY and turning == NOBODY and far < free - MOMENT and far <= _allowed(t, side) + TOUCH:
            text = _("a weapon touches {target} after {length} w")
            return Message(text, target=nouns.figure_name(state.record, ahead), length=f"{far:.2f}")
        return _touches(state, turning)

    return says


def _allowed(t: Any, side: int) -> float:
    """How far the edge beside a corner lets the figure go; infinite in anger, when a card will decide."""
    mobility = worth(t, t.a, Stat.MOBILITY)
    if mobility is None:
        return inf
    return mobility if is_front(edge_beside(t.number, side)) else mobility // 2


def free_way(state: State, number: int) -> str:
    """How far the way is free in the direction of the laid card."""
    t = state.tables[0]
    met, free = met_on_the_way(t, t.a, 2 * t.number + number - ALL_ROUND)
    return Message(_("{length} w to {what}"), length=f"{free:.2f}", what=nouns.met(state.record, met))


def wound(state: State, _number: int) -> str:
    """The effect of an attack."""
    t = state.tables[0]
    return damage_words(state, int(t.target), worth(t, int(t.a), Stat.ATTACK))


def shot(state: State, _number: int) -> str:
    """The chance that a shot hits, or its effect."""
    t = state.tables[0]
    value = int(HIT[t.sheet[t.a], t.b])
    if value:
        chances = chances_of(state, int(state.seat), lambda card: NUMBER[card] == JOKER or NUMBER[card] <= value, 1)
        return Message(_("hits {chance}"), chance=Chance(chances[1])) if chances else ""
    return damage_words(state, int(t.target), worth(t, int(t.a), Stat.ATTACK))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.TURN_DIRECTION,
            legal_turn_direction,
            play_turn_direction,
            point=("direction", "sense"),
            nearest=nearest_turn_direction,
            asks=_("In which direction do you lay the card?"),
            why=_("You lay it at the corner of the stand and go where it points."),
            says={"angle": lays_card},
            stakes=which_corner,
            chance={"angle": free_way},
            cites="§05-05",
        ),
        Phase(
            Step.TURN_EDGE,
            legal_turn_edge,
            play_turn_edge,
            asks=_("Which edge turns to the card?"),
            why=_("Your figure turns until that edge lies flush with the card, and goes that way."),
            says={"left": turns_edge(-CORNER), "right": turns_edge(CORNER)},
            stakes=which_corner,
            chance={"left": edge(-CORNER), "right": edge(CORNER)},
            cites="§05-05",
        ),
        Phase(
            Step.HEADING,
            legal_heading,
            play_heading,
            point=("direction", "sense"),
            asks=_("How far do you turn?"),
            why=_(
                "The outer ring turns clockwise, the inner one anticlockwise. A weapon that sweeps over a body may "
                "attack it."
            ),
            says={"angle": turns},
            stakes=nouns.figure_alone,
            chance={"angle": spin},
            cites="§05-05",
        ),
        Phase(
            Step.DISTANCE,
            legal_distance,
            play_distance,
            point=("length",),
            asks=_("How far do you go?"),
            why=_("You go straight ahead along the cards. Running into a figure or a wall hurts."),
            says={"length": goes, "rest": goes_all},
            stakes=which_way,
            chance={
                "length": lambda state, number: _move(state, number * GRID),
                "rest": lambda state, _number: _move(state, float(state.tables[0].left)),
            },
            condition=contacts,
            cites="§05-05",
        ),
        Phase(
            Step.ATTACK,
            legal_attack,
            play_attack,
            asks=_("Attack?"),
            why=_(
                "Your weapon touches a body. You turn up as many cards as your attack: each above its spirit is "
                "one damage."
            ),
            says={"yes": attacks, "pass": spares},
            stakes=which_touch,
            chance={"yes": wound},
            cites="§05-06",
        ),
        Phase(
            Step.SHOOT,
            legal_shoot,
            play_shoot,
            asks=_("Shoot?"),
            why=_(
                "The nearest body in the line of fire is the target. A hit turns up as many cards as your attack: each "
                "above its spirit is one damage."
            ),
            says={"yes": shoots, "pass": _("do not shoot")},
            stakes=nouns.figure_alone,
            chance={"yes": shot},
            cites="§05-07",
        ),
    ),
)
