"""The single-file PPO: it keeps to masks, learns, writes curves, and follows from its seed."""

from pathlib import Path

import gymnasium
import pytest
import torch

from tests.tiny import cut_in
from training.bridges import cleanrl_ppo

gymnasium.register(
    "tests/CleanRLCutIn-v0",
    vector_entry_point="agents.opponents:seat_vec_env",
    kwargs={"game": cut_in.GAME, "backend": "interpreted"},
)


def args(out: Path, **changes: object) -> cleanrl_ppo.Args:
    words = {
        "env-id": "tests/CleanRLCutIn-v0",
        "out": out,
        "num-players": 3,
        "num-envs": 32,
        "num-steps": 16,
        "hidden": 32,
    }
    return cleanrl_ppo.parse_args([f"--{name}={value}" for name, value in {**words, **changes}.items()])


@pytest.mark.slow
def test_it_learns_and_writes_its_curves(tmp_path: Path) -> None:
    agent, told = cleanrl_ppo.train(args(tmp_path, **{"total-timesteps": 24 * 512}))
    assert len(told) == 24
    assert told[-1] > 0.05  # 0 is what random play wins, with a standard error of 0.005
    assert all(torch.isfinite(p).all() for p in agent.parameters())
    assert list(tmp_path.glob("*/events.out.tfevents.*"))


def test_a_seed_repeats_a_run(tmp_path: Path) -> None:
    ends = []
    for _ in range(2):
        agent, told = cleanrl_ppo.train(args(tmp_path, **{"total-timesteps": 2 * 512}))
        ends.append((told, [p.sum().item() for p in agent.parameters()]))
    assert ends[0] == ends[1]


def test_illegal_actions_never_come() -> None:
    agent = cleanrl_ppo.Agent(5, 7, 16)
    mask = torch.rand(500, 7) < 0.3
    mask[~mask.any(dim=1), 2] = True
    action, logprob, entropy, value = agent.get_action_and_value(torch.randn(500, 5), mask)
    assert mask[torch.arange(500), action].all()
    assert torch.isfinite(logprob).all()
    assert torch.isfinite(entropy).all()
    assert value.shape == (500,)


def test_an_unknown_option_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cleanrl_ppo.parse_args(["--colour", "red"])
    assert "colour" in capsys.readouterr().err


@pytest.mark.parametrize("steps", ["-4", "100"])
def test_less_than_a_batch_is_refused(steps: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cleanrl_ppo.parse_args(["--total-timesteps", steps])
    assert "less than one batch, of 64 · 64 decisions" in capsys.readouterr().err
