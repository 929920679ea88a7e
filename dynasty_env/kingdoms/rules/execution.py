"""K29: execution (処刑), an action of a king with this ability."""

from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kingdoms.ids import EXECUTION, PERSON, Step, Trace
from dynasty_env.kingdoms.material import PERSONS, Ability
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, rule, tell
from dynasty_env.kit.words import Phase, _

from .death import bury
from .kinds import Action, some_king
from .persons import is_king, is_married, spouse_of


@rule
def may_execute(t, seat, king):
    """A king with the ability and a spouse."""
    return is_king(t, seat, king) and has_ability(t, king, Ability.EXECUTION) and is_married(t, king)


@rule
def play_execution_king(t, action):
    """The king's spouse dies."""
    t.king = action - PERSON
    spouse = spouse_of(t, t.king)
    tell(t, Trace.ACTS, t.seat, t.king, 0, 0, EVERYBODY)
    tell(t, Trace.EXECUTED, t.seat, spouse, 0, 0, EVERYBODY)
    bury(t, spouse)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.EXECUTION_KING,
            offers(PERSON, PERSONS, may_execute),
            asks=_("Which king has the spouse executed?"),
            why=_("The king may then marry again."),
            says={"person": _("let {person} have the spouse executed")},
            facts=(),
            cites="K29",
        ),
    ),
    kinds=(
        Action(
            EXECUTION,
            may=some_king(may_execute),
            begin=Step.EXECUTION_KING,
            says=_("have a spouse executed"),
            called=_("an execution"),
            purpose=_("Your king loses a spouse, and may then marry again."),
            cites={Trace.ACTS: "K29", Trace.NAMED: "K29", Trace.NEEDS: "K29"},
        ),
    ),
)
