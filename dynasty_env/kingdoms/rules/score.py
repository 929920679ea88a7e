"""K7: the end of the game, and the winner."""

from typing import Any

from dynasty_env.europe.rules.ending import country_score, has_country, has_empty_deck
from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kingdoms.material import COUNTRIES, PERSONS, PRESTIGE, Place
from dynasty_env.kit.engine import Chapter, rule
from dynasty_env.kit.seats.views import by_seat
from dynasty_env.kit.words import Context, EntryKind, Group, Message, State, _, joined

NO_KING, EMPTY_DECK, LAST_ROUND = 1, 2, 4
"""K7 a, b, c, as bits."""


@rule
def end_reasons(t):
    """K7: (a) a dynasty has no king, (b) a person deck is empty, (c) `max_rounds` rounds are over; 0: none."""
    reasons = 0
    for seat in range(t.num_players):
        if is_fallen(t, seat):
            reasons |= NO_KING
    if has_empty_deck(t):
        reasons |= EMPTY_DECK
    if t.turn == t.max_rounds * t.num_players:
        reasons |= LAST_ROUND
    return reasons


@rule
def is_fallen(t, seat):
    """K7 a, K18: a dynasty has no king exactly when it has no country."""
    return not has_country(t, seat)


@rule
def royal_score(t, seat):
    """K7: the prestige of all kings, spouses and children."""
    score = 0
    for person in range(PERSONS):
        if t.owner[person] == seat and t.place[person] != Place.NOBLE:
            score += PRESTIGE[person]
    return score


@rule
def country_count(t, seat):
    count = 0
    for country in range(COUNTRIES):
        if t.holder[country] == seat:
            count += 1
    return count


@rule
def points(t, seat):
    """K7: the sum of both parts; dynasties without a king have no points."""
    if is_fallen(t, seat):
        return 0
    return royal_score(t, seat) + country_score(t, seat)


@rule
def rank_key(t, seat):
    """K7: points, then prestige, then the number of countries; without a king: 0."""
    if is_fallen(t, seat):
        return 0
    return (points(t, seat) * 512 + royal_score(t, seat)) * 32 + country_count(t, seat)


# what is said


def over(group: Group, context: Context) -> str:
    """K7: which dynasties have ended the game, or what else has ended it."""
    t, reasons = context.table, group[0].value
    fallen = [seat for seat in range(t.num_players) if reasons & NO_KING and is_fallen(t, seat)]
    why = [Message(_("{who} is without a king"), who=context.who(seat)) for seat in fallen]
    why += [Message(_("a person deck is empty"))] * bool(reasons & EMPTY_DECK)
    why += [Message(_("the last round is over"))] * bool(reasons & LAST_ROUND)
    return Message(_("the game ends: {reasons}"), reasons=joined(", ", *why))


def score_table(state: State) -> list[dict[str, Any]]:
    """Every seat's current points (K7).

    Returns:
        A dict for each seat: ``royals`` (prestige of kings, spouses, children), ``countries`` (power), ``count`` (of
            countries), ``fallen`` (without a king), and ``points``: the sum of the first two, 0 without a king.
    """
    return by_seat(
        state, points=points, royals=royal_score, countries=country_score, count=country_count, fallen=has_fallen
    )


def has_fallen(t: Any, seat: int) -> bool:
    """Whether a dynasty is without a king; always False during set-up."""
    return bool(is_fallen(t, seat)) and t.turn > 0


def account(state: State) -> list[tuple[str, ...]]:
    """K7: royals and countries."""
    rows: list[tuple[str, ...]] = []
    for row in score_table(state):
        royals = Message(_("kings, spouses and children: {n}"), n=row["royals"])
        items = [royals, Message(_("countries: {n}"), n=row["countries"])]
        items += [Message(_("without a king, so no points"))] if row["fallen"] else []
        rows.append(tuple(items))
    return rows


CHAPTER = Chapter(__name__, entries=(EntryKind(Trace.ENDED, over, value="reasons:number", tone="head", cites="K7"),))
