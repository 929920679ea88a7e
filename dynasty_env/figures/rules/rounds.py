"""§05-01 to §05-04, §05-09: a round: cards are drawn, figures posed, cards plotted and turned up; who acts next."""

from collections.abc import Sequence

from dynasty_env.figures.ids import (
    ALL_ROUND,
    ANGLE,
    CARD,
    DIRECTION_X,
    DIRECTION_Y,
    LOWER,
    PASS,
    POINT,
    SENSE,
    YES,
    Step,
    Trace,
)
from dynasty_env.figures.material import (
    CARDS,
    FIGURES,
    JOKER,
    LOWERED,
    NO_CARD,
    NOBODY,
    PRIORITY,
    WEAPON_KIND,
    WEAPONS,
    At,
    Stat,
    Weapon,
)
from dynasty_env.figures.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, Truth, offer, push, rule, tell
from dynasty_env.kit.state import Entry
from dynasty_env.kit.words import Chosen, Context, EntryKind, Group, Joined, Message, Phase, State, _, is_of_any_seat

from .bodies import all_figures, could_sweep, lower_all, owner, points_within, pose_in_steps, set_free_pose, set_pose
from .cards import discard_face_up, draw, hand_size, mix_discards, new_hands, plot, shows, turn_up_plot, with_shuffles
from .geometry import COS, SIN, STEP_DEGREES, TOUCH
from .points import direction
from .score import finish_by_rounds

FRONT = 6
"""F6: melee weapons may be posed this many steps of 15° to each side: the front half circle."""
AHEAD = 2
"""… and shooting weapons: 30°."""
TOLD_LOWERED = 999


@rule
def begin_round(t):
    """§05-01: each figure draws as many cards as its judgement, in seat order (F49); poses and plots follow.

    F66: if the pack is too short for all hands together, the discards are shuffled in before the first. F16: after the
    last round the game ends.
    """
    if t.round == t.max_rounds:
        finish_by_rounds(t)
        return
    t.round += 1
    tell(t, Trace.ROUND, 0, 0, 0, t.round, EVERYBODY)
    wanted = 0
    for figure in range(all_figures(t)):
        if t.standing[figure] == 1:
            wanted += t.stat[figure, Stat.JUDGEMENT]
    if t.pack_size < wanted:
        mix_discards(t)
    new_hands(t)
    for figure in range(all_figures(t)):
        if t.standing[figure] == 1:
            draw_hand(t, figure)
    push(t, Step.PLOTTING, 0, 0, 0)
    push(t, Step.POSING, 0, 0, 0)
    for back in range(t.num_players):
        seat = t.num_players - 1 - back
        leader = t.leader[seat]
        if leader != NOBODY and t.standing[leader] == 1 and partner(t, leader) != NOBODY:
            push(t, Step.GIVE, seat, leader, 0)


@rule
def draw_hand(t, figure):
    count = min(t.stat[figure, Stat.JUDGEMENT], t.pack_size)
    seat = owner(t, figure)
    tell(t, Trace.DREW, seat, figure, 0, count, EVERYBODY)
    for _drawn in range(count):
        card = draw(t)
        t.at[card] = At.HAND + figure
        tell(t, Trace.DRAWN, seat, figure, card, 0, 1 << seat)


# ------------------------------------------------------------------------------------------------------------- giving


@rule
def partner(t, leader):
    """The seat's other figure, if it stands."""
    for figure in range(owner(t, leader) * t.figures, (owner(t, leader) + 1) * t.figures):
        if figure != leader and t.standing[figure] == 1:
            return figure
    return NOBODY


@rule
def legal_give(t):
    """§05-01: the leader gives any number of its cards to the seat's other figure, one at a time."""
    offer(t, PASS)
    for card in range(CARDS):
        if t.at[card] == At.HAND + t.a:
            offer(t, CARD + card)


