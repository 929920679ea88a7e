"""§10: fights with events on the board, and what triggers them."""

from typing import Any

from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, die, offer, push, rule, tell
from dynasty_env.kit.engine.odds import highest_above
from dynasty_env.kit.words import CHANCES, Chance, Context, EntryKind, Group, Joined, Message, Phase, State, _
from dynasty_env.shinsengumi.ids import EVENT, PERSON, Step, Trace
from dynasty_env.shinsengumi.material import (
    DICE,
    EVENT_TEXTS,
    EVENTS,
    FIGHT,
    KILLED_FROM,
    NEIGHBOUR,
    NOBODY,
    NOWHERE,
    PERSONS,
    SIDE,
    STAYS,
    TRIGGER,
    WOUNDED_FROM,
    Direction,
    Event,
    EventPlace,
    Fight,
    Trigger,
)
from dynasty_env.shinsengumi.rules import nouns

from .events import leave_play
from .failures import has_just_moved
from .persons import combat, is_beside, is_free, owner, stand
from .removal import doom


@rule
def is_triggered(t, event):
    """Is the fight of the event triggered (★ in the book)?

    S-R13: only by the person named in phase D, at his final position.
    """
    if t.mover == NOBODY or t.event_place[event] != EventPlace.BOARD:
        return False
    cell = t.event_cell[event]
    here = t.cell[t.mover]
    if TRIGGER[event] == Trigger.BELOW:
        return NEIGHBOUR[cell, Direction.DOWN] == here
    if TRIGGER[event] == Trigger.ABOVE:
        return NEIGHBOUR[cell, Direction.UP] == here
    if TRIGGER[event] == Trigger.BESIDE:
        return is_beside(t, t.mover, event)
    if TRIGGER[event] == Trigger.GATHERING:
        return is_beside(t, t.mover, event) and gathered(t, event) > 1
    if TRIGGER[event] == Trigger.COLUMN:
        return here % SIDE == cell % SIDE and t.origin % SIDE != cell % SIDE
    return False


@rule
def gathered(t, event):
    """How many persons stand on the four cells beside an event."""
    count = 0
    for person in range(PERSONS):
        if is_beside(t, person, event):
            count += 1
    return count


@rule
def judge(t):
    """§06-01 D: the fights triggered by the person's move become due, now that his position is final."""
    for event in range(EVENTS):
        t.due[event] = 1 if is_triggered(t, event) else 0
    push(t, Step.FIGHTS, t.turn_player, 0, 0)


@rule
def go_on_fighting(t):
    """§10-5: the turn player chooses the order.

    S-R14: fights no longer triggered are dropped, and their events stay.
    """
    left = 0
    for event in range(EVENTS):
        if t.due[event] == 1:
            if is_triggered(t, event):
                left += 1
            else:
                t.due[event] = 0
                tell(t, Trace.DROPPED, 0, event, 0, 0, EVERYBODY)
    if left > 0:
        push(t, Step.FIGHTS, t.turn_player, 0, 0)
        push(t, Step.FIGHT_ORDER, t.turn_player, 0, 0)
    else:
        t.mover = NOBODY
        t.origin = NOWHERE


@rule
def legal_fight_order(t):
    """The next of the fights; during the fight at Aburanokoji, the next person there."""
    if t.fighting == NOBODY:
        for event in range(EVENTS):
            if t.due[event] == 1:
                offer(t, EVENT + event)
    else:
        for person in range(PERSONS):
            if t.facing[person] == 1:
                offer(t, PERSON + person)


@rule
def play_fight_order(t, action):
    """§10-5: the event's fight begins; at Aburanokoji this person fights."""
    if t.fighting == NOBODY:
        begin_fight(t, action - EVENT)
    else:
        t.facing[action - PERSON] = 0
        sword_fight(t, action - PERSON, roll_strength(t, t.fighting))


@rule
def begin_fight(t, event):
    """The person who has moved fights the event; at Aburanokoji everybody beside it fights, one after another."""
    t.due[event] = 0
    t.fighting = event
    push(t, Step.FIGHT_OVER, t.turn_player, 0, 0)
    if event == Event.ABURANOKOJI:
        for person in range(PERSONS):
            t.facing[person] = 1 if is_beside(t, person, event) else 0
        push(t, Step.FACING, t.turn_player, 0, 0)
    elif FIGHT[event] == Fight.SWORD:
        sword_fight(t, t.mover, roll_strength(t, event))
    elif FIGHT[event] == Fight.GUNFIRE:
        gunfire(t, t.mover, roll_strength(t, event))
    elif FIGHT[event] == Fight.BRAWL:
        brawl(t, t.mover, roll_strength(t, event))


@rule
def go_on_facing(t):
    """At Aburanokoji, fights continue until everybody beside it has fought."""
    for person in range(PERSONS):
        if t.facing[person] == 1:
            push(t, Step.FACING, t.turn_player, 0, 0)
            push(t, Step.FIGHT_ORDER, t.turn_player, 0, 0)
            return


@rule
def roll_strength(t, event):
    """The strength of an event: the highest of its dice."""
    highest = 0
    for _number in range(DICE[event]):
        face = die(t)
        tell(t, Trace.DIE, 0, 0, event, face, EVERYBODY)
        highest = max(highest, face)
    return highest


@rule
def sword_fight(t, person, strength):
    """§10-1: a strength above the person's combat kills."""
    tell(t, Trace.FOUGHT, 0, person, t.fighting, strength, EVERYBODY)
    if strength > combat(t, person):
        doom(t, person)


