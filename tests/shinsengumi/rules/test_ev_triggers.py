"""The table of events (事件コマの説明): what triggers each, which fight, how many dice, and whether it stays."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.material import CELL_NAMES
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    cell,
    chance,
    events,
    faces,
    lying,
    moving,
    on,
    one,
    persons,
    play,
    reborn,
    rolling,
    table,
    told,
)
from tests.shinsengumi.rules.trace_fields import story

MOVER, OTHER, THIRD = "Kondo Isami", "Okita Soji", "Ichimura Tetsunosuke"
INTO = {
    "right": "right up down left",
    "left": "left up down right",
    "down": "down up left right",
    "up": "up left right down",
}
FIGHTS = [
    # number, event, where it lies, cell on which a person is fought, fight, dice, whether it stays
    ("EV-01", "Aizu guardian", "4.2", "4.3", "sword", 3, False),
    ("EV-04", "Ikedaya ronin", "2.2", "2.3", "sword", 2, False),
    ("EV-07", "Osaka wrestlers", "5.4", "5.5", "brawl", 1, False),
    ("EV-08", "Kaientai", "3.4", "3.3", "sword", 1, False),
    ("EV-09", "Kyoto deputy", "6.1", "6.2", "sword", 2, False),
    ("EV-10", "Forbidden gate", "3.3", "3.4", "gunfire", 1, True),
    ("EV-12", "Sniper", "4.1", "4.4", "gunfire", 1, False),
    ("EV-13", "Choshu elders", "1.4", "1.5", "sword", 3, False),
    ("EV-15", "Mimawarigumi", "5.5", "5.4", "sword", 2, False),
    ("EV-16", "Satsuma riflemen", "2.1", "2.2", "gunfire", 4, False),
]


def beside(where: str, direction: str) -> str:
    """The cell from which a move in `direction` leads to `where`."""
    column, row = map(int, where.split("."))
    return {"right": f"{column - 1}.{row}", "left": f"{column + 1}.{row}", "down": f"{column}.{row - 1}",
            "up": f"{column}.{row + 1}"}[direction]  # fmt: skip


def arriving(event: str, lies: str, where: str, combat: int = 3) -> State:
    """Somebody has come to `where` from the side (from column 1, from the right)."""
    direction = "left" if where[0] in "123" else "right"
    state = table(
        one(MOVER, beside(where, direction), arrows=INTO[direction], combat=combat), IDLE, events={event: lies}
    )
    after = moving(state, MOVER)
    assert cell(after, MOVER) == where
    return after


@pytest.mark.parametrize(("event", "lies", "where", "kind", "dice", "stays"), [
    pytest.param(*row[1:], marks=pytest.mark.rule(row[0])) for row in FIGHTS
])  # fmt: skip
def test_ev_fight_and_dice(event: str, lies: str, where: str, kind: str, dice: int, stays: bool) -> None:
    """The highest of its dice counts, in its kind of fight; after it the event is removed, unless it stays."""
    state = arriving(event, lies, where)
    assert (state.phase, events(state)) == ("fight_order", {event})
    after = chance(state, f"event:{event}", lambda s: max(faces(s)) == 4)
    assert len(faces(after)) == dice
    assert story(after.trace(), Trace.FOUGHT) == [("FOUGHT", MOVER, event, 4)]
    fate = "dead" if kind == "sword" else f"{where[0]}.6"  # 4 is above combat 3, and wounds in gunfire
    assert (cell(after, MOVER), lying(after, event)) == (fate, lies if stays else "gone")


@pytest.mark.parametrize(("event", "lies", "where", "dice"), [
    pytest.param(row[1], row[2], row[3], row[5], marks=pytest.mark.rule(row[0])) for row in FIGHTS if row[5] > 1
])  # fmt: skip
@pytest.mark.parametrize("highest_at", ["first", "last"])
def test_ev_the_highest_of_n_dice(event: str, lies: str, where: str, dice: int, highest_at: str) -> None:
    """“n dice”: the greatest of them, whichever it is."""
    wanted = [6, *[2] * (dice - 1)] if highest_at == "first" else [*[2] * (dice - 1), 6]
    after = rolling(arriving(event, lies, where), *wanted, by=f"event:{event}")
    assert story(after.trace(), Trace.FOUGHT) == [("FOUGHT", MOVER, event, 6)]
    assert [(e[1], e[2]) for e in story(after.trace(), Trace.DIE)] == [(event, face) for face in wanted]
    assert cell(after, MOVER) == "dead"


ONE_CELL = [
    pytest.param(*row[1:4], marks=pytest.mark.rule(row[0])) for row in FIGHTS if row[0] not in ("EV-10", "EV-12")
]


@pytest.mark.parametrize(("event", "lies", "where"), ONE_CELL)
def test_ev_no_other_cell_triggers(event: str, lies: str, where: str) -> None:
    """Below (above) is the one cell: those to its sides, on its other side, two cells away and diagonally are none."""
    column, row = map(int, lies.split("."))
    down = int(where[2]) - row
    goals = [
        (column - 1, row),
        (column + 1, row),
        (column, row - down),
        (column, row + 2 * down),
        (column - 1, row + down),
    ]
    on_board = [f"{x}.{y}" for x, y in goals if 1 <= x <= 6 and 1 <= y <= 6]
    assert len(on_board) >= 3
    for goal in on_board:
        direction = next(way for way in INTO if beside(goal, way) in CELL_NAMES and beside(goal, way) != lies)
        start = beside(goal, direction)
        idle = one("Shimada Kai", "6.6" if "6.6" not in (start, goal) else "1.6")
        after = moving(table(one(MOVER, start, arrows=INTO[direction]), idle, events={event: lies}), MOVER)
        assert (cell(after, MOVER), after.phase, lying(after, event)) == (goal, "move", lies)


@pytest.mark.rule("EV-10")
@pytest.mark.parametrize("where", ["3.2", "4.3", "3.4", "2.3"])
def test_ev_10_the_forbidden_gate_shoots_on_all_sides(where: str) -> None:
    """Forbidden gate (禁門): any orthogonal neighbour; it stays and shoots again."""
    direction = "left" if where[0] == "4" else "right"
    start = beside(where, direction)
    state = table(one(MOVER, start, arrows=INTO[direction]), IDLE, events={"Forbidden gate": "3.3"})
    after = rolling(moving(state, MOVER), 1, by="event:Forbidden gate")
    assert (cell(after, MOVER), lying(after, "Forbidden gate")) == (where, "3.3")


@pytest.mark.rule("EV-10")
@pytest.mark.parametrize("where", ["2.2", "4.2", "2.4", "4.4", "5.3", "3.5"])
def test_ev_10_not_across_corners_nor_farther(where: str) -> None:
    """Forbidden gate: … not diagonally, nor two cells away."""
    direction = "left" if where[0] != "2" else "right"
    state = table(one(MOVER, beside(where, direction), arrows=INTO[direction]), IDLE, events={"Forbidden gate": "3.3"})
    after = moving(state, MOVER)
    assert (cell(after, MOVER), after.phase) == (where, "move")


@pytest.mark.rule("EV-10")
@pytest.mark.parametrize(
    ("gate", "start", "goal"), [("2.1", "1.2", "1.1"), ("1.1", "2.2", "2.1"), ("6.5", "5.6", "6.6")]
)
def test_ev_10_in_the_corners_too(gate: str, start: str, goal: str) -> None:
    """Forbidden gate: the first cell of the board and the last are cells like all others."""
    way = "up" if start[0] == goal[0] else "right"
    state = table(one(MOVER, start, arrows=INTO[way]), one("Shimada Kai", "4.4"), events={"Forbidden gate": gate})
    after = moving(state, MOVER)
    assert (cell(after, MOVER), after.phase) == (goal, "fight_order")


@pytest.mark.rule("EV-10")
def test_ev_10_not_over_the_edge() -> None:
    """Forbidden gate: the end of one row is not beside the beginning of the next."""
    for start, arrows, where in (("5.3", "right", "6.3"), ("1.6", "up", "1.5")):
        state = table(
            one(MOVER, start, arrows=INTO[arrows]), IDLE, events={"Forbidden gate": "1.4" if where == "6.3" else "6.4"}
        )
        after = moving(state, MOVER)
        assert (cell(after, MOVER), after.phase) == (where, "move")


# ------------------------------------------------------------------------------------------------------ EV-12: sniper


@pytest.mark.rule("EV-12", "S-R27")
@pytest.mark.parametrize("row", [2, 4, 6])
@pytest.mark.parametrize("direction", ["left", "right"])
def test_ev_12_a_sniper_waits_for_whoever_enters_his_column(row: int, direction: str) -> None:
    """Sniper (狙撃): a person enters its column from another, in whatever row."""
    where = f"3.{row}"
    state = table(one(MOVER, beside(where, direction), arrows=INTO[direction]), IDLE, events={"Sniper": "3.1"})
    after = moving(state, MOVER)
    assert (after.phase, events(after)) == ("fight_order", {"Sniper"})


@pytest.mark.rule("EV-12", "S-R27")
@pytest.mark.parametrize(
    ("start", "arrow"), [("3.3", "down"), ("3.3", "up"), ("3.3", "right"), ("4.3", "right"), ("5.3", "left")]
)
def test_ev_12_not_within_it_nor_out_of_it(start: str, arrow: str) -> None:
    """Sniper: not for who moves within its column, leaves it, or moves elsewhere."""
    state = table(one(MOVER, start, arrows=INTO[arrow]), IDLE, events={"Sniper": "3.1"})
    assert (moving(state, MOVER).phase, lying(moving(state, MOVER), "Sniper")) == ("move", "3.1")


@pytest.mark.rule("S-R27")
@pytest.mark.parametrize(("start", "arrows", "failure", "lies", "shot"), [
    ("2.3", "right* up down left", "defect", "6.1", True),  # left column 2, stands in column 6 at last
    ("2.3", "right* up down left", "defect", "3.1", False),  # only passed through
    ("2.3", "right* up down left", "unmoved", "3.1", False),
    ("2.3", "right* up down left", "rage", "3.1", True),
    ("6.3", "left* up down right", "unmoved", "6.1", False),
])  # fmt: skip
def test_s_r27_columns_before_and_at_last(start: str, arrows: str, failure: str, lies: str, shot: bool) -> None:
    """S-R27: the column that he left is compared with the one where he finally stands."""
    state = table(one(MOVER, start, arrows=arrows, bushido=1, failure=failure), IDLE, events={"Sniper": lies})
    assert (moving(state, MOVER, 6).phase == "fight_order") == shot


# -------------------------------------------------------------------------------------------------- EV-02: Aburanokoji


def gathering(*people: tuple[str, str], combat: int = 3, **fields: object) -> State:
    """Aburanokoji lies at 3.3; the mover comes from 2.2 to 3.2; others stand where a test wants."""
    others = [on(name, where, combat=combat) for name, where in people]
    mover = one(MOVER, "2.2", arrows="right up down left", combat=combat)
    return moving(table(mover, *others, IDLE, events={"Aburanokoji": "3.3"}, **fields), MOVER)


@pytest.mark.rule("EV-02")
@pytest.mark.parametrize("other", ["2.3", "4.3", "3.4"])
def test_ev_02_two_beside_it_the_mover_among_them(other: str) -> None:
    """Aburanokoji (油小路): after a move two or more persons, the mover one of them, stand orthogonally beside it."""
    state = gathering((OTHER, other))
    assert (state.phase, events(state)) == ("fight_order", {"Aburanokoji"})


@pytest.mark.rule("EV-02")
@pytest.mark.parametrize("other", ["2.2", "4.4", "5.3", "1.1"])
def test_ev_02_one_alone_is_none(other: str) -> None:
    """Aburanokoji: one alone, with another diagonally or farther away, does not begin it."""
    mover = one(MOVER, "3.1", arrows=INTO["down"])
    state = moving(table(mover, on(OTHER, other), IDLE, events={"Aburanokoji": "3.3"}), MOVER)
    assert (state.phase, lying(state, "Aburanokoji"), cell(state, MOVER)) == ("move", "3.3", "3.2")


@pytest.mark.rule("EV-02")
def test_ev_02_not_without_the_mover() -> None:
    """Aburanokoji: two who stand there already are left alone when a third moves elsewhere."""
    state = table(one(MOVER, "5.5", arrows="up right down left"), on(OTHER, "2.3"), on(THIRD, "4.3"), IDLE,
                  events={"Aburanokoji": "3.3"})  # fmt: skip
    assert moving(state, MOVER).phase == "move"


@pytest.mark.rule("EV-02")
@pytest.mark.parametrize("turn_player", [0, 1])
def test_ev_02_each_fights_in_the_turn_player_s_order(turn_player: int) -> None:
    """Aburanokoji: a sword fight of everybody beside it, one die each, in an order of the turn player's choice; then it
    is removed."""
    state = gathering((OTHER, "2.3"), (THIRD, "3.4"), ("Niimi Nishiki", "5.5"), turn_player=turn_player,
                      seats=["Shimada Kai", OTHER])  # fmt: skip
    play(state, "event:Aburanokoji")
    assert (state.phase, state.seat, persons(state)) == ("fight_order", turn_player, {MOVER, OTHER, THIRD})
    state = rolling(state, 3, by=f"person:{THIRD}")
    assert (persons(state), lying(state, "Aburanokoji"), faces(state)) == ({MOVER, OTHER}, "3.3", [3])
    state = rolling(state, 1, by=f"person:{MOVER}")
    assert (state.phase, state.seat, persons(state)) == ("fight_order", turn_player, {OTHER})
    state = rolling(state, 2, by=f"person:{OTHER}")
    assert (state.phase, lying(state, "Aburanokoji")) == ("move", "gone")
    assert [cell(state, name) for name in (MOVER, OTHER, THIRD)] == ["3.2", "2.3", "3.4"]


@pytest.mark.rule("EV-02", "§10-1")
@pytest.mark.parametrize("face", [3, 4])
def test_ev_02_it_is_a_sword_fight_by_each_one_s_combat(face: int) -> None:
    """Aburanokoji: above the combat of the one who fights: killed."""
    state = gathering((OTHER, "2.3"))
    play(state, "event:Aburanokoji")
    after = rolling(state, face, by=f"person:{OTHER}")
    assert (cell(after, OTHER) == "dead", cell(after, MOVER)) == (face > 3, "3.2")
    assert story(after.trace(), Trace.FOUGHT) == [("FOUGHT", OTHER, "Aburanokoji", face)]


@pytest.mark.rule("EV-02")
@pytest.mark.parametrize(("where", "joins"), [("4.3", True), ("2.3", True), ("5.5", False), ("2.2", False)])
def test_ev_02_whoever_is_reborn_beside_it_joins(where: str, joins: bool) -> None:
    """Aburanokoji: a person who is reborn beside it during its fights has to fight, too; no other newcomer has."""
    state = gathering((OTHER, "2.3"), person_pile=[THIRD])
    play(state, "event:Aburanokoji")
    after = chance(state, f"person:{OTHER}", lambda s: faces(s)[0] > 3 and reborn(s) == [where])
    assert persons(after) == ({MOVER, THIRD} if joins else {MOVER})
    play(after, f"person:{MOVER}")
    if joins and cell(after, MOVER) == "3.2":
        assert persons(after) == {THIRD}


@pytest.mark.rule("EV-02")
def test_ev_02_the_last_one_s_rebirth_counts_as_well() -> None:
    """Aburanokoji: … also if it is the last one who dies; and until all have fought it stays."""
    state = gathering((OTHER, "2.3"), person_pile=[THIRD])
    play(state, "event:Aburanokoji")
    state = rolling(state, 1, by=f"person:{OTHER}")
    after = chance(state, f"person:{MOVER}", lambda s: faces(s)[0] > 3 and reborn(s) == ["3.2"])
    assert (after.phase, persons(after), lying(after, "Aburanokoji")) == ("fight_order", {THIRD}, "3.3")
    done = rolling(after, 1, by=f"person:{THIRD}")
    assert (done.phase, lying(done, "Aburanokoji"), cell(done, THIRD)) == ("move", "gone", "3.2")


@pytest.mark.rule("EV-02", "§10-5", "S-R14")
@pytest.mark.parametrize("face", [1, 6])
def test_ev_02_other_fights_come_after_all_have_fought(face: int) -> None:
    """§10-5, Aburanokoji: other fights of the mover wait until everybody has fought here; dead, he fights no more."""
    mover = one(MOVER, "2.2", arrows="right up down left", combat=3)
    lain = {"Aburanokoji": "3.3", "Osaka wrestlers": "3.1"}
    state = moving(table(mover, on(OTHER, "2.3", combat=6), IDLE, events=lain), MOVER)
    assert events(state) == set(lain)
    play(state, "event:Aburanokoji")
    state = rolling(state, face, by=f"person:{MOVER}")
    assert (OTHER in persons(state), lying(state, "Osaka wrestlers")) == (True, "3.1")
    going_on = [state.to_dict()[key] for key in ("mover", "origin")]
    assert going_on == ([MOVER, "2.2"] if face == 1 else [None, None])
    while state.to_dict()["fighting"]:
        state = rolling(state, 1, by=f"person:{sorted(persons(state))[0]}")
    assert lying(state, "Aburanokoji") == "gone"
    assert (events(state) if state.phase == "fight_order" else None) == ({"Osaka wrestlers"} if face == 1 else None)


@pytest.mark.rule("EV-02", "EV-05")
def test_ev_02_saved_there_he_has_fought() -> None:
    """Aburanokoji, Ishida powder: whoever is saved stays and has had his fight."""
    state = gathering((OTHER, "2.3"), powder=0)
    play(state, "event:Aburanokoji")
    state = rolling(state, 6, by=f"person:{OTHER}")
    assert state.phase == "ishida"
    play(state, "use")
    assert (cell(state, OTHER), persons(state)) == ("2.3", {MOVER})


@pytest.mark.rule("S-R13", "EV-02")
def test_ev_02_a_newcomer_elsewhere_begins_nothing() -> None:
    """S-R13: a newcomer who is placed beside another event's trigger begins no fight."""
    state = table(one(MOVER, "1.3", arrows="right up down left", combat=1), IDLE, person_pile=[THIRD],
                  events={"Kaientai": "2.4", "Forbidden gate": "5.3"})  # fmt: skip
    after = chance(moving(state, MOVER), "event:Kaientai", lambda s: faces(s)[0] > 1 and reborn(s) == ["5.2"])
    assert (after.phase, cell(after, THIRD), told(after, Trace.FOUGHT)[1:]) == ("move", "5.2", [])


@pytest.mark.rule("EV-14")
@pytest.mark.parametrize("where", ["2.3", "4.3", "3.2", "3.4"])
def test_ev_14_the_pleasure_quarter_only_stands_in_the_way(where: str) -> None:
    """Pleasure quarter (遊廓): it blocks its cell, and beside it nothing happens; it stays."""
    direction = "left" if where[0] == "4" else "right"
    state = table(
        one(MOVER, beside(where, direction), arrows=INTO[direction]), IDLE, events={"Pleasure quarter": "3.3"}
    )
    after = moving(state, MOVER)
    assert (cell(after, MOVER), after.phase, lying(after, "Pleasure quarter")) == (where, "move", "3.3")
