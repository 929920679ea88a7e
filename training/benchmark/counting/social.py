"""Who is best by majorities: a ranking that knows no distances, beside the ratings.

Each deal votes on each two bots that have played it: for the one whose seats won more of it, over all compositions and
rotations. Ranked pairs (Tideman 1987) turn the majorities into an order: the clearest come first, and one that would
close a circle with clearer ones is left out. A rank counts the bots that stand above, directly or by way of others.
"""

from collections.abc import Mapping, Sequence

Margins = Mapping[tuple[str, str], float]
"""For two bots: the part of the votes for the first, less that for the second. Each two stand here once, or not."""


def ranked_pairs(bots: Sequence[str], margins: Margins) -> dict[str, int]:
    """The rank of each bot, 1 for the best: one more than the number of bots that stand above it."""
    clear = [((a, b), margin) if margin > 0 else ((b, a), -margin) for (a, b), margin in margins.items() if margin]
    above: dict[str, set[str]] = {bot: set() for bot in bots}
    for (winner, loser), _ in sorted(clear, key=lambda pair: (-pair[1], pair[0])):
        if loser not in above[winner] and winner != loser:
            higher = {winner, *above[winner]}
            for bot in bots:
                if bot == loser or loser in above[bot]:
                    above[bot] |= higher
    return {bot: 1 + len(above[bot]) for bot in bots}


def circles(ranks: Mapping[str, int], margins: Margins) -> list[tuple[str, str]]:
    """The majorities (winner, loser) that the ranking had to overrule, since they closed a circle."""
    clear = [(a, b) if margin > 0 else (b, a) for (a, b), margin in margins.items() if margin]
    return sorted((winner, loser) for winner, loser in clear if ranks[winner] > ranks[loser])
