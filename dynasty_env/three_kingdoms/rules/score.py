"""§25 of the first edition: points, and the end of the game."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, State, _
from dynasty_env.three_kingdoms.ids import Trace
from dynasty_env.three_kingdoms.material import AREA_NAMES, AREAS, COUNTRIES, NO_ONE, POINTS, SEATS, STRENGTH

from .forces import plays

BY_CARD, BY_FALL, BY_TURN = 1, 2, 3
"""How a game can end."""
MOST_POINTS = 146


@rule
def points(t, country):
    """§25.2: the strength of controlled areas, +2 for a large city, +1 for a small city."""
    found = 0
    for area in range(AREAS):
        if t.control[area] == country:
            found += POINTS[area]
    return found


@rule
def points_of_seat(t, seat):
    """The points of the country that the seat plays."""
    country = t.seat_country[seat]
    return points(t, country) if country != NO_ONE else 0


@rule
def finish(t, reason):
    """The game is over."""
    t.done = 1
    t.step = 0
    t.depth = 0
    tell(t, Trace.ENDED, 0, 0, 0, reason, EVERYBODY)


@rule
def end_if_alone(t):
    """T67: the game ends if only one country (not counting the clans) or one seat is left."""
    countries = 0
    seats = 0
    for country in range(COUNTRIES):
        if plays(t, country):
            countries += 1
            if t.country_seat[country] != NO_ONE:
                seats += 1
    if countries <= 1 or seats <= 1:
        finish(t, BY_FALL)


@rule
def is_left(t, seat):
    """Is the seat's country still in the game?"""
    return t.seat_country[seat] != NO_ONE and plays(t, t.seat_country[seat])


@rule
def standing(t, seat):
    """A number that is higher the better the seat stands; fallen seats rank behind all others."""
    return points_of_seat(t, seat) if is_left(t, seat) else -1


@rule
def returns(t, out):
    """Write every seat's returns into `out` (4, 11): row 0 win, 1 rank, 2 points, 3 gain.

    win: most points win (T19: minor powers do not compete), ties share +1, the others share -1; if all tie, everybody
    gets 0. rank: linear from +1 to -1, ties averaged. points: own points minus the mean of the others', divided by 146.
    gain: the same for the points gained since the start (T68), divided by 292.
    """
    n = t.num_players
    best = -1
    for seat in range(n):
        best = max(best, standing(t, seat))
    winners = 0
    total = 0
    gained = 0
    for seat in range(n):
        if standing(t, seat) == best:
            winners += 1
        total += points_of_seat(t, seat)
        gained += points_of_seat(t, seat) - t.start_points[t.seat_country[seat]]
    for row in range(4):
        for seat in range(SEATS):
            out[row, seat] = 0.0
    for seat in range(n):
        if winners < n:
            out[0, seat] = 1.0 / winners if standing(t, seat) == best else -1.0 / (n - winners)
        behind = 0
        ahead = 0
        for other in range(n):
            if standing(t, other) < standing(t, seat):
                behind += 1
            if standing(t, other) > standing(t, seat):
                ahead += 1
        out[1, seat] = (behind - ahead) / (n - 1)
        mine = points_of_seat(t, seat)
        out[2, seat] = (mine - (total - mine) / (n - 1)) / MOST_POINTS
        more = mine - t.start_points[t.seat_country[seat]]
        out[3, seat] = (more - (gained - more) / (n - 1)) / (2 * MOST_POINTS)


# what is said

WHY_OVER = {
    BY_CARD: _("the card that ends it is turned up"),
    BY_FALL: _("only one is left"),
    BY_TURN: _("the last turn is over"),
}


def over(group: Group, context: Context) -> str:
    """Why the game has ended."""
    return Message(_("the game ends: {reason}"), reason=WHY_OVER[group[0].value])


def account(state: State) -> list[tuple[str, ...]]:
    """§25.2: strength of areas, and cities."""
    view = state.view(None)
    rows: list[tuple[str, ...]] = []
    for country in view["seats"]:
        if country in view["countries"] and view["countries"][country]["status"] == "fallen":
            rows.append((Message(_("has fallen")),))
            continue
        held = [n for n, name in enumerate(AREA_NAMES) if view["areas"][name]["control"] == country]
        strength, total = (int(sum(table[area] for area in held)) for table in (STRENGTH, POINTS))
        areas = Message(_("strength of all areas ({n}): {m}"), n=len(held), m=strength)
        rows.append((areas, Message(_("cities: {n}"), n=total - strength)))
    return rows


CHAPTER = Chapter(
    __name__, entries=(EntryKind(Trace.ENDED, over, value="reason:number", tone="head", cites="T4, T67"),)
)
