"""Networks beside the one that learns: their average, a magnet, past selves."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from dynasty_env.kit.errors import OptionError
from tests.tiny import cut_in, nim
from training.learn import checkpoint
from training.learn.actor import ITSELF, PAST
from training.learn.checkpoint import CheckpointError
from training.learn.companions import PastSelves, move, places_in_use, still
from training.learn.network import Network, for_game
from training.learn.ppo import Learner, Settings

SMALL = {"width": 8}
SETTINGS: dict[str, Any] = {"seats": 3, "envs": 12, "rollout": 10, "minibatch": 16, "network": SMALL}


def parameters(network: Network) -> torch.Tensor:
    return torch.cat([parameter.detach().flatten() for parameter in network.parameters()])


def learner(**settings: Any) -> Learner:
    return Learner(cut_in.GAME, Settings(**SETTINGS | settings))


def updated(it: Learner, updates: int = 3) -> Learner:
    for n in range(updates):
        it.collect()
        it.learn(n / updates)
    return it


def test_a_follower_goes_its_share_of_the_way() -> None:
    one, other = for_game(cut_in.GAME, **SMALL), for_game(cut_in.GAME, **SMALL)
    follower = still(one)
    move(follower, other, 0.25)
    assert torch.allclose(parameters(follower), 0.75 * parameters(one) + 0.25 * parameters(other))
    assert not any(parameter.requires_grad for parameter in follower.parameters())


def test_the_average_is_the_mean_of_all_steps_at_first() -> None:
    it = learner(average=10_000)
    seen: list[torch.Tensor] = []
    step = it.step

    def step_and_note(*arguments: Any) -> Any:
        curves = step(*arguments)
        seen.append(parameters(it.network))
        return curves

    it.step = step_and_note  # type: ignore[method-assign]
    updated(it)
    assert len(seen) == it.progress.steps > 3
    assert torch.allclose(parameters(it.player), torch.stack(seen).mean(dim=0), atol=1e-6)
    assert not torch.allclose(parameters(it.player), parameters(it.network))


def test_the_network_that_a_checkpoint_plays_with_is_the_averaged_one(tmp_path: Path) -> None:
    it = updated(learner(average=50))
    checkpoint.write(tmp_path / checkpoint.FILE, it.content() | {"goal": {"steps": 1, "minutes": None}})
    found = checkpoint.network_of(checkpoint.read(tmp_path, cut_in.GAME), tmp_path, cut_in.GAME)
    assert torch.equal(parameters(found), parameters(it.player))


def test_a_magnet_holds_the_policy_near() -> None:
    """The nearer, the larger its weight: measured where the magnet does not follow at all."""
    distances = []
    for weight in (1e-9, 3.0):
        settings = Settings(seats=2, envs=64, rollout=32, minibatch=256, learning_rate=0.003, magnet=weight,
                            magnet_speed=0.0, network={"width": 32})  # fmt: skip
        it = updated(Learner(nim.GAME, settings), 40)
        it.collect()
        distances.append(it.learn(0.0)["from the magnet"])
    free, held = distances
    assert free > 0.01
    assert held < 0.5 * free


def test_past_selves_are_former_networks_and_a_game_keeps_its_own() -> None:
    it = learner(among_past=0.8, past_every=1, learning_rate=0.01)
    assert it.past is not None
    former = [parameters(it.network).clone()]
    for n in range(30):
        before = [actor.players.copy() for actor in it.actors]
        held = {place: parameters(it.past.networks[place]).clone() for place in places_in_use(before, PAST)}
        it.collect()
        it.learn(n / 30)
        former.append(parameters(it.network).clone())
        for place in places_in_use([actor.players for actor in it.actors], PAST) & set(held):
            assert torch.equal(parameters(it.past.networks[place]), held[place])
    assert len(it.past.networks) == 4
    for network in it.past.networks:
        assert any(torch.equal(parameters(network), one) for one in former)
    assert not all(torch.equal(parameters(network), former[0]) for network in it.past.networks)


def test_nothing_is_learned_from_what_past_selves_decide() -> None:
    it = learner(among_past=1.0, past_every=2)
    it.collect()
    (actor,) = it.actors
    rows = it.rollout.seat[it.rollout.steps.start :]
    assert (actor.players >= PAST).any(axis=1).all()
    assert (actor.players == ITSELF).any(axis=1).all()
    assert 0 < (rows == -1).sum() < rows.size


def test_a_past_self_leaves_when_its_last_game_has_ended() -> None:
    network = for_game(cut_in.GAME, **SMALL)
    selves = PastSelves(network, places=2, every=1, generator=torch.Generator().manual_seed(0))
    selves.update(network, ())
    newer = for_game(cut_in.GAME, **SMALL)
    selves.update(newer, in_use=(0, 1))
    (left,) = selves.open
    given_up = 1 - left
    assert torch.equal(parameters(selves.networks[given_up]), parameters(network))
    selves.update(newer, in_use=(0, 1))
    assert selves.open == [left]
    selves.every = 10
    selves.update(newer, in_use=(left,))
    assert selves.open == [0, 1]
    assert torch.equal(parameters(selves.networks[given_up]), parameters(newer))


@pytest.mark.parametrize(
    "settings",
    [
        {"among_past": 0.5, "past_every": 1, "among_greedy": 0.0},
        {"average": 20.0, "entropy_end": 0.0},
        {"magnet": 0.2},
        {"action_values": 0.5, "largest": 0.5},
        {"action_values": 1.0, "all_actions": True},
    ],
    ids=["past", "average", "magnet", "action values", "all actions"],
)
def test_a_run_goes_on_bit_for_bit_with_companions(settings: dict[str, Any]) -> None:
    whole, broken = learner(**settings), learner(**settings)
    updated(whole, 2)
    updated(broken, 2)
    again = learner(**settings)
    assert again.restore(broken.content())
    for it in (whole, again):
        updated(it, 3)
    assert torch.equal(parameters(whole.network), parameters(again.network))
    assert torch.equal(parameters(whole.player), parameters(again.player))
    assert np.array_equal(whole.actors[0].players, again.actors[0].players)


def test_a_critic_of_actions_learns_what_they_are_worth() -> None:
    """Nim: against whom errs at random, leaving a multiple of four is worth more than leaving anything else."""
    settings = Settings(
        seats=2, envs=128, rollout=32, minibatch=256, learning_rate=0.003, action_values=0.5, entropy=0.05,
        network={"width": 32},
    )  # fmt: skip
    it = Learner(nim.GAME, settings)
    for n in range(100):
        it.collect()
        it.learn(n / 100)
    heap = torch.tensor([[5], [6]], dtype=torch.int8)
    observation = torch.zeros((len(heap), nim.GAME.layout.size), dtype=torch.int8)
    observation[:, nim.GAME.layout["heap"].place] = heap
    with torch.no_grad():
        choices = it.network.choices(observation, torch.ones((len(heap), 3), dtype=torch.int8))
    assert choices.worth is not None
    assert (choices.worth.reshape(-1, 3).argmax(dim=1) == heap[:, 0] % 4 - 1).all()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"action_values": 1.5}, r"action_values=1.5 is out of range: 0 … 1"),
        ({"all_actions": True}, r"all_actions=True needs action_values above 0"),
        ({"largest": 0.0}, r"largest=0.0 is out of range: above 0"),
        ({"magnet": -1.0}, r"magnet=-1.0 is out of range: at least 0"),
        ({"average": float("nan")}, r"average=nan is out of range"),
        ({"among_greedy": 0.6, "among_past": 0.6}, r"more than all games"),
        ({"past_every": 0}, r"past_every=0 is out of range: at least 1"),
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Settings(**wrong)


def test_a_run_begins_with_a_network_that_lacks_a_critic_of_actions_but_with_no_other_shape() -> None:
    it = learner(action_values=0.5)
    plain = for_game(cut_in.GAME, **SMALL)
    it.begin_with(plain)
    shared = dict(plain.named_parameters())
    assert all(torch.equal(part, shared[name]) for name, part in it.network.named_parameters() if name in shared)
    with pytest.raises(CheckpointError, match="another shape"):
        it.begin_with(for_game(cut_in.GAME, width=9))
