"""A hand-written player of Kingdoms: it looks one step ahead, and takes the action worth most in points.

The results of dice are averaged; the values of persons and countries are hand-written estimates (`court`, `weights`).
The player has no memory and is deterministic: its actions depend only on what it sees. `plans` has a line for each
phase, and one for each kind of action that is worth something else than the best choice in its first phase.
"""

from dynasty_env.kingdoms.greedy.mind import read_declaration
from dynasty_env.kingdoms.greedy.plans import named_worth, right_worth
from dynasty_env.kingdoms.ids import DECLARE, PASS
from dynasty_env.kit.engine.rule import rule


@rule
def worth(m, seen, action):
    """The value to me of a legal action in the open phase. The unit depends on the phase."""
    read_declaration(m, seen)
    if action == PASS:
        return 0.0
    return right_worth(m) if action == DECLARE else named_worth(m, action)
