"""§05-06 to §05-08: attacks, shots, collisions."""

from __future__ import annotations

from math import cos, radians
from typing import Any

import pytest

from dynasty_env.figures.material import CARDS_NAMED
from dynasty_env.figures.steps import Trace
from dynasty_env.kit.state import State
from tests.figures.rules.conftest import LOW, actor, damage, duel, fig, names, place, played, stands, told

NOTHING = "C2 C3 C4 D4 H4 S4 S3 S5"
"""Cards that do no damage to a spirit of 5."""


def attacked(pack: str, target: str = "Lancer", **fields: Any) -> State:
    """After the Fencer, with 5 cards, has attacked somebody ahead."""
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig(target, 8, 8, **fields), pack=pack)
    return played(state, "length:6", "yes")


# ------------------------------------------------------------------------------------------------------------- attacks


@pytest.mark.rule("§05-06", "F39")
@pytest.mark.parametrize(
    "pack, wanted", [("S6 S7 C5 H8 D9", 4), ("S5 C5 D5 H5 SA", 0), ("JOKER S2 S3 S4 JOKER2", 2), ("HK DK SJ SK CK", 5)]
)
def test_each_number_above_the_spirit_is_one_damage_and_a_joker_always(pack: str, wanted: int) -> None:
    """Attack 5: five cards are turned up; the spirit is 5; the A counts as 1. They join the discards."""
    after = attacked(pack, "Archer")
    assert damage(after, 1) == wanted
    assert [entry.object for entry in told(after, Trace.CARD)] and len(told(after, Trace.CARD)) == 5
    assert set(pack.split()) <= set(after.view(None)["discards"])


@pytest.mark.rule("§05-06", "F10", "F40")
def test_damage_as_high_as_vitality_or_higher_puts_out_at_once() -> None:
    """A third figure behind: the way to it is free as soon as the first is gone."""
    for before in (2, 3, 7):
        one = fig("Archer", 8, 8, damage=before)
        state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), one, fig("Lancer", 14, 8), pack="HK DK SJ SK CK CQ")
        after = played(state, "length:6", "yes")
        assert stands(after, 1) == (before + 5 < 8)
        if before >= 3:
            assert place(played(after, "length:4"), 0)[0] == pytest.approx(9.6)


@pytest.mark.rule("F11")
def test_a_weapon_attacks_a_target_once_a_turn_and_passes_it_then() -> None:
    """The sabre is carried on through the same body's side: no second contact; the body itself is still in the way."""
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Archer", 8, 8.5), pack=NOTHING)
    after = played(state, "length:6", "yes", "length:1")
    assert len(told(after, Trace.ATTACKED)) == 0
    assert place(after, 0)[0] == pytest.approx(place(played(state, "length:6"), 0)[0] + 1)


@pytest.mark.rule("F11", "F53")
def test_two_weapons_attack_the_same_target_each_and_own_figures_are_touched_too() -> None:
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, 1)), fig("Archer", 8, 8.5), pack=NOTHING + " H2 H3")
    after = played(state, "length:6", "yes", "length:1.5")
    assert after.phase == "attack" and int(after.record["weapon"]) == 1
    mates = duel(
        fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Archer", 8, 8), fig("Lancer", 1, 1), fig("Brawler", 1, 15),
        figures=2,
    )  # fmt: skip
    assert played(mates, "length:6").phase == "attack"


@pytest.mark.rule("§05-06", "F41")
def test_cards_that_are_not_there_are_not_turned_up() -> None:
    """F5: the pack and the discards are empty: an attack of 5 turns up what there is."""
    state = attacked("SK")
    assert len(told(state, Trace.CARD)) == 5  # the rest of the pack, shuffled, follows the card that was listed
    assert told(state, Trace.CHECK)[0].object == 5


@pytest.mark.rule("§05-01", "§05-06")
@pytest.mark.parametrize("pack", ["", "HK", "HK C2 SK", "HK C2 SK D9"])
def test_a_check_in_whose_midst_the_discards_are_shuffled_in_is_told_whole(pack: str) -> None:
    """§05-01: where the pack runs out between two cards, the discards become the pack; all five cards are told."""
    elsewhere = {"SQ", "D2", *pack.split()}
    fields = {"pack": pack, "discards": [card for card in CARDS_NAMED[:54] if card not in elsewhere]}
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Archer", 8, 8), **fields)
    after = played(state, "length:6", "yes")
    assert len(told(after, Trace.CARD)) == 5 and len(told(after, Trace.SHUFFLED)) == 1
    for seat in (None, 0, 1):
        lines = after.chronicle(seat)
        (checked,) = (line for line in lines if "spirit 5" in line)
        _, cards, outcome = checked.split(": ")
        assert len(cards.split()) == 5
        assert cards.count("!") == damage(after, 1) and outcome == f"{damage(after, 1)} damage"
        assert sum("shuffled in: the pack has" in line for line in lines) == 1


