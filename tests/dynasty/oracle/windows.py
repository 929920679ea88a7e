"""A second reading of the rulebook: what comes of a window, from the cards and dice that its last move has told.

Only where every forced decision is asked is the save before that move the table as the window closes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from .numbers import cards_called_for, dice_called_for
from .rolls import slashed, succeeds, success_value, total
from .saves import JOKER, RANKS, Book, Save, printed

Cards = list[tuple[str, int]]


@dataclass
class Roll:
    """What a move has told: cards from the pack, the success value, the dice, and how it ended."""

    supplied: list[str] = field(default_factory=list)
    needs: list[int] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    outcome: list[tuple[bool, int]] = field(default_factory=list)  # success, and what the dice counted
    judged: list[tuple[str, int]] = field(default_factory=list)  # SW02-06-01: the Neuroi's roll for each country


def on_table(save: Save, action: str) -> Cards:
    """§04: the cards on the table; a joker that is named now is the first without a number."""
    table = [(played["card"], played["number"]) for played in save["on_table"]]
    if action.startswith("joker:") and save["phase"] == "joker":
        at = next(i for i, (_, number) in enumerate(table) if not number)
        table[at] = (table[at][0], int(action.removeprefix("joker:")))
    return table


def closing(save: Save, action: str, roll: Roll, book: Book | None = None) -> list[str]:
    """Complaints about the move that has closed a window, if it has: cards supplied, success value, dice, outcome."""
    if save["phase"] not in ("interrupt", "joker") or not roll.needs:
        return []
    cards = book or printed()
    complaints = []
    table = on_table(save, action) + [(card, _number(card)) for card in roll.supplied]
    due, played = cards_called_for(save, cards), sum(card["seat"] is not None for card in save["on_table"])
    supplied = len(table) - played
    if supplied > max(0, due - played) or (supplied < due - played and save["pack"][len(roll.supplied) :]):
        complaints.append(f"the pack supplied {supplied} cards to {played}, and {due} are called for")
    value = success_value(save, table, cards)
    if roll.needs != [value]:
        complaints.append(f"the success value is {roll.needs} instead of {value}")
    if len(roll.dice) != dice_called_for(save, cards):
        complaints.append(f"{len(roll.dice)} dice were rolled instead of {dice_called_for(save, cards)}")
    return complaints + (ending(save, table, roll.dice, roll.dice, roll, cards) if roll.outcome else [])


def changing(
    save: Save, closed: tuple[Save, Cards, list[int]], action: str, roll: Roll, book: Book | None = None
) -> list[str]:
    """Complaints about the move that has ended a deflection (SW02-07-12); `closed` is the table that was rolled on."""
    if not roll.outcome:
        return []
    dice = list(save["dice"])
    if action != "pass":
        old, new = action.removeprefix("dice:").split("->")
        dice[dice.index(int(old))] = int(new)
    before, table, rolled = closed
    return ending(before, table, rolled, dice, roll, book or printed())


def ending(save: Save, table: Cards, rolled: Sequence[int], dice: Sequence[int], roll: Roll, book: Book) -> list[str]:
    """Complaints about success or failure."""
    won, counted = roll.outcome[0]
    where = f"{save['declared']} with {table}, {rolled} as {dice}"
    complaints = []
    if won != succeeds(save, table, rolled, dice, book):
        complaints.append(f"{where} came out {won}")
    if not slashed(save, rolled) and counted != total(save, dice, book):
        complaints.append(f"{where} counted {counted} instead of {total(save, dice, book)}")
    return complaints


def _number(card: str) -> int:
    """§04: what a card from the pack counts; a joker's number is named before the roll."""
    return RANKS[card[1:]] if card != JOKER else 0
