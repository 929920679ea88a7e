"""What comes next: automatic steps, most of which need no numbers, and decisions between yes and no."""

from typing import Any

from dynasty_env.kit.engine import offer, push, rule
from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.words import SEAT_ASKED, Phase
from dynasty_env.three_kingdoms.ids import NO, YES, Step


@rule
def then(t, step):
    """Add an automatic step, which belongs to no seat, without numbers before everything that is waiting."""
    push(t, step, 0, 0, 0)


@rule
def then_with(t, step, a, b):
    """The same with two numbers (`Step` says what they are)."""
    push(t, step, 0, a, b)


def yes_or_no(step: Step, decides: str = SEAT_ASKED, **declared: Any) -> Phase:
    """A phase whose answer is yes or no; its other attributes are given as for any `Phase`."""
    name = f"legal_{step.name.lower()}"
    lines = [f"def {name}(t):", "    offer(t, YES)", "    offer(t, NO)"]
    legal = written(name, lines, {"offer": offer, "YES": YES, "NO": NO})
    return Phase(step, legal, decides=decides, families=("yes", "no"), **declared)
