"""The choice among legal actions, uniformly or by value, for compiled bots: rules like any other.

A bot that values actions supplies three rules (`Game.bindings`): `mind()`, a blank array of one record with a field
`worths` (A,) and any memory of its own (`scratch.blank_record`); `look(m, seen)`, which reads what its seat sees; and
`worth(m, seen, action)`, the value of a legal action. If it can look further ahead than it does when it plays, it
supplies `look_ahead` and `worth_ahead` as well, with the same parameters: with these it advises others (`Game.advice`).
"""

from dynasty_env.kit.engine.rule import given_by_the_game, rule

game_mind = game_look = game_worth = game_look_ahead = game_worth_ahead = given_by_the_game

NEVER = -1e6
"""For bots that value actions: an action with a lower value is out of the question."""

SEVERAL = -1
"""Result of `single_action` if more than one action is legal."""


@rule
def single_action(mask):
    """The action id if exactly one action is legal, otherwise `SEVERAL`. `mask` (A,): 1 for each legal action."""
    found = SEVERAL
    for action in range(len(mask)):
        if mask[action] == 1:
            if found != SEVERAL:
                return SEVERAL
            found = action
    return found


@rule
def best_action(values, mask):
    """The legal action with the highest value; the first of equal ones.

    `values` (A,) float: by action id, in any unit; values of illegal actions are not read. `mask` (A,): 1 for each
    legal action; at least one must be legal.
    """
    best = -1
    for action in range(len(mask)):
        if mask[action] == 1 and (best == -1 or values[action] > values[best]):
            best = action
    return best


@rule
def drawn_action(mask, choices, word):
    """One of the `choices` legal actions, chosen uniformly by a random `word` 0 … 2**32-1. -1: none is legal."""
    wanted = (word * choices) >> 32
    for action in range(len(mask)):
        if mask[action] == 1:
            if wanted == 0:
                return action
            wanted -= 1
    return -1


@rule
def any_action(seen, mask, word):
    """Any legal action: the bot of a game that supplies none of its own (see `Game.rules`)."""
    choices = 0
    for action in range(len(mask)):
        if mask[action] == 1:
            choices += 1
    return drawn_action(mask, choices, word)


@rule
def worthiest_action(seen, mask, word):
    """The legal action with the highest value to the game's bot; the first of equal ones.

    `seen`: an observation, as a record with the pieces of the game's layout; `mask` (A,): 1 for each legal action;
    `word`: a random number, which is not used.
    """
    only = single_action(mask)
    if only != SEVERAL:
        return only
    minds = game_mind()
    return best_in_mind(minds, seen, mask)


@rule
def best_in_mind(minds, seen, mask):
    """The action with the highest value, after looking and valuing all legal ones. `minds` (1,): a blank record."""
    m = minds[0]
    value_actions(m, seen, mask)
    return best_action(m.worths, mask)


@rule
def value_actions(m, seen, mask):
    """Look, and write the value of each legal action to `worths` of the blank record `m`."""
    game_look(m, seen)
    for action in range(len(mask)):
        if mask[action] == 1:
            m.worths[action] = game_worth(m, seen, action)


@rule
def advised(m, seen, mask):
    """As `value_actions`, with the bot looking as far ahead as it can."""
    game_look_ahead(m, seen)
    for action in range(len(mask)):
        if mask[action] == 1:
            m.worths[action] = game_worth_ahead(m, seen, action)


@rule
def advised_in_mind(minds, seen, mask, values, row):
    """As `advised`, and copy the values to a row of `values` (B, A). `minds` (1,): a blank record."""
    m = minds[0]
    advised(m, seen, mask)
    for action in range(len(mask)):
        if mask[action] == 1:
            values[row, action] = m.worths[action]
