"""Trained networks in a ladder: known by name, and by what is in their file."""

from pathlib import Path

import pytest

from agents.network.player import champion_file
from agents.search.distilled.file import distilled_file
from dynasty_env.dynasty.game import GAME as DYNASTY
from dynasty_env.kingdoms.game import GAME as KINGDOMS
from dynasty_env.kit.errors import SaveError
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
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


def test_what_plays_out_is_known_again(tmp_path: Path) -> None:
    """A search by a small policy is another one with another policy, and one that was read is read again."""
    names, own = [], distilled_file(SHINSENGUMI)
    for content in (own, distilled_file(KINGDOMS)):
        file = tmp_path / "small.safetensors"
        file.write_bytes(content.read_bytes())
        names.append(fingerprint(f"mc:20:distilled={file}", SHINSENGUMI if content == own else KINGDOMS))
    assert fingerprint("mc:20:distilled", SHINSENGUMI) == names[0] == fingerprint("distilled", SHINSENGUMI) != names[1]
    with pytest.raises(SaveError, match=r"small\.safetensors"):
        fingerprint(f"mc:20:distilled={tmp_path / 'small.safetensors'}", SHINSENGUMI)
    both = fingerprint("champion+search:20:distilled", SHINSENGUMI)
    assert both not in (names[0], fingerprint("champion", SHINSENGUMI))
    assert fingerprint("champion+search:20", SHINSENGUMI) == fingerprint("champion", SHINSENGUMI)
