"""Doors of games: save files, replays and saved games, actions, options, arrays of actions for many tables."""

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dynasty_env.kit.envs.module import GameModule
from dynasty_env.kit.errors import (
    DynastyEnvError,
    IllegalActionError,
    OptionError,
    SaveError,
    UnknownGameError,
    in_short,
)
from dynasty_env.kit.files.replays import Replay, SavedGame
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.fuzz.mutate import STRANGE, Dice, as_json, bytewise, one_of, structural
from tests.fuzz.trials import ACCEPTED, REFUSED, BrokenPromise, Input, refusal
from tests.games import ALL

BY_NAME = {game.name: game for game in ALL}
PLAYED_ON = 30
"""Decisions for which something accepted is played on."""
MOVES = 40
"""Actions of a replay at most."""


def find(name: str) -> Game:
    """A game by name, as the commands find it."""
    if name not in BY_NAME:
        raise UnknownGameError(f"there is no game {in_short(name)}; there are {', '.join(BY_NAME)}")
    return BY_NAME[name]


def opened(game: Game, rng: Dice) -> State:
    """A game somewhere in its first decisions, under mixed options."""
    while True:
        options = {option.name: one_of(option.values, rng) for option in game.options}
        try:
            state = game.new(int(rng.integers(10**6)), backend="interpreted", **options)
            break
        except OptionError:  # a mixture that the game refuses
            continue
    for _ in range(int(rng.integers(MOVES))):
        if state.done:
            break
        state.play(int(rng.choice(state.legal())))
    return state


def play_on(state: State, rng: Dice) -> str:
    """What has been accepted is a true table and can be played, shown, described and saved."""
    for _ in range(PLAYED_ON):
        broken = state.call("audit")
        if broken:
            raise BrokenPromise(f"accepted, and breaks truth {broken} in phase {state.phase}")
        if state.done:
            break
        legal = state.legal()
        state.view(state.seat)
        state.observe(state.seat)
        state.describe(int(legal[0]))
        state.play(int(rng.choice(legal)))
    json.dumps(state.to_dict())
    return ACCEPTED


@dataclass
class Files:
    """What is mutated, and where it lies."""

    valid: list[dict[str, Any]]
    folder: Path


def folder() -> Path:
    """A new one, which the system clears away."""
    return Path(tempfile.mkdtemp(prefix="fuzz-"))


def saves() -> Files:
    rng = np.random.default_rng(1)
    return Files([opened(game, rng).to_dict() for game in ALL for _ in range(6)], folder())


def replays() -> Files:
    found: list[dict[str, Any]] = []
    rng = np.random.default_rng(2)
    for game in ALL:
        for number in range(3):
            state = game.new(number, backend="interpreted")
            replay = Replay.of(state, [f"bot {seat}" for seat in range(state.num_players)])
            for _ in range(MOVES):
                if not state.done:
                    replay.add(state, int(rng.choice(state.legal())))
            found += [replay.to_dict(), SavedGame(replay, state).to_dict()]
    return Files(found, folder())


def mutated_file(files: Files, rng: Dice) -> Path:
    """A file with something wrong in it."""
    valid = one_of(files.valid, rng)
    raw = as_json(structural(valid, rng)) if rng.random() < 0.7 else bytewise(as_json(valid), rng)
    path = files.folder / "wrong.json"
    path.write_bytes(raw)
    return path


def load_save(files: Files, rng: Dice) -> str:
    """In Python a dict, as `Game.from_dict` takes it, or a file, as `dynasty play --load` does."""
    try:
        if rng.random() < 0.5:
            wrong = structural(one_of(files.valid, rng), rng)
            name = wrong.get("game") if isinstance(wrong, dict) else None
            game = BY_NAME[name] if isinstance(name, str) and name in BY_NAME else one_of(ALL, rng)
            state = game.from_dict(wrong, backend="interpreted")
        else:
            state = SavedGame.read(mutated_file(files, rng), find, backend="interpreted").table
    except SaveError as error:
        return refusal(error)
    return play_on(state, rng)


def load_replay(files: Files, rng: Dice) -> str:
    path = mutated_file(files, rng)
    try:
        if rng.random() < 0.3:
            return play_on(SavedGame.read(path, find, backend="interpreted").table, rng)
        replay = Replay.read(path, find)
        replay.verify(backend="interpreted")
    except SaveError as error:
        return refusal(error)
    json.dumps(replay.to_dict())
    return ACCEPTED


class Unwilling:
    """An object that raises whatever is asked of it."""

    def __index__(self) -> int:
        raise RuntimeError("no")

    def __repr__(self) -> str:
        raise RuntimeError("no")

    __str__ = __hash__ = __bool__ = __len__ = __array__ = __repr__  # type: ignore[assignment]


