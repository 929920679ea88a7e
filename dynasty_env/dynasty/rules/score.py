"""§07: the end of the game, the points, and the ranking of the dynasties."""

from typing import Any

from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import BASE_PERSONS, NOBODY, PERSONS, WITCH, WITCH_SPOUSE, Event, EventPlace, Place
from dynasty_env.europe.rules.ending import country_score, finish, has_country, has_empty_deck
from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.seats.views import by_seat
from dynasty_env.kit.words import Context, EntryKind, Group, Message, State, _, joined

from .people import is_spouse
from .stats import ambition, fertility, governance, life, prestige, war_value
from .territories import occupied_power

CHILDLESS_KING, NO_TERRITORY, EMPTY_DECK = 1, 2, 4
"""§07-01 a, b, c, as bits."""


@rule
def end_reasons(t):
    """§07-01: (a) a king has died childless, (b) a dynasty has no territory, (c) a person deck is empty; 0: none."""
    reasons = 0
    for seat in range(t.num_players):
        if t.childless[seat] == 1:
            reasons |= CHILDLESS_KING
        if t.fallen[seat] == 1 or not has_country(t, seat):
            reasons |= NO_TERRITORY
    if has_empty_deck(t):
        reasons |= EMPTY_DECK
    return reasons


@rule
def end_game(t, reasons):
    """End the game; SW02-06-03: then check whether the Neuroi have won. `reasons`: bits of §07-01 a, b, c."""
    finish(t, reasons)
    if neuroi_win(t):
        tell(t, Trace.NEUROI_WON, 0, 0, 0, occupied_power(t), EVERYBODY)


@rule
def ruined(t, seat):
    """§07-01: its king died childless, or it has no territory; SW02-06-01, D-R68: or it once found no refuge."""
    return t.childless[seat] == 1 or t.fallen[seat] == 1 or not has_country(t, seat)


@rule
def royal_score(t, seat):
    """§07-02 (A): prestige of the royals (king, spouse and children), including the pope's bonus."""
    score = 0
    for person in range(PERSONS):
        if t.owner[person] == seat and Place.KING <= t.place[person] <= Place.CHILD:
            score += prestige(t, person)
    return score


@rule
def witch_score(t, seat):
    """SW02-05: 10 for each spouse who is a witch."""
    score = 0
    for person in range(BASE_PERSONS, PERSONS):
        if WITCH[person] == 1 and is_spouse(t, seat, person):
            score += WITCH_SPOUSE
    return score


@rule
def points(t, seat):
    """§07-02: a dynasty's points, A + B; SW02-05: plus those for witches. §07-01: a ruined dynasty has none."""
    if ruined(t, seat):
        return 0
    return royal_score(t, seat) + country_score(t, seat) + witch_score(t, seat)


@rule
def neuroi_win(t):
    """SW02-06-03: is the Neuroi card on the table, and does no dynasty's score exceed the power that they occupy?"""
    if t.event_place[Event.NEUROI] != EventPlace.TABLE:
        return False
    for seat in range(t.num_players):
        if points(t, seat) > occupied_power(t):
            return False
    return True


@rule
def rank_key(t, seat):
    """§07-02: a number that is higher for a dynasty in a better place; 0 for a ruined one.

    SW02-06-03, D-R60: when the Neuroi win, it is 0 for everybody.
    """
    return 0 if ruined(t, seat) or neuroi_win(t) else standing(t, seat)


@rule
def standing(t, seat):
    """§07-02: the rank of a dynasty that is not ruined, as one number.

    It compares points, then A, then the king's prestige, governance, war, ambition, life and fertility.
    """
    royals = royal_score(t, seat)
    key = (royals + country_score(t, seat) + witch_score(t, seat)) * 256 + royals
    king = t.king[seat]
    if king == NOBODY:
        return (key + 1) << 24
    key = key * 16 + prestige(t, king)
    key = key * 16 + governance(t, king)
    key = key * 16 + war_value(t, king)
    key = key * 16 + ambition(t, king)
    key = key * 16 + life(t, king)
    key = key * 16 + fertility(t, king)
    return key + 1


# what is said


def over(group: Group, context: Context) -> str:
    """§07-01: which dynasties have ended the game, and how; or that a deck is empty."""
    t, reasons = context.table, group[0].value
    childless = [seat for seat in range(t.num_players) if reasons & CHILDLESS_KING and t.childless[seat]]
    landless = [
        seat for seat in range(t.num_players)
        if reasons & NO_TERRITORY and (t.fallen[seat] or not has_country(t, seat))
    ]  # fmt: skip
    why = [Message(_("the king of {who} has died childless"), who=context.who(seat)) for seat in childless]
    why += [Message(_("{who} has no territory"), who=context.who(seat)) for seat in landless]
    why += [Message(_("a person deck is empty"))] * bool(reasons & EMPTY_DECK)
    return Message(_("the game ends: {reasons}"), tone="head", reasons=joined(", ", *why))


def score_table(state: State) -> list[dict[str, Any]]:
    """Every seat's current points (§07-02).

    Returns:
        A dict for each seat: ``royals`` (A, including the pope), ``countries`` (B), ``witches`` (SW02-05), ``ruined``
            (§07-01), and ``points``: the sum of the first three, 0 for a ruined dynasty.
    """
    return by_seat(
        state, points=points, royals=royal_score, countries=country_score, witches=witch_score, ruined=ruined
    )


def account(state: State) -> list[tuple[str, ...]]:
    """§07-02: royals, countries, witches."""
    rows: list[tuple[str, ...]] = []
    for row in score_table(state):
        items = [Message(_("royals and pope: {n}"), n=row["royals"]), Message(_("countries: {n}"), n=row["countries"])]
        items += [Message(_("witches: {n}"), n=row["witches"])] if row["witches"] else []
        items += [Message(_("ruined, so no points"))] if row["ruined"] else []
        rows.append(tuple(items))
    return rows


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(Trace.ENDED, over, value="reasons:number", tone="head", cites="§07-01"),
        EntryKind(
            Trace.NEUROI_WON,
            _("the Neuroi win with a power of {power}: all dynasties lose"),
            value="power:number",
            tone="bad",
            cites="SW02-06-03, D-R60",
        ),
    ),
)
