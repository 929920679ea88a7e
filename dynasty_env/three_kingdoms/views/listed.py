"""Whom the open decision is about, read from the record: generals to name by their slots, or one who goes."""

from typing import Any

import numpy as np

from dynasty_env.three_kingdoms.material import FIRST_UNIT, VALUES, Place, Role, Stat
from dynasty_env.three_kingdoms.rules.fights.retreat import UNDECIDED
from dynasty_env.three_kingdoms.steps import Step
from dynasty_env.three_kingdoms.views.public_table import PICKS

COUNTING: dict[int, Stat] = {
    Step.LEVY_GROUP: Stat.ADMINISTRATION,
    Step.DIPLOMACY_GROUP: Stat.DIPLOMACY,
    Step.DUEL_PICK: Stat.VALOUR,
    Step.BATTLE_PICK: Stat.COMMAND,
    Step.STRATAGEM_PICK: Stat.WITS,
}
"""The number of a general that counts in a decision."""


def listed(record: Any) -> list[int]:
    """The generals whom the open decision is about, in the order of their slots."""
    step = int(record["step"])
    if step in PICKS:
        role = Role.ATTACKS if record["a"] == 0 else Role.DEFENDS
        stat = None if step == Step.DUEL_PICK else COUNTING[step]  # T55: absent valour may be named
        return _having(record, record["role"] == role, stat, 0)
    here = (record["place"] == Place.SERVING) & (record["area"] == record["a"])
    if step == Step.REDEPLOY_GENERALS:
        return _having(record, here & (record["picked"] == 0), None, 0)
    fresh = here & (record["acted"] == 0) & (record["role"] == Role.NONE)
    if step in COUNTING:
        return _having(record, fresh, COUNTING[step], 1)
    return _having(record, fresh, None, 0) if step == Step.INVADE_GENERALS else []


def _having(record: Any, among: Any, stat: Stat | None, least: int) -> list[int]:
    """Those of them whose number is at least so much."""
    found: list[int] = np.flatnonzero(among).tolist()
    if stat is None:
        return found
    return [general for general in found if VALUES[FIRST_UNIT[general] + record["unit"][general], stat] >= least]


def leaving(record: Any) -> int | None:
    """The general of whom is asked where he goes; None: the decision is about no single one."""
    if record["step"] not in (Step.RETREAT_GENERAL, Step.FLEE_GENERAL):
        return None
    waiting = (record["goal"] == UNDECIDED) & (record["country"] == record["a"]) & (record["place"] == Place.SERVING)
    return int(waiting.argmax()) if waiting.any() else None
