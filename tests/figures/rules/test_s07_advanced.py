"""§07: emotions and distraction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dynasty_env.figures.material import DISTRACTS, KEEN, STEADY, Feeling
from dynasty_env.figures.steps import Trace
from dynasty_env.kit.state import State
from tests.figures.rules.conftest import LOW, actor, damage, duel, fig, names, played, told

MILD = "C2 C3 C4 H2 H3"
"""Five cards that do no damage."""


def attacked(next_card: str, cards: str = "", **fields: Any) -> State:
    """After an attack without damage on an Archer with these emotion cards; the next card decides what it feels."""
    one = fig("Archer", 8, 8, emotion_cards=cards.split())
    pack = f"{MILD} {next_card}"
    state = duel(fig("Fencer", 6.1, 8, row="SK", poses=(0, LOW)), one, pack=pack, emotions=True, **fields)
    return played(state, "angle:+0", "yes")


def feels(state: State, figure: int = 1) -> tuple[str, list[str]]:
    """A figure's feeling and emotion cards."""
    view = state.view(None)["figures"][figure]
    return view["feeling"], view["emotion_cards"]


@pytest.mark.rule("§07")
def test_advanced_rules_are_left_out_unless_they_are_wanted() -> None:
    """A Fencer with a Brawler before its eyes attacks it: what it sees, and what that one feels, are options."""
    figures = (fig("Fencer", 6.1, 8, row="SK S9", poses=(0, LOW)), fig("Brawler", 8, 8, look=12))
    plain, advanced = (
        duel(*figures, pack=f"{MILD} C5", emotions=wanted, distraction=wanted) for wanted in (False, True)
    )
    assert plain.phase == "heading" and told(plain, Trace.SEEN) == []
    assert advanced.phase == "drop_plot" and len(told(advanced, Trace.SEEN)) == 1
    struck = [played(plain, "angle:+0", "yes"), played(advanced, "card:S9", "angle:+0", "yes")]
    assert [len(told(state, Trace.FELT)) for state in struck] == [0, 1]


@pytest.mark.rule("§07-01", "F54", "F17")
@pytest.mark.parametrize(
    "card, before, feeling, cards",
    [
        ("C5", "", "sorrow", ["C5"]),
        ("D5", "", "joy", ["D5"]),
        ("H5", "C8 C9", "calm", []),
        ("H5", "C8 D9", "joy", ["D9"]),
        ("S5", "D8", "calm", []),
        ("S5", "C8 D9", "sorrow", ["C8"]),
        ("C5", "D8", "joy", ["D8", "C5"]),
        ("C5", "C8 D9", "anger", ["D9", "C5", "C8"]),
        ("JOKER", "C8 D9", "joy", ["D9", "C8"]),
    ],
)
def test_a_card_after_each_attack_taken_decides_what_it_feels(
    card: str, before: str, feeling: str, cards: list[str]
) -> None:
    after = attacked(card, before)
    assert told(after, Trace.FELT)[0].subject == 1
    assert feels(after) == (feeling, cards)
    assert Feeling[feeling.upper()] == told(after, Trace.FELT)[0].value
    if card[0] in "HSJ":
        assert card in after.view(None)["discards"]


@pytest.mark.rule("F32")
def test_no_card_for_a_miss_or_for_the_fallen() -> None:
    miss = duel(fig("Archer", 6, 8, row="SQ", poses=(0, LOW)), fig("Lancer", 12, 8), pack="SK C5", emotions=True)
    after = played(miss, "length:0", "yes")
    assert told(after, Trace.MISSED) and not told(after, Trace.FELT)
    fallen = duel(
        fig("Fencer", 6.1, 8, row="SK", poses=(0, LOW)), fig("Archer", 8, 8, damage=7), fig("Lancer", 1, 1),
        pack="HK C2 C3 C4 H2 C5", emotions=True,
    )  # fmt: skip
    assert not told(played(fallen, "angle:+0", "yes"), Trace.FELT)


