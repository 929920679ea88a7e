"""What a search thinks of every legal action of a decision: how likely each one wins, and how sure that is.

The search is flat Monte Carlo (`FlatMonteCarlo`): all actions meet the same imagined tables with the same dice and the
same draws of the players, and after each round the worse half of them is dropped. What is kept here is how each single
playout ended, so that two actions can be compared table by table: luck that both had takes no part in the difference.

An action that is the best of many by its playouts has mostly been lucky as well. So what an action that was really
taken has given away is measured afterwards, against the best one, in imagined tables that took no part in finding it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import ceil, log2
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.search.budget import Budget, lots
from agents.search.loops import SEARCHES
from agents.search.players import FlatMonteCarlo, Imagined, SearchBackend
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision

Shares = npt.NDArray[np.float64]
JUDGES = ("random", "greedy")
"""Who may play on: those who play to the end, so that it is known who has won."""
SURE = 2.0
"""Standard errors beyond which a difference is taken for more than chance."""


@dataclass(frozen=True)
class Weighed:
    """A legal action and what became of it.

    Attributes:
        action: its id.
        wins: the part of the playouts that the deciding seat won; of k who share a victory, each has 1/k.
        error: standard error of `wins`.
        behind: by how much it wins less often than the best action, in the tables that both met; the best one: 0.
        behind_error: standard error of `behind`.
        playouts: how many.
    """

    action: int
    wins: float
    error: float
    behind: float
    behind_error: float
    playouts: int

    @property
    def clearly_worse(self) -> bool:
        """Whether chance alone would hardly put it so far behind the best."""
        return self.behind > SURE * self.behind_error


@dataclass(frozen=True)
class Verdict:
    """What the action that was taken is worth, from tables that took no part in finding the best one.

    Attributes:
        action: its id.
        wins: the part of the playouts that it wins.
        error: standard error of `wins`.
        loss: by how much it wins less often than the best action; below 0: chance, or it is the better one.
        loss_error: standard error of `loss`.
        playouts: how many.
    """

    action: int
    wins: float
    error: float
    loss: float
    loss_error: float
    playouts: int

    @property
    def is_mistake(self) -> bool:
        """Whether chance alone would hardly explain the loss."""
        return self.loss > SURE * self.loss_error


@dataclass(frozen=True)
class Opinion:
    """What a search thinks of a decision.

    Attributes:
        bot: who says so, as a bot's name: ``mc:400:greedy``.
        options: all legal actions, the best first.
        verdict: about the action that was taken; None: none has been yet.
        interpreted: it was worked out by slow rules, from few playouts.
    """

    bot: str
    options: tuple[Weighed, ...]
    verdict: Verdict | None = None
    interpreted: bool = False

    @property
    def best(self) -> Weighed:
        """The action that wins most often."""
        return self.options[0]

    @property
    def playouts(self) -> int:
        """How many games were played out for it."""
        count = sum(option.playouts for option in self.options)
        if self.verdict is not None:
            count += self.verdict.playouts * (1 if self.verdict.action == self.best.action else 2)
        return count

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; `from_dict` reads it."""
        return asdict(self) | {"options": [asdict(option) for option in self.options]}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> "Opinion":
        """The opinion in a dict. Raises KeyError or TypeError where it is none."""
        verdict = saved["verdict"]
        return cls(
            str(saved["bot"]),
            tuple(Weighed(**option) for option in saved["options"]),
            None if verdict is None else Verdict(**verdict),
            bool(saved["interpreted"]),
        )


def judge_of(game: Game, wanted: str | None = None) -> str:
    """Who plays on in the playouts: as wanted, else the game's own bot, else random moves. Raises OptionError."""
    judge = wanted or game.policies[-1]
    if judge not in game.policies or judge not in JUDGES:
        known = ", ".join(each for each in JUDGES if each in game.policies)
        raise OptionError(f"{judge!r} cannot play {game.name} to its end: choose {known}")
    return judge


def is_compiled(game: Game, judge: str) -> bool:
    """Whether the compiled search is at hand, in this process or on disk."""
    return game.compile(SEARCHES[judge]).is_warm(FlatMonteCarlo.loop)


