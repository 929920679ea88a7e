"""A player who brings about what chance seldom does, for Shinsengumi's golden games. It sees all piles."""

from collections.abc import Iterator, Mapping

import numpy as np

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import NOBODY, Place
from tests.golden.lists import Player, Special

TRIED = 40
"""Random lines of play from a decision to the end of its turn, of which the deadliest is followed."""
ENOUGH = 10
"""Games in which somebody who means to kill puts players out several times."""


def deaths(state: State) -> int:
    """How many persons are dead; a player who is out counts for more than any of them (S-R10)."""
    record = state.record
    out = int((record["chip"][: state.num_players] == NOBODY).sum()) if record["turn"] else 0
    return int((record["place"] == Place.DEAD).sum()) + 100 * out


def slaughter(seed: int) -> Player:
    """Tries what the dice would say to many lines of play, and follows the one that kills most."""
    rng = np.random.default_rng(seed)
    plan: list[int] = []

    def line(state: State) -> tuple[int, list[int]]:
        turn, actions = int(state.record["turn"]), []
        while not state.done and int(state.record["turn"]) == turn:
            actions.append(int(rng.choice(state.legal())))
            state.play(actions[-1])
        return deaths(state), actions

    def act(state: State) -> int:
        if not plan:
            lines = [line(state.clone()) for _ in range(TRIED)]
            plan.extend(max(lines, key=lambda each: (each[0], -len(each[1])))[1])
        return plan.pop(0)

    return act


def small_tables(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    """One to three seats: the fewer live on, the sooner the pile is empty and all are out."""
    for seed in range(min(count, ENOUGH)):
        yield seed, {"num_players": 1 + seed % 3, "hidden_stones": seed % 4 == 3}


PLAYERS = {"slaughter": Special(slaughter, small_tables)}
