"""§22: retreats and pursuit."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, offer, push, rule, tell
from dynasty_env.kit.engine.odds import FACES
from dynasty_env.kit.words import CHANCES, Chance, Chosen, EntryKind, Message, Phase, State, _
from dynasty_env.three_kingdoms.ids import ALL, AMOUNT, AMOUNTS, AREA, EACH, HALF, YES, Reach, Step, Trace
from dynasty_env.three_kingdoms.material import (
    CLANS,
    GENERALS,
    METHOD,
    METHOD_GENERALS,
    MOST_ROUNDS,
    NO_ONE,
    NOWHERE,
    OWNERS,
    PURSUIT,
    PURSUIT_TROOPS,
    Method,
    Place,
    Role,
)
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.control import take_control
from dynasty_env.three_kingdoms.rules.forces import (
    ATTACKER,
    DEFENDER,
    UNDECIDED,
    army_of,
    attackers,
    is_among,
    plays,
    troops_in,
)
from dynasty_env.three_kingdoms.rules.frames import then, then_with, yes_or_no
from dynasty_env.three_kingdoms.rules.rulers import exile

from .fight_odds import attackers_win
from .havens import best_haven, can_retreat, find_havens, offer_havens
from .losses import lose

REACHES = len(Reach)


# -------------------------------------------------------------------------------------------------------------- whether


@rule
def ask_retreat(t):
    """§22.2: the attacker decides first; if he stays, the defender (T15); T58: after thirty rounds somebody must go."""
    army = t.a + 0
    if t.rounds >= MOST_ROUNDS:
        begin_retreat(t, must_go(t), Reach.IF_NEEDED)
        return
    if can_retreat(t, army):
        if t.player[army] != NO_ONE:
            push(t, Step.RETREAT, t.player[army], army, 0)
        elif 2 * troops_in(t, army) < troops_in(t, 1 - army):  # T12
            begin_retreat(t, army, Reach.ADJACENT)
        else:
            stay(t, army)
    else:
        stay(t, army)


@rule
def must_go(t):
    """T58: the side with fewer troops; the attacker if they are equal, or if that side cannot go."""
    if troops_in(t, DEFENDER) < troops_in(t, ATTACKER) and find_havens(t, t.defender, Reach.IF_NEEDED) > 0:
        return DEFENDER
    return ATTACKER


@rule
def stay(t, army):
    """§18.7: if the attacker stays, the defender is asked; if nobody goes, there is another round."""
    if army == ATTACKER:
        then_with(t, Step.ASK_RETREAT, DEFENDER, 0)
    else:
        then(t, Step.ROUND)


@rule
def play_retreat(t, action):
    """§22.2: the army goes or stays."""
    if action == YES:
        begin_retreat(t, t.a + 0, Reach.ADJACENT)
    else:
        stay(t, t.a + 0)


@rule
def begin_retreat(t, army, reach):
    """§22.11, T15: the enemy pursues before the move; §23.3, T23: a loss of all troops destroys the army."""
    t.fled = army
    tell(t, Trace.RETREATS, 0, army, 0, 0, EVERYBODY)
    row = 0
    for k in range(len(PURSUIT_TROOPS)):
        if troops_in(t, 1 - army) > PURSUIT_TROOPS[k]:
            row = k + 1
    loss = PURSUIT[row, die(t) - 1]
    tell(t, Trace.PURSUED, 0, army, 0, loss, EVERYBODY)
    lose(t, army, loss)
    if loss > 0 and troops_in(t, army) == 0:
        then(t, Step.AFTERMATH)
    else:
        then(t, Step.FIGHT_OVER)
        send_home(t, army, reach)


# ------------------------------------------------------------------------------------------------------------- the move


@rule
def chooser(t, army, owner):
    """T24: who chooses where units go; -1: the neutral policy.

    Each seat chooses for its own units, the power for minor powers and clans that it directs, and the defender's player
    for the defender.
    """
    if army == DEFENDER:
        return t.player[DEFENDER] + 0
    if owner != CLANS and t.country_seat[owner] != NO_ONE:
        return t.country_seat[owner] + 0
    return t.country_seat[t.power] + 0 if plays(t, t.power) else NO_ONE


@rule
def send_home(t, army, reach):
    """§22.3: all units of the army leave."""
    each_country_then(t, army, Step.SEND, reach)


@rule
def each_country_then(t, army, step, b):
    """Add a step for each country of an army, in their order; its two numbers are the country and `b`."""
    if army == DEFENDER:
        then_with(t, step, t.defender, b)
        return
    there = attackers(t)
    for back in range(OWNERS):
        owner = OWNERS - 1 - back
        if is_among(owner, there):
            then_with(t, step, owner, b)


@rule
def send(t):
    """The units of one country leave. With nowhere to go, generals go into exile and troops are removed."""
    owner = t.a + 0
    reach = t.b + 0
    army = t.fled + 0
    for general in range(GENERALS):
        if army_of(t, general) == army and t.country[general] == owner:
            t.goal[general] = UNDECIDED
    havens = find_havens(t, owner, reach)
    if havens == 0:
        disband(t, owner, army)
        return
    seat = chooser(t, army, owner)
    if seat == NO_ONE:
        go_all(t, owner, best_haven(t, owner))
    else:
        push(t, Step.RETREAT_TO, seat, owner, reach)


@rule
def disband(t, owner, army):
    """T15, T52: there is nowhere to go."""
    if army == ATTACKER:
        t.army[owner] = 0
    else:
        t.troops[t.battle] = 0
        t.tired[t.battle] = 0
    for general in range(GENERALS):
        if t.goal[general] == UNDECIDED and t.country[general] == owner:
            t.goal[general] = NOWHERE
            t.role[general] = Role.NONE
            exile(t, general)
    then(t, Step.ARRIVE)


@rule
def troops_of(t, owner):
    """The owner's troops that leave the fight."""
    if owner == t.defender and t.fled == DEFENDER:
        return t.troops[t.battle] + 0
    return t.army[owner] + 0


