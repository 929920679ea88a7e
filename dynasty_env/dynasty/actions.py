"""The ids of all actions, in named slices of one flat range. An id means the same in every phase.

`PERSON + person` names that person, for whatever purpose; `CARD + kind` plays or discards a card of that kind.
"""

from dynasty_env.dynasty.material import (
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECKS,
    EVENT_NAMES,
    EVENTS,
    PERSON_NAMES,
    PERSONS,
)
from dynasty_env.europe.actions import DECLARE as DECLARE
from dynasty_env.europe.actions import PASS as PASS
from dynasty_env.kit.engine.cards import CARD_NAMES, KINDS, RANKS

# PASS: no action · no one · allow · done
# DECLARE: refuse the reaper · plunder the country · send the police

MARRIAGE = 2
PROCREATION = 3
WAR_ON = 4
HIRE = 5
INCITE = 6
REAPER = 7
ASSASSINATION = 8
SUPPRESSION = 9
MATCHMAKING = 10
EXECUTION = 11
LIGHTNING = 12
SEARCH = 13

DECK = 14  # + colour
KEEP = DECK + DECKS
RESHUFFLE = KEEP + 1
PERSON = RESHUFFLE + 1  # + person; the pope is person 97
COUNTRY = PERSON + PERSONS + 1  # + country
CARD = COUNTRY + COUNTRIES  # + kind; the joker's id only discards it, or cancels with it
JOKER_AS = CARD + KINDS  # + number - 1: a joker that counts as this number
EVENT = JOKER_AS + RANKS  # + event
DIE_TO = EVENT + EVENTS  # change a die from one face to another: 30 ordered pairs
ACTIONS = DIE_TO + 30

TYPE_NAMES = (
    "marriage",
    "procreation",
    "war",
    "hire",
    "incite",
    "reaper",
    "assassination",
    "suppression",
    "matchmaking",
    "execution",
    "lightning",
    "search",
)

ACTION_NAMES = (
    "pass",
    "declare",
    *TYPE_NAMES,
    *(f"deck:{name}" for name in DECK_NAMES),
    "keep",
    "reshuffle",
    *(f"person:{name}" for name in PERSON_NAMES),
    "pope",
    *(f"country:{name}" for name in COUNTRY_NAMES),
    *(f"card:{name}" for name in CARD_NAMES),
    *(f"joker:{number}" for number in range(1, RANKS + 1)),
    *(f"event:{name}" for name in EVENT_NAMES),
    *(f"dice:{a}->{b}" for a in range(1, 7) for b in range(1, 7) if a != b),
)
assert len(ACTION_NAMES) == ACTIONS

SLICES: dict[str, slice] = {
    "pass": slice(PASS, DECLARE),
    "declare": slice(DECLARE, MARRIAGE),
    "type": slice(MARRIAGE, DECK),
    "deck": slice(DECK, KEEP),
    "foresight": slice(KEEP, PERSON),
    "person": slice(PERSON, COUNTRY),
    "country": slice(COUNTRY, CARD),
    "card": slice(CARD, JOKER_AS),
    "joker": slice(JOKER_AS, EVENT),
    "event": slice(EVENT, DIE_TO),
    "dice": slice(DIE_TO, ACTIONS),
}
"""Which ids each kind of action has."""