@rule
def gunfire(t, person, strength):
    """§10-2: a strength of 3–4 wounds, 5–6 kills."""
    tell(t, Trace.FOUGHT, 0, person, t.fighting, strength, EVERYBODY)
    if strength >= KILLED_FROM:
        doom(t, person)
    elif strength >= WOUNDED_FROM:
        wound(t, person)


@rule
def brawl(t, person, strength):
    """§10-3: a strength above the person's combat wounds."""
    tell(t, Trace.FOUGHT, 0, person, t.fighting, strength, EVERYBODY)
    if strength > combat(t, person):
        wound(t, person)


@rule
def wound(t, person):
    """§10-4: a wounded person goes to row 6 of his column; if it is occupied, he dies.

    S-R12: if he is there, he stays.
    """
    tell(t, Trace.WOUNDED, 0, person, 0, 0, EVERYBODY)
    cell = (SIDE - 1) * SIDE + t.cell[person] % SIDE
    if is_free(t, cell):
        stand(t, person, cell)
        tell(t, Trace.SLID, 0, person, cell, 0, EVERYBODY)
    elif t.cell[person] != cell:
        doom(t, person)


@rule
def end_fight(t):
    """After its fight the event is removed, unless it is a permanent one."""
    event = t.fighting + 0
    t.fighting = NOBODY
    if STAYS[event] == 0:
        leave_play(t, event)


# what is said


def odds(t: Any, person: int, event: int) -> tuple[float, float]:
    """§10: the chances that this event wounds the person, and that it removes him.

    §10-4: a wounded person dies if another piece is in row 6 of his column.
    """
    dice, kind = int(DICE[event]), FIGHT[event]
    too_strong = highest_above(int(combat(t, person)), dice)
    if kind == Fight.SWORD:
        return 0.0, too_strong
    killed = highest_above(KILLED_FROM - 1, dice) if kind == Fight.GUNFIRE else 0.0
    wounded = highest_above(WOUNDED_FROM - 1, dice) - killed if kind == Fight.GUNFIRE else too_strong
    bottom = (SIDE - 1) * SIDE + int(t.cell[person]) % SIDE
    if not is_free(t, bottom) and t.cell[person] != bottom:
        return 0.0, killed + wounded
    return wounded, killed


def fought_first(state: State, number: int) -> str:
    """A fight that may come first, with its rules in short."""
    return Message(_("fight {event} first ({text})"), event=nouns.event(number), text=EVENT_TEXTS[number])


def who_fights(state: State) -> str:
    """Who has moved, or what the fight is if several persons fight one after another."""
    if state.record["fighting"] != NOBODY:
        return Message(_("Aburanokoji: each fights against {dice} die"), dice=int(DICE[Event.ABURANOKOJI]))
    return has_just_moved(state)


def outcome(state: State, person: int, event: int) -> str:
    """The chances of a person's fight with an event in words."""
    wounded, removed = odds(state.tables[0], person, event)
    seat = owner(state.tables[0], person)
    dies = Chance(removed, "dies", seat=seat)
    if not wounded:
        return Message(CHANCES["dies"], chance=dies)
    return Message(_("wounded {wounded}, dies {chance}"), wounded=Chance(wounded, "wounded", seat=seat), chance=dies)


def faces_it(state: State, person: int) -> str:
    """The outcome for the person named at Aburanokoji."""
    return outcome(state, person, int(state.record["fighting"]))


def goes_against(state: State, event: int) -> str:
    """The outcome for the person who has moved, in any other fight."""
    return outcome(state, int(state.record["mover"]), event)


FOUGHT = {
    (False, False): _("{event} rolls {faces}"),
    (True, False): _("{event} roll {faces}"),
    (False, True): _("{event} rolls {faces} against {person}"),
    (True, True): _("{event} roll {faces} against {person}"),
}


def fought(group: Group, context: Context) -> str:
    """The dice of an event, and its opponent."""
    last = group[-1]
    faces = Joined(" ", [str(entry.value) for entry in group if entry.kind == Trace.DIE])
    against = last.kind == Trace.FOUGHT
    fields = {"person": context.fields(last)["person"]} if against else {}
    text = FOUGHT[last.object in nouns.SEVERAL, against]
    return Message(text, event=nouns.event(last.object), faces=faces, **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.FIGHT_ORDER,
            asks=_("Which fight comes next?"),
            why=_("More than one fight has been triggered. You choose the order."),
            says={"person": _("let {person} fight next"), "event": fought_first},
            stakes=who_fights,
            chance={"person": faces_it, "event": goes_against},
            cites="§10-5, S-R14",
        ),
    ),
    automatic=(
        Automatic(Step.JUDGE, judge),
        Automatic(Step.FIGHTS, go_on_fighting),
        Automatic(Step.FIGHT_OVER, end_fight),
        Automatic(Step.FACING, go_on_facing),
    ),
    entries=(
        EntryKind(
            Trace.DIE,
            fought,
            object="event",
            value="face:number",
            joins=(Trace.DIE, Trace.FOUGHT),
            belongs=lambda group, entry: group[-1].kind != Trace.FOUGHT,
        ),
        EntryKind(Trace.FOUGHT, fought, "person", "event", "highest:number"),
        EntryKind(Trace.WOUNDED, _("{person} is wounded"), "person", tone="bad"),
        EntryKind(Trace.DROPPED, _("the fight with {event} does not take place"), "event", cites="S-R14"),
    ),
)