@rule
def undecided(t, owner):
    """The owner's first general who has not been sent anywhere; -1 if all have."""
    for general in range(GENERALS):
        if t.goal[general] == UNDECIDED and t.place[general] == Place.SERVING and t.country[general] == owner:
            return general
    return NO_ONE


@rule
def go_general(t, general, area):
    """§22.4: the general goes there; T21: an area that was not his country's now is."""
    owner = t.country[general] + 0
    t.goal[general] = NOWHERE
    t.role[general] = Role.NONE
    t.area[general] = area
    t.acted[general] = 1
    tell(t, Trace.WENT, 0, general, area, 0, EVERYBODY)
    if t.control[area] != owner:
        take_control(t, area, owner)


@rule
def go_troops(t, owner, area, amount):
    """§22.5: this many troops go there; they count as having acted."""
    if owner == t.defender and t.fled == DEFENDER:
        t.troops[t.battle] -= amount
        t.tired[t.battle] = min(t.tired[t.battle], t.troops[t.battle])
    else:
        t.army[owner] -= amount
    t.troops[area] += amount
    t.tired[area] += amount
    tell(t, Trace.TROOPS_WENT, 0, owner, area, amount, EVERYBODY)
    if t.control[area] != owner:
        take_control(t, area, owner)


@rule
def go_all(t, owner, area):
    """All of the owner's units go there."""
    general = undecided(t, owner)
    while general != NO_ONE:
        go_general(t, general, area)
        general = undecided(t, owner)
    if troops_of(t, owner) > 0:
        go_troops(t, owner, area, troops_of(t, owner))


@rule
def legal_retreat_to(t):
    """§22.5: an area where all of them go, or each part separately."""
    havens = find_havens(t, t.a, t.b)
    units = troops_of(t, t.a)
    for general in range(GENERALS):
        if t.goal[general] == UNDECIDED and t.country[general] == t.a:
            units += 1
    offer_havens(t)
    if havens > 1 and units > 1:
        offer(t, EACH)


