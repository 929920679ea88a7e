"""Decisions other than declarations: during set-up, when cards are played, and when others act against me."""

from dynasty_env.dynasty.greedy.declarations import hire, wedding
from dynasty_env.dynasty.greedy.events import window_event
from dynasty_env.dynasty.greedy.imagine import birth_chance, final_share, forget, put, strength
from dynasty_env.dynasty.greedy.mind import BLACK, RED, declare
from dynasty_env.dynasty.greedy.neuroi import neuroi_chance
from dynasty_env.dynasty.greedy.odds import contest_chance, own_chance
from dynasty_env.dynasty.greedy.outcomes import checked
from dynasty_env.dynasty.greedy.persons import may_lie_in
from dynasty_env.dynasty.greedy.weights import BIRTH, COMMANDER, NEVER, RESERVE
from dynasty_env.dynasty.greedy.witches import price
from dynasty_env.dynasty.ids import CARD, DECLARE, EVENT, JOKER_AS, MARRIAGE, PASS
from dynasty_env.dynasty.material import NOBODY, PERSONS, SEX, THE_NEUROI, Place
from dynasty_env.dynasty.rules.interrupts import red_counts
from dynasty_env.dynasty.rules.marriage import marriage_cards, marriage_dice
from dynasty_env.dynasty.rules.people import may_wed
from dynasty_env.dynasty.rules.resolution import dice_left, wasted_dice
from dynasty_env.dynasty.rules.stats import fertility, governance, own_prestige, prestige, war_value
from dynasty_env.dynasty.views.view import WITCH_POINTS
from dynasty_env.kit.engine.cards import JOKER, number_of
from dynasty_env.kit.engine.rule import rule

# set-up


@rule
def set_up_from(m, deck):
    """How good the persons who may be on top of the deck are on average, as kings or commanders."""
    total = 0.0
    count = 0
    for person in range(PERSONS):
        if may_lie_in(m, person, deck):
            commander = COMMANDER[min(war_value(m, person), len(COMMANDER) - 1)]
            total += own_prestige(m, person) + fertility(m, person) / 2 + commander
            count += 1
    return total / count if count > 0 else 0.0


@rule
def crowned(m, person):
    """How strong my dynasty is with this king, and with the best marriage that he could make within it."""
    put(m, person, 0, Place.KING)
    best = 0.0
    for k in range(m.size[0]):
        best = max(best, promise(m, person, m.members[0, k]))
    best += strength(m, 0)
    forget(m)
    return best


@rule
def promise(m, king, courtier):
    """The points I can expect from a courtier as the king's spouse."""
    if SEX[courtier] == SEX[king]:
        return 0.0
    declare(m, MARRIAGE, courtier, NOBODY)
    births = birth_chance(m, king, courtier, wasted_dice(m, 0))
    gain = prestige(m, courtier) + WITCH_POINTS[courtier] + BIRTH * births
    return gain * own_chance(m, RED, marriage_cards(m), dice_left(m, marriage_dice(m)))


# my own turn


@rule
def recruit(m, deck):
    """The mean value of the persons who may turn up from this deck; §07-01 c: emptying it ends the game."""
    if m.deck_size[deck] == 1:
        return final_share(m)
    total = 0.0
    count = 0
    steward = best_steward(m)
    suitor = suitor_of(m)
    for person in range(PERSONS):
        if may_lie_in(m, person, deck):
            total += use_of_wanderer(m, person, steward, suitor)
            count += 1
    return total / count if count > 0 else m.now


@rule
def best_steward(m):
    """My person with the highest governance: the best recruiter."""
    best = m.king[0] + 0
    for k in range(m.size[0]):
        person = m.members[0, k]
        if best == NOBODY or governance(m, person) > governance(m, best):
            best = person
    return best


@rule
def suitor_of(m):
    """My king if he may marry, else nobody."""
    return m.king[0] if may_wed(m, 0) else NOBODY


@rule
def use_of_wanderer(m, person, steward, suitor):
    """The value of a wanderer whom I could hire or marry."""
    found = m.now + 0.0
    if steward != NOBODY:
        found = max(found, hire(m, steward, person))
    if suitor != NOBODY and SEX[person] != SEX[suitor]:
        found = max(found, wedding(m, person))
    return found


# answers to others


@rule
def veto(m, action):
    """§09-06-01: the value of refusing.

    Only one refusal a turn is allowed, so it is saved for the most important persons.
    """
    if action != DECLARE:
        return 0.0
    worst = 0.0
    for k in range(m.size[0]):
        person = m.members[0, k]
        if m.refused[person] == 0:
            worst = max(worst, m.now - checked(m, person))
    return m.now - checked(m, m.target) - RESERVE * worst


@rule
def interrupt(m, action):
    """The value of playing a card or an event, or of passing, in a window (§08-02-03-01).

    A high card raises the success value; a low card of the turn player replaces one from the pack.
    """
    if m.country == THE_NEUROI:
        return neuroi_interrupt(m, action)
    if action == PASS:
        return outcome(m, m.laid_size, m.needed)
    if action >= EVENT:
        return window_event(m, action - EVENT, outcome(m, m.laid_size, m.needed))
    card = JOKER if action >= JOKER_AS else action - CARD
    number = action - JOKER_AS + 1 if action >= JOKER_AS else number_of(card)
    return outcome(m, m.laid_size + 1, max(m.needed, number)) - price(m, card)


@rule
def outcome(m, laid, value):
    """The value of the open action with `laid` cards and this success value, if the others play as expected."""
    colour = RED if red_counts(m) else BLACK
    chance = contest_chance(m, colour, m.wanted, m.dice_size, laid, value)
    return chance * m.succeeds + (1 - chance) * m.fails


@rule
def neuroi_interrupt(m, action):
    """SW02-06-02: the value of an answer in a war on the Neuroi.

    A high card is played against a rival's attack that is likely to succeed; events are played as in other windows.
    """
    if action == PASS:
        return 0.0
    if action >= EVENT:
        return window_event(m, action - EVENT, 0.0)
    chance = neuroi_chance(m, m.dice_size, max(m.wanted - m.laid_size, 0))
    if m.turn_player == 0 or chance <= 0.2 or action >= JOKER_AS or number_of(action - CARD) <= 4:
        return NEVER
    return 0.02 * chance - price(m, action - CARD)


@rule
def joker(m, action):
    """§04: the lowest number is best for a joker from the pack, unless I want the action to fail."""
    return -float(action) if m.succeeds >= m.fails else float(action)
