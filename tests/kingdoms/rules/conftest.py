"""Words in which the rule tests of Kingdoms lay a table, play on it, and make chance do what a test wants.

A test of the table of actions reads Given / When / Then::

    @pytest.mark.rule("row 1 D", "K8")
    def test_row1_a_refusal_leaves_a_die() -> None:
        '''Without consent one die decides; value: the suitor's prestige.'''
        state = table(seat(king(A, "Spain", prestige=2)), seat(king(C, "Poland", children=[W])))  # given
        play(state, "marriage", f"person:{A}", f"person:{W}")
        after = rolling(state, "pass", 2)  # when the other dynasty refuses and the die shows 2
        assert families(after, 0) == {A: (W, [])}  # then

Laying a table
    `king(name, *countries, spouse=, children=, **stats)` is a king of a seat, `seat(*kings, nobles=, home=)` a seat,
    `table(*seats, **fields)` a `State` at the turn player's action; `fields` are a save file's, and options by name.
    **What a card says for the length of a test** is given beside it, or by `one(name, war=3, ability="plunder")` and
    `land(name, power=3)`; until then everybody is Catholic and has no ability. A number of 6 makes every die a success,
    0 makes none one. **Forced decisions are asked** unless a test says otherwise.

Playing
    `names(state)` are the legal actions, `persons(state)`, `countries(state)`, `decks(state)` those of a kind without
    prefix. `play(state, *actions)` plays them and returns what they told, which is checked for saying what it means
    (`said`). `families`, `realms`, `nobles`, `rebels`, `exhausted`, `pool`, `home`, `where` read a table.

Chance
    `rolling(state, action, *dice)` is a copy on which the action was played and the dice began like this;
    `chance(state, action, wanted)` one on which anything came true. The table itself stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dynasty_env.europe import material as europe
from dynasty_env.kingdoms import material
from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.material import COUNTRY_NAMES, PERSON_NAMES, SULEIMAN, Ability, Religion
from dynasty_env.kingdoms.steps import Trace
from dynasty_env.kit.state import Entry, State
from tests.kingdoms.rules import trace_fields
from tests.positions import PositionFile
from tests.rule_testing import as_printed, come_true, of_kind, played, told
from tests.rule_testing import names as names

OPTIONS = {option.name for option in GAME.options}
DICE = (Trace.DIE, Trace.CHECKED, Trace.ROLLED, Trace.POLICED)
"""Entries whose value is a die, in the order in which they fall."""
STATS = ("WAR", "GOVERNANCE", "PRESTIGE", "FERTILITY", "LIFE", "AMBITION")
PRINTED = (*STATS, "COLOUR", "SEX", "RELIGION", "ABILITY", "POWER")

A, B, C, D, E, F = "Charles V", "Ferdinand I", "Francis I", "Philip II", "Maximilian II", "Duke of Alba"
"""Men, the third of the blue deck, the others of the yellow one."""
V, W, X, Y, Z = ("Isabella of Portugal", "Maria of Spain", "Mary of Hungary", "Margaret of Austria", "Louise of Savoy")
"""Women, the last of the blue deck, the others of the yellow one."""
S = "Suleiman I"


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> PositionFile | None:
    """The texts beside the tests are positions."""
    from .positions import check_position  # which lays tables by what stands here

    return PositionFile.from_text(parent, file_path, check_position) if file_path.suffix == ".txt" else None


@contextmanager
def plain_cards() -> Iterator[None]:
    """Everybody is Catholic and without ability; afterwards the cards say again what is printed on them."""
    with as_printed(material, PRINTED), as_printed(europe, ("ABILITY", "BEARER")):
        material.ABILITY[:] = Ability.NONE
        europe.ABILITY[europe.ABILITY != Ability.ADVENT] = Ability.NONE
        europe.BEARER[:] = material.NOBODY
        material.RELIGION[:] = Religion.C
        material.RELIGION[SULEIMAN] = material.NOBODY
        yield
    assert (europe.POWER == material.POWER).all()


@pytest.fixture(autouse=True)
def cards() -> Iterator[None]:
    """Cards are plain in every test."""
    with plain_cards():
        yield


# ------------------------------------------------------------------------------------------------------ laying a table


def one(person: str, **stats: Any) -> str:
    """For the length of the test the person's card says this."""
    number = PERSON_NAMES.index(person)
    for stat, value in stats.items():
        if stat == "ability":
            value = Ability[value.upper()]
        elif stat == "religion":
            value = Religion[value]
        elif stat == "colour":
            value = material.DECK_NAMES.index(value)
        elif stat == "sex":
            value = material.SEXES.index(value)
        getattr(material, stat.upper())[number] = value
        if stat == "ability":
            europe.ABILITY[number] = value
            bearers = [each for each in range(material.PERSONS) if europe.ABILITY[each] == value]
            europe.BEARER[value, : len(bearers)] = bearers
    return person


