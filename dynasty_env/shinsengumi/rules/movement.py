"""§06-01 D: persons are named, others lay stones on their arrows (“waiting”), and the persons move."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, offer, offers, push, rule, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Context, EntryKind, Group, Message, Phase, State, _, is_of_any_seat, joined
from dynasty_env.shinsengumi.ids import PASS, PERSON, STONE, Step, Trace
from dynasty_env.shinsengumi.material import (
    ARROW,
    ARROW_COLOUR,
    ARROWS,
    COLOUR_NAMES,
    NEIGHBOUR,
    NOBODY,
    PERSONS,
    Colour,
    Event,
)
from dynasty_env.shinsengumi.rules import nouns

from .events import detach
from .failures import fail
from .persons import bushido, can_move, failure, is_possible, living, next_living, owner, stand, stands
from .stones import has_moved, mark


@rule
def can_be_named(t, person):
    """§06-01 D: is this person on the board, without a marker, and able to move?"""
    return stands(t, person) and not has_moved(t, person) and can_move(t, person)


@rule
def play_move(t, action):
    """The person is named. S-R8: before he moves, anybody may lay stones, beginning with the turn player."""
    t.namings += 1
    t.mover = action - PERSON
    t.origin = t.cell[t.mover]
    tell(t, Trace.NAMED, t.seat, t.mover, 0, 0, EVERYBODY)
    push(t, Step.DEPART, t.turn_player, 0, 0)
    push(t, Step.WAIT, t.turn_player, 0, 0)


@rule
def legal_wait(t):
    """§06-01 D: lay a stone of the arrow's colour on a possible arrow, or pass."""
    offer(t, PASS)
    for arrow in range(ARROWS):
        if t.hand[t.seat, ARROW_COLOUR[t.mover, arrow]] > 0 and is_possible(t, t.mover, arrow):
            offer(t, STONE + arrow)


@rule
def play_wait(t, action):
    """S-R8: one stone or a pass at a time, clockwise, until all have passed in a row (a: passes so far)."""
    passes = t.a + 1
    if action != PASS:
        passes = 0
        arrow = action - STONE
        colour = ARROW_COLOUR[t.mover, arrow]
        t.hand[t.seat, colour] -= 1
        t.laid[arrow] += 1
        tell(t, Trace.LAID, t.seat, t.mover, arrow, colour, EVERYBODY)
    if passes < living(t):
        push(t, Step.WAIT, next_living(t, t.seat), passes, 0)


@rule
def default_arrow(t, person):
    """The first possible arrow among 1–4, counted from 0; -1 if there is none."""
    first = -1
    for arrow in range(ARROWS - 1, -1, -1):
        first = arrow if is_possible(t, person, arrow) else first
    return first


@rule
def stones_laid(t):
    """How many stones are on all arrows together."""
    stones = 0
    for arrow in range(ARROWS):
        stones += t.laid[arrow]
    return stones


@rule
def leading_arrow(t):
    """The arrow with the most stones, from 0; -1 if there are no stones, or several arrows share the most."""
    most = 0
    best = -1
    for arrow in range(ARROWS):
        if t.laid[arrow] > most:
            most = t.laid[arrow]
            best = arrow
        elif t.laid[arrow] == most:
            best = -1
    return best


@rule
def arrow_taken(t, person):
    """The arrow with the most stones, from 0; the default arrow if there are none, or several share the most."""
    best = leading_arrow(t)
    return default_arrow(t, person) if best == -1 else best


@rule
def take_back_stones(t, person):
    """The stones on the arrows go back to the bag."""
    for arrow in range(ARROWS):
        t.bag[ARROW_COLOUR[person, arrow]] += t.laid[arrow]
        if t.hidden_stones == 1:
            t.returned[ARROW_COLOUR[person, arrow]] += t.laid[arrow]
        t.laid[arrow] = 0


@rule
def depart(t):
    """The person moves one cell and gets a marker of the arrow's colour; a black arrow requires a bushido check."""
    person = t.mover + 0
    arrow = arrow_taken(t, person)
    if leading_arrow(t) == -1 and stones_laid(t) > 0:
        tell(t, Trace.WAITS_FAILED, 0, person, 0, 0, EVERYBODY)
    take_back_stones(t, person)
    cell = NEIGHBOUR[t.cell[person], ARROW[person, arrow]]
    stand(t, person, cell)
    tell(t, Trace.MOVED, 0, person, cell, arrow, EVERYBODY)
    mark(t, person, ARROW_COLOUR[person, arrow])
    push(t, Step.JUDGE, t.turn_player, 0, 0)
    if ARROW_COLOUR[person, arrow] == Colour.BLACK:
        check_bushido(t, person)


@rule
def check_bushido(t, person):
    """§06-01 D: a roll above the person's bushido fails. “Unworthy of bushido” leaves play after one check."""
    face = die(t)
    limit = bushido(t, person)
    action = failure(t, person)
    tell(t, Trace.CHECKED, 0, person, limit, face, EVERYBODY)
    if face > limit:
        tell(t, Trace.FAILED, 0, person, action, 0, EVERYBODY)
    if t.attached[person] == Event.UNWORTHY:
        detach(t, person)
    if face > limit:
        fail(t, person, action)


# what is said


