"""The public part of the table in words, for views and save files."""

from typing import Any

import numpy as np

from dynasty_env.shinsengumi.material import (
    CELL_NAMES,
    COLOUR_NAMES,
    ESTEEM,
    EVENT_NAMES,
    LEFT_COLUMNS,
    NOBODY,
    NOWHERE,
    PERSON_NAMES,
    SIDE,
    Event,
    EventPlace,
    Place,
)


def person_name(person: int) -> str | None:
    """A person's name; None for nobody."""
    return None if person == NOBODY else PERSON_NAMES[person]


def event_name(event: int) -> str | None:
    """An event's name; None for no event."""
    return None if event == NOBODY else EVENT_NAMES[event]


def cell_name(cell: int) -> str | None:
    """A cell as ``column.row``; None for no cell."""
    return None if cell == NOWHERE else CELL_NAMES[cell]


def stones(counts: Any) -> dict[str, int]:
    """Numbers of stones by the name of their colour. `counts`: white, black."""
    return {name: int(counts[colour]) for colour, name in enumerate(COLOUR_NAMES)}


def public_table(record: Any) -> dict[str, Any]:
    """What everybody sees, as a readable dict."""
    board = np.flatnonzero(record["place"] == int(Place.BOARD))
    lying = np.flatnonzero(record["event_place"] == int(EventPlace.BOARD))
    return {
        "turn": int(record["turn"]),
        "turn_player": int(record["turn_player"]),
        "namings": int(record["namings"]),
        "persons": [
            {
                "person": PERSON_NAMES[person],
                "cell": CELL_NAMES[record["cell"][person]],
                **stones(record["markers"][person]),
                "attached": event_name(int(record["attached"][person])),
            }
            for person in board
        ],
        "events": [{"event": EVENT_NAMES[e], "cell": CELL_NAMES[record["event_cell"][e]]} for e in lying],
        "powder": None if record["powder"] == NOBODY else int(record["powder"]),
        "dead": [PERSON_NAMES[p] for p in np.flatnonzero(record["place"] == int(Place.DEAD))],
        "gone": [EVENT_NAMES[e] for e in np.flatnonzero(record["event_place"] == int(EventPlace.GONE))],
        "laid": record["laid"].tolist(),
        "returned": stones(record["returned"]),
        "turned_up": event_name(int(record["turned_up"])),
        "mover": person_name(int(record["mover"])),
        "origin": cell_name(int(record["origin"])),
        "due": [EVENT_NAMES[e] for e in np.flatnonzero(record["due"])],
        "fighting": event_name(int(record["fighting"])),
        "facing": [PERSON_NAMES[p] for p in np.flatnonzero(record["facing"])],
    }


def sides(record: Any) -> dict[str, int]:
    """§08: the esteem on the shogunate side (columns 1–3) and on the imperial side, by name."""
    totals = {"shogunate": 0, "imperial": 0}
    for person in np.flatnonzero(record["place"] == int(Place.BOARD)):
        more = int(ESTEEM[person]) + (int(record["attached"][person]) == Event.FIANCEE)
        totals["shogunate" if record["cell"][person] % SIDE < LEFT_COLUMNS else "imperial"] += more
    return totals


def points(record: Any, seat: int) -> int:
    """The esteem of the side where the seat's self stands, minus that of the other side; 0 without a self."""
    totals = sides(record)
    lead = totals["shogunate"] - totals["imperial"]
    person = int(record["chip"][seat])
    return 0 if person == NOBODY else lead if record["cell"][person] % SIDE < LEFT_COLUMNS else -lead
