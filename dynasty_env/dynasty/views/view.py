"""What a seat may know: the only way for information to leave a table.

`observe` writes what a seat sees as small integers, `seat_view` puts it into words, and `hide` (hide.py) redraws
everything else. Everything that shows a running game to a seat goes through here.
"""

from typing import Any

import numpy as np
from numpy import int8

from dynasty_env.dynasty.ids import MARRIAGE, TYPE_NAMES, Step
from dynasty_env.dynasty.material import (
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    DOLL_STATS,
    EVENT_CARD,
    EVENT_NAMES,
    EVENTS,
    EXPANSION,
    MOST_CARDS,
    MOST_DICE,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    POPE,
    POPE_PRESTIGE,
    POWER,
    PRESTIGE,
    RELIGION,
    SEATS,
    WITCH,
    WITCH_SPOUSE,
    Event,
    EventPlace,
    Place,
    Religion,
)
from dynasty_env.dynasty.rules.copies import kind_of
from dynasty_env.dynasty.rules.person_decks import top_of
from dynasty_env.dynasty.rules.resolution import cards_wanted, dice_allowed, success_value
from dynasty_env.dynasty.rules.score import points
from dynasty_env.dynasty.table import OPTIONS
from dynasty_env.dynasty.views.hide import is_secret
from dynasty_env.dynasty.views.public_table import PERSON_CARDS, card_names, public_table, seat_public, seen_in_decks
from dynasty_env.dynasty.views.redraw_cards import knows_top
from dynasty_env.dynasty.views.redraw_decks import foresees
from dynasty_env.europe.views import NO_SEAT, observe_holders, observe_places
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, KINDS, RANKS
from dynasty_env.kit.engine.emptying import emptying
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import from_me
from dynasty_env.kit.options import observed, observing
from dynasty_env.kit.seats.layout import Layout, Piece
from dynasty_env.kit.seats.views import head
from dynasty_env.kit.state import State

