"""§05: a person's six stats, as printed and as changed by the pope (§11-01) and by events (SW02-08)."""

from dynasty_env.dynasty.material import (
    ADMIRATION_FERTILITY,
    DOLL_STATS,
    MOCKED_AMBITION,
    MOCKED_LIFE,
    POPE_PRESTIGE,
    Event,
)
from dynasty_env.europe.material import AMBITION, FERTILITY, GOVERNANCE, LIFE, PRESTIGE, RELIGION, WAR, Religion
from dynasty_env.kit.engine.rule import rule


@rule
def carries(t, person, event):
    """Is the event attached to this person? For the doll: is it the spouse of this king?"""
    return t.event_person[event] == person


@rule
def is_mocked(t, person):
    """SW02-08-11: not jealous sets ambition to 4, life to 5 and all else to 0, overriding other effects (D-R65)."""
    return carries(t, person, Event.NOT_JEALOUS)


@rule
def raised(t, person):
    """SW02-08-05: a king whose spouse is the doll has +1 in all six stats."""
    return DOLL_STATS if carries(t, person, Event.DOLL) else 0


@rule
def war_value(t, person):
    return 0 if is_mocked(t, person) else WAR[person] + raised(t, person)


@rule
def governance(t, person):
    return 0 if is_mocked(t, person) else GOVERNANCE[person] + raised(t, person)


@rule
def prestige(t, person):
    """§11-01: the pope always gives +2 prestige to his holder's persons of religion CC or C."""
    if t.owner[person] == t.pope and 0 <= RELIGION[person] <= Religion.C and not is_mocked(t, person):
        return own_prestige(t, person) + POPE_PRESTIGE
    return own_prestige(t, person)


@rule
def own_prestige(t, person):
    """A person's prestige without the pope's bonus."""
    return 0 if is_mocked(t, person) else PRESTIGE[person] + raised(t, person)


@rule
def fertility(t, person):
    """SW02-08-03: admiration adds 3."""
    if is_mocked(t, person):
        return 0
    if carries(t, person, Event.ADMIRATION):
        return FERTILITY[person] + raised(t, person) + ADMIRATION_FERTILITY
    return FERTILITY[person] + raised(t, person)


@rule
def life(t, person):
    return MOCKED_LIFE if is_mocked(t, person) else LIFE[person] + raised(t, person)


@rule
def ambition(t, person):
    return MOCKED_AMBITION if is_mocked(t, person) else AMBITION[person] + raised(t, person)
