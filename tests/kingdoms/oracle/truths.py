"""A second reading of the rules page: what can never be on the table, and what every deal looks like."""

from collections import Counter
from collections.abc import Collection, Iterator

from .board import (
    BASE_PERSONS,
    COLOURS,
    COUNTRIES,
    OTTOMAN_EMPIRE,
    PERSONS,
    SULEIMAN,
    Save,
    dynasty,
    family,
    kings,
    lands,
    option,
    realms,
    subjects,
)
from .legal import OTHERS, PHASES

SETUP = frozenset({"setup_deck", "setup_king", "setup_home"})
IN_A_CONTEST = frozenset({"candidate", "arms"})
UNRULED = frozenset({"setup_deck", "setup_king", "plunder", "conquest"})
IN_A_WAR = frozenset({"withdraw", "war_commit", "defend_commit", "aid", "war_commander", "defend_commander"})


def untruths(save: Save) -> list[str]:
    """Complaints, in words, about a save file that no game can come to."""
    return [*_places(save), *_families(save), *_states(save), *_questions(save), *_deal(save)]


def _places(save: Save) -> Iterator[str]:
    """Every person and every country is in one place."""
    persons = Counter(person for seat in save["seats"] for person in dynasty(seat))
    persons.update(
        [*save["pool"], *save["removed"], *(card for deck in save["person_decks"].values() for card in deck)]
    )
    yield from _once("person", persons, PERSONS.keys())
    found = Counter(country for seat in save["seats"] for country in [*lands(seat), *seat["unruled"]])
    found.update([*save["independent"], *save["removed_countries"]])
    found.update(save["contest"]["countries"] if save["contest"] else [])
    yield from _once("country", found, COUNTRIES.keys())
    if len(PERSONS) != BASE_PERSONS:
        yield f"there are {len(PERSONS)} persons"


def _once(kind: str, found: Counter[str], due: Collection[str]) -> Iterator[str]:
    for name in sorted({*found, *due}):
        if found[name] != 1 or name not in due:
            yield f"{kind} {name} is in {found[name]} places"


def _families(save: Save) -> Iterator[str]:
    """Ch. 1: what kings, spouses and children are."""
    for realm in realms(save):
        if not realm["countries"]:
            yield f"{realm['king']} rules nothing"
        spouse = realm["spouse"]
        same = spouse and PERSONS[spouse].sex == PERSONS[realm["king"]].sex
        if same and PERSONS[realm["king"]].ability != "revolution":
            yield f"{spouse} has the sex of {realm['king']}"
        if realm["king"] == SULEIMAN and spouse:
            yield f"{SULEIMAN} is married"
    if SULEIMAN in [*save["pool"], *(person for realm in realms(save) for person in family(realm)[1:])]:
        yield f"{SULEIMAN} is in the pool, or no king of a family"
    waits = any(SULEIMAN in deck for deck in save["person_decks"].values())
    if waits and OTTOMAN_EMPIRE not in save["removed_countries"]:
        yield f"the {OTTOMAN_EMPIRE} is in play without {SULEIMAN}"
    for colour, deck in save["person_decks"].items():
        yield from (f"{person} is in the {colour} deck" for person in deck if PERSONS[person].colour != colour)


def _states(save: Save) -> Iterator[str]:
    """Ch. 1: rebels are subjects of a dynasty; exhausted countries are a dynasty's; a home is one's own."""
    may = {person for seat in save["seats"] for person in subjects(seat)}
    yield from (f"{rebel} is a rebel" for rebel in save["rebels"] if rebel not in may)
    held = {country for seat in save["seats"] for country in [*lands(seat), *seat["unruled"]]}
    held |= set(save["contest"]["countries"] if save["contest"] else [])
    yield from (f"{country} is exhausted, and nobody's" for country in save["exhausted"] if country not in held)
    if save["phase"] in ("recruit", "action"):
        for number, seat in enumerate(save["seats"]):
            if seat["home"] not in lands(seat):
                yield f"seat {number} has its home in {seat['home']}"
            if not kings(seat):
                yield f"seat {number} has no king, and the game goes on"
    if save["phase"] == "recruit":
        yield from (f"the {colour} deck is empty" for colour in COLOURS if not save["person_decks"][colour])


def _questions(save: Save) -> Iterator[str]:
    """Ch. 8 and 9: what a decision can find on the table."""
    phase, seat, turn_player = save["phase"], save["seat"], save["turn_player"]
    if phase not in PHASES:
        yield f"the game has no phase {phase!r}"
    if (save["contest"] is not None) != (phase in IN_A_CONTEST):
        yield f"contest is {save['contest']} in phase {phase}"
    if any(each["unruled"] for each in save["seats"]) and phase not in UNRULED | SETUP:
        yield f"a country has no king in phase {phase}"
    if save["committed"] and phase not in IN_A_WAR:
        yield f"countries are used in phase {phase}"
    anybodys = SETUP | IN_A_CONTEST | {"home", "police", "end"}
    if phase not in anybodys and (seat == turn_player) == (phase in OTHERS):
        yield f"seat {seat} decides in phase {phase} of seat {turn_player}'s turn"
    if save["turn"] > option(save, "max_rounds") * len(save["seats"]):
        yield f"turn {save['turn']}"


def _deal(save: Save) -> Iterator[str]:
    """K2: two countries a dynasty, the scythe at the right of the first player, the rest independent."""
    if save["phase"] not in SETUP:
        if "set_up_from" in save:
            yield "set-up is over, and goes on"
        return
    colours = Counter(PERSONS[person].colour for person in dynasty(save["seats"][save["seat"]]))
    told = save.get("set_up_from", {})
    if any(told.get(colour, 0) != colours[colour] for colour in COLOURS):
        yield f"seat {save['seat']} has turned up {dict(colours)}, and the save says {told}"
    count = len(save["seats"])
    if save["scythe"] != (save["first_player"] - 1) % count:
        yield f"seat {save['scythe']} has the scythe, seat {save['first_player']} begins"
    for number, seat in enumerate(save["seats"]):
        if len({*lands(seat), *seat["unruled"]} - {OTTOMAN_EMPIRE}) != 2:
            yield f"seat {number} was dealt {[*lands(seat), *seat['unruled']]}"
    if OTTOMAN_EMPIRE in [*save["independent"], *(country for seat in save["seats"] for country in seat["unruled"])]:
        yield f"the {OTTOMAN_EMPIRE} was dealt"
    if save["turn"] or save["pool"] or save["removed"] or save["exhausted"] or save["rebels"]:
        yield "play has begun"
