"""Row 4: recovery (復興)."""

from dynasty_env.kingdoms.actions import COUNTRY, PASS, PERSON, RECOVERY
from dynasty_env.kingdoms.material import COUNTRIES, GOVERNANCE, PERSONS, POWER, PRESTIGE, SMALL_POWER
from dynasty_env.kingdoms.steps import Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Chapter, Phase, offer, offers, push, rule, some, tell

from .countries import has_exhausted, is_exhausted
from .dice import roll
from .kinds import Action
from .persons import is_king, is_loyal


@rule
def play_recovery_king(t, action):
    t.king = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.king, 0, 0, EVERYBODY)
    push(t, Step.RECOVERY_AGENT, t.seat, 0, 0)


@rule
def play_recovery_agent(t, action):
    """Dice: the king's prestige; value: the other's governance. Each success makes a country normal."""
    t.actor = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.actor, 0, 0, EVERYBODY)
    count = roll(t, t.seat, PRESTIGE[t.king], GOVERNANCE[t.actor], 1)
    if count > 0:
        push(t, Step.RECOVERY_COUNTRY, t.seat, count, 0)
    elif has_small(t, t.seat):
        push(t, Step.RECOVERY_COUNTRY, t.seat, 0, 1)


@rule
def is_small(t, seat, country):
    """K19: exhausted, with a power of 2 or less."""
    return is_exhausted(t, seat, country) and POWER[country] <= SMALL_POWER


has_small = some(COUNTRIES, is_small)
"""Has a dynasty such a country?"""


@rule
def legal_recovery_country(t):
    """K36: with a success (a) he must name an exhausted country; without any (b) he may name one of power 2 or less."""
    if t.b == 1:
        offer(t, PASS)
    for country in range(COUNTRIES):
        if is_small(t, t.seat, country) or (t.b == 0 and is_exhausted(t, t.seat, country)):
            offer(t, COUNTRY + country)


@rule
def play_recovery_country(t, action):
    """It becomes normal; the next one, while successes and exhausted countries are left."""
    if action == PASS:
        return
    country = action - COUNTRY
    t.exhausted[country] = 0
    tell(t, Trace.RECOVERED, t.seat, country, 0, 0, EVERYBODY)
    if t.a > 1 and has_exhausted(t, t.seat):
        push(t, Step.RECOVERY_COUNTRY, t.seat, t.a - 1, 0)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.RECOVERY_KING, offers(PERSON, PERSONS, is_king)),
        Phase(Step.RECOVERY_AGENT, offers(PERSON, PERSONS, is_loyal)),
        Phase(Step.RECOVERY_COUNTRY),
    ),
    kinds=(Action(RECOVERY, may=has_exhausted, begin=Step.RECOVERY_KING),),
)
