"""§06: the end, and the winners."""

from collections.abc import Sequence

from dynasty_env.figures.ids import Trace
from dynasty_env.figures.material import Stat
from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, _

from .bodies import all_figures


@rule
def stands(t, seat):
    """Does the seat have a figure in the room?"""
    for figure in range(seat * t.figures, (seat + 1) * t.figures):
        if t.standing[figure] == 1:
            return True
    return False


@rule
def vitality_full(t, seat):
    """§05-06: the vitality of the seat's figures without damage."""
    full = 0
    for figure in range(seat * t.figures, (seat + 1) * t.figures):
        full += t.stat[figure, Stat.VITALITY]
    return full


@rule
def vitality_left(t, seat):
    """The seat's remaining vitality."""
    left = 0
    for figure in range(seat * t.figures, (seat + 1) * t.figures):
        left += max(0, t.stat[figure, Stat.VITALITY] - t.damage[figure])
    return left


@rule
def last_fall(t, seat):
    """The moment when the seat's last figure went out."""
    last = 0
    for figure in range(seat * t.figures, (seat + 1) * t.figures):
        last = max(last, t.fell[figure])
    return last


@rule
def judge(t):
    """§06: the last figure in the room wins (F15: the last seat).

    §05-08, F43: if the last ones go out at the same moment, it is a draw between them.
    """
    left = 0
    winners = 0
    for seat in range(t.num_players):
        if stands(t, seat):
            left += 1
            winners |= 1 << seat
    if left > 1:
        return
    if left == 0:
        for seat in range(t.num_players):
            if last_fall(t, seat) == t.falls:
                winners |= 1 << seat
    finish(t, winners)


@rule
def finish_by_rounds(t):
    """F16, F44: the most remaining vitality, as a share of the full value, wins; ties share."""
    best = 0
    for seat in range(1, t.num_players):
        if vitality_left(t, seat) * vitality_full(t, best) > vitality_left(t, best) * vitality_full(t, seat):
            best = seat
    winners = 0
    for seat in range(t.num_players):
        if vitality_left(t, seat) * vitality_full(t, best) == vitality_left(t, best) * vitality_full(t, seat):
            winners |= 1 << seat
    finish(t, winners)


@rule
def finish(t, winners):
    """§06: the game is over."""
    t.winners = winners
    t.done = 1
    t.step = 0
    t.a = 0
    t.b = 0
    t.depth = 0
    tell(t, Trace.ENDED, 0, 0, 0, winners, EVERYBODY)


@rule
def share_left(t, seat):
    """The remaining vitality as a share of the full value."""
    return vitality_left(t, seat) / vitality_full(t, seat)


@rule
def returns(t, out):
    """Write every seat's returns into `out`: row 0 `win`, 1 `vitality`.

    `win`: winners share +1 and the others -1 (F57); 0 if all win. `vitality`: the share of vitality left, minus the
    mean of the others'.
    """
    winning = 0
    shares = 0.0
    for seat in range(t.num_players):
        winning += t.winners >> seat & 1
        shares += share_left(t, seat)
    n = t.num_players
    for seat in range(n):
        if winning == n:
            out[0, seat] = 0.0
        elif t.winners >> seat & 1:
            out[0, seat] = 1.0 / winning
        else:
            out[0, seat] = -1.0 / (n - winning)
        own = share_left(t, seat)
        out[1, seat] = own - (shares - own) / (n - 1)


@rule
def figures_left(t):
    """How many figures are in the room."""
    count = 0
    for figure in range(all_figures(t)):
        count += t.standing[figure]
    return count


# what is said


def over(group: Group, context: Context) -> str:
    """§06, F16: one seat is left, none is, or the last round is over."""
    t = context.table
    winners = [context.who(seat) for seat in range(t.num_players) if group[0].value >> seat & 1]
    left = sum(bool(stands(t, seat)) for seat in range(t.num_players))
    text = OVER[min(left, 2), len(winners) == 1]
    return Message(text, who=winners[0], winners=_listed(winners), round=int(t.round))


def _listed(names: Sequence[str]) -> str:
    message = names[0]
    for name in names[1:]:
        message = Message(_("{some} and {name}"), some=message, name=name)
    return message


OVER = {
    (0, True): _("the game ends: the last figures fell together; {who} wins"),
    (0, False): _("the game ends: the last figures fell together; {winners} share the win"),
    (1, True): _("the game ends: nobody else is left; {who} wins"),
    (1, False): _("the game ends: nobody else is left; {winners} share the win"),
    (2, True): _("the game ends: round {round} was the last; {who} wins, with the largest share of vitality left"),
    (2, False): _(
        "the game ends: round {round} was the last; {winners} share the win, with equal shares of vitality left"
    ),
}
"""By the number of seats with a figure left (2: several), and whether one seat alone wins."""


CHAPTER = Chapter(__name__, entries=(EntryKind(Trace.ENDED, over, value="winners:number", tone="head", cites="§06"),))
