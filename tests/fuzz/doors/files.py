"""Doors of files: checkpoints, policies, value networks, reports that a command goes on with, databases."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.numpy import load_file, save_file

from agents.network.player import Trained
from agents.network.policy import load_policy
from agents.search.distilled.file import load_small, save_small
from agents.search.distilled.network import SmallPolicy
from agents.search.distilled.network import places as small_places
from agents.search.distilled.network import shapes as small_shapes
from agents.search.value import Network, load_network, save_network
from agents.search.value import places as rows_of
from agents.stamps import checksum
from dynasty_env.kit.errors import DynastyEnvError, SaveError
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.shinsengumi.game import GAME as SHINSENGUMI
from tests.fuzz.doors.games import folder
from tests.fuzz.mutate import STRANGE, Dice, as_json, bytewise, one_of, structural
from tests.fuzz.trials import ACCEPTED, BrokenPromise, Input, refusal
from tests.tiny import nim
from training import soak
from training.arena.deals import Setting
from training.arena.ladder_file import LadderFile
from training.benchmark import atlas, learners
from training.benchmark.counting import report as benchmark_report
from training.learn import checkpoint
from training.learn.export import export
from training.learn.network import for_game
from training.learn.policy_bot import PolicyBot
from training.learn.ppo import Learner
from training.learn.run import resume
from training.learn.settings import Settings


@dataclass
class Kept:
    """A valid file, and what else is needed to make it anew."""

    path: Path
    raw: bytes
    content: Any = None

    def write(self, raw: bytes) -> Path:
        """Another content for a file of a name that nobody has read: some readers remember."""
        wrong = self.path.with_name(f"wrong{self.path.suffix}")
        wrong.write_bytes(raw)
        return wrong


def a_checkpoint() -> Kept:
    learner = Learner(nim.GAME, Settings(seats=2, envs=4, rollout=8, network={"width": 8}))
    learner.collect()
    learner.learn(0.0)
    content = learner.content() | {"goal": {"steps": 100, "minutes": None}}
    path = folder() / checkpoint.FILE
    checkpoint.write(path, content)
    return Kept(path, path.read_bytes(), content)


def read_checkpoint(kept: Kept, rng: Dice) -> str:
    """Bytes without a checksum that agrees; or any content with one that does."""
    path = kept.write(bytewise(kept.raw, rng))
    if rng.random() < 0.7:
        try:
            checkpoint.write(path, changed(kept.content, rng))
        except Exception:  # what torch cannot write nobody can read
            return refusal(ValueError("torch does not write it"))
    uses: tuple[Any, ...] = (lambda: use_bot(path), lambda: resume(nim.GAME, path))
    try:
        one_of(uses, rng)()
    except DynastyEnvError as error:
        return refusal(error)
    return ACCEPTED


def use_bot(path: Path) -> None:
    bot = PolicyBot.load(path, nim.GAME)
    play_with(bot, nim.GAME)


def play_with(bot: Any, game: Any) -> None:
    """A bot that was accepted plays legal moves."""
    state = game.new(4, backend="interpreted")
    for _ in range(5):
        if state.done:
            return
        decision = Decision(state, np.random.default_rng(0))
        action = bot.act(decision)
        if action not in decision.legal:
            raise BrokenPromise(f"a network that was accepted plays {action!r}, which is not legal")
        state.play(int(action))


def changed(content: dict[str, Any], rng: Dice) -> dict[str, Any]:
    """A checkpoint's content with something else somewhere, tensors included."""
    found = dict(content)
    part = one_of(list(found), rng)
    if rng.random() < 0.2:
        found[part] = one_of(STRANGE, rng)
    elif isinstance(found[part], dict) and found[part]:
        found[part] = dict(found[part])
        key = one_of(list(found[part]), rng)
        found[part][key] = another(found[part][key], rng)
    return found


def another(value: Any, rng: Dice) -> Any:
    if not isinstance(value, torch.Tensor):
        return structural(value, rng) if isinstance(value, dict | list) else one_of(STRANGE, rng)
    return one_of((value.double(), value[:0], value * float("nan"), value.reshape(-1), value.clone() + 1), rng)


def a_policy() -> Kept:
    path = folder() / "policy.safetensors"
    torch.manual_seed(1)
    export(path, SHINSENGUMI, for_game(SHINSENGUMI, width=32, card_width=8).eval(), {})
    return Kept(path, path.read_bytes(), (load_file(path), about_of(path)))


def about_of(path: Path) -> dict[str, str]:
    from safetensors import safe_open

    with safe_open(path, "np") as file:
        return dict(file.metadata())


def read_policy(kept: Kept, rng: Dice) -> str:
    path = kept.write(bytewise(kept.raw, rng))
    if rng.random() < 0.7:
        arrays, about = wrong_arrays(kept.content, rng)
        about = {name: str(value) for name, value in about.items()}
        if rng.random() < 0.8:
            about["checksum"] = checksum(arrays, about)
        save_file(arrays, path, metadata=about)
    load_policy.cache_clear()
    try:
        bot = Trained.load(SHINSENGUMI, str(path))
    except DynastyEnvError as error:
        return refusal(error)
    with np.errstate(all="ignore"):
        play_with(bot, SHINSENGUMI)
    return ACCEPTED


