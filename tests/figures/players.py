"""A player who brings about what chance never does, for the figure duel's golden games."""

from collections.abc import Iterator, Mapping

import numpy as np

from dynasty_env.figures.game import GAME
from dynasty_env.figures.ids import LENGTH
from dynasty_env.kit.state import State
from tests.golden.lists import Player, Special

PAIR = (8.0, 7.0), (8.0, 9.0)
"""Where the seat that places first puts its two figures, w: a gap between them that no body fits through."""
RUNNERS = (2.5, 8.0), (13.5, 8.0)
"""Where the other seat puts its own: before that gap, on both sides, looking into it."""
AHEAD = "QAJ"
"""Cards by which a figure goes straight ahead without turning: the number 12, and those whose corner is beside it."""


def pincer(seed: int) -> Player:
    """Runs into two bodies at one moment (F27): nobody points a weapon, one seat stands still, the other one runs."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        wish = _wish(state)
        return GAME.action_ids[wish] if wish in _names(state) else int(rng.choice(state.legal()))

    return act


def _names(state: State) -> list[str]:
    return [GAME.action_names[action] for action in state.legal()]


def _wish(state: State) -> str:
    record = state.record
    figure, runs = int(record["a"]), int(record["order"][0]) != state.seat
    x, y = (RUNNERS if runs else PAIR)[figure % 2]
    turned = runs and figure % 2
    names = _names(state)
    if state.phase == "plot":
        cards = (name for rank in AHEAD for name in names if name[6:] == rank)  # of ``card:SQ`` the rank
        return next(cards, names[0])
    if state.phase == "turn_direction":
        return "angle:-30" if record["number"] == 1 else "angle:+30"
    if state.phase == "distance":
        return names[-1] if runs and record["edge"] == 0 else "length:0"
    return {
        "place_x": GAME.action_names[LENGTH + int(2 * x)],
        "place_y": GAME.action_names[LENGTH + int(2 * y)],
        "place_heading": "angle:+180" if turned else "angle:+0",
        "heading": "angle:+0",
        "pose": "lower",
        "joker": "yes",
        "joker_number": "number:12",
    }.get(state.phase, "pass")


def deals(games: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    """Two seats with two figures each."""
    for seed in range(games):
        yield seed, {"num_players": 2, "figures": 2}


PLAYERS = {"pincer": Special(pincer, deals)}
