"""Nim whose own bot values actions: it likes to leave a multiple of four, and else to take little."""

import numpy as np

from dynasty_env.kit.engine import choice
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.scratch import blank_record
from tests.tiny import nim

MIND = np.dtype([("worths", "f4", (3,)), ("heap", "i1")])


@rule
def look(m, seen):
    m.heap = seen.heap


@rule
def worth(m, seen, action):
    if (m.heap - action - 1) % 4 == 0:
        return 0.75
    return 0.25 - 0.0625 * action


class WeighedNim(nim.Nim):
    name = "weighed_nim_v0"
    rules = {**nim.Nim.rules, "greedy": choice.worthiest_action}  # noqa: RUF012
    bindings = {"mind": blank_record(MIND), "look": look, "worth": worth}  # noqa: RUF012


GAME = WeighedNim()
