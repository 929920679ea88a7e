"""Actions are accepted in every form that their space allows, and remain the caller's own."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from gymnasium import spaces

from dynasty_env.conformance.check import Trial, must_match, play_along, promise
from dynasty_env.conformance.checks.observations import is_writable, overwrite
from dynasty_env.conformance.drivers.base import Driver, Move
from dynasty_env.conformance.findings import NotChecked


def _alike(trial: Trial, given: Callable[[Driver, Move], Move], expected: str) -> None:
    """Play two environments alike, the second one with the same actions in another form."""
    episode, other = trial.episode(), trial.subject.begin(trial.seed)
    while episode.open:
        move = episode.next_move()
        changed = given(episode.driver, move)
        episode.moves.append(move)
        episode.driver.play(move)
        play_along(other, changed, expected)
        must_match(episode.driver.seen(), other.seen(), expected)


@promise("actions may be NumPy's integers, as action_space.sample() gives them", episodes=8, compares=True)
def action_types(trial: Trial) -> None:
    driver = trial.subject.begin(trial.seed)
    if not any(isinstance(driver.action_space(agent), spaces.Discrete) for agent in driver.agents):
        raise NotChecked("the actions are not single numbers")
    _alike(trial, _as_sampled, "an action that is a NumPy integer, as action_space.sample() gives it, does the same")


def _as_sampled(driver: Driver, move: Move) -> Move:
    result = dict(move)
    for agent, action in move.items():
        space = driver.action_space(agent)
        if isinstance(space, spaces.Discrete):
            result[agent] = space.dtype.type(action)
    return result


@promise("the order of the agents in a joint action makes no difference", interfaces=("parallel",), episodes=8,
         compares=True)  # fmt: skip
def action_order(trial: Trial) -> None:
    if len(trial.subject.begin(trial.seed).acting) < 2:
        raise NotChecked("fewer than two agents act together")
    _alike(
        trial,
        lambda driver, move: dict(reversed(move.items())),
        "the order of the agents in a joint action makes no difference",
    )


@promise("an action is neither changed nor kept by the environment", episodes=8, compares=True)
def actions_own(trial: Trial) -> None:
    """Overwrite what was given to `step` immediately, as a caller with one buffer for all actions would."""
    expected = "an action is used in step, and not kept"
    episode, twin = trial.episode(), trial.subject.begin(trial.seed)
    written = 0
    while episode.open:
        move = deepcopy(episode.next_move())
        episode.moves.append(move)
        twin.play(deepcopy(move))
        play_along(episode.driver, move, expected)
        written += _write_over(episode.driver.given)
        found = "{} differs once the caller has written over the action"
        must_match(episode.driver.seen(), twin.seen(), expected, found)
    if not written and episode.moves:
        raise NotChecked("the actions are numbers, which nobody can write into")


def _write_over(given: Any) -> int:
    """Overwrite an action, or all parts of a joint one; returns how many parts there were to overwrite."""
    if isinstance(given, dict):
        count = sum(_write_over(each) for each in given.values()) + 1
        given.clear()
        return count
    if isinstance(given, tuple | list):
        return sum(map(_write_over, given))
    if not is_writable(given):
        return 0
    overwrite(given)
    return 1
