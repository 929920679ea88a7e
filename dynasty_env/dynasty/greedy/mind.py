"""The player's working memory: the table as its seat sees it, and a copy on which it tries out what may happen.

Seats are counted from the player, who is seat 0. `read` fills the record from an observation; the rules of `imagine`
then move persons and countries about and put them back.
"""

import numpy as np

from dynasty_env.dynasty.actions import ACTIONS, MARRIAGE
from dynasty_env.dynasty.greedy.weights import MEDDLING, SCALE, SPREAD
from dynasty_env.dynasty.material import (
    COUNTRIES,
    DECKS,
    EVENTS,
    EXPANSION,
    NOBODY,
    PERSONS,
    POWER,
    SEATS,
    Place,
)
from dynasty_env.dynasty.seen.view import NO_SEAT
from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS
from dynasty_env.kit.engine.rule import rule

BLACK, RED = 0, 1
"""Which suits count: black in war, hire and incite, red in marriage and procreation."""
HIDDEN, DISCARDS = 0, 1
"""Two heaps of cards that may be drawn: those that I cannot see (the pack and other hands), and the discards."""
MEMOS = 16
"""Chances of actions with fewer dice and cards than this are computed once and remembered for the decision."""
MOVES = 128
"""The most steps that are tried out before everything is put back."""

MIND = np.dtype(
    [
        # what I see, as in the observation
        ("phase", "i8"),
        ("players", "i8"),
        ("packs", "i8"),
        ("adjacency", "i8"),
        ("kin_marriage", "i8"),
        ("abilities", "i8"),
        ("witches", "i8"),
        ("turn_player", "i8"),
        ("action", "i8"),  # id of the declared action, or -1
        ("target", "i8"),
        ("actor", "i8"),
        ("defender", "i8"),
        ("country", "i8"),
        ("wanted", "i8"),  # of the action in the open window: cards wanted, cards laid, success value so far, dice
        ("laid", "i8"),
        ("value", "i8"),
        ("dice", "i8"),
        ("faces", "i8", (6,)),
        ("hand", "i8", (KINDS,)),
        ("pack_size", "i8"),
        ("deck_size", "i8", (DECKS,)),
        ("hand_size", "i8", (SEATS,)),
        ("vetoed", "i8", (SEATS,)),
        ("refused", "i8", (PERSONS + 1,)),
        ("born", "i8", (PERSONS,)),
        ("event", "i8", (EVENTS,)),  # where each is, as in the observation
        ("carrier", "i8", (EVENTS,)),  # whom each is attached to, or -1
        ("seen_in", "i8", (EXPANSION,)),
        ("deck_top", "i8"),
        ("heap", "i8", (2,)),  # how many cards
        ("above", "i8", (2, 2, RANKS + 1)),  # (BLACK or RED, heap): how many cards count for more than 0 … 13
        # what I work out from it
        ("ending", "i8"),  # 1: a person deck is empty, so the game ends with this action
        ("scale", "f8"),  # lead in points that makes a dynasty e times as likely to win
        ("strength", "f8", (SEATS,)),  # points of each dynasty, and an estimate of those that it will gain
        ("odds", "f8", (SEATS,)),  # each one's chance of winning, up to a factor
        ("total", "f8"),  # their sum
        ("now", "f8"),  # the value of the position as it is
        ("extra", "f8"),  # cards that the others are expected to play on an action
        ("heat", "i8"),  # dice that heat ray gives me
        ("waste", "i8"),  # dice that waste costs me
        ("succeeds", "f8"),  # the open action's value to me if it succeeds, and if it fails
        ("fails", "f8"),
        ("chance_known", "i1", (2, MEMOS, MEMOS)),
        ("chance", "f8", (2, MEMOS, MEMOS)),  # of an action of mine, by colour, cards and dice
        ("death_known", "i8", (PERSONS,)),
        ("death", "f8", (PERSONS,)),  # the value of the position once a person has died
        ("worths", "f8", (ACTIONS,)),  # the value of each legal action
        # the table on which I imagine
        ("place", "i8", (PERSONS,)),
        ("owner", "i8", (PERSONS,)),
        ("members", "i8", (SEATS, MOVES)),  # persons of each dynasty, including those who have left it meanwhile
        ("size", "i8", (SEATS,)),
        ("king", "i8", (SEATS,)),
        ("holder", "i8", (COUNTRIES,)),
        ("lands", "i8", (SEATS,)),
        ("power", "i8", (SEATS,)),
        ("pope", "i8"),
        ("true_pope", "i8"),
        ("touched", "i8", (SEATS,)),  # 1: the dynasty differs from what it really is
        ("moves", "i8"),  # how many persons were moved; the next three fields say who, and from where
        ("moved", "i8", (MOVES,)),
        ("was_owner", "i8", (MOVES,)),
        ("was_place", "i8", (MOVES,)),
        ("passings", "i8"),  # how many countries were handed over; the next two fields say which, and from whom
        ("passed", "i8", (MOVES,)),
        ("was_holder", "i8", (MOVES,)),
    ],
    align=True,
)


