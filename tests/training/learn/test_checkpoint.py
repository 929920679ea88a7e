"""Checkpoints: they come back as they were, and what is broken or not a checkpoint is refused by name and reason."""

import hashlib
import os
import pickle
import random
from collections import OrderedDict
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import torch
from rich.console import Console

import dynasty_env.games
from agents.registry import playable
from dynasty_env.kit.errors import DynastyEnvError
from tests.tiny import cut_in, nim
from training.arena import policies as policies
from training.learn import checkpoint
from training.learn.checkpoint import CheckpointError, OutgrownRunError
from training.learn.policy_bot import PolicyBot
from training.learn.ppo import Learner
from training.learn.run import Routine, resume
from training.learn.settings import Settings


@pytest.fixture(scope="module")
def content() -> dict[str, Any]:
    learner = Learner(nim.GAME, Settings(seats=2, envs=4, rollout=8, network={"width": 8}))
    learner.collect()
    learner.learn(0.0)
    return learner.content() | {"goal": {"steps": 100, "minutes": None}}


@pytest.fixture
def file(tmp_path: Path, content: dict[str, Any]) -> Path:
    path = tmp_path / checkpoint.FILE
    checkpoint.write(path, content)
    return path


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() <= other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return torch.equal(one, other) if isinstance(one, torch.Tensor) else bool(one == other)


def test_it_comes_back_as_it_was(file: Path, content: dict[str, Any]) -> None:
    assert same(content, checkpoint.read(file, nim.GAME))
    assert same(content, checkpoint.read(file.parent, nim.GAME))
    assert [path.name for path in file.parent.iterdir()] == [checkpoint.FILE]
    network = checkpoint.network_of(content, file, nim.GAME)
    assert same(dict(network.state_dict()), content["network"])


def test_a_learner_takes_it_up(file: Path) -> None:
    found = checkpoint.read(file, nim.GAME)
    learner = Learner(nim.GAME, Settings.from_dict(found["settings"]))
    assert learner.restore(found)
    assert same(learner.content(), found)


def test_changed_tables_are_dealt_anew(file: Path) -> None:
    found = checkpoint.read(file, nim.GAME)
    found["tables"]["fields"] = "[('heap', 'i2')]"
    learner = Learner(nim.GAME, Settings.from_dict(found["settings"]))
    assert not learner.restore(found)
    learner.collect()


def test_games_of_other_rules_are_dealt_anew(file: Path) -> None:
    found = checkpoint.read(file, nim.GAME)
    assert found["rules"] == nim.GAME.rules_digest
    for rules, goes_on in (("abc", False), (None, True)):  # older versions did not name the rules
        other = {name: part for name, part in found.items() if name != "rules"} | ({"rules": rules} if rules else {})
        assert Learner(nim.GAME, Settings.from_dict(found["settings"])).restore(other) == goes_on


def test_what_cannot_be_used_says_first_who_wrote_it(file: Path, content: dict[str, Any]) -> None:
    changed = content | {"layout": {"size": 1, "mark": "0"}}
    elsewhere = r"^written by dynasty-env 0\.0\.9 with the rules abc; this is .*: .*the observations of nim_v0 have"
    for writer, words in (
        ({}, "^/.*the observations of nim_v0 have changed"),
        ({"version": "0.0.9", "rules": "abc"}, elsewhere),
        (
            {"version": None, "rules": None},
            "^written by an older version, which recorded neither its version nor the rules",
        ),
    ):
        checkpoint.write(file, changed | writer)
        with pytest.raises(CheckpointError, match=words):
            checkpoint.read(file, nim.GAME)
    checkpoint.write(file, content | {"version": "0.0.9", "rules": "abc"})
    assert checkpoint.read(file, nim.GAME)["rules"] == "abc"


def test_a_failed_write_leaves_the_old_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def full(*_: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        checkpoint.write(file, {})
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [checkpoint.FILE]


def refused(path: Path, reason: str, game: Any = nim.GAME) -> None:
    with pytest.raises(CheckpointError, match=reason) as caught:
        checkpoint.read(path, game)
    assert str(path) in str(caught.value)


def test_a_missing_one_is_named(tmp_path: Path) -> None:
    refused(tmp_path / "none.pt", "there is no such checkpoint")
    refused(tmp_path, "there is no such checkpoint")


def test_one_that_is_too_long_is_neither_read_nor_written(
    file: Path, content: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = file.read_bytes()
    monkeypatch.setattr(checkpoint, "LONGEST", len(whole) - 1)
    refused(file, "longer than 0 MiB, the longest that is read")
    with pytest.raises(OSError, match="too large"):
        checkpoint.write(file, content)
    assert file.read_bytes() == whole


def test_one_that_would_fill_the_memory_is_not_unpacked(file: Path) -> None:
    packed = BytesIO()
    with ZipFile(BytesIO(file.read_bytes()[len(checkpoint.HEAD) + 65 :])) as whole, ZipFile(packed, "w") as parts:
        for name in whole.namelist():
            parts.writestr(name, whole.read(name), ZIP_DEFLATED)
    content = packed.getvalue()
    file.write_bytes(checkpoint.HEAD + hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
    refused(file, "is packed")


@pytest.mark.parametrize("part", [0, 1, 100, 0.5, -1, -30])
def test_a_cut_off_one_is_refused(file: Path, part: float) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * part)] if isinstance(part, float) else whole[: part or 0])
    refused(file, "broken|not a checkpoint")


