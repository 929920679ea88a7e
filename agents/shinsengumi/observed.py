"""An observation of Shinsengumi, cut up into what a player would look at. Seats are counted from me, who is seat 0."""

from dynasty_env.kit.seats.layout import Bytes
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    BUSHIDO,
    CELLS,
    COLUMN,
    COMBAT,
    DEBATE,
    ESTEEM,
    EVENTS,
    FAILURE,
    NEIGHBOUR,
    PERSONS,
    SIDE,
    Colour,
    Event,
)
from dynasty_env.shinsengumi.seen.view import BETROTHED, LAYOUT, NO_SEAT, UNWORTHY

# The printed numbers as tuples: reading one of them is what most of the work is.
COMBATS: tuple[int, ...] = tuple(COMBAT.tolist())
DEBATES: tuple[int, ...] = tuple(DEBATE.tolist())
ESTEEMS: tuple[int, ...] = tuple(ESTEEM.tolist())
BUSHIDOS: tuple[int, ...] = tuple(BUSHIDO.tolist())
FAILURES: tuple[int, ...] = tuple(FAILURE.tolist())
ARROWS: tuple[tuple[int, ...], ...] = tuple(map(tuple, ARROW.tolist()))
COLOURS: tuple[tuple[int, ...], ...] = tuple(map(tuple, ARROW_COLOUR.tolist()))
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(map(tuple, NEIGHBOUR.tolist()))

_PIECES = {name: piece.place for name, piece in LAYOUT.items()}

Where = dict[int, int]
"""Who stands where: person → cell."""


class Observed:
    """What a seat sees, and what follows from it.

    Attributes:
        where: persons on the board.
        selves: person in whom each seat lives, mine first; -1: none.
        events: events on the board → cell.
        blocked: cells of these.
        hand: my white and black stones.
        laid: stones on the arrows of the person about to move.
        powder: who keeps the Ishida powder; None: nobody.
    """

    def __init__(self, observation: Bytes) -> None:
        seen: list[int] = observation.tolist()
        at = {name: seen[place] for name, place in _PIECES.items()}
        self.players = at["players"][0]
        self.turn = at["turn"][0]
        self.turn_player = at["turn_player"][0]
        self.selves: list[int] = at["selves"][: self.players]
        self.hand: list[int] = at["hands"][:2]
        self.laid: list[int] = at["laid"]
        self.mover: int = at["mover"][0]
        self.doomed: int = at["doomed"][0]
        self.turned_up: int = at["turned_up"][0]
        self.powder: int | None = None if at["powder"][0] == NO_SEAT else at["powder"][0]
        self.attached: list[int] = at["attached"]
        markers = at["markers"]
        self.moved = [markers[2 * p] + markers[2 * p + 1] > 0 for p in range(PERSONS)]
        self.where: Where = {p: cell for p, cell in enumerate(at["cells"]) if cell < CELLS}
        self.events = {e: at["event_cells"][e] for e in range(EVENTS) if at["event_cells"][e] < CELLS}
        self.blocked = frozenset(self.events.values())
        self.pile = [p for p, cell in enumerate(at["cells"]) if cell == CELLS]
        self.esteem = [e + (a == BETROTHED) for e, a in zip(ESTEEMS, self.attached, strict=True)]
        self.combat = [c + (a == BETROTHED) for c, a in zip(COMBATS, self.attached, strict=True)]

    def bushido(self, person: int, cell: int) -> int:
        """As it counts on this cell."""
        if self.attached[person]:
            return 1 if self.attached[person] == BETROTHED else 2
        return cell % SIDE + 1 if BUSHIDOS[person] == COLUMN else BUSHIDOS[person]

    def is_unworthy(self, person: int) -> bool:
        return self.attached[person] == UNWORTHY

    def is_free(self, where: Where, cell: int) -> bool:
        return cell >= 0 and cell not in self.blocked and cell not in where.values()

    def possible(self, where: Where, person: int) -> list[int]:
        """Arrows (from 0) that a person could take, the default first."""
        cell = where[person]
        return [k for k, way in enumerate(ARROWS[person]) if self.is_free(where, NEIGHBOURS[cell][way])]

    def is_beside(self, where: Where, person: int, event: int) -> bool:
        return event in self.events and where[person] in NEIGHBOURS[self.events[event]]

    def gathered(self, where: Where) -> list[int]:
        """Who stands beside Aburanokoji."""
        return [p for p in where if self.is_beside(where, p, Event.ABURANOKOJI)]

    def is_black(self, person: int, arrow: int) -> bool:
        return COLOURS[person][arrow] == Colour.BLACK
