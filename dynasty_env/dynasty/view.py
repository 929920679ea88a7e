"""What a seat may know: the only way by which information leaves a table.

`observe` writes a seat's view as small integers, `hide` redraws all that lies outside of it, `public_view` and
`seat_view` say it in words. Everything that shows a running game to a seat goes through here.
"""

from typing import Any

import numpy as np

from dynasty_env.dynasty.actions import ACTION_NAMES, MARRIAGE, TYPE_NAMES
from dynasty_env.dynasty.material import (
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECK_ROOM,
    DECKS,
    EVENTS,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    POPE,
    POWER,
    SEATS,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.interrupts import legal_interrupt
from dynasty_env.dynasty.rules.people import prestige
from dynasty_env.dynasty.rules.resolution import cards_wanted, dice_allowed, success_value
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.cards import CARD_NAMES, JOKER, KINDS, RANKS, sort
from dynasty_env.kit.layout import Layout, Piece
from dynasty_env.kit.rng import below, shuffle
from dynasty_env.kit.rule import rule

NO_SEAT = SEATS  # relative seat: nobody, or not to be known

LAYOUT = Layout(
    [
        Piece("phase", (1,), 0, 48, True, "step number of the open decision (see `phases`); 0 once the game is over"),
        Piece("deciding", (1,), 0, 6, True, "who decides, counted from me; 6: I may not know, or nobody"),
        Piece("players", (1,), 2, 6, True, "number of seats"),
        Piece("options", (8,), 0, 2, False, "packs, adjacency, kin_marriage, ask_forced, abilities; no hand limit now"),
        Piece("turn", (1,), 0, 127, False, "number of the turn, 0 during set-up, at most 127"),
        Piece("turn_player", (1,), 0, 5, True, "counted from me"),
        Piece("pope", (1,), 0, 5, True, "who holds the pope, counted from me"),
        Piece("scythe", (1,), 0, 5, True, "who holds the scythe, counted from me"),
        Piece("action", (1,), 0, len(TYPE_NAMES), True, "declared action: 0 none, else 1 + its place among the types"),
        Piece("named", (3,), -1, POPE, True, "target (97: the pope), actor and defender declared: person id or -1"),
        Piece("attacked", (1,), -1, COUNTRIES - 1, True, "country attacked, or -1"),
        Piece("contest", (4,), 0, 127, False, "cards wanted, cards laid, success value so far, dice"),
        Piece("laid", (KINDS,), 0, 127, False, "cards laid for the action: how many of each kind"),
        Piece("laid_jokers", (1 + RANKS,), 0, 127, False, "jokers laid: not yet named, then as 1 … 13"),
        Piece("hand", (KINDS,), 0, 127, False, "my hand: how many of each kind"),
        Piece("discards", (KINDS,), 0, 127, False, "discards: how many of each kind"),
        Piece("pack_size", (1,), 0, 127, False, "cards in the face-down pack"),
        Piece("deck_sizes", (DECKS,), 0, DECK_ROOM, False, "cards in the yellow, blue, red, green person deck"),
        Piece("hand_sizes", (SEATS,), 0, 127, False, "cards in each hand, counted from me"),
        Piece("vetoed", (SEATS,), 0, 1, False, "1: has refused the reaper this turn, counted from me"),
        Piece("childless", (SEATS,), 0, 1, False, "1: its king has died childless, counted from me"),
        Piece("royal_scores", (SEATS,), 0, 127, False, "prestige of the royals (A), counted from me"),
        Piece("country_scores", (SEATS,), 0, 127, False, "power of the territories (B), counted from me"),
        Piece("places", (PERSONS,), 0, 7, True, "out, deck, wanderer, king, spouse, child, courtier, gone"),
        Piece("owners", (PERSONS,), 0, 6, True, "whose each person is, counted from me; 6: nobody's"),
        Piece("born", (PERSONS,), 0, 127, False, "children: order of birth from 1"),
        Piece("refused", (PERSONS + 1,), 0, 1, False, "1: refused to the reaper this turn; the pope last"),
        Piece("holders", (COUNTRIES,), 0, 8, True, "whose, counted from me; 6 independent, 7 out, 8 occupied"),
        Piece("event_places", (EVENTS,), 0, 7, True, "reserved for event cards: where each is"),
        Piece("event_persons", (EVENTS,), -1, POPE, True, "reserved for event cards: whom each is attached to"),
        Piece("event_hands", (SEATS,), 0, 12, False, "reserved for event cards: how many each seat holds"),
    ]
)  # fmt: skip
"""Pieces of an observation, "me" being the seat that it is for."""

OUT_OF_PLAY, IN_THE_MIDDLE = SEATS + 1, SEATS + 2


@rule
def from_me(t, me, seat):
    """A seat counted clockwise from `me`."""
    return (seat - me + t.num_players) % t.num_players


@rule
def knows_who_decides(t, me):
    """Who is asked to interrupt depends on hidden cards: only the seat itself is told."""
    return t.done == 0 and (t.step != Step.INTERRUPT or t.seat == me)


@rule
def observe(t, me, out, row):
    """Write what `me` sees into `out[row]`, in the order of `LAYOUT`."""
    for i in range(out.shape[1]):
        out[row, i] = 0
    at = observe_round(t, me, out, row)
    at = observe_contest(t, out, row, at)
    at = observe_cards(t, me, out, row, at)
    at = observe_seats(t, me, out, row, at)
    at = observe_persons(t, me, out, row, at)
    at = observe_countries(t, me, out, row, at)
    for event in range(EVENTS):
        out[row, at + EVENTS + event] = -1


@rule
def observe_round(t, me, out, row):
    out[row, 0] = t.step
    out[row, 1] = from_me(t, me, t.seat) if knows_who_decides(t, me) else NO_SEAT
    out[row, 2] = t.num_players
    out[row, 3] = t.packs
    out[row, 4] = t.adjacency
    out[row, 5] = t.kin_marriage
    out[row, 6] = t.ask_forced
    out[row, 7] = t.abilities
    out[row, 8] = t.no_hand_limit
    out[row, 11] = min(t.turn, 127)
    out[row, 12] = from_me(t, me, t.turn_player)
    out[row, 13] = from_me(t, me, t.pope)
    out[row, 14] = from_me(t, me, t.scythe)
    return 15


@rule
def observe_contest(t, out, row, at):
    """The declared action and the cards laid for it."""
    out[row, at + 1] = t.target
    out[row, at + 2] = t.actor
    out[row, at + 3] = t.defender
    out[row, at + 4] = t.country
    if t.action >= 0:
        out[row, at] = t.action - MARRIAGE + 1
        if t.step == Step.INTERRUPT or t.step == Step.JOKER:
            out[row, at + 5] = cards_wanted(t)
            out[row, at + 6] = t.laid_size
            out[row, at + 7] = success_value(t)
            out[row, at + 8] = dice_allowed(t)
    for i in range(t.laid_size):
        out[row, at + 9 + t.laid[i]] += 1
        if t.laid[i] == JOKER:
            out[row, at + 9 + KINDS + t.laid_number[i]] += 1
    return at + 9 + KINDS + 1 + RANKS


@rule
def observe_cards(t, me, out, row, at):
    for kind in range(KINDS):
        out[row, at + kind] = t.hand[me, kind]
        out[row, at + KINDS + kind] = t.discards[kind]
    at += 2 * KINDS
    out[row, at] = t.pack_size
    for deck in range(DECKS):
        out[row, at + 1 + deck] = t.deck_size[deck]
    return at + 1 + DECKS


@rule
def observe_seats(t, me, out, row, at):
    for seat in range(t.num_players):
        column = at + from_me(t, me, seat)
        out[row, column] = t.hand_size[seat]
        out[row, column + SEATS] = t.vetoed[seat]
        out[row, column + 2 * SEATS] = t.childless[seat]
    for person in range(PERSONS):
        place = t.place[person]
        if place == Place.KING or place == Place.SPOUSE or place == Place.CHILD:
            out[row, at + 3 * SEATS + from_me(t, me, t.owner[person])] += prestige(t, person)
    for country in range(COUNTRIES):
        seat = t.holder[country]
        if seat >= 0:
            out[row, at + 4 * SEATS + from_me(t, me, seat)] += POWER[country]
    return at + 5 * SEATS


@rule
def observe_persons(t, me, out, row, at):
    for person in range(PERSONS):
        owner = t.owner[person]
        out[row, at + person] = t.place[person]
        out[row, at + PERSONS + person] = NO_SEAT if owner == NOBODY else from_me(t, me, owner)
        out[row, at + 2 * PERSONS + person] = t.born[person]
        out[row, at + 3 * PERSONS + person] = t.refused[person]
    out[row, at + 4 * PERSONS] = t.refused[POPE]
    return at + 4 * PERSONS + 1


@rule
def observe_countries(t, me, out, row, at):
    for country in range(COUNTRIES):
        holder = t.holder[country]
        if holder >= 0:
            out[row, at + country] = from_me(t, me, holder)
        elif holder == Holder.INDEPENDENT:
            out[row, at + country] = NO_SEAT
        elif holder == Holder.OUT:
            out[row, at + country] = OUT_OF_PLAY
        else:
            out[row, at + country] = IN_THE_MIDDLE
    return at + COUNTRIES


@rule
def hide(t, me):
    """Redraw all that `me` does not know, uniformly given what it does.

    Known are the own hand and every open card; so the other hands and the pack are one shuffled heap, dealt out again
    by their sizes, and each person deck is shuffled. In a window it also does not know who is being asked.
    Everything is put in order before it is shuffled: the outcome depends on the key and on what `me` knows alone.
    """
    for deck in range(DECKS):
        sort(t.deck, deck * DECK_ROOM, t.deck_size[deck])
        for i in range(t.deck_size[deck], DECK_ROOM):
            t.deck[deck * DECK_ROOM + i] = 0
        shuffle(t, t.deck, deck * DECK_ROOM, t.deck_size[deck])
    if t.done == 0 and t.step == Step.INTERRUPT and t.seat != me:
        redraw_window(t, me)
    else:
        redraw_cards(t, me)


@rule
def redraw_cards(t, me):
    heap = t.pack_size
    for seat in range(t.num_players):
        if seat != me:
            for kind in range(KINDS):
                for _ in range(t.hand[seat, kind]):
                    t.pack[heap] = kind
                    heap += 1
                t.hand[seat, kind] = 0
    sort(t.pack, 0, heap)
    for i in range(heap, len(t.pack)):
        t.pack[i] = 0
    shuffle(t, t.pack, 0, heap)
    for seat in range(t.num_players):
        if seat != me:
            for _ in range(t.hand_size[seat]):
                heap -= 1
                t.hand[seat, t.pack[heap]] += 1
                t.pack[heap] = 0


@rule
def redraw_window(t, me):
    """Somebody else is being asked, and has cards to play: `a` seats after where the round of passes began.

    A seat that has cards to play knows whether it has been asked in this round; one that has none has been passed
    over, or will be, unnoticed. Cards are redrawn until somebody who may be the one could have been asked.
    """
    began = (t.seat - t.a + t.num_players) % t.num_players
    mine = from_me(t, began, me)
    knows = can_interrupt(t, me)
    was_asked = t.a > mine
    candidates = 0
    while candidates == 0:
        redraw_cards(t, me)
        for position in range(t.num_players):
            if position != mine and (not knows or (position > mine) == was_asked):
                seat = (began + position) % t.num_players
                if can_interrupt(t, seat):
                    candidates += 1
                    if below(t, candidates) == 0:
                        t.a = position
                        t.seat = seat


@rule
def can_interrupt(t, seat):
    """Would this seat be asked in the open window?"""
    asked = t.seat
    t.seat = seat
    t.choices = 0
    legal_interrupt(t)
    t.seat = asked
    return t.choices > 1 or t.ask_forced == 1


def _names(record: Any, place: Place, owner: int) -> list[str]:
    found = np.flatnonzero((record["place"] == place) & (record["owner"] == owner))
    return [PERSON_NAMES[i] for i in sorted(found, key=lambda i: (record["born"][i], i))]


def _cards(counts: Any) -> list[str]:
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(int(counts[kind]))]


