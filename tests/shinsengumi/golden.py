"""Shinsengumi's lists for its golden games: what they must show, and the § of all that they tell."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from dynasty_env.kit.state import Entry, State
from dynasty_env.shinsengumi.game import GAME
from dynasty_env.shinsengumi.ids import PERSON, Trace
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    ARROWS,
    BUSHIDO,
    COLOUR_NAMES,
    COMBAT,
    DEBATE,
    DIRECTION_NAMES,
    ESTEEM,
    EVENT_NAMES,
    FAILURE,
    FIGHT,
    LIES,
    NEIGHBOUR,
    NOBODY,
    PERSON_NAMES,
    PERSONS,
    SEATS,
    Event,
    Failure,
    Fight,
    Lies,
)
from dynasty_env.shinsengumi.rules.nouns import LEGEND
from tests.golden.lists import Lists, cited
from tests.shinsengumi.players import PLAYERS

ENDS = ("shogunate", "imperial", "equal", "all out", "great victory among several", "nobody on the winning side")
"""§08, S-R10."""
FIGHTS = {
    Fight.SWORD: ("killed", "unharmed"),
    Fight.GUNFIRE: ("killed", "wounded", "unharmed"),
    Fight.BRAWL: ("wounded", "unharmed"),
}
"""§10: what each kind can come to."""
DICE_OF = {
    Failure.ASSASSINATE: ("killed", "lives"),
    Failure.COUGH_BLOOD: ("killed", "marked", "lives"),
    Failure.DESERT: ("killed", "back to the pile"),
    Failure.CARELESS: ("killed", "lives"),
}
"""What the die of a failure action can come to."""
AFTER_A_DIE: Mapping[int, str] = {Trace.DOOMED: "killed", Trace.BLOOD: "marked", Trace.DESERTED: "back to the pile"}
AFTER_A_FIGHT: Mapping[int, str] = {Trace.DOOMED: "killed", Trace.WOUNDED: "wounded"}
"""By the entry that follows."""


def wanted() -> frozenset[str]:
    """Every end; the use of every event, and every outcome of its fight; every failure action, what its die comes to,
    and everybody failing; waits won, lost and tied; the powder used and not used; rebirth; open and hidden stones at
    tables of every size."""
    dice = {f"failure:{failure.name.lower()}, {outcome}" for failure, all_ in DICE_OF.items() for outcome in all_}
    return frozenset(
        {f"end:{end}" for end in ENDS}
        | {f"event:{name}" for name in EVENT_NAMES}
        | {f"failure:{failure.name.lower()}" for failure in Failure}
        | dice
        | {f"fight:{EVENT_NAMES[e]}, {outcome}" for e in Event for outcome in FIGHTS.get(Fight(FIGHT[e]), ())}
        | {f"failing:{name}" for name in PERSON_NAMES}
        | {f"hidden_stones={hidden} at {seats}" for hidden in (False, True) for seats in range(1, SEATS + 1)}
        | {"wounded:row 6 is taken", "waits:another arrow wins", "waits:the default stands", "waits:tied"}
        | {"powder:used", "powder:not used", "rebirth:of a dead self", "rebirth:of a deserted self"}
    )


def shown(before: State, action: int, after: State) -> set[str]:
    """What a move has brought about, from what it told and the table before it."""
    entries = after.trace()
    found = {*_moved(before, action, entries), *_persons(before, entries), *_fates(entries)}
    if before.phase == "ishida":
        found.add("powder:used" if any(e.kind == Trace.SAVED for e in entries) else "powder:not used")
    if after.done:
        found.add(f"hidden_stones={after.options['hidden_stones']} at {after.num_players}")
        found |= {f"end:{end}" for end in _ends(after)}
    return found


def _ends(state: State) -> Iterator[str]:
    """§08: the sides, and who stands there."""
    (ended,) = [entry for entry in state.trace() if entry.kind == Trace.ENDED]
    selves = [int(person) for person in state.record["chip"][: state.num_players]]
    winners = sum(score > 0 for score in state.scores())
    if all(person == NOBODY for person in selves):
        yield "all out"
    elif ended.subject == ended.object:
        yield "equal"
    else:
        yield "shogunate" if ended.subject > ended.object else "imperial"
        if winners == 0:
            yield "nobody on the winning side"
        elif winners > 1:
            yield "great victory among several"


def _moved(before: State, action: int, entries: Sequence[Entry]) -> Iterator[str]:
    """§06-01 D: the arrow of the person who moves, beside his default; what stands in the way."""
    if before.phase not in ("move", "wait"):
        return
    record = before.record
    mover = action - PERSON if before.phase == "move" else int(record["mover"])
    went = [entry.value for entry in entries if entry.kind == Trace.MOVED and entry.subject == mover][:1]
    for taken in went:
        cells = [int(NEIGHBOUR[record["cell"][mover], ARROW[mover, arrow]]) for arrow in range(ARROWS)]
        pieces = [int(record["board"][cell]) if cell >= 0 else PERSONS for cell in cells]
        default = pieces.index(NOBODY)
        if any(cells[a] >= 0 and pieces[a] == PERSONS + Event.PLEASURE_QUARTER for a in range(taken)):
            yield f"event:{EVENT_NAMES[Event.PLEASURE_QUARTER]}"
        if any(entry.kind == Trace.WAITS_FAILED and entry.subject == mover for entry in entries):
            yield "waits:tied"
        elif taken != default:
            yield "waits:another arrow wins"
        elif before.phase == "wait" and sum(record["laid"]) > record["laid"][default]:
            yield "waits:the default stands"


def _persons(before: State, entries: Sequence[Entry]) -> Iterator[str]:
    """Events that lie under persons or with a player, that dance, and that are fought."""
    for place, entry in enumerate(entries):
        if entry.kind == Trace.CHECKED and (event := _attached(before, entries[:place], entry.subject)) != NOBODY:
            yield f"event:{EVENT_NAMES[event]}"
        elif entry.kind == Trace.FOUGHT:
            yield f"event:{EVENT_NAMES[entry.object]}"
        elif entry.kind == Trace.SAVED:
            yield f"event:{EVENT_NAMES[Event.ISHIDA_POWDER]}"
        elif entry.kind == Trace.DANCED and entry.object >= 0:
            yield f"event:{EVENT_NAMES[Event.EE_JA_NAI_KA]}"


def _fates(entries: Sequence[Entry]) -> Iterator[str]:
    """What becomes of those who fail, fight and die."""
    failed, gone = Failure.SPIRIT, "dead"
    follows = [*(entry.kind for entry in entries[1:]), 0]
    for entry, comes in zip(entries, follows, strict=False):
        if entry.kind == Trace.FAILED:
            failed = Failure(entry.object)
            yield f"failure:{failed.name.lower()}"
            yield f"failing:{PERSON_NAMES[entry.subject]}"
        elif entry.kind == Trace.ROLLED:
            deserts = failed in (Failure.DEFECT, Failure.PANIC)
            action = Failure.DESERT if deserts else Failure.ASSASSINATE if failed not in DICE_OF else failed
            yield f"failure:{action.name.lower()}, {AFTER_A_DIE.get(comes, 'lives')}"
        elif entry.kind == Trace.FOUGHT:
            yield f"fight:{EVENT_NAMES[entry.object]}, {AFTER_A_FIGHT.get(comes, 'unharmed')}"
        elif entry.kind == Trace.WOUNDED and comes == Trace.DOOMED:
            yield "wounded:row 6 is taken"
        elif entry.kind in (Trace.REMOVED, Trace.DESERTED):
            gone = "dead" if entry.kind == Trace.REMOVED else "deserted"
        elif entry.kind == Trace.PLACED and comes == Trace.PICKED:
            yield f"rebirth:of a {gone} self"


def _attached(before: State, entries: Sequence[Entry], person: int) -> int:
    """The event under a person, after these entries of a move."""
    now = [e.subject for e in entries if e.kind == Trace.ATTACHED and e.object == person]
    return now[-1] if now else int(before.record["attached"][person])


def of_decision(before: State) -> str:
    """At Aburanokoji it is persons that fight one after another, not events."""
    return _event(Event.ABURANOKOJI) if before.phase == "fight_order" and before.record["fighting"] != NOBODY else ""


KINDS = {Fight.SWORD: "§10-1", Fight.GUNFIRE: "§10-2", Fight.BRAWL: "§10-3"}
CAUSES = (Trace.FAILED, Trace.FOUGHT, Trace.WOUNDED, Trace.AIMED, Trace.BULLIED)
"""What sends somebody elsewhere, wounds or dooms him: the nearest of these before it in the same move."""


def _event(event: int) -> str:
    return f"EV-{event + 1:02}"


def _failed(failure: int) -> str:
    return f"FA-{failure + 1:02}"


def _checked(before: State, entries: Sequence[Entry], place: int) -> str:
    """Bushido, which an attached event may set."""
    event = _attached(before, entries[:place], entries[place].subject)
    return "§06-01-D-3" + (f", {_event(event)}" if event != NOBODY else "")


def _failing(before: State, entries: Sequence[Entry], place: int) -> str:
    """His failure action, or that of “Unworthy of bushido”."""
    entry = entries[place]
    unworthy = _attached(before, entries[:place], entry.subject) == Event.UNWORTHY
    return f"§06-01-D-3, {_failed(entry.object)}" + (f", {_event(Event.UNWORTHY)}" if unworthy else "")


def _caused(before: State, entries: Sequence[Entry], place: int) -> str:
    """By what somebody is sent elsewhere, wounded, doomed, marked twice, or has to roll."""
    cause = next(entry for entry in reversed(entries[:place]) if entry.kind in CAUSES)
    follows = entries[place + 1].kind if place + 1 < len(entries) else 0
    if cause.kind == Trace.FOUGHT:
        stays = entries[place].kind == Trace.WOUNDED and follows not in (Trace.SLID, Trace.DOOMED)
        return KINDS[Fight(FIGHT[cause.object])] + (", §10-4, S-R12" if stays else "")
    if cause.kind == Trace.WOUNDED:
        return "§10-4"
    if cause.kind == Trace.FAILED:
        rolls = entries[place].kind == Trace.ROLLED and cause.object in (Failure.DEFECT, Failure.PANIC)
        blood = (
            entries[place].kind == Trace.ROLLED and cause.object == Failure.COUGH_BLOOD and entries[place].value == 1
        )
        return _failed(cause.object) + (f", {_failed(Failure.DESERT)}" if rolls else ", S-R16" if blood else "")
    return cited(GAME, cause.kind)


def _moves(before: State, entries: Sequence[Entry], place: int) -> str:
    """By the first possible arrow, or as waits have decided."""
    return "§06-01-D-1" + (", §06-01-D-2" if before.record["laid"].any() else "")


def _doomed(before: State, entries: Sequence[Entry], place: int) -> str:
    """What kills him is told already where an event of his has just left play."""
    last = entries[place - 1] if place else None
    gone = last is not None and last.kind == Trace.EVENT_GONE
    return _event(last.subject) if last is not None and gone else _caused(before, entries, place)


def _removed(before: State, entries: Sequence[Entry], place: int) -> str:
    """With an empty pile nobody follows him."""
    return "§09" + (", S-R10" if before.record["person_pile_size"] == 0 else "")


def _fought(before: State, entries: Sequence[Entry], place: int) -> str:
    event = entries[place].object
    return f"{KINDS[Fight(FIGHT[event])]}, {_event(event)}"


def _put(before: State, entries: Sequence[Entry], place: int) -> str:
    """An event that is placed, attached or kept."""
    return f"§06-01-B, {_event(entries[place].subject)}"


def _leaves(before: State, entries: Sequence[Entry], place: int) -> str:
    """An event leaves play: as it says itself, with its person, or as there is no room for it."""
    event = entries[place].subject
    last = entries[place - 1].kind if place else 0
    if last == Trace.TURNED_UP:
        return f"{_event(event)}, S-R6"
    with_person = LIES[event] == Lies.ATTACHED and last in (Trace.REMOVED, Trace.DESERTED)
    return _event(event) + (", S-R22" if with_person else "")


def _dealt(before: State, entries: Sequence[Entry], place: int) -> str:
    """A person comes onto the board: at set-up, or for one who has gone."""
    gone = any(entry.kind in (Trace.REMOVED, Trace.DESERTED) for entry in entries[:place])
    return "§09" if gone else "§05-03"


def _picked(before: State, entries: Sequence[Entry], place: int) -> str:
    return "§09" if _dealt(before, entries, place) == "§09" else "§05-03, S-R4"


def _turn(before: State, entries: Sequence[Entry], place: int) -> str:
    if entries[place].value == 1:
        return "§05-04, S-R17"
    someone_out = (before.record["chip"][: before.num_players] == NOBODY).any()
    return "§06-01-E" + (", S-R10" if someone_out else "")


def _ended(before: State, entries: Sequence[Entry], place: int) -> str:
    all_out = place > 0 and entries[place - 1].kind == Trace.OUT
    return "S-R10, §08" if all_out else "§07, §08"


BY_CASE: Mapping[Trace, Callable[[State, Sequence[Entry], int], str]] = {
    Trace.PLACED: _dealt,
    Trace.PICKED: _picked,
    Trace.TURN: _turn,
    Trace.EVENT_PLACED: _put,
    Trace.ATTACHED: _put,
    Trace.KEPT: _put,
    Trace.EVENT_GONE: _leaves,
    Trace.CHECKED: _checked,
    Trace.FAILED: _failing,
    Trace.SLID: _caused,
    Trace.ROLLED: _caused,
    Trace.BLOOD: _caused,
    Trace.WOUNDED: _caused,
    Trace.DOOMED: _doomed,
    Trace.REMOVED: _removed,
    Trace.MOVED: _moves,
    Trace.FOUGHT: _fought,
    Trace.DIE: _fought,
    Trace.ENDED: _ended,
}
"""Entries whose § depends on the case."""


def section(before: State, entries: Sequence[Entry], place: int) -> str:
    """The § that an entry carries out. Raises KeyError where a kind has none."""
    kind = Trace(entries[place].kind)
    return cited(GAME, kind) or BY_CASE[kind](before, entries, place)


def material(entries: Sequence[Entry]) -> list[str]:
    """The printed pieces of the persons who come onto the board."""
    placed = {entry.subject for entry in entries if entry.kind == Trace.PLACED}
    lines = [
        "| person | combat | debate | esteem | bushido | failure action | arrows 1–4 |",
        "|---|--:|--:|--:|--:|---|---|",
    ]
    for person in sorted(placed, key=lambda each: PERSON_NAMES[each]):
        arrows = ", ".join(
            f"{COLOUR_NAMES[ARROW_COLOUR[person, a]]} {DIRECTION_NAMES[ARROW[person, a]]}" for a in range(ARROWS)
        )
        failure = Failure(FAILURE[person]).name.lower().replace("_", " ")
        stats = (COMBAT[person], DEBATE[person], ESTEEM[person], BUSHIDO[person] or "column")
        lines.append(f"| {PERSON_NAMES[person]} | {' | '.join(map(str, stats))} | {failure} | {arrows} |")
    letters = f"Where a person is named in a decision: {LEGEND}. “Pass” alone tells of a decision, too:"
    return [*lines, "", f"{letters} that seat laid no stone."]


def position(state: State) -> list[str]:
    """The players' selves and stones, and what stands where."""
    laid = state.to_dict()
    lines = []
    for number, seat in enumerate(laid["seats"]):
        powder = "; keeps the Ishida powder" if laid["powder"] == number else ""
        lines.append(
            f"shinsengumi_{number}: {seat['self'] or 'out'}; {seat['white']} white, {seat['black']} black{powder}"
        )
    persons = []
    for person in laid["persons"]:
        with_him = [f"{person[colour]} {colour}" for colour in COLOUR_NAMES if person[colour]]
        with_him += [person["attached"]] if person["attached"] else []
        persons.append(f"{person['person']} {person['cell']}" + (f" ({', '.join(with_him)})" if with_him else ""))
    lines.append(f"persons: {', '.join(persons)}; pile {len(laid['person_pile'])}")
    events = ", ".join(f"{event['event']} {event['cell']}" for event in laid["events"])
    lines.append(f"events: {events or 'none'}; pile {len(laid['event_pile'])}; bag {laid['bag']['white']} white, ")
    lines[-1] += f"{laid['bag']['black']} black"
    return lines


LISTS = Lists(
    game=GAME,
    told=Trace,
    wanted=wanted,
    shown=shown,
    of_decision=of_decision,
    section=section,
    material=material,
    position=position,
    turns=lambda entry: entry.kind == Trace.TURN,
    players=PLAYERS,
)
