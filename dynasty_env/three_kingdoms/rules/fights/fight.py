"""§18: fights: who plays, the rounds, and what follows each."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, offer, push, rule, tell
from dynasty_env.kit.words import EntryKind, Phase, _
from dynasty_env.three_kingdoms.ids import COUNTRY, Step, Trace
from dynasty_env.three_kingdoms.material import (
    CLANS,
    COUNTRIES,
    GENERALS,
    METHOD,
    METHOD_GENERALS,
    NO_ONE,
    Pact,
    Place,
    Role,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, DEFENDER, attackers, attacks, is_among, plays
from dynasty_env.three_kingdoms.rules.frames import then

from .losses import EVEN
from .picks import begin_picks


@rule
def fight(t):
    """§18.1: two armies meet. T24: the power whose phase it is plays the attackers.

    §18.2: it names the player of a minor power or clans that defend.
    """
    t.rounds = 0
    t.hurt[ATTACKER] = 0
    t.hurt[DEFENDER] = 0
    t.had_troops = 1 if t.troops[t.battle] > 0 else 0
    t.fled = -1
    t.split = EVEN
    t.split_with = NO_ONE
    t.player[ATTACKER] = t.country_seat[t.power]
    t.player[DEFENDER] = NO_ONE
    for general in range(GENERALS):
        if t.place[general] == Place.SERVING and t.area[general] == t.battle and t.country[general] == t.defender:
            t.role[general] = Role.DEFENDS
    tell(t, Trace.INVADED, 0, t.power, t.battle, t.defender, EVERYBODY)
    then(t, Step.ROUND)
    partner = partner_power(t)
    if partner != NO_ONE:
        push(t, Step.LOSS_SPLIT, t.country_seat[t.power], partner, 0)
    if t.defender != CLANS and t.country_seat[t.defender] != NO_ONE:
        t.player[DEFENDER] = t.country_seat[t.defender]
    else:
        for country in range(COUNTRIES):
            if may_stand_in(t, country):
                push(t, Step.PROXY, t.country_seat[t.power], 0, 0)
                return


@rule
def partner_power(t):
    """T46: the only other power among the attackers; -1 if there is none, or more than one."""
    there = attackers(t)
    found = NO_ONE
    for country in range(COUNTRIES):
        if country != t.power and t.country_seat[country] != NO_ONE and is_among(country, there):
            if found != NO_ONE:
                return NO_ONE
            found = country
    return found if is_among(t.power, there) else NO_ONE


@rule
def may_stand_in(t, country):
    """T12, T25: a seat without units in the fight, neither the one whose phase it is nor its ally."""
    if t.country_seat[country] == NO_ONE or not plays(t, country) or country == t.power:
        return False
    return t.allied[country] != Pact.ALLY and not attacks(t, country)


@rule
def legal_proxy(t):
    """§18.2: the player of the defender."""
    for country in range(COUNTRIES):
        if may_stand_in(t, country):
            offer(t, COUNTRY + country)


@rule
def play_proxy(t, action):
    """§18.2: that seat plays the defender."""
    t.player[DEFENDER] = t.country_seat[action - COUNTRY]
    tell(t, Trace.PROXY, t.player[DEFENDER], 0, 0, t.defender, EVERYBODY)


@rule
def begin_round(t):
    """§18.3, §18.4: two dice decide how the round is fought, and with how many generals per side."""
    t.rounds += 1
    rolled = die(t) + die(t)
    t.method = METHOD[rolled]
    t.number = METHOD_GENERALS[rolled]
    tell(t, Trace.ROUND, 0, t.rounds, t.number, t.method, EVERYBODY)
    then(t, Step.RESOLVE)
    begin_picks(t, DEFENDER)
    begin_picks(t, ATTACKER)  # T70: the attacker is asked first


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.PROXY,
            asks=_("Who plays the defender?"),
            why=_("No player owns the defender, so a player with no part in the fight plays it."),
            says={"country": _("{country}'s seat plays the defender")},
            stakes=nouns.the_fight,
            cites="§18.2, T12",
        ),
    ),
    automatic=(Automatic(Step.FIGHT, fight), Automatic(Step.ROUND, begin_round)),
    entries=(
        EntryKind(
            Trace.INVADED,
            nouns.by_owner(_("{country} is attacked in {area}"), _("the clans are attacked in {area}"), "value"),
            "invader:country",
            "area",
            "country",
            cites="§16.7",
        ),
        EntryKind(Trace.PROXY, _("{who} plays the defender, {country}"), value="country", cites="§18.2"),
        EntryKind(
            Trace.ROUND,
            _("round {round}: {method}, with up to {generals} a side"),
            "round:number",
            "generals",
            "method",
            cites="§18.3, §18.4",
        ),
    ),
)
