"""§05-01 to §05-04, §05-09: hands, poses, plots, and who acts."""

from __future__ import annotations

import pytest

from dynasty_env.figures.actions import CARD
from dynasty_env.figures.game import GAME
from dynasty_env.figures.material import NO_CARD, At
from dynasty_env.figures.rules.cards import draw, knows, mix_discards
from dynasty_env.figures.steps import Trace
from dynasty_env.kit.state import State
from tests.figures.rules.conftest import LOW, actor, duel, fig, names, place, played, stands, told
from tests.figures.rules.test_s04_setup import new


def fresh(pack: str = "", **fields: object) -> State:
    """A round begins: two figures far apart."""
    return duel(fig("Fencer", 4, 8, row=""), fig("Lancer", 12, 8, row=""), pack=pack, phase="round", **fields)


@pytest.mark.rule("§05-01", "F49", "F45")
def test_each_draws_judgement_cards_whole_hands_in_seat_order() -> None:
    state = fresh("SA S2 S3 S4 S5 S6 HA H2 H3 H4 H5 H6")
    hands = [state.view(seat)["figures"][seat]["hand"] for seat in (0, 1)]
    assert hands == [["SA", "S2", "S3", "S4", "S5", "S6"], ["HA", "H2", "H3", "H4", "H5", "H6"]]
    assert state.view(1)["figures"][0]["hand"] is None and state.view(1)["figures"][0]["cards"] == 6


@pytest.mark.rule("§05-01", "F66")
def test_a_pack_too_short_for_all_hands_has_the_discards_shuffled_in_first() -> None:
    every = new(0).game.action_names
    cards = [name.removeprefix("card:") for name in every if name.startswith("card:") and not name.endswith("-2")]
    for left, shuffled in ((11, True), (12, False)):
        state = fresh(" ".join(cards[:left]), discards=cards[left:])
        assert len(told(state, Trace.SHUFFLED)) == shuffled
        assert state.record["pack_size"] == (54 - 12 if shuffled else 0)
        own = set(state.view(0)["figures"][0]["hand"])
        assert shuffled or own == set(cards[:6])


@pytest.mark.rule("F66")
def test_seats_remember_what_they_saw_discarded_before_it_was_shuffled_in() -> None:
    """The attack empties the pack. The Archer's plots were drawn before: they are none of the discards that all saw."""
    cards = [name.removeprefix("card:") for name in GAME.action_names if name.startswith("card:")][:54]
    pack, plots = ["HA", "H2", "H4"], ["DQ", "D3", "D5", "D7"]
    discards = [card for card in cards if card not in ("SK", *plots, *pack)]
    one = fig("Archer", 8, 8, row=" ".join(plots))
    state = duel(fig("Fencer", 6.1, 8, row="SK", poses=(0, LOW)), one, pack=" ".join(pack), discards=discards)
    after = played(state, "angle:+0", "yes")
    assert len(told(after, Trace.SHUFFLED)) == 1
    turned_up = {GAME.action_names[CARD + entry.object].removeprefix("card:") for entry in told(after, Trace.CARD)}
    assert len(turned_up) == 5 and set(pack) <= turned_up
    rows = [after.hide(0, key).view(1)["figures"][1]["row"] for key in range(60)]
    assert {card for row in rows for card in row} == {"D3", "D5", "D7"} and len({tuple(row) for row in rows}) == 6


@pytest.mark.rule("F33", "F66")
@pytest.mark.parametrize(
    "place_of_card, known",
    [(At.PACK, []), (At.DISCARD, [0, 1]), (At.TABLE, [0, 1]), (At.HAND, [0]), (At.HAND + 1, [1]), (At.PLOT, [0]),
     (At.PLOT + 1, [1]), (At.UP, [0, 1]), (At.UP + 1, [0, 1]), (At.GONE, [0]), (At.GONE + 1, [1]),
     (At.FEELING, [0, 1]), (At.FEELING + 1, [0, 1])],
)  # fmt: skip
def test_who_knows_where_a_card_is(place_of_card: int, known: list[int]) -> None:
    t = fresh().tables[0]
    t.at[5] = place_of_card
    assert [seat for seat in (0, 1) if knows(t, seat, 5)] == known


