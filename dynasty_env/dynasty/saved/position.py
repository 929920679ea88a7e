"""Checks of a save file: does the table fit the open decision and what waits below it?"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from dynasty_env.dynasty.actions import (
    ACTION_NAMES,
    ASSASSINATION,
    COUNTRY,
    DECK,
    EVENT,
    EXECUTION,
    HIRE,
    INCITE,
    LIGHTNING,
    MARRIAGE,
    MATCHMAKING,
    PROCREATION,
    REAPER,
    SEARCH,
    SUPPRESSION,
    WAR_ON,
)
from dynasty_env.dynasty.material import (
    COUNTRIES,
    NOBODY,
    PERSONS,
    POPE,
    THE_NEUROI,
    WITCH_WITH,
    Ability,
    Event,
    Holder,
    Place,
)
from dynasty_env.dynasty.rules.abilities import may_make_match
from dynasty_env.dynasty.rules.magic import actor_of, acts_with, has_witch
from dynasty_env.dynasty.rules.people import has_ability, may_be_married
from dynasty_env.dynasty.rules.reaper import keeper
from dynasty_env.dynasty.rules.stats import carries
from dynasty_env.dynasty.rules.territories import defender_of, has_territory
from dynasty_env.dynasty.rules.turn import legal_action
from dynasty_env.dynasty.rules.war import legal_war_target, may_plunder
from dynasty_env.dynasty.saved.pieces import check_events, check_pieces, check_set_up
from dynasty_env.dynasty.seen.public_table import person_name
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.files.frames import Frame
from dynasty_env.kit.files.json_reader import Reader

NOTHING_DECLARED = {Step.SETUP, Step.BEFORE_ACTION, Step.ACTION, Step.AFTERMATH}
"""While one of these steps is open, or waits below the open decision, no action is declared."""

CONTESTS = (MARRIAGE, PROCREATION, WAR_ON, HIRE, INCITE)
WEDDINGS = (MARRIAGE, PROCREATION, MATCHMAKING)
ACTIONS_OF: dict[int, tuple[int, ...]] = {
    Step.MARRIAGE_TARGET: (MARRIAGE,),
    Step.PROCREATION_SPOUSE: (PROCREATION,),
    Step.WAR_TARGET: (WAR_ON,),
    Step.WAR_COMMANDER: (WAR_ON,),
    Step.WAR_DEFENDER: (WAR_ON,),
    Step.HIRE_RECRUITER: (HIRE,),
    Step.HIRE_CANDIDATE: (HIRE,),
    Step.INCITE_TARGET: (INCITE,),
    Step.REAPER_TARGET: (REAPER, ASSASSINATION),
    Step.VETO: (REAPER, ASSASSINATION),
    Step.INTERRUPT: CONTESTS,
    Step.JOKER: CONTESTS,
    Step.BIRTH_DECK: (PROCREATION,),
    Step.PLUNDER: (WAR_ON,),
    Step.POLICE: (INCITE,),
    Step.SUPPRESSION_TARGET: (SUPPRESSION,),
    Step.EXECUTION_TARGET: (EXECUTION,),
    Step.MATCHMAKING_CHILD: (MATCHMAKING,),
    Step.MATCHMAKING_TARGET: (MATCHMAKING,),
    Step.LIGHTNING_TARGET: (LIGHTNING,),
    Step.SEARCH_ACE: (SEARCH,),
    Step.SEARCH_DECK: (SEARCH,),
    Step.SEARCH_PERSON: (SEARCH,),
    Step.DICE: (MARRIAGE, WAR_ON, HIRE),
    Step.EVENT: WEDDINGS,
    Step.EVENT_TARGET: WEDDINGS,
    Step.WARRIOR: (WAR_ON,),
    Step.FRIEND: (WAR_ON,),
    Step.SORTIE: (WAR_ON,),
    Step.CHECK_ORDER: (WAR_ON,),
    Step.FORESIGHT: (PROCREATION,),
    Step.NEUROI_COUNTRY: (PROCREATION,),
    Step.EXILE: (PROCREATION,),
}
"""The declared actions in which each decision can come up."""

NAMED: dict[int, tuple[str, ...]] = {
    Step.MARRIAGE_TARGET: (),
    Step.PROCREATION_SPOUSE: (),
    Step.WAR_TARGET: (),
    Step.WARRIOR: ("country",),
    Step.WAR_COMMANDER: ("country",),
    Step.WAR_DEFENDER: ("country", "actor"),
    Step.HIRE_RECRUITER: (),
    Step.HIRE_CANDIDATE: ("actor",),
    Step.INCITE_TARGET: (),
    Step.REAPER_TARGET: (),
    Step.SUPPRESSION_TARGET: (),
    Step.EXECUTION_TARGET: (),
    Step.MATCHMAKING_CHILD: (),
    Step.MATCHMAKING_TARGET: ("actor",),
    Step.LIGHTNING_TARGET: (),
    Step.SEARCH_ACE: (),
    Step.SEARCH_DECK: (),
    Step.SEARCH_PERSON: (),
}
"""What has been named before each decision that belongs to a declaration (D-R8)."""

COMPLETE: dict[int, tuple[str, ...]] = {
    MARRIAGE: ("target",),
    PROCREATION: ("target",),
    WAR_ON: ("country", "actor"),
    HIRE: ("actor", "target"),
    INCITE: ("target",),
    REAPER: ("target",),
    ASSASSINATION: ("target",),
    MATCHMAKING: ("actor", "target"),
}
"""What has been named once the declaration is complete."""

AS_DECLARED = {*NAMED, Step.CANCEL, Step.VETO} - {Step.SEARCH_DECK, Step.SEARCH_PERSON, Step.WAR_DEFENDER}
"""Decisions at which the table is still as it was when the action was chosen."""

UNDECIDED = {
    Step.WAR_DEFENDER, Step.FRIEND, Step.INTERRUPT, Step.SORTIE, Step.JOKER, Step.DICE, Step.VETO, Step.BIRTH_DECK,
    Step.PLUNDER, Step.POLICE, Step.FORESIGHT, Step.NEUROI_COUNTRY,
}  # fmt: skip
"""Decisions at which every person named in the declaration is still where he or she was then."""


def check_position(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError about whatever does not fit the frames, of which the last is the open decision."""
    steps = {frame.step for frame in frames}
    asked = frames[-1]
    check_set_up(t, reader, frames)
    check_action(t, reader, frames)
    check_named(t, reader, frames)
    check_still_possible(t, reader, frames)
    if t.action != -1 and (asked.step in UNDECIDED or Step.SETTLE in steps):
        check_persons(t, reader)
    check_second_action(t, reader, frames)
    check_pieces(t, reader, frames)
    check_events(t, reader, frames)
    if len(frames) == 2 and asked.step in (Step.EVENT, Step.EVENT_TARGET):
        check_wedding(t, reader)
    if asked.step in OF_STEP and (why := OF_STEP[asked.step](t, asked)):
        raise asked.wrong("step", f"{Step(asked.step).name.lower()} cannot be asked here: {why}")


