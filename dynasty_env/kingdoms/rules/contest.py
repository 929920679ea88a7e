"""The succession contest (王位継承争い) for the countries of a king who died without a child."""

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

from dynasty_env.europe.rules.rights import right
from dynasty_env.kingdoms.ids import DECLARE, PERSON, Step, Trace
from dynasty_env.kingdoms.material import ARMS, COLOUR, COUNTRIES, MOST_TIES, NOBODY, PERSONS, PRESTIGE, Holder, Place
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, offers, push, rule, some, tell
from dynasty_env.kit.engine.odds import FACES, at_most
from dynasty_env.kit.words import CHANCES, Chance, Chosen, EntryKind, Message, Phase, State, _, joined

from .countries import succeed_to
from .death import dies
from .decks import turn_up
from .persons import may_be_crowned, settle
from .setup import forget_contest


@rule
def may_stand(t, person):
    """K24: a child or noble of any dynasty, but not a rebel."""
    return t.owner[person] != NOBODY and may_be_crowned(t, t.owner[person], person)


has_candidate = some(PERSONS, may_stand)
"""Can anybody be named?"""


@rule
def hold_contest(t):
    """Beginning with the turn player, every player names a candidate (a: how many have); then they roll."""
    if t.a == t.num_players:
        decide(t)
    elif t.a == 0 and not has_candidate(t, t.seat):
        do_without(t)
    else:
        push(t, Step.CONTEST, t.seat, t.a + 1, 0)
        push(t, Step.CANDIDATE, (t.seat + t.a) % t.num_players, 0, 0)


@rule
def play_candidate(t, action):
    t.candidate[t.seat] = action - PERSON
    tell(t, Trace.STANDS, t.seat, action - PERSON, t.owner[action - PERSON], 0, EVERYBODY)
    push(t, Step.ARMS, t.seat, 0, 0)


@rule
def play_arms(t, action):
    if action == DECLARE:
        t.arms[t.seat] = 1
        tell(t, Trace.ARMED, t.seat, t.candidate[t.seat], 0, 0, EVERYBODY)


@rule
def decide(t):
    """The winner becomes king of the contested countries, which now belong to his dynasty.

    K27: then those who took up arms and lost take a check, in naming order; K31: before that, a dynasty without its
    home country gets a new one.
    """
    throne = t.throne + 0
    winner = t.candidate[winning_seat(t)] + 0
    for place in range(t.num_players - 1, -1, -1):
        seat = (t.seat + place) % t.num_players
        if takes_check(t, seat, winner):
            push(t, Step.CHECK, t.seat, t.candidate[seat], ARMS)
    push(t, Step.HOMES, t.seat, 0, 0)
    owner = t.owner[winner] + 0
    settle(t, winner, owner, Place.KING, NOBODY)
    succeed_to(t, winner, owner, throne)
    forget_contest(t)


@rule
def takes_check(t, seat, winner):
    """Does the candidate of this naming take a check: did he take up arms and lose?

    K25: if several namings of him did, he takes one check, at the first; a person who wins by one naming has lost by
    none.
    """
    person = t.candidate[seat]
    if t.arms[seat] == 0 or person == winner:
        return False
    first = t.seat + 0
    while first != seat:
        if t.candidate[first] == person and t.arms[first] == 1:
            return False
        first = (first + 1) % t.num_players
    return True


@rule
def winning_seat(t):
    """One die + prestige each (K25: each naming has its own), +1 for arms; tied namings all roll again (K37).

    K25: a tie between namings of the same person is a win; K26: after ten ties the earliest in naming order wins.
    Returns the seat that named the winner.
    """
    standing = (1 << t.num_players) - 1
    for ties in range(1, MOST_TIES + 1):
        standing = roll_off(t, standing)
        if is_settled(t, standing):
            return first_of(t, standing)
        tell(t, Trace.TIED, 0, 0, 0, ties, EVERYBODY)
    return first_of(t, standing)