@pytest.mark.rule("§05-01", "F33", "F39")
def test_only_discards_are_shuffled_into_the_pack() -> None:
    """Those that nobody else saw, too; not what lies in hands, among plots, face up, on the table or with a figure."""
    t = fresh().tables[0]
    for card in range(54):
        t.at[card] = At.FEELING
    t.pack_size = 0
    kept = (At.HAND + 1, At.PLOT, At.UP + 1, At.FEELING, At.TABLE)
    for card, place_of_card in enumerate((At.DISCARD, At.GONE, At.GONE + 1, *kept)):
        t.at[card] = place_of_card
    mix_discards(t)
    assert sorted(t.pack[i] for i in range(t.pack_size)) == [0, 1, 2]
    assert [t.at[card] for card in range(8)] == [At.PACK, At.PACK, At.PACK, *kept]


@pytest.mark.rule("F5")
def test_cards_wanted_when_pack_and_discards_are_empty_are_not_drawn() -> None:
    t = fresh().tables[0]
    for card in range(54):
        t.at[card] = At.FEELING
    t.pack_size = 0
    assert draw(t) == NO_CARD


# --------------------------------------------------------------------------------------------------------------- posing


@pytest.mark.rule("§05-02", "F6", "F36")
def test_melee_weapons_point_within_the_front_half_circle_and_bows_within_30_degrees() -> None:
    state = duel(fig("Archer", 4, 8, row=""), fig("Brawler", 12, 8, row=""), phase="round")
    assert names(state) == ["lower", *(f"angle:{15 * k:+d}" for k in range(-2, 3))]
    state = played(state, "angle:+15")
    assert names(state) == ["lower", *(f"angle:{15 * k:+d}" for k in range(-6, 7))]
    state = played(state, "angle:-90")
    assert state.seat == 1 and len(names(state)) == 14
    state = played(state, "lower")
    assert state.phase == "plot"  # the stone is not posed


@pytest.mark.rule("§05-02")
def test_poses_are_hidden_until_all_are_done() -> None:
    state = played(fresh(), "angle:+45", "lower")
    assert state.seat == 1
    assert [weapon["angle"] for weapon in state.view(0)["figures"][0]["weapons"]] == [45, None]
    assert [weapon["angle"] for weapon in state.view(1)["figures"][0]["weapons"]] == [None, None]
    state = played(state, "angle:+0", "angle:-15")
    assert [weapon["angle"] for weapon in state.view(1)["figures"][0]["weapons"]] == [45, None]
    assert [weapon["angle"] for weapon in state.view(0)["figures"][1]["weapons"]] == [0, -15]


@pytest.mark.rule("F36", "§05-02")
@pytest.mark.parametrize(
    "gap, sabre, dagger", [(1.3, True, True), (1.2, False, True), (0.61, False, True), (0.6, False, False)]
)
def test_a_weapon_that_would_sweep_another_body_must_be_lowered(gap: float, sabre: bool, dagger: bool) -> None:
    state = duel(fig("Fencer", 4, 8, row=""), fig("Lancer", 5.2 + gap, 8, row=""), phase="round")
    assert (len(names(state)) > 1) == sabre
    state = played(state, "lower")
    assert (len(names(state)) > 1) == dagger


@pytest.mark.rule("F36", "§05-02")
def test_no_pose_is_carried_over_and_stands_stay() -> None:
    state = duel(fig("Fencer", 4, 8, look=3, row="", poses=(2, 2)), fig("Lancer", 12, 8, row=""), phase="round")
    assert [weapon["angle"] for weapon in state.view(0)["figures"][0]["weapons"]] == [None, None]
    state = played(state, "lower", "lower", "lower", "lower")
    assert place(state, 0) == (4, 8) and state.record["steps"][0] == 3


# ------------------------------------------------------------------------------------------------------------ plotting


