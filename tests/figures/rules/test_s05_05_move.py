"""§05-05: what a card lets a figure do: turn, and move."""

from __future__ import annotations

from math import acos, asin, cos, radians, sin
from typing import Any

import pytest

from dynasty_env.figures.rules.bodies import touching
from dynasty_env.figures.steps import Trace
from tests.figures.rules.conftest import LOW, actor, damage, duel, fig, looks, names, place, played, told

FAR = fig("Lancer", 1, 15)
"""Somebody in a corner whom a test is not about."""


def far() -> dict[str, object]:
    return dict(FAR)


@pytest.mark.rule("§05-05", "F3")
@pytest.mark.parametrize("card, degrees", [("SQ", 0), ("S2", 60), ("S4", 120), ("S6", 180), ("S8", 240), ("S10", 300)])
def test_an_even_card_moves_along_the_edge_of_its_number(card: str, degrees: int) -> None:
    state = duel(fig("Fencer", 8, 8, row=card), far())
    assert state.phase == "distance"
    after = played(state, "length:2")
    wanted = 8 + 2 * cos(radians(degrees)), 8 + 2 * sin(radians(degrees))
    assert place(after, 0) == pytest.approx(wanted)
    assert looks(after, 0) == (1, 0)


@pytest.mark.rule("§05-05", "F19")
@pytest.mark.parametrize("card, most", [("SQ", 6), ("S10", 6), ("S2", 6), ("S4", 3), ("S6", 3), ("S8", 3)])
def test_ahead_it_goes_its_mobility_and_behind_half_of_it(card: str, most: int) -> None:
    state = duel(fig("Fencer", 8, 8, row=card), far())
    assert names(state) == [f"length:{n / 2:g}" for n in range(2 * most + 1)]


@pytest.mark.rule("§05-05")
def test_half_an_odd_mobility_is_rounded_down() -> None:
    state = duel(fig("Lancer", 8, 8, row="S6"), fig("Fencer", 1, 15))
    assert names(state)[-1] == "length:2"


@pytest.mark.rule("§05-05", "F8", "F62", "F23")
@pytest.mark.parametrize("corner", [1, 3, 5, 7, 9, 11])
@pytest.mark.parametrize("step", [-1, 0, 1])
def test_an_odd_card_turns_an_edge_to_itself_and_moves_along_it(corner: int, step: int) -> None:
    name = "SJ" if corner == 11 else "SA" if corner == 1 else f"S{corner}"
    state = duel(fig("Fencer", 8, 8, row=name), far())
    assert names(state) == [f"angle:{angle:+d}" for angle in (-30, -15, 0, 15, 30)]
    state = played(state, f"angle:{15 * step:+d}")
    assert names(state) == ["left", "right"]
    direction = radians(30 * corner + 15 * step)
    for side, spin in (("left", 30 + 15 * step), ("right", -30 + 15 * step)):
        after = played(state, side)
        assert place(after, 0) == (8, 8)
        assert looks(after, 0) == pytest.approx((cos(radians(spin)), sin(radians(spin))), abs=1e-6)
        moved = played(after, "length:1")
        assert place(moved, 0) == pytest.approx((8 + cos(direction), 8 + sin(direction)))


@pytest.mark.rule("F8")
def test_a_card_flush_with_an_edge_turns_nothing() -> None:
    state = duel(fig("Fencer", 8, 8, row="S3"), far())
    for angle, degrees, most in (("-30", 60, 6), ("+30", 120, 3)):
        after = played(state, f"angle:{angle}")
        assert after.phase == "distance"
        assert looks(after, 0) == (1, 0)
        assert names(after)[-1] == f"length:{most}"
        gone = played(after, "length:1")
        assert place(gone, 0) == pytest.approx((8 + cos(radians(degrees)), 8 + sin(radians(degrees))))


@pytest.mark.rule("§05-05", "F25", "F62")
@pytest.mark.parametrize("degrees", [-345, -90, 0, 15, 180, 345])
def test_a_king_turns_on_the_spot_and_does_not_move(degrees: int) -> None:
    state = duel(fig("Fencer", 8, 8, look=2, row="SK"), far())
    assert state.phase == "heading"
    assert names(state) == [f"angle:{15 * k:+d}" for k in range(-23, 24)]
    after = played(state, f"angle:{degrees:+d}")
    assert place(after, 0) == (8, 8)
    angle = radians(30 + degrees)
    assert looks(after, 0) == pytest.approx((cos(angle), sin(angle)), abs=1e-6)
    assert actor(after) == 1