@pytest.mark.rule("F32", "§07-01")
def test_after_a_collision_the_mover_feels_first() -> None:
    pack = "C2 C3 C4 D4 H2 H3 S2 S3 S4 C5 D5 H5 C6 D7"
    state = duel(fig("Fencer", 4, 8, row="SQ"), fig("Archer", 8, 8), pack=pack, emotions=True)
    after = played(state, "length:6")
    assert [(entry.subject, entry.value) for entry in told(after, Trace.FELT)] == [(0, 1), (1, 2)]


@pytest.mark.rule("§07-01", "F17", "F51")
@pytest.mark.parametrize("cards, ahead, behind", [([], 6, 3), (["C8"], 4, 2), (["D8"], 8, 4)])
def test_sorrow_takes_2_and_joy_adds_2_to_mobility(cards: list[str], ahead: int, behind: int) -> None:
    for row, most in (("SQ", ahead), ("S6", behind)):
        state = duel(fig("Fencer", 8, 8, row=row, emotion_cards=cards), fig("Lancer", 1, 1), emotions=True)
        assert names(state)[-1] == f"length:{most}"


@pytest.mark.rule("§07-01")
@pytest.mark.parametrize("cards, spirit, wanted", [([], 5, 3), (["C8"], 3, 4), (["D8"], 7, 1)])
def test_spirit_is_changed_too(cards: list[str], spirit: int, wanted: int) -> None:
    one = fig("Archer", 8, 8, emotion_cards=cards)
    pack = "S6 H7 D9 S4 S2"
    state = duel(fig("Fencer", 6.1, 8, row="SK", poses=(0, LOW)), one, pack=pack, emotions=True)
    after = played(state, "angle:+0", "yes")
    assert told(after, Trace.CHECK)[0].value == spirit and damage(after, 1) == wanted


@pytest.mark.rule("§07-01")
def test_attack_is_changed_too() -> None:
    for cards, count in (([], 5), (["C8"], 3), (["D8"], 7)):
        me = fig("Fencer", 6.1, 8, row="SK", poses=(0, LOW), emotion_cards=cards)
        after = played(duel(me, fig("Archer", 8, 8), emotions=True), "angle:+0", "yes")
        assert told(after, Trace.CHECK)[0].object == count


ANGRY = ["C8", "C9", "D8"]


@pytest.mark.rule("§07-01", "F31", "F17")
@pytest.mark.parametrize("card, most", [("H5", 12), ("D5", 12), ("S5", 1), ("C5", 1), ("JOKER", 12)])
def test_anger_draws_for_mobility_before_the_distance(card: str, most: int) -> None:
    """Red doubles it, black makes it 1, a joker doubles it."""
    state = duel(fig("Fencer", 8, 8, row="SQ", emotion_cards=ANGRY), fig("Lancer", 1, 1), pack=card, emotions=True)
    assert state.phase == "distance" and names(state)[-1] == f"length:{most}"
    assert card in state.view(None)["discards"]


@pytest.mark.rule("F31")
def test_anger_never_draws_for_a_king_and_keeps_its_mobility_for_the_collision() -> None:
    king = duel(fig("Fencer", 8, 8, row="SK", emotion_cards=ANGRY), fig("Lancer", 1, 1), emotions=True)
    assert not told(king, Trace.FURY)
    state = duel(fig("Fencer", 8, 8, row="SQ", emotion_cards=ANGRY), fig("Lancer", 1, 1), pack="H5 S2", emotions=True)
    after = played(state, "length:8")
    assert told(after, Trace.COLLIDED)[0].value == 12
    assert [entry.value for entry in told(after, Trace.FURY)] == [1]  # its spirit, by the black card