@rule
def roll_off(t, standing):
    """The remaining candidates (bits of seats) roll once, in naming order. Returns those with the highest total."""
    best = -1
    highest = 0
    for place in range(t.num_players):
        seat = (t.seat + place) % t.num_players
        if standing >> seat & 1:
            face = die(t)
            total = face + PRESTIGE[t.candidate[seat]] + ARMS * t.arms[seat]
            tell(t, Trace.ROLLED, seat, t.candidate[seat], total, face, EVERYBODY)
            if total > best:
                best = total
                highest = 0
            if total == best:
                highest |= 1 << seat
    return highest


@rule
def is_settled(t, standing):
    """Do all these namings name the same person?"""
    first = first_of(t, standing)
    for seat in range(t.num_players):
        if standing >> seat & 1 and t.candidate[seat] != t.candidate[first]:
            return False
    return True


@rule
def first_of(t, standing):
    """The earliest of these namings."""
    for place in range(t.num_players):
        seat = (t.seat + place) % t.num_players
        if standing >> seat & 1:
            return seat
    return NOBODY


@rule
def do_without(t):
    """K28: without a candidate, the top card of the dead king's colour becomes king for the old dynasty.

    If that deck is empty, the countries become independent and normal.
    """
    throne = t.throne + 0
    deck = COLOUR[throne]
    push(t, Step.HOMES, t.seat, 0, 0)
    if t.deck_size[deck] > 0:
        seat = holder_of_throne(t)
        king = turn_up(t, deck, seat, Place.KING, NOBODY)
        succeed_to(t, king, seat, throne)
    else:
        for country in range(COUNTRIES):
            if t.ruler[country] == throne:
                t.holder[country] = Holder.INDEPENDENT
                t.ruler[country] = NOBODY
                t.exhausted[country] = 0
                tell(t, Trace.FREED, 0, country, 0, 0, EVERYBODY)
    forget_contest(t)


@rule
def holder_of_throne(t):
    """The dynasty whose king has died."""
    for country in range(COUNTRIES):
        if t.ruler[country] == t.throne:
            return t.holder[country] + 0
    return NOBODY


# what is said

Naming = tuple[int, int]
"""A person named in a succession contest, and 1 if he takes up arms."""


def throne(namings: tuple[Naming, ...], person: int) -> float:
    """The chance that a person wins the succession contest among these namings, in their order (K25, K26)."""
    return _throne(namings, person, 1)


@cache
def _throne(namings: tuple[Naming, ...], person: int, ties: int) -> float:
    if len({named for named, _ in namings}) == 1 or ties > MOST_TIES:
        return float(namings[0][0] == person)
    return sum(chance * _throne(highest, person, ties + 1) for highest, chance in _rolled(namings).items())


@cache
def _rolled(namings: tuple[Naming, ...]) -> dict[tuple[Naming, ...], float]:
    """The namings left after everybody has rolled once, with their chance."""
    chances: dict[tuple[Naming, ...], float] = {}
    bonus = [int(PRESTIGE[person]) + ARMS * arms for person, arms in namings]
    for top in {more + face for more in bonus for face in range(1, FACES + 1)}:
        at = [float(1 <= top - more <= FACES) / FACES for more in bonus]
        below = [at_most(top - 1 - more) for more in bonus]
        for highest in product((False, True), repeat=len(namings)):
            chance = 1.0
            for number, is_top in enumerate(highest):
                chance *= at[number] if is_top else below[number]
            if chance and any(highest):
                left = tuple(naming for naming, is_top in zip(namings, highest, strict=True) if is_top)
                chances[left] = chances.get(left, 0.0) + chance
    return chances


def throne_is_empty(state: State) -> str:
    """The countries that are contested, and after whose death."""
    countries = joined(", ", *state.view(state.seat)["contest"]["countries"])
    text = _("{person} has died without a child: who will rule {countries}?")
    return Message(text, person=nouns.person(int(state.record["throne"])), countries=countries)


