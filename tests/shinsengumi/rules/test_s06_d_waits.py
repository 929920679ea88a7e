"""§06-01 D, how a wait (待った) is dealt with."""

import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import (
    IDLE,
    arrows,
    bag,
    cell,
    hand,
    marks,
    named,
    names,
    on,
    one,
    play,
    rolling,
    seat,
    table,
    told,
)

KONDO = "Kondo Isami"
MIXED = "up right* down left*"


def asked(*hands: tuple[int, int], printed: str = MIXED, **fields: object) -> State:
    """Kondo stands at 3.3 and is named; seats with these hands may wait. He would go up; he never fails."""
    selves = ("Shimada Kai", "Okita Soji", "Ito Kashitaro", "Niimi Nishiki", "Todo Heisuke")
    others = [on(name, f"{place}.6") for place, name in enumerate(selves[1 : len(hands)], 1)]
    seats = [seat(name, *given) for name, given in zip(selves, hands, strict=False)]
    return named(table(one(KONDO, "3.3", arrows=printed, bushido=6), *others, IDLE, seats=seats, **fields), KONDO)


def lay(state: State, *turns: str) -> State:
    """Stones and passes one after another (``1`` … ``4``, ``-``); then all pass."""
    copy = state.clone()
    play(copy, *("pass" if each == "-" else f"arrow:{each}" for each in turns))
    return rolling(copy) if copy.phase == "wait" else copy


@pytest.mark.rule("§06-01-D-2")
@pytest.mark.parametrize(
    ("own", "may"), [((1, 0), {"1", "3"}), ((0, 1), {"2", "4"}), ((2, 3), {"1", "2", "3", "4"}), ((0, 0), set())]
)
def test_s06_01_a_stone_of_the_arrow_s_colour(own: tuple[int, int], may: set[str]) -> None:
    """§06-01 D: on an arrow goes a stone of its colour, from the own hand; nobody has to lay one."""
    state = asked(own)
    assert (arrows(state), "pass" in names(state)) == (may, True)


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_only_possible_directions() -> None:
    """§06-01 D: the direction must be one in which he can move: neither off the board nor onto a piece."""
    state = table(one(KONDO, "1.3", arrows="left up right down"), on("Okita Soji", "1.2"), IDLE,
                  seats=[seat("Shimada Kai", 5, 5)], events={"Pleasure quarter": "2.3"})  # fmt: skip
    assert arrows(named(state, KONDO)) == {"4"}


@pytest.mark.rule("§06-01-D-2")
@pytest.mark.parametrize(
    ("arrow", "goal", "marker"), [("2", "4.3", (0, 1)), ("3", "3.4", (1, 0)), ("4", "2.3", (0, 1))]
)
def test_s06_01_a_wait_changes_the_direction(arrow: str, goal: str, marker: tuple[int, int]) -> None:
    """§06-01 D: he goes where the most stones lie, and gets a marker of that arrow's colour."""
    after = lay(asked((1, 1)), arrow)
    assert (cell(after, KONDO), marks(after, KONDO)) == (goal, marker)


@pytest.mark.rule("§06-01-D-2")
@pytest.mark.parametrize(
    ("stones", "goal"),
    [
        ("2", "4.3"),
        ("22", "4.3"),
        ("2212", "4.3"),  # three of four
        ("1122", "3.2"),  # shared: the default
        ("3344", "3.2"),  # shared by others than the default's: the default all the same
        ("1234", "3.2"),
        ("334", "3.4"),
        ("344", "2.3"),
        ("2341", "3.2"),
        ("12344", "2.3"),  # what is shared below the most does not matter
        ("11122334", "3.2"),
        ("112233444", "2.3"),
        ("44411", "2.3"),
        ("11444", "2.3"),
    ],
)
def test_s06_01_most_stones_or_the_default(stones: str, goal: str) -> None:
    """§06-01 D: the arrow with most stones is taken; if several share the most, all waits fail."""
    after = lay(asked((8, 8)), *stones)
    assert cell(after, KONDO) == goal
    most = max(stones.count(arrow) for arrow in "1234")
    shared = [stones.count(arrow) for arrow in "1234"].count(most) > 1
    assert len(told(after, Trace.WAITS_FAILED)) == shared


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_failed_waits_leave_the_default_that_is_possible() -> None:
    """§06-01 D: … and he moves by the usual rule, which passes over what is blocked."""
    state = table(one(KONDO, "3.3", arrows="up right down left"), on("Okita Soji", "3.2"), IDLE,
                  seats=[seat("Shimada Kai", 4, 4)])  # fmt: skip
    assert cell(lay(named(state, KONDO), "3", "4"), KONDO) == "4.3"


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_no_wait_no_failure() -> None:
    """§06-01 D: without stones nothing has failed."""
    after = lay(asked((1, 1)))
    assert (cell(after, KONDO), told(after, Trace.WAITS_FAILED)) == ("3.2", [])


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_stones_of_several_players_add_up() -> None:
    """§06-01 D: it is the number of stones on the arrow, whoever laid them."""
    assert cell(lay(asked((2, 0), (0, 2), (0, 2)), "3", "2", "2", "3", "2"), KONDO) == "4.3"
    assert cell(lay(asked((2, 0), (0, 1), (0, 1), (1, 0)), "3", "2", "2", "3", "3"), KONDO) == "3.4"


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_one_player_may_lay_several_on_several_arrows() -> None:
    """§06-01 D: as many as he has, and on more than one arrow."""
    state = asked((2, 2))
    play(state, "arrow:3", "arrow:2", "arrow:3")
    assert state.to_dict()["laid"] == [0, 1, 2, 0]
    assert (hand(state, 0), arrows(state)) == ((0, 1), {"2", "4"})


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_stones_used_return_to_the_bag() -> None:
    """§06-01 D: all stones laid go back to the bag, of waits that failed too; the marker comes out of it."""
    state = asked((2, 2), (1, 0))
    assert bag(state) == (12, 14)  # a white one lies on Okita, who has moved
    play(state, "arrow:2", "arrow:1")
    assert (bag(state), hand(state, 0), hand(state, 1)) == ((12, 14), (2, 1), (0, 0))
    after = rolling(state)
    assert (bag(after), hand(after, 0), hand(after, 1), after.to_dict()["laid"]) == ((12, 15), (2, 1), (0, 0), [0] * 4)
    assert marks(after, KONDO) == (1, 0)


