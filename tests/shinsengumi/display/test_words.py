"""Shinsengumi in words and pictures: actions, chronicle, terminal, picture."""

import re
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.kit.terminal import NARROWEST
from dynasty_env.kit.terminal import WIDTH as COLUMNS
from dynasty_env.shinsengumi.display import terminal
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import Trace
from dynasty_env.shinsengumi.material import EVENT_NAMES, PERSON_NAMES
from dynasty_env.shinsengumi.rules import nouns
from tests.sentences import cases, check, chronicle
from tests.shinsengumi.positions import PHASES, by_hand, met
from tests.shinsengumi.rules import trace_fields

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
OKITA, ITO = PERSON_NAMES.index("Okita Soji"), PERSON_NAMES.index("Ito Kashitaro")


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a terminal that is wide enough, whatever the tests run on."""
    monkeypatch.setenv("COLUMNS", "140")


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


SAID = """
PICKED 2, Okita Soji => shinsengumi_2 lives as Okita Soji
TURN 1, 12 => turn 12, autumn and winter of Meiji 1: shinsengumi_1
DREW 0, 1; DRAWN 0, 1, 0 => shinsengumi_0 draws 1 stone (1 white, 0 black)
DREW 0, 3 => shinsengumi_0 draws 3 stones
EVENT_PLACED 1, Sniper, 4.1 => shinsengumi_1 places the sniper at 4.1
ATTACHED 1, Fiancee, Ito Kashitaro => shinsengumi_1 attaches the fiancée to Ito Kashitaro
DANCED 1.2, 4; DANCED 2.2, 2; DANCED -1, 5 => Ee ja nai ka dances to 2.2 (dice 4 2 5)
DANCED -1, 1 => Ee ja nai ka stays where it is (dice 1)
CHECKED Okita Soji, 4, 6; FAILED Okita Soji, cough_blood; ROLLED Okita Soji, 6 => Okita Soji rolls 6 against bushido 4
    and coughs blood / Okita Soji rolls 6
CHECKED Okita Soji, 4, 3 => Okita Soji rolls 3 against bushido 4 and stands firm
DIE Aizu guardian, 2; DIE Aizu guardian, 6; FOUGHT Ito Kashitaro, Aizu guardian, 6; DOOMED Ito Kashitaro; REMOVED Ito
    Kashitaro; PLACED Okita Soji, 6.6; PICKED 3, Okita Soji => the Aizu guardian rolls 2 6 against Ito Kashitaro / Ito
    Kashitaro dies / Okita Soji comes onto the board at 6.6 as the new self of shinsengumi_3
DIE Aburanokoji, 5; FOUGHT Okita Soji, Aburanokoji, 5; DIE Aburanokoji, 6; FOUGHT Ito Kashitaro, Aburanokoji, 6; DOOMED
    Ito Kashitaro; REMOVED Ito Kashitaro => Aburanokoji rolls 5 against Okita Soji / Aburanokoji rolls 6 against Ito
    Kashitaro / Ito Kashitaro dies
DIE Satsuma riflemen, 1; DIE Satsuma riflemen, 2; FOUGHT Ito Kashitaro, Satsuma riflemen, 2; EVENT_GONE Satsuma riflemen
    => the Satsuma riflemen roll 1 2 against Ito Kashitaro / the Satsuma riflemen leave play
CHECKED Ito Kashitaro, 2, 4; FAILED Ito Kashitaro, spirit => Ito Kashitaro rolls 4 against bushido 2 and shows spirit
    and tries to go further up
BLOOD Okita Soji => Okita Soji gets a second black marker
AIMED 0, Ito Kashitaro; ROLLED Okita Soji, 5 => shinsengumi_0 sends him after Ito Kashitaro: Okita Soji rolls 5 and
    misses
AIMED 0, Ito Kashitaro; ROLLED Okita Soji, 2; DOOMED Ito Kashitaro => shinsengumi_0 sends him after Ito Kashitaro: Okita
    Soji rolls 2
DROPPED Forbidden gate => the fight with the Forbidden gate does not take place
ENDED 12, 9, 2 => esteem of the shogunate side 12, of the imperial side 9; shinsengumi_2 has the great victory / the
    game ends: the shogunate side wins
ENDED 9, 9, -1 => esteem of the shogunate side 9, of the imperial side 9 / the game ends: both sides have the same
    esteem, nobody wins
"""


@pytest.mark.parametrize(("entries", "sentences"), cases(SAID))
def test_what_happened_is_told(entries: str, sentences: str) -> None:
    check(GAME, trace_fields, entries, sentences)


@pytest.mark.parametrize("kind", Trace)
def test_every_kind_has_words(kind: Trace) -> None:
    silent = kind in (Trace.DOOMED, Trace.DRAWN)
    assert bool(chronicle(GAME, [(kind, 0, 0, 0, 1)])) != silent


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
