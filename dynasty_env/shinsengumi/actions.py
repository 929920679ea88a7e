"""The ids of all actions, in named slices of one flat range. An id means the same in every phase.

`PERSON + person` names that person, for whatever purpose; `CELL + cell` that cell; `STONE + k` lays a stone on arrow
k + 1, one of the four directions in which a person can move.
"""

from dynasty_env.shinsengumi.material import ARROWS, CELL_NAMES, CELLS, EVENT_NAMES, EVENTS, PERSON_NAMES, PERSONS

PASS = 0  # lay no stone · do not use the powder
USE = 1  # use the Ishida powder

PERSON = 2  # + person
CELL = PERSON + PERSONS  # + cell
STONE = CELL + CELLS  # + arrow, from 0
EVENT = STONE + ARROWS  # + event
ACTIONS = EVENT + EVENTS

ACTION_NAMES = (
    "pass",
    "use",
    *(f"person:{name}" for name in PERSON_NAMES),
    *(f"cell:{name}" for name in CELL_NAMES),
    *(f"arrow:{number}" for number in range(1, ARROWS + 1)),
    *(f"event:{name}" for name in EVENT_NAMES),
)
assert len(ACTION_NAMES) == ACTIONS

SLICES: dict[str, slice] = {
    "pass": slice(PASS, USE),
    "use": slice(USE, PERSON),
    "person": slice(PERSON, CELL),
    "cell": slice(CELL, STONE),
    "arrow": slice(STONE, EVENT),
    "event": slice(EVENT, ACTIONS),
}
"""Which ids each kind of action has."""
