"""Play on a table that was laid by hand, beside the page's own account of it."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Self

from dynasty_env.kit.state import Entry, State
from dynasty_env.three_kingdoms.material import Pact, Role, Status, Work
from tests.wanted import DisagreementError

from .account import Account, GameOverError, Telling
from .cards import AREAS, CLANS, COUNTRIES, GENERALS, HEIRS, LI_JUE, SIDES
from .chance import Chance
from .compare import OWNERS, PLACES, may_be_cut, same_offer, same_table
from .course import play, turns
from .step import go_on
from .world import ATTACKS, DEFENDS, SERVING, Fight, General, Phase, Power

ROLES = {Role.ATTACKS: (ATTACKS, False), Role.DEFENDS: (DEFENDS, False), Role.RESTS_ATTACKING: (ATTACKS, True),
         Role.RESTS_DEFENDING: (DEFENDS, True), Role.NONE: (None, False)}  # fmt: skip
MARCHERS = len(COUNTRIES) + 1
"""What bars a target: bits of countries, and from there on of clan groups by their numbers."""
OVER = ("over", None, set[str]())
"""What is asked when the phase of the table is over, with which the page's account of it ends."""
BEGIN = {"act": lambda account: go_on(account, str(account.world.phase.power)), "turn": turns, "deal": play}
"""What begins at a table: a power acts on, a turn, or a game."""


class Agreement:
    """A table that the engine plays on, held against the page at every decision. Raises `DisagreementError`.

    Args:
        state: the table.
        what: what began there: a key of `BEGIN`.
        record: the table before it began.
    """

    def __init__(self, state: State, what: str = "act", record: Any = None) -> None:
        self._past: list[tuple[str, Any, Sequence[Entry]]] = []
        self.account, self.cut = Account(dict(state.options), Chance()), False
        self._happen(what, (state.record if record is None else record).copy(), [] if what == "act" else state.trace())
        self._compare(state)

    def copy(self) -> Self:
        """The same table, from which play goes on in another way."""
        other = type(self).__new__(type(self))
        other.account, other.cut, other._past = Account(self.account.options, Chance()), self.cut, []
        for each in self._past:
            other._happen(*each)
        return other

    def follow(self, action: str, state: State) -> None:
        """`action` has led to `state`."""
        if self.cut or self.account.asked == OVER:
            return
        turn = self.account.world.turn
        try:
            self._happen("answer", action, state.trace() if state.record["told"] else [])
        except DisagreementError:
            if not may_be_cut(state, turn):
                raise
            self.cut = True
            return
        self._compare(state)

    def lay(self, state: State) -> None:
        """The table has been altered by hand; what is asked is compared again where a power acts."""
        acts = state.phase == "act"
        self._happen("act" if acts else "lay", state.record.copy(), [])
        if acts:
            self._compare(state)

    def _happen(self, what: str, told: Any, entries: Sequence[Entry]) -> None:
        self._past.append((what, told, entries))
        self.account.chance.tell(entries)
        if what in ("act", "turn", "lay"):
            learn(self.account, told)
        if what in BEGIN:
            self.telling = self._to_the_end(BEGIN[what](self.account))
        if what != "lay":
            with suppress(StopIteration):
                self.telling.send(told if what == "answer" else None)  # type: ignore[arg-type]
        self.account.chance.spent()

    def _to_the_end(self, telling: Telling) -> Telling:
        try:
            yield from telling
            if not self.account.world.done:
                self.account.asked = OVER
        except GameOverError:
            self.account.world.done, self.account.asked = True, ("end", None, set())

    def _compare(self, state: State) -> None:
        if self.account.asked != OVER:
            same_offer(state, self.account)
        same_table(state, self.account)