def failing(state: State, person: int, arrow: int) -> float:
    """§06-01 D: the chance that a person fails the bushido check after a move by this arrow (from 0); 0 if white."""
    if ARROW_COLOUR[person, arrow] != Colour.BLACK:
        return 0.0
    there = state.clone()
    t = there.tables[0]
    stand(t, person, int(NEIGHBOUR[t.cell[person], ARROW[person, arrow]]))
    return 1 - at_most(int(bushido(t, person)))


def way(state: State, person: int, arrow: int) -> str:
    """Where an arrow leads, and the chance of a failed check."""
    direction = nouns.direction(person, arrow)
    if ARROW_COLOUR[person, arrow] != Colour.BLACK:
        return Message(_("{way} by a white arrow"), way=direction)
    chance = Chance(failing(state, person, arrow), "fails", seat=owner(state.tables[0], person))
    return Message(_("{way} by a black arrow: his check fails {chance}"), way=direction, chance=chance)


def moves(state: State, person: int) -> str:
    """Where a person goes if nobody lays a stone."""
    return Message(_("goes {go}"), go=way(state, person, int(default_arrow(state.tables[0], person))))


def turns(state: State, arrow: int) -> str:
    """Where the mover goes after this stone."""
    mover = int(state.record["mover"])
    there = state.clone()
    there.record["laid"][arrow] += 1
    return Message(_("then he goes {go}"), go=way(state, mover, int(arrow_taken(there.tables[0], mover))))


def as_it_stands(state: State) -> str:
    """Where the mover goes as things are."""
    mover = int(state.record["mover"])
    go = way(state, mover, int(arrow_taken(state.tables[0], mover)))
    return Message(_("If nobody lays another stone, he goes {go}."), go=go)


def about_to_move(state: State) -> str:
    """The mover, and the ways he can go."""
    record = state.record
    mover = int(record["mover"])
    ways = []
    for arrow in range(ARROWS):
        cell = NEIGHBOUR[record["cell"][mover], ARROW[mover, arrow]]
        if cell >= 0 and record["board"][cell] == NOBODY:
            stones = int(record["laid"][arrow])
            text = _("{arrow} {way}, {colour} ({laid} laid)") if stones else _("{arrow} {way}, {colour}")
            ways.append(
                Message(
                    text,
                    arrow=arrow + 1,
                    way=nouns.direction(mover, arrow),
                    colour=nouns.colour(mover, arrow),
                    laid=stones,
                )
            )
    mover_told = nouns.person(state, mover)
    return Message(_("{mover} is about to move: {ways}"), mover=mover_told, ways=joined("; ", *ways))


def laid(group: Group, context: Context) -> str:
    """A stone that is laid."""
    entry = group[0]
    return Message(
        _("{who} waits: a {colour} stone for {way}"),
        who=context.who(entry.seat),
        colour=COLOUR_NAMES[entry.value],
        way=nouns.direction(entry.subject, entry.object),
    )


def checked(group: Group, context: Context) -> str:
    """A bushido check, and the failure action if it fails."""
    fields = context.fields(group[0])
    if len(group) == 1:
        text = _("{person} rolls {face} against bushido {bushido} and stands firm")
        return Message(text, tone="good", **fields)
    text = _("{person} rolls {face} against bushido {bushido} and {fails}")
    return Message(text, tone="bad", fails=context.fields(group[1])["fails"], **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.MOVE,
            offers(PERSON, PERSONS, can_be_named),
            asks=_("Who moves next?"),
            why=_(
                "He follows the first of his arrows 1–4 whose cell is free, unless stones send him another way. A "
                "black arrow means a bushido check."
            ),
            says={"person": _("let {person} move")},
            chance={"person": moves},
            condition=_("Directions and chances assume that nobody lays a stone."),
            cites="§06-01-D",
        ),
        Phase(
            Step.WAIT,
            secret=True,
            asks=_("“Wait!”: do you lay a stone?"),
            why=_(
                "He follows the arrow with the most stones. White stones go on white arrows, black ones on black "
                "arrows."
            ),
            says={"pass": _("pass: lay no stone")},
            stakes=about_to_move,
            chance={"arrow": turns},
            condition=as_it_stands,
            cites="§06-01-D-2, S-R8",
            decides="every seat in turn, until all have passed",
            families=("arrow",),
        ),
    ),
    automatic=(Automatic(Step.DEPART, depart),),
    entries=(
        EntryKind(Trace.NAMED, _("{who} names {person}"), "person", cites="§06-01-D"),
        EntryKind(Trace.LAID, laid, "person:number", "arrow:number", "colour:number", cites="§06-01-D-2, S-R8"),
        EntryKind(Trace.WAITS_FAILED, _("the waits cancel each other out"), "person", tone="quiet", cites="§06-01-D-2"),
        EntryKind(
            Trace.MOVED,
            _("{person} moves {way} to {cell} ({colour} arrow {arrow})"),
            "person",
            "cell",
            "arrow, way, colour",
        ),
        EntryKind(
            Trace.CHECKED,
            checked,
            subject="person",
            object="bushido:number",
            value="face:number",
            joins=(Trace.FAILED,),
            belongs=is_of_any_seat,
        ),
        EntryKind(Trace.FAILED, _("{person} {fails}"), "person", "fails:failure", tone="bad"),
    ),
)
