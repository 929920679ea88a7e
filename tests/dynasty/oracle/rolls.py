"""A second reading of the rulebook: whether the dice of an action reach its success value (§08-02-03-01, SW02-07)."""

from collections.abc import Iterable, Sequence
from math import prod

from .phases import COUNTING_SUITS
from .saves import JOKER, Book, Save, owner
from .stats import NEUROI, bears, stat
from .wars import attacking
from .witches import free

MOST_PRODUCT = 9_999  # D-R56
DEADLY = 6  # SW02-08-06


def acting(save: Save) -> list[str]:
    """SW02-07, SW02-08-06: who acts: the king who marries or procreates, the recruiter, who commands the attack.

    D-R52: a friend is treated as a commander, so that in an attack there may be two.
    """
    declared = save["declared"]
    if declared["action"] == "war":
        return attacking(save)
    king = save["seats"][save["turn_player"]]["king"]
    by_kind = {"marriage": king, "procreation": king, "hire": declared["actor"]}
    who = by_kind.get(declared["action"])
    return [] if who is None else [who]


def using(save: Save, ability: str, book: Book) -> str | None:
    """SW02-07: who acts in a marriage, war or hire and can use this ability (D-R32: no procreation)."""
    if save["declared"]["action"] not in ("marriage", "war", "hire"):
        return None
    return next((p for p in acting(save) if p in free(save, owner(save, p), ability, book)), None)


def success_value(save: Save, table: Iterable[tuple[str, int]], book: Book) -> int:
    """§08-02-03-01 c: the highest counting card, or 0; SW02-06-02: against the Neuroi all of them; SW02-07-02."""
    declared = save["declared"]
    suits = COUNTING_SUITS[declared["action"]]
    numbers = [number for card, number in table if card == JOKER or card[0] in suits]
    witch = using(save, "evil_eye", book)
    if declared["action"] == "war" and witch is not None:
        war = stat(save, witch, "war", book)
        numbers = [number - war for number in numbers]
    return sum(numbers) if declared["country"] == NEUROI else max(numbers, default=0)


def slasher(save: Save) -> str | None:
    """SW02-08-06: who acts and has gale slash."""
    return next((person for person in acting(save) if bears(save, person, "gale slash")), None)


def slashed(save: Save, rolled: Sequence[int]) -> bool:
    """SW02-08-06, D-R57: a gale slash in which a 6 was rolled: its bearer dies, and the action fails."""
    return slasher(save) is not None and DEADLY in rolled


def total(save: Save, dice: Sequence[int], book: Book) -> int:
    """What the dice count: their sum; SW02-07-06 gale; SW02-07-07 might; SW02-08-06 their product (D-R58)."""
    faces = list(dice)
    if faces and using(save, "gale", book):
        faces = [max(faces)] * len(faces)
    if faces and using(save, "might", book):
        faces.remove(max(dice))
        faces.append(2 * max(dice))
    if slasher(save) is not None:
        return min(MOST_PRODUCT, prod(faces)) if faces else 0
    return sum(faces)


def succeeds(
    save: Save, table: Iterable[tuple[str, int]], rolled: Sequence[int], dice: Sequence[int], book: Book
) -> bool:
    """§08-02-03-01 d: the dice, as they were rolled and as a deflection has changed them, reach the success value."""
    if slashed(save, rolled):
        return False
    if 1 in rolled and using(save, "ballistics", book):  # SW02-07-04, D-R67
        return True
    return total(save, dice, book) >= success_value(save, table, book)
