"""The table of the second account, the questions that stop it, and how persons and countries move on it."""

import copy
from collections import Counter
from collections.abc import Generator, Iterator

from .board import OTTOMAN_EMPIRE, PERSONS, SULEIMAN, Save, lord, option, owner, realms, ruler
from .chance import Chance
from .legal import legal

Asking = Generator[None, str, str]
Telling = Generator[None, str, None]

NOTHING_DECLARED = dict.fromkeys(("action", "king", "target", "actor", "defender", "country"))


def subject(answer: str) -> str:
    """What an answer names."""
    return answer.partition(":")[2]


class Account:
    """A table, as a save file, and what the second account does with it."""

    def __init__(self, save: Save, chance: Chance) -> None:
        self.table = copy.deepcopy(save)
        self.chance = chance
        self.met: Counter[str] = Counter()  # rules that were carried out, by name

    def ask(self, phase: str, seat: int, a: int = 0, b: int = 0) -> Asking:
        """Open a decision. With one answer only it is given at once, unless forced ones are asked too."""
        self.table.update(phase=phase, seat=seat, frame={"a": a, "b": b})
        self.met[phase] += 1
        answers = legal(self.table)
        assert answers, f"{phase} is asked without an answer"
        if len(answers) == 1 and not option(self.table, "ask_forced"):
            return answers.pop()
        return (yield)

    def name(self, phase: str, seat: int) -> Asking:
        """A decision that names a person or a country."""
        return subject((yield from self.ask(phase, seat)))

    def take(self, person: str) -> None:
        """Lift a person who is no king from where he lies: a family, the nobles, the pool."""
        for realm in realms(self.table):
            if realm["spouse"] == person:
                realm["spouse"] = None
            _drop(realm["children"], person)
        for seat in self.table["seats"]:
            _drop(seat["nobles"], person)
        _drop(self.table["pool"], person)

    def remove(self, person: str) -> None:
        """Who leaves play never returns."""
        _drop(self.table["rebels"], person)
        self.table["removed"].append(person)

    def kill(self, person: str) -> None:
        """Somebody who is no king leaves play."""
        self.take(person)
        self.remove(person)

    def crown(self, person: str, seat: int, countries: list[str]) -> None:
        """K6: somebody becomes king of these countries, is normal, and leaves his old place."""
        self.take(person)
        if person in self.table["rebels"]:
            self.met["a rebel is crowned"] += 1
        _drop(self.table["rebels"], person)
        self.table["seats"][seat]["kings"].append(
            {"king": person, "countries": list(countries), "spouse": None, "children": []}
        )

    def ennoble(self, persons: list[str], seat: int) -> None:
        """These become nobles of a dynasty, and keep their state."""
        for person in persons:
            self.take(person)
        self.table["seats"][seat]["nobles"] += persons

    def turn_up(self, colour: str, seat: int) -> str | None:
        """The top card of a deck; K5: Suleiman becomes a king of this dynasty, and nobody is left to be placed."""
        person: str = self.table["person_decks"][colour].pop(0)
        if person != SULEIMAN:
            return person
        self.met["Suleiman comes"] += 1
        _drop(self.table["removed_countries"], OTTOMAN_EMPIRE)
        self.crown(person, seat, [OTTOMAN_EMPIRE])
        return None

    def lose(self, country: str) -> None:
        """A country leaves its king or the independent ones."""
        number = lord(self.table, country)
        if number is None:
            self.table["independent"].remove(country)
        else:
            ruler(self.table["seats"][number], country)["countries"].remove(country)

    def recover(self, country: str) -> None:
        """A country is normal from now on."""
        _drop(self.table["exhausted"], country)

    def exhaust(self, country: str) -> None:
        """A country is turned sideways."""
        if country not in self.table["exhausted"]:
            self.table["exhausted"].append(country)

    @property
    def turn_player(self) -> int:
        """Whose turn it is."""
        number: int = self.table["turn_player"]
        return number

    def owner(self, person: str) -> int:
        """The seat that somebody of a dynasty belongs to."""
        number = owner(self.table, person)
        assert number is not None, f"{person} is nobody's"
        return number


def by_number(persons: list[str]) -> Iterator[str]:
    """Persons in the order of their numbers."""
    return (person for person in PERSONS if person in persons)


def _drop(names: list[str], name: str) -> None:
    if name in names:
        names.remove(name)