@pytest.mark.rule("§05-05")
def test_a_joker_is_any_number() -> None:
    state = duel(fig("Fencer", 8, 8, row="JOKER"), far())
    state = played(state, "yes")
    assert names(state) == [f"number:{n}" for n in range(1, 14)]
    assert played(state, "number:13").phase == "heading"
    assert played(state, "number:7").phase == "turn_direction"
    assert played(state, "number:8").phase == "distance"


@pytest.mark.rule("§05-05")
def test_the_own_body_passes_through_weapons() -> None:
    """Its body touches the other's lance: nothing happens."""
    state = duel(fig("Fencer", 8, 8, row="SQ"), fig("Lancer", 11, 9.5, look=18, poses=(0, 0)))
    after = played(state, "length:6")
    assert place(after, 0) == (14, 8)
    assert damage(after, 0) == damage(after, 1) == 0


@pytest.mark.rule("§05-05", "F21")
def test_a_touching_weapon_may_attack_and_the_rest_of_the_way_is_asked_again() -> None:
    """The sabre, straight ahead and 1.2 w long, touches after 4 - 0.6 - 1.8 w."""
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 8, 8), pack="C2 C3 C4 H2 H3")
    touching = played(state, "length:6")
    assert touching.phase == "attack" and names(touching) == ["pass", "yes"]
    assert place(touching, 0) == pytest.approx((5.6, 8))
    after = played(touching, "yes")
    assert after.phase == "distance" and place(after, 0) == pytest.approx((5.6, 8))
    assert names(after) == ["rest", *(f"length:{n / 2:g}" for n in range(9))]
    assert place(played(after, "length:0"), 0) == pytest.approx((5.6, 8))


@pytest.mark.rule("§05-06", "F21", "F25")
def test_who_does_not_attack_stops_where_it_touches() -> None:
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 8, 8))
    after = played(state, "length:6", "pass")
    assert place(after, 0) == pytest.approx((5.6, 8))
    assert actor(after) == 1
    assert damage(after, 1) == 0


@pytest.mark.rule("§05-05", "F24", "F61", "F62")
@pytest.mark.parametrize("distance, angle", [(1.5, asin(0.6 / 1.5)), (2.0, acos((4 + 1.8**2 - 0.36) / (2 * 2 * 1.8)))])
def test_a_weapon_touches_while_the_figure_turns(distance: float, angle: float) -> None:
    """K by 90°: the sabre sweeps onto a body at 60°, with its side where that is near, else with its tip."""
    x, y = 8 + distance * cos(radians(60)), 8 + distance * sin(radians(60))
    state = duel(fig("Fencer", 8, 8, row="SK", poses=(0, LOW)), fig("Lancer", x, y))
    after = played(state, "angle:+90")
    assert after.phase == "attack"
    first = radians(60) - angle
    assert looks(after, 0) == pytest.approx((cos(first), sin(first)), abs=1e-6)
    declined = played(after, "pass")
    assert looks(declined, 0) == pytest.approx((cos(first), sin(first)), abs=1e-6)
    assert place(declined, 0) == (8, 8)


@pytest.mark.rule("F25", "F11")
def test_after_an_attack_a_rotation_goes_on_to_its_end_and_passes_that_body() -> None:
    x, y = 8 + 2 * cos(radians(60)), 8 + 2 * sin(radians(60))
    state = duel(fig("Fencer", 8, 8, row="SK", poses=(0, LOW)), fig("Lancer", x, y), pack="C2 C3 C4 H2 H3")
    after = played(state, "angle:+180", "yes")
    assert looks(after, 0) == pytest.approx((-1, 0), abs=1e-6)
    assert len(told(after, Trace.ATTACKED)) == 1


