"""The outcomes of any seat's actions: my value afterwards, averaged over the dice of the death checks."""

from dynasty_env.dynasty.greedy.imagine import die, final_share, forget, give_pope, hand_over, join, revolt, value
from dynasty_env.dynasty.greedy.persons import may_lie_in
from dynasty_env.dynasty.greedy.weights import BOOTY, CARD
from dynasty_env.dynasty.ids import HIRE, INCITE, MARRIAGE, PROCREATION, WAR_ON
from dynasty_env.dynasty.material import POPE, POPE_LIFE, THE_NEUROI, Place
from dynasty_env.dynasty.rules.death import is_healed
from dynasty_env.dynasty.rules.stats import governance, life
from dynasty_env.europe.material import COLOUR, DECKS, NOBODY, OTTOMAN, PERSONS, POWER, SULEIMAN, Ability, Holder
from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kit.engine.rule import rule


@rule
def married(m, seat, person):
    """The value if the person becomes a spouse of this seat's king."""
    join(m, person, seat, Place.SPOUSE)
    return value(m)


@rule
def hired(m, seat, person):
    """The value if the person becomes a courtier of this seat."""
    join(m, person, seat, Place.COURTIER)
    return value(m)


@rule
def incited(m, seat, person):
    """The value after a successful incitement by `seat`, if the owner uses all the police he has (§11-03-06)."""
    owner = m.owner[person]
    escapes = 1.0
    for k in range(m.size[owner]):
        police = m.members[owner, k]
        if has_ability(m, police, Ability.POLICE):
            escapes *= 1 - min(governance(m, police), 6) / 6
    risen = rising(m, seat, person)
    return risen if escapes == 1.0 else escapes * risen + (1 - escapes) * dead(m, person)


@rule
def rising(m, seat, person):
    """The value after an incitement by `seat` without police; §11-03-04: it may be a revolution."""
    if not has_ability(m, person, Ability.REVOLUTION):
        return hired(m, seat, person)
    revolt(m, person)
    return value(m)


@rule
def born(m, seat, deck):
    """The mean value over all persons who may be born from the deck; §07-01 c: taking its last card ends the game."""
    total = 0.0
    count = 0
    for person in range(PERSONS):
        if may_lie_in(m, person, deck):
            count += 1
            join(m, person, seat, Place.CHILD)
            if m.deck_size[deck] == 1:
                total += final_share(m)
                forget(m)
            else:
                total += value(m)
    return total / count if count > 0 else m.now


@rule
def procreated(m, seat, spouse):
    """The value of a birth from whichever of the parents' decks is better for me."""
    king = m.king[seat] + 0
    best = -1.0
    if COLOUR[king] < DECKS and m.deck_size[COLOUR[king]] > 0:
        best = born(m, seat, COLOUR[king])
    if COLOUR[spouse] < DECKS and COLOUR[spouse] != COLOUR[king] and m.deck_size[COLOUR[spouse]] > 0:
        best = max(best, born(m, seat, COLOUR[spouse]))
    return best if best >= 0.0 else m.now


@rule
def dead(m, person):
    """The value if a person of any dynasty dies."""
    if m.death_known[person] == 0:
        die(m, person)
        m.death[person] = value(m)
        m.death_known[person] = 1
    return m.death[person]


@rule
def risk(m, person):
    """§10-01: the chance that a death check kills the person; SW02-07-01: 0 if the Healer heals the person."""
    return 0.0 if is_healed(m, person) else max(6 - life(m, person), 0) / 6


@rule
def checked(m, person):
    """The value of a death check of a person, or of the pope, whose card may go to the turn player (§11-01)."""
    if person != POPE:
        falls = risk(m, person)
        return falls * dead(m, person) + (1 - falls) * m.now
    if m.pope == m.turn_player:
        return m.now
    give_pope(m, m.turn_player)
    falls = (6 - POPE_LIFE) / 6
    return falls * value(m) + (1 - falls) * m.now


@rule
def battle(m, country, holder, actor, defender):
    """The value if `holder` has the country after a war, averaged over the death checks of both commanders."""
    actor_falls = risk(m, actor)
    defender_falls = risk(m, defender) if defender != NOBODY else 0.0
    found = 0.0
    for first in range(2):
        for second in range(2):
            chance = actor_falls if first == 1 else 1 - actor_falls
            chance *= defender_falls if second == 1 else 1 - defender_falls
            if chance > 0:
                if m.holder[country] != holder:
                    hand_over(m, country, holder)
                if country == OTTOMAN and holder == Holder.OUT:
                    die(m, SULEIMAN)
                if first == 1:
                    die(m, actor)
                if second == 1:
                    die(m, defender)
                found += chance * value(m)
    return found


@rule
def plundered(m, country, actor, defender):
    """§11-03-03: the value if I plunder the country: it leaves play, and I draw cards for it."""
    return battle(m, country, Holder.OUT, actor, defender) + POWER[country] * BOOTY * CARD


@rule
def foresee(m):
    """Work out the open action's value to me if it succeeds, and if it fails."""
    seat = m.turn_player
    m.fails = m.now
    if m.action == WAR_ON:
        if m.country == THE_NEUROI:
            m.succeeds = 1.0
            m.fails = 0.0
        else:
            m.succeeds = battle(m, m.country, seat, m.actor, m.defender)
            m.fails = battle(m, m.country, m.holder[m.country] + 0, m.actor, m.defender)
    elif m.action == PROCREATION:
        m.succeeds = procreated(m, seat, m.target)
    elif m.action == MARRIAGE:
        m.succeeds = married(m, seat, m.target)
    elif m.action == HIRE:
        m.succeeds = hired(m, seat, m.target)
    elif m.action == INCITE:
        m.succeeds = incited(m, seat, m.target)


@rule
def mixed(m, chance, success):
    """The mean value of an action that succeeds with this chance and changes nothing if it fails."""
    return chance * success + (1 - chance) * m.now
