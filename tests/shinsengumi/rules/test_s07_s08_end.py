"""§07–§08: the end, sides, victory and great victory; returns."""

from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.steps import Trace
from tests.shinsengumi.rules.conftest import cell, moving, on, one, table
from tests.shinsengumi.rules.trace_fields import story

A, B, C, D, E = "Kondo Isami", "Okita Soji", "Ichimura Tetsunosuke", "Niimi Nishiki", "Todo Heisuke"
LAST = "Shimada Kai"
Selves = list[str | None]


def ended(*people: tuple[str, str, int], seats: Selves, under: dict[str, str] | None = None) -> State:
    """The twelfth turn is over: persons on these cells, of this esteem; the last move, of somebody without esteem who
    steps from 3.5 to 2.5, has been made."""
    standing = [on(name, where, esteem=esteem, under=(under or {}).get(name)) for name, where, esteem in people]
    idle = one(LAST, "3.5", esteem=0, arrows="left up right down")
    first = next(number for number, self_ in enumerate(seats) if self_)
    state = moving(table(*standing, idle, seats=seats, turn=12, turn_player=first), LAST)
    assert (state.done, cell(state, LAST)) == (True, "2.5")
    return state


def winners(state: State) -> list[int]:
    return [n for n in range(state.num_players) if state.returns("win")[n] > 0]


def returns(state: State, reward: Any) -> list[float]:
    return [round(float(each), 4) for each in state.returns(reward)]


# ------------------------------------------------------------------------------------------------------------ the sides


@pytest.mark.rule("§08")
@pytest.mark.parametrize("column", [1, 2, 3, 4, 5, 6])
def test_s08_columns_1_to_3_against_4_to_6(column: int) -> None:
    """§08: esteem on columns 1–3 is the shogunate's, on 4–6 the imperial side's."""
    state = ended((A, f"{column}.4", 3), (B, "3.1", 1), (C, "4.1", 1), seats=[B, C])
    left = column <= 3
    assert story(state.trace(), Trace.ENDED) == [("ENDED", 4 if left else 1, 1 if left else 4, 0 if left else 1)]
    assert returns(state, "side") == ([1, -1] if left else [-1, 1])
    assert state.scores() == ([3, -3] if left else [-3, 3])


@pytest.mark.rule("§08")
@pytest.mark.parametrize("esteem", [(4, 3), (3, 4), (3, 3), (5, 1)])
def test_s08_the_greater_sum_wins_and_equal_all_lose(esteem: tuple[int, int]) -> None:
    """§08: who is on the side of the greater sum has won; if both are equal, all have lost."""
    state = ended((A, "1.4", esteem[0] - 1), (D, "2.2", 1), (B, "5.4", esteem[1]), seats=[A, B])
    lead = esteem[0] - esteem[1]
    wanted = [-1, -1] if lead == 0 else [1, -1] if lead > 0 else [-1, 1]
    assert (returns(state, "win"), returns(state, "side"), state.scores()) == (wanted, wanted, [lead, -lead])
    assert story(state.trace(), Trace.ENDED) == [("ENDED", *esteem, -1 if lead == 0 else int(lead < 0))]


@pytest.mark.rule("§08")
def test_s08_everybody_on_the_board_counts() -> None:
    """§08: all persons count, not the selves alone; whoever is dead or in the pile does not."""
    state = ended((A, "1.4", 1), (B, "4.4", 2), (C, "3.6", 2), seats=[A, B])
    assert (winners(state), state.scores()) == ([0], [1, -1])


@pytest.mark.rule("EV-03", "§08")
def test_ev_03_the_fiancee_brings_esteem() -> None:
    """Fiancée: his esteem is 1 greater; “Unworthy of bushido” changes nothing."""
    people = ((A, "1.4", 2), (B, "4.4", 2))
    assert returns(ended(*people, seats=[A, B], under={A: "Fiancee"}), "win") == [1, -1]
    assert returns(ended(*people, seats=[A, B], under={B: "Fiancee"}), "win") == [-1, 1]
    assert returns(ended(*people, seats=[A, B], under={A: "Unworthy of bushido"}), "win") == [-1, -1]


# --------------------------------------------------------------------------------------------------- the great victory


@pytest.mark.rule("§08")
@pytest.mark.parametrize(
    ("cells", "best"),
    [
        (("1.5", "3.4"), 1),  # the row comes first
        (("3.1", "1.2"), 0),
        (("1.3", "2.3"), 0),  # then nearer to the edge
        (("3.3", "2.3"), 1),
        (("3.6", "1.6"), 1),
        (("2.2", "3.1", "1.3"), 1),
        (("3.2", "2.2", "1.2"), 2),
    ],
)
@pytest.mark.parametrize("mirrored", [False, True])
def test_s08_great_victory(cells: tuple[str, ...], best: int, mirrored: bool) -> None:
    """§08: among the winners the topmost row, then whoever is nearest to the edge, has the great victory."""

    def placed(where: str) -> str:
        return f"{7 - int(where[0])}.{where[2]}" if mirrored else where

    selves = [A, B, C][: len(cells)]
    people = [(name, placed(where), 2) for name, where in zip(selves, cells, strict=True)]
    loser = (D, placed("5.1"), 1)
    state = ended(*people, loser, seats=[*selves, D])
    assert winners(state) == [best]
    assert story(state.trace(), Trace.ENDED)[0][3] == best
    share = round(-1 / len(cells), 4)
    assert returns(state, "win") == [1 if n == best else share for n in range(len(cells) + 1)]


