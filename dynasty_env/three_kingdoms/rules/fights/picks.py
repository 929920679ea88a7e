"""§19.1, §20.1, §21.1: each side names generals for the round, without seeing the other's (T13)."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import EntryKind, _
from dynasty_env.three_kingdoms.ids import ALL, DONE, GENERAL, SLOTS, Step, Trace
from dynasty_env.three_kingdoms.material import ABSENT, CLANS, GENERALS, NO_ONE, Method, Role, Stat
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, value


@rule
def stat_of(method):
    """The value that counts: valour, command, or wits."""
    if method == Method.DUEL:
        return Stat.VALOUR
    return Stat.COMMAND if method == Method.BATTLE else Stat.WITS


@rule
def fights_for(t, general, army):
    """Does the general take part in the fight, in that army?"""
    return t.role[general] == (Role.ATTACKS if army == ATTACKER else Role.DEFENDS)


@rule
def may_be_picked(t, general, army):
    """T55: a general without valour may duel; T59: without command or wits he is useless in battles and stratagems."""
    if not fights_for(t, general, army):
        return False
    return t.method == Method.DUEL or value(t, general, stat_of(t.method)) != ABSENT


@rule
def candidates(t, army):
    """How many generals may be named."""
    found = 0
    for general in range(GENERALS):
        if may_be_picked(t, general, army):
            found += 1
    return found


@rule
def begin_picks(t, army):
    """T13: the army's player names generals; without one, the neutral policy takes the best (T12)."""
    for general in range(GENERALS):
        if fights_for(t, general, army):
            t.picked[general] = 0
    if candidates(t, army) == 0:
        return
    if t.player[army] == NO_ONE:
        pick_best(t, army)
    elif t.method == Method.DUEL:
        push(t, Step.DUEL_PICK, t.player[army], army, 0)
    elif t.method == Method.BATTLE:
        push(t, Step.BATTLE_PICK, t.player[army], army, 0)
    else:
        push(t, Step.STRATAGEM_PICK, t.player[army], army, 0)


@rule
def pick_best(t, army):
    """T59: as many as allowed, by the value that counts, ties in roster order."""
    for _number in range(t.number):
        best = NO_ONE
        for general in range(GENERALS):
            if may_be_picked(t, general, army) and t.picked[general] == 0:
                if best == NO_ONE or value(t, general, stat_of(t.method)) > value(t, best, stat_of(t.method)):
                    best = general
        if best != NO_ONE:
            t.picked[best] = 1


@rule
def legal_pick(t):
    """§19.4: up to the number in the table, or fewer, or none; ALL names the best."""
    offer(t, DONE)
    slot = 0
    for general in range(GENERALS):
        if may_be_picked(t, general, t.a):
            if t.picked[general] == 0 and slot < SLOTS:
                offer(t, GENERAL + slot)
            slot += 1
    if t.b == 0:
        offer(t, ALL)


@rule
def play_pick(t, action):
    """T13: the general is named; nobody else knows it yet."""
    if action == ALL:
        pick_best(t, t.a)
    elif action != DONE:
        slot = 0
        left = 0
        for general in range(GENERALS):
            if may_be_picked(t, general, t.a):
                if action == GENERAL + slot:
                    t.picked[general] = 1
                elif t.picked[general] == 0:
                    left += 1
                slot += 1
        if t.b + 1 < t.number and left > 0:
            push(t, t.step, t.seat, t.a, t.b + 1)


@rule
def legal_duel_pick(t):
    """§19.4: who fights."""
    legal_pick(t)


@rule
def play_duel_pick(t, action):
    """§19.1: this general does."""
    play_pick(t, action)


@rule
def legal_battle_pick(t):
    """§20.1: who commands."""
    legal_pick(t)


@rule
def play_battle_pick(t, action):
    """§20.1: this general does."""
    play_pick(t, action)


@rule
def legal_stratagem_pick(t):
    """§21.1: who makes plans."""
    legal_pick(t)


@rule
def play_stratagem_pick(t, action):
    """§21.1: this general does."""
    play_pick(t, action)


@rule
def picked_by(t, general, army):
    """Has that army named this general?"""
    return t.picked[general] == 1 and fights_for(t, general, army)


@rule
def reveal(t):
    """T13: the generals of both sides are revealed."""
    for general in range(GENERALS):
        if t.picked[general] == 1 and (t.role[general] == Role.ATTACKS or t.role[general] == Role.DEFENDS):
            army = 0 if t.role[general] == Role.ATTACKS else 1
            tell(t, Trace.NAMED, 0, general, army, 0, EVERYBODY)


@rule
def is_clans(t, army):
    """Is this an army of clans?"""
    if army == ATTACKER:
        return t.army[CLANS] > 0
    return t.defender == CLANS


CHAPTER = Chapter(__name__, entries=(EntryKind(Trace.NAMED, _("for {army}: {person}"), "person", "army", cites="T13"),))
