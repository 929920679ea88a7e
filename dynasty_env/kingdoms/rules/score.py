"""K7: the end of the game, and who has won."""

from dynasty_env.kingdoms.material import COUNTRIES, DECKS, PERSONS, POWER, PRESTIGE, SEATS, Place
from dynasty_env.kingdoms.steps import Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, tell

from .countries import has_country

POINTS_BOUND = 300
"""Divisor of the `points` return: no score reaches it (57 power in all, and the prestige of all persons)."""

NO_KING, EMPTY_DECK, LAST_ROUND = 1, 2, 4
"""K7 a, b, c, as bits."""


@rule
def end_reasons(t):
    """K7: (a) a dynasty has no king, (b) a person deck is empty, (c) `max_rounds` rounds are over; 0: play on."""
    reasons = 0
    for seat in range(t.num_players):
        if is_fallen(t, seat):
            reasons |= NO_KING
    for deck in range(DECKS):
        if t.deck_size[deck] == 0:
            reasons |= EMPTY_DECK
    if t.turn == t.max_rounds * t.num_players:
        reasons |= LAST_ROUND
    return reasons


@rule
def finish(t, reasons):
    t.done = 1
    t.step = 0
    tell(t, Told.ENDED, 0, 0, 0, reasons, EVERYBODY)


@rule
def is_fallen(t, seat):
    """K7 a, K18: a dynasty has no king exactly when it has no country."""
    return not has_country(t, seat)


@rule
def royal_score(t, seat):
    """K7: prestige of all kings, spouses and children."""
    score = 0
    for person in range(PERSONS):
        if t.owner[person] == seat and t.place[person] != Place.NOBLE:
            score += PRESTIGE[person]
    return score


@rule
def country_score(t, seat):
    """K7: power of all countries, exhausted ones in full."""
    score = 0
    for country in range(COUNTRIES):
        if t.holder[country] == seat:
            score += POWER[country]
    return score


@rule
def country_count(t, seat):
    count = 0
    for country in range(COUNTRIES):
        if t.holder[country] == seat:
            count += 1
    return count


@rule
def points(t, seat):
    """K7: both parts; dynasties without a king have none."""
    if is_fallen(t, seat):
        return 0
    return royal_score(t, seat) + country_score(t, seat)


@rule
def rank_key(t, seat):
    """K7: points, then the prestige, then the number of countries; without a king: 0."""
    if is_fallen(t, seat):
        return 0
    return (points(t, seat) * 512 + royal_score(t, seat)) * 32 + country_count(t, seat)


@rule
def returns(t, out):
    """Write every seat's returns into `out` (3, 6): row 0 win, 1 rank, 2 points.

    win: winners share +1, the others share -1; all win or nobody wins: 0. rank: linear from +1 to -1, ties averaged.
    points: own points minus the mean of the others', divided by `POINTS_BOUND`.
    """
    n = t.num_players
    best = 0
    total = 0
    for seat in range(n):
        best = max(best, rank_key(t, seat))
        total += points(t, seat)
    winners = 0
    for seat in range(n):
        if best > 0 and rank_key(t, seat) == best:  # K7: still tied, a shared win; all without a king: nobody wins
            winners += 1
    for seat in range(SEATS):
        for row in range(3):
            out[row, seat] = 0.0
    for seat in range(n):
        key = rank_key(t, seat)
        if 0 < winners < n:
            out[0, seat] = 1.0 / winners if key == best else -1.0 / (n - winners)
        above = 0
        below = 0
        for other in range(n):
            above += rank_key(t, other) > key
            below += rank_key(t, other) < key
        out[1, seat] = (below - above) / (n - 1)
        own = points(t, seat)
        out[2, seat] = (own - (total - own) / (n - 1)) / POINTS_BOUND
