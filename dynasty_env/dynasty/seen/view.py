"""What a seat may know: the only way by which information leaves a table.

`observe` writes a seat's view as small integers, `hide` redraws all that lies outside of it, `public_view` and
`seat_view` say it in words. Everything that shows a running game to a seat goes through here.
"""

from typing import Any

import numpy as np

from dynasty_env.dynasty.actions import ACTION_NAMES, MARRIAGE, TYPE_NAMES
from dynasty_env.dynasty.material import (
    COUNTRIES,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    EVENT_CARD,
    EVENT_NAMES,
    EVENTS,
    EXPANSION,
    MOST_CARDS,
    MOST_DICE,
    NOBODY,
    PERSONS,
    POPE,
    POWER,
    SEATS,
    EventPlace,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.copies import kind_of
from dynasty_env.dynasty.rules.person_decks import top_of
from dynasty_env.dynasty.rules.resolution import cards_wanted, dice_allowed, success_value
from dynasty_env.dynasty.rules.score import witch_score
from dynasty_env.dynasty.rules.sights import was_in
from dynasty_env.dynasty.rules.stats import prestige
from dynasty_env.dynasty.seen.hide import is_secret
from dynasty_env.dynasty.seen.public_table import PERSON_CARDS, card_names, public_table, seat_public, sights
from dynasty_env.dynasty.seen.redraw_cards import knows_top
from dynasty_env.dynasty.seen.redraw_decks import foresees
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.engine.cards import CARD_NAMES, JOKER, KINDS, RANKS
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.seats.layout import Layout, Piece

NO_SEAT = SEATS  # relative seat: nobody, or not to be known

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 48, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, 6, True, "who decides, counted from me; 6: I may not know, or nobody"),
        Piece("players", (1,), 2, 6, True, "number of seats"),
        Piece("options", (8,), 0, 2, False, "packs, adjacency, kin_marriage, ask_forced, abilities, witches; no limit"),
        Piece("turn", (1,), 0, 127, False, "number of the turn, 0 during set-up, at most 127"),
        Piece("turn_player", (1,), 0, 5, True, "counted from me"),
        Piece("pope", (1,), 0, 5, True, "who holds the pope, counted from me"),
        Piece("scythe", (1,), 0, 5, True, "who holds the scythe, counted from me"),
        Piece("action", (1,), 0, len(TYPE_NAMES), True, "declared action: 0 none, else 1 + its place among the types"),
        Piece("named", (4,), -1, POPE, True, "target (97: the pope), actor, defender, friend: person id or -1"),
        Piece("second", (1,), -1, PERSONS - 1, True, "who must act in the second action of this turn, or -1"),
        Piece("attacked", (1,), -1, COUNTRIES, True, "country attacked (21: the Neuroi), or -1"),
        Piece("contest", (4,), -128, 127, False, "cards wanted, cards laid, success value so far, dice"),
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
        Piece("owners", (PERSONS,), 0, 6, True, "whose each person is, counted from me; 6: nobody's"),
        Piece("born", (PERSONS,), 0, 127, False, "children: order of birth from 1"),
        Piece("marks", (PERSONS + 1,), 0, 3, False, "1 refused to the reaper, 2 sent to war, 3 checked; the pope last"),
        Piece("holders", (COUNTRIES,), 0, 8, True, "whose, counted from me; 6 independent, 7 out, 8 occupied"),
        Piece("events", (EVENTS,), 0, 6, True, "out, unseen, mine, on the table, attached, gone, another's and shown"),
        Piece("event_persons", (EVENTS,), -1, PERSONS - 1, True, "whom each is attached to, or -1"),
        Piece("event_hands", (SEATS * DECKS,), 0, EVENTS, False, "events face down before each seat, by deck; from me"),
        Piece("seen", (EXPANSION,), 0, 2 * DECKS, True, "81 … 96, events: 1 + deck where I saw it, + 4: missed later"),
        Piece("peek", (2,), -1, EVENT_CARD + EVENTS - 1, True, "top of pack, of a deck (97 …: events) if seen, or -1"),
        Piece("kept", (KINDS,), 0, 127, False, "cards in hands, mine too, since before the pack was rebuilt"),
        Piece("kept_by", (SEATS,), 0, 127, False, "how many of those each hand holds, counted from me"),
        Piece("known_aces", (SEATS,), 0, 1, False, "1: holds an ace, as all know, counted from me"),
        Piece("known_cards", (KINDS,), 0, 6, True, "1 + who drew such a card after I saw it, counted from me, or 0"),
        Piece("searched", (DECKS,), 0, 1, False, "1: I have looked through this person deck"),
        Piece("taken_since", (SEATS * DECKS,), 0, EVENTS, False, "those of event_hands taken after I looked through"),
    ]
)  # fmt: skip
"""Pieces of an observation, "me" being the seat that it is for."""

OUT_OF_PLAY, IN_THE_MIDDLE = SEATS + 1, SEATS + 2
UNSEEN, SHOWN = 1, 6


@rule
def from_me(t, me, seat):
    """A seat counted clockwise from `me`."""
    return seat - me if seat >= me else seat - me + t.num_players


