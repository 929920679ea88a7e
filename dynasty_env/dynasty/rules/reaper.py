"""§09-06: the reaper: the player with his scythe can make somebody take a death check."""

from dynasty_env.dynasty.ids import ASSASSINATION, PERSON, REAPER, Step, Trace
from dynasty_env.dynasty.material import NOBODY, POPE, WITCH_WITH, Ability
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe import words
from dynasty_env.europe.rules.rights import right
from dynasty_env.europe.rules.scythe import has_scythe, pass_scythe, play_veto, send_reaper
from dynasty_env.europe.rules.special_abilities import can_assassinate
from dynasty_env.kit.engine import Automatic, Chapter, offers, push, rule
from dynasty_env.kit.words import EntryKind, Message, Phase, State, _

from .death import dies
from .kinds import Action


@rule
def keeper(t, person):
    """The seat to which a person belongs, or -1; D-R13: the pope belongs to the seat that holds him."""
    if person == POPE:
        return t.pope
    return t.owner[person]


@rule
def may_be_reaped(t, person):
    """§09-06-01: a person of any dynasty or the pope, unless refused earlier in the turn; D-R13: not a wanderer."""
    return keeper(t, person) != NOBODY and t.refused[person] == 0


@rule
def play_reaper_target(t, action):
    """§09-06-01: the player of the named person, unless it is the turn player, may refuse once in the turn.

    SW02-07-01: for the Healer nobody can refuse.
    """
    target = action - PERSON
    send_reaper(t, target, keeper(t, target), target != WITCH_WITH[Ability.HEALING])


@rule
def reap(t):
    """§09-06-01, §09-06-02: a death check; then the scythe moves on (§11-03-02: not after an assassination)."""
    if t.action == REAPER:
        push(t, Step.SCYTHE, t.turn_player, 0, 0)
    push(t, Step.DEATH_CHECK, t.turn_player, t.target, 0)


# what is said


def called(state: State, person: int) -> str:
    """The person named, to the reaper or to an assassin."""
    murder = state.record["action"] == ASSASSINATION
    text = _("have {person} assassinated") if murder else _("send the reaper to {person}")
    return Message(text, person=nouns.with_facts(state, person, (nouns.life, nouns.where)))


def if_allowed(state: State) -> str:
    """What happens if nobody refuses."""
    target = int(state.record["target"])
    text = _("If you allow it, {person} dies with a chance of {chance}.")
    return Message(text, person=nouns.person(target), chance=dies(state, target))


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.REAPER_TARGET,
            offers(PERSON, POPE + 1, may_be_reaped),
            **words.NAMING,
            says={"person": called},
            chance={"person": dies},
            cites="§09-06-01, D-R13",
        ),
        right(
            Step.VETO,
            play=play_veto,
            **words.VETO,
            condition=if_allowed,
            cites="§09-06-01",
            decides="owner of the person",
        ),
    ),
    automatic=(Automatic(Step.SCYTHE, pass_scythe),),
    kinds=(
        Action(
            REAPER,
            may=has_scythe,
            begin=Step.REAPER_TARGET,
            **words.REAPER,
            cites={Trace.NAMED: "§09-06-01", Trace.CHECKED: "§09-06-01, §10-01"},
        ),
        Action(
            ASSASSINATION,
            may=can_assassinate,
            begin=Step.REAPER_TARGET,
            **words.ASSASSINATION,
            cites={Trace.NAMED: "§11-03-02, §09-06-01", Trace.CHECKED: "§09-06-01, §10-01"},
        ),
    ),
    entries=(
        EntryKind(Trace.REFUSED, words.REFUSED, "person", cites="§09-06-01"),
        EntryKind(Trace.SCYTHE_MOVED, words.SCYTHE_MOVED, cites="§09-06-02"),
    ),
)
