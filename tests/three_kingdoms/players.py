"""Players who bring about what chance seldom does, for the golden games and the soak. They see the whole table."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.game import GAME
from dynasty_env.three_kingdoms.ids import (
    ALL,
    AMOUNT,
    AREA,
    COUNTRY,
    DIPLOMACY,
    DONE,
    EACH,
    INVADE,
    LEVY,
    MORE_GENERALS,
    MORE_TROOPS,
    YES,
)
from dynasty_env.three_kingdoms.material import COUNTRIES, NEIGHBOURS, NO_ONE, NOWHERE, SCENARIOS, Pact, Place, Role
from tests.golden.lists import Player, Special


def has_fresh_general(record: Any, area: int) -> bool:
    """A general of the area's country is there who has not acted."""
    here = (
        (record["area"] == area) & (record["place"] == Place.SERVING) & (record["country"] == record["control"][area])
    )
    return bool((here & (record["acted"] == 0) & (record["role"] == Role.NONE)).any())


def allies(record: Any) -> list[int]:
    """Powers that are allied with the one whose phase it is."""
    return [c for c in range(COUNTRIES) if record["allied"][c] == Pact.ALLY and record["country_seat"][c] != NO_ONE]


def can_join_at(record: Any, target: int) -> bool:
    """An ally has units next to the target."""
    beside = [int(area) for area in NEIGHBOURS[target] if area != NOWHERE and record["troops"][area] > 0]
    return any(record["control"][area] in allies(record) and has_fresh_general(record, area) for area in beside)


def diplomat(seed: int) -> Player:
    """Talks at court, allies with whom it can, lets them use units, and invades together with them; all agree."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = list(map(int, state.legal()))
        return int(rng.choice(_wishes(state, legal, rng) or legal))

    return act


def _wishes(state: State, legal: list[int], rng: np.random.Generator) -> list[int]:
    record, phase = state.record, state.phase
    if phase == "act":
        return _of_step(record, legal)
    if phase == "diplomacy_group":
        return [a for a in (EACH,) if a in legal]
    if phase == "ally_answer":
        return [YES]
    if phase == "invade_area":
        return [a for a in legal if a >= COUNTRY] or [a for a in legal if AREA <= a < COUNTRY][:1] or [DONE]
    if phase == "join":
        return [a for a in legal if a >= AREA]
    if phase == "invade_troops" and rng.random() < 0.5:
        return [AMOUNT]
    return []


def _of_step(record: Any, legal: list[int]) -> list[int]:
    if DIPLOMACY in legal:
        return [DIPLOMACY]
    partners = allies(record)
    together = [a for a in legal if INVADE <= a < AREA and can_join_at(record, a - INVADE)]
    buys = [MORE_TROOPS + c for c in partners if not record["ally_troops"][c]]
    buys += [MORE_GENERALS + c for c in partners if not record["ally_generals"][c]]
    buys = [a for a in buys if a in legal]
    asks = [a for a in legal if COUNTRY <= a < MORE_TROOPS and record["country_seat"][a - COUNTRY] != NO_ONE]
    if together and not buys:
        return together
    return buys or (asks if record["points"] >= 2 else [])


def full_tables(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    """Many powers that sit close together."""
    for seed in range(count):
        yield (
            seed,
            {"scenario": 1 + seed % 3, "num_players": 8, "powers": seed % 12, "max_turns": (1, 2, 3, 5)[seed % 4]},
        )


def warlord(seed: int) -> Player:
    """Random, but invades wherever it can, with all that it has."""
    rng = np.random.default_rng(seed)

    def act(state: State) -> int:
        legal = list(map(int, state.legal()))
        wars = [a for a in legal if INVADE <= a < AREA]
        if state.phase == "act" and wars and rng.random() < 0.9:
            return int(rng.choice(wars))
        if state.phase in ("invade_generals", "invade_troops") and ALL in legal:
            return ALL
        levies = [a for a in legal if LEVY <= a < INVADE]
        return int(rng.choice(levies if state.phase == "act" and levies else legal))

    return act


def wars(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    """Wars to the end of all others."""
    for seed in range(count):
        yield seed, {"scenario": (2, 6, 7, 8)[seed % 4], "num_players": (2, 3)[seed % 2], "powers": seed % 12}


def greedy(seed: int) -> Player:
    """The game's own player in every seat."""
    return lambda state: int(GAME.greedy_actions(state.observe(state.seat)[None], state.mask[None])[0])


def whole_games(count: int) -> Iterator[tuple[int, Mapping[str, int | bool]]]:
    """Every scenario and the campaign, to their ends."""
    for seed in range(count):
        scenario = seed % (SCENARIOS + 1)
        yield seed, {"scenario": scenario, "num_players": 2 + seed // (SCENARIOS + 1) % 2, "powers": seed % 3}


PLAYERS = {
    "diplomat": Special(diplomat, full_tables),
    "warlord": Special(warlord, wars),
    "whole": Special(greedy, whole_games),
}
