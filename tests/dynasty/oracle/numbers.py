"""A second reading of the rulebook: how many cards and dice the declared action calls for (§09, SW02)."""

from .saves import Book, Save, able, owner, printed
from .stats import NEUROI, bearer, fertile, occupied, prestige, same_faith, stat, war
from .wars import attacking, friend_defends, friend_of_war, sallied
from .witches import free

BIRTH_CARDS = 6  # §09-02-02
MOST_DICE = 48  # D-R56
WARRIOR_DICE = 3  # SW02-08-08, against the Neuroi


def chosen_spouse(save: Save, book: Book) -> str:
    """§09-02, SW02-08-12: with whom the turn player's king procreates: the one who was named, or the only one."""
    named: str | None = save["declared"]["target"]
    return named or fertile(save, save["seats"][save["turn_player"]], book)[0]


def cards_called_for(save: Save, book: Book | None = None) -> int:
    """§09: the number (a) of cards that the declared action calls for; D-R9: never below 0."""
    cards, declared = book or printed(), save["declared"]
    kind, target, defender = declared["action"], declared["target"], declared["defender"]
    if kind == "marriage":
        return prestige(save, target, cards)
    if kind == "procreation":
        return max(0, BIRTH_CARDS - stat(save, chosen_spouse(save, cards), "fertility", cards))
    if kind == "war":
        friend = friend_of_war(save) if friend_defends(save) else None
        defenders = [person for person in (defender, friend) if person is not None]
        return power(save, declared["country"], cards) + sum(war(save, person, cards) for person in defenders)
    if kind == "hire":
        return stat(save, target, "ambition", cards)
    king = save["seats"][owner(save, target)]["king"]
    return prestige(save, king, cards) if king else 0  # D-R27


def power(save: Save, country: str, book: Book) -> int:
    """§06-01 b; SW02-06-02: the occupied countries are one country, with all their power."""
    return sum(book.countries[land].power for land in (occupied(save) if country == NEUROI else [country]))


def dice_called_for(save: Save, book: Book | None = None) -> int:
    """§09: the number (d) of dice of the declared action, with waste and heat ray; D-R9, D-R56."""
    cards, turn_player = book or printed(), save["turn_player"]
    own = save["seats"][turn_player]
    waste = len(able(save, [own["king"], *own["spouses"]], "waste", cards))  # §11-03-05
    ray = len(free(save, turn_player, "heat_ray", cards))  # SW02-07-08
    return min(MOST_DICE, max(0, _dice(save, cards) - waste + ray))


def _dice(save: Save, book: Book) -> int:
    declared, own = save["declared"], save["seats"][save["turn_player"]]
    kind, target, actor = declared["action"], declared["target"], declared["actor"]
    if kind == "marriage":
        king = own["king"]
        return prestige(save, king, book) + same_faith(book.persons[king], book.persons[target])
    if kind == "procreation":
        king, spouse = own["king"], chosen_spouse(save, book)
        return stat(save, king, "fertility", book) + (book.persons[king].colour != book.persons[spouse].colour)
    if kind == "war":
        way = bearer(save, "warrior's way") is not None
        return sum(war(save, p, book) + 1 for p in attacking(save)) + sallied(save) + WARRIOR_DICE * way
    if kind == "hire":
        return stat(save, actor, "governance", book) + (book.persons[actor].colour == book.persons[target].colour)
    return stat(save, target, "ambition", book)
