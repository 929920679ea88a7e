"""Players who bring about what chance seldom does, for Kingdoms' golden games. They see all decks, and try the dice."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.ids import (
    ACTION_NAMES,
    DECK,
    DECLARE,
    EXECUTION,
    GRANT,
    INCITE,
    MARRIAGE,
    PASS,
    PERSON,
    REAPER,
    WAR_ON,
)
from dynasty_env.kingdoms.material import ABILITY, COLOUR, DECK_NAMES, LIFE, PERSON_NAMES, PERSONS, Ability, Place
from dynasty_env.kit.state import State
from tests.golden.lists import Player, Special

YELLOW, RED = 0, 2


def named(state: State, wanted: Callable[[int], bool]) -> list[int]:
    """Legal actions that name a person who is so."""
    count = len(ACTION_NAMES)
    return [a for a in map(int, state.legal()) if PERSON <= a < min(PERSON + PERSONS, count) and wanted(a - PERSON)]


def is_idle(state: State, person: int) -> bool:
    """A noble or child who could be a candidate."""
    record = state.record
    return bool(record["place"][person] in (Place.NOBLE, Place.CHILD) and not record["rebel"][person])


def kingmaker(seed: int) -> Player:
    """Makes kings and rebels of all nobles and marries nobody, so that nobody can stand for a throne; empties the
    yellow deck, and reaps a yellow king with the last card of it (K28)."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = list(map(int, state.legal()))
        wishes = _wishes(state, legal)
        return int(rng.choice(wishes or legal))

    return act


def _wishes(state: State, legal: list[int]) -> list[int]:
    record, phase = state.record, state.phase
    left, holds = int(record["deck_size"][YELLOW]), int(record["scythe"]) == state.seat
    if phase in ("recruit", "setup_deck"):
        others = [a for a in legal if a != DECK + YELLOW and record["deck_size"][a - DECK] > 1]
        hasten = phase == "setup_deck" or left > 1 or holds
        return [DECK + YELLOW] if hasten and DECK + YELLOW in legal else others
    if phase == "setup_king":
        return sorted(named(state, lambda p: COLOUR[p] == YELLOW), key=lambda a: LIFE[a - PERSON])[:1]
    if phase == "action":
        idle = any(is_idle(state, person) for person in range(PERSONS))
        order = [REAPER] if left == 0 else [GRANT, INCITE] if idle else [WAR_ON]
        return [a for a in order if a in legal][:1] or [PASS]
    if phase in ("incite_target", "conquest", "grant_person"):
        return named(state, lambda p: is_idle(state, p))
    if phase == "reaper_target":
        return sorted(named(state, lambda p: _is_heirless(state, p)), key=lambda a: LIFE[a - PERSON])[:1]
    return [PASS] if phase in ("veto", "withdraw", "aid", "police") else []


def _is_heirless(state: State, person: int) -> bool:
    record = state.record
    family = (record["liege"] == person).any()
    return bool(record["place"][person] == Place.KING and COLOUR[person] == YELLOW and not family)


def two_seats(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    """With two seats the decks last longest, and fewest persons are at court."""
    for seed in range(count):
        yield seed, {"num_players": 2, "max_rounds": 40}


def warlord(seed: int) -> Player:
    """Random, but makes war wherever he can."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = list(map(int, state.legal()))
        if state.phase == "action" and WAR_ON in legal and rng.random() < 0.8:
            return WAR_ON
        return int(rng.choice(legal))

    return act


def henry(seed: int) -> Player:
    """Crowns whoever can have a spouse executed, has him marry, and the spouse executed; else random."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = list(map(int, state.legal()))
        wishes = named(state, lambda p: ABILITY[p] == Ability.EXECUTION) if state.phase != "reaper_target" else []
        if state.phase == "setup_deck":
            wishes = [DECK + RED]
        elif state.phase == "action":
            wishes = [EXECUTION, MARRIAGE]
        elif state.phase == "consent":
            wishes = [DECLARE]
        return next((a for a in wishes if a in legal), int(rng.choice(legal)))

    return act


def with_an_executioner(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    """The first player can turn him up in set-up."""
    found = 0
    for seed in range(200):
        top = GAME.new(seed, backend="interpreted").to_dict()["person_decks"][DECK_NAMES[RED]][:2]
        if found < count and any(ABILITY[PERSON_NAMES.index(name)] == Ability.EXECUTION for name in top):
            found += 1
            yield seed, {"ask_forced": True}


def all_sizes(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    for seed in range(count):
        yield seed, {"num_players": 2 + seed % 5, "max_rounds": (5, 10, 20, 40)[seed % 4]}


PLAYERS = {
    "kingmaker": Special(kingmaker, two_seats),
    "warlord": Special(warlord, all_sizes),
    "henry": Special(henry, with_an_executioner),
}
