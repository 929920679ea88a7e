"""A policy of one hidden layer in 8-bit integers, evaluated inside the compiled rules.

What a seat sees is a row of small integers (`Layout`). Each possible value of each of these numbers, except for the
usual one, has a row of weights; the hidden layer is the sum of these rows, clipped to 0 … `HIGHEST`.

An action's score is the product of the hidden layer and the sum of up to three rows:

- that of the action;
- that of the card which it names, in the state in which the seat sees it (`kit.experiments.Cards`);
- that of its rank according to the game's own bot, which looks one action ahead (`kit.engine.choice`), as a network of
  this size cannot.

Scores are sums of integers, and the policy is therefore the same bit for bit on every machine and backend.
"""

from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from agents.search.value import places as rows_of_values
from dynasty_env.kit.engine.choice import NEVER
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.experiments import experiments_of
from dynasty_env.kit.game import Game

UNIT = 64
"""The integer for 1.0 in the first layer's weights and in the hidden layer."""
FINE = 16
"""The integer for 1.0 in an action's weights."""
HIGHEST = 127
"""The hidden layer's maximum, almost 2.0."""

STEPS = np.array([0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0], np.float32)
"""(S,) Limits of ranks: an action worse than the bot's choice by at most the first has rank 1, and so on."""
CHOSEN, OUT_OF_QUESTION = 0, len(STEPS) + 2
"""Ranks of the bot's choice, and of actions that it would never take."""
RANKS = len(STEPS) + 3
LEVELS = np.linspace(-0.95, 0.95, 20, dtype=np.float32)
"""(V,) Steps of the value of the bot's choice; its step and the second best one's rank feed the hidden layer."""

NO_CARD = -(2**31)
"""The row of an action that names no card."""


class SmallPolicy(NamedTuple):
    """The weights, in the form of the compiled rules.

    Attributes:
        usual: (D,) int8, the value of each number of an observation that adds nothing.
        first: (D,) int64, the offset from a value to its row.
        rows: (R, H) int8, for each value of each number, in 1/`UNIT`.
        level: (V + 1, H) int8, for the value of the bot's choice, in the same unit.
        second: (RANKS, H) int8, for the rank of the second best action, in the same unit.
        bias: (H,) int32, in the same unit.
        action: (A, H) int8, in 1/`FINE`.
        cards: (C, H) int8, for each card in each state that it can be seen in, in the same unit.
        card: (A, 1 + 2 · S) int64, the place of the row of the card that an action names: a first row, or `NO_CARD` if
            it names none, then S pairs of a number of the observation and the rows that each step of it counts.
        rank: (RANKS, H) int8, for the bot's rank of an action, in the same unit.
        rank_bias: (RANKS,) int32, in 1/(`UNIT` · `FINE`).
    """

    usual: npt.NDArray[np.int8]
    first: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int8]
    level: npt.NDArray[np.int8]
    second: npt.NDArray[np.int8]
    bias: npt.NDArray[np.int32]
    action: npt.NDArray[np.int8]
    cards: npt.NDArray[np.int8]
    card: npt.NDArray[np.int64]
    rank: npt.NDArray[np.int8]
    rank_bias: npt.NDArray[np.int32]


@rule
def single(worth):
    """A value in single precision, as `Game.advice` returns it, whatever precision a game's bot uses."""
    return float(np.float32(worth))


@rule
def rank_of(worth, best):
    """The bot's rank of an action with this value if its choice has the value `best`: 0 … RANKS - 1."""
    if worth < NEVER:
        return OUT_OF_QUESTION
    behind = best - worth
    if behind <= 0.0:
        return CHOSEN
    found = 1
    for step in STEPS:
        if behind > step:
            found += 1
    return found


@rule
def level_of(best):
    """0 … V: the step of the value of the bot's choice."""
    found = 0
    for level in LEVELS:
        if best > level:
            found += 1
    return found


@rule
def best_worths(worths, mask):
    """The highest of `worths` (A,) among the legal actions, and the second highest, in single precision."""
    best = NEVER - 1.0
    second = NEVER - 1.0
    for action in range(len(mask)):
        if mask[action] == 1:
            worth = single(worths[action])
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
    return best, second


