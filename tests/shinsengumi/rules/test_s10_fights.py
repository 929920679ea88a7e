"""§10: fights (戦闘): sword, gunfire, brawl, wounds; several at once."""

import pytest

from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    all_but,
    cell,
    events,
    faces,
    hand,
    lying,
    marks,
    moving,
    named,
    names,
    on,
    one,
    persons,
    play,
    rolling,
    seat,
    table,
    told,
    under,
    whose,
)
from tests.shinsengumi.rules.trace_fields import story

FIGHTER, NEW = "Kondo Isami", "Okita Soji"
UP = "up right down left"
SWORD, GUN, BRAWL = "Kaientai", "Forbidden gate", "Osaka wrestlers"
"""One die each."""


@pytest.mark.rule("§10-1", "EV-08")
@pytest.mark.parametrize("combat", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_s10_1_sword_fight(combat: int, face: int) -> None:
    """§10-1: at most combat: no harm; above: killed, which is removed."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=combat), IDLE, events={SWORD: "2.4"})
    after = rolling(moving(state, FIGHTER), face, by=f"event:{SWORD}")
    assert cell(after, FIGHTER) == ("dead" if face > combat else "2.3")
    assert (faces(after), lying(after, SWORD)) == ([face], "gone")


@pytest.mark.rule("§10-1", "EV-03")
@pytest.mark.parametrize(("face", "fate"), [(3, "2.3"), (4, "2.3"), (5, "dead")])
def test_ev_03_the_fiancee_gives_strength(face: int, fate: str) -> None:
    """Fiancée: his combat is 1 greater."""
    state = table(
        one(FIGHTER, "1.3", arrows="right up down left", combat=3, under="Fiancee"), IDLE, events={SWORD: "2.4"}
    )
    assert cell(rolling(moving(state, FIGHTER), face, by=f"event:{SWORD}"), FIGHTER) == fate


@pytest.mark.rule("EV-11")
def test_ev_11_unworthiness_does_not() -> None:
    """Unworthy of bushido: … it changes nothing but bushido and failure action."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=3, under="Unworthy of bushido"), IDLE,
                  events={SWORD: "2.4"})  # fmt: skip
    assert cell(rolling(moving(state, FIGHTER), 4, by=f"event:{SWORD}"), FIGHTER) == "dead"


@pytest.mark.rule("§10-2", "EV-10")
@pytest.mark.parametrize(("face", "fate"), [(1, "2.2"), (2, "2.2"), (3, "2.6"), (4, "2.6"), (5, "dead"), (6, "dead")])
@pytest.mark.parametrize("combat", [1, 5])
def test_s10_2_gunfire(face: int, fate: str, combat: int) -> None:
    """§10-2: 1–2 nothing, 3–4 wounded, 5–6 killed; combat is no help."""
    state = table(one(FIGHTER, "2.3", arrows=UP, combat=combat), IDLE, events={GUN: "3.2"})
    after = rolling(moving(state, FIGHTER), face, by=f"event:{GUN}")
    assert (cell(after, FIGHTER), faces(after)) == (fate, [face])
    assert len(told(after, Trace.WOUNDED)) == (face in (3, 4))


@pytest.mark.rule("§10-3", "EV-07")
@pytest.mark.parametrize("combat", [1, 3, 5])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_s10_3_brawl(combat: int, face: int) -> None:
    """§10-3: at most combat: no harm; above: wounded."""
    state = table(one(FIGHTER, "2.3", arrows=UP, combat=combat), IDLE, events={BRAWL: "2.1"})
    after = rolling(moving(state, FIGHTER), face, by=f"event:{BRAWL}")
    assert (cell(after, FIGHTER), lying(after, BRAWL)) == ("2.6" if face > combat else "2.2", "gone")


