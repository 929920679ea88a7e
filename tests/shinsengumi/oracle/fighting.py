"""A second account of the fights that a move begins (§10, "the events")."""

from .account import Account, Telling, subject
from .board import ABURANOKOJI, EDGE, EVENTS, beside, combat, empty, gathered, lying, standing, triggered
from .removal import remove

SWORD, GUNFIRE, BRAWL = "sword", "gunfire", "brawl"


def fights(account: Account) -> Telling:
    """S-R13: judged once, for the one who moved. §10 (5): the turn player orders; S-R14: checked again before each."""
    table = account.table
    table["due"] = [event for event in lying(table) if triggered(table, event)]
    account.met["several fights"] += len(table["due"]) > 1
    while True:
        held = [event for event in table["due"] if triggered(table, event)]
        account.met["dropped"] += len(table["due"]) - len(held)
        table["due"] = held
        if not held:
            return
        event = subject((yield from account.ask("fight_order", table["turn_player"])))
        table["due"].remove(event)
        table["fighting"] = event
        account.met[event] += 1
        if event == ABURANOKOJI:
            yield from all_beside(account)
        else:
            yield from fight(account, table["mover"], event)
        table["fighting"] = None
        if not EVENTS[event].stays:
            account.leave_play(event)


def all_beside(account: Account) -> Telling:
    """Aburanokoji: everybody beside it, one after another, and whoever is reborn there."""
    table = account.table
    there = lying(table)[ABURANOKOJI]
    table["facing"] = gathered(table, there)
    while table["facing"]:
        before = set(standing(table))
        person = subject((yield from account.ask("fight_order", table["turn_player"])))
        table["facing"].remove(person)
        yield from fight(account, person, ABURANOKOJI)
        for newcomer in standing(table).keys() - before:
            if standing(table)[newcomer] in beside(there):
                account.met["reborn into a fight"] += 1
                table["facing"].append(newcomer)


def fight(account: Account, person: str, event: str) -> Telling:
    """§10: the highest of the dice against combat, or what a bullet does."""
    kind = EVENTS[event].fight
    strength = account.chance.fight(person, event, EVENTS[event].dice)
    if kind == GUNFIRE:
        dead, hurt = strength >= 5, strength in (3, 4)
    else:
        beaten = strength > combat(account.table, person)
        dead, hurt = beaten and kind == SWORD, beaten and kind == BRAWL
    if dead:
        account.met[f"killed by {kind}"] += 1
        yield from remove(account, person)
    elif hurt:
        account.met[f"wounded by {kind}"] += 1
        yield from wound(account, person)


def wound(account: Account, person: str) -> Telling:
    """§10 (4): to the last row of his column; when that is taken he dies. S-R12: who is there already stays."""
    column, row = standing(account.table)[person]
    if row == EDGE:
        account.met["wounded in the last row"] += 1
    elif (column, EDGE) in empty(account.table):
        account.go(person, (column, EDGE))
    else:
        account.met["died of a wound"] += 1
        yield from remove(account, person)
