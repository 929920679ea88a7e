"""Chance and the course of an episode do not depend on who looks, or on what is drawn."""

import inspect
from typing import Any

from dynasty_env.conformance.check import Check, Trial, play_along
from dynasty_env.conformance.drivers.base import Driver
from dynasty_env.conformance.episodes import Subject
from dynasty_env.conformance.findings import Broken, NotChecked
from dynasty_env.conformance.sight import differing

MODES = ("ansi", "rgb_array")


def looking(trial: Trial) -> None:
    """Everybody looks, twice and in another order, before every move of one of two environments."""
    episode, unseen = trial.episode(), trial.subject.begin(trial.seed)
    while True:
        before = episode.driver.seen()
        for agent in reversed(episode.driver.present):
            episode.driver.observe(agent)
            episode.driver.masks(agent)
        if episode.driver.interface == "aec" and episode.driver.acting:
            episode.driver.env.last()
        if hasattr(episode.driver.env.unwrapped, "state_space"):
            episode.driver.env.state()
        again = differing(before, episode.driver.seen())
        if again:
            raise Broken("looking twice shows the same", f"{', '.join(again[:3])} differs")
        if not episode.open:
            break
        if unseen.acting != episode.driver.acting:
            break
        play_along(unseen, episode.advance(), "an episode does not depend on who looks")
    apart = differing(episode.driver.seen(), unseen.seen())
    if apart:
        raise Broken("an episode does not depend on who looks", f"{', '.join(apart[:3])} differs in the end")


def render(trial: Trial) -> None:
    """One of two environments is drawn before every move."""
    episode, (mode, drawn) = trial.episode(), _drawn(trial.subject)
    drawn.reset(trial.seed)
    while True:
        drawn.env.render()
        apart = differing(episode.driver.seen(), drawn.seen())
        if apart:
            raise Broken(f"render (render_mode={mode!r}) changes nothing", f"{', '.join(apart[:3])} differs")
        if not episode.open:
            return
        play_along(drawn, episode.advance(), f"render (render_mode={mode!r}) changes nothing")


def _drawn(subject: Subject) -> tuple[str, Driver]:
    """An environment that draws without a window, and how."""
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


CHECKS = (
    Check("looking", "chance and the course of an episode do not depend on who looks", looking, compares=True),
    Check("render", "drawing changes nothing", render, episodes=3, compares=True),
)  # fmt: skip
