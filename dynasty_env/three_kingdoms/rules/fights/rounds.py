"""§19–§21: duels, battles and stratagems."""

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, rule, shuffle, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, _
from dynasty_env.three_kingdoms.ids import Step, Trace
from dynasty_env.three_kingdoms.material import (
    BATTLE,
    BATTLE_FROM,
    CHECK_FROM,
    CITY,
    CLAN_DUELLISTS,
    GENERALS,
    MOST_IN_DUEL_LOSS,
    MOST_IN_WALKOVER,
    NO_ONE,
    STRATAGEM,
    STRATAGEM_FROM,
    Column,
    Method,
    Stat,
)
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, DEFENDER, troops_in, value
from dynasty_env.three_kingdoms.rules.frames import then
from dynasty_env.three_kingdoms.rules.rulers import settle_rulers
from dynasty_env.three_kingdoms.table import DUELLISTS

from .checks import check_duellist
from .losses import lose
from .picks import is_clans, picked_by, reveal

CLANSMAN = NO_ONE
"""Stands for a clansman in a duel."""


@rule
def resolve(t):
    """§18.6: the round is fought and losses are taken; then the aftermath follows."""
    reveal(t)
    then(t, Step.AFTERMATH)
    if t.method == Method.DUEL:
        duel(t)
    elif t.method == Method.BATTLE:
        battle(t)
    else:
        stratagem(t)
    for general in range(GENERALS):
        t.picked[general] = 0


# ---------------------------------------------------------------------------------------------------------------- duels


@rule
def line_up(t, army):
    """The army's duellists line up. §19.8: clans have three, T14: at most the number in the table. Returns how many."""
    count = 0
    if is_clans(t, army):
        count = min(CLAN_DUELLISTS, t.number)
        for k in range(count):
            t.duellist[army * DUELLISTS + k] = CLANSMAN
    else:
        for general in range(GENERALS):
            if picked_by(t, general, army):
                t.duellist[army * DUELLISTS + count] = general
                count += 1
    return count


@rule
def valour(t, general):
    """§19.5: the general's valour; T55: 0 if he has none; §19.8: 0 for a clansman."""
    return max(value(t, general, Stat.VALOUR), 0) if general != CLANSMAN else 0


@rule
def duel(t):
    """§19.3: duellists are paired at random.

    T35: all pairs and walkovers are rolled, then losses are added up and taken, and the checks come last.
    """
    ours = line_up(t, ATTACKER)
    theirs = line_up(t, DEFENDER)
    shuffle(t, t.duellist, 0, ours)
    shuffle(t, t.duellist, DUELLISTS, theirs)
    our_loss = 0
    their_loss = 0
    for k in range(max(ours, theirs)):
        if k < ours and k < theirs:
            ahead = pair(t, k)
            if ahead > 0:
                their_loss += min(ahead, MOST_IN_DUEL_LOSS)
            else:
                our_loss += min(-ahead, MOST_IN_DUEL_LOSS)
        elif k < ours:
            their_loss += walkover(t, t.duellist[k])
            t.ahead[k] = 0
        else:
            our_loss += walkover(t, t.duellist[DUELLISTS + k])
            t.ahead[k] = 0
    lose(t, ATTACKER, our_loss)
    lose(t, DEFENDER, their_loss)
    for k in range(min(ours, theirs)):
        check_loser(t, k)
    settle_rulers(t)
    for k in range(DUELLISTS):
        t.ahead[k] = 0
        t.duellist[k] = NO_ONE
        t.duellist[DUELLISTS + k] = NO_ONE


@rule
def pair(t, k):
    """§19.5: die and valour of both; returns the attacker's lead."""
    ours = t.duellist[k]
    theirs = t.duellist[DUELLISTS + k]
    ahead = die(t) + valour(t, ours)
    ahead -= die(t) + valour(t, theirs)
    t.ahead[k] = ahead
    tell(t, Trace.DUEL, 0, ours, theirs, ahead, EVERYBODY)
    return ahead


