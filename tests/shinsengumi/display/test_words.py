"""Shinsengumi in words and pictures: actions, chronicle, terminal, picture."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.engine.table import EVERYBODY
from dynasty_env.kit.state import State
from dynasty_env.kit.terminal import NARROWEST
from dynasty_env.kit.terminal import WIDTH as COLUMNS
from dynasty_env.shinsengumi.display import terminal
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.material import EVENT_NAMES, PERSON_NAMES, Event, Failure
from dynasty_env.shinsengumi.rules import nouns
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.positions import PHASES, by_hand, met

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
OKITA, ITO = PERSON_NAMES.index("Okita Soji"), PERSON_NAMES.index("Ito Kashitaro")


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a terminal that is wide enough, whatever the tests run on."""
    monkeypatch.setenv("COLUMNS", "140")


def told(*entries: tuple[int, ...]) -> list[str]:
    """The sentences of a trace: entries of kind, seat, subject, object, value."""
    state = GAME.new(1, backend="interpreted")
    record = state.tables.array[0]
    record["told"] = 1
    record["trace_length"] = len(entries)
    for i, entry in enumerate(entries):
        record["trace"][i] = (*entry, EVERYBODY)
    return state.chronicle(None)


# -------------------------------------------------------------------------------------------------------------- actions


def test_actions_say_what_they_do() -> None:
    state = GAME.from_dict(
        by_hand(seats=[{"self": "Okita Soji", "white": 1}, {"self": "Ito Kashitaro", "white": 1}]),
        backend="interpreted",
    )
    assert (
        state.describe("person:Okita Soji") == "let Okita Soji (C5 D2 E3 B4, cough blood, at 2.3, shinsengumi_0) move"
    )
    state.play("person:Okita Soji")
    first = next(name for name in map(GAME.action_names.__getitem__, state.legal()) if name.startswith("arrow"))
    assert re.fullmatch(r"lay a white stone on arrow \d of Okita Soji, (up|right|down|left)", state.describe(first))
    assert state.describe("pass") == "pass: lay no stone"
    assert "Okita Soji" in GAME.stakes(state)
    assert "is about to move: 1 " in GAME.stakes(state)


def test_the_fiancee_counts_in_a_persons_numbers() -> None:
    assert nouns.stats(OKITA, None) == {"C": "5", "D": "2", "E": "3", "B": "4"}
    assert nouns.stats(OKITA, "Fiancee") == {"C": "6", "D": "3", "E": "4", "B": "1"}
    assert nouns.stats(OKITA, "Unworthy of bushido") == {"C": "5", "D": "2", "E": "3", "B": "2"}
    assert nouns.stats(PERSON_NAMES.index("Kondo Isami"), None)["B"] == "*"


def test_whoever_is_unworthy_commits_seppuku_and_is_told_of_so() -> None:
    assert nouns.failure(OKITA) == nouns.failure(OKITA, "Fiancee") == "cough blood"
    assert nouns.failure(OKITA, "Unworthy of bushido") == "seppuku"
    okita = {"person": "Okita Soji", "cell": "2.3", "attached": "Unworthy of bushido"}
    state = GAME.from_dict(by_hand(persons=[okita, {"person": "Ito Kashitaro", "cell": "5.4"}]))
    named = "let Okita Soji (C5 D2 E3 B2, seppuku, at 2.3, with Unworthy of bushido, shinsengumi_0) move"
    assert state.describe("person:Okita Soji") == named
    drawn = ESCAPE.sub("", terminal.ansi(state.view(0)))
    assert "seppuku  Unworthy of bushido" in drawn


# ------------------------------------------------------------------------------------------------------------ chronicle


