"""Row 1: marriage (婚姻)."""

from dynasty_env.europe.rules.relations import same_religion
from dynasty_env.europe.rules.rights import consent
from dynasty_env.kingdoms.ids import DECLARE, MARRIAGE, PERSON, Step, Trace
from dynasty_env.kingdoms.material import NOBODY, PERSONS, PRESTIGE, SEX, Place
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, push, rule, some, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, EntryKind, Message, Phase, State, _

from .dice import roll
from .kinds import Action, best_of, some_king
from .persons import is_family, is_king, is_married, settle
from .procreation import birth_of


@rule
def may_be_married(t, king, person):
    """Row 1: not a king, unmarried, of the other sex, of a religion not “different”; in any dynasty or the pool.

    K8: a child of that king only with `kin_marriage`.
    """
    place = t.place[person]
    if place != Place.POOL and place != Place.CHILD and place != Place.NOBLE:
        return False
    if SEX[person] == SEX[king] or not same_religion(king, person):
        return False
    return t.kin_marriage == 1 or not is_family(t, king, person)


has_match = some(PERSONS, may_be_married)
"""Is there anybody whom the king may marry?"""


@rule
def may_marry(t, seat, king):
    """An unmarried king of the dynasty for whom there is a match."""
    return is_king(t, seat, king) and not is_married(t, king) and has_match(t, king)


@rule
def play_marriage_king(t, action):
    t.king = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.king, 0, 0, EVERYBODY)
    push(t, Step.MARRIAGE_TARGET, t.seat, 0, 0)


@rule
def play_marriage_target(t, action):
    """K8: another dynasty is asked; one's own has agreed by naming the person; for the pool nobody is asked."""
    t.target = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    owner = t.owner[t.target]
    if owner == t.seat:
        marry(t)
    elif owner == NOBODY:
        woo(t)
    else:
        push(t, Step.CONSENT, owner, 0, 0)


@rule
def play_consent(t, action):
    """Row 1: if the target's dynasty agrees, the marriage succeeds without a die."""
    if action == DECLARE:
        tell(t, Trace.AGREED, t.seat, t.target, 0, 0, EVERYBODY)
        marry(t)
    else:
        tell(t, Trace.DECLINED, t.seat, t.target, 0, 0, EVERYBODY)
        woo(t)


@rule
def woo(t):
    """Row 1: one die against the suitor's prestige."""
    if roll(t, t.turn_player, 1, PRESTIGE[t.king], 1) > 0:
        marry(t)


@rule
def marry(t):
    """The target becomes the king's spouse, wherever he or she was before."""
    settle(t, t.target, t.turn_player, Place.SPOUSE, t.king)
    tell(t, Trace.MARRIED, t.turn_player, t.target, t.king, 0, EVERYBODY)


def wooing(king: int) -> float:
    """Row 1: the chance of a marriage without consent."""
    return at_most(int(PRESTIGE[king]))


def wooed(state: State, person: int) -> float:
    """The same chance for a person; one's own dynasty has agreed by naming the person."""
    return 1.0 if state.record["owner"][person] == state.seat else wooing(int(state.record["king"]))


def suit(state: State, person: int) -> str:
    """Row 1: the chance of a marriage, and of children from it."""
    king, owner = int(state.record["king"]), int(state.record["owner"][person])
    child = Chance(birth_of(king, person))
    if owner == state.seat:
        return Message(_("agreed; then a child {child} per try"), child=child)
    text = _("succeeds {chance} if they refuse; then a child {child} per try")
    if owner == NOBODY:
        text = _("succeeds {chance}; then a child {child} per try")
    return Message(text, chance=Chance(wooing(king)), child=child)


def if_refused(state: State) -> str:
    """What happens after a refusal."""
    text = _("If you refuse, they still marry with a chance of {chance}.")
    return Message(text, chance=Chance(wooing(int(state.record["king"]))))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.MARRIAGE_KING,
            offers(PERSON, PERSONS, may_marry),
            asks=_("Which of your kings marries?"),
            why=_("A married king can have children. Without consent, a die must not exceed the king's prestige."),
            says={"person": _("let {person} marry")},
            facts=(nouns.sex, nouns.prestige, nouns.religion),
            cites="row 1 A",
        ),
        Phase(
            Step.MARRIAGE_TARGET,
            offers(PERSON, PERSONS, may_be_married, of="king"),
            asks=_("To whom does your king propose?"),
            why=_("The spouse's prestige gives you points. Unless the other dynasty agrees, a die decides."),
            says={"person": _("propose to {person}")},
            facts=(nouns.sex, nouns.prestige, nouns.fertility, nouns.religion, nouns.special(), nouns.where),
            chance=suit,
            cites="row 1 B, K8",
        ),
        consent(
            Step.CONSENT,
            asks=_("Do you agree to this marriage?"),
            why=_("Somebody proposes to one of your persons, who would leave your dynasty for the other one."),
            says={"declare": _("agree to the marriage"), "pass": _("refuse the marriage")},
            condition=if_refused,
            cites="row 1 D, K8",
        ),
    ),
    kinds=(
        Action(
            MARRIAGE,
            may=some_king(may_marry),
            begin=Step.MARRIAGE_KING,
            says=_("declare a marriage"),
            called=_("a marriage"),
            purpose=_("A spouse's prestige gives you points, and your king can have children."),
            chance=best_of(wooed, PERSON),
            cites={Trace.ACTS: "row 1 A", Trace.NAMED: "row 1 B", Trace.NEEDS: "row 1 D, row 1 V, K1"},
        ),
    ),
    entries=(
        EntryKind(Trace.AGREED, _("{who} agrees: {person} may marry"), "person", cites="row 1 D, K8"),
        EntryKind(Trace.DECLINED, _("{who} does not agree to the marriage of {person}"), "person", cites="row 1 D, K8"),
        EntryKind(Trace.MARRIED, _("{person} marries {king} of {who}"), "person", "king:person", cites="row 1 R"),
    ),
)