@rule
def walkover(t, general):
    """§19.7: a general without an opponent costs the enemy his valour in troops, at most five; §19.8: a clansman 1."""
    loss = 1 if general == CLANSMAN else min(valour(t, general), MOST_IN_WALKOVER)
    tell(t, Trace.WALKOVER, 0, general, 0, loss, EVERYBODY)
    return loss


@rule
def check_loser(t, k):
    """§19.6, §24.2 ①: three or more behind means a capture check, in the column of the difference."""
    behind = abs(t.ahead[k])
    if behind < CHECK_FROM:
        return
    army = DEFENDER if t.ahead[k] > 0 else ATTACKER
    loser = t.duellist[army * DUELLISTS + k] + 0
    winner = t.duellist[(1 - army) * DUELLISTS + k] + 0
    if loser != CLANSMAN:
        check_duellist(t, loser, winner, army, Column.DUEL_3 + min(behind, 6) - CHECK_FROM)


# ----------------------------------------------------------------------------------------------- battles and stratagems


@rule
def total_of(t, army, stat):
    """§20.4, §21.3: the sum of the values of the named generals."""
    found = 0
    for general in range(GENERALS):
        if picked_by(t, general, army):
            found += max(value(t, general, stat), 0)
    return found


@rule
def battle(t):
    """§20.2–§20.6: die and command, plus one for each ten troops; city and rivers count for the defender; table B."""
    ours = die(t) + total_of(t, ATTACKER, Stat.COMMAND) + troops_in(t, ATTACKER) // 10
    theirs = die(t) + total_of(t, DEFENDER, Stat.COMMAND) + troops_in(t, DEFENDER) // 10
    theirs += CITY[t.battle] + (2 if t.across_rivers == 1 else 0)
    tell(t, Trace.TOTALS, 0, ours, theirs, 0, EVERYBODY)
    row = min(abs(ours - theirs), BATTLE_FROM)
    if ours >= theirs:
        lose(t, ATTACKER, BATTLE[row, 0])
        lose(t, DEFENDER, BATTLE[row, 1])
    else:
        lose(t, ATTACKER, BATTLE[row, 1])
        lose(t, DEFENDER, BATTLE[row, 0])


@rule
def plot(t, army):
    """§21.2–§21.6: die and wits; T56: 0 without a roll if nobody named has wits; for clans the die minus one."""
    if is_clans(t, army):
        return die(t) - 1
    for general in range(GENERALS):
        if picked_by(t, general, army) and value(t, general, Stat.WITS) >= 0:
            return die(t) + total_of(t, army, Stat.WITS)
    return 0


@rule
def stratagem(t):
    """§21.5: the lower side has the losses of table C."""
    ours = plot(t, ATTACKER)
    theirs = plot(t, DEFENDER)
    tell(t, Trace.TOTALS, 0, ours, theirs, 0, EVERYBODY)
    loss = STRATAGEM[min(abs(ours - theirs), STRATAGEM_FROM)]
    if ours > theirs:
        lose(t, DEFENDER, loss)
    elif theirs > ours:
        lose(t, ATTACKER, loss)


# what is said


def duel_fought(group: Group, context: Context) -> str:
    """Who is ahead in a duel, and by how much."""
    fields = context.fields(group[0])
    ahead = fields.pop("ahead")
    if ahead == 0:
        return Message(_("{one} fights {other}: nobody is ahead"), **fields)
    winner = fields["one"] if ahead > 0 else fields["other"]
    return Message(_("{one} fights {other}: {winner} is ahead by {ahead}"), winner=winner, ahead=abs(ahead), **fields)


CHAPTER = Chapter(
    __name__,
    automatic=(Automatic(Step.RESOLVE, resolve),),
    entries=(
        EntryKind(Trace.DUEL, duel_fought, "one:person", "other:person", "ahead:number", cites="§19.5"),
        EntryKind(
            Trace.WALKOVER,
            _("{person} finds no opponent: the enemy loses {troops}"),
            "person",
            value="troops",
            cites="§19.7",
        ),
        EntryKind(
            Trace.TOTALS,
            _("the attackers reach {attackers}, the defender {defender}"),
            subject="attackers:number",
            object="defender:number",
        ),
    ),
)
