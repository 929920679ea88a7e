"""A second account of removal and rebirth (§09, ch. 4)."""

from .account import Account, AllOutError, Telling
from .board import COLOURS, PERSON_NAMES, POWDER, alive, clockwise, empty, name, option, piece


def remove(account: Account, person: str) -> Telling:
    """§09: he is out of the game, unless the owner of the powder, who must have a self (S-R25), cancels it."""
    table = account.table
    keeper, answer = table["powder"], "pass"
    if keeper in alive(table):
        answer = yield from account.ask("ishida", keeper, PERSON_NAMES.index(person))
    elif keeper is not None:
        account.met["powder of one who is out"] += 1
    if answer == "use":
        account.met["saved"] += 1
        table["powder"] = None
        account.leave_play(POWDER)
        return
    take_off(account, person)
    table["dead"].append(person)
    replace(account, person)


def take_off(account: Account, person: str) -> None:
    """His stones come off; what is attached goes with him (S-R22); nobody is on the move any more if it was him."""
    table = account.table
    item = piece(table, person)
    table["persons"].remove(item)
    for colour in COLOURS:
        for _ in range(item[colour]):
            account.unmark(colour)
    if item["attached"] is not None:
        account.met["attached event goes"] += 1
        account.leave_play(item["attached"])
    if table["mover"] == person:
        table.update(mover=None, origin=None)


def replace(account: Account, person: str) -> None:
    """§09: a new person at once, who may be somebody's new self; that one loses his stones. S-R10, S-R21."""
    table = account.table
    newcomer = None
    if table["person_pile"]:
        newcomer, cell = account.chance.newcomer(table["person_pile"], empty(table))
        table["person_pile"].remove(newcomer)
        table["persons"].append({"person": newcomer, "cell": name(cell), "white": 0, "black": 0, "attached": None})
        account.met["the same one again"] += newcomer == person
    else:
        account.met["nobody is left"] += 1
    for seat in table["seats"]:
        if seat["self"] == person:
            account.met["reborn" if newcomer else "out"] += 1
            seat["self"] = newcomer
            for colour in COLOURS:
                table["bag"][colour] += seat[colour]
                seat["lost"][colour] += seat[colour] if option(table, "hidden_stones") else 0
                seat[colour] = 0
    if not alive(table):
        raise AllOutError
    if table["turn_player"] not in alive(table):
        account.met["the turn passes on"] += 1
        table["turn_player"] = clockwise(table, table["turn_player"])[0]
