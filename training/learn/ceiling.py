"""How much of a return can be foretold at all? `python -m training.learn.ceiling dynasty_v0`

Positions of games among greedy bots are each played to their ends many times by greedy, with new dice. The variance of
a return is that between positions, which a perfect critic would explain, and that within them, which is luck to come.
Twice: with all that the deciding seat does not know drawn anew, as a critic sees it that knows what the seat knows, and
with the cards as they lie, as one that sees all hands and decks.
"""

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.progress import track

from agents.arguments import named_options, rulebook
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from training.arena.choice_values import positions

Floats = npt.NDArray[np.float64]


class Share(NamedTuple):
    """The part of the variance that lies between positions, with its standard error (jackknife over positions)."""

    share: float
    error: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.error:.1%}"


def between(returns: Floats) -> Share:
    """What a perfect critic would explain of the variance of `returns` (positions, playouts), without bias."""

    def share(kept: Floats) -> float:
        luck = float(np.mean(kept.var(axis=1, ddof=1)))
        known = float(np.var(kept.mean(axis=1), ddof=1)) - luck / kept.shape[1]
        return float(known / (known + luck))

    left_out = np.array([share(np.delete(returns, i, axis=0)) for i in range(len(returns))])
    n = len(returns)
    return Share(share(returns), float(np.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())))


def ceilings(game: Game, states: list[State], playouts: int, reward: str) -> dict[str, Share]:
    """What critics could explain of the deciding seat's return, by what they know."""
    seen, whole = np.zeros((2, len(states), playouts))
    for i, state in enumerate(track(states, "playouts")):
        seat = state.seat
        seen[i] = state.playouts(playouts, "greedy", seat=seat, key=i, reward=reward)[:, seat]
        whole[i] = state.playouts(playouts, "greedy", key=i, reward=reward)[:, seat]
    return {"what the seat knows": between(seen), "all hands and decks": between(whole)}


def main(
    game: Annotated[str, typer.Argument(help="Which game.")],
    count: Annotated[int, typer.Option("--positions", min=3, help="One of each of so many games.")] = 400,
    playouts: Annotated[int, typer.Option(min=2, help="Of each position, and twice.")] = 200,
    reward: Annotated[str, typer.Option(help="One of the game's own.")] = "win",
    option: Annotated[list[str] | None, typer.Option(help="Option of the game as NAME=VALUE; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals.")] = 1,
) -> None:
    """How much of a return a critic could explain at most."""
    chosen = rulebook(game)
    found = ceilings(
        chosen,
        positions(chosen, count, seed, chosen.check_options(named_options(chosen, option or [])), forced=True),
        playouts,
        reward,
    )
    for what, share in found.items():
        Console().print(f"{reward}, by {what}: {share} of the variance ({count} positions, {playouts} playouts each)")


if __name__ == "__main__":
    typer.run(main)
