"""The audit that random games go through: a table laid wrongly is found out, by the number of the truth that it breaks.

Here: events, fights, the decision. Each test takes a true table, puts one thing where it cannot be, and audits it.
"""

from __future__ import annotations

from typing import Any

import pytest

from dynasty_env.shinsengumi.material import EVENT_NAMES, EventPlace
from dynasty_env.shinsengumi.steps import Step
from tests.false_tables import Wrong, both, put
from tests.shinsengumi.rules.audited import (
    AIZU,
    FIANCEE,
    HIJIKATA,
    ICHIMURA,
    KONDO,
    KYOTO,
    OKITA,
    POWDER,
    RIFLES,
    SERIZAWA,
    SHIMADA,
    UNWORTHY,
    add,
    cell,
    found,
    laid,
)
from tests.shinsengumi.rules.conftest import IDLE, moving, named, on, one, play, table

# -------------------------------------------------------------------------------------------------- 4, 6, 11–13: events


@pytest.mark.rule("§05-02")
def test_truth_4_an_event_in_the_pile_is_nowhere_else() -> None:
    """§05-02: once in the pile, or not at all; or turned up and about to be placed."""
    state = laid()
    size = int(state.record["event_pile_size"])
    for at in (0, size - 1):
        assert found(put("event_pile", at, KYOTO), state) == 4
        assert found(put("event_pile", at, AIZU), state) == 4
    assert found(put("event_pile_size", None, size - 1), state) == 4
    assert found(put("event_place", KYOTO, EventPlace.PILE), state) == 4
    assert found(put("turned_up", None, KYOTO), state) == 4
    assert found(put("turned_up", None, int(state.record["event_pile"][0])), state) == 4
    assert found(put("event_pile", size, KYOTO), state) == 0
    placing = table(on("Kondo Isami", "1.1"), IDLE, phase="turn", event_pile=["Aizu guardian"])
    assert found(put("turned_up", None, -1), placing) == 4


@pytest.mark.rule("EV-00")
@pytest.mark.parametrize(
    ("wrong", "truth"),
    [
        (put("attached", OKITA, FIANCEE), 6),  # under two
        (put("attached", KONDO, -1), 6),  # under none
        (put("attached", KONDO, UNWORTHY), 6),  # in the pile
        (put("attached", OKITA, KYOTO), 6),  # gone
        (put("event_place", FIANCEE, EventPlace.GONE), 6),
        (both(put("attached", KONDO, -1), put("attached", HIJIKATA, FIANCEE)), 6),  # under nobody on the board
        (both(put("attached", KONDO, -1), put("attached", SERIZAWA, FIANCEE)), 6),
        (both(put("attached", KONDO, -1), put("attached", ICHIMURA, FIANCEE)), 0),
        (both(put("attached", OKITA, KYOTO), put("event_place", KYOTO, EventPlace.ATTACHED)), 6),  # no such event
    ],
)
def test_truth_6_attached_events(wrong: Wrong, truth: int) -> None:
    """The table: the fiancée and “Unworthy” lie under one person on the board."""
    assert found(wrong) == truth


@pytest.mark.rule("EV-00")
@pytest.mark.parametrize(
    ("where", "truth"), [("4.3", 0), ("3.3", 11), ("6.3", 0), ("4.1", 0), ("4.5", 0), ("4.6", 11), ("2.2", 11)]
)
def test_truth_11_events_lie_within_their_limits(where: str, truth: int) -> None:
    """The table: the Aizu guardian in columns 4–6, rows 1–5."""
    moved = both(
        put("board", cell("5.3"), -1), put("board", cell(where), 24 + AIZU), put("event_cell", AIZU, cell(where))
    )
    assert found(moved) == truth


@pytest.mark.rule("EV-00", "EV-06")
@pytest.mark.parametrize(
    ("event", "where", "truth"),
    [
        ("Kaientai", "1.1", 2), ("Kaientai", "2.1", 11), ("Kaientai", "2.2", 0), ("Kaientai", "4.2", 11),
        ("Sniper", "2.2", 11), ("Sniper", "2.1", 0), ("Ishida powder", "2.2", 2),
        ("Osaka wrestlers", "2.6", 11), ("Osaka wrestlers", "2.5", 0),
    ],
)  # fmt: skip
def test_truth_11_the_others_too(event: str, where: str, truth: int) -> None:
    """The table: not row 1 for the Kaientai, row 1 alone for the sniper."""
    number = EVENT_NAMES.index(event)
    fields = {"gone": [event, "Kyoto deputy"]} if event != "Ishida powder" else {}
    wrong = both(put("event_place", number, EventPlace.BOARD), put("event_cell", number, cell(where)))
    if where != "1.1" and event != "Ishida powder":
        wrong = both(wrong, put("board", cell(where), 24 + number))
    assert found(wrong, laid(**fields)) == truth


@pytest.mark.rule("EV-05")
@pytest.mark.parametrize(
    ("wrong", "truth"),
    [
        (put("powder", None, -1), 12),
        (put("powder", None, 2), 0),
        (put("event_place", POWDER, EventPlace.GONE), 12),
        (both(put("event_place", POWDER, EventPlace.GONE), put("powder", None, -1)), 0),
        (put("event_place", KYOTO, EventPlace.KEPT), 12),
    ],
)
def test_truth_12_the_powder(wrong: Wrong, truth: int) -> None:
    """Ishida powder: it is kept exactly while a seat keeps it, and nothing else is."""
    assert found(wrong) == truth


