"""Ch. 7: which steps can wait below each decision of a save file, and which seat and numbers each of them can have."""

from collections.abc import Callable, Sequence
from typing import Any

from dynasty_env.dynasty.actions import MATCHMAKING
from dynasty_env.dynasty.material import (
    DECKS,
    EVENTS,
    FIRST_PERSONS,
    MAY_CHANGE,
    NOBODY,
    PERSONS,
    WITCH_WITH,
    Ability,
    Event,
    Place,
)
from dynasty_env.dynasty.rules.reaper import keeper
from dynasty_env.dynasty.rules.territories import defender_of
from dynasty_env.dynasty.steps import Step
from dynasty_env.kit.files.frames import Frame, check_order
from dynasty_env.kit.files.json_reader import Reader

ACTING = (Step.ACTION_DONE,)
RECRUITING = (Step.ACTION_DONE, Step.BEFORE_ACTION)
GIVING_BIRTH = (Step.ACTION_DONE, Step.EVENT)  # D-R47: after the birth the others are asked about not jealous
IN_A_WINDOW = (Step.ACTION_DONE, Step.SETTLE)
AFTERWARDS = (Step.AFTERMATH,)

BELOW: dict[int, tuple[tuple[int, ...], ...]] = {
    Step.SETUP_KING: ((Step.SETUP,),),
    Step.RECRUIT: (RECRUITING,),
    Step.FORESIGHT: (RECRUITING, GIVING_BIRTH),
    Step.ACTION: (ACTING,),
    Step.MARRIAGE_TARGET: (ACTING,),
    Step.PROCREATION_SPOUSE: (ACTING,),
    Step.WAR_TARGET: (ACTING,),
    Step.WAR_COMMANDER: (ACTING,),
    Step.WAR_DEFENDER: (ACTING,),
    Step.HIRE_RECRUITER: (ACTING,),
    Step.HIRE_CANDIDATE: (ACTING,),
    Step.INCITE_TARGET: (ACTING,),
    Step.REAPER_TARGET: (ACTING,),
    Step.VETO: (ACTING,),
    Step.INTERRUPT: (IN_A_WINDOW,),
    Step.BIRTH_DECK: (ACTING, GIVING_BIRTH),
    Step.PLUNDER: ((*ACTING, Step.WAR_OVER),),
    Step.POLICE: ((*ACTING, Step.INCITED),),
    Step.SUPPRESSION_TARGET: (ACTING,),
    Step.EXECUTION_TARGET: (ACTING,),
    Step.MATCHMAKING_CHILD: (ACTING,),
    Step.MATCHMAKING_TARGET: (ACTING,),
    Step.LIGHTNING_TARGET: (ACTING,),
    Step.SEARCH_ACE: (ACTING,),
    Step.SEARCH_DECK: (ACTING,),
    Step.SEARCH_PERSON: (ACTING,),
    Step.DICE: ((*ACTING, Step.READ), (*ACTING, Step.WAR_OVER, Step.READ)),
    Step.CANCEL: ((*ACTING, Step.DECLARED), (*ACTING, Step.WAR_DECLARED)),
    Step.EVENT: (ACTING, (*ACTING, Step.ACTION)),
    Step.EVENT_TARGET: (ACTING, (*ACTING, Step.ACTION, Step.EVENT), (*IN_A_WINDOW, Step.INTERRUPT)),
    Step.WARRIOR: ((*ACTING, Step.WAR_COMMANDER),),
    Step.FRIEND: ((*ACTING, Step.DEFENCE), (*ACTING, Step.BATTLE)),
    Step.SORTIE: ((*IN_A_WINDOW, Step.INTERRUPT),),
    Step.CHECK_ORDER: ((*ACTING, Step.AFTER_WAR, Step.CHECKS),),
    Step.NEUROI_COUNTRY: (RECRUITING, GIVING_BIRTH),
    Step.EXILE: ((*RECRUITING, Step.EXILES), (*GIVING_BIRTH, Step.EXILES)),
    Step.DISCARD_WANDERER: (AFTERWARDS,),
    Step.DISCARD_CARD: (AFTERWARDS,),
}
"""What can wait below each decision, lowest first. For the two whose number of steps varies see `rows_below`."""


