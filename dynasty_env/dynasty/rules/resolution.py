"""§08-02-03-01: how an action is decided, once the window has closed."""

from dynasty_env.dynasty.actions import HIRE, INCITE, JOKER_AS, MARRIAGE, PROCREATION, WAR_ON
from dynasty_env.dynasty.material import NOBODY, Ability
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.cards import JOKER, RANKS
from dynasty_env.kit.rng import die
from dynasty_env.kit.rule import rule
from dynasty_env.kit.table import EVERYBODY, offer, push, tell

from .hire import hire, hire_cards, hire_dice
from .incite import incite, incite_cards, incite_dice
from .interrupts import counts
from .marriage import marriage_cards, marriage_dice, marry
from .pack import discard_laid, supply
from .people import has_ability, spouse_of
from .procreation import give_birth, procreation_cards, procreation_dice
from .war import war_cards, war_dice, win_war


@rule
def cards_wanted(t):
    """(a) the number of cards; D-R9: a negative one counts as 0."""
    cards = 0
    if t.action == MARRIAGE:
        cards = marriage_cards(t)
    elif t.action == PROCREATION:
        cards = procreation_cards(t)
    elif t.action == WAR_ON:
        cards = war_cards(t)
    elif t.action == HIRE:
        cards = hire_cards(t)
    elif t.action == INCITE:
        cards = incite_cards(t)
    return max(cards, 0)


@rule
def dice_allowed(t):
    """(d) the number of dice; D-R9: a negative one counts as 0."""
    dice = 0
    if t.action == MARRIAGE:
        dice = marriage_dice(t)
    elif t.action == PROCREATION:
        dice = procreation_dice(t)
    elif t.action == WAR_ON:
        dice = war_dice(t)
    elif t.action == HIRE:
        dice = hire_dice(t)
    elif t.action == INCITE:
        dice = incite_dice(t)
    return max(dice - wasted_dice(t), 0)


@rule
def wasted_dice(t):
    """§11-03-05, D-R20: each king or spouse with waste costs the own actions a die."""
    wasted = 0
    king = t.king[t.turn_player]
    if king != NOBODY and has_ability(t, king, Ability.WASTE):
        wasted += 1
    spouse = spouse_of(t, t.turn_player)
    if spouse != NOBODY and has_ability(t, spouse, Ability.WASTE):
        wasted += 1
    return wasted


@rule
def success_value(t):
    """(c) the highest number among the cards of the counting suits (b), 0 if there is none."""
    highest = 0
    for i in range(t.laid_size):
        if counts(t, t.laid[i]) and t.laid_number[i] > highest:
            highest = t.laid_number[i]
    return highest


@rule
def close_window(t):
    """D-R8: numbers are computed now. The pack supplies cards, then drawn jokers are named in order, then the dice."""
    played = t.laid_size
    supply(t, cards_wanted(t))
    push(t, Step.ROLL, t.turn_player, 0, 0)
    for back in range(t.laid_size - played):
        i = t.laid_size - 1 - back
        if t.laid[i] == JOKER:
            push(t, Step.JOKER, t.turn_player, i, 0)


@rule
def legal_joker(t):
    """§04: the turn player names the number of a joker from the pack."""
    for i in range(RANKS):
        offer(t, JOKER_AS + i)


@rule
def play_joker(t, action):
    t.laid_number[t.a] = action - JOKER_AS + 1
    tell(t, Told.JOKER_NAMED, t.seat, 0, 0, t.laid_number[t.a], EVERYBODY)


@rule
def roll(t):
    """Success if the sum of the dice is at least the success value. The cards are discarded right after the roll."""
    needed = success_value(t)
    tell(t, Told.NEEDS, t.turn_player, 0, 0, needed, EVERYBODY)
    total = 0
    for _ in range(dice_allowed(t)):
        face = die(t)
        total += face
        tell(t, Told.DIE, t.turn_player, 0, 0, face, EVERYBODY)
    success = total >= needed
    tell(t, Told.OUTCOME, t.turn_player, 0, 1 if success else 0, total, EVERYBODY)
    discard_laid(t)
    if t.action == WAR_ON:
        push(t, Step.WAR_OVER, t.turn_player, 0, 0)
    if success:
        carry_out(t)


@rule
def carry_out(t):
    """What the successful action brings."""
    if t.action == MARRIAGE:
        marry(t)
    elif t.action == PROCREATION:
        give_birth(t)
    elif t.action == WAR_ON:
        win_war(t)
    elif t.action == HIRE:
        hire(t)
    elif t.action == INCITE:
        incite(t)
