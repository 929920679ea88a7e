"""Ch. 7: failure actions: what a person does when his bushido check fails after a move along a black arrow."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, die, offers, push, rule, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Context, EntryKind, Group, Message, Phase, State, _, is_of_any_seat
from dynasty_env.shinsengumi.ids import PERSON, Step, Trace
from dynasty_env.shinsengumi.material import (
    LEFT_COLUMNS,
    MOST_NAMINGS,
    NEIGHBOUR,
    PERSONS,
    SIDE,
    Colour,
    Direction,
    Failure,
)
from dynasty_env.shinsengumi.rules import nouns

from .persons import combat, is_free, on_the_left, owner, stand, stands
from .removal import doom, return_to_pile
from .stones import mark


@rule
def fail(t, person, action):
    """Carry out a failure action of the person who has moved. `action`: a `Failure`."""
    if action == Failure.ASSASSINATE:
        assassinate(t, person)
    elif action == Failure.RESOLVE:
        slide(t, person, Direction.UP)
    elif action == Failure.COUGH_BLOOD:
        cough_blood(t, person)
    elif action == Failure.DRUNK:
        slide(t, person, Direction.DOWN)
        mark_twice(t, person)
    elif action == Failure.SEPPUKU:
        doom(t, person)
    elif action == Failure.DESERT:
        desert(t, person)
    elif action == Failure.BULLY:
        bully(t, person)
    elif action == Failure.SPIRIT:
        shift(t, person, Direction.UP)
    elif action == Failure.UNMOVED:
        go(t, person, t.origin)
    elif action == Failure.RAGE:
        shift(t, person, Direction.DOWN)
    elif action == Failure.DEFECT:
        defect(t, person)
    elif action == Failure.CARELESS:
        if roll(t, person) >= 4:
            doom(t, person)
    elif action == Failure.PANIC:
        panic(t, person)


@rule
def roll(t, person):
    """Roll the die of a failure action; returns its face."""
    face = die(t)
    tell(t, Trace.ROLLED, 0, person, 0, face, EVERYBODY)
    return face


@rule
def go(t, person, cell):
    """The person moves to an empty cell."""
    stand(t, person, cell)
    tell(t, Trace.SLID, 0, person, cell, 0, EVERYBODY)


@rule
def shift(t, person, direction):
    """Spirit: one cell up if it is free; rage: one cell down if it is free."""
    cell = NEIGHBOUR[t.cell[person], direction]
    if is_free(t, cell):
        go(t, person, cell)


@rule
def slide(t, person, direction):
    """Resolve: up until something blocks him; drunk: down until something blocks him."""
    cell = t.cell[person] + 0
    following = NEIGHBOUR[cell, direction]
    while is_free(t, following):
        cell = following
        following = NEIGHBOUR[cell, direction]
    if cell != t.cell[person]:
        go(t, person, cell)


@rule
def mark_twice(t, person):
    """Cough blood, drunk: a second black marker in addition to the one for the move."""
    mark(t, person, Colour.BLACK)
    tell(t, Trace.BLOOD, 0, person, 0, 0, EVERYBODY)


@rule
def cough_blood(t, person):
    """Die 6: the person is removed; 2–5: two black markers; S-R16: 1: nothing happens."""
    face = roll(t, person)
    if face == 6:
        doom(t, person)
    elif face >= 2:
        mark_twice(t, person)


@rule
def desert(t, person):
    """Die 1–3: back to the pile, or (S-R9) out of the game from the turn's 41st naming on; 4–6: seppuku."""
    if roll(t, person) <= 3 and t.namings <= MOST_NAMINGS:
        return_to_pile(t, person)
    else:
        doom(t, person)


@rule
def defect(t, person):
    """To the far column of the other side, 6 or 1, in the same row; if that cell is occupied, the person deserts."""
    row = t.cell[person] // SIDE
    column = SIDE - 1 if t.cell[person] % SIDE < LEFT_COLUMNS else 0
    cell = row * SIDE + column
    if is_free(t, cell):
        go(t, person, cell)
    else:
        desert(t, person)