@rule
def hidden_layer(net, flat, worths, mask, sums):
    """Write the hidden layer to `sums` (H,), and return the value of the bot's choice."""
    best, second = best_worths(worths, mask)
    level = net.level[level_of(best)]
    ranked = net.second[rank_of(second, best)]
    for k in range(len(sums)):
        sums[k] = net.bias[k] + level[k] + ranked[k]
    for d in range(len(flat)):
        value = flat[d]
        if value != net.usual[d]:
            row = net.rows[net.first[d] + value]
            for k in range(len(sums)):
                sums[k] += row[k]
    for k in range(len(sums)):
        sums[k] = min(max(sums[k], 0), HIGHEST)
    return best


@rule
def card_row(net, flat, action):
    """The row of the card that an action names, as `flat` (D,) shows it; `NO_CARD` if it names none."""
    where = net.card[action]
    found = where[0]
    if found != NO_CARD:
        for s in range(1, len(where), 2):
            found += where[s + 1] * flat[where[s]]
    return found


@rule
def score(net, flat, action, worth, best, sums):
    """The score of an action in 1/(`UNIT` · `FINE`), after `hidden_layer`."""
    place = rank_of(single(worth), best)
    row = net.action[action]
    ranked = net.rank[place]
    total = int(net.rank_bias[place])
    for k in range(len(sums)):
        total += (int(row[k]) + int(ranked[k])) * int(sums[k])
    named = card_row(net, flat, action)
    if named != NO_CARD:
        card = net.cards[named]
        for k in range(len(sums)):
            total += int(card[k]) * int(sums[k])
    return total


@rule
def highest_score(net, flat, worths, mask, sums):
    """The legal action with the highest score; the first of equal ones. At least one must be legal.

    Args:
        net: a `SmallPolicy`.
        flat: (D,) int8, what the deciding seat sees.
        worths: (A,) the values that the game's bot gives to legal actions.
        mask: (A,) 1 for each legal action.
        sums: (H,) int32, overwritten.
    """
    best = hidden_layer(net, flat, worths, mask, sums)
    found = -1
    most = 0
    for action in range(len(mask)):
        if mask[action] == 1:
            total = score(net, flat, action, worths[action], best, sums)
            if found == -1 or total > most:
                found = action
                most = total
    return found


def places(game: Game) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64], int]:
    """`SmallPolicy.usual` and `.first` for a game's observations, and the total number of rows."""
    pieces = list(game.layout.values())
    usual = np.concatenate([np.full(p.size, p.low if p.category else 0, np.int8) for p in pieces])
    return usual, *rows_of_values(game)


def named_cards(game: Game) -> tuple[npt.NDArray[np.int64], int]:
    """`SmallPolicy.card` for a game, and the number of rows for its cards in all their states."""
    kinds = experiments_of(game).cards()
    states = max((len(kind.states) for kind in kinds), default=0)
    result = np.zeros((len(game.action_names), 1 + 2 * states), np.int64)
    result[:, 0] = NO_CARD
    rows = 0
    for kind in kinds:
        pieces = [game.layout[name] for name in kind.states]
        counts = [piece.high - piece.low + 1 for piece in pieces]
        each = prod(counts)
        for card in range(len(kind.printed)):
            action = kind.first_action + card
            if action < len(result):
                result[action, 0] = rows + card * each
                for s, piece in enumerate(pieces):
                    step = prod(counts[s + 1 :])
                    result[action, 0] -= step * piece.low
                    result[action, 1 + 2 * s : 3 + 2 * s] = piece.start + card, step
        rows += len(kind.printed) * each
    return result, rows


def shapes(game: Game, width: int) -> dict[str, tuple[type, tuple[int, ...]]]:
    """The type and shape of each array of a `SmallPolicy` with `width` hidden units for a game."""
    usual, _, rows = places(game)
    card, cards = named_cards(game)
    return {
        "usual": (np.int8, usual.shape),
        "first": (np.int64, usual.shape),
        "rows": (np.int8, (rows, width)),
        "level": (np.int8, (len(LEVELS) + 1, width)),
        "second": (np.int8, (RANKS, width)),
        "bias": (np.int32, (width,)),
        "action": (np.int8, (len(game.action_names), width)),
        "cards": (np.int8, (cards, width)),
        "card": (np.int64, card.shape),
        "rank": (np.int8, (RANKS, width)),
        "rank_bias": (np.int32, (RANKS,)),
    }
