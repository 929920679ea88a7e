"""Checks of a save file, before the rules go on from it: does the table fit the open decision?"""

from collections.abc import Sequence
from typing import Any

from dynasty_env.kit.files.frames import MOST, Frame, check_order
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.shinsengumi.material import LIES, NOBODY, NOWHERE, PERSONS, TURNS, Event, Lies
from dynasty_env.shinsengumi.rules.movement import can_be_named
from dynasty_env.shinsengumi.rules.persons import living, stands
from dynasty_env.shinsengumi.steps import Step

AFTER_A_CHECK = (Step.MOVEMENT, Step.JUDGE)
IN_A_FIGHT = (Step.MOVEMENT, Step.FIGHTS, Step.FIGHT_OVER)
AT_ABURANOKOJI = (*IN_A_FIGHT, Step.FACING)

STACKS: dict[int, tuple[tuple[int, ...], ...]] = {
    Step.EVENT_CELL: ((Step.MOVEMENT, Step.DANCE),),
    Step.EVENT_PERSON: ((Step.MOVEMENT, Step.DANCE),),
    Step.MOVE: ((Step.MOVEMENT,),),
    Step.WAIT: ((Step.MOVEMENT, Step.DEPART),),
    Step.FIGHT_ORDER: ((Step.MOVEMENT, Step.FIGHTS), AT_ABURANOKOJI),
    Step.ASSASSINATE_TARGET: (AFTER_A_CHECK,),
    Step.BULLY_TARGET: (AFTER_A_CHECK,),
    Step.ISHIDA: (AFTER_A_CHECK, IN_A_FIGHT, AT_ABURANOKOJI),
}
"""What can wait below each decision of a turn, lowest first."""


def check_stack(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError about a frame that cannot be where it is. The last frame is the open decision.

    The frames that wait below it have the numbers 0. They are the turn player's, or those of one who was turn player
    and is out (S-R21).
    """
    asked = frames[-1]
    if asked.step == Step.PICK_SELF:
        _check_picking(t, reader, frames)
        return
    check_order(reader, frames, STACKS[asked.step], Step)
    for frame in frames[:-1]:
        if frame.seat != t.turn_player and t.chip[frame.seat] != NOBODY:
            raise frame.wrong("seat", f"{_name(frame.step)} is the turn player's ({t.turn_player})")
        _check_numbers(frame, 0)
    _check_numbers(asked, MOST if asked.step in (Step.WAIT, Step.ISHIDA) else 0)


def _check_picking(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """S-R4: seats pick their selves in order; then the first turn begins."""
    asked = frames[-1]
    check_order(reader, frames, [(Step.TURN, *[Step.PICK_SELF] * (t.num_players - 1 - asked.seat))], Step)
    for frame, seat in zip(frames, [0, *range(t.num_players - 1, asked.seat - 1, -1)], strict=True):
        if frame.seat != seat:
            raise frame.wrong(
                "seat", f"seat {seat} is wanted here: each picks after the one before, then seat 0 begins"
            )
        _check_numbers(frame, 0)


def _check_numbers(frame: Frame, most: int) -> None:
    for field, number, highest in (("a", frame.a, most), ("b", frame.b, 0)):
        if number > highest:
            raise frame.wrong(field, f"{_name(frame.step)} has {'0' if not highest else f'0 … {highest}'} here")


def complaint(t: Any, steps: list[int]) -> str:
    """What is wrong with the open decision of the table `t`, or an empty string if nothing is.

    Args:
        t: the table.
        steps: the steps that wait below the decision.
    """
    return _who(t) or _turn(t) or _what(t) or _mover(t, steps) or _fighting(t, steps)


def _name(step: int) -> str:
    return Step(step).name.lower()


def _who(t: Any) -> str:
    """What is wrong with the deciding seat."""
    name = _name(t.step)
    if t.step == Step.PICK_SELF:
        picked = [t.chip[seat] != NOBODY for seat in range(t.num_players)]
        fits = picked == [seat < t.seat for seat in range(t.num_players)]
        return "" if fits else f"seat: the seats before {t.seat} have picked a self, and no others"
    if t.step == Step.ISHIDA and t.seat != t.powder:
        return f"seat: whoever keeps the powder decides in {name}"
    if t.step not in (Step.WAIT, Step.ISHIDA) and t.seat != t.turn_player:
        return f"seat: {name} is the turn player's ({t.turn_player}), not seat {t.seat}'s"
    if t.chip[t.turn_player] == NOBODY:
        return f"turn_player: seat {t.turn_player} has no self, so that it cannot be the turn player"
    return "" if t.chip[t.seat] != NOBODY else f"seat: seat {t.seat} has no self, so that it is not asked"


def _turn(t: Any) -> str:
    if (t.turn == 0) != (t.step == Step.PICK_SELF):
        return f"turn: 0 during pick_self, else 1 … {TURNS}"
    return ""


def _what(t: Any) -> str:
    """What is wrong with what the decision is about."""
    lies = {Step.EVENT_CELL: Lies.BOARD, Step.EVENT_PERSON: Lies.ATTACHED}.get(t.step)
    if lies is None and t.turned_up != NOBODY:
        return f"turned_up: no event is being placed in {_name(t.step)}"
    if lies is not None and (t.turned_up == NOBODY or LIES[t.turned_up] != lies):
        return f"turned_up: {_name(t.step)} needs an event that is {'placed' if lies == Lies.BOARD else 'attached'}"
    if t.step == Step.WAIT and not 0 <= t.a < living(t):
        return f"frame.a: 0 … {living(t) - 1} players have passed, not {t.a}"
    if t.step == Step.ISHIDA and not (0 <= t.a < PERSONS and stands(t, t.a)):
        return f"frame.a: the number of a person on the board is wanted, not {t.a}"
    return ""


def _mover(t: Any, steps: list[int]) -> str:
    """What is wrong with the person named in phase D."""
    if (t.mover == NOBODY) != (t.origin == NOWHERE):
        return "origin: it is given exactly when mover is"
    if t.mover != NOBODY and not stands(t, t.mover):
        return "mover: he is not on the board"
    named = {Step.DEPART, Step.JUDGE, Step.FIGHTS} & set(steps)
    if t.mover != NOBODY and not named:
        return f"mover: nobody has been named in {_name(t.step)}"
    if t.step == Step.WAIT and (t.mover == NOBODY or t.origin != t.cell[t.mover] or not can_be_named(t, t.mover)):
        return "mover: in wait an unmarked person who can move is wanted, and origin where he stands"
    needed = t.step in (Step.ASSASSINATE_TARGET, Step.BULLY_TARGET) or (
        Step.JUDGE in steps or (Step.FIGHTS in steps and Step.FACING not in steps)
    )
    return "mover: somebody has been named here" if needed and t.mover == NOBODY else ""


def _fighting(t: Any, steps: list[int]) -> str:
    """What is wrong with the fights."""
    if (t.fighting != NOBODY) != (Step.FIGHT_OVER in steps):
        return "fighting: it is given exactly while fight_over waits"
    if t.fighting != NOBODY and (t.fighting == Event.ABURANOKOJI) != (Step.FACING in steps):
        return "fighting: Aburanokoji exactly while facing waits"
    if any(t.due) and Step.FIGHTS not in steps:
        return "due: fights are due only while fights waits"
    return ""
