"""A second reading of the rulebook: events (SW02-04, SW02-06, SW02-08), when they are played and with whom they lie."""

from .phases import DRAWN, IN_WINDOW, OTHERS, phase
from .saves import JOKER, RED, Book, Save, Seat, decider, named, owner
from .stats import NEUROI, bearer, everybody, holds

OWN_TIME = ("cancel", "admiration", "grounded", "gale slash", "splendid", "so what", "polygamy")  # D-R45
EVENTS = (*OWN_TIME, "neuroi", "doll", "all-out attack", "warrior's way", "not jealous")  # D-R23
ATTACHED = frozenset({*OWN_TIME, "doll", "not jealous", "warrior's way"})  # SW02-08: with a person
IMMEDIATE = frozenset({"neuroi", "doll"})  # SW02-08-01, 05: never taken
WEDDINGS = frozenset({"marriage", "procreation", "matchmaking"})  # SW02-08-11


@phase(OTHERS)
def event(save: Save, book: Book) -> set[str]:
    """D-R45: the turn player's events before an action; D-R47: not jealous, once another's king has succeeded."""
    if save["declared"]["action"] in WEDDINGS:
        jealous = save["seat"] != wed(save) and holds(decider(save), "not jealous")
        return {"pass"} | ({"event:not jealous"} if jealous else set())
    return {"pass"} | playable(save, decider(save))


def wed(save: Save) -> int | None:
    """SW02-08-11: the seat of the king who has married or procreated."""
    king = save["declared"]["action"] == "matchmaking"
    return owner(save, save["declared"]["target"]) if king else int(save["turn_player"])


def playable(save: Save, seat: Seat) -> set[str]:
    """D-R45: the events that may be played whenever events may; each lies with some person."""
    return {f"event:{name}" for name in OWN_TIME if holds(seat, name) and bearers(save, name)}


def bearers(save: Save, name: str) -> set[str]:
    """D-R45: with whom an event may lie: any person of any dynasty; SW02-08-12: polygamy with a king."""
    kings = {seat["king"] for seat in save["seats"]} - {None}
    return kings if name == "polygamy" else everybody(save)


@phase(IN_WINDOW, OTHERS)
def event_target(save: Save, book: Book) -> set[str]:
    """SW02-08: with whom the event that is being played shall lie."""
    return named(bearers(save, being_played(save)))


def being_played(save: Save) -> str:
    """The event whose person is being named: the one on the table that is to lie with somebody."""
    (name,) = ATTACHED & set(save["events_on_table"])
    return name


def event_places(save: Save) -> dict[str, list[str]]:
    """Where events can be."""
    places = {
        f"{colour} deck": [card.removeprefix("event:") for card in deck if card.startswith("event:")]
        for colour, deck in save["person_decks"].items()
    }
    for number, seat in enumerate(save["seats"]):
        places[f"seat {number}"] = [lying["event"] for lying in seat.get("events", [])]
    places["attached"] = [lain["event"] for lain in save.get("attached", [])]
    places["table"] = save.get("events_on_table", [])
    return places | {"removed": save.get("removed_events", [])}


def in_window(save: Save) -> set[str]:
    """D-R45, SW02-08-07: the events that the deciding seat may play in a window."""
    attack = save["declared"]["country"] == NEUROI and holds(decider(save), "all-out attack")
    return playable(save, decider(save)) | ({"event:all-out attack"} if attack else set())


@phase(OTHERS)
def cancel(save: Save, book: Book) -> set[str]:
    """SW02-08-02: a red card of another dynasty's player with whose person cancel lies; D-R61: or a joker."""
    asked = owner(save, bearer(save, "cancel")) == save["seat"] != save["turn_player"]
    red = {card for card in decider(save)["hand"] if card == JOKER or card[0] in RED}
    return {"pass"} | ({f"card:{card}" for card in red} if asked and save["declared"]["country"] != NEUROI else set())


@phase(DRAWN)
def neuroi_country(save: Save, book: Book) -> set[str]:
    """SW02-06-01: any country in play, independent or anybody's."""
    in_play = {country for seat in save["seats"] for country in seat["territories"]} | set(save["independent"])
    return {f"country:{country}" for country in in_play}


@phase(DRAWN, OTHERS)
def exile(save: Save, book: Book) -> set[str]:
    """SW02-06-01: a dynasty that has lost everything goes to an independent country."""
    return set() if decider(save)["territories"] else {f"country:{country}" for country in save["independent"]}
