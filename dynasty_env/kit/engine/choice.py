"""The choice among legal actions, uniformly or by value, for compiled bots: rules like any other.

A bot that values actions brings three rules (`Game.bindings`): `mind()`, a blank array of one record with a field
`worths` (A,) and whatever it keeps there (`scratch.blank_record`); `look(m, seen)`, which takes in what its seat sees;
and `worth(m, seen, action)`, the value of a legal action. If it can look further ahead than it does when it plays, it
brings `look_ahead` and `worth_ahead` as well, of the same kinds: by these it advises others (`Game.advice`).
"""

from dynasty_env.kit.engine.rule import given_by_the_game, rule

game_mind = game_look = game_worth = game_look_ahead = game_worth_ahead = given_by_the_game

NEVER = -1e6
"""Of a bot that values actions: what is worth less is out of the question."""

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


@rule
def drawn_action(mask, choices, word):
    """One of the `choices` legal actions, uniformly: a random `word` 0 … 2**32-1 says which. -1: none is legal."""
    wanted = (word * choices) >> 32
    for action in range(len(mask)):
        if mask[action] == 1:
            if wanted == 0:
                return action
            wanted -= 1
    return -1


@rule
def any_action(seen, mask, word):
    """Any legal action: the bot of a game that brings none of its own (see `Game.rules`)."""
    choices = 0
    for action in range(len(mask)):
        if mask[action] == 1:
            choices += 1
    return drawn_action(mask, choices, word)


@rule
def worthiest_action(seen, mask, word):
    """The legal action of the highest value to the game's bot; of equal ones the first.

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
    """Look, and value each legal action. `minds` (1,): a blank record."""
    m = minds[0]
    value_actions(m, seen, mask)
    return best_action(m.worths, mask)


@rule
def value_actions(m, seen, mask):
    """Look, and put the value of each legal action into `worths` of the blank record `m`."""
    game_look(m, seen)
    for action in range(len(mask)):
        if mask[action] == 1:
            m.worths[action] = game_worth(m, seen, action)


@rule
def advised(m, seen, mask):
    """As `value_actions`, by the bot as it looks as far ahead as it can."""
    game_look_ahead(m, seen)
    for action in range(len(mask)):
        if mask[action] == 1:
            m.worths[action] = game_worth_ahead(m, seen, action)


@rule
def advised_in_mind(minds, seen, mask, values, row):
    """The same, and copy these values into a row of `values` (B, A). `minds` (1,): a blank record."""
    m = minds[0]
    advised(m, seen, mask)
    for action in range(len(mask)):
        if mask[action] == 1:
            values[row, action] = m.worths[action]
