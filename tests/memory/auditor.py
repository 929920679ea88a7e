"""Whole games, with a player at every seat who forgets nothing: no table, true or resampled, may contradict one.

The true table is looked at after every move, by all; at some decisions of every game tables are resampled for every
seat, first of all in phases that have seldom come up. Players are mostly random, and now and then do what has been
done least.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.memory import dynasty, shinsengumi


class Follows(Protocol):
    """A player of any game who forgets nothing."""

    seat: int

    def follow(self, state: State) -> None:
        """Take in what the last move has shown."""

    def contradictions(self, table: State) -> list[str]:
        """What a full table says that cannot be; empty: it is possible."""


Resample = Callable[[State, int, int], State]
MEMORIES: Mapping[str, type[Any]] = {"dynasty_v0": dynasty.Memory, "shinsengumi_v0": shinsengumi.Memory}


def memory_of(state: State, seat: int) -> Follows:
    """A player at a seat who follows the game from here on."""
    mind: Follows = MEMORIES[state.game.name](state, seat)
    return mind


@dataclass
class Findings:
    """What an audit has looked at, and every contradiction that it found: what, how often, and where first."""

    games: int = 0
    decisions: int = 0
    resamples: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    example: dict[str, str] = field(default_factory=dict)

    def note(self, what: list[str], state: State, seat: int) -> None:
        """Tables of `state` contradict what `seat` knows."""
        for each in what:
            self.wrong[each] += 1
            where = f"seed {state.seed} {state.options} turn {state.record['turn']} phase {state.phase} seat {seat}"
            self.example.setdefault(each, where)


class Curious:
    """Picks random actions, now and then the one that has been played least."""

    def __init__(self, game: Game, share: float = 0.2) -> None:
        self.played = np.zeros(len(game.action_names), np.int64)
        self.share = share

    def pick(self, state: State, rng: np.random.Generator) -> int:
        """An action."""
        legal = state.legal()
        least = rng.random() < self.share
        action = int(legal[self.played[legal].argmin()] if least else rng.choice(legal))
        self.played[action] += 1
        return action


def followed(state: State, player: Curious, rng: np.random.Generator) -> Iterator[list[Follows]]:
    """Plays `state` to its end; at each decision, and at the end, what every seat knows."""
    minds = [memory_of(state, seat) for seat in range(state.num_players)]
    yield minds
    while not state.done:
        state.play(player.pick(state, rng))
        for mind in minds:
            mind.follow(state)
        yield minds


def audit(
    deals: Iterable[State], *, keys: int = 3, looks: int = 8, seed: int = 0, resample: Resample = State.hide
) -> Findings:
    """Follow games to their ends.

    Args:
        deals: games at their first decision, or hand-laid.
        keys: resamples for each seat at a decision that is looked at.
        looks: about how many decisions of a game are looked at; those in rare phases all.
        seed: of play, and of what is looked at.
        resample: what redraws a table for a seat.
    """
    found, players = Findings(), dict[str, Curious]()
    for n, state in enumerate(deals):
        rng = np.random.default_rng([seed, n])
        player = players.setdefault(state.game.name, Curious(state.game))
        found.games += 1
        for minds in followed(state, player, rng):
            found.decisions += 1
            for mind in minds:
                found.note([f"TRUE TABLE: {what}" for what in mind.contradictions(state)], state, mind.seat)
            rare = found.phases[state.phase] < found.decisions / 100
            if not rare and rng.random() > looks / 120:
                continue
            found.phases[state.phase] += 1
            for mind in minds:
                for key in rng.integers(2**62, size=keys):
                    other = resample(state, mind.seat, int(key))
                    found.resamples += 1
                    broken = [f"no true table ({other.call('audit')})"] if other.call("audit") else []
                    found.note(broken + mind.contradictions(other), state, mind.seat)
    return found


def mixed(game: Game, games: int, seed: int = 0, **fixed: Any) -> Iterator[State]:
    """Deals under mixed options, every number of seats among them."""
    for n, options in enumerate(option_sets(game, games, seed)):
        yield game.new(seed + n, backend="compiled", **options | fixed)
