"""What entries of the trace and frames of the stack mean, field by field, and a check that they say nothing else.

Every move that the rule tests play goes through `check`. So a trace entry that names the wrong thing, or that the
wrong seats may see, fails the test that plays the move; and a frame carries numbers only for a step that reads them.
"""

from collections.abc import Callable, Sequence
from typing import Any

from dynasty_env.dynasty.game import GAME
from dynasty_env.dynasty.ids import ACTION_NAMES, ACTIONS, Step, Trace
from dynasty_env.dynasty.material import (
    COUNTRIES,
    COUNTRY_NAMES,
    DECK_NAMES,
    DECKS,
    EVENT_CARD,
    EVENT_NAMES,
    EVENTS,
    PERSON_NAMES,
    PERSONS,
    POPE,
    THE_NEUROI,
    Holder,
    Place,
)
from dynasty_env.kit.engine.cards import CARD_NAMES, KINDS, RANKS
from dynasty_env.kit.engine.table import EVERYBODY
from dynasty_env.kit.state import Entry, State
from tests.entries import fields_of, in_words

MORE = {
    Trace.TURN: "seat - - turn",
    Trace.REBUILT: "- - - count",
    Trace.DECLARED: "seat action - -",
    Trace.NAMED: "seat named - -",
    Trace.ATTACKED: "seat target holder -",
    Trace.COMMANDS: "seat person - flag",
    Trace.REFUSED: "seat named - -",
    Trace.SUPPLIED: "- card - number",
    Trace.OUTCOME: "seat - flag count",
    Trace.INCITED: "seat person seat -",
    Trace.CHECKED: "seat named flag face",
    Trace.COUNTRY_GONE: "- country - -",
    Trace.ENDED: "- - - reasons",
    Trace.REVOLTED: "seat person ruler -",
    Trace.POLICED: "seat person person face",
    Trace.SUPPRESSED: "seat person flag face",
    Trace.MATCHED: "seat person flag face",
    Trace.EVENT_PLAYED: "seat event source taken",
    Trace.EVENT_GONE: "- event - -",
    Trace.FORESEEN: "seat top deck -",
    Trace.NEUROI_WON: "- - - count",
    Trace.CHANGED: "seat face face -",
}
"""Kinds of entries whose numbers are more than the nouns that they are declared with: what seat, subject, object and
value are; - is nothing, and 0."""

PRIVATE = {Trace.DRAWN, Trace.EVENT_SEEN, Trace.PEEKED, Trace.FORESEEN}
"""Kinds that only the seat in the entry may see."""

RANGES: dict[str, Callable[[int], range]] = {
    "-": lambda seats: range(1),
    "seat": lambda seats: range(seats),
    "holder": lambda seats: range(Holder.OCCUPIED, seats),
    "person": lambda seats: range(PERSONS),
    "named": lambda seats: range(POPE + 1),
    "ruler": lambda seats: range(-1, PERSONS),
    "country": lambda seats: range(COUNTRIES),
    "target": lambda seats: range(THE_NEUROI + 1),
    "event": lambda seats: range(EVENTS),
    "top": lambda seats: range(EVENT_CARD + EVENTS),
    "card": lambda seats: range(KINDS),
    "deck": lambda seats: range(DECKS),
    "place": lambda seats: range(Place.WANDERER, Place.GONE),
    "action": lambda seats: range(ACTIONS),
    "flag": lambda seats: range(2),
    "face": lambda seats: range(1, 7),
    "number": lambda seats: range(RANKS + 1),
    "count": lambda seats: range(2**15),
    "pack": lambda seats: range(2**15),
    "source": lambda seats: range(-1, DECKS),
    "taken": lambda seats: range(EVENTS + 1),
    "needed": lambda seats: range(-RANKS, 2**15),
    "turn": lambda seats: range(1, 2**15),
    "reasons": lambda seats: range(1, 8),
}
"""From the seats at the table to what a field may hold."""
SAYS = fields_of(GAME, RANGES, MORE)
"""What seat, subject, object and value are in all kinds of entries."""

READS = {
    Step.SETUP: "a",  # dynasties that have set up
    Step.SETUP_DECK: "a",  # which of the three it is: 0, 1, 2
    Step.INTERRUPT: "a",  # passes in succession
    Step.JOKER: "a",  # which of the cards laid
    Step.DEATH_CHECK: "a",  # person or pope
    Step.POLICE: "a",  # the person with the ability
    Step.INCITED: "a",  # the person from whom on police are asked
    Step.FORESIGHT: "ab",  # the deck; where its card goes
    Step.EVENT: "ab",  # seats asked so far; 0, or 1 + the seat of which others may be jealous
    Step.EVENT_TARGET: "a",  # the event
    Step.WARRIOR: "a",  # 0: the attacker, 1: the defender
    Step.SORTIE: "a",  # seats that have sent theirs
    Step.READ: "a",  # 1: ballistics has hit
    Step.DICE: "a",  # dice that have been changed
    Step.SEARCH_PERSON: "a",  # the deck
    Step.EXILES: "a",  # dynasties that have been looked at
}
"""Steps that read numbers of their frame, and which; all others leave both 0."""


FLAGS = ("no_hand_limit", "vetoed", "refused", "childless", "done", "told")
"""Fields of the table that say yes or no."""


def check(state: State) -> None:
    """Fail where the last move tells something that no entry may say, or a frame carries a number for nobody."""
    seats = state.num_players
    record = state.record
    if record["told"]:
        for kind, seat, subject, object_, value, audience in record["trace"][: record["trace_length"]].tolist():
            told = Trace(kind)
            for field, number in zip(SAYS[told].split(), (seat, subject, object_, value), strict=True):
                assert number in RANGES[field](seats), f"{told.name}: {number} is no {field}"
            seen_by = 1 << seat if told in PRIVATE else EVERYBODY
            assert audience == seen_by, f"{told.name} is seen by {audience:b}, should be by {seen_by:b}"
    frames = record["stack"][: record["depth"]].tolist()
    for step, seat, a, b in (
        [*frames, [int(record[name]) for name in ("step", "seat", "a", "b")]] if not state.done else ()
    ):
        reads = READS.get(Step(step), "")
        assert 0 <= seat < seats and (a == 0 or "a" in reads) and (b == 0 or "b" in reads), (
            f"{Step(step).name}: {a} {b}"
        )
    for flag in FLAGS:
        assert set(record[flag].ravel().tolist()) <= {0, 1}, flag
    assert not record["spread"].any(), "the countries from which the Neuroi have spread are forgotten after it"


NAMES: dict[str, tuple[str, ...]] = {
    "action": ACTION_NAMES,
    "person": PERSON_NAMES,
    "named": (*PERSON_NAMES, "the pope"),
    "ruler": (*PERSON_NAMES, "nobody"),
    "country": COUNTRY_NAMES,
    "card": CARD_NAMES,
    "target": (*COUNTRY_NAMES, "the Neuroi"),
    "event": EVENT_NAMES,
    "top": (*PERSON_NAMES, *EVENT_NAMES),
    "deck": DECK_NAMES,
    "source": (*DECK_NAMES, "no deck"),
    "place": tuple(place.name.lower() for place in Place),
}


def story(entries: Sequence[Entry], *kinds: Trace) -> list[tuple[Any, ...]]:
    """What entries say, in words: ``("ATTACKED", 0, "Spain", 1)``; only those of some kinds, if any are given."""
    return [in_words(e, Trace(e.kind), SAYS[Trace(e.kind)], NAMES) for e in entries if not kinds or e.kind in kinds]