def learn(account: Account, record: Any) -> None:
    """Lay what lies on the engine's table on the page's."""
    world, scenario = account.world, int(account.options["scenario"])
    status, seats = record["status"].tolist(), record["country_seat"].tolist()
    for country, number in _numbered(COUNTRIES):
        if status[number] == Status.ABSENT:
            continue
        line = LI_JUE if scenario == 2 and country == "Dong Zhuo" else HEIRS[country]
        power = world.powers.setdefault(country, Power(None, list(line), None))
        power.seat = None if seats[number] < 0 else seats[number]
        power.fallen, power.start = status[number] == Status.FALLEN, int(record["start_points"][number])
        power.ruler = None if power.fallen else GENERALS[record["ruler"][number]]
    world.powers = {country: world.powers[country] for country in COUNTRIES if country in world.powers}
    world.turn = int(record["turn"])
    world.turned = {number for number, up in enumerate(record["turned"].tolist(), 1) if up}
    world.cup = {owner for owner, marker in zip(OWNERS, record["cup"].tolist(), strict=True) if marker}
    world.seats = [_owner(each) for each in record["seat_country"].tolist() if each >= 0]
    world.control = {area: _owner(record["control"][number]) for area, number in _numbered(AREAS)}
    for amounts, field in ((world.troops, "troops"), (world.tired, "tired")):
        amounts.clear()
        amounts.update(dict(zip(AREAS, record[field].tolist(), strict=True)))
    world.bans = Counter(dict(zip(SIDES, record["bans"].tolist(), strict=True)))
    for answers, field in ((world.answers, "answer"), (world.last_answers, "last_answer")):
        answers.clear()
        answers.update({(one, other): int(record[field][a, b]) for one, a in _numbered(COUNTRIES)
                        for other, b in _numbered(COUNTRIES) if record[field][a, b]})  # fmt: skip
    for name, number in _numbered(GENERALS):
        _learn_general(world.generals[name], record, number)
    world.exiles = [name for name, each in world.generals.items() if each.state == SERVING and each.area is None]
    world.phase = _learn_phase(world.phase or Phase(""), record) if record["power"] >= 0 else None
    if record["battle"] >= 0 and world.fight:
        _learn_fight(world.fight, record)


def _learn_general(general: General, record: Any, number: int) -> None:
    place, area = PLACES[int(record["place"][number])], int(record["area"][number])
    general.state, general.unit = place, int(record["unit"][number]) + 1
    general.country = _owner(record["country"][number]) if place == SERVING else None
    general.area = AREAS[area] if area >= 0 else None
    general.acted = bool(record["acted"][number])
    general.army, general.rests = ROLES[Role(int(record["role"][number]))]


def _learn_phase(phase: Phase, record: Any) -> Phase:
    allied, groups = record["allied"].tolist(), record["clan_group"].tolist()
    phase.power, phase.points = str(_owner(record["power"])), int(record["points"])
    phase.work = {area: Work(int(record["work"][n])).name.lower() for area, n in _numbered(AREAS)
                  if record["work"][n] != Work.NOTHING}  # fmt: skip
    phase.allies = {COUNTRIES[n] for n, pact in enumerate(allied) if pact == Pact.ALLY}
    phase.asked = {COUNTRIES[n] for n, pact in enumerate(allied) if pact in (Pact.ALLY, Pact.REFUSED)}
    phase.directed = [
        COUNTRIES[each] if each < MARCHERS else [AREAS[n] for n, group in enumerate(groups) if group == each - MARCHERS]
        for each in record["directed"].tolist()[: record["directed_size"]]
    ]
    phase.invaded = {COUNTRIES[n] for n in range(len(COUNTRIES)) if record["invaded"][n]}
    phase.clans_invaded = {area for area, n in _numbered(AREAS) if record["clans_invaded"][n]}
    phase.troops = Counter({COUNTRIES[n]: int(each) for n, each in enumerate(record["ally_troops"])})
    phase.generals = Counter({COUNTRIES[n]: int(each) for n, each in enumerate(record["ally_generals"])})
    names = [*COUNTRIES, CLANS, "", *(f"clans of {group[0]}" for group in phase.groups())]
    phase.barred = {(name, area) for area, n in _numbered(AREAS) for bit, name in enumerate(names)
                    if record["barred"][n] >> bit & 1}  # fmt: skip
    return phase


def _learn_fight(fought: Fight, record: Any) -> None:
    fought.army = {str(_owner(n)): int(each) for n, each in enumerate(record["army"])
                   if each or _owner(n) in fought.army}  # fmt: skip
    fought.rounds, fought.had_troops = int(record["rounds"]), bool(record["had_troops"])
    fought.hurt = [bool(each) for each in record["hurt"]]
    fought.players = [None if each < 0 else int(each) for each in record["player"]]
    fought.across_rivers = bool(record["across_rivers"])


def _owner(number: Any) -> str | None:
    return None if number < 0 else OWNERS[int(number)]


def _numbered(names: Sequence[str]) -> list[tuple[str, int]]:
    return [(name, number) for number, name in enumerate(names)]
