"""§09-01: marriage."""

from dynasty_env.dynasty.ids import MARRIAGE, PERSON, Step, Trace
from dynasty_env.dynasty.material import PERSONS, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.rules.relations import same_religion
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, rule, some, tell
from dynasty_env.kit.words import EntryKind, Phase, _

from .events import open_jealousy
from .interrupts import play_target
from .kinds import Action
from .odds import IF_NOBODY_PLAYS, asked, at_best, success_of, successes
from .people import may_be_married, may_wed, settle
from .stats import prestige

has_match = some(PERSONS, may_be_married)


@rule
def can_marry(t, seat):
    """§09-01-01: may the seat's king marry, and is there somebody to marry?"""
    return may_wed(t, seat) and has_match(t, seat)


@rule
def witch_may_marry(t, seat):
    """SW02-07-09: is the seat's king the witch who acts again, and may she marry?"""
    return t.king[seat] == t.second and can_marry(t, seat)


@rule
def marriage_cards(t):
    """§09-01-03: as many cards as the target's prestige."""
    return prestige(t, t.target)


@rule
def marriage_dice(t):
    """§09-01-03: as many dice as one's own king's prestige, +1 if the two are of the same religion."""
    king = t.king[t.turn_player]
    if same_religion(king, t.target):
        return prestige(t, king) + 1
    return prestige(t, king)


@rule
def marry(t):
    """§09-01-04: the target becomes the spouse, wherever he or she was before. D-R47: others may envy the king."""
    open_jealousy(t, t.turn_player)
    settle(t, t.target, t.turn_player, Place.SPOUSE)
    tell(t, Trace.MARRIED, t.turn_player, t.target, 0, 0, EVERYBODY)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.MARRIAGE_TARGET,
            offers(PERSON, PERSONS, may_be_married),
            play_target,
            asks=_("To whom does your king propose?"),
            why=_(
                "The target's prestige is the number of cards against you. You roll as many dice as your king's "
                "prestige."
            ),
            says={"person": _("propose to {person}")},
            facts=(nouns.sex, nouns.prestige, nouns.religion, nouns.special, nouns.where),
            chance={"person": success_of(PERSON)},
            condition=IF_NOBODY_PLAYS,
            cites="§09-01-02",
        ),
    ),
    kinds=(
        Action(
            MARRIAGE,
            may=can_marry,
            begin=Step.MARRIAGE_TARGET,
            cards=marriage_cards,
            dice=marriage_dice,
            succeed=marry,
            again=witch_may_marry,
            says=_("declare a marriage"),
            called=_("a marriage"),
            purpose=_("A spouse's prestige gives you points, and your king can have children."),
            chance=at_best(
                lambda state, kind, cards: successes(asked(state, Step.MARRIAGE_TARGET, action=kind), cards)
            ),
            cites={Trace.NAMED: "§09-01-02", Trace.NEEDS: "§08-02-03-01, §09-01-03", Trace.MARRIED: "§09-01-04"},
        ),
    ),
    entries=(EntryKind(Trace.MARRIED, _("{person} marries the king of {who}"), "person"),),
)
