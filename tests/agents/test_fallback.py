"""A champion that its game has outgrown: greedy plays in its place, which is said in a line, and nothing refuses."""

import json
from pathlib import Path
from typing import Any

import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

from agents.fallback import say_who_plays, stand_in
from agents.network.player import champion_file, has_champion
from agents.network.search import judges, opinion_judge
from agents.people.play import players_of
from agents.people.serve import check_it_plays
from agents.registry import bot_names, make_bot, playable, strongest
from agents.search.distilled.file import distilled_file
from agents.stamps import checksum
from agents.vocabulary import OutgrownError
from dynasty_env.kingdoms.game import GAME
from training.arena.deals import bots_of, fingerprint
from training.benchmark.playing.values import value_of
from training.benchmark.tasks import TASKS

BY_NETWORKS = ["champion", "distilled", "champion+search:20:mixed", "mc:20:champion", "mc:20:distilled"]


@pytest.fixture
def outgrown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The networks of the package, of a version in which Kingdoms had an action more."""
    for file in (champion_file(GAME), distilled_file(GAME)):
        with safe_open(file, "np") as opened:
            about: dict[str, str] = opened.metadata()
        names = json.loads(about["vocabulary"])
        names["actions"].append("abdicate")
        about["vocabulary"] = json.dumps(names)
        arrays, said = load_file(file), {name: text for name, text in about.items() if name != "checksum"}
        save_file(arrays, tmp_path / file.name, said | {"checksum": checksum(arrays, said)})
    monkeypatch.setattr("agents.network.player.CHAMPIONS", tmp_path)
    monkeypatch.setattr("agents.search.distilled.file.CHAMPIONS", tmp_path)
    monkeypatch.setattr("agents.fallback._said", set())


@pytest.mark.usefixtures("outgrown")
@pytest.mark.parametrize("name", BY_NETWORKS)
def test_greedy_plays_in_its_place_and_says_so_once(name: str, capsys: Any) -> None:
    with pytest.raises(OutgrownError, match=r"another version of kingdoms_v0: action: 'abdicate' was removed"):
        make_bot(name, GAME)
    assert playable(name, GAME) == playable(name, GAME) == "greedy"
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.usefixtures("outgrown")
def test_no_command_refuses(capsys: Any) -> None:
    """Who plays by default, whom one names, and what a saved game, the table in the browser or a ladder names."""
    assert not has_champion(GAME)
    assert {"champion", "distilled", "champion+search:<budget>"}.isdisjoint(bot_names(GAME))
    assert strongest(GAME) == "greedy"
    assert players_of(GAME, "champion", [0], 3) == ["person", "greedy", "greedy"]
    check_it_plays("champion+search:200:mixed", [GAME])
    assert bots_of("random,greedy,champion,mc:20:champion", GAME) == ["random", "greedy"]
    assert bots_of("random,champion", GAME) == ["random", "greedy"]
    assert not {"champion", "mixed", "distilled"}.intersection(judges(GAME))
    assert [opinion_judge(GAME, name).name for name in ("", "champion", "mixed")] == ["greedy"] * 3
    assert value_of("kingdoms-4", "kingdoms_v0") is None
    assert TASKS["kingdoms-4"].opponents == ["random", "greedy"]
    assert fingerprint("champion", GAME)
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("greedy plays instead of ") for line in lines) and len(lines) == 4


def test_a_game_without_a_bot_of_its_own_is_played_at_random() -> None:
    from tests.tiny import cut_in

    assert stand_in(cut_in.GAME) == "random" and say_who_plays("x", cut_in.GAME, OutgrownError("y")) == "random"