@pytest.mark.rule("F25")
def test_a_declined_contact_in_the_rotation_of_an_odd_card_leaves_no_move() -> None:
    x, y = 8 + 2 * cos(radians(40)), 8 + 2 * sin(radians(40))
    state = duel(fig("Fencer", 8, 8, row="SA", poses=(0, LOW)), fig("Lancer", x, y))
    after = played(state, "angle:+15", "left")
    assert after.phase == "attack"
    declined = played(after, "pass")
    assert place(declined, 0) == (8, 8) and actor(declined) == 1


@pytest.mark.rule("F9", "F38")
def test_contacts_come_in_order_of_time() -> None:
    """Turning clockwise the sabre meets the body at 50° before that at 140°; anticlockwise the other way round."""
    one = fig("Lancer", 8 + 2 * cos(radians(50)), 8 + 2 * sin(radians(50)))
    two = fig("Archer", 8 + 2 * cos(radians(140)), 8 + 2 * sin(radians(140)))
    for angle, targets in (("+345", [1, 2]), ("-345", [2, 1])):
        state = duel(
            fig("Fencer", 8, 8, row="SK", poses=(0, LOW)), dict(one), dict(two), pack="C5 C6 C7 C8 C9 S2 S3 S4 S5 S6"
        )
        first = played(state, f"angle:{angle}")
        assert first.record["target"] == targets[0]
        second = played(first, "yes")
        assert second.record["target"] == targets[1]


@pytest.mark.rule("F20")
def test_what_touches_at_the_start_may_attack_at_time_0_or_pass() -> None:
    near = fig("Lancer", 9.5, 8)
    state = duel(fig("Fencer", 8, 8, row="SK", poses=(0, LOW)), near, pack="C2 C3 C4 H2 H3")
    for angle in ("+0", "+90"):
        asked = played(state, f"angle:{angle}")
        assert asked.phase == "attack" and asked.record["b"] == 1
        assert looks(asked, 0) == (1, 0)
        wanted = (1, 0) if angle == "+0" else (0, 1)
        for answer in ("pass", "yes"):
            after = played(asked, answer)
            assert looks(after, 0) == pytest.approx(wanted, abs=1e-6)
            assert len(told(after, Trace.ATTACKED)) == (answer == "yes")


@pytest.mark.rule("F20")
def test_who_passes_at_the_start_is_not_stopped_by_that_body() -> None:
    """It moves away along its edge at 6: the sabre passes the body that it touched, and nothing stops it."""
    state = duel(fig("Fencer", 8, 8, row="S6", poses=(0, LOW)), fig("Lancer", 9.5, 8))
    asked = played(state, "length:3")
    assert asked.phase == "attack"
    assert place(played(asked, "pass"), 0) == (5, 8)


@pytest.mark.rule("F20")
def test_a_move_of_0_attacks_what_touches() -> None:
    state = duel(fig("Fencer", 8, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 9.5, 8), pack="C2 C3 C4 H2 H3")
    after = played(state, "length:0", "yes")
    assert len(told(after, Trace.ATTACKED)) == 1 and after.phase == "distance"


@pytest.mark.rule("F68", "F59", "F38")
def test_what_touches_at_the_same_moment_is_asked_about_before_the_distance() -> None:
    """The sabre's tip comes between two bodies, and grazes both at once."""
    one, two = fig("Lancer", 8, 7.4), fig("Archer", 8, 8.6)
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), one, two, pack="C2 C3 C4 D4 H2")
    first = played(state, "length:6")
    assert (first.phase, int(first.record["target"])) == ("attack", 1)
    second = played(first, "yes")
    assert (second.phase, int(second.record["target"])) == ("attack", 2)
    assert place(second, 0) == pytest.approx((6.2, 8))
    assert played(second, "yes").phase == "distance"
    assert actor(played(second, "pass")) == 1


