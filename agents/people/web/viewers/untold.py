"""Whether a decision has revealed something, at the table in the browser and at the terminal.

This is found by experiment: the decision is played on tables on which everything unknown to its seat has been
resampled. If the seat, or the public, does not see the same afterwards on all of them, the decision has revealed
something and must not be taken back.
"""

from agents.people.web.viewers.known import Viewer, as_known
from dynasty_env.kit.state import State

REDRAWN = 12
"""Number of tables on which a decision is tried."""


def tells_nothing(before: State, after: State, seat: int, action: int) -> bool:
    """Whether a decision has shown its seat, and the public, nothing that the seat did not know, on the true table."""
    if any(before.record[word] != after.record[word] for word in ("key0", "key1", "draws")):
        return False
    shown = _shown(after, seat)
    for key in range(1, 1 + REDRAWN):
        other = before.hide(seat, key)
        drawn = int(other.record["draws"])
        other.play(action)
        if int(other.record["draws"]) != drawn or _shown(other, seat) != shown:
            return False
    return True


def _shown(state: State, seat: int) -> tuple[object, ...]:
    """What a seat and the public see of a table and of its last move."""
    viewers: tuple[Viewer, ...] = (seat, None)
    return (
        state.phase, state.seat, state.legal().tolist() if state.seat == seat else None,
        *(state.view(viewer) for viewer in viewers), *(state.trace(viewer) for viewer in viewers),
        as_known(state, seat).phase,
    )  # fmt: skip
