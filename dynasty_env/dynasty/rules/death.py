"""§10: death checks and death."""

from dynasty_env.dynasty.material import NOBODY, PERSONS, POPE, POPE_LIFE, WITCH_WITH, Ability, Place
from dynasty_env.dynasty.steps import Step, Trace
from dynasty_env.europe.rules.relations import inherits_before
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, rule, tell

from .magic import has_witch
from .people import leave_play, settle
from .stats import life


@rule
def take_death_check(t):
    """§10-01: a die greater than the person's life kills (a: person). D-R12: nobody who has left play takes a check."""
    if t.a == POPE:
        check_pope(t)
    elif t.owner[t.a] == NOBODY:
        return
    elif is_healed(t, t.a):
        tell(t, Trace.HEALED, t.owner[t.a], t.a, 0, 0, EVERYBODY)
    else:
        face = die(t)
        dies = face > life(t, t.a)
        tell(t, Trace.CHECKED, t.owner[t.a], t.a, 1 if dies else 0, face, EVERYBODY)
        if dies:
            bury(t, t.a)


@rule
def is_healed(t, person):
    """SW02-07-01: everybody in the Healer's dynasty except herself survives every death check."""
    return person != WITCH_WITH[Ability.HEALING] and has_witch(t, t.owner[person], Ability.HEALING)


@rule
def check_pope(t):
    """§11-01: the pope's life is 3. When he would die, his card goes to the turn player instead."""
    face = die(t)
    dies = face > POPE_LIFE
    tell(t, Trace.CHECKED, t.pope, POPE, 1 if dies else 0, face, EVERYBODY)
    if dies:
        t.pope = t.turn_player
        tell(t, Trace.POPE_MOVED, t.pope, 0, 0, 0, EVERYBODY)


@rule
def bury(t, person):
    """§10-02: a person of a dynasty dies and leaves play; a king is succeeded by his heir."""
    seat = t.owner[person]
    was_king = t.place[person] == Place.KING
    tell(t, Trace.DIED, seat, person, 0, 0, EVERYBODY)
    leave_play(t, person)
    if was_king:
        succeed(t, seat)


@rule
def heir_of(t, seat):
    """§10-02: the king's eldest son, else his eldest daughter, else -1."""
    heir = NOBODY
    for person in range(PERSONS):
        if t.place[person] == Place.CHILD and t.owner[person] == seat:
            if heir == NOBODY or inherits_before(t, person, heir):
                heir = person
    return heir


@rule
def succeed(t, seat):
    """§10-02: the heir becomes king; the other children and the old king's spouses become courtiers.

    §07-01 a: without an heir the king has died childless.
    """
    heir = heir_of(t, seat)
    for person in range(PERSONS):
        if t.owner[person] == seat and (t.place[person] == Place.CHILD or t.place[person] == Place.SPOUSE):
            settle(t, person, seat, Place.COURTIER)
    if heir == NOBODY:
        t.childless[seat] = 1  # §07-01 a
        tell(t, Trace.EXTINCT, seat, 0, 0, 0, EVERYBODY)
    else:
        settle(t, heir, seat, Place.KING)
        t.king[seat] = heir
        tell(t, Trace.SUCCEEDED, seat, heir, 0, 0, EVERYBODY)


CHAPTER = Chapter(__name__, automatic=(Automatic(Step.DEATH_CHECK, take_death_check),))