@rule
def play_give(t, action):
    """F47: others only see how many."""
    if action == PASS:
        return
    gets = partner(t, t.a)
    t.at[action - CARD] = At.HAND + gets
    tell(t, Trace.GAVE, t.seat, gets, 0, 1, EVERYBODY)
    tell(t, Trace.GIVEN, t.seat, gets, action - CARD, 0, 1 << t.seat)
    push(t, Step.GIVE, t.seat, t.a, 0)


# ------------------------------------------------------------------------------------------------------------- posing


@rule
def is_posed(t, figure, weapon):
    """F36: throwing weapons are not posed."""
    return WEAPON_KIND[t.sheet[figure], weapon] != Weapon.THROWN


@rule
def pose_next(t):
    """§05-02: every weapon of every figure is posed, hidden until all are done; F36: no pose is carried over."""
    if t.a == 0 and t.b == 0 and t.posing == 0:
        lower_all(t)
        t.posing = 1
    for figure in range(t.a, all_figures(t)):
        first = t.b if figure == t.a else 0
        for weapon in range(first, WEAPONS):
            if t.standing[figure] == 1 and is_posed(t, figure, weapon):
                push(t, Step.POSING, owner(t, figure), figure, weapon + 1)
                push(t, Step.POSE, owner(t, figure), figure, weapon)
                return
    show_poses(t)


@rule
def show_poses(t):
    """§05-02: all poses are shown at the same time. Throwing weapons are held ready, straight ahead."""
    t.posing = 0
    for figure in range(all_figures(t)):
        if t.standing[figure] == 0:
            continue
        for weapon in range(WEAPONS):
            if not is_posed(t, figure, weapon):
                set_pose(t, figure, weapon, 0)
            elif t.pose[figure, weapon] != LOWERED:
                angle = pose_in_steps(t, figure, weapon) * STEP_DEGREES
                tell(t, Trace.POSED, owner(t, figure), figure, weapon, angle, EVERYBODY)
            else:
                tell(t, Trace.POSED, owner(t, figure), figure, weapon, TOLD_LOWERED, EVERYBODY)


@rule
def widest_pose(t, figure, weapon):
    """F6: how many steps to each side the weapon may point; -1 if it must be lowered (F36)."""
    if WEAPON_KIND[t.sheet[figure], weapon] == Weapon.SHOOTING:
        return AHEAD
    return -1 if could_sweep(t, figure, weapon) else FRONT


@rule
def legal_pose(t):
    """F6: within the front half circle, shooting weapons within 30° of ahead; or lowered."""
    offer(t, LOWER)
    widest = widest_pose(t, t.a, t.b)
    for step in range(-widest, widest + 1):
        offer(t, ANGLE + ALL_ROUND + step)


@rule
def nearest_pose(t):
    """F63: a direction beyond the weapon's limit is moved to the limit; a weapon that must be lowered is lowered."""
    widest = widest_pose(t, t.a, t.b)
    x, y = direction(t)
    if widest < 0:
        t.point[SENSE] = -1.0
    elif x < COS[widest]:
        t.point[DIRECTION_X] = COS[widest] + 0.0
        t.point[DIRECTION_Y] = -SIN[widest] if y < 0.0 else SIN[widest]


@rule
def play_pose(t, action):
    if action == POINT:
        pose_along(t)
    else:
        set_pose(t, t.a, t.b, LOWERED if action == LOWER else action - ANGLE - ALL_ROUND)


@rule
def pose_along(t):
    """F63: the weapon points in a continuous direction, or is lowered."""
    if t.point[SENSE] < 0.0:
        set_pose(t, t.a, t.b, LOWERED)
        return
    x, y = direction(t)
    widest = widest_pose(t, t.a, t.b)
    if x <= COS[widest] + TOUCH:
        set_pose(t, t.a, t.b, -widest if y < 0.0 else widest)
    else:
        set_free_pose(t, t.a, t.b, x, y)


# ----------------------------------------------------------------------------------------------------------- plotting


