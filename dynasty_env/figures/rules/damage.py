"""§05-06, §07-01: damage checks, the current value of abilities, figures that go out, emotion cards."""

from collections.abc import Sequence

from dynasty_env.figures.ids import Step, Trace
from dynasty_env.figures.material import (
    CARDS,
    FEELING_ADDS,
    FIGURES,
    JOKER,
    NO_CARD,
    NUMBER,
    SUIT,
    At,
    Feeling,
    Stat,
    Suit,
)
from dynasty_env.figures.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, Truth, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Joined, Message, _

from .bodies import all_figures, owner
from .cards import clear_table, discard_face_up, draw, take_plot, turn_up, with_shuffles


@rule
def emotion_cards(t, figure, suit):
    """How many emotion cards of a suit a figure has."""
    count = 0
    for card in range(CARDS):
        count += t.at[card] == At.FEELING + figure and SUIT[card] == suit
    return count


@rule
def feeling(t, figure):
    """§07-01: no emotion cards: calm; no diamonds: sorrow; at least as many diamonds as clubs: joy; else anger."""
    if t.emotions == 0:
        return Feeling.CALM + 0
    clubs = emotion_cards(t, figure, Suit.CLUBS)
    diamonds = emotion_cards(t, figure, Suit.DIAMONDS)
    if clubs + diamonds == 0:
        return Feeling.CALM + 0
    if diamonds == 0:
        return Feeling.SORROW + 0
    return Feeling.JOY + 0 if diamonds >= clubs else Feeling.ANGER + 0


@rule
def worth_now(t, figure, stat):
    """The value of mobility, attack or spirit at the moment it is needed.

    §07-01: sorrow subtracts 2, joy adds 2 (F17: never below 0). In anger a card is drawn: red, or a joker, doubles the
    value, black makes it 1; without a card it stays. §07-02: then mobility and attack may be doubled for this turn.
    """
    value = t.stat[figure, stat] + 0
    mood = feeling(t, figure)
    if mood == Feeling.ANGER:
        value = furious(t, figure, value)
    else:
        value = max(0, value + FEELING_ADDS[mood])
    if t.doubled == 1 and figure == t.actor and stat != Stat.SPIRIT:
        value *= 2
    return value


@rule
def furious(t, figure, value):
    """§07-01: in anger a card is drawn each time such an ability is needed."""
    card = draw(t)
    if card != NO_CARD:
        t.at[card] = At.DISCARD
        black = SUIT[card] == Suit.SPADES or SUIT[card] == Suit.CLUBS
        value = 1 if black else 2 * value
    tell(t, Trace.FURY, owner(t, figure), figure, card, value, EVERYBODY)
    return value


@rule
def does_damage(card, spirit):
    """§05-06: a number above the spirit; a joker always."""
    return NUMBER[card] == JOKER or NUMBER[card] > spirit


@rule
def check_damage(t, figure, count):
    """§05-06: this many cards are turned up against the figure: one damage for each above its spirit.

    Returns the damage.
    """
    spirit = worth_now(t, figure, Stat.SPIRIT)
    tell(t, Trace.CHECK, owner(t, figure), figure, count, spirit, EVERYBODY)
    damage = 0
    for _turned in range(count):
        card = turn_up(t)
        if card == NO_CARD:
            break
        hit = 1 if does_damage(card, spirit) else 0
        damage += hit
        tell(t, Trace.CARD, 0, 0, card, hit, EVERYBODY)
    clear_table(t)
    t.damage[figure] += damage
    tell(t, Trace.DAMAGE, owner(t, figure), figure, damage, t.damage[figure], EVERYBODY)
    return damage


@rule
def is_finished(t, figure):
    """§05-06, F10: is the damage at least the vitality?"""
    return t.damage[figure] >= t.stat[figure, Stat.VITALITY]


@rule
def take_away(t, figure):
    """§05-06: the figure leaves the room. F33: its face-down plots are discarded unseen."""
    t.standing[figure] = 0
    t.fell[figure] = t.falls
    while t.plot_count[figure] > 0:
        t.at[take_plot(t, figure, t.plot_count[figure] - 1)] = At.GONE + figure
    if t.face_up[figure] != NO_CARD:
        discard_face_up(t, figure)
    for card in range(CARDS):
        if t.at[card] == At.FEELING + figure:
            t.at[card] = At.DISCARD
    tell(t, Trace.OUT, owner(t, figure), figure, 0, 0, EVERYBODY)


