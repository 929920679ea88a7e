"""§3, §6–§8: the turn, the cup with the markers, the thaw, minor powers and clans; the phase of a power."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, below, rule, tell
from dynasty_env.kit.engine.emptying import emptying
from dynasty_env.kit.words import Chosen, Context, EntryKind, Group, Message, _
from dynasty_env.three_kingdoms.ids import Step, Trace
from dynasty_env.three_kingdoms.material import (
    AREAS,
    CARDS,
    CLANS,
    COUNTRIES,
    FIRST_YEAR,
    NO_ONE,
    SIDES,
    TURNS,
    TURNS_OF_PERIOD,
    Work,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.table import FIELDS, MARKERS, THAW, TRACE

from .forces import area_count, plays
from .frames import then, then_with
from .score import BY_TURN, finish

ROOM_OF_TURN = 200
"""The number of entries that one turn without a decision may leave."""


@rule
def turn(t):
    """§3.1: the next turn begins with the destiny phase; in a new period, its cards are shuffled (T4)."""
    if t.free_moves == 1:  # the set-up is over
        clear_phase(t)
        t.free_moves = 0
    if t.turn == TURNS or (t.max_turns > 0 and t.turn - t.first_turn + 1 >= t.max_turns):
        finish(t, BY_TURN)
        return
    t.turn += 1
    if (t.turn - 1) % TURNS_OF_PERIOD == 0 or t.turn == t.first_turn:
        for card in range(CARDS):
            t.turned[card] = 0
    for country in range(COUNTRIES):
        for other in range(COUNTRIES):
            t.last_answer[country, other] = t.answer[country, other]
            t.answer[country, other] = 0
    if t.trace_length > TRACE - ROOM_OF_TURN:
        t.trace_length = 0  # after turns without any decision: only the last one is reported
    tell(t, Trace.TURN, 0, 0, 0, t.turn, EVERYBODY)
    then(t, Step.DESTINY)


@rule
def fill_cup(t):
    """§6.1–§6.3: a marker for every country in the game, one for the clans if they are on the map, and the thaw."""
    for country in range(COUNTRIES):
        t.cup[country] = 1 if plays(t, country) else 0
    t.cup[CLANS] = 1 if area_count(t, CLANS) > 0 else 0
    t.cup[THAW] = 1


@rule
def marker(t):
    """§6.4–§6.6: a marker is drawn and its phase resolved; when the cup is empty, the turn ends."""
    left = 0
    for kind in range(MARKERS):
        left += t.cup[kind]
    if left == 0:
        then(t, Step.TURN)
        return
    nth = below(t, left)
    drawn = THAW
    for kind in range(MARKERS):
        if t.cup[kind] == 1:
            if nth == 0:
                drawn = kind
            nth -= 1
    t.cup[drawn] = 0
    tell(t, Trace.MARKER, 0, 0, 0, drawn, EVERYBODY)
    then(t, Step.MARKER)
    if drawn == THAW:
        thaw(t)
    elif drawn == CLANS or t.country_seat[drawn] == NO_ONE:
        grow(t, drawn)
    else:
        begin_phase(t, drawn)


@rule
def thaw(t):
    """§7.2: one ban marker is removed from every side that has any."""
    found = 0
    for side in range(SIDES):
        if t.bans[side] > 0:
            t.bans[side] -= 1
            found += 1
    tell(t, Trace.THAWED, 0, 0, 0, found, EVERYBODY)


@rule
def grow(t, owner):
    """§8.2, §8.3: one more soldier in each of the owner's areas, with or without generals."""
    found = 0
    for area in range(AREAS):
        if t.control[area] == owner:
            t.troops[area] += 1
            found += 1
    tell(t, Trace.GREW, 0, owner, 0, found, EVERYBODY)


@rule
def begin_phase(t, power):
    """§9: a power's action step, then its redeployment (§25)."""
    t.power = power
    clear_phase(t)
    allow_work(t)
    then(t, Step.PHASE_END)
    then_with(t, Step.REDEPLOYMENT, -1, 0)
    then(t, Step.DUTY)
    then(t, Step.ACTION_STEP)


@rule
def allow_work(t):
    """§9.3: each area of the power may act."""
    for area in range(AREAS):
        if t.control[area] == t.power:
            t.work[area] = Work.FREE


clear_phase = emptying(
    "clear_phase", FIELDS, "points", "directed_size", "target", "marching_clans", "directed", "allied", "invaded",
    "ally_troops", "ally_generals", "asked", "tired", "work", "clan_group", "clans_invaded", "barred", "force", "sent",
    "moved_in", "acted", "role", "picked",
)  # fmt: skip
"""Clear what is left of an earlier phase: units are fresh, points and alliances have lapsed (§11.7, §12.2, §13.3)."""


@rule
def end_phase(t):
    """The phase is over."""
    clear_phase(t)
    t.power = NO_ONE


# what is said


def turn_begins(group: Group, context: Context) -> str:
    """A turn, and its year."""
    number = group[0].value
    return Message(_("turn {turn}, the year {year}"), turn=number, year=FIRST_YEAR + number - 1)


MARKER_TEXTS = {True: _("the thaw marker is drawn"), False: _("the marker of {country} is drawn")}
THAWED_TEXTS = (
    _("there is no ban marker to remove"),
    _("the thaw removes 1 ban marker"),
    _("the thaw removes {count} ban markers"),
)

CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.TURN, turn), Automatic(Step.MARKER, marker), Automatic(Step.PHASE_END, end_phase)),
    entries=(
        EntryKind(Trace.TURN, turn_begins, value="turn:number", tone="head", cites="§3.1"),
        EntryKind(
            Trace.MARKER,
            Chosen(lambda entry: entry.value == THAW, MARKER_TEXTS),
            value="country",
            tone="quiet",
            cites="§6.4",
        ),
        EntryKind(
            Trace.THAWED, Chosen(lambda entry: min(entry.value, 2), THAWED_TEXTS), value="count:number", cites="§7.2"
        ),
        EntryKind(
            Trace.GREW,
            nouns.by_owner(_("{country} grows by {troops}"), _("the clans grow by {troops}")),
            "country",
            value="troops",
            cites="§8.2",
        ),
    ),
)
