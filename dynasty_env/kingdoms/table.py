"""The table of Kingdoms: one record with the whole state of a game. Comments explain the fields."""

from dynasty_env.kingdoms.ids import ACTIONS
from dynasty_env.kingdoms.material import COUNTRIES, DECK_ROOM, DECKS, NOBODY, PERSONS, SEATS, Holder, Place
from dynasty_env.kit.engine.emptying import types
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.options import Option, fields_of
from dynasty_env.kit.phrases import _

STACK = 16
TRACE = 240

OPTIONS = (
    Option("num_players", 4, (2, 3, 4, 5, 6), "dynasties at the table"),
    Option("max_rounds", 20, (5, 10, 20, 40), "maximum number of rounds (K7 c; ch. 6)",
           called=_("Maximum number of rounds")),
    Option("abilities", True, (True, False), "special abilities beyond those that the table names (K29; ch. 7)",
           called=_("Persons have special abilities")),
    Option("kin_marriage", True, (True, False), "a king may marry a child of his own (K8; row 1)",
           called=_("A king may marry his own child")),
    Option("ask_forced", False, (False, True), "also ask decisions that have exactly one legal action (ch. 8)"),
)  # fmt: skip
FIELDS = [
    # the round
    ("turn", "i2"),  # 1, 2 … ; 0 during set-up
    ("turn_player", "i1"),
    ("first_player", "i1"),
    ("scythe", "i1"),  # seat that holds the scythe
    ("vetoed", "i1", (SEATS,)),  # 1: has refused the reaper in this turn
    ("refused", "i1", (PERSONS,)),  # 1: refused to the reaper in this turn
    # persons
    ("place", "i1", (PERSONS,), Place.GONE),  # a Place
    ("owner", "i1", (PERSONS,), NOBODY),  # seat of the person's dynasty, or -1
    ("liege", "i1", (PERSONS,), NOBODY),  # spouses and children: their king; everybody else -1
    ("born", "i1", (PERSONS,)),  # children: order of birth, from 1; everybody else 0
    ("rebel", "i1", (PERSONS,)),  # 1: in rebellion
    ("deck", "i1", (DECKS * DECK_ROOM,)),  # person decks, one after the other, top last
    ("deck_size", "i1", (DECKS,)),
    ("set_up_from", "i1", (DECKS,)),  # set-up: how many persons the dynasty has turned up from each deck
    # countries
    ("holder", "i1", (COUNTRIES,), Holder.INDEPENDENT),  # seat, or a Holder
    ("ruler", "i1", (COUNTRIES,), NOBODY),  # its king; the dead king while his countries are contested; or -1
    ("exhausted", "i1", (COUNTRIES,)),  # 1: turned sideways
    ("home", "i1", (SEATS,), NOBODY),  # each dynasty's home country, or -1
    # the action that is declared
    ("action", "i2", (), -1),  # its action id, or -1
    ("king", "i1", (), NOBODY),  # king who marries, procreates, or orders a recovery; or -1
    ("target", "i1", (), NOBODY),  # person it aims at, or -1
    ("actor", "i1", (), NOBODY),  # attacking commander, or the person who carries out or suppresses; or -1
    ("defender", "i1", (), NOBODY),  # defending commander, or -1
    ("country", "i1", (), NOBODY),  # battlefield, or country being granted; or -1
    ("committed", "i1", (COUNTRIES,)),  # a Side
    # the succession contest
    ("throne", "i1", (), NOBODY),  # the dead king whose countries are contested, or -1
    ("candidate", "i1", (SEATS,), NOBODY),  # person named by each seat, or -1
    ("arms", "i1", (SEATS,)),  # 1: this candidate takes up arms
]
"""The fields of the table, each with the value that means that it is empty."""

TABLE = table_dtype(header(ACTIONS, STACK, TRACE), [*fields_of(OPTIONS, "abilities", "kin_marriage"), *types(FIELDS)])
