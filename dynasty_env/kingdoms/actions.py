"""The flat action ids, in named slices. An id keeps one meaning in every phase.

`PERSON + person` names that person, whatever for; `COUNTRY + country` that country.
"""

from dynasty_env.europe.actions import DECLARE as DECLARE
from dynasty_env.europe.actions import PASS as PASS
from dynasty_env.kingdoms.material import COUNTRIES, COUNTRY_NAMES, DECK_NAMES, DECKS, PERSON_NAMES, PERSONS

# PASS: take no action · refuse a marriage · fight · done · no aid · let it be
# DECLARE: agree · withdraw · plunder · send the police · use suppression · execute · refuse the reaper · take up arms

MARRIAGE = 2
PROCREATION = 3
WAR_ON = 4
RECOVERY = 5
INCITE = 6
SUPPRESS = 7
GRANT = 8
REAPER = 9
ASSASSINATION = 10
EXECUTION = 11

DECK = 12  # + colour
PERSON = DECK + DECKS  # + person
COUNTRY = PERSON + PERSONS  # + country
AID_ATTACK = COUNTRY + COUNTRIES  # + country: it helps the attacker
AID_DEFENCE = AID_ATTACK + COUNTRIES  # + country: it helps the defender
ACTIONS = AID_DEFENCE + COUNTRIES

TYPE_NAMES = (
    "marriage",
    "procreation",
    "war",
    "recovery",
    "incite",
    "suppress",
    "grant",
    "reaper",
    "assassination",
    "execution",
)

ACTION_NAMES = (
    "pass",
    "declare",
    *TYPE_NAMES,
    *(f"deck:{name}" for name in DECK_NAMES),
    *(f"person:{name}" for name in PERSON_NAMES),
    *(f"country:{name}" for name in COUNTRY_NAMES),
    *(f"aid_attack:{name}" for name in COUNTRY_NAMES),
    *(f"aid_defence:{name}" for name in COUNTRY_NAMES),
)
assert len(ACTION_NAMES) == ACTIONS

SLICES: dict[str, slice] = {
    "pass": slice(PASS, DECLARE),
    "declare": slice(DECLARE, MARRIAGE),
    "type": slice(MARRIAGE, DECK),
    "deck": slice(DECK, PERSON),
    "person": slice(PERSON, COUNTRY),
    "country": slice(COUNTRY, AID_ATTACK),
    "aid_attack": slice(AID_ATTACK, AID_DEFENCE),
    "aid_defence": slice(AID_DEFENCE, ACTIONS),
}
"""Where each family of actions lies in the flat space."""