def declared(reader: Reader, name: str) -> Reader:
    """Where in the file a part of the declaration stands."""
    return reader.get("declared", {}).get(name)


def actions_of(frames: Sequence[Frame]) -> Collection[int]:
    """Which actions can have been declared at the open decision; -1 stands for none."""
    asked, steps = frames[-1].step, {frame.step for frame in frames}
    if NOTHING_DECLARED & steps:
        return (-1,)
    if asked == Step.CANCEL:
        return (WAR_ON,) if Step.WAR_DECLARED in steps else [each for each in range(MARRIAGE, DECK) if each != WAR_ON]
    return CONTESTS if Step.SETTLE in steps and asked != Step.SORTIE else ACTIONS_OF[asked]


def check_action(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError unless the decision can come up in the declared action."""
    name = Step(frames[-1].step).name.lower()
    actions = actions_of(frames)
    if t.action not in actions:
        if -1 in actions:
            raise declared(reader, "action").wrong(f"nothing is declared while {name} is asked")
        wanted = " or ".join(ACTION_NAMES[action] for action in sorted(actions))
        raise declared(reader, "action").wrong(f"the step {name} needs declared.action to be {wanted}")
    if frames[-1].step == Step.DICE and (t.action == WAR_ON) != (Step.WAR_OVER in {frame.step for frame in frames}):
        raise reader["stack"].wrong("war_over waits below dice in a war, and in no other action")


def check_named(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError unless the file names all that the declaration has named by now, and nothing more."""
    asked, steps = frames[-1].step, {frame.step for frame in frames}
    wanted: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    if NOTHING_DECLARED & steps:
        pass
    elif asked == Step.CANCEL:
        wanted = ("country",) if Step.WAR_DECLARED in steps else ()
    elif asked == Step.FRIEND:
        wanted = ("country", "actor", "defender") if Step.BATTLE in steps else ("country", "actor")
    elif asked in NAMED:
        wanted = NAMED[asked]
        allowed = ("target",) if asked == Step.REAPER_TARGET else ("friend",) if asked == Step.WAR_DEFENDER else ()
    else:
        wanted = COMPLETE[t.action]
        allowed = ("defender", "friend") if t.action == WAR_ON else ()
    for field in ("target", "actor", "defender", "friend", "country"):
        named = getattr(t, field) != NOBODY
        if named and field not in (*wanted, *allowed):
            raise declared(reader, field).wrong(
                f"nothing of that kind has been named before {Step(asked).name.lower()}"
            )
        if not named and field in wanted:
            raise declared(reader, field).wrong(f"it is named before {Step(asked).name.lower()}, so give it")


def offered(t: Any, legal: Callable[[Any], None]) -> set[int]:
    """The actions that a decision of the turn player would offer at this table."""
    asked = t.seat
    t.seat, t.choices = t.turn_player, 0
    for action in range(len(t.mask)):
        t.mask[action] = 0
    legal(t)
    t.seat = asked
    return {action for action in range(len(t.mask)) if t.mask[action]}


def check_still_possible(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError if nothing has changed since the declaration and yet it is not legal for the turn player."""
    if frames[-1].step not in AS_DECLARED:
        return
    if t.action not in offered(t, legal_action):
        raise declared(reader, "action").wrong(f"seat {t.turn_player} cannot declare {ACTION_NAMES[t.action]} here")
    if t.country != NOBODY:
        country = EVENT if t.country == THE_NEUROI else COUNTRY + t.country
        if country not in offered(t, legal_war_target):
            raise declared(reader, "country").wrong(
                "a country in play that is not the turn player's, and that can be attacked, is wanted"
            )


def check_persons(t: Any, reader: Reader) -> None:
    """Raise a SaveError unless the persons of a declaration can have their roles in it."""
    if wrong := _persons(t, t.turn_player):
        raise declared(reader, wrong[0]).wrong(wrong[1])


def may_be_at_war(t: Any, me: int) -> bool:
    """Whether this seat can be at war with the declared country."""
    if t.country == THE_NEUROI:
        return any(t.holder[country] == Holder.OCCUPIED for country in range(COUNTRIES))
    return t.holder[t.country] not in (Holder.OUT, Holder.OCCUPIED, me)


def _persons(t: Any, me: int) -> tuple[str, str] | None:
    """Which field of the declaration names a wrong person, and what is wanted there; None if all fit."""
    target, actor, defender = t.target, t.actor, t.defender
    if t.action in (WAR_ON, HIRE) and not (0 <= actor < PERSONS and t.owner[actor] == me):
        return "actor", "a person of the turn player's dynasty is wanted"
    if t.action == WAR_ON:
        return _war(t, me, defender)
    if t.action in (REAPER, ASSASSINATION):
        fits = target == POPE or t.owner[target] != NOBODY
        return None if fits else ("target", "a person of a dynasty, or the pope, is wanted")
    if not 0 <= target < PERSONS:
        return "target", "a person is wanted"
    if t.action == MARRIAGE:
        king = t.king[me]
        fits = king != NOBODY and may_be_married(t, king, target, t.kin_marriage)
        return None if fits else ("target", "the turn player's king cannot marry this person")
    if t.action == PROCREATION:
        fits = t.place[target] == Place.SPOUSE and t.owner[target] == me
        return None if fits else ("target", "the spouse of the turn player's king is wanted")
    if t.action == HIRE:
        return None if t.place[target] == Place.WANDERER else ("target", "a wanderer is wanted")
    fits = t.owner[target] not in (NOBODY, me) and t.place[target] != Place.KING
    return None if fits else ("target", "a person of another dynasty, no king, is wanted")


def _war(t: Any, me: int, defender: int) -> tuple[str, str] | None:
    if not may_be_at_war(t, me):
        return "country", "a country in play that is not the turn player's is wanted"
    if defender != NOBODY and not (defender < PERSONS and t.owner[defender] == defender_of(t) >= 0):
        return "defender", "a person of the country's dynasty, or nobody, is wanted"
    if t.friend != NOBODY and (t.owner[t.friend] == NOBODY or t.friend in (t.actor, defender)):
        return "friend", "a person of a dynasty who does not command is wanted"
    return None


def check_wedding(t: Any, reader: Reader) -> None:
    """D-R47: raise a SaveError unless a king has married or procreated.

    Only then are the others asked about not jealous.
    """
    spouse, king = (t.actor, t.target) if t.action == MATCHMAKING else (t.target, t.king[t.turn_player])
    if t.action == MATCHMAKING and not (0 <= king < PERSONS and t.place[king] == Place.KING):
        raise declared(reader, "target").wrong("the king of the match is wanted")
    wed = 0 <= spouse < PERSONS and t.place[spouse] == Place.SPOUSE
    if t.action != PROCREATION and not (wed and king != NOBODY and t.owner[spouse] == t.owner[king]):
        raise declared(reader, "actor" if t.action == MATCHMAKING else "target").wrong("the new spouse is wanted")


def check_second_action(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """SW02-07-09: raise a SaveError unless the witch who acts again is the turn player's, and is the one who acts."""
    if t.second == NOBODY:
        return
    if {Step.SETUP, Step.BEFORE_ACTION, Step.AFTERMATH} & {frame.step for frame in frames}:
        raise reader["second"].wrong("nobody acts again before an action, or after the last one")
    again = t.action in (-1, WAR_ON, HIRE, MARRIAGE) and _acts_again(t, frames[-1].step)
    if not again or (t.owner[t.second] != t.turn_player and frames[-1].step != Step.CHECK_ORDER):
        raise reader["second"].wrong(f"in a second action {person_name(WITCH_WITH[Ability.HYPER_SPEED])} herself acts")


def _acts_again(t: Any, asked: int) -> bool:
    """Whether the witch marries, recruits or commands; D-R50: or is the friend of a commander who has so what."""
    actor = actor_of(t)
    forced = t.action == WAR_ON and carries(t, actor, Event.SO_WHAT)
    return actor in (NOBODY, t.second) or t.friend == t.second or (forced and asked == Step.FRIEND)


def _veto(t: Any, asked: Frame) -> str:
    fits = t.vetoed[asked.seat] == 0 and t.refused[t.target] == 0 and t.target != WITCH_WITH[Ability.HEALING]
    return "" if fits else "this seat may not refuse (§09-06-01)"


def _police(t: Any, asked: Frame) -> str:
    fits = t.owner[asked.a] == asked.seat and has_ability(t, asked.a, Ability.POLICE)
    return "" if fits else f"a: person {asked.a} is no police of seat {asked.seat}"


def _plunder(t: Any, asked: Frame) -> str:
    fits = t.country != THE_NEUROI and may_plunder(t)
    return "" if fits else "the attacker has no plunder (§11-03-03), or the Neuroi are at war (D-R28)"


def _match(t: Any, asked: Frame) -> str:
    fits = 0 <= t.actor < PERSONS and may_make_match(t, t.turn_player, t.actor)
    return "" if fits else "declared.actor: a child with waste, for whom there is a king, is wanted"


def _foresight(t: Any, asked: Frame) -> str:
    return "" if has_witch(t, asked.seat, Ability.FORESIGHT) else f"seat {asked.seat} has no foresight (SW02-07-10)"


def _dice(t: Any, asked: Frame) -> str:
    return "" if t.dice_size > 0 and acts_with(t, Ability.DEFLECTION) else "there are no dice, or no deflection"


def _exile(t: Any, asked: Frame) -> str:
    return f"seat {asked.seat} has a territory" if has_territory(t, asked.seat) else ""


def _reaper_target(t: Any, asked: Frame) -> str:
    if t.target != NOBODY and not t.refused[t.target]:
        return "whoever was named before must have been refused"
    for person in range(PERSONS + 1):
        if t.refused[person] and (keeper(t, person) == NOBODY or not t.vetoed[keeper(t, person)]):
            return f"{person_name(person)} was refused by a seat that has not refused anybody"
    return ""


OF_STEP: dict[int, Callable[[Any, Frame], str]] = {
    Step.VETO: _veto,
    Step.POLICE: _police,
    Step.PLUNDER: _plunder,
    Step.MATCHMAKING_TARGET: _match,
    Step.FORESIGHT: _foresight,
    Step.DICE: _dice,
    Step.EXILE: _exile,
    Step.REAPER_TARGET: _reaper_target,
}
"""For some decisions, what is wrong with the table, or an empty string. All others need only have legal actions."""
