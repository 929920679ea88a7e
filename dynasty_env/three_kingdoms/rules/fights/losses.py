"""§17.4: losses, and how a joint army shares them."""

from dynasty_env.kit.engine import EVERYBODY, Chapter, offer, push, rule, tell
from dynasty_env.kit.words import Chosen, Context, EntryKind, Group, Message, Phase, State, _
from dynasty_env.three_kingdoms.ids import EVENLY, MINE, YES, YOURS, Step, Trace
from dynasty_env.three_kingdoms.material import OWNERS
from dynasty_env.three_kingdoms.rules import nouns
from dynasty_env.three_kingdoms.rules.forces import ATTACKER, strongest
from dynasty_env.three_kingdoms.rules.frames import yes_or_no

EVEN, MINE_FIRST, YOURS_FIRST = 0, 1, 2


@rule
def legal_loss_split(t):
    """T11, T46: for this fight the power may propose a split to its one partner."""
    offer(t, EVENLY)
    offer(t, MINE)
    offer(t, YOURS)


@rule
def play_loss_split(t, action):
    """T46: an even split needs no consent."""
    if action != EVENLY:
        push(t, Step.LOSS_ACCEPT, t.country_seat[t.a], t.a, action - EVENLY)


@rule
def play_loss_accept(t, action):
    """T11: if declined, losses are shared evenly."""
    if action == YES:
        t.split = t.b
        t.split_with = t.a
        tell(t, Trace.SPLIT, t.seat, t.a, 0, t.b, EVERYBODY)


@rule
def lose(t, army, loss):
    """An army loses troops, as far as it has any."""
    if loss == 0:
        return
    t.hurt[army] = 1
    tell(t, Trace.LOST, 0, army, 0, loss, EVERYBODY)
    if army == ATTACKER:
        share_losses(t, loss)
    else:
        t.troops[t.battle] = max(t.troops[t.battle] - loss, 0)
        t.tired[t.battle] = min(t.tired[t.battle], t.troops[t.battle])


@rule
def share_losses(t, loss):
    """§17.4.1: losses are shared evenly among those with troops; §17.4.2: or as agreed.

    The largest force bears the remainder, and whatever others cannot bear.
    """
    left = loss
    if t.split == MINE_FIRST:
        left -= bear(t, t.power, left)
        left -= bear(t, t.split_with, left)
    elif t.split == YOURS_FIRST:
        left -= bear(t, t.split_with, left)
        left -= bear(t, t.power, left)
    sharing = 0
    for owner in range(OWNERS):
        if t.army[owner] > 0:
            sharing += 1
    largest = strongest(t)
    if sharing > 1:
        share = left // sharing
        for owner in range(OWNERS):
            if t.army[owner] > 0:
                left -= bear(t, owner, share)
    while left > 0 and largest != -1 and t.army[largest] > 0:
        left -= bear(t, largest, left)
        largest = strongest(t)


@rule
def bear(t, owner, loss):
    """A country bears a loss, as far as it has troops. Returns how many it bears."""
    borne = min(loss, t.army[owner])
    t.army[owner] -= borne
    return borne


# what is said


def proposed(state: State) -> str:
    """The proposed split."""
    mine = int(state.record["b"]) == MINE_FIRST
    text = _("proposal: the partner bears losses first")
    return Message(_("proposal: the power bears losses first") if mine else text)


def split(group: Group, context: Context) -> str:
    """Who bears losses first."""
    text = _("the power bears losses first") if group[0].value == MINE_FIRST else _("{country} bears losses first")
    return Message(text, **context.fields(group[0]))


LOST_TEXTS = (_("the attackers lose {troops}"), _("the defender loses {troops}"))

CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.LOSS_SPLIT,
            asks=_("Who bears the losses?"),
            why=_("You propose a split. If your partner refuses, losses are shared evenly."),
            says={
                "evenly": _("losses are shared evenly"),
                "mine first": _("my troops bear losses first"),
                "yours first": _("the partner's troops bear losses first"),
            },
            purposes={
                "evenly": _("The largest force bears any remainder."),
                "mine first": _("Your partner suffers only when you have no troops left."),
                "yours first": _("You suffer only when your partner has no troops left."),
            },
            stakes=nouns.the_fight,
            cites="T11, T46",
            frame=("country",),
        ),
        yes_or_no(
            Step.LOSS_ACCEPT,
            asks=_("Do you accept this split of losses?"),
            why=_("If you refuse, they are shared evenly."),
            says={"yes": _("accept the split of losses"), "no": _("share losses evenly")},
            stakes=proposed,
            cites="T11, T46",
            frame=("country", "split"),
        ),
    ),
    entries=(
        EntryKind(Trace.SPLIT, split, "country", value="how:number", cites="T11"),
        EntryKind(Trace.LOST, Chosen(lambda entry: entry.subject, LOST_TEXTS), "army", value="troops", cites="§18.6"),
    ),
)
