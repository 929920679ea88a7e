"""A game with the usual structure of a rulebook: the modules that it names hold its words, drawings and save files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.chapter import DeclarationError
from dynasty_env.kit.files.loader import Loader
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.glossary import Term
from dynasty_env.kit.state import State
from dynasty_env.kit.wording import Family, Noun, Wording


class Terminal(Protocol):
    """`display/terminal.py`."""

    def ansi(self, view: dict[str, Any], /) -> str:
        """The table of a view, drawn as text for a terminal."""


@dataclass(frozen=True)
class Modules:
    """The modules that draw and save a rulebook's table; its pictures are drawn by the module ``display.picture``.

    Attributes:
        terminal: draws a view for a terminal.
        save: the loader in `saved/save.py`, which writes and reads save files.
        things: returns what can be looked up of a view; None: nothing.
    """

    terminal: Terminal
    save: type[Loader]
    things: Callable[[dict[str, Any]], Sequence[Term]] | None = None


class Rulebook(Game):
    """A game whose chapters declare their words, and which names the modules that draw and save it.

    A subclass says what its action ids and the numbers of its trace name (`families`, `nouns`), and gives the content
    of a view (`view`) and the points (`scores`).
    """

    modules: ClassVar[Modules]
    families: ClassVar[Mapping[str, Family]] = {}
    """What the action ids of each family name."""
    nouns: ClassVar[Mapping[str, Noun]] = {}
    """What the numbers of trace entries name."""
    decides: ClassVar[str] = "turn player"
    """Who makes most of the decisions, in the words used on pages of rules."""

    def __init__(self) -> None:
        """Raise DeclarationError if what the game declares, words included, is inconsistent.

        `wording` holds the words that the chapters declare.
        """
        super().__init__()
        entries = [kind for chapter in self.chapters for kind in chapter.entries]
        self.wording = Wording(self.name, self.agent, self.phases, self._kinds, entries, self.families, self.nouns)
        for kind in type(entries[0].kind) if entries else ():
            if int(kind) not in self.wording.entries:
                raise DeclarationError(f"{self.name}: no chapter has an EntryKind of the trace's {kind.name}")

    @cached_property
    def questions(self) -> Mapping[str, tuple[str, str]]:  # type: ignore[override]
        """For each phase, what its decision asks and why."""
        return self.wording.questions

    def purpose(self, phase: str, action: int) -> str:
        return self.wording.purpose(phase, action)

    def describe(self, state: State, action: int) -> str:
        return self.wording.describe(state, action)

    def stakes(self, state: State) -> str:
        return self.wording.stakes(state)

    def prospects(self, state: State, action: int | None = None) -> str:
        return self.wording.condition(state) if action is None else self.wording.chance(state, action)

    def to_dict(self, state: State) -> dict[str, Any]:
        return self.modules.save.write(state)

    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> State:
        return self.modules.save.read(self, saved, backend)

    def chronicle(self, state: State, seat: int | None) -> list[str]:
        return self.wording.chronicle(state, seat)

    def ansi(self, state: State, seat: int | None) -> str:
        return self.modules.terminal.ansi(self.view(state, seat))

    def things(self, state: State, seat: int | None) -> Sequence[Term]:
        return () if self.modules.things is None else self.modules.things(self.view(state, seat))

    def picture(self, state: State, seat: int | None) -> npt.NDArray[np.uint8]:
        """The table as (960, 1280, 3) RGB, drawn by `display/picture.py`, which is imported now: it needs Pillow."""
        module = import_module(f"{type(self).__module__.rpartition('.')[0]}.display.picture")
        drawn: npt.NDArray[np.uint8] = module.picture(self.view(state, seat))
        return drawn
