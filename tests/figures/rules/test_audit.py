"""The audit finds whatever no game comes to: one thing is put by force where the book does not let it be."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import CARDS_NAMED, LOWERED, NO_CARD, NOBODY, At, Stat
from dynasty_env.figures.steps import Step
from dynasty_env.kit.state import State
from tests.false_tables import Wrong, both, put
from tests.figures.rules.conftest import LOW, duel, fig

CARD = {name: number for number, name in enumerate(CARDS_NAMED)}
A_FEELING, A_PLOT, FACE_UP, DISCARDED = "C9", "S9", "SK", "H3"

ABILITIES = "abilities are within what the dice give"
PLACES = "every card is in exactly one place"
HAVE = "only figures that stand have cards, and no more plots than their skill"
OLD = "nobody holds a card from before the discards were shuffled in that another seat knew to be among these"
WITHIN = "nobody stands within another or beyond a wall"
HEADING = "a heading is a direction of length 1 and a whole number of steps of 15°"
POSES = "weapons point where they may, or are lowered"
OUT = "a figure is out exactly when its vitality is used up"
FEELINGS = "emotion cards are clubs and diamonds beside figures that stand"
GAME_OF_THIS = "the round, the turn and the room are of this game"
SPREAD = "points are spread one ability after the other, and all of them can be"
OWNER = "who decides owns the figure that it decides for, and that figure stands"


def laid() -> State:
    """Something of everything: the Fencer acts by a K, the Archer has an emotion card, the Brawler is out."""
    return duel(
        fig("Fencer", 4, 8, row=f"{FACE_UP} {A_PLOT} H9", poses=(0, LOW)),
        fig("Archer", 5.7, 8, row="D2 D3", poses=(2, -6), emotion_cards=[A_FEELING]),
        fig("Brawler", 12, 12, row="", standing=False, fell=1, damage=8),
        discards=[DISCARDED],
        falls=1,
        emotions=True,
    )


def found(wrong: Wrong, state: State | None = None) -> str:
    """What the audit says after something has been put in a wrong place; empty: nothing."""
    copy = state.clone() if state else laid()
    assert copy.call("audit") == 0
    wrong(copy.tables[0])
    number = copy.call("audit")
    return copy.game.truths[number - 1].words if number else ""


def at(card: str, place: int) -> Wrong:
    return put("at", CARD[card], place)


def turned_to(x: float, y: float) -> Wrong:
    def wrong(t: Any) -> None:
        t.base_x[0], t.base_y[0] = x, y

    return wrong


def stand(figure: int, x: float, y: float) -> Wrong:
    def wrong(t: Any) -> None:
        t.x[figure], t.y[figure] = x, y

    return wrong


@pytest.mark.rule("§04-01", "F2")
@pytest.mark.parametrize(("stat", "value", "says"), [
    (Stat.SKILL, 2, ABILITIES), (Stat.SKILL, 3, ""), (Stat.SKILL, 8, ""), (Stat.SKILL, 9, ABILITIES),
    (Stat.VITALITY, 4, ABILITIES), (Stat.VITALITY, 10, ""), (Stat.VITALITY, 11, ABILITIES),
])  # fmt: skip
def test_abilities(stat: Stat, value: int, says: str) -> None:
    assert found(put("stat", (1, stat), value)) == says


@pytest.mark.rule("§05-01", "§05-03")
@pytest.mark.parametrize("wrong", [
    at(A_PLOT, At.DISCARD), at(A_PLOT, At.PLOT + 1), at(FACE_UP, At.DISCARD), at(FACE_UP, At.PLOT), at("D3", At.PACK),
    at(DISCARDED, At.PACK), at(DISCARDED, At.TABLE), at(DISCARDED, At.PLOT + 1), at(DISCARDED, At.UP + 1),
    at(A_FEELING, At.PACK), put("plots", (0, 1), CARD[A_PLOT]), put("plots", (0, 0), CARD[DISCARDED]),
    put("plot_count", 0, 1), put("face_up", 0, NO_CARD), put("face_up", 0, CARD[DISCARDED]),
    put("pack", 0, CARD[DISCARDED]), lambda t: put("pack", 0, t.pack[1])(t), lambda t: put("pack_size", None, 3)(t),
    lambda t: put("at", t.pack[0], At.HAND)(t),
])  # fmt: skip
def test_a_card_is_in_one_place(wrong: Wrong) -> None:
    assert found(wrong) == PLACES


@pytest.mark.rule("§05-03", "§05-06", "F33")
@pytest.mark.parametrize(("wrong", "says"), [
    (at(DISCARDED, At.HAND + 2), HAVE),
    (at(DISCARDED, At.HAND + 1), ""),
    (put("stat", (0, Stat.SKILL), 3), ""),
    (both(at(DISCARDED, At.UP + 2), put("face_up", 2, CARD[DISCARDED])), HAVE),
    (both(at(DISCARDED, At.PLOT + 2), put("plot_count", 2, 1), put("plots", (2, 0), CARD[DISCARDED])), HAVE),
])  # fmt: skip
def test_only_figures_that_stand_have_cards(wrong: Wrong, says: str) -> None:
    assert found(wrong) == says


@pytest.mark.rule("§05-03", "F48")
def test_no_more_plots_than_skill() -> None:
    state = duel(fig("Fencer", 4, 8, row="SK S9 S8 S7"), fig("Archer", 12, 8, row="D2"))
    assert found(put("stat", (0, Stat.SKILL), 4), state) == ""
    assert found(put("stat", (0, Stat.SKILL), 3), state) == HAVE


@pytest.mark.rule("F66")
@pytest.mark.parametrize(("before", "card", "bits", "says"), [
    (1, A_PLOT, 0b010, OLD), (1, A_PLOT, 0b110, OLD), (1, A_PLOT, 0b001, ""), (0, A_PLOT, 0b010, ""),
    (1, DISCARDED, 0b010, ""), (1, "D3", 0b010, ""),
])  # fmt: skip
def test_old_cards(before: int, card: str, bits: int, says: str) -> None:
    assert found(both(put("before", 0, before), put("seen", CARD[card], bits))) == says


@pytest.mark.rule("F66", "F33")
@pytest.mark.parametrize("place", [At.HAND, At.GONE])
def test_old_cards_in_hand_or_discarded_unseen(place: int) -> None:
    moved = both(at(DISCARDED, place + 1), put("before", 1, 1))
    assert found(both(moved, put("seen", CARD[DISCARDED], 0b001))) == OLD
    assert found(both(moved, put("seen", CARD[DISCARDED], 0b010))) == ""


@pytest.mark.rule("F3", "F4")
@pytest.mark.parametrize(("wrong", "says"), [
    (stand(1, 5.2, 8), ""), (stand(1, 5.2 - 1e-10, 8), ""), (stand(1, 5.2 - 1e-8, 8), WITHIN),
    (stand(1, 4.5, 8.3), WITHIN), (stand(0, 0.6, 8), ""), (stand(0, 0.59, 8), WITHIN), (stand(0, 8, 0.59), WITHIN),
    (stand(0, 8, 19.41), WITHIN), (stand(0, 19.41, 8), WITHIN), (stand(0, 19.4, 19.4), ""), (stand(2, 4, 8), ""),
    (stand(2, 0, 0), ""),
])  # fmt: skip
def test_nobody_stands_within_another(wrong: Wrong, says: str) -> None:
    assert found(wrong) == says


@pytest.mark.rule("F62")
@pytest.mark.parametrize(("wrong", "says"), [
    (turned_to(0.6, 0.8), ""), (turned_to(-0.8, -0.6), ""), (turned_to(1, 1e-4), HEADING),
    (turned_to(0.6, 0.7), HEADING),
    (put("steps", 1, 23), ""), (put("steps", 1, 24), HEADING), (put("steps", 1, -1), HEADING),
    (put("steps", 0, 0), ""),
])  # fmt: skip
def test_headings(wrong: Wrong, says: str) -> None:
    assert found(wrong) == says


@pytest.mark.rule("F6")
@pytest.mark.parametrize(("figure", "weapon", "pose", "says"), [
    (0, 0, 6, ""), (0, 0, 7, POSES), (0, 1, -7, POSES), (1, 0, -2, ""), (1, 0, 3, POSES), (1, 0, -3, POSES),
    (2, 1, 1, POSES), (2, 1, 0, ""), (1, 1, LOWERED, ""),
])  # fmt: skip
def test_poses(figure: int, weapon: int, pose: int, says: str) -> None:
    assert found(put("pose", (figure, weapon), pose)) == says


@pytest.mark.rule("F6", "F63")
@pytest.mark.parametrize(("figure", "weapon", "angle", "length", "says"), [
    (0, 0, 89.9, 1.0, ""), (0, 0, -89.9, 1.0, ""), (0, 0, 90.1, 1.0, POSES), (0, 0, 20.0, 1.01, POSES),
    (1, 0, 29.9, 1.0, ""), (1, 0, 30.1, 1.0, POSES), (1, 0, -30.1, 1.0, POSES), (2, 1, 0.1, 1.0, POSES),
])  # fmt: skip
def test_real_poses(figure: int, weapon: int, angle: float, length: float, says: str) -> None:
    x, y = length * cos(radians(angle)), length * sin(radians(angle))
    wrong = both(put("pose_x", (figure, weapon), x), put("pose_y", (figure, weapon), y))
    assert found(both(wrong, put("pose", (figure, weapon), 0))) == says
    assert found(both(wrong, put("pose", (figure, weapon), 1))) == POSES, "steps count from ahead"


@pytest.mark.rule("§05-06", "F10")
@pytest.mark.parametrize(("wrong", "says"), [
    (put("damage", 0, 7), ""), (put("damage", 0, 8), OUT), (put("damage", 0, 9), OUT), (put("damage", 2, 7), OUT),
    (put("fell", 0, 1), OUT), (put("fell", 2, 0), OUT), (put("standing", 2, 1), OUT), (put("fell", 2, 2), ""),
])  # fmt: skip
def test_the_finished_are_out(wrong: Wrong, says: str) -> None:
    assert found(wrong) == says


@pytest.mark.rule("§07-01")
@pytest.mark.parametrize(("wrong", "says"), [
    (at(DISCARDED, At.FEELING + 1), FEELINGS), (at("H4", At.FEELING), PLACES),
    (at(A_FEELING, At.FEELING + 2), FEELINGS),
    (at(A_FEELING, At.FEELING), ""), (put("emotions", None, 0), FEELINGS),
])  # fmt: skip
def test_feelings(wrong: Wrong, says: str) -> None:
    assert found(wrong) == says


@pytest.mark.rule("§05", "§06")
@pytest.mark.parametrize(("wrong", "says"), [
    (put("round", None, 30), ""), (put("round", None, 31), GAME_OF_THIS), (put("round", None, -1), GAME_OF_THIS),
    (put("round", None, 0), ""), (put("seat", None, 3), GAME_OF_THIS), (put("seat", None, -1), GAME_OF_THIS),
    (put("side", None, 11.5), GAME_OF_THIS), (put("actor", None, -2), GAME_OF_THIS), (put("actor", None, 2), ""),
    (put("actor", None, 3), GAME_OF_THIS), (put("actor", None, NOBODY), ""), (put("left", None, -0.5), GAME_OF_THIS),
    (put("choices", None, 1), "the mask agrees with the number of choices, and a decision has one"),
])  # fmt: skip
def test_the_turn_is_of_this_game(wrong: Wrong, says: str) -> None:
    assert found(wrong) == says


def over() -> State:
    """A game that is over."""
    state = GAME.new(1, backend="interpreted")
    while not state.done:
        state.play(int(state.legal()[-1]))
    return state


@pytest.mark.rule("§06")
@pytest.mark.parametrize(("wrong", "says"), [
    (put("winners", None, 0), GAME_OF_THIS), (put("step", None, 8), GAME_OF_THIS), (put("a", None, 99), ""),
])  # fmt: skip
def test_a_game_that_is_over(wrong: Wrong, says: str) -> None:
    assert found(wrong, over()) == says


@pytest.mark.rule("§05-04", "§05-05")
@pytest.mark.parametrize(("wrong", "says"), [
    (put("a", None, 1), OWNER), (put("a", None, 3), OWNER), (put("a", None, -1), OWNER), (put("seat", None, 1), OWNER),
    (both(put("standing", 0, 0), put("step", None, Step.PLACE_HEADING)), HAVE),
])  # fmt: skip
def test_who_decides(wrong: Wrong, says: str) -> None:
    assert found(wrong) == says


@pytest.mark.rule("§04-02", "§06")
def test_figures_that_are_placed_do_not_stand_yet() -> None:
    """Whose place is chosen is not in the room; who chooses where it looks is, and may be the first."""
    state = GAME.new(3, backend="interpreted")
    figure = int(state.record["a"])
    room = both(put("standing", figure, 1), stand(figure, 8, 8))
    assert found(room, state) == OWNER
    state.play("length:8")
    assert found(room, state) == OWNER
    state.play("length:8")
    assert state.phase == "place_heading"
    assert found(put("standing", figure, 0), state) == OWNER


@pytest.mark.rule("§04-01")
def test_points_are_spread_for_figures_that_are_not_in_the_room() -> None:
    state = GAME.new(3, backend="interpreted", stats=2)
    figure = int(state.record["a"])
    assert found(both(put("standing", figure, 1), stand(figure, 8, 8)), state) == OWNER
    assert found(put("a", None, 7), state) == SPREAD


@pytest.mark.rule("§04-02", "F70")
def test_leaders_are_named_when_all_figures_stand() -> None:
    """The open decision names none of them."""
    state = GAME.new(3, backend="interpreted", figures=2)
    while state.phase != "leader":
        state.play(int(state.legal()[0]))
    assert found(put("a", None, 7), state) == ""
    assert found(put("standing", 3, 0), state) == OWNER


@pytest.mark.rule("§06")
def test_somebody_to_fight_with() -> None:
    state = duel(fig("Fencer", 4, 8, row="SK"), fig("Archer", 12, 8, row="", standing=False, fell=1, damage=8),
                 fig("Lancer", 12, 2), falls=1)  # fmt: skip
    alone = both(put("standing", 2, 0), put("damage", 2, 9), put("fell", 2, 1), put("face_up", 2, NO_CARD))
    assert found(both(alone, at("D2", At.DISCARD)), state) == OWNER
