"""A second reading of the rulebook: what can never be on the table."""

from collections import Counter
from collections.abc import Iterator

from .course import course
from .events import EVENTS, event_places
from .expansion import expansion
from .phases import CARDS, COUNTING_SUITS, IN_WINDOW, PHASES, ROLLED, SETUP
from .saves import (
    COLOURS,
    JOKER,
    JOKERS_A_PACK,
    OTTOMAN_EMPIRE,
    RANKS,
    SUITS,
    SULEIMAN,
    Book,
    Save,
    able,
    dynasty,
    lord,
    option,
    other_sex,
    owner,
    printed,
)
from .stats import bears, has_doll, occupied


def invariants(save: Save, strict: bool = True, book: Book | None = None) -> list[str]:
    """Complaints, in words, about a save that breaks the game's physical truths.

    `strict` asks for everything that holds at every decision of a dealt game: each card is somewhere, hands are as
    large as the turn allows, nobody is asked a question with one answer. Without it a save may lack cards.
    """
    cards = in_the_game(save, book or printed())
    complaints = [*_holders(save), *_places(save, cards, strict)]
    if complaints:  # the rest reads the cards by name
        return complaints
    complaints += [*_families(save, cards), *_table(save), *expansion(save, cards)]
    return complaints + (course(save, cards) if strict else [])


def in_the_game(save: Save, book: Book) -> Book:
    """The cards of this game: the expansion's are in it with the option `witches` alone."""
    if option(save, "witches"):
        return book
    return Book({name: card for name, card in book.persons.items() if not card.expansion}, book.countries)


def _holders(save: Save) -> Iterator[str]:
    """As many seats as players; the pope, the scythe and the turn are at one of them."""
    count = len(save["seats"])
    if not 2 <= count <= 6:
        yield f"{count} seats at the table"
    if option(save, "num_players") not in (None, count):
        yield f"{count} seats for {option(save, 'num_players')} players"
    roles = ["first_player"]
    if save["phase"] != "end":
        roles += ["seat"]
    if save["phase"] not in SETUP:  # §08-01 hands out the pope and the scythe when all persons are chosen
        roles += ["turn_player", "pope", "scythe"]
    yield from (f"{role} is {save[role]!r}, no seat" for role in roles if save[role] not in range(count))
    if save["phase"] not in PHASES:
        yield f"the game has no phase {save['phase']!r}"


def _places(save: Save, book: Book, strict: bool) -> Iterator[str]:
    """Every person, event, country and playing card lies in one place."""
    persons = Counter(person for place in person_places(save).values() for person in place)
    yield from _count("person", persons, dict.fromkeys(book.persons, 1), strict)
    events = Counter(event for place in event_places(save).values() for event in place)
    yield from _count("event", events, dict.fromkeys(EVENTS if option(save, "witches") else (), 1), strict)
    countries = Counter(country for place in country_places(save).values() for country in place)
    deal = dict.fromkeys(book.countries, 1)
    if countries[OTTOMAN_EMPIRE] == 0:
        deal.pop(OTTOMAN_EMPIRE, None)  # it waits outside the deal for Suleiman I
    yield from _count("country", countries, deal, strict)
    cards = Counter(card for place in card_places(save).values() for card in place)
    packs = option(save, "packs")
    pack = dict.fromkeys((suit + rank for suit in SUITS for rank in RANKS), packs) | {JOKER: JOKERS_A_PACK * packs}
    yield from _count("card", cards, pack, strict)


def _count(kind: str, found: Counter[str], due: dict[str, int], strict: bool) -> Iterator[str]:
    for name in sorted(found.keys() | due.keys()):
        if name not in due:
            yield f"there is no {kind} {name!r}"
        elif found[name] > due[name] or (strict and found[name] < due[name]):
            yield f"{kind} {name} lies in {found[name]} places instead of {due[name]}"


