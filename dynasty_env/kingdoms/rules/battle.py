"""Row 3: force, dice and the outcome of a war."""

from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kingdoms.ids import Step, Trace
from dynasty_env.kingdoms.material import (
    AID,
    COUNTRIES,
    DEFEATED,
    INDEPENDENT_WAR,
    NOBODY,
    POWER,
    SEA_WAR,
    WAR,
    Ability,
    Side,
)
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, push, rule, tell
from dynasty_env.kit.words import Chosen, Context, EntryKind, Group, Message, _, is_of_any_seat

from .conquest import win_war
from .countries import borders_by_land, exhaust, is_defended
from .dice import faces_of, successes


@rule
def is_sea_battle(t):
    """K12: no country of the attacker's dynasty borders the battlefield by land."""
    return not borders_by_land(t, t.turn_player, t.country)


@rule
def battle_power(t):
    """The battlefield's power, halved if it is exhausted."""
    return POWER[t.country] // 2 if t.exhausted[t.country] == 1 else POWER[t.country]


@rule
def used_power(t, side):
    """The power of the countries that a dynasty uses itself."""
    power = 0
    for country in range(COUNTRIES):
        if t.committed[country] == side:
            power += POWER[country]
    return power


@rule
def aid_for(t, side):
    """+2 for each helper's country, whatever its power."""
    aid = 0
    for country in range(COUNTRIES):
        if t.committed[country] == side:
            aid += AID
    return aid


@rule
def attack_force(t):
    """In a sea battle the attacker's own power is halved; K12: aid is added afterwards."""
    power = used_power(t, Side.ATTACK)
    if is_sea_battle(t):
        power //= 2
    return power + aid_for(t, Side.AIDS_ATTACK)


@rule
def defence_force(t):
    """The defence always includes the battlefield itself."""
    return used_power(t, Side.DEFENCE) + battle_power(t) + aid_for(t, Side.AIDS_DEFENCE)


@rule
def war_of(t, commander):
    """K29, sea-4: war is exactly 4 in a sea battle. K16: an independent country's commander has war 2."""
    if commander == NOBODY:
        return INDEPENDENT_WAR
    if has_ability(t, commander, Ability.SEA_4) and is_sea_battle(t):
        return SEA_WAR
    return WAR[commander] + 0


@rule
def fight(t):
    """Each side rolls as many dice as its force against its commander's war.

    The attacker wins if his successes exceed the defender's by more than the battlefield's power. K35: the countries
    used are turned sideways now; K14: so is a defended battlefield. K18: first the victory, then the attacker's check,
    then the defender's, with one life less if defeated.
    """
    attacker = t.turn_player + 0
    power = battle_power(t)
    attack = attack_force(t)
    defence = defence_force(t)
    defended = is_defended(t)
    rolls = t.holder[t.country] if defended else attacker
    tell(t, Trace.FORCE, attacker, 0, attack, war_of(t, t.actor), EVERYBODY)
    wins = successes(t, attacker, 0, attack, war_of(t, t.actor))
    tell(t, Trace.FORCE, attacker, 1, defence, war_of(t, t.defender), EVERYBODY)
    losses = successes(t, rolls, 1, defence, war_of(t, t.defender))
    tell(t, Trace.BATTLE, attacker, wins, losses, power, EVERYBODY)
    for country in range(COUNTRIES):
        if t.committed[country] != Side.NONE or (defended and country == t.country):
            exhaust(t, country)
        t.committed[country] = 0
    won = wins - losses > power
    if defended:
        push(t, Step.CHECK, attacker, t.defender, DEFEATED if won else 0)
    push(t, Step.CHECK, attacker, t.actor, 0)
    if won:
        win_war(t)


# what is said


def rolls(group: Group, context: Context) -> str:
    """The dice of one side of a war."""
    fields, faces = context.fields(group[0]), faces_of(group[1:])
    side, war = fields["side"], fields["war"]
    if faces:
        return Message(_("{side} rolls {faces} against war {war}"), side=side, faces=faces, war=war)
    return Message(_("{side} rolls no dice against war {war}"), side=side, war=war)


COUNTED = {
    (True, True): _("1 success less {less}, against power {power}: victory for {who}"),
    (True, False): _("1 success less {less}, against power {power}: no victory for {who}"),
    (False, True): _("{successes} successes less {less}, against power {power}: victory for {who}"),
    (False, False): _("{successes} successes less {less}, against power {power}: no victory for {who}"),
}


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.BATTLE, fight),),
    entries=(
        EntryKind(Trace.FORCE, rolls, "side", "dice:number", "war:number", joins=(Trace.DIE,), belongs=is_of_any_seat),
        EntryKind(
            Trace.BATTLE,
            Chosen(lambda entry: (entry.subject == 1, entry.subject - entry.object > entry.value), COUNTED),
            "successes:number",
            "less:number",
            "power:number",
            cites="row 3 D",
        ),
    ),
)
