"""The player's working memory: the table as its seat sees it. Seats are counted from the player, who is seat 0.

The fields have the same names as on the table, so the rules of the game can be called on the record to find out what is
legal and what it takes.
"""

import numpy as np

from dynasty_env.europe.views import NO_SEAT
from dynasty_env.kingdoms.ids import ACTIONS
from dynasty_env.kingdoms.material import COUNTRIES, DECKS, NOBODY, PERSONS, SEATS, Place
from dynasty_env.kingdoms.table import TABLE
from dynasty_env.kingdoms.views.view import NO_REALM
from dynasty_env.kit.engine.rule import rule

AS_ON_THE_TABLE = (
    "num_players", "abilities", "kin_marriage", "step", "turn_player", "place", "owner", "liege", "rebel", "refused",
    "deck_size", "holder", "ruler", "exhausted", "committed", "home", "king", "target", "actor", "defender", "country",
    "throne", "candidate",
)  # fmt: skip

MIND = np.dtype(
    [
        *[(name, TABLE[name]) for name in AS_ON_THE_TABLE],
        ("points", "i8", (SEATS,)),  # K7: current points
        ("worths", "f8", (ACTIONS,)),  # the value of each action, by id
    ],
    align=True,
)


@rule
def read(m, seen):
    """Fill the blank record `m` with what the seat sees (`seen`, an observation)."""
    m.step = seen.phase
    m.num_players = seen.players
    m.kin_marriage = seen.options[1]
    m.abilities = seen.options[2]
    m.throne = seen.throne
    for deck in range(DECKS):
        m.deck_size[deck] = seen.deck_sizes[deck]
    for seat in range(SEATS):
        m.home[seat] = seen.homes[seat]
        m.candidate[seat] = seen.candidates[seat]
        m.points[seat] = int(seen.royal_scores[seat]) + int(seen.country_scores[seat])
    read_countries(m, seen)
    read_persons(m, seen)


@rule
def read_countries(m, seen):
    """Read who rules what: a realm's king is the one who belongs to it; for contested countries it is the dead king."""
    for country in range(COUNTRIES):
        m.ruler[country] = NOBODY
    for person in range(PERSONS):
        if seen.places[person] == Place.KING:
            m.ruler[seen.realms[person]] = person
    for country in range(COUNTRIES):
        holder = int(seen.holders[country])
        m.holder[country] = holder if holder < NO_SEAT else NO_SEAT - 1 - holder
        realm = seen.country_realms[country]
        if realm != NO_REALM:
            m.ruler[country] = m.throne if seen.contested[country] == 1 else m.ruler[realm]
        m.exhausted[country] = seen.exhausted[country]
        m.committed[country] = seen.committed[country]


@rule
def read_persons(m, seen):
    for person in range(PERSONS):
        place, owner = seen.places[person], seen.owners[person]
        m.place[person] = place
        m.owner[person] = owner if owner < NO_SEAT else NOBODY
        m.rebel[person] = seen.rebels[person]
        m.refused[person] = seen.refused[person]
        family = (place == Place.SPOUSE or place == Place.CHILD) and seen.realms[person] != NO_REALM
        m.liege[person] = m.ruler[seen.realms[person]] if family else NOBODY


@rule
def read_declaration(m, seen):
    """Set the declared action to the real one. Run before each action is valued, it drops earlier imagined ones."""
    m.turn_player = seen.turn_player
    m.king = seen.named[0]
    m.target = seen.named[1]
    m.actor = seen.named[2]
    m.defender = seen.named[3]
    m.country = seen.battlefield


@rule
def attack(m, country):
    """Imagine that I attack a country; the rules can then be called on the declaration."""
    m.turn_player = 0
    m.country = country
    m.actor = NOBODY
    m.defender = NOBODY