@pytest.mark.rule("§10-5", "EV-02")
@pytest.mark.parametrize(
    ("wrong", "truth"),
    [
        (put("due", AIZU, 1), 0), (put("due", RIFLES, 1), 13), (put("due", KYOTO, 1), 13), (put("due", FIANCEE, 1), 13),
        (put("fighting", None, AIZU), 0), (put("fighting", None, RIFLES), 13), (put("fighting", None, KYOTO), 13),
        (put("facing", KONDO, 1), 13), (put("facing", ICHIMURA, 1), 13),
        (both(put("facing", KONDO, 1), put("fighting", None, AIZU)), 13),
    ],
)  # fmt: skip
def test_truth_13_fights(wrong: Wrong, truth: int) -> None:
    """§10-5: fights are of events on the board; at Aburanokoji alone several persons face them."""
    assert found(wrong) == truth


@pytest.mark.rule("EV-02")
def test_truth_13_at_aburanokoji() -> None:
    """Aburanokoji: persons on the board may face it while it is being fought."""
    mover = one("Kondo Isami", "2.2", arrows="right up down left", combat=6)
    state = moving(table(mover, on("Okita Soji", "2.3"), IDLE, events={"Aburanokoji": "3.3"}), "Kondo Isami")
    play(state, "event:Aburanokoji")
    assert found(put("facing", SHIMADA, 1), state) == 0
    assert found(put("facing", HIJIKATA, 1), state) == 13
    assert found(put("fighting", None, -1), state) == 13


# ----------------------------------------------------------------------------------------------- 8–10: the decision


@pytest.mark.rule("§06-01-D-2")
def test_truth_8_stones_lie_on_arrows_only_while_waiting() -> None:
    """§06-01 D: stones are laid for the person who is about to move."""
    waiting = named(laid(), "Kondo Isami")
    play(waiting, "arrow:1")
    assert found(put("step", None, Step.MOVE), waiting) == 8
    assert found(put("step", None, Step.FIGHT_ORDER), waiting) == 8
    first = both(put("mover", None, -1), put("origin", None, -1))
    assert found(first, waiting) == 8


@pytest.mark.rule("ch. 9")
def test_truth_9_the_mask_and_the_number_of_choices() -> None:
    """Ch. 9: as many actions are legal as are counted; while the game goes on there is one, after it none."""
    state = laid()
    choices = int(state.record["choices"])

    def nothing(t: Any) -> None:
        for action in range(len(t.mask)):
            t.mask[action] = 0
        t.choices = 0

    assert choices > 1
    assert found(put("choices", None, choices + 1), state) == 9
    assert found(put("mask", 0, 1), state) == 9
    assert found(put("mask", 81, 1), state) == 9
    assert found(put("done", None, 1), state) == 9
    assert found(nothing, state) == 9
    assert found(both(nothing, put("done", None, 1)), state) == 0


@pytest.mark.rule("ch. 9")
@pytest.mark.parametrize(("asked", "number"), [(0, 9), (1, 0)])
def test_truth_9_a_decision_has_a_choice(asked: int, number: int) -> None:
    """Ch. 9: a single legal action is asked for only with `ask_forced`."""

    def single(t: Any) -> None:
        for action in range(1, len(t.mask)):
            t.mask[action] = 0
        t.mask[0] = 1
        t.choices = 1
        t.ask_forced = asked

    assert found(single) == number
    if asked == 0:
        assert found(put("ask_forced", None, 0)) == 0


@pytest.mark.rule("§07", "ch. 9")
@pytest.mark.parametrize(
    ("field", "value", "truth"),
    [
        ("turn", -1, 10), ("turn", 0, 0), ("turn", 1, 0), ("turn", 12, 0), ("turn", 13, 10),
        ("turn_player", -1, 10), ("turn_player", 0, 0), ("turn_player", 2, 0), ("turn_player", 3, 10),
        ("seat", -1, 10), ("seat", 0, 0), ("seat", 2, 0), ("seat", 3, 10),
        ("seat", 1, 10),  # who is out decides nothing
    ],
)  # fmt: skip
def test_truth_10_turn_and_seats(field: str, value: int, truth: int) -> None:
    """§07: twelve turns; seats of this game; who decides has a self."""
    assert found(put(field, None, value)) == truth


@pytest.mark.rule("§05-03", "S-R10")
def test_truth_10_who_picks_a_self_has_none_yet() -> None:
    """§05-03: only in set-up, and once the game is over, may the deciding seat be without a self."""
    assert found(both(put("seat", None, 1), put("step", None, Step.PICK_SELF))) == 0

    def over(t: Any) -> None:
        for action in range(len(t.mask)):
            t.mask[action] = 0
        t.choices = 0
        t.done = 1
        t.seat = 1

    assert found(over) == 0
    for field in ("seat", "turn_player"):
        assert found(both(over, put(field, None, 3))) == 10


@pytest.mark.rule("ch. 9")
def test_the_first_truth_broken_is_told() -> None:
    """Ch. 9: of several wrongs the first is named, in the order of the list: stones, board, persons, turn, events."""
    wrongs = [
        (1, add("bag", 0, 1)), (2, put("board", cell("3.3"), KONDO)), (5, put("chip", 0, HIJIKATA)),
        (10, put("turn", None, 13)), (12, put("powder", None, -1)),
    ]  # fmt: skip
    for at, (truth, _) in enumerate(wrongs):
        assert found(both(*(wrong for _, wrong in wrongs[at:]))) == truth
