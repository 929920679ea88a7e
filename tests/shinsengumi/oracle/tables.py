"""Tables laid by hand at random, to come quickly to what whole games seldom show; and players who try things out."""

from collections import Counter
from typing import Any

import numpy as np

from tests.wanted import Choose, at_random, curious

from .board import (
    ATTACHED,
    BOARD,
    COLOURS,
    EVENTS,
    PERSONS,
    POWDER,
    STONES,
    Cell,
    Save,
    lying,
    name,
    neighbour,
    standing,
)
from .legal import room_for


def laid_at_random(rng: np.random.Generator) -> Save:
    """A hand-written save file: many events, few persons left, seats without a self, late turns, many namings."""
    persons, events = _shuffled(rng, PERSONS), _shuffled(rng, EVENTS)
    hoarded = str(rng.choice(["", "", "white", "black"]))  # a colour that they hold so much of that the bag has none
    if hoarded:
        persons.sort(key=lambda person: -PERSONS[person].debate)
    count = int(rng.integers(3, 11))
    on_board = persons[:count]
    save: Save = {
        "game": "shinsengumi_v0",
        "seed": int(rng.integers(1_000_000)),
        "persons": [{"person": person, "cell": name(cell)} for person, cell in _somewhere(rng, on_board).items()],
        "events": [],
        "phase": str(rng.choice(["move", "move", "turn"])),
        "turn": int(rng.integers(1, 13)),
        "namings": 0,
        "dead": persons[count + int(rng.integers(0, 6)) :],
    }
    if save["phase"] == "move":
        save["namings"] = int(rng.choice([0, 5, 37, 40]))
    turned_up, coming = events[: int(rng.integers(0, 12))], events[12:]
    for event in turned_up:
        _lay(rng, save, event)
    used = {*lying(save), *(item.get("attached") for item in save["persons"])}
    save["gone"] = [event for event in turned_up if event not in used and event != POWDER]
    save["event_pile"] = coming
    _sit(rng, save, on_board, hoarded)
    if POWDER in turned_up:
        save["powder"] = int(rng.integers(len(save["seats"])))
    return save


def _shuffled(rng: np.random.Generator, names: Any) -> list[str]:
    return [str(each) for each in rng.permutation(list(names))]


def _somewhere(rng: np.random.Generator, persons: list[str]) -> dict[str, Cell]:
    cells = sorted(BOARD)
    return {person: cells[k] for person, k in zip(persons, rng.permutation(len(cells)), strict=False)}


def _lay(rng: np.random.Generator, save: Save, event: str) -> None:
    """Somewhere within the limits of the event, beside a person rather than far from all."""
    if event in ATTACHED:
        free = [item for item in save["persons"] if "attached" not in item]
        if free:
            free[int(rng.integers(len(free)))]["attached"] = event
        return
    room = sorted(room_for(save, event))
    near = [cell for cell in room if any(neighbour(cell, way) in standing(save).values() for way in ("up", "down"))]
    if near or room:
        save["events"].append({"event": event, "cell": name((near or room)[int(rng.integers(len(near or room)))])})


def _sit(rng: np.random.Generator, save: Save, persons: list[str], hoarded: str) -> None:
    """One to five seats, some of them out, each with a few stones; and some persons already marked."""
    count = min(5 if hoarded else int(rng.integers(1, 6)), len(persons))
    out = [number for number in range(1, count) if rng.random() < 0.25 and not hoarded]
    save["options"] = {
        "num_players": count,
        "hidden_stones": bool(rng.random() < 0.4),
        "ask_forced": bool(rng.random() < 0.3),
    }
    save["seats"] = []
    for number, person in enumerate(persons[:count]):
        inside: dict[str, Any] = {"self": person, "white": 0, "black": 0}
        for _ in range(PERSONS[person].debate if hoarded else int(rng.integers(PERSONS[person].debate + 1))):
            inside[hoarded or str(rng.choice(COLOURS))] += 1
        save["seats"].append({"self": None} if number in out else inside)
    while hoarded and sum(seat[hoarded] for seat in save["seats"]) > STONES:
        max(save["seats"], key=lambda seat: seat[hoarded])[hoarded] -= 1
    save["turn_player"] = int(rng.choice([number for number in range(count) if number not in out]))
    if save["phase"] == "move":
        for item in save["persons"]:
            if rng.random() < 0.3:
                item[str(rng.choice(["white", "black"]))] = 1


def quiet(rng: np.random.Generator) -> Choose:
    """Never a stone out of the hand, so that the bag runs short of them; else any legal action."""
    anything = at_random(rng)
    return lambda state, save: "pass" if save["phase"] == "wait" else anything(state, save)


def players(n: int, rng: np.random.Generator, tried: Counter[tuple[str, ...]]) -> Choose:
    """One kind of players after another."""
    about = lambda save: str(save["mover"] or save["turned_up"])  # noqa: E731
    return (curious(rng, tried, about), at_random(rng), quiet(rng))[n % 3]
