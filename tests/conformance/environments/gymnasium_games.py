"""Gymnasium's environments by names that Python can import: ``gymnasium_games:CartPole_v1`` is CartPole-v1."""

from functools import partial
from typing import Any

CLASSIC = ("CartPole-v1", "MountainCar-v0", "MountainCarContinuous-v0", "Pendulum-v1", "Acrobot-v1")
TOY_TEXT = (
    "Blackjack-v1",
    "FrozenLake-v1",
    "FrozenLake8x8-v1",
    "CliffWalking-v1",
    "CliffWalkingSlippery-v1",
    "Taxi-v4",
)
NAMES = {name.replace("-", "_"): name for name in (*CLASSIC, *TOY_TEXT)}


def made(name: str, render_mode: str | None = None) -> Any:
    """Gymnasium's environment, with the wrappers that it comes with."""
    import gymnasium

    return gymnasium.make(name, render_mode=render_mode)


def __getattr__(name: str) -> Any:
    if name in NAMES:
        return partial(made, NAMES[name])
    raise AttributeError(name)
