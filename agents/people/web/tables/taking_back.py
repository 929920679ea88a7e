"""Taking back: a person's own latest decisions, as long as they have revealed nothing.

A decision can be taken back while nobody else has acted since, the random generator has not been used, and nothing
hidden has been revealed. While it is secret who is asked, nothing can be taken back, since the end of that possibility
would reveal somebody's silent decision.

An offer to another seat is shown to it immediately, and its note stays readable there (`GameInPlay.withdrawn`). To
limit the number of withdrawn offers, only `MOST_OFFERS` can be taken back until somebody else acts; the next one stays.
"""

from dataclasses import dataclass, replace

from agents.people.web.tables.play import GameInPlay, Moment
from agents.people.web.viewers.untold import tells_nothing

MOST_OFFERS = 3
"""Number of offers that a seat can take back until somebody else has acted."""


@dataclass(frozen=True)
class Step:
    """A decision that can be taken back."""

    seat: int  # the seat that decided
    moment: Moment  # the game before it
    turn: int | None  # the turn of the game; None: the game does not count turns
    chosen: bool
    """Chosen by the person; otherwise it was the only action, and is taken back together with those before it."""
    offer: bool = False  # it has put a question to another seat


class TakingBack:
    """The decisions of a table that can be taken back."""

    def __init__(self, game: GameInPlay) -> None:
        self._game = game
        self._steps: list[Step] = []
        self._offering: int | None = None
        self._offers = 0

    def before(self, seat: int, by: str) -> Step:
        """The state to return to, before a decision by a ``person``, or by the ``rule`` for one."""
        return Step(seat, self._game.moment(), self._turn(seat), by == "person")

    def after(self, step: Step | None) -> None:
        """Record a decision: by a person who may take it back, or (None) by anybody else."""
        if step is None or step.seat != self._offering:
            self._offering, self._offers = None if step is None else step.seat, 0
        if step is None or self._game.over or self._game.is_secret:
            self._steps.clear()  # also in a secret phase: an end there would reveal a silent decision
            return
        if self._steps and self._steps[-1].seat != step.seat:
            self._steps.clear()
        if not self._steps and not step.chosen:
            return
        action = self._game.actions[step.moment.number]
        offer = self._game.rulebook.addressee(step.moment.state, action) is not None
        stays = offer and self._offers >= MOST_OFFERS
        if not stays and tells_nothing(step.moment.state, self._game.state, step.seat, action):
            self._steps.append(replace(step, offer=offer))
        else:
            self._steps.clear()

    def open_to(self, seat: int) -> tuple[int, int]:
        """How many decisions a seat can take back now, and how many of them belong to this turn."""
        if not self._steps or self._steps[-1].seat != seat:
            return 0, 0
        chosen, turn = [step for step in self._steps if step.chosen], self._turn(seat)
        return len(chosen), sum(step.turn == turn for step in chosen)

    def steps(self, seat: int, count: int) -> Step | None:
        """The earliest of the seat's last `count` decisions, or None if there are fewer."""
        chosen = [step for step in self._steps if step.chosen]
        return chosen[-count] if 0 < count <= self.open_to(seat)[0] else None

    def taken(self, step: Step) -> None:
        """The game has returned to before this decision."""
        first = self._steps.index(step)
        self._offers += sum(each.offer for each in self._steps[first:])
        del self._steps[first:]

    def hinted(self, number: int) -> bool:
        """A hint was given at this decision, and those before it stay. Returns whether that changes anything."""
        before = len(self._steps)
        self._steps = [step for step in self._steps if step.moment.number >= number]
        return len(self._steps) < before

    def _turn(self, seat: int) -> int | None:
        result = self._game.known.view(seat).get("turn")
        return result if isinstance(result, int) else None
