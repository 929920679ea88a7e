"""§08-02: a turn: draw, recruit, action, aftermath."""

from dynasty_env.dynasty.actions import (
    ASSASSINATION,
    CARD,
    DECK,
    EXECUTION,
    HIRE,
    INCITE,
    LIGHTNING,
    MARRIAGE,
    MATCHMAKING,
    PASS,
    PERSON,
    PROCREATION,
    REAPER,
    SEARCH,
    SUPPRESSION,
    WAR_ON,
)
from dynasty_env.dynasty.material import (
    BEARER,
    DECKS,
    HAND_SIZE,
    MOST_BEARERS,
    NOBODY,
    SEATS,
    WAR_TAX_DRAW,
    WAR_TAX_HAND,
    WITCH_WITH,
    Ability,
    Place,
)
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.europe.rules.open_pool import offer_decks, persons_at
from dynasty_env.kit.engine.cards import KINDS
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .abilities import can_assassinate, can_execute, can_make_match, can_suppress
from .copies import show_an_ace
from .events import ask_to_cancel, offer_a_play
from .hire import can_hire
from .incite import can_incite
from .marriage import can_marry
from .pack import draw, take_from_hand
from .people import leave_play, offer_wanderers
from .person_decks import draw_person
from .procreation import begin_procreation, can_procreate
from .score import end_game, end_reasons
from .setup import forget_action
from .war import can_wage_war
from .witches import can_search, can_strike, may_act_again, sense_the_pack


@rule
def begin_turn(t):
    """§08-02-01: the turn player draws one card; then come recruit, action and aftermath."""
    t.turn += 1
    t.turn_player = t.seat
    for seat in range(SEATS):
        t.vetoed[seat] = 0
    forget_action(t)
    t.no_hand_limit = 0
    t.second = NOBODY
    tell(t, Told.TURN, t.seat, 0, 0, t.turn, EVERYBODY)
    draw(t, t.seat, WAR_TAX_DRAW if has_war_tax(t, t.seat) else 1)
    push(t, Step.ACTION_DONE, t.seat, 0, 0)
    push(t, Step.BEFORE_ACTION, t.seat, 0, 0)
    if has_person_deck(t):
        push(t, Step.RECRUIT, t.seat, 0, 0)


@rule
def has_war_tax(t, seat):
    """§11-03-08: with war tax on anybody but the king, a dynasty draws three cards a turn and may keep ten."""
    if t.abilities == 1:
        for i in range(MOST_BEARERS):
            person = BEARER[Ability.WAR_TAX, i]
            if person != NOBODY and t.owner[person] == seat and t.place[person] != Place.KING:
                return True
    return False


@rule
def has_person_deck(t):
    """Is there a person deck that has cards?"""
    for deck in range(DECKS):
        if t.deck_size[deck] > 0:
            return True
    return False


@rule
def legal_recruit(t):
    """§08-02-02: each person deck that has cards."""
    offer_decks(t, DECK)


@rule
def play_recruit(t, action):
    """§08-02-02: the deck's top card joins the wanderers."""
    draw_person(t, action - DECK, t.seat, Place.WANDERER)


@rule
def prepare_action(t):
    """SW02-07-03: spatial sense comes first; D-R45: then the turn player may play events; then the action is chosen."""
    push(t, Step.ACTION, t.seat, 0, 0)
    offer_a_play(t, t.seat)
    sense_the_pack(t, t.seat)


@rule
def legal_action(t):
    """§08-02-03, §09: each kind of action whose conditions hold, or a pass."""
    offer(t, PASS)
    if t.second != NOBODY:
        offer_second_action(t)
        return
    if can_marry(t, t.seat):
        offer(t, MARRIAGE)
    if can_procreate(t, t.seat):
        offer(t, PROCREATION)
    if can_wage_war(t, t.seat):
        offer(t, WAR_ON)
    if can_hire(t, t.seat):
        offer(t, HIRE)
    if can_incite(t, t.seat):
        offer(t, INCITE)
    if t.scythe == t.seat:  # §09-06
        offer(t, REAPER)
    if t.abilities == 1:
        offer_abilities(t)
    if can_strike(t, t.seat):
        offer(t, LIGHTNING)
    if can_search(t, t.seat):
        offer(t, SEARCH)


@rule
def offer_second_action(t):
    """SW02-07-09: a second action is one in which the witch with hyper-speed can act herself."""
    if t.king[t.seat] == t.second and can_marry(t, t.seat):
        offer(t, MARRIAGE)
    if can_wage_war(t, t.seat):
        offer(t, WAR_ON)
    if can_hire(t, t.seat):
        offer(t, HIRE)