@pytest.mark.rule("S-R8")
@pytest.mark.parametrize("turn_player", [0, 1, 2])
def test_s_r8_from_the_turn_player_clockwise(turn_player: int) -> None:
    """S-R8: one stone or a pass at a time, from the turn player clockwise."""
    state = asked((1, 1), (1, 1), (1, 1), turn_player=turn_player)
    order = []
    while state.phase == "wait":
        order.append(state.seat)
        play(state, "pass")
    assert order == [turn_player, (turn_player + 1) % 3, (turn_player + 2) % 3]


@pytest.mark.rule("S-R8", "§06-01-D-2")
def test_s_r8_until_all_pass_in_succession() -> None:
    """S-R8: whoever has passed may answer a stone that others lay; the same player may add; passes count anew."""
    state = asked((1, 1), (1, 1), (1, 1))
    order = []
    for action in ("pass", "pass", "arrow:3", "pass", "arrow:2", "pass", "arrow:2"):
        order.append(state.seat)
        play(state, action)
    assert order == [0, 1, 2, 0, 1, 2, 0]
    for seat_ in (1, 2, 0):
        assert (state.phase, state.seat) == ("wait", seat_)
        play(state, "pass")
    assert (state.phase, cell(state, KONDO)) == ("move", "4.3")


@pytest.mark.rule("S-R8")
def test_s_r8_a_single_player_passes_once() -> None:
    """S-R8: alone at the table one pass ends it, and after a stone there is another chance."""
    state = asked((1, 1))
    play(state, "arrow:3")
    assert (state.phase, state.seat) == ("wait", 0)
    play(state, "pass")
    assert state.phase == "move"


@pytest.mark.rule("S-R10", "S-R8")
def test_s_r10_who_is_out_is_not_asked_to_wait() -> None:
    """S-R10: a player without a self is asked nothing, and his pass is not waited for."""
    state = table(one(KONDO, "3.3"), on("Okita Soji", "1.6"), IDLE,
                  seats=[seat("Shimada Kai", 1, 1), None, seat("Okita Soji", 1, 1), None])  # fmt: skip
    state = named(state, KONDO)
    order = []
    while state.phase == "wait":
        order.append(state.seat)
        play(state, "pass")
    assert order == [0, 2]


@pytest.mark.rule("§06-01-D-2")
def test_s06_01_a_white_wait_spares_the_check() -> None:
    """§06-01 D: praise instead of rebuke: drawn off a black arrow onto a white one he takes no check."""
    state = asked((1, 1), printed="up* right down left")
    assert [entry.kind for entry in told(lay(state), Trace.CHECKED)] == [Trace.CHECKED]
    assert told(lay(state, "2"), Trace.CHECKED) == []


@pytest.mark.rule("ch. 9")
def test_ch9_without_a_stone_that_fits_nobody_is_asked() -> None:
    """ch. 9: decisions with one legal action are not asked: a player who could only pass is passed over."""
    state = asked((0, 0), (0, 1), (1, 0), ask_forced=False, printed="up* right* down* left*")
    assert (state.phase, state.seat) == ("wait", 1)
    play(state, "arrow:2")
    assert marks(state, KONDO) == (0, 1)
