"""The table as one viewer knows it: the only one that pages, pictures, hints and bots are made from.

All that the viewer does not know is redrawn with a fixed key. So whatever is worked out from such a copy cannot depend
on anything hidden, whatever the code does that works it out.
"""

from typing import Any

from dynasty_env.kit.state import State

Viewer = int | None
"""A seat, or None: everybody who only watches."""


def as_known(state: State, viewer: Viewer) -> State:
    """A copy of the table as the viewer knows it. What no seat alone may tell the public is redrawn for it as well."""
    if viewer is not None:
        return state.hide(viewer, 0)
    known = state
    for seat in range(state.num_players):
        known = known.hide(seat, 0)
    known.record["told"] = state.record["told"]  # whether the last move was a silent one, which `hide` keeps from seats
    return known


class KnownTables:
    """The table between two moves as each viewer knows it, worked out once for each.

    Args:
        state: the true table; it must not move on while this is in use.
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
        """The table as the viewer knows it. Do not play on it: everybody gets the same copy."""
        if viewer not in self._tables:
            self._tables[viewer] = as_known(self._state, viewer)
        return self._tables[viewer]

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The same in words. Do not change it: everybody gets the same one."""
        if viewer not in self._views:
            self._views[viewer] = self.of(viewer).view(viewer)
        return self._views[viewer]
