"""§08-02-03-01: the decisions while cards are laid and dice are read, and the trace entries that they leave.

The rules are in interrupts.py, resolution.py and witches.py; their descriptions need the chances from all three.
"""

from typing import Any

from dynasty_env.dynasty.ids import CARD, DIE_TO, JOKER_AS, PASS, Step, Trace
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.rules.rights import declared
from dynasty_env.kit.engine import Chapter, EntryKind, Phase
from dynasty_env.kit.engine.cards import CARD_NAMES
from dynasty_env.kit.words import Chance, Chances, Context, Group, Joined, Message, State, Tone, _, joined

from .interrupts import legal_interrupt, play_interrupt, red_counts
from .odds import after, succeeds_after, success, unseen_by_decider
from .resolution import cards_wanted, dice_allowed, dice_value, legal_joker, play_joker, success_value
from .witches import legal_dice, play_dice

NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13}
"""What the cards without a printed number count as."""


def plays_card(state: State, kind: int) -> str:
    """A card that may be played, and what it counts as."""
    card = nouns.the_card(kind)
    number = NUMBERS.get(CARD_NAMES[kind][1:])
    return Message(_("play {card}"), card=card if number is None else Message(NUMBERED[number], card=card))


NUMBERED = {1: _("{card} (1)"), 11: _("{card} (11)"), 12: _("{card} (12)"), 13: _("{card} (13)")}


def then_succeeds(first: int) -> Chances:
    """The action's chance of success after each choice in the family of ids that begins at `first`."""

    def says(state: State, number: int) -> str:
        chance = succeeds_after(state, first + number)
        return Message(_("then succeeds {chance}"), chance=chance)

    return says


def if_nobody_plays_on(state: State) -> str:
    """The chance as things are now."""
    text = _("If nobody plays anything else, it succeeds with a chance of {chance}.")
    return Message(text, chance=Chance(success(state, unseen_by_decider(state))))


CALLED_FOR = {
    (True, False): _("{wanted} card needed, {laid} laid"),
    (False, False): _("{wanted} cards needed, {laid} laid"),
    (True, True): _("{wanted} card needed, {laid} laid (the pack supplies {missing} more)"),
    (False, True): _("{wanted} cards needed, {laid} laid (the pack supplies {missing} more)"),
}


def so_far(state: State) -> str:
    """What has been declared, and the current state of its cards and dice."""
    t = state.tables[0]
    wanted, laid, dice = int(cards_wanted(t)), int(state.record["laid_size"]), int(dice_allowed(t))
    missing: dict[str, Any] = {"missing": wanted - laid} if laid < wanted else {}
    return joined(
        ". ",
        declared(state),
        joined(
            "; ",
            Message(CALLED_FOR[wanted == 1, bool(missing)], wanted=wanted, laid=laid, **missing),
            Message(_("red counts") if red_counts(t) else _("black counts")),
            Message(_("success value {value} so far"), value=int(success_value(t))),
            Message(_("{dice} die") if dice == 1 else _("{dice} dice"), dice=dice),
        ),
    )


def dice_so_far(state: State) -> str:
    """The result of the dice so far, and the value they have to reach."""
    record = state.record
    faces = Joined(" ", [str(face) for face in record["dice"][: record["dice_size"]]])
    count = Message(_("Dice {faces}, which count {count}"), faces=faces, count=int(dice_value(state.tables[0])))
    needed = Message(_("success value {value}"), value=int(record["needed"]))
    return joined(". ", declared(state), joined("; ", count, needed))


def they_count_after(first: int) -> Chances:
    """The result of the dice after each choice in the family of ids that begins at `first`."""

    def says(state: State, number: int) -> str:
        count = int(dice_value(after(state, first + number).tables[0]))
        return Message(_("then they count {count}"), count=count)

    return says


def rolled(group: Group, context: Context) -> str:
    """The dice, their result, and the outcome.

    If dice were changed after the roll, the outcome is a separate sentence.
    """
    faces = [entry.value for entry in group if entry.kind == Trace.DIE]
    needed = next((entry.value for entry in group if entry.kind == Trace.NEEDS), None)
    outcome = next((entry for entry in group if entry.kind == Trace.OUTCOME), None)
    who = context.who(group[0].seat)
    if group[0].kind == Trace.OUTCOME:
        succeeded, count = group[0].object, group[0].value
        return Message(COUNTED[succeeded], tone=TONES[succeeded], who=who, count=count)
    total = outcome.value if outcome else sum(faces)
    dice = _dice(faces, total)
    if outcome is None:
        text = _("{who} rolls {dice}") if needed is None else _("{who} rolls {dice} against {needed}")
        return Message(text, who=who, dice=dice, needed=needed)
    succeeded = outcome.object
    if needed is None:
        return Message(WITHOUT[succeeded], tone=TONES[succeeded], who=who, dice=dice)
    text = AGAINST[succeeded]
    if succeeded and total < needed:  # SW02-07-04 ballistics
        text = _("{who} rolls {dice} against {needed}: success by a 1")
    return Message(text, tone=TONES[succeeded], who=who, dice=dice, needed=needed)