@pytest.mark.rule("F53", "F24")
def test_walls_do_not_stop_weapons() -> None:
    """The sabre sticks out beyond the wall to the right while the Fencer moves up along it."""
    state = duel(fig("Fencer", 15, 8, look=18, row="SQ", poses=(6, LOW)), fig("Archer", 1, 1))
    assert place(played(state, "length:4"), 0) == pytest.approx((15, 4))


# --------------------------------------------------------------------------------------------------------------- shots


def archer(pack: str = "", x: float = 12, y: float = 8, **fields: Any) -> State:
    """The Archer, looking right, has stayed where it is, and aims."""
    state = duel(fig("Archer", 6, 8, row="SQ", poses=(0, LOW)), fig("Lancer", x, y, **fields), pack=pack)
    return played(state, "length:0")


@pytest.mark.rule("§05-07", "F12", "F41")
@pytest.mark.parametrize("card, hit", [("S10", True), ("SA", True), ("SJ", False), ("SK", False), ("JOKER", True)])
def test_with_a_hit_value_a_card_of_at_most_that_hits(card: str, hit: bool) -> None:
    state = archer(f"{card} HK DK S2 S3")
    assert state.phase == "shoot" and names(state) == ["pass", "yes"]
    after = played(state, "yes")
    assert damage(after, 1) == (2 if hit else 0)
    assert damage(played(state, "pass"), 1) == 0


@pytest.mark.rule("F41", "§05-07")
def test_range_counts_from_the_muzzle_to_the_nearest_point_and_includes_its_end() -> None:
    """The bow carries 8 w: from the rim at 6.6 to a body whose near side is at 14.6 exactly."""
    for x, wanted in ((15.2, "shoot"), (15.3, None)):
        assert (archer(x=x).phase == "shoot") == (wanted == "shoot")


@pytest.mark.rule("F60", "§05-07")
def test_a_ray_that_grazes_meets() -> None:
    assert archer(y=8.6).phase == "shoot"
    assert archer(y=8.6 + 1e-6).phase != "shoot"


@pytest.mark.rule("F12", "F26")
def test_the_nearest_body_on_the_ray_is_the_target() -> None:
    state = duel(
        fig("Archer", 4, 8, row="SQ", poses=(0, LOW)),
        fig("Lancer", 11, 8),
        fig("Fencer", 8, 8.3),
        pack="S2 C3 C4 D3 D4",
    )
    after = played(state, "length:0")
    assert int(after.record["target"]) == 2
    assert actor(played(after, "yes")) != 0


@pytest.mark.rule("§05-07", "F36")
def test_what_is_thrown_is_used_up_and_needs_no_hit_value() -> None:
    state = duel(fig("Brawler", 6, 8, row="SQ"), fig("Archer", 10, 8), pack="HK DK S2 S3 S4")
    after = played(state, "length:0")
    assert after.phase == "shoot"
    after = played(after, "yes")
    assert damage(after, 1) == 2
    assert after.view(None)["figures"][0]["weapons"][1]["used_up"]


@pytest.mark.rule("F26", "§05-07")
def test_there_are_shots_after_a_stop_but_not_after_a_collision() -> None:
    pack = NOTHING + " H2"
    stop = duel(fig("Archer", 4, 8, row="SQ", poses=(0, 1)), fig("Lancer", 8, 8), pack=pack)
    stopped = played(stop, "length:6")
    assert stopped.phase == "attack" and played(stopped, "pass").phase == "shoot"
    crash = duel(fig("Archer", 4, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 8, 8), pack=pack + " H3 C5")
    assert played(crash, "length:6").phase != "shoot"
    assert len(told(played(crash, "length:6"), Trace.COLLIDED)) == 1


@pytest.mark.rule("F50")
def test_shots_at_own_figures_are_offered() -> None:
    state = duel(
        fig("Archer", 4, 8, row="SQ", poses=(0, LOW)), fig("Fencer", 8, 8), fig("Lancer", 1, 1), fig("Brawler", 1, 15),
        figures=2,
    )  # fmt: skip
    assert played(state, "length:0").phase == "shoot"


# ---------------------------------------------------------------------------------------------------------- collisions


@pytest.mark.rule("§05-08", "F13", "F28")
def test_bodies_that_collide_are_checked_with_the_movers_mobility_and_thrown_their_damage() -> None:
    """Mobility 6: six cards against the mover (spirit 5): 2 damage; six against the Archer (spirit 5): 3 damage."""
    state = duel(fig("Fencer", 4, 8, row="SQ"), fig("Archer", 8, 8), pack="SK HK S2 S3 S4 S5 DK CK SJ C2 C3 C4")
    after = played(state, "length:6")
    assert (damage(after, 0), damage(after, 1)) == (2, 3)
    assert [entry.subject for entry in told(after, Trace.CHECK)] == [0, 1]
    assert place(after, 0) == pytest.approx((6.8 - 2, 8))
    assert place(after, 1) == pytest.approx((8 + 3, 8))


