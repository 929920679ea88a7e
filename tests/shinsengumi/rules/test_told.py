"""What a move tells the table (the trace): what happened to whom, in the order in which the book has it happen.

Everything in the book is said or done openly, so that these entries are the course of play.
"""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.kit.state import State
from tests.shinsengumi.rules.conftest import (
    IDLE,
    all_but,
    cell,
    chance,
    moving,
    named,
    on,
    one,
    play,
    reborn,
    rolling,
    seat,
    table,
)
from tests.shinsengumi.rules.trace_fields import story

A, B, C = "Kondo Isami", "Okita Soji", "Ichimura Tetsunosuke"
UP = "up right down left"
BLACK = "up* right down left"


def said(state: State) -> list[tuple[Any, ...]]:
    """What the last move told, up to the next person's turn to move."""
    return story(state.trace())


def failing(action: str, *dice: int, start: str = "3.3", **fields: Any) -> list[tuple[Any, ...]]:
    """Kondo moves up by a black arrow and fails: what is told after that."""
    kondo = one(A, start, arrows=BLACK, bushido=1, failure=action, combat=3)
    state = moving(table(kondo, on(B, "4.5"), IDLE, **fields), A, 6, *dice)
    goal = f"{start[0]}.{int(start[2]) - 1}"
    assert said(state)[:3] == [("MOVED", A, goal, 0), ("CHECKED", A, 1, 6), ("FAILED", A, action)]
    return said(state)[3:]


@pytest.mark.rule("§06-01-D-2")
def test_told_naming_and_waiting() -> None:
    """§06-01 D: who is named, each stone with its arrow and colour; waits that fail; the move."""
    seats = [seat("Shimada Kai", 1, 1), seat(B, 1, 0)]
    state = table(one(A, "3.3", arrows="up* right down left"), on(B, "1.6"), IDLE, seats=seats)
    assert story(play(state, f"person:{A}")) == [("NAMED", 0, A)]
    assert story(play(state, "arrow:1")) == [("LAID", 0, A, 0, "black")]
    assert story(play(state, "arrow:4")) == [("LAID", 1, A, 3, "white")]
    assert story(play(state, "pass", "pass"))[:2] == [("WAITS_FAILED", A), ("MOVED", A, "3.2", 0)]
    state = table(one(A, "3.3", arrows=UP), IDLE, seats=[seat("Shimada Kai", 2, 0)])
    state = named(state, A)
    play(state, "arrow:3")
    assert said(rolling(state)) == [("MOVED", A, "3.4", 2)]


@pytest.mark.rule("§06-01-D-3")
def test_told_a_check_that_is_passed() -> None:
    """§06-01 D: a check tells bushido and die, and nothing more if it is passed."""
    state = table(one(A, "3.3", arrows=BLACK, bushido=4), IDLE)
    assert said(moving(state, A, 4)) == [("MOVED", A, "3.2", 0), ("CHECKED", A, 4, 4)]


@pytest.mark.rule("EV-11")
def test_told_unworthy_leaves_after_the_check() -> None:
    """Unworthy of bushido: it leaves play before the seppuku that it brought about."""
    state = table(one(A, "3.3", arrows=BLACK, under="Unworthy of bushido", failure="rage"), IDLE, person_pile=[C])
    entries = said(moving(state, A, 6))
    assert entries[1:6] == [
        ("CHECKED", A, 2, 6), ("FAILED", A, "seppuku"), ("EVENT_GONE", "Unworthy of bushido"),
        ("DOOMED", A), ("REMOVED", A),
    ]  # fmt: skip
    assert entries[6][:2] == ("PLACED", C) and len(entries) == 7


@pytest.mark.rule("FA-02", "FA-08", "FA-09", "FA-10", "FA-11", "FA-13")
@pytest.mark.parametrize(
    ("action", "goal"),
    [("resolve", "3.1"), ("spirit", "3.1"), ("unmoved", "3.3"), ("rage", "3.3"), ("defect", "6.2"), ("panic", "3.6")],
)
def test_told_who_goes_on_to_another_cell(action: str, goal: str) -> None:
    """Failure actions: where he goes."""
    assert failing(action) == [("SLID", A, goal)]


@pytest.mark.rule("FA-02", "FA-04", "FA-08", "FA-13")
def test_told_who_goes_nowhere() -> None:
    """… and nothing if he cannot, or need not."""
    assert failing("resolve", start="3.2") == failing("spirit", start="3.2") == []
    assert failing("resolve", start="1.3")[1:] == []
    assert failing("drunk", start="3.3", events={"Pleasure quarter": "3.4"})[:1] == [("SLID", A, "3.3")]


@pytest.mark.rule("FA-04", "FA-03")
def test_told_two_markers() -> None:
    """Drunk and cough blood: a second black marker, after whatever else happens."""
    assert failing("drunk") == [("SLID", A, "3.6"), ("BLOOD", A)]
    assert failing("cough_blood", 3) == [("ROLLED", A, 3), ("BLOOD", A)]
    assert failing("cough_blood", 1) == [("ROLLED", A, 1)]
    assert failing("careless", 3) == [("ROLLED", A, 3)]


