"""§08-02: a turn: draw, recruit, action, aftermath."""

from dynasty_env.dynasty.ids import CARD, DECK, MARRIAGE, PASS, PERSON, SEARCH, WAR_ON, Step, Trace
from dynasty_env.dynasty.material import HAND_SIZE, SEATS, WAR_TAX_DRAW, WAR_TAX_HAND, WITCH_WITH, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.material import BEARER, DECKS, MOST_BEARERS, NOBODY, PERSONS, Ability
from dynasty_env.europe.rules.open_pool import has_cards, persons_at
from dynasty_env.kit.engine import Automatic, Chapter, given_by_the_game, offers, rule
from dynasty_env.kit.engine.cards import KINDS
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell
from dynasty_env.kit.words import EntryKind, Phase, _

from .copies import show_an_ace
from .events import ask_to_cancel, offer_a_play
from .pack import discard_from_hand, draw, holds_card
from .people import is_wanderer, leave_play
from .person_decks import draw_person, from_deck, has_person_deck
from .score import end_game, end_reasons
from .setup import forget_action
from .war import if_nobody_defends
from .witches import may_act_again, sense_the_pack

game_may = game_again = game_begin = given_by_the_game


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
    tell(t, Trace.TURN, t.seat, 0, 0, t.turn, EVERYBODY)
    draw(t, t.seat, WAR_TAX_DRAW if has_war_tax(t, t.seat) else 1)
    push(t, Step.ACTION_DONE, t.seat, 0, 0)
    push(t, Step.BEFORE_ACTION, t.seat, 0, 0)
    if has_person_deck(t, t.seat):
        push(t, Step.RECRUIT, t.seat, 0, 0)


@rule
def has_war_tax(t, seat):
    """§11-03-08: if anybody but the king has war tax, the dynasty draws three cards a turn and may keep ten."""
    if t.abilities == 1:
        for i in range(MOST_BEARERS):
            person = BEARER[Ability.WAR_TAX, i]
            if person != NOBODY and t.owner[person] == seat and t.place[person] != Place.KING:
                return True
    return False


@rule
def hand_limit(t, seat):
    """§08-02-04: how many cards a dynasty may keep."""
    return WAR_TAX_HAND if has_war_tax(t, seat) else HAND_SIZE


@rule
def play_recruit(t, action):
    """§08-02-02: the deck's top card joins the wanderers."""
    draw_person(t, action - DECK, t.seat, Place.WANDERER)


@rule
def prepare_action(t):
    """SW02-07-03: spatial sense is first; D-R45: then the turn player may play events; then the action is chosen."""
    push(t, Step.ACTION, t.seat, 0, 0)
    offer_a_play(t, t.seat)
    sense_the_pack(t, t.seat)


@rule
def legal_action(t):
    """§08-02-03, §09: each kind of action whose conditions hold, or a pass.

    SW02-07-09: in a second action, only the kinds in which the witch with hyper-speed can act herself.
    """
    offer(t, PASS)
    for kind in range(MARRIAGE, DECK):
        if game_may(t, t.seat, kind) if t.second == NOBODY else game_again(t, t.seat, kind):
            offer(t, kind)


@rule
def play_action(t, action):
    """D-R8: the kind of action is named first, then the rest of its declaration."""
    if action == PASS:
        tell(t, Trace.PASSED, t.seat, 0, 0, 0, EVERYBODY)
        return
    t.action = action
    tell(t, Trace.DECLARED, t.seat, action, 0, 0, EVERYBODY)
    if action == SEARCH:
        show_an_ace(t, t.seat)
    push(t, Step.DECLARED, t.seat, 0, 0)
    if action != WAR_ON:
        ask_to_cancel(t)


@rule
def go_on(t):
    """Ask for the rest of the declaration; does nothing if the action has been cancelled."""
    game_begin(t, t.action)