TONES: tuple[Tone, Tone] = ("bad", "good")
COUNTED = _("the dice of {who} count {count}: failure"), _("the dice of {who} count {count}: success")
WITHOUT = _("{who} rolls {dice}: failure"), _("{who} rolls {dice}: success")
AGAINST = _("{who} rolls {dice} against {needed}: failure"), _("{who} rolls {dice} against {needed}: success")
"""By outcome, 0 or 1: how it is highlighted, and what is said of it."""


def _dice(faces: list[int], total: int) -> str:
    """The faces, and what they count as where that is not obvious."""
    shown: str = Joined(" ", map(str, faces)) if faces else _("no dice")
    if total != sum(faces):  # SW02-07-06 gale, SW02-07-07 might, SW02-08-06 gale slash
        return Message(_("{dice}, which count {total},"), dice=shown, total=total)
    return Message(_("{dice} = {total}"), dice=shown, total=total) if len(faces) != 1 else shown


def played(group: Group, context: Context) -> str:
    """A card that has been played; for a joker, the number it counts as."""
    fields = context.fields(group[0])
    if fields["card"] == nouns.JOKER and fields["number"]:
        return Message(_("{who} plays the joker as {number}"), who=fields["who"], number=fields["number"])
    return Message(_("{who} plays {card}"), who=fields["who"], card=fields["card"])


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.INTERRUPT,
            legal_interrupt,
            play_interrupt,
            secret=True,
            asks=_("Do you play a card?"),
            why=_("The highest counting card on the table is the success value. The dice must reach it."),
            says={
                "card": plays_card,
                "joker": _("play the joker as {number}"),
                "event": nouns.plays_event,
                "pass": _("pass: play no card"),
            },
            stakes=so_far,
            chance={"card": then_succeeds(CARD), "joker": then_succeeds(JOKER_AS)},
            condition=if_nobody_plays_on,
            cites="§08-02-03-01, D-R7",
            decides="every seat in turn, until all have passed",
        ),
        Phase(
            Step.JOKER,
            legal_joker,
            play_joker,
            asks=_("Which number is the joker?"),
            why=_("It came from the pack, so the turn player chooses its number."),
            says={"joker": _("use the joker as {number}")},
            stakes=so_far,
            chance={"joker": then_succeeds(JOKER_AS)},
            cites="§04",
        ),
        Phase(
            Step.DICE,
            legal_dice,
            play_dice,
            asks=_("Do you change a die?"),
            why=_("Your Deflector may change up to two dice."),
            says={"pass": _("leave the dice as they are")},
            stakes=dice_so_far,
            chance={"dice": they_count_after(DIE_TO), "pass": they_count_after(PASS)},
            cites="SW02-07-12",
            decides="the Deflector's player",
            families=("dice",),
        ),
    ),
    entries=(
        EntryKind(Trace.PLAYED, played, "card", "pack:number", "number", cites="§08-02-03-01, D-R7"),
        EntryKind(Trace.BY_ITSELF, _("{who} succeeds automatically, without cards or dice"), tone="good"),
        EntryKind(Trace.JOKER_NAMED, _("{who} uses the joker as {number}"), value="number", cites="§04"),
        EntryKind(Trace.NEEDS, rolled, value="needed:number", joins=(Trace.DIE, Trace.OUTCOME)),
        EntryKind(Trace.DIE, rolled, value="face:number", joins=(Trace.DIE, Trace.OUTCOME)),
        EntryKind(Trace.OUTCOME, rolled, object="success:number", value="count:number"),
        EntryKind(
            Trace.SLASHED,
            _("a 6: gale slash kills {person} of {who}, and the action fails"),
            subject="person",
            joins=(Trace.OUTCOME, Trace.DIED),
            tone="bad",
            cites="SW02-08-06",
        ),
    ),
)
