"""A second reading of the rulebook: what is allowed, who wins, and what can never be on the table.

Written from the book and its rulings alone, over save files, with dicts and sets. It shares nothing with the
games but the two lists of cards, so that the engine and the book can be compared at every decision.
It covers the base game; special abilities (ch. 5) and the expansion (ch. 6) have no effect here.
§ is the book's number, "ch." the rules page's.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Save = dict[str, Any]
Seat = dict[str, Any]

DATA = Path(__file__).resolve().parents[2] / "dynasty_env" / "dynasty" / "data"

COLOURS = ("yellow", "blue", "red", "green")  # §05-01: one person deck for each
RANKS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 11, "Q": 12, "K": 13}  # §04
SUITS = "SHDC"
SIDES = ("north", "east", "south", "west")  # §06-01 c
RED, BLACK = frozenset("HD"), frozenset("SC")  # §04
JOKER = "JOKER"
JOKERS_A_PACK = 2
POPE = "pope"
POPE_BONUS = 2  # §11-01
HAND_LIMIT = 5  # §08-02-04
SULEIMAN = "Suleiman I"
OTTOMAN_EMPIRE = "Ottoman Empire"

COUNTING_SUITS = {  # §09: "the suits used" of each action that is tried with cards
    "marriage": RED,
    "procreation": RED,
    "war": BLACK,
    "hire": BLACK,
    "incite": BLACK,
}

SETUP_PHASES = frozenset({"setup_deck", "setup_king"})
CARD_PHASES = frozenset({"interrupt", "joker"})  # the only decisions with cards on the table
REAPER_PHASES = frozenset({"reaper_target", "veto"})
AFTERMATH_PHASES = frozenset({"discard_wanderer", "discard_card"})


@dataclass(frozen=True)
class Person:
    """One person card (§05-01)."""

    name: str
    colour: str
    sex: str
    war: int
    governance: int
    prestige: int
    fertility: int
    life: int
    ambition: int
    religion: str


@dataclass(frozen=True)
class Country:
    """One country card (§06-01), with the countries on its four sides."""

    name: str
    power: int
    neighbours: frozenset[str]


@dataclass(frozen=True)
class Book:
    """The cards of a game, by name."""

    persons: dict[str, Person]
    countries: dict[str, Country]


@cache
def printed() -> Book:
    """The cards of the base game as the two lists print them: 20 persons a colour and Suleiman I, 21 countries."""
    persons = [
        Person(
            name=row["name"],
            colour=row["colour"].lower(),
            sex=row["sex"],
            war=int(row["war"]),
            governance=int(row["governance"]),
            prestige=int(row["prestige"]),
            fertility=int(row["fertility"]),
            life=int(row["life"]),
            ambition=int(row["ambition"]),
            religion=row["religion"],
        )
        for row in _rows("persons.csv")
    ]
    countries = [
        Country(row["name"], int(row["power"]), frozenset(filter(None, (row[side] for side in SIDES))))
        for row in _rows("countries.csv")
    ]
    return Book({p.name: p for p in persons}, {c.name: c for c in countries})


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# ---------------------------------------------------------------------------------------------- reading a save


def option(save: Save, name: str) -> Any:
    """An option of the game, or its default (ch. "Terms")."""
    defaults = {"packs": 1, "adjacency": False, "kin_marriage": True, "ask_forced": False}
    return save.get("options", {}).get(name, defaults.get(name))


def royals(seat: Seat) -> list[str]:
    """§05-02: king, spouse and children."""
    return [*([seat["king"]] if seat["king"] else []), *seat["spouses"], *seat["children"]]


def dynasty(seat: Seat) -> list[str]:
    """§05-02: all persons of a dynasty, royals and courtiers."""
    return [*royals(seat), *seat["courtiers"]]


def decider(save: Save) -> Seat:
    """The seat that decides now."""
    seat: Seat = save["seats"][save["seat"]]
    return seat


def others(save: Save) -> list[Seat]:
    """Every seat but the deciding one."""
    return [seat for place, seat in enumerate(save["seats"]) if place != save["seat"]]


def owner(save: Save, person: str | None) -> int | None:
    """The seat that a person (or the pope, D-R13) belongs to; nobody for a wanderer."""
    if person == POPE:
        pope: int = save["pope"]
        return pope
    return next((place for place, seat in enumerate(save["seats"]) if person in dynasty(seat)), None)


def lord(save: Save, country: str | None) -> int | None:
    """The seat whose territory a country is (§06-02); nobody for an independent one."""
    return next((place for place, seat in enumerate(save["seats"]) if country in seat["territories"]), None)


def prestige(save: Save, person: str, book: Book) -> int:
    """§11-01: +2 for the persons of religion CC or C in the dynasty that holds the pope."""
    card = book.persons[person]
    home = owner(save, person)
    blessed = card.religion in ("CC", "C") and home is not None and home == save["pope"]
    return card.prestige + (POPE_BONUS if blessed else 0)


def other_sex(one: str, other: str, book: Book) -> bool:
    """§05-01 a: whether two persons are of different sex."""
    return book.persons[one].sex != book.persons[other].sex


def named(persons: Iterable[str]) -> set[str]:
    """The actions that name these persons, or the pope."""
    return {POPE if person == POPE else f"person:{person}" for person in persons}


# --------------------------------------------------------------------------------- §08-01 set-up, §08-02 a turn


def setup_deck(save: Save, book: Book) -> set[str]:
    """§08-01: three persons from decks of one's choice, not all three from one. Suleiman I lies in the blue deck."""
    drawn = [book.persons[person].colour for person in decider(save)["courtiers"]]
    spent = {drawn[0]} if len(drawn) == 2 and drawn[0] == drawn[1] else set()
    return decks(save, set(COLOURS) - spent)