@rule
def plot_next(t):
    """§05-03: each figure plots as many cards as its skill (F48: exactly; F5: or all it has).

    The remaining cards are discarded unseen (F33), and the leftmost plots are turned up.
    """
    for figure in range(t.a, all_figures(t)):
        if t.plot_count[figure] < t.stat[figure, Stat.SKILL] and hand_size(t, figure) > 0:
            push(t, Step.PLOTTING, owner(t, figure), figure, 0)
            push(t, Step.PLOT, owner(t, figure), figure, 0)
            return
    for figure in range(all_figures(t)):
        if t.standing[figure] == 1:
            discard_hand(t, figure)
    push(t, Step.TURN_UP, 0, 0, 0)


@rule
def legal_plot(t):
    """§05-03: any card in hand, laid to the right of the others; F48: the order is chosen."""
    for card in range(CARDS):
        if t.at[card] == At.HAND + t.a:
            offer(t, CARD + card)


@rule
def play_plot(t, action):
    plot(t, t.a, action - CARD)


@rule
def discard_hand(t, figure):
    count = 0
    for card in range(CARDS):
        if t.at[card] == At.HAND + figure:
            t.at[card] = At.GONE + figure
            count += 1
    tell(t, Trace.PLOTTED, owner(t, figure), figure, 0, t.plot_count[figure], EVERYBODY)
    if count > 0:
        tell(t, Trace.LEFT_OVER, owner(t, figure), figure, 0, count, EVERYBODY)


@rule
def turn_up_plots(t):
    """§05-09: figures without a face-up plot turn up the leftmost; if nobody has any left, the next round begins."""
    some = False
    for figure in range(all_figures(t)):
        if t.face_up[figure] == NO_CARD and t.plot_count[figure] > 0:
            turn_up_plot(t, figure)
        some |= t.face_up[figure] != NO_CARD
    push(t, Step.WHO_ACTS if some else Step.ROUND, 0, 0, 0)


# ------------------------------------------------------------------------------------------------------- who acts next


@rule
def who_acts(t):
    """§05-04: a lone joker acts if its owner wants that; otherwise the highest number, then the strongest suit.

    F7: of several jokers none acts, and all are discarded; if nobody shows a plot then, the next ones are turned up
    immediately.
    """
    jokers = 0
    holder = NOBODY
    others = 0
    for figure in range(all_figures(t)):
        if shows(t, figure, JOKER):
            jokers += 1
            holder = figure
        elif t.face_up[figure] != NO_CARD:
            others += 1
    if jokers > 1:
        cancel_jokers(t)
        push(t, Step.WHO_ACTS if others > 0 else Step.TURN_UP, 0, 0, 0)
    elif jokers == 1:
        push(t, Step.JOKER, owner(t, holder), holder, 0)
    else:
        best = highest(t)
        push(t, Step.TURN, owner(t, best), best, 0)


@rule
def cancel_jokers(t):
    """§05-04: if there are several jokers, all face-up ones are discarded (F42)."""
    for figure in range(all_figures(t)):
        if shows(t, figure, JOKER):
            tell(t, Trace.CANCELLED, owner(t, figure), figure, t.face_up[figure], 0, EVERYBODY)
            discard_face_up(t, figure)


@rule
def highest(t):
    """§05-04: the figure whose plot is first, without jokers.

    With equal cards of two packs, the earlier in seat order.
    """
    best = NOBODY
    for figure in range(all_figures(t)):
        card = t.face_up[figure]
        if card != NO_CARD and not shows(t, figure, JOKER):
            if best == NOBODY or PRIORITY[card] > PRIORITY[t.face_up[best]]:
                best = figure
    return best


@rule
def legal_joker(t):
    """§05-04: the joker's figure acts if its player wants that. F7: otherwise it stays, and is asked again next time.

    F22: if no other figure shows a plot, it must act.
    """
    if highest(t) != NOBODY:
        offer(t, PASS)
    offer(t, YES)


