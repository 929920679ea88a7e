"""Chance and the course of an episode do not depend on who looks, or on what is drawn."""

import inspect
from io import StringIO
from typing import Any

import numpy as np

from dynasty_env.conformance.check import Trial, must_match, play_along, promise
from dynasty_env.conformance.drivers.base import Driver
from dynasty_env.conformance.episodes import Subject
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.generators import generator_states, moved
from dynasty_env.conformance.sight import differing, in_words

FIRST = 3
"""Number of first decisions of an episode at which the states of its generators are compared."""
CLOSELY = 0.2
"""How often they are compared later."""
REPLAYED = 40
"""Number of decisions up to which a new environment is played to the same place."""
PICTURES = {"ansi": "text", "rgb_array": "an array (height, width, 3) of uint8"}
MODES = tuple(PICTURES)
"""Render modes that need no window, and what they return."""


@promise("chance and the course of an episode do not depend on who looks", compares=True)
def looking(trial: Trial) -> None:
    """Everybody looks, twice and in another order, and samples actions before every move of one of two environments.

    On the way it is also compared, each time, with a new environment that nobody has looked at.
    """
    episode, unseen = trial.episode(), trial.subject.begin(trial.seed)
    rng = np.random.default_rng([trial.seed, 5])
    while True:
        closely = episode.thorough or len(episode.moves) < FIRST or rng.random() < CLOSELY
        states = generator_states(episode.driver.env) if closely else {}
        before = episode.driver.seen()
        _look(episode.driver)
        must_match(before, episode.driver.seen(), "looking twice shows the same")
        drawn = moved(states, generator_states(episode.driver.env)) if closely else []
        if drawn:
            raise Broken("looking draws no random numbers", f"it changed the state of {', '.join(drawn[:3])}")
        if closely and episode.moves and len(episode.moves) <= REPLAYED:
            _same_unseen(episode.driver, trial.subject.again(trial.seed, episode.moves))
        if not episode.open or unseen.acting != episode.driver.acting:
            break
        play_along(unseen, episode.advance(), "an episode does not depend on who looks")
    _same_unseen(episode.driver, unseen)


def _same_unseen(driver: Driver, unseen: Driver) -> None:
    """Require an environment to be where an unobserved one is."""
    drawn = moved(generator_states(driver.env), generator_states(unseen.env))
    apart = drawn or differing(driver.seen(), unseen.seen())
    if apart:
        raise Broken("an episode does not depend on who looks", f"{', '.join(apart[:3])} differs")


def _look(driver: Driver) -> None:
    """Ask for everything that can be asked for."""
    for agent in reversed(driver.present):
        driver.observe(agent)
        driver.masks(agent)
        driver.action_space(agent).sample()
    if driver.interface == "aec" and driver.acting:
        driver.env.last()
    if getattr(driver.env, "state_space", None) is not None:
        driver.env.state()


@promise("drawing changes nothing", episodes=3, compares=True)
def render(trial: Trial) -> None:
    """Draw one of two environments before every move."""
    episode, (mode, drawn) = trial.episode(), _drawn(trial.subject)
    drawn.reset(trial.seed)
    for driver in episode.positions():
        if episode.moves:
            play_along(drawn, episode.moves[-1], f"render (render_mode={mode!r}) changes nothing")
        picture = drawn.env.render()
        if not _is_picture(mode, picture):
            raise Broken(f"render (render_mode={mode!r}) returns {PICTURES[mode]}", f"it returns {in_words(picture)}")
        must_match(driver.seen(), drawn.seen(), f"render (render_mode={mode!r}) changes nothing")
        rolled = moved(generator_states(driver.env), generator_states(drawn.env))
        if rolled:
            text = f"{', '.join(rolled[:3])} has another state"
            raise Broken(f"render (render_mode={mode!r}) draws no random numbers", text)


def _is_picture(mode: str, picture: Any) -> bool:
    if mode == "ansi":
        return isinstance(picture, str | StringIO)
    return isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.shape[2:] == (3,)


def _drawn(subject: Subject) -> tuple[str, Driver]:
    """An environment that draws without a window, and its render mode."""
    modes = (subject.drive().env.metadata or {}).get("render_modes", [])
    mode = next((each for each in MODES if each in modes), None)
    if mode is None:
        raise NotChecked(f"it has none of the render modes {', '.join(MODES)}")
    if not _takes_a_mode(subject.make):
        raise NotChecked("the factory takes no render_mode")
    driver = subject.drive(render_mode=mode)
    try:
        driver.reset(0)
        driver.env.render()
    except Exception as error:
        raise NotChecked(f"render_mode={mode!r} does not work here ({type(error).__name__}: {error})") from None
    return mode, driver


def _takes_a_mode(make: Any) -> bool:
    try:
        parameters = inspect.signature(make).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(each.name == "render_mode" or each.kind is each.VAR_KEYWORD for each in parameters)
