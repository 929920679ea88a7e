"""What a position is worth to me: my chance of the great victory, guessed from who stands where."""

from dataclasses import dataclass
from math import exp, sqrt

from agents.shinsengumi.observed import Observed, Where
from dynasty_env.shinsengumi.material import LEFT_COLUMNS, SIDE, TURNS


@dataclass(frozen=True)
class Weights:
    """The judgement of the player, found by matches against itself and against random play."""

    scale: float = 1.0  # lead in esteem that makes a side e times as likely to win, at the end of the game
    spread: float = 1.6  # more of it, times the square root of the turns left: much can happen yet
    rank: float = 1.2  # how much a row counts towards the great victory, at the end of the game
    drift: float = 0.6  # less of it the more turns are left
    crossing: float = 0.08  # chance a turn that a rival on the other side comes over
    stone: float = 0.012  # chance of winning that a stone in hand is worth, at the beginning of a game
    debate: float = 0.05  # … and a point of debate of my self


class Evaluation:
    """Values of positions that differ from the observed one in where people stand.

    Attributes:
        now: the value of the observed position.
    """

    def __init__(self, observed: Observed, weights: Weights) -> None:
        self._observed = observed
        left = max(TURNS - observed.turn, 0)
        self._scale = weights.scale + weights.spread * sqrt(left)
        self._rank = weights.rank / (1 + weights.drift * left)
        self._crossing = min(0.5, weights.crossing * left)
        self._reborn = self._weight(SIDE * LEFT_COLUMNS // 2)
        self.now = self.value(observed.where)

    def _weight(self, key: int) -> float:
        return exp(-self._rank * key / LEFT_COLUMNS)

    def value(self, where: Where) -> float:
        """My chance of the great victory, 0 … 1, if people stood so; whoever is missing has been reborn somewhere."""
        observed = self._observed
        lead = sum(
            observed.esteem[p] if cell % SIDE < LEFT_COLUMNS else -observed.esteem[p] for p, cell in where.items()
        )
        left_wins = 1 / (1 + exp(-lead / self._scale))
        mine = where.get(observed.selves[0], -1)
        if mine < 0:
            return (self._share(where, True, self._reborn) * left_wins
                    + self._share(where, False, self._reborn) * (1 - left_wins)) / 2  # fmt: skip
        on_left = mine % SIDE < LEFT_COLUMNS
        return self._share(where, on_left, self._weight(key(mine))) * (left_wins if on_left else 1 - left_wins)

    def _share(self, where: Where, on_left: bool, mine: float) -> float:
        """My part of the great victory if my side wins."""
        total = mine
        for person in self._observed.selves[1:]:
            cell = where.get(person, -1)
            if cell >= 0:
                same = (cell % SIDE < LEFT_COLUMNS) == on_left
                total += self._weight(key(cell)) * (1 - self._crossing if same else self._crossing)
            elif person >= 0:
                total += self._reborn / 2
        return mine / total


def key(cell: int) -> int:
    """§08: the less the better: row, then distance from the side edge."""
    row, column = divmod(cell, SIDE)
    return row * LEFT_COLUMNS + min(column, SIDE - 1 - column)
