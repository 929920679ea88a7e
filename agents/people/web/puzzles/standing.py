"""The difficulty of puzzles, and the reader's results, in the points of the bots' ladder."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from agents.people.puzzles.puzzle import Puzzle
from agents.people.web.pages.rating import POINTS, Played, Rating, ladder_of, middle_of, rate
from agents.people.web.store.players import Attempt

DAY = 86_400


@dataclass(frozen=True)
class Standing:
    """A reader's results in a game's puzzles."""

    solved: frozenset[str]  # ids of puzzles whose first answer was right
    missed: frozenset[str]  # ids of puzzles whose first answer was wrong
    streak: int  # number of right answers in a row, up to the last one
    rating: Rating | None  # the rating from all answers, or None if there is none yet


def daily(puzzles: Sequence[Puzzle], now: float | None = None) -> Puzzle:
    """The puzzle of the day by the date in UTC; puzzles take turns."""
    return puzzles[int((time.time() if now is None else now) // DAY) % len(puzzles)]


def difficulty(puzzle: Puzzle, ladder: Mapping[str, float]) -> float:
    """The difficulty of a puzzle in points: the rating of a player who beats the bots that miss it, and loses to those
    that find it. The bot that moves at random counts as one that misses it."""
    asked = {bot: part for bot, part in puzzle.solved_by.items() if bot in ladder}
    games = [Played((ladder[bot] / POINTS,), (2, 1) if part > 0.5 else (1, 2)) for bot, part in asked.items()]
    return rate(games, middle_of(ladder)).points if games else 0.0


def standing(attempts: Sequence[Attempt], puzzles: Sequence[Puzzle], game: str) -> Standing:
    """The results of a reader who has given these answers, in that order. Puzzles that no longer exist are ignored."""
    ladder, known = ladder_of(game), {each.id: each for each in puzzles}
    mine = [each for each in attempts if each.puzzle in known]
    games = [
        Played((difficulty(known[each.puzzle], ladder) / POINTS,), (1, 2) if each.right else (2, 1)) for each in mine
    ]
    return Standing(
        frozenset(each.puzzle for each in mine if each.right),
        frozenset(each.puzzle for each in mine if not each.right),
        sum(1 for _ in takewhile(lambda each: each.right, reversed(mine))),
        rate(games, middle_of(ladder)) if games else None,
    )
