"""§25, §30.3, T36, T64, T74: units move within areas of their own that hang together."""

from collections import Counter
from dataclasses import dataclass, field

from .account import MOST_NAMED, Account, Telling, amount, numbers
from .cards import CLANS, KIND, NEAR, STEPS, side
from .world import World

GENERALS_MOVE, TROOPS_MOVE, TOO_FAR = 3, 2, 99  # §25.3
CLANS_KEEP = 3  # §14.5


@dataclass
class Moving:
    """One country's, or clan group's, redeployment: who has moved, and from where to where."""

    owner: str
    seat: int
    areas: tuple[str, ...]
    setting_up: bool = False
    sent: set[tuple[str, str]] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)  # generals
    came: Counter[str] = field(default_factory=Counter)  # troops that came in


def rearrange(account: Account, moving: Moving) -> Telling:
    """From one area to another, time and again, until that was all."""
    phase = "setup_place" if moving.setting_up else "redeploy"
    while True:
        sources = [area for area in moving.areas if _targets(account.world, moving, area)]
        start = yield from account.area(phase, moving.seat, sources, "done")
        if start == "done":
            return
        goal = yield from account.area("redeploy_to", moving.seat, _targets(account.world, moving, start))
        moving.sent.add((start, goal))
        account.met["redeployed"] += not moving.setting_up
        yield from _generals(account, moving, start, goal)
        yield from _troops(account, moving, start, goal)


def _distances(moving: Moving, start: str) -> dict[str, int]:
    """§25.2, §25.4: movement from one area to the others, through own areas; set-up asks for none."""
    if moving.setting_up:
        return dict.fromkeys(moving.areas, 0)
    reached = {start: 0}
    edge = [start]
    while edge:
        here = edge.pop(0)
        for near in NEAR[here]:
            ends = side(here, near)
            assert ends is not None
            cost = reached[here] + STEPS[KIND[ends]]
            if near in moving.areas and cost <= GENERALS_MOVE and cost < reached.get(near, TOO_FAR):
                reached[near] = cost
                edge.append(near)
    return reached


def _movable(world: World, moving: Moving, start: str) -> int:
    """Troops of an area that have not moved yet, less those that have to stay (T36, §14.5)."""
    here = world.troops[start]
    keep = 1 if moving.setting_up else CLANS_KEEP if moving.owner == CLANS else 0
    return max(0, min(here - moving.came[start], here - keep))


def _willing(world: World, moving: Moving, start: str) -> list[str]:
    return [name for name in world.at(start) if name not in moving.moved]


def _targets(world: World, moving: Moving, start: str) -> list[str]:
    """Where units of an area can go, and have not been sent to yet (T74)."""
    reach = GENERALS_MOVE if _willing(world, moving, start) else TROOPS_MOVE if _movable(world, moving, start) else -1
    return [
        goal
        for goal, far in _distances(moving, start).items()
        if far <= reach and goal != start and (start, goal) not in moving.sent
    ]


def _generals(account: Account, moving: Moving, start: str, goal: str) -> Telling:
    if _distances(moving, start)[goal] > GENERALS_MOVE:
        return
    while here := _willing(account.world, moving, start):
        going, more = yield from account.some("redeploy_generals", moving.seat, here, "done")
        for name in going:
            moving.moved.add(name)
            account.world.generals[name].area = goal
        if not more:
            return


def _troops(account: Account, moving: Moving, start: str, goal: str) -> Telling:
    """Up to a hundred at a time; what came in has moved."""
    world = account.world
    if _distances(moving, start)[goal] > TROOPS_MOVE:
        return
    while most := _movable(world, moving, start):
        answer = yield from account.ask("redeploy_troops", moving.seat, {"done", *numbers(most)})
        if answer == "done":
            return
        going = amount(answer, most)
        world.troops[start] -= going
        world.troops[goal] += going
        moving.came[goal] += going
        if going < MOST_NAMED or answer in ("all", "half"):
            return