@pytest.mark.rule("F31")
def test_anger_draws_for_attack_after_it_is_declared_and_for_spirit_at_each_check() -> None:
    me = fig("Fencer", 6.1, 8, row="SK", poses=(0, LOW), emotion_cards=ANGRY)
    one = fig("Archer", 8, 8, emotion_cards=["C10", "CJ", "D10"])
    state = played(duel(me, one, pack="H5 S5 D7", emotions=True), "angle:+0")
    assert not told(state, Trace.FURY)
    after = played(state, "yes")
    assert [(entry.subject, entry.value) for entry in told(after, Trace.FURY)] == [(0, 10), (1, 1)]
    assert told(after, Trace.CHECK)[0].object == 10


# --------------------------------------------------------------------------------------------------------- distraction


def facing(seer: str, other: str, x: float = 12, y: float = 8, look: int = 12, **fields: Any) -> State:
    """The seer, in the middle, looks right and acts; the other looks back."""
    one = fig(other, x, y, look=look, row="D2 D3")
    return duel(fig(seer, 8, 8, row="SQ S3"), one, distraction=True, **fields)


@pytest.mark.rule("§07-02", "F30")
def test_the_one_seen_drops_a_plot_of_its_players_choice() -> None:
    """The Fencer distracts A; also its face-up plot may go, and is replaced only later."""
    state = facing("Lancer", "Fencer")
    assert (state.phase, state.seat) == ("drop_plot", 1) and names(state) == ["card:D2", "card:D3"]
    after = played(state, "card:D2")
    assert after.phase == "distance" and actor(after) == 0
    assert after.view(None)["figures"][1]["face_up"] is None and "D2" in after.view(None)["discards"]
    assert played(after, "length:0").view(None)["figures"][1]["face_up"] == "D3"


@pytest.mark.rule("§07-02", "F51")
def test_a_keen_seers_mobility_and_attack_double_once() -> None:
    """The Archer is keen: it may go 12 w, and turns up 10 cards."""
    state = played(facing("Archer", "Fencer"), "card:D3")
    assert names(state)[-1] == "length:12"
    assert state.view(None)["turn"]["doubled"]
    slow = played(facing("Lancer", "Fencer"), "card:D3")
    assert names(slow)[-1] == "length:5"
    struck = duel(
        fig("Archer", 8, 8, row="SK", poses=(LOW, 0)), fig("Fencer", 9.5, 8, look=12, row="D2 D3"), distraction=True
    )
    after = played(struck, "card:D3", "angle:+0", "yes")
    assert told(after, Trace.CHECK)[0].object == 10


@pytest.mark.rule("§07-02", "F30")
def test_who_sees_one_that_distracts_b_drops_a_plot_and_maybe_its_turn() -> None:
    state = facing("Fencer", "Brawler")
    assert (state.phase, state.seat) == ("drop_plot", 0) and names(state) == ["card:S3", "card:SQ"]
    assert actor(played(state, "card:S3")) == 0
    lost = played(state, "card:SQ")
    assert len(told(lost, Trace.TURN)) == 1 and not told(lost, Trace.NUMBER)  # its next plot, the 3, goes before the 2
    assert lost.view(None)["figures"][0]["face_up"] == "S3"


@pytest.mark.rule("§07-02", "F30")
def test_the_first_figure_that_distracts_b_makes_the_seer_drop() -> None:
    """The Brawler is figure 0, which is noticed like every other."""
    brawler = fig("Brawler", 8, 8, row="D2 D3")
    state = duel(brawler, fig("Fencer", 12, 8, look=12, row="SQ S3"), distraction=True)
    assert (state.phase, state.seat) == ("drop_plot", 1) and names(state) == ["card:S3", "card:SQ"]
    assert [(e.seat, e.subject, e.object, e.value) for e in told(state, Trace.SEEN)] == [(1, 1, 0, 2)]


