"""A second reading of the rulebook: the special abilities (§11-03, D-R17 … D-R22).

The dice of an ability are rolled without a window, so that only these choices and numbers can be seen in a save.
"""

from .phases import OTHERS, WAR, phase
from .saves import Book, Save, able, decider, dynasty, named, option, other_sex, owner
from .stats import NEUROI, has_doll, may_marry
from .wars import attacking
from .witches import protestant

HAND_LIMIT = 5  # §08-02-04
FREE_CARDS = 1  # §08-02-01
TAXED_LIMIT, TAXED_CARDS = 10, 3  # §11-03-08


@phase(declared="suppression")
def suppression_target(save: Save, book: Book) -> set[str]:
    """§11-03-01: a person of the own dynasty but its king and spouse; D-R17: the suppressor too."""
    own = decider(save)
    if not able(save, dynasty(own), "suppression", book):
        return set()
    return named([*own["children"], *own["courtiers"]])


def assassins(save: Save, book: Book) -> list[str]:
    """§11-03-02: who lets the deciding seat use the reaper without the scythe; nobody while it holds the scythe."""
    if save["scythe"] == save["seat"]:
        return []
    return able(save, dynasty(decider(save)), "assassination", book)


@phase(declared="execution")
def execution_target(save: Save, book: Book) -> set[str]:
    """§11-03-07: a king with this ability executes a spouse; SW02-08-05: or the doll."""
    own = decider(save)
    doll = {"event:doll"} if has_doll(save, own) else set()
    return named(own["spouses"]) | doll if able(save, [own["king"]], "execution", book) else set()


@phase(declared="matchmaking")
def matchmaking_child(save: Save, book: Book) -> set[str]:
    """§11-03-05: an own child with this ability, for whom there is a king to be named."""
    return named(child for child in able(save, decider(save)["children"], "waste", book) if suitors(save, child, book))


@phase(declared="matchmaking")
def matchmaking_target(save: Save, book: Book) -> set[str]:
    """§11-03-05: the king whom the child is to marry."""
    return named(suitors(save, save["declared"]["actor"], book))


def suitors(save: Save, child: str, book: Book) -> list[str]:
    """§11-03-05: the unmarried kings of the other sex, the own one included; D-R10: unless kin may not marry.

    SW02-08-12, D-R48: and those with polygamy.
    """
    banned = [] if option(save, "kin_marriage") else [decider(save)["king"]]
    free = [seat["king"] for seat in save["seats"] if may_marry(save, seat)]
    return [king for king in free if king not in banned and other_sex(king, child, book)]


@phase(WAR, declared="war")
def plunder(save: Save, book: Book) -> set[str]:
    """§11-03-03: the attacking commander has this ability, or his friend (D-R52), and has won; D-R28: no Neuroi."""
    declared = save["declared"]
    war = declared["action"] == "war" and declared["country"] != NEUROI
    asked = war and able(save, attacking(save), "plunder", book)
    return {"pass", "declare"} if asked else {"pass"}


@phase(OTHERS, declared="incite")
def police(save: Save, book: Book) -> set[str]:
    """§11-03-06: the incited person's dynasty has one with this ability, be it the incited person."""
    asked = save["declared"]["action"] == "incite" and owner(save, save["declared"]["target"]) == save["seat"]
    return {"pass", "declare"} if asked and able(save, dynasty(decider(save)), "police", book) else {"pass"}


def hand_limit(save: Save, place: int, book: Book) -> int:
    """§08-02-04, §11-03-08: how many cards a seat may keep; the king cannot raise war tax himself."""
    seat = save["seats"][place]
    taxers = [person for person in able(save, dynasty(seat), "war_tax", book) if person != seat["king"]]
    return TAXED_LIMIT if taxers else HAND_LIMIT


def by_itself(save: Save, book: Book) -> bool:
    """§11-03-10, 11, D-R22: whether the declared action succeeds with no window, no cards and no dice."""
    declared, own = save["declared"], save["seats"][save["turn_player"]]
    if declared["action"] == "hire":
        return bool(able(save, [own["king"]], "alchemy", book))
    if declared["action"] == "incite":
        reformers = able(save, dynasty(own), "new_faith", book)
        return bool(reformers) and protestant(save, declared["target"], book)
    return False
