"""Players who bring about what chance seldom does, for Dynasty's golden games. They see every card on the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations

import numpy as np

from dynasty_env.dynasty.actions import CARD, DECK, MARRIAGE, PASS, PERSON, PROCREATION
from dynasty_env.dynasty.material import (
    COLOUR,
    FERTILITY,
    PERSON_NAMES,
    POPE_PRESTIGE,
    PRESTIGE,
    RELIGION,
    Religion,
)
from dynasty_env.kit.game import State
from tests.golden.lists import Player
from tests.picking import card

STATS = ("war", "governance", "fertility", "life", "ambition")


@cache
def twins() -> tuple[tuple[int, int], ...]:
    """§07-02: pairs of persons who tie in all six values, the first one with the pope; as kings they can share a win."""
    found = []
    for one, other in permutations(range(len(PERSON_NAMES)), 2):
        if PERSON_NAMES[one].startswith("#") or PERSON_NAMES[other].startswith("#"):
            continue
        catholic = Religion.CC <= RELIGION[one] <= Religion.C
        prestige = PRESTIGE[one] + (POPE_PRESTIGE if catholic else 0)
        mine, theirs = card(PERSON_NAMES[one]), card(PERSON_NAMES[other])
        if prestige == PRESTIGE[other] and all(mine[stat] == theirs[stat] for stat in STATS):
            found.append((one, other))
    return tuple(found)


def patient(seed: int) -> Player:
    """Empties one deck, marries within its colour, and has children only once it is empty: D-R11."""
    rng = np.random.default_rng(seed)
    deck = seed % 4

    def act(state: State) -> int:
        legal = [int(action) for action in state.legal()]
        t = state.record
        if state.phase in ("setup_deck", "recruit"):
            return DECK + deck if DECK + deck in legal else int(rng.choice(legal))
        if state.phase == "setup_king":
            return max(legal, key=lambda a: (COLOUR[a - PERSON] == deck, FERTILITY[a - PERSON]))
        if state.phase == "action":
            kin = [p for p in _courted(state) if COLOUR[p] == deck]
            if PROCREATION in legal and t["deck_size"][deck] == 0:
                return PROCREATION
            return MARRIAGE if MARRIAGE in legal and kin else PASS
        if state.phase == "marriage_target":
            return max(legal, key=lambda a: (COLOUR[a - PERSON] == deck, -PRESTIGE[a - PERSON]))
        if state.phase in ("interrupt", "joker"):
            return min(legal)
        return int(rng.choice(legal))

    return act


def _courted(state: State) -> list[int]:
    """Whom the turn player may marry."""
    copy = state.clone()
    if MARRIAGE not in copy.legal():
        return []
    copy.tables.array["ask_forced"] = 1
    copy.play(MARRIAGE)
    return [int(action) - PERSON for action in copy.legal() if PERSON <= action < CARD]


PLAYERS: dict[str, Callable[[int], Player]] = {"patient": patient}
