"""Ch. 6: the action step of a power (§9–§15): levies, diplomacy, points spent; and its phase as a whole."""

from collections.abc import Iterable

from .account import Account, Telling, in_order
from .cards import CLANS, OPEN_SIDES, STRENGTH
from .invasion import invade, targets
from .redeployment import Moving, rearrange
from .world import Phase, World

SUCCESS, CERTAIN = 2, 6  # §11.4; T73
LEAST_FOR_POWER = 2  # T44
LOT_OF_TROOPS, LOT_OF_GENERALS = 5, 2  # §12.4
INVADED = "invaded"


def phase_of(account: Account) -> Phase:
    """The phase that is going on."""
    assert account.world.phase is not None
    return account.world.phase


def state_phase(account: Account, country: str) -> Telling:
    """§9–§25: the action step, the duty of directed minor powers, then redeployment (T34: unless the power falls)."""
    world = account.world
    phase = world.phase = Phase(country)
    world.tired.clear()
    for general in world.generals.values():
        general.acted = False
    phase.work = dict.fromkeys(world.areas_of(country), "free")
    yield from go_on(account, country)


def go_on(account: Account, country: str) -> Telling:
    """What is left of the phase of a power that acts."""
    world, phase = account.world, phase_of(account)
    yield from _action_step(account, country)
    if not phase.over:
        yield from _duty(account)
        yield from _redeployment(account, country)
    world.phase = None


def _action_step(account: Account, country: str) -> Telling:
    world, phase = account.world, phase_of(account)
    seat = world.seat_of(country)
    while not phase.over:
        answer = yield from account.ask("act", seat, {"done", *_domestic(world, phase), *_spending(account, phase)})
        what, _, name = answer.partition(":")
        if what == "done":
            return
        if what == "levy":
            yield from _levy(account, seat, name)
        elif what == "levy the rest":
            _levy_the_rest(account)
        elif what == "diplomacy":
            yield from _diplomacy(account, seat)
        elif what == "invade":
            yield from invade(account, name)
        else:
            yield from _spend(account, what, name)


def _domestic(world: World, phase: Phase) -> set[str]:
    """§9: what the areas that the step began with can still do."""
    levies = _levies(world, phase)
    found = {f"levy:{area}" for area in levies} | {f"invade:{area}" for area in targets(world, phase)}
    if len(levies) > 1:
        found.add("levy the rest")
    court = _court(world, phase)
    if court and phase.work.get(court) == "free" and _able(world, court, "diplomacy"):
        found.add("diplomacy")
    return found


def _levies(world: World, phase: Phase) -> list[str]:
    """§10.2, T42: own areas with a general who has done nothing yet."""
    return in_order(
        area
        for area, work in phase.work.items()
        if work in ("free", "talked") and world.control[area] == phase.power and world.ready(area)
    )


def _court(world: World, phase: Phase) -> str | None:
    """§11.2: where the ruler is."""
    ruler = world.powers[phase.power].ruler
    return world.generals[ruler].area if ruler else None


def _able(world: World, area: str, stat: str) -> list[str]:
    """T43: who has the value, and has done nothing yet."""
    return [name for name in world.ready(area) if world.has(name, stat)]


def _levy(account: Account, seat: int | None, area: str) -> Telling:
    """§10.4: as many troops as the area is strong; then additional ones."""
    phase_of(account).work[area] = "levied"
    _raise(account, area, STRENGTH[area])
    yield from _attempts(account, "levy_group", seat, area, "administration")


def _raise(account: Account, area: str, troops: int) -> None:
    account.world.troops[area] += troops
    account.world.tired[area] += troops


def _levy_the_rest(account: Account) -> None:
    """Ch. 11: all areas that are left, every general by himself."""
    world, phase = account.world, phase_of(account)
    for area in _levies(world, phase):
        phase.work[area] = "levied"
        _raise(account, area, STRENGTH[area])
        for name in _able(world, area, "administration"):
            _attempt(account, area, [name], "administration")


def _diplomacy(account: Account, seat: int | None) -> Telling:
    """§11, T41: one visit at court, before a levy there."""
    phase = phase_of(account)
    court = _court(account.world, phase)
    assert court is not None
    phase.work[court] = "talked"
    yield from _attempts(account, "diplomacy_group", seat, court, "diplomacy")


def _attempts(account: Account, question: str, seat: int | None, area: str, stat: str) -> Telling:
    """§10.6–§10.8, §11.4–§11.6, T73: attempts of one or several generals, each of them once."""
    world = account.world
    while able := _able(world, area, stat):
        group: list[str] = []
        while True:
            certain = sum(world.value(name, stat) for name in group) >= CERTAIN
            left = {f"general:{n}" for n, name in enumerate(able, 1) if name not in group and not certain}
            answer = yield from account.ask(question, seat, left | ({"yes"} if group else {"done", "each"}))
            if answer in ("done", "each"):
                for name in able if answer == "each" else []:
                    _attempt(account, area, [name], stat)
                return
            if answer == "yes":
                break
            group.append(able[int(answer.removeprefix("general:")) - 1])
        _attempt(account, area, group, stat)


