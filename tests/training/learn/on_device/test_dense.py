"""The dense form of a network says what the network says."""

import pytest
import torch

from dynasty_env.kit.game import Game
from tests.games import ALL
from tests.training.learn.test_network import FEW, sample, shaken
from training.learn.network import features, for_game
from training.learn.on_device.dense import DenseChoices, DenseNetwork, dense_advice
from training.learn.sparse import IMPOSSIBLE

HERE = torch.tensor([1])


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_the_same_numbers_and_gradients(game: Game) -> None:
    observation, mask = (part[:FEW] for part in sample(game, 2))
    network = shaken(for_game(game, 32)).train()
    advice = network.advice(observation, mask)
    sparse, dense = network.choices(observation, mask, advice), DenseNetwork(network)(observation, mask, advice)
    there = mask.nonzero(as_tuple=True)
    assert torch.allclose(dense.log_prob[there], sparse.log_prob, atol=1e-3, rtol=1e-4)
    assert (dense.log_prob[mask == 0] == IMPOSSIBLE).all()
    assert torch.allclose(dense.value, sparse.value, atol=1e-3, rtol=1e-4)
    assert dense.entropy().item() == pytest.approx(sparse.entropy().item(), abs=1e-4)
    assert torch.equal(dense.best(), sparse.best())
    taken = sparse.best()
    parameters = list(network.parameters())
    losses = [said.of(taken).mean() + said.value.square().mean() - said.entropy() for said in (sparse, dense)]
    mine, theirs = (torch.autograd.grad(loss, parameters) for loss in losses)
    for one, other, (name, _) in zip(mine, theirs, network.named_parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-3 * float(one.abs().max()) + 1e-6), name


def test_advice_is_read_alike() -> None:
    generator = torch.Generator().manual_seed(3)
    values = torch.randn(200, 9, generator=generator)
    values[values > 1.2] = -1e7
    values[100:] -= 1.0
    values[:20] = values[:20].round()
    values[:3] = -1e7
    mask = (torch.rand(200, 9, generator=generator) < 0.4).to(torch.int8)
    mask[:, 4] = 1
    row, action = mask.nonzero(as_tuple=True)
    read, dense = features(values, row, action), dense_advice(values * mask, mask)
    assert dense.of_action.isfinite().all()
    assert torch.allclose(dense.of_action[row, action], read.of_action, atol=1e-5)
    assert torch.allclose(dense.of_all, read.of_all, atol=1e-5)


def test_draws_follow_the_probabilities() -> None:
    probability = torch.tensor([[0.5, 0.0, 0.3, 0.2]])
    log_prob = probability.log().clamp(min=IMPOSSIBLE).expand(20_000, -1)
    drawn = DenseChoices(log_prob, torch.zeros(20_000)).draw(torch.Generator().manual_seed(0))
    found = torch.bincount(drawn, minlength=4) / len(drawn)
    assert torch.allclose(found, probability[0], atol=0.015)
    assert found[1] == 0


def test_no_number_lets_an_illegal_action_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.Tensor, "exponential_", lambda self, generator: self.fill_(1.0).index_fill_(1, HERE, 0.0))
    log_prob = torch.tensor([[-5.0, IMPOSSIBLE, -0.1]])
    assert DenseChoices(log_prob, torch.zeros(1)).draw(torch.Generator()).item() == 2


@pytest.mark.parametrize("game", ALL[:1], ids=lambda game: game.name)
def test_in_bfloat16_it_says_about_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    observation, mask = (part[:FEW] for part in sample(game, 2))
    network = for_game(game, 32).eval()
    dense, advice = DenseNetwork(network), network.advice(observation, mask)
    exact = dense(observation, mask, advice)
    monkeypatch.setattr("training.learn.on_device.dense.MIXED_PRECISION", ("cpu",))
    mixed = dense(observation, mask, advice)
    assert mixed.log_prob.dtype is mixed.value.dtype is torch.float32
    assert not torch.equal(mixed.log_prob, exact.log_prob)
    assert torch.allclose(mixed.log_prob.exp(), exact.log_prob.exp(), atol=0.03)
    assert torch.allclose(mixed.value, exact.value, atol=0.03)
