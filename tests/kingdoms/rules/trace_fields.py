"""What entries of the trace and frames of the stack mean, field by field, and a check that they say nothing else.

Every move that the rule tests play goes through `check`. So a trace entry that names the wrong thing fails the test
that plays the move; a frame carries numbers only for a step that reads them; and no move leaves a table on which a card
is in two places (the audit).
"""

from collections.abc import Sequence
from typing import Any

from dynasty_env.kingdoms.game import GAME
from dynasty_env.kingdoms.ids import ACTION_NAMES, DECK, MARRIAGE, Step, Trace
from dynasty_env.kingdoms.material import COUNTRY_NAMES, DECK_NAMES, DECK_ROOM, DECKS, PERSON_NAMES, Place
from dynasty_env.kit.engine.table import EVERYBODY
from dynasty_env.kit.state import Entry, State
from tests.entries import fields_of, frame_of, in_words

MORE = {
    Trace.TURN: "seat - - count",
    Trace.DECLARED: "seat action - -",
    Trace.NEEDS: "seat - count value",
    Trace.DIE: "seat - flag face",
    Trace.OUTCOME: "seat - flag -",
    Trace.COMMANDS: "seat person - flag",
    Trace.FORCE: "seat flag count value",
    Trace.BATTLE: "seat count count count",
    Trace.ROLLED: "seat person count face",
    Trace.TIED: "- - - count",
    Trace.FREED: "- country - -",
    Trace.ENDED: "- - - reasons",
}
"""Kinds of entries whose numbers are more than the nouns that they are declared with: what seat, subject, object and
value are; - is nothing, and 0."""

RANGES = {
    "-": range(1),
    "person": range(len(PERSON_NAMES)),
    "country": range(len(COUNTRY_NAMES)),
    "deck": range(DECKS),
    "place": (Place.POOL, Place.KING, Place.CHILD, Place.NOBLE),
    "action": range(MARRIAGE, DECK),
    "count": range(100),
    "value": range(-9, 20),
    "face": range(1, 7),
    "flag": range(2),
    "fate": range(4),
    "side": range(1, 5),
    "reasons": range(1, 8),
}
"""What a field may hold; `seat`, `owner` and `holder` depend on the table."""
SAYS = fields_of(GAME, {*RANGES, "owner", "holder"}, MORE)
"""What seat, subject, object and value are in all kinds of entries."""

READS = {
    Step.SETUP_DECK: range(3),
    Step.SETUP: range(7),
    Step.HELPERS: range(1, 7),
    Step.CONTEST: range(7),
    Step.HOMES: range(7),
    Step.CHECK: range(len(PERSON_NAMES)),
    Step.INCITED: range(len(PERSON_NAMES) + 1),
    Step.RECOVERY_COUNTRY: range(7),
}
"""Steps that read the first number of their frame; the others have what their phase declares there, or 0."""
SECOND = (Step.CHECK, Step.RECOVERY_COUNTRY)
"""Steps that read the second, which is 0 or 1."""


def check(state: State) -> None:
    """Fail where the last move tells something that no entry may say, a frame carries a number for nobody, or the table
    breaks one of the audit's truths."""
    seats, record = state.num_players, state.record
    ranges = RANGES | {"seat": range(seats), "owner": range(seats), "holder": range(-1, seats)}
    if record["told"]:
        for kind, seat, subject, object_, value, audience in record["trace"][: record["trace_length"]].tolist():
            told = Trace(kind)
            for field, number in zip(SAYS[told].split(), (seat, subject, object_, value), strict=True):
                assert number in ranges[field], f"{told.name}: {number} is no {field}"
            assert audience == EVERYBODY, f"{told.name} is seen by {audience:b}"
    frames = record["stack"][: record["depth"]].tolist()
    if not state.done:
        frames.append([int(record[name]) for name in ("step", "seat", "a", "b")])
    for step, seat, a, b in frames:
        fits = a in READS.get(Step(step), frame_of(GAME, step, RANGES)[0]) and b in range(1 + (step in SECOND))
        assert 0 <= seat < seats and fits, f"{Step(step).name}: {seat} {a} {b}"
    for deck in range(DECKS):
        first = deck * DECK_ROOM
        assert not record["deck"][first + record["deck_size"][deck] : first + DECK_ROOM].any(), (
            "above the top of a deck"
        )
    assert not (broken := state.call("audit")), state.game.truths[broken - 1].words


NAMES: dict[str, Sequence[str]] = {
    "person": PERSON_NAMES,
    "country": COUNTRY_NAMES,
    "deck": DECK_NAMES,
    "place": tuple(place.name.lower() for place in Place),
    "action": ACTION_NAMES,
}


def story(entries: Sequence[Entry], *kinds: Trace) -> list[tuple[Any, ...]]:
    """What entries say, in words: ``("ATTACKED", 0, "Spain", 1)``; only those of some kinds, if any are given."""
    return [in_words(e, Trace(e.kind), SAYS[Trace(e.kind)], NAMES) for e in entries if not kinds or e.kind in kinds]
