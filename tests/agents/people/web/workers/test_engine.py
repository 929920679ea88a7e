"""What a server compiles before its bots think, and which bots it offers."""

import asyncio
import os
from pathlib import Path

import pytest

import dynasty_env
from agents.people.serve import check_it_plays
from agents.people.web.workers.engine import Engine, compile_all
from dynasty_env.kit.errors import OptionError
from tests.agents.people.web.live import TINY
from tests.tiny import cut_in, nim

FAULTY = """
class Raiser:
    name = "raiser"

    def reset(self, seed):
        raise ValueError("my bug")

    def act(self, decision):
        return 0


class Quitter:
    name = "quitter"

    def reset(self, seed):
        raise SystemExit(1)

    def act(self, decision):
        raise SystemExit(1)
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY, encoding="utf-8")
    return file


def test_a_bot_that_fails_keeps_no_other_from_being_ready(faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "nice", lambda by: by)  # all tests after this one would have a low priority
    compile_all([TINY["nim_v0"]], (f"{faulty}:Raiser", f"{faulty}:Quitter", "random"))


def test_the_bots_of_a_server_are_ready_though_some_of_them_fail(faulty: Path) -> None:
    bots = (f"{faulty}:Raiser", f"{faulty}:Quitter", "mc:20:greedy")

    async def start() -> bool:
        engine = Engine({"nim_v0": TINY["nim_v0"]}, compiles=True, bots=bots)
        await engine.start()
        return engine.bots_ready

    assert asyncio.run(start())


def test_a_bot_is_offered_if_it_plays_one_of_the_games() -> None:
    games = [nim.GAME, cut_in.GAME, dynasty_env.game("figures_v0")]
    check_it_plays("champion", games)
    with pytest.raises(OptionError, match="there is no bot 'champion' for nim_v0"):
        check_it_plays("champion", games[:2])