@rule
def take_away_finished(t):
    """F10, F40: all figures without vitality leave at the same moment. Returns how many."""
    count = 0
    for figure in range(all_figures(t)):
        if t.standing[figure] == 1 and is_finished(t, figure):
            if count == 0:
                t.falls += 1
            count += 1
            take_away(t, figure)
    return count


@rule
def feel(t, figure):
    """§07-01: a figure that was attacked gets a card: clubs and diamonds stay; hearts remove clubs, spades diamonds.

    F32: not for the fallen; F17: a joker changes nothing.
    """
    if t.emotions == 0 or t.standing[figure] == 0:
        return
    card = draw(t)
    if card == NO_CARD:
        return
    suit = SUIT[card] + 0
    t.at[card] = At.DISCARD
    if suit == Suit.CLUBS or suit == Suit.DIAMONDS:
        t.at[card] = At.FEELING + figure
    if suit == Suit.HEARTS:
        discard_emotions(t, figure, Suit.CLUBS)
    if suit == Suit.SPADES:
        discard_emotions(t, figure, Suit.DIAMONDS)
    tell(t, Trace.FELT, owner(t, figure), figure, card, feeling(t, figure), EVERYBODY)


@rule
def discard_emotions(t, figure, suit):
    for card in range(CARDS):
        if t.at[card] == At.FEELING + figure and SUIT[card] == suit:
            t.at[card] = At.DISCARD


@rule
def feelings_are_possible(t):
    """§07-01: emotion cards are clubs and diamonds, and belong to figures in the room."""
    for card in range(CARDS):
        place = t.at[card]
        if At.FEELING <= place < At.FEELING + FIGURES:
            if t.emotions == 0 or t.standing[place - At.FEELING] == 0:
                return False
            if SUIT[card] != Suit.CLUBS and SUIT[card] != Suit.DIAMONDS:
                return False
    return True


@rule
def the_finished_are_out(t):
    """A figure is out exactly when its vitality is used up."""
    if t.step == Step.POINTS:
        return True
    for figure in range(all_figures(t)):
        if (t.fell[figure] > 0) != is_finished(t, figure) or (t.fell[figure] > 0 and t.standing[figure] == 1):
            return False
    return True


# what is said


def checked(group: Group, context: Context) -> Sequence[str]:
    """The cards turned up for damage; those that hurt are marked."""
    first, last = group[0], group[-1]
    turned = [entry for entry in group if entry.kind == Trace.CARD]
    cards = [Message("{card}!", card=nouns.card(e.object)) if e.value else nouns.card(e.object) for e in turned]
    text = _("{who}'s {figure}, spirit {spirit}: {cards}: {damage} damage")
    if last.value != last.object:
        text = _("{who}'s {figure}, spirit {spirit}: {cards}: {damage} damage, {whole} in all")
    fields = {"cards": Joined(" ", cards) if cards else _("no cards"), "damage": last.object, "whole": last.value}
    message = Message(text, tone="bad" if last.object else "", **context.fields(first), **fields)
    return with_shuffles(message, group)


CHAPTER = Chapter(
    __name__,
    truths=(
        Truth("a figure is out exactly when its vitality is used up", the_finished_are_out),
        Truth("emotion cards are clubs and diamonds beside figures that stand", feelings_are_possible),
    ),
    entries=(
        EntryKind(
            Trace.CHECK,
            checked,
            "figure",
            "count:number",
            "spirit:number",
            joins=(Trace.CARD, Trace.DAMAGE, Trace.SHUFFLED),
            belongs=lambda group, entry: group[-1].kind != Trace.DAMAGE,
            cites="§05-06",
        ),
        EntryKind(Trace.CARD, "", object="card", value="hurts:number", cites="§05-06"),
        EntryKind(Trace.DAMAGE, "", "figure", "damage:number", "whole:number", cites="§05-06"),
        EntryKind(Trace.OUT, _("{who}'s {figure} is out"), "figure", tone="bad", cites="§05-06"),
        EntryKind(
            Trace.FELT,
            _("{who}'s {figure} draws {card} and feels {feeling}"),
            "figure",
            "card",
            "feeling",
            cites="§07-01",
        ),
        EntryKind(
            Trace.FURY,
            _("{who}'s {figure}, in anger, draws {card}: {worth}"),
            "figure",
            "card",
            "worth:number",
            cites="§07-01, F31",
        ),
    ),
)
