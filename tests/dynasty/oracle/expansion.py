"""A second reading of the rulebook: what can never be on the table of the expansion (SW01–SW02)."""

from collections.abc import Iterator

from .events import ATTACHED, IMMEDIATE
from .phases import CARDS, IN_WINDOW, ROLLED, SETUP, WAR
from .saves import COLOURS, OTTOMAN_EMPIRE, SULEIMAN, Book, Save, option
from .stats import NEUROI, bearer, bears, everybody, occupied
from .witches import can_search, free, second

ADDED = 7  # SW02-01: cards of the expansion in each deck
KINGS_ONLY = ("doll", "polygamy")  # SW02-08-05, 12
BEFORE_THE_ROLL = frozenset({"event", "action", "hire_recruiter", "war_commander", "interrupt", "joker", "dice"})


def expansion(save: Save, book: Book) -> list[str]:
    """Complaints about the expansion's cards; without the option about any that is there."""
    if not option(save, "witches"):
        return [f"the Neuroi occupy {land}" for land in occupied(save)]
    complaints = [*_decks(save, book), *_attached(save), *_hands(save), *_neuroi(save)]
    return [*complaints, *_witches(save, book), *_questions(save), *_known(save)]


def _decks(save: Save, book: Book) -> Iterator[str]:
    """SW02-01: seven cards of the expansion in each deck at the beginning."""
    for colour, deck in save["person_decks"].items():
        added = [card for card in deck if card.startswith("event:") or book.persons[card].expansion]
        if len(added) > ADDED:
            yield f"{len(added)} cards of the expansion lie in the {colour} deck"


def _attached(save: Save) -> Iterator[str]:
    """SW02-08: an event lies with a living person of a dynasty, moves with him, and leaves play with him."""
    kings = {seat["king"] for seat in save["seats"]}
    for lain in save.get("attached", []):
        event, person = lain["event"], lain["person"]
        if event not in ATTACHED:
            yield f"{event} is attached to {person}"
        if person not in everybody(save) | set(save.get("under_neuroi", [])):  # D-R59: it has gone there with him
            yield f"{event} is attached to {person}, who is in no dynasty"
        if event in KINGS_ONLY and person not in kings:
            yield f"{event} is attached to {person}, who is no king"
    warrior, war = bearer(save, "warrior's way"), save["declared"]["action"] == "war"
    if warrior is not None and (not war or save["phase"] not in WAR | CARDS | IN_WINDOW | ROLLED):
        yield f"{warrior} has warrior's way in phase {save['phase']}"


def _hands(save: Save) -> Iterator[str]:
    """SW02-04, SW02-08-01, 05: who has taken events, from which deck."""
    for number, seat in enumerate(save["seats"]):
        for lying in seat.get("events", []):
            if lying["event"] in IMMEDIATE:
                yield f"seat {number} has taken {lying['event']}"
            if lying["deck"] not in COLOURS:
                yield f"{lying['event']} of seat {number} came from the {lying['deck']} deck"
            if lying["shown"] and lying["event"] != "warrior's way":  # D-R43: it alone comes back
                yield f"{lying['event']} of seat {number} has been shown"


def _neuroi(save: Save) -> Iterator[str]:
    """SW02-06: the Neuroi card lies on countries; Suleiman I is under it when the Ottoman Empire is."""
    on_table, lands = save.get("events_on_table", []), occupied(save)
    played = ATTACHED if save["phase"] == "event_target" else set()
    if set(on_table) - {"neuroi", "all-out attack"} - played or len(played & set(on_table)) > 1:
        yield f"{on_table} lie on the table"
    if lands and "neuroi" not in on_table:
        yield f"{lands} are occupied by nobody"
    if "neuroi" in on_table and not lands and save["phase"] != "neuroi_country":
        yield "the Neuroi occupy nothing"
    under = save.get("under_neuroi", [])
    if under not in ([], [SULEIMAN]) or bool(under) != (OTTOMAN_EMPIRE in lands):
        yield f"{under} are under the Neuroi, who occupy {lands}"
    attack = save["declared"]["action"] == "war" and save["declared"]["country"] == NEUROI
    if "all-out attack" in on_table and not attack:
        yield f"there is an all-out attack in phase {save['phase']}"
    if save["phase"] == "sortie" and "all-out attack" not in on_table:
        yield "persons are sent without an all-out attack"
    fallen = [number for number, seat in enumerate(save["seats"]) if seat.get("fallen")]
    if fallen and "neuroi" not in [*on_table, *save.get("removed_events", [])]:
        yield f"seats {fallen} have fallen to nobody"


def _witches(save: Save, book: Book) -> Iterator[str]:
    """SW02-02, SW02-07: who uses an ability is there, and is not married."""
    turn_player, phase = save["turn_player"], save["phase"]
    needed = {"foresight": "foresight", "lightning_target": "lightning", "search_deck": "wide_search"}
    needed |= {"search_ace": "wide_search", "search_person": "wide_search"}
    if phase in needed and not free(save, turn_player, needed[phase], book):
        yield f"nobody of seat {turn_player} has {needed[phase]}"
    if phase == "search_ace" and not can_search(save, book):
        yield f"seat {turn_player} has no ace to search with"
    actor = second(save)
    wedding = phase == "event" and save["declared"]["action"] is not None  # D-R47: it is done, and she may be married
    before = phase in BEFORE_THE_ROLL and not wedding
    if actor is not None and before and actor not in free(save, turn_player, "hyper_speed", book):
        yield f"{actor} acts a second time"


def _questions(save: Save) -> Iterator[str]:
    """SW02-08: what has been declared when an event asks something."""
    phase, declared = save["phase"], save["declared"]
    country, actor = declared["country"], declared["actor"]
    if phase == "cancel":
        if declared["action"] is None or country == NEUROI or (declared["action"] == "war") != (country is not None):
            yield f"{declared['action']} on {country} is asked to be cancelled"
        if actor is not None or declared["target"] is not None:
            yield "cancel comes after more than the action's type"
    if phase == "friend" and not (bears(save, actor, "so what") or bears(save, declared["defender"], "so what")):
        yield "somebody who does not command calls a friend"
    if phase == "warrior" and actor is not None:
        yield f"warrior's way comes after {actor} commands"
    if phase == "sortie" and country != NEUROI:
        yield f"persons are sent against {country}"


def _known(save: Save) -> Iterator[str]:
    """D-R43, D-R44: nobody believes a card to be in a deck that lies open elsewhere, or came from another deck."""
    taken = [lying for seat in save["seats"] for lying in seat.get("events", []) if not lying["shown"]]
    believed = [("the table", save.get("shown", {}))]
    believed += [(f"seat {number}", seat.get("seen", {})) for number, seat in enumerate(save["seats"])]
    for who, cards in believed:
        for card, colour in cards.items():
            hidden = {f"event:{lying['event']}" for lying in taken if lying["deck"] == colour}
            if card not in hidden and card not in save["person_decks"].get(colour, []):
                yield f"{who} believes {card} to be in the {colour} deck"
    for colour, count in save.get("under", {}).items():
        lowest = save["person_decks"][colour][-count:] if count else []
        if any(not card.startswith("event:") for card in lowest) or (count and save["phase"] not in SETUP):
            yield f"{lowest} lie under the {colour} deck"
