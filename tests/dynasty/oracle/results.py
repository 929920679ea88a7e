"""A second reading of the rulebook: what follows from success and failure, from a war decided, from events drawn."""

from collections.abc import Iterator, Sequence

from .abilities import police
from .phases import AFTERMATH
from .rolls import acting, slashed, slasher
from .saves import Book, Save, able, by_sea, lord, owner
from .stats import NEUROI, bearer
from .wars import decided
from .witches import free

SPREADS = 4  # SW02-06-01: 4, 5 or 6


def result(before: Save, after: Save, won: bool, rolled: Sequence[int], book: Book) -> Iterator[str]:
    """§09-01-04, 03-04, 04-04, 05-03: what the action has brought. `before` is the table as its window closed."""
    declared, own = before["declared"], after["seats"][before["turn_player"]]
    kind, target, country = declared["action"], declared["target"], declared["country"]
    if slashed(before, rolled) and slasher(before) not in after["removed"]:
        yield f"a gale slash of 6 did not kill {slasher(before)}"
    if kind == "marriage" and (target in own["spouses"]) is not won:
        yield f"{target} is {'not ' * won}married"
    if kind == "hire" and (target in own["courtiers"]) is not won:
        yield f"{target} is {'not ' * won}hired"
    if kind == "war" and country != NEUROI:
        yield from _conquest(before, after, won, book)
    if kind == "incite" and not won and owner(after, target) != owner(before, target):
        yield f"{target} was incited by a failure"
    if kind == "incite" and won:
        guarded = before | {"seat": owner(before, target), "phase": "police"}
        surely = police(guarded, book) == {"pass"} and not able(before, [target], "revolution", book)
        if surely and target not in own["courtiers"]:
            yield f"{target} was not incited"


def _conquest(before: Save, after: Save, won: bool, book: Book) -> Iterator[str]:
    country, attacker = before["declared"]["country"], before["turn_player"]
    if won and after["phase"] == "plunder" and after["turn"] == before["turn"]:
        return
    suleiman_died = country in after["removed_countries"]
    if (lord(after, country) == attacker) is not won and not suleiman_died:
        yield f"{country} was {'not ' * won}conquered"
    if not won and not suleiman_died and lord(after, country) != lord(before, country):
        yield f"{country} changed hands in a defeat"


def decision_by_way(before: Save, after: Save, book: Book) -> Iterator[str]:
    """SW02-08-08, D-R55: the side with warrior's way wins, by itself."""
    if before["declared"]["action"] != "war" or not decided(before):
        return
    over = after["turn"] != before["turn"] or bearer(after, "warrior's way") is None or after["phase"] == "plunder"
    if over and before["phase"] != "plunder":
        yield from _conquest(
            before, after, owner(before, bearer(before, "warrior's way")) == before["turn_player"], book
        )


def second_action(before: Save, after: Save, book: Book) -> Iterator[str]:
    """SW02-07-09, D-R50: after a first action of hers there is a second one, and after others there is none."""
    if before["phase"] in ("setup_king", "setup_deck") or after["phase"] == "end":
        return
    over = after["turn"] != before["turn"] or after["phase"] in AFTERMATH
    again = after.get("second")
    acted = acting(before)
    if again is not None and before.get("second") is None:
        if over or (acted and again not in acted):
            yield f"{again} acts again after {acted}"
        if again not in free(after, after["turn_player"], "hyper_speed", book):
            yield f"{again} acts again, but cannot"
    if not over or before.get("second") is not None or before["phase"] in AFTERMATH | {"cancel", "action"}:
        return
    able_ = free(before, before["turn_player"], "hyper_speed", book)
    stays = [witch for witch in able_ if witch in free(after, before["turn_player"], "hyper_speed", book)]
    due = before["declared"]["action"] in ("marriage", "war", "hire") and set(acted) & set(stays)
    if due and before["options"]["ask_forced"]:
        yield f"{' and '.join(due)} does not act again after {before['declared']['action']}"


def doll(before: Save, after: Save) -> Iterator[str]:
    """SW02-08-05: the first unmarried king from the turn player on gets it; it is discarded if there is none."""
    in_deck = any("event:doll" in deck for deck in before["person_decks"].values())
    still = any("event:doll" in deck for deck in after["person_decks"].values())
    if before["phase"] in ("setup_deck", "setup_king") or not in_deck or still:
        return
    count = len(before["seats"])
    order = [(before["turn_player"] + n) % count for n in range(count)]
    kings = [before["seats"][place]["king"] for place in order if not before["seats"][place]["spouses"]]
    due = next((king for king in kings if king is not None), None)
    if after["turn"] == before["turn"] and bearer(after, "doll") != due:
        yield f"the doll is with {bearer(after, 'doll')} instead of {due}"


def spread(before: Save, first: str, judged: Sequence[tuple[str, int]], after: Save, book: Book) -> Iterator[str]:
    """SW02-06-01: from the first country by land to every country in play, once each; D-R26: breadth first."""
    in_play = {land for seat in before["seats"] for land in seat["territories"]} | set(before["independent"])
    taken, asked = [first], [first]
    for country, face in judged:
        border = [land for land in taken if country in by_land(land, book)]
        if not border or country not in in_play or country in asked:
            yield f"{country} was rolled for"
            return
        pending = [land for land in by_land(taken[0], book) if land in in_play and land not in asked]
        for land in taken[1:]:
            pending = pending or [other for other in by_land(land, book) if other in in_play and other not in asked]
        if country not in pending:
            yield f"{country} was rolled for before {pending}"
        asked.append(country)
        taken += [country] if face >= SPREADS else []
    left = {land for here in taken for land in by_land(here, book)} & in_play - set(asked)
    if left:
        yield f"{left} were not rolled for"
    if set(after["occupied"]) != set(taken) and "neuroi" in after["events_on_table"]:
        yield f"{after['occupied']} are occupied instead of {taken}"


def by_land(country: str, book: Book) -> list[str]:
    """§06-01 c: the neighbours by land."""
    return [land for land in book.countries[country].neighbours if not by_sea(country, land, book)]
