"""The succession contest (王位継承争い) for the countries of a king who died without a child."""

from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.kingdoms.actions import DECLARE, PERSON
from dynasty_env.kingdoms.material import ARMS, COLOUR, COUNTRIES, MOST_TIES, NOBODY, PERSONS, PRESTIGE, Holder, Place
from dynasty_env.kingdoms.steps import Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Phase, die, offers, push, rule, some, tell

from .countries import succeed_to
from .decks import turn_up
from .persons import may_be_crowned, settle
from .setup import forget_contest


@rule
def may_stand(t, person):
    """K24: a child or noble of any dynasty, no rebel."""
    return t.owner[person] != NOBODY and may_be_crowned(t, t.owner[person], person)


has_candidate = some(PERSONS, may_stand)
"""Is there anybody?"""


@rule
def hold_contest(t):
    """From the turn player on every player names a candidate (a: how many have); then they roll."""
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
    """The winner is king of them, and they are his dynasty's. K27: then those who took up arms and lost are checked,
    in naming order; K31: before that a dynasty without its home country has a new one."""
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
    """He took up arms by this naming and lost. K25: by several he takes one check, at the first; who has won by one
    naming has lost by none."""
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
    """One die + prestige each (K25: each naming has its own), +1 for arms; tied ones roll again, all of it (K37).

    K25: a tie between namings of one person is a win; K26: after ten ties the earliest in naming order wins.
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
    """Those who stand (bits of seats) roll once, in naming order. Returns those with the highest total."""
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
    """Do all of these namings name one person?"""
    first = first_of(t, standing)
    for seat in range(t.num_players):
        if standing >> seat & 1 and t.candidate[seat] != t.candidate[first]:
            return False
    return True


@rule
def first_of(t, standing):
    """The earliest in naming order."""
    for place in range(t.num_players):
        seat = (t.seat + place) % t.num_players
        if standing >> seat & 1:
            return seat
    return NOBODY


@rule
def do_without(t):
    """K28: no candidate: the top card of the dead king's colour becomes king for the old dynasty; that deck empty: the
    countries become independent and normal."""
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


CHAPTER = Chapter(
    __name__,
    phases=(Phase(Step.CANDIDATE, offers(PERSON, PERSONS, may_stand)), Phase(Step.ARMS, offer_right)),
    automatic=(Automatic(Step.CONTEST, hold_contest),),
)
