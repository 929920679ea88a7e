"""§09-04: hiring (家臣登用) a wanderer: a person in the open pool who belongs to no dynasty."""

from collections.abc import Iterator

from dynasty_env.dynasty.ids import HIRE, PERSON, Step, Trace
from dynasty_env.dynasty.material import COLOUR, NOBODY, PERSONS, Ability, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe.rules.open_pool import persons_at
from dynasty_env.europe.rules.special_abilities import has_ability
from dynasty_env.kit.engine import EVERYBODY, Chapter, offers, push, rule, some, tell
from dynasty_env.kit.words import EntryKind, Phase, State, _

from .interrupts import name_target
from .kinds import Action
from .odds import IF_NOBODY_PLAYS, Unseen, asked, at_best, success_of, successes
from .people import is_wanderer, settle
from .stats import ambition, governance


@rule
def may_recruit(t, seat, person):
    """§09-04-01: anybody of one's own dynasty; SW02-07-09: in a second action, the witch who acts again."""
    return t.owner[person] == seat and (t.second == NOBODY or person == t.second)


has_recruiter = some(PERSONS, may_recruit)


@rule
def can_hire(t, seat):
    """Is there a wanderer, and somebody in the seat's dynasty who may recruit?"""
    return persons_at(t, Place.WANDERER) > 0 and has_recruiter(t, seat)


@rule
def play_hire_recruiter(t, action):
    """§09-04-01: the recruiter is named, and then the wanderer."""
    t.actor = action - PERSON
    tell(t, Trace.RECRUITS, t.seat, t.actor, 0, 0, EVERYBODY)
    push(t, Step.HIRE_CANDIDATE, t.seat, 0, 0)


@rule
def play_hire_candidate(t, action):
    """§09-04-02: the wanderer is named, and the interrupt window opens; with alchemy the hire succeeds immediately."""
    name_target(t, action - PERSON, hires_at_once(t, t.seat))


@rule
def hires_at_once(t, seat):
    """§11-03-10, D-R22: if the king has alchemy, hires need no window, cards or dice."""
    return t.king[seat] != NOBODY and has_ability(t, t.king[seat], Ability.ALCHEMY)


@rule
def hire_cards(t):
    """§09-04-03: as many cards as the wanderer's ambition."""
    return ambition(t, t.target)


@rule
def hire_dice(t):
    """§09-04-03: as many dice as the recruiter's governance, +1 if both are of the same bloodline."""
    if COLOUR[t.actor] == COLOUR[t.target]:
        return governance(t, t.actor) + 1
    return governance(t, t.actor)


@rule
def hire(t):
    """§09-04-04: the wanderer becomes a courtier."""
    settle(t, t.target, t.turn_player, Place.COURTIER)
    tell(t, Trace.HIRED, t.turn_player, t.target, 0, 0, EVERYBODY)


# what is said


def hirings(state: State, _kind: int, cards: Unseen) -> Iterator[float]:
    """The chances of all hires that could be declared."""
    for recruiter in asked(state, Step.HIRE_RECRUITER, action=HIRE).legal():
        with_him = asked(state, Step.HIRE_CANDIDATE, action=HIRE, actor=int(recruiter) - PERSON)
        yield from successes(with_him, cards)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.HIRE_RECRUITER,
            offers(PERSON, PERSONS, may_recruit),
            asks=_("Who does the hiring?"),
            why=_("You roll as many dice as this person's governance, plus one for a wanderer of the same bloodline."),
            says={"person": _("send {person} to recruit")},
            facts=(nouns.governance, nouns.colour, nouns.special),
            cites="§09-04-01",
        ),
        Phase(
            Step.HIRE_CANDIDATE,
            offers(PERSON, PERSONS, is_wanderer),
            asks=_("Whom do you hire?"),
            why=_("The higher their ambition, the harder they are to hire."),
            says={"person": _("hire {person}")},
            facts=(nouns.ambition, nouns.colour, nouns.special),
            chance={"person": success_of(PERSON)},
            condition=IF_NOBODY_PLAYS,
            cites="§09-04-02",
        ),
    ),
    kinds=(
        Action(
            HIRE,
            may=can_hire,
            begin=Step.HIRE_RECRUITER,
            cards=hire_cards,
            dice=hire_dice,
            succeed=hire,
            again=can_hire,
            says=_("hire a wanderer"),
            called=_("a hiring"),
            purpose=_("A wanderer becomes your courtier, who can command, hire or be married."),
            chance=at_best(hirings),
            cites={
                Trace.NAMED: "§09-04-02",
                Trace.NEEDS: "§08-02-03-01, §09-04-03",
                Trace.BY_ITSELF: "§11-03-10, D-R22",
            },
        ),
    ),
    entries=(
        EntryKind(Trace.RECRUITS, _("{person} recruits for {who}"), "person", cites="§09-04-01"),
        EntryKind(Trace.HIRED, _("{person} becomes a courtier of {who}"), "person", cites="§09-04-04"),
    ),
)
