"""The outcome of a war: likely forces, chances, and what is won and lost."""

from math import erf, sqrt

from dynasty_env.kingdoms.greedy.court import ME, best_noble, best_war, dies, person_value, royal_prestige, weight
from dynasty_env.kingdoms.greedy.mind import attack
from dynasty_env.kingdoms.greedy.weights import AT_WAR, DISASTER, THRONE, TIRED, VICTORY
from dynasty_env.kingdoms.ids import AID_ATTACK, AID_DEFENCE
from dynasty_env.kingdoms.material import AID, COUNTRIES, DEFEATED, NOBODY, PERSONS, POWER, PRESTIGE
from dynasty_env.kingdoms.rules.battle import attack_force, battle_power, defence_force, is_sea_battle, war_of
from dynasty_env.kingdoms.rules.countries import is_defended, joined_to, may_be_used, ruled_by
from dynasty_env.kingdoms.rules.persons import is_loyal
from dynasty_env.kingdoms.rules.score import country_count
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.engine.rule import rule


@rule
def victory(attack, war, defence, other, power):
    """Row 3: the chance that the attack wins, approximated by a normal distribution."""
    mine = at_most(war)
    theirs = at_most(other)
    mean = attack * mine - defence * theirs - power - 0.5
    spread = attack * mine * (1 - mine) + defence * theirs * (1 - theirs)
    if spread <= 0:
        return 1.0 if mean > 0 else 0.0
    return 0.5 * (1 + erf(mean / sqrt(2 * spread)))


@rule
def joined_power(m, seat, battlefield):
    """K11: the power of a dynasty's normal countries joined to the battlefield."""
    joined = joined_to(m, seat, battlefield)
    power = 0
    for country in range(COUNTRIES):
        if may_be_used(m, seat, country, joined):
            power += POWER[country]
    return power


@rule
def loses(m, country):
    """What the holder loses with a country: its power, and the royals if it is their last country."""
    if m.holder[country] < 0:
        return 0.0
    king = m.ruler[country]
    lost = float(POWER[country])
    if king != NOBODY and ruled_by(m, king) == 1:
        lost += royal_prestige(m, king)
    return lost


@rule
def ending(m, seat, gained, fallen):
    """The value if the game ends now: victory or disaster for me.

    `gained`: additional points for a seat. `fallen`: the dynasty that loses its last country.
    """
    mine = m.points[ME] + (gained if seat == ME else 0)
    if fallen == ME:
        return DISASTER
    for other in range(1, m.num_players):
        if other != fallen and m.points[other] + (gained if seat == other else 0) >= mine:
            return DISASTER
    return VICTORY


@rule
def conquest(m, seat, country):
    """The value to me if a seat conquers a country."""
    holder = m.holder[country]
    gained = float(POWER[country])
    if holder >= 0 and country_count(m, holder) == 1:
        return ending(m, seat, gained, holder)
    if seat == ME:
        noble = best_noble(m)
        if noble != NOBODY:
            gained += PRESTIGE[noble] + THRONE
    return weight(m, seat) * gained - weight(m, holder) * loses(m, country)


@rule
def declaration(m, country):
    """The value of attacking a country with everything that can be used."""
    attack(m, country)
    holder = m.holder[country]
    power = joined_power(m, ME, country)
    force = power // 2 if is_sea_battle(m) else power
    field = battle_power(m)
    defence = float(field)
    if is_defended(m):
        defence += AT_WAR * joined_power(m, holder, country)
    chance = victory(force, best_war(m, ME), defence, best_war(m, holder), field)
    return chance * conquest(m, ME, country) - TIRED * power * 0.7 - 0.4


@rule
def attack_so_far(m, more, expected):
    """The chance of victory with more power for the attacker and with what the defender is expected to add."""
    other = best_war(m, m.holder[m.country]) if m.defender == NOBODY else war_of(m, m.defender)
    war = best_war(m, m.turn_player) if m.actor == NOBODY else war_of(m, m.actor)
    added = more / 2 if is_sea_battle(m) else more
    return victory(attack_force(m) + added, war, defence_force(m) + expected, other, battle_power(m))


@rule
def use_in_attack(m, country):
    """The value of using another country of mine in the attack."""
    expected = 0.0
    if is_defended(m):
        expected = AT_WAR * joined_power(m, m.holder[m.country], m.country)
    more = attack_so_far(m, float(POWER[country]), expected) - attack_so_far(m, 0.0, expected)
    return more * conquest(m, ME, m.country) - TIRED * POWER[country]


@rule
def use_in_defence(m, country):
    """The value of using another country of mine in the defence."""
    more = attack_so_far(m, 0.0, 0.0) - attack_so_far(m, 0.0, float(POWER[country]))
    return -more * conquest(m, m.turn_player, m.country) - TIRED * POWER[country]


@rule
def aid(m, action):
    """The value of helping a side with a country."""
    attacks = action < AID_DEFENCE
    country = action - (AID_ATTACK if attacks else AID_DEFENCE)
    now = attack_so_far(m, 0.0, 0.0)
    if attacks:
        more = AID * 2.0 if is_sea_battle(m) else AID * 1.0  # aid is not halved
        change = attack_so_far(m, more, 0.0) - now
    else:
        change = attack_so_far(m, 0.0, float(AID)) - now
    return change * conquest(m, m.turn_player, m.country) - TIRED * POWER[country] - 0.1


@rule
def attack_under(m, person):
    """The value of this person commanding my attack."""
    m.actor = person
    chance = attack_so_far(m, 0.0, 0.0)
    return chance * conquest(m, ME, m.country) - dies(person, 0) * person_value(m, person)


@rule
def defence_under(m, person):
    """The value of this person commanding my defence."""
    m.defender = person
    chance = attack_so_far(m, 0.0, 0.0)
    killed = chance * dies(person, DEFEATED) + (1 - chance) * dies(person, 0)
    return chance * conquest(m, m.turn_player, m.country) - killed * person_value(m, person)


@rule
def fighting_on(m):
    """The value of not withdrawing: compared with a withdrawal, only a commander's life is at risk."""
    attacker = m.turn_player
    power, defence = joined_power(m, attacker, m.country), joined_power(m, ME, m.country)
    chance = attack_so_far(m, float(power), float(defence))
    cheapest = 99.0
    for person in range(PERSONS):
        if is_loyal(m, ME, person):
            cheapest = min(cheapest, dies(person, DEFEATED) * person_value(m, person))
    return chance * conquest(m, attacker, m.country) - cheapest
