"""§05: set-up."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, die, offer, push, rule, shuffle, tell
from dynasty_env.kit.engine.emptying import emptying
from dynasty_env.kit.words import Context, EntryKind, Group, Message, Phase, _, is_of_any_seat
from dynasty_env.shinsengumi.ids import PERSON, Step, Trace
from dynasty_env.shinsengumi.material import EVENTS, FIRST_PERSONS, NOBODY, PERSONS, SIDE, Place
from dynasty_env.shinsengumi.table import FIELDS

from .persons import owner, stand, stands

clear = emptying("clear", FIELDS)
"""Clear the table, and put all stones into the bag."""


@rule
def deal(t):
    """§05-02, §05-03: shuffle persons and events; place six persons; players pick their selves, and turn 1 begins."""
    clear(t)
    for person in range(PERSONS):
        t.person_pile[person] = person
    t.person_pile_size = PERSONS
    for event in range(EVENTS):
        t.event_pile[event] = event
    t.event_pile_size = EVENTS
    shuffle(t, t.person_pile, 0, PERSONS)
    shuffle(t, t.event_pile, 0, EVENTS)
    for _number in range(FIRST_PERSONS):
        draw_person(t)
    push(t, Step.TURN, 0, 0, 0)
    for back in range(t.num_players):
        push(t, Step.PICK_SELF, t.num_players - 1 - back, 0, 0)


@rule
def draw_person(t):
    """§05-03: place the top person of the pile, face up, on the cell given by two dice: column, then row.

    Both dice are rerolled if the cell is occupied. Returns the person.
    """
    t.person_pile_size -= 1
    person = t.person_pile[t.person_pile_size] + 0
    t.person_pile[t.person_pile_size] = 0
    cell = roll_cell(t)
    while t.board[cell] != NOBODY:
        cell = roll_cell(t)
    t.place[person] = Place.BOARD
    stand(t, person, cell)
    tell(t, Trace.PLACED, 0, person, cell, 0, EVERYBODY)
    return person


@rule
def roll_cell(t):
    """§05-03: the cell given by two dice, column first."""
    column = die(t) - 1
    row = die(t) - 1
    return row * SIDE + column


@rule
def legal_pick_self(t):
    """§05-03: a person on the board who is not yet anybody's self; S-R4: seats pick in order."""
    for person in range(PERSONS):
        if stands(t, person) and owner(t, person) == NOBODY:
            offer(t, PERSON + person)


@rule
def play_pick_self(t, action):
    """§05-03: the person becomes the seat's self."""
    t.chip[t.seat] = action - PERSON
    tell(t, Trace.PICKED, t.seat, action - PERSON, 0, 0, EVERYBODY)


# what is said


def placed(group: Group, context: Context) -> str:
    """Who comes onto the board, and whose new self this is."""
    fields = context.fields(group[0])
    seats = [context.who(entry.seat) for entry in group[1:]]
    text = _("{person} comes onto the board at {cell}")
    if seats:
        text = _("{person} comes onto the board at {cell} as the new self of {who}")
        fields["who"] = seats[0]
    return Message(text, **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.PICK_SELF,
            asks=_("Which person do you live as?"),
            why=_("He is your self. When he dies, you live on as somebody else."),
            says={"person": _("live as {person}")},
            cites="§05-03, S-R4",
            decides="each seat in order",
        ),
    ),
    entries=(
        EntryKind(Trace.PLACED, placed, "person", "cell", joins=(Trace.PICKED,), belongs=is_of_any_seat),
        EntryKind(Trace.PICKED, _("{who} lives as {person}"), "person"),
    ),
)
