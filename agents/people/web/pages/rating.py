"""Persons' ratings by the Plackett–Luce model: against bots with fixed ratings, and separately among persons.

Against bots, as in a ladder (`dynasty ladder`), the rating is the one at which openskill's steps over all games cancel
out. This is the maximum of the likelihood, so the order of the games does not matter. The bots keep the ratings of
their ladder; a difference of 400 points means odds of ten to one. A normal prior around the ladder's middle, which
weighs less than one game, keeps the rating finite if somebody has won everything.

Among persons, everybody begins at 0 points. Games count in the order in which they ended, for all rated persons in
them: their places relative to each other, regardless of the bots at the table.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import log, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

POINTS = 400 / log(10)
"""Rating points per unit of strength."""
SPREAD = 400 / POINTS
"""Standard deviation of the prior over strengths."""
_GRID = np.linspace(-12.0, 12.0, 97)
LADDERS = (Path("ladders"), Path(__file__).parent / "ladder", Path(__file__).parents[4] / "docs" / "ladder")
"""Folders with the files of ladders: the user's own, those of the package, those of a checkout."""


def in_points(points: float) -> str:
    """Points as people write them: whole, with a real minus sign."""
    return str(round(points)).replace("-", "−")


@dataclass(frozen=True)
class Played:
    """A game that counts."""

    opponents: tuple[float, ...]  # strengths of the other seats
    places: tuple[int, ...]  # of the person and then of the others, 1 is the best; ties share a place


@dataclass(frozen=True)
class Rating:
    """Points with a 95 % interval. The ladder's zero is the bot random, if it has played."""

    points: float
    low: float
    high: float
    games: int


def ladder_of(game: str, folders: Sequence[Path] = LADDERS) -> dict[str, float]:
    """The points of the bots in a game's ladder; empty if the game has no ladder."""
    for folder in folders:
        file = folder / game / "ladder.json"
        if file.is_file():
            content = json.loads(file.read_text(encoding="utf-8"))
            return {each["bot"]: float(each["points"]) for each in content["ratings"]}
    return {}


def middle_of(ladder: Mapping[str, float]) -> float:
    """The mean strength of a ladder's bots."""
    return float(np.mean(list(ladder.values()))) / POINTS if ladder else 0.0


def places_of(result: Mapping[str, Sequence[float]]) -> tuple[int, ...]:
    """Every seat's place in a finished game by its return ``rank``, or by ``win`` if the game has no ranks."""
    returns = result.get("rank") or result["win"]
    return tuple(1 + sum(other > own + 1e-6 for other in returns) for own in returns)


def why_not(game: Mapping[str, Any], ladder: Mapping[str, float]) -> str:
    """Why a game of `players.games_of` does not count, or an empty string if it does.

    The reasons: its result is not known; it was played with hints; a bot played a part of it; its host chose the seed,
    which determines all cards; a player without a rating took part.
    """
    others = [bot for seat, bot in enumerate(game["bots"]) if seat != game["seat"]]
    if not game["result"]:
        return "unknown"
    if game["hints"]:
        return "hints"
    if game["stand_ins"]:
        return "stand-in"
    if game["seed_chosen"]:
        return "seed"
    return "" if others and all(bot in ladder for bot in others) else "unrated"


def played_of(game: Mapping[str, Any], ladder: Mapping[str, float]) -> Played:
    """A game that counts, in the form used for rating."""
    places = places_of(game["result"])
    seat = int(game["seat"])
    others = [i for i in range(len(places)) if i != seat]
    strengths = tuple(ladder[game["bots"][i]] / POINTS for i in others)
    return Played(strengths, (places[seat], *(places[i] for i in others)))


@lru_cache(4096)
def slope(played: Played) -> npt.NDArray[np.float64]:
    """(grid,) slope of the log-likelihood of a game over the person's strength, by openskill, on `_GRID`.

    A tie counts as all orders of the tied players, in equal parts.
    """
    from openskill.models import PlackettLuce

    seats = len(played.places)
    unit = sqrt(1 / (2 * seats))  # for both: the model's scale is 1, and a step is unit² times the slope
    model = PlackettLuce(mu=0.0, sigma=unit, beta=unit, tau=0.0)
    result = np.zeros(len(_GRID))
    finishes = orders(played.places)
    for i, strength in enumerate(_GRID.tolist()):
        before = (strength, *played.opponents)
        for order in finishes:
            after = model.rate([[model.rating(mu=before[seat], sigma=unit)] for seat in order])
            result[i] += (after[order.index(0)][0].mu - strength) / len(finishes)
    return np.asarray(result / unit**2)


