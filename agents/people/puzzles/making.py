"""Finding puzzles: in recorded games, at the mistakes found by their reviews, or in games of bots.

A short search picks candidates; a long one decides (`puzzle.is_right_alone`). Both know only what the seat knows.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from agents.arguments import usual_seats
from agents.people.puzzles.puzzle import Puzzle, as_known, decision_of, is_right_alone, laid, stamp
from agents.registry import make_bot
from agents.search.budget import Budget
from agents.search.judge import Judge
from agents.search.opinion import Opinion, weigh
from dynasty_env.kit.errors import DynastyEnvError
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State

LEAST_CHOICES = 3
"""With fewer choices, guessing is too easy."""
PART = 0.25
"""The fraction of a game's decisions that is searched, so that a set draws on many games."""
EACH_GAME = 2
"""Maximum number of puzzles from one game."""
PROMISING = 0.14
"""The part of a victory by which the best choice has to lead in the short search."""
BOTS = ("greedy", "champion")
"""The bots that try each puzzle, besides random moves, to rate its difficulty."""


@dataclass(frozen=True)
class Candidate:
    """A decision that may become a puzzle."""

    state: State  # the table, including everything hidden
    taken: int  # the action that was taken


@dataclass(frozen=True)
class Searches:
    """The searches that find puzzles."""

    short: Budget  # budget of the search that picks candidates
    long: Budget  # budget of the search that decides
    judge: Judge  # the bot that plays the playouts of both


def played(game: Game, bot: str, seed: int, backend: BackendName) -> Iterator[Candidate]:
    """Decisions of a game that a bot plays against itself, at a table of any usual size.

    The seed is that of the deal, of the bot's dice, and of the selection of decisions.
    """
    rng = np.random.default_rng([seed, 1])
    seats = int(rng.integers(max(2, game.seats[0]), usual_seats(game) + 1))
    player, state = make_bot(bot, game), game.new(seed, backend=backend, num_players=seats)
    while not state.done:
        action = int(player.act(Decision(state, rng)))
        if len(state.legal()) >= LEAST_CHOICES and rng.random() < PART:
            yield Candidate(state.clone(), action)
        state.play(action)


class Finder:
    """Decides which candidates are puzzles: at most `most_alike` of one phase, those that exist `before` included."""

    def __init__(
        self, game: Game, searches: Searches, before: Sequence[Puzzle], most_alike: int,
        backend: BackendName = "compiled",
    ) -> None:  # fmt: skip
        self._game, self._searches, self._most_alike = game, searches, most_alike
        self._backend: BackendName = backend
        self._phases = Counter(each.phase for each in before)
        self._known = {each.id for each in before}
        self._bots = []
        for name in BOTS:
            with suppress(DynastyEnvError):  # this game has no bot of that name
                self._bots.append((name, make_bot(name, game)))

    def puzzle(self, candidate: Candidate, key: int) -> Puzzle | None:
        """The puzzle made from a candidate, or None. `key` resamples what its seat does not know."""
        game, state = self._game, candidate.state
        if self._phases[state.phase] >= self._most_alike:
            return None
        table = as_known(state, key)
        name = stamp(game, table)
        known = laid(game, table, self._backend)
        rng = np.random.default_rng(key)

        def weighed(budget: Budget, chosen: int | None = None) -> Opinion:
            return weigh(Decision(known, rng), budget, self._searches.judge, chosen=chosen)

        short = weighed(self._searches.short)
        if name in self._known or short.options[1].behind < PROMISING or not short.options[1].clearly_worse:
            return None
        second = short.options[1].action
        opinion = weighed(self._searches.long, second)
        if opinion.options[1].action != second:  # the long search ranks another action second
            second = next(each.action for each in opinion.options if each.action != opinion.best.action)
            opinion = weighed(self._searches.long, second)
        if opinion.best.action != short.best.action or not is_right_alone(opinion):
            return None
        self._phases[state.phase] += 1
        self._known.add(name)
        source = "game" if candidate.taken == opinion.best.action else "mistake"
        return Puzzle(
            name, state.seat, state.phase, table, opinion, source, self._solved_by(known, opinion.best.action)
        )

    def _solved_by(self, state: State, best: int) -> dict[str, float]:
        solved = {name: float(int(bot.act(decision_of(state))) == best) for name, bot in self._bots}
        return {"random": round(1.0 / len(state.legal()), 4), **solved}
