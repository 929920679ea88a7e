"""What an observation says is what the rules then do."""

import numpy as np

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import Trace
from dynasty_env.shinsengumi.material import PERSON_NAMES, SIDE
from dynasty_env.shinsengumi.views.view import BLOCKED, LAYOUT, OPEN, TAKEN
from tests.shinsengumi.positions import by_hand


def seen(state: State, seat: int, name: str) -> list[int]:
    """A piece of what a seat sees."""
    return LAYOUT[name].of(state.observe(seat)).tolist()  # type: ignore[no-any-return]


def test_who_is_out_stands_nowhere_and_leads_nothing() -> None:
    state = GAME.from_dict(by_hand(seats=[{"self": "Okita Soji"}, {"self": None}, {"self": "Ito Kashitaro"}]))
    assert seen(state, 0, "self_cells") == [6 * 2 + 1, -1, 6 * 3 + 4, -1, -1]
    assert seen(state, 1, "leads")[0] == 0 != seen(state, 0, "leads")[0]


def test_the_arrow_that_is_marked_is_taken_if_all_pass() -> None:
    rng = np.random.default_rng(4)
    taken = set()
    failed = 0
    for seed in range(6):
        state = GAME.new(seed)
        while not state.done:
            if state.phase == "wait":
                arrows, laid = seen(state, state.seat, "arrows"), seen(state, state.seat, "laid")
                assert set(arrows) <= {BLOCKED, OPEN, TAKEN}
                assert arrows.count(TAKEN) == 1
                mover = seen(state, state.seat, "mover")[0]
                row, column = divmod(seen(state, state.seat, "origin")[0], SIDE)
                passed = state.clone()
                while passed.phase == "wait" and passed.record["mover"] == mover:
                    passed.play(0)
                    moved = [entry for entry in passed.trace(None) if entry.kind == Trace.MOVED]
                    if moved:
                        break
                assert moved[0].subject == mover, PERSON_NAMES[mover]
                assert moved[0].value == arrows.index(TAKEN)
                assert abs(moved[0].object // SIDE - row) + abs(moved[0].object % SIDE - column) == 1
                told = [entry.kind for entry in passed.trace(None)]
                tie = sorted(laid)[-1] == sorted(laid)[-2] > 0
                assert (Trace.WAITS_FAILED in told) == tie
                taken.add(moved[0].value)
                failed += tie
            state.play(int(rng.choice(state.legal())))
    assert taken == {0, 1, 2, 3}
    assert failed > 20
