"""Row 1: marriage (婚姻)."""

from dynasty_env.europe.rules.relations import same_religion
from dynasty_env.europe.rules.rights import offer_right
from dynasty_env.kingdoms.actions import DECLARE, MARRIAGE, PERSON
from dynasty_env.kingdoms.material import NOBODY, PERSONS, PRESTIGE, SEX, Place
from dynasty_env.kingdoms.steps import Step, Trace
from dynasty_env.kit.engine import EVERYBODY, Chapter, Phase, offers, push, rule, some, tell

from .dice import roll
from .kinds import Action, some_king
from .persons import is_family, is_king, is_married, settle


@rule
def may_be_married(t, king, person):
    """Row 1: no king, unmarried, of the other sex, of a religion that is not “different”; of any dynasty or the pool.

    K8: a child of that king only with `kin_marriage`.
    """
    place = t.place[person]
    if place != Place.POOL and place != Place.CHILD and place != Place.NOBLE:
        return False
    if SEX[person] == SEX[king] or not same_religion(king, person):
        return False
    return t.kin_marriage == 1 or not is_family(t, king, person)


has_match = some(PERSONS, may_be_married)
"""Is there anybody whom a king may marry?"""


@rule
def may_marry(t, seat, king):
    """An unmarried king of the dynasty for whom there is somebody."""
    return is_king(t, seat, king) and not is_married(t, king) and has_match(t, king)


@rule
def play_marriage_king(t, action):
    t.king = action - PERSON
    tell(t, Trace.ACTS, t.seat, t.king, 0, 0, EVERYBODY)
    push(t, Step.MARRIAGE_TARGET, t.seat, 0, 0)


@rule
def play_marriage_target(t, action):
    """K8: another dynasty is asked; one's own agrees by naming him or her; nobody is asked for the pool."""
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
    """Row 1: if the target's dynasty agrees, success without a die."""
    if action == DECLARE:
        tell(t, Trace.AGREED, t.seat, t.target, 0, 0, EVERYBODY)
        marry(t)
    else:
        tell(t, Trace.DECLINED, t.seat, t.target, 0, 0, EVERYBODY)
        woo(t)


@rule
def woo(t):
    """Row 1: one die, value: the suitor's prestige."""
    if roll(t, t.turn_player, 1, PRESTIGE[t.king], 1) > 0:
        marry(t)


@rule
def marry(t):
    """The target becomes the king's spouse, from wherever he or she was."""
    settle(t, t.target, t.turn_player, Place.SPOUSE, t.king)
    tell(t, Trace.MARRIED, t.turn_player, t.target, t.king, 0, EVERYBODY)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(Step.MARRIAGE_KING, offers(PERSON, PERSONS, may_marry)),
        Phase(Step.MARRIAGE_TARGET, offers(PERSON, PERSONS, may_be_married, of="king")),
        Phase(Step.CONSENT, offer_right),
    ),
    kinds=(Action(MARRIAGE, may=some_king(may_marry), begin=Step.MARRIAGE_KING),),
)
