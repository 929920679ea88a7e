"""Countries: who rules them, how they border each other, and which one is home (K4)."""

from numpy import int8

from dynasty_env.europe.rules.ending import has_country
from dynasty_env.kingdoms.ids import COUNTRY, Step, Trace
from dynasty_env.kingdoms.material import COUNTRIES, NEIGHBOUR, NEIGHBOURS, NOBODY, POWER, WAY, Side, Way
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offers, push, rule, some, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, Phase, _, is_of_any_seat, joined


@rule
def ruled_by(t, king):
    """How many countries a king rules."""
    count = 0
    for country in range(COUNTRIES):
        if t.ruler[country] == king:
            count += 1
    return count


@rule
def reign(t, king, seat, country):
    """From now on the king rules the country."""
    t.holder[country] = seat
    t.ruler[country] = king
    tell(t, Trace.RULES, seat, king, country, 0, EVERYBODY)


@rule
def succeed_to(t, king, seat, old):
    """From now on the king rules what an old king ruled."""
    for country in range(COUNTRIES):
        if t.ruler[country] == old:
            t.ruler[country] = king
            t.holder[country] = seat
    tell(t, Trace.SUCCEEDED, seat, king, old, 0, EVERYBODY)


@rule
def exhaust(t, country):
    """The country is turned sideways."""
    if t.exhausted[country] == 0:
        t.exhausted[country] = 1
        tell(t, Trace.EXHAUSTED, t.holder[country], country, 0, 0, EVERYBODY)


@rule
def is_exhausted(t, seat, country):
    """Is this an exhausted country of the dynasty?"""
    return t.holder[country] == seat and t.exhausted[country] == 1


@rule
def is_normal(t, seat, country):
    """Is this a country of the dynasty that is not exhausted?"""
    return t.holder[country] == seat and t.exhausted[country] == 0


has_exhausted = some(COUNTRIES, is_exhausted)
has_normal = some(COUNTRIES, is_normal)
"""Does a dynasty have such a country?"""


# how they border each other


@rule
def held_by(t, seat):
    """A dynasty's countries, as bits."""
    mine = int8(seat)
    bits = 0
    for country in range(COUNTRIES):
        bits |= int(t.holder[country] == mine) << country
    return bits


@rule
def borders_by_land(t, seat, country):
    """K12: is one of the dynasty's countries next to this one by land?"""
    for direction in range(4):
        if WAY[country, direction] == Way.LAND and t.holder[NEIGHBOUR[country, direction]] == seat:
            return True
    return False


@rule
def joined_to(t, seat, battlefield):
    """K11: the dynasty's countries joined to the battlefield by a chain of borders through its own countries, as bits.

    They may be normal or exhausted.
    """
    return joined_among(held_by(t, seat), battlefield)


@rule
def joined_among(held, battlefield):
    """The same for a dynasty that holds these countries: neighbours are added until no more are found."""
    others = held & ~(1 << battlefield)
    bits = NEIGHBOURS[battlefield] & others
    found = True
    while found:
        reached = bits
        for country in range(COUNTRIES):
            reached |= NEIGHBOURS[country] * (bits >> country & 1)
        reached &= others
        found = reached != bits
        bits = reached
    return bits


# in a war


@rule
def is_defended(t):
    """Does the battlefield belong to a dynasty?"""
    return t.holder[t.country] >= 0


@rule
def may_be_used(t, seat, country, joined):
    """K11: a normal country of the dynasty, joined to the battlefield, that is not used yet."""
    return is_normal(t, seat, country) and t.committed[country] == Side.NONE and joined >> country & 1 == 1


# home (K4)


@rule
def holds_home(t, seat):
    return t.home[seat] != NOBODY and t.holder[t.home[seat]] == seat


@rule
def settle_home(t, seat, country):
    t.home[seat] = country
    tell(t, Trace.HOME, seat, country, 0, 0, EVERYBODY)


@rule
def greatest_power(t, seat):
    """K31: the power of the dynasty's strongest country, exhausted or not; 0 if it has none."""
    power = 0
    for country in range(COUNTRIES):
        if t.holder[country] == seat:
            power = max(power, POWER[country])
    return power


@rule
def is_strongest(t, seat, country):
    """K4: the home country is the strongest one left; among equals the player chooses."""
    return t.holder[country] == seat and POWER[country] == greatest_power(t, seat)


@rule
def find_homes(t):
    """K4: a dynasty without its home country gets a new one, its strongest; K31: the turn player is first.

    a: how many dynasties have been checked.
    """
    for place in range(t.a, t.num_players):
        seat = (t.seat + place) % t.num_players
        if not holds_home(t, seat):
            t.home[seat] = NOBODY
            if has_country(t, seat):
                push(t, Step.HOMES, t.seat, place + 1, 0)
                push(t, Step.HOME, seat, 0, 0)
                return


@rule
def play_home(t, action):
    settle_home(t, t.seat, action - COUNTRY)


# what is said


def exhausted(group: Group, context: Context) -> str:
    """The countries that a war has exhausted."""
    names = joined(", ", *(context.fields(entry)["country"] for entry in group))
    return Message(_("now exhausted: {countries}"), countries=names)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.HOME,
            offers(COUNTRY, COUNTRIES, is_strongest),
            asks=_("Which country is your new home?"),
            why=_("Your home country is lost, and several of your countries are equally strong."),
            says={"country": _("make {country} the home country")},
            condition=_("The home country is lost: the strongest country left is the new one."),
            cites="K4, K31",
            decides="a dynasty without its home country",
        ),
    ),
    automatic=(Automatic(Step.HOMES, find_homes),),
    entries=(
        EntryKind(Trace.HOME, _("{country} is the home country of {who}"), "country"),
        EntryKind(
            Trace.EXHAUSTED,
            exhausted,
            subject="country:country_name",
            joins=(Trace.EXHAUSTED,),
            belongs=is_of_any_seat,
            cites="row 3 D, K14, K35",
        ),
        EntryKind(Trace.RULES, _("{person} of {who} is king of {country}"), "person", "country"),
        EntryKind(Trace.SUCCEEDED, _("{person} of {who} becomes king in place of {king}"), "person", "king:person"),
    ),
)
