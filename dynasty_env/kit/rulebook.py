"""A game with the usual structure of a rulebook: its chapters hold its words, and its folder `display` its drawings."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.engine.chapter import DeclarationError
from dynasty_env.kit.files.loader import Loader
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.glossary import Term
from dynasty_env.kit.state import State
from dynasty_env.kit.wording import Family, Noun, Wording


class Rulebook(Game):
    """A game whose chapters declare their words, and whose package has the modules that draw and save it.

    A subclass says what its action ids and the numbers of its trace name (`families`, `nouns`), and gives the content
    of a view (`view`) and the points (`scores`). The modules `terminal`, `picture` and `things` of its package's
    `display` have functions of a view, `ansi`, `picture` and `things`, with the same results as the methods here.
    """

    loader: ClassVar[type[Loader]]
    """Writes and reads save files; it is in `saved/save.py`."""
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
        return self.loader.write(state)

    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> State:
        return self.loader.read(self, saved, backend)

    def chronicle(self, state: State, seat: int | None) -> list[str]:
        return self.wording.chronicle(state, seat)

    def _display(self, module: str) -> Any:
        """A module of `display`, imported when it is first used: pictures need Pillow."""
        package = self.loader.__module__.removesuffix(".saved.save")
        return import_module(f"{package}.display.{module}")

    def ansi(self, state: State, seat: int | None) -> str:
        drawn: str = self._display("terminal").ansi(self.view(state, seat))
        return drawn

    def things(self, state: State, seat: int | None) -> Sequence[Term]:
        found: Sequence[Term] = self._display("things").things(self.view(state, seat))
        return found

    def picture(self, state: State, seat: int | None) -> npt.NDArray[np.uint8]:
        """The table as (960, 1280, 3) RGB."""
        drawn: npt.NDArray[np.uint8] = self._display("picture").picture(self.view(state, seat))
        return drawn
