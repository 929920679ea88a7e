"""A network's policy, improved at each decision by playouts of its own."""

from pathlib import Path

import numpy as np
import pytest
import torch

import dynasty_env
from agents.registry import make_bot
from agents.search.budget import Budget
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from tests.agents.search.looks import compare_searches, heap_of, scores_of, turn_of
from tests.memory.twins import AT_THE_DEAL
from tests.tiny import cut_in, nim
from training.arena import policies
from training.arena.deals import fingerprint
from training.arena.match import play_game
from training.learn import checkpoint
from training.learn.checkpoint import CheckpointError
from training.learn.network import Network, for_game
from training.learn.policy_search import PolicySearch
from training.learn.ppo import Learner
from training.learn.settings import Settings

TO_THE_END = 1000


def knows_nothing(game: Game) -> Network:
    """A network before any training: nearly uniform, and every position is worth 0."""
    torch.manual_seed(1)
    return for_game(game, 16).eval()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_winning_move_at_the_heap(size: int) -> None:
    search = PolicySearch(knows_nothing(nim.GAME), Budget(playouts=2000), depth=TO_THE_END)
    assert search.act(turn_of(heap_of(size))) == size % 4 - 1


def test_values_are_returns() -> None:
    """Three left and three to take: that wins at once; of the others nothing is seen with a step of no length."""
    search = PolicySearch(knows_nothing(nim.GAME), Budget(playouts=300), depth=TO_THE_END)
    logits, values = search.scores(turn_of(heap_of(3)))
    assert values[2] == 1.0
    assert values[0] < 1.0
    assert logits.argmax() == 2


def test_what_the_policy_rules_out_is_not_tried() -> None:
    network = knows_nothing(nim.GAME)
    with torch.no_grad():
        network.action.weight[0] = 0
        network.action.weight[1] = 0
    certain = PolicySearch(network, Budget(playouts=30), floor=0.9)
    _, values = certain.scores(turn_of(heap_of(9)))
    assert np.isnan(values).sum() == 1  # the two likeliest are always tried


def test_a_judged_playout_is_worth_what_the_network_says() -> None:
    network = knows_nothing(nim.GAME)
    with torch.no_grad():
        network.heads.bias.fill_(0.25)
        network.heads.weight.zero_()
    _, values = PolicySearch(network, Budget(playouts=60), depth=0).scores(turn_of(heap_of(20)))
    assert values[~np.isnan(values)] == pytest.approx(0.25)


def test_the_same_playouts_give_the_same_scores() -> None:
    search = PolicySearch(knows_nothing(nim.GAME), Budget(playouts=200))
    one, two, other = (search.scores(turn_of(heap_of(15), seed))[0].tobytes() for seed in (1, 1, 2))
    assert one == two != other


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)
def test_it_plays_whole_games(game: Game) -> None:
    search = PolicySearch(knows_nothing(game), Budget(playouts=20), depth=4)
    state = game.new(5)
    assert play_game(state, [search] * state.num_players) > 0


# -- by name -----------------------------------------------------------------------------------------------------------


def run_in(folder: Path) -> Path:
    learner = Learner(nim.GAME, Settings(seats=2, envs=4, rollout=8, network={"width": 8}))
    checkpoint.write(folder / checkpoint.FILE, learner.content() | {"goal": {"steps": 100, "minutes": None}})
    return folder


def test_it_is_known_by_its_run_and_budget(tmp_path: Path) -> None:
    name = f"policy+search:{run_in(tmp_path)}:50"
    assert policies.checkpoint_of(name) == tmp_path / checkpoint.FILE
    assert make_bot(name, nim.GAME).name == name
    assert fingerprint(name, nim.GAME) == fingerprint(f"policy:{tmp_path}", nim.GAME) != ""


def test_what_is_wrong_with_a_name_is_said(tmp_path: Path) -> None:
    run_in(tmp_path)
    for name, error, words in (
        (f"policy+search:{tmp_path}:0", OptionError, "out of range"),
        (f"policy+search:{tmp_path}:soon", OptionError, "budget"),
        ("policy+search:500ms", OptionError, "names a run and a budget"),
        (f"policy+search:{tmp_path / 'elsewhere'}:100", CheckpointError, "no such checkpoint"),
    ):
        with pytest.raises(error, match=words):
            make_bot(name, nim.GAME)
    with pytest.raises(CheckpointError, match="trained at nim_v0"):
        make_bot(f"policy+search:{tmp_path}:100", cut_in.GAME)


# -- what a seat cannot know makes no difference -----------------------------------------------------------------------


@pytest.mark.parametrize("name", AT_THE_DEAL)
def test_twins_are_searched_alike(name: str) -> None:
    game = dynasty_env.game(name)
    search = PolicySearch(knows_nothing(game), Budget(playouts=24), depth=6)
    assert compare_searches(game, [scores_of(search)], 12, 0.3) > 12
