"""Failure actions of life and death: 暗殺, 喀血, 切腹, 脱走, 油断."""

from typing import Any

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    all_but,
    board,
    cell,
    chance,
    faces,
    hand,
    lying,
    marks,
    moving,
    named,
    on,
    one,
    persons,
    play,
    quiet,
    reborn,
    rolling,
    seat,
    table,
    told,
    whose,
)
from tests.shinsengumi.rules.trace_fields import story

SOMEBODY, OTHER, TARGET = "Kondo Isami", "Okita Soji", "Ichimura Tetsunosuke"
UP = "up* right down left"


def prepared(action: str, *people: dict[str, Any], start: str = "2.3", **fields: Any) -> State:
    """Somebody with this failure action, who would move up by a black arrow."""
    stats = {"bushido": 1, "combat": fields.pop("combat", 3), "under": fields.pop("under", None)}
    return table(one(SOMEBODY, start, arrows=UP, failure=action, **stats), *people, IDLE, **fields)


def failing(action: str, *people: dict[str, Any], dice: tuple[int, ...] = (), **fields: Any) -> State:
    """He has moved and failed."""
    return moving(prepared(action, *people, **fields), SOMEBODY, 6, *dice)


# --------------------------------------------------------------------------------------------------- 暗殺: assassinate


@pytest.mark.rule("FA-01")
@pytest.mark.parametrize("turn_player", [0, 1])
def test_fa_01_the_turn_player_names_somebody_on_the_other_side(turn_player: int) -> None:
    """Assassinate (暗殺): from columns 1–3 he aims at one on 4–6; the turn player names the target."""
    state = failing("assassinate", on(OTHER, "3.6"), on("Niimi Nishiki", "4.1"), one("Todo Heisuke", "6.3"),
                    seats=["Shimada Kai", "Niimi Nishiki"], turn_player=turn_player)  # fmt: skip
    assert (state.phase, state.seat) == ("assassinate_target", turn_player)
    assert persons(state) == {"Niimi Nishiki", "Todo Heisuke", "Shimada Kai"}


@pytest.mark.rule("FA-01")
def test_fa_01_from_the_imperial_side() -> None:
    """Assassinate: … and from columns 4–6 at one on 1–3."""
    state = failing(
        "assassinate", on(OTHER, "3.6"), on("Niimi Nishiki", "4.1"), one("Todo Heisuke", "1.3"), start="4.4"
    )
    assert persons(state) == {OTHER, "Todo Heisuke"}


@pytest.mark.rule("FA-01")
def test_fa_01_nobody_there() -> None:
    """Assassinate: nobody on the other side: nothing happens."""
    after = failing("assassinate", on(OTHER, "4.6"), start="5.3", combat=5)
    assert (after.phase, faces(after), sorted(board(after))) == ("move", [6], sorted([SOMEBODY, OTHER, "Shimada Kai"]))


@pytest.mark.rule("FA-01", "S-R26")
@pytest.mark.parametrize(("combat", "under", "strength"), [(3, None, 3), (1, None, 1), (5, None, 5), (3, "Fiancee", 4)])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_fa_01_a_die_of_at_most_his_combat(combat: int, under: str | None, strength: int, face: int) -> None:
    """Assassinate: a die of at most the assassin's combat (S-R26: the fiancée's 1 included) removes the target."""
    state = failing("assassinate", on(TARGET, "4.1", combat=5), combat=combat, under=under)
    after = rolling(state, face, by=f"person:{TARGET}")
    assert cell(after, TARGET) == ("dead" if face <= strength else "4.1")
    assert (cell(after, SOMEBODY), marks(after, SOMEBODY)) == ("2.2", (0, 1))
    assert story(after.trace(), Trace.ROLLED) == [("ROLLED", SOMEBODY, face)]


@pytest.mark.rule("FA-01", "§09")
def test_fa_01_the_target_is_reborn() -> None:
    """Assassinate: the target is removed like anybody: a new person comes, whose player lives on in him."""
    seats = [seat(TARGET, 1, 2), seat("Shimada Kai", 1, 0)]
    state = failing("assassinate", on(TARGET, "4.1"), combat=5, seats=seats, person_pile=[OTHER])
    after = rolling(state, 1, by=f"person:{TARGET}")
    assert (whose(after, 0), hand(after, 0), hand(after, 1)) == (OTHER, (0, 0), (1, 0))
    assert (marks(after, OTHER), OTHER in persons(after)) == ((0, 0), True)


# ---------------------------------------------------------------------------------------------------- 喀血: cough blood


@pytest.mark.rule("FA-03", "S-R16")
@pytest.mark.parametrize("face", [1, 2, 5, 6])
def test_fa_03_cough_blood(face: int) -> None:
    """Cough blood (喀血): 6: removed; 2–5: two black stones instead of one; S-R16: 1: nothing."""
    after = failing("cough_blood", dice=(face,))
    assert cell(after, SOMEBODY) == ("dead" if face == 6 else "2.2")
    if face < 6:
        assert marks(after, SOMEBODY) == (0, 1 if face == 1 else 2)


# ----------------------------------------------------------------------------------------------- 切腹, 油断: dying


@pytest.mark.rule("FA-05")
def test_fa_05_seppuku() -> None:
    """Seppuku (切腹): he is removed, without a die."""
    after = failing("seppuku", on(OTHER, "5.5"))
    assert (cell(after, SOMEBODY), cell(after, OTHER), faces(after)) == ("dead", "5.5", [6])