def land(country: str, power: int) -> str:
    """For the length of the test the country has this power."""
    material.POWER[COUNTRY_NAMES.index(country)] = power
    return country


def king(
    name: str, *ruled: str, spouse: str | None = None, children: Sequence[str] = (), **stats: Any
) -> dict[str, Any]:
    """A king with his countries and his family."""
    return {"king": one(name, **stats), "countries": list(ruled), "spouse": spouse, "children": list(children)}


def seat(*kings: dict[str, Any], nobles: Sequence[str] = (), home: str | None = None) -> dict[str, Any]:
    """A dynasty of a save file."""
    return {"kings": list(kings), "nobles": list(nobles), "home": home}


def save(*seats: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A hand-written save file."""
    options = {"num_players": len(seats), "ask_forced": True}
    options |= {name: fields.pop(name) for name in list(fields) if name in OPTIONS}
    return {"game": GAME.name, "options": options, "seats": list(seats), **fields}


def table(*seats: dict[str, Any], **fields: Any) -> State:
    """A table laid by hand, at the turn player's action."""
    state = GAME.from_dict(save(*seats, **fields), backend="interpreted")
    trace_fields.check(state)
    return state


# ------------------------------------------------------------------------------------------------ looking and playing


def persons(state: State) -> set[str]:
    """Persons who may be named now."""
    return of_kind(state, "person:")


def countries(state: State) -> set[str]:
    """Countries that may be named now."""
    return of_kind(state, "country:")


def decks(state: State) -> set[str]:
    """Decks that may be chosen now."""
    return of_kind(state, "deck:")


def play(state: State, *actions: str) -> list[Entry]:
    """Play `actions` one after another; all that they told."""
    return played(trace_fields.check, state, actions)


def families(state: State, number: int) -> dict[str, tuple[str | None, list[str]]]:
    """A seat's kings: spouse and children of each."""
    return {each["king"]: (each["spouse"], each["children"]) for each in state.to_dict()["seats"][number]["kings"]}


def realms(state: State, number: int) -> dict[str, set[str]]:
    """A seat's kings: the countries of each."""
    return {each["king"]: set(each["countries"]) for each in state.to_dict()["seats"][number]["kings"]}


def nobles(state: State, number: int) -> set[str]:
    return set(state.to_dict()["seats"][number]["nobles"])


def home(state: State, number: int) -> str | None:
    found: str | None = state.to_dict()["seats"][number]["home"]
    return found


def rebels(state: State) -> set[str]:
    return set(state.to_dict()["rebels"])


def exhausted(state: State) -> set[str]:
    return set(state.to_dict()["exhausted"])


def pool(state: State) -> set[str]:
    return set(state.to_dict()["pool"])


def removed(state: State) -> set[str]:
    """Persons who have left play. Of a hand-laid table with the Ottoman Empire Suleiman is one unless placed."""
    return set(state.to_dict()["removed"])


def of(people: Iterable[str]) -> list[str]:
    """Names in the order in which tables list them."""
    return sorted(people, key=PERSON_NAMES.index)


# -------------------------------------------------------------------------------------------------------------- chance


def faces(source: State | Sequence[Entry]) -> list[int]:
    """All dice, in order."""
    return [e.value for e in told(source, *DICE)]


def chance(state: State, action: str, wanted: Callable[[State], bool]) -> State:
    """A copy of the table on which `action` was played and `wanted` came true; the generator is tried until it does."""
    return come_true(trace_fields.check, state, action, wanted)


def rolling(state: State, action: str, *dice: int) -> State:
    """A copy on which `action` was played and the dice began like this."""
    return chance(state, action, lambda after: faces(after)[: len(dice)] == list(dice))
