"""K1: dice against a value."""

from dynasty_env.kingdoms.ids import Trace
from dynasty_env.kit.engine import EVERYBODY, Chapter, die, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Joined, Message, Tone, _


@rule
def successes(t, seat, side, dice, value):
    """K1: a die up to the value succeeds. Returns the number of successes. `side`: 1 for the defence in a war."""
    count = 0
    for _number in range(dice):
        face = die(t)
        tell(t, Trace.DIE, seat, 0, side, face, EVERYBODY)
        if face <= value:
            count += 1
    return count


@rule
def roll(t, seat, dice, value, needed):
    """Roll the dice of an action other than a war against a value; it needs this many successes.

    Returns their number.
    """
    tell(t, Trace.NEEDS, seat, 0, dice, value, EVERYBODY)
    count = successes(t, seat, 0, dice, value)
    tell(t, Trace.OUTCOME, seat, 0, 1 if count >= needed else 0, 0, EVERYBODY)
    return count


def faces_of(entries: Group) -> str:
    """The faces of the dice in these entries."""
    faces = [str(entry.value) for entry in entries if entry.kind == Trace.DIE]
    return Joined(" ", faces) if faces else ""


ROLLED: dict[tuple[bool, int | None], tuple[str, Tone]] = {
    (True, None): (_("{who} rolls {faces} against {value}"), ""),
    (True, 1): (_("{who} rolls {faces} against {value}: success"), "good"),
    (True, 0): (_("{who} rolls {faces} against {value}: failure"), "bad"),
    (False, None): (_("{who} rolls no dice against {value}"), ""),
    (False, 1): (_("{who} rolls no dice against {value}: success"), "good"),
    (False, 0): (_("{who} rolls no dice against {value}: failure"), "bad"),
}


def rolled(group: Group, context: Context) -> str:
    """The dice of an action, the value they are rolled against, and the outcome."""
    faces = faces_of(group)
    outcome = next((entry.object for entry in group if entry.kind == Trace.OUTCOME), None)
    text, tone = ROLLED[bool(faces), outcome]
    fields = {"faces": faces} if faces else {}
    return Message(text, tone=tone, who=context.who(group[0].seat), value=group[0].value, **fields)


CHAPTER = Chapter(
    __name__,
    entries=(
        EntryKind(Trace.NEEDS, rolled, object="dice:number", value="value:number", joins=(Trace.DIE, Trace.OUTCOME)),
        EntryKind(Trace.DIE, _("{who} rolls {face}"), object="defence:number", value="face:number"),
        EntryKind(Trace.OUTCOME, _("{who} is done"), object="success:number"),
    ),
)