@pytest.mark.rule("FA-12")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_fa_12_careless(face: int) -> None:
    """Careless (油断): a die of 4–6 removes him; else nothing happens."""
    after = failing("careless", dice=(face,))
    assert cell(after, SOMEBODY) == ("dead" if face >= 4 else "2.2")
    assert faces(after) == [6, face]
    if face < 4:
        assert marks(after, SOMEBODY) == (0, 1)


# ------------------------------------------------------------------------------------------------------ 脱走: desert


@pytest.mark.rule("FA-06")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_fa_06_desert(face: int) -> None:
    """Desert (脱走): 1–3: back to the pile; 4–6: seppuku: he is removed for good."""
    last = quiet(named(prepared("desert"), SOMEBODY))
    after = chance(
        last, "pass", lambda s: faces(s)[:2] == [6, face] and story(s.trace(), Trace.PLACED)[0][1] != SOMEBODY
    )
    assert cell(after, SOMEBODY) == ("pile" if face <= 3 else "dead")
    assert len(after.to_dict()["person_pile"]) == (22 if face <= 3 else 21)


@pytest.mark.rule("FA-06", "S-R11")
def test_fa_06_the_pile_is_shuffled_and_a_new_person_comes() -> None:
    """Desert, S-R11: the pile is shuffled with him in it; then the top one comes, who may be himself, unmarked."""
    alive = (SOMEBODY, OTHER, TARGET, "Shimada Kai")
    state = prepared("desert", dead=all_but(*alive), person_pile=[OTHER, TARGET])
    assert state.to_dict()["person_pile"] == [OTHER, TARGET]
    seen = set()
    for first in (SOMEBODY, OTHER, TARGET):
        last = quiet(named(state, SOMEBODY))
        after = chance(last, "pass", lambda s, f=first: told(s, Trace.DESERTED) and cell(s, f) not in ("pile", "dead"))
        pile = after.to_dict()["person_pile"]
        assert sorted([*pile, first]) == sorted([SOMEBODY, OTHER, TARGET])
        assert (marks(after, first), sorted(board(after))) == ((0, 0), sorted([first, "Shimada Kai"]))
        assert reborn(after) == [cell(after, first)]
        seen.add(tuple(pile))
    assert len(seen) == 3


@pytest.mark.rule("FA-06")
def test_fa_06_every_order_of_the_pile_can_come() -> None:
    """Desert: shuffled, not put under or on top."""
    alive = (SOMEBODY, OTHER, TARGET, "Shimada Kai")
    state = quiet(named(prepared("desert", dead=all_but(*alive), person_pile=[OTHER, TARGET]), SOMEBODY))
    orders = [(a, b) for a in alive[:3] for b in alive[:3] if a != b]
    for order in orders:
        chance(state, "pass", lambda s, o=order: told(s, Trace.DESERTED) and s.to_dict()["person_pile"] == list(o))


@pytest.mark.rule("S-R11", "§09")
@pytest.mark.parametrize("again", [False, True])
def test_s_r11_a_deserter_s_player_is_reborn(again: bool) -> None:
    """S-R11: for rebirth a deserter counts as removed: the stones are lost, the player lives in the one who is drawn,
    even if it is the deserter himself, who has then no self any more but through the draw."""
    state = prepared("desert", dead=all_but(SOMEBODY, OTHER, "Shimada Kai"),
                     seats=[seat("Shimada Kai", 1, 1), seat(SOMEBODY, 2, 2)])  # fmt: skip
    last = quiet(named(state, SOMEBODY))
    new = SOMEBODY if again else OTHER
    after = chance(last, "pass", lambda s: told(s, Trace.DESERTED) and cell(s, new) not in ("pile", "dead"))
    assert (whose(after, 0), whose(after, 1)) == ("Shimada Kai", new)
    assert (hand(after, 0), hand(after, 1)) == ((1, 1), (0, 0))


@pytest.mark.rule("S-R9", "S-R28")
@pytest.mark.parametrize(("before", "fate"), [(0, "pile"), (39, "pile"), (40, "dead"), (41, "dead")])
def test_s_r9_from_the_41st_naming_on_he_leaves_for_good(before: int, fate: str) -> None:
    """S-R9, S-R28: 40 may be named in a turn; from the 41st on a deserter is removed for good."""
    last = quiet(named(prepared("desert", namings=before), SOMEBODY))
    after = chance(last, "pass", lambda s: faces(s)[1:2] == [3] and story(s.trace(), Trace.PLACED)[0][1] != SOMEBODY)
    assert cell(after, SOMEBODY) == fate


@pytest.mark.rule("S-R9")
def test_s_r9_the_count_begins_anew_every_turn() -> None:
    """S-R9: … named in this turn: the next one begins at none."""
    state = table(on(SOMEBODY, "2.3"), namings=50, seats=[SOMEBODY], phase="move")
    assert state.to_dict()["namings"] == 0


@pytest.mark.rule("EV-05")
def test_ev_05_no_powder_for_who_goes_back_to_the_pile() -> None:
    """Ishida powder: not when a person is sent back to the pile; when desertion is seppuku it may be used."""
    state = quiet(named(prepared("desert", powder=0), SOMEBODY))
    assert rolling(state, 6, 3).phase == "move"
    assert rolling(state, 6, 4).phase == "ishida"


@pytest.mark.rule("S-R23")
def test_s_r23_a_deserter_for_good_may_be_saved() -> None:
    """S-R23: a deserter who leaves for good is removed like anybody; the powder may be used once the die has fallen."""
    state = rolling(named(prepared("desert", powder=0, namings=40), SOMEBODY), 6, 2)
    assert state.phase == "ishida"
    play(state, "use")
    assert (cell(state, SOMEBODY), lying(state, "Ishida powder")) == ("2.2", "gone")