def weigh(
    decision: Decision, budget: Budget, *, judge: str | None = None, chosen: int | None = None,
    backend: SearchBackend = "compiled",
) -> Opinion:  # fmt: skip
    """A search's opinion of a decision; with a budget in playouts the same wherever it is worked out.

    Args:
        decision: the decision; nothing but what its seat knows takes part.
        budget: playouts or time for everything; where an action was chosen, half of it goes to comparing that one.
        judge: who plays on, one of `JUDGES`; None: as `judge_of` says.
        chosen: id of the action that was taken.
        backend: of the search.

    Raises:
        OptionError: the judge cannot play the game, or `chosen` is not legal.
    """
    judge = judge_of(decision.game, judge)
    if chosen is not None and chosen not in decision.legal:
        raise OptionError(f"action {chosen} is not legal at this decision: it cannot have been chosen")
    bind = decision.game.compile if backend == "compiled" else decision.game.interpret
    imagined = Imagined(decision.imagine(0), decision.seat, "win", bind(SEARCHES[judge]), FlatMonteCarlo.loop)
    played = _Played(imagined, decision, int(decision.rng.integers(2**62)))
    halves = budget.split(1 if chosen is None else 2)
    left = played.halve(halves[0])
    options = played.compared(left)
    verdict = None if chosen is None else played.duel(halves[1], chosen, options[0].action)
    return Opinion(f"mc:{budget}:{judge}", options, verdict, backend == "interpreted")


class _Played:
    """The playouts of one opinion.

    Attributes:
        shares: for each legal action, what the seat had of the victory in the tables 0, 1, 2 …
        tables: how many tables have been imagined.
    """

    def __init__(self, imagined: Imagined, decision: Decision, key: int) -> None:
        self._imagined, self._key = imagined, key
        self._legal = decision.legal
        self.shares: list[list[float]] = [[] for _ in decision.legal]
        self.tables = 0

    def _share(self, place: int, table: int) -> float:
        return self._imagined.share(self._key, table, self._legal[place : place + 1])

    def halve(self, budget: Budget) -> list[int]:
        """Play all actions out, and drop the worse half of them again and again; the places of those that are left,
        the best first, then those that were dropped, the last first."""
        left, dropped, ties = list(range(len(self._legal))), list[int](), lots(self._key, len(self._legal))
        rounds = max(1, ceil(log2(len(left))))
        for share in budget.split(rounds):
            for count in share.batches(64, cost=len(left)):
                for table in range(self.tables, self.tables + count):
                    for place in left:
                        self.shares[place].append(self._share(place, table))
                self.tables += count
            left.sort(key=lambda place: (-sum(self.shares[place]), ties[place]))
            kept = ceil(len(left) / 2)
            dropped = left[kept:] + dropped
            left = left[:kept]
        return left + dropped

    def compared(self, order: list[int]) -> tuple[Weighed, ...]:
        """All actions beside the first one of `order`, in the tables that both met."""
        best = np.array(self.shares[order[0]])
        wins, error = mean_of_shares(best)
        found = [Weighed(int(self._legal[order[0]]), wins, error, 0.0, 0.0, len(best))]
        for place in order[1:]:
            own = np.array(self.shares[place])
            behind, behind_error = mean_of_differences(best[: len(own)] - own)
            _, own_error = mean_of_shares(own)
            action = int(self._legal[place])
            found.append(Weighed(action, max(wins - behind, 0.0), own_error, behind, behind_error, len(own)))
        return tuple(sorted(found, key=lambda option: option.behind))

    def duel(self, budget: Budget, chosen: int, best: int) -> Verdict:
        """The chosen action beside the best one, in tables that neither has met."""
        places = [int(np.searchsorted(self._legal, action)) for action in (chosen, best)]
        own, other = list[float](), list[float]()
        first = self.tables
        for count in budget.batches(64, cost=len(set(places))):
            for table in range(first, first + count):
                own.append(self._share(places[0], table))
                other.append(own[-1] if chosen == best else self._share(places[1], table))
            first += count
        wins, error = mean_of_shares(np.array(own))
        loss, loss_error = mean_of_differences(np.array(other) - np.array(own)) if chosen != best else (0.0, 0.0)
        return Verdict(chosen, wins, error, loss, loss_error, len(own))


def mean_of_shares(shares: Shares) -> tuple[float, float]:
    """Mean and standard error of shares (n,) in 0 … 1; as if one win and one loss had been seen before, so that few
    playouts that end alike make nobody sure."""
    expected = (shares.sum() + 1.0) / (len(shares) + 2.0)
    return float(shares.mean()), float(np.sqrt(expected * (1.0 - expected) / (len(shares) + 2.0)))


def mean_of_differences(differences: Shares) -> tuple[float, float]:
    """Mean and standard error of differences (n,) in -1 … 1; as if one had been seen before that was 1 off the mean."""
    mean = float(differences.mean())
    count = len(differences)
    return mean, float(np.sqrt((((differences - mean) ** 2).sum() + 1.0) / count / (count + 1.0)))
