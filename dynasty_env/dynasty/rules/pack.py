"""§04, §08-02-01: the pack of playing cards, hands and discards."""

from dynasty_env.dynasty.ids import Trace
from dynasty_env.dynasty.material import NOBODY
from dynasty_env.kit.engine import EVERYBODY, Chapter, rule, shuffle, tell
from dynasty_env.kit.engine.cards import JOKER, KINDS, number_of
from dynasty_env.kit.words import Chosen, Context, EntryKind, Group, Joined, Message, _

from .copies import draw_copy, mix_again, show_copy, turn_copy_up


@rule
def next_card(t):
    """Take the top card of the pack. Returns its kind, or -1 if there is no card.

    §08-02-03-01: an empty pack is rebuilt from the discards; D-R6: without discards no card is drawn.
    """
    if t.pack_size == 0:
        mix_again(t)
        for kind in range(KINDS):
            for _number in range(t.discards[kind]):
                t.pack[t.pack_size] = kind
                t.pack_size += 1
            t.discards[kind] = 0
        if t.pack_size == 0:
            return NOBODY
        shuffle(t, t.pack, 0, t.pack_size)
        tell(t, Trace.REBUILT, 0, 0, 0, t.pack_size, EVERYBODY)
    t.pack_size -= 1
    for seat in range(t.num_players):
        t.knows_top[seat] = 0
    return t.pack[t.pack_size]


@rule
def draw(t, seat, count):
    """A seat draws `count` cards, or as many as there are; the other seats only see how many."""
    drawn = 0
    for _number in range(count):
        seen_by = top_seen_by(t)
        card = next_card(t)
        if card == NOBODY:
            break
        draw_copy(t, seat, card, seen_by)
        t.hand[seat, card] += 1
        t.hand_size[seat] += 1
        drawn += 1
        tell(t, Trace.DRAWN, seat, card, 0, 0, 1 << seat)
    tell(t, Trace.DREW, seat, 0, 0, drawn, EVERYBODY)


@rule
def top_seen_by(t):
    """SW02-07-03: bits of the seats that have seen the top card of the pack."""
    seats = 0
    for seat in range(t.num_players):
        seats |= t.knows_top[seat] << seat
    return seats


@rule
def take_from_hand(t, seat, card):
    """Lay a card from a seat's hand face up. Returns the number of the pack that it was drawn from (D-R69)."""
    t.hand[seat, card] -= 1
    t.hand_size[seat] -= 1
    return show_copy(t, seat, card)


@rule
def holds_card(t, seat, card):
    """Does the seat hold this card?"""
    return t.hand[seat, card] > 0


@rule
def discard_from_hand(t, card, told):
    """The deciding seat discards a hand card. `told`: the kind of the trace entry that everybody sees."""
    pack = take_from_hand(t, t.seat, card)
    t.discards[card] += 1
    tell(t, told, t.seat, card, pack, 0, EVERYBODY)


@rule
def lay(t, card, number, seat):
    """Lay a card on the table for the action. `seat`: the seat that plays it, or -1 if it comes from the pack."""
    t.laid[t.laid_size] = card
    t.laid_number[t.laid_size] = number
    t.laid_by[t.laid_size] = seat
    t.laid_size += 1


@rule
def supply(t, wanted):
    """§08-02-03-01: the pack supplies cards until there are `wanted` cards on the table, including those from hands."""
    while t.laid_size < wanted:
        card = next_card(t)
        if card == NOBODY:
            return
        turn_copy_up(t, card)
        number = 0 if card == JOKER else number_of(card)
        lay(t, card, number, NOBODY)
        tell(t, Trace.SUPPLIED, 0, card, 0, number, EVERYBODY)


@rule
def discard_laid(t):
    """§08-02-03-01: all cards laid for the action go to the discards."""
    for i in range(t.laid_size):
        t.discards[t.laid[i]] += 1
        t.laid[i] = 0
        t.laid_number[i] = 0
        t.laid_by[i] = 0
    t.laid_size = 0


# what is said


DREW = {0: _("{who} draws no card"), 1: _("{who} draws 1 card"), 2: _("{who} draws {count} cards")}


def drawn(group: Group, context: Context) -> str:
    """Which cards a seat draws: only that seat sees this."""
    cards = Joined(" ", [context.fields(entry)["card"] for entry in group if entry.kind == Trace.DRAWN])
    return Message(_("{who} draws {cards}"), who=context.who(group[0].seat), cards=cards)


def supplied(group: Group, context: Context) -> str:
    """Cards from the pack."""
    return Message(
        _("the pack supplies {cards}"), cards=Joined(" ", [context.fields(entry)["card"] for entry in group])
    )


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(
            Trace.REBUILT, _("the discards are shuffled into a new pack ({cards})"), value="cards", cites="§08-02-03-01"
        ),
        EntryKind(Trace.DREW, Chosen(lambda entry: min(entry.value, 2), DREW), value="count:number", tone="quiet"),
        EntryKind(Trace.DRAWN, drawn, "card", joins=(Trace.DRAWN, Trace.DREW)),
        EntryKind(Trace.SUPPLIED, supplied, "card", value="number", joins=(Trace.SUPPLIED,)),
    ),
)
