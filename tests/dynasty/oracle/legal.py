"""A second reading of the rulebook: what is allowed.

Written from the book and its rulings alone, over save files, with dicts and sets, so that the engine and the book can
be compared at every decision: the base game, its special abilities, and the expansion (ch. 6).
"""

from .abilities import assassins, execution_target, matchmaking_child, suppression_target
from .events import in_window
from .numbers import chosen_spouse
from .phases import AFTERMATH, CARDS, COUNTING_SUITS, DONE, OTHERS, PHASES, REAPER, SETUP, phase
from .saves import (
    COLOURS,
    JOKER,
    POPE,
    Book,
    Save,
    decider,
    decks,
    dynasty,
    named,
    option,
    other_sex,
    others,
    owner,
    printed,
)
from .stats import bears, everybody, fertile, may_marry, parents_decks
from .wars import war_target
from .witches import HEALING, SECOND_ACTIONS, actors, can_search, lightning_target, search_deck, second


@phase(SETUP, OTHERS)
def setup_deck(save: Save, book: Book) -> set[str]:
    """§08-01: three persons from decks of one's choice, not all three from one. Suleiman I lies in the blue deck."""
    return decks(save, {colour for colour in COLOURS if turned_up_from(save, book).count(colour) < 2})


def turned_up_from(save: Save, book: Book) -> list[str]:
    """§08-01: the decks of the persons that the deciding seat has turned up; SW02-01: not those of their colours."""
    if option(save, "witches"):
        return [colour for colour, count in save.get("set_up_from", {}).items() for _ in range(count)]
    return [book.persons[person].colour for person in decider(save)["courtiers"]]


@phase(SETUP, OTHERS)
def setup_king(save: Save, book: Book) -> set[str]:
    """§08-01: one of the three persons turned up becomes king."""
    return named(decider(save)["courtiers"])


@phase()
def recruit(save: Save, book: Book) -> set[str]:
    """§08-02-02: any person deck that has cards."""
    return decks(save, COLOURS)


@phase()
def action(save: Save, book: Book) -> set[str]:
    """§08-02-03: a kind of action that can be declared in full, or pass; SW02-07-09: a second one is hers."""
    possible = {
        "marriage": marriage_target(save, book),
        "procreation": procreation_spouse(save, book),
        "war": war_target(save, book),
        "hire": hire_candidate(save, book) if hire_recruiter(save, book) else set(),
        "incite": incite_target(save, book),
        "reaper": reaper_target(save, book) if save["scythe"] == save["seat"] else set(),
        "assassination": reaper_target(save, book) if assassins(save, book) else set(),
        "suppression": suppression_target(save, book),
        "matchmaking": matchmaking_child(save, book),
        "execution": execution_target(save, book),
        "lightning": lightning_target(save, book),
        "search": search_deck(save, book) if can_search(save, book) else set(),
    }
    kinds = {"pass"} | {kind for kind, choices in possible.items() if choices}
    return kinds if second(save) is None else kinds & SECOND_ACTIONS


@phase(AFTERMATH)
def discard_wanderer(save: Save, book: Book) -> set[str]:
    """§08-02-04: any of the wanderers."""
    return named(save["wanderers"])


@phase(AFTERMATH)
def discard_card(save: Save, book: Book) -> set[str]:
    """§08-02-04: any card of the hand."""
    return {f"card:{card}" for card in decider(save)["hand"]}


@phase()
def marriage_target(save: Save, book: Book) -> set[str]:
    """§09-01-02: of the other sex than the own king, no king, unmarried, anywhere on the table; D-R10."""
    own = decider(save)
    if not may_marry(save, own) or not actors(save, [own["king"]]):
        return set()
    unmarried = {person for seat in save["seats"] for person in [*seat["children"], *seat["courtiers"]]}
    unmarried |= set(save["wanderers"])
    if not option(save, "kin_marriage"):
        unmarried -= set(own["children"])
    return named(person for person in unmarried if other_sex(own["king"], person, book))


@phase(declared="procreation")
def procreation_spouse(save: Save, book: Book) -> set[str]:
    """§09-02-01, SW02-03: a spouse, whatever decks are left (D-R11 asks for those only at the birth)."""
    return named(fertile(save, decider(save), book))


@phase(DONE, declared="procreation")
def birth_deck(save: Save, book: Book) -> set[str]:
    """§09-02-03: the deck of the king's colour or of the spouse's; D-R11: only one that has cards."""
    return decks(save, parents_decks(save, decider(save)["king"], chosen_spouse(save, book), book))


@phase()
def hire_recruiter(save: Save, book: Book) -> set[str]:
    """§09-04-01: any person of the own dynasty; SW02-07-09: in a second action she."""
    return named(actors(save, dynasty(decider(save))))


@phase()
def hire_candidate(save: Save, book: Book) -> set[str]:
    """§09-04-02: any wanderer."""
    return named(save["wanderers"])


@phase()
def incite_target(save: Save, book: Book) -> set[str]:
    """§09-05-01: a person of another dynasty who is no king; SW02-08-09: nor splendid."""
    subjects = [p for seat in others(save) for p in [*seat["spouses"], *seat["children"], *seat["courtiers"]]]
    return named(person for person in subjects if not bears(save, person, "splendid"))


@phase(REAPER)
def reaper_target(save: Save, book: Book) -> set[str]:
    """§09-06-01, §11-01: any person of any dynasty, or the pope, but none that was refused in this turn; D-R13.

    §11-03-02: an assassination chooses from the same.
    """
    return named((everybody(save) | {POPE}) - set(save["refused"]))


@phase(REAPER, OTHERS)
def veto(save: Save, book: Book) -> set[str]:
    """§09-06-01: another dynasty may refuse once in a turn when its own person (D-R13: or the pope) is named.

    SW02-07-01: never when it is the Healer.
    """
    target = save["declared"]["target"]
    asked = owner(save, target) == save["seat"] != save["turn_player"]
    healer = target != POPE and book.persons[target].ability == HEALING
    return {"pass", "declare"} if asked and not decider(save)["vetoed"] and not healer else {"pass"}


@phase(CARDS, OTHERS, declared=" ".join(COUNTING_SUITS))
def interrupt(save: Save, book: Book) -> set[str]:
    """§08-02-03-01: any seat may play a hand card of the counting suits; a joker counts as any (§04, D-R2).

    D-R45: or an event.
    """
    suits = COUNTING_SUITS[save["declared"]["action"]]
    hand = decider(save)["hand"]
    cards = {f"card:{card}" for card in hand if card != JOKER and card[0] in suits}
    return {"pass"} | cards | (joker(save, book) if JOKER in hand else set()) | in_window(save)


@phase(CARDS, declared=" ".join(COUNTING_SUITS))
def joker(save: Save, book: Book) -> set[str]:
    """§04: a joker is any number from 1 to 13."""
    return {f"joker:{number}" for number in range(1, 14)}


@phase(OTHERS)
def end(save: Save, book: Book) -> set[str]:
    """§07-01: the game is over."""
    return set()


def legal(save: Save, book: Book | None = None) -> set[str]:
    """The canonical names of all actions that the book allows to the deciding seat.

    Raises KeyError for a phase that is not the game's.
    """
    return PHASES[save["phase"]](save, book or printed())
