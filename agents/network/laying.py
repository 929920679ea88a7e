"""Adapt a network in a file to a game that has grown since it was trained (`agents.vocabulary`)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.network.apart import tables_of
from agents.stamps import Arrays
from agents.vocabulary import NEW, NO_VALUE, Alignment, OutgrownError, rows_of
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.experiments import experiments_of
from dynasty_env.kit.seats.layout import Piece

Table = tuple[Arrays, npt.NDArray[np.int64]]
"""How places select rows of a table (``place``, ``row``, ``label``, ``usual``), and the former row of each of these
rows; `NEW` for rows that contribute nothing."""


def laid(arrays: Arrays, about: Mapping[str, str], aligned: Alignment) -> tuple[Arrays, dict[str, str]]:
    """The arrays and the metadata of a file of `agents.network.policy`, adapted to the game as it is now.

    Raises:
        OutgrownError: if the game's cards have moved so that the network cannot be adapted.
        SaveError: if the metadata does not agree with the arrays.
        KeyError, TypeError, ValueError, IndexError: if the arrays do not fit together.
    """
    before = json.loads(about["kinds"])
    kinds = [_laid_kind(kind, aligned) for kind in before]
    begins = ["", *(where.begin for where in tables_of(about))]
    laid_arrays: Arrays = {}
    for begin in begins:
        own = {name.removeprefix(begin): part for name, part in arrays.items() if name.startswith(begin)}
        read, rows = _reading(own, kinds, aligned)
        own |= read | {"table": rows_of(own["table"], rows)} | _actions(own, kinds, aligned)
        for number, (was, now) in enumerate(zip(before, kinds, strict=True)):
            rows = aligned.states(now["pieces"])
            if len(own[f"encodings.{number}"]) != was["count"] * np.prod([wide for *_, wide in was["states"]]):
                raise SaveError(f"encodings.{number} has not a row for each state of each of its cards")
            own[f"encodings.{number}"] = rows_of(own[f"encodings.{number}"], rows)
        laid_arrays |= {begin + name: part for name, part in own.items() if begin or not name.startswith("for ")}
    described = [{name: part for name, part in kind.items() if name != "pieces"} for kind in kinds]
    return laid_arrays, {**about, "kinds": json.dumps(described)}


def _laid_kind(kind: Mapping[str, Any], aligned: Alignment) -> dict[str, Any]:
    """Where today's observations and ids refer to a kind of card."""
    layout = aligned.game.layout
    names = [aligned.piece_at(start) for start, *_ in kind["states"]]
    cards = aligned.entries[names[0]]
    if any(not np.array_equal(aligned.entries[name], cards) for name in names):
        raise OutgrownError(f"the rows of {', '.join(names)} have changed, and not all in the same way")
    named = [aligned.piece_at(start) for start, _ in kind["named"]]
    for name in named:
        lowest = layout[name].low
        where = {value + lowest: int(was) for value, was in enumerate(aligned.values[name])}
        moved = [card for card, was in enumerate(cards) if was != NEW and where.get(card, was) != was]
        if moved:
            raise OutgrownError(f"the cards of {names[0]} have moved, and those that {name} names have not")
    unseen = []
    for start, values in kind["unseen"]:
        name = aligned.piece_at(start)
        now = (aligned.values[name] + 0).tolist()
        unseen.append([layout[name].start, [v + layout[name].low for v, was in enumerate(now) if was in values]])
    return {
        "count": len(cards),
        "first_action": _first_action(kind, cards, aligned),
        "states": [[piece.start, piece.low, piece.high - piece.low + 1] for piece in map(layout.__getitem__, names)],
        "named": [[layout[name].start, layout[name].size] for name in named],
        "unseen": unseen,
        "pieces": names,
    }


def _first_action(kind: Mapping[str, Any], cards: npt.NDArray[np.int64], aligned: Alignment) -> int:
    """The id that names card 0 now; a number beyond all ids if none named a card."""
    first, former = int(kind["first_action"]), len(aligned.known.actions)
    if first >= former:
        return len(aligned.actions)
    wanted = np.where(cards == NEW, NEW, first + cards)
    starts = np.flatnonzero(aligned.actions == first + cards.min(initial=former, where=cards != NEW))
    for start in starts - int(np.argmax(cards != NEW)) if len(starts) else ():
        if start >= 0 and np.array_equal(aligned.actions[start : start + len(cards)], wanted):
            return int(start)
    raise OutgrownError("the ids that name its cards are no longer in a row, in the order of the cards")


def _reading(own: Arrays, kinds: list[dict[str, Any]], aligned: Alignment) -> Table:
    """How the first layer reads today's observations.

    What it has read before uses the same rows. What is new, and would be read by a network trained today, uses rows
    that contribute nothing.
    """
    experiments = experiments_of(aligned.game)
    left_out = {*experiments.left_out, *(name for kind in kinds for name in kind["pieces"])}
    former = {int(place): number for number, place in enumerate(own["place"])}
    places: list[tuple[int, int, bool, int]] = []
    rows: list[npt.NDArray[np.int64]] = []
    many = 0
    for piece, place in _all_places(aligned):
        number = former.get(int(aligned.places[place]), NEW) if aligned.places[place] != NEW else NEW
        if number == NEW and piece.name in left_out:
            continue
        usual, block = _block(piece, own, number, aligned, experiments.silent)
        places.append((place, many - piece.low * piece.category, piece.category, usual))
        rows.append(block)
        many += len(block)
    columns = zip(*places, strict=True)
    kinds_of = (np.int32, np.int32, np.bool_, np.int8)
    names = ("place", "row", "label", "usual")
    read: Arrays = {name: np.array(part, kind) for name, part, kind in zip(names, columns, kinds_of, strict=True)}
    return read, np.concatenate(rows)


def _all_places(aligned: Alignment) -> Iterator[tuple[Piece, int]]:
    for piece in aligned.game.layout.values():
        for place in range(piece.start, piece.start + piece.size):
            yield piece, place


def _block(
    piece: Piece, own: Arrays, number: int, aligned: Alignment, silent: Mapping[str, int]
) -> tuple[int, npt.NDArray[np.int64]]:
    """The usual value of a place, and the former rows of its values, or of its amount."""
    size = piece.high - piece.low + 1 if piece.category else 1
    if number == NEW:
        return piece.low if piece.category else silent.get(piece.name, 0), np.full(size, NEW)
    row, usual = int(own["row"][number]), int(own["usual"][number])
    if bool(own["label"][number]) != piece.category:
        raise SaveError(f"place[{number}] reads {piece.name} in another way than its names say")
    if not piece.category:
        return usual, np.array([row])
    values = aligned.values[piece.name]
    now = np.flatnonzero(values == usual)
    return int(now[0]) + piece.low if len(now) else piece.low, np.where(values == NO_VALUE, NEW, row + values)


def _actions(own: Arrays, kinds: list[dict[str, Any]], aligned: Alignment) -> Arrays:
    """The plain logits, a row for each of today's ids; ids that name cards have none."""
    before = rows_of(own["row_of_action"].astype(np.int64), aligned.actions, NEW)
    now = np.arange(len(aligned.actions))
    for kind in kinds:
        now[kind["first_action"] : kind["first_action"] + kind["count"]] = NEW
    return {"row_of_action": now.astype(np.int32), "action": rows_of(own["action"], before)}