SEEN_OPTIONS = observed(
    OPTIONS, "packs", "adjacency", "kin_marriage", "ask_forced", "abilities", "witches", "no_hand_limit", rows=8
)
observe_options = observing(SEEN_OPTIONS)

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 48, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, 6, True, "deciding seat, counted from me; 6: hidden, or nobody"),
        Piece("players", (1,), 2, 6, True, "number of seats"),
        Piece("options", (len(SEEN_OPTIONS),), 0, 2, False, ", ".join(filter(None, SEEN_OPTIONS))),
        Piece("turn", (1,), 0, 127, False, "number of the turn, 0 during set-up, at most 127"),
        Piece("turn_player", (1,), 0, 5, True, "counted from me"),
        Piece("pope", (1,), 0, 5, True, "who holds the pope, counted from me"),
        Piece("scythe", (1,), 0, 5, True, "who holds the scythe, counted from me"),
        Piece("action", (1,), 0, len(TYPE_NAMES), True, "declared action: 0 none, else 1 + its place among the types"),
        Piece("named", (4,), -1, POPE, True, "target (97: the pope), actor, defender, friend: person id or -1"),
        Piece("second", (1,), -1, PERSONS - 1, True, "who must act in the second action of this turn, or -1"),
        Piece("attacked", (1,), -1, COUNTRIES, True, "country attacked (21: the Neuroi), or -1"),
        Piece("contest", (4,), -128, 127, False, "cards needed, cards laid, success value so far, dice"),
        Piece("dice", (6,), 0, MOST_DICE, False, "dice that lie on the table: how many show 1 … 6"),
        Piece("laid", (KINDS,), 0, 127, False, "cards laid for the action: how many of each kind"),
        Piece("laid_jokers", (1 + RANKS,), 0, 127, False, "jokers laid: not yet named, then as 1 … 13"),
        Piece("hand", (KINDS,), 0, 127, False, "my hand: how many of each kind"),
        Piece("discards", (KINDS,), 0, 127, False, "discards: how many of each kind"),
        Piece("pack_size", (1,), 0, 127, False, "cards in the face-down pack"),
        Piece("deck_sizes", (DECKS,), 0, DECK_ROOM, False, "cards in the yellow, blue, red, green person deck"),
        Piece("hand_sizes", (SEATS,), 0, 127, False, "cards in each hand, counted from me"),
        Piece("vetoed", (SEATS,), 0, 1, False, "1: has refused the reaper this turn, counted from me"),
        Piece("ruins", (SEATS,), 0, 3, False, "+1: its king died childless, +2: fallen to the Neuroi; counted from me"),
        Piece("royal_scores", (SEATS,), 0, 127, False, "prestige of the royals (A), counted from me"),
        Piece("witch_scores", (SEATS,), 0, 127, False, "points for spouses who are witches, counted from me"),
        Piece("country_scores", (SEATS,), 0, 127, False, "power of the territories (B), counted from me"),
        Piece("places", (PERSONS,), 0, 8, True, "out, deck, wanderer, king, spouse, child, courtier, gone, occupied"),
        Piece("owners", (PERSONS,), 0, 6, True, "owner of each person, counted from me; 6: nobody"),
        Piece("born", (PERSONS,), 0, 127, False, "children: order of birth from 1"),
        Piece("marks", (PERSONS + 1,), 0, 3, False, "1 refused to the reaper, 2 sent to war, 3 checked; the pope last"),
        Piece("holders", (COUNTRIES,), 0, 8, True, "owner, counted from me; 6 independent, 7 out, 8 occupied"),
        Piece("events", (EVENTS,), 0, 6, True, "out, unseen, mine, on the table, attached, gone, another's and shown"),
        Piece("event_persons", (EVENTS,), -1, PERSONS - 1, True, "person that each event is attached to, or -1"),
        Piece("event_hands", (SEATS * DECKS,), 0, EVENTS, False, "face-down events of each seat, by deck; from me"),
        Piece("seen", (EXPANSION,), 0, 2 * DECKS, True, "81 … 96, events: 1 + deck where I saw it, + 4: missing later"),
        Piece("peek", (2,), -1, EVENT_CARD + EVENTS - 1, True, "top of pack, of a deck (97 …: events) if seen, or -1"),
        Piece("kept", (KINDS,), 0, 127, False, "cards held, by me too, since before the pack was rebuilt"),
        Piece("kept_by", (SEATS,), 0, 127, False, "how many of those each hand holds, counted from me"),
        Piece("known_aces", (SEATS,), 0, 1, False, "1: is known to hold an ace, counted from me"),
        Piece("known_cards", (KINDS,), 0, 6, True, "1 + who drew such a card after I saw it, counted from me, or 0"),
        Piece("searched", (DECKS,), 0, 1, False, "1: I have looked through this person deck"),
        Piece("taken_since", (SEATS * DECKS,), 0, EVENTS, False, "those of event_hands taken after I looked through"),
    ],
    labels={
        "phase": Step, "action": ("none", *TYPE_NAMES), "places": Place, "named": ("none", *PERSON_NAMES, "pope"),
        "second event_persons": ("none", *PERSON_NAMES), "attacked": ("none", *COUNTRY_NAMES, "Neuroi"),
        "peek": ("none", *PERSON_NAMES, *EVENT_NAMES),
    },
    entries={
        "options": SEEN_OPTIONS, "deck_sizes searched": DECK_NAMES, "laid hand discards kept known_cards": CARD_NAMES,
        "places owners born": PERSON_NAMES, "marks": (*PERSON_NAMES, "pope"), "holders": COUNTRY_NAMES,
        "events event_persons": EVENT_NAMES, "seen": (*PERSON_NAMES[PERSONS + EVENTS - EXPANSION :], *EVENT_NAMES),
    },
)  # fmt: skip
"""The pieces of an observation. “Me” is the seat that the observation is for."""

COUNTS = (
    "contest", "dice", "laid", "laid_jokers", "hand_sizes", "vetoed", "ruins", "royal_scores", "witch_scores",
    "country_scores", "event_hands", "kept_by", "known_aces", "known_cards", "taken_since",
)  # fmt: skip
"""Pieces that are 0 wherever there is nobody, or nothing, to count."""