@rule
def offer_abilities(t):
    """§11-03: actions that special abilities add."""
    if can_assassinate(t, t.seat):
        offer(t, ASSASSINATION)
    if can_suppress(t, t.seat):
        offer(t, SUPPRESSION)
    if can_make_match(t, t.seat):
        offer(t, MATCHMAKING)
    if can_execute(t, t.seat):
        offer(t, EXECUTION)


@rule
def play_action(t, action):
    """D-R8: the kind of action is named first, then everything else that belongs to its declaration."""
    if action == PASS:
        tell(t, Told.PASSED, t.seat, 0, 0, 0, EVERYBODY)
        return
    t.action = action
    tell(t, Told.DECLARED, t.seat, action, 0, 0, EVERYBODY)
    if action == SEARCH:
        show_an_ace(t, t.seat)
    push(t, Step.DECLARED, t.seat, 0, 0)
    if action != WAR_ON:
        ask_to_cancel(t)


@rule
def go_on(t):
    """Ask for the rest of the declaration; nothing if the action has been cancelled."""
    if t.action == MARRIAGE:
        push(t, Step.MARRIAGE_TARGET, t.seat, 0, 0)
    elif t.action == PROCREATION:
        begin_procreation(t)
    elif t.action == WAR_ON:
        push(t, Step.WAR_TARGET, t.seat, 0, 0)
    elif t.action == HIRE:
        push(t, Step.HIRE_RECRUITER, t.seat, 0, 0)
    elif t.action == INCITE:
        push(t, Step.INCITE_TARGET, t.seat, 0, 0)
    elif t.action == REAPER or t.action == ASSASSINATION:
        push(t, Step.REAPER_TARGET, t.seat, 0, 0)
    elif t.action == SUPPRESSION:
        push(t, Step.SUPPRESSION_TARGET, t.seat, 0, 0)
    elif t.action == MATCHMAKING:
        push(t, Step.MATCHMAKING_CHILD, t.seat, 0, 0)
    elif t.action == EXECUTION:
        push(t, Step.EXECUTION_TARGET, t.seat, 0, 0)
    elif t.action == LIGHTNING:
        push(t, Step.LIGHTNING_TARGET, t.seat, 0, 0)
    elif t.action == SEARCH:
        push(t, Step.SEARCH_ACE, t.seat, 0, 0)


@rule
def complete_action(t):
    """§07-01: the game ends once all that follows from the action is done; D-R15: no aftermath then.

    SW02-07-09, D-R50: otherwise hyper-speed may give a second action.
    """
    again = may_act_again(t)
    forget_action(t)
    t.second = NOBODY
    reasons = end_reasons(t)
    if reasons != 0:
        end_game(t, reasons)
    elif again:
        t.second = WITCH_WITH[Ability.HYPER_SPEED]
        tell(t, Told.ACTS_AGAIN, t.seat, t.second, 0, 0, EVERYBODY)
        push(t, Step.ACTION_DONE, t.seat, 0, 0)
        push(t, Step.BEFORE_ACTION, t.seat, 0, 0)
    else:
        push(t, Step.AFTERMATH, t.seat, 0, 0)


@rule
def clear_up(t):
    """§08-02-04: discard wanderers down to the number of dynasties, then cards down to five; then the next turn."""
    if persons_at(t, Place.WANDERER) > t.num_players:
        push(t, Step.AFTERMATH, t.seat, 0, 0)
        push(t, Step.DISCARD_WANDERER, t.seat, 0, 0)
    elif t.no_hand_limit == 0 and t.hand_size[t.seat] > (WAR_TAX_HAND if has_war_tax(t, t.seat) else HAND_SIZE):
        push(t, Step.AFTERMATH, t.seat, 0, 0)
        push(t, Step.DISCARD_CARD, t.seat, 0, 0)
    else:
        push(t, Step.TURN, (t.seat + 1) % t.num_players, 0, 0)


@rule
def legal_discard_wanderer(t):
    """§08-02-04: any wanderer, as the turn player chooses."""
    offer_wanderers(t)


@rule
def play_discard_wanderer(t, action):
    """§08-02-04: a discarded person never returns."""
    tell(t, Told.DISMISSED, t.seat, action - PERSON, 0, 0, EVERYBODY)
    leave_play(t, action - PERSON)


@rule
def legal_discard_card(t):
    """§08-02-04: any card in the turn player's hand."""
    for kind in range(KINDS):
        if t.hand[t.seat, kind] > 0:
            offer(t, CARD + kind)


@rule
def play_discard_card(t, action):
    """§08-02-04: the card goes to the discards."""
    card = action - CARD
    pack = take_from_hand(t, t.seat, card)
    t.discards[card] += 1
    tell(t, Told.DISCARDED, t.seat, card, pack, 0, EVERYBODY)