EXPANSION_STEPS = {
    Step.FORESIGHT, Step.PROCREATION_SPOUSE, Step.LIGHTNING_TARGET, Step.SEARCH_ACE, Step.SEARCH_DECK,
    Step.SEARCH_PERSON, Step.DICE, Step.CANCEL, Step.EVENT, Step.EVENT_TARGET, Step.WARRIOR, Step.FRIEND, Step.SORTIE,
    Step.CHECK_ORDER, Step.NEUROI_COUNTRY, Step.EXILE, Step.EXILES, Step.CHECKS,
}  # fmt: skip


def rows_below(frames: Sequence[Frame]) -> tuple[tuple[int, ...], ...]:
    """What can wait below the open decision, which is the last of the frames: rows of steps, lowest first.

    §08-01: in set-up, one step for each of the three persons still to be turned up; §04: one for each further joker.
    """
    asked = frames[-1]
    if asked.step == Step.SETUP_DECK:
        return ((Step.SETUP, Step.SETUP_KING, *[Step.SETUP_DECK] * max(0, FIRST_PERSONS - 1 - asked.a)),)
    if asked.step == Step.JOKER:
        return ((*ACTING, Step.ROLL, *[Step.JOKER] * max(0, len(frames) - 3)),)
    return BELOW[asked.step]


