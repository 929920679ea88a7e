"""What lies on the table of the second account, and the plain questions that all chapters ask of it."""

from collections import Counter
from dataclasses import dataclass, field

from .cards import AREAS, CITY, CLANS, GENERALS, NEAR, STRENGTH, UNITS, Values, side

UNBORN, SERVING, FREE, DEAD, GONE = "unborn", "serving", "free", "dead", "gone"
ATTACKS, DEFENDS = 0, 1  # the two armies of a fight


@dataclass
class General:
    """Somebody: whose he is, where he is (None: on his way), and whether he has acted in this phase."""

    state: str = GONE
    unit: int = 1
    country: str | None = None
    area: str | None = None
    acted: bool = False
    army: int | None = None  # in a fight: whose side he is on
    rests: bool = False  # T30: on that side, but without taking part


@dataclass
class Power:
    """A country: who plays it (None: a minor power), its ruler, and his place in the line of heirs."""

    seat: int | None
    line: list[str]
    ruler: str | None
    fallen: bool = False
    start: int = 0

    @property
    def place(self) -> int:
        """The ruler's place in the line."""
        return self.line.index(self.ruler) if self.ruler in self.line else -1


@dataclass
class Phase:
    """The state phase of a power (§9–§17)."""

    power: str
    points: int = 0
    work: dict[str, str] = field(default_factory=dict)  # area: free, talked, levied, invaded
    asked: set[str] = field(default_factory=set)
    allies: set[str] = field(default_factory=set)  # powers that have said yes
    directed: list[str | list[str]] = field(default_factory=list)  # minor powers, clan groups' areas, in order allied
    invaded: set[str] = field(default_factory=set)
    clans_invaded: set[str] = field(default_factory=set)  # areas of their groups, as they were when invaded
    troops: Counter[str] = field(default_factory=Counter)  # what an ally may still use
    generals: Counter[str] = field(default_factory=Counter)
    barred: set[tuple[str, str]] = field(default_factory=set)  # T22: a minor power or clan group (`marcher`), a target
    over: bool = False  # T34: the power has fallen

    def minors(self) -> list[str]:
        """The minor powers that are directed."""
        return [each for each in self.directed if isinstance(each, str)]

    def groups(self) -> list[list[str]]:
        """The clan groups that are directed."""
        return [each for each in self.directed if not isinstance(each, str)]

    def group_of(self, area: str) -> list[str] | None:
        """The allied clan group of an area."""
        return next((group for group in self.groups() if area in group), None)

    def marcher(self, owner: str, area: str) -> str:
        """§14.2: which country marches from an area; of clans each group is one, named after its first area."""
        group = self.group_of(area)
        return f"clans of {group[0]}" if owner == CLANS and group else owner


@dataclass
class Fight:
    """A fight for an area: the attackers' troops by country, and what its rounds have come to (§18)."""

    area: str
    army: dict[str, int]
    defender: str
    across_rivers: bool
    had_troops: bool
    players: list[int | None] = field(default_factory=lambda: [None, None])
    rounds: int = 0
    hurt: list[bool] = field(default_factory=lambda: [False, False])
    destroyed: list[bool] = field(default_factory=lambda: [False, False])
    fled: int | None = None  # the army that has lost the fight
    split: str = "evenly"
    group: list[str] | None = None  # the clan group that attacks


class World:
    """The table."""

    def __init__(self) -> None:
        self.turn = 0
        self.turned: set[int] = set()
        self.cup: set[str] = set()
        self.powers: dict[str, Power] = {}
        self.seats: list[str | None] = []
        self.control: dict[str, str | None] = dict.fromkeys(AREAS)
        self.troops: Counter[str] = Counter(dict.fromkeys(AREAS, 0))
        self.tired: Counter[str] = Counter()
        self.bans: Counter[tuple[str, str]] = Counter()
        self.generals = {name: General() for name in GENERALS}
        self.answers: dict[tuple[str, str], int] = {}
        self.last_answers: dict[tuple[str, str], int] = {}
        self.exiles: list[str] = []  # on their way
        self.phase: Phase | None = None
        self.fight: Fight | None = None
        self.done = False

    def playing(self) -> list[str]:
        """Countries in play, in the order of their list."""
        return [country for country, power in self.powers.items() if not power.fallen]

    def seat_of(self, country: str | None) -> int | None:
        """Who plays a country; None: a minor power, clans, nobody."""
        return self.powers[country].seat if country in self.powers else None

    def areas_of(self, owner: str) -> list[str]:
        """Areas that a country, or the clans, controls."""
        return [area for area in AREAS if self.control[area] == owner]

    def points(self, country: str) -> int:
        """1e §25: strength of controlled areas, and their cities."""
        return sum(STRENGTH[area] + CITY[area] for area in self.areas_of(country))

    def of(self, country: str) -> list[str]:
        """Who serves a country."""
        return [name for name, g in self.generals.items() if g.state == SERVING and g.country == country]

    def at(self, area: str) -> list[str]:
        """Who serves the country of an area there, outside a fight's armies that came from elsewhere."""
        owner = self.control[area]
        return [
            name
            for name, g in self.generals.items()
            if g.state == SERVING and g.area == area and g.country == owner and g.army != ATTACKS
        ]

    def free_at(self, area: str) -> list[str]:
        """Free generals of an area."""
        return [name for name, g in self.generals.items() if g.state == FREE and g.area == area]

    def values(self, name: str) -> Values:
        """The five numbers of a general as he is now."""
        return UNITS[name][self.generals[name].unit - 1]

    def value(self, name: str, stat: str) -> int:
        """One of his numbers, absent ones 0."""
        return self.values(name)[stat] or 0

    def has(self, name: str, stat: str) -> bool:
        """Whether he has the number at all."""
        return self.values(name)[stat] is not None

    def rules(self, name: str) -> bool:
        """Whether he is a ruler in play."""
        general = self.generals[name]
        power = self.powers.get(general.country or "")
        return general.state == SERVING and power is not None and power.ruler == name

    def ready(self, area: str) -> list[str]:
        """§9.7: who can still act there."""
        return [name for name in self.at(area) if not self.generals[name].acted]

    def fresh(self, area: str) -> int:
        """§9.7: troops that can still act there."""
        return self.troops[area] - self.tired[area]

    def empty(self, area: str) -> bool:
        """Nobody's units are there; free generals never count (§4.6)."""
        return self.troops[area] == 0 and not self.at(area)

    def passable(self, one: str, other: str) -> bool:
        """§15.5: a side that is not closed and bears no ban marker."""
        ends = side(one, other)
        return ends is not None and self.bans[ends] == 0

    def clan_groups(self) -> list[list[str]]:
        """§14.2: clan areas joined by sides that are not closed."""
        left, groups = self.areas_of(CLANS), list[list[str]]()
        while left:
            group, edge = set[str](), {left[0]}
            while edge:
                group |= edge
                edge = {near for area in edge for near in NEAR[area] if near in left} - group
            groups.append([area for area in AREAS if area in group])
            left = [area for area in left if area not in group]
        return groups
