"""PPO for hybrid actions: what its two heads say, its advantages, and a run that is taken up again."""

from pathlib import Path

import pytest
import torch
import typer
from rich.console import Console

from training.bridges import hybrid_ppo
from training.bridges.hybrid_ppo import Action, Agent, Seen, Settings

SMALL = Settings("figures_v0", envs=4, steps=6, hidden=16, minibatches=2, epochs=1)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "interpreted")


def seen(rows: int) -> Seen:
    mask = torch.zeros(rows, 5, dtype=torch.bool)
    mask[:, 1] = mask[:, 4] = True
    uses = torch.zeros(rows, 3)
    uses[:, 2] = 1
    return Seen(torch.randn(rows, 7), mask, uses)


def test_only_legal_choices_are_drawn_and_only_used_coordinates_count() -> None:
    torch.manual_seed(0)
    agent, shown = Agent(7, 5, 3, 16), seen(300)
    action = agent.act(shown)
    assert set(action.choice.tolist()) == {1, 4}
    told, entropy = agent.judged(shown, action)
    other = action.raw.clone()
    other[:, :2] += 3.0
    assert torch.equal(agent.judged(shown, Action(action.choice, other))[0], told)
    other[:, 2] += 3.0
    assert not torch.isclose(agent.judged(shown, Action(action.choice, other))[0], told).any()
    assert (entropy > 0).all()


def test_without_continuous_parameters_it_is_a_masked_categorical() -> None:
    agent = Agent(7, 5, 0, 16)
    shown = seen(4)._replace(uses=torch.zeros(4, 0))
    action = agent.act(shown)
    assert action.raw.shape == (4, 0)
    assert torch.allclose(agent.judged(shown, action)[0], agent.heads(shown)[0].log_prob(action.choice))


def test_advantages_stop_at_the_end_of_a_game() -> None:
    values = torch.tensor([[0.5], [0.2], [0.0]])
    rewards, ends = torch.tensor([[0.0], [1.0], [0.0]]), torch.tensor([[0.0], [1.0], [0.0]])
    found = hybrid_ppo.advantages_of(values, rewards, ends, torch.tensor([0.4]), 0.5)
    assert torch.allclose(found, torch.tensor([[0.2 - 0.5 + 0.5 * 0.8], [1 - 0.2], [0.4]]))


@pytest.mark.parametrize("parameters", ["continuous", "discrete"])
def test_a_run_goes_on_from_its_checkpoint(tmp_path: Path, parameters: str) -> None:
    settings = Settings(**{**vars(SMALL), "parameters": parameters})
    console = Console(quiet=True)
    agent, first = hybrid_ppo.train(settings, 0.0001, tmp_path, console)
    assert first >= 24
    again, decisions = hybrid_ppo.train(settings, 0.0, tmp_path, console)
    assert decisions == first
    assert all(torch.equal(one, two) for one, two in zip(agent.parameters(), again.parameters(), strict=True))
    minutes = torch.load(tmp_path / hybrid_ppo.CHECKPOINT, weights_only=True)["seconds"] / 60
    more, decisions = hybrid_ppo.train(settings, minutes + 0.0001, tmp_path, console)
    assert decisions > first
    assert any(not torch.equal(one, two) for one, two in zip(agent.parameters(), more.parameters(), strict=True))


def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path) -> None:
    hybrid_ppo.train(SMALL, 0.0001, tmp_path, Console(quiet=True))
    with pytest.raises(typer.BadParameter, match="is of a run with"):
        hybrid_ppo.train(Settings(**{**vars(SMALL), "seed": 9}), 0.0001, tmp_path, Console(quiet=True))


def test_a_measurement_counts_the_first_game_of_each_table() -> None:
    torch.manual_seed(1)
    tables = hybrid_ppo.Tables(SMALL, 2, 0)
    agent = Agent(tables.seen.observation.shape[1], tables.choices, tables.coordinates, 16)
    rate = hybrid_ppo.measure(agent, SMALL, 6)
    assert 0 <= rate.low <= rate.rate <= rate.high <= 1 and rate.rate * 6 == pytest.approx(round(rate.rate * 6))
