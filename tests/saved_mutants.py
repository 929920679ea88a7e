"""Save files with one thing changed at random, and what must hold of those that are accepted all the same."""

import copy
import json
from typing import Any

import numpy as np

from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State

Path = tuple[Any, ...]
Save = dict[str, Any]

OFTEN = ("stack", "phase", "seat", "frame", "moves")
"""Fields that are changed as often as all others together: they say what is going on."""
JUNK = (None, True, 0, -1, 97, 2**40, 2**70, 1.5, float("nan"), "", "x" * 1000, [], {}, [None], [[]], {"a": 1})
"""What stands in no file, or hardly anywhere."""
BARE = ("game", "begun", "moves")
"""What is left of a save in the middle of something where nothing of it follows from the rest."""


def saves_of_random_games(game: Game, games: int, first: int, *, every: int = 9) -> list[Save]:
    """Saves from the middle of random games under mixed options, each phase as often as it can be had."""
    found: dict[str, list[Save]] = {}
    most = max(8, games)

    def keep(state: State) -> None:
        kept = found.setdefault(state.phase, [])
        if len(kept) < most:
            kept.append(state.to_dict())

    for number in range(first, first + games):
        rng = np.random.default_rng(number)
        state = game.new(number, backend="auto", **drawn_options(game, rng))
        wait = int(rng.integers(every))
        met: set[str] = set()
        while not state.done:
            if state.phase not in met or wait == 0:
                met.add(state.phase)
                keep(state)
                wait = every
            wait -= 1
            state.play(int(rng.choice(state.legal())))
        keep(state)
    return [save for kept in found.values() for save in kept]


def drawn_options(game: Game, rng: np.random.Generator) -> dict[str, Any]:
    """Options at random; values that the game refuses to mix are drawn again."""
    while True:
        options = {o.name: o.values[int(rng.integers(len(o.values)))] for o in game.options}
        try:
            game.check_options(options)
        except OptionError:
            continue
        return options


def places(value: Any) -> list[tuple[Path, Any]]:
    """Every field and item, at any depth, with its path."""
    result: list[tuple[Path, Any]] = []

    def add(here: Any, path: Path) -> None:
        for key, inner in here.items() if isinstance(here, dict) else enumerate(here):
            result.append(((*path, key), inner))
            if isinstance(inner, dict | list):
                add(inner, (*path, key))

    add(value, ())
    return result


def kind_of(path: Path) -> Path:
    """The path without the numbers of items."""
    return tuple("*" if isinstance(key, int) else key for key in path)


def at(value: Any, path: Path) -> Any:
    """What stands there."""
    for key in path:
        value = value[key]
    return value


def put(save: Save, path: Path, value: Any) -> None:
    """Write it there."""
    at(save, path[:-1])[path[-1]] = value


