"""What becomes of a position when somebody moves, fights, fails or dies: expected values, over the dice."""

from agents.shinsengumi.evaluation import Evaluation, Weights
from agents.shinsengumi.observed import ARROWS, FAILURES, NEIGHBOURS, Observed, Where
from dynasty_env.shinsengumi.material import (
    DICE,
    FIGHT,
    LEFT_COLUMNS,
    SIDE,
    TRIGGER,
    Direction,
    Event,
    Failure,
    Fight,
    Trigger,
)

_DICE: tuple[int, ...] = tuple(DICE.tolist())
_FIGHTS: tuple[int, ...] = tuple(FIGHT.tolist())
_TRIGGERS: tuple[int, ...] = tuple(TRIGGER.tolist())


def above(limit: int, dice: int) -> float:
    """Chance that the highest of some dice is above a limit."""
    return float(1 - (min(limit, 6) / 6) ** dice)


class Plans:
    """Expected values of what can happen next, 0 … 1."""

    def __init__(self, observed: Observed, weights: Weights) -> None:
        self.observed = observed
        self.weights = weights
        self.evaluation = Evaluation(observed, weights)

    def without(self, where: Where, person: int) -> float:
        """The person is gone."""
        return self.evaluation.value({p: cell for p, cell in where.items() if p != person})

    def moved(self, where: Where, person: int, arrow: int) -> float:
        """The person takes an arrow (from 0): bushido check and fights included."""
        origin = where[person]
        there = {**where, person: NEIGHBOURS[origin][ARROWS[person][arrow]]}
        good = self.fought(there, person, origin)
        if not self.observed.is_black(person, arrow):
            return good
        fails = above(self.observed.bushido(person, there[person]), 1)
        return good if fails == 0 else (1 - fails) * good + fails * self.failed(there, person, origin)

    def default(self, where: Where, person: int) -> float:
        """The person takes his default arrow."""
        return self.moved(where, person, self.observed.possible(where, person)[0])

    # -- fights ------------------------------------------------------------------------------------------------------

    def fought(self, where: Where, person: int, origin: int) -> float:
        """The person has come to stand where he stands, from `origin`: whatever that triggers."""
        value = self.evaluation.value(where)
        for event in self.observed.events:
            if self.is_triggered(where, person, origin, event):
                value += self.fight(where, person, event) - self.evaluation.value(where)
        return value

    def is_triggered(self, where: Where, person: int, origin: int, event: int) -> bool:
        here, cell = where[person], self.observed.events[event]
        trigger = _TRIGGERS[event]
        if trigger == Trigger.BELOW:
            return here == NEIGHBOURS[cell][Direction.DOWN]
        if trigger == Trigger.ABOVE:
            return here == NEIGHBOURS[cell][Direction.UP]
        if trigger == Trigger.BESIDE:
            return here in NEIGHBOURS[cell]
        if trigger == Trigger.GATHERING:
            return here in NEIGHBOURS[cell] and len(self.observed.gathered(where)) > 1
        return trigger == Trigger.COLUMN and here % SIDE == cell % SIDE != origin % SIDE

    def fight(self, where: Where, person: int, event: int) -> float:
        """An event's fight against a person; Aburanokoji's against all who stand there."""
        now = self.evaluation.value(where)
        if event == Event.ABURANOKOJI:
            return now + sum(
                above(self.observed.combat[p], 1) * (self.without(where, p) - now)
                for p in self.observed.gathered(where)
            )
        combat, dice, kind = self.observed.combat[person], _DICE[event], _FIGHTS[event]
        if kind == Fight.SWORD:
            killed, wounded = above(combat, dice), 0.0
        elif kind == Fight.GUNFIRE:
            killed = above(4, dice)
            wounded = above(2, dice) - killed
        else:
            killed, wounded = 0.0, above(combat, dice)
        value = now + killed * (self.without(where, person) - now)
        return value + wounded * (self.wounded(where, person) - now) if wounded else value

    def wounded(self, where: Where, person: int) -> float:
        bottom = (SIDE - 1) * SIDE + where[person] % SIDE
        if where[person] == bottom:
            return self.evaluation.value(where)
        if not self.observed.is_free(where, bottom):
            return self.without(where, person)
        return self.evaluation.value({**where, person: bottom})

    # -- failure actions ---------------------------------------------------------------------------------------------

    def failed(self, where: Where, person: int, origin: int) -> float:
        """The person's check has failed."""
        now = self.evaluation.value(where)
        action = Failure.SEPPUKU if self.observed.is_unworthy(person) else FAILURES[person]
        if action in (Failure.SEPPUKU, Failure.DESERT):
            return self.without(where, person)
        if action == Failure.CARELESS:
            return (now + self.without(where, person)) / 2
        if action == Failure.COUGH_BLOOD:
            return (5 * now + self.without(where, person)) / 6
        if action == Failure.ASSASSINATE:
            return self.assassinated(where, person)
        if action == Failure.BULLY:
            return now
        return self.gone(where, person, self.landing(where, person, origin, action), origin)

    def gone(self, where: Where, person: int, cell: int, origin: int) -> float:
        """The person has gone to a cell by his failure action; -1: he has to desert."""
        return self.without(where, person) if cell < 0 else self.fought({**where, person: cell}, person, origin)

    def landing(self, where: Where, person: int, origin: int, action: int) -> int:
        """Where the failure action takes him; -1: he deserts."""
        cell = where[person]
        if action == Failure.RESOLVE:
            return self.slide(where, cell, Direction.UP)
        if action == Failure.DRUNK:
            return self.slide(where, cell, Direction.DOWN)
        if action == Failure.UNMOVED:
            return origin
        if action in (Failure.SPIRIT, Failure.RAGE):
            following = NEIGHBOURS[cell][Direction.UP if action == Failure.SPIRIT else Direction.DOWN]
            return following if self.observed.is_free(where, following) else cell
        row, column = divmod(cell, SIDE)
        if action == Failure.DEFECT:
            far = row * SIDE + (SIDE - 1 if column < LEFT_COLUMNS else 0)
        else:
            far = (SIDE - 1) * SIDE + column
        return far if far == cell or self.observed.is_free(where, far) else -1

    def slide(self, where: Where, cell: int, direction: int) -> int:
        while self.observed.is_free(where, following := NEIGHBOURS[cell][direction]):
            cell = following
        return cell

    def assassinated(self, where: Where, person: int) -> float:
        """I would choose the best target for me, somebody else anyone."""
        now = self.evaluation.value(where)
        on_left = where[person] % SIDE < LEFT_COLUMNS
        values = [self.without(where, p) for p, cell in where.items() if (cell % SIDE < LEFT_COLUMNS) != on_left]
        if not values:
            return now
        chosen = max(values) if self.observed.turn_player == 0 else sum(values) / len(values)
        return now + min(self.observed.combat[person], 6) / 6 * (chosen - now)