@pytest.mark.rule("§08")
def test_s08_losers_are_not_compared() -> None:
    """§08: … among the winners: a loser in row 1 at the edge has nothing of it."""
    state = ended((A, "6.1", 1), (B, "1.6", 5), (C, "1.1", 1), seats=[A, B])
    assert winners(state) == [1]


# ------------------------------------------------------------------------------------------------------------- returns


@pytest.mark.rule("ch. 8")
@pytest.mark.parametrize(
    ("sides", "win", "side"),
    [
        ("LR", [1, -1], [1, -1]),
        ("RL", [-1, 1], [-1, 1]),
        ("LLR", [1, -0.5, -0.5], [0.5, 0.5, -1]),
        ("RLRL", [-0.3333, 1, -0.3333, -0.3333], [-0.5, 0.5, -0.5, 0.5]),
        ("RRRLL", [-0.25, -0.25, -0.25, 1, -0.25], [-0.3333, -0.3333, -0.3333, 0.5, 0.5]),
        ("LLLLR", [1, -0.25, -0.25, -0.25, -0.25], [0.25, 0.25, 0.25, 0.25, -1]),
    ],
)
def test_ch8_returns(sides: str, win: list[float], side: list[float]) -> None:
    """Ch. 8: win: the great victor +1, the others share -1; side: the winners share +1, the others -1."""
    selves = [A, B, C, D, E][: len(sides)]
    people = [
        (name, f"{1 if s == 'L' else 6}.{n + 1}", 0) for n, (name, s) in enumerate(zip(selves, sides, strict=True))
    ]
    state = ended(*people, ("Ito Kashitaro", "2.6", 5), seats=list(selves))
    assert (returns(state, "win"), returns(state, "side")) == (win, side)


@pytest.mark.rule("ch. 8")
@pytest.mark.parametrize("seats", [[A, B], [None, A, None, B]])
def test_ch8_seats_that_are_not_there_have_nothing(seats: Selves) -> None:
    """Ch. 8: seats beyond those at the table have neither won nor lost, whatever stood in their places."""
    state = ended((A, "1.2", 3), (B, "5.1", 1), seats=seats)
    out = np.full((2, 6), 9.0, np.float32)
    state.call("returns", out)
    assert not out[:, len(seats) : 5].any()


@pytest.mark.rule("S-R24")
def test_s_r24_all_on_the_winning_side() -> None:
    """S-R24: `side` with several players, all of them on the winning side: 0 each; `win` as ever."""
    state = ended((A, "1.2", 3), (B, "2.1", 3), seats=[A, B])
    assert (returns(state, "win"), returns(state, "side")) == ([-1, 1], [0, 0])


@pytest.mark.rule("S-R24")
@pytest.mark.parametrize(("where", "esteem", "result"), [("1.2", 3, 1), ("5.2", 3, 1), ("1.2", 0, -1)])
def test_s_r24_a_single_player(where: str, esteem: int, result: int) -> None:
    """S-R24: a single player has +1 or -1, in both."""
    state = ended((A, where, esteem), (B, "5.6" if where == "1.2" else "1.6", 2), seats=[A])
    assert (returns(state, "win"), returns(state, "side")) == ([result], [result])


@pytest.mark.rule("S-R24", "§08")
def test_s_r24_nobody_on_the_winning_side() -> None:
    """S-R24, §08: with no self on the winning side all lose: -1 each."""
    state = ended((A, "1.2", 1), (B, "2.2", 1), (C, "5.2", 5), seats=[A, B])
    assert (returns(state, "win"), returns(state, "side")) == ([-1, -1], [-1, -1])


@pytest.mark.rule("S-R10", "S-R24")
def test_s_r10_who_is_out_has_lost() -> None:
    """S-R10: a player without a self has lost, whatever the sides."""
    state = ended((A, "1.2", 3), (B, "5.1", 1), seats=[None, A, None, B])
    assert returns(state, "win") == [-0.3333, 1, -0.3333, -0.3333]
    assert returns(state, "side") == [-0.3333, 1, -0.3333, -0.3333]
    assert state.scores() == [0, 2, 0, -2]


@pytest.mark.rule("§08")
def test_s08_before_the_end_nobody_has_won() -> None:
    """§08: points are counted when the game ends; until then returns are what it would be now, and it is not over."""
    state = table(one(A, "1.2", esteem=3), one(B, "5.1", esteem=1), seats=[A, B], turn=12)
    assert (state.done, state.scores()) == (False, [2, -2])
