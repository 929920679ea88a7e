"""Row 5: incitement (反乱煽動); K29: new faith, police, revolution."""

from dynasty_env.europe import words
from dynasty_env.europe.rules.relations import same_religion
from dynasty_env.europe.rules.rights import consent
from dynasty_env.europe.rules.special_abilities import asks_the_police, has_ability, incites_at_once, play_police
from dynasty_env.kingdoms.ids import INCITE, PERSON, Step, Trace
from dynasty_env.kingdoms.material import (
    ABILITY,
    AMBITION,
    FEMALE,
    GOVERNANCE,
    INCITE_DICE,
    NOBODY,
    PERSONS,
    SEX,
    Ability,
    Place,
)
from dynasty_env.kingdoms.rules import nouns
from dynasty_env.kit.engine import EVERYBODY, Automatic, Chapter, offers, push, rule, tell
from dynasty_env.kit.engine.odds import at_most
from dynasty_env.kit.words import Chance, Chosen, EntryKind, Phase, State, _

from .countries import succeed_to
from .dice import roll
from .kinds import Action, best_of
from .persons import leave_play, settle


@rule
def may_be_incited(t, person):
    """Anybody of a dynasty, including one's own, who is neither a king nor a rebel."""
    return t.owner[person] != NOBODY and t.place[person] != Place.KING and t.rebel[person] == 0


@rule
def home_king(t, seat):
    """K4: the king who rules the home country."""
    return t.ruler[t.home[seat]]


@rule
def incite_dice(t, person):
    """One die if the religion is “different” from the home king's, or that king is a woman or has alchemy; else two.

    The table of actions itself names alchemy, so it counts without `abilities`, too.
    """
    king = home_king(t, t.owner[person])
    if not same_religion(person, king) or SEX[king] == FEMALE or ABILITY[king] == Ability.ALCHEMY:
        return 1
    return INCITE_DICE


@rule
def play_incite_target(t, action):
    """All dice must succeed against the target's ambition."""
    t.target = action - PERSON
    tell(t, Trace.NAMED, t.seat, t.target, 0, 0, EVERYBODY)
    dice = incite_dice(t, t.target)
    if incites_at_once(t, t.seat, t.target):
        tell(t, Trace.BY_ITSELF, t.seat, 0, 0, 0, EVERYBODY)
        push(t, Step.INCITED, t.turn_player, 0, 0)
    elif roll(t, t.seat, dice, AMBITION[t.target], dice) == dice:
        push(t, Step.INCITED, t.turn_player, 0, 0)


@rule
def follow_incite(t):
    """K29, K40: the police of the target's dynasty are asked one after another, from person `a` on.

    Unless executed, the target then makes a revolution or becomes a rebel.
    """
    owner = t.owner[t.target]
    if owner == NOBODY or asks_the_police(t):
        return
    if has_ability(t, t.target, Ability.REVOLUTION):
        revolt(t)
    else:
        t.rebel[t.target] = 1
        tell(t, Trace.REBELS, owner, t.target, 0, 0, EVERYBODY)


@rule
def revolt(t):
    """K29: the target becomes king in place of his king (a noble: the home king), who dies without succession.

    Spouse and children stay royals of the countries; the target's own place among them becomes empty.
    """
    seat = t.owner[t.target] + 0
    old = t.liege[t.target] + 0
    if old == NOBODY:
        old = home_king(t, seat) + 0
    tell(t, Trace.REVOLTED, seat, t.target, old, 0, EVERYBODY)
    settle(t, t.target, seat, Place.KING, NOBODY)
    for person in range(PERSONS):
        if t.liege[person] == old:
            t.liege[person] = t.target
    tell(t, Trace.DIED, seat, old, 0, 0, EVERYBODY)
    leave_play(t, old)
    succeed_to(t, t.target, seat, old)


# what is said


def incitement(state: State, person: int) -> float:
    """Row 5, K29 (new faith): the chance that somebody becomes a rebel."""
    t = state.tables[0]
    if incites_at_once(t, state.seat, person):
        return 1.0
    return at_most(int(AMBITION[person])) ** int(incite_dice(t, person))


def of_another(state: State, person: int) -> float:
    """The same for a person of another dynasty; empty for one's own person, who makes no sense as a target."""
    return 0.0 if state.tables[0].owner[person] == state.seat else incitement(state, person)


CHAPTER = Chapter(
    __name__,
    phases=(
        Phase(
            Step.INCITE_TARGET,
            offers(PERSON, PERSONS, may_be_incited),
            asks=_("Whom do you incite?"),
            why=_(
                "A rebel is no longer loyal, and a dynasty with a rebel cannot start a war. The one or two dice "
                "must not exceed the target's ambition."
            ),
            says={"person": _("incite {person}")},
            facts=(nouns.ambition, nouns.religion, nouns.special(Ability.REVOLUTION), nouns.where),
            chance=lambda state, person: Chance(incitement(state, person)),
            cites="row 5 A",
        ),
        consent(
            Step.POLICE,
            play=play_police,
            **words.police(lambda t, person: GOVERNANCE[person]),
            why=_("One of your persons has been incited to rebellion."),
            cites="K29, K40",
            frame=("person",),
        ),
    ),
    automatic=(Automatic(Step.INCITED, follow_incite),),
    kinds=(
        Action(
            INCITE,
            begin=Step.INCITE_TARGET,
            says=_("incite somebody to rebellion"),
            called=_("an incitement"),
            purpose=_("A rebel of another dynasty is of no use to it, and keeps it from starting a war."),
            chance=best_of(of_another, PERSON),
            cites={Trace.ACTS: "row 5 A", Trace.NAMED: "row 5 A", Trace.NEEDS: "row 5 D, row 5 V, K1"},
        ),
    ),
    entries=(
        EntryKind(Trace.BY_ITSELF, _("{who} succeeds automatically, without dice"), tone="good", cites="K29"),
        EntryKind(Trace.REBELS, _("{person} of {who} is now a rebel"), "person", tone="bad", cites="row 5 R"),
        EntryKind(
            Trace.POLICED,
            Chosen(lambda entry: entry.value <= GOVERNANCE[entry.subject], words.POLICED),
            "person, governance",
            "target:person",
            "face:number",
            joins=(Trace.DIED,),
            cites="K29, K40",
        ),
        EntryKind(
            Trace.REVOLTED,
            _("{person} of {who} leads a revolution: {king} dies"),
            subject="person",
            object="king:person",
            joins=(Trace.DIED,),
            tone="bad",
            cites="K29, K41",
        ),
    ),
)
