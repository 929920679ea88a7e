"""What a seat sees of persons and countries, in both Dynasty and Kingdoms."""

from numpy import int8

from dynasty_env.europe.material import COUNTRIES
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import SEATS

NO_SEAT = SEATS  # in place of a seat counted from me: there is none, or I may not know it
OUT_OF_PLAY = NO_SEAT + 1  # of countries: nobody holds them, and they are not independent


@rule
def observe_places(t, me, seen):
    """Where each person is, the owner counted from me, and the order of birth."""
    first, players = int8(me), int8(t.num_players)
    for person in range(len(t.place)):
        owner = t.owner[person]
        clockwise = owner - first if owner >= first else owner - first + players
        seen.places[person] = t.place[person]
        seen.owners[person] = NO_SEAT if owner < 0 else clockwise
        seen.born[person] = t.born[person]


@rule
def observe_holders(t, me, seen):
    """A country without a holder is independent, out of play or occupied: -1, -2, -3 in the table; 6, 7, 8 here."""
    first, players = int8(me), int8(t.num_players)
    for country in range(COUNTRIES):
        holder = t.holder[country]
        clockwise = holder - first if holder >= first else holder - first + players
        seen.holders[country] = NO_SEAT - 1 - holder if holder < 0 else clockwise
