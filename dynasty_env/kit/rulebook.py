"""A game in the rooms that every rulebook has: what it says, draws and saves stands in modules that it names."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from dynasty_env.kit.files.loader import Loader
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State


class Words(Protocol):
    """`display/words.py`."""

    def describe(self, state: State, action: int, /) -> str:
        """An action in words."""

    def stakes(self, state: State, /) -> str:
        """What the open decision is about."""


class Prospects(Protocol):
    """`display/prospects.py`."""

    def of_decision(self, state: State, /) -> str:
        """What chance says about the decision as it stands."""

    def of_action(self, state: State, action: int, /) -> str:
        """What chance says about an action."""


class Chronicle(Protocol):
    """`display/chronicle.py`."""

    def chronicle(self, state: State, seat: int | None, /) -> list[str]:
        """What the last move did."""


class Terminal(Protocol):
    """`display/terminal.py`."""

    def ansi(self, view: dict[str, Any], /) -> str:
        """The table of a view, drawn for a terminal."""


@dataclass(frozen=True)
class Modules:
    """The modules in which a rulebook's words stand.

    Attributes:
        save: the loader in `saved/save.py`, which writes save files and reads them.
        picture: the name of the module that draws pictures, from the game's package on if it begins with a dot. It is
            imported when the first one is wanted, because it needs Pillow.
    """

    words: Words
    prospects: Prospects
    chronicle: Chronicle
    terminal: Terminal
    save: type[Loader]
    picture: str = ".display.picture"


class Rulebook(Game):
    """A game that names the modules of its words; what they say about a view, a subclass gives: `view` and `scores`."""

    modules: ClassVar[Modules]

    def describe(self, state: State, action: int) -> str:
        """An action in words."""
        return self.modules.words.describe(state, action)

    def stakes(self, state: State) -> str:
        """What the open decision is about."""
        return self.modules.words.stakes(state)

    def prospects(self, state: State, action: int | None = None) -> str:
        """Chances, exact given what the deciding seat knows."""
        told = self.modules.prospects
        return told.of_decision(state) if action is None else told.of_action(state, action)

    def to_dict(self, state: State) -> dict[str, Any]:
        """A save file."""
        return self.modules.save.write(state)

    def from_dict(self, saved: Mapping[str, Any], *, backend: BackendName | None = None) -> State:
        """The game of a save file."""
        return self.modules.save.read(self, saved, backend)

    def chronicle(self, state: State, seat: int | None) -> list[str]:
        """What the last move did."""
        return self.modules.chronicle.chronicle(state, seat)

    def ansi(self, state: State, seat: int | None) -> str:
        """The table for a terminal."""
        return self.modules.terminal.ansi(self.view(state, seat))

    def picture(self, state: State, seat: int | None) -> npt.NDArray[np.uint8]:
        """The table as (960, 1280, 3) RGB."""
        package = type(self).__module__.rpartition(".")[0]
        drawn: npt.NDArray[np.uint8] = import_module(self.modules.picture, package).picture(self.view(state, seat))
        return drawn