@rule
def knows_who_decides(t, me):
    """Who is asked may depend on hidden cards: then only the seat itself is told."""
    return t.done == 0 and (t.seat == me or not is_secret(t))


@rule
def observe(t, me, out, row):
    """Write what `me` sees into `out[row]`, in the order of `LAYOUT`."""
    seen = out[row]
    for i in range(len(seen)):
        seen[i] = 0
    at = observe_round(t, me, seen)
    at = observe_contest(t, seen, at)
    at = observe_cards(t, me, seen, at)
    at = observe_seats(t, me, seen, at)
    at = observe_persons(t, me, seen, at)
    at = observe_countries(t, me, seen, at)
    at = observe_events(t, me, seen, at)
    observe_memory(t, me, seen, at)


@rule
def observe_round(t, me, seen):
    seen[0] = t.step
    seen[1] = from_me(t, me, t.seat) if knows_who_decides(t, me) else NO_SEAT
    seen[2] = t.num_players
    seen[3] = t.packs
    seen[4] = t.adjacency
    seen[5] = t.kin_marriage
    seen[6] = t.ask_forced
    seen[7] = t.abilities
    seen[8] = t.witches
    seen[9] = t.no_hand_limit
    seen[11] = min(t.turn, 127)
    seen[12] = from_me(t, me, t.turn_player)
    seen[13] = from_me(t, me, t.pope)
    seen[14] = from_me(t, me, t.scythe)
    return 15


@rule
def observe_contest(t, seen, at):
    """The declared action, the cards laid for it and the dice."""
    seen[at + 1] = t.target
    seen[at + 2] = t.actor
    seen[at + 3] = t.defender
    seen[at + 4] = t.friend
    seen[at + 5] = t.second
    seen[at + 6] = t.country
    if t.action >= 0:
        seen[at] = t.action - MARRIAGE + 1
        if t.step == Step.INTERRUPT or t.step == Step.JOKER:
            seen[at + 7] = min(cards_wanted(t), 127)
            seen[at + 8] = t.laid_size
            seen[at + 9] = min(success_value(t), 127)
            seen[at + 10] = dice_allowed(t)
        elif t.step == Step.DICE:
            seen[at + 9] = min(t.needed, 127)
            seen[at + 10] = t.dice_size
    at += 11
    for i in range(t.dice_size):
        seen[at + t.dice[i] - 1] += 1
    at += 6
    for i in range(t.laid_size):
        seen[at + t.laid[i]] += 1
        if t.laid[i] == JOKER:
            seen[at + KINDS + t.laid_number[i]] += 1
    return at + KINDS + 1 + RANKS


@rule
def observe_cards(t, me, seen, at):
    hand = seen[at : at + KINDS]
    discards = seen[at + KINDS : at + 2 * KINDS]
    for kind in range(KINDS):
        hand[kind] = t.hand[me, kind]
    for kind in range(KINDS):
        discards[kind] = t.discards[kind]
    at += 2 * KINDS
    seen[at] = t.pack_size
    for deck in range(DECKS):
        seen[at + 1 + deck] = t.deck_size[deck]
    return at + 1 + DECKS


@rule
def observe_seats(t, me, seen, at):
    for seat in range(t.num_players):
        column = at + from_me(t, me, seat)
        seen[column] = t.hand_size[seat]
        seen[column + SEATS] = t.vetoed[seat]
        seen[column + 2 * SEATS] = t.childless[seat] + 2 * t.fallen[seat]
        if t.witches == 1:
            seen[column + 4 * SEATS] = witch_score(t, seat)
    for person in range(PERSONS):
        place = t.place[person]
        if place == Place.KING or place == Place.SPOUSE or place == Place.CHILD:
            seen[at + 3 * SEATS + from_me(t, me, t.owner[person])] += prestige(t, person)
    for country in range(COUNTRIES):
        seat = t.holder[country]
        if seat >= 0:
            seen[at + 5 * SEATS + from_me(t, me, seat)] += POWER[country]
    return at + 6 * SEATS


@rule
def observe_persons(t, me, seen, at):
    places = seen[at : at + PERSONS]
    for person in range(PERSONS):
        places[person] = t.place[person]
    at += PERSONS
    owners = seen[at : at + PERSONS]
    for person in range(PERSONS):
        owner = t.owner[person]
        owners[person] = NO_SEAT if owner == NOBODY else from_me(t, me, owner)
    at += PERSONS
    born = seen[at : at + PERSONS]
    for person in range(PERSONS):
        born[person] = t.born[person]
    at += PERSONS
    marks = seen[at : at + PERSONS + 1]
    for person in range(PERSONS):
        marks[person] = t.refused[person] + t.sent[person] + (t.sent[person] > 0)
    marks[POPE] = t.refused[POPE]
    return at + PERSONS + 1


@rule
def observe_countries(t, me, seen, at):
    for country in range(COUNTRIES):
        holder = t.holder[country]
        if holder >= 0:
            seen[at + country] = from_me(t, me, holder)
        elif holder == Holder.INDEPENDENT:
            seen[at + country] = NO_SEAT
        elif holder == Holder.OUT:
            seen[at + country] = OUT_OF_PLAY
        else:
            seen[at + country] = IN_THE_MIDDLE
    return at + COUNTRIES


