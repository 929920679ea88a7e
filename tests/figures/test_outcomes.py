"""What the figure duel states about chance and about moves, held against what its rules make of the same positions."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from math import sqrt
from typing import Any

import numpy as np
import pytest

from dynasty_env.figures.game import GAME
from dynasty_env.figures.ids import YES, Trace
from dynasty_env.figures.material import HIT, NOBODY, Stat
from dynasty_env.figures.rules.nouns import figure_name
from dynasty_env.kit.game import BackendName
from dynasty_env.kit.state import Entry, State
from tests.outcomes import PERCENT, SPREADS, Decision, Outcome, Player, Statement, check

PLAYER = Player(lambda state: int(state.legal()[0]), lambda state, entries: True)
"""The action itself decides all that is stated about it."""

# what happens


def mover(state: State) -> int:
    return int(state.record["a"])


def target(state: State) -> int:
    return int(state.record["target"])


def out(figure: Callable[[State], int]) -> Callable[[State, int | None], Outcome]:
    """The figure is out once damage has been told."""

    def outcome(state: State, action: int | None) -> Outcome:
        who = figure(state)

        def happened(entries: list[Entry], over: bool) -> bool | None:
            if not any(entry.kind == Trace.DAMAGE and entry.subject == who for entry in entries):
                return None
            return any(entry.kind == Trace.OUT and entry.subject == who for entry in entries)

        return happened

    return outcome


def hit(state: State, action: int | None) -> Outcome:
    """§05-07: the shot does not miss."""
    return lambda entries, over: not any(entry.kind == Trace.MISSED for entry in entries)


def may_fall(state: State, figure: int, cards: int) -> bool:
    """Whether so many cards could put the figure out at all."""
    record = state.record
    return bool(record["stat"][figure][Stat.VITALITY] - record["damage"][figure] <= cards)


def attacks(state: State, action: int | None) -> bool:
    """An attack that may put its target out."""
    attack = 2 * int(state.record["stat"][mover(state)][Stat.ATTACK])
    return state.phase == "attack" and action == YES and may_fall(state, target(state), attack)


def throws(state: State, action: int | None) -> bool:
    """What is thrown always hits."""
    return state.phase == "shoot" and action == YES and not aims(state, action)


def aims(state: State, action: int | None) -> bool:
    """A shot with a hit value."""
    weapon = int(state.record["sheet"][mover(state)]), int(state.record["b"])
    return state.phase == "shoot" and action == YES and HIT[weapon] > 0


def runs(state: State, action: int | None) -> bool:
    """A move that may put its mover out."""
    return state.phase == "distance" and may_fall(state, mover(state), int(state.record["mobility"]))


OUT = rf"out {PERCENT}"
STATEMENTS = {
    "attack": Statement(OUT, out(target), attacks),
    "throw": Statement(OUT, out(target), throws),
    "shot": Statement(rf"hits {PERCENT}", hit, aims),
    "collision": Statement(OUT, out(mover), runs),
}

# positions

CHANCES = ("attack", "shoot", "distance")


def games(number: int, backend: BackendName) -> Iterator[State]:
    """Every decision of games under mixed options, in which chance and the hand-written player take turns."""
    for seed in range(number):
        options: dict[str, Any] = {
            "num_players": 2 + seed % 3, "figures": 1 + seed % 2, "stats": seed % 3, "room": 0,
            "emotions": seed % 4 > 1, "distraction": seed % 5 > 2,
        }  # fmt: skip
        rng, wise = np.random.default_rng(seed), (0.5, 0.9)[seed % 2]
        state = GAME.new(seed, backend=backend, **options)
        while not state.done:
            yield state
            action = int(rng.choice(state.legal()))
            if rng.random() < wise:
                seen = state.observe(state.seat)[None], state.mask[None]
                action = int(GAME.greedy_actions(*seen, backend=backend)[0])
            state.play(action)


def decisions(number: int, backend: BackendName) -> Iterator[Decision]:
    """Of decisions about which chance is stated, two actions: the last, which goes farthest, and any."""
    rng = np.random.default_rng(1)
    for state in games(number, backend):
        if state.phase in CHANCES:
            legal = state.legal().tolist()
            yield state, legal[-1]
            if len(legal) > 2:
                yield state, int(rng.choice(legal[1:-1]))


def test_statements_hold() -> None:
    met = check(STATEMENTS, PLAYER, decisions(40, "compiled"), positions=4, runs=40)
    assert min(met.values()) == 4, met


@pytest.mark.slow
def test_statements_hold_in_200_positions_of_each_kind() -> None:
    met = check(STATEMENTS, PLAYER, decisions(4_000, "compiled"), positions=200, runs=400)
    assert min(met.values()) == 200, met


def check_means(found: Iterator[Decision], positions: int, runs: int) -> None:
    """Hold the damage that is stated on average against what figures take."""
    keys, met, off, variance = count(), 0, 0.0, 0.0
    for state, action in found:
        said = re.search(r"([\d.]+) damage on average", GAME.prospects(state, action))
        if said is None:
            continue
        who, taken = mover(state) if state.phase == "distance" else target(state), []
        for key in islice(keys, runs):
            redrawn = state.hide(state.seat, key)
            redrawn.play(int(action or 0))
            taken.append(next(e.object for e in redrawn.trace() if e.kind == Trace.DAMAGE and e.subject == who))
        error = sqrt(float(np.var(taken)) / runs)
        apart = float(np.mean(taken)) - float(said.group(1))
        assert abs(apart) <= 0.051 + 6 * error, (state.seed, state.options, state.phase, action, apart)
        met, off, variance = met + 1, off + apart, variance + error**2
        if met == positions:
            break
    assert met == positions
    assert abs(off) <= 0.051 * sqrt(met) + SPREADS * sqrt(variance), (off, met)


def test_mean_damage_holds() -> None:
    check_means(decisions(40, "compiled"), 12, 40)


@pytest.mark.slow
def test_mean_damage_holds_in_200_positions() -> None:
    check_means(decisions(4_000, "compiled"), 200, 400)


def said_of(state: State, action: int) -> tuple[str, str]:
    """What a move is said to do first, and to whom: ``runs into``, ``touches``, or nothing."""
    found = re.match(r"(runs into|touches) ((?:the )?[A-Z][a-z]+(?: \d)?|the wall)", GAME.prospects(state, action))
    return (found.group(1), found.group(2)) if found else ("", "")


def done_by(before: State, after: State) -> tuple[str, str]:
    """What it has done."""
    for entry in after.trace():
        if entry.kind == Trace.COLLIDED:
            return "runs into", "the wall" if entry.object == NOBODY else figure_name(before.record, entry.object)
    if after.phase == "attack" and after.record["a"] == before.record["a"]:
        return "touches", figure_name(before.record, target(after))
    return "", ""


def check_moves(number: int, backend: BackendName) -> Counter[str]:
    """Hold what is said of moves and of rotations by a K against what comes of them. Returns how often each was."""
    met: Counter[str] = Counter()
    rng = np.random.default_rng(2)
    for state in games(number, backend):
        if state.phase not in ("distance", "heading"):
            continue
        for action in rng.permutation(state.legal())[:4].tolist():
            after = state.clone()
            after.play(action)
            said = said_of(state, action)
            assert said == done_by(state, after), (state.seed, state.options, GAME.action_names[action])
            met[f"{state.phase} {said[0]}".strip()] += 1
    return met


WORDS = ("distance", "distance runs into", "distance touches", "heading", "heading touches")


def test_a_move_does_what_is_said_of_it() -> None:
    met = check_moves(24, "compiled")
    assert min(met[each] for each in WORDS) > 3, met


@pytest.mark.slow
def test_a_move_does_what_is_said_of_it_in_many_games() -> None:
    met = check_moves(3_000, "compiled")
    assert min(met[each] for each in WORDS) > 1_000, met
