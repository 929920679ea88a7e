"""Ratings among persons by the Plackett–Luce model of openskill, separate from those against bots.

Everybody begins at 0 points; a difference of 400 points means odds of ten to one. Games count in the order in which
they ended, for all rated persons in them: their places relative to each other, regardless of the bots at the table.
"""

from collections.abc import Iterable, Mapping
from math import log, sqrt
from typing import Any

from agents.people.web.pages.rating import Rating, places_of


def counts(game: Mapping[str, Any]) -> bool:
    """Whether a game of `records.games_among` counts: two or more persons, a known result, no hints, no chosen seed."""
    return len(game["players"]) > 1 and bool(game["result"]) and not game["hints"] and not game["seed_chosen"]


def ratings_among(games: Iterable[Mapping[str, Any]]) -> dict[str, Rating]:
    """Ratings by player, with 95 % intervals, from `records.games_among`, in the order in which the games ended."""
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
