"""What a move did, in words: the part of the trace that a seat may know, as sentences."""

from collections.abc import Sequence

from dynasty_env.kit.state import Entry, State
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
from dynasty_env.shinsengumi.steps import Told
from dynasty_env.shinsengumi.told.words import FAILURES, SIDES, agent, agreeing, event

_JOINED = {
    Told.DREW: (Told.DRAWN,),
    Told.DIE: (Told.DIE, Told.FOUGHT),
    Told.CHECKED: (Told.FAILED,),
    Told.DANCED: (Told.DANCED,),
    Told.AIMED: (Told.ROLLED, Told.DOOMED),
    Told.PLACED: (Told.PICKED,),
}
"""For a kind of trace entry, the kinds that share its sentence when they follow it."""

_SILENT = (Told.DOOMED, Told.DRAWN)


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, in short sentences, as far as `seat` (None: everybody) may know."""
    entries = state.trace(seat)
    sentences = []
    start = 0
    while start < len(entries):
        joined = _JOINED.get(Told(entries[start].kind), ())
        end = start + 1
        while end < len(entries) and entries[end].kind in joined and entries[end - 1].kind != Told.FOUGHT:
            end += 1
        if entries[start].kind == Told.ENDED:
            sentences.append(_counted(entries[start]))
        if entries[start].kind not in _SILENT:
            sentences.append(_sentence(entries[start:end]))
        start = end
    return sentences


def _sentence(group: Sequence[Entry]) -> str:
    first = group[0]
    kind = Told(first.kind)
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
        season=SEASONS[(first.value - 1) % TURNS],
    )


_SENTENCES = {
    Told.PICKED: "{who} lives in {person}",
    Told.TURN: "turn {value}, {season}: {who}",
    Told.TURNED_UP: "{who} turns up {event}",
    Told.EVENT_PLACED: "{who} places {event} at {cell}",
    Told.ATTACHED: "{who} gives {other} {event}",
    Told.KEPT: "{who} keeps {event}",
    Told.EVENT_GONE: "{event} {leaves} play",
    Told.NAMED: "{who} names {person}",
    Told.WAITS_FAILED: "the waits cancel each other out",
    Told.SLID: "{person} goes to {cell}",
    Told.BULLIED: "{who} has {person} driven down",
    Told.BLOOD: "{person} gets a second black marker",
    Told.WOUNDED: "{person} is wounded",
    Told.SAVED: "{who} uses the Ishida powder: {person} lives",
    Told.REMOVED: "{person} dies",
    Told.DESERTED: "{person} deserts, back to the pile",
    Told.DROPPED: "the fight with {event} does not take place",
    Told.OUT: "{who} has nobody to live on in and is out",
    Told.TURN_PASSED: "{who} goes on with the turn",
}


def _stones(count: int, colour: str = "") -> str:
    return f"{count} {colour + ' ' if colour else ''}{'stone' if count == 1 else 'stones'}"


def _drew(group: Sequence[Entry]) -> str:
    drew = group[0]
    said = f"{agent(drew.seat)} draws {_stones(drew.value)}"
    seen = [entry for entry in group[1:] if entry.seat == drew.seat]
    return said + "".join(f" ({entry.subject} white, {entry.object} black)" for entry in seen)


def _lost(group: Sequence[Entry]) -> str:
    return f"{agent(group[0].seat)} puts {_stones(group[0].value)} back into the bag"


def _placed(group: Sequence[Entry]) -> str:
    entry = group[0]
    said = f"{PERSON_NAMES[entry.subject]} comes onto the board at {CELL_NAMES[entry.object]}"
    return said + "".join(f", and {agent(picked.seat)} lives on in him" for picked in group[1:])


def _danced(group: Sequence[Entry]) -> str:
    steps = [entry for entry in group if entry.object >= 0]
    faces = " ".join(str(entry.value) for entry in group)
    where = f"dances to {CELL_NAMES[steps[-1].object]}" if steps else "stays where it is"
    return f"Ee ja nai ka {where} (dice {faces})"


def _laid(group: Sequence[Entry]) -> str:
    entry = group[0]
    direction = DIRECTION_NAMES[ARROW[entry.subject, entry.object]]
    return f"{agent(entry.seat)} waits: a {COLOUR_NAMES[entry.value]} stone for {direction}"


def _moved(group: Sequence[Entry]) -> str:
    entry = group[0]
    arrow = entry.value
    direction, colour = ARROW[entry.subject, arrow], COLOUR_NAMES[ARROW_COLOUR[entry.subject, arrow]]
    went = f"{DIRECTION_NAMES[direction]} to {CELL_NAMES[entry.object]}"
    return f"{PERSON_NAMES[entry.subject]} moves {went} ({colour} arrow {arrow + 1})"


def _checked(group: Sequence[Entry]) -> str:
    entry = group[0]
    said = f"{PERSON_NAMES[entry.subject]} rolls {entry.value} against bushido {entry.object}"
    failed = [FAILURES[Failure(failure.object)] for failure in group[1:]]
    return f"{said} and {failed[0] if failed else 'stands firm'}"


def _failed(group: Sequence[Entry]) -> str:
    return f"{PERSON_NAMES[group[0].subject]} {FAILURES[Failure(group[0].object)]}"


def _rolled(group: Sequence[Entry]) -> str:
    return f"{PERSON_NAMES[group[0].subject]} rolls {group[0].value}"


def _aimed(group: Sequence[Entry]) -> str:
    said = f"{agent(group[0].seat)} sends him after {PERSON_NAMES[group[0].subject]}"
    for roll in group[1:2]:
        misses = "" if group[2:] else " and misses"
        said += f": {PERSON_NAMES[roll.subject]} rolls {roll.value}{misses}"
    return said


def _fought(group: Sequence[Entry]) -> str:
    faces = " ".join(str(entry.value) for entry in group if entry.kind == Told.DIE)
    fight = group[-1]
    number = fight.object % len(Event)
    said = f"{event(number)} {agreeing(number, 'rolls', 'roll')} {faces}"
    return said + (f" against {PERSON_NAMES[fight.subject]}" if fight.kind == Told.FOUGHT else "")


def _ended(group: Sequence[Entry]) -> str:
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
    Told.PLACED: _placed,
    Told.DREW: _drew,
    Told.LOST_STONES: _lost,
    Told.DANCED: _danced,
    Told.LAID: _laid,
    Told.MOVED: _moved,
    Told.CHECKED: _checked,
    Told.FAILED: _failed,
    Told.ROLLED: _rolled,
    Told.AIMED: _aimed,
    Told.DIE: _fought,
    Told.FOUGHT: _fought,
    Told.ENDED: _ended,
}