def setup_king(save: Save, book: Book) -> set[str]:
    """§08-01: one of the three persons turned up becomes king."""
    return named(decider(save)["courtiers"])


def recruit(save: Save, book: Book) -> set[str]:
    """§08-02-02: any person deck that has cards."""
    return decks(save, COLOURS)


def decks(save: Save, colours: Iterable[str]) -> set[str]:
    """The decks of these colours that have cards."""
    return {f"deck:{colour}" for colour in colours if save["person_decks"].get(colour)}


def action(save: Save, book: Book) -> set[str]:
    """§08-02-03: a kind of action that can be declared in full, or pass."""
    possible = {
        "marriage": marriage_target(save, book),
        "procreation": procreation_spouse(save, book),
        "war": war_target(save, book) if dynasty(decider(save)) else set(),
        "hire": hire_candidate(save, book) if dynasty(decider(save)) else set(),
        "incite": incite_target(save, book),
        "reaper": reaper_target(save, book) if save["scythe"] == save["seat"] else set(),
    }
    return {"pass"} | {kind for kind, choices in possible.items() if choices}


def discard_wanderer(save: Save, book: Book) -> set[str]:
    """§08-02-04: any of the wanderers."""
    return named(save["wanderers"])


def discard_card(save: Save, book: Book) -> set[str]:
    """§08-02-04: any card of the hand."""
    return {f"card:{card}" for card in decider(save)["hand"]}


# ------------------------------------------------------------------------------------------- §09 kinds of action


def marriage_target(save: Save, book: Book) -> set[str]:
    """§09-01-02: of the other sex than the own king, no king, unmarried, anywhere on the table; D-R10."""
    own = decider(save)
    if own["king"] is None or own["spouses"]:
        return set()
    unmarried = {person for seat in save["seats"] for person in [*seat["children"], *seat["courtiers"]]}
    unmarried |= set(save["wanderers"])
    if not option(save, "kin_marriage"):
        unmarried -= set(own["children"])
    return named(person for person in unmarried if other_sex(own["king"], person, book))


def procreation_spouse(save: Save, book: Book) -> set[str]:
    """§09-02-01: the spouse, whatever decks are left (D-R11 asks for those only at the birth)."""
    own = decider(save)
    if own["king"] is None:
        return set()
    return named(spouse for spouse in own["spouses"] if other_sex(own["king"], spouse, book))


def birth_deck(save: Save, book: Book) -> set[str]:
    """§09-02-03: the deck of the king's colour or of the spouse's; D-R11: only one that has cards."""
    own = decider(save)
    return decks(save, {book.persons[parent].colour for parent in [own["king"], *own["spouses"]]})


def war_target(save: Save, book: Book) -> set[str]:
    """§09-03-01: any country in play but one's own; with `adjacency` only a neighbour of an own territory."""
    own = decider(save)["territories"]
    targets = {country for seat in others(save) for country in seat["territories"]} | set(save["independent"])
    if option(save, "adjacency"):
        targets = {country for country in targets if any(border(country, home, book) for home in own)}
    return {f"country:{country}" for country in targets}


