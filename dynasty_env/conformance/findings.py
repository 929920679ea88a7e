"""What checks find: a broken promise with a replay that anybody can run, or a reason why nothing was checked."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from dynasty_env.kit.errors import DynastyEnvError

LITERALS = 10
"""Maximum number of actions that a replay spells out, if the fault can be shown with so few."""


class Broken(DynastyEnvError, AssertionError):  # noqa: N818 (a finding)
    """An environment breaks a promise.

    Attributes:
        then: the move that was tried at the end of the episode, and is not part of it.
        code: Python code to run after `make` is defined, if more than one episode is needed to show the fault.
        at: seed and step, if they differ from those of the episode being checked.
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
    """A check could not be made; the message says why, and what would make it possible."""


class ByConvention(NotChecked):
    """A convention of the library allows what was found; the whole check ends here, whatever it saw before."""


@dataclass(frozen=True)
class Replay:
    """An episode up to the point where a promise is broken.

    Attributes:
        seed: the seed passed to `reset`.
        steps: number of decisions.
        actions: step → {agent: action}. In all other steps every agent takes its first allowed action.
    """

    seed: int
    steps: int
    actions: Mapping[int, Mapping[Hashable, Any]]

    def script(self) -> list[dict[Hashable, Any] | None]:
        """A decision for each step; None for the first allowed actions."""
        return [dict(self.actions[n]) if n in self.actions else None for n in range(self.steps)]

    def to_dict(self) -> dict[str, Any]:
        """The replay as JSON data."""
        actions = {str(n): {str(a): literal(action) for a, action in move.items()} for n, move in self.actions.items()}
        return {"seed": self.seed, "steps": self.steps, "actions": actions}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Replay":
        """A replay from JSON data."""
        return cls(int(data["seed"]), int(data["steps"]), {int(n): dict(move) for n, move in data["actions"].items()})


def literal(action: Any) -> Any:
    """An action in the form in which JSON and Python code spell it out."""
    if isinstance(action, Mapping):
        return {name: literal(each) for name, each in action.items()}
    if isinstance(action, tuple):
        return tuple(map(literal, action))
    return action.tolist() if hasattr(action, "tolist") else action


@dataclass(frozen=True)
class Failure:
    """A broken promise.

    Attributes:
        check: the check that found it.
        expected: what should have happened.
        found: what did happen.
        seed: the seed of the episode.
        step: number of decisions taken before it showed.
        seat: the agent concerned; None: all of them.
        replay: the shortest episode found to show it; None if no episode is needed.
        code: Python code that plays the replay.
        position: a save file of the position where it shows, for games of the kit.
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
        """The failure as JSON data."""
        content = {name: value for name, value in self.__dict__.items() if name != "replay"}
        return content | {"replay": None if self.replay is None else self.replay.to_dict()}


Verdict = Literal["passed", "failed", "not checked"]


@dataclass
class Outcome:
    """The result of one check.

    Attributes:
        check: its name.
        promise: the promise that the environment has to keep.
        verdict: passed, failed or not checked.
        episodes: number of episodes looked at.
        decisions: number of decisions looked at.
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
        """The outcome as JSON data."""
        rows = [failure.to_dict() for failure in self.failures]
        return self.__dict__ | {"seconds": round(self.seconds, 3), "failures": rows}
