"""A model of MaskablePPO is a bot by its name: alone and for many tables at once it does the same."""

import re
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

from agents.registry import make_bot, runs_a_program
from agents.uniform import Random
from dynasty_env.kit import heartbeat
from dynasty_env.kit.envs.seat_vector import SeatVectorEnv
from dynasty_env.kit.envs.single import SingleSeatEnv
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.seats.decision import Batched, Decision
from tests.tiny import cut_in, nim
from training.arena import policies
from training.arena.evaluate import BatchPlayer, player_of
from training.arena.match import play_match
from training.bridges import sb3_maskable
from training.bridges.sb3_bot import ModelBot
from training.bridges.sb3_features import rows_of
from training.bridges.sb3_vector import SeatVecEnv


def saved(file: Path, features: Any = "onehot", game: Any = nim.GAME, policy: Any = None) -> Path:
    """A model that has learned nothing."""
    tables = SeatVecEnv(SeatVectorEnv(game, 2, features=features))
    model = MaskablePPO("MlpPolicy", tables, seed=1, device="cpu", policy_kwargs=policy)
    model.save(file)
    return file


@pytest.mark.parametrize(("features", "policy"), [("raw", None), ("onehot", None), ("raw", rows_of(nim.GAME))])
def test_one_table_and_many(tmp_path: Path, features: str, policy: Any) -> None:
    name = f"sb3:{saved(tmp_path / 'model.zip', features, policy=policy)}"
    bot = make_bot(name, nim.GAME)
    assert isinstance(bot, Batched)
    assert bot.name == name
    states = [nim.GAME.new(seed, num_players=2 + seed % 3) for seed in range(20)]
    for state in states[::2]:
        state.play(int(state.legal()[-1]))
    seen = np.stack([state.observe(state.seat) for state in states])
    mask = np.stack([state.mask for state in states])
    actions = bot.act_many(seen, mask)
    assert mask[np.arange(20), actions].all()
    assert [bot.act(Decision(state, np.random.default_rng(0))) for state in states] == actions.tolist()
    player = player_of(name, nim.GAME)
    assert isinstance(player, BatchPlayer)
    assert (player.decide(seen, mask) == actions).all()
    assert play_match(nim.GAME, [bot, bot], games=4, seed=1).rate(0).games == 4


def test_its_file_counts_as_a_program_and_is_hashed(tmp_path: Path) -> None:
    """Pickled objects run code: such a bot is made only where somebody has typed its name."""
    assert runs_a_program("sb3:model.zip")
    assert policies.network_of("sb3:model.zip", nim.GAME) == Path("model.zip")


def test_what_cannot_play_is_refused(tmp_path: Path) -> None:
    def refused(file: Path, message: str) -> None:
        with pytest.raises(SaveError, match=message):
            make_bot(f"sb3:{file}", nim.GAME)

    refused(tmp_path / "nothing.zip", r"there is no model .*nothing\.zip")
    (tmp_path / "text.zip").write_text("no model")
    refused(tmp_path / "text.zip", r"text\.zip is not a model of MaskablePPO")
    refused(saved(tmp_path / "other.zip", game=cut_in.GAME), r"it was trained on observations .*, not on nim_v0's")
    PPO("MlpPolicy", SeatVecEnv(SeatVectorEnv(nim.GAME, 2)), device="cpu").save(tmp_path / "plain.zip")
    refused(tmp_path / "plain.zip", "not a model of MaskablePPO: .*must subclass Maskable")


def test_other_actions_are_refused() -> None:
    class More(gymnasium.ActionWrapper[Any, Any, Any]):
        action_space = gymnasium.spaces.Discrete(99)

        def action(self, action: Any) -> Any:
            return action

    env = More(SingleSeatEnv(nim.GAME, [Random()], features="raw", backend="interpreted"))
    with pytest.raises(SaveError, match=r"trained on actions Discrete\(99\); nim_v0 has \d"):
        ModelBot(MaskablePPO("MlpPolicy", env, device="cpu"), nim.GAME, "more")


def test_learning_in_one_seat_gives_a_model_that_plays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no line can be drawn, it says every ten seconds how far it is."""
    monkeypatch.setattr(heartbeat, "EVERY", 0.05)
    monkeypatch.setattr(sb3_maskable, "compile_entries", lambda game, names, console: None)
    file = tmp_path / "model.zip"
    sb3_maskable.learn_in_one_seat(nim.GAME, {"num_players": 3}, 300, 1, file, envs=2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.zip"]
    model = MaskablePPO.load(file)
    updates = model._n_updates // sb3_maskable.SETTINGS["n_epochs"]
    assert model.num_timesteps == updates * 2 * sb3_maskable.SETTINGS["n_steps"] >= 300, "it learns from all decisions"
    assert make_bot(f"sb3:{file}", nim.GAME).name == f"sb3:{file}"
    told = r"^training: [\d,]+ decisions in [\d.]+ minutes, of 300 decisions: .+ \(\d+ s\)$"
    assert re.search(told, capsys.readouterr().err, re.MULTILINE)