def border(one: str, other: str, book: Book) -> bool:
    """§06-01 c: whether two countries are neighbours, by land or by sea."""
    return other in book.countries[one].neighbours or one in book.countries[other].neighbours


def war_commander(save: Save, book: Book) -> set[str]:
    """§09-03-02: the attacker must name a person of the own dynasty, any of them."""
    return named(dynasty(decider(save)))


def war_defender(save: Save, book: Book) -> set[str]:
    """§09-03-02: the defender may name a person of the own dynasty, or nobody."""
    return named(dynasty(decider(save))) | {"pass"}


def hire_recruiter(save: Save, book: Book) -> set[str]:
    """§09-04-01: any person of the own dynasty."""
    return named(dynasty(decider(save)))


def hire_candidate(save: Save, book: Book) -> set[str]:
    """§09-04-02: any wanderer."""
    return named(save["wanderers"])


def incite_target(save: Save, book: Book) -> set[str]:
    """§09-05-01: a person of another dynasty who is no king."""
    return named(p for seat in others(save) for p in [*seat["spouses"], *seat["children"], *seat["courtiers"]])


def reaper_target(save: Save, book: Book) -> set[str]:
    """§09-06-01, §11-01: any person of any dynasty, or the pope, but none that was refused in this turn; D-R13."""
    mortals = {person for seat in save["seats"] for person in dynasty(seat)} | {POPE}
    return named(mortals - set(save["refused"]))


def veto(save: Save, book: Book) -> set[str]:
    """§09-06-01: another dynasty may refuse once in a turn when its own person (D-R13: or the pope) is named."""
    asked = owner(save, save["declared"]["target"]) == save["seat"] != save["turn_player"]
    return {"pass", "declare"} if asked and not decider(save)["vetoed"] else {"pass"}


# ------------------------------------------------------------------------------------------ §08-02-03-01 the cards


def interrupt(save: Save, book: Book) -> set[str]:
    """§08-02-03-01: any seat may play a hand card of the counting suits; a joker counts as any (§04, D-R2)."""
    suits = COUNTING_SUITS[save["declared"]["action"]]
    hand = decider(save)["hand"]
    cards = {f"card:{card}" for card in hand if card != JOKER and card[0] in suits}
    return {"pass"} | cards | (joker(save, book) if JOKER in hand else set())


def joker(save: Save, book: Book) -> set[str]:
    """§04: a joker is any number from 1 to 13."""
    return {f"joker:{number}" for number in range(1, 14)}


def end(save: Save, book: Book) -> set[str]:
    """§07-01: the game is over."""
    return set()


PHASES: dict[str, Callable[[Save, Book], set[str]]] = {
    "setup_deck": setup_deck,
    "setup_king": setup_king,
    "recruit": recruit,
    "action": action,
    "marriage_target": marriage_target,
    "procreation_spouse": procreation_spouse,
    "birth_deck": birth_deck,
    "war_target": war_target,
    "war_commander": war_commander,
    "war_defender": war_defender,
    "hire_recruiter": hire_recruiter,
    "hire_candidate": hire_candidate,
    "incite_target": incite_target,
    "reaper_target": reaper_target,
    "veto": veto,
    "interrupt": interrupt,
    "joker": joker,
    "discard_wanderer": discard_wanderer,
    "discard_card": discard_card,
    "end": end,
}


def legal(save: Save, book: Book | None = None) -> set[str]:
    """The canonical names of all actions that the book allows to the deciding seat.

    Raises KeyError for a phase that the base game does not have.
    """
    return PHASES[save["phase"]](save, book or printed())


# ------------------------------------------------------------------------------------------------- ch. 4, §07 score


@dataclass(frozen=True)
class Score:
    """One dynasty's points (§07-02), and what settles a tie."""

    seat: int
    ruined: bool
    points: int  # A + B, 0 when ruined
    a: int  # prestige of the royals, the pope counted
    b: int  # power of the territories
    king: tuple[int, ...]  # prestige, governance, war, ambition, life, fertility


def scores(save: Save, book: Book | None = None) -> list[Score]:
    """§07: the points of every dynasty, by seat; a ruined one has none."""
    return [_score(save, place, book or printed()) for place in range(len(save["seats"]))]


