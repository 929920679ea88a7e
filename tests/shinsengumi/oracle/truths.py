"""What is true of every table of Shinsengumi, whatever has happened (a second reading of the book)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from .board import (
    ATTACHED,
    BOARD,
    COLOURS,
    DANCER,
    EVENTS,
    PERSONS,
    POWDER,
    STONES,
    TURNS,
    Save,
    at,
    beside,
    debate,
    empty,
    gathered,
    lying,
    option,
    possible,
    standing,
)
from .legal import asked, legal

DEALT = 6  # §05-03
PLACING = {"event_cell", "event_person"}
MOVING = {"wait", "fight_order", "assassinate_target", "bully_target", "ishida"}
CAN_REMOVE = {"seppuku", "desert", "careless", "cough_blood", "defect", "panic"}  # failure actions


def untruths(save: Save) -> list[str]:
    """What is wrong with a table, in words; nothing if all is well."""
    found: list[str] = []
    for check in (
        _pieces,
        _board,
        _stones,
        _seats,
        _clock,
        _dealt,
        _placing,
        _moving,
        _laid,
        _fighting,
        _doomed,
        _question,
    ):
        found.extend(check(save))
    return found


def _partition(what: str, all_of: Iterable[str], places: Iterable[str]) -> Iterator[str]:
    times, wanted = Counter(places), set(all_of)
    yield from (f"{what} {piece} is in {times[piece]} places" for piece in sorted(wanted) if times[piece] != 1)
    yield from (f"{piece} is no {what}" for piece in sorted(times.keys() - wanted))


def _pieces(save: Save) -> Iterator[str]:
    """§03: every piece is somewhere, and only once."""
    yield from _partition("person", PERSONS, [*standing(save), *save["person_pile"], *save["dead"]])
    kept = [POWDER] if save["powder"] is not None else []
    turned_up = [save["turned_up"]] if save["turned_up"] is not None else []
    under = [item["attached"] for item in save["persons"] if item["attached"] is not None]
    events = [*lying(save), *under, *kept, *turned_up, *save["event_pile"], *save["gone"]]
    yield from _partition("event", EVENTS, events)
    yield from (f"{event} lies under a person" for event in under if event not in ATTACHED)


def _board(save: Save) -> Iterator[str]:
    """§06-00: one piece a cell; "the events": each within its limits, and only Ee ja nai ka ever moves."""
    cells = [*standing(save).values(), *lying(save).values()]
    yield from (f"there is no cell {cell}" for cell in cells if cell not in BOARD)
    yield from (f"{count} pieces on {cell}" for cell, count in Counter(cells).items() if count > 1)
    for event, (column, row) in lying(save).items():
        if column not in EVENTS[event].columns or row not in EVENTS[event].rows:
            yield f"{event} lies on {column}.{row}"
    for item in save["persons"]:
        stones = (item["white"], item["black"])
        if stones not in [(0, 0), (1, 0), (0, 1), (0, 2)]:
            yield f"{item['person']} carries {stones[0]} white and {stones[1]} black stones"
        if item["black"] == 2 and PERSONS[item["person"]].failure not in ("drunk", "cough_blood"):
            yield f"{item['person']} carries two black stones"


def _stones(save: Save) -> Iterator[str]:
    """§03: sixteen of each colour, and spares on the board; S-R20: all markers are spares when stones are hidden."""
    hidden, laid = option(save, "hidden_stones"), Counter[str]()
    if save["mover"] is not None:
        for (_, colour), count in zip(PERSONS[save["mover"]].arrows, save["laid"], strict=True):
            laid[colour] += count
    for colour in COLOURS:
        markers = sum(item[colour] for item in save["persons"])
        hands = sum(seat[colour] for seat in save["seats"])
        spares, bag = save["spares"][colour], save["bag"][colour]
        if bag + hands + laid[colour] + markers - spares != STONES:
            yield f"{bag + hands + laid[colour] + markers - spares} stones are {colour}"
        if not 0 <= spares <= markers or bag < 0:
            yield f"{spares} of {markers} {colour} markers are spares, with {bag} in the bag"
        if hidden and spares != markers:
            yield f"{spares} of {markers} {colour} markers are spares, though stones are hidden"
        gone = save["returned"][colour] + sum(seat["lost"][colour] for seat in save["seats"])
        if gone and not hidden:
            yield f"{gone} {colour} stones are told to be back in the bag, though stones are open"
        if gone > bag:
            yield f"{gone} {colour} stones are told to be back in a bag of {bag}"


def _seats(save: Save) -> Iterator[str]:
    """§05-03, §09: selves are on the board, all different; S-R10: a seat without one has no stones."""
    selves = [seat["self"] for seat in save["seats"] if seat["self"] is not None]
    yield from (f"two seats live in {self}" for self, count in Counter(selves).items() if count > 1)
    yield from (f"the self {self} is not on the board" for self in selves if self not in standing(save))
    picking = save["phase"] == "pick_self"
    for number, seat in enumerate(save["seats"]):
        held = seat["white"] + seat["black"]
        if seat["self"] is None and held:
            yield f"seat {number} holds {held} stones without a self"
        if min(seat["white"], seat["black"]) < 0:
            yield f"seat {number} holds {seat['white']} white and {seat['black']} black stones"
        most = max(person.debate for person in PERSONS.values()) + 1  # the fiancée may have left
        if held > most or (seat["self"] is not None and picking and held):
            yield f"seat {number} holds {held} stones"
    if save["phase"] in {"event_cell", "event_person"} and sum(save["bag"].values()):
        for number, seat in enumerate(save["seats"]):
            if seat["self"] is not None and seat["white"] + seat["black"] != debate(save, seat["self"]):
                yield f"seat {number} has drawn {seat['white'] + seat['black']} stones"


def _clock(save: Save) -> Iterator[str]:
    """§06, §07: twelve turns; the turn player has a self; the game ends after the last turn, or when all are out."""
    phase, turn = save["phase"], save["turn"]
    somebody = any(seat["self"] is not None for seat in save["seats"])
    if (turn == 0) != (phase == "pick_self") or not 0 <= turn <= TURNS:
        yield f"turn {turn} in phase {phase}"
    if phase == "end" and somebody and turn != TURNS:
        yield f"the game ends in turn {turn}"
    if phase not in ("pick_self", "end") and save["seats"][save["turn_player"]]["self"] is None:
        yield f"seat {save['turn_player']} is turn player without a self"
    if phase in PLACING | {"pick_self"} and save["namings"]:
        yield f"{save['namings']} namings in phase {phase}"
    if phase in PLACING:  # what §06-01 E leaves
        yield from (
            f"{item['person']} is marked before anybody moves"
            for item in save["persons"]
            if item["white"] or item["black"] > 1
        )
    if phase in MOVING and not save["namings"]:
        yield f"nobody has been named in phase {phase}"


def _dealt(save: Save) -> Iterator[str]:
    """§05: six persons on a bare board, before anything else happens."""
    if save["phase"] != "pick_self":
        return
    bare = not save["events"] and not save["dead"] and not save["gone"] and len(save["event_pile"]) == len(EVENTS)
    if len(save["persons"]) != DEALT or not bare:
        yield f"{len(save['persons'])} persons and {len(save['events'])} events are dealt"
    if any(item["white"] or item["black"] or item["attached"] for item in save["persons"]):
        yield "somebody is dealt with stones or an event"


def _placing(save: Save) -> Iterator[str]:
    """§06-01 B: an event is turned up in phase B alone."""
    event, phase = save["turned_up"], save["phase"]
    if (event is not None) != (phase in PLACING):
        yield f"{event} is turned up in phase {phase}"
    elif event is not None and ((event in ATTACHED) != (phase == "event_person") or event == POWDER):
        yield f"{event} is placed in phase {phase}"


def _moving(save: Save) -> Iterator[str]:
    """§06-01 D: whoever was named stands where he was until the waits are over; then next to it, or farther."""
    phase, mover, origin = save["phase"], save["mover"], save["origin"]
    if (mover is None) != (origin is None):
        yield f"{mover} comes from {origin}"
    elif mover is not None:
        here, item = standing(save).get(mover), [i for i in save["persons"] if i["person"] == mover]
        if phase not in MOVING or here is None:
            yield f"{mover} is on the move in phase {phase}, on {here}"
        elif phase == "wait":
            if here != at(origin) or item[0]["white"] or item[0]["black"]:
                yield f"{mover} has departed to {here} in phase wait"
        elif not item[0]["white"] + item[0]["black"]:
            yield f"{mover} has moved without a marker"
    elif phase in {"wait", "assassinate_target", "bully_target"}:
        yield f"nobody is on the move in phase {phase}"
    if phase in {"assassinate_target", "bully_target"} and mover is not None:
        wanted = {"assassinate_target": "assassinate", "bully_target": "bully"}[phase]
        if PERSONS[mover].failure != wanted:
            yield f"{mover} has {PERSONS[mover].failure} to do in phase {phase}"


def _laid(save: Save) -> Iterator[str]:
    """S-R8: stones lie on possible arrows, and only while the waits last; as many passes as leave somebody to ask."""
    laid, phase, passes = save["laid"], save["phase"], save["frame"]["a"]
    if phase != "wait":
        if any(laid):
            yield f"stones {laid} lie on arrows in phase {phase}"
        return
    if save["mover"] in standing(save):
        may = possible(save, save["mover"])
        yield from (
            f"stones lie on arrow {k}" for k, count in enumerate(laid, 1) if count < 0 or (count and k not in may)
        )
    if not 0 <= passes < len(asked(save)):
        yield f"{passes} of {len(asked(save))} seats have passed in succession"


def _fighting(save: Save) -> Iterator[str]:
    """§10: fights are due only while a move is judged; who faces Aburanokoji stands beside it."""
    due, fighting, facing, phase = save["due"], save["fighting"], save["facing"], save["phase"]
    if (due or fighting or facing) and phase not in ("fight_order", "ishida", "end"):
        yield f"{due}, {fighting}, {facing} are fought in phase {phase}"
    for event in [*due, *([fighting] if fighting else [])]:
        if not EVENTS[event].fight or event not in lying(save):
            yield f"{event} cannot be fought"
    if phase == "end" and (due or fighting or facing):
        yield f"{due}, {fighting}, {facing} are left to fight when the game is over"
    if fighting in due:
        yield f"{fighting} is being fought and still due"
    if facing and fighting != "Aburanokoji":
        yield f"{facing} face {fighting}"
    if len(facing) != len(set(facing)):
        yield f"{facing} face Aburanokoji twice"
    elif facing and fighting in lying(save):
        there = lying(save)[fighting]
        yield from (f"{person} faces it from afar" for person in facing if person not in gathered(save, there))
        if len(facing) > len(beside(there)):
            yield f"{len(facing)} face Aburanokoji"


def _doomed(save: Save) -> Iterator[str]:
    """Ishida powder: asked of the one who keeps it, about somebody on the board who can have come to harm."""
    if save["phase"] != "ishida":
        return
    number = save["frame"]["a"]
    doomed = tuple(PERSONS)[number] if 0 <= number < len(PERSONS) else None
    if save["powder"] is None or doomed not in standing(save):
        yield f"the powder of seat {save['powder']} is for {doomed}"
        return
    if save["fighting"] is None:
        failed = PERSONS[save["mover"]].failure if save["mover"] in standing(save) else None
        unworthy = "Unworthy of bushido" in save["gone"]
        if doomed == save["mover"]:
            if failed not in CAN_REMOVE and not unworthy:
                yield f"{doomed} dies of {failed}"
        elif failed != "assassinate":
            yield f"{doomed} dies of what {save['mover']} does"
    elif save["fighting"] != "Aburanokoji" and doomed != save["mover"]:
        yield f"{doomed} dies in a fight of {save['mover']}"


def _question(save: Save) -> Iterator[str]:
    """Ch. 9: a decision is taken by whose it is; with one answer only it is asked under `ask_forced` alone."""
    if save["phase"] == "end":
        return
    answers = len(legal(save))
    if save["seat"] not in asked(save) or (save["seats"][save["seat"]]["self"] is None and save["turn"]):
        yield f"seat {save['seat']} is asked in phase {save['phase']}"
    if answers < (1 if option(save, "ask_forced") else 2):
        yield f"phase {save['phase']} asks a question with {answers} answers"
    if save["phase"] != "wait" and len(empty(save)) == 0 and DANCER not in lying(save):
        yield "the board is full"