SENTENCES: list[tuple[list[tuple[int, ...]], list[str]]] = [
    ([(Trace.PICKED, 2, OKITA, 0, 0)], ["shinsengumi_2 lives in Okita Soji"]),
    ([(Trace.TURN, 1, 0, 0, 12)], ["turn 12, autumn and winter of Meiji 1: shinsengumi_1"]),
    ([(Trace.DREW, 0, 0, 0, 1), (Trace.DRAWN, 0, 1, 0, 0)], ["shinsengumi_0 draws 1 stone (1 white, 0 black)"]),
    ([(Trace.DREW, 0, 0, 0, 3)], ["shinsengumi_0 draws 3 stones"]),
    ([(Trace.EVENT_PLACED, 1, Event.SNIPER, 3, 0)], ["shinsengumi_1 places the sniper at 4.1"]),
    ([(Trace.ATTACHED, 1, Event.FIANCEE, ITO, 0)], ["shinsengumi_1 gives Ito Kashitaro the fiancée"]),
    (
        [(Trace.DANCED, 0, 0, 6, 4), (Trace.DANCED, 0, 0, 7, 2), (Trace.DANCED, 0, 0, -1, 5)],
        ["Ee ja nai ka dances to 2.2 (dice 4 2 5)"],
    ),
    ([(Trace.DANCED, 0, 0, -1, 1)], ["Ee ja nai ka stays where it is (dice 1)"]),
    (
        [
            (Trace.CHECKED, 0, OKITA, 4, 6),
            (Trace.FAILED, 0, OKITA, Failure.COUGH_BLOOD, 0),
            (Trace.ROLLED, 0, OKITA, 0, 6),
        ],
        ["Okita Soji rolls 6 against bushido 4 and coughs blood", "Okita Soji rolls 6"],
    ),
    ([(Trace.CHECKED, 0, OKITA, 4, 3)], ["Okita Soji rolls 3 against bushido 4 and stands firm"]),
    (
        [
            (Trace.DIE, 0, Event.AIZU_GUARDIAN, 0, 2),
            (Trace.DIE, 0, Event.AIZU_GUARDIAN, 0, 6),
            (Trace.FOUGHT, 0, ITO, Event.AIZU_GUARDIAN, 6),
            (Trace.DOOMED, 0, ITO, 0, 0),
            (Trace.REMOVED, 0, ITO, 0, 0),
            (Trace.PLACED, 0, OKITA, 35, 0),
            (Trace.PICKED, 3, OKITA, 0, 0),
        ],
        [
            "the Aizu guardian rolls 2 6 against Ito Kashitaro",
            "Ito Kashitaro dies",
            "Okita Soji comes onto the board at 6.6, and shinsengumi_3 lives on in him",
        ],
    ),
    (
        [
            (Trace.DIE, 0, 0, Event.ABURANOKOJI, 5),
            (Trace.FOUGHT, 0, OKITA, Event.ABURANOKOJI, 5),
            (Trace.DIE, 0, 0, Event.ABURANOKOJI, 6),
            (Trace.FOUGHT, 0, ITO, Event.ABURANOKOJI, 6),
            (Trace.DOOMED, 0, ITO, 0, 0),
            (Trace.REMOVED, 0, ITO, 0, 0),
        ],
        [
            "Aburanokoji rolls 5 against Okita Soji",
            "Aburanokoji rolls 6 against Ito Kashitaro",
            "Ito Kashitaro dies",
        ],
    ),
    (
        [
            (Trace.DIE, 0, 0, Event.SATSUMA_RIFLEMEN, 1),
            (Trace.DIE, 0, 0, Event.SATSUMA_RIFLEMEN, 2),
            (Trace.FOUGHT, 0, ITO, Event.SATSUMA_RIFLEMEN, 2),
            (Trace.EVENT_GONE, 0, Event.SATSUMA_RIFLEMEN, 0, 0),
        ],
        ["the Satsuma riflemen roll 1 2 against Ito Kashitaro", "the Satsuma riflemen leave play"],
    ),
    (
        [(Trace.CHECKED, 0, ITO, 2, 4), (Trace.FAILED, 0, ITO, Failure.SPIRIT, 0)],  # the cell above him is occupied
        ["Ito Kashitaro rolls 4 against bushido 2 and shows spirit and means to go on up"],
    ),
    ([(Trace.BLOOD, 0, OKITA, 0, 0)], ["Okita Soji gets a second black marker"]),
    (
        [(Trace.AIMED, 0, ITO, 0, 0), (Trace.ROLLED, 0, OKITA, 0, 5)],
        ["shinsengumi_0 sends him after Ito Kashitaro: Okita Soji rolls 5 and misses"],
    ),
    (
        [(Trace.AIMED, 0, ITO, 0, 0), (Trace.ROLLED, 0, OKITA, 0, 2), (Trace.DOOMED, 0, ITO, 0, 0)],
        ["shinsengumi_0 sends him after Ito Kashitaro: Okita Soji rolls 2"],
    ),
    (
        [(Trace.DROPPED, 0, Event.FORBIDDEN_GATE, 0, 0)],
        ["the fight with the Forbidden gate does not take place"],
    ),
    (
        [(Trace.ENDED, 0, 12, 9, 2)],
        [
            "esteem of the shogunate side 12, of the imperial side 9; shinsengumi_2 has the great victory",
            "the game ends: the shogunate side wins",
        ],
    ),
    (
        [(Trace.ENDED, 0, 9, 9, -1)],
        [
            "esteem of the shogunate side 9, of the imperial side 9",
            "the game ends: both sides have the same esteem, nobody wins",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "said"), SENTENCES, ids=[said[0][:30] for _, said in SENTENCES])
def test_what_happened_is_told(entries: list[tuple[int, ...]], said: list[str]) -> None:
    assert told(*entries) == said


@pytest.mark.parametrize("kind", Trace)
def test_every_kind_has_words(kind: Trace) -> None:
    silent = kind in (Trace.DOOMED, Trace.DRAWN)
    assert bool(told((kind, 0, 0, 0, 1))) != silent


# ------------------------------------------------------------------------------------------------------------- terminal


def test_terminal_shows_the_view_alone() -> None:
    for phase in PHASES:
        for state in met()[phase]:
            for seat in (None, 0):
                assert GAME.ansi(state, seat) == terminal.ansi(state.view(seat))


def test_terminal_shows_every_piece() -> None:
    state = met()["fight_order"][0]
    drawn = ESCAPE.sub("", GAME.ansi(state, 0))
    for item in state.view(0)["persons"]:
        assert item["person"] in drawn
    for item in state.view(0)["events"]:
        assert item["event"].split()[0] in drawn


@pytest.mark.parametrize("wide", [40, 72, 90, 120, 300])
def test_terminal_is_as_narrow_as_the_screen(wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(wide))
    for phase in PHASES:
        state = met()[phase][0]
        lines = [ESCAPE.sub("", row) for row in GAME.ansi(state, 0).splitlines()]
        assert max(map(len, lines)) <= max(min(wide, COLUMNS), words_wide(lines))


def words_wide(lines: list[str]) -> int:
    """What a narrow screen breaks by itself: the legend, and a person's or player's line."""
    return max(NARROWEST, *(len(row) for row in lines if "|" not in row and "─" not in row))


# -------------------------------------------------------------------------------------------------------------- picture


def picture(state: State, seat: int | None = 0) -> np.ndarray[Any, Any]:
    return GAME.picture(state, seat)


def test_pictures_tell_tables_apart() -> None:
    """A marker, an attached event, whose self it is, and a stone each make another picture."""
    base = by_hand()
    okita, ito = base["persons"]
    pictures = [
        by_hand(),
        by_hand(persons=[okita, {**ito, "white": 1}]),
        by_hand(persons=[okita, {**ito, "attached": "Fiancee"}]),
        by_hand(seats=[{"self": "Ito Kashitaro"}, {"self": "Okita Soji"}]),
        by_hand(seats=[{"self": "Okita Soji", "black": 1}, {"self": "Ito Kashitaro"}]),
        by_hand(events=[{"event": "Forbidden gate", "cell": "6.6"}]),
    ]
    drawn = [picture(GAME.from_dict(saved, backend="interpreted")).tobytes() for saved in pictures]
    assert len(set(drawn)) == len(drawn)


def test_hidden_stones_are_not_drawn() -> None:
    """The same public picture whatever the hands hold."""
    seats = [{"self": "Okita Soji", "black": 2}, {"self": "Ito Kashitaro", "white": 1, "black": 1}]
    other = [{"self": "Okita Soji", "white": 2}, {"self": "Ito Kashitaro", "black": 2}]
    options = {"hidden_stones": True}
    one, two = (GAME.from_dict(by_hand(seats=s, options=options), backend="interpreted") for s in (seats, other))
    assert np.array_equal(picture(one, None), picture(two, None))
    assert not np.array_equal(picture(one, 0), picture(two, 0))


def test_events_of_the_board_are_named() -> None:
    assert {nouns.event(number) for number in range(len(EVENT_NAMES))} >= {
        "the Kyoto deputy",
        "Aburanokoji",
        "the sniper",
    }
