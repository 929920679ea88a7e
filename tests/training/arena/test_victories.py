"""Who wins among equal bots, counted at many tables at once."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from agents.registry import make_bot
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kingdoms.steps import Told
from dynasty_env.kit.errors import OptionError
from training.arena import victories
from training.arena.match import play_game
from training.arena.measure import EXTRAS
from training.arena.victories import count_victories
from training.cli import app

OPTIONS: dict[str, Any] = {"num_players": 3, "max_rounds": 5}


def test_greedy_games_are_those_of_single_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wins by order of play, colours, ends and deeds, counted again from games played one at a time."""
    monkeypatch.setattr(victories, "TABLES", 2)
    found = count_victories(KINGDOMS, "greedy", games=3, seed=5, options=OPTIONS, backend="interpreted")
    order, endings, conquered = np.zeros(3), [], 0
    for seed in (5, 6, 7):
        state = KINGDOMS.new(seed, backend="interpreted", **OPTIONS)
        first, seats = state.seat, set()

        class Watched:
            """A bot after whose moves the conquests are noted."""

            name = "greedy"

            def __init__(self) -> None:
                self.bot = make_bot("greedy", KINGDOMS)

            def reset(self, seed: int) -> None:
                self.bot.reset(seed)

            def act(self, turn: Any) -> int:
                note()
                return self.bot.act(turn)

        def note() -> None:
            seats.update(entry.seat for entry in state.trace() if entry.kind == Told.CONQUERED)  # noqa: B023

        play_game(state, [Watched() for _ in range(3)])
        note()
        order += np.roll(state.win_shares(), -first)
        endings.append(state.chronicle(None)[-1])
        conquered += len(seats)
    assert [rate.rate * 3 for rate in found.order] == pytest.approx(order)
    assert sorted(found.endings) == sorted(set(endings)) and sum(found.endings.values()) == 3
    assert (found.deeds["conquered a country"].seats if conquered else 0) == conquered
    assert found.games == 3 and sum(rate.games for rate in found.traits.values()) == 9
    unions = found.deeds["ends with a union"].seats + found.deeds["ends without a union"].seats
    assert unions == 9 and sum(found.outcomes.values()) == 3


def test_deeds_are_told_apart() -> None:
    """A contest's winner has won a throne; who follows without dice has been a child, a card or a rebel."""
    told = EXTRAS["kingdoms_v0"]().told
    heir = [int(Told.SUCCEEDED), 2, 7, 9, 0, 63]
    assert told([heir]) == [(2, "was succeeded by a child, a card or a rebel")]
    assert told([[int(Told.ROLLED), 1, 7, 8, 4, 63], heir]) == [(2, "won a succession contest")]
    assert told([[int(Told.CONQUERED), 0, 3, 1, 0, 63], [int(Told.TURN), 1, 0, 0, 4, 63]]) == [
        (0, "conquered a country")
    ]


def test_what_is_out_of_range_is_refused() -> None:
    with pytest.raises(OptionError, match="games=0"):
        count_victories(KINGDOMS, "random", games=0, options=OPTIONS)
    with pytest.raises(OptionError, match="no compiled bot 'mcts'"):
        count_victories(KINGDOMS, "mcts", games=1, options=OPTIONS)


def test_the_command_tells_and_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    file = tmp_path / "found.json"
    options = ["--bots", "random", "--seats", "2", "--games", "2", "--option", "max_rounds=5", "--json", str(file)]
    answer = CliRunner().invoke(app, ["victories", "kingdoms_v0", *options])
    assert answer.exit_code == 0, answer.output
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["games"] == 2 and len(found["order"]) == 2 and "in the order of play" in answer.output
    answer = CliRunner().invoke(app, ["victories", "kingdoms_v0", "--bots", "random", "--seats", "2", "--games", "1"])
    assert answer.exit_code == 0, answer.output