def test_every_flipped_byte_is_noticed(file: Path) -> None:
    whole = file.read_bytes()
    head = len(checkpoint.HEAD) + 65
    rng = random.Random(1)
    for place in [*range(head + 40), *(rng.randrange(len(whole)) for _ in range(300)), len(whole) - 1]:
        broken = bytearray(whole)
        broken[place] ^= 1 << rng.randrange(8)
        file.write_bytes(bytes(broken))
        refused(file, "broken|checkpoint of dynasty-env|has version")


def test_leftovers_of_crashed_writes_are_cleared(file: Path, content: dict[str, Any]) -> None:
    """Old ones, of this file: what is being written right now is somebody's."""
    old, new, other = (
        file.with_name(f".{name}") for name in (f"{file.name}-{'a1' * 8}", f"{file.name}-{'b2' * 8}", "notes-c3")
    )
    for left in (old, new, other):
        left.write_bytes(b"half of")
        os.utime(left, (1, 1))
    os.utime(new)
    checkpoint.write(file, content)
    assert sorted(path.name for path in file.parent.iterdir()) == sorted([file.name, new.name, other.name])


def test_foreign_files_are_refused(tmp_path: Path, content: dict[str, Any]) -> None:
    path = tmp_path / "foreign.pt"
    path.write_text("a poem", encoding="utf-8")
    refused(path, "is not a checkpoint of dynasty-env")
    path.write_bytes(pickle.dumps({"kind": checkpoint.KIND}))
    refused(path, "is not a checkpoint of dynasty-env")
    torch.save({"state_dict": {}}, path)
    refused(path, "is a torch file, but not a checkpoint of dynasty-env")
    path.write_bytes(sealed(b"a poem"))
    refused(path, "broken or not a checkpoint")
    path.write_bytes(sealed(torch.nn.Linear(1, 1)))
    refused(path, "broken or not a checkpoint")


def sealed(content: Any, head: bytes = checkpoint.HEAD) -> bytes:
    """A checkpoint file of anything, with a checksum that agrees."""
    buffer = BytesIO()
    if not isinstance(content, bytes):
        torch.save(content, buffer)
    kept = content if isinstance(content, bytes) else buffer.getvalue()
    return head + hashlib.sha256(kept).hexdigest().encode() + b"\n" + kept


def test_other_versions_and_missing_parts_are_named(file: Path) -> None:
    file.write_bytes(f"{checkpoint.KIND} 7\n".encode() + b"x" * 100)
    refused(file, "has version '7'; this program reads versions 5 and 6")
    file.write_bytes(sealed({"game": "nim_v0"}))
    refused(file, "has no layout, actions")
    file.write_bytes(sealed([1, 2]))
    refused(file, "has no game")


STRANGE = [
    torch.zeros(3), torch.tensor(True), torch.zeros(2, 2, dtype=torch.complex64), {"a": torch.zeros(2)},
    [[torch.ones(1)]], float("nan"), 10**5000, "x", None, [], {}, {"width": torch.zeros(2)}, {1: 2}, {"seats": "four"},
    OrderedDict(a=1),
]  # fmt: skip


@pytest.mark.parametrize("part", checkpoint.PARTS)
def test_strange_things_in_a_checkpoint_are_refused(file: Path, content: dict[str, Any], part: str) -> None:
    """By whoever reads it: nobody has to deal with anything but a CheckpointError."""
    for strange in STRANGE:
        file.write_bytes(sealed(content | {part: strange}))
        refused_by_somebody = 0
        for use in (lambda: PolicyBot.load(file, nim.GAME), lambda: resume(nim.GAME, file)):
            try:
                use()
            except DynastyEnvError:
                refused_by_somebody += 1
        assert refused_by_somebody, (part, strange)


