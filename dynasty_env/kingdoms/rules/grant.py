"""Row 7: a kingdom is granted (王国分与)."""

from dynasty_env.kingdoms.actions import COUNTRY, PERSON
from dynasty_env.kingdoms.material import COUNTRIES, NOBODY, PERSONS, Place
from dynasty_env.kingdoms.steps import Step, Told
from dynasty_env.kit.engine.rule import rule
from dynasty_env.kit.engine.table import EVERYBODY, offer, push, tell

from .countries import reign, ruled_by
from .persons import is_family, may_be_crowned, settle


@rule
def may_receive(t, seat, king, person):
    """A child of that king or a noble of the dynasty; K20: neither may be a rebel."""
    if not may_be_crowned(t, seat, person):
        return False
    return t.place[person] == Place.NOBLE or is_family(t, king, person)


@rule
def may_be_granted(t, seat, country):
    """A country of an own king who rules several, for which there is somebody."""
    if t.holder[country] != seat or ruled_by(t, t.ruler[country]) < 2:
        return False
    for person in range(PERSONS):
        if may_receive(t, seat, t.ruler[country], person):
            return True
    return False


@rule
def can_grant(t, seat):
    for country in range(COUNTRIES):
        if may_be_granted(t, seat, country):
            return True
    return False


@rule
def legal_grant_country(t):
    for country in range(COUNTRIES):
        if may_be_granted(t, t.seat, country):
            offer(t, COUNTRY + country)


@rule
def play_grant_country(t, action):
    t.country = action - COUNTRY
    push(t, Step.GRANT_PERSON, t.seat, 0, 0)


@rule
def legal_grant_person(t):
    for person in range(PERSONS):
        if may_receive(t, t.seat, t.ruler[t.country], person):
            offer(t, PERSON + person)


@rule
def play_grant_person(t, action):
    """Without dice: he or she becomes its king."""
    person = action - PERSON
    tell(t, Told.GRANTED, t.seat, person, t.country, 0, EVERYBODY)
    settle(t, person, t.seat, Place.KING, NOBODY)
    reign(t, person, t.seat, t.country)
