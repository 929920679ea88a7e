"""§09-02: procreation."""

from dynasty_env.dynasty.ids import DECK, PERSON, PROCREATION, Step, Trace
from dynasty_env.dynasty.material import BIRTH_CARDS, COLOUR, DECKS, NOBODY, PERSONS, SEX, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, push, rule, some, tell
from dynasty_env.kit.words import Chance, EntryKind, Message, Phase, State, _

from .events import open_jealousy
from .interrupts import open_window, play_target
from .kinds import Action
from .odds import IF_NOBODY_PLAYS, success, success_of, unseen_by_decider
from .people import is_spouse
from .person_decks import draw_person, from_deck
from .stats import fertility


@rule
def may_have_children(king, spouse):
    """§05-02: the two are of different sexes. SW02-03: at least one is of a bloodline that has a deck."""
    return SEX[spouse] != SEX[king] and (COLOUR[spouse] < DECKS or COLOUR[king] < DECKS)


@rule
def may_procreate_with(t, seat, person):
    """§09-02-01: may the seat's king have a child with this person? Only with his spouse."""
    return is_spouse(t, seat, person) and may_have_children(t.king[seat], person)


has_partner = some(PERSONS, may_procreate_with)


@rule
def can_procreate(t, seat):
    """§09-02-01: does the seat's king have a spouse with whom he may have a child?"""
    return t.king[seat] != NOBODY and has_partner(t, seat)


@rule
def begin_procreation(t):
    """SW02-08-12: with several spouses the player names one; otherwise the interrupt window opens immediately."""
    spouses = 0
    for person in range(PERSONS):
        if may_procreate_with(t, t.seat, person):
            spouses += 1
            t.target = person
    if spouses > 1:
        t.target = NOBODY
        push(t, Step.PROCREATION_SPOUSE, t.seat, 0, 0)
    else:
        open_window(t)


@rule
def procreation_cards(t):
    """§09-02-02: as many cards as 6 - the spouse's fertility."""
    return BIRTH_CARDS - fertility(t, t.target)


@rule
def procreation_dice(t):
    """§09-02-02: as many dice as one's own king's fertility, +1 if their bloodlines differ."""
    king = t.king[t.turn_player]
    if COLOUR[king] != COLOUR[t.target]:
        return fertility(t, king) + 1
    return fertility(t, king)


@rule
def is_birth_deck(t, deck):
    """§09-02-03: a deck of the king's or the spouse's colour; D-R11: it must have cards."""
    if t.deck_size[deck] == 0:
        return False
    return deck == COLOUR[t.king[t.turn_player]] or deck == COLOUR[t.target]


@rule
def give_birth(t):
    """§09-02-03: the player chooses the child's deck; D-R11: if no deck has cards, nobody is born.

    D-R47: others may envy the king.
    """
    open_jealousy(t, t.turn_player)
    for deck in range(DECKS):
        if is_birth_deck(t, deck):
            push(t, Step.BIRTH_DECK, t.turn_player, 0, 0)
            return
    tell(t, Trace.CHILDLESS_BIRTH, t.turn_player, 0, 0, 0, EVERYBODY)


@rule
def play_birth_deck(t, action):
    """§09-02-03: the deck's top card becomes the youngest child."""
    draw_person(t, action - DECK, t.seat, Place.CHILD)


# what is said


def with_the_only_spouse(state: State, kind: int) -> str:
    """If there is only one spouse, choosing the action completes its declaration."""
    t = state.tables[0]
    spouses = [person for person in range(PERSONS) if may_procreate_with(t, state.seat, person)]
    if len(spouses) != 1:
        return ""
    copy = state.clone()
    copy.record["action"], copy.record["target"] = PROCREATION, spouses[0]
    chance = Chance(success(copy, unseen_by_decider(state)))
    return Message(_("succeeds {chance} if nobody plays a card"), chance=chance)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.PROCREATION_SPOUSE,
            offers(PERSON, PERSONS, may_procreate_with),
            play_target,
            asks=_("With which spouse?"),
            why=_("The higher the spouse's fertility, the easier it is."),
            says={"person": _("have a child with {person}")},
            facts=(nouns.fertility, nouns.colour),
            chance={"person": success_of(PERSON)},
            condition=IF_NOBODY_PLAYS,
            cites="SW02-08-12",
        ),
        Phase(
            Step.BIRTH_DECK,
            offers(DECK, DECKS, is_birth_deck),
            asks=_("From which deck is the child born?"),
            why=_("The king's bloodline, or the spouse's."),
            says={"deck": from_deck(_("take the child from the {deck} deck"))},
            cites="§09-02-03, D-R11",
        ),
    ),
    kinds=(
        Action(
            PROCREATION,
            may=can_procreate,
            begin=begin_procreation,
            cards=procreation_cards,
            dice=procreation_dice,
            succeed=give_birth,
            says=_("declare procreation"),
            called=_("procreation"),
            purpose=_("A child's prestige gives you points, and the child may inherit the throne."),
            chance=with_the_only_spouse,
            cites={Trace.NAMED: "SW02-08-12", Trace.NEEDS: "§08-02-03-01, §09-02-02"},
        ),
    ),
    entries=(EntryKind(Trace.CHILDLESS_BIRTH, _("no deck has a card left for the child of {who}"), cites="D-R11"),),
)