@pytest.mark.rule("§10-4")
def test_s10_4_wounded_to_row_6_of_his_column() -> None:
    """§10-4: he goes to the lowest cell of his column, over whatever lies between; his marker stays."""
    state = table(
        one(FIGHTER, "4.3", arrows=UP, combat=1, under="Fiancee"), on(NEW, "4.4"), IDLE, events={BRAWL: "4.1"}
    )
    after = rolling(moving(state, FIGHTER), 6, by=f"event:{BRAWL}")
    assert (cell(after, FIGHTER), marks(after, FIGHTER), under(after, FIGHTER)) == ("4.6", (1, 0), "Fiancee")
    assert told(after, Trace.DOOMED) == []


@pytest.mark.rule("§10-4")
@pytest.mark.parametrize("person", [True, False])
def test_s10_4_occupied_he_dies(person: bool) -> None:
    """§10-4: another piece there, a person or an event: he is removed."""
    walls = {BRAWL: "4.1"} | ({} if person else {"Pleasure quarter": "4.6"})
    state = table(one(FIGHTER, "4.3", arrows=UP, combat=1), on(NEW, "4.6" if person else "4.5"), IDLE, events=walls)
    after = rolling(moving(state, FIGHTER), 6, by=f"event:{BRAWL}")
    assert (cell(after, FIGHTER), len(told(after, Trace.REMOVED))) == ("dead", 1)


@pytest.mark.rule("§10-4", "EV-05")
def test_s10_4_the_powder_saves_from_a_wound_s_death() -> None:
    """§10-4, Ishida powder: … which the powder cancels: he stays where he stands."""
    state = table(one(FIGHTER, "4.3", arrows=UP, combat=1), on(NEW, "4.6"), IDLE, events={BRAWL: "4.1"}, powder=0)
    state = rolling(moving(state, FIGHTER), 6, by=f"event:{BRAWL}")
    assert state.phase == "ishida"
    play(state, "use")
    assert (cell(state, FIGHTER), cell(state, NEW), lying(state, BRAWL)) == ("4.2", "4.6", "gone")


@pytest.mark.rule("S-R12")
def test_s_r12_in_row_6_already_he_stays() -> None:
    """S-R12: whoever is wounded in row 6 stays there, and does not die."""
    state = table(one(FIGHTER, "4.5", arrows="down up left right", combat=1), IDLE, events={GUN: "3.6"})
    after = rolling(moving(state, FIGHTER), 3, by=f"event:{GUN}")
    assert (cell(after, FIGHTER), told(after, Trace.SLID, Trace.DOOMED)) == ("4.6", [])


@pytest.mark.rule("§09", "§10-1")
def test_s10_1_killed_is_removed_like_anybody() -> None:
    """§10-1, §09: rebirth, stones, the chip: as for every removal; then the event leaves and the turn goes on."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=1), IDLE, events={SWORD: "2.4"},
                  seats=["Shimada Kai", seat(FIGHTER, 2, 2)], person_pile=[NEW])  # fmt: skip
    after = rolling(moving(state, FIGHTER), 6, by=f"event:{SWORD}")
    assert (whose(after, 1), hand(after, 1), lying(after, SWORD), after.phase) == (NEW, (0, 0), "gone", "move")


@pytest.mark.rule("§10-1", "S-R10")
def test_s10_1_the_last_player_s_death_ends_the_game() -> None:
    """S-R10: nobody is left: the game ends in the middle of the fights."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=1), IDLE, seats=[FIGHTER],
                  events={SWORD: "2.4", GUN: "3.3"}, dead=all_but(FIGHTER, "Shimada Kai"))  # fmt: skip
    after = rolling(moving(state, FIGHTER), 6, by=f"event:{SWORD}")
    laid = after.to_dict()
    assert (after.done, laid["stack"], laid["due"], laid["fighting"], laid["mover"], laid["origin"]) == (
        True,
        [],
        [],
        None,
        None,
        None,
    )
    assert list(after.returns()) == [-1]


