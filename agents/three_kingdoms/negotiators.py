"""Three bots that differ in how they keep their word, for research on negotiation.

They fight, levy and march like the game's own bot. A hermit never allies. A faithful one allies with anybody possible,
invades together with its partners, and does not attack them in the turn after. A turncoat agrees to everything, brings
no troops, and attacks its partners of this turn or the last one wherever it can. Commands take them by their place:
``--bots agents.three_kingdoms.negotiators:Faithful``.
"""

from collections.abc import Iterator
from typing import Any

from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.three_kingdoms.greedy.sight import against, needed, troops_at
from dynasty_env.three_kingdoms.ids import AREA, COUNTRY, DIPLOMACY, DONE, INVADE, MORE_GENERALS, MORE_TROOPS, NO, YES
from dynasty_env.three_kingdoms.material import (
    AREAS,
    COUNTRIES,
    LEAST_FOR_POWER,
    NEIGHBOURS,
    NOWHERE,
    POINTS,
    SEATS,
    TROOPS_OF_POINT,
    Pact,
)

AGREED = 2
"""The value of an observation for an alliance that was offered and accepted."""


def partners(seen: Any) -> set[int]:
    """Countries that have been allied with the seat's own country in this turn or the last one."""
    mine = seen.country
    return {
        other
        for other in range(COUNTRIES)
        for answers in (seen.answers, seen.last_answers)
        if AGREED in (answers[mine, other], answers[other, mine])
    }


def beside(seen: Any, target: int, country: int) -> int:
    """Number of troops of a country next to an area."""
    areas = [int(area) for area in NEIGHBOURS[target] if area != NOWHERE and seen.control[int(area)] == country]
    return sum(troops_at(seen, area) for area in areas if seen.generals_there[area] > 0)


def together(seen: Any, target: int, country: int) -> bool:
    """Whether we can take an area together with the units that another seat's country may use now, or with five of its
    troops."""
    ours = against(seen, target)
    if seen.players[country] >= SEATS or seen.control[target] == country or ours < 1:
        return False
    theirs = min(beside(seen, target, country), max(seen.allowed[country, 0], TROOPS_OF_POINT))
    return theirs > 0 and bool(needed(seen, target) <= ours + theirs)


def worth(targets: list[int]) -> int:
    """The target with the most points."""
    return max(targets, key=lambda target: int(POINTS[target]))


class Negotiator:
    """Plays like the game's own bot, except for its own wishes."""

    name: str

    def reset(self, seed: int) -> None:
        """Nothing to forget: an observation contains the alliances of this turn and the last one."""

    def act(self, decision: Decision) -> int:
        legal = set(decision.legal.tolist())
        seen: Any = Tables(decision.game.layout.records(decision.observation[None].copy()))[0]
        wished = next((action for action in self.wishes(decision.phase, seen, legal) if action in legal), None)
        if wished is not None:
            return wished
        mask = decision.mask.copy()
        mask[list(self.avoids(decision.phase, seen, legal))] = 0
        key = int(decision.rng.integers(2**63))
        return int(decision.game.greedy_actions(decision.observation[None], mask[None], key=key)[0])

    def avoids(self, phase: str, seen: Any, legal: set[int]) -> set[int]:
        """Legal actions that it avoids, whatever the game's bot thinks of them; never all of them."""
        return set()

    def wishes(self, phase: str, seen: Any, legal: set[int]) -> Iterator[int]:
        """Actions that it prefers, most preferred first; illegal ones are skipped."""
        raise NotImplementedError


class Hermit(Negotiator):
    """Never allies."""

    name = "hermit"

    def wishes(self, phase: str, seen: Any, legal: set[int]) -> Iterator[int]:
        if phase == "ally_answer":
            yield NO


class Faithful(Negotiator):
    """Allies with anybody it can invade together with, joins with everything it may, and spares its partners."""

    name = "faithful"

    def wishes(self, phase: str, seen: Any, legal: set[int]) -> Iterator[int]:
        if phase == "act":
            yield from self._of_step(seen, legal)
        elif phase in ("ally_answer", "loss_accept"):
            yield YES
        elif phase == "invade_area":
            yield from sorted(action for action in legal if COUNTRY <= action < MORE_TROOPS)
        elif phase == "join":
            yield from sorted(action for action in legal if AREA <= action < COUNTRY)

    def avoids(self, phase: str, seen: Any, legal: set[int]) -> set[int]:
        if phase != "act":
            return set()
        spared = partners(seen)
        return {action for action in legal if INVADE <= action < AREA and seen.control[action - INVADE] in spared}

    def _of_step(self, seen: Any, legal: set[int]) -> Iterator[int]:
        """Talk at court; ask; let partners use units; invade with them; else play like the game's bot, sparing them."""
        yield DIPLOMACY
        allies = [country for country in range(COUNTRIES) if seen.allied[country] == Pact.ALLY]
        for country in allies:
            common = [target for target in range(AREAS) if INVADE + target in legal and together(seen, target, country)]
            if common:
                yield from (MORE_TROOPS + country,) if seen.allowed[country, 0] == 0 else ()
                yield from (MORE_GENERALS + country,) if seen.allowed[country, 1] == 0 else ()
                if seen.allowed[country, 0] > 0 and seen.allowed[country, 1] > 0:
                    yield INVADE + worth(common)
        if seen.diplomacy >= LEAST_FOR_POWER and not allies:
            for country in range(COUNTRIES):
                if any(together(seen, target, country) for target in range(AREAS) if INVADE + target in legal):
                    yield COUNTRY + country


class Turncoat(Negotiator):
    """Agrees to everything, brings no troops, and attacks its partners."""

    name = "turncoat"

    def wishes(self, phase: str, seen: Any, legal: set[int]) -> Iterator[int]:
        if phase in ("ally_answer", "loss_accept"):
            yield YES
        elif phase == "join":
            yield DONE
        elif phase == "act":
            victims = partners(seen)
            offers = [
                target
                for target in range(AREAS)
                if INVADE + target in legal
                and seen.control[target] in victims
                and against(seen, target) > troops_at(seen, target)
            ]
            if offers:
                yield INVADE + worth(offers)
