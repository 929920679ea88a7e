"""The player's working memory: the table as its seat sees it, and a copy on which it tries out what may happen.

Seats are counted from the player, who is seat 0. `read` fills the record from an observation; the rules of `imagine`
then move persons and countries and put them back. The fields have the same names as on the table, so the rules of the
game can be called on the record to find out what is legal and what it takes: the bot has no rules of its own.
"""

import numpy as np

from dynasty_env.dynasty.greedy.weights import MEDDLING, SCALE, SPREAD
from dynasty_env.dynasty.ids import ACTIONS, MARRIAGE, WAR_ON
from dynasty_env.dynasty.material import EVENTS, EXPANSION, POPE, SEATS, Event, EventPlace, Place
from dynasty_env.dynasty.rules.copies import copies_in_game
from dynasty_env.dynasty.table import TABLE
from dynasty_env.dynasty.views.view import SHOWN
from dynasty_env.europe.material import COUNTRIES, DECKS, NOBODY, PERSONS, POWER
from dynasty_env.europe.views import NO_SEAT
from dynasty_env.kit.engine.cards import JOKER, KINDS, RANKS, is_red
from dynasty_env.kit.engine.rule import rule

BLACK, RED = 0, 1
"""Which suits count: black in war, hire and incite, red in marriage and procreation."""
HIDDEN, DISCARDS = 0, 1
"""Two heaps of cards that may be drawn: the ones I cannot see (the pack and other hands), and the discards."""
MEMOS = 16
"""Chances of actions with fewer dice and cards than this are computed once and cached for the decision."""
MOVES = 128
"""The largest number of moves tried out before everything is put back."""

AS_ON_THE_TABLE = (
    "packs", "adjacency", "kin_marriage", "abilities", "witches", "num_players", "step", "turn_player", "pope",
    "second", "vetoed", "refused", "place", "owner", "born", "king", "deck_size", "event_place", "event_person",
    "holder", "pack_size", "hand", "hand_size", "laid_size", "action", "target", "actor", "defender", "country",
    "friend", "friend_of", "sent", "needed", "dice_size",
)  # fmt: skip
"""Fields with the same meaning as on the table, so that rules can be called on what the player imagines.

Of the hands, only mine is known. Events that lie face down before others are recorded as being in a deck.
"""

MIND = np.dtype(
    [
        *[(name, TABLE[name]) for name in AS_ON_THE_TABLE],
        # what else I see
        ("wanted", "i8"),  # cards wanted for the action in the open window
        ("faces", "i1", (6,)),  # how many dice show 1 … 6
        ("seen_in", "i1", (EXPANSION,)),
        ("deck_top", "i1"),
        ("heap", "i8", (2,)),  # how many cards
        ("above", "i8", (2, 2, RANKS + 1)),  # (BLACK or RED, heap): how many cards count for more than 0 … 13
        # what I work out from it
        ("ending", "i1"),  # 1: a person deck is empty, so the game ends with this action
        ("scale", "f8"),  # lead in points that makes a dynasty e times as likely to win
        ("strength", "f8", (SEATS,)),  # points of each dynasty, and an estimate of those that it will gain
        ("odds", "f8", (SEATS,)),  # odds of each seat to win: its chance, up to a factor
        ("total", "f8"),  # their sum
        ("now", "f8"),  # the value of the position as it is
        ("extra", "f8"),  # cards that the others are expected to play on an action
        ("succeeds", "f8"),  # the open action's value to me if it succeeds; the next field: if it fails
        ("fails", "f8"),
        ("chance_known", "i1", (2, MEMOS, MEMOS)),
        ("chance", "f8", (2, MEMOS, MEMOS)),  # of an action of mine, by colour, cards and dice
        ("death_known", "i1", (PERSONS,)),
        ("death", "f8", (PERSONS,)),  # the value of the position once a person has died
        ("worths", "f8", (ACTIONS,)),  # the value of each legal action
        # the table on which I imagine, in addition to the fields above
        ("members", "i1", (SEATS, MOVES)),  # persons of each dynasty, including those who have left it in the meantime
        ("size", "i8", (SEATS,)),
        ("lands", "i8", (SEATS,)),
        ("power", "i8", (SEATS,)),
        ("true_pope", "i1"),
        ("touched", "i1", (SEATS,)),  # 1: the dynasty differs from the real one
        ("moves", "i8"),  # how many persons were moved; the next three fields say who, and from where
        ("moved", "i1", (MOVES,)),
        ("was_owner", "i1", (MOVES,)),
        ("was_place", "i1", (MOVES,)),
        ("passings", "i8"),  # how many countries changed hands; the next two fields say which, and from whom
        ("passed", "i1", (MOVES,)),
        ("was_holder", "i1", (MOVES,)),
    ],
    align=True,
)


