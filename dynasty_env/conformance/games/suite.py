"""All checks of a game of the kit, within a time limit: they go deeper than those for any environment."""

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from dynasty_env.conformance.findings import Failure, Outcome
from dynasty_env.conformance.games import hiding, promises
from dynasty_env.conformance.report import Report
from dynasty_env.kit.errors import RuleFault
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State

BATCHES = 40
"""Number of option combinations at a time."""
EACH = 10
"""Number of decisions of a game that are looked at."""
RULES = "rules"
"""The check that reports rules that stop, wherever that happens."""
WHOLE: dict[str, tuple[str, Callable[[Game, int], Sequence[int]], float]] = {
    RULES: (
        "the rules compile, stop nowhere, and come to an end",
        lambda game, seed: (1, promises.check_rules(game, seed)),
        1 / 8,
    ),
    "truths": (
        "random games keep every truth of the rules, pay what adds up, and end in time",
        lambda game, seed: promises.check_random_games(game, BATCHES, seed)[:2].tolist(),
        1 / 4,
    ),
    "backends": (
        "interpreted and compiled games are the same bytes after every decision",
        lambda game, seed: (1, promises.check_backends(game, 1, seed)),
        1 / 8,
    ),
}
"""Checks of whole games: the promise, a function that plays games from a seed on and counts games and decisions, and
its share of the time."""
DECISIONS: dict[str, tuple[str, Callable[[State, np.random.Generator], None]]] = {
    "refusals": (
        "every action that is not legal is refused, and leaves no trace",
        lambda state, rng: promises.check_refusals(state),
    ),
    "copies": ("clones and loaded saves continue like the original", promises.check_copies),
    "hiding": (
        "nothing that a seat is shown, in numbers or words, depends on what it may not know; resampling leaves nothing "
        "of the truth",
        lambda state, rng: hiding.check_hiding(state, [int(rng.integers(2**62))]),
    ),
    "resampled_ends": (
        "a resampled table is a true one to the end of the game",
        lambda state, rng: hiding.check_resampled_end(state, int(rng.integers(state.num_players)), rng),
    ),
}
"""Checks made at decisions: the promise, and the function that checks it."""


def check_game(
    game: Game, *, seed: int = 0, seconds: float = 8.0, watch: Callable[[str], object] | None = None
) -> Report:
    """Make all checks that the kit has for its games, compiled.

    Args:
        seed: seed of the first game.
        seconds: approximate time once the rules are compiled; every check looks at something in any case.
        watch: called with the name of each check before it is made.
    """
    outcomes = {name: Outcome(name, promise) for name, (promise, _, _) in WHOLE.items()}
    outcomes |= {name: Outcome(name, promise) for name, (promise, _) in DECISIONS.items()}
    try:
        for name, (_, _, share) in WHOLE.items():
            if watch is not None:
                watch(name)
            _whole(outcomes[name], game, seed, seconds * share)
        if watch is not None:
            watch(", ".join(DECISIONS))
        _decisions({name: outcomes[name] for name in DECISIONS}, game, seed, seconds / 2)
    except RuleFault as fault:
        _broken(outcomes[RULES], seed if fault.seed is None else fault.seed, fault)
        for outcome in outcomes.values():
            if outcome.verdict == "passed" and not outcome.episodes:
                outcome.verdict, outcome.note = "not checked", f"the rules fail (see {RULES})"
    return Report(game.name, "game", seed, list(outcomes.values()))


def _whole(outcome: Outcome, game: Game, seed: int, seconds: float) -> None:
    """Repeat a check of whole games until time is up or its promise is broken."""
    _, part, _ = WHOLE[outcome.check]
    began = time.perf_counter()
    while not outcome.failures and (not outcome.episodes or time.perf_counter() < began + seconds):
        try:
            games, decisions = part(game, seed + outcome.episodes)
        except promises.ConformanceError as error:
            _broken(outcome, seed, error)
            break
        outcome.episodes += games
        outcome.decisions += decisions
    outcome.seconds = time.perf_counter() - began


def _broken(outcome: Outcome, seed: int, error: Exception, state: State | None = None) -> None:
    outcome.verdict = "failed"
    seat = None if state is None else str(state.seat)
    position = state.to_dict() if state is not None and state.seed >= 0 else None
    outcome.failures.append(Failure(outcome.check, outcome.promise, str(error), seed, 0, seat, position=position))


def _decisions(outcomes: Mapping[str, Outcome], game: Game, seed: int, seconds: float) -> None:
    met: set[str] = set()
    until = time.perf_counter() + seconds
    games: set[int] = set()
    for state, rng in promises.sampled_decisions(game, 10**6, EACH, seed):
        met.add(state.phase)
        games.add(state.seed)
        for name, outcome in outcomes.items():
            if outcome.verdict == "passed":
                began = time.perf_counter()
                try:
                    promises.hold(DECISIONS[name][1], state, rng)
                    outcome.decisions += 1
                except promises.ConformanceError as error:
                    _broken(outcome, state.seed, error, state)
                outcome.seconds += time.perf_counter() - began
                outcome.episodes = len(games)
        if time.perf_counter() > until:
            break
    missing = sorted(set(game.phase_names.values()) - met - {"end"})
    for outcome in outcomes.values():
        outcome.note = f"phases not met: {', '.join(missing)}" if missing else "every phase met"
