"""Checks of what a game does, not only of its form. Every registered game goes through all of them.

Each check raises `ConformanceError` with the seed, options and decision at which a promise is broken.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from dynasty_env.kit.errors import DynastyEnvError, IllegalActionError, OptionError, RuleFault
from dynasty_env.kit.faults import fault_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State

Options = Mapping[str, int | bool]

REFUSALS = 1000
"""How often options that a game refuses to combine are drawn again."""


class ConformanceError(DynastyEnvError, AssertionError):
    """The game breaks a promise."""


def option_sets(game: Game, count: int, seed: int = 0) -> Iterator[dict[str, int | bool]]:
    """`count` random combinations of the game's options; the first ones cover every value of every option.

    Combinations that the game rejects are drawn again.
    """
    rng = np.random.default_rng(seed)
    singles = [{option.name: value} for option in game.options for value in option.values]
    for n in range(count):
        wanted = singles[n] if n < len(singles) else {}
        for _ in range(REFUSALS):
            mixed = {option.name: option.values[rng.integers(len(option.values))] for option in game.options}
            if _takes(game, mixed | wanted):
                break
        yield mixed | wanted


def _takes(game: Game, options: Options) -> bool:
    """Whether the game can be played with these options."""
    try:
        game.check_options(options)
    except OptionError:
        return False
    return True


def check_random_games(game: Game, games: int, seed: int = 0, batches: int = 40) -> np.ndarray[Any, Any]:
    """Play `games` compiled random games under mixed options, auditing every table after every decision.

    Returns (3,) int64: games, decisions, legal actions in total. Raises RuleFault if the rules stop.
    """
    totals = np.zeros(3, np.int64)
    batches = min(batches, games)
    numbers = np.array_split(np.arange(seed, seed + games), batches)
    for options, seeds in zip(option_sets(game, batches, seed), numbers, strict=True):
        tables = game.blank(1, game.check_options(options))
        for game_seed in map(int, seeds):
            counts = np.zeros(2, np.int64)
            game.compiled.call("deal", tables, 0, game_seed)
            broken = game.compiled.call("audited_game", tables, 0, game_seed ^ 1 << 40, counts)
            record = tables.array[0]
            where = f"{game.name} seed {game_seed} {options}"
            if record["fault"]:
                raise fault_of(game, record)
            if broken:
                raise ConformanceError(f"{where}: truth {broken} at step {record['step']}")
            if counts[0] > game.longest:
                raise ConformanceError(f"{where}: {counts[0]} decisions, and longest={game.longest} is promised")
            check_returns(State(game, tables, game.compiled), where)
            totals += [1, *counts]
    return totals


def hold(look: Callable[[State, np.random.Generator], None], state: State, rng: np.random.Generator) -> None:
    """Check a promise at a decision. Raises ConformanceError if the game breaks it, or raises an error that it should
    not, and RuleFault if its rules stop."""
    try:
        look(state, rng)
    except (ConformanceError, RuleFault):
        raise
    except Exception as error:
        raise ConformanceError(f"{where(state)}: it raised {type(error).__name__}: {error}") from error


def check_rules(game: Game, seed: int = 0) -> int:
    """Play a random game with interpreted rules to its end, asking everything of its tables; returns the decisions.

    Broken rules show here what is wrong with them; compiled ones, which check nothing, would continue. Raises RuleFault
    if the rules stop, or go on after the game's longest.
    """
    (options,) = option_sets(game, 1, seed)
    state, rng = game.new(seed, backend="interpreted", **options), np.random.default_rng(seed)
    for decision in range(game.longest + 1):
        state.call("audit")
        for seat in range(state.num_players):
            state.observe(seat)
        state.hide(decision % state.num_players, decision)
        if state.done:
            state.returns()
            return decision
        state.play(int(rng.choice(state.legal())))
    raise RuleFault(f"{where(state)}: the game continues after longest={game.longest} decisions", seed)


def check_returns(state: State, where: str) -> None:
    """At an end every kind of return is in [-1, 1], and returns sum to zero unless all win or lose together."""
    for reward in state.game.rewards:
        values = state.returns(reward)
        divided = state.game.zero_sum or values.min() < 0 < values.max()
        if not np.all(np.abs(values) <= 1) or (divided and abs(float(values.sum())) > 1e-4):
            raise ConformanceError(f"{where}: returns {reward} are {values.tolist()}")


def check_backends(game: Game, games: int, seed: int = 0) -> int:
    """Interpreted and compiled games are the same bytes after every decision; returns the number of decisions."""
    total = 0
    for n, options in enumerate(option_sets(game, games, seed)):
        one = game.new(seed + n, backend="interpreted", **options)
        two = game.new(seed + n, backend="compiled", **options)
        rng = np.random.default_rng(seed + n)
        played = 0
        while not one.done:
            action = int(rng.choice(one.legal()))
            one.play(action)
            two.play(action)
            played += 1
            same = one.tables.array.tobytes() == two.tables.array.tobytes()
            if not same or not np.array_equal(one.observe(one.seat), two.observe(two.seat)):
                names = [f for f in game.dtype.names or () if not np.array_equal(one.record[f], two.record[f])]
                raise ConformanceError(f"{game.name} seed {seed + n} {options} decision {played}: {names} differ")
        for seat in range(one.num_players):
            if one.hide(seat, n).tables.array.tobytes() != two.hide(seat, n).tables.array.tobytes():
                raise ConformanceError(f"{game.name} seed {seed + n} {options}: hide({seat}) differs")
        total += played
    return total


def sampled_decisions(game: Game, games: int, each: int, seed: int = 0) -> Iterator[tuple[State, np.random.Generator]]:
    """States at `each` random decisions of `games` games under mixed options, from set-up to end.

    Play is random, but sometimes the action is taken that has been played least, so that rare phases occur.
    """
    played = np.zeros(len(game.action_names), np.int64)
    for n, options in enumerate(option_sets(game, games, seed)):
        rng = np.random.default_rng([seed, n])
        line = [game.new(seed + n, backend="compiled", **options)]
        while not line[-1].done:
            following = line[-1].clone()
            legal = following.legal()
            action = int(legal[played[legal].argmin()] if rng.random() < 0.2 else rng.choice(legal))
            played[action] += 1
            following.play(action)
            line.append(following)
        for i in sorted(rng.choice(len(line), min(each, len(line)), replace=False)):
            yield line[i], rng


def check_refusals(state: State) -> None:
    """Every id that is not legal is rejected, and changes nothing."""
    before = state.tables.array.tobytes()
    legal = set(state.legal().tolist())
    if legal != set(np.flatnonzero(state.mask).tolist()) or (not legal) != state.done:
        raise ConformanceError(f"{where(state)}: mask and legal() do not agree")
    for action in (-1, *range(len(state.game.action_names)), len(state.game.action_names), 2**31, -(2**40)):
        if action not in legal:
            if state.call("step", action) != 1:
                raise ConformanceError(f"{where(state)}: illegal action {action} was carried out")
            if state.tables.array.tobytes() != before:
                raise ConformanceError(f"{where(state)}: refusing action {action} changed the table")
    try:
        state.play(next((a for a in range(len(state.mask)) if a not in legal), -1))
    except IllegalActionError as error:
        if not state.done and state.phase not in str(error):
            raise ConformanceError(f"{where(state)}: the refusal names no phase: {error}") from None


def check_copies(state: State, rng: np.random.Generator, decisions: int = 50) -> None:
    """A clone, and a game saved as JSON and loaded, continue as the original does."""
    original = state.clone()
    loaded = state.game.from_dict(json.loads(json.dumps(state.to_dict())), backend="compiled")
    clone = state.clone()
    for _ in range(decisions):
        for copy in (clone, loaded):
            if _played(copy) != _played(original):
                raise ConformanceError(f"{where(state)}: a clone or loaded game goes another way")
        if original.done:
            break
        action = int(rng.choice(original.legal()))
        for one in (original, clone, loaded):
            one.play(action)
    if loaded.to_dict() != original.to_dict():
        raise ConformanceError(f"{where(state)}: the loaded game ends elsewhere")


def _played(state: State) -> tuple[Any, ...]:
    return state.seat, state.phase, state.done, state.mask.tobytes(), state.observe(0).tobytes()


def where(state: State) -> str:
    """The game and the open decision, in words."""
    return f"{state.game.name} seed {state.seed} {state.options} phase {state.phase} seat {state.seat}"
