"""Lines of later tables are asked for while one is stepped, and games are the same."""

import re
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dynasty_env.kit.engine.ahead import LINE, READ, asking, claiming, lines_ahead
from dynasty_env.kit.engine.table import header, offset_of, table_dtype
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.game import Game
from tests.tiny import nim

FAR = table_dtype(header(actions=3, stack=30, trace=100), [("hidden", "i1", (200,)), ("shown", "i1", (100,))])
SHOWN, TRACE = offset_of(FAR, "shown"), offset_of(FAR, "trace")


def test_what_observations_read_is_asked_for_line_by_line() -> None:
    asked = np.array(lines_ahead(FAR, {"shown"})) - READ * FAR.itemsize
    assert (asked % LINE == 0).all()
    lines = set((asked // LINE).tolist())
    assert lines >= {0, TRACE // LINE, SHOWN // LINE, (SHOWN + 99) // LINE}
    assert not lines & set(range(TRACE // LINE + 2, SHOWN // LINE))


def test_a_games_lines_follow_from_its_observe_rule_and_its_rows() -> None:
    game = nim.GAME
    rules: Any = game._compiled_rules
    lines = lines_ahead(game.dtype, {"heap", "last"})
    halves = lines[: len(lines) // 2], lines[len(lines) // 2 :]
    asked: list[Any] = asking(lines)
    for rule, half in zip(asked, halves, strict=True):
        assert list(map(int, re.findall(r"fetch\(t, (\d+)\)", rule.__source__))) == half
    wanted = [*asked, claiming(game.layout.size, len(game.action_names))]
    for rule in wanted:
        assert rules[rule.__name__].__source__ == rule.__source__


def played(game: Game) -> bytes:
    """All bytes of thirty steps at five tables."""
    env = VectorEnv(game, 5, seed=3, backend="compiled")
    batch, shown = env.reset(), b""
    for _ in range(30):
        batch = env.step(np.argmax(batch.action_mask, axis=1))
        shown += b"".join(np.ascontiguousarray(part).tobytes() for part in batch) + env.tables.array.tobytes()
    return shown


def compiled_anew(game: Game) -> str:
    """The machine code of a step, which is not taken from a cache: there it cannot be looked at. All else is."""
    shutil.copytree(nim.GAME.compiled.cache, game.compiled.cache, dirs_exist_ok=True)
    (game.compiled.cache / "batch_step.ready").unlink()
    return "".join(game.compiled.entry("batch_step").inspect_llvm().values())


def test_games_are_the_same_with_lines_asked_for_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = played(nim.GAME)
    asking_for, plain = nim.Nim(), nim.Nim()
    monkeypatch.setitem(vars(plain), "_compiled_rules", plain._replaced)
    for game, ahead in ((asking_for, True), (plain, False)):
        monkeypatch.setenv("DYNASTY_ENV_CACHE", str(tmp_path / str(ahead)))
        assert ("llvm.prefetch" in compiled_anew(game)) == ahead
        assert played(game) == kept
