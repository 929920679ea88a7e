"""What a move did, in words: the part of the trace that a seat may know, as sentences."""

from dynasty_env.kit.seats.chronicle import Group, gathered
from dynasty_env.kit.state import Entry, State
from dynasty_env.shinsengumi.display.words import FAILURES, SIDES, agent, agreeing, event
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    CELL_NAMES,
    COLOUR_NAMES,
    DIRECTION_NAMES,
    PERSON_NAMES,
    SEASONS,
    TURNS,
    Event,
    Failure,
)
from dynasty_env.shinsengumi.steps import Trace

_JOINED = {
    Trace.DREW: (Trace.DRAWN,),
    Trace.DIE: (Trace.DIE, Trace.FOUGHT),
    Trace.CHECKED: (Trace.FAILED,),
    Trace.DANCED: (Trace.DANCED,),
    Trace.AIMED: (Trace.ROLLED, Trace.DOOMED),
    Trace.PLACED: (Trace.PICKED,),
}
"""For a kind of trace entry, the kinds that share its sentence when they follow it."""

_SILENT = (Trace.DOOMED, Trace.DRAWN)


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, in short sentences, as far as `seat` (None: everybody) may know."""
    sentences = []
    for group in gathered(state.trace(seat), _JOINED, lambda group, _: group[-1].kind != Trace.FOUGHT):
        if group[0].kind == Trace.ENDED:
            sentences.append(_counted(group[0]))
        if group[0].kind not in _SILENT:
            sentences.append(_sentence(group))
    return sentences


def _sentence(group: Group) -> str:
    first = group[0]
    kind = Trace(first.kind)
    if kind in _GROUPS:
        return _GROUPS[kind](group)
    return _SENTENCES[kind].format(
        who=agent(first.seat),
        person=PERSON_NAMES[first.subject % len(PERSON_NAMES)],
        other=PERSON_NAMES[first.object % len(PERSON_NAMES)],
        event=event(first.subject % len(Event)),
        leaves=agreeing(first.subject, "leaves", "leave"),
        cell=CELL_NAMES[first.object % len(CELL_NAMES)],
        value=first.value,
        stones=_stones(first.value),
        fails=FAILURES[Failure(first.object % len(Failure))],
        season=SEASONS[(first.value - 1) % TURNS],
    )


_SENTENCES = {
    Trace.PICKED: "{who} lives in {person}",
    Trace.TURN: "turn {value}, {season}: {who}",
    Trace.TURNED_UP: "{who} turns up {event}",
    Trace.EVENT_PLACED: "{who} places {event} at {cell}",
    Trace.ATTACHED: "{who} gives {other} {event}",
    Trace.KEPT: "{who} keeps {event}",
    Trace.EVENT_GONE: "{event} {leaves} play",
    Trace.NAMED: "{who} names {person}",
    Trace.WAITS_FAILED: "the waits cancel each other out",
    Trace.SLID: "{person} goes to {cell}",
    Trace.BULLIED: "{who} has {person} driven down",
    Trace.BLOOD: "{person} gets a second black marker",
    Trace.WOUNDED: "{person} is wounded",
    Trace.ROLLED: "{person} rolls {value}",
    Trace.FAILED: "{person} {fails}",
    Trace.LOST_STONES: "{who} puts {stones} back into the bag",
    Trace.SAVED: "{who} uses the Ishida powder: {person} lives",
    Trace.REMOVED: "{person} dies",
    Trace.DESERTED: "{person} deserts, back to the pile",
    Trace.DROPPED: "the fight with {event} does not take place",
    Trace.OUT: "{who} has nobody to live on in and is out",
    Trace.TURN_PASSED: "{who} goes on with the turn",
}


def _stones(count: int, colour: str = "") -> str:
    return f"{count} {colour + ' ' if colour else ''}{'stone' if count == 1 else 'stones'}"


def _drew(group: Group) -> str:
    drew = group[0]
    said = f"{agent(drew.seat)} draws {_stones(drew.value)}"
    seen = [entry for entry in group[1:] if entry.seat == drew.seat]
    return said + "".join(f" ({entry.subject} white, {entry.object} black)" for entry in seen)


def _placed(group: Group) -> str:
    entry = group[0]
    said = f"{PERSON_NAMES[entry.subject]} comes onto the board at {CELL_NAMES[entry.object]}"
    return said + "".join(f", and {agent(picked.seat)} lives on in him" for picked in group[1:])


def _danced(group: Group) -> str:
    steps = [entry for entry in group if entry.object >= 0]
    faces = " ".join(str(entry.value) for entry in group)
    where = f"dances to {CELL_NAMES[steps[-1].object]}" if steps else "stays where it is"
    return f"Ee ja nai ka {where} (dice {faces})"


def _laid(group: Group) -> str:
    entry = group[0]
    direction = DIRECTION_NAMES[ARROW[entry.subject, entry.object]]
    return f"{agent(entry.seat)} waits: a {COLOUR_NAMES[entry.value]} stone for {direction}"


def _moved(group: Group) -> str:
    entry = group[0]
    arrow = entry.value
    direction, colour = ARROW[entry.subject, arrow], COLOUR_NAMES[ARROW_COLOUR[entry.subject, arrow]]
    went = f"{DIRECTION_NAMES[direction]} to {CELL_NAMES[entry.object]}"
    return f"{PERSON_NAMES[entry.subject]} moves {went} ({colour} arrow {arrow + 1})"


def _checked(group: Group) -> str:
    entry = group[0]
    said = f"{PERSON_NAMES[entry.subject]} rolls {entry.value} against bushido {entry.object}"
    failed = [FAILURES[Failure(failure.object)] for failure in group[1:]]
    return f"{said} and {failed[0] if failed else 'stands firm'}"


def _aimed(group: Group) -> str:
    said = f"{agent(group[0].seat)} sends him after {PERSON_NAMES[group[0].subject]}"
    for roll in group[1:2]:
        misses = "" if group[2:] else " and misses"
        said += f": {PERSON_NAMES[roll.subject]} rolls {roll.value}{misses}"
    return said


def _fought(group: Group) -> str:
    faces = " ".join(str(entry.value) for entry in group if entry.kind == Trace.DIE)
    fight = group[-1]
    number = fight.object % len(Event)
    said = f"{event(number)} {agreeing(number, 'rolls', 'roll')} {faces}"
    return said + (f" against {PERSON_NAMES[fight.subject]}" if fight.kind == Trace.FOUGHT else "")


def _ended(group: Group) -> str:
    entry = group[0]
    if entry.subject == entry.object:
        return "the game ends: both sides have the same esteem, nobody wins"
    side = SIDES[entry.subject < entry.object]
    if entry.value < 0:
        return f"the game ends: the {side} side wins, but no player is on it, so all lose"
    return f"the game ends: the {side} side wins"


def _counted(entry: Entry) -> str:
    """The final esteem of both sides, as the last sentence but one."""
    said = f"esteem of the shogunate side {entry.subject}, of the imperial side {entry.object}"
    return said + (f"; {agent(entry.value)} has the great victory" if entry.value >= 0 else "")


_GROUPS = {
    Trace.PLACED: _placed,
    Trace.DREW: _drew,
    Trace.DANCED: _danced,
    Trace.LAID: _laid,
    Trace.MOVED: _moved,
    Trace.CHECKED: _checked,
    Trace.AIMED: _aimed,
    Trace.DIE: _fought,
    Trace.FOUGHT: _fought,
    Trace.ENDED: _ended,
}
