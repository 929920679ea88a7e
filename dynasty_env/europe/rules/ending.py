"""§07: the end of the game, the score for countries, and every seat's returns."""

from dynasty_env.europe.material import COUNTRIES, DECKS, POWER
from dynasty_env.kit.engine import EVERYBODY, GameEnum, given_by_the_game, rule, tell
from dynasty_env.kit.engine.table import SEATS

POINTS_BOUND = 300
"""Divisor of the `points` return: no score reaches it.

The countries have 57 power in all; a king, spouse or child has at most 8 prestige; in Dynasty's expansion each of
twelve witches counts 10 as a spouse.
"""

game_points = game_rank_key = given_by_the_game
game_trace = GameEnum
assert SEATS == 6, "returns names each seat"


@rule
def has_empty_deck(t):
    """§07-01 c, K7 b: is a person deck empty?"""
    for deck in range(DECKS):
        if t.deck_size[deck] == 0:
            return True
    return False


@rule
def finish(t, reasons):
    """End the game and record why. `reasons`: bits that the game defines."""
    t.done = 1
    t.step = 0
    tell(t, game_trace.ENDED, 0, 0, 0, reasons, EVERYBODY)


@rule
def has_country(t, seat):
    """Does the seat have a territory?"""
    for country in range(COUNTRIES):
        if t.holder[country] == seat:
            return True
    return False


@rule
def country_score(t, seat):
    """§07-02 (B), K7: the total power of the seat's territories."""
    score = 0
    for country in range(COUNTRIES):
        if t.holder[country] == seat:
            score += POWER[country]
    return score


@rule
def returns(t, out):
    """Write every seat's returns into `out` (3, 6): row 0 win, 1 rank, 2 points.

    win: winners share +1, the others share -1; 0 for all if everybody wins or nobody does. rank: linear from +1 to -1,
    ties averaged. points: the seat's points minus the mean of the others', divided by `POINTS_BOUND`.

    The game supplies `points(t, seat)` and `rank_key(t, seat)`, a number that is higher for a better place and 0 for a
    seat that cannot win. Both go through all persons, so each is asked only once for each seat.
    """
    n = t.num_players
    keys = key_of(t, 0), key_of(t, 1), key_of(t, 2), key_of(t, 3), key_of(t, 4), key_of(t, 5)
    scores = score_of(t, 0), score_of(t, 1), score_of(t, 2), score_of(t, 3), score_of(t, 4), score_of(t, 5)
    best = 0
    total = 0
    for seat in range(n):
        best = max(best, keys[seat])
        total += scores[seat]
    winners = 0
    for seat in range(n):
        if best > 0 and keys[seat] == best:  # D-R16, K7: still tied: shared win; all ruined: nobody wins
            winners += 1
    for seat in range(SEATS):
        for row in range(3):
            out[row, seat] = 0.0
    for seat in range(n):
        key = keys[seat]
        if 0 < winners < n:
            out[0, seat] = 1.0 / winners if key == best else -1.0 / (n - winners)
        above = 0
        below = 0
        for other in range(n):
            above += keys[other] > key
            below += keys[other] < key
        out[1, seat] = (below - above) / (n - 1)
        own = scores[seat]
        out[2, seat] = (own - (total - own) / (n - 1)) / POINTS_BOUND


@rule
def key_of(t, seat):
    """`rank_key` of a seat; 0 if nobody sits there."""
    return game_rank_key(t, seat) if seat < t.num_players else 0


@rule
def score_of(t, seat):
    """`points` of a seat; 0 if nobody sits there."""
    return game_points(t, seat) if seat < t.num_players else 0
