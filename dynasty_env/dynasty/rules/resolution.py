"""§08-02-03-01: how an action is decided by cards and dice, once everybody has passed in the interrupt window.

The letters (a) … (d) are the book's.
"""

from dynasty_env.dynasty.ids import JOKER_AS, MARRIAGE, PROCREATION, WAR_ON, Step, Trace
from dynasty_env.dynasty.material import HEAT_RAY_DICE, MOST_DICE, MOST_PRODUCT, THE_NEUROI, WITCH_WITH, Event, Place
from dynasty_env.europe.material import BEARER, MOST_BEARERS, NOBODY, Ability
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, given_by_the_game, offer, push, rule, tell
from dynasty_env.kit.engine.cards import JOKER, RANKS

from .death import bury
from .interrupts import counts
from .magic import acts, acts_with, has_witch
from .pack import discard_laid, supply
from .stats import war_value
from .witches import has_changes

game_cards = game_dice = game_succeed = given_by_the_game


@rule
def cards_wanted(t):
    """(a) how many cards are wanted; D-R9: a negative number counts as 0."""
    return max(game_cards(t, t.action), 0)


@rule
def dice_allowed(t):
    """(d) the number of dice, at least 0 (D-R9) and at most 48 (D-R56). SW02-07-08, D-R67: heat ray adds one."""
    return dice_left(t, game_dice(t, t.action))


@rule
def dice_left(t, dice):
    """The turn player's number of dice after heat ray and waste."""
    if has_witch(t, t.turn_player, Ability.HEAT_RAY):
        dice += HEAT_RAY_DICE
    return min(max(dice - wasted_dice(t, t.turn_player), 0), MOST_DICE)


@rule
def wasted_dice(t, seat):
    """§11-03-05, D-R20: each king or spouse with waste costs the dynasty one die in its actions."""
    wasted = 0
    if t.abilities == 1:
        for i in range(MOST_BEARERS):
            person = BEARER[Ability.WASTE, i]
            if person != NOBODY and t.owner[person] == seat:
                wasted += t.place[person] == Place.KING or t.place[person] == Place.SPOUSE
    return wasted


@rule
def success_value(t):
    """(c) the highest number among the cards of the suits that count (b), 0 if there is none.

    SW02-06-02: against the Neuroi it is their sum. SW02-07-02, D-R64: evil eye lowers each number by the witch's war,
    so the value can be negative.
    """
    lowered = 0
    if t.action == WAR_ON and acts_with(t, Ability.EVIL_EYE):
        lowered = war_value(t, WITCH_WITH[Ability.EVIL_EYE])
    highest = NOTHING
    total = 0
    for i in range(t.laid_size):
        if counts(t, t.laid[i]) and t.laid_number[i] > 0:
            number = t.laid_number[i] - lowered
            highest = max(highest, number)
            total += number
    if highest == NOTHING or t.country == THE_NEUROI:
        return total
    return highest


NOTHING = -100
"""Lower than the number of any card, even if lowered by evil eye."""


@rule
def close_window(t):
    """D-R8: numbers are computed now.

    The pack supplies cards, its jokers are named in order, and the dice are rolled.
    """
    played = t.laid_size
    supply(t, cards_wanted(t))
    push(t, Step.ROLL, t.turn_player, 0, 0)
    for back in range(t.laid_size - played):
        i = t.laid_size - 1 - back
        if t.laid[i] == JOKER:
            push(t, Step.JOKER, t.turn_player, i, 0)


@rule
def legal_joker(t):
    """§04: the turn player names the number of a joker that the pack has supplied."""
    for i in range(RANKS):
        offer(t, JOKER_AS + i)


@rule
def play_joker(t, action):
    """§04: the joker counts as this number (a: its position among the cards laid)."""
    t.laid_number[t.a] = action - JOKER_AS + 1
    tell(t, Trace.JOKER_NAMED, t.seat, 0, 0, t.laid_number[t.a], EVERYBODY)


