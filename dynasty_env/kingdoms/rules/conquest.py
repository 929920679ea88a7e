"""Row 3: victory: what becomes of the royals and of the country."""

from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kingdoms.actions import PASS, PERSON
from dynasty_env.kingdoms.material import NOBODY, PERSONS, Ability, Holder, Place
from dynasty_env.kingdoms.steps import Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Chapter, Phase, offers, push, rule, tell

from .countries import reign, ruled_by
from .persons import ennoble, is_king, may_be_crowned, settle


@rule
def win_war(t):
    """K18: the royals move; then king or union, K42: or first the question of plunder. K31: then a new home country."""
    beaten = t.holder[t.country] + 0
    old = t.ruler[t.country] + 0
    t.holder[t.country] = t.turn_player
    t.ruler[t.country] = NOBODY
    tell(t, Trace.CONQUERED, t.turn_player, t.country, beaten, 0, EVERYBODY)
    if old != NOBODY and ruled_by(t, old) == 0:
        depose(t, old, beaten)
    push(t, Step.HOMES, t.turn_player, 0, 0)
    if t.actor != NOBODY and has_ability(t, t.actor, Ability.PLUNDER):
        push(t, Step.PLUNDER, t.turn_player, 0, 0)
    else:
        push(t, Step.CONQUEST, t.turn_player, 0, 0)


@rule
def depose(t, king, seat):
    """K17: a king who has no country left becomes a noble of his dynasty, and so do his royals."""
    for person in range(PERSONS):
        if t.liege[person] == king:
            ennoble(t, person, seat)
    ennoble(t, king, seat)


@rule
def play_plunder(t, action):
    """K29: the country leaves play instead of king or union."""
    if action == PASS:
        push(t, Step.CONQUEST, t.seat, 0, 0)
        return
    t.holder[t.country] = Holder.OUT
    t.exhausted[t.country] = 0
    tell(t, Trace.PLUNDERED, t.seat, t.country, 0, 0, EVERYBODY)


@rule
def may_rule(t, seat, person):
    """An own king, who adds it to his countries; or a child or noble, no rebel, who is sent as its king."""
    return is_king(t, seat, person) or may_be_crowned(t, seat, person)


@rule
def play_conquest(t, action):
    person = action - PERSON
    if t.place[person] != Place.KING:
        settle(t, person, t.seat, Place.KING, NOBODY)
    reign(t, person, t.seat, t.country)


CHAPTER = Chapter(
    __name__, phases=(Phase(Step.PLUNDER, offer_right), Phase(Step.CONQUEST, offers(PERSON, PERSONS, may_rule)))
)
