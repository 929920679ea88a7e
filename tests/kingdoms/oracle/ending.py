"""Ch. 6: scores, winners, and what each seat gets."""

from .board import COUNTRIES, PERSONS, Save, Seat, family, lands


def royal_points(seat: Seat) -> int:
    """K7: prestige of all kings, spouses and children; 0 without a king."""
    return sum(PERSONS[person].prestige for realm in seat["kings"] for person in family(realm))


def points(save: Save) -> list[int]:
    """K7: and the power of all countries, exhausted ones in full."""
    return [royal_points(seat) + sum(COUNTRIES[country].power for country in lands(seat)) for seat in save["seats"]]


def standing(save: Save) -> list[tuple[bool, int, int, int]]:
    """K7: what dynasties are ranked by: a king, points, the royals' points, the number of countries."""
    each = zip(save["seats"], points(save), strict=True)
    return [(bool(seat["kings"]), total, royal_points(seat), len(lands(seat))) for seat, total in each]


def winners(save: Save) -> set[int]:
    """K7: who has the best standing; nobody, if no dynasty has a king."""
    best = max(standing(save))
    return {number for number, place in enumerate(standing(save)) if place == best} if best[0] else set()


def returns(save: Save, reward: str) -> list[float]:
    """The environment card, "Rewards"."""
    count, won, places = len(save["seats"]), winners(save), standing(save)
    if reward == "win":
        if len(won) in (0, count):
            return [0.0] * count
        return [1 / len(won) if number in won else -1 / (count - len(won)) for number in range(count)]
    if reward == "rank":
        below = [sum(other < place for other in places) for place in places]
        above = [sum(other > place for other in places) for place in places]
        return [(low - high) / (count - 1) for low, high in zip(below, above, strict=True)]
    total = points(save)
    return [(own - (sum(total) - own) / (count - 1)) / 300 for own in total]
