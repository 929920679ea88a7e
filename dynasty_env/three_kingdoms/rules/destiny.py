"""§5: the destiny phase: five cards of the period, with entries and exits."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, below, die, rule, tell
from dynasty_env.kit.words import EntryKind, _
from dynasty_env.three_kingdoms.ids import Step, Trace
from dynasty_env.three_kingdoms.material import (
    CARD_PARTS,
    CARDS,
    CARDS_OF_TURN,
    CLANS,
    ENDS,
    FIRST_UNIT,
    GENERALS,
    MOST_PLACES,
    NEUTRAL,
    NO_ONE,
    NOWHERE,
    PART_DIE,
    PART_ENTERS,
    PART_PLACES,
    PART_UNIT,
    TURNS_OF_PERIOD,
    UNIT_GENERAL,
    Place,
)

from .control import set_free, settle_in, take_off
from .frames import then, then_with
from .rulers import exile, settle_rulers
from .score import BY_CARD, finish
from .turn import fill_cup


@rule
def period_of(t):
    """§5.1: the period, from 0: each has five turns."""
    return (t.turn - 1) // TURNS_OF_PERIOD


@rule
def destiny(t):
    """§5.3, §5.4: the next of the five cards is turned up and applied; after the last, the markers go into the cup."""
    if t.a == CARDS_OF_TURN:
        fill_cup(t)
        then(t, Step.MARKER)
        return
    card = turn_up(t)
    then_with(t, Step.DESTINY, t.a + 1, 0)
    period = period_of(t)
    tell(t, Trace.CARD, 0, period, 0, card, EVERYBODY)
    if card == ENDS:
        if period + 1 == t.last_period:
            finish(t, BY_CARD)
        return
    first = CARD_PARTS[period, card, 0]
    for back in range(CARD_PARTS[period, card, 1] - first):
        then_with(t, Step.CARD_PART, CARD_PARTS[period, card, 1] - 1 - back, 0)


@rule
def turn_up(t):
    """T4: turn up a card of the period that has not been turned up, each equally likely: the deck is shuffled."""
    left = 0
    for card in range(CARDS):
        left += 1 - t.turned[card]
    nth = below(t, left)
    found = 0
    for card in range(CARDS):
        if t.turned[card] == 0:
            if nth == 0:
                found = card
            nth -= 1
    t.turned[found] = 1
    return found


@rule
def card_part(t):
    """§5.5, §5.6: somebody enters or leaves."""
    unit = PART_UNIT[t.a]
    if PART_ENTERS[t.a] == 1:
        enter(t, UNIT_GENERAL[unit], unit - FIRST_UNIT[UNIT_GENERAL[unit]], t.a + 0)
    else:
        leave(t, UNIT_GENERAL[unit])


@rule
def leave(t, general):
    """§5.6: the general leaves the game; §5.6.1, T38: ignored if he is not on the map, and he may still enter."""
    if t.place[general] != Place.SERVING and t.place[general] != Place.FREE:
        tell(t, Trace.VOID, 0, general, 0, 0, EVERYBODY)
        return
    take_off(t, general, Place.GONE)
    tell(t, Trace.LEFT, 0, general, 0, 0, EVERYBODY)
    settle_rulers(t)


@rule
def enter(t, general, unit, part):
    """§5.5: the general enters; T2: a later unit replaces the earlier one where it is.

    T38: otherwise a general who is in play, dead or gone does not enter.
    """
    place = t.place[general]
    if place == Place.UNBORN:
        t.unit[general] = unit  # T65: even if the earlier one never entered
        enter_at(t, general, place_on_card(t, part))
    elif (place == Place.SERVING or place == Place.FREE) and unit > t.unit[general]:
        t.unit[general] = unit
        tell(t, Trace.REPLACED, 0, general, 0, unit, EVERYBODY)
    else:
        tell(t, Trace.VOID, 0, general, 0, 0, EVERYBODY)


@rule
def place_on_card(t, part):
    """§5.5.1–§5.5.3: the first lettered place that is not void, else the one named by a die; -1 if all are void."""
    for letter in range(MOST_PLACES):
        area = area_named(t, PART_PLACES[part, letter])
        if area != NOWHERE:
            return area
    if PART_DIE[part, 0] != NOWHERE:
        return area_named(t, PART_DIE[part, die(t) - 1])
    return NOWHERE


@rule
def area_named(t, place):
    """§5.5.4–§5.5.6: the area of the named general, or the named area; -1 if void (T5: or if he has not entered)."""
    if place == NOWHERE:
        return NOWHERE
    if place >= GENERALS:
        return place - GENERALS
    if t.place[place] == Place.SERVING or t.place[place] == Place.FREE:
        return t.area[place] + 0
    return NOWHERE


@rule
def enter_at(t, general, area):
    """§5.5.7–§5.5.10, T39: the general joins the controller of the area.

    In a neutral area or among clans he is a free general; with no area he joins a random country's ruler.
    """
    if area == NOWHERE:
        exile(t, general)
        then(t, Step.ARRIVE)
        return
    owner = t.control[area] + 0
    if owner == NEUTRAL or owner == CLANS:
        set_free(t, general, area)
        owner = NO_ONE
    else:
        settle_in(t, general, owner, area)
    tell(t, Trace.ENTERED, 0, general, area, owner, EVERYBODY)


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.DESTINY, destiny, ("cards",)), Automatic(Step.CARD_PART, card_part, ("part",))),
    entries=(
        EntryKind(
            Trace.CARD,
            _("destiny card {card} of period {period} is turned up"),
            "period:ordinal",
            value="card:ordinal",
            cites="§5.3",
        ),
        EntryKind(
            Trace.REPLACED,
            _("{person} has grown with the years and has new values"),
            subject="person",
            value="unit:number",
            cites="T2",
        ),
        EntryKind(Trace.LEFT, _("{person} leaves the game"), "person", cites="§5.6"),
        EntryKind(Trace.VOID, _("what the card says about {person} is void"), "person", tone="quiet", cites="T38"),
    ),
)
