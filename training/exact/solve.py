"""An equilibrium of a small game of two seats: CFR+ (O. Tammelin, "Solving large imperfect information games using
CFR+", 2014).

In a zero-sum game of two seats, the average policy approaches an equilibrium; with more seats there is no such
guarantee.
"""

import numpy as np

from training.exact.tree import Floats, GameTree
from training.exact.value import action_values, probabilities, reaches


def solve(tree: GameTree, iterations: int = 500) -> Floats:
    """(I, A) the average policy of CFR+ with alternating updates and linear weights."""
    regrets, total = np.zeros(tree.mask.shape), np.zeros(tree.mask.shape)
    policy = tree.uniform()
    for iteration in range(1, iterations + 1):
        for seat in range(tree.seats):
            own = tree.seat == seat
            worth = action_values(tree, policy, seat)
            gained = worth - (policy * worth).sum(axis=1, keepdims=True)
            regrets[own] = np.maximum(regrets[own] + (gained * tree.mask)[own], 0.0)
            policy[own] = matched(regrets[own], tree.uniform()[own])
        total += iteration * own_reaches(tree, policy) * policy
    sums = total.sum(axis=1, keepdims=True)
    return np.where(sums > 0, total / np.maximum(sums, 1e-300), tree.uniform())


def matched(regrets: Floats, otherwise: Floats) -> Floats:
    """Regret matching: actions in proportion to their positive regrets; `otherwise` where there are none."""
    sums = regrets.sum(axis=1, keepdims=True)
    result: Floats = np.where(sums > 0, regrets / np.where(sums > 0, sums, 1.0), otherwise)
    return result


def own_reaches(tree: GameTree, policy: Floats) -> Floats:
    """(I, 1) the probability with which a seat's own decisions lead to each of its information sets."""
    result = np.zeros((len(tree.seat), 1))
    (deciding,) = np.nonzero(tree.infoset >= 0)
    for seat in range(tree.seats):
        reach = reaches(tree, probabilities(tree, policy, [seat]))
        mine = deciding[tree.seat[tree.infoset[deciding]] == seat]
        result[tree.infoset[mine], 0] = reach[mine]
    return result
