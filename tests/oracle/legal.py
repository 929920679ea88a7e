"""A second reading of the rulebook: what is allowed, and who wins.

Written from the book and its rulings alone, over save files, with dicts and sets, so that the engine and the book can
be compared at every decision. It covers the base game with its special abilities; the expansion (ch. 6) has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .abilities import (
    assassins,
    execution_target,
    matchmaking_child,
    matchmaking_target,
    plunder,
    police,
    suppression_target,
    war,
)
from .saves import (
    COLOURS,
    JOKER,
    POPE,
    Book,
    Save,
    border,
    decider,
    dynasty,
    named,
    option,
    other_sex,
    others,
    owner,
    prestige,
    printed,
    royals,
)

RED, BLACK = frozenset("HD"), frozenset("SC")  # §04

COUNTING_SUITS = {  # §09: "the suits used" of each action that is tried with cards
    "marriage": RED,
    "procreation": RED,
    "war": BLACK,
    "hire": BLACK,
    "incite": BLACK,
}


# --------------------------------------------------------------------------------- §08-01 set-up, §08-02 a turn


def setup_deck(save: Save, book: Book) -> set[str]:
    """§08-01: three persons from decks of one's choice, not all three from one. Suleiman I lies in the blue deck."""
    drawn = [book.persons[person].colour for person in decider(save)["courtiers"]]
    spent = {drawn[0]} if len(drawn) == 2 and drawn[0] == drawn[1] else set()
    return decks(save, set(COLOURS) - spent)


def setup_king(save: Save, book: Book) -> set[str]:
    """§08-01: one of the three persons turned up becomes king."""
    return named(decider(save)["courtiers"])


def recruit(save: Save, book: Book) -> set[str]:
    """§08-02-02: any person deck that has cards."""
    return decks(save, COLOURS)


def decks(save: Save, colours: Iterable[str]) -> set[str]:
    """The decks of these colours that have cards."""
    return {f"deck:{colour}" for colour in colours if save["person_decks"].get(colour)}


def action(save: Save, book: Book) -> set[str]:
    """§08-02-03: a kind of action that can be declared in full, or pass."""
    possible = {
        "marriage": marriage_target(save, book),
        "procreation": procreation_spouse(save, book),
        "war": war_target(save, book) if dynasty(decider(save)) else set(),
        "hire": hire_candidate(save, book) if dynasty(decider(save)) else set(),
        "incite": incite_target(save, book),
        "reaper": reaper_target(save, book) if save["scythe"] == save["seat"] else set(),
        "assassination": reaper_target(save, book) if assassins(save, book) else set(),
        "suppression": suppression_target(save, book),
        "matchmaking": matchmaking_child(save, book),
        "execution": execution_target(save, book),
    }
    return {"pass"} | {kind for kind, choices in possible.items() if choices}


def discard_wanderer(save: Save, book: Book) -> set[str]:
    """§08-02-04: any of the wanderers."""
    return named(save["wanderers"])


def discard_card(save: Save, book: Book) -> set[str]:
    """§08-02-04: any card of the hand."""
    return {f"card:{card}" for card in decider(save)["hand"]}


# ------------------------------------------------------------------------------------------- §09 kinds of action


def marriage_target(save: Save, book: Book) -> set[str]:
    """§09-01-02: of the other sex than the own king, no king, unmarried, anywhere on the table; D-R10."""
    own = decider(save)
    if own["king"] is None or own["spouses"]:
        return set()
    unmarried = {person for seat in save["seats"] for person in [*seat["children"], *seat["courtiers"]]}
    unmarried |= set(save["wanderers"])
    if not option(save, "kin_marriage"):
        unmarried -= set(own["children"])
    return named(person for person in unmarried if other_sex(own["king"], person, book))


def procreation_spouse(save: Save, book: Book) -> set[str]:
    """§09-02-01: the spouse, whatever decks are left (D-R11 asks for those only at the birth)."""
    own = decider(save)
    if own["king"] is None:
        return set()
    return named(spouse for spouse in own["spouses"] if other_sex(own["king"], spouse, book))


def birth_deck(save: Save, book: Book) -> set[str]:
    """§09-02-03: the deck of the king's colour or of the spouse's; D-R11: only one that has cards."""
    own = decider(save)
    return decks(save, {book.persons[parent].colour for parent in [own["king"], *own["spouses"]]})


def war_target(save: Save, book: Book) -> set[str]:
    """§09-03-01: any country in play but one's own; with `adjacency` only a neighbour of an own territory."""
    own = decider(save)["territories"]
    targets = {country for seat in others(save) for country in seat["territories"]} | set(save["independent"])
    if option(save, "adjacency"):
        targets = {country for country in targets if any(border(country, home, book) for home in own)}
    return {f"country:{country}" for country in targets}


def war_commander(save: Save, book: Book) -> set[str]:
    """§09-03-02: the attacker must name a person of the own dynasty, any of them."""
    return named(dynasty(decider(save)))


def war_defender(save: Save, book: Book) -> set[str]:
    """§09-03-02: the defender may name a person of the own dynasty, or nobody."""
    return named(dynasty(decider(save))) | {"pass"}


def hire_recruiter(save: Save, book: Book) -> set[str]:
    """§09-04-01: any person of the own dynasty."""
    return named(dynasty(decider(save)))


def hire_candidate(save: Save, book: Book) -> set[str]:
    """§09-04-02: any wanderer."""
    return named(save["wanderers"])


