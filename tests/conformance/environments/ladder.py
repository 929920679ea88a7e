"""A dice game of one seat as a Gymnasium environment with masks, correct, and broken in one place each.

Six rungs are to be filled with six throws of a die. A throw may be put on any rung that is free; a rung that holds more
than the one below it is worth a point, of five at most.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from dynasty_env.conformance import Declaration

RUNGS = 6


class Ladder(gymnasium.Env[Any, Any]):
    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None) -> None:
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 6, (RUNGS + 1,), np.int8)
        self.action_space = spaces.Discrete(RUNGS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.clear()
        self.throw()
        return self.sight(), {"action_mask": self.action_masks()}

    def clear(self) -> None:
        self.rungs = np.zeros(RUNGS, np.int8)

    def throw(self) -> None:
        self.die = int(self.np_random.integers(1, 7))

    def sight(self) -> Any:
        return np.append(self.rungs, np.int8(self.die))

    def action_masks(self) -> Any:
        return np.asarray(self.rungs == 0, np.int8)

    def step(self, action: Any) -> Any:
        self.check(action)
        self.rungs[action] = self.die
        over = bool(self.rungs.all())
        self.throw()
        return self.sight(), self.points() if over else 0.0, over, False, {"action_mask": self.action_masks()}

    def check(self, action: Any) -> None:
        if not 0 <= action < RUNGS or self.rungs[action]:
            raise ValueError(f"rung {action} is not free")

    def points(self) -> float:
        return float((np.diff(self.rungs) > 0).sum())

    def render(self) -> Any:
        return str(self.rungs.tolist())


DECLARATION = Declaration(
    bounds=(0, RUNGS - 1), longest=RUNGS, chance=True, outcome=lambda env: {"learner": env.unwrapped.points()}
)


class KeepsItsGenerator(Ladder):
    """Only the first seed counts: the generator stays the same object and has advanced (Gymnasium's issue 1705)."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        return super().reset(seed=None if hasattr(self, "die") else seed, options=options)


class AlwaysAllowed(Ladder):
    """From the fourth throw on, the mask allows rungs that are taken."""

    def action_masks(self) -> Any:
        return super().action_masks() if (self.rungs == 0).sum() > 3 else np.ones(RUNGS, np.int8)


class WrittenOver(Ladder):
    """All steps return the same observation array (Gymnasium's issue 1681)."""

    seen: Any = None

    def sight(self) -> Any:
        self.seen = np.zeros(RUNGS + 1, np.int8) if self.seen is None else self.seen
        self.seen[:] = super().sight()
        return self.seen


class InfinitePoints(Ladder):
    """A six on the lowest rung costs infinitely many points."""

    def points(self) -> float:
        return -np.inf if self.rungs[0] == 6 else super().points()


class LeftRung(Ladder):
    """The top rung is not cleared."""

    def clear(self) -> None:
        top = int(self.rungs[-1]) if hasattr(self, "rungs") else 0
        super().clear()
        self.rungs[-1] = top


class SeventhEye(Ladder):
    """The last throw may show a seven, which the observation space does not include."""

    def throw(self) -> None:
        super().throw()
        self.die += int((self.rungs == 0).sum() == 1)


class Overwrites(Ladder):
    """Choosing a rung that is taken overwrites it."""

    def check(self, action: Any) -> None:
        if not 0 <= action < RUNGS:
            raise ValueError(f"there is no rung {action}")


FAULTS: tuple[tuple[type[Ladder], str, Declaration], ...] = (
    (KeepsItsGenerator, "generator_state", DECLARATION),
    (AlwaysAllowed, "allowed_apply", DECLARATION),
    (WrittenOver, "observations_stay", DECLARATION),
    (InfinitePoints, "rewards_told", DECLARATION),
    (LeftRung, "reset_forgets", DECLARATION),
    (SeventhEye, "observation_space", DECLARATION),
    (Overwrites, "forbidden_refused", DECLARATION),
)
"""Each broken ladder, the check that is meant for it, and what is declared of it."""
