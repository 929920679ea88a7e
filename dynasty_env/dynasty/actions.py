"""The ids of all actions, in named slices of one flat range. An id means the same in every phase.

`PERSON + person` names that person, for whatever purpose; `CARD + kind` plays or discards a card of that kind.
"""

from dynasty_env.dynasty.material import COUNTRY_NAMES, DECK_NAMES, EVENT_NAMES, PERSON_NAMES
from dynasty_env.europe.actions import DECLARE as DECLARE
from dynasty_env.europe.actions import PASS as PASS
from dynasty_env.kit.engine.cards import CARD_NAMES, RANKS
from dynasty_env.kit.seats.actions import named, numbered

# PASS: no action · no one · allow · done
# DECLARE: refuse the reaper · plunder the country · send the police

TYPE_NAMES = (
    "marriage", "procreation", "war", "hire", "incite", "reaper", "assassination", "suppression", "matchmaking",
    "execution", "lightning", "search",
)  # fmt: skip

ACTION_NAMES, SLICES = numbered(
    {
        "pass": ["pass"],
        "declare": ["declare"],
        "type": TYPE_NAMES,
        "deck": named("deck", DECK_NAMES),
        "foresight": ["keep", "reshuffle"],
        "person": [*named("person", PERSON_NAMES), "pope"],
        "country": named("country", COUNTRY_NAMES),
        "card": named("card", CARD_NAMES),
        "joker": named("joker", range(1, RANKS + 1)),
        "event": named("event", EVENT_NAMES),
        "dice": [f"dice:{a}->{b}" for a in range(1, 7) for b in range(1, 7) if a != b],
    }
)
"""The name of each id, and which ids each kind of action has."""

(
    MARRIAGE, PROCREATION, WAR_ON, HIRE, INCITE, REAPER, ASSASSINATION, SUPPRESSION, MATCHMAKING, EXECUTION, LIGHTNING,
    SEARCH,
) = range(SLICES["type"].start, SLICES["type"].stop)  # fmt: skip
DECK: int = SLICES["deck"].start  # + colour
KEEP: int = SLICES["foresight"].start
RESHUFFLE = KEEP + 1
PERSON: int = SLICES["person"].start  # + person; the pope is person 97
COUNTRY: int = SLICES["country"].start  # + country
CARD: int = SLICES["card"].start  # + kind; the joker's id only discards it, or cancels with it
JOKER_AS: int = SLICES["joker"].start  # + number - 1: a joker that counts as this number
EVENT: int = SLICES["event"].start  # + event
DIE_TO: int = SLICES["dice"].start  # change a die from one face to another: 30 ordered pairs
ACTIONS = len(ACTION_NAMES)
