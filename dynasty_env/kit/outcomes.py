"""All results of a deal or a move, with probabilities: chance is enumerated instead of drawn.

    from dynasty_env.kit.outcomes import deals, outcomes

    for deal in deals(game, num_players=2):
        print(deal.probability, [o.probability for o in outcomes(deal.state, deal.state.legal()[0])])

Each draw among n multiplies the number of results by n, so this is practical if a move draws rarely and among few: up
to five or six dice, or card games that draw card by card. Eight dice, or the shuffle of a pack of 52 cards, cannot be
enumerated, and raise an error. Moves are played by the interpreted rules.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dynasty_env.kit.engine import entries
from dynasty_env.kit.engine.backend import Tables
from dynasty_env.kit.engine.forced import NextDraw
from dynasty_env.kit.errors import IllegalActionError, OptionError, RuleFault
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State, whole

MAX_SEQUENCES = 50_000
"""The maximum number of draw sequences in a deal or a move."""
SUSPECT = 500
"""The number of sequences after which it is estimated whether there will be too many."""
PROBES = 8
"""How many sequences, drawn at random, have to be rarer than one in four `MAX_SEQUENCES` for that."""
RARE = Fraction(1, 10**8)
"""A sequence with a lower probability than this must be one of too many, so the enumeration can stop early."""


@dataclass(frozen=True)
class Outcome:
    """A table that can result from a deal or a move.

    Attributes:
        probability: exact.
        state: the table. It is the one that `State.play` would have reached with these draws; it has no past, and a
            table that was dealt here has no seed (-1).
    """

    probability: Fraction
    state: State


class Drawing:
    """A deal or a move that stops before each draw of chance.

    Attributes:
        before: the table on which it is played, which does not change.
        action: the move; None deals.
        draws: what has been drawn.
        choices: the next draw is a number 0 … choices - 1, all equally likely; 0: nothing is left to draw.
    """

    __slots__ = ("_after", "action", "before", "choices", "draws")

    def __init__(self, before: State, action: int | None, draws: tuple[int, ...] = ()) -> None:
        """Raises IllegalActionError if the move is illegal, RuleFault if the rules fail."""
        self.before, self.action, self.draws = before, action, draws
        self.choices = 0
        self._after: State | None = None
        tables = before.tables.copy()
        try:
            answer = self._carried_out(tables)
        except NextDraw as draw:
            self.choices = draw.outcomes
            return
        except Exception as error:
            before._blame(error)
            raise
        after = State(before.game, tables, before._backend)
        if answer == entries.ILLEGAL:
            raise IllegalActionError(before.refusal(action, -1 if action is None else action))
        after.check()
        self._after = after

    def __str__(self) -> str:
        game = self.before.game
        what = "deal" if self.action is None else f"action {game.action_names[self.action]}"
        return f"the {what} of {game.name}"

    def _carried_out(self, tables: Tables) -> Any:
        forced = self.before.game.forced
        if self.action is not None:
            return forced.call("step", tables, self.draws, self.action)
        forced.call("deal", tables, self.draws, 0)
        tables.array["seed"] = -1
        return entries.DONE

    @property
    def state(self) -> State:
        """The resulting table, once nothing is left to draw."""
        assert self._after is not None, "something is left to draw"
        return self._after

    def drawn(self, number: int) -> "Drawing":
        """The same after one more draw."""
        return type(self)(self.before, self.action, (*self.draws, number))


class Hiding(Drawing):
    """The tables that the seat `action` cannot tell from `before`: `hide`, with its draws enumerated."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"{self.before.game.name}: what seat {self.action} does not know"

    def _carried_out(self, tables: Tables) -> Any:
        self.before.game.forced.call("hide", tables, self.draws, self.action, 0)
        return entries.DONE


def deal_of(game: Game, **options: Any) -> Drawing:
    """The deal of a game with these options. Raises OptionError if one is unknown or out of range."""
    return Drawing(State(game, game.blank(1, game.check_options(options)), game.interpreted), None)


def deals(game: Game, **options: Any) -> list[Outcome]:
    """All tables that can be dealt, without duplicates. Raises OptionError as `deal_of` and `listed` do."""
    return list(listed(deal_of(game, **options)))


