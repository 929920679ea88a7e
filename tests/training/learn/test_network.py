"""Networks: illegal actions are impossible, cards are joined with their print, any game has one."""

import numpy as np
import pytest
import torch

from agents.registry import make_bot
from dynasty_env.dynasty import ids
from dynasty_env.dynasty.game import GAME
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot, Decision
from dynasty_env.three_kingdoms.game import GAME as THREE_KINGDOMS
from tests.games import ALL, brief
from training.arena.match import play_game
from training.learn.network import Choices, TableNetwork, for_game
from training.learn.policy_bot import PolicyBot
from training.learn.sparse import IMPOSSIBLE

Sample = tuple[torch.Tensor, torch.Tensor]


def sample(game: Game, games: int = 3) -> Sample:
    """Observations and masks of random games."""
    rng = np.random.default_rng(1)
    seen, masks = [], []
    for seed in range(games):
        state = game.new(seed, **brief(game))
        while not state.done:
            seen.append(state.observe(state.seat))
            masks.append(state.mask)
            state.play(int(rng.choice(state.legal())))
    return torch.from_numpy(np.array(seen)), torch.from_numpy(np.array(masks))


def shaken(network: TableNetwork) -> TableNetwork:
    """The network with parameters that say something."""
    torch.manual_seed(2)
    for parameter in network.parameters():
        parameter.data += 0.3 * torch.randn_like(parameter)
    return network


FEW = 60
"""Decisions for which no bot is compiled to give advice."""


@pytest.fixture(scope="module")
def dynasty_sample() -> Sample:
    observation, mask = sample(GAME)
    return observation[:FEW], mask[:FEW]


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
@pytest.mark.parametrize("advice", [0, 1])
def test_illegal_actions_have_probability_0_and_are_never_drawn(game: Game, advice: int) -> None:
    observation, mask = (part[:FEW] for part in sample(game, 2))
    network = shaken(for_game(game, 32, advice=advice))
    log_prob, value = network.policy(observation, mask)
    probability = log_prob.exp()
    assert (probability[mask == 0] == 0).all()
    assert torch.allclose(probability.sum(dim=1), torch.ones(len(mask)))
    assert value.shape == (len(mask),)
    choices = network.choices(observation, mask)
    generator = torch.Generator().manual_seed(3)
    for _ in range(20):
        chosen = choices.draw(generator)
        assert (mask.gather(1, chosen.unsqueeze(1)) == 1).all()
        assert torch.allclose(choices.of(chosen), log_prob.gather(1, chosen.unsqueeze(1)).squeeze(1))
    assert (choices.best() == log_prob.argmax(dim=1)).all()
    entropy = -(probability * log_prob).sum(dim=1).mean()
    assert torch.allclose(choices.entropy(), entropy)
    choices.entropy().backward()
    assert all(p.grad is None or p.grad.isfinite().all() for p in network.parameters())


def test_draw_follows_the_probabilities() -> None:
    wanted = torch.tensor([0.5, 0.3, 0.2, 0.0])
    row, action = torch.ones(40_000, 4).nonzero(as_tuple=True)
    choices = Choices(row, action, wanted.log().clamp(min=IMPOSSIBLE).repeat(40_000), torch.zeros(40_000))
    drawn = choices.draw(torch.Generator().manual_seed(4)).bincount(minlength=4) / 40_000
    assert torch.allclose(drawn, wanted, atol=0.01)


def test_an_untrained_policy_without_advice_is_near_uniform(dynasty_sample: Sample) -> None:
    observation, mask = dynasty_sample
    log_prob, value = for_game(GAME, advice=0).policy(observation, mask)
    uniform = mask.float() / mask.sum(dim=1, keepdim=True)
    assert (log_prob.exp() - uniform).abs().max() < 0.1
    assert value.abs().max() < 0.2


def test_an_untrained_policy_with_advice_is_near_the_games_own_bot(dynasty_sample: Sample) -> None:
    observation, mask = dynasty_sample
    log_prob, _ = for_game(GAME).policy(observation, mask)
    chosen = torch.from_numpy(GAME.greedy_actions(observation.numpy(), mask.numpy()))
    assert (log_prob.argmax(dim=1) == chosen).float().mean() > 0.9
    assert 0.5 < log_prob.gather(1, chosen.unsqueeze(1)).exp().mean() < 0.95