def test_another_game_is_named(file: Path, content: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dynasty_env.games, "_loaded", {})  # as in a process that has met no game from elsewhere
    checkpoint.write(file, content | {"version": "0.0.9"})
    refused(file, rf"^{file} was trained on nim_v0; it cannot play cut_in_v0$", cut_in.GAME)
    checkpoint.write(file, content)
    refused(file, "there is no game 'nim_v0'; .*[Tt]here are dynasty_v0", None)
    checkpoint.write(file, content | {"layout": {"size": 3, "mark": "x"}})
    refused(file, "the observations of nim_v0 have changed since")
    checkpoint.write(file, content | {"actions": {"count": 4, "mark": "x"}})
    refused(file, "the actions of nim_v0 have changed since")
    checkpoint.write(file, content | {"names": "x"})
    refused(file, "the names of both of nim_v0 have changed since .* `dynasty weights` of the version that trained it")
    with pytest.raises(OutgrownRunError, match="changed since"):
        PolicyBot.load(file, nim.GAME)
    with pytest.raises(OutgrownRunError, match="start from that file with `dynasty train --from FILE` of this one"):
        resume(nim.GAME, file.parent, console=Console(quiet=True))
    assert playable(f"policy:{file}", nim.GAME) == "greedy"


def test_a_run_with_other_advice_is_refused_unless_it_took_none(file: Path, content: dict[str, Any]) -> None:
    checkpoint.write(file, content | {"advice": "looking ahead"})
    refused(file, r"the advice of nim_v0 has changed since \(looking ahead then, as it plays now\)")
    checkpoint.write(file, {name: part for name, part in content.items() if name != "advice"})  # an older version's
    assert checkpoint.read(file, nim.GAME)["game"] == "nim_v0"
    unadvised = content["settings"] | {"network": {**content["settings"]["network"], "advice": 0}}
    checkpoint.write(file, content | {"advice": "looking ahead", "settings": unadvised})
    assert checkpoint.read(file, nim.GAME)["game"] == "nim_v0"


def test_parameters_that_do_not_fit_are_refused(file: Path, content: dict[str, Any]) -> None:
    checkpoint.write(file, content | {"settings": content["settings"] | {"network": {"width": 16}}})
    with pytest.raises(CheckpointError, match="its parameters do not fit nim_v0's network"):
        PolicyBot.load(file, nim.GAME)


OLD_SETTINGS = {
    "among_greedy": 0.5, "among_seats": 0, "among_past": 0.0, "past_every": 10, "action_values": 0.0,
    "all_actions": False, "largest": 1.0, "magnet": 0.0, "magnet_speed": 0.05, "average": 0.0,
}  # fmt: skip


def older(content: dict[str, Any], companions: dict[str, Any] | None = None, **changed: Any) -> bytes:
    """The same run, as the version before this one kept it."""
    settings = {name: value for name, value in content["settings"].items() if not name.startswith("greedy_")}
    rollout = {name: part for name, part in content["rollout"].items() if name != "advice"}
    beside = {"average": None, "magnet": None, "past": None} | (companions or {})
    return sealed(
        content | {"settings": settings | OLD_SETTINGS | changed, "rollout": rollout, "companions": beside},
        checkpoint.OLDER_HEAD,
    )


def test_a_run_of_the_older_version_plays_and_goes_on(file: Path, content: dict[str, Any]) -> None:
    file.write_bytes(older(content))
    found = checkpoint.network_of(checkpoint.read(file, nim.GAME), file, nim.GAME)
    assert same(dict(found.state_dict()), content["network"])
    console = Console(record=True, width=200)
    going = resume(nim.GAME, file, routine=Routine(evaluate_every=0), threads=1, console=console)
    assert going.learner.settings.greedy_share == 0.5
    assert "games in progress start over" in console.export_text()
    assert going.train()


def test_networks_beside_the_one_that_learned_are_gone_but_what_they_play_is_kept(
    file: Path, content: dict[str, Any]
) -> None:
    """The average played; a critic of actions did not. Neither can be gone on with, and the reason is told."""
    average = {name: part + 1 for name, part in content["network"].items()}
    file.write_bytes(older(content, {"average": average}, average=500.0))
    assert same(checkpoint.read(file, nim.GAME)["network"], average)
    with pytest.raises(CheckpointError, match=r"average=500.0 was removed: it did not help .*dynasty train --from"):
        resume(nim.GAME, file)
    with_critic = content | {"network": content["network"] | {"worth.weight": torch.zeros(3, 8)}}
    file.write_bytes(older(with_critic, action_values=0.5))
    assert same(checkpoint.read(file, nim.GAME)["network"], content["network"])
    PolicyBot.load(file, nim.GAME)


def test_settings_whose_options_are_no_names_are_refused() -> None:
    given = asdict(Settings())
    with pytest.raises(TypeError, match="options is 'many': it must map names to numbers"):
        Settings.from_dict(given | {"options": "many"})
