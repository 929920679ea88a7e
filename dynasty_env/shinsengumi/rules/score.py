"""§07–§08: the end of the game, and the winner."""

from collections.abc import Sequence

from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, State, _
from dynasty_env.shinsengumi.ids import Trace
from dynasty_env.shinsengumi.material import CELL_NAMES, EVENTS, LEFT_COLUMNS, NOBODY, NOWHERE, PERSONS, SEATS, SIDE
from dynasty_env.shinsengumi.rules import nouns

from .persons import esteem, on_the_left, stands


@rule
def lead(t):
    """§08: esteem on columns 1–3 minus that on columns 4–6: above 0 the shogunate wins, below 0 the imperial side."""
    total = 0
    for person in range(PERSONS):
        if stands(t, person):
            total += leaning(t, person)
    return total


@rule
def leaning(t, person):
    """The esteem of a person on the board, as a contribution to the lead of the shogunate's side."""
    return esteem(t, person) if on_the_left(t, person) else -esteem(t, person)


@rule
def has_won(t, seat):
    """§08: is the seat's self on the side with more esteem?

    S-R10: without a self it has lost; if equal, nobody wins.
    """
    if t.chip[seat] == NOBODY:
        return False
    ahead = lead(t)
    return ahead > 0 if on_the_left(t, t.chip[seat]) else ahead < 0


@rule
def rank_key(t, seat):
    """§08, great victory: a number by row, then by distance from the nearer side edge; the lowest is best.

    Winners never tie, since their selves are on the same half of the board.
    """
    cell = t.cell[t.chip[seat]]
    column = cell % SIDE
    return cell // SIDE * LEFT_COLUMNS + min(column, SIDE - 1 - column)


@rule
def great_victor(t):
    """The seat of the great victory, or -1."""
    best = NOBODY
    for seat in range(t.num_players):
        if has_won(t, seat) and (best == NOBODY or rank_key(t, seat) < rank_key(t, best)):
            best = seat
    return best


@rule
def finish(t):
    """§07: end the game, and report the esteem of both sides and the great victor."""
    t.done = 1
    t.step = 0
    t.depth = 0
    t.mover = NOBODY
    t.origin = NOWHERE
    t.fighting = NOBODY
    for event in range(EVENTS):
        t.due[event] = 0
    left = 0
    right = 0
    for person in range(PERSONS):
        t.facing[person] = 0
        if stands(t, person):
            if on_the_left(t, person):
                left += esteem(t, person)
            else:
                right += esteem(t, person)
    tell(t, Trace.ENDED, 0, left, right, great_victor(t), EVERYBODY)


@rule
def returns(t, out):
    """Write every seat's returns into `out` (2, 6): row 0 win, 1 side.

    win: the great victor has +1, the others share -1. side: all on the winning side share +1, the others share -1;
    S-R24: if all of several seats are on the winning side, everybody gets 0. If nobody has won, everybody gets -1. A
    single seat has +1 or -1.
    """
    n = t.num_players
    winners = 0
    for seat in range(n):
        if has_won(t, seat):
            winners += 1
    victor = great_victor(t)
    for seat in range(SEATS):
        out[0, seat] = 0.0
        out[1, seat] = 0.0
    for seat in range(n):
        if winners == 0:
            out[0, seat] = -1.0
            out[1, seat] = -1.0
        else:
            out[0, seat] = 1.0 if seat == victor else -1.0 / (n - 1)
            if winners < n:
                out[1, seat] = 1.0 / winners if has_won(t, seat) else -1.0 / (n - winners)
            elif n == 1:
                out[1, seat] = 1.0


# what is said


def ended(group: Group, context: Context) -> Sequence[str]:
    """The final esteem of both sides, and the winner."""
    fields = context.fields(group[0])
    shogunate, imperial, victor = fields["shogunate"], fields["imperial"], fields["victor"]
    count = {"shogunate": shogunate, "imperial": imperial}
    counted = Message(_("esteem of the shogunate side {shogunate}, of the imperial side {imperial}"), **count)
    if victor >= 0:
        text = _(
            "esteem of the shogunate side {shogunate}, of the imperial side {imperial}; {who} has the great victory"
        )
        counted = Message(text, tone="good", who=context.who(victor), **count)
    if shogunate == imperial:
        return counted, Message(_("the game ends: both sides have the same esteem, nobody wins"), tone="head")
    text = _("the game ends: the {side} side wins")
    if victor < 0:
        text = _("the game ends: the {side} side wins, but no player is on it, so all lose")
    return counted, Message(text, tone="head", side=nouns.SIDES[shogunate < imperial])


def account(state: State) -> list[tuple[str, ...]]:
    """§08: the side of each self, and the esteem of both sides."""
    view, shares = state.view(None), state.win_shares()
    cells = {each["person"]: each["cell"] for each in view["persons"]}
    rows: list[tuple[str, ...]] = []
    for seat, place in enumerate(view["seats"]):
        if place["self"] is None:
            rows.append((Message(_("is out")),))
            continue
        left = CELL_NAMES.index(cells[place["self"]]) % SIDE < SIDE // 2
        mine, other = nouns.SIDES if left else nouns.SIDES[::-1]
        items = [
            Message(_("lived as {person} on the {side} side"), person=place["self"], side=mine),
            Message(_("esteem of that side {n}, of the other {m}"), n=view["esteem"][mine], m=view["esteem"][other]),
        ]
        items += [Message(_("highest on that side: great victory"))] if shares[seat] else []
        rows.append(tuple(items))
    return rows


CHAPTER = Chapter(
    __name__,
    entries=(EntryKind(Trace.ENDED, ended, "shogunate:number", "imperial:number", "victor:number", tone="head"),),
)
