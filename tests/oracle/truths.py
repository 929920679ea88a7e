"""A second reading of the rulebook: what can never be on the table of the base game with its special abilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .abilities import (
    FREE_CARDS,
    HAND_LIMIT,
    TAXED_CARDS,
    TAXED_LIMIT,
    assassins,
    by_itself,
    hand_limit,
    matchmaking_child,
)
from .legal import (
    COUNTING_SUITS,
    PHASES,
    action,
    cards_called_for,
    hire_candidate,
    hire_recruiter,
    incite_target,
    legal,
    marriage_target,
    war_commander,
    war_target,
)
from .saves import (
    COLOURS,
    JOKER,
    JOKERS_A_PACK,
    OTTOMAN_EMPIRE,
    RANKS,
    SUITS,
    SULEIMAN,
    Book,
    Save,
    able,
    decider,
    dynasty,
    lord,
    option,
    other_sex,
    owner,
    printed,
)

SETUP_PHASES = frozenset({"setup_deck", "setup_king"})
CARD_PHASES = frozenset({"interrupt", "joker"})  # the only decisions with cards on the table
REAPER_PHASES = frozenset({"reaper_target", "veto"})
AFTERMATH_PHASES = frozenset({"discard_wanderer", "discard_card"})

DECLARED_IN = {  # D-R8: what has been declared when one of these questions is asked
    **dict.fromkeys(CARD_PHASES, frozenset(COUNTING_SUITS)),
    **{f"{kind}_target": frozenset({kind}) for kind in ("suppression", "execution", "matchmaking")},
    "matchmaking_child": frozenset({"matchmaking"}),
    "plunder": frozenset({"war"}),
    "police": frozenset({"incite"}),
}


def invariants(save: Save, strict: bool = True, book: Book | None = None) -> list[str]:
    """Complaints, in words, about a save of the base game that breaks the game's physical truths.

    `strict` asks for everything that holds at every decision of a dealt game: each card is somewhere, hands are as
    large as the turn allows, nobody is asked a question with one answer. Without it a save may lack cards.
    """
    cards = book or printed()
    complaints = [*_holders(save), *_places(save, cards, strict)]
    if complaints:  # the rest reads the cards by name
        return complaints
    complaints += [*_families(save, cards), *_table(save), *_reaper(save, cards)]
    if strict:
        complaints += [*_seats(save), *_hands(save, cards), *_progress(save, cards), *_setup(save, cards)]
        complaints += [*_declaration(save, cards), *_supply(save, cards), *_questions(save, cards)]
    return complaints


def _holders(save: Save) -> Iterator[str]:
    """As many seats as players; the pope, the scythe and the turn are at one of them."""
    count = len(save["seats"])
    if not 2 <= count <= 6:
        yield f"{count} seats at the table"
    if option(save, "num_players") not in (None, count):
        yield f"{count} seats for {option(save, 'num_players')} players"
    roles = ["first_player"]
    if save["phase"] != "end":
        roles += ["seat"]
    if save["phase"] not in SETUP_PHASES:  # §08-01 hands out the pope and the scythe when all persons are chosen
        roles += ["turn_player", "pope", "scythe"]
    yield from (f"{role} is {save[role]!r}, no seat" for role in roles if save[role] not in range(count))
    if save["phase"] not in PHASES:
        yield f"the game has no phase {save['phase']!r}"


def _places(save: Save, book: Book, strict: bool) -> Iterator[str]:
    """Every person, country and playing card lies in one place."""
    persons = Counter(person for place in person_places(save).values() for person in place)
    yield from _count("person", persons, dict.fromkeys(book.persons, 1), strict)
    countries = Counter(country for place in country_places(save).values() for country in place)
    deal = dict.fromkeys(book.countries, 1)
    if countries[OTTOMAN_EMPIRE] == 0:
        deal.pop(OTTOMAN_EMPIRE, None)  # it waits outside the deal for Suleiman I
    yield from _count("country", countries, deal, strict)
    cards = Counter(card for place in card_places(save).values() for card in place)
    packs = option(save, "packs")
    pack = dict.fromkeys((suit + rank for suit in SUITS for rank in RANKS), packs) | {JOKER: JOKERS_A_PACK * packs}
    yield from _count("card", cards, pack, strict)


def _count(kind: str, found: Counter[str], due: dict[str, int], strict: bool) -> Iterator[str]:
    for name in sorted(found.keys() | due.keys()):
        if name not in due:
            yield f"there is no {kind} {name!r}"
        elif found[name] > due[name] or (strict and found[name] < due[name]):
            yield f"{kind} {name} lies in {found[name]} places instead of {due[name]}"


def person_places(save: Save) -> dict[str, list[str]]:
    """Where persons can be."""
    places = {f"seat {number}": dynasty(seat) for number, seat in enumerate(save["seats"])}
    places |= {f"{colour} deck": deck for colour, deck in save["person_decks"].items()}
    return places | {"wanderers": save["wanderers"], "removed": save["removed"]}


def country_places(save: Save) -> dict[str, list[str]]:
    """Where countries can be."""
    places = {f"seat {number}": seat["territories"] for number, seat in enumerate(save["seats"])}
    return places | {"independent": save["independent"], "removed": save["removed_countries"]}


def card_places(save: Save) -> dict[str, list[str]]:
    """Where playing cards can be."""
    places = {f"hand {number}": seat["hand"] for number, seat in enumerate(save["seats"])}
    on_table = [played["card"] for played in save["on_table"]]
    return places | {"pack": save["pack"], "discards": save["discards"], "table": on_table}


def _families(save: Save, book: Book) -> Iterator[str]:
    """§05-02, §10-02, §11-02: kings and spouses; who lies in a deck; Suleiman I and the Ottoman Empire."""
    for number, seat in enumerate(save["seats"]):
        if len(seat["spouses"]) > 1:
            yield f"seat {number} has {len(seat['spouses'])} spouses"
        if seat["king"] is None and (seat["spouses"] or seat["children"]):
            yield f"seat {number} has royals without a king"
        rebel = able(save, [seat["king"]], "revolution", book)
        if seat["king"] is not None and not rebel:  # D-R19: a spouse of the rebel's own sex stays
            same = [spouse for spouse in seat["spouses"] if not other_sex(seat["king"], spouse, book)]
            yield from (f"{spouse} of seat {number} has the king's sex" for spouse in same)
        if seat["childless"] and seat["king"] is not None:
            yield f"the king of seat {number} died childless, but {seat['king']} is king"
    for colour, deck in save["person_decks"].items():
        strangers = [person for person in deck if book.persons[person].colour != colour]
        yield from (f"{person} lies in the {colour} deck" for person in strangers)
    if set(save["person_decks"]) != set(COLOURS):
        yield f"the person decks are {sorted(save['person_decks'])}"
    if SULEIMAN in save["wanderers"]:
        yield f"{SULEIMAN} is a wanderer"
    appeared = owner(save, SULEIMAN) is not None
    in_play = lord(save, OTTOMAN_EMPIRE) is not None or OTTOMAN_EMPIRE in save["independent"]
    if in_play and not appeared:
        yield f"the {OTTOMAN_EMPIRE} is in play without {SULEIMAN}"
    if appeared and not in_play:
        yield f"{SULEIMAN} is in play without the {OTTOMAN_EMPIRE}"


def _table(save: Save) -> Iterator[str]:
    """§04, §08-02-03-01: what a card on the table counts, and when one lies there."""
    on_table = save["on_table"]
    if on_table and save["phase"] not in CARD_PHASES:
        yield f"{len(on_table)} cards on the table in phase {save['phase']}"
        return
    suits = COUNTING_SUITS.get(save["declared"]["action"], frozenset())
    for played in on_table:
        card, number, seat = played["card"], played["number"], played["seat"]
        unnamed = card == JOKER and not number and seat is None and save["phase"] == "joker"
        if not unnamed and number not in (range(1, 14) if card == JOKER else [RANKS[card[1:]]]):
            yield f"{card} on the table counts {number}"
        if seat is not None and seat not in range(len(save["seats"])):
            yield f"{card} was played by {seat!r}, no seat"
        if seat is not None and card != JOKER and card[0] not in suits:
            yield f"{card} was played in {save['declared']['action']}, where it does not count"
        if seat is None and save["phase"] == "interrupt":
            yield f"the pack supplied {card} before the window closed"


def _reaper(save: Save, book: Book) -> Iterator[str]:
    """§09-06: each other dynasty refuses one person a turn; the reaper belongs to whoever holds the scythe.

    §11-03-02: an assassination needs an assassin, and no scythe.
    """
    vetoes = [number for number, seat in enumerate(save["seats"]) if seat["vetoed"]]
    if save["turn_player"] in vetoes:
        yield "the turn player has used a veto in the own turn"
    if save["phase"] in REAPER_PHASES:
        if save["declared"]["action"] == "assassination":
            if not assassins(save | {"seat": save["turn_player"]}, book):
                yield "the turn player cannot send an assassin"
        elif save["scythe"] != save["turn_player"]:
            yield "the turn player uses the reaper without the scythe"
        refusers = sorted(number for number in (owner(save, p) for p in save["refused"]) if number is not None)
        if refusers != vetoes or len(save["refused"]) != len(vetoes):
            yield f"seats {vetoes} have used a veto, but refused are {save['refused']}"
    elif save["phase"] not in AFTERMATH_PHASES | {"end"} and (vetoes or save["refused"]):
        yield f"vetoes are used in phase {save['phase']}"


def _seats(save: Save) -> Iterator[str]:
    """Ch. 7: a decision is taken by the seat whose choice it is; no seat is without a king while the game runs."""
    phase, seat, turn_player = save["phase"], save["seat"], save["turn_player"]
    declared = save["declared"]
    if phase == "war_defender":
        if seat == turn_player or lord(save, declared["country"]) != seat:
            yield f"seat {seat} defends {declared['country']}, which is not its own"
    elif phase == "veto":
        if seat == turn_player or owner(save, declared["target"]) != seat:
            yield f"seat {seat} is asked for a veto over {declared['target']}, who is not its own"
    elif phase == "police":
        if seat == turn_player or owner(save, declared["target"]) != seat:
            yield f"seat {seat} is asked for the police over {declared['target']}, who is not its own"
    elif phase not in SETUP_PHASES | {"interrupt", "end"} and seat != turn_player:
        yield f"seat {seat} decides in phase {phase} of seat {turn_player}'s turn"
    if phase in SETUP_PHASES:
        return
    for number, holder in enumerate(save["seats"]):
        if (holder["king"] is None) != holder["childless"]:
            yield f"seat {number} has king {holder['king']}, but childless is {holder['childless']}"
        if phase != "end" and holder["king"] is None:
            yield f"seat {number} has no king in phase {phase}"
        if phase != "end" and not holder["territories"]:
            yield f"seat {number} has no territory in phase {phase}"


def _hands(save: Save, book: Book) -> Iterator[str]:
    """§08: five cards each; only the turn player, who draws one a turn, can hold a sixth.

    §11-03-08, 03: three and ten once somebody has raised war tax; plundered cards, which are kept until the end of the
    plunderer's next turn without a plunder, come on top.
    """
    plundered = _plundered(save)
    taxed = _turned_up(save, "war_tax", book)
    limit, draw = (TAXED_LIMIT, TAXED_CARDS) if taxed else (HAND_LIMIT, FREE_CARDS)
    if plundered and not _turned_up(save, "plunder", book):
        yield f"{plundered[0]} has left play, but nobody could plunder it"
    if OTTOMAN_EMPIRE in save["removed_countries"] and SULEIMAN in save["removed"]:
        plundered = [*plundered, OTTOMAN_EMPIRE]  # or it went with him: then the bound is only looser
    limit += sum(book.countries[country].power + draw for country in plundered)
    free = save.get("no_hand_limit", False)
    for number, seat in enumerate(save["seats"]):
        size = len(seat["hand"])
        if save["phase"] in SETUP_PHASES and size != HAND_LIMIT:
            yield f"seat {number} was dealt {size} cards"
        drawn = draw if number == save["turn_player"] and not free else 0  # a plunder's draw is in the limit
        if size > limit + drawn:
            yield f"seat {number} holds {size} cards"
    if free and (not plundered or save["phase"] not in {"discard_wanderer", "end"}):
        yield f"there is no hand limit in phase {save['phase']} with {len(plundered)} countries plundered"


def _plundered(save: Save) -> list[str]:
    """§11-03-03: the countries that have left play, where no Suleiman I took them along."""
    return [country for country in save["removed_countries"] if country != OTTOMAN_EMPIRE]


def _turned_up(save: Save, ability: str, book: Book) -> list[str]:
    """Who has this ability and does not lie in a deck."""
    hidden = {person for deck in save["person_decks"].values() for person in deck}
    return able(save, book.persons.keys() - hidden, ability, book)


def _progress(save: Save, book: Book) -> Iterator[str]:
    """§07-01, §08-02: what each part of a turn leaves behind."""
    phase, wanderers, count = save["phase"], len(save["wanderers"]), len(save["seats"])
    empty = [colour for colour in COLOURS if not save["person_decks"][colour]]
    if wanderers > count + (phase not in SETUP_PHASES | {"recruit", "discard_card"}):
        yield f"{wanderers} wanderers in phase {phase}"
    if phase == "discard_wanderer" and wanderers <= count:
        yield f"a wanderer is discarded although there are {wanderers}"
    if phase == "discard_card" and len(decider(save)["hand"]) <= hand_limit(save, save["seat"], book):
        yield f"a card is discarded from a hand of {len(decider(save)['hand'])}"
    if empty and phase in SETUP_PHASES | AFTERMATH_PHASES | {"recruit"}:
        yield f"the game goes on in phase {phase} with an empty {empty[0]} deck"
    over = empty or any(seat["childless"] or not seat["territories"] for seat in save["seats"])
    if phase == "end" and not over:
        yield "the game has ended for no reason"


def _setup(save: Save, book: Book) -> Iterator[str]:
    """§08-01: who has turned up whom, in clockwise order from the first player."""
    if save["phase"] not in SETUP_PHASES:
        return
    count = len(save["seats"])
    asked = (save["seat"] - save["first_player"]) % count
    for place in range(count):
        number = (save["first_player"] + place) % count
        seat = save["seats"][number]
        persons = dynasty(seat)
        if seat["spouses"] or seat["children"] or seat["childless"]:
            yield f"seat {number} has had a family during set-up"
        if len(seat["territories"]) != 2 + (SULEIMAN in persons):
            yield f"seat {number} was dealt {len(seat['territories'])} territories"
        if (seat["king"] is not None) != (place < asked):
            yield f"seat {number} has king {seat['king']} out of order"
        due = {3} if place < asked else {0} if place > asked else {3} if save["phase"] == "setup_king" else {0, 1, 2}
        if len(persons) not in due:
            yield f"seat {number} has turned up {len(persons)} persons"
        if len(persons) == 3 and len({book.persons[person].colour for person in persons}) == 1:
            yield f"seat {number} has turned up all persons from one deck"
    used = ("wanderers", "removed", "discards", "refused")
    yield from (f"{place} are not empty during set-up" for place in used if save[place])
    if set(save["removed_countries"]) - {OTTOMAN_EMPIRE}:
        yield f"{save['removed_countries']} have left play during set-up"


def _declaration(save: Save, book: Book) -> Iterator[str]:
    """D-R8: the whole declaration comes before the window, stands while it is open, and is one the book allows."""
    phase, declared = save["phase"], save["declared"]
    kind, target, country = declared["action"], declared["target"], declared["country"]
    if phase not in DECLARED_IN:
        return
    if kind not in DECLARED_IN[phase]:
        yield f"{kind} is declared in phase {phase}"
        return
    turn = save | {"seat": save["turn_player"]}
    if kind not in action(turn, book):
        yield f"{kind} was not open to the turn player"
    fields: dict[str, list[tuple[str | None, set[str]]]] = {
        "marriage": [(target, marriage_target(turn, book))],
        "procreation": [],
        "war": [(declared["actor"], war_commander(turn, book))],
        "hire": [(declared["actor"], hire_recruiter(turn, book)), (target, hire_candidate(turn, book))],
        "incite": [(target, incite_target(turn, book))],
        "matchmaking": [(declared["actor"], matchmaking_child(turn, book))] if phase == "matchmaking_target" else [],
    }
    yield from (
        f"{kind} was declared with {person}" for person, may in fields.get(kind, []) if f"person:{person}" not in may
    )
    if kind == "war":
        if f"country:{country}" not in war_target(turn, book):
            yield f"war was declared on {country}"
        defender = declared["defender"]
        if defender is not None and (owner(save, defender) is None or owner(save, defender) != lord(save, country)):
            yield f"{defender} does not belong to the lord of {country}"
    if phase in CARD_PHASES and by_itself(save, book):
        yield f"{kind} succeeds by itself, but there is a window"
    if phase == "plunder" and not able(save, [declared["actor"]], "plunder", book):
        yield f"{declared['actor']} does not plunder"
    if phase == "police" and not able(save, dynasty(decider(save)), "police", book):
        yield f"seat {save['seat']} has no police"


def _supply(save: Save, book: Book) -> Iterator[str]:
    """§08-02-03-01: after the window the pack supplies cards up to (a); D-R8: only then are its jokers named."""
    if save["phase"] != "joker" or any(True for _ in _declaration(save, book)):
        return
    played = [card for card in save["on_table"] if card["seat"] is not None]
    supplied = [card for card in save["on_table"] if card["seat"] is None]
    wanted = max(0, cards_called_for(save, book) - len(played))
    if len(supplied) > wanted:
        yield f"the pack supplied {len(supplied)} cards instead of {wanted}"
    if len(supplied) < wanted and (save["pack"] or save["discards"]):
        yield f"the pack supplied {len(supplied)} cards instead of {wanted}, and has more"
    if not any(card["card"] == JOKER and not card["number"] for card in supplied):
        yield "there is no joker from the pack to name"


def _questions(save: Save, book: Book) -> Iterator[str]:
    """Ch. 7: a decision has an answer, and with one answer only it is asked under `ask_forced` alone."""
    answers = len(legal(save, book))
    if save["phase"] != "end" and answers < (1 if option(save, "ask_forced") else 2):
        yield f"phase {save['phase']} asks a question with {answers} answers"
