"""Row 8: the reaper's scythe (死神の鎌); K29: assassination."""

from dynasty_env.europe import words
from dynasty_env.europe.rules.rights import consent
from dynasty_env.europe.rules.scythe import has_scythe, pass_scythe, play_veto, send_reaper
from dynasty_env.europe.rules.special_abilities import can_assassinate
from dynasty_env.kingdoms.ids import ASSASSINATION, PERSON, REAPER, Step, Trace
from dynasty_env.kingdoms.material import NOBODY, PERSONS
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import Automatic, Chapter, offers, push, rule
from dynasty_env.kit.words import CHANCES, EntryKind, Message, Phase, State, _, joined, sentence

from .death import dies, last_of_line
from .kinds import Action


@rule
def may_be_reaped(t, person):
    """Any person; K21: of a dynasty, unless refused in this turn."""
    return t.owner[person] != NOBODY and t.refused[person] == 0


@rule
def play_reaper_target(t, action):
    """Every other player may refuse once; K21: for persons of his own dynasty."""
    send_reaper(t, action - PERSON, t.owner[action - PERSON] + 0, True)


@rule
def reap(t):
    """A death check; then the scythe moves on (K29: not after an assassination)."""
    if t.action == REAPER:
        push(t, Step.SCYTHE, t.turn_player, 0, 0)
    push(t, Step.CHECK, t.turn_player, t.target, 0)


# what is said


def called(state: State, person: int) -> str:
    """The person named, to the reaper or to an assassin."""
    murder = state.record["action"] == ASSASSINATION
    text = _("have {person} assassinated") if murder else _("send the reaper to {person}")
    return Message(text, person=nouns.person(person))


def check(state: State, person: int) -> str:
    """Row 8: the chance that the death check kills, and what would follow from it."""
    return joined("; ", Message(CHANCES["dies"], chance=dies(state, person)), last_of_line(state, person))


def if_allowed(state: State) -> str:
    """The same for the seat that may refuse."""
    target = int(state.record["target"])
    text = _("If you allow it, {person} dies with a chance of {chance}.")
    message = Message(text, person=nouns.person(target), chance=dies(state, target))
    more = sentence(last_of_line(state, target), ".")
    return Message(_("{sentence} {more}"), sentence=message, more=more) if more else message


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.REAPER_TARGET,
            offers(PERSON, PERSONS, may_be_reaped),
            **words.NAMING,
            says={"person": called},
            facts=(nouns.life, nouns.where),
            chance=check,
            cites="row 8 A, K21",
        ),
        consent(Step.VETO, play=play_veto, **words.VETO, condition=if_allowed, cites="row 8 B, K21"),
    ),
    automatic=(Automatic(Step.SCYTHE, pass_scythe),),
    kinds=(
        Action(
            REAPER,
            may=has_scythe,
            begin=Step.REAPER_TARGET,
            **words.REAPER,
            cites={Trace.ACTS: "row 8 A", Trace.NAMED: "row 8 A", Trace.NEEDS: "row 8 R"},
        ),
        Action(
            ASSASSINATION,
            may=can_assassinate,
            begin=Step.REAPER_TARGET,
            **words.ASSASSINATION,
            cites={Trace.ACTS: "K29", Trace.NAMED: "K29", Trace.NEEDS: "K29"},
        ),
    ),
    entries=(
        EntryKind(Trace.REFUSED, words.REFUSED, "person", cites="row 8 B, K21"),
        EntryKind(Trace.SCYTHE_MOVED, words.SCYTHE_MOVED, cites="row 8 R"),
    ),
)
