"""A second reading of the rulebook: whether the dice of an action reach its success value (§08-02-03-01, SW02-07)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from .legal import COUNTING_SUITS
from .saves import JOKER, Book, Save
from .stats import NEUROI, bears, stat
from .witches import free

MOST_PRODUCT = 9_999  # D-R56
DEADLY = 6  # SW02-08-06


def actor(save: Save) -> str | None:
    """SW02-07, SW02-08-06: who acts: the king who marries or procreates, the attacking commander, the recruiter."""
    declared = save["declared"]
    if declared["action"] in ("marriage", "procreation"):
        king: str | None = save["seats"][save["turn_player"]]["king"]
        return king
    acting: str | None = declared["actor"]
    return acting if declared["action"] in ("war", "hire") else None


def acts_as(save: Save, ability: str, book: Book) -> bool:
    """SW02-07: whether the actor of a marriage, war or hire has this ability and can use it (D-R32: no procreation)."""
    able = free(save, save["turn_player"], ability, book)
    return save["declared"]["action"] in ("marriage", "war", "hire") and actor(save) in able


def success_value(save: Save, table: Iterable[tuple[str, int]], book: Book) -> int:
    """§08-02-03-01 c: the highest counting card, or 0; SW02-06-02: against the Neuroi all of them; SW02-07-02."""
    declared = save["declared"]
    suits = COUNTING_SUITS[declared["action"]]
    numbers = [number for card, number in table if card == JOKER or card[0] in suits]
    if declared["action"] == "war" and acts_as(save, "evil_eye", book):
        war = stat(save, declared["actor"], "war", book)
        numbers = [number - war for number in numbers]
    return sum(numbers) if declared["country"] == NEUROI else max(numbers, default=0)


def slashed(save: Save, rolled: Sequence[int]) -> bool:
    """SW02-08-06, D-R57: a gale slash in which a 6 was rolled: the actor dies, and the action fails."""
    return bears(save, actor(save), "gale slash") and DEADLY in rolled


def total(save: Save, dice: Sequence[int], book: Book) -> int:
    """What the dice count: their sum; SW02-07-06 gale; SW02-07-07 might; SW02-08-06 their product (D-R58)."""
    faces = list(dice)
    if faces and acts_as(save, "gale", book):
        faces = [max(faces)] * len(faces)
    if faces and acts_as(save, "might", book):
        faces.remove(max(dice))
        faces.append(2 * max(dice))
    if bears(save, actor(save), "gale slash"):
        return min(MOST_PRODUCT, prod(faces)) if faces else 0
    return sum(faces)


def succeeds(
    save: Save, table: Iterable[tuple[str, int]], rolled: Sequence[int], dice: Sequence[int], book: Book
) -> bool:
    """§08-02-03-01 d: the dice, as they were rolled and as a deflection has changed them, reach the success value."""
    if slashed(save, rolled):
        return False
    if 1 in rolled and acts_as(save, "ballistics", book):  # SW02-07-04, D-R67
        return True
    return total(save, dice, book) >= success_value(save, table, book)
