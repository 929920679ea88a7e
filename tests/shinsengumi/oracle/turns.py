"""A second account of the whole game: set-up and the five parts of a turn, decision by decision.

The game is told as the book tells it, from top to bottom, by functions that pause at each question: no stack, no
steps. Only dice and draws come from outside.
"""

from collections import Counter

from .account import Account, AllOutError, Telling, subject
from .board import (
    ATTACHED,
    COLOURS,
    DANCER,
    PERSONS,
    POWDER,
    TURNS,
    at,
    clockwise,
    debate,
    empty,
    name,
    neighbour,
    possible,
    standing,
)
from .legal import legal, move
from .moving import depart

MOST_STEPS = 36  # S-R7
WHITHER = {1: "up", 2: "right", 3: "right", 4: "down", 5: "left", 6: "left"}  # "Ee ja nai ka"


def play(account: Account) -> Telling:
    """The rest of the game, from the decision that is open at the first table; it must be one of a turn's first."""
    table = account.table
    joined = table["phase"]
    try:
        if joined == "pick_self":
            yield from set_up(account)
            first_turn(account)
            joined = "turn"
        while True:
            if joined == "turn":
                stones(account)
                turn_up(account)
            if joined != "move":
                yield from place(account)
                dance(account)
            yield from movement(account)
            clean_up(account)
            if table["turn"] == TURNS:
                break
            next_turn(account)
            joined = "turn"
    except AllOutError:
        account.met["all out"] += 1
        table.update(mover=None, origin=None, due=[], fighting=None, facing=[])
    table["phase"] = "end"


def set_up(account: Account) -> Telling:
    """§05-03: in the order of the seats each picks a person of his own."""
    table = account.table
    for number, seat in enumerate(table["seats"]):
        if seat["self"] is None:
            picked = yield from account.ask("pick_self", number)
            seat["self"] = subject(picked)


def first_turn(account: Account) -> None:
    """§05-04: the first player is turn player of the first turn."""
    account.table.update(turn=1, turn_player=0, namings=0)


def next_turn(account: Account) -> None:
    """§06-01 E: on with the season; the turn player's marker goes on to the next who has a self (S-R10)."""
    table = account.table
    following = clockwise(table, (table["turn_player"] + 1) % len(table["seats"]))
    table.update(turn=table["turn"] + 1, turn_player=following[0], namings=0)


def stones(account: Account) -> None:
    """§06-01 A: what is left goes back; everybody draws as many as his self's debate, S-R18 as long as there are."""
    table = account.table
    table["returned"] = dict.fromkeys(COLOURS, 0)
    for seat in table["seats"]:
        seat["lost"] = dict.fromkeys(COLOURS, 0)
        for colour in COLOURS:
            table["bag"][colour] += seat[colour]
            seat[colour] = 0
    for number in clockwise(table, table["turn_player"]):
        seat = table["seats"][number]
        count = min(debate(table, seat["self"]), sum(table["bag"].values()))
        drawn = account.chance.stones(number, count, Counter(table["bag"])) if count else Counter()
        for colour in COLOURS:
            seat[colour] = drawn[colour]
            table["bag"][colour] -= drawn[colour]


def turn_up(account: Account) -> None:
    """§06-01 B: the top event."""
    table = account.table
    table["turned_up"] = table["event_pile"].pop(0) if table["event_pile"] else None


def place(account: Account) -> Telling:
    """§06-01 B: laid, attached or kept at once, as the turn player likes; S-R6: without room it leaves play."""
    table, event = account.table, account.table["turned_up"]
    if event is None:
        return
    if event == POWDER:
        table["powder"] = table["turn_player"]
    else:
        phase = "event_person" if event in ATTACHED else "event_cell"
        if not legal(table | {"phase": phase}):
            account.met["no room"] += 1
            account.leave_play(event)
        elif event in ATTACHED:
            who = subject((yield from account.ask(phase, table["turn_player"])))
            next(item for item in table["persons"] if item["person"] == who)["attached"] = event
        else:
            where = subject((yield from account.ask(phase, table["turn_player"])))
            table["events"].append({"event": event, "cell": where})
    table["turned_up"] = None


def dance(account: Account) -> None:
    """§06-01 C: Ee ja nai ka goes where its die says, again and again, until it cannot; S-R7."""
    table = account.table
    dancer = next((item for item in table["events"] if item["event"] == DANCER), None)
    for _ in range(MOST_STEPS if dancer else 0):
        there = neighbour(at(dancer["cell"]), WHITHER[account.chance.dance()])
        if there not in empty(table):
            account.met["the dance ends"] += 1
            break
        account.met["the dance goes on"] += 1
        dancer["cell"] = name(there)


def movement(account: Account) -> Telling:
    """§06-01 D: the turn player names one after another until all are marked or cannot go anywhere."""
    table = account.table
    while move(table):
        person = subject((yield from account.ask("move", table["turn_player"])))
        table.update(namings=table["namings"] + 1, mover=person, origin=name(standing(table)[person]))
        yield from waits(account, person)
        yield from depart(account, person)
        table.update(mover=None, origin=None)


def waits(account: Account, person: str) -> Telling:
    """§06-01 D, S-R8: a stone or a pass at a time, clockwise from the turn player, until all pass in succession."""
    table = account.table
    order = clockwise(table, table["turn_player"])
    passes = turn = 0
    while passes < len(order):
        number = order[turn % len(order)]
        answer = yield from account.ask("wait", number, passes)
        turn, passes = turn + 1, passes + 1
        if answer != "pass":
            passes, k = 0, int(subject(answer))
            assert k in possible(table, person)
            table["seats"][number][PERSONS[person].arrows[k - 1][1]] -= 1
            table["laid"][k - 1] += 1


def clean_up(account: Account) -> None:
    """§06-01 E: the stones come off, of two black ones only one."""
    for item in account.table["persons"]:
        stays = 1 if item["black"] == 2 else 0
        account.met["a black stone stays"] += stays
        for colour, keep in (("white", 0), ("black", stays)):
            while item[colour] > keep:
                item[colour] -= 1
                account.unmark(colour)