@pytest.mark.rule("FA-01", "FA-07")
def test_told_whom_the_turn_player_names() -> None:
    """Assassinate and bully: whom the turn player names, the die of the failer, what follows."""
    for turn_player in (0, 1):
        fields: dict[str, Any] = {"seats": ["Shimada Kai", B], "turn_player": turn_player, "person_pile": [C]}
        kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="assassinate", combat=3)
        state = moving(table(kondo, on(B, "4.5"), IDLE, **fields), A, 6)
        after = rolling(state, 4, by=f"person:{B}")
        assert said(after) == [("AIMED", turn_player, B), ("ROLLED", A, 4)]
        kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="bully")
        state = moving(table(kondo, on(B, "4.4"), IDLE, **fields), A, 6)
        assert story(play(state, f"person:{B}")) == [("BULLIED", turn_player, B), ("SLID", B, "4.5")]


@pytest.mark.rule("§09")
def test_told_removal_and_rebirth() -> None:
    """§09: he is about to die; he is removed; his stones, then the new person, then whose self he is."""
    kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="seppuku", under="Fiancee")
    seats = ["Shimada Kai", seat(A, 2, 1)]
    state = named(table(kondo, IDLE, seats=seats, person_pile=[C]), A)
    play(state, "pass")
    after = chance(state, "pass", lambda s: reborn(s) == ["2.5"])
    assert said(after)[3:] == [
        ("DOOMED", A), ("REMOVED", A), ("EVENT_GONE", "Fiancee"), ("LOST_STONES", 1, 3), ("PLACED", C, "2.5"),
        ("PICKED", 1, C),
    ]  # fmt: skip


@pytest.mark.rule("§09")
@pytest.mark.parametrize(("white", "black"), [(1, 0), (0, 1), (4, 3)])
def test_told_how_many_stones_are_lost(white: int, black: int) -> None:
    """§09: … of both colours together, be it a single one."""
    kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="seppuku")
    state = table(kondo, IDLE, seats=["Shimada Kai", seat(A, white, black)], person_pile=[C])
    state = named(state, A)
    play(state, "pass")
    assert ("LOST_STONES", 1, white + black) in said(rolling(state, 6))


@pytest.mark.rule("§09")
def test_told_nobody_loses_stones_that_he_has_not() -> None:
    """§09: … nothing is said of stones if there are none."""
    kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="seppuku")
    state = table(kondo, IDLE, seats=["Shimada Kai", A], person_pile=[C])
    assert [each[0] for each in said(moving(state, A, 6))[3:]] == ["DOOMED", "REMOVED", "PLACED", "PICKED"]


@pytest.mark.rule("FA-06")
def test_told_desertion() -> None:
    """Desert: the die; back to the pile; the new person."""
    kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="desert")
    state = table(kondo, IDLE, dead=all_but(A, "Shimada Kai"))
    entries = said(moving(state, A, 6, 2))[3:]
    assert entries[:2] == [("ROLLED", A, 2), ("DESERTED", A)]
    assert [each[:2] for each in entries[2:]] == [("PLACED", A)]


@pytest.mark.rule("S-R10", "S-R21")
def test_told_who_is_out() -> None:
    """S-R10, S-R21: who is out, and who goes on with the turn; who is the last ends the game."""
    kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="seppuku")
    fields = {"dead": all_but(A, "Shimada Kai")}
    state = table(kondo, IDLE, seats=[A, "Shimada Kai"], **fields)
    assert said(moving(state, A, 6))[3:] == [("DOOMED", A), ("REMOVED", A), ("OUT", 0), ("TURN_PASSED", 1)]
    state = table(kondo, one("Shimada Kai", "6.6", esteem=3), seats=[A, None], **fields)
    assert said(moving(state, A, 6))[3:] == [("DOOMED", A), ("REMOVED", A), ("OUT", 0), ("ENDED", 0, 3, -1)]


@pytest.mark.rule("EV-05")
def test_told_the_powder() -> None:
    """Ishida powder: he is about to die; its keeper uses it, and it leaves play; or does not, and he dies."""
    kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="seppuku")
    state = table(kondo, IDLE, seats=["Shimada Kai", A], powder=1, person_pile=[C])
    state = moving(state, A, 6)
    assert (said(state)[3:], state.to_dict()["frame"]) == ([("DOOMED", A)], {"a": 0, "b": 0})
    assert [each[:2] for each in said(chance(state, "pass", lambda s: True))] == [
        ("REMOVED", A),
        ("PLACED", C),
        ("PICKED", 1),
    ]
    assert story(play(state, "use")) == [("SAVED", 1, A), ("EVENT_GONE", "Ishida powder")]


