"""The oracle itself: of tables and moves with one thing changed it complains, by each of its complaints."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy, deepcopy
from typing import Any

import numpy as np
import pytest

from dynasty_env.conformance.games.promises import option_sets
from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.state import State
from tests.saved import table_of
from tests.wanted import complaints_in

from . import course, expansion, moves, results, truths, windows
from .agreement import Agreement, Curiosity, told
from .laid import laid
from .phases import PHASES
from .saves import Save, printed
from .truths import invariants
from .windows import Roll

Rng = np.random.Generator
PERSONS, COUNTRIES = list(printed().persons), list(printed().countries)
ACTIONS = (None, "marriage", "procreation", "war", "hire", "incite", "reaper", "assassination")
SEATS = ("scythe", "pope", "seat", "turn_player", "first_player")
PLACES = (
    ("spouses", "children", "courtiers", "wanderers", "removed", "deck", "under_neuroi", "refused"),
    ("territories", "independent", "removed_countries", "occupied"),
    ("hand", "discards", "pack"),
    ("events", "attached", "removed_events", "events_on_table"),
)
"""Lists of a save between which something of one kind can be moved."""


def pick(rng: Rng, values: Any) -> Any:
    return values[int(rng.integers(len(values)))]


def lists(save: Save, names: tuple[str, ...]) -> list[list[Any]]:
    """The lists of these names, those of all seats and all decks among them."""
    places = [save, *save["seats"], *({"deck": deck} for deck in save["person_decks"].values())]
    return [place[name] for place in places for name in names if isinstance(place.get(name), list)]


def moved(save: Save, rng: Rng) -> None:
    """Something lies elsewhere."""
    kind = lists(save, pick(rng, PLACES))
    if full := [each for each in kind if each]:
        taken, to = pick(rng, full), pick(rng, kind)
        to.insert(int(rng.integers(len(to) + 1)), taken.pop(int(rng.integers(len(taken)))))


def counted(save: Save, rng: Rng) -> None:
    """Something is twice there, or gone: a deck, a seat, a person, a card."""
    if rng.random() < 0.01:
        save["person_decks"].popitem()
    if full := [each for each in lists(save, (*(name for kind in PLACES for name in kind), "on_table")) if each]:
        chosen = pick(rng, [*full, save["seats"]])
        chosen.append(deepcopy(pick(rng, chosen))) if rng.random() < 0.5 else chosen.pop()


def crowned(save: Save, rng: Rng) -> None:
    """Another king, who changes places with the old one, or comes from anywhere; or none."""
    seat = pick(rng, save["seats"])
    role = seat[pick(rng, ("spouses", "children", "courtiers"))]
    if role and seat["king"]:
        seat["king"], role[0] = role[0], seat["king"]
    else:
        seat["king"] = pick(rng, (None, pick(rng, PERSONS)))


def declared(save: Save, rng: Rng) -> None:
    """Something else is declared."""
    field = pick(rng, list(save["declared"]))
    values = {"action": ACTIONS, "country": (*COUNTRIES, "the Neuroi")}.get(field, (None, *PERSONS))
    save["declared"][field] = pick(rng, values)


def seated(save: Save, rng: Rng) -> None:
    """Another seat has something, or has done something."""
    save[pick(rng, SEATS)] = int(rng.integers(len(save["seats"])))
    seat, field = pick(rng, save["seats"]), pick(rng, ("vetoed", "childless"))
    seat[field] = seat[field] != (rng.random() < 0.5)


def asked(save: Save, rng: Rng) -> None:
    """Another phase, or one that there is not."""
    save["phase"] = pick(rng, [*sorted(PHASES), "siesta"])


def altered(save: Save, rng: Rng) -> None:
    """A number, a flag, or what an item of a list says."""
    items = [item for name in ("attached", "on_table") for item in save.get(name, [])]
    place = pick(rng, [save, *items, *(event for seat in save["seats"] for event in seat.get("events", []))])
    field = pick(rng, [name for name, value in place.items() if not isinstance(value, list | dict)])
    old = place[field]
    if isinstance(old, bool):
        place[field] = not old
    elif isinstance(old, int):
        place[field] = old + 1
    elif field in ("person", "second"):
        place[field] = pick(rng, PERSONS)


CHANGES: tuple[Callable[[Save, Rng], None], ...] = (
    moved, moved, moved, counted, crowned, declared, seated, asked, altered
)  # fmt: skip


def rolled(roll: Roll, rng: Rng) -> Roll:
    """Another roll has been told."""
    other = deepcopy(roll)
    if other.outcome and rng.random() < 0.5:
        won, count = other.outcome[0]
        other.outcome[0] = pick(rng, ((not won, count), (won, count + 1)))
    elif other.judged:
        place = int(rng.integers(len(other.judged)))
        other.judged[place] = pick(rng, COUNTRIES), 7 - other.judged[place][1]
    elif told := [each for each in (other.needs, other.dice) if each]:
        numbers = pick(rng, told)
        numbers[0] = numbers[0] % 6 + 1
    other.supplied = other.supplied[1:] if rng.random() < 0.5 else [*other.supplied, "HA"]
    return other


def complaints_of(agreement: Agreement, action: str, after: Save, roll: Roll) -> list[str]:
    """All that the oracle has to say."""
    found = []
    with suppress(KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration):
        found += invariants(after)
        found += copy(agreement).complaints(action, after, roll)
        return found
    return [*found, "what the table says cannot be read"]


def games(count: int) -> Iterator[State]:
    """Of the expansion, from crowded tables, and dealt ones under mixed options."""
    for number in range(count):
        yield GAME.from_dict(laid(number, abilities=True, ask_forced=True), backend="auto")
    for number, options in enumerate(option_sets(GAME, count, 0)):
        yield GAME.new(number, backend="auto", **options | {"witches": number % 2 == 0, "ask_forced": True})


def raised(games_of_each: int, changes: int) -> tuple[list[str], dict[str, float]]:
    """The complaints that nothing has raised, and how much of each kind of change is noticed."""
    waiting, rng = complaints_in(course, expansion, moves, results, truths, windows), np.random.default_rng(0)
    tried, caught, heard = Counter[str](), Counter[str](), set[str]()
    for state in games(games_of_each):
        agreement, choose = Agreement(state, "a game"), Curiosity(int(rng.integers(1000)))
        while not state.done:
            action = GAME.action_names[choose(state)]
            state.play(action)
            save, roll = table_of(state), told(state)
            written = json.dumps(save)
            kinds = [rolled] * changes if roll.needs or roll.judged else []
            for change in [*kinds, *(pick(rng, CHANGES) for _ in range(changes))]:
                after: Save = json.loads(written)
                other = rolled(roll, rng) if change is rolled else roll
                if change is not rolled:
                    change(after, rng)
                if (after, other) != (save, roll):
                    found = complaints_of(agreement, action, after, other)
                    tried[change.__name__] += 1
                    caught[change.__name__] += bool(found)
                    if new := set(found) - heard:
                        waiting = {
                            place: words for place, words in waiting.items() if not any(map(words.fullmatch, new))
                        }
                    heard |= new
            agreement.complaints(action, save, roll)  # what it remembers; that it has none is looked at elsewhere
            agreement.save = save
    return sorted(words.pattern for words in waiting.values()), {name: caught[name] / tried[name] for name in tried}


def test_what_is_false_is_complained_of() -> None:
    waiting, noticed = raised(2, changes=1)
    assert len(waiting) < 60, waiting
    assert min(noticed[kind] for kind in ("crowned", "counted", "rolled")) > 0.95
    assert noticed["asked"] > 0.8 and noticed["seated"] > 0.7 and noticed["moved"] > 0.3


@pytest.mark.slow
def test_what_is_false_is_complained_of_long() -> None:
    """Left are complaints about what games of chance do not come near, as who dies beside the Healer."""
    waiting, _ = raised(20, changes=6)
    assert len(waiting) < 25, waiting
