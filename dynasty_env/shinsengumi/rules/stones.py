"""§06-01 A: stones: in the bag, in hands, and as markers on persons who have moved."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, below, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, _, is_of_any_seat
from dynasty_env.shinsengumi.ids import Trace
from dynasty_env.shinsengumi.material import COLOURS, Colour


@rule
def stones_of(t, seat):
    """How many stones a seat has in hand."""
    return t.hand[seat, Colour.WHITE] + t.hand[seat, Colour.BLACK]


@rule
def return_stones(t, seat):
    """The stones in a seat's hand go back to the bag."""
    for colour in range(COLOURS):
        t.bag[colour] += t.hand[seat, colour]
        t.hand[seat, colour] = 0


@rule
def forget_the_bag(t):
    """Before a draw, all stones in hands are back in the bag, so nothing is known about its contents any more."""
    for colour in range(COLOURS):
        t.returned[colour] = 0
        for seat in range(t.num_players):
            t.lost[seat, colour] = 0


@rule
def lose_stones(t, seat):
    """§09: a player whose self is removed loses the stones in hand; hidden ones are known only to that player."""
    if stones_of(t, seat) > 0:
        tell(t, Trace.LOST_STONES, seat, 0, 0, stones_of(t, seat), EVERYBODY)
    if t.hidden_stones == 1:
        for colour in range(COLOURS):
            t.lost[seat, colour] += t.hand[seat, colour]
    return_stones(t, seat)


@rule
def draw_stones(t, seat, count):
    """A seat draws `count` stones blind; S-R18: or as many as are left. S-R5: all see them, unless `hidden_stones`."""
    white = 0
    black = 0
    for _number in range(count):
        left = t.bag[Colour.WHITE] + t.bag[Colour.BLACK]
        if left > 0:
            if below(t, left) < t.bag[Colour.WHITE]:
                t.bag[Colour.WHITE] -= 1
                white += 1
            else:
                t.bag[Colour.BLACK] -= 1
                black += 1
    t.hand[seat, Colour.WHITE] += white
    t.hand[seat, Colour.BLACK] += black
    tell(t, Trace.DREW, seat, 0, 0, white + black, EVERYBODY)
    tell(t, Trace.DRAWN, seat, white, black, 0, 1 << seat if t.hidden_stones == 1 else EVERYBODY)


@rule
def mark(t, person, colour):
    """§06-01 D: put a marker of the arrow's colour, a stone from the bag, on the person.

    S-R3: it is a spare if the bag has none; S-R20: with `hidden_stones` nobody looks into the bag, so all markers are
    spares.
    """
    t.markers[person, colour] += 1
    if t.bag[colour] > 0 and t.hidden_stones == 0:
        t.bag[colour] -= 1
    else:
        t.spares[colour] += 1


@rule
def unmark(t, person, colour):
    """Take a marker off; S-R19: it goes to the spares while spares of its colour are in use, else to the bag."""
    t.markers[person, colour] -= 1
    if t.spares[colour] > 0:
        t.spares[colour] -= 1
    else:
        t.bag[colour] += 1


@rule
def has_moved(t, person):
    """Does the person have a marker?"""
    return t.markers[person, Colour.WHITE] + t.markers[person, Colour.BLACK] > 0


# what is said


DREW = {
    (False, False): _("{who} draws {count} stones"),
    (True, False): _("{who} draws {count} stone"),
    (False, True): _("{who} draws {count} stones ({white} white, {black} black)"),
    (True, True): _("{who} draws {count} stone ({white} white, {black} black)"),
}


def drew(group: Group, context: Context) -> str:
    """How many stones a seat draws, and their colours if the reader may know them."""
    fields = context.fields(group[0])
    seen = [context.fields(entry) for entry in group[1:] if entry.seat == group[0].seat]
    colours = seen[0] if seen else {}
    return Message(DREW[fields["count"] == 1, bool(seen)], tone="quiet", **{**colours, **fields})


def lost(group: Group, context: Context) -> str:
    """Stones that go back into the bag."""
    fields = context.fields(group[0])
    one, several = _("{who} puts {count} stone back into the bag"), _("{who} puts {count} stones back into the bag")
    return Message(one if fields["count"] == 1 else several, **fields)


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(
            Trace.DREW,
            drew,
            value="count:number",
            tone="quiet",
            joins=(Trace.DRAWN,),
            belongs=is_of_any_seat,
            cites="§06-01-A, S-R18",
        ),
        EntryKind(Trace.DRAWN, "", "white:number", "black:number", cites="§06-01-A, S-R18"),
        EntryKind(Trace.LOST_STONES, lost, value="count:number", cites="§09"),
    ),
)
