"""V-trace: what decisions earned that an older network made, as the newest one would have to see it.

Espeholt et al. 2018, *IMPALA* (arXiv 1802.01561), along each seat's own decisions, as `training.learn.collect.credit`
has them. For a decision s of a seat, with its next own decision s + 1, π the newest policy and μ the one that decided:

    ρ = min(ρ̄, π/μ)                                  how much its own surprise counts
    c = λ · min(c̄, π/μ)                              how much of what follows is handed back to it
    δ = r + γ V(s + 1) − V(s)                         all values V by the newest network
    target(s) = V(s) + ρ δ + γ c (target(s + 1) − V(s + 1))
    advantage(s) = ρ (δ + γ λ (target(s + 1) − V(s + 1)))

Where π = μ all of this is generalised advantage estimation, and `credit`'s numbers come out to the last bit.
"""

from typing import NamedTuple

import numpy as np

from training.learn.collect import NOBODY, Credit, Floats, Rollout


class Corrected(NamedTuple):
    """What `vtrace` finds out.

    Attributes:
        credit: as `credit` gives it; the advantages are the policy's, ρ included.
        target: (R, n) float32, for the value; 0 where nothing is settled.
    """

    credit: Credit
    target: Floats


def vtrace(
    rollout: Rollout,
    ratio: Floats,
    value: Floats,
    discount: float,
    trace_decay: float,
    most_ratio: float = 1.0,
    most_trace: float = 1.0,
) -> Corrected:
    """Targets and advantages along each seat's own decisions, all tables at once.

    Args:
        rollout: the decisions. Its own `log_prob` and `value` are not looked at.
        ratio: (R, n) float32, π/μ of the action that was taken.
        value: (R, n) float32, by the newest network.
        discount: γ, for each own decision.
        trace_decay: λ. A seat's open decision counts as one whose target is its value.
        most_ratio: ρ̄.
        most_trace: c̄.
    """
    rows, tables, seats = rollout.rewards.shape
    advantage = np.zeros((rows, tables), np.float32)
    target = np.zeros((rows, tables), np.float32)
    settled = np.zeros((rows, tables), np.bool_)
    open_row = np.full((tables, seats), NOBODY, np.int64)
    open_earned = np.zeros((tables, seats), np.float32)
    weight = np.minimum(np.float32(most_ratio), ratio)
    handed = np.minimum(np.float32(most_trace), ratio)

    # What comes after a decision of each seat at each table, seen from the end: see `credit`. `next_error` is the
    # target of the seat's next decision less its value.
    known = np.zeros((tables, seats), np.bool_)
    earned = np.zeros((tables, seats), np.float32)
    next_value = np.zeros((tables, seats), np.float32)
    next_error = np.zeros((tables, seats), np.float32)

    for row in range(rows - 1, -1, -1):
        ended = rollout.ended[row]
        known[ended] = True
        earned[ended] = next_value[ended] = next_error[ended] = 0
        earned += rollout.rewards[row]

        table = np.flatnonzero(rollout.seat[row] != NOBODY)
        seat = rollout.seat[row, table]
        own, rho, c = value[row, table], weight[row, table], handed[row, table]
        surprise = earned[table, seat] + discount * next_value[table, seat] - own
        outcome = known[table, seat]
        later = discount * trace_decay * next_error[table, seat]
        error = np.where(outcome, rho * surprise + c * later, 0)
        advantage[row, table] = np.where(outcome, rho * (surprise + later), 0)
        target[row, table] = np.where(outcome, own + error, 0)
        settled[row, table] = outcome
        waiting = ~outcome
        open_row[table[waiting], seat[waiting]] = row
        open_earned[table[waiting], seat[waiting]] = earned[table[waiting], seat[waiting]]

        known[table, seat] = True
        earned[table, seat] = 0
        next_value[table, seat] = own
        next_error[table, seat] = error
    return Corrected(Credit(advantage, settled, open_row, open_earned), target)