@pytest.mark.rule("EV-05")
def test_told_whom_the_powder_would_save() -> None:
    """Ishida powder: the decision is about the one who is about to be removed."""
    target = on(C, "5.5")
    kondo = one(A, "3.3", arrows=BLACK, bushido=1, failure="assassinate", combat=6)
    state = rolling(moving(table(kondo, target, IDLE, powder=0), A, 6), 1, by=f"person:{C}")
    assert state.to_dict()["frame"] == {"a": 23, "b": 0}
    assert state.view(0)["doomed"] == C
    play(state, "use")
    assert cell(state, C) == "5.5"


@pytest.mark.rule("§10-1", "§10-2", "§10-3", "§10-4")
def test_told_fights() -> None:
    """§10: each die of the event, the highest against whom, what follows, and the event leaves (or stays)."""
    kondo = one(A, "1.3", arrows="right up down left", combat=3)

    def fight(event: str, where: str, *dice: int, **fields: Any) -> list[tuple[Any, ...]]:
        state = moving(table(kondo, on(B, "5.5"), IDLE, events={event: where}, person_pile=[C], **fields), A)
        return said(rolling(state, *dice, by=f"event:{event}"))

    gone, gate = ("EVENT_GONE", "Ikedaya ronin"), "Forbidden gate"
    assert fight("Ikedaya ronin", "2.2", 3, 1) == [
        ("DIE", "Ikedaya ronin", 3), ("DIE", "Ikedaya ronin", 1), ("FOUGHT", A, "Ikedaya ronin", 3), gone,
    ]  # fmt: skip
    dead = fight("Ikedaya ronin", "2.2", 1, 4)
    assert dead[2:5] == [("FOUGHT", A, "Ikedaya ronin", 4), ("DOOMED", A), ("REMOVED", A)]
    assert dead[5][:2] == ("PLACED", C) and dead[6:] == [gone]
    assert fight(gate, "2.4", 2) == [("DIE", gate, 2), ("FOUGHT", A, gate, 2)]
    assert fight(gate, "2.4", 3) == [("DIE", gate, 3), ("FOUGHT", A, gate, 3), ("WOUNDED", A), ("SLID", A, "2.6")]
    brawl = fight("Osaka wrestlers", "2.2", 5)
    assert brawl[1:] == [
        ("FOUGHT", A, "Osaka wrestlers", 5), ("WOUNDED", A), ("SLID", A, "2.6"), ("EVENT_GONE", "Osaka wrestlers"),
    ]  # fmt: skip


@pytest.mark.rule("§10-4")
def test_told_a_wound_that_kills() -> None:
    """§10-4: wounded, and about to die, as row 6 is taken."""
    kondo = one(A, "1.3", arrows="right up down left", combat=3)
    state = moving(table(kondo, on(B, "2.6"), IDLE, events={"Forbidden gate": "2.4"}, person_pile=[C]), A)
    entries = said(rolling(state, 4, by="event:Forbidden gate"))
    assert entries[2:5] == [("WOUNDED", A), ("DOOMED", A), ("REMOVED", A)]


@pytest.mark.rule("EV-02")
def test_told_at_aburanokoji() -> None:
    """Aburanokoji: one die against each; it leaves after the last."""
    kondo = one(A, "2.2", arrows="right up down left", combat=6)
    state = moving(table(kondo, on(B, "2.3", combat=6), IDLE, events={"Aburanokoji": "3.3"}), A)
    assert story(play(state, "event:Aburanokoji")) == []
    first = rolling(state, 2, by=f"person:{B}")
    assert said(first) == [("DIE", "Aburanokoji", 2), ("FOUGHT", B, "Aburanokoji", 2)]
    last = rolling(first, 5, by=f"person:{A}")
    assert said(last) == [("DIE", "Aburanokoji", 5), ("FOUGHT", A, "Aburanokoji", 5), ("EVENT_GONE", "Aburanokoji")]


@pytest.mark.rule("§06-01")
def test_told_a_turn_begins() -> None:
    """§06-01: whose turn it is and which; the stones, in the order of drawing; the event; the dance."""
    people = [one(A, "1.1", debate=2), one(B, "6.6", debate=1)]
    state = table(*people, seats=[A, B], phase="turn", turn=5, turn_player=1, event_pile=["Ishida powder"])
    white, black = (state.to_dict()["seats"][1][colour] for colour in ("white", "black"))
    entries = said(state)
    assert entries[:3] == [("TURN", 1, 5), ("DREW", 1, 1), ("DRAWN", 1, white, black)]
    assert entries[3] == ("DREW", 0, 2) and entries[4][:2] == ("DRAWN", 0)
    assert entries[5:] == [("TURNED_UP", 1, "Ishida powder"), ("KEPT", 1, "Ishida powder")]


@pytest.mark.rule("§07")
def test_told_the_end() -> None:
    """§07: the esteem of both sides and who has the great victory."""
    kondo = one(A, "1.3", arrows="right up down left", esteem=4)
    state = table(kondo, on(B, "5.5", esteem=1), seats=[B, A], turn=12)
    assert said(moving(state, A)) == [("MOVED", A, "2.3", 0), ("ENDED", 4, 1, 1)]
