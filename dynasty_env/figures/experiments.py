"""What experiments need from the figure duel beyond its rules. Networks read the plain observation."""

from collections.abc import Sequence

import numpy as np

from dynasty_env.figures.ids import Trace
from dynasty_env.figures.material import SHEET_NAMES
from dynasty_env.kit.experiments import Done, Experiments, Measures, Pile
from dynasty_env.kit.state import State


def sheets(state: State) -> list[str]:
    """The sheets of each seat's figures; with two seats, also those of the opponent."""
    figures = int(state.record["figures"])
    names = [SHEET_NAMES[sheet] for sheet in state.record["sheet"][: state.num_players * figures]]
    teams = [" and ".join(sorted(names[first : first + figures])) for first in range(0, len(names), figures)]
    return teams if len(teams) > 2 else [f"{team} against {teams[1 - seat]}" for seat, team in enumerate(teams)]


def counts(state: State) -> dict[str, float]:
    """How long the duel lasted, and the damage it caused."""
    record = state.record
    return {
        "rounds": float(record["round"]),
        "damage taken": float(record["damage"].sum()),
        "figures out": float((record["fell"] > 0).sum()),
    }


CAUSES = {
    int(Trace.ATTACKED): "fell to a weapon in the hand",
    int(Trace.SHOT): "fell to a shot",
    int(Trace.COLLIDED): "fell in a collision",
}
"""What puts figures out, by the trace entry for it."""


class Falls:
    """Follows one game (a `Follower`): what put each figure out, and how the game was won."""

    def note(self, state: State, entries: Sequence[Sequence[int]]) -> Done:
        """The figures put out in the last move, and by what."""
        result: Done = []
        cause = ""
        for kind, seat, *_ in entries:
            cause = CAUSES.get(kind, cause)
            if kind == Trace.OUT:
                result.append((seat, cause))
        return result

    def end(self, state: State) -> Done:
        """How the winners won."""
        standing = state.record["standing"][: state.num_players * int(state.record["figures"])]
        seats = {int(figure) // int(state.record["figures"]) for figure in np.flatnonzero(standing)}
        how = "won by vitality left" if len(seats) > 1 else "won as the last one standing" if seats else "drew"
        return [(seat, how) for seat in np.flatnonzero(state.win_shares()).tolist()]


EXPERIMENTS = Experiments(
    measures=Measures(
        "sheets", sheets, counts=counts, telling=frozenset({int(Trace.OUT)}), follow=lambda state: Falls()
    ),
    piles=lambda tables: [Pile.whole(tables, "pack")],
)
