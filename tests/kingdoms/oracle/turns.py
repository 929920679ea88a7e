"""A second account of the whole game: set-up, the parts of a turn, and the end (ch. 2, 3, 6).

The game is told as the page tells it, from top to bottom, by functions that pause at each question: no stack, no
steps. Only the dice come from outside.
"""

from .account import NOTHING_DECLARED, Account, Telling
from .board import COLOURS, OTTOMAN_EMPIRE, PERSONS, Save, clockwise, countries, decks, dynasty, lands, named, option
from .deeds import DEEDS
from .legal import KINDS, decider, phase

FIRST_PERSONS = 3


def play(account: Account) -> Telling:
    """The rest of the game, from the decision that is open at the first table: set-up's first, recruit, or action."""
    table = account.table
    joined = table["phase"]
    if joined == "setup_deck":
        yield from set_up(account)
        table.update(turn=1, turn_player=table["first_player"])
        joined = "recruit"
    while True:
        if joined == "recruit":
            yield from recruit(account)
        yield from act(account)
        if over(account):
            break
        yield from discard(account)
        table.update(turn=table["turn"] + 1, turn_player=clockwise(table, table["turn_player"] + 1)[0])
        joined = "recruit"
    table["phase"] = "end"


@phase()
def setup_deck(save: Save) -> set[str]:
    """K2: three persons, not all three from one deck. Suleiman is in the blue one."""
    turned_up = [PERSONS[person].colour for person in dynasty(decider(save))]
    return decks(save, (colour for colour in COLOURS if turned_up.count(colour) < 2))


@phase()
def setup_king(save: Save) -> set[str]:
    """K2, K5: any of the persons turned up; Suleiman is a king already, and not chosen."""
    return named(decider(save)["nobles"])


@phase()
def setup_home(save: Save) -> set[str]:
    """K2: one of the two countries that were dealt, which the Ottoman Empire never is."""
    return countries(set(lands(decider(save))) - {OTTOMAN_EMPIRE})


def set_up(account: Account) -> Telling:
    """K2: from the first player on, each turns up three persons, picks a king among them, and a home country."""
    table = account.table
    for number in clockwise(table, table["first_player"]):
        seat = table["seats"][number]
        for _ in range(FIRST_PERSONS):
            person = account.turn_up((yield from account.name("setup_deck", number)), number)
            account.met["Suleiman at set-up"] += person is None
            seat["nobles"] += [] if person is None else [person]
        account.crown((yield from account.name("setup_king", number)), number, seat["unruled"])
        seat["unruled"] = []
        seat["home"] = yield from account.name("setup_home", number)


@phase("recruit")
def any_deck(save: Save) -> set[str]:
    """K3: any deck."""
    return decks(save, COLOURS)


def recruit(account: Account) -> Telling:
    """K3: one person is turned up into the pool."""
    person = account.turn_up((yield from account.name("recruit", account.turn_player)), account.turn_player)
    account.table["pool"] += [] if person is None else [person]


@phase()
def action(save: Save) -> set[str]:
    """K3: what can be carried out, or pass."""
    return {"pass"} | {kind for kind, choices in KINDS.items() if choices(save)}


def act(account: Account) -> Telling:
    """K3: one action, or none."""
    table = account.table
    deed = yield from account.ask("action", account.turn_player)
    if deed != "pass":
        table["declared"]["action"] = deed
        account.met[deed] += 1
        yield from DEEDS[deed](account)
    table.update(declared=dict(NOTHING_DECLARED), refused=[], committed={})
    for seat in table["seats"]:
        seat["vetoed"] = False


@phase()
def end(save: Save) -> set[str]:
    """The game is over."""
    return set()


def over(account: Account) -> bool:
    """K7: some dynasty without a king, some deck without a card, or all rounds played."""
    table = account.table
    kingless = any(not seat["kings"] for seat in table["seats"])
    empty = any(not table["person_decks"][colour] for colour in COLOURS)
    played = table["turn"] >= option(table, "max_rounds") * len(table["seats"])
    account.met["ends without a king"] += kingless
    account.met["ends without a card"] += empty
    account.met["ends after all rounds"] += played
    return kingless or empty or played


@phase("discard")
def of_the_pool(save: Save) -> set[str]:
    """K3: anybody of the pool."""
    return named(save["pool"])


def discard(account: Account) -> Telling:
    """K3: while the pool holds more persons than there are seats."""
    table = account.table
    while len(table["pool"]) > len(table["seats"]):
        account.kill((yield from account.name("discard", account.turn_player)))
