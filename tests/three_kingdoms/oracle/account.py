"""The questions that stop the second account, and how units and areas change hands on its table."""

from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

from .cards import AREAS, CLANS
from .chance import Chance
from .world import FREE, SERVING, General, World

Asking = Generator[None, str, str]
Telling = Generator[None, str, Any]

MOST_NAMED = 100  # ch. 11: amounts are 1–100; more are named by all, half, or a hundred and again


class GameOverError(Exception):
    """The game has ended, in the middle of whatever was going on."""


class Account:
    """A table, and what the second account does with it."""

    def __init__(self, options: dict[str, Any], chance: Chance) -> None:
        self.options = options
        self.world = World()
        self.chance = chance
        self.met: Counter[str] = Counter()  # rules that were carried out, by name
        self.asked: tuple[str, int | None, set[str]] = ("", None, set())

    def ask(self, phase: str, seat: int | None, answers: Iterable[str]) -> Asking:
        """Open a decision. With one answer only it is given at once, unless forced ones are asked too."""
        legal = set(answers)
        assert legal, f"{phase} is asked without an answer"
        assert seat is not None, f"{phase} is asked of nobody"
        self.asked = phase, seat, legal
        self.met[phase] += 1
        if len(legal) == 1 and not self.options["ask_forced"]:
            return legal.pop()
        return (yield)

    def area(self, phase: str, seat: int | None, areas: Iterable[str], *also: str) -> Asking:
        """A decision that names an area, or one of the other answers."""
        answer = yield from self.ask(phase, seat, {*(f"area:{area}" for area in areas), *also})
        return answer.removeprefix("area:")

    def country(self, phase: str, seat: int | None, countries: Iterable[str], *also: str) -> Asking:
        """A decision that names a country, or one of the other answers."""
        answer = yield from self.ask(phase, seat, {*(f"country:{country}" for country in countries), *also})
        return answer.removeprefix("country:")

    def some(
        self, phase: str, seat: int | None, names: list[str], *also: str, room: int = 10_000
    ) -> Generator[None, str, tuple[list[str], bool]]:
        """Generals named one by one, all at once, or all but the ruler. Returns whom, and whether more may be named."""
        answers = {f"general:{number}" for number in range(1, len(names) + 1)} | set(also)
        followers = [name for name in names if not self.world.rules(name)]
        if 1 < len(names) <= room:
            answers.add("all")
        if 1 < len(followers) < len(names) and len(followers) <= room:
            answers.add("all but the ruler")
        answer = yield from self.ask(phase, seat, answers)
        if answer.startswith("general:"):
            return [names[int(answer.removeprefix("general:")) - 1]], True
        return {"done": [], "all": list(names), "all but the ruler": followers}[answer], False

    def arrive(self, name: str, area: str, country: str) -> None:
        """Somebody serves a country, in an area."""
        general = self.world.generals[name]
        general.state, general.country, general.area = SERVING, country, area
        general.army, general.rests = None, False

    def set_free(self, name: str, area: str) -> None:
        """§5.5.7: somebody is face down in an area."""
        general = self.world.generals[name]
        general.state, general.country, general.area = FREE, None, area
        general.army, general.rests, general.acted = None, False, False

    def remove(self, name: str, state: str) -> None:
        """Somebody is out of the game."""
        self.world.generals[name] = General(state, self.world.generals[name].unit)

    def take(self, area: str, owner: str | None) -> None:
        """§4: an area is somebody's; T31: its free generals join a country at once. T33: it acts no more."""
        world = self.world
        if world.control[area] == owner:
            return
        world.control[area] = owner
        if world.phase and area in world.phase.work:
            del world.phase.work[area]
        self.welcome(area)

    def welcome(self, area: str) -> None:
        """T31: free generals of a country's area belong to it; they have acted, as whoever comes in during a step."""
        owner = self.world.control[area]
        if owner in (None, CLANS):
            return
        for name in self.world.free_at(area):
            self.met["a free general joins"] += 1
            self.chance.entered(name, [area], str(owner))
            self.arrive(name, area, str(owner))
            self.world.generals[name].acted = True

    def neutral_if_empty(self, area: str) -> None:
        """§4.5: clan areas turn neutral when emptied."""
        if self.world.control[area] == CLANS and self.world.troops[area] == 0:
            self.take(area, None)


def in_order(areas: Iterable[str]) -> list[str]:
    """Areas as areas.csv lists them."""
    found = set(areas)
    return [area for area in AREAS if area in found]


def numbers(most: int) -> set[str]:
    """Troops that can be named: all, half, 1–100; what means the same as a number already has it."""
    named = {f"troops:{n}" for n in range(1, min(most, MOST_NAMED) + 1)}
    return named | ({"all"} if most > 1 else set()) | ({"half"} if most > 2 else set())


def amount(answer: str, most: int) -> int:
    """How many troops an answer names."""
    if answer == "all":
        return most
    if answer == "half":
        return (most + 1) // 2
    return int(answer.removeprefix("troops:"))
