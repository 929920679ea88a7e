"""§06-01 D: persons are named, others lay stones on their arrows (“waiting”), and they move."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Phase, die, offer, offers, push, rule, tell
from dynasty_env.shinsengumi.actions import PASS, PERSON, STONE
from dynasty_env.shinsengumi.material import ARROW, ARROW_COLOUR, ARROWS, NEIGHBOUR, PERSONS, Colour, Event
from dynasty_env.shinsengumi.steps import Step, Trace

from .events import detach
from .failures import fail
from .persons import bushido, can_move, failure, is_possible, living, next_living, stand, stands
from .stones import has_moved, mark


@rule
def can_be_named(t, person):
    """§06-01 D: is this person on the board, without a marker, and able to move?"""
    return stands(t, person) and not has_moved(t, person) and can_move(t, person)


@rule
def play_move(t, action):
    """The person is named. S-R8: before he moves, anybody may lay stones, the turn player first."""
    t.namings += 1
    t.mover = action - PERSON
    t.origin = t.cell[t.mover]
    tell(t, Trace.NAMED, t.seat, t.mover, 0, 0, EVERYBODY)
    push(t, Step.DEPART, t.turn_player, 0, 0)
    push(t, Step.WAIT, t.turn_player, 0, 0)


@rule
def legal_wait(t):
    """§06-01 D: lay a stone of the arrow's colour on an arrow that is possible, or pass."""
    offer(t, PASS)
    for arrow in range(ARROWS):
        if t.hand[t.seat, ARROW_COLOUR[t.mover, arrow]] > 0 and is_possible(t, t.mover, arrow):
            offer(t, STONE + arrow)


@rule
def play_wait(t, action):
    """S-R8: one stone or a pass at a time, clockwise, until all have passed in succession (a: passes so far)."""
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
    """The first possible one of the arrows 1–4, from 0; -1 if there is none."""
    first = -1
    for arrow in range(ARROWS - 1, -1, -1):
        first = arrow if is_possible(t, person, arrow) else first
    return first


@rule
def stones_laid(t):
    """How many stones lie on all arrows together."""
    stones = 0
    for arrow in range(ARROWS):
        stones += t.laid[arrow]
    return stones


@rule
def leading_arrow(t):
    """The arrow with the most stones, from 0; -1 if no stones lie there, or if several arrows share the most."""
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
    """The arrow with the most stones, from 0; the default one without stones, or if several share the most."""
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
    """The person moves one cell and gets a marker of the arrow's colour; a black arrow calls for a bushido check."""
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
    """§06-01 D: a die above the person's bushido fails. “Unworthy of bushido” leaves play after one check."""
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


CHAPTER = Chapter(
    __name__,
    phases=(Phase(Step.MOVE, offers(PERSON, PERSONS, can_be_named)), Phase(Step.WAIT, secret=True)),
    automatic=(Automatic(Step.DEPART, depart),),
)
