"""What a move did, in words: the part of the trace that a seat may know, as sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from dynasty_env.figures.display.words import (
    agent,
    bearing,
    card,
    clock,
    figure_name,
    sheet_name,
    turn_words,
    weapon_name,
    widths,
)
from dynasty_env.figures.material import NOBODY, STAT_NAMES, Feeling
from dynasty_env.figures.rules.rounds import TOLD_LOWERED
from dynasty_env.figures.steps import Trace
from dynasty_env.kit.engine.cards import RANK_NAMES
from dynasty_env.kit.state import Entry, State

_JOINED: dict[Trace, tuple[Trace, ...]] = {
    Trace.CHECK: (Trace.CARD, Trace.DAMAGE),
    Trace.DREW: (Trace.DRAWN,),
    Trace.GAVE: (Trace.GIVEN,),
    Trace.STAT: (Trace.STAT,),
}
"""For a kind of trace entry, the kinds that share its sentence when they follow it."""


def chronicle(state: State, seat: int | None) -> list[str]:
    """What the last move did, in short sentences, as far as `seat` (None: everybody) may know."""
    entries: Sequence[Entry] = state.trace(seat)
    sentences = []
    while entries:
        group, shuffled, entries = _first_group(entries)
        for told in (group, shuffled):
            said = _SENTENCES[Trace(told[0].kind)](state.record, told) if told else ""
            sentences += [said] if said else []
    return sentences


def _first_group(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry], Sequence[Entry]]:
    """The first entry with those that share its sentence; the discards shuffled in among these; and the rest.

    The pack can run out between two cards of a check.
    """
    first = entries[0]
    joined = _JOINED.get(Trace(first.kind), ())
    group, shuffled = [first], []
    for end, entry in enumerate(entries[1:], 1):
        if entry.kind == Trace.SHUFFLED and end + 1 < len(entries) and entries[end + 1].kind in joined:
            shuffled.append(entry)
        elif entry.kind in joined and (entry.kind != Trace.STAT or entry.subject == first.subject):
            group.append(entry)
        else:
            return group, shuffled, entries[end:]
    return group, shuffled, ()


def _who(record: Any, entry: Entry) -> str:
    return f"{agent(entry.seat)}'s {sheet_name(record, entry.subject)}"


def _sheet(record: Any, group: Sequence[Entry]) -> str:
    return f"{agent(group[0].seat)} plays {figure_name(record, group[0].subject)}"


def _stat(record: Any, group: Sequence[Entry]) -> str:
    told = ", ".join(f"{STAT_NAMES[entry.object]} {entry.value}" for entry in group)
    return f"{_who(record, group[0])}: {told}"


def _order(record: Any, group: Sequence[Entry]) -> str:
    places = ("first", "second", "third", "fourth")
    return f"{agent(group[0].seat)} places {places[group[0].value]}"


def _placed(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"{_who(record, entry)} stands at {widths(entry.object / 100)}, {widths(entry.value / 100)}"


def _drew(record: Any, group: Sequence[Entry]) -> str:
    seen = " ".join(card(entry.object) for entry in group[1:])
    return f"{_who(record, group[0])} draws {group[0].value} cards" + (f": {seen}" if seen else "")


def _gave(record: Any, group: Sequence[Entry]) -> str:
    seen = "".join(f": {card(entry.object)}" for entry in group[1:])
    return f"{_who(record, group[0])} is given a card{seen}"


def _posed(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    name = weapon_name(record, entry.subject, entry.object)
    if entry.value == TOLD_LOWERED:
        return f"{_who(record, entry)} lowers the {name}"
    side = "ahead" if entry.value == 0 else f"{abs(entry.value)}° {'right' if entry.value > 0 else 'left'}"
    return f"{_who(record, entry)} points the {name} {side}"


def _count(words: str) -> Callable[[Any, Sequence[Entry]], str]:
    def told(record: Any, group: Sequence[Entry]) -> str:
        count = group[0].value
        return words.format(who=_who(record, group[0]), count=count, cards="card" if count == 1 else "cards")

    return told


def _card(words: str) -> Callable[[Any, Sequence[Entry]], str]:
    def told(record: Any, group: Sequence[Entry]) -> str:
        return words.format(who=_who(record, group[0]), card=card(group[0].object))

    return told


def _seen(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    what = "is taken aback by" if entry.value == 2 else "catches sight of"
    return f"{_who(record, entry)} {what} {figure_name(record, entry.object)}"


def _number(record: Any, group: Sequence[Entry]) -> str:
    return f"its card counts as {RANK_NAMES[group[0].value - 1]}"


def _side(record: Any, group: Sequence[Entry]) -> str:
    return f"it turns {turn_words(group[0].value)}" if group[0].value else ""


def _faced(record: Any, group: Sequence[Entry]) -> str:
    return f"{_who(record, group[0])} faces {bearing(group[0].value)}"


def _spun(record: Any, group: Sequence[Entry]) -> str:
    return f"it faces {bearing(group[0].value)}"


def _allowed(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"it may go {widths(entry.value)} along the edge at {clock(entry.object)}"


def _moved(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"{_who(record, entry)} moves to {widths(entry.object / 100)}, {widths(entry.value / 100)}"


def _attacked(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    name = weapon_name(record, entry.subject, entry.value)
    return f"{_who(record, entry)} attacks {figure_name(record, entry.object)} with the {name}"


def _held(record: Any, group: Sequence[Entry]) -> str:
    return f"{_who(record, group[0])} stops before {figure_name(record, group[0].object)}"


def _shot(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    name = weapon_name(record, entry.subject, entry.value)
    return f"{_who(record, entry)} shoots at {figure_name(record, entry.object)}: {name}"


def _missed(record: Any, group: Sequence[Entry]) -> str:
    return f"it misses ({card(group[0].object)})"


def _check(record: Any, group: Sequence[Entry]) -> str:
    first, last = group[0], group[-1]
    cards = " ".join(card(entry.object) + "!" * entry.value for entry in group[1:-1])
    whole = f"{last.object} damage" + (f", {last.value} in all" if last.value != last.object else "")
    return f"{_who(record, first)}, spirit {first.value}: {cards or 'no cards'}: {whole}"


def _collided(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    what = "a wall" if entry.object == NOBODY else figure_name(record, entry.object)
    return f"{_who(record, entry)} runs into {what}"


def _thrown(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"{_who(record, entry)} is thrown to {widths(entry.object / 100)}, {widths(entry.value / 100)}"


def _felt(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"{_who(record, entry)} draws {card(entry.object)} and feels {Feeling(entry.value).name.lower()}"


def _fury(record: Any, group: Sequence[Entry]) -> str:
    entry = group[0]
    return f"{_who(record, entry)}, in anger, draws {card(entry.object)}: {entry.value}"


def _ended(record: Any, group: Sequence[Entry]) -> str:
    """§06, F16: nobody else is left, nobody at all, or the last round is over."""
    winners = [agent(seat) for seat in range(record["num_players"]) if group[0].value >> seat & 1]
    won = f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share it'}"
    figures = int(record["num_players"] * record["figures"])
    standing = {figure // int(record["figures"]) for figure in range(figures) if record["standing"][figure]}
    if len(standing) > 1:
        left = "with the largest share of vitality left" if len(winners) == 1 else "with equal shares of vitality left"
        return f"the game ends: round {record['round']} was the last; {won}, {left}"
    return f"the game ends: {'nobody else is' if standing else 'the last ones fell together, nobody is'} left; {won}"


_SENTENCES: dict[Trace, Callable[[Any, Sequence[Entry]], str]] = {
    Trace.SHEET: _sheet,
    Trace.STAT: _stat,
    Trace.ORDER: _order,
    Trace.LEADER: lambda record, group: f"{_who(record, group[0])} is the leader",
    Trace.PLACED: _placed,
    Trace.FACED: _faced,
    Trace.ROUND: lambda record, group: f"round {group[0].value}",
    Trace.SHUFFLED: lambda record, group: f"the discards are shuffled in: the pack has {group[0].value} cards",
    Trace.DREW: _drew,
    Trace.DRAWN: lambda record, group: "",
    Trace.GAVE: _gave,
    Trace.GIVEN: lambda record, group: "",
    Trace.POSED: _posed,
    Trace.PLOTTED: _count("{who} plots {count} {cards}"),
    Trace.LEFT_OVER: _count("{who} discards {count} {cards} unseen"),
    Trace.TURNED_UP: _card("{who} turns up {card}"),
    Trace.CANCELLED: _card("{who}'s {card} is discarded, being one of several"),
    Trace.KEPT: lambda record, group: f"{_who(record, group[0])} keeps its joker back",
    Trace.TURN: _card("{who} acts, by {card}"),
    Trace.SEEN: _seen,
    Trace.DOUBLED: lambda record, group: f"{_who(record, group[0])} is inspired: mobility and attack are doubled",
    Trace.DROPPED: _card("{who} drops {card}"),
    Trace.NUMBER: _number,
    Trace.SIDE: _side,
    Trace.SPUN: _spun,
    Trace.ALLOWED: _allowed,
    Trace.MOVED: _moved,
    Trace.ATTACKED: _attacked,
    Trace.HELD: _held,
    Trace.SHOT: _shot,
    Trace.MISSED: _missed,
    Trace.CHECK: _check,
    Trace.CARD: lambda record, group: "",
    Trace.DAMAGE: lambda record, group: "",
    Trace.COLLIDED: _collided,
    Trace.THROWN: _thrown,
    Trace.OUT: lambda record, group: f"{_who(record, group[0])} is out",
    Trace.FELT: _felt,
    Trace.FURY: _fury,
    Trace.ENDED: _ended,
}
