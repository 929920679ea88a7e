"""A second reading of the rulebook: witches (SW02-02, SW02-07), as far as their abilities are choices or numbers."""

from collections.abc import Iterable

from .phases import DONE, OTHERS, ROLLED, phase
from .saves import COLOURS, JOKER, Book, Save, decider, decks, dynasty, named
from .stats import everybody, faith, is_witch, married, prestige

HEALING = "healing"
WITCH_ABILITIES = frozenset(
    {
        HEALING,
        "evil_eye",
        "spatial_sense",
        "ballistics",
        "lightning",
        "gale",
        "might",
        "heat_ray",
        "hyper_speed",
        "foresight",
        "wide_search",
        "deflection",
    }
)
FACES = range(1, 7)
SECOND_ACTIONS = frozenset({"pass", "marriage", "war", "hire"})  # SW02-07-09


def free(save: Save, place: int | None, ability: str, book: Book) -> list[str]:
    """SW02-02: who in a seat's dynasty can use this ability: no spouse, no married king; the Healer always."""
    if place is None:
        return []
    seat = save["seats"][place]
    bound = [*seat["spouses"], *([seat["king"]] if married(save, seat) else [])]
    gifted = [person for person in dynasty(seat) if book.persons[person].ability == ability]
    return [p for p in gifted if is_witch(book.persons[p]) and (ability == HEALING or p not in bound)]


def second(save: Save) -> str | None:
    """SW02-07-09: who is the actor of the second action that is under way."""
    actor: str | None = save.get("second")
    return actor


def actors(save: Save, persons: Iterable[str]) -> list[str]:
    """SW02-07-09: those of these persons who may act: in a second action she alone."""
    return [person for person in persons if second(save) in (None, person)]


@phase()
def foresight(save: Save, book: Book) -> set[str]:
    """SW02-07-10: keep the top card of the chosen deck, or put it back and reshuffle."""
    return {"keep", "reshuffle"} if free(save, save["seat"], "foresight", book) else {"keep"}


@phase(declared="lightning")
def lightning_target(save: Save, book: Book) -> set[str]:
    """SW02-07-05, D-R63: any person of any dynasty whose prestige is below hers."""
    own = [prestige(save, witch, book) for witch in free(save, save["seat"], "lightning", book)]
    return named(p for p in everybody(save) if own and prestige(save, p, book) < max(own))


@phase(declared="search")
def search_ace(save: Save, book: Book) -> set[str]:
    """SW02-07-11: an ace from the hand; D-R2: a joker is none."""
    return {f"card:{card}" for card in decider(save)["hand"] if card != JOKER and card[1:] == "A"}


@phase(DONE, declared="search")
def search_deck(save: Save, book: Book) -> set[str]:
    """SW02-07-11, D-R51: any person deck that has cards."""
    return decks(save, COLOURS)


@phase(DONE, declared="search")
def search_person(save: Save, book: Book) -> set[str]:
    """SW02-07-11: a person of the deck, never an event, or nobody."""
    deck = save["person_decks"][searched(save)]
    return {"pass"} | named(card for card in deck if not card.startswith("event:"))


def searched(save: Save) -> str:
    """The colour of the deck that is looked through: which of the four it is stands in the decision's frame."""
    return COLOURS[save["frame"]["a"]]


def can_search(save: Save, book: Book) -> bool:
    """D-R51: she is free, there is an ace in hand, and a deck with cards."""
    return bool(free(save, save["seat"], "wide_search", book) and search_ace(save, book) and search_deck(save, book))


@phase(ROLLED, OTHERS, declared="marriage war hire")
def dice(save: Save, book: Book) -> set[str]:
    """SW02-07-12: one of the dice that show a face becomes any other, or everything stays as it is."""
    return {"pass"} | {f"dice:{shown}->{face}" for shown in set(save["dice"]) for face in FACES if face != shown}


def protestant(save: Save, person: str, book: Book) -> bool:
    """§11-03-11: of religion P or CP, a witch too."""
    return faith(book.persons[person]) in ("P", "CP")
