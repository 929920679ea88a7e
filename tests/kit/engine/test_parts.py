"""What a game's rules compile to is made once, and every entry calls it."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from dynasty_env.kit.engine.backend import Program
from dynasty_env.kit.engine.parts import PARTS
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import push
from tests.tiny import nim, weighed_nim
from tests.tiny.nim import Nim, Step, observe


@rule
def deal_by_dividing(t):
    t.heap = 21 // t.seed
    t.last = -1
    push(t, Step.TAKE, 0, 0, 0)


class Dividing(Nim):
    """Cannot be dealt from seed 0."""

    name = "dividing_v0"
    rules = Nim.rules | {"deal": deal_by_dividing}


def test_entries_call_parts_and_hold_none_of_their_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled, and not loaded, can be looked at: two entries and a part are, all else is at hand."""
    kept, game = nim.GAME.compiled.cache, Nim()
    monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path))
    shutil.copytree(kept, game.compiled.cache, dirs_exist_ok=True)
    for anew in ("step", "batch_step", "part_play_step"):
        (game.compiled.cache / f"{anew}.ready").unlink(missing_ok=True)
    entry = game.compiled.entry("step")
    (code,) = entry.inspect_llvm().values()
    symbols = [f"{game.compiled.cache.name}.{part}" for part in game.compiled.parts_of("step")]
    assert {symbol.partition(".")[2] for symbol in symbols} >= {"part_legal_step", "part_play_step"}
    for symbol in symbols:
        assert f'declare i32 @"{symbol}"' in code or f"declare i32 @{symbol}" in code
    made = (game.compiled.cache / "part_play_step.ready").stat().st_mtime_ns
    game.compiled.entry("batch_step")
    assert (game.compiled.cache / "part_play_step.ready").stat().st_mtime_ns == made


def test_what_a_part_raises_is_raised() -> None:
    game = Dividing()
    assert game.new(3, backend="compiled").record["heap"] == 7
    with pytest.raises(ZeroDivisionError):
        game.new(0, backend="compiled")


def test_only_what_an_entry_calls_is_compiled_with_it() -> None:
    compiled = nim.GAME.compiled
    assert compiled.parts_of("returns") == ["part_game_returns"]
    assert "part_game_greedy" not in compiled.parts_of("random_playouts")
    assert "part_game_greedy" in compiled.parts_of("greedy_playouts")
    assert compiled.parts_of("part_game_audit") == []


def test_bots_that_value_actions_share_their_values() -> None:
    parts = weighed_nim.GAME.compiled.parts_of("greedy_playouts")
    assert {"part_game_look", "part_game_worth"} <= set(parts)
    assert "part_game_greedy" not in parts


def peek(tables: Any, seen: Any) -> None:
    observe(tables[0], 0, seen[0])


def test_a_rule_that_is_named_itself_is_its_part_too() -> None:
    def signature(_: str, record: Any, seen: Any) -> Any:
        return types.void(types.Array(record, 1, "C"), types.Array(seen, 1, "C"))

    program = nim.GAME.compile(Program("peek", {"peek": peek}, signature))
    assert program.parts_of("peek") == ["part_game_observe"]
    state = nim.GAME.new(4)
    seen = np.zeros(1, nim.GAME.layout.dtype)
    program.call("peek", state.tables, seen)
    assert seen.tobytes() == state.observe(0).tobytes()


def test_every_part_is_named_after_its_rule() -> None:
    for name, part in PARTS.items():
        assert part.__code__.co_names == (name.removeprefix("part_"),)
