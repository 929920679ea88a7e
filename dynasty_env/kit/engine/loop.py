"""The loop that takes a game from decision to decision.

`legal_step`, `play_step` and `take_step` dispatch a step to the rules that its chapter declares for it; the kit
generates them for each game (see `chapter.dispatchers`).
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
"""Maximum number of frames of a move up to the next decision; if more are needed, steps push each other endlessly."""

Rule = Callable[..., Any]
Says = str | Callable[[Any, int], str]
"""The wording of a choice: a template that contains the thing it names, or a function of the State and of the thing's
number."""
Chances = Callable[[Any, int], Any]
"""The chances of a choice: a function of the State and of the number of the thing that it names.

It returns a `kit.message.Chance`, or a text with chances in it; empty if there is nothing to say.
"""
Facts = Sequence[Callable[[Any, int], str]]
"""Facts about a thing that can be named: functions of the State and of the thing's number; empty results are left
out."""
SEAT_ASKED = "the seat asked"
"""For `Phase.decides`: the seat answers what another seat has proposed to it (`Game.addressee`)."""
Replacement = Rule | type[IntEnum] | int | npt.NDArray[np.int64]
"""What a game gives for a name that shared rules read: a rule, an enum, a number, or several numbers."""


class Listing(NamedTuple):
    """What action ids that name a place in a list, such as the k-th general, refer to in a decision.

    Attributes:
        holds: the rule ``(t, number, a) -> bool``: whether this number is on the list, in a decision whose frame holds
            `a`. The list is in the order of the numbers.
        counts: which of their printed numbers matters in the decision; None: none does.
    """

    holds: Rule
    counts: IntEnum | None = None


def by_name(*_: Any) -> Any:
    """Placeholder for the rule ``legal_<step>`` or ``play_<step>`` of the chapter that declares a phase."""
    raise NotImplementedError("a phase outside a chapter names its rules")


@dataclass(frozen=True)
class Phase:
    """A decision: `legal(t)` offers the actions, `play(t, action)` carries one out.

    The deciding seat and two numbers of the frame are in `t.seat`, `t.a`, `t.b`. `secret` means that hidden cards
    determine whether a seat is asked, so nobody else may learn which seat it is. A chapter that declares the phase need
    not name its rules (`chapter.Chapter`).

    A decision that can also be made by continuous parameters names the parts of a `point` that it uses; `nearest(t)`
    moves an illegal point to the nearest legal one (`kit.engine.points`).

    The other attributes are words, which rules and compiler never read (`kit.wording` makes texts of them).

    Attributes:
        asks: what the decision asks.
        why: why it is asked, or what depends on it.
        says: for each family of action ids (`Rulebook.families`) that can be legal here, the wording of its choices.
        purposes: for families whose choices have a meaning here that their wording does not express: what they are good
            for, in a sentence.
        facts: facts about each person or thing that can be named; or one function of the State and of the thing's
            number that returns the facts.
        stakes: what the open decision is about, a function of the State, if the phase alone does not say it.
        chance: for each family, the chances of a choice; a single function applies to all families but `pass`.
        condition: the condition of the chances, or the state of the decision: a text, or a function of the State.
        decides: who decides, in the words of pages of rules, or `SEAT_ASKED`; empty: `Rulebook.decides`.
        families: families of ids that can be legal here in addition to those of `says`, with their usual wording.
        cites: the paragraph or ruling that the decision follows.
        lists: what ids that name a place in a list refer to: rules call `is_listed` and `has_list`.
        frame: what the numbers `t.a` and `t.b` are, if they are used, such as ``("country", "person")``, or ``"-"``;
            tests of rules check the content of frames by it.
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
    """A step that the engine takes automatically: `take(t)`, with `t.seat`, `t.a`, `t.b` of its frame.

    `frame`: what these two numbers are, as in `Phase`.
    """

    step: IntEnum
    take: Rule
    frame: Sequence[str] = ()


def legal_step(t: Any) -> None:
    """Offer the legal actions of the open decision (generated by the backend for each game)."""
    raise NotImplementedError


def play_step(t: Any, action: int) -> None:
    """Carry out `action` in the open decision (generated by the backend for each game)."""
    raise NotImplementedError


def take_step(t: Any) -> None:
    """Take the open automatic step (generated by the backend for each game)."""
    raise NotImplementedError


def is_listed(t: Any, number: int) -> bool:
    """Whether this number is on the list of the open decision (generated for each game that has `Phase.lists`)."""
    raise NotImplementedError


def has_list(step: int) -> bool:
    """Whether decisions of this kind have a list (generated likewise)."""
    raise NotImplementedError


@rule
def open_decision(t):
    """Compute the mask of the open decision."""
    t.choices = 0
    t.only = -1
    for action in range(len(t.mask)):
        t.mask[action] = 0
    legal_step(t)


@rule
def run(t):
    """Take frames off the stack until a seat has to decide or the game is over."""
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
    """Carry out a legal `action` of the open decision, then everything up to the next decision."""
    t.told = 0
    play_step(t, action)
    run(t)