@rule
def panic(t, person):
    """To row 6 of his column; if he is already there, he stays; if another piece is there, he deserts."""
    cell = (SIDE - 1) * SIDE + t.cell[person] % SIDE
    if is_free(t, cell):
        go(t, person, cell)
    elif t.cell[person] != cell:
        desert(t, person)


@rule
def is_target(t, person):
    """Assassinate: is this person on the opposite side of the board from the assassin?"""
    return stands(t, person) and on_the_left(t, person) != on_the_left(t, t.mover)


@rule
def assassinate(t, person):
    """The turn player names a person on the other side; if there is none, nothing happens."""
    for other in range(PERSONS):
        if is_target(t, other):
            push(t, Step.ASSASSINATE_TARGET, t.turn_player, 0, 0)
            return


@rule
def play_assassinate_target(t, action):
    """A roll of at most the assassin's combat removes the target."""
    target = action - PERSON
    tell(t, Trace.AIMED, t.seat, target, 0, 0, EVERYBODY)
    if roll(t, t.mover) <= combat(t, t.mover):
        doom(t, target)


@rule
def is_bullied(t, person):
    """Bully: is this another person who can move one cell down?"""
    return stands(t, person) and person != t.mover and is_free(t, NEIGHBOUR[t.cell[person], Direction.DOWN])


@rule
def bully(t, person):
    """Bully: the turn player names another person who can move one cell down; if there is none, nothing happens."""
    for other in range(PERSONS):
        if is_bullied(t, other):
            push(t, Step.BULLY_TARGET, t.turn_player, 0, 0)
            return


@rule
def play_bully_target(t, action):
    """The target moves one cell down, without getting a marker or triggering a fight."""
    target = action - PERSON
    tell(t, Trace.BULLIED, t.seat, target, 0, 0, EVERYBODY)
    go(t, target, NEIGHBOUR[t.cell[target], Direction.DOWN])


# what is said


def has_just_moved(state: State) -> str:
    """The person who has moved."""
    return Message(_("{mover} has moved"), mover=nouns.person(state, int(state.record["mover"])))


def killing(state: State, person: int) -> Chance:
    """The chance that the target dies; S-R26: the assassin's combat counts as it is now."""
    return Chance(
        at_most(int(combat(state.tables[0], int(state.record["mover"])))), "dies", seat=owner(state.tables[0], person)
    )


def aimed(group: Group, context: Context) -> str:
    """The target of an assassination, the roll, and whether it fails."""
    fields = context.fields(group[0])
    if len(group) == 1:
        return Message(_("{who} sends him after {person}"), **fields)
    roll = context.fields(group[1])
    text = _("{who} sends him after {person}: {killer} rolls {face} and misses")
    if len(group) > 2:
        text = _("{who} sends him after {person}: {killer} rolls {face}")
    return Message(text, killer=roll["person"], face=roll["face"], **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.ASSASSINATE_TARGET,
            offers(PERSON, PERSONS, is_target),
            asks=_("Whom does he try to kill?"),
            why=_("A die up to the assassin's combat kills."),
            says={"person": _("have {person} assassinated")},
            stakes=has_just_moved,
            chance={"person": killing},
            cites="FA-01, S-R26",
        ),
        Phase(
            Step.BULLY_TARGET,
            offers(PERSON, PERSONS, is_bullied),
            asks=_("Whom does he drive down?"),
            why=_("That person moves one cell down, without a marker or a fight."),
            says={"person": _("have {person} driven one cell down")},
            stakes=has_just_moved,
            cites="FA-07",
        ),
    ),
    entries=(
        EntryKind(Trace.SLID, _("{person} goes to {cell}"), "person", "cell"),
        EntryKind(Trace.ROLLED, _("{person} rolls {face}"), "person", value="face:number"),
        EntryKind(
            Trace.AIMED,
            aimed,
            subject="person",
            joins=(Trace.ROLLED, Trace.DOOMED),
            belongs=is_of_any_seat,
            cites="FA-01, S-R26",
        ),
        EntryKind(Trace.BULLIED, _("{who} has {person} driven down"), "person", cites="FA-07"),
        EntryKind(Trace.BLOOD, _("{person} gets a second black marker"), "person"),
    ),
)
