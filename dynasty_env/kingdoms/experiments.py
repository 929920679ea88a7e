"""What experiments need from Kingdoms beyond its rules."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dynasty_env.europe.experiments import country_cards, parts_of, person_cards
from dynasty_env.kingdoms import ids, material
from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.material import COLOUR, COLOUR_NAMES, POWER, Place
from dynasty_env.kingdoms.rules.score import score_table
from dynasty_env.kit.experiments import Cards, Done, Experiments, Measures, Pile, Records
from dynasty_env.kit.state import State

# --------------------------------------------------------------------------------------------------- for networks


def cards() -> tuple[Cards, ...]:
    """The tables of persons and countries. The trunk skips persons who are in a deck or have left play."""
    persons = person_cards(
        material.card_table()["persons"],
        (len(material.DECK_NAMES), 2, len(material.Religion), int(material.Ability.ADVENT)),
        first_action=ids.PERSON,
        named=("named", "throne", "candidates", "police"),
        unseen={"places": (int(material.Place.DECK), int(material.Place.GONE))},
    )
    states, named = ("holders", "committed"), ("battlefield", "homes")
    return persons, country_cards(states=states, first_action=ids.COUNTRY, named=named)


# ---------------------------------------------------------------------------------------------- for measurements


def kings(state: State, seat: int) -> npt.NDArray[np.intp]:
    """The kings of a dynasty."""
    return np.flatnonzero((state.record["place"] == Place.KING) & (state.record["owner"] == seat))


def first_colours(state: State) -> list[str] | None:
    """The bloodline of each seat's first king."""
    if state.record["turn"] == 0:  # during set-up some seats have no king yet
        return None
    return [COLOUR_NAMES[COLOUR[kings(state, seat)[0]]] for seat in range(state.num_players)]


def points(state: State) -> list[dict[str, float]]:
    """Where each seat's points come from."""
    return parts_of(score_table(state), ("royals", "countries"), "fallen")


def counts(state: State) -> dict[str, float]:
    """How many kings and exhausted countries there are at the end."""
    numbers = [len(kings(state, seat)) for seat in range(state.num_players)]
    return {
        "kings": float(sum(numbers)),
        "most kings of a dynasty": float(max(numbers)),
        "exhausted countries": float(state.record["exhausted"].sum()),
    }


TELLING = frozenset(
    map(int, (
        Trace.CONQUERED, Trace.PLUNDERED, Trace.RULES, Trace.SUCCEEDED, Trace.GRANTED, Trace.FREED,
        Trace.COUNTRY_ENTERS,
    ))
)  # fmt: skip
"""Kinds of trace entries for countries that change hands or get another king."""
WAR, SUCCESSION = "war", "succession"


class Growth:
    """Follows one game (a `Follower`).

    A country that has changed hands counts for the seat that holds it at the end: by war if it was conquered, by
    succession if it belonged to another dynasty and was won in a contest. A victory is *by war* if the winner's lead
    over everybody else is at most the power of the countries that it holds by war: without them it would not have been
    ahead. *By succession* is defined in the same way; a victory may be both. All other victories are *by points*:
    royals, and countries held from the start.
    """

    def __init__(self, state: State) -> None:
        self._holder = holders(state)
        self._how: dict[int, str] = {}

    def note(self, state: State, entries: Sequence[Sequence[int]]) -> Done:
        """Evaluate the trace entries of the last move."""
        before, self._holder = self._holder, holders(state)
        kinds = {kind for kind, *_ in entries}
        result: Done = []
        for kind, seat, subject, former, *_ in entries:
            if kind == Trace.CONQUERED:
                result += self._conquered(seat, subject, former, kinds)
            elif kind == Trace.SUCCEEDED:
                result += self._succeeded(seat, before, kinds)
            elif kind == Trace.RULES and not kinds & {Trace.GRANTED, Trace.COUNTRY_ENTERS}:
                union = (state.record["ruler"] == subject).sum() > 1
                result.append((seat, "made a union by conquest" if union else "sent a king to a conquered country"))
        return result

    def _conquered(self, seat: int, country: int, former: int, kinds: set[int]) -> Done:
        self._how[country] = WAR
        result = [(seat, "conquered a country")]
        if former < 0:
            return [*result, (seat, "conquered an independent country")]
        result.append(
            (seat, f"conquered a dynasty's country, {'given up' if Trace.WITHDREW in kinds else 'in battle'}")
        )
        return [*result, (seat, "conquered a dynasty's last country")] if self._is_out(former) else result

    def _succeeded(self, seat: int, before: npt.NDArray[np.int8], kinds: set[int]) -> Done:
        """Somebody now rules what a dead king ruled."""
        if Trace.ROLLED not in kinds:
            how = "a rebel" if Trace.REVOLTED in kinds else "a card" if Trace.TURNED_UP in kinds else "a child"
            return [(seat, f"was succeeded by {how}")]
        gained = np.flatnonzero((self._holder == seat) & (before != seat))
        if not len(gained):
            return [(seat, "won a succession contest for its own")]
        self._how.update(dict.fromkeys(gained.tolist(), SUCCESSION))
        result = [(seat, "won a succession contest for another's")]
        lost = int(before[gained[0]])
        return [*result, (seat, "won a dynasty's last country in a contest")] if self._is_out(lost) else result

    def _is_out(self, seat: int) -> bool:
        return not (self._holder == seat).any()

    def end(self, state: State) -> Done:
        """What every seat has at the end, and what decided the victory."""
        record = state.record
        result: Done = []
        for seat in range(state.num_players):
            crowned = kings(state, seat)
            union = any((record["ruler"] == king).sum() > 1 for king in crowned)
            result.append((seat, f"ends with{'' if union else 'out'} a union"))
            if len(crowned) > 1:
                result.append((seat, "ends with several kings"))
        for winner in np.flatnonzero(state.win_shares()).tolist():
            result += [(winner, f"won by {how}") for how in self._owed(state, winner)]
        return result

    def _owed(self, state: State, winner: int) -> list[str]:
        """What this winner would not have won without; ``points`` if there is no such thing."""
        scores, holder = state.scores(), holders(state)
        lead = scores[winner] - max(score for seat, score in enumerate(scores) if seat != winner)
        worth: Counter[str] = Counter()
        for country, how in self._how.items():
            if holder[country] == winner:
                worth[how] += int(POWER[country])
        return [how for how in (WAR, SUCCESSION) if how in worth and worth[how] >= lead] or ["points"]


def holders(state: State) -> npt.NDArray[np.int8]:
    """(21,) the holder of each country, negative if nobody holds it."""
    return np.array(state.record["holder"])


# ---------------------------------------------------------------------------------------------- for the benchmark


def piles(tables: Records) -> list[Pile]:
    """The person decks."""
    sizes = tables["deck_size"].astype(np.int64)
    start = np.zeros(len(tables), np.int64)
    return [Pile("deck", start + deck * material.DECK_ROOM, sizes[:, deck]) for deck in range(sizes.shape[1])]


EXPERIMENTS = Experiments(
    cards=cards,
    measures=Measures("colour of the first king", first_colours, points, counts, TELLING, Growth),
    piles=piles,
)