@rule
def read(m, seen):
    """Fill the blank record `m` with what the seat sees (`seen`, an observation), and what follows from it."""
    read_round(m, seen)
    read_cards(m, seen)
    read_expansion(m, seen)
    read_dynasties(m, seen)
    m.scale = SCALE + SPREAD * smallest_deck(m) ** 2
    m.ending = 1 if seen.turn > 0 and smallest_deck(m) == 0 else 0
    for seat in range(1, m.players):
        m.extra += MEDDLING * m.hand_size[seat]


@rule
def smallest_deck(m):
    """How many cards the smallest person deck has."""
    least = m.deck_size[0] + 0
    for deck in range(1, DECKS):
        least = min(least, m.deck_size[deck])
    return least


@rule
def read_round(m, seen):
    m.phase = int(seen.phase)
    m.players = int(seen.players)
    m.packs = int(seen.options[0])
    m.adjacency = int(seen.options[1])
    m.kin_marriage = int(seen.options[2])
    m.abilities = int(seen.options[4])
    m.witches = int(seen.options[5])
    m.turn_player = int(seen.turn_player)
    m.pope = int(seen.pope)
    m.true_pope = m.pope
    declared = int(seen.action)
    m.action = declared + MARRIAGE - 1 if declared > 0 else NOBODY
    m.target = int(seen.named[0])
    m.actor = int(seen.named[1])
    m.defender = int(seen.named[2])
    m.country = int(seen.attacked)
    m.wanted = int(seen.contest[0])
    m.laid = int(seen.contest[1])
    m.value = int(seen.contest[2])
    m.dice = int(seen.contest[3])
    for face in range(6):
        m.faces[face] = seen.dice[face]


@rule
def read_cards(m, seen):
    """Hands, piles, and the cards that may still be drawn.

    These are all cards except my own, those laid for the action, and the discards, which are a heap of their own.
    """
    m.pack_size = int(seen.pack_size)
    for deck in range(DECKS):
        m.deck_size[deck] = seen.deck_sizes[deck]
    for seat in range(SEATS):
        m.hand_size[seat] = seen.hand_sizes[seat]
        m.vetoed[seat] = seen.vetoed[seat]
    for kind in range(KINDS):
        m.hand[kind] = seen.hand[kind]
        copies = 2 * m.packs if kind == JOKER else m.packs
        discarded = int(seen.discards[kind])
        hidden = copies - m.hand[kind] - discarded - int(seen.laid[kind])
        m.heap[HIDDEN] += hidden
        m.heap[DISCARDS] += discarded
        if kind < JOKER:
            colour = RED if RANKS <= kind < 3 * RANKS else BLACK
            m.above[colour, HIDDEN, kind % RANKS] += hidden
            m.above[colour, DISCARDS, kind % RANKS] += discarded
        else:  # a joker from the pack counts as 1, since the turn player names its number
            for colour in range(2):
                m.above[colour, HIDDEN, RANKS] = hidden
                m.above[colour, DISCARDS, RANKS] = discarded
    for colour in range(2):
        for heap in range(2):
            jokers = m.above[colour, heap, RANKS] + 0
            m.above[colour, heap, RANKS] = 0
            for number in range(RANKS - 1, -1, -1):
                m.above[colour, heap, number] += m.above[colour, heap, number + 1]
            m.above[colour, heap, 0] += jokers


@rule
def read_expansion(m, seen):
    """Events, and what I have seen in person decks; without the expansion there is neither."""
    for event in range(EVENTS):
        m.event[event] = seen.events[event]
        m.carrier[event] = seen.event_persons[event] if m.witches == 1 else NOBODY
    for card in range(EXPANSION):
        m.seen_in[card] = seen.seen[card]
    m.deck_top = int(seen.peek[1])


@rule
def read_dynasties(m, seen):
    """To which dynasty each person and each country belongs, and who is king."""
    for seat in range(SEATS):
        m.king[seat] = NOBODY
    for person in range(PERSONS):
        seat = int(seen.owners[person])
        m.place[person] = seen.places[person]
        m.owner[person] = seat
        m.born[person] = seen.born[person]
        m.refused[person] = seen.marks[person]
        if seat < NO_SEAT:
            m.members[seat, m.size[seat]] = person
            m.size[seat] += 1
            if m.place[person] == Place.KING:
                m.king[seat] = person
    m.refused[PERSONS] = seen.marks[PERSONS]
    for country in range(COUNTRIES):
        seat = int(seen.holders[country])
        m.holder[country] = seat
        if seat < NO_SEAT:
            m.lands[seat] += 1
            m.power[seat] += POWER[country]
