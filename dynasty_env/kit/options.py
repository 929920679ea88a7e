"""Rule options: declared once, in a game's `table.py`. The game's class, its table and its observations use them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dynasty_env.kit.engine.chapter import written
from dynasty_env.kit.engine.loop import Rule
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


def fields_of(options: Sequence[Option], *first: str) -> list[FrameField]:
    """The fields of a table for these options; every table has a header with those for the other two. Files hold whole
    tables, so the fields `first` must stay where they are; the others follow."""
    own = sorted(own_options(options), key=lambda option: (*first, option.name).index(option.name))
    return [(option.name, "i1" if max(option.values) < 128 else "i4") for option in own]


def observed(options: Sequence[Option], *first: str, rows: int = 0) -> tuple[str, ...]:
    """The rows of an observation's piece ``options``: the table's fields `first`, whose rows must stay where they are,
    then all options that are not among them but the number of seats. If that is less than `rows`, rows without a name
    follow, which are 0."""
    names = *first, *(option.name for option in options if option.name not in (*first, "num_players"))
    return names + ("",) * (rows - len(names))


def observing(rows: Sequence[str]) -> Rule:
    """The rule ``observe_options(t, seen)`` that writes these rows of the piece ``options``."""
    lines = [f"    seen.options[{row}] = {f't.{name}' if name else 0}" for row, name in enumerate(rows)]
    return written("observe_options", ["def observe_options(t, seen):", *lines], {})