@rule
def play_joker(t, action):
    acts = t.a + 0
    if action == PASS:
        tell(t, Trace.KEPT, t.seat, t.a, 0, 0, EVERYBODY)
        acts = highest(t)
    push(t, Step.TURN, owner(t, acts), acts, 0)


@rule
def weapons_point_where_they_may(t):
    for figure in range(all_figures(t)):
        for weapon in range(WEAPONS):
            kind = WEAPON_KIND[t.sheet[figure], weapon]
            widest = FRONT if kind == Weapon.MELEE else AHEAD if kind == Weapon.SHOOTING else 0
            if not points_within(t, figure, weapon, widest):
                return False
    return True


@rule
def poses_are_chosen_in_turn(t):
    """§05-02, F36: weapons not posed yet are lowered, and posed ones point where they may."""
    if t.done == 1 or t.step != Step.POSE:
        return True
    for figure in range(FIGURES):
        for weapon in range(WEAPONS):
            done = figure < t.a or (figure == t.a and weapon < t.b)
            if t.pose[figure, weapon] != LOWERED:
                if not done or t.standing[figure] == 0 or not is_posed(t, figure, weapon):
                    return False
                if not points_within(t, figure, weapon, widest_pose(t, figure, weapon)):
                    return False
    return True


# what is said


def _weapon(state: State) -> str:
    return nouns.weapon_name(state.record, int(state.record["a"]), int(state.record["b"]))


def lowers(state: State, _number: int) -> str:
    """Lowering a weapon."""
    return Message(_("lower the {weapon}"), weapon=_weapon(state))


POINTS = (
    _("point the {weapon} straight ahead"),
    _("point the {weapon} {degrees}° to the right"),
    _("point the {weapon} {degrees}° to the left"),
)


def points(state: State, number: int) -> str:
    """Where a weapon may point."""
    return nouns.by_sense(POINTS, nouns.degrees_of(number), weapon=_weapon(state))


def which_weapon(state: State) -> str:
    """The figure and its weapon."""
    return Message(_("{figure}: the {weapon}"), figure=nouns.figure_alone(state), weapon=_weapon(state))


def which_plot(state: State) -> str:
    """The figure, and the position of its next plot."""
    number = int(state.record["plot_count"][state.record["a"]]) + 1
    return Message(_("{figure}: plot {number}, from the left"), figure=nouns.figure_alone(state), number=number)


def drew(group: Group, context: Context) -> Sequence[str]:
    """How many cards a figure gets, and which ones if the reader may know them."""
    cards = [nouns.card(entry.object) for entry in group if entry.kind == Trace.DRAWN]
    text = _("{who}'s {figure} draws {count} cards: {cards}") if cards else _("{who}'s {figure} draws {count} cards")
    return with_shuffles(Message(text, cards=Joined(" ", cards), **context.fields(group[0])), group)


def gave(group: Group, context: Context) -> str:
    """A card that is given, and which one if the reader may know it."""
    fields = context.fields(group[0])
    if len(group) == 1:
        return Message(_("{who}'s {figure} receives a card"), **fields)
    return Message(_("{who}'s {figure} receives a card: {card}"), card=nouns.card(group[1].object), **fields)


POSED = (
    _("{who}'s {figure} points the {weapon} ahead"),
    _("{who}'s {figure} points the {weapon} {degrees}° right"),
    _("{who}'s {figure} points the {weapon} {degrees}° left"),
)
POSED_TEXTS = {0: POSED[0], 1: POSED[1], -1: POSED[2], TOLD_LOWERED: _("{who}'s {figure} lowers the {weapon}")}
PLOTTED_TEXTS = {True: _("{who}'s {figure} plots {count} card"), False: _("{who}'s {figure} plots {count} cards")}
LEFT_OVER_TEXTS = {
    True: _("{who}'s {figure} discards {count} card unseen"),
    False: _("{who}'s {figure} discards {count} cards unseen"),
}


def pose_told(entry: Entry) -> int:
    """Where a weapon points: ahead, to a side, or nowhere."""
    return entry.value if entry.value == TOLD_LOWERED else nouns.sense(entry.value)