@pytest.mark.rule("§05-03", "F48", "F33", "F5")
def test_skill_cards_are_plotted_in_order_and_the_rest_is_discarded_unseen() -> None:
    state = fresh("SA S2 S3 S4 S5 S6 HA H2 H3 H4 H5 H6")
    state = played(state, "lower", "lower", "lower", "lower")
    for card in ("S4", "S2", "SA", "S6", "S5"):
        state = played(state, f"card:{card}")
    assert state.seat == 1 and state.view(0)["figures"][0]["row"] == ["S4", "S2", "SA", "S6", "S5"]
    assert state.view(1)["figures"][0]["row"] is None and state.view(1)["figures"][0]["plots"] == 5
    for card in ("H2", "H3", "H4", "H5", "H6"):
        state = played(state, f"card:{card}")
    assert state.view(None)["figures"][0]["face_up"] == "S4" and state.view(None)["figures"][1]["face_up"] == "H2"
    assert state.view(0)["figures"][0]["left_over"] == ["S3"]
    assert state.view(1)["figures"][0]["left_over"] is None and "S3" not in state.view(1)["discards"]


@pytest.mark.rule("F5")
def test_who_holds_fewer_cards_than_skill_plots_all() -> None:
    few = {"judgement": 3, "skill": 8}
    state = duel(fig("Fencer", 4, 8, row="", abilities=few), fig("Lancer", 12, 8, row=""), phase="round")
    state = played(state, "lower", "lower", "lower", "lower")
    for _ in range(3):
        assert state.seat == 0 and state.phase == "plot"
        state = played(state, names(state)[-1])
    assert state.seat == 1 and state.view(0)["figures"][0]["plots"] == 3


@pytest.mark.rule("F33")
def test_plots_of_a_fallen_figure_are_not_shown_and_its_face_up_plot_is() -> None:
    one = fig("Archer", 8, 8, row="DQ D3 D4", damage=7)
    state = duel(fig("Fencer", 6.1, 8, row="SK", poses=(0, LOW)), one, fig("Lancer", 1, 1), pack="HK C2 C3 C4 H2")
    after = played(state, "angle:+0", "yes")
    assert not stands(after, 1)
    assert "DQ" in after.view(None)["discards"] and not {"D3", "D4"} & set(after.view(0)["discards"])
    assert after.view(1)["figures"][1]["left_over"] == ["D3", "D4"]
    assert after.view(0)["figures"][1]["left_over"] is None


# ------------------------------------------------------------------------------------------------------------ who acts


@pytest.mark.rule("§05-04", "F42")
@pytest.mark.parametrize(
    "one, two, first", [("S3", "HK", 1), ("CA", "SK", 0), ("D5", "H5", 1), ("C9", "D9", 1), ("SQ", "H2", 0)]
)
def test_the_highest_number_acts_then_the_strongest_suit(one: str, two: str, first: int) -> None:
    assert actor(duel(fig("Fencer", 4, 8, row=one), fig("Lancer", 12, 8, row=two))) == first


@pytest.mark.rule("§05-04", "F7")
def test_a_single_joker_acts_if_its_player_wants_and_is_asked_again() -> None:
    state = duel(fig("Fencer", 4, 8, row="JOKER"), fig("Lancer", 12, 8, row="SK SQ"))
    assert (state.phase, state.seat) == ("joker", 0) and actor(state) == -1
    assert actor(played(state, "yes")) == 0
    later = played(state, "pass")
    assert actor(later) == 1
    kept = told(later, Trace.KEPT)
    assert [(entry.seat, entry.subject, entry.object, entry.value) for entry in kept] == [(0, 0, 0, 0)]
    third = duel(fig("Fencer", 4, 8, row="JOKER"), fig("Lancer", 12, 8, row="S3"), fig("Archer", 4, 2, row="S6"))
    assert actor(played(third, "pass")) == 2  # the highest of the others
    again = played(later, "angle:+0")
    assert (again.phase, again.seat) == ("joker", 0)


@pytest.mark.rule("F22", "F7", "F55")
def test_a_joker_must_act_when_no_other_shows_a_plot() -> None:
    state = duel(fig("Fencer", 4, 8, row="JOKER S2"), fig("Lancer", 12, 8, row="SK"))
    later = played(state, "pass", "angle:+0")
    assert (later.phase, later.seat, names(later)) == ("joker", 0, ["yes"])
    assert actor(later) == -1 and actor(played(later, "yes")) == 0
    alone = duel(fig("Fencer", 4, 8, row="JOKER S2"), fig("Lancer", 12, 8, row="SK"), ask_forced=False)
    unasked = played(alone, "pass", "angle:+0")
    assert actor(unasked) == 0 and unasked.phase == "joker_number"