@pytest.mark.rule("EV-02", "S-R10")
def test_s10_1_the_last_player_s_death_leaves_nothing_going_on() -> None:
    """S-R10: … in the middle of Aburanokoji, too: nobody has to face anybody any more."""
    mover = one(FIGHTER, "2.2", arrows="right up down left", combat=1)
    alive = all_but(FIGHTER, NEW, "Shimada Kai")
    state = table(mover, on(NEW, "2.3"), IDLE, seats=[FIGHTER], events={"Aburanokoji": "3.3"}, dead=alive)
    state = moving(state, FIGHTER)
    play(state, "event:Aburanokoji")
    after = rolling(state, 6, by=f"person:{FIGHTER}")
    laid = after.to_dict()
    assert (after.done, laid["facing"], laid["fighting"], laid["stack"], int(after.record["step"])) == (
        True,
        [],
        None,
        [],
        0,
    )


# ---------------------------------------------------------------------------------------------- §10-5: several at once


@pytest.mark.rule("§10-5")
@pytest.mark.parametrize("turn_player", [0, 1])
@pytest.mark.parametrize("order", [(SWORD, GUN), (GUN, SWORD)])
def test_s10_5_the_turn_player_picks_the_order(turn_player: int, order: tuple[str, str]) -> None:
    """§10-5: which of several fights comes first the turn player decides; each is fought."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=5), IDLE, events={SWORD: "2.4", GUN: "3.3"},
                  seats=["Shimada Kai", FIGHTER], turn_player=turn_player)  # fmt: skip
    state = moving(state, FIGHTER)
    assert (state.phase, state.seat, events(state)) == ("fight_order", turn_player, {SWORD, GUN})
    assert sorted(state.to_dict()["due"]) == sorted([SWORD, GUN])
    state = rolling(state, 1, by=f"event:{order[0]}")
    assert (state.phase, state.seat, events(state)) == ("fight_order", turn_player, {order[1]})
    state = rolling(state, 2, by=f"event:{order[1]}")
    assert (state.phase, cell(state, FIGHTER), lying(state, SWORD), lying(state, GUN)) == ("move", "2.3", "gone", "3.3")


@pytest.mark.rule("S-R14")
def test_s_r14_a_fight_whose_condition_is_gone_is_dropped() -> None:
    """S-R14: wounded and carried away he fights no more where he stood; that event stays."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=5), IDLE, events={SWORD: "2.4", GUN: "3.3"})
    after = rolling(moving(state, FIGHTER), 4, by=f"event:{GUN}")
    assert (after.phase, cell(after, FIGHTER), lying(after, SWORD)) == ("move", "2.6", "2.4")
    assert story(after.trace(), Trace.DROPPED) == [("DROPPED", SWORD)]


@pytest.mark.rule("S-R14")
def test_s_r14_the_others_are_fought() -> None:
    """S-R14: … and of the rest the turn player still picks: the sniper aims at him wherever he is in the column."""
    lain = {SWORD: "2.4", GUN: "3.3", "Sniper": "2.1"}
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=5), IDLE, events=lain)
    state = moving(state, FIGHTER)
    assert events(state) == set(lain)
    after = rolling(state, 4, by=f"event:{GUN}")
    assert (after.phase, events(after), after.to_dict()["due"]) == ("fight_order", {"Sniper"}, ["Sniper"])
    done = rolling(after, 1, by="event:Sniper")
    assert (done.phase, story(done.trace(), Trace.DROPPED), lying(done, SWORD)) == ("move", [], "2.4")


@pytest.mark.rule("S-R14")
def test_s_r14_one_whose_condition_still_holds_is_fought() -> None:
    """S-R14: … if the condition still holds the fight takes place."""
    state = table(
        one(FIGHTER, "1.6", arrows="right up down left", combat=5), IDLE, events={"Ikedaya ronin": "2.5", GUN: "3.6"}
    )
    after = rolling(moving(state, FIGHTER), 4, by=f"event:{GUN}")
    assert (after.phase, events(after)) == ("fight_order", {"Ikedaya ronin"})


