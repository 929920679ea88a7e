"""A second reading of the rulebook: what the course of a game leaves behind at each of its decisions."""

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
    action,
    hire_candidate,
    hire_recruiter,
    incite_target,
    legal,
    marriage_target,
    procreation_spouse,
    turned_up_from,
)
from .numbers import cards_called_for, dice_called_for
from .phases import AFTERMATH, CARDS, DECLARED_IN, DONE, DRAWN, MUSTER, OTHERS, REAPER, SETUP
from .rolls import DEADLY, slasher, using
from .saves import COLOURS, JOKER, OTTOMAN_EMPIRE, SULEIMAN, Book, Save, able, decider, dynasty, lord, option, owner
from .stats import NEUROI, bearer
from .wars import NEUROI_TARGET, attacking, commanders, decided, friend_of_war, war_target
from .witches import HEALING, second

WINDOW_EVENTS = frozenset({"grounded", "splendid", "so what"})  # D-R46: played in a window, they stop nothing


def course(save: Save, book: Book) -> list[str]:
    """Complaints about what holds at every decision of a dealt game."""
    complaints = [*_reaper(save, book), *_seats(save), *_hands(save, book), *_progress(save, book)]
    complaints += [*_setup(save, book), *_declaration(save, book), *_supply(save, book), *_roll(save, book)]
    return [*complaints, *_questions(save, book)]


def _reaper(save: Save, book: Book) -> Iterator[str]:
    """§09-06: each other dynasty refuses one person a turn; the reaper belongs to whoever holds the scythe.

    §11-03-02: an assassination needs an assassin, and no scythe.
    """
    vetoes = [number for number, seat in enumerate(save["seats"]) if seat["vetoed"]]
    if save["turn_player"] in vetoes:
        yield "the turn player has used a veto in the own turn"
    if save["phase"] in REAPER:
        if save["declared"]["action"] == "assassination":
            if not assassins(save | {"seat": save["turn_player"]}, book):
                yield "the turn player cannot send an assassin"
        elif save["scythe"] != save["turn_player"]:
            yield "the turn player uses the reaper without the scythe"
        refusers = sorted(number for number in (owner(save, p) for p in save["refused"]) if number is not None)
        if refusers != vetoes or len(save["refused"]) != len(vetoes):
            yield f"seats {vetoes} have used a veto, but refused are {save['refused']}"
        healers = [p for p in save["refused"] if p in book.persons and book.persons[p].ability == HEALING]
        yield from (f"{healer} was refused" for healer in healers)  # SW02-07-01
    elif save["phase"] not in AFTERMATH | {"end"} and (vetoes or save["refused"]):
        yield f"vetoes are used in phase {save['phase']}"


def _seats(save: Save) -> Iterator[str]:
    """Ch. 7: a decision is taken by the seat whose choice it is; every dynasty has a king and a territory.

    SW02-06-01, D-R27: but for what the Neuroi have just done, and what is still to be checked after a war on them.
    """
    phase, seat, turn_player = save["phase"], save["seat"], save["turn_player"]
    country, target = save["declared"]["country"], save["declared"]["target"]
    if phase == "war_defender":
        if seat == turn_player or lord(save, country) != seat:
            yield f"seat {seat} defends {country}, which is not its own"
    elif phase in ("veto", "police"):
        if seat == turn_player or owner(save, target) != seat:
            right = "a veto" if phase == "veto" else "the police"
            yield f"seat {seat} is asked for {right} over {target}, who is not its own"
    elif phase == "cancel":
        if seat == turn_player or owner(save, bearer(save, "cancel")) != seat:
            yield f"seat {seat} is asked to cancel in seat {turn_player}'s turn"
    elif phase == "warrior":
        if seat not in (turn_player, lord(save, country)):
            yield f"seat {seat} is asked for a warrior over {country}"
    elif phase == "friend":
        if owner(save, bearer(save, "so what")) != seat:
            yield f"seat {seat} is asked for a friend"
    elif phase == "exile":
        if save["seats"][seat]["territories"]:
            yield f"seat {seat} goes into exile with {save['seats'][seat]['territories']}"
    elif phase not in OTHERS and seat != turn_player:
        yield f"seat {seat} decides in phase {phase} of seat {turn_player}'s turn"
    if phase in SETUP:
        return
    over = {"end", "check_order"}  # what can be asked after somebody has died childless
    invaded = "neuroi" in save.get("events_on_table", []) and phase not in AFTERMATH | {"recruit"}
    under = SULEIMAN in save.get("under_neuroi", []) and invaded
    for number, holder in enumerate(save["seats"]):
        if (holder["king"] is None) != holder["childless"]:
            yield f"seat {number} has king {holder['king']}, but childless is {holder['childless']}"
        if holder["king"] is None and phase not in over and not under:
            yield f"seat {number} has no king in phase {phase}"
        homeless = not holder["territories"] and phase not in {"end", *DRAWN}
        fallen = holder.get("fallen", False)
        if (homeless and not fallen) or (fallen and phase not in over and not invaded):
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
    unlimited = save.get("no_hand_limit", False)
    for number, seat in enumerate(save["seats"]):
        size = len(seat["hand"])
        if save["phase"] in SETUP and size != HAND_LIMIT:
            yield f"seat {number} was dealt {size} cards"
        drawn = draw if number == save["turn_player"] and not unlimited else 0  # a plunder's draw is in the limit
        if size > limit + drawn:
            yield f"seat {number} holds {size} cards"
    second_action = second(save) is not None
    if unlimited and (not plundered or not (save["phase"] in {"discard_wanderer", "end"} or second_action)):
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
    if wanderers > count + (phase not in SETUP | {"recruit", "discard_card"}):
        yield f"{wanderers} wanderers in phase {phase}"
    if phase == "discard_wanderer" and wanderers <= count:
        yield f"a wanderer is discarded although there are {wanderers}"
    if phase == "discard_card" and len(decider(save)["hand"]) <= hand_limit(save, save["seat"], book):
        yield f"a card is discarded from a hand of {len(decider(save)['hand'])}"
    if empty and phase in SETUP | AFTERMATH | {"recruit"}:
        yield f"the game goes on in phase {phase} with an empty {empty[0]} deck"
    over = empty or any(seat["childless"] or not seat["territories"] or seat.get("fallen") for seat in save["seats"])
    if phase == "end" and not over:
        yield "the game has ended for no reason"


