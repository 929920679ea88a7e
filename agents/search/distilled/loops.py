"""The loop of the bot `distilled`, compiled with a game's rules like the kit's own entry points."""

from typing import Any

from numba import types

from agents.search.distilled.network import SmallPolicy, highest_score
from agents.search.looked import looked_type
from dynasty_env.kit.engine.backend import Program
from dynasty_env.kit.engine.choice import SEVERAL, advised, game_mind, single_action
from dynasty_env.kit.engine.entries import game_observe, game_returns
from dynasty_env.kit.engine.loop import play
from dynasty_env.kit.engine.rule import rule


@rule
def distilled_action(looked, mask, net):
    """The network's action at the decision in `looked`, among the legal ones in `mask` (A,)."""
    only = single_action(mask)
    if only != SEVERAL:
        return only
    return likeliest_in_mind(game_mind(), looked, mask, net)


@rule
def likeliest_in_mind(minds, looked, mask, net):
    """The same for a decision with several legal actions. `minds` (1,): a blank record of the game's bot."""
    m = minds[0]
    advised(m, looked.seen[0], mask)
    return highest_score(net, looked.flat, m.worths, mask, looked.sums)


@rule
def play_distilled(t, looked, net):
    """Play one decision of table `t` by the network."""
    game_observe(t, t.seat, looked.seen[0])
    play(t, distilled_action(looked, t.mask, net))


@rule
def finish_distilled(t, looked, net, returned):
    """Play all seats of table `t` by the network to its end, and write their returns to `returned` (kinds, seats).

    A fault of the rules stops it.
    """
    while t.done == 0 and t.fault == 0:
        play_distilled(t, looked, net)
    if t.fault == 0:
        game_returns(t, returned)


def distilled_actions(tables, first, last, net, looked, observation, mask, actions):
    """Write the network's actions at the decisions first … last-1 to `actions` (B,) int64; no tables are needed.

    Args:
        net: a `SmallPolicy`.
        looked: buffers, which are overwritten.
        observation: (B, D) int8.
        mask: (B, A) int8.
    """
    for row in range(first, last):
        for d in range(len(looked.flat)):
            looked.flat[d] = observation[row, d]
        actions[row] = distilled_action(looked, mask[row], net)


def net_type() -> Any:
    """The Numba type of a `SmallPolicy`."""
    bytes1, bytes2 = (types.Array(types.int8, n, "C") for n in (1, 2))
    words1, words2 = (types.Array(types.int64, n, "C") for n in (1, 2))
    ints = types.Array(types.int32, 1, "C")
    first = (bytes1, words1, bytes2, bytes2, bytes2, ints)
    return types.NamedTuple((*first, bytes2, bytes2, words2, bytes2, ints), SmallPolicy)


def signature(name: str, record: Any, seen: Any) -> Any:
    """The exact Numba signature of the loop for tables of type `record` and observations of type `seen`."""
    tables, i8, bytes2 = types.Array(record, 1, "C"), types.int64, types.Array(types.int8, 2, "C")
    actions = types.Array(i8, 1, "C")
    return types.void(tables, i8, i8, net_type(), looked_type(seen), bytes2, bytes2, actions)


DISTILLED = Program("distilled", {"distilled_actions": distilled_actions}, signature)
