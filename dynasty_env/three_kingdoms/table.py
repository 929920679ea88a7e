"""The table of Three Kingdoms: one record that holds the whole state of a game."""

from dynasty_env.kit.engine.emptying import types
from dynasty_env.kit.engine.table import header, table_dtype
from dynasty_env.kit.options import Option, fields_of
from dynasty_env.kit.phrases import _
from dynasty_env.three_kingdoms.ids import ACTIONS
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CARDS,
    COUNTRIES,
    GENERALS,
    NO_ONE,
    NOWHERE,
    OWNERS,
    SCENARIO_NAMES,
    SCENARIOS,
    SEATS,
    SIDES,
    Work,
)

STACK = 64
TRACE = 280
THAW = OWNERS
"""The thaw marker, after the markers of the countries and of the clans."""
MARKERS = OWNERS + 1
DIRECTED = 16
DUELLISTS = 5
USUAL_SEATS = 4
"""T37: the number of seats if none is given; fewer if the scenario has fewer powers."""
CHOSEN = 11
"""The value of the option `powers` by which seats choose their powers (T81)."""

OPTIONS = (
    Option("num_players", USUAL_SEATS, tuple(range(2, SEATS + 1)),
           "number of seats; by default no more than there are powers; more is an error (T37)"),
    Option("scenario", 1, tuple(range(SCENARIOS + 1)),
           "a scenario; 0: the campaign; the default is the first that has a power for each seat, so with eleven seats "
           "2",
           called=_("Scenario"), called_values=dict(enumerate(("the campaign", *SCENARIO_NAMES)))),
    Option("powers", 0, tuple(range(CHOSEN + 1)),
           "who plays which power: seats take the powers of T69, rotated by that many places; 11: they choose, in seat "
           "order (T81)",
           called=_("By how many seats the powers are rotated"),
           called_values={0: _("0: as the scenario lists them"), CHOSEN: _("the players choose their powers")}),
    Option("max_turns", 0, (0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30),
           "number of turns after which the game ends; 0: it ends with its card",
           called=_("Number of turns"), called_values={0: _("until a card ends the game")}),
    Option("ask_forced", False, (False, True), "also ask decisions that have exactly one legal action"),
)  # fmt: skip
FIELDS = [
    # the turn
    ("turn", "i1"),  # 1 … 45
    ("first_turn", "i1"),
    ("last_period", "i1"),  # the end card of this period ends the game
    ("turned", "i1", (CARDS,)),  # 1: this card of the period has been turned up
    ("cup", "i1", (MARKERS,)),  # 1: this marker is in the cup
    # countries
    ("seat_country", "i1", (SEATS,), NO_ONE),  # country that each seat plays, or -1
    ("country_seat", "i1", (COUNTRIES,), NO_ONE),  # seat that plays each country, -1: a minor power
    ("status", "i1", (COUNTRIES,)),  # a Status
    ("ruler", "i2", (COUNTRIES,), NO_ONE),
    ("heir", "i1", (COUNTRIES,)),  # the ruler's place in the line of heirs
    ("start_points", "i2", (COUNTRIES,)),
    ("answer", "i1", (COUNTRIES, COUNTRIES)),  # answer to the alliance asked for by the first: 1 no, 2 yes
    ("last_answer", "i1", (COUNTRIES, COUNTRIES)),  # last turn's
    # areas
    ("control", "i1", (AREAS,)),  # country, CLANS, or -1
    ("troops", "i2", (AREAS,)),  # of the controlling country; in a fight, of the defender
    ("tired", "i2", (AREAS,)),  # how many of them have acted, or have come in during this step
    ("bans", "i1", (SIDES,)),
    # generals
    ("place", "i1", (GENERALS,)),  # a Place
    ("unit", "i1", (GENERALS,)),  # which of his units represents him
    ("country", "i1", (GENERALS,), NO_ONE),
    ("area", "i1", (GENERALS,), NOWHERE),  # -1: on the way to his ruler
    ("acted", "i1", (GENERALS,)),
    ("role", "i1", (GENERALS,)),  # a Role
    ("picked", "i1", (GENERALS,)),  # 1: named for the current decision
    ("goal", "i1", (GENERALS,), NOWHERE),  # area where he flees, or -1
    # the phase of a power
    ("power", "i1", (), NO_ONE),  # whose phase it is, or -1
    ("points", "i2"),  # points of diplomacy
    ("work", "i1", (AREAS,), Work.NOTHING),  # a Work
    ("allied", "i1", (COUNTRIES,)),  # a Pact
    ("invaded", "i1", (COUNTRIES,)),  # 1: has been invaded in this phase
    ("ally_troops", "i2", (COUNTRIES,)),  # how many units an allied power may still use
    ("ally_generals", "i2", (COUNTRIES,)),
    ("directed", "i1", (DIRECTED,), NO_ONE),  # minor powers, and OWNERS + number of a clan group, in the order allied
    ("directed_size", "i1"),
    ("clan_group", "i1", (AREAS,)),  # number of the area's allied clan group, from 1; 0: none
    ("clans_invaded", "i1", (AREAS,)),  # 1: the clan group of this area was invaded in this phase
    ("barred", "i4", (AREAS,)),  # who may not aim there again: bits of countries, and of OWNERS + a clan group
    # an invasion, and the fight that it leads to
    ("target", "i1", (), NOWHERE),  # or -1
    ("force", "i2", (AREAS,)),  # troops that march from each area
    ("marching_clans", "i1"),  # number of the clan group that is marching or marched last; 0: none
    ("asked", "i1", (COUNTRIES,)),  # 1: has been invited to this invasion
    ("battle", "i1", (), NOWHERE),  # area of the fight, or -1
    ("army", "i2", (OWNERS,)),  # attacking troops of each country
    ("defender", "i1", (), NO_ONE),  # country or CLANS
    # the victor if no attacker is left: the power, else the first in the list
    ("first_attacker", "i1", (), NO_ONE),
    ("across_rivers", "i1"),  # 1: every attacking unit came across a river
    ("player", "i1", (2,), -1),  # seat that plays each army, -1: the neutral policy
    ("rounds", "i1"),
    ("method", "i1"),
    ("number", "i1"),  # most generals per side
    ("duellist", "i2", (2 * DUELLISTS,), NO_ONE),  # during a duel: who faces whom, -1 a clansman …
    ("ahead", "i1", (DUELLISTS,)),  # … and the attacker's lead
    ("had_troops", "i1"),  # 1: the defender began the fight with troops
    ("hurt", "i1", (2,)),  # 1: the army has suffered a loss
    ("fled", "i1", (), -1),  # army that retreats, or -1
    ("split", "i1"),  # how losses of a joint army are shared
    ("split_with", "i1", (), -1),
    ("taken_by", "i1", (COUNTRIES,), NO_ONE),  # who took the area that the country lost last, or -1
    # redeployment
    ("free_moves", "i1"),  # 1: set-up, when distance does not count
    ("sent", "i8", (AREAS,)),  # bits of the areas that this one has already sent units to
    ("reach", "i1", (AREAS,)),  # marks: where leaving units may go; the first area of each clan group
    ("moved_in", "i2", (AREAS,)),  # troops that have come in by redeployment
]
"""The fields cleared before a game is dealt: name, type, shape, and the value that means empty."""

TABLE = table_dtype(header(ACTIONS, STACK, TRACE), [*fields_of(OPTIONS), *types(FIELDS)])
