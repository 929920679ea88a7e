"""The table of Shinsengumi: one record that holds the whole state of a game. Comments explain the fields."""

from dynasty_env.kit.engine.emptying import types
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.options import Option, fields_of
from dynasty_env.kit.phrases import _
from dynasty_env.shinsengumi.ids import ACTIONS
from dynasty_env.shinsengumi.material import ARROWS, CELLS, COLOURS, EVENTS, NOBODY, NOWHERE, PERSONS, SEATS, STONES

STACK = 12
TRACE = 300

OPTIONS = (
    Option("num_players", 4, (1, 2, 3, 4, 5), "players at the table (§02: 2–4 are recommended)"),
    Option("hidden_stones", False, (False, True), "stones in the others' hands are hidden (S-R5; ch. 3.1)",
           called=_("Stones in hands are hidden from the others")),
    Option("ask_forced", False, (False, True), "also ask decisions that have exactly one legal action (ch. 9)"),
)  # fmt: skip
FIELDS = [
    # the turn
    ("turn", "i1"),  # 1 … 12; 0 during set-up
    ("turn_player", "i1"),
    ("namings", "i1"),  # how many persons have been named in this turn
    # persons
    ("chip", "i1", (SEATS,), NOBODY),  # each seat's self: the person in whom its player lives, or -1
    ("place", "i1", (PERSONS,)),  # a Place
    ("cell", "i1", (PERSONS,), NOWHERE),  # the person's cell, or -1
    ("markers", "i1", (PERSONS, COLOURS)),  # stones on a person who has moved
    ("attached", "i1", (PERSONS,), NOBODY),  # event attached to the person, which is under him, or -1
    ("person_pile", "i1", (PERSONS,)),  # face down, top last
    ("person_pile_size", "i1"),
    # events
    ("event_place", "i1", (EVENTS,)),  # an EventPlace
    ("event_cell", "i1", (EVENTS,), NOWHERE),  # the event's cell, or -1
    ("event_pile", "i1", (EVENTS,)),  # face down, top last
    ("event_pile_size", "i1"),
    ("powder", "i1", (), NOBODY),  # seat that keeps the Ishida powder, or -1
    ("board", "i1", (CELLS,), NOBODY),  # what is on each cell: person, PERSONS + event, or -1
    # stones
    ("bag", "i1", (COLOURS,), STONES),
    ("spares", "i1", (COLOURS,)),  # how many markers on the board are spares, not stones of the bag (S-R3)
    ("hand", "i1", (SEATS, COLOURS)),
    ("laid", "i1", (ARROWS,)),  # stones on the arrows of the person who is about to move
    # with hidden_stones: stones known to be in the bag since the last draw
    ("returned", "i1", (COLOURS,)),  # … by everybody
    ("lost", "i1", (SEATS, COLOURS)),  # … by one seat, which lost them with its self
    # what is going on
    ("turned_up", "i1", (), NOBODY),  # event being placed, or -1
    ("mover", "i1", (), NOBODY),  # person named, or -1
    ("origin", "i1", (), NOWHERE),  # cell he moves from, or -1
    ("due", "i1", (EVENTS,)),  # 1: its fight has still to be fought
    ("fighting", "i1", (), NOBODY),  # event being fought, or -1
    ("facing", "i1", (PERSONS,)),  # 1: still has to fight at Aburanokoji
]
"""The fields of the table, each with the value that means that it is empty."""

TABLE = table_dtype(header(ACTIONS, STACK, TRACE), [*fields_of(OPTIONS), *types(FIELDS)])
