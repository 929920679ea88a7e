"""§06-01 D, the bushido check (士道値チェック), and what attached events make of it."""

import pytest

from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import IDLE, cell, lying, marks, moving, one, table, told, under
from tests.shinsengumi.rules.trace_fields import story

OKITA = "Okita Soji"
BLACK = "up* right* down* left*"
WHITE = "up right down left"


@pytest.mark.rule("§06-01-D-3", "S-R1")
@pytest.mark.parametrize("bushido", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_s06_01_a_die_above_bushido_fails(bushido: int, face: int) -> None:
    """§06-01 D: one die; above the person's bushido it fails and his action follows, else nothing happens."""
    state = table(one(OKITA, "3.3", arrows=BLACK, bushido=bushido, failure="spirit"), IDLE)
    after = moving(state, OKITA, face)
    assert story(after.trace(), Trace.CHECKED) == [("CHECKED", OKITA, bushido, face)]
    failed = face > bushido
    assert story(after.trace(), Trace.FAILED) == [("FAILED", OKITA, "spirit")] * failed
    assert (cell(after, OKITA), marks(after, OKITA)) == ("3.1" if failed else "3.2", (0, 1))


@pytest.mark.rule("§06-01-D-1")
def test_s06_01_no_check_after_a_white_arrow() -> None:
    """§06-01 D: the check follows a move by a black arrow alone."""
    state = table(one(OKITA, "3.3", arrows=WHITE, bushido=1, failure="seppuku"), IDLE)
    after = moving(state, OKITA)
    assert (told(after, Trace.CHECKED), cell(after, OKITA)) == ([], "3.2")


@pytest.mark.rule("§06-01-D-3")
@pytest.mark.parametrize(
    ("start", "arrows", "column"),
    [("1.3", "up* right", 1), ("3.3", "right* up", 4), ("5.3", "right* up", 6), ("3.3", "left* up", 2)],
)
def test_s06_01_kondo_s_bushido_is_his_column(start: str, arrows: str, column: int) -> None:
    """§06-01 D: Kondo Isami's bushido is the number of the column where he stands, once he has moved."""
    rest = [d for d in WHITE.split() if d not in arrows.replace("*", "").split()]
    state = table(one("Kondo Isami", start, arrows=" ".join([arrows, *rest])), IDLE)
    entries = story(moving(state, "Kondo Isami").trace(), Trace.CHECKED)
    assert [entry[2] for entry in entries] == [column]


@pytest.mark.rule("§06-01-D-3")
def test_s06_01_nobody_else_s_is() -> None:
    """§06-01 D: … his alone."""
    state = table(one("Hijikata Toshizo", "3.3", arrows="right* up down left", bushido=5), IDLE)
    assert [entry.object for entry in told(moving(state, "Hijikata Toshizo"), Trace.CHECKED)] == [5]


@pytest.mark.rule("EV-03", "EV-11")
@pytest.mark.parametrize(("event", "bushido"), [("Fiancee", 1), ("Unworthy of bushido", 2)])
@pytest.mark.parametrize("person", ["Kondo Isami", "Hijikata Toshizo", "Ichimura Tetsunosuke"])
def test_ev_03_ev_11_attached_events_set_bushido(event: str, bushido: int, person: str) -> None:
    """Fiancée: his bushido is 1. Unworthy of bushido: it is 2. Kondo's too, wherever he stands."""
    printed = "column" if person == "Kondo Isami" else 4
    state = table(one(person, "4.3", under=event, arrows="right* up down left", bushido=printed), IDLE)
    entries = told(moving(state, person), Trace.CHECKED)
    assert [entry.object for entry in entries] == [bushido]


@pytest.mark.rule("EV-11")
def test_ev_11_a_failed_check_is_seppuku() -> None:
    """Unworthy of bushido: his action is seppuku, whatever his piece says."""
    state = table(one(OKITA, "3.3", under="Unworthy of bushido", arrows=BLACK, bushido=5, failure="spirit"), IDLE)
    after = moving(state, OKITA, 3)
    assert story(after.trace(), Trace.FAILED) == [("FAILED", OKITA, "seppuku")]
    assert (cell(after, OKITA), lying(after, "Unworthy of bushido")) == ("dead", "gone")


@pytest.mark.rule("EV-11")
@pytest.mark.parametrize("face", [1, 2])
def test_ev_11_it_leaves_after_one_check(face: int) -> None:
    """Unworthy of bushido: after one check of his, passed or failed, it is removed."""
    state = table(one(OKITA, "3.3", under="Unworthy of bushido", arrows=BLACK, bushido=1), IDLE)
    after = moving(state, OKITA, face)
    assert (cell(after, OKITA), under(after, OKITA)) == ("3.2", None)
    assert lying(after, "Unworthy of bushido") == "gone"


@pytest.mark.rule("EV-11")
def test_ev_11_without_a_check_it_stays() -> None:
    """Unworthy of bushido: … a move by a white arrow is no check; it moves along with him."""
    state = table(one(OKITA, "3.3", under="Unworthy of bushido", arrows=WHITE), IDLE)
    after = moving(state, OKITA)
    assert (cell(after, OKITA), under(after, OKITA)) == ("3.2", "Unworthy of bushido")


@pytest.mark.rule("EV-11")
def test_ev_11_another_s_check_does_not_count() -> None:
    """Unworthy of bushido: the checks of others leave it where it is."""
    state = table(
        one("Kondo Isami", "1.1", under="Unworthy of bushido"), one(OKITA, "3.3", arrows=BLACK, bushido=5), IDLE
    )
    after = moving(state, OKITA, 1)
    assert (under(after, "Kondo Isami"), lying(after, "Unworthy of bushido")) == ("Unworthy of bushido", "attached")


@pytest.mark.rule("EV-03")
@pytest.mark.parametrize("face", [1, 2])
def test_ev_03_she_stays_after_a_check(face: int) -> None:
    """Fiancée: she moves with him, and stays whatever comes of a check; his failure action is his own."""
    state = table(one(OKITA, "3.3", under="Fiancee", arrows=BLACK, bushido=5, failure="spirit"), IDLE)
    after = moving(state, OKITA, face)
    assert (cell(after, OKITA), under(after, OKITA)) == ("3.2" if face == 1 else "3.1", "Fiancee")
