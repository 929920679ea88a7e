"""Row 3: war (戦争), up to the dice: battlefield, withdrawal, countries that are used, commanders."""

from numpy import int8

from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.kingdoms.actions import AID_ATTACK, AID_DEFENCE, COUNTRY, DECLARE, PASS, PERSON, WAR_ON
from dynasty_env.kingdoms.material import COUNTRIES, NEIGHBOURS, PERSONS, Holder, Side
from dynasty_env.kingdoms.steps import Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Phase, offer, offers, push, rule, tell

from .conquest import win_war
from .countries import has_normal, held_by, is_normal, joined_among, joined_to
from .kinds import Action
from .persons import has_rebel, is_loyal


@rule
def may_be_used(t, seat, country, joined):
    """K11: a normal country of the dynasty, joined to the battlefield, that is not in use yet."""
    return is_normal(t, seat, country) and t.committed[country] == Side.NONE and joined >> country & 1 == 1


@rule
def usable_by(t, seat):
    """K11: the dynasty's normal countries that are not in use yet, as bits."""
    mine = int8(seat)
    bits = 0
    for country in range(COUNTRIES):
        is_free = (t.exhausted[country] == 0) & (t.committed[country] == Side.NONE)
        bits |= int((t.holder[country] == mine) & is_free) << country
    return bits


@rule
def is_in_reach(t, held, usable, country):
    """A country of another dynasty, or an independent one, that borders an own country; K11: with at least one country
    that can be used. As bits: `held`, the own ones, and `usable` of them."""
    if t.holder[country] == Holder.OUT or held >> country & 1 == 1 or NEIGHBOURS[country] & held == 0:
        return False
    return joined_among(held, country) & usable != 0


@rule
def may_be_attacked(t, seat, country):
    return is_in_reach(t, held_by(t, seat), usable_by(t, seat), country)


@rule
def can_wage_war(t, seat):
    """A dynasty with a rebel cannot start a war."""
    usable = usable_by(t, seat)
    if usable == 0 or has_rebel(t, seat):
        return False
    held = held_by(t, seat)
    for country in range(COUNTRIES):
        if is_in_reach(t, held, usable, country):
            return True
    return False


@rule
def legal_war_target(t):
    held, usable = held_by(t, t.seat), usable_by(t, t.seat)
    for country in range(COUNTRIES):
        if is_in_reach(t, held, usable, country):
            offer(t, COUNTRY + country)


@rule
def is_defended(t):
    """Is the battlefield a dynasty's?"""
    return t.holder[t.country] >= 0


@rule
def play_war_target(t, action):
    """K10: the defender is asked right after the declaration whether he withdraws; K16: not an independent country."""
    t.country = action - COUNTRY
    tell(t, Trace.ATTACKED, t.seat, t.country, t.holder[t.country], 0, EVERYBODY)
    if is_defended(t):
        push(t, Step.WITHDRAW, t.holder[t.country], 0, 0)
    else:
        push(t, Step.WAR_COMMIT, t.seat, 0, 0)


@rule
def play_withdraw(t, action):
    """K10: victory without dice: nobody is named, nothing exhausted, no checks."""
    if action == DECLARE:
        tell(t, Trace.WITHDREW, t.seat, t.country, 0, 0, EVERYBODY)
        win_war(t)
    else:
        push(t, Step.WAR_COMMIT, t.turn_player, 0, 0)


@rule
def legal_war_commit(t):
    """K11: the attacker uses at least one country."""
    for country in range(COUNTRIES):
        if t.committed[country] == Side.ATTACK:
            offer(t, PASS)
            break
    offer_usable(t)


@rule
def offer_usable(t):
    joined = joined_to(t, t.seat, t.country)
    for country in range(COUNTRIES):
        if may_be_used(t, t.seat, country, joined):
            offer(t, COUNTRY + country)


@rule
def use(t, country, side):
    t.committed[country] = side
    tell(t, Trace.COMMITTED, t.seat, country, 0, side, EVERYBODY)


@rule
def play_war_commit(t, action):
    """One country at a time, or done: then the defender's turn, or the others'."""
    if action != PASS:
        use(t, action - COUNTRY, Side.ATTACK)
        push(t, Step.WAR_COMMIT, t.seat, 0, 0)
    elif is_defended(t):
        push(t, Step.DEFEND_COMMIT, t.holder[t.country], 0, 0)
    else:
        push(t, Step.HELPERS, t.turn_player, 1, 0)


@rule
def legal_defend_commit(t):
    """K11: any number of countries besides the battlefield."""
    offer(t, PASS)
    offer_usable(t)


@rule
def play_defend_commit(t, action):
    if action == PASS:
        push(t, Step.HELPERS, t.turn_player, 1, 0)
    else:
        use(t, action - COUNTRY, Side.DEFENCE)
        push(t, Step.DEFEND_COMMIT, t.seat, 0, 0)


# aid (K13)


@rule
def can_aid(t, seat):
    """Neither attacker nor defender, with a normal country, wherever it lies."""
    return seat != t.turn_player and seat != t.holder[t.country] and has_normal(t, seat)


@rule
def ask_helpers(t):
    """K13: the others in seat order from the turn player on (a: how many have been asked); K15: then the attacker's
    commander."""
    for place in range(t.a, t.num_players):
        seat = (t.seat + place) % t.num_players
        if can_aid(t, seat):
            push(t, Step.HELPERS, t.seat, place + 1, 0)
            push(t, Step.AID, seat, 0, 0)
            return
    push(t, Step.WAR_COMMANDER, t.seat, 0, 0)


@rule
def legal_aid(t):
    """A normal country for either side, or none."""
    offer(t, PASS)
    for country in range(COUNTRIES):
        if is_normal(t, t.seat, country):
            offer(t, AID_ATTACK + country)
            offer(t, AID_DEFENCE + country)


@rule
def play_aid(t, action):
    if action >= AID_DEFENCE:
        use(t, action - AID_DEFENCE, Side.AIDS_DEFENCE)
    elif action >= AID_ATTACK:
        use(t, action - AID_ATTACK, Side.AIDS_ATTACK)


# commanders


@rule
def play_war_commander(t, action):
    """K15: the attacker names first."""
    t.actor = action - PERSON
    tell(t, Trace.COMMANDS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.BATTLE, t.turn_player, 0, 0)
    if is_defended(t):
        push(t, Step.DEFEND_COMMANDER, t.holder[t.country], 0, 0)


@rule
def play_defend_commander(t, action):
    t.defender = action - PERSON
    tell(t, Trace.COMMANDS, t.seat, t.defender, 0, 1, EVERYBODY)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.WAR_TARGET),
        Phase(Step.WITHDRAW, offer_right),
        Phase(Step.WAR_COMMIT),
        Phase(Step.DEFEND_COMMIT),
        Phase(Step.AID),
        Phase(Step.WAR_COMMANDER, offers(PERSON, PERSONS, is_loyal)),
        Phase(Step.DEFEND_COMMANDER, offers(PERSON, PERSONS, is_loyal)),
    ),
    automatic=(Automatic(Step.HELPERS, ask_helpers),),
    kinds=(Action(WAR_ON, may=can_wage_war, begin=Step.WAR_TARGET),),
)