clear_counts = emptying("clear_counts", [(name, "i1", LAYOUT[name].shape) for name in COUNTS])

UNSEEN, SHOWN = 1, 6  # events in a deck or face down before others; all other values are an `EventPlace`

RAISED = POPE_PRESTIGE * ((RELIGION >= 0) & (RELIGION <= Religion.C))
ROYAL_PRESTIGE = np.stack([PRESTIGE, PRESTIGE + RAISED]).astype(np.int8)
"""(2, 97): prestige of each person in a dynasty without the pope and with him (§11-01), ignoring events."""
WITCH_POINTS = (WITCH * WITCH_SPOUSE).astype(np.int8)
COUNTRY_POINTS = POWER.astype(np.int8)


@rule
def knows_who_decides(t, me):
    """Does `me` know which seat decides? If that depends on hidden cards, only this seat itself knows it."""
    return t.done == 0 and (t.seat == me or not is_secret(t))


@rule
def observe(t, me, seen):
    """Write what the seat `me` sees into `seen`, a record with the pieces of `LAYOUT`; every byte is written.

    For speed, most of it is loops over bytes without branches, which processors cannot predict from one table to the
    next. Bytes are compared and added 32 at a time, so seats are turned into bytes (`int8`) before they are compared. A
    loop that only copies one row would be unrolled byte by byte; a loop that copies two rows is not.
    """
    clear_counts(seen)
    observe_round(t, me, seen)
    observe_contest(t, seen)
    observe_cards(t, me, seen)
    observe_seats(t, me, seen)
    observe_places(t, me, seen)
    observe_marks(t, seen)
    observe_holders(t, me, seen)
    observe_events(t, me, seen)
    observe_memory(t, me, seen)


@rule
def observe_round(t, me, seen):
    seen.phase = t.step
    seen.deciding = from_me(t, me, t.seat) if knows_who_decides(t, me) else NO_SEAT
    seen.players = t.num_players
    observe_options(t, seen)
    seen.turn = min(t.turn, 127)
    seen.turn_player = from_me(t, me, t.turn_player)
    seen.pope = from_me(t, me, t.pope)
    seen.scythe = from_me(t, me, t.scythe)


@rule
def observe_contest(t, seen):
    """The declared action, the cards laid for it, and the dice."""
    seen.action = t.action - MARRIAGE + 1 if t.action >= 0 else 0
    seen.named[0] = t.target
    seen.named[1] = t.actor
    seen.named[2] = t.defender
    seen.named[3] = t.friend
    seen.second = t.second
    seen.attacked = t.country
    if t.action >= 0:
        if t.step == Step.INTERRUPT or t.step == Step.JOKER:
            seen.contest[0] = min(cards_wanted(t), 127)
            seen.contest[1] = t.laid_size
            seen.contest[2] = min(success_value(t), 127)
            seen.contest[3] = dice_allowed(t)
        elif t.step == Step.DICE:
            seen.contest[2] = min(t.needed, 127)
            seen.contest[3] = t.dice_size
    for i in range(t.dice_size):
        seen.dice[t.dice[i] - 1] += 1
    for i in range(t.laid_size):
        seen.laid[t.laid[i]] += 1
        if t.laid[i] == JOKER:
            seen.laid_jokers[t.laid_number[i]] += 1


@rule
def observe_cards(t, me, seen):
    for kind in range(KINDS):
        seen.hand[kind] = t.hand[me, kind]
        seen.discards[kind] = t.discards[kind]
    seen.pack_size = t.pack_size
    for deck in range(DECKS):
        seen.deck_sizes[deck] = t.deck_size[deck]