def _attempt(account: Account, area: str, group: list[str], stat: str) -> None:
    """A die against the sum of values."""
    world = account.world
    for name in group:
        world.generals[name].acted = True
    if not account.chance.attempt(sum(world.value(name, stat) for name in group)):
        return
    if stat == "diplomacy":
        phase_of(account).points += SUCCESS
    else:
        _raise(account, area, 1)


def _spending(account: Account, phase: Phase) -> set[str]:
    """§12–§15: what points can be spent on."""
    world = account.world
    if phase.points < 1:
        return set()
    found = {"ban"} | ({"lift"} if any(world.bans.values()) else set())
    for country in world.playing():
        if country == phase.power or country in phase.invaded or country in phase.asked | set(phase.minors()):
            continue
        power = world.seat_of(country) is not None
        if phase.points >= (LEAST_FOR_POWER if power else len(world.areas_of(country))):
            found.add(f"country:{country}")
    for group in world.clan_groups():
        untouched = not any(area in phase.clans_invaded or phase.group_of(area) for area in group)
        if untouched and phase.points >= len(group):
            found.add(f"clans:{group[0]}")
    for ally in phase.allies:
        found |= {f"troops of:{ally}", f"generals of:{ally}"}
    return found


def _spend(account: Account, what: str, name: str) -> Telling:
    world, phase = account.world, phase_of(account)
    seat = world.seat_of(phase.power)
    if what == "country":
        yield from _ally(account, name)
    elif what == "clans":
        group = next(group for group in world.clan_groups() if group[0] == name)
        account.met["clans allied"] += 1
        phase.points -= len(group)
        _direct(phase, group, group)
    elif what == "troops of":
        phase.points -= 1
        phase.troops[name] += LOT_OF_TROOPS
    elif what == "generals of":
        phase.points -= 1
        phase.generals[name] += LOT_OF_GENERALS
    else:
        yield from _mark(account, seat, what)


def _direct(phase: Phase, whom: str | list[str], areas: Iterable[str]) -> None:
    phase.directed.append(whom)
    phase.work.update(dict.fromkeys(areas, "free"))


def _ally(account: Account, name: str) -> Telling:
    """§12.1, §13.2, T7: a power is asked; a minor power is bought."""
    world, phase = account.world, phase_of(account)
    seat = world.seat_of(name)
    if seat is None:
        account.met["a minor power allied"] += 1
        phase.points -= len(world.areas_of(name))
        _direct(phase, name, world.areas_of(name))
        return
    phase.asked.add(name)
    answer = yield from account.ask("ally_answer", seat, {"yes", "no"})
    world.answers[phase.power, name] = 2 if answer == "yes" else 1
    if answer == "yes":
        account.met["a power allied"] += 1
        phase.allies.add(name)


def _mark(account: Account, seat: int | None, what: str) -> Telling:
    """§15, T50: a ban marker is put on any side that is not closed, or one is taken away."""
    bans = account.world.bans
    sides = [ends for ends in OPEN_SIDES if what == "ban" or bans[ends]]
    answer = yield from account.ask("ban_side", seat, {f"side:{one}-{other}" for one, other in sides})
    chosen = next(ends for ends in sides if f"side:{ends[0]}-{ends[1]}" == answer)
    bans[chosen] += 1 if what == "ban" else -1
    phase_of(account).points -= 1
    account.met[f"a marker: {what}"] += 1


def _duty(account: Account) -> Telling:
    """§13.6.4, T8, T47: directed areas that did not invade levy; the director says whether their generals roll."""
    world, phase = account.world, phase_of(account)
    rolling = []
    for whom in phase.directed:
        owner, areas = (whom, world.areas_of(whom)) if isinstance(whom, str) else (CLANS, list(whom))
        for area in areas:
            if phase.work.get(area) != "free" or world.control[area] != owner:
                continue
            if owner == CLANS or world.ready(area):
                _raise(account, area, STRENGTH[area])
            if owner != CLANS and world.ready(area):
                account.met["a duty to levy"] += 1
                rolling.append(area)
    for area in reversed(in_order(rolling)):
        yield from _attempts(account, "levy_group", world.seat_of(phase.power), area, "administration")


def _redeployment(account: Account, country: str) -> Telling:
    """§25, T64: one's own units, then the allies' in the order allied."""
    world, phase = account.world, phase_of(account)
    seat = world.seat_of(country)
    assert seat is not None
    yield from rearrange(account, Moving(country, seat, tuple(world.areas_of(country))))
    for whom in phase.directed:
        if isinstance(whom, str) and not world.powers[whom].fallen:
            yield from rearrange(account, Moving(whom, seat, tuple(world.areas_of(whom))))
        elif not isinstance(whom, str):
            areas = tuple(area for area in world.areas_of(CLANS) if area in whom)
            yield from rearrange(account, Moving(CLANS, seat, areas))
