"""What the words of Shinsengumi's positions mean (tests/positions.py, tests/position_play.py).

`given`: what lies on the table, between bars. ``Okita Soji 3.3`` is somebody on the board, in column 3 and row 3;
behind the cell ``moved`` (a white marker lies on him), ``white=``, ``black=`` markers, ``under=`` an attached event,
and **what his piece says** for the length of the position: ``arrows=right* up down left`` (by priority, ``*`` black),
``combat=``, ``debate=``, ``esteem=``, ``bushido=`` (``column`` as Kondo's) and ``failure=``. The book leaves the pieces
to the older game, so that its rules are shown with pieces made for it; the real ones are in `test_s04_material`.
``Sniper 4.1`` is an event on the board; ``seat Okita Soji 2 1`` a player's self, and his white and black stones, ``seat
nobody`` one who is out; without seats the last person is the only one's self. ``pile``, ``events``, ``dead``, ``gone``
name persons and events, ``dead all but Okita Soji`` all others; ``phase turn``; any other field of a save file or
option is ``name=JSON``. ``dances 1 2 1``: the dice of Ee ja nai ka begin so. ``dealt 3`` is a game that has just been
dealt by that seed. **Forced decisions are asked.**

`when`: as tests/position_play.py says; ``Okita Soji, rolls 6 3``: he is named, nobody waits, he moves, and the dice of
checks, failure actions and fights begin so; ``Sniper (rolls 3)`` where an answer rolls them.

`then`: ``Okita Soji: 3.3``, ``dead`` or ``pile``, ``Sniper: 4.1``, ``gone``, ``pile``, ``attached`` or ``kept``;
``marks`` are the white and black markers on somebody, ``under`` what is attached, ``hand 0``, ``bag``, ``spares`` white
and black stones.

Every move is judged by the engine and by the oracle (`tests.shinsengumi.oracle`), which reads the same pieces.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar
from unittest.mock import patch

from dynasty_env.kit.state import State
from dynasty_env.shinsengumi import material
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import Step, Trace
from dynasty_env.shinsengumi.material import CELL_NAMES, COLUMN, DIRECTION_NAMES, EVENT_NAMES, PERSON_NAMES, Failure
from tests import position_play
from tests.position_play import Judge, Play, Value
from tests.positions import Position
from tests.rule_testing import TRIES, as_printed, check_restored, told
from tests.saved import table_of
from tests.shinsengumi.oracle import board
from tests.shinsengumi.oracle.compare import Agreement

from . import trace_fields

DICE = tuple(GAME.wording.dice)
"""Dice that the table tells of, in the order in which they fall. Those of rebirth are told as cells."""
PRINTED = ("COMBAT", "DEBATE", "ESTEEM", "BUSHIDO", "FAILURE", "ARROW", "ARROW_COLOUR")
OPTIONS = {option.name for option in GAME.options}
LISTS = {"pile": "person_pile", "events": "event_pile", "dead": "dead", "gone": "gone"}
STANDING = re.compile(r"(.+) (\d\.\d)\b ?(.*)")
COLOURS = ("white", "black")


def _reprint(person: str, stat: str, value: str) -> None:
    """For as long as the position lasts the piece says something else."""
    check_restored(material)
    number, said = PERSON_NAMES.index(person), dict[str, Any]()
    if stat == "arrows":
        said[stat] = tuple((arrow.rstrip("*"), COLOURS[arrow.endswith("*")]) for arrow in value.split())
        material.ARROW[number] = [DIRECTION_NAMES.index(way) for way, _ in said[stat]]
        material.ARROW_COLOUR[number] = [COLOURS.index(colour) for _, colour in said[stat]]
    elif stat == "failure":
        said[stat], material.FAILURE[number] = value, Failure[value.upper()]
    elif value == "column":
        said[stat], material.BUSHIDO[number] = None, COLUMN
    else:
        said[stat] = getattr(material, stat.upper())[number] = int(value)
    board.PERSONS[person] = replace(board.PERSONS[person], **said)


def _person(name: str, cell: str, rest: str) -> dict[str, Any]:
    """``Okita Soji 3.3 under=Fiancee combat=3``."""
    laid: dict[str, Any] = {"person": name, "cell": cell, "white": 0, "black": 0, "attached": None}
    for word, _, value in (each.partition("=") for each in re.split(r" (?=\w+=)", rest) if each):
        if word == "moved":
            laid["white"] = 1
        elif word in COLOURS:
            laid[word] = int(value)
        elif word == "under":
            laid["attached"] = value
        else:
            _reprint(name, word, value)
    return laid


def _seat(text: str) -> dict[str, Any]:
    """``Okita Soji 2 1``; ``Okita Soji 2 1 lost 0 1``."""
    found = re.fullmatch(r"(.+?)(?: (\d+) (\d+))?(?: lost (\d+) (\d+))?", text)
    assert found
    name, *stones = found.groups(default="0")
    white, black, *lost = map(int, stones)
    laid: dict[str, Any] = {"self": None if name == "nobody" else name, "white": white, "black": black}
    return laid | ({"lost": dict(zip(COLOURS, lost, strict=True))} if any(lost) else {})


def _listed(text: str) -> list[str]:
    every = {"all but": PERSON_NAMES, "all events but": EVENT_NAMES}
    for words, names in every.items():
        if text.startswith(words):
            return [name for name in names if name not in text.removeprefix(f"{words} ").split(", ")]
    return [] if text in ("nobody", "nothing") else text.split(", ")


def lay(text: str) -> State:
    """A table as `given` says."""
    fields, options = dict[str, Any](), dict[str, Any](ask_forced=True)
    people, lying, seats, dances = [], [], [], list[int]()
    for item in text.split(" | "):
        standing = STANDING.fullmatch(item)
        word, _, rest = item.partition(" ")
        name, equals, value = item.partition("=")
        if standing and standing[1] in PERSON_NAMES:
            people.append(_person(*standing.groups()))
        elif standing and standing[1] in EVENT_NAMES:
            lying.append({"event": standing[1], "cell": standing[2]})
        elif word == "seat":
            seats.append(_seat(rest))
        elif word in LISTS:
            fields[LISTS[word]] = _listed(rest)
        elif word == "dances":
            dances = [int(face) for face in rest.split()]
        elif word in ("phase", "dealt"):
            fields[word] = rest
        elif equals:
            (options if name in OPTIONS else fields)[name] = json.loads(value)
        else:
            raise ValueError(f"given: {item!r} is nobody on a cell and no field")
    if "dealt" in fields:
        state = GAME.new(int(fields["dealt"]), backend="interpreted", **options)
    else:
        seats = seats or [_seat(people[-1]["person"])]
        options = {"num_players": len(seats)} | options
        laid = {"game": GAME.name, "options": options, "seats": seats, "persons": people, "events": lying, **fields}
        state = _danced(laid, dances)
    trace_fields.check(state)
    return state


def _faces(source: Any) -> list[int]:
    return [entry.value for entry in told(source, *DICE)]


def _danced(laid: dict[str, Any], dice: list[int]) -> State:
    """A table on whose way to its first decision the dice began like this."""
    if not dice:
        return GAME.from_dict(laid, backend="interpreted")
    for key in range(TRIES):
        state = GAME.from_dict(laid | {"generator": {"key": [key, 0], "draws": 0}}, backend="interpreted")
        if _faces(state)[: len(dice)] == dice:
            return state
    raise AssertionError(f"the dice were never {dice}")


def _where(saved: dict[str, Any], person: str) -> str:
    for each in saved["persons"]:
        if each["person"] == person:
            return str(each["cell"])
    return "dead" if person in saved["dead"] else "pile"


def _event(saved: dict[str, Any], event: str) -> str:
    for each in saved["events"]:
        if each["event"] == event:
            return str(each["cell"])
    if event in saved["gone"]:
        return "gone"
    if event in saved["event_pile"]:
        return "pile"
    return "attached" if any(each["attached"] == event for each in saved["persons"]) else "kept"


def _standing(play: Play, person: str) -> dict[str, Any]:
    found = [each for each in table_of(play.state)["persons"] if each["person"] == person]
    assert found, f"{person} is not on the board"
    return dict(found[0])


def _stones(laid: dict[str, Any]) -> str:
    return f"{laid['white']} {laid['black']}"


class Table(Play):
    """A table of Shinsengumi."""

    game = GAME
    trace_fields: ClassVar = trace_fields
    families: ClassVar = {"persons": "person:", "cells": "cell:", "arrows": "arrow:", "fights": "event:"}
    window = "wait"
    lists = PERSON_NAMES, EVENT_NAMES, CELL_NAMES, tuple(cell.replace(".", "-") for cell in CELL_NAMES)
    enums: ClassVar = (material.Place, material.EventPlace, Step)
    facts = position_play.FACTS | {
        "marks": lambda play, person: _stones(_standing(play, person)),
        "under": lambda play, person: _standing(play, person)["attached"],
        "hand": lambda play, seat: _stones(table_of(play.state)["seats"][int(seat)]),
        "stones": lambda play, _: [each["white"] + each["black"] for each in table_of(play.state)["seats"]],
        "bag": lambda play, _: _stones(table_of(play.state)["bag"]),
        "spares": lambda play, _: _stones(table_of(play.state)["spares"]),
        "board": lambda play, _: [each["person"] for each in table_of(play.state)["persons"]],
        "dice": lambda play, _: _faces(play.told),
    }
    chances: ClassVar = {"rolls": lambda after, dice: _faces(after)[: len(dice)] == dice}

    def lay(self, given: str) -> State:
        return lay(given)

    def judged(self, given: str) -> Judge:
        return Agreement(self.state)

    def closes(self, after: State) -> bool:
        """Another person may be named at once, and be waited for."""
        return super().closes(after) or bool(told(after, Trace.MOVED))

    def thing(self, key: str) -> Value:
        if key in PERSON_NAMES:
            return _where(table_of(self.state), key)
        return _event(table_of(self.state), key) if key in EVENT_NAMES else super().thing(key)


@contextmanager
def printed_pieces() -> Iterator[None]:
    """Afterwards the pieces say again what is printed on them, for the oracle too."""
    with as_printed(material, PRINTED), patch.dict(board.PERSONS):
        yield


def check_position(position: Position) -> None:
    """Lay and play a position; fail where it is not as it should be."""
    with printed_pieces():
        position_play.check_position(Table, position)
