"""The ids of all actions, in named slices of one flat range. An id means the same in every phase.

`PERSON + person` names that person, for whatever purpose; `CELL + cell` that cell; `STONE + k` lays a stone on arrow
k + 1, one of the four directions in which a person can move.
"""

from dynasty_env.kit.seats.actions import named, numbered
from dynasty_env.shinsengumi.material import ARROWS, CELL_NAMES, EVENT_NAMES, PERSON_NAMES

ACTION_NAMES, SLICES = numbered(
    {
        "pass": ["pass"],
        "use": ["use"],
        "person": named("person", PERSON_NAMES),
        "cell": named("cell", CELL_NAMES),
        "arrow": named("arrow", range(1, ARROWS + 1)),
        "event": named("event", EVENT_NAMES),
    }
)
"""The name of each id, and which ids each kind of action has."""

PASS = 0  # lay no stone · do not use the powder
USE = 1  # use the Ishida powder
PERSON: int = SLICES["person"].start  # + person
CELL: int = SLICES["cell"].start  # + cell
STONE: int = SLICES["arrow"].start  # + arrow, from 0
EVENT: int = SLICES["event"].start  # + event
ACTIONS = len(ACTION_NAMES)