def test_evaluation_mode_says_the_same(dynasty_sample: Sample) -> None:
    network = shaken(for_game(GAME, 32))
    with torch.no_grad():
        slow = network.train().policy(*dynasty_sample)
        network.eval().policy(*dynasty_sample)
        fast = network.policy(*dynasty_sample)
    same = network.policy(*dynasty_sample)
    for a, b, c in zip(slow, fast, same, strict=True):
        assert torch.equal(a, c)
        assert torch.allclose(a, b, atol=1e-5)


def test_what_has_been_learned_is_played_as_soon_as_the_network_is_told(dynasty_sample: Sample) -> None:
    network = for_game(GAME, 32).eval()
    with torch.no_grad():
        before = network.policy(*dynasty_sample)
        shaken(network).eval()
        after, wanted = network.policy(*dynasty_sample), network.train().policy(*dynasty_sample)
    for a, b, c in zip(before, after, wanted, strict=True):
        assert not torch.allclose(a, b, atol=1e-2)
        assert torch.allclose(b, c, atol=1e-5)


def test_two_persons_alike_in_print_and_place_weigh_alike(dynasty_sample: Sample) -> None:
    """A logit that names a card follows from what is printed on it and where it is, not from its number."""
    network = for_game(GAME, 32)
    shaken(network)
    for encoder in network.encoders:
        torch.nn.init.zeros_(encoder.of_card.weight)  # type: ignore[arg-type, union-attr]
    printed = network.encoders[0].printed
    assert isinstance(printed, torch.Tensor)
    printed[1] = printed[0]
    observation, mask = (part[:1].clone() for part in dynasty_sample)
    for name in ("places", "owners"):
        start = GAME.layout[name].start
        observation[0, start + 1] = observation[0, start] = 2
    mask[0, ids.PERSON : ids.PERSON + 3] = 1
    with torch.no_grad():
        one, alike, other = network.policy(observation, mask)[0][0, ids.PERSON : ids.PERSON + 3].tolist()
    assert one == pytest.approx(alike, rel=1e-5)
    assert one != pytest.approx(other, rel=1e-2)


def test_an_empty_list_of_generals_tells_a_network_nothing() -> None:
    """480 places that say "nobody" at nearly every decision would be read as one loud voice."""
    observation, _ = (part[:FEW] for part in sample(THREE_KINGDOMS, 1))
    network = for_game(THREE_KINGDOMS, 32)
    listed = THREE_KINGDOMS.layout["listed"].place
    empty = (observation[:, listed] == -1).all(dim=1)
    assert empty.any()
    blank = observation.clone()
    blank[:, listed] = 0
    assert torch.equal(network.table(observation)[empty], network.table(blank)[empty])


@pytest.mark.parametrize("game", [game for game in ALL if game.values_actions], ids=lambda game: game.name)
def test_the_sharper_a_first_policy_the_more_often_it_does_what_greedy_would(game: Game) -> None:
    observation, mask = (part[:FEW] for part in sample(game, 1))
    values = torch.from_numpy(game.advice(observation.numpy(), mask.numpy(), backend="interpreted"))
    best = values.masked_fill(mask == 0, -torch.inf)
    of_greedy = best == best.amax(dim=1, keepdim=True)

    def follows(sharpness: float) -> torch.Tensor:
        log_prob, _ = for_game(game, 32, sharpness=sharpness).policy(observation, mask)
        return log_prob.exp().mul(of_greedy).sum(dim=1).mean()

    blunt, usual, sharp = map(follows, (0.0, 1.0, 2.0))
    assert blunt < usual < sharp
    assert sharp > 0.9


@pytest.mark.parametrize("best", [False, True])
def test_the_bot_plays_a_whole_game(best: bool) -> None:
    bot = PolicyBot(shaken(for_game(GAME, 32)).eval(), best=best)
    assert isinstance(bot, Bot)
    state = GAME.new(5)
    again = GAME.new(5)
    assert play_game(state, [bot, make_bot("random", GAME), bot, bot]) > 20
    play_game(again, [bot, make_bot("random", GAME), bot, bot])
    assert state.to_dict() == again.to_dict()
    decision = Decision(GAME.new(6), np.random.default_rng(0))
    assert bot.act(decision) in decision.legal