@pytest.mark.rule("§07-02")
def test_who_is_inspired_is_told_once() -> None:
    state = facing("Archer", "Fencer")
    assert [(e.seat, e.subject) for e in told(state, Trace.DOUBLED)] == [(0, 0)]
    assert [(e.subject, e.object, e.value) for e in told(state, Trace.SEEN)] == [(0, 1, 1)]
    assert not told(facing("Lancer", "Fencer"), Trace.DOUBLED)


@pytest.mark.rule("§07-02", "F71")
def test_a_steady_figure_drops_nothing_and_a_keen_seer_doubles_all_the_same() -> None:
    """The Lancer distracts A and is steady."""
    state = facing("Archer", "Lancer")
    assert state.phase == "distance" and state.view(None)["turn"]["doubled"] and names(state)[-1] == "length:12"
    assert [(e.subject, e.object, e.value) for e in told(state, Trace.SEEN)] == [(0, 1, 1)]
    assert state.view(None)["figures"][1]["plots"] == 1 and state.view(None)["figures"][1]["face_up"] == "D2"
    dull = facing("Fencer", "Lancer")
    assert dull.phase == "distance" and not dull.view(None)["turn"]["doubled"] and names(dull)[-1] == "length:6"


@pytest.mark.rule("§07-02", "F71")
def test_each_trait_takes_effect_in_some_sheet() -> None:
    """*Steady* shows only in a figure that distracts A, *keen* only where another sheet does."""
    assert (DISTRACTS[STEADY == 1] == 1).any() and (DISTRACTS[STEADY == 0] == 1).any()
    for seer in np.flatnonzero(KEEN):
        assert (np.delete(DISTRACTS, seer) == 1).any()
    assert (DISTRACTS == 2).any()


@pytest.mark.rule("F18")
@pytest.mark.parametrize(
    "x, y, look, seen",
    [
        (12, 8, 12, True),
        (12, 8, 6, True),  # across: just within 90°
        (12, 8, 5, False),
        (10, 8 + 2 * 3**0.5, 15, True),  # 60° to the right
        (9.9, 8 + 2 * 3**0.5, 15, False),
        (4, 8, 0, False),  # behind
    ],
)
def test_sight_is_60_degrees_ahead_and_only_of_fronts(x: float, y: float, look: int, seen: bool) -> None:
    assert (facing("Lancer", "Fencer", x, y, look).phase == "drop_plot") == seen


@pytest.mark.rule("F52", "F18")
def test_a_body_between_blocks_sight_also_by_a_graze() -> None:
    for y, seen in ((8.7, True), (8.6, False), (8.0, False)):
        between = fig("Archer", 10, y, look=6, row="C9")
        state = duel(
            fig("Lancer", 6, 8, row="SQ S3"), fig("Fencer", 14, 8, look=12, row="D2 D3"), between, distraction=True
        )
        assert (state.phase == "drop_plot") == seen


@pytest.mark.rule("F29")
def test_sight_is_read_once_before_a_jokers_number() -> None:
    one = fig("Fencer", 12, 8, look=12, row="D2 D3")
    state = duel(fig("Archer", 8, 8, row="JOKER S3"), one, distraction=True)
    state = played(state, "yes")
    assert (state.phase, state.seat) == ("drop_plot", 1)
    assert played(state, "card:D3").phase == "joker_number"


@pytest.mark.rule("F30")
def test_a_before_b_and_the_rest_is_skipped_when_the_turn_is_lost() -> None:
    """A Brawler (B) in seat 1 and a Fencer (A) in seat 2 are seen: the Fencer drops first."""
    state = duel(
        fig("Lancer", 8, 8, row="SQ S3"), fig("Brawler", 12, 6, look=12, row="D4 D5"),
        fig("Fencer", 12, 10, look=12, row="D2 D3"), distraction=True,
    )  # fmt: skip
    assert (state.phase, state.seat) == ("drop_plot", 2)
    state = played(state, "card:D3")
    assert (state.phase, state.seat) == ("drop_plot", 0)
    assert actor(played(state, "card:SQ")) == 1
