"""Tables laid by hand at random, to come quickly to what whole games seldom show; and players who try things out."""

from collections import Counter
from typing import Any

import numpy as np

from tests.wanted import Choose, at_random, curious

from .board import COLOURS, COUNTRIES, OTTOMAN_EMPIRE, PERSONS, SULEIMAN, Save, different, lands, other_sex, subjects

ABLE = tuple(name for name, person in PERSONS.items() if person.ability and name != SULEIMAN)
ALL_OPTIONS: dict[str, tuple[int | bool, ...]] = {
    "max_rounds": (5, 10, 20, 40),
    "abilities": (True, True, True, False),
    "kin_marriage": (True, False),
    "ask_forced": (True, False),
}


def laid_at_random(rng: np.random.Generator) -> Save:
    """A hand-written save file: dynasties with several kings, families, rebels, exhausted countries; many persons with
    abilities, or hardly anybody at all; decks that are nearly empty, or not."""
    count, lonely = int(rng.integers(2, 7)), rng.random() < 0.35
    waiting = _persons(rng)
    seats = _kings(rng, count, waiting)
    if not lonely:
        _families(rng, seats, waiting)
    save: Save = {
        "game": "kingdoms_v0",
        "seed": int(rng.integers(1_000_000)),
        "options": {"num_players": count} | {name: _one(rng, values) for name, values in ALL_OPTIONS.items()},
        "phase": str(rng.choice(["recruit", "action"])),
        "seats": seats,
        "pool": [waiting.pop() for _ in range(int(rng.integers(0, count + 1)))],
        "turn": int(rng.integers(1, 5 * count + 1)),
        "turn_player": int(rng.integers(count)),
        "scythe": int(rng.integers(count)),
    }
    save["exhausted"] = [land for seat in seats for land in lands(seat) if rng.random() < 0.3]
    save["rebels"] = [person for seat in seats for person in subjects(seat) if rng.random() < 0.2]
    if lonely or rng.random() < 0.3:
        save["removed"] = _thin(rng, waiting, int(rng.integers(1, 4)))
    return save


def _persons(rng: np.random.Generator) -> list[str]:
    """All persons but Suleiman in the order in which they are placed from the end; often those with abilities first."""
    persons = [str(name) for name in rng.permutation([name for name in PERSONS if name != SULEIMAN])]
    if rng.random() < 0.5:
        persons.sort(key=lambda name: name in ABLE)
    return persons


def _kings(rng: np.random.Generator, count: int, waiting: list[str]) -> list[dict[str, Any]]:
    """One to three kings a dynasty, with one to three countries each; now and then one of them is Suleiman."""
    land = [str(name) for name in rng.permutation([name for name in COUNTRIES if name != OTTOMAN_EMPIRE])]
    seats: list[dict[str, Any]] = []
    for _ in range(count):
        kings = [
            {"king": waiting.pop(), "countries": [land.pop()], "spouse": None, "children": []}
            for _ in range(int(rng.integers(1, 4)))
        ]
        seats.append({"kings": kings, "nobles": []})
    for _ in range(int(rng.integers(0, 1 + min(2 * count, len(land))))):
        kings = seats[int(rng.integers(count))]["kings"]
        kings[int(rng.integers(len(kings)))]["countries"].append(land.pop())
    if rng.random() < 0.3:
        seat = seats[int(rng.integers(count))]
        if rng.random() < 0.5:
            seat["kings"].append({"king": SULEIMAN, "countries": [OTTOMAN_EMPIRE], "spouse": None, "children": []})
        else:
            seat["nobles"].append(SULEIMAN)
            seat["kings"][0]["countries"].append(OTTOMAN_EMPIRE)
    return seats


def _families(rng: np.random.Generator, seats: list[dict[str, Any]], waiting: list[str]) -> None:
    """Spouses, children and nobles."""
    for seat in seats:
        for realm in seat["kings"]:
            king = realm["king"]
            fitting = [name for name in waiting if other_sex(king, name) and not different(king, name)]
            if fitting and king != SULEIMAN and rng.random() < 0.6:
                realm["spouse"] = fitting[-1]
                waiting.remove(fitting[-1])
            realm["children"] = [waiting.pop() for _ in range(int(rng.integers(0, 3)) if king != SULEIMAN else 0)]
        seat["nobles"] += [waiting.pop() for _ in range(int(rng.integers(0, 3)))]


def _thin(rng: np.random.Generator, waiting: list[str], left: int) -> list[str]:
    """Who has left play, so that so many persons are left of each colour."""
    removed: list[str] = []
    for colour in COLOURS:
        removed += [name for name in waiting if PERSONS[name].colour == colour][left:]
    return removed


def _one(rng: np.random.Generator, values: tuple[int | bool, ...]) -> int | bool:
    return values[int(rng.integers(len(values)))]


def warlike(rng: np.random.Generator) -> Choose:
    """War wherever possible, with all that can be used and whoever is best at it; nobody withdraws. Else anything."""
    anything = at_random(rng)

    def choose(state: Any, save: Save) -> str:
        names = [str(state.game.action_names[action]) for action in state.legal()]
        phase = save["phase"]
        if phase == "action" and "war" in names and rng.random() < 0.7:
            return "war"
        if phase in ("war_commit", "defend_commit") and rng.random() < 0.8:
            return max(names, key=lambda name: name != "pass")
        if phase == "war_commander" and rng.random() < 0.8:
            return max(names, key=lambda name: PERSONS[name.partition(":")[2]].war)
        if phase == "war_target" and rng.random() < 0.5:
            return min(names, key=lambda name: COUNTRIES[name.partition(":")[2]].power)
        if phase == "withdraw":
            return "pass"
        return anything(state, save)

    return choose


def scheming(rng: np.random.Generator) -> Choose:
    """Incites, suppresses, reaps, executes and procreates wherever possible. Else anything."""
    anything = at_random(rng)

    def choose(state: Any, save: Save) -> str:
        names = [str(state.game.action_names[action]) for action in state.legal()]
        deeds = {"incite", "suppress", "reaper", "assassination", "execution", "procreation"}
        plots = [name for name in names if name in deeds]
        if save["phase"] == "action" and plots and rng.random() < 0.8:
            return plots[int(rng.integers(len(plots)))]
        if save["phase"] == "incite_target" and rng.random() < 0.5:
            gifted = [name for name in names if PERSONS[name.partition(":")[2]].ability == "revolution"]
            return gifted[0] if gifted else anything(state, save)
        return anything(state, save)

    return choose


def players(n: int, rng: np.random.Generator, tried: Counter[tuple[str, ...]]) -> Choose:
    """One kind of players after another."""
    about = lambda save: str(save["declared"]["action"])  # noqa: E731
    return (at_random(rng), curious(rng, tried, about), warlike(rng), scheming(rng))[n % 4]
