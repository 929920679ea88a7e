"""A second account of what happens when a bushido check fails (the table of failure actions)."""

from collections.abc import Callable

from .account import Account, Telling, subject
from .board import EDGE, WEST, at, combat, empty, neighbour, standing
from .legal import assassinate_target, bully_target
from .removal import remove, replace, take_off

MANY_NAMINGS = 40  # S-R9


def assassinate(account: Account, person: str) -> Telling:
    """The turn player names somebody on the other side; a die up to the assassin's combat removes him."""
    table = account.table
    if not assassinate_target(table):
        account.met["nobody to assassinate"] += 1
        return
    victim = subject((yield from account.ask("assassinate_target", table["turn_player"])))
    if account.chance.roll(person) <= combat(table, person):
        account.met["assassinated"] += 1
        yield from remove(account, victim)


def resolve(account: Account, person: str) -> Telling:
    """Up, until something is in the way."""
    slide(account, person, "up")
    yield from ()


def cough_blood(account: Account, person: str) -> Telling:
    """A 6 removes him, 2 to 5 give him a second black stone."""
    face = account.chance.roll(person)
    if face == 6:
        yield from remove(account, person)
    elif face >= 2:
        account.mark(person, "black")


def drunk(account: Account, person: str) -> Telling:
    """Down, until something is in the way; and a second black stone."""
    slide(account, person, "down")
    account.mark(person, "black")
    yield from ()


def seppuku(account: Account, person: str) -> Telling:
    """He is removed."""
    yield from remove(account, person)


def desert(account: Account, person: str) -> Telling:
    """1 to 3: back into the pile; S-R9: too late in a turn he leaves for good. 4 to 6: seppuku."""
    if account.chance.roll(person) > 3:
        account.met["deserter's seppuku"] += 1
        yield from seppuku(account, person)
    elif account.table["namings"] > MANY_NAMINGS:
        account.met["too late to go back"] += 1
        yield from remove(account, person)
    else:
        account.met["back to the pile"] += 1
        take_off(account, person)
        account.table["person_pile"].append(person)
        account.chance.shuffled = True
        replace(account, person)


def bully(account: Account, person: str) -> Telling:
    """The turn player names somebody else who can go one cell down; he goes."""
    table = account.table
    if not bully_target(table):
        account.met["nobody to bully"] += 1
        return
    other = subject((yield from account.ask("bully_target", table["turn_player"])))
    account.go(other, neighbour(standing(table)[other], "down"))


def spirit(account: Account, person: str) -> Telling:
    """One cell up, if he can."""
    account.step(person, "up")
    yield from ()


def unmoved(account: Account, person: str) -> Telling:
    """Back to where he came from."""
    account.go(person, at(account.table["origin"]))
    yield from ()


def rage(account: Account, person: str) -> Telling:
    """One cell down, if he can."""
    account.step(person, "down")
    yield from ()


def defect(account: Account, person: str) -> Telling:
    """To the far column of the other side, in his row; when that is taken, he deserts."""
    column, row = standing(account.table)[person]
    yield from flee(account, person, (EDGE if column in WEST else 1, row))


def careless(account: Account, person: str) -> Telling:
    """4 to 6 remove him."""
    if account.chance.roll(person) >= 4:
        yield from remove(account, person)


def panic(account: Account, person: str) -> Telling:
    """To the last row of his column; when somebody is there, he deserts."""
    column, row = standing(account.table)[person]
    if row != EDGE:
        yield from flee(account, person, (column, EDGE))


FAILURES: dict[str, Callable[[Account, str], Telling]] = {
    "assassinate": assassinate,
    "resolve": resolve,
    "cough_blood": cough_blood,
    "drunk": drunk,
    "seppuku": seppuku,
    "desert": desert,
    "bully": bully,
    "spirit": spirit,
    "unmoved": unmoved,
    "rage": rage,
    "defect": defect,
    "careless": careless,
    "panic": panic,
}


def flee(account: Account, person: str, cell: tuple[int, int]) -> Telling:
    """To a cell, or out of the corps when it is taken."""
    if cell in empty(account.table):
        account.go(person, cell)
    else:
        account.met["flight ends in desertion"] += 1
        yield from desert(account, person)


def slide(account: Account, person: str, way: str) -> None:
    """On and on, until the board ends or a piece is in the way."""
    while account.step(person, way):
        pass
