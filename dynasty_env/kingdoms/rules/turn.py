"""K3: a turn: a person is turned up, one action, discards."""

from dynasty_env.europe.rules.ending import finish
from dynasty_env.europe.rules.open_pool import has_cards, persons_at
from dynasty_env.kingdoms.ids import DECK, MARRIAGE, PASS, PERSON, Step, Trace
from dynasty_env.kingdoms.material import DECKS, NOBODY, PERSONS, Place
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import Automatic, Chapter, given_by_the_game, offers, rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell
from dynasty_env.kit.words import EntryKind, Message, Phase, State, _

from .decks import LAST, turn_up, turn_up_from
from .persons import leave_play
from .score import end_reasons
from .setup import forget_action

game_may = game_begin = given_by_the_game


@rule
def begin_turn(t):
    t.turn += 1
    t.turn_player = t.seat
    tell(t, Trace.TURN, t.seat, 0, 0, t.turn, EVERYBODY)
    push(t, Step.ACTION_DONE, t.seat, 0, 0)
    push(t, Step.ACTION, t.seat, 0, 0)
    push(t, Step.RECRUIT, t.seat, 0, 0)


@rule
def play_recruit(t, action):
    """K3: one person is turned up and joins the open pool."""
    turn_up(t, action - DECK, t.seat, Place.POOL, NOBODY)


@rule
def legal_action(t):
    """K3: one action that can be carried out, or a pass."""
    offer(t, PASS)
    for kind in range(MARRIAGE, DECK):
        if game_may(t, t.seat, kind):
            offer(t, kind)


@rule
def play_action(t, action):
    if action == PASS:
        tell(t, Trace.PASSED, t.seat, 0, 0, 0, EVERYBODY)
        return
    t.action = action
    tell(t, Trace.DECLARED, t.seat, action, 0, 0, EVERYBODY)
    game_begin(t, action)


@rule
def complete_action(t):
    """K7: the game ends once the consequences of the turn are settled; K30: then there are no discards."""
    forget_action(t)
    reasons = end_reasons(t)
    if reasons != 0:
        finish(t, reasons)
    else:
        push(t, Step.AFTERMATH, t.seat, 0, 0)


@rule
def clear_up(t):
    """K3: while the pool has more persons than there are seats, one is discarded; then the next turn begins."""
    if persons_at(t, Place.POOL) > t.num_players:
        push(t, Step.AFTERMATH, t.seat, 0, 0)
        push(t, Step.DISCARD, t.seat, 0, 0)
    else:
        push(t, Step.TURN, (t.seat + 1) % t.num_players, 0, 0)


@rule
def is_in_pool(t, person):
    """K3: any of them may be discarded; the turn player chooses."""
    return t.place[person] == Place.POOL


@rule
def play_discard(t, action):
    tell(t, Trace.DISMISSED, t.seat, action - PERSON, 0, 0, EVERYBODY)
    leave_play(t, action - PERSON)


def pool_is_full(state: State) -> str:
    """How many persons are in the pool, and how many may stay there."""
    pool = len(state.view(state.seat)["pool"])
    return Message(_("The pool holds {pool} persons, {stay} may stay."), pool=pool, stay=state.num_players)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.RECRUIT,
            offers(DECK, DECKS, has_cards),
            asks=_("From which deck does the new person come?"),
            why=_("Each turn begins with a person who joins the pool. When a deck is empty, the game ends."),
            says={"deck": turn_up_from(_("turn up a person of the {deck} deck"), LAST)},
            cites="K3",
        ),
        Phase(
            Step.ACTION,
            asks=_("What does your dynasty do?"),
            why=_(
                "You may take one action in your turn. The prestige of royals and the power of countries are points."
            ),
            says={"pass": _("take no action")},
            cites="K3",
            families=("type",),
        ),
        Phase(
            Step.DISCARD,
            offers(PERSON, PERSONS, is_in_pool),
            asks=_("Whom do you dismiss?"),
            why=_("The pool holds more persons than there are dynasties. A dismissed person does not return."),
            says={"person": _("dismiss {person}")},
            facts=nouns.ON_THE_CARD,
            condition=pool_is_full,
            cites="K3",
        ),
    ),
    automatic=(
        Automatic(Step.TURN, begin_turn),
        Automatic(Step.ACTION_DONE, complete_action),
        Automatic(Step.AFTERMATH, clear_up),
    ),
    entries=(
        EntryKind(Trace.TURN, _("turn {number}: {who}"), value="number", tone="head", cites="K3"),
        EntryKind(Trace.PASSED, _("{who} takes no action"), tone="quiet", cites="K3"),
        EntryKind(Trace.DECLARED, _("{who} declares {declared}"), "declared:kind", deed="declared {kind}", cites="K3"),
        EntryKind(Trace.ACTS, _("{person} acts for {who}"), "person", tone="quiet"),
        EntryKind(Trace.NAMED, _("{who} names {person}"), "person"),
        EntryKind(Trace.DISMISSED, _("{who} dismisses {person}"), "person", cites="K3"),
    ),
)
