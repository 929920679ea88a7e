"""A second reading of the rulebook: events that lie with persons (SW02-08), and what the six stats are with them."""

from .saves import POPE_BONUS, Book, Person, Save, Seat, able, by_sea, dynasty, other_sex, owner, royals

NEUROI = "the Neuroi"  # SW02-06-02: how a declaration of war names all occupied countries, which are one
ADMIRATION_BONUS = 3  # SW02-08-03
DOLL_BONUS = 1  # SW02-08-05
NOT_JEALOUS = {"ambition": 4, "life": 5}  # SW02-08-11; all else 0
WAR_AT_SEA = 4  # §11-03-09
LINE = ("CC", "C", "CP", "P")  # D-R3: neighbours are "the same"


def bearer(save: Save, event: str) -> str | None:
    """SW02-08: who has this event attached."""
    return next((lain["person"] for lain in save.get("attached", []) if lain["event"] == event), None)


def bears(save: Save, person: str | None, event: str) -> bool:
    """SW02-08: whether this person has the event attached."""
    return person is not None and bearer(save, event) == person


def holds(seat: Seat, event: str) -> bool:
    """SW02-04: whether this event lies face down before a seat."""
    return any(lying["event"] == event for lying in seat.get("events", []))


def occupied(save: Save) -> list[str]:
    """SW02-06: the countries under the Neuroi card."""
    return list(save.get("occupied", []))


def has_doll(save: Save, seat: Seat) -> bool:
    """SW02-08-05: whether the doll is the spouse of this seat's king."""
    return bears(save, seat["king"], "doll")


def married(save: Save, seat: Seat) -> bool:
    """§05-02, D-R48: whether this seat's king has a spouse, or the doll."""
    return bool(seat["spouses"]) or has_doll(save, seat)


def may_marry(save: Save, seat: Seat) -> bool:
    """§09-01-01 a, SW02-08-12: an unmarried king, or one with polygamy. D-R27: nobody where there is no king."""
    return seat["king"] is not None and (not married(save, seat) or bears(save, seat["king"], "polygamy"))


def fertile(save: Save, seat: Seat, book: Book) -> list[str]:
    """§09-02-01, D-R19, SW02-03: the spouses with whom this seat's king can procreate."""
    king = seat["king"]
    spouses = [] if king is None else [spouse for spouse in seat["spouses"] if other_sex(king, spouse, book)]
    return [spouse for spouse in spouses if parents_decks(save, king, spouse, book)]


def parents_decks(save: Save, king: str, spouse: str, book: Book) -> set[str]:
    """§09-02-03, SW02-03: the bloodline colours of two parents for which there are decks."""
    return {book.persons[parent].colour for parent in (king, spouse)} & set(save["person_decks"])


def faith(card: Person) -> str:
    """SW02-02: a witch's religion is what stands before the W."""
    return card.religion.removesuffix("W")


def same_faith(one: Person, other: Person) -> bool:
    """§05-03, D-R3: neighbours on the line; §11-02: Suleiman I is different from everybody."""
    first, second = faith(one), faith(other)
    return first in LINE and second in LINE and abs(LINE.index(first) - LINE.index(second)) <= 1


def stat(save: Save, person: str, name: str, book: Book) -> int:
    """§05-01 c … h as everything on the table makes it: doll, then admiration and pope; D-R65: not jealous is final."""
    if bears(save, person, "not jealous"):
        return NOT_JEALOUS.get(name, 0)
    card = book.persons[person]
    value: int = getattr(card, name)
    if bears(save, person, "doll"):
        value += DOLL_BONUS
    if name == "fertility" and bears(save, person, "admiration"):
        value += ADMIRATION_BONUS
    if name == "prestige" and faith(card) in ("CC", "C") and owner(save, person) == save["pope"] is not None:
        value += POPE_BONUS  # §11-01
    return value


def prestige(save: Save, person: str, book: Book) -> int:
    """§11-01: +2 for the persons of religion CC or C in the dynasty that holds the pope."""
    return stat(save, person, "prestige", book)


def war(save: Save, commander: str, book: Book) -> int:
    """§11-03-09: a commander's war, which counts 4 when the attacked country is joined by sea to the attacker's.

    D-R65: against the Neuroi any occupied country; not jealous is final.
    """
    goal = save["declared"]["country"]
    goals = occupied(save) if goal == NEUROI else [goal]
    lands = save["seats"][save["turn_player"]]["territories"]
    joined = any(by_sea(country, land, book) for country in goals for land in lands)
    if joined and able(save, [commander], "sea_4", book) and not bears(save, commander, "not jealous"):
        return WAR_AT_SEA
    return stat(save, commander, "war", book)


def everybody(save: Save) -> set[str]:
    """§05-02: the persons of all dynasties."""
    return {person for seat in save["seats"] for person in dynasty(seat)}


def witch_spouses(seat: Seat, book: Book) -> list[str]:
    """SW02-05: the spouses who are witches."""
    return [spouse for spouse in seat["spouses"] if is_witch(book.persons[spouse])]


def is_witch(card: Person) -> bool:
    """SW02-02: W after the religion."""
    return card.religion.endswith("W")


def royal_prestige(save: Save, seat: Seat, book: Book) -> int:
    """§07-02 A: prestige of the royals, everything counted."""
    return sum(prestige(save, person, book) for person in royals(seat))