def candidate(named: Mapping[str, Any]) -> str:
    """A naming of a view, in words."""
    text = _("{person} (by {who}, in arms)") if named["arms"] else _("{person} (by {who})")
    return Message(text, person=named["person"], who=nouns.agent(named["seat"]))


def named_so_far(state: State) -> str:
    """The candidates named so far."""
    named = [candidate(each) for each in state.view(state.seat)["contest"]["candidates"]]
    text = _("Named so far: {names}. Chances of the throne count only these candidates and yours.")
    return Message(text, names=joined(", ", *named)) if named else ""


def _named(state: State) -> tuple[Naming, ...]:
    """The namings in the contest so far, from the turn player on."""
    record, players = state.record, state.num_players
    seats = ((int(record["turn_player"]) + place) % players for place in range(players))
    return tuple((int(record["candidate"][s]), int(record["arms"][s])) for s in seats if record["candidate"][s] >= 0)


def as_candidate(state: State, person: int) -> str | Chance:
    """The chance of the throne for the last seat that names a candidate."""
    named = _named(state)
    return _wins(state, (*named, (person, 0)), person) if named else ""


def _wins(state: State, named: tuple[Naming, ...], person: int) -> Chance:
    """The chance that the throne goes to a person's dynasty, no matter who has named the person."""
    return Chance(throne(named, person), "wins", seat=state.record["owner"][person])


def in_arms(state: State, armed: int) -> str:
    """The deciding seat's candidate is the last named so far; K25: a person named twice can win by either naming."""
    *others, (person, _arms) = _named(state)
    wins = _wins(state, (*others, (person, armed)), person)
    message = Message(CHANCES["wins"], chance=wins) if others else ""
    risk = Message(_("dies {chance} if he loses"), chance=dies(state, person, ARMS)) if armed else ""
    return joined("; ", message, risk)


STANDS_TEXTS = {True: _("{who} names {person} as candidate"), False: _("{who} names {person} of {owner} as candidate")}

CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.CANDIDATE,
            offers(PERSON, PERSONS, may_stand),
            asks=_("Whom do you name for the throne?"),
            why=_(
                "A king has died without a child. Every dynasty names a candidate, its own or another's; a die plus "
                "prestige decides. The countries go to the winner's dynasty."
            ),
            says={"person": _("name {person}")},
            facts=(nouns.prestige, nouns.life, nouns.where),
            stakes=throne_is_empty,
            chance=as_candidate,
            condition=named_so_far,
            cites="contest A, K24",
            decides="every seat from the turn player on",
        ),
        right(
            Step.ARMS,
            asks=_("Does your candidate take up arms?"),
            why=_("It adds one to the roll. A candidate who still loses takes a death check."),
            says={"declare": _("take up arms: +1, and a death check if he loses"), "pass": _("keep the peace")},
            stakes=throne_is_empty,
            chance={"declare": lambda state, _: in_arms(state, 1), "pass": lambda state, _: in_arms(state, 0)},
            condition=named_so_far,
            cites="contest M, K37",
            decides="each, right after naming",
        ),
    ),
    automatic=(Automatic(Step.CONTEST, hold_contest),),
    entries=(
        EntryKind(
            Trace.STANDS,
            Chosen(lambda entry: entry.object == entry.seat, STANDS_TEXTS),
            "person",
            "owner:seat",
            cites="contest A, K24",
        ),
        EntryKind(Trace.ARMED, _("{who} lets {person} take up arms"), "person", cites="contest M"),
        EntryKind(
            Trace.ROLLED,
            _("{who} rolls {face} for {person}: {total} in all"),
            subject="person",
            object="total:number",
            value="face:number",
            cites="contest D, K25",
        ),
        EntryKind(
            Trace.TIED,
            _("a tie: those with the highest total roll again ({ties})"),
            value="ties:number",
            cites="contest D, K37",
        ),
        EntryKind(Trace.FREED, _("{country} becomes independent"), "country", cites="K28"),
    ),
)
