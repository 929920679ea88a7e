"""A second reading of the rulebook: the special abilities (§11-03, D-R17 … D-R22).

The dice of an ability are rolled without a window, so that only these choices and numbers can be seen in a save.
"""

from __future__ import annotations

from .saves import Book, Person, Save, able, by_sea, decider, dynasty, named, option, other_sex, owner

HAND_LIMIT = 5  # §08-02-04
FREE_CARDS = 1  # §08-02-01
TAXED_LIMIT, TAXED_CARDS = 10, 3  # §11-03-08
WAR_AT_SEA = 4  # §11-03-09


# ------------------------------------------------------------------------------------------------ kinds of action


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


def execution_target(save: Save, book: Book) -> set[str]:
    """§11-03-07: a king with this ability executes a spouse."""
    own = decider(save)
    return named(own["spouses"]) if able(save, [own["king"]], "execution", book) else set()


def matchmaking_child(save: Save, book: Book) -> set[str]:
    """§11-03-05: an own child with this ability, for whom there is a king to be named."""
    return named(child for child in able(save, decider(save)["children"], "waste", book) if suitors(save, child, book))


def matchmaking_target(save: Save, book: Book) -> set[str]:
    """§11-03-05: the king whom the child is to marry."""
    return named(suitors(save, save["declared"]["actor"], book))


def suitors(save: Save, child: str, book: Book) -> list[str]:
    """§11-03-05: the unmarried kings of the other sex, the own one included; D-R10: unless kin may not marry."""
    banned = [] if option(save, "kin_marriage") else [decider(save)["king"]]
    free = [seat["king"] for seat in save["seats"] if seat["king"] is not None and not seat["spouses"]]
    return [king for king in free if king not in banned and other_sex(king, child, book)]


# --------------------------------------------------------------------------------------------- after war and incite


def plunder(save: Save, book: Book) -> set[str]:
    """§11-03-03: the attacking commander has this ability, and has won."""
    declared = save["declared"]
    asked = declared["action"] == "war" and able(save, [declared["actor"]], "plunder", book)
    return {"pass", "declare"} if asked else {"pass"}


def police(save: Save, book: Book) -> set[str]:
    """§11-03-06: the incited person's dynasty has one with this ability, be it the incited person."""
    asked = save["declared"]["action"] == "incite" and owner(save, save["declared"]["target"]) == save["seat"]
    return {"pass", "declare"} if asked and able(save, dynasty(decider(save)), "police", book) else {"pass"}


# ---------------------------------------------------------------------------------------------------------- numbers


def hand_limit(save: Save, place: int, book: Book) -> int:
    """§08-02-04, §11-03-08: how many cards a seat may keep; the king cannot raise war tax himself."""
    seat = save["seats"][place]
    taxers = [person for person in able(save, dynasty(seat), "war_tax", book) if person != seat["king"]]
    return TAXED_LIMIT if taxers else HAND_LIMIT


def war(save: Save, commander: str, book: Book) -> int:
    """§11-03-09: a commander's war, which counts 4 when the attacked country is joined by sea to the attacker's."""
    card: Person = book.persons[commander]
    lands = save["seats"][save["turn_player"]]["territories"]
    joined = any(by_sea(save["declared"]["country"], land, book) for land in lands)
    return WAR_AT_SEA if joined and able(save, [commander], "sea_4", book) else card.war


def by_itself(save: Save, book: Book) -> bool:
    """§11-03-10, 11, D-R22: whether the declared action succeeds with no window, no cards and no dice."""
    declared, own = save["declared"], save["seats"][save["turn_player"]]
    if declared["action"] == "hire":
        return bool(able(save, [own["king"]], "alchemy", book))
    if declared["action"] == "incite":
        reformers = able(save, dynasty(own), "new_faith", book)
        return bool(reformers) and book.persons[declared["target"]].religion in ("P", "CP")
    return False
