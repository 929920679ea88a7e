"""§07-02, in neutral words: figures that distract whoever sees them, or that are embarrassed to be seen."""

from dynasty_env.figures.ids import CARD, Step, Trace
from dynasty_env.figures.material import CARDS, DISTRACTS, FIGURES, KEEN, NO_CARD, STEADY, At
from dynasty_env.figures.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import Chosen, Context, EntryKind, Group, Message, Phase, _

from .bodies import all_figures, heading_x, heading_y, owner
from .cards import plots_left, take_plot
from .geometry import blocks, is_ahead

SIXTY = 0.5
"""F18: the cosine of the angle within which a figure sees others."""
IN_FRONT = 0.0
"""F18: … and of the angle within which its front can be seen."""
DISTRACTED, EMBARRASSED = 2, 1
"""Who has to drop a plot: the seer (*distracts B*), or the figure that is seen (*distracts A*)."""


@rule
def sees(t, seer, other):
    """F18: the other's centre is within 60° of ahead, no body is between, and the seer is within 90° of its heading."""
    px = t.x[other] - t.x[seer]
    py = t.y[other] - t.y[seer]
    if not is_ahead(px, py, heading_x(t, seer, 0), heading_y(t, seer, 0), SIXTY):
        return False
    if not is_ahead(-px, -py, heading_x(t, other, 0), heading_y(t, other, 0), IN_FRONT):
        return False
    for body in range(all_figures(t)):
        if body != seer and body != other and t.standing[body] == 1:
            if blocks(px, py, t.x[body] - t.x[seer], t.y[body] - t.y[seer]):
                return False
    return True


@rule
def look(t, seer):
    """F29: the figures of other players, as bits, that the seer sees when its turn begins."""
    sighted = 0
    for other in range(all_figures(t)):
        if t.standing[other] == 1 and owner(t, other) != owner(t, seer) and sees(t, seer, other):
            sighted |= 1 << other
    return sighted


@rule
def notice(t):
    """§07-02: each figure in sight once, in seat order, those that distract A first (F30); a: the next, + 8 for B."""
    if t.lost == 1:
        return
    for place in range(t.a, 2 * FIGURES):
        other = place % FIGURES
        kind = EMBARRASSED if place < FIGURES else DISTRACTED
        if t.sighted >> other & 1 and DISTRACTS[t.sheet[other]] == kind:
            push(t, Step.NOTICE, t.seat, place + 1, 0)
            tell(t, Trace.SEEN, t.seat, t.actor, other, kind, EVERYBODY)
            if kind == EMBARRASSED:
                be_seen(t, other)
            elif plots_left(t, t.actor) > 0:
                push(t, Step.DROP_PLOT, t.seat, t.actor, 0)
            return


@rule
def be_seen(t, other):
    """§07-02: it drops a plot of its player's choice (*steady*: none); a *keen* seer's mobility and attack double."""
    if KEEN[t.sheet[t.actor]] == 1 and t.doubled == 0:
        t.doubled = 1
        tell(t, Trace.DOUBLED, owner(t, t.actor), t.actor, 0, 0, EVERYBODY)
    if STEADY[t.sheet[other]] == 0 and plots_left(t, other) > 0:
        push(t, Step.DROP_PLOT, owner(t, other), other, 0)


@rule
def legal_drop_plot(t):
    """§07-02: any remaining plot, face up or down."""
    for card in range(CARDS):
        if t.at[card] == At.PLOT + t.a or t.at[card] == At.UP + t.a:
            offer(t, CARD + card)


@rule
def play_drop_plot(t, action):
    """§07-02: the plot is discarded; if it is the acting figure's face-up plot, its turn is lost, too."""
    card = action - CARD
    if t.face_up[t.a] == card:
        t.face_up[t.a] = NO_CARD
        if t.a == t.actor:
            t.lost = 1
    else:
        for place in range(t.plot_count[t.a]):
            if t.plots[t.a, place] == card:
                take_plot(t, t.a, place)
                break
    t.at[card] = At.DISCARD
    tell(t, Trace.DROPPED, t.seat, t.a, card, 0, EVERYBODY)


SEEN_TEXTS = {
    EMBARRASSED: _("{who}'s {figure} catches sight of {other}"),
    DISTRACTED: _("{who}'s {figure} is distracted by {other}"),
}


def doubled(group: Group, context: Context) -> str:
    """A figure that is inspired."""
    return Message(_("{who}'s {figure} is inspired: mobility and attack are doubled"), **context.fields(group[0]))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.DROP_PLOT,
            asks=_("Which plot is dropped?"),
            why=_("Somebody is distracted."),
            says={"card": _("drop {card}")},
            stakes=nouns.figure_alone,
            cites="§07-02",
            decides="the one seen, or the seer",
        ),
    ),
    automatic=(Automatic(Step.NOTICE, notice),),
    entries=(
        EntryKind(
            Trace.SEEN,
            Chosen(lambda entry: entry.value, SEEN_TEXTS),
            "figure",
            "other:the figure",
            "how:number",
            cites="§07-02, F18",
        ),
        EntryKind(Trace.DOUBLED, doubled, "figure", tone="good", cites="§07-02"),
        EntryKind(Trace.DROPPED, _("{who}'s {figure} drops {card}"), "figure", "card", cites="§07-02"),
    ),
)
