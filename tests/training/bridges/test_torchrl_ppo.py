"""TorchRL over the same tables: its own checks of the specs, masks kept, and a PPO that learns."""

from typing import Any

import numpy as np
import pytest
import torch

from dynasty_env import shinsengumi_v0
from dynasty_env.kit.game import Game
from tests.tiny import cut_in, nim

pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested:UserWarning")
GAMES = pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME, shinsengumi_v0.game], ids=lambda game: game.name)


@pytest.fixture(scope="module")
def torchrl_ppo() -> Any:
    from training.bridges import torchrl_ppo  # as long to import as all else, so only where it is tested

    return torchrl_ppo


@GAMES
def test_one_seat_passes_the_check_of_specs(torchrl_ppo: Any, game: Game) -> None:
    from torchrl.envs import check_env_specs

    env = torchrl_ppo.seat_env(game, backend="interpreted")
    check_env_specs(env, seed=3)  # of a game that goes on: after its end it would draw an action where none is legal


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)
def test_all_seats_pass_the_check_of_specs(torchrl_ppo: Any, game: Game) -> None:
    from torchrl.envs import check_env_specs

    env = torchrl_ppo.self_play_env(game, backend="interpreted")
    check_env_specs(env, seed=3)
    played = env.rollout(200)
    acting = torch.cat([played[seat, "mask"] for seat in env.group_map], dim=-1)
    assert (acting.sum(-1) == 1).all()  # one seat at a time
    for seat in env.group_map:
        acts = played[seat, "mask"][:, 0]
        chosen = played[seat, "action_mask"][:, 0].gather(-1, played[seat, "action"])
        assert chosen[acts].all()
        assert played["next", seat, "reward"][-1] != 0 or game is cut_in.GAME


def test_random_actions_are_legal_game_after_game(torchrl_ppo: Any) -> None:
    env = torchrl_ppo.seat_env(cut_in.GAME, backend="interpreted", seat=0)
    played = env.rollout(150, break_when_any_done=False)
    assert played["action_mask"].gather(-1, played["action"].unsqueeze(-1)).all()
    assert played["next", "done"].sum() > 3
    over = played["next", "action_mask"][played["next", "done"][:, 0]]
    assert over[:, 0].all() and not over[:, 1:].any()  # a mask is never empty


def test_an_actor_gives_illegal_actions_no_probability(torchrl_ppo: Any) -> None:
    actor, _ = torchrl_ppo.networks(cut_in.GAME.layout.onehot_size, 7)
    env = torchrl_ppo.seat_env(cut_in.GAME, backend="interpreted")
    played = env.rollout(100, actor, break_when_any_done=False)
    assert played["action_mask"].gather(-1, played["action"].unsqueeze(-1)).all()
    dist = actor.get_dist(played)
    assert (dist.probs[~played["action_mask"]] == 0).all()


@pytest.mark.slow
def test_ppo_learns(torchrl_ppo: Any) -> None:
    actor, means = torchrl_ppo.train(
        cut_in.GAME, "random", 12 * 512, batch=512, minibatch=64, learning_rate=2e-3, envs=4, backend="interpreted"
    )
    assert len(means) == 12
    assert np.mean(means[-3:]) > 0.025  # 0 is what random play wins, with a standard error of 0.008
    assert all(torch.isfinite(p).all() for p in actor.parameters())


def test_the_script(torchrl_ppo: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")
    torchrl_ppo.main("shinsengumi_v0", "random", steps=64, envs=2, batch=64, seats=2, seed=1)
    assert "64 decisions: mean reward" in capsys.readouterr().out