@rule
def observe_events(t, me, seen, at):
    """SW02-04, D-R43: which event lies face down only its player knows, unless it was shown; from which deck, all."""
    for event in range(EVENTS):
        place = t.event_place[event]
        seen[at + event] = place
        seen[at + EVENTS + event] = t.event_person[event]
        if place == EventPlace.DECK:
            seen[at + event] = UNSEEN
        elif place == EventPlace.HAND:
            column = at + 2 * EVENTS + from_me(t, me, t.event_owner[event]) * DECKS + t.event_deck[event]
            seen[column] += 1
            if t.event_owner[event] != me:
                seen[at + event] = SHOWN if t.event_shown[event] == 1 else UNSEEN
    at += 2 * EVENTS + SEATS * DECKS
    for card in range(EXPANSION):
        deck = t.seen[me, card]
        seen[at + card] = deck + 1
        if deck != NOBODY and not was_in(t, me, card, deck):
            seen[at + card] += DECKS
    at += EXPANSION
    seen[at] = t.pack[t.pack_size - 1] if knows_top(t, me) else -1
    seen[at + 1] = top_of(t, t.a) if foresees(t, me) else -1
    return at + 2


@rule
def observe_memory(t, me, seen, at):
    """D-R69, D-R70: what was shown some time ago and still tells where cards are."""
    if t.rebuilt > 0:
        for kind in range(KINDS):
            seen[at + kind] = t.kept[kind]
    at += KINDS
    for seat in range(t.num_players):
        column = at + from_me(t, me, seat)
        seen[column] = t.kept_by[seat]
        seen[column + SEATS] = t.ace_from[seat] != NOBODY
    at += 2 * SEATS
    if t.witches == 1:
        for card in range(MOST_CARDS):
            if t.card_seen[card] >> me & 1:
                kind = at + kind_of(card)
                place = 1 + from_me(t, me, t.card_place[card])
                seen[kind] = place if seen[kind] == 0 else min(seen[kind], place)
        at += KINDS
        for deck in range(DECKS):
            seen[at + deck] = t.searched_after[me, deck] != NOBODY
        at += DECKS
        for event in range(EVENTS):
            deck = t.event_deck[event]
            if t.event_place[event] == EventPlace.HAND and t.searched_after[me, deck] != NOBODY:
                if t.event_taken[event] > t.searched_after[me, deck]:
                    seen[at + from_me(t, me, t.event_owner[event]) * DECKS + deck] += 1


def events_before(record: Any, seat: int, me: int | None) -> list[dict[str, Any]]:
    """The events face down before a seat, by deck and name: which they are is said to that seat alone (D-R43)."""
    events = [
        {
            "event": EVENT_NAMES[event] if seat == me or record["event_shown"][event] else None,
            "deck": DECK_NAMES[record["event_deck"][event]],
            "shown": bool(record["event_shown"][event]),
            **({} if record["event_shown"][event] else {"taken": int(record["event_taken"][event])}),
        }
        for event in np.flatnonzero((record["event_place"] == EventPlace.HAND) & (record["event_owner"] == seat))
    ]
    return sorted(events, key=lambda each: (str(each["event"]), each["deck"], each.get("taken", 0)))


def known_to(state: Any, seat: int) -> dict[str, Any]:
    """What a seat has seen of what lies face down."""
    record = state.record
    known: dict[str, Any] = {
        **sights(record, seat),
        "cards": [
            {"card": CARD_NAMES[kind_of(int(card))], "seat": int(record["card_place"][card])}
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


def seat_view(state: Any, seat: int | None, scores: list[float]) -> dict[str, Any]:
    """What `seat` knows, as a readable dict; None: what everybody knows."""
    record = state.record
    asked = int(record["seat"])
    open_question = not state.done and (seat == asked or int(record["step"]) not in state.game.secret_phases)
    seats = []
    for number in range(state.num_players):
        place = seat_public(record, number) | {
            "hand_size": int(record["hand_size"][number]),
            "points": int(scores[number]),
            "kept": int(record["kept_by"][number]),
            "holds_ace": bool(record["ace_from"][number] != NOBODY),
        }
        if number == seat:
            place["hand"] = card_names(record["hand"][number])
        if record["witches"]:
            place["events"] = events_before(record, number, seat)
        seats.append(place)
    return {
        "game": state.game.name,
        "options": state.options,
        "seat": seat,
        "phase": state.phase,
        "deciding": asked if open_question else None,
        "legal": [ACTION_NAMES[i] for i in state.legal()] if seat == asked and not state.done else [],
        **public_table(record),
        "seats": seats,
        "pack_size": int(record["pack_size"]),
        "kept": card_names(record["kept"]),
        "person_decks": {DECK_NAMES[d]: int(record["deck_size"][d]) for d in range(DECKS)},
        **({"known": known_to(state, seat)} if record["witches"] and seat is not None else {}),
    }