class Mutator:
    """Changes one thing of a save file at random.

    Args:
        saves: whose fields are borrowed from one another.
        seed: of the dice.
    """

    def __init__(self, saves: list[Save], seed: int) -> None:
        self.saves = saves
        self.rng = np.random.default_rng(seed)
        self._values: dict[Path, list[Any]] = {}
        for save in saves:
            for path, value in places(save):
                self._values.setdefault(kind_of(path), []).append(value)

    def mutant(self) -> tuple[Save, str]:
        """A changed copy of one of the saves, and what was changed."""
        picked = self._pick(self.saves)
        bare = "moves" in picked and self.rng.random() < 0.75
        original = {name: picked[name] for name in BARE} if bare else picked
        save: Save = json.loads(json.dumps(original))
        while save == original:
            change = self._pick([self._borrow, self._tweak, self._move, self._swap, self._reshape, self._spoil])
            told = change(save, self._path(save))
        return save, f"{picked['phase']}: {told}"

    def _pick(self, among: list[Any]) -> Any:
        return among[int(self.rng.integers(len(among)))]

    def _path(self, save: Save) -> Path:
        often = self.rng.random() < 0.5
        tops = [key for key in save if (key in OFTEN) == often and key != "game"]
        path: Path = (self._pick(tops or ["begun"]),)
        while True:
            here = at(save, path)
            inside = list(here) if isinstance(here, dict) else list(range(len(here))) if isinstance(here, list) else []
            if not inside or self.rng.random() < 0.15:
                return path
            path = (*path, self._pick(inside))

    def _borrow(self, save: Save, path: Path) -> str:
        """What stands at such a place in another save."""
        value = copy.deepcopy(self._pick(self._values[kind_of(path)]))
        put(save, path, value)
        return f"{path} = {value!r}"

    def _tweak(self, save: Save, path: Path) -> str:
        """Another number, flag or name."""
        here = at(save, path)
        if isinstance(here, bool):
            value: Any = not here
        elif isinstance(here, int):
            value = here + int(self.rng.integers(-2, 3)) if self.rng.random() < 0.7 else int(self.rng.integers(-1, 100))
        else:
            value = None if self.rng.random() < 0.3 else self._name(save)
        put(save, path, value)
        return f"{path} = {value!r}"

    def _spoil(self, save: Save, path: Path) -> str:
        """Something of another kind."""
        value = copy.deepcopy(self._pick(list(JUNK)))
        put(save, path, value)
        return f"{path} = {value!r}"

    def _name(self, save: Save) -> Any:
        """A text from anywhere in the save."""
        return self._pick([value for _, value in places(save) if isinstance(value, str)])

    def _move(self, save: Save, path: Path) -> str:
        """An item goes from one list to another one."""
        lists = [each for each in places(save) if isinstance(each[1], list)]
        full = [each for each in lists if each[1]]
        if not full:
            return ""
        (taken, source), (given, target) = self._pick(full), self._pick(lists)
        i = int(self.rng.integers(len(source)))
        j = int(self.rng.integers(len(target) + 1))
        target.insert(min(j, len(target)), source.pop(i))
        return f"{taken}[{i}] moved to {given}[{j}]"

    def _swap(self, save: Save, path: Path) -> str:
        """Two values of one type change places."""
        here = at(save, path)
        alike = [
            each
            for each, value in places(save)
            if type(value) is type(here) and each[: len(path)] != path and path[: len(each)] != each
        ]
        if not alike:
            return ""
        other = self._pick(alike)
        there = at(save, other)
        put(save, path, there)
        put(save, other, here)
        return f"{path} and {other} swapped: {there!r}, {here!r}"

    def _reshape(self, save: Save, path: Path) -> str:
        """A list loses an item, has one twice, or gets one that another save has there; a field goes."""
        here = at(save, path)
        if isinstance(here, list):
            i = int(self.rng.integers(len(here) + 1))
            others = self._values.get((*kind_of(path), "*"), [])
            if self.rng.random() < 0.5 and others:
                here.insert(i, copy.deepcopy(self._pick(others)))
                return f"{path} has {here[i]!r} at {i}"
            if here:
                gone = here.pop(min(i, len(here) - 1))
                return f"{path} lacks {gone!r} of {i}"
            return ""
        if isinstance(path[-1], str):
            del at(save, path[:-1])[path[-1]]
            return f"{path} is left out"
        return ""


def accepted(game: Game, save: Save, backend: BackendName) -> State | None:
    """The table of a save; None: refused with an error of our own."""
    try:
        return game.from_dict(save, backend=backend)
    except SaveError:
        return None


def live_through(state: State, seed: int, *, every: int = 7) -> int:
    """Play an accepted table to its end, looking at everything that can be looked at; how many decisions that took.

    Raises:
        Exception: the table was one that cannot be.
    """
    rng = np.random.default_rng(seed)
    decisions = 0
    while True:
        assert state.call("audit") == 0, f"truth {state.call('audit')} is broken after {decisions} decisions"
        if decisions % every == 0 or state.done:
            look(state, int(rng.integers(2**62)))
        if state.done:
            return decisions
        assert decisions < state.game.longest, "the game does not end"
        state.play(int(rng.choice(state.legal())))
        decisions += 1


def look(state: State, key: int) -> None:
    """Everybody's view, and everybody's table redrawn."""
    seats = [None, *range(state.num_players)]
    for seat in seats:
        state.view(seat)
        state.chronicle(seat)
    for seat in range(state.num_players):
        seen = state.observe(seat)
        layout = state.game.layout
        assert (layout.low <= seen).all() and (seen <= layout.high).all()
        imagined = state.hide(seat, key)
        assert imagined.call("audit") == 0, f"truth {imagined.call('audit')} is broken for seat {seat}"
        assert imagined.observe(seat).tolist() == seen.tolist()
        if state.seat == seat and not state.done:
            assert imagined.legal().tolist() == state.legal().tolist()
    for action in state.legal():
        state.describe(int(action))
    state.returns()