def check_stack(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError about a frame that cannot be where it is. The last frame is the open decision."""
    for frame in reversed(frames):
        if frame.step in EXPANSION_STEPS and not t.witches:
            name = Step(frame.step).name.lower()
            raise frame.wrong("step", f"the step {name} belongs to the expansion; set options.witches")
    check_order(reader, frames, rows_below(frames), Step)
    for at, frame in enumerate(frames):
        name = Step(frame.step).name.lower()
        for field, found, wanted in (
            ("a", frame.a, first_number(t, frames, at)),
            ("b", frame.b, second_number(t, frames, at)),
        ):
            if found not in wanted:
                raise frame.wrong(field, f"{name} has {_either(wanted)} here, not {found}")
        seats = seats_of(t, frames, at)
        if frame.seat not in seats:
            whose = f"belongs to seat {_either(seats)}, not {frame.seat}" if seats else "cannot be anybody's here"
            raise frame.wrong("seat", f"{name} {whose}")


def _either(numbers: Sequence[int]) -> str:
    if isinstance(numbers, range) and len(numbers) > 2:
        return f"{numbers[0]} … {numbers[-1]}"
    return " or ".join(map(str, numbers)) or "nothing"


def first_number(t: Any, frames: Sequence[Frame], at: int) -> Sequence[int]:
    """Which values the number `a` of the frame at this place can have."""
    n, step, asked = t.num_players, frames[at].step, frames[-1]
    left = len(frames) - 1 - at
    if step == Step.SETUP_DECK:
        return [asked.a + left] if left else range(FIRST_PERSONS)
    if step == Step.INCITED:
        return [asked.a + 1]
    if step in (Step.SETUP, Step.EXILES):
        return range(1, n + 1)
    if step in (Step.FORESIGHT, Step.SEARCH_PERSON):
        return [deck for deck in range(DECKS) if t.deck_size[deck] > 0]
    if step == Step.JOKER:
        return range(t.laid_size)
    if step == Step.POLICE:
        return range(PERSONS)
    if step == Step.EVENT_TARGET:
        return range(EVENTS)
    if step == Step.SORTIE or (left == 0 and (step == Step.INTERRUPT or (step == Step.EVENT and asked.b > 0))):
        return range(n)
    if step in (Step.WARRIOR, Step.READ):
        return range(2)
    return range(MAY_CHANGE) if step == Step.DICE else [0]


def second_number(t: Any, frames: Sequence[Frame], at: int) -> Sequence[int]:
    """Which values the number `b` of the frame at this place can have."""
    step = frames[at].step
    if step == Step.FORESIGHT:
        return [Place.WANDERER if frames[1].step == Step.BEFORE_ACTION else Place.CHILD]
    if step == Step.EVENT:
        follows = frames[1].step == Step.ACTION
        return [0] if follows else [1 + wedded(t)]
    return [0]


def wedded(t: Any) -> int:
    """D-R47: the seat whose king has married or procreated, so that the others are asked about not jealous."""
    if t.action == MATCHMAKING:
        return int(t.owner[t.target]) if 0 <= t.target < PERSONS else NOBODY
    return int(t.turn_player)


def seats_of(t: Any, frames: Sequence[Frame], at: int) -> Sequence[int]:
    """Which seats the frame at this place can belong to."""
    n, me, frame = t.num_players, t.turn_player, frames[at]
    step, asked, left = frame.step, frames[-1], len(frames) - 1 - at
    if step == Step.SETUP:
        return [(t.first_player + frame.a) % n]
    if step in (Step.SETUP_DECK, Step.SETUP_KING):
        return [(t.first_player + frames[0].a - 1) % n]
    if step in (Step.EVENT, Step.EXILES, Step.SORTIE):
        return [(me + frame.a) % n]
    if step == Step.EXILE:
        return [(me + frames[-2].a - 1) % n]
    if step == Step.INTERRUPT:
        return began(t, frame) if left == 0 else [(asked.seat + 1) % n] if asked.step == Step.EVENT_TARGET else range(n)
    if step == Step.EVENT_TARGET:
        below = frames[-2].step
        return range(n) if below == Step.INTERRUPT else [me] if below == Step.EVENT else _others(n, wedded(t))
    if step in ASKED_OF:
        return [seat for seat in ASKED_OF[step](t, frames) if seat != NOBODY]
    return [me]


def _others(seats: int, but: int) -> list[int]:
    return [seat for seat in range(seats) if seat != but]


def began(t: Any, frame: Frame) -> Sequence[int]:
    """Which seats can be asked in a window (D-R7).

    That follows from the seat that played the last card and the passes since, unless the game has events: one may have
    been played since.
    """
    if t.witches:
        return range(t.num_players)
    last = t.laid_by[t.laid_size - 1] + 1 if t.laid_size else t.turn_player
    return [(last + frame.a) % t.num_players]


def _owner(t: Any, person: int) -> int:
    return int(t.owner[person]) if 0 <= person < PERSONS else NOBODY


def _defender(t: Any) -> int:
    return NOBODY if t.country == NOBODY else int(defender_of(t))


ASKED_OF: dict[int, Callable[[Any, Sequence[Frame]], list[int]]] = {
    Step.WAR_DEFENDER: lambda t, frames: [_defender(t)],
    Step.WARRIOR: lambda t, frames: [t.turn_player if frames[-1].a == 0 else _defender(t)],
    Step.FRIEND: lambda t, frames: [_owner(t, t.actor if frames[-2].step == Step.DEFENCE else t.defender)],
    Step.VETO: lambda t, frames: _others_than(t, NOBODY if t.target == NOBODY else int(keeper(t, t.target))),
    Step.CANCEL: lambda t, frames: _others_than(t, _owner(t, t.event_person[Event.CANCEL])),
    Step.DICE: lambda t, frames: [_owner(t, WITCH_WITH[Ability.DEFLECTION])],
    Step.POLICE: lambda t, frames: _others_than(t, _owner(t, t.target)),
}
"""For decisions that need not be the turn player's: which seats can be asked. NOBODY among them counts as none."""


def _others_than(t: Any, seat: int) -> list[int]:
    return [] if seat == t.turn_player else [seat]
