"""§06, SW02-06-02: territories and their power."""

from dynasty_env.dynasty.material import COUNTRIES, NOBODY, POWER, THE_NEUROI, Holder
from dynasty_env.kit.engine.rule import rule


@rule
def occupied_power(t):
    """SW02-06-02: all occupied countries count as one, whose power is the sum of theirs."""
    power = 0
    for country in range(COUNTRIES):
        if t.holder[country] == Holder.OCCUPIED:
            power += POWER[country]
    return power


@rule
def power_of(t, country):
    """The power of a country; for `THE_NEUROI`, that of all occupied countries together."""
    return occupied_power(t) if country == THE_NEUROI else POWER[country]


@rule
def defender_of(t):
    """The seat whose country is attacked, or -1 if the country is independent or the Neuroi are attacked."""
    if t.country == THE_NEUROI or t.holder[t.country] < 0:
        return NOBODY
    return t.holder[t.country]
