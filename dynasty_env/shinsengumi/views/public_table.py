"""The public part of the table in words, for views and save files."""

from typing import Any

import numpy as np

from dynasty_env.kit.seats.views import name_of, names_where, number_of
from dynasty_env.shinsengumi.material import (
    CELL_NAMES,
    COLOUR_NAMES,
    ESTEEM,
    EVENT_NAMES,
    LEFT_COLUMNS,
    NOBODY,
    PERSON_NAMES,
    SIDE,
    Event,
    EventPlace,
    Place,
)


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
                "attached": name_of(EVENT_NAMES, record["attached"][person]),
            }
            for person in board
        ],
        "events": [{"event": EVENT_NAMES[e], "cell": CELL_NAMES[record["event_cell"][e]]} for e in lying],
        "powder": number_of(record["powder"]),
        "dead": names_where(PERSON_NAMES, record["place"] == int(Place.DEAD)),
        "gone": names_where(EVENT_NAMES, record["event_place"] == int(EventPlace.GONE)),
        "laid": record["laid"].tolist(),
        "returned": stones(record["returned"]),
        "turned_up": name_of(EVENT_NAMES, record["turned_up"]),
        "mover": name_of(PERSON_NAMES, record["mover"]),
        "origin": name_of(CELL_NAMES, record["origin"]),
        "due": names_where(EVENT_NAMES, record["due"]),
        "fighting": name_of(EVENT_NAMES, record["fighting"]),
        "facing": names_where(PERSON_NAMES, record["facing"]),
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
