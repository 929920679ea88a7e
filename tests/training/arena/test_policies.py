"""Trained networks in a ladder: known by name, and by what is in their file."""

from pathlib import Path

from agents.network.player import champion_file
from dynasty_env.dynasty.game import GAME as DYNASTY
from tests.tiny import nim
from training.arena import policies
from training.arena.deals import Deal, Setting, fingerprint, full_name, play_deal
from training.learn import checkpoint
from training.learn.ppo import Learner
from training.learn.settings import Settings


def run_in(folder: Path, seed: int) -> str:
    """A run that has just begun; its bot's name."""
    learner = Learner(nim.GAME, Settings(seats=2, envs=4, rollout=8, seed=seed, network={"width": 8}))
    folder.mkdir(exist_ok=True)
    checkpoint.write(folder / checkpoint.FILE, learner.content() | {"goal": {"steps": 100, "minutes": None}})
    return f"policy:{folder}"


def test_a_network_plays_and_is_known_again(tmp_path: Path) -> None:
    name = run_in(tmp_path / "run", 1)
    assert full_name(name, nim.GAME) == name
    setting = Setting(nim.GAME, nim.GAME.check_options({"num_players": 2}), 0)
    deal = Deal(0, name, "random", 1)
    assert play_deal(setting, deal) == play_deal(setting, deal)
    first = fingerprint(name, nim.GAME)
    assert first and first == fingerprint(f"{name}/{checkpoint.FILE}", nim.GAME)
    run_in(tmp_path / "run", 2)
    assert fingerprint(name, nim.GAME) != first


def test_a_champion_is_known_again() -> None:
    assert fingerprint("champion", DYNASTY) == fingerprint(f"net:{champion_file(DYNASTY)}", DYNASTY) != ""
    assert policies.network_of("champion+search:50", DYNASTY) == champion_file(DYNASTY)
    assert fingerprint("greedy", DYNASTY) == ""
