"""MaskablePPO of sb3-contrib by name: its settings reach it, its games are its own, and its result is a bot."""

from pathlib import Path
from typing import Any

import pytest

import dynasty_env
from agents.registry import make_bot
from training.algorithms.maskable_ppo import MaskablePPO, MaskablePPOSettings

pytest.importorskip("sb3_contrib")


def test_its_settings_reach_it_and_its_result_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from training.arena import policies  # noqa: F401  its bots are known by name
    from training.bridges import sb3_maskable

    met: list[dict[str, Any]] = []
    made = sb3_maskable.MaskablePPO

    def noted(*given: Any, **settings: Any) -> Any:
        met.append(settings)
        return made(*given, **settings)

    monkeypatch.setattr(sb3_maskable, "MaskablePPO", noted)
    game = dynasty_env.game("kuhn_v0")
    settings = MaskablePPOSettings(seats=2, seed=3, n_steps=8, batch_size=64, ent_coef=0.05)
    bot = MaskablePPO.train(game, settings, 600, tmp_path)
    assert {key: met[0][key] for key in ("seed", "n_steps", "batch_size", "ent_coef", "gamma")} == {
        "seed": 3, "n_steps": 8, "batch_size": 64, "ent_coef": 0.05, "gamma": 1.0,
    }  # fmt: skip
    assert bot == f"sb3:{tmp_path / 'model.zip'}"
    assert make_bot(bot, game).name == bot
    assert MaskablePPO.train(game, settings, 600, tmp_path) == bot and len(met) == 1, "it trains no more"


def test_its_reward_and_its_own_games_reach_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from training.bridges.sb3_vector import SeatVecEnv

    kinds: list[int] = []
    dealt: list[set[int]] = []
    reset = SeatVecEnv.reset

    def noted(self: SeatVecEnv) -> Any:
        result = reset(self)
        kinds.append(self.env._kind)
        dealt.append(set(self.env.tables.array["seed"].tolist()))
        return result

    monkeypatch.setattr(SeatVecEnv, "reset", noted)
    game = dynasty_env.game("kuhn_v0")
    for seed in (1, 2):
        settings = MaskablePPOSettings(seats=2, seed=seed, reward="points", n_steps=2, batch_size=32)
        MaskablePPO.train(game, settings, 200, tmp_path / str(seed))
    assert kinds == [game.rewards.index("points")] * 2
    assert len(dealt[0]) == 64
    assert not dealt[0] & dealt[1], "runs of other seeds learn from other deals"
