"""Which special abilities a move has used.

Some are told by name. Of the others the move is played a second time with the ability taken off the cards: an ability
was used if anything comes out differently but for what may be done next.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from dynasty_env.dynasty.experiments import effects
from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import ACTION_NAMES, Trace
from dynasty_env.dynasty.material import ABILITY, BEARER, NOBODY, WITCH_WITH, Ability
from dynasty_env.europe.material import ABILITY_NAMES
from dynasty_env.kit.engine import entries
from dynasty_env.kit.engine.backend import Interpreted, Tables, bind, plain
from dynasty_env.kit.state import State

TOLD = {name: Trace(kind).name for kind, name in effects(GAME).items()} | {"advent": "COUNTRY_MOVED"}
del TOLD["waste"]  # the entry is that of match-making alone
"""Abilities that a kind of trace entry names: where they are a choice, being asked is not using them."""

MAY_MATTER = (Trace.TURN, Trace.OUTCOME, Trace.BY_ITSELF)
"""Moves without any of these are not looked into: no other ability works there."""
ALLOWED = ("mask", "choices", "only")
"""What an ability may make possible without having been used."""


class Without(Interpreted):
    """The rules with an ability on nobody's card."""

    def __init__(self, ability: Ability) -> None:
        self._ability = ability
        self._witches = WITCH_WITH.copy()
        bearers = BEARER.copy()
        bearers[ability] = NOBODY
        abilities = np.where(ability == ABILITY, int(Ability.NONE), ABILITY)
        changed = {id(ABILITY): abilities, id(BEARER): bearers, id(WITCH_WITH): self._witches}

        def constant(value: Any) -> Any:
            return plain(changed.get(id(value), value))

        self._functions = bind(entries.ENTRIES, GAME._replaced, lambda function: function, constant)

    def step(self, tables: Tables, action: int) -> Any:
        """Play `action`. The witch with the ability is taken for somebody who belongs to no dynasty."""
        strangers = np.flatnonzero(tables.array["owner"][0] == NOBODY)
        self._witches[self._ability] = strangers[-1]
        return self.call("step", tables, 0, action)


without = cache(Without)


def abilities_used(before: State, action: int, after: State) -> Iterator[Ability]:
    """The abilities that `action`, played at `before`, has used."""
    record = after.record
    rows = record["trace"][: record["trace_length"]] if record["told"] else np.zeros((0, 6), np.int16)
    kinds = {Trace(int(kind)).name for kind in rows[:, 0]}
    declared = ACTION_NAMES[action] if before.phase == "action" else ""
    owned = {Ability(int(ABILITY[p])) for p in np.flatnonzero(before.record["owner"] != NOBODY)}
    owned |= {Ability(int(ABILITY[p])) for p in np.flatnonzero(after.record["owner"] != NOBODY)}
    for ability in owned - {Ability.NONE}:
        name = ABILITY_NAMES[ability]
        if name in TOLD:
            used = TOLD[name] in kinds
        elif name in ACTION_NAMES:
            used = name == declared
        else:
            used = any(kind.name in kinds for kind in MAY_MATTER) and matters(before, action, ability)
        if used:
            yield ability


def matters(before: State, action: int, ability: Ability) -> bool:
    """Whether the move goes another way without the ability."""
    as_it_is, lacking = _asking(before.tables), _asking(before.tables)
    GAME.interpreted.call("step", as_it_is, 0, action)
    if without(ability).step(lacking, action) == entries.ILLEGAL:
        return True
    return any(
        as_it_is.array[name].tobytes() != lacking.array[name].tobytes()
        for name in GAME.dtype.names or ()
        if name not in ALLOWED
    )


def _asking(tables: Tables) -> Tables:
    """A copy that asks forced decisions too, so that what becomes possible is not played at once."""
    copy = tables.copy()
    copy.array["ask_forced"] = 1
    return copy
