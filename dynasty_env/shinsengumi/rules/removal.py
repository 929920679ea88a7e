"""§09: removal and rebirth: a player whose self is removed lives on in a new person.

The Ishida powder can prevent it.
"""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, shuffle, tell
from dynasty_env.kit.words import EntryKind, Message, Phase, State, _
from dynasty_env.shinsengumi.ids import PASS, USE, Step, Trace
from dynasty_env.shinsengumi.material import COLOURS, NOBODY, NOWHERE, Event, Place
from dynasty_env.shinsengumi.rules import nouns

from .events import detach, leave_play
from .persons import is_beside, living, next_living, owner
from .score import finish
from .setup import draw_person
from .stones import lose_stones, unmark


@rule
def doom(t, person):
    """A person is about to be removed.

    S-R15: the keeper of the Ishida powder is asked before anything that follows from the removal; S-R25: unless that
    player is out.
    """
    tell(t, Trace.DOOMED, 0, person, 0, 0, EVERYBODY)
    if t.powder != NOBODY and t.chip[t.powder] != NOBODY:
        push(t, Step.ISHIDA, t.powder, person, 0)
    else:
        push(t, Step.REMOVAL, t.turn_player, person, 0)


@rule
def legal_ishida(t):
    """Ch. 6: use the powder or not."""
    offer(t, PASS)
    offer(t, USE)


@rule
def play_ishida(t, action):
    """The powder is used up and cancels the removal: the person stays in place."""
    if action == PASS:
        push(t, Step.REMOVAL, t.turn_player, t.a, 0)
    else:
        t.powder = NOBODY
        tell(t, Trace.SAVED, t.seat, t.a, 0, 0, EVERYBODY)
        leave_play(t, Event.ISHIDA_POWDER)


@rule
def remove(t):
    """§09: the person (a) is removed from the game."""
    person = t.a
    tell(t, Trace.REMOVED, 0, person, 0, 0, EVERYBODY)
    seat = owner(t, person)
    leave_board(t, person)
    t.place[person] = Place.DEAD
    replace(t, seat)


@rule
def return_to_pile(t, person):
    """A deserter goes back to the pile, which is shuffled.

    S-R11: then comes the rebirth, which may draw the same person.
    """
    tell(t, Trace.DESERTED, 0, person, 0, 0, EVERYBODY)
    seat = owner(t, person)
    leave_board(t, person)
    t.place[person] = Place.PILE
    t.person_pile[t.person_pile_size] = person
    t.person_pile_size += 1
    shuffle(t, t.person_pile, 0, t.person_pile_size)
    replace(t, seat)


@rule
def leave_board(t, person):
    """A person leaves the board and loses his markers; S-R22: an event attached to him leaves play."""
    for colour in range(COLOURS):
        while t.markers[person, colour] > 0:
            unmark(t, person, colour)
    detach(t, person)
    t.board[t.cell[person]] = NOBODY
    t.cell[person] = NOWHERE
    t.facing[person] = 0
    if t.mover == person:
        t.mover = NOBODY
        t.origin = NOWHERE


@rule
def replace(t, seat):
    """§09: a new person is placed immediately, as in set-up, to replace the self of `seat` (-1: nobody's self).

    The player who has lost the self lives on in the new person, without stones in this turn; S-R10: if the pile is
    empty, that player is out.
    """
    if seat != NOBODY:
        lose_stones(t, seat)
        t.chip[seat] = NOBODY
    if t.person_pile_size > 0:
        person = draw_person(t)
        join_gathering(t, person)
        if seat != NOBODY:
            t.chip[seat] = person
            tell(t, Trace.PICKED, seat, person, 0, 0, EVERYBODY)
    elif seat != NOBODY:
        drop_out(t, seat)


@rule
def drop_out(t, seat):
    """S-R10: a player without a self makes no more decisions; when all are out, the game ends.

    S-R21: if the turn player is out, the next player takes over the turn.
    """
    tell(t, Trace.OUT, seat, 0, 0, 0, EVERYBODY)
    if living(t) == 0:
        finish(t)
    elif t.turn_player == seat:
        t.turn_player = next_living(t, seat)
        tell(t, Trace.TURN_PASSED, t.turn_player, 0, 0, 0, EVERYBODY)


@rule
def join_gathering(t, person):
    """A person placed beside Aburanokoji during its fight joins the fight."""
    if t.fighting == Event.ABURANOKOJI and is_beside(t, person, Event.ABURANOKOJI):
        t.facing[person] = 1


# what is said


def about_to_go(state: State) -> str:
    """The person who is about to be removed."""
    return Message(_("{mover} is about to be removed"), mover=nouns.person(state, int(state.record["a"])))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.ISHIDA,
            asks=_("Do you use the Ishida powder?"),
            why=_("It cancels one removal, and is then used up."),
            says={"pass": _("do not use the powder")},
            stakes=about_to_go,
            cites="EV-05, S-R15",
            decides="keeper of the powder",
            families=("use",),
        ),
    ),
    automatic=(Automatic(Step.REMOVAL, remove),),
    entries=(
        EntryKind(Trace.DOOMED, "", "person"),
        EntryKind(
            Trace.SAVED, _("{who} uses the Ishida powder: {person} lives"), "person", tone="good", cites="EV-05, S-R25"
        ),
        EntryKind(Trace.REMOVED, _("{person} dies"), "person", tone="bad"),
        EntryKind(Trace.DESERTED, _("{person} deserts, back to the pile"), "person", tone="bad", cites="FA-06, S-R11"),
        EntryKind(Trace.OUT, _("{who} has no new self and is out"), tone="bad", cites="S-R10"),
    ),
)