@pytest.mark.rule("§05-08", "F27", "F32")
def test_who_runs_into_a_wall_is_checked_alone_and_thrown_back() -> None:
    state = duel(fig("Fencer", 13, 8, row="SQ"), fig("Archer", 1, 1), pack="SK HK S2 S3 S4 S5", emotions=True)
    after = played(state, "length:6")
    assert damage(after, 0) == 2 and place(after, 0) == pytest.approx((15.4 - 2, 8))
    assert len(told(after, Trace.FELT)) == 1 and told(after, Trace.FELT)[0].subject == 0


@pytest.mark.rule("F27")
def test_an_end_exactly_touching_collides_and_a_distance_of_0_does_not() -> None:
    """From 13.4 it is exactly 2 w to the wall."""
    state = duel(fig("Fencer", 13.4, 8, row="SQ"), fig("Archer", 1, 1), pack=NOTHING)
    assert len(told(played(state, "length:2"), Trace.COLLIDED)) == 1
    assert len(told(played(state, "length:1.5"), Trace.COLLIDED)) == 0
    at_the_wall = duel(fig("Fencer", 15.4, 8, row="SQ"), fig("Archer", 1, 1), pack=NOTHING)
    assert len(told(played(at_the_wall, "length:0"), Trace.COLLIDED)) == 0
    assert len(told(played(at_the_wall, "length:0.5"), Trace.COLLIDED)) == 1


@pytest.mark.rule("F27")
def test_a_graze_is_no_collision_and_a_move_that_leads_away_neither() -> None:
    for y, collisions in ((9.2, 0), (9.19, 1)):
        state = duel(fig("Fencer", 4, 8, row="SQ"), fig("Archer", 8, y), pack=NOTHING + " C5 H2 H3")
        assert len(told(played(state, "length:6"), Trace.COLLIDED)) == collisions
    away = duel(fig("Fencer", 8, 8, row="S6"), fig("Archer", 9.2, 8), pack=NOTHING)
    assert len(told(played(away, "length:2"), Trace.COLLIDED)) == 0


@pytest.mark.rule("F27", "F28", "F59")
def test_all_that_is_touched_at_one_moment_is_checked_once_each() -> None:
    """Two bodies, mirrored about the way: one check of the mover, one of each; in a corner two walls: one check."""
    pack = "C2 C3 C4 D4 H2 H3 S2 S3 S4 C5 D5 H5 S5 CA DA HA SA C6"
    state = duel(fig("Fencer", 4, 8, row="SQ"), fig("Archer", 8, 7.3), fig("Lancer", 8, 8.7), pack=pack)
    after = played(state, "length:6")
    assert [entry.subject for entry in told(after, Trace.CHECK)] == [0, 1, 2]
    corner = duel(fig("Fencer", 13, 13, look=3, row="SQ"), fig("Archer", 1, 1), pack="SK HK S2 S3 S4 S5")
    after = played(corner, "length:6")
    assert len(told(after, Trace.CHECK)) == 1
    assert place(after, 0) == pytest.approx((15.4 - 2 * cos(radians(45)),) * 2)


@pytest.mark.rule("F14")
def test_who_is_thrown_stops_at_the_first_body_or_wall() -> None:
    """3 damage would throw the Archer 3 w; another stands 1 w behind it. 5 would throw the mover through the wall."""
    pack = "SK HK DK CK SJ C3 HJ DJ CJ C4 D3 D4"
    state = duel(fig("Fencer", 1, 8, row="SQ"), fig("Archer", 6, 8), fig("Lancer", 8.2, 8), pack=pack)
    after = played(state, "length:6")
    assert (damage(after, 0), damage(after, 1), damage(after, 2)) == (5, 3, 0)
    assert place(after, 0) == pytest.approx((0.6, 8))
    assert place(after, 1) == pytest.approx((7, 8)) and place(after, 2) == (8.2, 8)


@pytest.mark.rule("§05-08", "F13", "F43", "§06")
def test_both_out_at_once_is_a_draw() -> None:
    pack = "SK HK DK CK SJ HJ DJ CJ HQ DQ CQ JOKER"
    state = duel(fig("Fencer", 4, 8, row="SQ", damage=7), fig("Archer", 8, 8, damage=7), pack=pack)
    after = played(state, "length:6")
    assert after.done and after.returns("win").tolist() == [0, 0]
    assert after.view(None)["winners"] == [0, 1]
    assert after.win_shares().tolist() == [0.5, 0.5]


@pytest.mark.rule("§06", "F57")
def test_the_last_figure_in_the_room_wins() -> None:
    one = fig("Archer", 8, 8, damage=7)
    state = duel(fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), one, pack="SK HK DK CK SJ")
    after = played(state, "length:6", "yes")
    assert after.done and after.returns("win").tolist() == [1, -1]
    assert after.returns("vitality").tolist() == [1, -1]
