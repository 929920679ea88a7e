"""What the dice showed, as the engine's trace tells it: the page says how many and for what, never their faces."""

from dynasty_env.kingdoms.ids import Trace
from tests.wanted import Wanted, agree

from .board import PERSON_NAMES

DICE = (
    Trace.NEEDS,
    Trace.DIE,
    Trace.OUTCOME,
    Trace.FORCE,
    Trace.BATTLE,
    Trace.CHECKED,
    Trace.ROLLED,
    Trace.TIED,
    Trace.POLICED,
)
DIES, WEAKENED = 1, 2  # what a check is told with


class Chance(Wanted):
    """The dice since the last answer, in order; each must be wanted where it was rolled."""

    kinds = DICE

    def attempt(self, what: str, dice: int, value: int, enough: int) -> int:
        """K1: so many dice, each a success up to this value; the attempt succeeds with enough of them."""
        entry = self._next(Trace.NEEDS, what)
        agree(f"dice and value of {what}", (entry.object, entry.value), (dice, value))
        successes = 0
        for _ in range(dice):
            successes += self._face(self._next(Trace.DIE, what).value) <= value
        agree(f"outcome of {what}", self._next(Trace.OUTCOME, what).object, int(successes >= enough))
        return successes

    def force(self, side: int, dice: int, war: int) -> int:
        """Row 3: the dice of one side of a war, 0 attack, 1 defence. Returns its successes."""
        what = f"force of {('attack', 'defence')[side]}"
        entry = self._next(Trace.FORCE, what)
        agree(f"side, dice and value of {what}", (entry.subject, entry.object, entry.value), (side, dice, war))
        successes = 0
        for _ in range(dice):
            entry = self._next(Trace.DIE, what)
            agree("whose die it is", entry.object, side)
            successes += self._face(entry.value) <= war
        return successes

    def battle(self, attack: int, defence: int, power: int) -> None:
        """Row 3: what a battle is decided by."""
        entry = self._next(Trace.BATTLE, "battle")
        agree("battle", (entry.subject, entry.object, entry.value), (attack, defence, power))

    def check(self, person: str, life: int, less: int) -> bool:
        """Ch. 5: whether a person survives a death check."""
        entry = self._next(Trace.CHECKED, f"check of {person}")
        agree("who is checked", PERSON_NAMES[entry.subject], person)
        lives = self._face(entry.value) <= life - less
        told = (0 if lives else DIES) + (WEAKENED if less else 0)
        agree(f"check of {person}, whose life is {life} − {less}", entry.object, told)
        return lives

    def claim(self, seat: int, person: str, bonus: int) -> int:
        """Ch. 5: a die and bonus of a candidate. Returns the total."""
        entry = self._next(Trace.ROLLED, f"die of {person}, whom seat {seat} names")
        agree("who rolls", (entry.seat, PERSON_NAMES[entry.subject]), (seat, person))
        total = self._face(entry.value) + bonus
        agree(f"total of {person}", entry.object, total)
        return total

    def tie(self, count: int) -> None:
        """Ch. 5: the highest are tied, for the so many-th time."""
        agree("ties", self._next(Trace.TIED, "tie").value, count)

    def police(self, officer: str, target: str, governance: int) -> bool:
        """K29: whether a police person executes the target."""
        entry = self._next(Trace.POLICED, f"die of {officer}")
        told = (PERSON_NAMES[entry.subject], PERSON_NAMES[entry.object])
        agree("who is police, and against whom", told, (officer, target))
        return self._face(entry.value) <= governance
