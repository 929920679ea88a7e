"""A second reading of the rulebook: the points, and who wins (§07, SW02-05, SW02-06-03)."""

from dataclasses import dataclass

from .saves import Book, Save, printed
from .stats import occupied, royal_prestige, stat, witch_spouses

WITCH_POINTS = 10  # SW02-05
TIES = ("prestige", "governance", "war", "ambition", "life", "fertility")  # §07-02: how tied kings are compared


@dataclass(frozen=True)
class Score:
    """One dynasty's points (§07-02), and what settles a tie."""

    seat: int
    ruined: bool
    points: int  # A + B and the witches; 0 when ruined
    a: int  # prestige of the royals, everything counted
    b: int  # power of the territories
    king: tuple[int, ...]  # as in TIES


def scores(save: Save, book: Book | None = None) -> list[Score]:
    """§07: the points of every dynasty, by seat; a ruined one has none."""
    return [_score(save, place, book or printed()) for place in range(len(save["seats"]))]


def _score(save: Save, place: int, book: Book) -> Score:
    seat = save["seats"][place]
    ruined = seat["childless"] or not seat["territories"] or seat.get("fallen", False)  # D-R68
    a = royal_prestige(save, seat, book)
    b = sum(book.countries[country].power for country in seat["territories"])
    points = a + b + WITCH_POINTS * len(witch_spouses(seat, book))
    return Score(place, ruined, 0 if ruined else points, a, b, _king(save, seat["king"], book))


def _king(save: Save, king: str | None, book: Book) -> tuple[int, ...]:
    """§07-02: what a king is compared by in a tie, in the book's order."""
    return () if king is None else tuple(stat(save, king, name, book) for name in TIES)


def neuroi_win(save: Save, book: Book | None = None) -> bool:
    """SW02-06-03: while they are on the table, and nobody has more points than their countries have power."""
    cards = book or printed()
    power = sum(cards.countries[country].power for country in occupied(save))
    return bool(occupied(save)) and all(score.points <= power for score in scores(save, cards))


def winners(save: Save, book: Book | None = None) -> set[int]:
    """§07-02, D-R16: most points, then A, then the king; still tied they share it; nobody when all are ruined.

    D-R60: nobody when the Neuroi have won.
    """
    if neuroi_win(save, book):
        return set()
    standing = [score for score in scores(save, book) if not score.ruined]
    best = max(((score.points, score.a, score.king) for score in standing), default=None)
    return {score.seat for score in standing if (score.points, score.a, score.king) == best}
