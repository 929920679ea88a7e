"""Ch. 6 (§16, §17): forces are named, allies invited, and an area invaded."""

from collections import Counter
from dataclasses import dataclass, field

from .account import Account, Telling, amount, in_order, numbers
from .cards import CLANS, KIND, NEAR, side
from .fight import fight
from .victory import victory
from .world import ATTACKS, DEFENDS, Fight, Phase, World

CLANS_STAY = 3  # §14.4.2
DOUBLE = 2  # §13.6.2, §14.4.3


@dataclass
class Force:
    """Who marches into an area, from where."""

    target: str
    troops: Counter[str] = field(default_factory=Counter)  # by the area that they leave
    generals: dict[str, list[str]] = field(default_factory=dict)
    invited: set[str] = field(default_factory=set)

    @property
    def areas(self) -> list[str]:
        """Areas that take part."""
        return in_order(self.troops)


def may_be_invaded(world: World, phase: Phase, area: str, target: str) -> bool:
    """T26: not one's own, not the phase's power's, not an ally's; T22; T49: clans not by clans."""
    owner, holder = str(world.control[area]), world.control[target]
    if holder in (owner, phase.power) or holder in phase.allies or holder in phase.minors():
        return False
    if phase.group_of(target) and holder == CLANS:
        return False
    return (phase.marcher(owner, area), target) not in phase.barred


def _can_march(world: World, area: str) -> bool:
    """§16.6, §14.4: a general and a soldier who have not acted; clans: a soldier beyond the three who stay."""
    if world.control[area] == CLANS:
        return spare(world, area) > 0
    return bool(world.ready(area)) and world.fresh(area) > 0


def spare(world: World, area: str) -> int:
    """Troops that may still march from an area."""
    fresh = world.fresh(area)
    return min(fresh, world.troops[area] - CLANS_STAY) if world.control[area] == CLANS else fresh


def _armed(world: World, phase: Phase) -> list[str]:
    """§9.3, §16.2: areas that have done nothing else in this step, and from which somebody can march."""
    return [area for area, work in phase.work.items() if work in ("free", "invaded") and _can_march(world, area)]


def _may_invade(world: World, phase: Phase, area: str, target: str) -> bool:
    """§16.1, §15.5: the target can be invaded from the area."""
    return world.passable(area, target) and may_be_invaded(world, phase, area, target)


def _sources(world: World, phase: Phase, target: str) -> list[str]:
    """Areas from which the target can be invaded in this step."""
    return [area for area in _armed(world, phase) if _may_invade(world, phase, area, target)]


def targets(world: World, phase: Phase) -> set[str]:
    """All areas that can be invaded."""
    return {near for area in _armed(world, phase) for near in NEAR[area] if _may_invade(world, phase, area, near)}


def invade(account: Account, target: str) -> Telling:
    """§16.7: the force, area by area; then it sets out."""
    world = account.world
    phase = world.phase
    assert phase is not None
    seat, force = world.seat_of(phase.power), Force(target)
    while True:
        areas, allies = _choices(world, phase, force)
        answer = yield from account.ask(
            "invade_area",
            seat,
            {f"area:{area}" for area in areas}
            | {f"country:{ally}" for ally in allies}
            | ({"done"} if force.troops else set()),
        )
        what, _, name = answer.partition(":")
        if what == "done":
            break
        if what == "country":
            yield from _join(account, force, name)
        else:
            yield from _march(account, force, seat, name)
    yield from _launch(account, force)


def _choices(world: World, phase: Phase, force: Force) -> tuple[list[str], list[str]]:
    """§14.4.4: clans march with their own group alone. T45: allies join beside the phase's power's own units."""
    areas = [area for area in _sources(world, phase, force.target) if area not in force.troops]
    if force.troops:
        first = next(iter(force.troops))
        group = phase.group_of(first) if world.control[first] == CLANS else None
        areas = [a for a in areas if (phase.group_of(a) if world.control[a] == CLANS else None) == group]
    allies = []
    if any(world.control[area] == phase.power for area in force.troops):
        allies = [ally for ally in phase.allies if ally not in force.invited and _joining(world, phase, force, ally)]
    return areas, allies


def _joining(world: World, phase: Phase, force: Force, ally: str) -> list[str]:
    """Areas from which an ally can join, while his allowance lasts (T44)."""
    if phase.troops[ally] < 1 or phase.generals[ally] < 1:
        return []
    return [
        area
        for area in NEAR[force.target]
        if world.control[area] == ally
        and area not in force.troops
        and world.passable(area, force.target)
        and _can_march(world, area)
    ]