def incite_target(save: Save, book: Book) -> set[str]:
    """§09-05-01: a person of another dynasty who is no king."""
    return named(p for seat in others(save) for p in [*seat["spouses"], *seat["children"], *seat["courtiers"]])


def reaper_target(save: Save, book: Book) -> set[str]:
    """§09-06-01, §11-01: any person of any dynasty, or the pope, but none that was refused in this turn; D-R13.

    §11-03-02: an assassination chooses from the same.
    """
    mortals = {person for seat in save["seats"] for person in dynasty(seat)} | {POPE}
    return named(mortals - set(save["refused"]))


def veto(save: Save, book: Book) -> set[str]:
    """§09-06-01: another dynasty may refuse once in a turn when its own person (D-R13: or the pope) is named."""
    asked = owner(save, save["declared"]["target"]) == save["seat"] != save["turn_player"]
    return {"pass", "declare"} if asked and not decider(save)["vetoed"] else {"pass"}


# ------------------------------------------------------------------------------------------ §08-02-03-01 the cards


def interrupt(save: Save, book: Book) -> set[str]:
    """§08-02-03-01: any seat may play a hand card of the counting suits; a joker counts as any (§04, D-R2)."""
    suits = COUNTING_SUITS[save["declared"]["action"]]
    hand = decider(save)["hand"]
    cards = {f"card:{card}" for card in hand if card != JOKER and card[0] in suits}
    return {"pass"} | cards | (joker(save, book) if JOKER in hand else set())


def joker(save: Save, book: Book) -> set[str]:
    """§04: a joker is any number from 1 to 13."""
    return {f"joker:{number}" for number in range(1, 14)}


def cards_called_for(save: Save, book: Book | None = None) -> int:
    """§09: the number (a) of cards that the declared action calls for; D-R9: never below 0."""
    cards, declared = book or printed(), save["declared"]
    kind, target, defender = declared["action"], declared["target"], declared["defender"]
    if kind == "marriage":
        return prestige(save, target, cards)
    if kind == "procreation":
        return max(0, 6 - cards.persons[save["seats"][save["turn_player"]]["spouses"][0]].fertility)
    if kind == "war":
        return cards.countries[declared["country"]].power + (war(save, defender, cards) if defender else 0)
    if kind == "hire":
        return cards.persons[target].ambition
    king = save["seats"][owner(save, target)]["king"]
    return prestige(save, king, cards) if king else 0


def end(save: Save, book: Book) -> set[str]:
    """§07-01: the game is over."""
    return set()


PHASES: dict[str, Callable[[Save, Book], set[str]]] = {
    "setup_deck": setup_deck,
    "setup_king": setup_king,
    "recruit": recruit,
    "action": action,
    "marriage_target": marriage_target,
    "procreation_spouse": procreation_spouse,
    "birth_deck": birth_deck,
    "war_target": war_target,
    "war_commander": war_commander,
    "war_defender": war_defender,
    "hire_recruiter": hire_recruiter,
    "hire_candidate": hire_candidate,
    "incite_target": incite_target,
    "reaper_target": reaper_target,
    "veto": veto,
    "interrupt": interrupt,
    "joker": joker,
    "suppression_target": suppression_target,
    "execution_target": execution_target,
    "matchmaking_child": matchmaking_child,
    "matchmaking_target": matchmaking_target,
    "plunder": plunder,
    "police": police,
    "discard_wanderer": discard_wanderer,
    "discard_card": discard_card,
    "end": end,
}


def legal(save: Save, book: Book | None = None) -> set[str]:
    """The canonical names of all actions that the book allows to the deciding seat.

    Raises KeyError for a phase that is not the game's.
    """
    return PHASES[save["phase"]](save, book or printed())


# ------------------------------------------------------------------------------------------------- ch. 4, §07 score


@dataclass(frozen=True)
class Score:
    """One dynasty's points (§07-02), and what settles a tie."""

    seat: int
    ruined: bool
    points: int  # A + B, 0 when ruined
    a: int  # prestige of the royals, the pope counted
    b: int  # power of the territories
    king: tuple[int, ...]  # prestige, governance, war, ambition, life, fertility


def scores(save: Save, book: Book | None = None) -> list[Score]:
    """§07: the points of every dynasty, by seat; a ruined one has none."""
    return [_score(save, place, book or printed()) for place in range(len(save["seats"]))]


def _score(save: Save, place: int, book: Book) -> Score:
    seat = save["seats"][place]
    ruined = seat["childless"] or not seat["territories"]
    a = sum(prestige(save, person, book) for person in royals(seat))
    b = sum(book.countries[country].power for country in seat["territories"])
    return Score(place, ruined, 0 if ruined else a + b, a, b, _king(save, seat["king"], book))


def _king(save: Save, king: str | None, book: Book) -> tuple[int, ...]:
    """§07-02: what a king is compared by in a tie, in the book's order."""
    if king is None:
        return ()
    card = book.persons[king]
    return (prestige(save, king, book), card.governance, card.war, card.ambition, card.life, card.fertility)


def winners(save: Save, book: Book | None = None) -> set[int]:
    """§07-02, D-R16: most points, then A, then the king; still tied they share it; nobody when all are ruined."""
    standing = [score for score in scores(save, book) if not score.ruined]
    best = max(((score.points, score.a, score.king) for score in standing), default=None)
    return {score.seat for score in standing if (score.points, score.a, score.king) == best}
