"""A second account of one person's move: the arrow that he goes, and the bushido check (§06-01 D)."""

from .account import Account, Telling
from .board import PERSONS, UNWORTHY, Save, attached, bushido, neighbour, option, piece, possible, standing
from .failures import FAILURES
from .fighting import fights


def chosen(save: Save, person: str) -> int:
    """§06-01 D: the arrow with the most stones; without any, or with several such, the first that can be gone."""
    most = leading(save)
    return most[0] if len(most) == 1 else possible(save, person)[0]


def leading(save: Save) -> list[int]:
    """The arrows with the most stones; all of them where there are none."""
    return [k for k, count in enumerate(save["laid"], 1) if count == max(save["laid"])]


def depart(account: Account, person: str) -> Telling:
    """§06-01 D: the waits are over. He moves, is marked, is checked when the arrow was black; then the fights."""
    table = account.table
    k = chosen(table, person)
    way, colour = PERSONS[person].arrows[k - 1]
    account.met["a wait succeeds"] += len(leading(table)) == 1
    account.met["all waits fail"] += any(table["laid"]) and len(leading(table)) > 1
    for (_, stone), laid in zip(PERSONS[person].arrows, table["laid"], strict=True):
        table["bag"][stone] += laid
        if option(table, "hidden_stones"):
            table["returned"][stone] += laid
    table["laid"] = [0, 0, 0, 0]
    account.go(person, neighbour(standing(table)[person], way))
    account.mark(person, colour)
    if colour == "black":
        yield from check(account, person)
    yield from fights(account)


def check(account: Account, person: str) -> Telling:
    """§06-01 D: a die above bushido fails. Unworthy of bushido makes it seppuku, and leaves play after the check."""
    table = account.table
    unworthy = attached(table, person) == UNWORTHY
    passed = account.chance.check(person, bushido(table, person)) <= bushido(table, person)
    if unworthy:
        piece(table, person)["attached"] = None
        account.leave_play(UNWORTHY)
    if not passed:
        failure = "seppuku" if unworthy else PERSONS[person].failure
        account.met[failure] += 1
        yield from FAILURES[failure](account, person)