@rule
def roll(t):
    """The dice are rolled, and the cards are discarded.

    SW02-07-12, D-R52: the player of the witch with deflection may change dice. SW02-07-04, D-R67: ballistics needs a
    rolled 1; a die changed to a 1 does not count.
    """
    t.needed = success_value(t)
    tell(t, Trace.NEEDS, t.turn_player, 0, 0, t.needed, EVERYBODY)
    t.dice_size = dice_allowed(t)
    for i in range(t.dice_size):
        t.dice[i] = die(t)
        tell(t, Trace.DIE, t.turn_player, 0, 0, t.dice[i], EVERYBODY)
    discard_laid(t)
    if t.action == WAR_ON:
        push(t, Step.WAR_OVER, t.turn_player, 0, 0)
    if is_slashed(t):
        slash(t)
        return
    hit = acts_with(t, Ability.BALLISTICS) and dice_showing(t, 1) > 0
    push(t, Step.READ, t.turn_player, 1 if hit else 0, 0)
    if acts_with(t, Ability.DEFLECTION) and has_changes(t, 0):
        push(t, Step.DICE, t.owner[WITCH_WITH[Ability.DEFLECTION]], 0, 0)


@rule
def slasher_of(t):
    """SW02-08-06: the acting person with gale slash, or -1; D-R32: in a procreation the king acts."""
    person = t.event_person[Event.GALE_SLASH] + 0
    if person == NOBODY:
        return NOBODY
    slashes = person == t.king[t.turn_player] if t.action == PROCREATION else acts(t, person)
    return person if slashes else NOBODY


@rule
def is_slashed(t):
    """SW02-08-06: has an acting person with gale slash rolled a 6?"""
    return slasher_of(t) != NOBODY and dice_showing(t, 6) > 0


@rule
def slash(t):
    """SW02-08-06, D-R57: the acting person with gale slash dies, and the action fails."""
    person = slasher_of(t)
    tell(t, Trace.SLASHED, t.turn_player, person, 0, 0, EVERYBODY)
    tell(t, Trace.OUTCOME, t.turn_player, 0, 0, 0, EVERYBODY)
    take_dice_away(t)
    if t.action == MARRIAGE:
        t.action = -1  # D-R30: nothing follows, and the king's heir does not get a second action
    bury(t, person)


@rule
def dice_showing(t, face):
    """How many dice show this face."""
    count = 0
    for i in range(t.dice_size):
        count += t.dice[i] == face
    return count


@rule
def dice_value(t):
    """The value compared with the success value: the sum of the dice.

    SW02-07-06: with gale each die counts as the highest one. SW02-07-07: with might the highest one counts double.
    SW02-08-06, D-R58: with gale slash these numbers are multiplied instead, and without dice the result is 0; D-R56: it
    is at most 9,999.
    """
    highest = 0
    total = 0
    product = 1
    for i in range(t.dice_size):
        highest = max(highest, t.dice[i])
    for i in range(t.dice_size):
        face = highest if acts_with(t, Ability.GALE) else t.dice[i] + 0
        total += face
        product = min(product * face, MOST_PRODUCT)
    if acts_with(t, Ability.MIGHT):
        total += highest
        product = min(product * 2, MOST_PRODUCT)
    if slasher_of(t) == NOBODY:
        return total
    return product if t.dice_size > 0 else 0


@rule
def read_dice(t):
    """The action succeeds if the dice reach the success value; SW02-07-04: or by a 1 with ballistics (a: 1)."""
    total = dice_value(t)
    success = total >= t.needed or t.a == 1
    tell(t, Trace.OUTCOME, t.turn_player, 0, 1 if success else 0, total, EVERYBODY)
    take_dice_away(t)
    if success:
        game_succeed(t, t.action)


@rule
def take_dice_away(t):
    """Clear the dice and the success value."""
    for i in range(t.dice_size):
        t.dice[i] = 0
    t.dice_size = 0
    t.needed = 0


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.SETTLE, close_window), Automatic(Step.ROLL, roll), Automatic(Step.READ, read_dice)),
)
