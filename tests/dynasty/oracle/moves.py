"""A second reading of the rulebook: what one move cannot do to the table, seen in the saves before and after it."""

from collections.abc import Iterator

from .phases import REAPER
from .results import decision_by_way, doll, second_action
from .saves import Book, Save, Seat, dynasty, owner, printed
from .stats import NEUROI
from .witches import HEALING, free

CHECKED_IN = frozenset({"reaper", "assassination", "lightning"})  # §10: actions that end with a death check


def unlawful(before: Save, action: str, after: Save, book: Book | None = None) -> list[str]:
    """Complaints, in words, about a move that the book does not allow to come out so."""
    cards = book or printed()
    complaints = [*_attached(before, after), *_warrior(before, after), *_healed(before, after, cards)]
    complaints += [*_successions(before, after, cards), *_scythe(before, after), *_neuroi(before, after)]
    complaints += [*decision_by_way(before, after, cards), *second_action(before, after, cards), *doll(before, after)]
    return [*complaints, *_cancelled(before, action, after)]


def dead(before: Save, after: Save) -> set[str]:
    """Who has belonged to a dynasty, and has left play."""
    return {p for seat in before["seats"] for p in dynasty(seat)} & set(after["removed"])


def lost(before: Save, after: Save) -> set[str]:
    """Who is gone from all dynasties: dead, or under the Neuroi card."""
    return dead(before, after) | set(after.get("under_neuroi", []))


def _attached(before: Save, after: Save) -> Iterator[str]:
    """SW02-08: an event moves with its person, and is discarded when he dies; the doll may be executed.

    SW02-06-01, D-R59: under the Neuroi card goes whoever was there before, or as if he had died, if he was king.
    """
    now = {lain["event"]: lain["person"] for lain in after.get("attached", [])}
    kings = {seat["king"] for seat in before["seats"]}
    gone = dead(before, after) | (set(after.get("under_neuroi", [])) & kings)
    for lain in before.get("attached", []):
        event, person = lain["event"], lain["person"]
        if event == "warrior's way":
            continue
        discarded = event in after["removed_events"]
        if (person in gone) != discarded and not (event == "doll" and discarded):
            yield f"{event} on {person} became {now.get(event)}, discarded: {discarded}"
        if not discarded and now.get(event) != person:
            yield f"{event} moved from {person} to {now.get(event)}"


def _warrior(before: Save, after: Save) -> Iterator[str]:
    """SW02-08-08: after the war warrior's way is discarded with the dead, or goes back, seen by all (D-R43)."""
    was = next((lain for lain in before.get("attached", []) if lain["event"] == "warrior's way"), None)
    if was is None or any(lain["event"] == "warrior's way" for lain in after["attached"]):
        return
    back = [lying for lying in after["seats"][was["seat"]]["events"] if lying["event"] == "warrior's way"]
    died = was["person"] in lost(before, after)
    if died and "warrior's way" not in after["removed_events"]:
        yield f"{was['person']} died, but warrior's way was not discarded"
    if not died and not (back and back[0]["shown"]):
        yield f"{was['person']} lives, but warrior's way did not come back"


def _healed(before: Save, after: Save, book: Book) -> Iterator[str]:
    """SW02-07-01: with the Healer in the dynasty everybody else survives a death check; D-R57: not a gale slash."""
    action = before["declared"]["action"]
    if action not in CHECKED_IN | {"war"} or after["turn"] != before["turn"]:
        return
    slashed = {lain["person"] for lain in before.get("attached", []) if lain["event"] == "gale slash"}
    plundered = set(before["removed_countries"]) != set(after["removed_countries"])  # Suleiman I went with it, D-R18
    gone = dead(before, after)
    for place, seat in enumerate(before["seats"]):
        healers = set(free(before, place, HEALING, book)) - gone  # she may die first herself
        if healers and not plundered:
            fallen = gone & set(dynasty(seat)) - slashed
            yield from (f"{person} died beside the Healer in phase {before['phase']} of {action}" for person in fallen)


def _successions(before: Save, after: Save, book: Book) -> Iterator[str]:
    """§10-02: the eldest son, else the eldest daughter; all other royals become courtiers. D-R19: or a rebel."""
    gone = lost(before, after)
    for number, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        king = old["king"]
        if king is None or king not in gone or before["phase"] == "setup_king":
            if king is not None and new["king"] != king:
                yield f"seat {number} has changed its king {king} for {new['king']}"
            continue
        if before["declared"]["action"] == "incite" or gone & {*old["children"], *old["spouses"]}:
            continue
        yield from _heir(number, old, new, book)


def _heir(number: int, old: Seat, new: Seat, book: Book) -> Iterator[str]:
    children: list[str] = old["children"]
    sons = [child for child in children if book.persons[child].sex[0] == "m"]
    heir = next(iter(sons or children), None)
    if new["king"] != heir or new["childless"] != (heir is None):
        yield f"{new['king']} follows {old['king']} of seat {number} instead of {heir}"
    rest = {*children, *old["spouses"]} - {heir}
    if new["spouses"] or new["children"] or not rest <= set(new["courtiers"]):
        yield f"{rest} of seat {number} did not become courtiers"


def _scythe(before: Save, after: Save) -> Iterator[str]:
    """§09-06-02: it passes to the right once it has been used, and stays otherwise (§11-03-02)."""
    reaping = before["phase"] in REAPER and before["declared"]["action"] == "reaper"
    over = not (after["phase"] in REAPER and after["turn"] == before["turn"])
    due = (before["scythe"] - 1) % len(before["seats"]) if reaping and over else before["scythe"]
    if before["phase"] not in ("setup_deck", "setup_king") and after["scythe"] != due:
        yield f"the scythe went from seat {before['scythe']} to {after['scythe']} in phase {before['phase']}"


def _neuroi(before: Save, after: Save) -> Iterator[str]:
    """SW02-06-02: who beats the Neuroi gets all that they have occupied, and Suleiman I as a courtier."""
    were = "neuroi" in before.get("events_on_table", []) and bool(before["occupied"])
    if not were or "neuroi" in after["events_on_table"]:
        return
    victor = after["seats"][before["turn_player"]]
    if before["declared"]["action"] != "war" or before["declared"]["country"] not in (NEUROI, None):
        yield f"the Neuroi were beaten in phase {before['phase']} of {before['declared']}"
    if not set(before["occupied"]) <= set(victor["territories"]):
        yield f"{before['occupied']} were not all taken"
    if not set(before["under_neuroi"]) <= set(victor["courtiers"]):
        yield f"{before['under_neuroi']} did not become a courtier of the victor"


def _cancelled(before: Save, action: str, after: Save) -> Iterator[str]:
    """SW02-08-02, D-R61: the turn is as if passed; nobody moves but wanderers, nobody acts a second time."""
    if before["phase"] != "cancel" or action == "pass":
        return
    card, place = action.removeprefix("card:"), before["seat"]
    spent = before["seats"][place]["hand"].count(card) - after["seats"][place]["hand"].count(card)
    if spent != 1 and not (after["turn"] != before["turn"] and after["turn_player"] == place):  # who may draw another
        yield f"{card} was not discarded"
    if after["turn"] == before["turn"] and after["phase"] not in ("discard_wanderer", "discard_card", "end"):
        yield f"after a cancelled action comes phase {after['phase']}"
    if {p: owner(before, p) for p in people(before)} != {p: owner(after, p) for p in people(before)}:
        yield "somebody moved in a cancelled action"


def people(save: Save) -> set[str]:
    """Everybody who belongs to a dynasty."""
    return {person for seat in save["seats"] for person in dynasty(seat)}
