"""What chance decided, as the engine's trace tells it: the book says how many dice and when, never their faces."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from typing import Any

from dynasty_env.shinsengumi.ids import Trace
from tests.wanted import DisagreementError, Wanted, agree

from .board import EVENT_NAMES, PERSON_NAMES, Cell

CHANCE = (Trace.PLACED, Trace.DREW, Trace.DANCED, Trace.CHECKED, Trace.ROLLED, Trace.DIE, Trace.FOUGHT)


class Chance(Wanted):
    """Dice, stones and persons drawn since the last answer, in order; each must be wanted where it was rolled."""

    kinds = CHANCE

    def __init__(self) -> None:
        super().__init__()
        self._drawn: dict[int, deque[Any]] = {}  # what each seat was told of its own stones
        self.shuffled = False  # has the person pile been shuffled since it was last seen?

    def tell(self, entries: Iterable[Any], seats: Sequence[Iterable[Any]] = ()) -> None:
        """What happened after an answer, for everybody and for each seat."""
        super().tell(entries)
        for number, told in enumerate(seats):
            own = [entry for entry in told if entry.kind == Trace.DRAWN and entry.seat == number]
            self._drawn.setdefault(number, deque()).extend(own)

    def spent(self) -> None:
        """Nothing was rolled or drawn that the book does not want."""
        super().spent()
        left = [entry for entries in self._drawn.values() for entry in entries]
        if left:
            raise DisagreementError(f"the engine also has {[Trace(entry.kind).name for entry in left]}")

    def check(self, person: str, bushido: int) -> int:
        """§06-01 D: the die of a bushido check."""
        entry = self._next(Trace.CHECKED, f"bushido of {person}")
        agree("whose bushido is checked", PERSON_NAMES[entry.subject], person)
        agree(f"bushido of {person}", entry.object, bushido)
        return self._face(entry.value)

    def roll(self, person: str) -> int:
        """The die of a failure action."""
        entry = self._next(Trace.ROLLED, f"failure of {person}")
        agree("who fails", PERSON_NAMES[entry.subject], person)
        return self._face(entry.value)

    def fight(self, person: str, event: str, dice: int) -> int:
        """§10: the highest of so many dice."""
        faces = []
        for _ in range(dice):
            entry = self._next(Trace.DIE, f"a die of {event}")
            agree("whose die it is", EVENT_NAMES[entry.object], event)
            faces.append(self._face(entry.value))
        entry = self._next(Trace.FOUGHT, f"{event} against {person}")
        agree("who fights", (PERSON_NAMES[entry.subject], EVENT_NAMES[entry.object]), (person, event))
        highest = self._face(entry.value)
        agree("highest die", highest, max(faces))
        return highest

    def dance(self) -> int:
        """Ee ja nai ka's die."""
        return self._face(self._next(Trace.DANCED, "a step of the dance").value)

    def stones(self, seat: int, count: int, bag: Counter[str]) -> Counter[str]:
        """§06-01 A: so many stones for a seat, out of what lies in the bag."""
        told = self._next(Trace.DREW, f"stones of seat {seat}")
        agree("who draws, and how many", (told.seat, told.value), (seat, count))
        if not self._drawn.get(seat):
            raise DisagreementError(f"seat {seat} is not told its stones")
        entry = self._drawn[seat].popleft()
        drawn = Counter(white=int(entry.subject), black=int(entry.object))
        agree(f"stones that seat {seat} draws", drawn.total(), count)
        if min(drawn.values()) < 0 or not drawn <= bag:
            raise DisagreementError(f"seat {seat} draws {dict(drawn)} out of {dict(bag)}")
        return drawn

    def newcomer(self, pile: list[str], free: set[Cell]) -> tuple[str, Cell]:
        """§05-03, §09: the top of the pile, on an empty cell that two dice find."""
        entry = self._next(Trace.PLACED, "a new person")
        person, cell = PERSON_NAMES[entry.subject], (entry.object % 6 + 1, entry.object // 6 + 1)
        if self.shuffled:
            if person not in pile:
                raise DisagreementError(f"{person} comes out of a pile of {pile}")
        else:
            agree("top of the pile", person, pile[0])
        if cell not in free:
            raise DisagreementError(f"{person} comes to {cell}, which is taken")
        return person, cell
