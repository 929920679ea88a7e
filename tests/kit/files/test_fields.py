"""Save files that follow from the fields of a table: exact, and strict about what is wrong."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files import fields
from dynasty_env.kit.plain import PlainGame
from dynasty_env.kit.state import State
from tests.tiny import cut_in, dice, nim

every_plain_game = pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME, dice.GAME], ids=lambda game: game.name)


def in_the_middle(game: PlainGame = cut_in.GAME, seed: int = 3, moves: int = 1) -> State:
    state = game.new(seed, backend="interpreted")
    for _ in range(moves):
        state.play(int(state.legal()[0]))
    return state


def saved(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(state.to_dict()))
    return found


@every_plain_game
def test_a_game_goes_on_from_every_decision_as_it_did(game: PlainGame) -> None:
    state, rng = game.new(7, backend="interpreted"), np.random.default_rng(7)
    while True:
        again = game.from_dict(saved(state), backend="interpreted")
        assert again.to_dict() == state.to_dict()
        assert again.mask.tobytes() == state.mask.tobytes()
        assert (again.phase, again.seat, again.done) == (state.phase, state.seat, state.done)
        if state.done:
            return
        action = int(rng.choice(state.legal()))
        state.play(action)
        again.play(action)
        assert again.to_dict() == state.to_dict(), "dice included"


def test_all_fields_are_there() -> None:
    written = saved(in_the_middle())
    names = set(cut_in.TABLE.names or ())
    assert names - set(written) == {*fields.FOLLOWS, "step", "num_players", "ask_forced"} - {"point"}


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def made(content: Any) -> None:
        *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        for part in way:
            content = content[part]
        content[last] = value

    return made


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (change("game", "nim_v0"), "game: this is a save of 'nim_v0', not of 'cut_in_v0'"),
        (change("options.num_players", 7), "options: num_players=7 is out of range"),
        (change("tpo", 3), "there is no field 'tpo'; did you mean 'top'"),
        (change("top", "high"), "top: a whole number -128 … 127 is expected, not 'high'"),
        (change("top", 300), "top: a whole number -128 … 127 is expected, not 300"),
        (change("hand.1.2", 2.5), r"hand\[1\]\[2\]: a whole number"),
        (change("hand.1", [1, 2]), r"hand\[1\]: 7 items are expected, not 2"),
        (change("hand", 4), "hand: a list is expected, not int 4"),
        (change("seat", 3), "seat: a whole number 0 … 2 is expected, not 3"),
        (change("phase", "lay"), "phase: no phase is called 'lay'"),
        (change("phase", "end"), "phase: the phase is end if, and only if, done is 1"),
        (change("done", 1), "phase: the phase is end if, and only if, done is 1"),
        (change("stack.0.step", 65), r"stack\[0\].step: 65 is not a step of cut_in_v0"),
        (change("stack.0.seat", 6), r"stack\[0\].seat: a whole number 0 … 2"),
        (change("stack", [{"step": 64, "seat": 0, "a": 0, "b": 0}] * 5), "stack: 4 frames at most can wait, not 5"),
        (change("hand.1.2", 3), "this table is impossible: it breaks truth 1 of the audit"),
        (change("pack_size", 100), "this table is impossible: the rules stop at it with IndexError"),
        (lambda content: content.pop("key0"), "the field 'key0' is missing"),
    ],
)
def test_what_is_wrong_is_named_with_its_path(wrong: Callable[[dict[str, Any]], None], message: str) -> None:
    state = in_the_middle()
    assert state.phase == "cut"
    content = saved(state)
    wrong(content)
    with pytest.raises(SaveError, match=message):
        cut_in.GAME.from_dict(content)


def test_a_decision_without_a_choice_is_refused() -> None:
    content = saved(in_the_middle(nim.GAME, moves=1))
    content["heap"] = 0
    with pytest.raises(SaveError, match="phase: 0 actions are legal for seat"):
        nim.GAME.from_dict(content)


class WithFractions(nim.Nim):
    """Nim with a field of fractions, and with points that nobody takes."""

    name = "fractions_v0"
    dtype = table_dtype(
        header(3, 4, 8, point=2), [("heap", "i1"), ("last", "i1"), ("worth", "f4"), ("worths", "f4", (2,))]
    )


def test_fractions_are_kept_and_checked() -> None:
    game = WithFractions()
    state = game.new(3, backend="interpreted")
    state.tables.array["worth"], state.tables.array["worths"] = 0.25, [-1.5, 1e30]
    content = saved(state)
    assert (content["worth"], "point" in content) == (0.25, False)
    again = game.from_dict(content, backend="interpreted")
    assert again.to_dict() == state.to_dict()
    for wrong in ("much", True, 1e39, float("nan")):
        with pytest.raises(SaveError, match=r"^worth: a number .* is expected"):
            game.from_dict(content | {"worth": wrong})
    assert game.from_dict(content | {"worth": 2}).record["worth"] == 2
