"""What follows the right choice of a puzzle: the next choices of its seat, as long as it is asked at once."""

from collections.abc import Callable
from functools import cache

import numpy as np

from agents.people.puzzles.puzzle import Puzzle, decision_of, shipped
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision

MOST = 4
"""Maximum number of choices that are followed."""


def following(game: Game, puzzle: Puzzle, choose: Callable[[Decision], int]) -> list[str]:
    """The next choices of a puzzle's seat in words, if `choose` makes them; forced ones are left out."""
    state, result = puzzle.state(game), list[str]()
    state.play(puzzle.best)
    while not state.done and state.seat == puzzle.seat and len(result) < MOST:
        decision = decision_of(state)
        action = choose(decision)
        if len(decision.legal) > 1:
            result.append(decision.describe(action))
        state.play(action)
    return result


def by_rule(decision: Decision) -> int:
    """The choice of the game's own bot, or the first legal one, on interpreted rules."""
    game = decision.game
    if "greedy" not in game.policies:
        return int(decision.legal[0])
    observation, mask = np.asarray(decision.observation)[None], decision.mask[None]
    return int(game.greedy_actions(observation, mask, backend="interpreted")[0])


@cache
def preferred(game: Game) -> tuple[Puzzle, ...]:
    """Half of the puzzles shipped with a game or more: those whose choice is soonest a whole move."""
    puzzles = shipped(game)
    lengths = [len(following(game, each, by_rule)) for each in puzzles]
    longest = sorted(lengths)[(len(puzzles) - 1) // 2] if puzzles else 0
    return tuple(each for each, length in zip(puzzles, lengths, strict=True) if length <= longest)