@rule
def complete_action(t):
    """§07-01: the game ends once everything that follows from the action is done; D-R15: then there is no aftermath.

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
        tell(t, Trace.ACTS_AGAIN, t.seat, t.second, 0, 0, EVERYBODY)
        push(t, Step.ACTION_DONE, t.seat, 0, 0)
        push(t, Step.BEFORE_ACTION, t.seat, 0, 0)
    else:
        push(t, Step.AFTERMATH, t.seat, 0, 0)


@rule
def clear_up(t):
    """§08-02-04: discard wanderers down to the number of dynasties, cards down to five; then the next turn begins."""
    if persons_at(t, Place.WANDERER) > t.num_players:
        push(t, Step.AFTERMATH, t.seat, 0, 0)
        push(t, Step.DISCARD_WANDERER, t.seat, 0, 0)
    elif t.no_hand_limit == 0 and t.hand_size[t.seat] > hand_limit(t, t.seat):
        push(t, Step.AFTERMATH, t.seat, 0, 0)
        push(t, Step.DISCARD_CARD, t.seat, 0, 0)
    else:
        push(t, Step.TURN, (t.seat + 1) % t.num_players, 0, 0)


@rule
def play_discard_wanderer(t, action):
    """§08-02-04: a discarded person never returns."""
    tell(t, Trace.DISMISSED, t.seat, action - PERSON, 0, 0, EVERYBODY)
    leave_play(t, action - PERSON)


@rule
def play_discard_card(t, action):
    """§08-02-04: the card goes to the discards."""
    discard_from_hand(t, action - CARD, Trace.DISCARDED)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.RECRUIT,
            offers(DECK, DECKS, has_cards),
            asks=_("From which deck does a new wanderer come?"),
            why=_("Each turn begins with a card for your hand and a person who joins the wanderers."),
            says={"deck": from_deck(_("turn up a card of the {deck} deck"))},
            cites="§08-02-02",
        ),
        Phase(
            Step.ACTION,
            asks=_("What does your dynasty do?"),
            why=_("You may take one action in your turn."),
            says={"pass": _("take no action")},
            condition=if_nobody_defends,
            cites="§08-02-03, §09",
            families=("type",),
        ),
        Phase(
            Step.DISCARD_WANDERER,
            offers(PERSON, PERSONS, is_wanderer),
            asks=_("Which wanderer do you dismiss?"),
            why=_("There are more wanderers than dynasties."),
            says={"person": _("dismiss {person}")},
            facts=nouns.ON_THE_CARD,
            cites="§08-02-04",
        ),
        Phase(
            Step.DISCARD_CARD,
            offers(CARD, KINDS, holds_card),
            asks=_("Which card do you discard?"),
            why=_("You hold more cards than you may keep."),
            says={"card": _("discard {card}")},
            cites="§08-02-04",
        ),
    ),
    automatic=(
        Automatic(Step.TURN, begin_turn),
        Automatic(Step.ACTION_DONE, complete_action),
        Automatic(Step.AFTERMATH, clear_up),
        Automatic(Step.BEFORE_ACTION, prepare_action),
        Automatic(Step.DECLARED, go_on),
    ),
    entries=(
        EntryKind(Trace.TURN, _("turn {number}: {who}"), value="number", tone="head", cites="§08-02"),
        EntryKind(Trace.PASSED, _("{who} takes no action"), tone="quiet", cites="§08-02-03"),
        EntryKind(
            Trace.DECLARED,
            _("{who} declares {declared}"),
            "declared:kind",
            deed="declared {kind}",
            cites="§08-02-03, D-R8",
        ),
        EntryKind(Trace.NAMED, _("{who} names {person}"), "person"),
        EntryKind(Trace.DISMISSED, _("{who} dismisses {person}"), "person", cites="§08-02-04"),
        EntryKind(Trace.DISCARDED, _("{who} discards {card}"), "card", "pack:number"),
        EntryKind(Trace.ACTS_AGAIN, _("{person} acts once more for {who}"), "person", cites="SW02-07-09, D-R50"),
    ),
)
