"""The flat action ids, in named slices. An id keeps one meaning in every phase.

`PERSON + person` names that person, whatever for; `COUNTRY + country` that country.
"""

from dynasty_env.europe.actions import DECLARE as DECLARE
from dynasty_env.europe.actions import PASS as PASS
from dynasty_env.kingdoms.material import COUNTRY_NAMES, DECK_NAMES, PERSON_NAMES
from dynasty_env.kit.seats.actions import named, numbered

# PASS: take no action · refuse a marriage · fight · done · no aid · let it be
# DECLARE: agree · withdraw · plunder · send the police · use suppression · execute · refuse the reaper · take up arms

TYPE_NAMES = (
    "marriage", "procreation", "war", "recovery", "incite", "suppress", "grant", "reaper", "assassination", "execution",
)  # fmt: skip

ACTION_NAMES, SLICES = numbered(
    {
        "pass": ["pass"],
        "declare": ["declare"],
        "type": TYPE_NAMES,
        "deck": named("deck", DECK_NAMES),
        "person": named("person", PERSON_NAMES),
        "country": named("country", COUNTRY_NAMES),
        "aid_attack": named("aid_attack", COUNTRY_NAMES),
        "aid_defence": named("aid_defence", COUNTRY_NAMES),
    }
)
"""The name of each id, and where each family of actions lies in the flat space."""

MARRIAGE, PROCREATION, WAR_ON, RECOVERY, INCITE, SUPPRESS, GRANT, REAPER, ASSASSINATION, EXECUTION = range(
    SLICES["type"].start, SLICES["type"].stop
)
DECK: int = SLICES["deck"].start  # + colour
PERSON: int = SLICES["person"].start  # + person
COUNTRY: int = SLICES["country"].start  # + country
AID_ATTACK: int = SLICES["aid_attack"].start  # + country: it helps the attacker
AID_DEFENCE: int = SLICES["aid_defence"].start  # + country: it helps the defender
ACTIONS = len(ACTION_NAMES)
