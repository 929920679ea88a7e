"""Words in which the rule tests lay a table, play on it, and make chance do what a test wants.

Positions (`positions`) are laid and played with them, and so are the few tests that need Python::

    @pytest.mark.rule("§09-04-04")
    def test_s09_04_04_the_wanderer_becomes_a_courtier() -> None:
        '''§09-04-04: if the hire succeeds, the candidate joins the own dynasty's courtiers.'''
        state = table(seat("Henry IV"), seat("Elizabeth I"), wanderers=["Duke of Sully"], pack="H2 D3")  # given
        play(state, "hire", "person:Henry IV", "person:Duke of Sully")  # when
        assert where(succeeding(state), "Duke of Sully") == (0, "courtiers")  # then

`table(seat(...), seat(...), **fields)` is a `State` at the turn player's decision; `fields` are those of a save file
(``pack`` with its top first; what it leaves out lies shuffled under it) and the game's options. **Forced decisions are
asked** and **special abilities are off** unless a test says otherwise. What it leaves out is quiet: empty hands, no
wanderers, no independent country, full person decks, a small territory for each seat, seat 0 on turn, and the **last
seat** holds both the scythe and the pope (mind its +2 prestige for CC and C there).

`succeeding(state)` passes for everybody and tries dice until the action succeeds; it returns a **copy**. What is told,
and the frames that wait, are checked for saying nothing but what they mean (`trace_fields`). `printed` and
`printed_country` read the printed cards.
"""

import csv
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import Trace
from dynasty_env.kit.state import Entry, State
from tests.dynasty.rules import trace_fields
from tests.rule_testing import come_true, loaded, names, played, told
from tests.saved import table_of

DATA = Path(__file__).resolve().parents[3] / "dynasty_env" / "europe" / "data"
OPTIONS = {option.name for option in GAME.options}
SPARE_TERRITORIES = ("Scotland", "Ireland", "Norway", "Hungary", "Switzerland", "Palatinate")
"""A seat's territory where the test names none; all of the same small power."""
PLACES = ("king", "spouses", "children", "courtiers")


@cache
def _rows(name: str) -> dict[str, SimpleNamespace]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return {
            row["name"]: SimpleNamespace(**{key: int(v) if v.isdigit() else v for key, v in row.items()})
            for row in csv.DictReader(file)
        }


def printed(person: str) -> SimpleNamespace:
    """A person card: colour, sex, war, governance, prestige, fertility, life, ambition, religion …"""
    return _rows("persons.csv")[person]


def printed_country(country: str) -> SimpleNamespace:
    """A country card: power, north, north_by, east …"""
    return _rows("countries.csv")[country]


def all_persons() -> list[str]:
    """The base game's: the expansion's come after them."""
    return [name for name, row in _rows("persons.csv").items() if row.id < 81]


def every_person() -> list[str]:
    """The expansion's, too."""
    return list(_rows("persons.csv"))


def all_countries() -> list[str]:
    return list(_rows("countries.csv"))


def cards(given: str | Iterable[str]) -> list[str]:
    """``"HA S10 JOKER"`` or a list of card names, as a list."""
    return given.split() if isinstance(given, str) else list(given)


def seat(
    king: str,
    *,
    spouse: str | None = None,
    children: Sequence[str] = (),
    courtiers: Sequence[str] = (),
    territories: Sequence[str] | None = None,
    hand: str | Iterable[str] = (),
    **fields: Any,
) -> dict[str, Any]:
    """One dynasty of a save file; without `territories` it gets a small one of its own, with ``()`` it has none."""
    return {
        "king": king,
        "spouses": [spouse] if spouse else [],
        "children": list(children),
        "courtiers": list(courtiers),
        "territories": None if territories is None else list(territories),
        "hand": cards(hand),
        **fields,
    }


def save(*seats: dict[str, Any], phase: str = "action", **fields: Any) -> dict[str, Any]:
    """A hand-written save file."""
    spare = list(SPARE_TERRITORIES)
    spare = [c for c in spare if not any(c in (s["territories"] or ()) for s in seats)]
    spare = [c for c in spare if c not in fields.get("independent", ())]
    laid = [s | {"territories": [spare.pop(0)] if s["territories"] is None else s["territories"]} for s in seats]
    options = {"num_players": len(seats), "ask_forced": True, "abilities": False} | {
        name: fields.pop(name) for name in list(fields) if name in OPTIONS
    }
    for pile in ("pack", "discards"):
        if pile in fields:
            fields[pile] = cards(fields[pile])
    last = len(seats) - 1
    fields = {"first_player": 0, "turn_player": 0, "pope": last, "scythe": last} | fields
    return {"game": GAME.name, "options": options, "phase": phase, "seats": laid, **fields}