def _score(save: Save, place: int, book: Book) -> Score:
    seat = save["seats"][place]
    ruined = seat["childless"] or not seat["territories"]
    a = sum(prestige(save, person, book) for person in royals(seat))
    b = sum(book.countries[country].power for country in seat["territories"])
    return Score(place, ruined, 0 if ruined else a + b, a, b, _king(save, seat["king"], book))


def _king(save: Save, king: str | None, book: Book) -> tuple[int, ...]:
    """§07-02: what a king is compared by in a tie, in the book's order."""
    if king is None:
        return ()
    card = book.persons[king]
    return (prestige(save, king, book), card.governance, card.war, card.ambition, card.life, card.fertility)


def winners(save: Save, book: Book | None = None) -> set[int]:
    """§07-02, D-R16: most points, then A, then the king; still tied they share it; nobody when all are ruined."""
    standing = [score for score in scores(save, book) if not score.ruined]
    best = max(((score.points, score.a, score.king) for score in standing), default=None)
    return {score.seat for score in standing if (score.points, score.a, score.king) == best}


# ---------------------------------------------------------------------------------------- what can never be so


def invariants(save: Save, strict: bool = True, book: Book | None = None) -> list[str]:
    """Complaints, in words, about a save of the base game that breaks the game's physical truths.

    `strict` asks for everything that holds at every decision of a dealt game: each card is somewhere, hands are as
    large as the turn allows, nobody is asked a question with one answer. Without it a save may lack cards.
    """
    cards = book or printed()
    complaints = [*_holders(save), *_places(save, cards, strict)]
    if complaints:  # the rest reads the cards by name
        return complaints
    complaints += [*_families(save, cards), *_table(save), *_reaper(save)]
    if strict:
        complaints += [*_seats(save), *_hands(save), *_progress(save), *_setup(save, cards)]
        complaints += [*_declaration(save, cards), *_supply(save, cards), *_questions(save, cards)]
    return complaints


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
    if save["phase"] not in SETUP_PHASES:  # §08-01 hands out the pope and the scythe when all persons are chosen
        roles += ["turn_player", "pope", "scythe"]
    yield from (f"{role} is {save[role]!r}, no seat" for role in roles if save[role] not in range(count))
    if save["phase"] not in PHASES:
        yield f"the base game has no phase {save['phase']!r}"


def _places(save: Save, book: Book, strict: bool) -> Iterator[str]:
    """Every person, country and playing card lies in one place."""
    persons = Counter(person for place in person_places(save).values() for person in place)
    yield from _count("person", persons, dict.fromkeys(book.persons, 1), strict)
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
    places |= {f"{colour} deck": deck for colour, deck in save["person_decks"].items()}
    return places | {"wanderers": save["wanderers"], "removed": save["removed"]}


def country_places(save: Save) -> dict[str, list[str]]:
    """Where countries can be."""
    places = {f"seat {number}": seat["territories"] for number, seat in enumerate(save["seats"])}
    return places | {"independent": save["independent"], "removed": save["removed_countries"]}


def card_places(save: Save) -> dict[str, list[str]]:
    """Where playing cards can be."""
    places = {f"hand {number}": seat["hand"] for number, seat in enumerate(save["seats"])}
    on_table = [played["card"] for played in save["on_table"]]
    return places | {"pack": save["pack"], "discards": save["discards"], "table": on_table}


def _families(save: Save, book: Book) -> Iterator[str]:
    """§05-02, §10-02, §11-02: kings and spouses; who lies in a deck; Suleiman I and the Ottoman Empire."""
    for number, seat in enumerate(save["seats"]):
        if len(seat["spouses"]) > 1:
            yield f"seat {number} has {len(seat['spouses'])} spouses"
        if seat["king"] is None and (seat["spouses"] or seat["children"]):
            yield f"seat {number} has royals without a king"
        if seat["king"] is not None:
            same = [spouse for spouse in seat["spouses"] if not other_sex(seat["king"], spouse, book)]
            yield from (f"{spouse} of seat {number} has the king's sex" for spouse in same)
        if seat["childless"] and seat["king"] is not None:
            yield f"the king of seat {number} died childless, but {seat['king']} is king"
    for colour, deck in save["person_decks"].items():
        strangers = [person for person in deck if book.persons[person].colour != colour]
        yield from (f"{person} lies in the {colour} deck" for person in strangers)
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
    if on_table and save["phase"] not in CARD_PHASES:
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
        if seat is None and save["phase"] == "interrupt":
            yield f"the pack supplied {card} before the window closed"


