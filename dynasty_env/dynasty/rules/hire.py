"""§09-04: hiring (家臣登用) a wanderer, a person in the open pool who belongs to no dynasty."""

from dynasty_env.dynasty.actions import PERSON
from dynasty_env.dynasty.material import COLOUR, NOBODY, PERSONS, Ability, Place
from dynasty_env.dynasty.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .interrupts import open_window
from .people import has_ability, offer_wanderers, settle
from .stats import ambition, governance


@rule
def can_hire(t, seat):
    """Is there a wanderer, and somebody in the seat's dynasty who may recruit one?"""
    for person in range(PERSONS):
        if t.place[person] == Place.WANDERER:
            return has_recruiter(t, seat)
    return False


@rule
def has_recruiter(t, seat):
    for person in range(PERSONS):
        if may_recruit(t, seat, person):
            return True
    return False


@rule
def may_recruit(t, seat, person):
    """§09-04-01: anybody of the own dynasty; SW02-07-09: in a second action the witch who acts again."""
    return t.owner[person] == seat and (t.second == NOBODY or person == t.second)


@rule
def legal_hire_recruiter(t):
    """§09-04-01: everybody of the own dynasty who may recruit."""
    for person in range(PERSONS):
        if may_recruit(t, t.seat, person):
            offer(t, PERSON + person)


@rule
def play_hire_recruiter(t, action):
    """§09-04-01: the recruiter is named, and then the wanderer."""
    t.actor = action - PERSON
    tell(t, Told.RECRUITS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.HIRE_CANDIDATE, t.seat, 0, 0)


@rule
def legal_hire_candidate(t):
    """§09-04-02: any wanderer."""
    offer_wanderers(t)


@rule
def play_hire_candidate(t, action):
    """§09-04-02: the wanderer is named, and the interrupt window opens; with alchemy the hire succeeds at once."""
    t.target = action - PERSON
    tell(t, Told.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    if t.king[t.seat] != NOBODY and has_ability(t, t.king[t.seat], Ability.ALCHEMY):
        tell(t, Told.BY_ITSELF, t.seat, 0, 0, 0, EVERYBODY)  # §11-03-10, D-R22: no window, no cards, no dice
        hire(t)
    else:
        open_window(t)


@rule
def hire_cards(t):
    """§09-04-03: as many cards as the wanderer's ambition."""
    return ambition(t, t.target)


@rule
def hire_dice(t):
    """§09-04-03: as many dice as the recruiter's governance, +1 if both are of the same bloodline."""
    if COLOUR[t.actor] == COLOUR[t.target]:
        return governance(t, t.actor) + 1
    return governance(t, t.actor)


@rule
def hire(t):
    """§09-04-04: the wanderer becomes a courtier."""
    settle(t, t.target, t.turn_player, Place.COURTIER)
    tell(t, Told.HIRED, t.turn_player, t.target, 0, 0, EVERYBODY)