@pytest.mark.rule("F9", "F20", "F27", "F59")
@pytest.mark.parametrize(
    ("other", "pose", "met"),
    [
        (fig("Lancer", 9.2, 8), 0, 1),  # its body touches another's
        (fig("Lancer", 15.4, 9.5), 6, -1),  # its body touches the wall, its sabre somebody beside it
    ],
)
def test_a_collision_comes_before_an_attack_at_the_same_moment(other: dict[str, Any], pose: int, met: int) -> None:
    """Both touch from the start, at time 0. With a distance of 0 nothing collides, and the attack is asked instead."""
    x = 8 if met == 1 else 15.4
    state = duel(fig("Fencer", x, 8, row="SQ", poses=(pose, LOW)), dict(other), pack="C2 C3 C4 D4 H2 H3 S2 S3")
    for far in ("length:0.5", "length:6"):
        after = played(state, far)
        assert [entry.object for entry in told(after, Trace.COLLIDED)] == [met]
        assert not told(after, Trace.ATTACKED) and actor(after) == 1
    stay = played(state, "length:0")
    assert (stay.phase, stay.record["target"], stay.record["b"]) == ("attack", 1, 1)
    struck = played(stay, "yes")
    assert struck.phase == "distance" and names(struck)[-1] == "length:6"
    assert [entry.object for entry in told(played(struck, "length:1"), Trace.COLLIDED)] == [met]


@pytest.mark.rule("F9", "F20", "F27")
def test_what_a_move_does_not_lead_into_does_not_come_before_an_attack() -> None:
    """It goes back, away from the body that it touches; or aside, by a graze."""
    for row in ("S6", "S4"):
        state = duel(fig("Fencer", 8, 8, row=row, poses=(0, LOW)), fig("Lancer", 9.2, 8))
        assert played(state, "length:2").phase == "attack"
    beside = duel(fig("Fencer", 8, 8, row="SQ", poses=(6, LOW)), fig("Lancer", 8, 9.2))
    asked = played(beside, "length:2")
    assert asked.phase == "attack" and place(played(asked, "pass"), 0) == (10, 8)


@pytest.mark.rule("F68", "F20", "F21")
@pytest.mark.parametrize("far", ["length:0", "length:2"])
def test_all_that_touches_from_the_start_is_asked_about_before_the_distance(far: str) -> None:
    """Sabre and dagger touch the Lancer; the distance is asked again only if one of them has attacked."""
    state = duel(
        fig("Fencer", 8, 8, row="S6", poses=(0, 1)), fig("Lancer", 9.5, 8), pack="C2 C3 C4 D4 H2 H3 S2 S3 S4 S5"
    )
    first = played(state, far)
    assert (first.phase, first.record["weapon"]) == ("attack", 0)
    for one in ("yes", "pass"):
        second = played(first, one)
        assert (second.phase, second.record["weapon"], second.record["b"]) == ("attack", 1, 1)
        assert place(second, 0) == (8, 8)
        for other in ("yes", "pass"):
            after = played(second, other)
            if "yes" in (one, other):
                assert after.phase == "distance" and names(after)[-1] == "length:3"
                assert place(played(after, "length:1"), 0) == pytest.approx((7, 8))
            else:
                assert actor(after) == 1 and place(after, 0) == pytest.approx((8 - float(far[7:]), 8))


@pytest.mark.rule("F60")
def test_a_graze_touches_for_weapons() -> None:
    """The sabre runs along a body whose rim it just touches; a billionth farther off it does not."""
    for off, touched in ((0.6, True), (0.6 + 1e-6, False)):
        state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 7.5, 8 + off))
        after = played(state, "length:2")
        assert (after.phase == "attack") == touched


@pytest.mark.rule("F58")
@pytest.mark.parametrize("off", [0.0, 0.1, 0.25, 0.37, 0.5, 0.59])
def test_a_figure_that_is_stopped_touches(off: float) -> None:
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 8, 8 + off))
    after = played(state, "length:6")
    assert after.phase == "attack"
    assert touching(after.tables[0], 0, 0, 1)


@pytest.mark.rule("F55", "F51")
def test_a_decision_with_one_answer_is_not_asked() -> None:
    """Sorrow leaves a mobility of 1, of which half is nothing: it can only stay."""
    slow: dict[str, Any] = {"abilities": {"mobility": 3}, "emotion_cards": ["C5"]}
    for asked in (True, False):
        state = duel(fig("Fencer", 8, 8, row="S6", **slow), far(), emotions=True, ask_forced=asked)
        if asked:
            assert state.phase == "distance" and names(state) == ["length:0"]
        else:
            assert actor(state) == 1