@rule
def play_retreat_to(t, action):
    """§22.5: all go there, or split up."""
    if action == EACH:
        if troops_of(t, t.a) > 0:
            push(t, Step.RETREAT_TROOPS, t.seat, t.a, t.b)
        if undecided(t, t.a) != NO_ONE:
            push(t, Step.RETREAT_GENERAL, t.seat, t.a, t.b)
    else:
        go_all(t, t.a + 0, action - AREA)


@rule
def legal_retreat_general(t):
    """§22.5: where the next general goes."""
    find_havens(t, t.a, t.b)
    offer_havens(t)


@rule
def play_retreat_general(t, action):
    """§22.5: the general goes there."""
    go_general(t, undecided(t, t.a), action - AREA)
    if undecided(t, t.a) != NO_ONE:
        push(t, Step.RETREAT_GENERAL, t.seat, t.a, t.b)


@rule
def legal_retreat_troops(t):
    """§22.5: where troops go."""
    find_havens(t, t.a, t.b)
    offer_havens(t)


@rule
def play_retreat_troops(t, action):
    """§22.5: how many go there; all if there is only one area to go to."""
    if find_havens(t, t.a, t.b) == 1:
        go_troops(t, t.a + 0, action - AREA, troops_of(t, t.a))
        return
    push(t, Step.RETREAT_AMOUNT, t.seat, t.a, (action - AREA) * REACHES + t.b)


@rule
def legal_retreat_amount(t):
    """§22.5: all, half, or a number."""
    most = troops_of(t, t.a)
    offer(t, ALL)
    if most > 2:
        offer(t, HALF)
    for amount in range(1, min(most - 1, AMOUNTS) + 1):
        offer(t, AMOUNT + amount - 1)