def _reaper(save: Save) -> Iterator[str]:
    """§09-06: each other dynasty refuses one person a turn; the reaper belongs to whoever holds the scythe."""
    vetoes = [number for number, seat in enumerate(save["seats"]) if seat["vetoed"]]
    if save["turn_player"] in vetoes:
        yield "the turn player has used a veto in the own turn"
    if save["phase"] in REAPER_PHASES:
        if save["scythe"] != save["turn_player"]:
            yield "the turn player uses the reaper without the scythe"
        refusers = sorted(number for number in (owner(save, p) for p in save["refused"]) if number is not None)
        if refusers != vetoes or len(save["refused"]) != len(vetoes):
            yield f"seats {vetoes} have used a veto, but refused are {save['refused']}"
    elif save["phase"] not in AFTERMATH_PHASES | {"end"} and (vetoes or save["refused"]):
        yield f"vetoes are used in phase {save['phase']}"


def _seats(save: Save) -> Iterator[str]:
    """Ch. 7: a decision is taken by the seat whose choice it is; no seat is without a king while the game runs."""
    phase, seat, turn_player = save["phase"], save["seat"], save["turn_player"]
    declared = save["declared"]
    if phase == "war_defender":
        if seat == turn_player or lord(save, declared["country"]) != seat:
            yield f"seat {seat} defends {declared['country']}, which is not its own"
    elif phase == "veto":
        if seat == turn_player or owner(save, declared["target"]) != seat:
            yield f"seat {seat} is asked for a veto over {declared['target']}, who is not its own"
    elif phase not in SETUP_PHASES | {"interrupt", "end"} and seat != turn_player:
        yield f"seat {seat} decides in phase {phase} of seat {turn_player}'s turn"
    if phase in SETUP_PHASES:
        return
    for number, holder in enumerate(save["seats"]):
        if (holder["king"] is None) != holder["childless"]:
            yield f"seat {number} has king {holder['king']}, but childless is {holder['childless']}"
        if phase != "end" and holder["king"] is None:
            yield f"seat {number} has no king in phase {phase}"
        if phase != "end" and not holder["territories"]:
            yield f"seat {number} has no territory in phase {phase}"


def _hands(save: Save) -> Iterator[str]:
    """§08: five cards each; only the turn player, who draws one a turn, can hold a sixth."""
    for number, seat in enumerate(save["seats"]):
        size = len(seat["hand"])
        if save["phase"] in SETUP_PHASES and size != HAND_LIMIT:
            yield f"seat {number} was dealt {size} cards"
        if size > HAND_LIMIT + (number == save["turn_player"]):
            yield f"seat {number} holds {size} cards"


def _progress(save: Save) -> Iterator[str]:
    """§07-01, §08-02: what each part of a turn leaves behind."""
    phase, wanderers, count = save["phase"], len(save["wanderers"]), len(save["seats"])
    empty = [colour for colour in COLOURS if not save["person_decks"][colour]]
    if wanderers > count + (phase not in SETUP_PHASES | {"recruit", "discard_card"}):
        yield f"{wanderers} wanderers in phase {phase}"
    if phase == "discard_wanderer" and wanderers <= count:
        yield f"a wanderer is discarded although there are {wanderers}"
    if phase == "discard_card" and len(decider(save)["hand"]) <= HAND_LIMIT:
        yield f"a card is discarded from a hand of {len(decider(save)['hand'])}"
    if empty and phase in SETUP_PHASES | AFTERMATH_PHASES | {"recruit"}:
        yield f"the game goes on in phase {phase} with an empty {empty[0]} deck"
    over = empty or any(seat["childless"] or not seat["territories"] for seat in save["seats"])
    if phase == "end" and not over:
        yield "the game has ended for no reason"


