"""The choice among legal actions, for compiled bots that give each of them a value: rules like any other."""

from dynasty_env.kit.engine.rule import rule

SEVERAL = -1
"""Of `single_action`: more than one action is legal."""


@rule
def single_action(mask):
    """The action id if exactly one action is legal, else `SEVERAL`. `mask` (A,): 1 for each legal action."""
    found = SEVERAL
    for action in range(len(mask)):
        if mask[action] == 1:
            if found != SEVERAL:
                return SEVERAL
            found = action
    return found


@rule
def best_action(values, mask):
    """The legal action of the highest value; of equal ones the first.

    `values` (A,) float: by action id, in whatever unit; those of illegal actions are not read. `mask` (A,): 1 for each
    legal action, of which there has to be one.
    """
    best = -1
    for action in range(len(mask)):
        if mask[action] == 1 and (best == -1 or values[action] > values[best]):
            best = action
    return best
