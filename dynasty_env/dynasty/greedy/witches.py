"""SW02-07: decisions about the witches' abilities: foresight, lightning, wide search, deflection."""

from dynasty_env.dynasty.greedy.outcomes import hired
from dynasty_env.dynasty.greedy.persons import may_lie_in
from dynasty_env.dynasty.greedy.weights import CARD, CARD_WORTH, NEVER
from dynasty_env.dynasty.ids import DIE_TO, KEEP, PASS, PROCREATION
from dynasty_env.dynasty.material import BASE_PERSONS, COLOUR, DECKS, EVENT_CARD, NOBODY, PERSONS, Event
from dynasty_env.dynasty.rules.stats import own_prestige, war_value
from dynasty_env.dynasty.rules.turn import hand_limit
from dynasty_env.dynasty.views.view import WITCH_POINTS
from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS, number_of
from dynasty_env.kit.engine.rule import rule


@rule
def card_worth(card):
    """How useful a card is in hand, 0 … 1."""
    return CARD_WORTH[RANKS] if card == JOKER else CARD_WORTH[number_of(card) - 1]


@rule
def price(m, card):
    """How much a card in hand adds to my chance of winning.

    With a full hand the least useful card has to be discarded anyway, so its value is subtracted.
    """
    spare = 0.0
    if m.hand_size[0] >= hand_limit(m, 0):
        spare = 1.0
        for kind in range(KINDS):
            if m.hand[0, kind] > 0:
                spare = min(spare, card_worth(kind))
    return CARD * (card_worth(card) - spare)


@rule
def finding(m, deck):
    """SW02-07-11: the value of the best person who is certain to be in this deck; -1 if nobody can be taken."""
    best = -1.0
    if m.deck_size[deck] > 1:
        for person in range(PERSONS):
            if may_lie_in(m, person, deck):
                best = max(best, hired(m, 0, person))
    return best


@rule
def search_value(m):
    """SW02-07-11: the value of a wide search, minus the value of the ace it costs."""
    best = -1.0
    for deck in range(DECKS):
        best = max(best, finding(m, deck))
    ace = 1.0
    for suit in range(4):
        if m.hand[0, suit * RANKS] > 0:
            ace = min(ace, price(m, suit * RANKS))
    return best - (ace if ace < 1.0 else 0.0)


@rule
def foresight(m, action):
    """The value of keeping the card that foresight shows; putting it back has the value 0.

    A person is kept if better than the mean of those who may be on top after a shuffle. Any event is kept except the
    Neuroi.
    """
    if action != KEEP:
        return 0.0
    top = m.deck_top
    if top >= EVENT_CARD:
        return -1.0 if top - EVENT_CARD == Event.NEUROI else 0.01
    deck = COLOUR[top] if top < BASE_PERSONS else m.seen_in[top - BASE_PERSONS] - 1
    total = 0.0
    count = 0
    for person in range(PERSONS):
        if deck >= 0 and may_lie_in(m, person, deck):
            total += usefulness(m, person)
            count += 1
    return usefulness(m, top) - total / count if count > 0 else 0.0


@rule
def usefulness(m, person):
    """How useful a drawn person is: as a child if one is being born, else as somebody to hire or marry."""
    if m.action == PROCREATION:
        return float(own_prestige(m, person))
    return own_prestige(m, person) + WITCH_POINTS[person] / 2 + war_value(m, person) / 4


@rule
def deflection(m, action):
    """SW02-07-12: the value of changing a die, or of leaving the dice as they are.

    My lowest die becomes a 6 unless the dice are already enough; in a rival's war (D-R52) the highest becomes a 1.
    """
    if action == PASS:
        return 0.0
    total = 0
    lowest = 5
    highest = 0
    for face in range(5, -1, -1):
        total += (face + 1) * m.faces[face]
        if m.faces[face] > 0:
            lowest = face
            highest = max(highest, face)
    if m.turn_player != 0:
        return 1.0 if highest > 0 and action == DIE_TO + highest * 5 else NEVER
    if total >= m.needed and m.event_person[Event.GALE_SLASH] == NOBODY:
        return NEVER
    return 1.0 if lowest < 5 and action == DIE_TO + lowest * 5 + 4 else NEVER