def _setup(save: Save, book: Book) -> Iterator[str]:
    """§08-01: who has turned up whom, in clockwise order from the first player."""
    if save["phase"] not in SETUP_PHASES:
        return
    count = len(save["seats"])
    asked = (save["seat"] - save["first_player"]) % count
    for place in range(count):
        number = (save["first_player"] + place) % count
        seat = save["seats"][number]
        persons = dynasty(seat)
        if seat["spouses"] or seat["children"] or seat["childless"]:
            yield f"seat {number} has had a family during set-up"
        if len(seat["territories"]) != 2 + (SULEIMAN in persons):
            yield f"seat {number} was dealt {len(seat['territories'])} territories"
        if (seat["king"] is not None) != (place < asked):
            yield f"seat {number} has king {seat['king']} out of order"
        due = {3} if place < asked else {0} if place > asked else {3} if save["phase"] == "setup_king" else {0, 1, 2}
        if len(persons) not in due:
            yield f"seat {number} has turned up {len(persons)} persons"
        if len(persons) == 3 and len({book.persons[person].colour for person in persons}) == 1:
            yield f"seat {number} has turned up all persons from one deck"
    used = ("wanderers", "removed", "discards", "refused")
    yield from (f"{place} are not empty during set-up" for place in used if save[place])
    if set(save["removed_countries"]) - {OTTOMAN_EMPIRE}:
        yield f"{save['removed_countries']} have left play during set-up"


def _declaration(save: Save, book: Book) -> Iterator[str]:
    """D-R8: the whole declaration comes before the window, stands while it is open, and is one the book allows."""
    if save["phase"] not in CARD_PHASES:
        return
    declared = save["declared"]
    kind, target, country = declared["action"], declared["target"], declared["country"]
    if kind not in COUNTING_SUITS:
        yield f"a window for {kind!r}"
        return
    turn = save | {"seat": save["turn_player"]}
    if kind not in action(turn, book):
        yield f"{kind} was not open to the turn player"
    fields: dict[str, list[tuple[str | None, set[str]]]] = {
        "marriage": [(target, marriage_target(turn, book))],
        "procreation": [],
        "war": [(declared["actor"], war_commander(turn, book))],
        "hire": [(declared["actor"], hire_recruiter(turn, book)), (target, hire_candidate(turn, book))],
        "incite": [(target, incite_target(turn, book))],
    }
    yield from (f"{kind} was declared with {person}" for person, may in fields[kind] if f"person:{person}" not in may)
    if kind == "war":
        if f"country:{country}" not in war_target(turn, book):
            yield f"war was declared on {country}"
        defender = declared["defender"]
        if defender is not None and (owner(save, defender) is None or owner(save, defender) != lord(save, country)):
            yield f"{defender} does not belong to the lord of {country}"


def cards_called_for(save: Save, book: Book | None = None) -> int:
    """§09: the number (a) of cards that the declared action calls for; D-R9: never below 0."""
    cards, declared = book or printed(), save["declared"]
    kind, target, defender = declared["action"], declared["target"], declared["defender"]
    if kind == "marriage":
        return prestige(save, target, cards)
    if kind == "procreation":
        return max(0, 6 - cards.persons[save["seats"][save["turn_player"]]["spouses"][0]].fertility)
    if kind == "war":
        return cards.countries[declared["country"]].power + (cards.persons[defender].war if defender else 0)
    if kind == "hire":
        return cards.persons[target].ambition
    king = save["seats"][owner(save, target)]["king"]
    return prestige(save, king, cards) if king else 0


def _supply(save: Save, book: Book) -> Iterator[str]:
    """§08-02-03-01: after the window the pack supplies cards up to (a); D-R8: only then are its jokers named."""
    if save["phase"] != "joker" or any(True for _ in _declaration(save, book)):
        return
    played = [card for card in save["on_table"] if card["seat"] is not None]
    supplied = [card for card in save["on_table"] if card["seat"] is None]
    wanted = max(0, cards_called_for(save, book) - len(played))
    if len(supplied) > wanted:
        yield f"the pack supplied {len(supplied)} cards instead of {wanted}"
    if len(supplied) < wanted and (save["pack"] or save["discards"]):
        yield f"the pack supplied {len(supplied)} cards instead of {wanted}, and has more"
    if not any(card["card"] == JOKER and not card["number"] for card in supplied):
        yield "there is no joker from the pack to name"


def _questions(save: Save, book: Book) -> Iterator[str]:
    """Ch. 7: a decision has an answer, and with one answer only it is asked under `ask_forced` alone."""
    answers = len(legal(save, book))
    if save["phase"] != "end" and answers < (1 if option(save, "ask_forced") else 2):
        yield f"phase {save['phase']} asks a question with {answers} answers"
