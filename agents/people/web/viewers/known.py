"""The table as one viewer knows it: pages, pictures, hints and bots are made only from this.

Everything that the viewer does not know is resampled with a fixed key. Anything computed from such a copy therefore
cannot depend on hidden information, whatever the code does.
"""

from typing import Any

from dynasty_env.kit.state import State

Viewer = int | None
"""A seat, or None for the public."""


def as_known(state: State, viewer: Viewer) -> State:
    """A copy of the table as the viewer knows it. For the public, only what all seats know is kept."""
    if viewer is not None:
        return state.hide(viewer, 0)
    known = state
    for seat in range(state.num_players):
        known = known.hide(seat, 0)
    known.record["told"] = state.record["told"]  # whether the last move was silent; `hide` conceals it from seats
    return known


class KnownTables:
    """The table between two moves as each viewer knows it, computed once for each.

    The true table must not change while this is in use.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._tables: dict[Viewer, State] = {}
        self._views: dict[Viewer, dict[str, Any]] = {}

    @property
    def told(self) -> bool:
        """Whether the last move has told anybody anything."""
        return self._state.told

    def of(self, viewer: Viewer) -> State:
        """The table as the viewer knows it. Do not play on it: all callers share the copy."""
        if viewer not in self._tables:
            self._tables[viewer] = as_known(self._state, viewer)
        return self._tables[viewer]

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The viewer's view of it. Do not change it: all callers share it."""
        if viewer not in self._views:
            self._views[viewer] = self.of(viewer).view(viewer)
        return self._views[viewer]