def _setup(save: Save, book: Book) -> Iterator[str]:
    """§08-01: who has turned up whom, in clockwise order from the first player."""
    if save["phase"] not in SETUP:
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
        one_deck = len(persons) == 3 and len({book.persons[person].colour for person in persons}) == 1
        if one_deck and not option(save, "witches"):
            yield f"seat {number} has turned up all persons from one deck"
    drawn = turned_up_from(save, book)
    if option(save, "witches") and (len(drawn) != len(dynasty(decider(save))) or len(set(drawn)) * 2 < len(drawn)):
        yield f"seat {save['seat']} has turned up persons from {drawn}"
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
    if phase in DONE:
        return
    turn = before_the_window(save) | {"seat": save["turn_player"]}
    if kind not in action(turn, book):
        yield f"{kind} was not open to the turn player"
    fields: dict[str, list[tuple[str | None, set[str]]]] = {
        "marriage": [(target, marriage_target(turn, book))],
        "procreation": [(target, procreation_spouse(turn, book))] if target else [],
        "hire": [(declared["actor"], hire_recruiter(turn, book)), (target, hire_candidate(turn, book))],
        "incite": [(target, incite_target(turn, book))],
        "matchmaking": [(declared["actor"], matchmaking_child(turn, book))] if phase == "matchmaking_target" else [],
    }
    yield from (
        f"{kind} was declared with {person}" for person, may in fields.get(kind, []) if f"person:{person}" not in may
    )
    if kind == "war":
        if (NEUROI_TARGET if country == NEUROI else f"country:{country}") not in war_target(turn, book):
            yield f"war was declared on {country}"
        yield from _commanders(turn)
    if phase in CARDS | {"dice"} and (by_itself(save, book) or (kind == "war" and decided(save))):
        yield f"{kind} succeeds by itself, but there is a window"
    if phase == "plunder" and (country == NEUROI or not able(save, attacking(save), "plunder", book)):
        yield f"nobody of {attacking(save)} plunders"
    if phase == "police" and not able(save, dynasty(decider(save)), "police", book):
        yield f"seat {save['seat']} has no police"


def before_the_window(save: Save) -> Save:
    """D-R46: the save without the events that may have come in the window, and touch no declaration."""
    kept = [lain for lain in save.get("attached", []) if lain["event"] not in WINDOW_EVENTS]
    return save | {"attached": kept}


def _commanders(save: Save) -> Iterator[str]:
    """§09-03-02, SW02-08-10, D-R52: who fights for whom; nobody is twice in a war."""
    declared, country = save["declared"], save["declared"]["country"]
    actor, defender, friend = declared["actor"], declared["defender"], friend_of_war(save)
    if actor not in (None, *commanders(save, save["turn_player"], country)):
        yield f"war was declared with {actor}"
    if actor is None and save["phase"] not in MUSTER:
        yield f"nobody attacks {country} in phase {save['phase']}"
    if defender is not None and (owner(save, defender) is None or owner(save, defender) != lord(save, country)):
        yield f"{defender} does not belong to the lord of {country}"
    if friend is not None and (owner(save, friend) is None or friend in (actor, defender)):
        yield f"{friend} cannot be a friend"
    sent = save.get("sent", [])
    if sent and (country != NEUROI or "all-out attack" not in save["events_on_table"]):
        yield f"{sent} were sent against {country}"
    if len(set(sent) - {actor, friend}) < len(sent) or None in {owner(save, person) for person in sent}:
        yield f"{sent} cannot be sent"


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


def _roll(save: Save, book: Book) -> Iterator[str]:
    """SW02-07-12: the dice that lie there, as many as the action calls for; up to two have been changed."""
    if save["phase"] != "dice" or any(True for _ in _declaration(save, book)):
        return
    dice, changes, who = save["dice"], save["frame"]["a"], using(save, "deflection", book)
    if len(dice) != dice_called_for(save, book):
        yield f"{len(dice)} dice were rolled instead of {dice_called_for(save, book)}"
    if not set(dice) <= set(range(1, 7)):
        yield f"the dice show {dice}"
    if changes not in (0, 1):
        yield f"{changes} dice have been changed"
    if who is None:
        yield "nobody who acts changes dice"
    elif owner(save, who) != save["seat"]:  # SW02-07: her player says so
        yield f"seat {save['seat']} changes dice with {who}"
    if slasher(save) is not None and DEADLY in dice and not changes:
        yield f"{who} changes dice after a gale slash of 6"  # D-R57


def _questions(save: Save, book: Book) -> Iterator[str]:
    """Ch. 7: a decision has an answer, and with one answer only it is asked under `ask_forced` alone."""
    answers = len(legal(save, book))
    if save["phase"] != "end" and answers < (1 if option(save, "ask_forced") else 2):
        yield f"phase {save['phase']} asks a question with {answers} answers"
