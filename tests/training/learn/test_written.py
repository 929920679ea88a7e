"""A network that has been written to a file is taken up again, and learns on."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from rich.console import Console

from agents.network.batch import BatchPolicy
from agents.network.player import champion, champion_file
from agents.network.policy import load_policy
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.shinsengumi.game import GAME
from tests.tiny import nim
from training.learn import written
from training.learn.checkpoint import CheckpointError
from training.learn.export import export, export_run
from training.learn.network import TableNetwork, for_game
from training.learn.run import Goal, Routine, resume, start
from training.learn.settings import Settings

SETTINGS = Settings(seats=2, envs=4, rollout=8, greedy_share=0.0, network={"width": 16, "card_width": 8}, seed=3)


@pytest.fixture(autouse=True)
def _fewer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for these networks."""
    monkeypatch.setattr(written, "FITTED", 200)


def learned(seed: int) -> TableNetwork:
    """A network that began as those of runs with this seed, and has come away from there."""
    torch.manual_seed(seed)
    network = for_game(GAME, 16, 8)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter += 0.05 * torch.randn(parameter.shape)
    return network.eval()


def decisions() -> tuple[torch.Tensor, torch.Tensor]:
    """Those of a whole game: what is seen, what is legal."""
    state, rng = GAME.new(5, num_players=4), np.random.default_rng(1)
    seen, masks = [], []
    while not state.done:
        seen.append(state.observe(state.seat))
        masks.append(state.mask)
        state.play(int(rng.choice(state.legal())))
    return torch.from_numpy(np.array(seen)), torch.from_numpy(np.array(masks))


@pytest.mark.parametrize("seed", [1, 3])
def test_a_network_of_a_file_decides_as_it_did(tmp_path: Path, seed: int) -> None:
    network = learned(seed)
    export(tmp_path / "net.safetensors", GAME, network, {"settings": json.dumps({"seed": 3})})
    found = written.network_in(tmp_path / "net.safetensors", GAME)
    seen, mask = decisions()
    with torch.no_grad():
        before, after = network.choices(seen, mask), found.choices(seen, mask)
    assert (before.log_prob - after.log_prob).abs().max() < 0.1
    assert (before.best() == after.best()).float().mean() > 0.97
    assert (before.value - after.value).abs().max() < 0.05


def test_encodings_that_no_run_with_that_seed_comes_to_are_refused(tmp_path: Path) -> None:
    export(tmp_path / "net.safetensors", GAME, learned(8), {"settings": "{}"})
    with pytest.raises(SaveError, match="start from the run itself"):
        written.network_in(tmp_path / "net.safetensors", GAME)


def test_a_file_says_with_which_seed_the_first_of_its_runs_began(tmp_path: Path) -> None:
    """Runs that begin with each other's networks, of other seeds; the last one's file can be begun with, too."""
    about = {"minutes": None, "steps": SETTINGS.envs * SETTINGS.rollout}
    origin = None
    for seed in (7, 8, 9):
        settings, folder = replace(SETTINGS, seed=seed), tmp_path / str(seed)
        run = start(GAME, settings, Goal(**about), folder, routine=Routine(evaluate_every=0.0), origin=origin)
        assert run.train()
        origin = folder
        assert resume(GAME, folder, goal=Goal(steps=2 * about["steps"])).learner.network.first_seed == 7
    export_run(tmp_path / "9", tmp_path / "net.safetensors", game=GAME)
    said = load_policy(tmp_path / "net.safetensors", GAME).about
    assert (said["first_seed"], json.loads(said["settings"])["seed"]) == ("7", 9)
    assert written.network_in(tmp_path / "net.safetensors", GAME).first_seed == 7


def test_a_run_begins_with_the_champion_and_learns_against_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written, "FITTED", 300)  # a larger network
    settings = Settings(envs=4, rollout=8, greedy_share=1.0, champion_share=1.0)
    goal, routine = Goal(steps=settings.envs * settings.rollout), Routine(evaluate_every=0.0)
    run = start(GAME, settings, goal, tmp_path / "run", routine=routine, origin=Path("champion"), console=Console())
    seen, mask = decisions()
    with torch.no_grad():
        does = run.learner.network.choices(seen, mask).best().numpy()
    assert (does == BatchPolicy(champion(GAME).policy, GAME).best(seen.numpy(), mask.numpy())).mean() > 0.97
    assert run.train()


def test_a_run_has_the_shape_of_the_network_that_it_begins_with(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    export(file, GAME, learned(1), {"settings": "{}"})
    settings = Settings(envs=4, rollout=8, greedy_share=0.0, network={"card_width": 8})
    run = start(GAME, settings, Goal(steps=1), tmp_path / "run", routine=Routine(evaluate_every=0.0), origin=file)
    assert run.learner.settings.network == {"width": 16, "card_width": 8, "advice": 1}
    with pytest.raises(CheckpointError, match="another shape"):
        run.learner.begin_with(for_game(GAME, 32, 8))


def test_who_has_no_champion_and_what_is_none_is_said(tmp_path: Path) -> None:
    assert not champion_file(nim.GAME).exists()
    with pytest.raises(OptionError, match="no champion for nim_v0"):
        start(nim.GAME, SETTINGS, Goal(steps=1), tmp_path / "run", origin=Path("champion"))
    with pytest.raises(SaveError):
        start(GAME, SETTINGS, Goal(steps=1), tmp_path / "run", origin=tmp_path / "none.safetensors")
