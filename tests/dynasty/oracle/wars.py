"""A second reading of the rulebook: war (§09-03) with all that the expansion adds to it (SW02-06-02, SW02-08)."""

from .phases import DONE, IN_WINDOW, MUSTER, OTHERS, WAR, phase
from .saves import Book, Save, border, decider, dynasty, lord, named, option, others, owner
from .stats import NEUROI, bearer, bears, everybody, holds, occupied, stat
from .witches import second

NEUROI_TARGET = "event:neuroi"
SORTIE = 3  # SW02-08-07: each dynasty sends at least so many


@phase()
def war_target(save: Save, book: Book) -> set[str]:
    """§09-03-01: any country in play but one's own; with `adjacency` only a neighbour of an own territory.

    SW02-06-02: the occupied countries are one, D-R28: which borders on whatever any of them borders on.
    """
    own = decider(save)["territories"]
    targets = {country for seat in others(save) for country in seat["territories"]} | set(save["independent"])
    targets |= {NEUROI} if occupied(save) else set()
    if option(save, "adjacency"):
        targets = {goal for goal in targets if any(border(c, home, book) for c in lands(save, goal) for home in own)}
    led = [goal for goal in targets if commanders(save, save["seat"], goal)]
    return {NEUROI_TARGET if goal == NEUROI else f"country:{goal}" for goal in led}


def lands(save: Save, goal: str) -> list[str]:
    """The countries that are attacked."""
    return occupied(save) if goal == NEUROI else [goal]


def fit(save: Save, person: str, goal: str) -> bool:
    """SW02-08-04: the grounded neither command nor come along, but against the Neuroi."""
    return goal == NEUROI or not bears(save, person, "grounded")


def commanders(save: Save, place: int, goal: str) -> list[str]:
    """§09-03-02: any person of the dynasty; SW02-08-10: who has so what must, D-R53: unless grounded.

    SW02-07-09: a second action is one with her: she commands, or (D-R50) comes as the friend of him who must.
    """
    able = [person for person in dynasty(save["seats"][place]) if fit(save, person, goal)]
    if place == save["turn_player"] and second(save) not in (None, *able):
        return []
    if bearer(save, "so what") in able:
        return [person for person in able if bears(save, person, "so what")]
    return [person for person in able if place != save["turn_player"] or second(save) in (None, person)]


def decisive(save: Save, place: int) -> str | None:
    """SW02-08-08: who of a seat's dynasty has taken warrior's way, and so commands (D-R33)."""
    warrior_ = bearer(save, "warrior's way")
    return warrior_ if warrior_ is not None and owner(save, warrior_) == place else None


def decided(save: Save) -> bool:
    """SW02-08-08, D-R55: whether the war is decided by warrior's way; against the Neuroi it never is."""
    return bearer(save, "warrior's way") is not None and save["declared"]["country"] != NEUROI


@phase(WAR, MUSTER, OTHERS, declared="war")
def warrior(save: Save, book: Book) -> set[str]:
    """SW02-08-08, D-R53: a person of war 1 or more who may command, or nobody.

    D-R55: nobody is a commander yet, which is what sea-4 asks for (§11-03-09).
    """
    if not holds(decider(save), "warrior's way"):
        return {"pass"}
    able = commanders(save, save["seat"], save["declared"]["country"])
    return {"pass"} | named(person for person in able if stat(save, person, "war", book) >= 1)


@phase(WAR, MUSTER)
def war_commander(save: Save, book: Book) -> set[str]:
    """§09-03-02: the attacker must name a person of the own dynasty, any of them."""
    warrior_ = decisive(save, save["seat"])
    return named([warrior_] if warrior_ else commanders(save, save["seat"], save["declared"]["country"]))


@phase(WAR, OTHERS)
def war_defender(save: Save, book: Book) -> set[str]:
    """§09-03-02: the defender may name a person of the own dynasty, or nobody. D-R52: nobody is twice in a war."""
    warrior_ = decisive(save, save["seat"])
    able = [warrior_] if warrior_ else commanders(save, save["seat"], save["declared"]["country"])
    forced = warrior_ is not None or bearer(save, "so what") in able
    return named(person for person in able if person != friend_of_war(save)) | (set() if forced else {"pass"})


def friend_of_war(save: Save) -> str | None:
    """SW02-08-10: who has been called along."""
    friend_: str | None = save["declared"].get("friend")
    return friend_


def friend_defends(save: Save) -> bool:
    """SW02-08-10: whether the friend is on the side of the defender."""
    return friend_of_war(save) is not None and bears(save, save["declared"]["defender"], "so what")


def attacking(save: Save) -> list[str]:
    """§09-03-02, SW02-08-10: the attacking commander, and his friend, who is treated as a commander (D-R52)."""
    leaders = [save["declared"]["actor"], None if friend_defends(save) else friend_of_war(save)]
    return [person for person in leaders if person is not None]


@phase(WAR, OTHERS, declared="war")
def friend(save: Save, book: Book) -> set[str]:
    """SW02-08-10: any person of any dynasty, or nobody; D-R52: not somebody who is in this war already.

    D-R50: in a second action in which another commands it must be she.
    """
    declared = save["declared"]
    if save["seat"] == save["turn_player"] and second(save) not in (None, declared["actor"]):
        return named([second(save) or ""])
    taken = {declared["actor"], declared["defender"], bearer(save, "warrior's way")}
    return {"pass"} | named(p for p in everybody(save) - taken if fit(save, p, declared["country"]))


def engaged(save: Save) -> list[str]:
    """§09-03-05, SW02-08-07, 10: attacker, defender, friend and all who have been sent."""
    declared = save["declared"]
    named_ = [declared["actor"], declared["defender"], friend_of_war(save), *save.get("sent", [])]
    return [person for person in named_ if person is not None]


@phase(WAR, IN_WINDOW, OTHERS, declared="war")
def sortie(save: Save, book: Book) -> set[str]:
    """SW02-08-07, D-R54: at least three persons, all if there are fewer; the commander is one of the three.

    SW02-08-10: so is a friend of this dynasty, who has been forced to sally forth.
    """
    own = dynasty(decider(save))
    there = [person for person in own if person in engaged(save)]
    left = [person for person in own if person not in engaged(save)]
    return named(left) | ({"pass"} if len(there) >= SORTIE or not left else set())


def sallied(save: Save) -> int:
    """SW02-08-07, D-R54: how many have sallied forth in an all-out attack beside the attacking commander."""
    if "all-out attack" not in save.get("events_on_table", []):
        return 0
    return len({*save["sent"], friend_of_war(save)} - {None})


@phase(WAR, DONE, declared="war")
def check_order(save: Save, book: Book) -> set[str]:
    """SW02-08-07: all who took part and are still in play, one after another as the turn player likes."""
    return named(p for p in engaged(save) if p not in save["checked"] and owner(save, p) is not None)


def defends(save: Save) -> int | None:
    """The seat whose country is attacked; nobody for an independent one or the Neuroi."""
    return lord(save, save["declared"]["country"])
