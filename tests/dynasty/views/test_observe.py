"""Every piece of an observation, byte for byte, against the same worked out person by person and card by card."""

from typing import Any

import pytest

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import MARRIAGE, Step
from dynasty_env.dynasty.material import (
    COUNTRIES,
    DECKS,
    EVENTS,
    EXPANSION,
    MOST_CARDS,
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
from dynasty_env.dynasty.rules.seen_in_decks import was_in
from dynasty_env.dynasty.rules.stats import prestige
from dynasty_env.dynasty.views.hide import is_secret
from dynasty_env.dynasty.views.redraw_cards import knows_top
from dynasty_env.dynasty.views.redraw_decks import foresees
from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS
from dynasty_env.kit.game import BackendName
from tests.observations import Pieces, compare

NOBODYS, GONE, OCCUPIED = SEATS, SEATS + 1, SEATS + 2
UNSEEN, SHOWN = 1, 6


def pieces(t: Any, me: int) -> Pieces:
    """All that `me` sees of a table."""
    return {
        **the_round(t, me),
        **contest(t),
        **cards(t, me),
        **seats(t, me),
        **board(t, me),
        **events(t, me),
        **remembered_cards(t, me),
        **remembered_decks(t, me),
    }


def clockwise(t: Any, me: int, seat: int) -> int:
    """A seat counted from `me`."""
    return int((seat - me) % t.num_players)


def the_round(t: Any, me: int) -> Pieces:
    told = not t.done and (t.seat == me or not is_secret(t))
    return {
        "phase": t.step,
        "deciding": clockwise(t, me, t.seat) if told else NOBODYS,
        "players": t.num_players,
        "options": [getattr(t, name) if name else 0 for name in GAME.layout["options"].entries],
        "turn": min(t.turn, 127),
        "turn_player": clockwise(t, me, t.turn_player),
        "pope": clockwise(t, me, t.pope),
        "scythe": clockwise(t, me, t.scythe),
    }  # fmt: skip


def contest(t: Any) -> Pieces:
    numbers = [0, 0, 0, 0]
    if t.action >= 0 and t.step in (Step.INTERRUPT, Step.JOKER):
        numbers = [min(cards_wanted(t), 127), t.laid_size, min(success_value(t), 127), dice_allowed(t)]
    elif t.action >= 0 and t.step == Step.DICE:
        numbers = [0, 0, min(t.needed, 127), t.dice_size]
    dice = list(t.dice[: t.dice_size])
    laid = list(t.laid[: t.laid_size])
    jokers = [t.laid_number[i] for i in range(t.laid_size) if t.laid[i] == JOKER]
    return {
        "action": t.action - MARRIAGE + 1 if t.action >= 0 else 0,
        "named": [t.target, t.actor, t.defender, t.friend],
        "second": t.second,
        "attacked": t.country,
        "contest": numbers,
        "dice": [dice.count(face) for face in range(1, 7)],
        "laid": [laid.count(kind) for kind in range(KINDS)],
        "laid_jokers": [jokers.count(number) for number in range(1 + RANKS)],
    }


def cards(t: Any, me: int) -> Pieces:
    return {
        "hand": [t.hand[me, kind] for kind in range(KINDS)],
        "discards": list(t.discards),
        "pack_size": t.pack_size,
        "deck_sizes": list(t.deck_size),
    }


def seats(t: Any, me: int) -> Pieces:
    found = {
        name: [0] * SEATS
        for name in ("hand_sizes", "vetoed", "ruins", "royal_scores", "witch_scores", "country_scores")
    }
    for seat in range(t.num_players):
        place = clockwise(t, me, seat)
        found["hand_sizes"][place] = t.hand_size[seat]
        found["vetoed"][place] = t.vetoed[seat]
        found["ruins"][place] = t.childless[seat] + 2 * t.fallen[seat]
        found["witch_scores"][place] = int(witch_score(t, seat))
    for person in range(PERSONS):
        if t.place[person] in (Place.KING, Place.SPOUSE, Place.CHILD):
            found["royal_scores"][clockwise(t, me, t.owner[person])] += int(prestige(t, person))
    for country in range(COUNTRIES):
        if t.holder[country] >= 0:
            found["country_scores"][clockwise(t, me, t.holder[country])] += int(POWER[country])
    return found


def board(t: Any, me: int) -> Pieces:
    without = {Holder.INDEPENDENT: NOBODYS, Holder.OUT: GONE, Holder.OCCUPIED: OCCUPIED}
    marks = [t.refused[person] + t.sent[person] + (t.sent[person] > 0) for person in range(PERSONS)]
    return {
        "places": list(t.place),
        "owners": [NOBODYS if owner < 0 else clockwise(t, me, owner) for owner in t.owner],
        "born": list(t.born),
        "marks": [*marks, t.refused[POPE]],
        "holders": [clockwise(t, me, each) if each >= 0 else without[Holder(each)] for each in t.holder],
    }


def events(t: Any, me: int) -> Pieces:
    places, before = [0] * EVENTS, [0] * (SEATS * DECKS)
    for event in range(EVENTS):
        places[event] = UNSEEN if t.event_place[event] == EventPlace.DECK else t.event_place[event]
        if t.event_place[event] == EventPlace.HAND:
            before[clockwise(t, me, t.event_owner[event]) * DECKS + t.event_deck[event]] += 1
            if t.event_owner[event] != me:
                places[event] = SHOWN if t.event_shown[event] else UNSEEN
    return {
        "events": places,
        "event_persons": list(t.event_person),
        "event_hands": before,
        "seen": [seen_in(t, me, card) for card in range(EXPANSION)],
        "peek": [t.pack[t.pack_size - 1] if knows_top(t, me) else -1, top_of(t, t.a) if foresees(t, me) else -1],
    }


def seen_in(t: Any, me: int, card: int) -> int:
    deck = t.seen[me, card]
    return 0 if deck < 0 else 1 + deck if was_in(t, me, card, deck) else 1 + deck + DECKS


def remembered_cards(t: Any, me: int) -> Pieces:
    known, kept_by, aces = [0] * KINDS, [0] * SEATS, [0] * SEATS
    for card in range(MOST_CARDS):
        if t.witches and t.card_seen[card] >> me & 1:
            place, kind = 1 + clockwise(t, me, t.card_place[card]), kind_of(card)
            known[kind] = min(known[kind] or place, place)
    for seat in range(t.num_players):
        kept_by[clockwise(t, me, seat)] = t.kept_by[seat]
        aces[clockwise(t, me, seat)] = int(t.ace_from[seat] >= 0)
    kept = list(t.kept) if t.rebuilt else [0] * KINDS
    return {"kept": kept, "kept_by": kept_by, "known_aces": aces, "known_cards": known}


def remembered_decks(t: Any, me: int) -> Pieces:
    searched, taken = [0] * DECKS, [0] * (SEATS * DECKS)
    for deck in range(DECKS):
        after = t.searched_after[me, deck]
        if t.witches and after >= 0:
            searched[deck] = 1
            for event in range(EVENTS):
                if t.event_place[event] == EventPlace.HAND and t.event_deck[event] == deck:
                    taken[clockwise(t, me, t.event_owner[event]) * DECKS + deck] += t.event_taken[event] > after
    return {"searched": searched, "taken_since": taken}


@pytest.mark.parametrize(
    ("backend", "games", "every"), [("compiled", 40, 50), pytest.param("interpreted", 24, 40, marks=pytest.mark.slow)]
)
def test_observations_are_what_lies_on_the_table(backend: BackendName, games: int, every: int) -> None:
    met = compare(GAME, pieces, backend, games, every)
    assert met["players"] == {2, 3, 4, 5, 6}
    assert met["holders"] == {*range(SEATS), NOBODYS, GONE, OCCUPIED}
    assert met["events"] >= set(range(SHOWN))
    assert met["marks"] >= {0, 1}
    assert max(map(max, (met["royal_scores"], met["country_scores"], met["witch_scores"]))) > 9


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["interpreted", "compiled"])
def test_observations_of_many_games(backend: BackendName) -> None:
    met = compare(GAME, pieces, backend, 600, 6)
    assert met["events"] == set(range(SHOWN + 1))
    assert met["marks"] == {0, 1, 2, 3}
    rare = {"known_aces"}  # see tests/dynasty/rules/test_d_r69_remembered_cards.py
    assert {name for name in GAME.layout if len(met[name]) == 1} <= rare