def orders(places: Sequence[int]) -> list[tuple[int, ...]]:
    """All orders of finish, best first, that agree with these places; for ties of more than four, their rotations."""
    result: list[tuple[int, ...]] = [()]
    for place in sorted(set(places)):
        tied = [seat for seat, own in enumerate(places) if own == place]
        turned = [tuple(tied[i:] + tied[:i]) for i in range(len(tied))]
        ways = turned if len(tied) > 4 else list(permutations(tied))
        result = [order + more for order in result for more in ways]
    return result


def rate(games: Sequence[Played], middle: float) -> Rating:
    """The rating after one or more games, in any order; the prior over strengths has the ladder's mean, `middle`."""
    steps = sum((slope(game) for game in games), -(_GRID - middle) / SPREAD**2)
    fine = np.linspace(_GRID[0], _GRID[-1], 24_001)
    total = np.interp(fine, _GRID, steps)
    at = int(np.abs(total).argmin())
    falls = -float(np.interp(fine[at], _GRID, np.gradient(steps, _GRID)))
    margin = 1.96 / sqrt(max(falls, 1e-9))
    points = fine[at] * POINTS
    return Rating(float(points), float(points - margin * POINTS), float(points + margin * POINTS), len(games))


@dataclass(frozen=True)
class History:
    """A person's games of one rulebook."""

    ladder: Mapping[str, float]  # the bots' points
    games: list[dict[str, Any]]
    """Games from `players.games_of`, latest first, each with ``why_not``, ``place``, and the ``points`` after it."""
    rating: Rating | None  # the rating after all of them; None: none counts yet


def history(games: Sequence[Mapping[str, Any]], name: str, folders: Sequence[Path] = LADDERS) -> History:
    """Rate a person's games of one rulebook."""
    ladder = ladder_of(name, folders)
    counted: list[Played] = []
    rated, rating = [], None
    for game in games:
        if game["game"] != name:
            continue
        reason = why_not(game, ladder)
        if not reason:
            counted.append(played_of(game, ladder))
            rating = rate(counted, middle_of(ladder))
        place = places_of(game["result"])[int(game["seat"])] if game["result"] else 0
        points = None if reason or rating is None else rating.points
        rated.append(dict(game) | {"why_not": reason, "place": place, "points": points})
    return History(ladder, rated[::-1], rating)


# -------------------------------------------------------------------------------------------------------- among persons


def counts(game: Mapping[str, Any]) -> bool:
    """Whether a game of `players.games_among` counts: two or more persons, a known result, no hints, no chosen seed.

    Nobody is rated for playing against themselves.
    """
    persons = list(game["players"].values())
    several = len(set(persons)) == len(persons) > 1
    return several and bool(game["result"]) and not game["hints"] and not game["seed_chosen"]


def ratings_among(games: Iterable[Mapping[str, Any]]) -> dict[str, Rating]:
    """Ratings by player, with 95 % intervals, from `players.games_among`, in the order in which the games ended."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    known: dict[str, Any] = {}
    played: dict[str, int] = {}
    for game in games:
        if not counts(game):
            continue
        places = places_of(game["result"])
        seats = list(game["players"])
        before = [[known.setdefault(game["players"][seat], model.rating())] for seat in seats]
        after = model.rate(before, ranks=[places[seat] for seat in seats])
        for seat, (rating,) in zip(seats, after, strict=True):
            known[game["players"][seat]] = rating
            played[game["players"][seat]] = played.get(game["players"][seat], 0) + 1
    unit = 400 / log(10) / (sqrt(2) * model.beta)  # two players' odds: the logistic function of their mu / (√2 beta)

    def shown(player: str) -> Rating:
        points, margin = (known[player].mu - model.mu) * unit, 1.96 * known[player].sigma * unit
        return Rating(points, points - margin, points + margin, played[player])

    return {player: shown(player) for player in played}
