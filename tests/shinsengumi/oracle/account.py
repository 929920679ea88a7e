"""The table of the second account, and the questions that stop it."""

import copy
from collections import Counter
from collections.abc import Generator

from .board import Cell, Save, empty, name, neighbour, option, piece, standing
from .chance import Chance
from .legal import legal

Asking = Generator[None, str, str]
Telling = Generator[None, str, None]


def subject(answer: str) -> str:
    """What an answer names."""
    return answer.partition(":")[2]


class AllOutError(Exception):
    """Nobody has a self any more (S-R10)."""


class Account:
    """A table, as a save file, and what the second account does with it."""

    def __init__(self, save: Save, chance: Chance) -> None:
        self.table = copy.deepcopy(save)
        self.chance = chance
        self.met: Counter[str] = Counter()  # rules that were carried out, by name

    def ask(self, phase: str, seat: int, a: int = 0) -> Asking:
        """Open a decision. With one answer only, it is given at once, unless forced ones are asked too."""
        self.table.update(phase=phase, seat=seat, frame={"a": a, "b": 0})
        self.met[phase] += 1
        answers = legal(self.table)
        if len(answers) == 1 and not option(self.table, "ask_forced"):
            return answers.pop()
        return (yield)

    def leave_play(self, event: str) -> None:
        """An event that never comes back."""
        self.table["events"] = [item for item in self.table["events"] if item["event"] != event]
        self.table["gone"].append(event)

    def mark(self, person: str, colour: str) -> None:
        """§06-01 D: a stone out of the bag; S-R3, S-R20: a spare when it has none, or nobody looks into it."""
        table = self.table
        spare = option(table, "hidden_stones") or not table["bag"][colour]
        piece(table, person)[colour] += 1
        if spare:
            self.met["a spare is laid"] += not option(table, "hidden_stones")
            table["spares"][colour] += 1
        else:
            table["bag"][colour] -= 1

    def unmark(self, colour: str) -> None:
        """§06-01 E: a stone that comes off a person; S-R19: a spare goes first."""
        table = self.table
        if table["spares"][colour]:
            table["spares"][colour] -= 1
        else:
            table["bag"][colour] += 1

    def go(self, person: str, cell: Cell) -> None:
        """§06-00: a person to a cell; one piece a cell."""
        assert cell in empty(self.table), f"{person} is sent to {cell}"
        piece(self.table, person)["cell"] = name(cell)

    def step(self, person: str, way: str) -> bool:
        """One cell on, if that is on the board and empty."""
        there = neighbour(standing(self.table)[person], way)
        free = there in empty(self.table)
        if free:
            self.go(person, there)
        return free