@rule
def observe_seats(t, me, seen):
    """What everybody knows of every dynasty, and its points for royals, witches and countries, even if it is ruined.

    D-R69, D-R70: kept cards, and a shown ace, still tell where cards are. SW02-08-05: the doll raises a king's prestige
    by 1. SW02-08-11, D-R65: not jealous takes all prestige away.
    """
    for seat in range(t.num_players):
        place = from_me(t, me, seat)
        seen.hand_sizes[place] = t.hand_size[seat]
        seen.vetoed[place] = t.vetoed[seat]
        seen.ruins[place] = t.childless[seat] + 2 * t.fallen[seat]
        seen.kept_by[place] = t.kept_by[seat]
        seen.known_aces[place] = t.ace_from[seat] != NOBODY
        observe_score(t, seat, seen, place)
    king, mocked = t.event_person[Event.DOLL], t.event_person[Event.NOT_JEALOUS]
    if king != NOBODY and king != mocked:
        seen.royal_scores[from_me(t, me, t.owner[king])] += DOLL_STATS
    if mocked != NOBODY and Place.KING <= t.place[mocked] <= Place.CHILD:
        seat = t.owner[mocked]
        seen.royal_scores[from_me(t, me, seat)] -= ROYAL_PRESTIGE[int(t.pope == seat), mocked]


@rule
def observe_score(t, seat, seen, place):
    """§07-02, SW02-05: a dynasty's points for royals (as printed, plus the pope's bonus), witches and countries."""
    mine = int8(seat)
    pope = int(t.pope == seat)
    royals = int8(0)
    witches = int8(0)
    power = int8(0)
    for person in range(PERSONS):
        own = t.owner[person] == mine
        royal = (t.place[person] >= Place.KING) & (t.place[person] <= Place.CHILD)
        royals = int8(royals + (own & royal) * ROYAL_PRESTIGE[pope, person])
        witches = int8(witches + (own & (t.place[person] == Place.SPOUSE)) * WITCH_POINTS[person])
    for country in range(COUNTRIES):
        power = int8(power + (t.holder[country] == mine) * COUNTRY_POINTS[country])
    seen.royal_scores[place] = royals
    seen.witch_scores[place] = witches
    seen.country_scores[place] = power


@rule
def observe_marks(t, seen):
    for person in range(PERSONS):
        seen.marks[person] = t.refused[person] + t.sent[person] + (t.sent[person] > 0)
    seen.marks[POPE] = t.refused[POPE]


@rule
def observe_events(t, me, seen):
    """SW02-04, D-R43: only its player knows a face-down event, unless shown; everybody knows the deck it is from."""
    first = int8(me)
    for event in range(EVENTS):
        before_others = (t.event_place[event] == EventPlace.HAND) & (t.event_owner[event] != first)
        face_down = UNSEEN + (SHOWN - UNSEEN) * t.event_shown[event]
        seen.events[event] = face_down if before_others else t.event_place[event]
        seen.event_persons[event] = t.event_person[event]
    for event in range(EVENTS):
        if t.event_place[event] == EventPlace.HAND:
            seen.event_hands[from_me(t, me, t.event_owner[event]) * DECKS + t.event_deck[event]] += 1
    for card in range(EXPANSION):
        seen.seen[card] = t.seen[me, card] + 1
    for deck in range(DECKS):
        after = t.searched_after[me, deck]
        if after != NOBODY:
            for card in range(EXPANSION):
                missed = (t.seen[me, card] == deck) & (t.seen_after[me, card] < after)
                seen.seen[card] += DECKS * missed
    seen.peek[0] = t.pack[t.pack_size - 1] if knows_top(t, me) else -1
    seen.peek[1] = top_of(t, t.a) if foresees(t, me) else -1


@rule
def observe_memory(t, me, seen):
    """D-R69, D-R70: what was shown earlier and still tells where cards are."""
    rebuilt = t.rebuilt > 0
    for kind in range(KINDS):
        seen.kept[kind] = t.kept[kind] * rebuilt
    for deck in range(DECKS):
        seen.searched[deck] = (t.witches == 1) & (t.searched_after[me, deck] != NOBODY)
    if t.witches == 1:
        observe_known_cards(t, me, seen)
        observe_taken_events(t, me, seen)


@rule
def observe_known_cards(t, me, seen):
    """Cards in other hands that `me` saw before they were drawn; usually there are none."""
    seen_by = 0
    for card in range(MOST_CARDS):
        seen_by |= t.card_seen[card]
    if seen_by >> me & 1:
        for card in range(MOST_CARDS):
            if t.card_seen[card] >> me & 1:
                kind = kind_of(card)
                place = 1 + from_me(t, me, t.card_place[card])
                before = seen.known_cards[kind]
                seen.known_cards[kind] = place if before == 0 else min(before, place)


