"""What a chronicle makes of entries of the trace, as texts say it: ``ATTACKED 1, Spain, 0 => dynasty_1 attacks Spain``.

Entries stand between semicolons, each by its kind and those of seat, subject, object and value that it has
(`trace_fields.SAYS` beside a game's rule tests), by name where they have names; sentences stand between slashes. What
is set in belongs to the line above.
"""

from collections.abc import Sequence
from types import ModuleType

from dynasty_env.kit.engine.table import EVERYBODY
from dynasty_env.kit.game import Game

Numbers = tuple[int, ...]
"""Kind, seat, subject, object and value of an entry."""


def chronicle(game: Game, entries: Sequence[Numbers]) -> list[str]:
    """The sentences of a move that has left these entries, which everybody may see."""
    state = game.new(1, backend="interpreted")
    state.record["told"], state.record["trace_length"] = 1, len(entries)
    for row, entry in enumerate(entries):
        state.record["trace"][row] = (*entry, EVERYBODY)
    return state.chronicle(None)


def entry(text: str, fields: ModuleType) -> Numbers:
    """An entry that is written down."""
    word, _, rest = text.strip().partition(" ")
    kind, given = fields.Trace[word], iter(rest.split(", "))
    numbers = [0, 0, 0, 0]
    for place, field in enumerate(fields.SAYS[kind].split()):
        if field != "-":
            name, names = next(given), list(fields.NAMES.get(field, ()))
            numbers[place] = names.index(name) if name in names else int(name)
    assert not list(given)[bool(not rest) :], f"{text!r} says more than an entry of its kind has"
    return (kind, *numbers)


def cases(text: str) -> list[tuple[str, str]]:
    """Parameters of a test: the entries of each line, and what is said of them."""
    lines = text.strip().replace("\n    ", " ").splitlines()
    return [(entries, sentences) for entries, _, sentences in (line.partition(" => ") for line in lines)]


def check(game: Game, fields: ModuleType, entries: str, sentences: str) -> None:
    """Fail where the chronicle says something else of these entries."""
    assert chronicle(game, [entry(each, fields) for each in entries.split(";")]) == sentences.split(" / ")
