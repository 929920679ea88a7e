"""The values of policies in a game with a complete tree, and the gains of best responses."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from training.exact.tree import Floats, GameTree


def probabilities(tree: GameTree, policy: Floats, seats: Sequence[int]) -> Floats:
    """(N,) the probability with which policies take the action that leads to each node; without chance.

    Args:
        policy: (I, A).
        seats: those whose decisions count; the others take the action for certain.
    """
    result = np.ones(len(tree.parent))
    inner = tree.parent >= 0
    of = tree.infoset[tree.parent[inner]]
    result[inner] = np.where(np.isin(tree.seat, seats)[of], policy[of, tree.action[inner]], 1.0)
    return result


def reaches(tree: GameTree, steps: Floats) -> Floats:
    """(N,) the probability of reaching each node, from the probabilities (N,) of the steps that lead to each."""
    reach = steps.copy()
    for layer in tree.layers[1:]:
        reach[layer] *= reach[tree.parent[layer]]
    return reach


def worths(tree: GameTree, policy: Floats) -> Floats:
    """(N, S) what each seat wins on average from each node on."""
    worth, weight = tree.value.copy(), tree.chance * probabilities(tree, policy, range(tree.seats))
    for layer, before in zip(tree.layers[:0:-1], tree.layers[-2::-1], strict=True):
        parent = tree.parent[layer] - before.start
        for seat in range(tree.seats):
            won = weight[layer] * worth[layer, seat]
            worth[before, seat] += np.bincount(parent, won, before.stop - before.start)
    return worth


def values(tree: GameTree, policy: Floats) -> Floats:
    """(S,) what each seat wins on average, if all seats follow the policy (I, A)."""
    first = tree.layers[0]
    won: Floats = tree.chance[first] @ worths(tree, policy)[first]
    return won


def action_values(tree: GameTree, policy: Floats, seat: int) -> Floats:
    """(I, A) the value of each action for `seat`, weighted by the probability that chance and the others get there.

    These are *counterfactual values*; 0 for illegal actions and the information sets of others.
    """
    others = [other for other in range(tree.seats) if other != seat]
    reach = reaches(tree, tree.chance * probabilities(tree, policy, others))
    worth = worths(tree, policy)[:, seat]
    (inner,) = np.nonzero(tree.parent >= 0)
    parent = tree.parent[inner]
    of = tree.infoset[parent]
    mine = tree.seat[of] == seat
    weighed = reach[parent] * tree.chance[inner] * worth[inner]
    places = of * tree.mask.shape[1] + tree.action[inner]
    result: Floats = np.bincount(places[mine], weighed[mine], tree.mask.size).astype(np.float64)
    return result.reshape(tree.mask.shape)


def best_response(tree: GameTree, policy: Floats, seat: int) -> Floats:
    """(I, A) the policy, with a best response to it in the information sets of `seat`.

    The last decisions are solved first: within an information set, a seat with perfect recall has always made the same
    number of decisions before.
    """
    best, own = policy.copy(), tree.seat == seat
    for level in range(int(tree.level[own].max(initial=-1)), -1, -1):
        (here,) = np.nonzero(own & (tree.level == level))
        worth = np.where(tree.mask[here] == 1, action_values(tree, best, seat)[here], -np.inf)
        best[here] = 0.0
        best[here, worth.argmax(axis=1)] = 1.0
    return best


@dataclass(frozen=True)
class Exploited:
    """How far a policy is from an equilibrium.

    Attributes:
        values: (S,) what each seat wins, if all follow the policy.
        best: (S,) what a best response wins in each seat, if all others follow the policy.
    """

    values: Floats
    best: Floats

    @property
    def nash_conv(self) -> float:
        """The gains of best responses, summed over the seats: 0 only in an equilibrium."""
        return float((self.best - self.values).sum())

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of seats."""
        return self.nash_conv / len(self.values)


def exploited(tree: GameTree, policy: Floats) -> Exploited:
    """NashConv of a policy (I, A), exactly."""
    best = [values(tree, best_response(tree, policy, seat))[seat] for seat in range(tree.seats)]
    return Exploited(values(tree, policy), np.array(best))
