"""A player of Shinsengumi who forgets nothing: what a seat has been shown of a game, and which tables contradict it.

Written from the book and from what entries of the trace mean; it knows nothing of how tables are resampled. Hidden
are the order of the two piles and, with hidden stones (S-R5), what the others drew: each of them so many stones blind
out of one bag, of which some come to light when they are laid (§06-01 D) and the rest goes back unseen, with his self
(§09) or at the turn's end.
"""

from typing import Any

import numpy as np

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.ids import Trace
from dynasty_env.shinsengumi.material import COLOURS, STONES

Stones = np.ndarray[Any, Any]


class Memory:
    """All that `seat` has been shown of a game that is followed from `state` on."""

    def __init__(self, state: State, seat: int) -> None:
        record = state.record
        self.seat = seat
        self.hidden = bool(record["hidden_stones"])
        self.persons = set(_pile(record, "person_pile"))
        self.events = set(_pile(record, "event_pile"))
        hands = record["hand"][: state.num_players].astype(int)
        self.held = hands.sum(axis=1)  # stones in each hand
        self.own = hands[seat].copy()
        self.lost_own = record["lost"][seat].astype(int)  # own ones that went back to the bag with the self
        self.lost = record["lost"][: state.num_players].astype(int).sum(axis=1)
        self.back = record["returned"].astype(int)  # back in the bag, as everybody saw
        self.on_arrows = np.zeros(COLOURS, int)
        self._look(state)

    def _look(self, state: State) -> None:
        known = state.seat == self.seat or not self.hidden or int(state.record["step"]) not in state.game.secret_phases
        self._asked = state.seat if known else None
        self._open = None if self.hidden else _stones(state.record)

    def follow(self, state: State) -> None:
        """Take in what the last move has shown."""
        for entry in state.trace(self.seat) if state.told else ():
            seat, subject = entry.seat, entry.subject
            match entry.kind:
                case Trace.PLACED:
                    self.persons.remove(subject)
                case Trace.DESERTED:
                    self.persons.add(subject)
                case Trace.TURNED_UP:
                    self.events.remove(subject)
                case Trace.TURN:
                    for stones in (self.held, self.own, self.lost, self.lost_own, self.back, self.on_arrows):
                        stones[:] = 0
                case Trace.DREW:
                    self.held[seat] += entry.value
                case Trace.DRAWN if seat == self.seat:
                    self.own += (subject, entry.object)
                case Trace.LAID:
                    self.held[seat] -= 1
                    self.on_arrows[entry.value] += 1
                    if seat == self.seat:
                        self.own[entry.value] -= 1
                case Trace.MOVED:
                    self.back += self.on_arrows
                    self.on_arrows[:] = 0
                case Trace.LOST_STONES:
                    assert entry.value == self.held[seat], "all stones of a hand are lost"
                    self.lost[seat] += self.held[seat]
                    self.held[seat] = 0
                    if seat == self.seat:
                        self.lost_own += self.own
                        self.own[:] = 0
        self._look(state)

    def contradictions(self, table: State) -> list[str]:
        """What a full table says that cannot be after all that this player has been shown; empty: it is possible."""
        record = table.record
        found = []
        for name, inside in (("person_pile", self.persons), ("event_pile", self.events)):
            pile = _pile(record, name)
            if len(pile) != len(inside) or set(pile) != inside:
                found.append(f"what is in the {name.replace('_', ' ')}")
        if (table.seat == self.seat) if self._asked is None else (table.seat != self._asked):
            found.append("who is asked")
        hands = record["hand"][: table.num_players].astype(int)
        if hands.sum(axis=1).tolist() != self.held.tolist() or hands[self.seat].tolist() != self.own.tolist():
            found.append("own hand, or how many stones others have")
        if self._open is not None:
            return found + (["open stones"] if _stones(record) != self._open else [])
        return found + self._hidden_stones(record, hands)

    def _hidden_stones(self, record: Any, hands: Stones) -> list[str]:
        """S-R20: bag, hands and arrows hold 16 of each colour together; the bag holds all that went back to it."""
        found = []
        lost = record["lost"][: len(hands)].astype(int)
        if lost.sum(axis=1).tolist() != self.lost.tolist() or lost[self.seat].tolist() != self.lost_own.tolist():
            found.append("stones lost with a self")
        if (
            (hands.sum(axis=0) + record["bag"] + self.on_arrows != STONES).any()
            or (hands < 0).any()
            or (lost < 0).any()
        ):
            found.append("how many stones of a colour there are")
        if (record["bag"] - self.back - lost.sum(axis=0) < 0).any():
            found.append("a stone in hand that went back to the bag")
        return found


def _pile(record: Any, name: str) -> list[int]:
    return [int(piece) for piece in record[name][: record[f"{name}_size"]]]


def _stones(record: Any) -> list[list[int]]:
    """Where every stone is."""
    return [record[place].ravel().tolist() for place in ("hand", "bag", "markers", "spares")]
