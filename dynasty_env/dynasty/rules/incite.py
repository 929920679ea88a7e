"""§09-05: inciting a person of another dynasty (反乱煽動)."""

from dynasty_env.dynasty.ids import INCITE, PERSON, Step, Trace
from dynasty_env.dynasty.material import NOBODY, PERSONS, Ability, Event, Place
from dynasty_env.dynasty.rules import nouns
from dynasty_env.europe import words
from dynasty_env.europe.rules.rights import right
from dynasty_env.europe.rules.special_abilities import asks_the_police, has_ability, incites_at_once, play_police
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offers, push, rule, tell
from dynasty_env.kit.words import Context, EntryKind, Group, Message, Phase, _

from .death import Then
from .interrupts import name_target
from .kinds import Action
from .odds import IF_NOBODY_PLAYS, asked, at_best, success_of, successes
from .people import leave_play, leave_siblings, settle
from .stats import ambition, carries, governance, prestige


@rule
def may_be_incited(t, seat, person):
    """§09-05-01: a person of another dynasty except its king. SW02-08-09: nobody with splendid can be incited."""
    owner = t.owner[person]
    if owner == NOBODY or owner == seat or t.place[person] == Place.KING:
        return False
    return not carries(t, person, Event.SPLENDID)


@rule
def play_incite_target(t, action):
    """§09-05-01: the target is named, and the interrupt window opens; with new faith it may succeed immediately."""
    name_target(t, action - PERSON, incites_at_once(t, t.seat, action - PERSON))


@rule
def incite_cards(t):
    """§09-05-02: as many cards as the prestige of the target's king (D-R27: 0 without a king)."""
    king = t.king[t.owner[t.target]]
    if king == NOBODY:
        return 0
    return prestige(t, king)


@rule
def incite_dice(t):
    """§09-05-02: as many dice as the target's ambition."""
    return ambition(t, t.target)


@rule
def incite(t):
    """The incitement has succeeded; `follow_incite` carries it out, beginning with the police."""
    push(t, Step.INCITED, t.turn_player, 0, 0)


@rule
def follow_incite(t):
    """Carry out a successful incitement.

    §11-03-06, D-R21: first each police person of the target's dynasty may be sent, one after another (a: from which
    person on). Unless executed, the target then becomes one's own courtier (§09-05-03), or makes a revolution
    (§11-03-04).
    """
    if t.owner[t.target] == NOBODY or asks_the_police(t):
        return
    if has_ability(t, t.target, Ability.REVOLUTION):
        revolt(t)
    else:
        tell(t, Trace.INCITED, t.turn_player, t.target, t.owner[t.target], 0, EVERYBODY)
        settle(t, t.target, t.turn_player, Place.COURTIER)


@rule
def revolt(t):
    """§11-03-04: the target becomes king of his own dynasty and the old king dies; spouse and children stay.

    D-R19: the old king never counts as childless. If the new king was the spouse or a child, that place becomes empty.
    """
    seat = t.owner[t.target] + 0
    old = t.king[seat] + 0
    tell(t, Trace.REVOLTED, seat, t.target, old, 0, EVERYBODY)
    if old != NOBODY:
        tell(t, Trace.DIED, seat, old, 0, 0, EVERYBODY)
        leave_play(t, old)
    leave_siblings(t, t.target)
    t.place[t.target] = Place.KING
    t.king[seat] = t.target


# what is said


def revolted(group: Group, context: Context) -> str:
    """The new king, and the old one who dies."""
    text = _("{person} leads a revolution and becomes king of {who}: {king} dies")
    if group[0].object == NOBODY:
        text = _("{person} leads a revolution and becomes king of {who}")
    return Message(text, tone="bad", **context.fields(group[0]))


def policed(group: Group, context: Context) -> str:
    """The result of sending the police."""
    fields, number = context.fields(group[0]), governance(Then(context), group[0].subject)
    text, tone = words.POLICED[fields["face"] <= number]
    return Message(text, tone=tone, governance=number, **fields)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.INCITE_TARGET,
            offers(PERSON, PERSONS, may_be_incited),
            asks=_("Whom do you incite?"),
            why=_(
                "You roll as many dice as the target's ambition. The prestige of the target's king is the number "
                "of cards against you."
            ),
            says={"person": _("incite {person}")},
            facts=(nouns.ambition, nouns.special, nouns.where),
            chance={"person": success_of(PERSON)},
            condition=IF_NOBODY_PLAYS,
            cites="§09-05-01",
        ),
        right(
            Step.POLICE,
            play=play_police,
            **words.police(governance),
            why=_("One of your persons has been incited to leave."),
            cites="§11-03-06, D-R21",
            decides="whose person is incited",
        ),
    ),
    automatic=(Automatic(Step.INCITED, follow_incite),),
    kinds=(
        Action(
            INCITE,
            begin=Step.INCITE_TARGET,
            cards=incite_cards,
            dice=incite_dice,
            succeed=incite,
            says=_("incite a person of another dynasty"),
            called=_("an incitement"),
            purpose=_("A person of another dynasty becomes your courtier."),
            chance=at_best(lambda state, kind, cards: successes(asked(state, Step.INCITE_TARGET, action=kind), cards)),
            cites={
                Trace.NAMED: "§09-05-01",
                Trace.NEEDS: "§08-02-03-01, §09-05-02",
                Trace.BY_ITSELF: "§11-03-11, D-R22",
            },
        ),
    ),
    entries=(
        EntryKind(
            Trace.INCITED,
            _("{person} deserts {other} and becomes a courtier of {who}"),
            subject="person",
            object="other:holder",
            cites="§09-05-03",
        ),
        EntryKind(Trace.REVOLTED, revolted, "person", "king:person", joins=(Trace.DIED,), cites="§11-03-04, D-R19"),
        EntryKind(
            Trace.POLICED, policed, "person", "target:person", "face:number", joins=(Trace.DIED,), cites="§11-03-06"
        ),
    ),
)
