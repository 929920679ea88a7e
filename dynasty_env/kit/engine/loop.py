"""The one loop that carries a game from decision to decision.

`legal_step`, `play_step` and `take_step` send a step to the rules that its chapter declares for it; the kit
writes them for each game (see `chapter.dispatchers`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import FIRST_AUTOMATIC, Fault, pop

LONGEST = 100_000
"""Frames that a move may take up to the next decision; steps that need more push each other for ever."""

Rule = Callable[..., Any]
Says = str | Callable[[Any, int], str]
"""How a choice is called: a template in which the thing stands that it names, or a function of the State and of the
thing's number."""
Chances = Callable[[Any, int], Any]
"""What chance says about a choice: a function of the State and of the number of the thing that it names, which returns
a `kit.message.Chance`, or a text with chances in it; empty where there is nothing to say."""
Facts = Sequence[Callable[[Any, int], str]]
"""What is told of a thing that can be named: functions of the State and of the thing's number; what is empty is left
out."""
Replacement = Rule | type[IntEnum] | int | npt.NDArray[np.int64]
"""What a game gives for a name that rules of several games read: a rule, an enum, a number, or several."""


class Listing(NamedTuple):
    """Whom ids that name a place in a list mean in a decision, such as the k-th general.

    Attributes:
        holds: the rule ``(t, number, a) -> bool``: is this one on the list, in a decision whose frame holds `a`? They
            stand there in the order of their numbers.
        counts: which of their printed numbers counts in the decision; None: none does.
    """

    holds: Rule
    counts: IntEnum | None = None


def by_name(*_: Any) -> Any:
    """Stands for the rule ``legal_<step>`` or ``play_<step>`` of the chapter that declares a phase."""
    raise NotImplementedError("a phase outside a chapter names its rules")


@dataclass(frozen=True)
class Phase:
    """A decision: `legal(t)` offers the actions, `play(t, action)` carries one out.

    The deciding seat and two numbers of the frame are in `t.seat`, `t.a`, `t.b`. `secret` says that whether a seat
    is asked depends on hidden cards, so that nobody else may be told who is. A chapter that declares the phase need not
    name its rules (`chapter.Chapter`).

    A decision that can be made by continuous parameters, too, names the parts of a `point` that say how;
    `nearest(t)` brings a point that is not legal to the nearest legal one (`kit.engine.points`).

    The other attributes are words, which rules and compiler never look at (`kit.wording` makes texts of them).

    Attributes:
        asks: what the decision asks.
        why: why, or what depends on it.
        says: for each family of action ids (`Rulebook.families`) that can be legal here, how its choices are called.
        purposes: for families of ids whose choices mean something here that their words do not say: what they are good
            for, in a sentence.
        facts: what is told of each person or thing that can be named; one function: of the State and of the thing's
            number, which returns the facts.
        stakes: what the open decision is about, a function of the State, where the phase alone does not say it.
        chance: for each family of ids, what chance says about a choice; one function alone: of all families but `pass`.
        condition: what the chances hold for, or how the decision stands: a text, or a function of the State.
        decides: who decides, as pages of rules say it; empty: whoever mostly does (`Rulebook.decides`).
        families: families of ids that can be legal here beside those of `says`: they are called as in every phase.
        cites: the paragraph or ruling that the decision is after.
        lists: whom ids mean that name a place in a list: rules ask `is_listed` and `has_list`.
        frame: what the numbers `t.a` and `t.b` are, if they hold anything: such as ``("country", "person")``; rule
            tests check what frames hold by it.
    """

    step: IntEnum
    legal: Rule = by_name
    play: Rule = by_name
    secret: bool = False
    point: Sequence[str] = ()
    nearest: Rule | None = None
    asks: str = ""
    why: str = ""
    says: Mapping[str, Says] = field(default_factory=dict)
    purposes: Mapping[str, str] = field(default_factory=dict)
    facts: Facts | Callable[[Any, int], Facts] | None = None
    stakes: Callable[[Any], str] | None = None
    chance: Chances | Mapping[str, Chances] | None = None
    condition: str | Callable[[Any], str] = ""
    decides: str = ""
    families: Sequence[str] = ()
    cites: str = ""
    lists: Listing | None = None
    frame: Sequence[str] = ()


@dataclass(frozen=True)
class Automatic:
    """A step that the engine takes by itself: `take(t)`, with `t.seat`, `t.a`, `t.b` of its frame."""

    step: IntEnum
    take: Rule


def legal_step(t: Any) -> None:
    """Offer the legal actions of the open decision (written by the backend for each game)."""
    raise NotImplementedError


def play_step(t: Any, action: int) -> None:
    """Carry out `action` in the open decision (written by the backend for each game)."""
    raise NotImplementedError


def take_step(t: Any) -> None:
    """Take the open automatic step (written by the backend for each game)."""
    raise NotImplementedError


def is_listed(t: Any, number: int) -> bool:
    """Whether this one is on the list of the open decision (written for each game that has `Phase.lists`)."""
    raise NotImplementedError


def has_list(step: int) -> bool:
    """Whether decisions of this kind have a list (written likewise)."""
    raise NotImplementedError


@rule
def open_decision(t):
    """Work out the mask of the open decision."""
    t.choices = 0
    t.only = -1
    for action in range(len(t.mask)):
        t.mask[action] = 0
    legal_step(t)


@rule
def run(t):
    """Take frames off the stack until a seat has something to decide or the game is over."""
    taken = 0
    while t.fault == 0:
        if t.done == 1:
            t.choices = 0
            t.only = -1
            for action in range(len(t.mask)):
                t.mask[action] = 0
            return
        pop(t)
        taken += 1
        if taken > LONGEST:
            t.fault = Fault.ENDLESS
        if t.fault != 0:
            return
        if t.step >= FIRST_AUTOMATIC:
            take_step(t)
        else:
            open_decision(t)
            if t.fault != 0:
                return
            if t.choices == 0:
                t.fault = Fault.NO_CHOICE
            elif t.choices > 1 or t.ask_forced == 1:
                return
            else:
                play_step(t, t.only)


@rule
def play(t, action):
    """Carry out a legal `action` of the open decision, then everything up to the next one."""
    t.told = 0
    play_step(t, action)
    run(t)