def strange(rng: Dice, *, largest: int) -> Any:
    """A value, of any type, that may be an action."""
    number = int(rng.integers(-3, largest + 3))
    return one_of(
        (
            number, np.int8(number % 100), np.uint64(abs(number)), np.float32(number), str(number), np.array(number),
            np.array([number]), np.array([True]), complex(number), bytes(3), Unwilling(), np.datetime64("2020"),
            object(), float(number), (number,), range(3), np.ma.masked, *STRANGE,
        ), rng,
    )  # fmt: skip


def act(states: list[State], rng: Dice) -> str:
    place = int(rng.integers(len(states)))
    state = states[place]
    if state.done:
        state = states[place] = state.game.new(int(rng.integers(10**6)), backend="interpreted")
    before, legal = state.tables.array.tobytes(), set(state.legal().tolist())
    action = strange(rng, largest=len(state.game.action_names))
    try:
        if rng.random() < 0.2:
            return ACCEPTED if state.describe(action) else REFUSED
        state.play(action)
    except (IllegalActionError, OptionError) as error:
        if state.tables.array.tobytes() != before:
            raise BrokenPromise(f"refused action {type(action)}, and the table has changed") from error
        return refusal(error)
    if state.game.action_ids.get(action, action) not in legal if isinstance(action, str) else int(action) not in legal:
        raise BrokenPromise(f"carried out {action!r}, which was not legal")
    return ACCEPTED


def environments() -> list[tuple[Any, Any]]:
    """An AEC environment and a vector of each game."""
    found = []
    for game in ALL:
        module = GameModule(game)
        env = module.env()
        env.reset(seed=1)
        vector = module.vec_env(3, backend="interpreted")
        vector.reset(seed=1)
        found.append((env, vector))
    return found


def step(pairs: list[tuple[Any, Any]], rng: Dice) -> str:
    """One step of an AEC environment, with anything; or of a vector, with any array."""
    env, vector = one_of(pairs, rng)
    try:
        if rng.random() < 0.5:
            if env.unwrapped.game_state.done:
                env.reset(seed=int(rng.integers(1000)))
            before = env.unwrapped.game_state.tables.array.tobytes()
            try:
                env.step(strange(rng, largest=env.action_space(env.agents[0]).n))
            except DynastyEnvError as error:
                if env.unwrapped.game_state.tables.array.tobytes() != before:
                    raise BrokenPromise("refused, and the table has changed") from error
                raise
            return ACCEPTED
        vector.step(array_of_actions(vector, rng))
    except DynastyEnvError as error:
        return refusal(error)
    return ACCEPTED


def array_of_actions(vector: Any, rng: Dice) -> Any:
    """Actions of three tables: wrong in number, shape, type or value; or three strange things."""
    shape = one_of(((3,), (3,), (3,), (2,), (4,), (0,), (3, 1), ()), rng)
    kind = one_of((np.int64, np.int8, np.uint16, np.float64, np.bool_, object, "U3"), rng)
    numbers = rng.integers(-2, 300, size=shape)
    if rng.random() < 0.2:
        return [strange(rng, largest=300) for _ in range(3)]
    with np.errstate(all="ignore"):
        return numbers.astype(kind)


def choose_options(shared: None, rng: Dice) -> str:
    """Options, seeds, seats, keys, rewards, forms: each of any type."""
    game: Game = one_of(ALL, rng)
    names = [option.name for option in game.options] + ["", "nothing", "seed", "num_players"]
    options = {one_of(names, rng): strange(rng, largest=5) for _ in range(int(rng.integers(4)))}
    seed = options.pop("seed", 3)
    try:
        state = game.new(seed, backend="interpreted", **options)
        kind = int(rng.integers(6))
        if kind == 0:
            state.hide(strange(rng, largest=5), strange(rng, largest=100))
        elif kind == 1:
            state.view(strange(rng, largest=5))
        elif kind == 2:
            state.returns(strange(rng, largest=5))
        elif kind == 3:
            state.observe(strange(rng, largest=5))
        elif kind == 4:
            env = GameModule(game).env(
                reward=strange(rng, largest=3), features=one_of(("onehot", "vector", 3, None), rng)
            )
            env.reset(seed=strange(rng, largest=100))
    except DynastyEnvError as error:
        return refusal(error)
    return ACCEPTED


def running() -> list[State]:
    return [game.new(5, backend="interpreted") for game in ALL]


DOORS = (
    Input("save", "save files of every game, as a dict and as a file; accepted ones are played on", saves, load_save),
    Input("replay", "replays and saved games; accepted ones are played again", replays, load_replay),
    Input(
        "action", "actions of any type, by number and name; a refused one changes no byte of the table", running, act
    ),
    Input("step", "actions of an AEC environment, arrays of actions of a vector", environments, step),
    Input("options", "options, seeds, seats, keys, rewards of any type", lambda: None, choose_options),
)
