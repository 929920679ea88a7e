"""SW02-04, SW02-08: when events are played, and on whom.

Most events can be played at two times: before an action in one's own turn, and in the interrupt window, the time after
a declaration when everybody may play cards on the action (§08-02-03-01).
"""

import numpy as np

from dynasty_env.dynasty.ids import CARD, EVENT, PASS, PERSON, Step, Trace
from dynasty_env.dynasty.material import EVENTS, NOBODY, PERSONS, THE_NEUROI, Event, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.rules.rights import declared
from dynasty_env.kit.engine import Chapter, offer, offers, push, rule, some
from dynasty_env.kit.engine.cards import JOKER, KINDS, is_red
from dynasty_env.kit.words import EntryKind, Facts, Message, Phase, State, _

from .event_cards import attach, holds, show
from .pack import discard_from_hand, holds_card

PLAYED_FREELY = np.isin(
    [*Event],
    [Event.CANCEL, Event.ADMIRATION, Event.GROUNDED, Event.GALE_SLASH, Event.SPLENDID, Event.SO_WHAT, Event.POLYGAMY],
)
"""D-R45: events that can be attached to somebody in one's own action phase or in any interrupt window."""


@rule
def may_carry(t, event, person):
    """SW02-08: an event may be attached to a person of any dynasty; SW02-08-12: polygamy only to a king."""
    if event == Event.POLYGAMY:
        return t.place[person] == Place.KING
    return t.owner[person] != NOBODY


has_carrier = some(PERSONS, may_carry)
"""``(t, event)``: can the event be attached to anybody?"""


@rule
def offer_events(t):
    """D-R45: offer the deciding seat's events that can be attached now, and all-out attack in a war on the Neuroi."""
    for event in range(EVENTS):
        if holds(t, t.seat, event):
            if (PLAYED_FREELY[event] and has_carrier(t, event)) or (
                event == Event.ALL_OUT_ATTACK and t.step == Step.INTERRUPT and t.country == THE_NEUROI
            ):
                offer(t, EVENT + event)


@rule
def play_from_hand(t, event):
    """Show the event; then its player names a person for it, or the sortie of an all-out attack begins."""
    show(t, event, t.seat)
    if event == Event.ALL_OUT_ATTACK:
        push(t, Step.SORTIE, t.turn_player, 0, 0)
    else:
        push(t, Step.EVENT_TARGET, t.seat, event, 0)


@rule
def offer_a_play(t, seat):
    """D-R45: the turn player may play events, one after another."""
    if t.witches == 1:
        push(t, Step.EVENT, seat, 0, 0)


@rule
def open_jealousy(t, seat):
    """D-R47: after `seat`'s king has married or procreated, the others, turn player first, may play not jealous."""
    if t.witches == 1:
        push(t, Step.EVENT, t.turn_player, 0, seat + 1)


@rule
def legal_event(t):
    """Offer every event that may be played now, or none (a: seats asked so far).

    b is 0 in the turn player's own turn. Otherwise it is 1 + the seat whose king the others may envy: then only not
    jealous may be played (D-R47).
    """
    offer(t, PASS)
    if t.b == 0:
        offer_events(t)
    elif t.seat != t.b - 1 and holds(t, t.seat, Event.NOT_JEALOUS) and has_carrier(t, Event.NOT_JEALOUS):
        offer(t, EVENT + Event.NOT_JEALOUS)


@rule
def play_event(t, action):
    """D-R45: in one's own turn another event may follow. D-R47: not jealous is offered to one seat after another."""
    if action != PASS:
        if t.b == 0:
            push(t, Step.EVENT, t.seat, 0, 0)
        play_from_hand(t, action - EVENT)
    elif t.b > 0 and t.a + 1 < t.num_players:
        push(t, Step.EVENT, (t.seat + 1) % t.num_players, t.a + 1, t.b)


@rule
def play_event_target(t, action):
    """SW02-08: the event (a) is attached to the person."""
    attach(t, t.a, action - PERSON, t.seat)


# SW02-08-02: cancel


@rule
def ask_to_cancel(t):
    """SW02-08-02, D-R31: ask whether the declared action is cancelled. A war on the Neuroi is never cancelled.

    The player of the person with cancel is asked, except in his own turn.
    """
    person = t.event_person[Event.CANCEL]
    if person == NOBODY or t.country == THE_NEUROI:
        return
    seat = t.owner[person]
    if seat != NOBODY and seat != t.turn_player:  # D-R59: a person under the Neuroi card belongs to nobody
        push(t, Step.CANCEL, seat, 0, 0)


@rule
def legal_cancel(t):
    """SW02-08-02: a red hand card or a joker (D-R61) cancels the action; a pass allows it."""
    offer(t, PASS)
    for card in range(KINDS):
        if (is_red(card) or card == JOKER) and holds_card(t, t.seat, card):
            offer(t, CARD + card)


@rule
def play_cancel(t, action):
    """SW02-08-02: the turn player counts as having passed."""
    if action == PASS:
        return
    discard_from_hand(t, action - CARD, Trace.CANCELLED)
    t.action = -1
    t.country = NOBODY


# what is said


def somebody_has_married(state: State) -> str:
    """Why not jealous may be played now."""
    seat = int(state.record["b"]) - 1
    text = _("The king of {who} has married or procreated.")
    return Message(text, who=nouns.agent(seat)) if seat >= 0 else ""


def about_the_event(state: State) -> str:
    """The event and its effect."""
    number = int(state.record["a"])
    return Message(_("{event}: {effect}."), event=nouns.event(number), effect=nouns.EFFECTS[Event(number)])


CARRIES: dict[int, Facts] = {
    Event.ADMIRATION: (nouns.fertility, nouns.where),
    Event.GROUNDED: (nouns.war, nouns.where),
    Event.SPLENDID: (nouns.ambition, nouns.where),
    Event.SO_WHAT: (nouns.war, nouns.where),
    Event.NOT_JEALOUS: (nouns.all_stats, nouns.where),
}
"""Which facts matter about a person to whom the event is attached."""


def attaches(state: State, person: int) -> str:
    """A person to whom an event may be attached."""
    number = int(state.record["a"])
    who = nouns.with_facts(state, person, CARRIES.get(number, (nouns.where,)))
    return Message(_("attach {event} to {person}"), event=nouns.event(number), person=who)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.CANCEL,
            secret=True,
            asks=_("Do you cancel this action?"),
            why=_("It costs a red card or a joker, and the turn counts as a pass."),
            says={"card": _("discard {card}: the action is cancelled"), "pass": _("let the action stand")},
            stakes=declared,
            cites="SW02-08-02, D-R31",
            decides="player of the person with cancel",
        ),
        Phase(
            Step.EVENT,
            secret=True,
            asks=_("Do you play an event?"),
            why=_("Events lie face down before you until you play them."),
            says={"event": nouns.plays_event, "pass": _("play no event")},
            stakes=somebody_has_married,
            cites="SW02-04, D-R45",
            decides="turn player; after a marriage or birth the others",
        ),
        Phase(
            Step.EVENT_TARGET,
            offers(PERSON, PERSONS, may_carry, of="a"),
            asks=_("On whom do you play it?"),
            why=_("It stays with that person."),
            says={"person": attaches},
            stakes=about_the_event,
            cites="SW02-08",
            decides="who plays it",
        ),
    ),
    entries=(
        EntryKind(
            Trace.CANCELLED,
            _("{who} discards {card} and cancels the action"),
            subject="card",
            object="pack:number",
            tone="bad",
            cites="SW02-08-02, D-R31",
        ),
    ),
)