@rule
def observe_taken_events(t, me, seen):
    """Face-down events that were taken after `me` had searched their deck."""
    for deck in range(DECKS):
        after = t.searched_after[me, deck]
        if after != NOBODY:
            for event in range(EVENTS):
                face_down = t.event_place[event] == EventPlace.HAND and t.event_deck[event] == deck
                if face_down and t.event_taken[event] > after:
                    seen.taken_since[from_me(t, me, t.event_owner[event]) * DECKS + deck] += 1


def events_before(record: Any, seat: int, me: int | None) -> list[dict[str, Any]]:
    """The face-down events before `seat`, as `me` sees them. D-R43: unless shown, only `seat` knows which they are."""
    events = [
        {
            "event": EVENT_NAMES[event] if seat == me or record["event_shown"][event] else None,
            "deck": DECK_NAMES[record["event_deck"][event]],
            "shown": bool(record["event_shown"][event]),
            **({} if record["event_shown"][event] else {"taken": int(record["event_taken"][event])}),
        }
        for event in np.flatnonzero((record["event_place"] == int(EventPlace.HAND)) & (record["event_owner"] == seat))
    ]
    return sorted(events, key=lambda each: (str(each["event"]), each["deck"], each.get("taken", 0)))


def known_to(state: State, seat: int) -> dict[str, Any]:
    """What `seat` knows of cards that lie face down or are in other hands."""
    record = state.record
    known: dict[str, Any] = {
        **seen_in_decks(record, seat),
        "cards": [
            {
                "card": CARD_NAMES[kind_of(int(card))],
                "seat": int(record["card_place"][card]),
                "pack": int(record["card_from"][card]),
            }
            for card in np.flatnonzero(record["card_seen"] & 1 << seat)
        ],
        "pack_top": None,
        "deck_top": None,
    }
    if knows_top(state.tables[0], seat):
        known["pack_top"] = CARD_NAMES[record["pack"][record["pack_size"] - 1]]
    if foresees(state.tables[0], seat):
        known["deck_top"] = PERSON_CARDS[top_of(state.tables[0], int(record["a"]))]
    return known


def kept_from(record: Any) -> list[list[Any]]:
    """D-R69: the cards in hands from earlier packs, each with its pack but not its holder: everybody knows them."""
    kept = np.flatnonzero((record["card_place"] >= 0) & (record["card_from"] < record["rebuilt"]))
    return sorted([CARD_NAMES[kind_of(int(card))], int(record["card_from"][card])] for card in kept)


def seat_view(state: State, seat: int | None) -> dict[str, Any]:
    """What `seat` knows, as a readable dict; with None, what everybody knows."""
    record = state.record
    seats = []
    for number in range(state.num_players):
        place = seat_public(record, number) | {
            "hand_size": int(record["hand_size"][number]),
            "points": int(points(state.tables[0], number)),
            "kept": int(record["kept_by"][number]),
            "packs": sorted(record["card_from"][record["card_place"] == number].tolist()),
            "holds_ace": bool(record["ace_from"][number] != NOBODY),
        }
        if number == seat:
            place["hand"] = card_names(record["hand"][number])
            kept = (record["card_place"] == number) & (record["card_from"] < record["rebuilt"])
            place["kept_cards"] = [CARD_NAMES[kind_of(int(card))] for card in np.flatnonzero(kept)]
        if record["witches"]:
            place["events"] = events_before(record, number, seat)
            place["knows_top"] = bool(record["knows_top"][number])  # everybody saw the witch there and acting
        seats.append(place)
    return {
        **head(state, seat),
        **public_table(record),
        "seats": seats,
        "pack_size": int(record["pack_size"]),
        "kept": card_names(record["kept"]),
        "kept_from": kept_from(record),
        "person_decks": {DECK_NAMES[d]: int(record["deck_size"][d]) for d in range(DECKS)},
        **({"known": known_to(state, seat)} if record["witches"] and seat is not None else {}),
    }