@rule
def read(m, seen):
    """Fill the blank record `m` with what the seat sees (`seen`, an observation) and with values derived from it."""
    read_round(m, seen)
    read_cards(m, seen)
    read_expansion(m, seen)
    read_dynasties(m, seen)
    read_declaration(m, seen)
    m.scale = SCALE + SPREAD * smallest_deck(m) ** 2
    m.ending = 1 if seen.turn > 0 and smallest_deck(m) == 0 else 0
    for seat in range(1, m.num_players):
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
    m.step = seen.phase
    m.num_players = seen.players
    m.packs = seen.options[0]
    m.adjacency = seen.options[1]
    m.kin_marriage = seen.options[2]
    m.abilities = seen.options[4]
    m.witches = seen.options[5]
    m.pope = seen.pope
    m.true_pope = seen.pope
    m.second = seen.second
    m.wanted = int(seen.contest[0])
    m.laid_size = seen.contest[1]
    m.needed = int(seen.contest[2])
    m.dice_size = seen.contest[3]
    for face in range(6):
        m.faces[face] = seen.dice[face]


@rule
def read_declaration(m, seen):
    """Set the declared action to the real one.

    Run before each of my actions is valued, it drops earlier imagined ones.
    """
    m.turn_player = seen.turn_player
    m.action = seen.action + MARRIAGE - 1 if seen.action > 0 else NOBODY
    m.target = seen.named[0]
    m.actor = seen.named[1]
    m.defender = seen.named[2]
    m.friend = seen.named[3]
    m.friend_of = m.owner[m.event_person[Event.SO_WHAT]] if m.friend != NOBODY else NOBODY
    m.country = seen.attacked


@rule
def declare(m, action, target, actor):
    """Imagine that I declare an action of this kind; the rules can then be called on the declaration."""
    m.turn_player = 0
    m.action = action
    m.target = target
    m.actor = actor
    m.defender = NOBODY
    m.friend = NOBODY
    m.friend_of = NOBODY


@rule
def attack(m, country, commander):
    """Imagine that this commander of mine attacks the country, or the Neuroi."""
    declare(m, WAR_ON, NOBODY, commander)
    m.country = country


@rule
def read_cards(m, seen):
    """Read hands, piles, and the cards that may still be drawn.

    These are all cards except mine, those laid for the action, and the discards, which are a separate heap.
    """
    m.pack_size = seen.pack_size
    for deck in range(DECKS):
        m.deck_size[deck] = seen.deck_sizes[deck]
    for seat in range(SEATS):
        m.hand_size[seat] = seen.hand_sizes[seat]
        m.vetoed[seat] = seen.vetoed[seat]
    for kind in range(KINDS):
        m.hand[0, kind] = seen.hand[kind]
        discarded = int(seen.discards[kind])
        hidden = copies_in_game(m, kind) - int(seen.hand[kind]) - discarded - int(seen.laid[kind])
        m.heap[HIDDEN] += hidden
        m.heap[DISCARDS] += discarded
        if kind < JOKER:
            colour = RED if is_red(kind) else BLACK
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
    """Read the events, and what I have seen in person decks; without the expansion there are none."""
    for event in range(EVENTS):
        m.event_place[event] = EventPlace.DECK + 0 if seen.events[event] == SHOWN else seen.events[event]
        m.event_person[event] = seen.event_persons[event] if m.witches == 1 else NOBODY
    for card in range(EXPANSION):
        m.seen_in[card] = seen.seen[card]
    m.deck_top = seen.peek[1]


@rule
def read_dynasties(m, seen):
    """Read the dynasty of each person and each country, and who is king."""
    for seat in range(SEATS):
        m.king[seat] = NOBODY
    for person in range(PERSONS):
        seat = int(seen.owners[person])
        m.place[person] = seen.places[person]
        m.owner[person] = seat if seat < NO_SEAT else NOBODY
        m.born[person] = seen.born[person]
        m.refused[person] = 1 if seen.marks[person] == 1 else 0
        m.sent[person] = max(seen.marks[person] - 1, 0)
        if seat < NO_SEAT:
            m.members[seat, m.size[seat]] = person
            m.size[seat] += 1
            if m.place[person] == Place.KING:
                m.king[seat] = person
    m.refused[POPE] = seen.marks[POPE]
    for country in range(COUNTRIES):
        seat = int(seen.holders[country])
        m.holder[country] = seat if seat < NO_SEAT else NO_SEAT - 1 - seat
        if seat < NO_SEAT:
            m.lands[seat] += 1
            m.power[seat] += POWER[country]
