"""§08-02-03-01: the interrupt window, in which everybody may play cards on a declared action."""

from dynasty_env.dynasty.ids import CARD, EVENT, JOKER_AS, MARRIAGE, PASS, PERSON, PROCREATION, Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Chapter, given_by_the_game, offer, push, rule, tell
from dynasty_env.kit.engine.cards import JOKER, RANKS, is_red, number_of

from .events import offer_events, play_from_hand
from .pack import lay, take_from_hand

game_succeed = given_by_the_game


@rule
def red_counts(t):
    """Red cards count for marriage (§09-01-03) and procreation (§09-02-02), black ones for war, hire and incite."""
    return t.action == MARRIAGE or t.action == PROCREATION


@rule
def counts(t, card):
    """Is the card of a suit that counts for this action? D-R2: a joker matches every suit."""
    return card == JOKER or is_red(card) == red_counts(t)


@rule
def name_target(t, person, at_once):
    """The target is named, and the interrupt window opens; D-R22: unless the action succeeds immediately."""
    t.target = person
    tell(t, Trace.NAMED, t.seat, person, 0, 0, EVERYBODY)
    if at_once:
        tell(t, Trace.BY_ITSELF, t.seat, 0, 0, 0, EVERYBODY)
        game_succeed(t, t.action)
    else:
        open_window(t)


@rule
def play_target(t, action):
    """§09-01-02, SW02-08-12: the person to marry, or the spouse, is named, and the interrupt window opens."""
    name_target(t, action - PERSON, False)


@rule
def open_window(t):
    """D-R8: the declaration is complete, and the window opens.

    D-R7: everybody is asked, beginning with the turn player.
    """
    push(t, Step.SETTLE, t.turn_player, 0, 0)
    push(t, Step.INTERRUPT, t.turn_player, 0, 0)


@rule
def legal_interrupt(t):
    """Any hand card of a suit that counts, a joker as any number, an event (SW02-04), or a pass."""
    offer(t, PASS)
    first = 13 if red_counts(t) else 0
    for i in range(26):
        card = first + i if first == 13 else (i if i < 13 else i + 26)
        if t.hand[t.seat, card] > 0:
            offer(t, CARD + card)
    if t.hand[t.seat, JOKER] > 0:
        for i in range(RANKS):
            offer(t, JOKER_AS + i)
    if t.witches == 1:
        offer_events(t)


@rule
def play_interrupt(t, action):
    """D-R7: one card, event or pass at a time, round and round, until all have passed in a row (a: passes)."""
    passes = t.a + 1
    if action >= EVENT:
        passes = 0
    elif action != PASS:
        passes = 0
        card = JOKER if action >= JOKER_AS else action - CARD
        number = action - JOKER_AS + 1 if card == JOKER else number_of(card)
        pack = take_from_hand(t, t.seat, card)
        lay(t, card, number, t.seat)
        tell(t, Trace.PLAYED, t.seat, card, pack, number, EVERYBODY)
    if passes < t.num_players:
        push(t, Step.INTERRUPT, (t.seat + 1) % t.num_players, passes, 0)
    if action >= EVENT:
        play_from_hand(t, action - EVENT)


CHAPTER = Chapter(__name__)  # its decisions are declared in window.py