def outcomes(state: State, action: int, *, trace: bool = True) -> list[Outcome]:
    """All tables that can result from a legal action, without duplicates.

    Args:
        trace: whether tables on which the same has happened by different dice are different. False: tables that differ
            only in the trace of this move (`State.trace`), such as the faces of dice, count as one; the trace of its
            `state` is then that of one of them.

    Raises:
        IllegalActionError: if it is not legal.
        OptionError: see `listed`.
    """
    number = whole(action)
    if number < 0:
        raise IllegalActionError(state.refusal(action, number))
    return list(listed(Drawing(state, number), trace=trace))


def possible_tables(state: State) -> list[Outcome]:
    """All tables that are consistent with the common knowledge of all seats at a position, with probabilities.

    They are found by applying `hide` to the table, for one seat after the other, until no new table appears. Their
    probabilities follow from those of `hide`: decisions before the position reveal nothing.

    Raises:
        OptionError: if there are more than `MAX_SEQUENCES` of them, or `hide` draws in more ways than that.
        RuleFault: if `hide` of the game contradicts itself; `dynasty check` finds such faults.
    """
    first = next(listed(Hiding(state, 0))).state  # without the traces of earlier moves
    weights, states = {without_generator(first): Fraction(1)}, {without_generator(first): first}
    met: set[tuple[int, bytes]] = set()
    open_ = list(weights)
    while open_:
        here = open_.pop()
        for seat in range(state.num_players):
            if (seat, here) in met:
                continue
            alike = {without_generator(each.state): each for each in listed(Hiding(states[here], seat))}
            if here not in alike:
                raise RuleFault(f"{state.game.name}: hiding from seat {seat} never leads to the actual table")
            for key, outcome in alike.items():
                weight = weights[here] * outcome.probability / alike[here].probability
                if weights.setdefault(key, weight) != weight:
                    raise RuleFault(f"{state.game.name}: what seats probably hold after hiding is none of its deals")
                if key not in states:
                    states[key] = outcome.state
                    open_.append(key)
                met.add((seat, key))
            if len(states) > MAX_SEQUENCES:
                raise OptionError(
                    f"{state.game.name}: more than {MAX_SEQUENCES:,} tables are possible: too many to enumerate"
                )
    total = sum(weights.values())
    return [Outcome(weight / total, states[key]) for key, weight in weights.items()]


def listed(drawing: Drawing, *, trace: bool = True) -> Iterator[Outcome]:
    """All results of a deal, a move or hiding; tables that only differ in their generators are merged.

    Args:
        drawing: before anything is drawn.
        trace: see `outcomes`.

    Raises:
        OptionError: if there are more than `MAX_SEQUENCES` sequences of draws, as far as that can be estimated, or one
            is less likely than `RARE`.
    """
    suspected = False
    sequences = 1
    tables: dict[bytes, tuple[Fraction, State]] = {}
    open_: list[tuple[Fraction, Drawing]] = [(Fraction(1), drawing)]
    while open_:
        probability, here = open_.pop()
        if here.choices:
            part = probability / here.choices
            sequences += here.choices - 1
            if sequences > SUSPECT and not suspected:
                suspected = True
                if _are_too_many(drawing):
                    sequences = MAX_SEQUENCES + 1
            if sequences > MAX_SEQUENCES or part < RARE:
                raise OptionError(f"{drawing} draws in more than {MAX_SEQUENCES:,} ways: too many to enumerate")
            open_ += [(part, here.drawn(number)) for number in reversed(range(here.choices))]
        else:
            key = without_generator(here.state, trace=trace)
            before, state = tables.get(key, (Fraction(0), here.state))
            tables[key] = before + probability, state
    for probability, state in tables.values():
        yield Outcome(probability, state)


def _are_too_many(drawing: Drawing) -> bool:
    """Whether there are more than `MAX_SEQUENCES` sequences, judging by a few drawn at random.

    The inverse of the probability of such a sequence is, on average, the number of all. Among at most `MAX_SEQUENCES`,
    one is rarer than a quarter of that with a chance below 1/4, and all probes are with one below 1/65,000.
    """
    rng = random.Random(0)
    for _ in range(PROBES):
        here, sequences = drawing, 1
        while here.choices:
            sequences *= here.choices
            here = here.drawn(rng.randrange(here.choices))
        if sequences <= 4 * MAX_SEQUENCES:
            return False
    return True


def without_generator(state: State, *, trace: bool = True) -> bytes:
    """A table's bytes without those of its generator: equal for tables that only differ in it.

    Args:
        trace: whether the trace of the last move counts, too.
    """
    bare = state.tables.copy().array
    for field in ("key0", "key1", "draws", *(() if trace else ("trace", "trace_length"))):
        bare[field] = 0
    return bare.tobytes()