def wrong_arrays(content: tuple[dict[str, Any], dict[str, str]], rng: Dice) -> tuple[dict[str, Any], dict[str, Any]]:
    """Another array, or another word about them."""
    arrays, about = dict(content[0]), dict(content[1])
    name = one_of(list(arrays), rng)
    one = arrays[name]
    kind = int(rng.integers(9))
    if kind == 0:
        del arrays[name]
    elif kind == 1:
        arrays[name] = one.reshape(-1)[: int(rng.integers(one.size + 1))].copy()
    elif kind == 2:
        arrays[name] = one.astype(one_of((np.float64, np.int8, np.int64, np.uint8, np.float16), rng))
    elif kind == 3:
        arrays[name] = np.full_like(one, one_of((0, 1, -1, 100), rng))
    elif kind == 4:
        arrays[name] = one.T.copy()
    elif kind == 5 and one.size:
        arrays[name] = one.copy()
        arrays[name].reshape(-1)[int(rng.integers(one.size))] = one_of((-1, 100, 127), rng)
    elif kind == 6 and about:
        told = one_of(list(about), rng)
        about[told] = one_of(["", "0", "x", "[]", "[{}]", "{}", "null", "[[1,2,3]]", "1e999", '[{"count": -1}]'], rng)
        if told == "kinds" and rng.random() < 0.7:
            about[told] = json.dumps(
                structural(json.loads(about["kinds"] if about["kinds"].startswith("[{") else "[]"), rng)
            )
    elif kind == 7:
        arrays[name] = np.array(one.reshape(-1)[0]) if one.size else one
    else:
        arrays[f"{name}x"] = arrays.pop(name)
    return arrays, about


def a_value_network() -> Kept:
    rng = np.random.default_rng(3)
    place, rows = rows_of(nim.GAME)
    width, middle = 8, 4
    network = Network(
        place=place, rows=rng.integers(-50, 50, (rows, width)).astype(np.int16), bias=np.zeros(width, np.int32),
        hidden=rng.integers(-50, 50, (middle, width)).astype(np.int16), hidden_bias=np.zeros(middle, np.int32),
        out=np.zeros(middle + 1, np.int32),
    )  # fmt: skip
    path = folder() / "value.safetensors"
    save_network(path, nim.GAME, network, {})
    return Kept(path, path.read_bytes(), (load_file(path), about_of(path)))


def a_small_policy() -> Kept:
    """Of nim, untrained."""
    path = folder() / "small.safetensors"
    rng = np.random.default_rng(5)
    usual, first, _ = small_places(nim.GAME)
    arrays = {
        name: rng.integers(-3, 3, shape).astype(kind) for name, (kind, shape) in small_shapes(nim.GAME, 8).items()
    }
    save_small(path, nim.GAME, SmallPolicy(**arrays | {"usual": usual, "first": first}), {})
    return Kept(path, path.read_bytes(), (load_file(path), about_of(path)))


def read_small_policy(kept: Kept, rng: Dice) -> str:
    path = kept.write(bytewise(kept.raw, rng))
    if rng.random() < 0.7:
        arrays, about = wrong_arrays(kept.content, rng)
        if rng.random() < 0.8:
            about["checksum"] = checksum(arrays, about)
        save_file(arrays, path, metadata=about)
    load_small.cache_clear()
    try:
        load_small(path, nim.GAME)
    except SaveError as error:
        return refusal(error)
    return ACCEPTED


def read_value_network(kept: Kept, rng: Dice) -> str:
    path = kept.write(bytewise(kept.raw, rng))
    if rng.random() < 0.7:
        arrays, about = wrong_arrays(kept.content, rng)
        save_file(arrays, path, metadata={name: str(value) for name, value in about.items()})
    load_network.cache_clear()
    try:
        load_network(path, nim.GAME)
    except SaveError as error:
        return refusal(error)
    return ACCEPTED


SETTING = Setting(nim.GAME, {"num_players": 2, "ask_forced": False}, 3)


def reports() -> list[tuple[Kept, Any]]:
    """A report of each kind, and what reads it."""
    where = folder()
    soaked = where / "soak.json"
    soak.go_on(nim.GAME, soak.begun(soaked, nim.GAME, 5), 3, soaked, lambda now: None)
    ladder = where / "deals.jsonl"
    LadderFile(ladder, SETTING)
    row, few, learned = where / "row.json", where / "few.json", where / "learned.json"
    shutil.copy(benchmark_report.COMMITTED / "figures-2.json", row)
    runs = json.loads((benchmark_report.COMMITTED / atlas.FILE).read_bytes())["runs"]
    few.write_bytes(as_json({"runs": runs[:3]}))
    shutil.copy(benchmark_report.COMMITTED / learners.FILE, learned)
    readers: list[tuple[Path, Any]] = [
        (soaked, lambda path: soak.begun(path, nim.GAME, 5)),
        (ladder, lambda path: LadderFile(path, SETTING)),
        (row, benchmark_report.read),
        (few, atlas.rows_in),
        (learned, learners.rows_in),
    ]
    return [(Kept(path, path.read_bytes()), reader) for path, reader in readers]


def read_report(shared: list[tuple[Kept, Any]], rng: Dice) -> str:
    kept, reader = one_of(shared, rng)
    raw = bytewise(kept.raw, rng)
    if kept.path.suffix == ".json" and rng.random() < 0.7:
        raw = as_json(structural(json.loads(kept.raw), rng))
    path = kept.write(raw)
    try:
        reader(path)
    except DynastyEnvError as error:
        return refusal(error)
    return ACCEPTED


DOORS = (
    Input("checkpoint", "checkpoints, with and without a checksum that agrees; accepted ones play, or go on",
          a_checkpoint, read_checkpoint),
    Input("policy", "networks as files, likewise; accepted ones play legal moves", a_policy, read_policy),
    Input("value", "value networks of searches", a_value_network, read_value_network),
    Input("small", "small policies that playouts follow", a_small_policy, read_small_policy),
    Input("report", "reports of soaks, ladders and benchmarks with which a command goes on", reports, read_report),
)  # fmt: skip