def table(*seats: dict[str, Any], phase: str = "action", **fields: Any) -> State:
    """A table laid by hand, at the first decision (see the module's docstring)."""
    return loaded(GAME, save(*seats, phase=phase, **fields))


def every_card(*without: str) -> list[str]:
    """A whole pack's cards but for those given, e.g. to put all others on the discards."""
    rest = [suit + rank for suit in "SHDC" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
    rest += ["JOKER", "JOKER"]
    for name in (card for given in without for card in cards(given)):
        rest.remove(name)
    return rest


def persons(state: State) -> set[str]:
    """Persons (and ``pope``) that may be named now."""
    return {n.removeprefix("person:") for n in names(state) if n.startswith("person:") or n == "pope"}


def play(state: State, *actions: str) -> list[Entry]:
    """Play `actions` one after another; all that they told."""
    return played(trace_fields.check, state, actions)


def seat_of(state: State, number: int) -> dict[str, Any]:
    """A seat as the save file has it."""
    found: dict[str, Any] = table_of(state)["seats"][number]
    return found


def where(state: State, person: str) -> Any:
    """Where somebody is: ``(seat, "king"|"spouses"|"children"|"courtiers")``, ``"wanderers"``, ``"removed"``,
    ``"yellow"`` … (in that person deck), or None."""
    laid = table_of(state)
    for number, dynasty in enumerate(laid["seats"]):
        for place in PLACES:
            if person == dynasty[place] or (place != "king" and person in dynasty[place]):
                return number, place
    for place in ("wanderers", "removed"):
        if person in laid[place]:
            return place
    return next((deck for deck, left in laid["person_decks"].items() if person in left), None)


def holder(state: State, country: str) -> Any:
    """Who has a country: a seat, ``"independent"``, or ``"out"`` (not in play)."""
    laid = table_of(state)
    if country in laid["independent"]:
        return "independent"
    return next((n for n, dynasty in enumerate(laid["seats"]) if country in dynasty["territories"]), "out")


def hand(state: State, number: int) -> list[str]:
    """A seat's cards, sorted by name."""
    return sorted(seat_of(state, number)["hand"])


def faces(state: State) -> list[int]:
    """The dice of the last move: of the success roll and of death checks, in order."""
    return [e.value for e in told(state, Trace.DIE, Trace.CHECKED)]


def chance(state: State, action: str, wanted: Callable[[State], bool]) -> State:
    """A copy of the table on which `action` was played and `wanted` came true; the generator is tried until it does."""
    return come_true(trace_fields.check, state, action, wanted)


def quiet(state: State) -> State:
    """A copy on which everybody has passed, until one more pass would close the window."""
    copy = state.clone()
    while True:
        after = copy.clone()
        after.play("pass")
        if after.phase != "interrupt":
            return copy
        copy = after


def succeeding(state: State) -> State:
    """A copy on which everybody has passed and the turn player's action succeeded."""
    last = quiet(state) if state.phase == "interrupt" else state
    return chance(last, "pass", lambda after: any(entry.object == 1 for entry in told(after, Trace.OUTCOME)))


def success_value(source: State | Sequence[Entry]) -> int:
    """The success value that the dice had to reach."""
    (entry,) = told(source, Trace.NEEDS)
    return entry.value


def supplied(source: State | Sequence[Entry]) -> list[str]:
    """The cards that the pack supplied, in order."""
    suits = [suit + rank for suit in "SHDC" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
    return [[*suits, "JOKER"][e.subject] for e in told(source, Trace.SUPPLIED)]


def dice_rolled(source: State | Sequence[Entry]) -> list[int]:
    """The faces of the success roll, without death checks."""
    return [e.value for e in told(source, Trace.DIE)]


def check_dice(source: State | Sequence[Entry]) -> list[int]:
    """The faces of the death checks, in order."""
    return [e.value for e in told(source, Trace.CHECKED)]


def succeeded(source: State | Sequence[Entry]) -> bool:
    """Whether the turn player's action succeeded."""
    (entry,) = told(source, Trace.OUTCOME)
    return entry.object == 1
