"""What can wait below each decision of a save file, and with which numbers."""

from collections.abc import Iterator, Sequence
from typing import Any

from dynasty_env.kingdoms.material import PERSONS, SEATS
from dynasty_env.kingdoms.steps import Step
from dynasty_env.kit.files.frames import MOST, Frame, check_order
from dynasty_env.kit.files.json_reader import Reader

DONE = Step.ACTION_DONE
AFTER_WAR = ((DONE, Step.HOMES), (DONE, Step.CHECK, Step.HOMES), (DONE, Step.CHECK, Step.CHECK, Step.HOMES))
AT_A_DEATH = ((DONE, Step.CONTEST), (DONE, Step.SCYTHE, Step.CONTEST), (DONE, Step.CHECK, Step.CONTEST))
NEW_HOME = tuple(
    (DONE, *scythe, *[Step.CHECK] * checks, Step.HOMES)
    for scythe in ((), (Step.SCYTHE,))
    for checks in range(SEATS + 2)
)

BELOW: dict[int, tuple[tuple[int, ...], ...]] = {
    Step.RECRUIT: ((DONE, Step.ACTION),),
    Step.AID: ((DONE, Step.HELPERS),),
    Step.DEFEND_COMMANDER: ((DONE, Step.BATTLE),),
    Step.PLUNDER: AFTER_WAR[1:],
    Step.CONQUEST: AFTER_WAR,
    Step.POLICE: ((DONE, Step.INCITED),),
    Step.CANDIDATE: AT_A_DEATH,
    Step.ARMS: AT_A_DEATH,
    Step.HOME: NEW_HOME,
    Step.DISCARD: ((Step.AFTERMATH,),),
}
"""What can wait below each decision of a turn, lowest first; below the others it is `DONE` alone."""


def name_of(step: int) -> str:
    """A step as save files write it."""
    return Step(step).name.lower()


def check_stack(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """Raise a SaveError about the first frame that cannot be where it is; the last one is the open decision."""
    asked = frames[-1]
    if asked.step in (Step.SETUP_DECK, Step.SETUP_KING, Step.SETUP_HOME):
        _check_setup(t, reader, frames)
        return
    check_order(reader, frames, BELOW.get(asked.step, ((DONE,),)), Step)
    for frame in frames[:-1]:
        if frame.seat != t.turn_player:
            raise frame.wrong("seat", f"{name_of(frame.step)} is the turn player's ({t.turn_player})")
    for frame in frames:
        least, most, second = _numbers(t, frame, asked)
        if not least <= frame.a <= most:
            raise frame.wrong("a", f"{name_of(frame.step)} has {least} … {most} here")
        if frame.b > second:
            raise frame.wrong("b", f"{name_of(frame.step)} has {'0 or 1' if second else '0'} here")


def _numbers(t: Any, frame: Frame, asked: Frame) -> tuple[int, int, int]:
    """Least and most of a frame's first number, and most of its second."""
    place = (asked.seat - t.turn_player) % t.num_players
    if frame.step in (Step.HELPERS, Step.CONTEST) or (frame.step == Step.HOMES and asked.step == Step.HOME):
        return place + 1, place + 1, 0  # the one who is asked has been counted
    if frame.step == Step.CHECK:
        return 0, PERSONS - 1, 1
    if frame.step == Step.INCITED:
        return asked.a + 1, asked.a + 1, 0
    if frame.step == Step.POLICE:
        return 0, PERSONS - 1, 0
    if frame.step == Step.RECOVERY_COUNTRY:
        return 0, MOST, 1
    return 0, 0, 0


def _check_setup(t: Any, reader: Reader, frames: Sequence[Frame]) -> None:
    """K2: three persons, the king, the home country, then the next dynasty."""
    asked = frames[-1]
    wanted = list(_setup_frames(t, asked))
    check_order(reader, frames, [[step for step, *_ in wanted[:-1]]], Step)
    for frame, (_, seat, a) in zip(frames, wanted, strict=True):
        for field, given, right in (("seat", frame.seat, seat), ("a", frame.a, a), ("b", frame.b, 0)):
            if given != right:
                raise frame.wrong(field, f"{name_of(frame.step)} has {right} here")


def _setup_frames(t: Any, asked: Frame) -> Iterator[tuple[int, int, int]]:
    number = (asked.seat - t.first_player) % t.num_players
    yield Step.SETUP, (asked.seat + 1) % t.num_players, number + 1
    later = [(Step.SETUP_HOME, 0), (Step.SETUP_KING, 0), *((Step.SETUP_DECK, left) for left in (2, 1, 0))]
    open_one = (asked.step, asked.a if asked.step == Step.SETUP_DECK else 0)
    if open_one not in later:
        raise asked.wrong("a", f"{name_of(asked.step)} has 0 … 2 here")
    for step, a in later[: later.index(open_one) + 1]:
        yield step, asked.seat, a