@pytest.mark.rule("S-R14")
def test_s_r14_the_dead_fight_no_more() -> None:
    """S-R14: killed in one fight, the others are dropped, whoever is reborn there."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=1), IDLE, events={SWORD: "2.4", GUN: "3.3"})
    after = rolling(moving(state, FIGHTER), 6, by=f"event:{SWORD}")
    assert (after.phase, lying(after, GUN), faces(after)) == ("move", "3.3", [6])
    assert story(after.trace(), Trace.DROPPED) == [("DROPPED", GUN)]


@pytest.mark.rule("S-R13")
def test_s_r13_he_is_judged_once() -> None:
    """S-R13: carried by a wound to the cell below an event he begins no further fight."""
    state = table(
        one(FIGHTER, "1.3", arrows="right up down left", combat=5), IDLE, events={GUN: "3.3", "Ikedaya ronin": "2.5"}
    )
    after = rolling(moving(state, FIGHTER), 4, by=f"event:{GUN}")
    assert (after.phase, cell(after, FIGHTER), lying(after, "Ikedaya ronin")) == ("move", "2.6", "2.5")


@pytest.mark.rule("S-R13", "EV-00")
def test_s_r13_only_who_was_named_is_judged() -> None:
    """S-R13: persons who stand on trigger cells already are not judged when others move."""
    state = table(
        one(FIGHTER, "5.3", arrows="up right down left"), on(NEW, "2.3"), IDLE, events={SWORD: "2.4", GUN: "3.3"}
    )
    after = moving(state, FIGHTER)
    assert (after.phase, faces(after)) == ("move", [])


@pytest.mark.rule("EV-00", "§06-01-D-3")
@pytest.mark.parametrize(("failure", "fights"), [("spirit", {"Ikedaya ronin"}), ("rage", {SWORD}), ("unmoved", set())])
def test_ev_00_judged_where_he_finally_stands(failure: str, fights: set[str]) -> None:
    """★: judged after the bushido check and what it brings about: not where the move alone would have led him."""
    lain = {"Ikedaya ronin": "3.1", SWORD: "3.5", GUN: "4.3"}
    state = table(one(FIGHTER, "2.3", arrows="right* up down left", bushido=1, failure=failure), IDLE, events=lain)
    after = moving(state, FIGHTER, 6)
    assert (events(after) if after.phase == "fight_order" else set()) == fights
    passed = moving(state, FIGHTER, 1)
    assert events(passed) == {GUN}


@pytest.mark.rule("EV-00", "FA-11")
def test_ev_00_the_check_is_told_before_the_fight() -> None:
    """★: move, check, failure action, then the fight."""
    state = table(one(FIGHTER, "2.3", arrows="right* up down left", bushido=1, failure="spirit"), IDLE,
                  events={"Ikedaya ronin": "3.1"}, ask_forced=False)  # fmt: skip
    kinds = [entry.kind for entry in rolling(state, 6, 1, 1, by=f"person:{FIGHTER}").trace()]
    order = [Trace.MOVED, Trace.CHECKED, Trace.FAILED, Trace.SLID, Trace.DIE, Trace.DIE, Trace.FOUGHT, Trace.EVENT_GONE]
    assert [kind for kind in kinds if kind in order][: len(order)] == order


@pytest.mark.rule("ch. 9")
def test_ch9_a_single_fight_is_named_too() -> None:
    """ch. 9: a single fight is asked for only with `ask_forced`."""
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=5), IDLE, events={SWORD: "2.4"})
    assert names(moving(state, FIGHTER)) == {f"event:{SWORD}"}
    state = table(one(FIGHTER, "1.3", arrows="right up down left", combat=6), one(NEW, "5.1"), IDLE,
                  events={SWORD: "2.4"}, ask_forced=False)  # fmt: skip
    after = named(state, FIGHTER)
    assert (after.phase, persons(after), lying(after, SWORD)) == ("move", {NEW, "Shimada Kai"}, "gone")
