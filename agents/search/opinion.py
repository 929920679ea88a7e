"""A search's opinion of every legal action of a decision: how likely each one wins, and how certain that is.

The search is flat Monte Carlo (`FlatMonteCarlo`): all actions meet the same imagined tables with the same dice and the
same random draws of the players, and after each round the worse half of them is dropped. The result of each single
playout is kept here, and two actions are compared table by table: luck that both had does not affect the difference.

An action that is the best of many in its playouts has usually been lucky as well. The loss of an action that was really
taken is therefore measured afterwards, against the best one, in new imagined tables that took no part in finding it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from agents.search.budget import Budget, Ids, Values, halve, lots
from agents.search.judge import ByRules, Judge
from agents.search.reasons import Reason
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.seats.decision import Decision

SURE = 2.0
"""Number of standard errors from which a difference counts as more than chance."""
HARDLY_TRIED = 0.15
"""An option whose chance has a larger margin of error than this counts as hardly tried."""
MANY, VERY_SURE = 24, 2.5
"""Minimum numbers of tables and of standard errors for an action to be dropped in a race, whose results are looked at
again and again."""
CLEAR, PASSING, AHEAD = "clear", "pass", "ahead"
"""Grounds of advice; see `Advice`."""
ENOUGH = 6
"""Minimum number of tables to compare: five agree by chance alone once in sixteen times."""


@dataclass(frozen=True)
class Weighed:
    """A legal action and its results.

    Attributes:
        wins: the share of the playouts that the deciding seat won; if k seats share a victory, each has 1/k.
        error: standard error of `wins`.
        behind: how much less often it wins than the best action, in the tables that both met; 0 for the best one.
        behind_error: standard error of `behind`.
        playouts: number of playouts.
        like: id of the action that was played out in its place, because both come to the same; None: itself.
    """

    action: int
    wins: float
    error: float
    behind: float
    behind_error: float
    playouts: int
    like: int | None = None

    @property
    def hardly_tried(self) -> bool:
        """Whether the margin of error of its chance is too large to say anything."""
        return SURE * self.error > HARDLY_TRIED

    @property
    def clearly_worse(self) -> bool:
        """Whether chance alone is an unlikely explanation for its distance to the best."""
        return _is_sure(self.behind, self.behind_error, self.playouts)


@dataclass(frozen=True)
class Verdict:
    """The value of the action that was taken, from tables that took no part in finding the best one.

    Attributes:
        wins: the share of the playouts that it wins.
        error: standard error of `wins`.
        loss: how much less often it wins than the best action; below 0: by chance, or it is the better one.
        loss_error: standard error of `loss`.
        playouts: number of playouts.
    """

    action: int
    wins: float
    error: float
    loss: float
    loss_error: float
    playouts: int

    @property
    def is_mistake(self) -> bool:
        """Whether chance alone is an unlikely explanation for the loss."""
        return _is_sure(self.loss, self.loss_error, self.playouts)


@dataclass(frozen=True)
class Advice:
    """What an opinion recommends.

    Attributes:
        action: id of the recommended action; None: too little is known to recommend one.
        by: why it and no other: `CLEAR`, all others that were tried are clearly worse; `PASSING`, nothing tried is
            clearly better than passing; `AHEAD`, it has won most often, perhaps by chance; or the name of the player
            who prefers it to the others that may be as good.
    """

    action: int | None
    by: str


@dataclass(frozen=True)
class Opinion:
    """A search's opinion of a decision.

    Attributes:
        bot: budget and judge, as in a bot's name: ``mc:400:greedy``.
        options: all legal actions, best first.
        verdict: on the action that was taken; None: none has been taken yet.
        interpreted: it was computed on slow rules, from few playouts.
        reasons: why some of the options are good or bad; empty if not asked for.
        advice: what to do, if advice was asked for.
    """

    bot: str
    options: tuple[Weighed, ...]
    verdict: Verdict | None = None
    interpreted: bool = False
    reasons: tuple[Reason, ...] = ()
    advice: Advice | None = None

    @property
    def best(self) -> Weighed:
        """The action that wins most often."""
        return self.options[0]

    @property
    def playouts(self) -> int:
        """The number of playouts behind it."""
        count = sum(option.playouts for option in self.options if option.like is None)
        if self.verdict is not None:
            count += self.verdict.playouts * (1 if self.verdict.action == self.best.action else 2)
        return count

    def to_dict(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """A dict for JSON; `from_dict` reads it. With `names`, options and verdict name actions, since names outlive
        ids."""
        verdict = None if self.verdict is None else asdict(self.verdict)
        options = [asdict(option) for option in self.options]
        if names is not None:
            for each in [*options, *([verdict] if verdict else [])]:
                each["action"] = names[each["action"]]
        own: dict[str, Any] = {"bot": self.bot, "interpreted": self.interpreted, "verdict": verdict, "options": options}
        if self.reasons:
            own["reasons"] = [reason.to_dict() for reason in self.reasons]
        if self.advice is not None:
            own["advice"] = asdict(self.advice)
        return own

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], ids: Mapping[str, int] | None = None) -> "Opinion":
        """Read an opinion from a dict, with `ids` if it names actions. Raises KeyError, TypeError or AttributeError if
        it is none."""

        def known(each: Mapping[str, Any]) -> dict[str, Any]:
            for name, value in each.items():
                if name not in ("action", "like") and not isinstance(value, int | float):
                    raise TypeError(f"{name} must be a number")
            return {**each, "action": each["action"] if ids is None else ids[each["action"]]}

        verdict, advice = saved["verdict"], saved.get("advice")
        if not saved["options"]:
            raise TypeError("an opinion must have options")
        return cls(
            str(saved["bot"]),
            tuple(Weighed(**known(option)) for option in saved["options"]),
            None if verdict is None else Verdict(**known(verdict)),
            bool(saved["interpreted"]),
            tuple(map(Reason.from_dict, saved.get("reasons", ()))),
            None if advice is None else Advice(**advice),
        )


def weigh(decision: Decision, budget: Budget, judge: Judge, *, chosen: int | None = None) -> Opinion:
    """A search's opinion of a decision. With a budget in playouts, it is the same on every machine.

    Args:
        decision: the decision; only what its seat knows is used.
        budget: playouts or time for everything; if an action was chosen, half of it is used for comparing that one.
        judge: plays the playouts to the end.
        chosen: id of the action that was taken.

    Raises:
        OptionError: `chosen` is not legal.
    """
    if chosen is not None and chosen not in decision.legal:
        raise OptionError(f"action {chosen} is not legal at this decision, so it cannot have been chosen")
    played = Played(judge, decision)
    halves = budget.split(1 if chosen is None else 2)
    options = played.compared(played.best(halves[0]))
    verdict = None if chosen is None else played.duel(halves[1], chosen, options[0].action)
    return Opinion(f"mc:{budget}:{judge.name}", options, verdict, is_slow(judge))


def is_slow(judge: Judge) -> bool:
    """Whether a judge plays on interpreted rules."""
    return isinstance(judge, ByRules) and judge.backend == "interpreted"


class Played:
    """The playouts of one opinion."""

    def __init__(self, judge: Judge, decision: Decision) -> None:
        self._playouts, self._batch, self._least = judge.playouts(decision), judge.batch, judge.least
        self._legal = decision.legal
        self._shares: list[list[Values]] = [[] for _ in decision.legal]

    def shares(self, place: int) -> Values:
        """(n,) the seat's share of the victory after this legal action, in the first n tables."""
        return np.concatenate(self._shares[place])

    def means(self, places: Ids) -> Values:
        """(k,) the mean of `shares` for each of these actions."""
        return np.array([self.shares(place).mean() for place in places.tolist()])

    def _play(self, places: Ids, worlds: int) -> None:
        """Play out these actions in this number of new tables."""
        shares = self._playouts.shares(self._legal[places], worlds)
        for place, own in zip(places.tolist(), shares.T, strict=True):
            self._shares[place].append(own)

    def best(self, budget: Budget) -> int:
        """Play out all actions by sequential halving; returns the index of the one that is left."""
        places, ties = np.arange(len(self._legal)), lots(self._playouts.key, len(self._legal))
        _, left = halve(places, budget, self._play, self.means, batch=self._batch, least=self._least, ties=ties)
        return int(left[0])

    def race(self, places: Ids, budget: Budget, tables: int = 0) -> int:
        """Play out these actions until one is left, or until the budget is spent; returns the index of the best.

        An action is dropped as soon as it is clearly worse than the best one. A time is exceeded until those that are
        left have met this number of `tables`.
        """
        left, first = places, max(1, self._least // len(places))
        batches = budget.batches(max(1, self._batch // len(places)), cost=len(places), least=first)
        while worlds := next(batches, 0) or (first if self._tables(left) < tables else 0):
            self._play(left, worlds * len(places) // len(left))
            best = self.shares(left[self.means(left).argmax()])
            left = np.array([place for place in left.tolist() if not self._is_dropped(best, self.shares(place))])
            if len(left) == 1:
                break
        return int(left[self.means(left).argmax()])

    def _tables(self, places: Ids) -> int:
        """The number of tables that each of these actions has met."""
        return sum(map(len, self._shares[int(places[0])]))

    def _is_dropped(self, best: Values, own: Values) -> bool:
        behind, error = mean_of_differences(best - own)
        return len(own) >= MANY and behind > VERY_SURE * error

    def compared(self, first: int) -> tuple[Weighed, ...]:
        """All actions that were played out, in comparison with the first one, which is the best, in the tables that
        both met."""
        best = self.shares(first)
        wins, error = mean_of_shares(best)
        result = [Weighed(int(self._legal[first]), wins, error, 0.0, 0.0, len(best))]
        for place, action in enumerate(self._legal.tolist()):
            if place != first and self._shares[place]:
                own = self.shares(place)
                behind, behind_error = mean_of_differences(best[: len(own)] - own)
                _, own_error = mean_of_shares(own)
                result.append(Weighed(action, max(wins - behind, 0.0), own_error, behind, behind_error, len(own)))
        return result[0], *sorted(result[1:], key=lambda option: option.behind)

    def duel(self, budget: Budget, chosen: int, best: int) -> Verdict:
        """The chosen action in comparison with the best one, in tables that neither has met."""
        actions = np.array(list(dict.fromkeys((chosen, best))))
        parts = [
            self._playouts.shares(actions, worlds)
            for worlds in budget.batches(
                self._batch // len(actions), cost=len(actions), least=self._least // len(actions)
            )
        ]
        shares = np.concatenate(parts)
        own, other = shares[:, 0], shares[:, -1]
        wins, error = mean_of_shares(own)
        loss, loss_error = mean_of_differences(other - own) if chosen != best else (0.0, 0.0)
        return Verdict(chosen, wins, error, loss, loss_error, len(own))


def _is_sure(difference: float, error: float, tables: int) -> bool:
    return tables >= ENOUGH and difference > SURE * error


def mean_of_shares(shares: Values) -> tuple[float, float]:
    """Mean and standard error of shares (n,) in 0 … 1.

    The error is computed as if one win and one loss had been seen before, so that a few equal results do not give
    certainty.
    """
    expected = (shares.sum() + 1.0) / (len(shares) + 2.0)
    return float(shares.mean()), float(np.sqrt(expected * (1.0 - expected) / (len(shares) + 2.0)))


def mean_of_differences(differences: Values) -> tuple[float, float]:
    """Mean and standard error of differences (n,) in -1 … 1, the error as if one more had been seen, 1 off the mean."""
    mean = float(differences.mean())
    count = len(differences)
    return mean, float(np.sqrt((((differences - mean) ** 2).sum() + 1.0) / count / (count + 1.0)))