def person_name(person: int) -> str | None:
    """A person's or the pope's name; None for nobody."""
    return None if person == NOBODY else "pope" if person == POPE else PERSON_NAMES[person]


def declared(record: Any) -> dict[str, Any]:
    """The action that is declared, in words."""
    action = int(record["action"])
    country = int(record["country"])
    return {
        "action": ACTION_NAMES[action] if action >= 0 else None,
        "target": person_name(int(record["target"])),
        "actor": person_name(int(record["actor"])),
        "defender": person_name(int(record["defender"])),
        "country": COUNTRY_NAMES[country] if country != NOBODY else None,
    }


def on_table(record: Any) -> list[dict[str, Any]]:
    """The cards laid for the action, in order."""
    return [
        {
            "card": CARD_NAMES[record["laid"][i]],
            "number": int(record["laid_number"][i]) or None,
            "seat": None if record["laid_by"][i] < 0 else int(record["laid_by"][i]),
        }
        for i in range(record["laid_size"])
    ]


def seat_public(record: Any, seat: int) -> dict[str, Any]:
    """What lies open before a seat."""
    king = int(record["king"][seat])
    return {
        "king": person_name(king),
        "spouses": _names(record, Place.SPOUSE, seat),
        "children": _names(record, Place.CHILD, seat),
        "courtiers": _names(record, Place.COURTIER, seat),
        "territories": [COUNTRY_NAMES[i] for i in np.flatnonzero(record["holder"] == seat)],
        "childless": bool(record["childless"][seat]),
        "vetoed": bool(record["vetoed"][seat]),
    }


def public_table(record: Any) -> dict[str, Any]:
    """What lies open in the middle of the table."""
    return {
        "turn": int(record["turn"]),
        "turn_player": int(record["turn_player"]),
        "first_player": int(record["first_player"]),
        "pope": int(record["pope"]),
        "scythe": int(record["scythe"]),
        "no_hand_limit": bool(record["no_hand_limit"]),
        "wanderers": _names(record, Place.WANDERER, NOBODY),
        "independent": [COUNTRY_NAMES[i] for i in np.flatnonzero(record["holder"] == Holder.INDEPENDENT)],
        "discards": _cards(record["discards"]),
        "removed": _names(record, Place.GONE, NOBODY),
        "removed_countries": [COUNTRY_NAMES[i] for i in np.flatnonzero(record["holder"] == Holder.OUT)],
        "declared": declared(record),
        "on_table": on_table(record),
        "refused": [person_name(int(i)) for i in np.flatnonzero(record["refused"])],
    }


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
        }
        if number == seat:
            place["hand"] = _cards(record["hand"][number])
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
        "person_decks": {DECK_NAMES[d]: int(record["deck_size"][d]) for d in range(DECKS)},
    }