def person_places(save: Save) -> dict[str, list[str]]:
    """Where persons can be."""
    places = {f"seat {number}": dynasty(seat) for number, seat in enumerate(save["seats"])}
    places |= {f"{colour} deck": persons_of(deck) for colour, deck in save["person_decks"].items()}
    places |= {"the Neuroi": save.get("under_neuroi", [])}
    return places | {"wanderers": save["wanderers"], "removed": save["removed"]}


def persons_of(deck: list[str]) -> list[str]:
    """SW02-01: the persons of a deck, which has events too."""
    return [card for card in deck if not card.startswith("event:")]


def country_places(save: Save) -> dict[str, list[str]]:
    """Where countries can be."""
    places = {f"seat {number}": seat["territories"] for number, seat in enumerate(save["seats"])}
    places |= {"the Neuroi": occupied(save)}
    return places | {"independent": save["independent"], "removed": save["removed_countries"]}


def card_places(save: Save) -> dict[str, list[str]]:
    """Where playing cards can be."""
    places = {f"hand {number}": seat["hand"] for number, seat in enumerate(save["seats"])}
    on_table = [played["card"] for played in save["on_table"]]
    return places | {"pack": save["pack"], "discards": save["discards"], "table": on_table}


def _families(save: Save, book: Book) -> Iterator[str]:
    """§05-02, §10-02, §11-02: kings and spouses; who lies in a deck; Suleiman I and the Ottoman Empire."""
    for number, seat in enumerate(save["seats"]):
        king = seat["king"]
        rebel = able(save, [king], "revolution", book)
        if len(seat["spouses"]) + has_doll(save, seat) > 1 and not (bears(save, king, "polygamy") or rebel):
            yield f"seat {number} has {len(seat['spouses'])} spouses"
        if king is None and (seat["spouses"] or seat["children"]):
            yield f"seat {number} has royals without a king"
        if king is not None and not rebel:  # D-R19: a spouse of the rebel's own sex stays
            same = [spouse for spouse in seat["spouses"] if not other_sex(king, spouse, book)]
            yield from (f"{spouse} of seat {number} has the king's sex" for spouse in same)
        if seat["childless"] and king is not None:
            yield f"the king of seat {number} died childless, but {king} is king"
    for colour, deck in save["person_decks"].items():
        base = [book.persons[person] for person in persons_of(deck) if not book.persons[person].expansion]
        yield from (f"{card.name} lies in the {colour} deck" for card in base if card.colour != colour)
    if set(save["person_decks"]) != set(COLOURS):
        yield f"the person decks are {sorted(save['person_decks'])}"
    if SULEIMAN in save["wanderers"]:
        yield f"{SULEIMAN} is a wanderer"
    appeared = owner(save, SULEIMAN) is not None
    in_play = lord(save, OTTOMAN_EMPIRE) is not None or OTTOMAN_EMPIRE in save["independent"]
    if in_play and not appeared:
        yield f"the {OTTOMAN_EMPIRE} is in play without {SULEIMAN}"
    if appeared and not in_play:
        yield f"{SULEIMAN} is in play without the {OTTOMAN_EMPIRE}"


def _table(save: Save) -> Iterator[str]:
    """§04, §08-02-03-01: what a card on the table counts, and when one lies there."""
    on_table = save["on_table"]
    if on_table and save["phase"] not in CARDS | IN_WINDOW | ROLLED:
        yield f"{len(on_table)} cards on the table in phase {save['phase']}"
        return
    suits = COUNTING_SUITS.get(save["declared"]["action"], frozenset())
    for played in on_table:
        card, number, seat = played["card"], played["number"], played["seat"]
        unnamed = card == JOKER and not number and seat is None and save["phase"] == "joker"
        if not unnamed and number not in (range(1, 14) if card == JOKER else [RANKS[card[1:]]]):
            yield f"{card} on the table counts {number}"
        if seat is not None and seat not in range(len(save["seats"])):
            yield f"{card} was played by {seat!r}, no seat"
        if seat is not None and card != JOKER and card[0] not in suits:
            yield f"{card} was played in {save['declared']['action']}, where it does not count"
        if seat is None and save["phase"] in IN_WINDOW | {"interrupt"}:
            yield f"the pack supplied {card} before the window closed"
