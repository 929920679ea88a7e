"""What seats and bots do in games besides winning them, for `dynasty measure` (`kit.experiments.Follower`)."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dynasty_env.kit import experiments
from dynasty_env.kit.state import State
from training.arena.match import Rate, wilson


@dataclass(frozen=True)
class Sitter:
    """The results of a seat, or of a bot, in all games.

    Attributes:
        deeds: per game, by name: deeds that only this game counts (`Measures.follow`).
    """

    wins: Rate
    rewards: dict[str, float]
    deeds: dict[str, float]


class Deeds:
    """Follows games one after the other, and adds up what each seat and each bot does in them."""

    def __init__(self, measures: experiments.Measures | None) -> None:
        self._measures = measures
        self._sums: defaultdict[str, Any] = defaultdict(float)  # games, victories, rewards
        self._done: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def begin(self, state: State, sitting: Sequence[str]) -> None:
        """A game has been dealt; `sitting` are the names of the bots, if they differ."""
        self._state, self._sitting = state, sitting
        self._deeds = experiments.Deeds(state, self._measures)
        self._telling = experiments.telling(state.game, self._measures)
        self._noted: list[tuple[int, str]] = []

    def moved(self) -> None:
        """A move has been made."""
        record = self._state.record
        entries = record["trace"][: record["trace_length"]].tolist() if self._telling and record["told"] else []
        if any(entry[0] in self._telling for entry in entries):
            self._noted += self._deeds.note(self._state, entries)

    def end(self) -> None:
        """The game is over."""
        state = self._state
        self._noted += self._deeds.end(state)
        returned = np.array([state.returns(reward) for reward in state.game.rewards])
        for seat, share in enumerate(state.win_shares()):
            for name in (f"seat {seat}", *([f"bot {self._sitting[seat]}"] if self._sitting else [])):
                self._sums[name] += np.array([1.0, share, *returned[:, seat]])
                self._done[name].update(deed for who, deed in self._noted if who == seat)

    def sitters(self) -> dict[str, Sitter]:
        """The results of each seat, and of each bot if there are several, by name."""
        return {
            name: Sitter(
                wins=wilson(won, int(games)),
                rewards={
                    reward: total / games for reward, total in zip(self._state.game.rewards, rewards, strict=True)
                },
                deeds={deed: times / games for deed, times in sorted(self._done[name].items())},
            )
            for name, (games, won, *rewards) in sorted((who, sums.tolist()) for who, sums in self._sums.items())
        }


def lines(who: Mapping[str, Sitter]) -> list[tuple[str, str]]:
    """What each seat and bot did per game, in words; nothing if nothing is counted."""
    if not any(sitter.deeds for sitter in who.values()):
        return []
    return [(f"deeds of {name}, per game", _told(sitter)) for name, sitter in who.items()]


def _told(sitter: Sitter) -> str:
    rewards = ", ".join(f"{name} {mean:+.3f}" for name, mean in sitter.rewards.items())
    deeds = ", ".join(f"{name} {times:.2f}" for name, times in sitter.deeds.items())
    return f"{rewards}: {deeds}"
