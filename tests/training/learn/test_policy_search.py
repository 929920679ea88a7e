"""A network's policy, improved at each decision by playouts of its own."""

from pathlib import Path
from typing import Any

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
from training.learn import checkpoint, policy_search
from training.learn.checkpoint import CheckpointError
from training.learn.network import Network, for_game
from training.learn.policy_search import search_by
from training.learn.ppo import Learner
from training.learn.settings import Settings


def knows_nothing(game: Game) -> Network:
    """A network before any training: nearly uniform, and every position is worth 0."""
    torch.manual_seed(1)
    return for_game(game, 16).eval()


def test_a_judged_playout_is_worth_what_the_network_says() -> None:
    network = knows_nothing(nim.GAME)
    with torch.no_grad():
        network.heads.bias.fill_(0.25)
        network.heads.weight.zero_()
    _, values = search_by(network, Budget(playouts=60), depth=0).scores(turn_of(heap_of(20)))
    assert values[~np.isnan(values)] == pytest.approx(0.25)


def test_the_same_playouts_give_the_same_scores() -> None:
    search, state = search_by(knows_nothing(cut_in.GAME), Budget(playouts=200)), cut_in.GAME.new(3)
    one, two, other = (search.scores(turn_of(state, seed))[0].tobytes() for seed in (1, 1, 2))
    assert one == two != other


@pytest.mark.parametrize("game", [nim.GAME, cut_in.GAME], ids=lambda game: game.name)
def test_it_plays_whole_games(game: Game) -> None:
    search = search_by(knows_nothing(game), Budget(playouts=20), depth=4)
    state = game.new(5)
    assert play_game(state, [search] * state.num_players) > 0


def run_in(folder: Path) -> Path:
    learner = Learner(nim.GAME, Settings(seats=2, envs=4, rollout=8, network={"width": 8}))
    checkpoint.write(folder / checkpoint.FILE, learner.content() | {"goal": {"steps": 100, "minutes": None}})
    return folder


def test_it_is_known_by_its_run_and_budget(tmp_path: Path) -> None:
    name = f"policy+search:{run_in(tmp_path)}:50"
    assert policies.checkpoint_of(name) == tmp_path / checkpoint.FILE
    assert make_bot(name, nim.GAME).name == name
    assert fingerprint(name, nim.GAME) == fingerprint(f"policy:{tmp_path}", nim.GAME) != ""


@pytest.mark.parametrize(
    ("content", "counts"),
    [({}, True), ({"learns_value": False}, False), ({"algorithm": "nfsp"}, False), ({"reward": "points"}, False)],
)
def test_only_a_value_that_estimates_wins_counts(
    content: dict[str, Any], counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = checkpoint.read(run_in(tmp_path), nim.GAME)
    whole["network"]["heads.bias"].fill_(0.25)
    whole["network"]["heads.weight"].zero_()
    if "reward" in content:
        whole["settings"] |= content
    checkpoint.write(tmp_path / checkpoint.FILE, whole | content)
    monkeypatch.setattr(policy_search, "AHEAD", 0)
    _, values = policy_search.policy_search(nim.GAME, f"{tmp_path}:60").scores(turn_of(heap_of(20)))
    assert (values[~np.isnan(values)] == pytest.approx(0.25)) == counts


def test_what_is_wrong_with_a_name_is_said(tmp_path: Path) -> None:
    run_in(tmp_path)
    for name, error, words in (
        (f"policy+search:{tmp_path}:0", OptionError, "out of range"),
        (f"policy+search:{tmp_path}:soon", OptionError, "budget"),
        ("policy+search:500ms", OptionError, "give a run and a budget"),
        (f"policy+search:{tmp_path / 'elsewhere'}:100", CheckpointError, "no such checkpoint"),
    ):
        with pytest.raises(error, match=words):
            make_bot(name, nim.GAME)
    with pytest.raises(CheckpointError, match="trained on nim_v0"):
        make_bot(f"policy+search:{tmp_path}:100", cut_in.GAME)


@pytest.mark.parametrize(("games", "least"), [(4, 2), pytest.param(12, 12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", AT_THE_DEAL)
def test_twins_are_searched_alike(name: str, games: int, least: int) -> None:
    game = dynasty_env.game(name)
    search = search_by(knows_nothing(game), Budget(playouts=8), depth=6)
    assert compare_searches(game, [scores_of(search)], games, 0.15) > least
