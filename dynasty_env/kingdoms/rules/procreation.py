"""Row 2: procreation (子作り)."""

from dynasty_env.kingdoms.ids import DECK, PERSON, PROCREATION, Step, Trace
from dynasty_env.kingdoms.material import BIRTH_DICE, COLOUR, DECKS, FERTILITY, PERSONS, SAME_COLOUR, SEX, Place
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, push, rule, tell
from dynasty_env.kit.words import Chance, EntryKind, Phase, State, _

from .decks import LAST, turn_up, turn_up_from
from .dice import roll
from .kinds import Action, at_best, some_king
from .odds import any_of
from .persons import is_king, is_married, spouse_of


@rule
def is_birth_deck(t, king, deck):
    """The king's or the spouse's colour; K9: the deck must have cards."""
    if t.deck_size[deck] == 0:
        return False
    return deck == COLOUR[king] or deck == COLOUR[spouse_of(t, king)]


@rule
def may_procreate(t, seat, king):
    """A married king of the dynasty; K32: his spouse is of the other sex, and there is a deck for the child."""
    if not is_king(t, seat, king) or not is_married(t, king):
        return False
    spouse = spouse_of(t, king)
    if SEX[spouse] == SEX[king]:
        return False
    return t.deck_size[COLOUR[king]] > 0 or t.deck_size[COLOUR[spouse]] > 0


@rule
def birth_value(king, spouse):
    """Row 2: the sum of both fertilities, less if the two are of one colour."""
    return FERTILITY[king] + FERTILITY[spouse] - (SAME_COLOUR if COLOUR[king] == COLOUR[spouse] else 0)


@rule
def play_procreation_king(t, action):
    """Two dice are rolled; one success is enough."""
    t.king = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.king, 0, 0, EVERYBODY)
    spouse = spouse_of(t, t.king)
    if roll(t, t.seat, BIRTH_DICE, birth_value(t.king, spouse), 1) > 0:
        push(t, Step.BIRTH_DECK, t.seat, 0, 0)


@rule
def play_birth_deck(t, action):
    """The deck's top card becomes that king's youngest child (K9)."""
    turn_up(t, action - DECK, t.seat, Place.CHILD, t.king)


def birth(state: State, king: int) -> Chance:
    """Row 2: the chance of a child."""
    return Chance(birth_of(king, int(spouse_of(state.tables[0], king))))


def birth_of(king: int, spouse: int) -> float:
    """Row 2: the same for two persons who are not married yet."""
    return any_of(BIRTH_DICE, int(birth_value(king, spouse)))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.PROCREATION_KING,
            offers(PERSON, PERSONS, may_procreate),
            asks=_("Which of your kings has a child?"),
            why=_(
                "You roll two dice; one of them must not exceed the fertility of both parents together. A child's "
                "prestige gives you points."
            ),
            says={"person": _("let {person} have a child")},
            facts=(nouns.fertility, nouns.colour),
            chance=birth,
            cites="row 2 A",
        ),
        Phase(
            Step.BIRTH_DECK,
            offers(DECK, DECKS, is_birth_deck, of="king"),
            asks=_("From which deck is the child born?"),
            why=_("The king's colour, or the spouse's."),
            says={"deck": turn_up_from(_("take the child from the {deck} deck"), LAST)},
            cites="row 2 R, K9",
        ),
    ),
    kinds=(
        Action(
            PROCREATION,
            may=some_king(may_procreate),
            begin=Step.PROCREATION_KING,
            says=_("have a child"),
            called=_("procreation"),
            purpose=_("A child's prestige gives you points, and the child may inherit the throne."),
            chance=at_best,
            cites={Trace.ACTS: "row 2 A", Trace.NAMED: "row 2 B", Trace.NEEDS: "row 2 D, row 2 V, K1"},
        ),
    ),
    entries=(
        EntryKind(Trace.BORN, _("{person} is born to {king} of {who}"), "person", "king:person", cites="row 2 R, K9"),
    ),
)
