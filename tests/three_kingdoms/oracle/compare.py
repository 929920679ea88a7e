"""A game of the engine beside the page's own account of it, decision by decision."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from dynasty_env.kit.state import State
from dynasty_env.three_kingdoms.ids import Trace
from dynasty_env.three_kingdoms.material import Place, Status
from tests.wanted import DisagreementError, agree

from .account import Account
from .cards import AREAS, CLANS, COUNTRIES, GENERALS, SIDES, THAW
from .chance import Chance
from .course import play
from .world import DEAD, FREE, GONE, SERVING, UNBORN, World

Choose = Callable[[State, list[str]], str]
OWNERS = (*COUNTRIES, CLANS, THAW)
Where = tuple[str, int, str | None, str | None]
PLACES = {
    int(place): state
    for place, state in (
        (Place.UNBORN, UNBORN),
        (Place.SERVING, SERVING),
        (Place.FREE, FREE),
        (Place.DEAD, DEAD),
        (Place.GONE, GONE),
    )
}


def follow(state: State, choose: Choose, until: int = 1_000_000) -> Counter[str]:
    """Play a game from its beginning, and compare all that the page determines at every decision.

    `choose` names an answer out of the state and the names of the legal ones. Returns how often each rule was carried
    out, and "decisions". Raises `DisagreementError` when engine and page differ.
    """
    chance = Chance()
    chance.tell(state.trace())
    account = Account(dict(state.options), chance)
    telling = play(account)
    with suppress(StopIteration):
        next(telling)
    chance.spent()
    decisions = 0
    while True:
        _same(state, account)
        if state.done or decisions == until:
            break
        names = [state.game.action_names[action] for action in state.legal()]
        answer = choose(state, names)
        before = int(state.record["turn"])
        state.play(answer)
        decisions += 1
        chance.tell(state.trace())
        try:
            with suppress(StopIteration):
                telling.send(answer)
            chance.spent()
        except DisagreementError:
            if not may_be_cut(state, before):
                raise
            account.met["told no more"] += 1
            break
    return account.met + Counter(decisions=decisions)


def may_be_cut(state: State, turn: int) -> bool:
    """Whether a move may have told more than a trace holds, so that the engine has kept its last turn alone.

    That happens where a move ends a power's phase with the fall of a large country. What was drawn and rolled until
    then cannot be known any more: the comparison of this game ends there.
    """
    entries = state.trace()
    return int(state.record["turn"]) > turn > 0 and bool(entries) and entries[0].kind == Trace.TURN


def _same(state: State, account: Account) -> None:
    same_offer(state, account)
    same_table(state, account)


def same_offer(state: State, account: Account) -> None:
    """Engine and page ask the same of the same seat, with the same answers."""
    phase, seat, legal = account.asked
    agree("phase", state.phase, phase)
    if not state.done:
        agree("who decides", state.seat, seat)
        names = {state.game.action_names[action] for action in state.legal()}
        if names != legal:
            raise DisagreementError(
                f"{phase}: the engine also allows {sorted(names - legal)}, the page {sorted(legal - names)}"
            )


def same_table(state: State, account: Account) -> None:
    """The same lies on both tables."""
    theirs, mine = told(state.record), account_of(account.world)
    for key in theirs:
        if theirs[key] != mine[key]:
            differ = _differences(theirs[key], mine[key])
            raise DisagreementError(f"{key}: {differ}")


def _differences(engine: Any, page: Any) -> str:
    if not isinstance(engine, dict):
        return f"the engine has {engine}, the page {page}"
    where = [key for key in {**engine, **page} if engine.get(key) != page.get(key)]
    return ", ".join(f"{key}: the engine has {engine.get(key)}, the page {page.get(key)}" for key in where)


def _owner(number: int) -> str | None:
    return None if number < 0 else OWNERS[number]


def told(record: Any) -> dict[str, Any]:
    """What lies on the engine's table, in the words of the page."""
    status = record["status"].tolist()
    cup, turned = record["cup"].tolist(), record["turned"].tolist()
    bans, rulers = record["bans"].tolist(), record["ruler"].tolist()
    return {
        "turn": int(record["turn"]),
        "cards turned up": {number for number, up in enumerate(turned, 1) if up},
        "cup": {owner for owner, marker in zip(OWNERS, cup, strict=True) if marker},
        "seats": [_owner(country) for country in record["seat_country"].tolist()[: record["num_players"]]],
        "fallen": {OWNERS[n] for n, each in enumerate(status) if each == Status.FALLEN},
        "rulers": {OWNERS[n]: GENERALS[rulers[n]] for n, each in enumerate(status) if each == Status.PLAYING},
        "control": dict(zip(AREAS, map(_owner, record["control"].tolist()), strict=True)),
        "troops": dict(zip(AREAS, record["troops"].tolist(), strict=True)),
        "bans": {ends: count for ends, count in zip(SIDES, bans, strict=True) if count},
        "generals": _generals(record),
        "points": int(record["points"]) if record["power"] >= 0 else 0,
    }


def _generals(record: Any) -> dict[str, Where]:
    """Of each general: his state, which of his units he is, whose and where he is."""
    columns = (record[field].tolist() for field in ("place", "unit", "country", "area"))
    found = {}
    for name, place, unit, country, area in zip(GENERALS, *columns, strict=True):
        state = PLACES[place]
        there = AREAS[area] if area >= 0 and state in (SERVING, FREE) else None
        found[name] = (state, unit + 1, OWNERS[country] if state == SERVING else None, there)
    return found


def account_of(world: World) -> dict[str, Any]:
    """What lies on the page's own table."""
    return {
        "turn": world.turn,
        "cards turned up": world.turned,
        "cup": world.cup,
        "seats": world.seats,
        "fallen": {country for country, power in world.powers.items() if power.fallen},
        "rulers": {country: power.ruler for country, power in world.powers.items() if not power.fallen},
        "control": world.control,
        "troops": dict(world.troops),
        "bans": {ends: count for ends, count in world.bans.items() if count},
        "generals": {name: (g.state, g.unit, g.country, g.area) for name, g in world.generals.items()},
        "points": world.phase.points if world.phase else 0,
    }
