"""What the figure duel says: directions that say where zero is, and an end that says why."""

import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.rules.nouns import bearing
from dynasty_env.kit.state import State
from tests.figures.rules.positions import lay, played


@pytest.mark.parametrize(
    ("degrees", "said"),
    [(0, "right"), (90, "down"), (-90, "up"), (540, "left"), (15, "towards half past 3 (12 is up)"),
     (-15, "towards half past 2 (12 is up)"), (195, "towards half past 9 (12 is up)"),
     (300, "towards 1 o'clock (12 is up)")],
)  # fmt: skip
def test_a_direction_says_where_zero_is(degrees: int, said: str) -> None:
    assert bearing(degrees) == said


def test_no_heading_is_a_bare_number() -> None:
    state = GAME.new(1, backend="interpreted")
    looks = set()
    while state.phase != "pose":
        if state.phase == "place_heading":
            looks |= {GAME.describe(state, int(action)) for action in state.legal()}
        state.play(int(state.legal()[0]))
    assert {"face right", "face towards half past 3 (12 is up)", "face up"} <= looks


def ending(state: State) -> str:
    assert state.done
    return next(line for line in state.chronicle(None) if line.startswith("the game ends"))


def test_the_end_by_the_last_fall() -> None:
    state = lay("Fencer 8 8 plots SQ sabre 0 | Lancer 11 8 damage 7 | pack SA SK HA HK")
    assert ending(played(state, "length:1", "yes")) == "the game ends: nobody else is left; figures_0 wins"


def test_the_end_by_rounds() -> None:
    for seed in range(200):
        state = GAME.new(seed, backend="interpreted", max_rounds=10)
        while not state.done:
            legal = state.legal()
            state.play(int(legal[0]))  # nobody strikes where one may pass
        said = ending(state)
        if "round 10 was the last" in said:
            assert said.endswith(("with the largest share of vitality left", "with equal shares of vitality left"))
            return
    raise AssertionError("no game has lasted")