@rule
def play_retreat_amount(t, action):
    """§22.5: this many go; then the others are asked about again."""
    owner = t.a + 0
    amount = troops_of(t, owner)
    if action == HALF:
        amount = (amount + 1) // 2
    elif action >= AMOUNT:
        amount = action - AMOUNT + 1
    go_troops(t, owner, t.b // REACHES, amount)
    if troops_of(t, owner) > 0:
        push(t, Step.RETREAT_TROOPS, t.seat, owner, t.b % REACHES)


# what is said


def how_many(state: State) -> str:
    """The area that the troops go to."""
    return Message(_("how many troops go to {area}?"), area=nouns.area(int(state.record["b"]) // REACHES))


def pursuit(t: Any, army: int) -> list[int]:
    """§22.11: the losses of the retreating army in a pursuit, by the face of the die."""
    row = sum(int(troops_in(t, 1 - army)) > most for most in PURSUIT_TROOPS)
    return [int(loss) for loss in PURSUIT[row]]


def methods() -> Iterator[tuple[Method, Fraction]]:
    """§18.5: the chance of each way to fight the next round."""
    dice = range(1, FACES + 1)
    ways = Counter(Method(int(METHOD[one + two])) for one, two in product(dice, dice) if METHOD_GENERALS[one + two])
    for method in Method:
        yield method, Fraction(ways[method], FACES**2)


def another_round(state: State) -> str:
    """The ways to fight the next round, with their chances."""
    chances: dict[str, Any] = {method.name.lower(): Chance(float(chance), "happens") for method, chance in methods()}
    return Message(_("Another round is a duel {duel}, a battle {battle}, a stratagem {stratagem}."), **chances)


def pursued(state: State, _number: int) -> str:
    """The losses in the pursuit, and the chance that nobody is left."""
    t, army = state.tables[0], int(state.record["a"])
    losses, troops = pursuit(t, army), int(troops_in(t, army))
    ends = sum(loss > 0 and loss >= troops for loss in losses) / FACES
    cost = f"{sum(min(loss, troops) for loss in losses) / FACES:.1f}"
    if not ends:
        return Message(_("the pursuit costs {cost} troops on average"), cost=cost)
    text = _("the pursuit costs {cost} troops on average, and destroys the army {chance}")
    return Message(text, cost=cost, chance=Chance(ends, "fails"))


def stays(state: State, _number: int) -> str:
    """How the fight ends if nobody retreats from now on."""
    copy, army = state.clone(), int(state.record["a"])
    won = attackers_win(copy.tables[0])
    return Message(CHANCES["wins"], chance=Chance(won if army == ATTACKER else 1 - won, "wins", simulated=True))


RETREATS_TEXTS = (_("the attackers retreat"), _("the defender retreats"))
TROOPS_WENT_TEXTS = {True: _("{troops} of {country} goes to {area}"), False: _("{troops} of {country} go to {area}")}

CHAPTER = Chapter(
    __name__,
    phases=(
        yes_or_no(
            Step.RETREAT,
            asks=_("Do you retreat?"),
            why=_("The enemy pursues and may hurt you once more, but then the fight is over. Otherwise it goes on."),
            says={"yes": _("retreat"), "no": _("stay")},
            purposes={
                "yes": _("The enemy rolls once for a pursuit, then you go."),
                "no": _("If nobody retreats, there is another round."),
            },
            stakes=nouns.the_fight,
            chance={"yes": pursued, "no": stays},
            condition=another_round,
            cites="§22.1, §22.2",
            decides="the attacker's player, then the defender's",
            frame=("army",),
        ),
        Phase(
            Step.RETREAT_TO,
            asks=_("Where do you retreat?"),
            why=_("All together, or each unit separately."),
            says={"each": _("split up"), "area": _("retreat to {area}")},
            stakes=nouns.about(_("where do the units of {country} go?"), country="a"),
            cites="§22.4, T24",
            decides="each seat for its own units (T24)",
            frame=("owner", "reach"),
        ),
        Phase(
            Step.RETREAT_GENERAL,
            asks=_("Where does this general retreat?"),
            why=_("You are asked about the others one by one."),
            says={"area": _("retreat to {area}")},
            stakes=nouns.about_leaving(_("where does {person} go?")),
            cites="§22.5",
            decides="each seat for its own units (T24)",
            frame=("owner", "reach"),
        ),
        Phase(
            Step.RETREAT_TROOPS,
            asks=_("Where do troops retreat?"),
            why=_("Next you choose how many of them."),
            says={"area": _("troops retreat to {area}")},
            stakes=nouns.about(_("where do the troops of {country} go?"), country="a"),
            cites="§22.5",
            decides="each seat for its own units (T24)",
            frame=("owner", "reach"),
        ),
        Phase(
            Step.RETREAT_AMOUNT,
            asks=_("How many troops go there?"),
            why=_("You are then asked about the rest."),
            stakes=how_many,
            cites="§22.5",
            decides="each seat for its own units (T24)",
            frame=("owner", "area and reach"),
            families=("all", "half", "troops"),
        ),
    ),
    automatic=(Automatic(Step.ASK_RETREAT, ask_retreat, ("army",)), Automatic(Step.SEND, send, ("owner", "reach"))),
    entries=(
        EntryKind(Trace.RETREATS, Chosen(lambda entry: entry.subject, RETREATS_TEXTS), "army", cites="§22.1"),
        EntryKind(
            Trace.PURSUED, _("the pursuit costs {troops}"), "army:number", value="troops", tone="bad", cites="§22.11"
        ),
        EntryKind(Trace.WENT, _("{person} goes to {area}"), "person", "area", tone="quiet"),
        EntryKind(
            Trace.TROOPS_WENT,
            Chosen(lambda entry: entry.value == 1, TROOPS_WENT_TEXTS),
            "country",
            "area",
            "troops",
            tone="quiet",
        ),
    ),
)
