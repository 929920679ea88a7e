"""What checks find: a broken promise with a replay that anybody can run, or a reason why nothing was checked."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from dynasty_env.kit.errors import DynastyEnvError

LITERALS = 10
"""Actions that a replay spells out at most, where the fault can be shown with so few."""


class Broken(DynastyEnvError, AssertionError):  # noqa: N818 (a finding)
    """A promise that an environment breaks.

    Attributes:
        expected: what should have been.
        found: what was.
        agent: whom it concerns.
        then: the move that was tried at the end of the episode, and is no part of it.
        code: Python behind that which defines `make`, where it takes more than one episode to show it.
        at: seed and step, where they are others than those of the episode under examination.
    """

    def __init__(
        self,
        expected: str,
        found: str,
        agent: Hashable | None = None,
        then: Mapping[Hashable, Any] | None = None,
        code: str = "",
        at: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(f"expected: {expected}; found: {found}")
        self.expected, self.found, self.agent, self.then = expected, found, agent, then
        self.code, self.at = code, at


class NotChecked(DynastyEnvError):  # noqa: N818 (nothing went wrong)
    """A check that could not be made; the message says why, and what would make it possible."""


class ByConvention(NotChecked):
    """What was found is allowed by a convention of the library; the whole check ends here, whatever it saw before."""


@dataclass(frozen=True)
class Replay:
    """An episode up to where a promise is broken.

    Attributes:
        seed: what `reset` is given.
        steps: decisions.
        actions: step → {agent: action}. In all other steps every agent takes its first allowed action.
    """

    seed: int
    steps: int
    actions: Mapping[int, Mapping[Hashable, Any]]

    def script(self) -> list[dict[Hashable, Any] | None]:
        """A decision for each step, None for the first allowed actions."""
        return [dict(self.actions[n]) if n in self.actions else None for n in range(self.steps)]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        actions = {str(n): {str(a): _plain(action) for a, action in move.items()} for n, move in self.actions.items()}
        return {"seed": self.seed, "steps": self.steps, "actions": actions}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Replay":
        """Of JSON."""
        return cls(int(data["seed"]), int(data["steps"]), {int(n): dict(move) for n, move in data["actions"].items()})


def _plain(action: Any) -> Any:
    return action.tolist() if hasattr(action, "tolist") else action


@dataclass(frozen=True)
class Failure:
    """A broken promise.

    Attributes:
        check: the check that found it.
        expected: what should have been.
        found: what was.
        seed: of the episode.
        step: decisions that had been taken by then.
        seat: the agent whom it concerns; None: all of them.
        replay: the shortest episode that was found to show it; None where no episode is needed.
        code: Python that plays the replay.
        position: a save file of where it shows, for games of the kit.
    """

    check: str
    expected: str
    found: str
    seed: int
    step: int
    seat: str | None = None
    replay: Replay | None = None
    code: str = ""
    position: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        content = {name: value for name, value in self.__dict__.items() if name != "replay"}
        return content | {"replay": None if self.replay is None else self.replay.to_dict()}


Verdict = Literal["passed", "failed", "not checked"]


@dataclass
class Outcome:
    """What became of one check.

    Attributes:
        check: its name.
        promise: what it holds the environment to.
        verdict: passed, failed or not checked.
        episodes: how many were looked at.
        decisions: how many were looked at.
        seconds: how long that took.
        note: why it was not checked, or how much a pass says.
        failures: what it found.
    """

    check: str
    promise: str
    verdict: Verdict = "passed"
    episodes: int = 0
    decisions: int = 0
    seconds: float = 0.0
    note: str = ""
    failures: list[Failure] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        rows = [failure.to_dict() for failure in self.failures]
        return self.__dict__ | {"seconds": round(self.seconds, 3), "failures": rows}
