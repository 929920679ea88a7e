"""Save files that follow from the fields of a table: the content of each field, by its name.

For games without their own save format. All fields are saved, hidden cards and generator included, except those that
follow from the others: the mask, and the entries about the last move.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dynasty_env.kit.engine.table import FRAME
from dynasty_env.kit.errors import RuleFault
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.loader import options_of
from dynasty_env.kit.files.origin import FIELDS as ORIGIN
from dynasty_env.kit.files.origin import check_fields, check_game, foreign_first, origin
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.state import State

FOLLOWS = ("mask", "choices", "only", "told", "trace", "trace_length", "fault", "depth", "point")
"""Fields of a table's header that are not saved."""


def names_of(game: Game) -> list[str]:
    """The fields of a game's table that are written unchanged."""
    options = {option.name for option in game.options}
    return [name for name in game.dtype.names or () if name not in (*FOLLOWS, *options, "stack", "step")]


def to_dict(state: State) -> dict[str, Any]:
    """A complete save file of any game."""
    record = state.record
    stack = record["stack"][: record["depth"]]
    return {
        "game": state.game.name,
        **origin(state.game),
        "options": state.options,
        "phase": state.phase,
        "stack": [dict(zip(FRAME, map(int, frame), strict=True)) for frame in stack],
        **{name: record[name].tolist() for name in names_of(state.game)},
    }


def from_dict(game: Game, saved: Mapping[str, Any], backend: BackendName | None) -> State:
    """The game of a save file.

    Raises:
        SaveError: with the path of the wrong field and the valid values, or if the table violates a truth of the game's
            audit, or has nothing to decide. If another version wrote the file, the message says so first.
    """
    reader = Reader(saved)
    check_game(reader, game)
    with foreign_first(reader.mapping(), game, always="stack" in reader.mapping()):
        return _from(game, reader, backend)


def _from(game: Game, reader: Reader, backend: BackendName | None) -> State:
    names = names_of(game)
    reader.fields(("game", *ORIGIN, "options", "phase", "stack", *names))
    check_fields(reader)
    check_game(reader, game, required=True)
    options = options_of(game, reader["options"])
    state = State(game, game.blank(1, options), game.interpreted)
    record = state.tables.array
    for name in names:
        _read(reader[name], record[name][0:1], name, int(options["num_players"]))
    _read_stack(reader["stack"], game, record, int(options["num_players"]))
    _reopen(reader, state)
    return State(game, state.tables, game.backend(backend))


def _read(reader: Reader, field: Any, name: str, seats: int) -> None:
    """Read a field, (1, …) of a table, as a number or as nested lists of numbers."""
    if field.ndim == 1 and field.dtype.kind == "f":
        most = float(np.finfo(field.dtype).max)
        field[0] = reader.number(-most, most)
        return
    if field.ndim == 1:
        field[0] = reader.whole(*_range(field.dtype, name, seats))
        return
    items = list(reader.each())
    if len(items) != field.shape[1]:
        raise reader.wrong(f"{field.shape[1]} items are expected, not {len(items)}")
    for number, item in enumerate(items):
        _read(item, field[:, number], "", seats)


def _range(dtype: Any, name: str, seats: int) -> tuple[int, int]:
    """The smallest and the largest integer that a field can hold."""
    info = np.iinfo(dtype)
    low, high = int(info.min), int(info.max)
    known = {"seat": (0, seats - 1), "done": (0, 1), "draws": (0, 2**62), "seed": (-1, high)}
    known |= dict.fromkeys(("key0", "key1"), (0, 2**32 - 1))
    return known.get(name, (low, high))


def _read_stack(reader: Reader, game: Game, record: Any, seats: int) -> None:
    """Read the waiting frames."""
    steps = {*(int(phase.step) for phase in game.phases), *(int(each.step) for each in game.automatic)}
    items = list(reader.each())
    room = record["stack"].shape[1]
    if len(items) > room:
        raise reader.wrong(f"{room} frames at most can wait, not {len(items)}")
    for number, item in enumerate(items):
        item.fields(FRAME)
        frame = [item[name].whole(-(2**15), 2**15 - 1) for name in FRAME]
        if frame[0] not in steps:
            raise item["step"].wrong(f"{frame[0]} is not a step of {game.name}")
        item["seat"].whole(0, seats - 1)
        record["stack"][0, number] = frame
    record["depth"][0] = len(items)


def _reopen(reader: Reader, state: State) -> None:
    """Compute what is legal in the open decision. The rules run interpreted, because a forged table may
    lead them astray."""
    game, record = state.game, state.tables.array
    steps = {name: step for step, name in game.phase_names.items()}
    phase = reader["phase"]
    phase.one_of(list(steps), "phase")
    if (phase.value == "end") != bool(record["done"][0]):
        raise phase.wrong("the phase is end if, and only if, done is 1")
    record["step"][0] = steps[phase.value]
    try:
        state.call("reopen")  # the audit may read what is legal
        broken = state.call("audit")
    except (ArithmeticError, LookupError, ValueError, RuleFault) as error:
        kind = type(error.__cause__ or error).__name__
        raise reader.wrong(f"this table is impossible: the rules stop at it with {kind}") from error
    if broken:
        raise reader.wrong(f"this table is impossible: it breaks truth {broken} of the audit")
    choices = int(record["choices"][0])
    if record["fault"][0] or (not state.done and choices < (1 if record["ask_forced"][0] else 2)):
        raise phase.wrong(
            f"{choices} actions are legal for seat {state.seat} here: phase and table do not fit together"
        )
