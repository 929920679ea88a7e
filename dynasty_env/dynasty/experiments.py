"""What experiments need from Dynasty beyond its rules."""

from collections import Counter
from functools import cache

import numpy as np
import numpy.typing as npt

from dynasty_env.dynasty import ids, material
from dynasty_env.dynasty.ids import Step, Trace
from dynasty_env.dynasty.material import ABILITY, COLOUR, COLOUR_NAMES, EVENT_NAMES, NOBODY, PERSONS, Ability
from dynasty_env.dynasty.rules.score import score_table
from dynasty_env.europe.experiments import country_cards, parts_of, person_cards
from dynasty_env.europe.material import ABILITY_NAMES
from dynasty_env.kit.experiments import Balance, Cards, Experiments, Measures, Pile, Records
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State

# --------------------------------------------------------------------------------------------------- for networks


def cards() -> tuple[Cards, ...]:
    """The tables of persons and countries. The trunk skips persons who are in a deck or have left play."""
    persons = person_cards(
        material.card_table()["persons"],
        (len(material.Colour), 2, len(material.Religion), len(material.Ability), 2),
        first_action=ids.PERSON,
        named=("named",),
        unseen={"places": (int(material.Place.OUT), int(material.Place.DECK), int(material.Place.GONE))},
    )
    return persons, country_cards(states=("holders",), first_action=ids.COUNTRY, named=("attacked",))


# ---------------------------------------------------------------------------------------------- for measurements


def first_colours(state: State) -> list[str] | None:
    """The bloodline of each seat's first king."""
    record = state.record
    if record["turn"] == 0:  # during set-up some seats have no king yet
        return None
    return [COLOUR_NAMES[COLOUR[king]] for king in record["king"][: state.num_players]]


def points(state: State) -> list[dict[str, float]]:
    """Where each seat's points come from."""
    return parts_of(score_table(state), ("royals", "countries", "witches"), "ruined")


@cache
def effects(game: Game) -> dict[int, str]:
    """By kind of trace entry, the ability or event that it shows at work: the first kind that cites its paragraph."""
    shown_by = {
        paragraph: int(entry.kind)
        for chapter in reversed(game.chapters)
        for entry in reversed(chapter.entries)
        for paragraph in entry.cites.split(", ")
    }
    paragraphs = {
        term.chapter.rpartition(", ")[2]: term.name.replace("-", " ") if term.kind == "ability" else term.name
        for term in game.glossary.terms
        if term.kind in ("ability", "event")
    }
    return {shown_by[paragraph]: name for paragraph, name in paragraphs.items() if paragraph in shown_by}


def event_name(event: int) -> str:
    """An event's name in the tables of experiments."""
    return f"event: {EVENT_NAMES[event]}"


class AbilitiesAndEvents:
    """Who has persons with which special ability, for how many turns of a game, and who has played which event."""

    def __init__(self, state: State) -> None:
        self.effects: Counter[str] = Counter()
        self._state = state
        self._turn = 0
        self._turns = 0
        self._had = np.zeros((len(Ability), state.num_players))
        self._played: dict[int, int] = {}

    def look(self) -> None:
        """Call it after each move: it counts the effects in the trace and, in a new turn, who has which abilities."""
        record, shown = self._state.record, effects(self._state.game)
        for kind, seat, subject, *_ in record["trace"][: record["trace_length"]].tolist():
            if kind == Trace.EVENT_PLAYED:
                self._played[subject] = seat
            elif kind in shown:
                self.effects[shown[kind]] += 1
        if record["turn"] != self._turn:
            self._turn = int(record["turn"])
            self._turns += 1
            owners = record["owner"]
            for person in np.flatnonzero((owners != NOBODY) & (ABILITY != Ability.NONE)):
                self._had[ABILITY[person], owners[person]] += 1

    def held(self) -> dict[str, npt.NDArray[np.float64]]:
        """For each ability the share of turns in which each seat had somebody with it; for each event who played it."""
        abilities = np.flatnonzero(self._had.any(axis=1)).tolist()
        seats = np.eye(self._state.num_players)
        return {
            **{ABILITY_NAMES[ability]: self._had[ability] / max(self._turns, 1) for ability in abilities},
            **{event_name(event): seats[seat] for event, seat in self._played.items()},
        }


# ---------------------------------------------------------------------------------------------- for the benchmark


def piles(tables: Records) -> list[Pile]:
    """The four person decks and the pack.

    A seat with foresight knows a deck's top card; the pack's may be known, too.
    """
    foreseen = (tables["step"] == int(Step.FORESIGHT)) & (tables["done"] == 0)
    result = []
    for deck in range(tables["deck_size"].shape[1]):
        below = tables["under"][:, deck].astype(np.int64)
        known = foreseen & (tables["a"] == deck)
        result.append(Pile("deck", deck * material.DECK_ROOM + below, tables["deck_size"][:, deck] - below - known))
    known = tables["knows_top"].any(axis=1)
    start = np.zeros(len(tables), np.int64)
    return [*result, Pile("pack", start, tables["pack_size"] - known.astype(np.int64))]


EXPERIMENTS = Experiments(
    cards=cards,
    left_out=("born", "marks", "event_hands", "seen"),  # either already in the action mask, or of little importance
    measures=Measures("colour of the first king", first_colours, points),
    balance=Balance(
        names=(
            *(ABILITY_NAMES[ability] for ability in range(1, len(Ability)) if (ABILITY[:PERSONS] == ability).any()),
            *(event_name(event) for event in range(len(EVENT_NAMES))),
        ),
        follow=AbilitiesAndEvents,
        options={"witches": True},
    ),
    piles=piles,
)
