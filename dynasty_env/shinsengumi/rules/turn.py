"""§06-01: a turn, in five phases: A stones, B event, C Ee ja nai ka, D movement, E clean-up."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, push, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Joined, Message, _
from dynasty_env.shinsengumi.ids import Step, Trace
from dynasty_env.shinsengumi.material import (
    CELL_NAMES,
    COLOURS,
    DANCE,
    MOST_ROLLS,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    PERSONS,
    TURNS,
    Colour,
    Event,
    EventPlace,
)

from .events import put_down, turn_up_event
from .movement import can_be_named
from .persons import debate, is_free, next_living
from .score import finish
from .stones import draw_stones, forget_the_bag, return_stones, unmark


@rule
def begin_turn(t):
    """§06-01: phases A and B of a turn; C and D follow."""
    t.turn += 1
    t.namings = 0
    tell(t, Trace.TURN, t.turn_player, 0, 0, t.turn, EVERYBODY)
    hand_out_stones(t)
    push(t, Step.MOVEMENT, t.turn_player, 0, 0)
    push(t, Step.DANCE, t.turn_player, 0, 0)
    turn_up_event(t)


@rule
def hand_out_stones(t):
    """A: hands go back to the bag; each player draws as many stones as the self's debate.

    S-R18: the turn player is first.
    """
    for seat in range(t.num_players):
        return_stones(t, seat)
    forget_the_bag(t)
    for place in range(t.num_players):
        seat = (t.turn_player + place) % t.num_players
        if t.chip[seat] != NOBODY:
            draw_stones(t, seat, debate(t, t.chip[seat]))


@rule
def dance(t):
    """C: Ee ja nai ka (a dancing crowd) moves by dice until a roll would take it off the board or onto a piece.

    S-R7: at most 36 rolls.
    """
    if t.event_place[Event.EE_JA_NAI_KA] == EventPlace.BOARD:
        for _ in range(MOST_ROLLS):
            face = die(t)
            cell = NEIGHBOUR[t.event_cell[Event.EE_JA_NAI_KA], DANCE[face]]
            if not is_free(t, cell):
                tell(t, Trace.DANCED, 0, 0, NOWHERE, face, EVERYBODY)
                return
            put_down(t, Event.EE_JA_NAI_KA, cell)
            tell(t, Trace.DANCED, 0, 0, cell, face, EVERYBODY)


@rule
def go_on_moving(t):
    """D: the turn player names persons until everybody has a marker or cannot move."""
    for person in range(PERSONS):
        if can_be_named(t, person):
            push(t, Step.MOVEMENT, t.turn_player, 0, 0)
            push(t, Step.MOVE, t.turn_player, 0, 0)
            return
    push(t, Step.CLEAN_UP, t.turn_player, 0, 0)


@rule
def clean_up(t):
    """E: markers are taken off, but only one if there are two black ones. §07: the game ends after the twelfth turn."""
    for person in range(PERSONS):
        kept = 1 if t.markers[person, Colour.BLACK] > 1 else 0
        for colour in range(COLOURS):
            while t.markers[person, colour] > (kept if colour == Colour.BLACK else 0):
                unmark(t, person, colour)
    if t.turn == TURNS:
        finish(t)
    else:
        t.turn_player = next_living(t, t.turn_player)
        push(t, Step.TURN, t.turn_player, 0, 0)


# what is said


def danced(group: Group, context: Context) -> str:
    """Where Ee ja nai ka moves, and the dice that decide it."""
    steps = [entry for entry in group if entry.object >= 0]
    faces = Joined(" ", [str(entry.value) for entry in group])
    if not steps:
        return Message(_("Ee ja nai ka stays where it is (dice {faces})"), faces=faces)
    cell = CELL_NAMES[steps[-1].object]
    return Message(_("Ee ja nai ka dances to {cell} (dice {faces})"), cell=cell, faces=faces)


CHAPTER = Chapter(
    __name__,
    automatic=(
        Automatic(Step.TURN, begin_turn),
        Automatic(Step.DANCE, dance),
        Automatic(Step.MOVEMENT, go_on_moving),
        Automatic(Step.CLEAN_UP, clean_up),
    ),
    entries=(
        EntryKind(Trace.TURN, _("turn {turn}, {season}: {who}"), value="turn:number, season", tone="head"),
        EntryKind(
            Trace.DANCED,
            danced,
            object="cell:number",
            value="face:number",
            joins=(Trace.DANCED,),
            cites="§06-01-C, EV-06",
        ),
        EntryKind(Trace.TURN_PASSED, _("{who} takes over the turn"), cites="S-R21"),
    ),
)
