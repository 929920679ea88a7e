"""Stated chances against outcomes: what a game says about chance, held against what its own rules make of the same
position, redrawn again and again from what the deciding seat knows."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import count, islice
from math import comb, sqrt
from statistics import fmean
from statistics import variance as variance_of
from typing import NamedTuple, TypeVar

from dynasty_env.kit.state import Entry, State

PERCENT = r"((?:under |over )?\d+ %)"
"""A chance in words, as `kit.message.Chance` has it."""
ROUNDING = 0.005
"""By how much a chance in words may be off."""
MOST_MOVES = 80
"""More moves than this are not needed for any outcome."""
UNLIKELY = 1e-7
"""A single position whose outcomes are less likely than this contradicts what was said about it."""
SPREADS = 4.5
"""All positions of a kind together may be off by this many standard deviations, besides rounding: chances of dice are
sixths, which all round the same way."""

ROUNDING_OF_AVERAGES = 0.05 + 1e-6
"""By how much a number on average may be off."""
FEWEST = 10
"""So many outcomes it takes to say anything of their average."""
UNSEEN = 2.0
"""What may have been too rare to come up: this much, in one outcome."""
SPREADS_OF_ONE = 6.5
"""By how many standard deviations besides: those of a few hundred outcomes are themselves estimated."""

T = TypeVar("T")
Outcome = Callable[[list[Entry], bool], bool | None]
"""From what has been told since the action, and whether it is over, to whether the thing has happened; None: not (yet)
decided."""


Applies = Callable[[State, int | None], bool]
"""Whether a statement about a position, or about an action there, is one of a kind."""


def at(*phases: str) -> Applies:
    """About the actions of these phases."""
    return lambda state, action: state.phase in phases and action is not None


def at_the_decision(*phases: str) -> Applies:
    """About the decision itself."""
    return lambda state, action: state.phase in phases and action is None


class Statement(NamedTuple):
    """A kind of statement about chance.

    Attributes:
        said: a pattern of the words, whose only group is the chance.
        outcome: what is looked for, given the position and the action (None: the statement is about the decision).
        applies: whether the statement is one of this kind in this position.
    """

    said: str
    outcome: Callable[[State, int | None], Outcome]
    applies: Applies


def as_it_lies(state: State) -> None:
    """Nothing is supposed of what the deciding seat does not know."""


class Player(NamedTuple):
    """How a position is played on, as the statements suppose.

    Attributes:
        choose: the action in each further decision.
        is_over: whether the action is over, given the table and what has been told since.
        suppose: lays what the statements suppose of hidden things on a redrawn table.
    """

    choose: Callable[[State], int]
    is_over: Callable[[State, list[Entry]], bool]
    suppose: Callable[[State], None] = as_it_lies


class Tally(NamedTuple):
    """What was said about a position, and what came of it."""

    low: float
    high: float
    happened: int
    runs: int


def bounds(words: str) -> tuple[float, float]:
    """Between which numbers a chance in words lies; only what is certain is called 0 % or 100 %."""
    number = int(words.split()[-2]) / 100
    if words.startswith("under"):
        return 0.0, 0.01
    if words.startswith("over"):
        return 0.99, 1.0
    if number in (0, 1):
        return number, number
    return number - ROUNDING, number + ROUNDING


def tally(state: State, action: int | None, statement: Statement, player: Player, keys: Iterable[int]) -> Tally | None:
    """How often it happens in games redrawn with these keys; None: this kind of statement is not made about it."""
    if not statement.applies(state, action):
        return None
    found = re.search(statement.said, state.game.prospects(state, action))
    if found is None:
        return None
    outcome = statement.outcome(state, action)
    decided = outcomes(state, action, outcome, player, keys)
    return Tally(*bounds(found.group(1)), sum(decided), len(decided)) if decided else None


def outcomes(
    state: State, action: int | None, outcome: Callable[[list[Entry], bool], T | None], player: Player,
    keys: Iterable[int],
) -> list[T]:  # fmt: skip
    """What came of the position in the games redrawn with these keys, wherever it was decided."""
    found = [_outcome(state.hide(state.seat, key), action, outcome, player) for key in keys]
    return [each for each in found if each is not None]


def _outcome(
    state: State, action: int | None, outcome: Callable[[list[Entry], bool], T | None], player: Player
) -> T | None:
    entries: list[Entry] = []
    player.suppose(state)
    following = player.choose(state) if action is None else action
    for _ in range(MOST_MOVES):
        state.play(following)
        entries += state.trace()
        over = state.done or player.is_over(state, entries)
        happened = outcome(entries, over)
        if happened is not None or over:
            return happened
        following = player.choose(state)
    raise AssertionError(f"no end of {state.phase} after {MOST_MOVES} moves")


def likelihood(each: Tally) -> float:
    """How likely outcomes as far off as these are, at the chance within the bounds that suits them best."""
    share = min(max(each.happened / each.runs, each.low), each.high)
    off = each.happened - share * each.runs
    if abs(off) < 1e-9:
        return 1.0
    ways = range(each.happened, each.runs + 1) if off > 0 else range(each.happened + 1)
    return sum(comb(each.runs, k) * share**k * (1 - share) ** (each.runs - k) for k in ways)


def off_on_average(tallies: Iterable[Tally]) -> float:
    """By how many standard deviations all outcomes together lie outside what was said; 0: within it."""
    least = most = happened = variance = 0.0
    for each in tallies:
        share = (each.low + each.high) / 2
        happened += each.happened
        least += each.low * each.runs
        most += each.high * each.runs
        variance += each.runs * share * (1 - share)
    return (happened - min(max(happened, least), most)) / sqrt(variance) if variance else 0.0


Decision = tuple[State, int | None]


def where(state: State, action: int | None) -> str:
    """A position, so that it can be found again."""
    return f"{state.game.name} seed {state.seed} {state.options} {state.phase} {action}"


def gathered(
    kinds: Iterable[str],
    look: Callable[[str, State, int | None, Iterable[int]], T | None],
    decisions: Iterable[Decision],
    positions: int,
    runs: int,
) -> dict[str, list[T]]:
    """What `look` finds in positions, so many of each kind, with so many keys of their own for each."""
    found: dict[str, list[T]] = {kind: [] for kind in kinds}
    keys = count()  # no two games with the same dice
    for state, action in decisions:
        for kind, those in found.items():
            each = look(kind, state, action, islice(keys, runs)) if len(those) < positions else None
            if each is not None:
                those.append(each)
        if all(len(those) >= positions for those in found.values()):
            break
    return found


class Average(NamedTuple):
    """A kind of statement about a number on average: as `Statement`, but the outcome is a number."""

    said: str
    outcome: Callable[[State, int | None], Callable[[list[Entry], bool], float | None]]
    applies: Applies


class Mean(NamedTuple):
    """A number that was stated, the mean of its outcomes, and the variance of that mean."""

    stated: float
    found: float
    variance: float


def mean(state: State, action: int | None, average: Average, player: Player, keys: Iterable[int]) -> Mean | None:
    """What came on average of games redrawn with these keys; None: this kind of statement is not made about it."""
    if not average.applies(state, action):
        return None
    said = re.search(average.said, state.game.prospects(state, action))
    if said is None:
        return None
    found = outcomes(state, action, average.outcome(state, action), player, keys)
    if len(found) < FEWEST:
        return None
    unseen = (UNSEEN / len(found)) ** 2
    return Mean(float(said.group(1)), fmean(found), max(variance_of(found) / len(found), unseen))


def check_averages(
    averages: Mapping[str, Average], player: Player, decisions: Iterable[Decision], positions: int, runs: int
) -> dict[str, int]:
    """The same as `check` for numbers on average, which are rounded to a tenth."""

    def look(kind: str, state: State, action: int | None, keys: Iterable[int]) -> Mean | None:
        found = mean(state, action, averages[kind], player, keys)
        if found is not None:
            off = abs(found.found - found.stated) - ROUNDING_OF_AVERAGES
            assert off < SPREADS_OF_ONE * sqrt(found.variance), f"{kind}: {where(state, action)}: {found}"
        return found

    means = gathered(averages, look, decisions, positions, runs)
    for kind, found_ones in means.items():
        off = abs(sum(each.found - each.stated for each in found_ones)) - ROUNDING_OF_AVERAGES * len(found_ones)
        assert off < SPREADS * sqrt(sum(each.variance for each in found_ones)) + 1e-6, f"{kind}: {off}"
    return {kind: len(found_ones) for kind, found_ones in means.items()}


def check(
    statements: Mapping[str, Statement], player: Player, decisions: Iterable[Decision], positions: int, runs: int
) -> dict[str, int]:
    """Hold statements against outcomes. Returns how many positions of each kind were met.

    Args:
        statements: by the name of their kind.
        player: how positions are played on.
        decisions: positions and actions; they are looked at until there are enough of each kind.
        positions: how many of each kind are enough.
        runs: how often each is redrawn.
    """

    def look(kind: str, state: State, action: int | None, keys: Iterable[int]) -> Tally | None:
        found = tally(state, action, statements[kind], player, keys)
        if found is not None:
            assert likelihood(found) > UNLIKELY, f"{kind}: {where(state, action)}: {found}"
        return found

    tallies = gathered(statements, look, decisions, positions, runs)
    for kind, found_ones in tallies.items():
        off = off_on_average(found_ones)
        assert abs(off) < SPREADS, f"{kind}: {off:.1f} standard deviations over {len(found_ones)} positions"
    return {kind: len(found_ones) for kind, found_ones in tallies.items()}
