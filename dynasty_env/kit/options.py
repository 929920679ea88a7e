"""Rule options: declared once, in a game's `table.py`. The game's class, its table and its observations use them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dynasty_env.kit.engine.table import FrameField


@dataclass(frozen=True)
class Option:
    """A rule option: its values and what it does. Its value is kept in the table's field of the same name.

    Attributes:
        name: its name, which is that of the field.
        default: its value if none is given.
        values: all valid values.
        meaning: what it does, for developers and for the rules page.
        called: its name for players, marked for translation with `_`; empty: its meaning.
        called_values: names of values for players; other values are shown as numbers.
    """

    name: str
    default: int | bool
    values: tuple[int | bool, ...]
    meaning: str
    called: str = ""
    called_values: Mapping[int, str] = field(default_factory=dict, hash=False)


def own_options(options: Sequence[Option]) -> list[Option]:
    """The options that not every game has: all but `num_players` and `ask_forced`."""
    return [option for option in options if option.name not in ("num_players", "ask_forced")]


def fields_of(options: Sequence[Option]) -> list[FrameField]:
    """The fields of a table for these options; every table has a header with those for the other two."""
    return [(option.name, "i1" if max(option.values) < 128 else "i4") for option in own_options(options)]