def is_one(entry: Entry) -> bool:
    """Whether it is a single card."""
    return entry.value == 1


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.GIVE,
            asks=_("Give a card to your partner?"),
            why=_("The others see how many cards you give, but not which."),
            says={"pass": _("give no more cards"), "card": _("give {card}")},
            stakes=nouns.figure_alone,
            cites="§05-01",
            decides="the leader's seat",
        ),
        Phase(
            Step.POSE,
            point=("direction", "sense"),
            asks=_("Where does this weapon point?"),
            why=_("Poses are hidden until everybody is done. You may attack what the weapon touches on your way."),
            says={"lower": lowers, "angle": points},
            stakes=which_weapon,
            cites="§05-02",
            decides="each figure's seat, hidden until all are done",
        ),
        Phase(
            Step.PLOT,
            asks=_("Which card comes next?"),
            why=_(
                "You plot as many cards as your skill and discard the rest. Cards are turned up from the left; the "
                "highest acts first, and A is the highest. Its number is an hour on a clock around your stand, with "
                "12 straight ahead (A 1, J 11, Q 12): even ones go along that edge, odd ones turn the stand first, "
                "and K only turns."
            ),
            says={"card": _("plot {card}")},
            stakes=which_plot,
            cites="§05-03",
            decides="each figure's seat, hidden until all are done",
        ),
        Phase(
            Step.JOKER,
            asks=_("Act now with the joker?"),
            why=_("A joker counts as any number. If you keep it, you are asked again later."),
            says={"pass": _("keep the joker for later"), "yes": _("act now with the joker")},
            stakes=nouns.figure_alone,
            cites="§05-04",
            decides="who has the only face-up joker",
        ),
    ),
    automatic=(
        Automatic(Step.ROUND, begin_round),
        Automatic(Step.POSING, pose_next),
        Automatic(Step.PLOTTING, plot_next),
        Automatic(Step.TURN_UP, turn_up_plots),
        Automatic(Step.WHO_ACTS, who_acts),
    ),
    truths=(
        Truth("weapons point where they may, or are lowered", weapons_point_where_they_may),
        Truth("weapons are posed one after the other, and lowered before", poses_are_chosen_in_turn),
    ),
    entries=(
        EntryKind(Trace.ROUND, _("round {number}"), value="number", tone="head", cites="§05-01"),
        EntryKind(
            Trace.DREW,
            drew,
            "figure",
            value="count:number",
            joins=(Trace.DRAWN, Trace.SHUFFLED),
            belongs=lambda group, entry: sum(each.kind == Trace.DRAWN for each in group) < group[0].value,
            cites="§05-01",
        ),
        EntryKind(Trace.DRAWN, "", "figure", "card", cites="§05-01"),
        EntryKind(
            Trace.GAVE,
            gave,
            "figure",
            value="count:number",
            joins=(Trace.GIVEN,),
            belongs=is_of_any_seat,
            cites="§05-01, F47",
        ),
        EntryKind(Trace.GIVEN, "", "figure", "card", cites="§05-01"),
        EntryKind(Trace.POSED, Chosen(pose_told, POSED_TEXTS), "figure", "weapon", "degrees:angle", cites="§05-02"),
        EntryKind(Trace.PLOTTED, Chosen(is_one, PLOTTED_TEXTS), "figure", value="count:number", cites="§05-03"),
        EntryKind(
            Trace.LEFT_OVER, Chosen(is_one, LEFT_OVER_TEXTS), "figure", value="count:number", cites="§05-03, F33"
        ),
        EntryKind(
            Trace.CANCELLED,
            _("{who}'s {figure} discards {card}, one of several face-up jokers"),
            "figure",
            "card",
            cites="§05-04",
        ),
        EntryKind(Trace.KEPT, _("{who}'s {figure} keeps its joker for later"), "figure", cites="§05-04, F7"),
    ),
)