def _join(account: Account, force: Force, ally: str) -> Telling:
    """T7: the ally names areas and units, or none."""
    world = account.world
    phase = world.phase
    assert phase is not None
    force.invited.add(ally)
    seat = world.seat_of(ally)
    while True:
        area = yield from account.area("join", seat, _joining(world, phase, force, ally), "done")
        if area == "done":
            return
        account.met["an ally joins"] += 1
        yield from _march(account, force, seat, area)
        phase.troops[ally] -= force.troops[area]
        phase.generals[ally] -= len(force.generals[area])


def _march(account: Account, force: Force, seat: int | None, area: str) -> Telling:
    """§16.6: generals and troops of an area, one at least of each; clans: troops alone."""
    world = account.world
    phase = world.phase
    assert phase is not None
    owner = str(world.control[area])
    ally = owner in phase.allies
    here = world.ready(area) if owner != CLANS else []
    room = phase.generals[owner] if ally else len(here)
    named: list[str] = []
    while here and len(named) < room:
        done = ["done"] if named else []
        going, more = yield from account.some("invade_generals", seat, here, *done, room=room - len(named))
        named += going
        here = [name for name in here if name not in going]
        if not more:
            break
    force.generals[area] = named
    most = min(spare(world, area), phase.troops[owner]) if ally else spare(world, area)
    marching = 0
    while marching < most:
        left = most - marching
        also = _enough(world, force, owner, left) | ({"done"} if marching else set())
        answer = yield from account.ask("invade_troops", seat, {*numbers(left), *also})
        if answer == "done":
            break
        marching += _needed(world, force, owner) if answer == "enough" else amount(answer, left)
        force.troops[area] = marching
        if not answer.endswith(":100"):
            break
    force.troops[area] = marching


def _needed(world: World, force: Force, owner: str) -> int:
    """As many troops as are needed: the target's, or twice as many for clans, less those who march already."""
    wanted = world.troops[force.target] * (DOUBLE if owner == CLANS else 1)
    return wanted - sum(force.troops.values())


def _enough(world: World, force: Force, owner: str, most: int) -> set[str]:
    return {"enough"} if 1 < _needed(world, force, owner) < most else set()


def _launch(account: Account, force: Force) -> Telling:
    """T22: who breaks his limits stays; the others march, and take the area or fight for it."""
    world = account.world
    phase = world.phase
    assert phase is not None
    _hold_back(account, force)
    if not force.troops:
        return
    holder = world.control[force.target]
    army: Counter[str] = Counter()
    group = phase.group_of(force.areas[0]) if world.control[force.areas[0]] == CLANS else None
    across = all(KIND[ends] == "river" for area in force.areas if (ends := side(area, force.target)))
    for area in force.areas:
        owner = str(world.control[area])
        phase.work[area] = "invaded" if owner not in phase.allies else phase.work.get(area, "")
        world.troops[area] -= force.troops[area]
        army[owner] += force.troops[area]
        for name in force.generals[area]:
            general = world.generals[name]
            general.acted, general.army, general.area = True, ATTACKS, force.target
    if not all(phase.work.values()):
        phase.work = {area: work for area, work in phase.work.items() if work}
    if holder in world.powers:
        phase.invaded.add(str(holder))
    elif holder == CLANS:
        phase.clans_invaded |= next({*group} for group in world.clan_groups() if force.target in group)
    if world.empty(force.target):
        account.met["taken without a fight"] += 1
        taken = Fight(force.target, dict(army), str(holder), across, had_troops=False, group=group)
        taken.players[ATTACKS] = world.seat_of(phase.power)
        yield from victory(account, taken)
        return
    for name in world.at(force.target):
        world.generals[name].army = DEFENDS
    world.fight = Fight(force.target, dict(army), str(holder), across, world.troops[force.target] > 0, group=group)
    yield from fight(account)
    world.fight = None
    account.neutral_if_empty(force.target)
    account.welcome(force.target)  # T79
    for general in world.generals.values():
        general.army, general.rests = None, False


def _hold_back(account: Account, force: Force) -> None:
    """§13.6.2, §14.4.3, T8, T9, T22: limits of directed minor powers and clans, over the whole attacking side."""
    world = account.world
    phase = world.phase
    assert phase is not None
    owners = {str(world.control[area]) for area in force.troops}
    bound = {owner for owner in owners if owner == CLANS or owner in phase.minors()}
    if not bound:
        return
    troops, generals = sum(force.troops.values()), sum(map(len, force.generals.values()))
    there, leaders = world.troops[force.target], len(world.at(force.target))
    allies_hold = there <= troops and leaders <= DOUBLE * generals
    if troops >= max(1, DOUBLE * there) if CLANS in owners else allies_hold:
        return
    account.met["too weak to march"] += 1
    for area in list(force.troops):
        owner = str(world.control[area])
        if owner in bound:
            del force.troops[area], force.generals[area]
            phase.barred.add((phase.marcher(owner, area), force.target))