@pytest.mark.rule("§05-04", "F7", "F42")
def test_several_jokers_are_all_discarded_and_none_acts() -> None:
    state = duel(
        fig("Fencer", 4, 8, row="JOKER S3"), fig("Lancer", 12, 8, row="JOKER2 S4"), fig("Archer", 4, 2, row="S6")
    )
    assert actor(state) == 2
    assert {"JOKER", "JOKER2"} <= set(state.view(None)["discards"])
    assert len(told(state, Trace.CANCELLED)) == 2
    two = duel(fig("Fencer", 4, 8, row="JOKER S3"), fig("Lancer", 12, 8, row="JOKER2 S4"))
    assert actor(two) == 1  # the next plots are turned up at once


@pytest.mark.rule("§05-09")
def test_after_a_turn_who_has_no_plot_face_up_turns_up_the_leftmost_until_the_round_ends() -> None:
    state = duel(fig("Fencer", 4, 8, row="SK S3"), fig("Lancer", 12, 8, row="SQ"), round=4)
    state = played(state, "angle:+0")
    assert actor(state) == 1 and state.view(None)["figures"][0]["face_up"] == "S3"
    assert "SK" in state.view(None)["discards"]
    state = played(state, "length:0")
    assert actor(state) == 0 and state.phase == "turn_direction"
    state = played(state, "angle:-30", "length:0")
    assert state.phase == "pose" and state.record["round"] == 5


# ------------------------------------------------------------------------------------------------------------- the end


@pytest.mark.rule("F16", "F44", "§06", "F57")
@pytest.mark.parametrize("one, two, winners", [(0, 0, [0, 1]), (2, 2, [1]), (1, 2, [0]), (4, 4, [1])])
def test_after_the_last_round_most_vitality_left_as_part_of_the_full_value_wins(
    one: int, two: int, winners: list[int]
) -> None:
    """The Fencer has 8 and the Lancer 9: equal damage is less of 9."""
    state = duel(fig("Fencer", 4, 8, row="SQ", damage=one), fig("Lancer", 12, 8, row="H2", damage=two), round=30)
    state = played(state, "length:0", "length:0")
    assert state.done and state.view(None)["winners"] == winners
    assert state.win_shares().tolist() == [(seat in winners) / len(winners) for seat in range(2)]


@pytest.mark.rule("F15", "F16")
def test_with_several_figures_a_seat_the_last_seat_wins() -> None:
    final = duel(
        fig("Fencer", 4, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 1, 1), fig("Archer", 8, 8, damage=7),
        fig("Brawler", 1, 15, damage=8, standing=False, fell=1, row=""), falls=1, figures=2, pack="SK HK DK CK SJ",
    )  # fmt: skip
    after = played(final, "length:6", "yes")
    assert after.done and after.returns("win").tolist() == [1, -1]


@pytest.mark.rule("F43", "§05-08", "§06")
@pytest.mark.parametrize("fallen", [0, 1, 2])
def test_who_went_out_earlier_has_no_part_in_a_draw(fallen: int) -> None:
    """Two collide and go out together, at the second moment; the third seat went out at the first."""
    pair = [fig("Fencer", 4, 8, row="SQ", damage=7), fig("Archer", 8, 8, damage=7)]
    pair.insert(fallen, fig("Brawler", 1, 15, damage=8, standing=False, fell=1, row=""))
    state = duel(*pair, falls=1, pack="SK HK DK CK SJ HJ DJ CJ HQ DQ CQ JOKER")
    after = played(state, "length:6")
    assert after.done and after.view(None)["winners"] == [seat for seat in range(3) if seat != fallen]


@pytest.mark.rule("F43", "F15", "§06")
def test_with_several_figures_a_seat_its_last_fall_counts_in_a_draw() -> None:
    """Each seat lost a figure before, at another moment; the last ones go out together."""
    gone = {"standing": False, "row": "", "damage": 9}
    state = duel(
        fig("Fencer", 4, 8, row="SQ", damage=7), fig("Lancer", 1, 1, fell=2, **gone),
        fig("Brawler", 1, 15, fell=1, **gone), fig("Archer", 8, 8, damage=7),
        figures=2, falls=2, pack="SK HK DK CK SJ HJ DJ CJ HQ DQ CQ JOKER",
    )  # fmt: skip
    after = played(state, "length:6")
    assert after.done and after.view(None)["winners"] == [0, 1]
