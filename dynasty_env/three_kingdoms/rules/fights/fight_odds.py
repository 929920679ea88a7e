"""§18–§21: how fights end if nobody retreats, estimated by simulated fights."""

from collections import Counter
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from dynasty_env.three_kingdoms.material import BATTLE, BATTLE_FROM, METHOD, METHOD_GENERALS, MOST_ROUNDS, Method
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, DEFENDER, generals_in, troops_in

from .round_odds import DICE, PICK_STATS, battle_lead, best, duel, duellists, stratagem

FIGHTS = 1000
"""The number of simulated fights: the estimate is nearly always within three percentage points."""
NO_BATTLE = 1000
"""In place of a lead, in rounds that are not battles."""


class Round(NamedTuple):
    """A possible round: a battle, given by the attackers' lead without dice and troops, or a round with fixed losses.

    Attributes:
        chance: the chance of this round.
        lead: the attackers' lead; `NO_BATTLE` if it is not a battle.
        ours, theirs: the losses, if it is not a battle.
    """

    chance: float
    lead: int
    ours: int = 0
    theirs: int = 0


def attackers_win(t: Any) -> float:
    """How often the attackers win the fight on the table `t` if nobody retreats, 0 … 1.

    Overwrites what the table says about the open round. Both sides name their best generals in every round (T59), and
    none of them falls: the effects of capture checks (§24) are left out. The simulation always uses the same seed.
    """
    if troops_in(t, DEFENDER) + generals_in(t, DEFENDER) == 0:
        return 1.0
    troops = int(troops_in(t, ATTACKER)), int(troops_in(t, DEFENDER))
    return drawn(troops, int(t.rounds), bool(t.had_troops), tuple(rounds(t)))


def rounds(t: Any) -> list[Round]:
    """§18.3: all possible next rounds, with the best generals of both sides."""
    t.number = max(METHOD_GENERALS)
    sides = {}
    for t.method in PICK_STATS:
        sides[t.method] = best(t, ATTACKER), best(t, DEFENDER)
    found = []
    throws = Counter((int(METHOD[one + two]), int(METHOD_GENERALS[one + two])) for one, two in product(DICE, DICE))
    for (t.method, t.number), ways in throws.items():
        ours, theirs = (values[: int(t.number)] for values in sides[t.method])
        chance = ways / len(DICE) ** 2
        if t.method == Method.BATTLE:
            found.append(Round(chance, battle_lead(t, ours, theirs)))
        else:
            spread = stratagem(t, ours, theirs)
            if t.method == Method.DUEL:
                spread = duel(duellists(t, ATTACKER, ours), duellists(t, DEFENDER, theirs))
            found += [Round(chance * p, NO_BATTLE, *losses) for losses, p in spread.items()]
    return found


@lru_cache(4096)
def drawn(troops: tuple[int, int], fought: int, had_troops: bool, kinds: tuple[Round, ...]) -> float:
    """The share of the simulated fights that the attackers win, 0 … 1.

    Args:
        troops: of the attackers and of the defender.
        fought: rounds so far.
        had_troops: whether the defender began with troops (§23.4).
        kinds: all possible rounds.
    """
    rng, signs = np.random.default_rng(0), np.array([1, -1])
    chance, lead, *fixed = np.array(kinds).T
    upper, leads, losses = np.cumsum(chance)[:-1], lead.astype(np.int64), np.array(fixed, np.int64).T
    left, won = np.repeat([troops], FIGHTS, axis=0), 0
    for _ in range(fought, MOST_ROUNDS):
        kind = np.searchsorted(upper, rng.random(len(left)), side="right")
        ahead = leads[kind] + (left // 10 + rng.integers(len(DICE), size=left.shape)) @ signs
        rows = BATTLE[np.minimum(np.abs(ahead), BATTLE_FROM)]
        rows = np.where((ahead >= 0)[:, None], rows, rows[:, ::-1])
        lost = np.where((leads[kind] == NO_BATTLE)[:, None], losses[kind], rows)
        left = np.maximum(left - lost, 0)
        stands = left[:, ATTACKER] > 0
        beaten = stands & (left[:, DEFENDER] == 0) & (had_troops | (lost[:, DEFENDER] > 0))
        won += int(beaten.sum())
        left = left[stands & ~beaten]
        if not len(left):
            break
    return (won + int((left[:, DEFENDER] < left[:, ATTACKER]).sum())) / FIGHTS  # T58
