"""SW02-08: decisions about events, both mine and those of others."""

from dynasty_env.dynasty.greedy.declarations import spouse_of, war_on
from dynasty_env.dynasty.greedy.imagine import value
from dynasty_env.dynasty.greedy.neuroi import neuroi_war
from dynasty_env.dynasty.greedy.outcomes import battle, dead, risk
from dynasty_env.dynasty.greedy.persons import helps_to_succeed
from dynasty_env.dynasty.greedy.weights import HARMLESS, NEVER
from dynasty_env.dynasty.greedy.witches import price
from dynasty_env.dynasty.ids import CARD, HIRE, INCITE, MARRIAGE, PASS, PROCREATION, WAR_ON
from dynasty_env.dynasty.material import COUNTRIES, EVENTS, NOBODY, THE_NEUROI, Event, EventPlace, Place
from dynasty_env.dynasty.rules.stats import ambition, life, own_prestige, war_value
from dynasty_env.kit.engine.rule import rule


@rule
def leader(m):
    """The rival who is most likely to win."""
    found = 1
    best = NEVER
    for seat in range(1, m.num_players):
        if m.king[seat] != NOBODY and m.strength[seat] > best:
            best = m.strength[seat]
            found = seat
    return found


@rule
def aim(m, event, person):
    """The value of attaching the event to this person; NEVER if it makes no sense."""
    seat = m.owner[person]
    is_king = m.place[person] == Place.KING
    if seat == NOBODY:
        return NEVER
    if event == Event.CANCEL and seat == 0:
        return HARMLESS * (1 if is_king else 2) + HARMLESS * life(m, person)
    if event == Event.ADMIRATION and seat == 0 and (is_king or m.place[person] == Place.SPOUSE):
        return 2 * HARMLESS if spouse_of(m) != NOBODY else -HARMLESS
    if event == Event.GROUNDED and seat == leader(m) and not is_king:
        return HARMLESS * (war_value(m, person) - 1)
    if event == Event.GALE_SLASH and seat != 0 and is_king:
        loss = m.now - dead(m, person)
        return -loss if loss > 0 else -0.3 * loss
    if event == Event.SPLENDID and seat == 0 and not is_king:
        return 0.3 * (m.now - dead(m, person)) * ambition(m, person) / 4
    if event == Event.SO_WHAT and seat == 0 and not is_king:
        return HARMLESS * (war_value(m, person) + life(m, person) - 4)
    if event == Event.POLYGAMY and seat == 0 and is_king:
        return HARMLESS * (1 + 2 * own_prestige(m, person))
    if event == Event.NOT_JEALOUS and seat != 0 and m.place[person] != Place.COURTIER:
        return mocked(m, person) - m.now
    return NEVER


@rule
def mocked(m, person):
    """The value of the position with “not jealous” attached to this person."""
    before = m.event_person[Event.NOT_JEALOUS] + 0
    m.event_person[Event.NOT_JEALOUS] = person
    m.touched[m.owner[person]] = 1
    found = value(m)
    m.event_person[Event.NOT_JEALOUS] = before
    return found


@rule
def best_aim(m, event):
    """The value of attaching the event to the best person; -1 if it makes no sense for anybody."""
    best = NEVER
    for seat in range(m.num_players):
        for k in range(m.size[seat]):
            best = max(best, aim(m, event, m.members[seat, k] + 0))
    return best if best > NEVER else -1.0


@rule
def use_of(m, event):
    """The value of playing the event now; if it is below 0, it is better to keep the event."""
    return best_aim(m, event) - HARMLESS / 2


@rule
def being_played(m):
    """The event that is on the table until its player names a person for it."""
    found = Event.ALL_OUT_ATTACK + 0
    for event in range(EVENTS - 1, -1, -1):
        if m.event_place[event] == EventPlace.TABLE and event != Event.NEUROI and event != Event.ALL_OUT_ATTACK:
            found = event
    return found


@rule
def window_event(m, event, now):
    """The value of playing an event in a window, where `now` is the value of a pass.

    All-out attack is played only in my own war; other events are played as in my own turn.
    """
    if event == Event.ALL_OUT_ATTACK:
        return now + 0.2 if m.turn_player == 0 else now - 0.2
    return now + use_of(m, event)


@rule
def cancel(m, action):
    """The value of cancelling the action with this red card: the harm the action may do, minus the card's value."""
    if action == PASS:
        return 0.0
    return harm(m) - price(m, action - CARD)


@rule
def harm(m):
    """A rough estimate of what the declared action may cost me; a war is assumed to be won half of the time."""
    courts = m.action == MARRIAGE or m.action == PROCREATION
    if m.turn_player == leader(m) and (courts or m.action == INCITE):
        return 0.03
    if m.action == WAR_ON and 0 <= m.country < COUNTRIES:
        king = m.king[m.turn_player] + 0
        won = battle(m, m.country, m.turn_player, king, NOBODY)
        lost = battle(m, m.country, m.holder[m.country] + 0, king, NOBODY)
        return m.now - (won + lost) / 2 if won < lost else 0.0
    return 0.0 if courts or m.action == HIRE else 0.015


@rule
def warrior(m, person):
    """SW02-08-08: the value of warrior's way on this commander: victory for two death checks; NOBODY: keep it."""
    attacker = m.turn_player
    if m.country == THE_NEUROI:
        return 0.0 if person == NOBODY else neuroi_war(m, person) - m.now - 0.01
    king = m.king[attacker] + 0
    holder = m.holder[m.country] + 0
    if person == NOBODY:
        if attacker != 0:
            return battle(m, m.country, attacker, king, NOBODY) + 5 * HARMLESS
        return war_on(m, m.country + 0) + 5 * HARMLESS
    second = risk(m, person) * max(m.now - dead(m, person), 0.0)
    if attacker == 0:
        return battle(m, m.country, 0, person, NOBODY) - second
    return battle(m, m.country, holder, king, person) - second


@rule
def friend(m, person):
    """SW02-08-10: the value of forcing this person to come along as the friend.

    The best choice is a person who is strong or helps with the dice (D-R52), and whom I can spare.
    """
    if person == NOBODY:
        return 0.0
    grief = risk(m, person) * (m.now - dead(m, person))
    gifted = 1 if m.turn_player == 0 and helps_to_succeed(m, person) else 0
    return HARMLESS * (war_value(m, person) + 1 + gifted) - grief
