"""How much of a return can be predicted at all, and how much is luck? `python -m training.learn.ceiling dynasty_v0`

Greedy plays positions from games among greedy bots to their ends, many times each, with new dice. The variance of a
return has two parts: the variance between positions, which a perfect critic would explain, and the variance within a
position, which is luck still to come.

This is measured twice: with everything that the deciding seat does not know resampled, which matches a critic that
knows what the seat knows; and with all cards as they are, which matches a critic that sees all hands and decks.

`--at 0 --at 50` takes the first decision of each game and the one half-way, instead of decisions at random. This shows
what the deal has decided, and what is still open at that point.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from agents.arguments import GameOptions, named_options, rulebook
from agents.greedy import Greedy
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Decision
from dynasty_env.kit.state import State
from training.arena.choice_values import positions

Floats = npt.NDArray[np.float64]


class Share(NamedTuple):
    """The share of the variance that lies between positions, with its standard error (jackknife over positions)."""

    share: float
    error: float

    def __str__(self) -> str:
        return f"{self.share:.1%} ± {self.error:.1%}"


def between(returns: Floats) -> Share:
    """The share of the variance of `returns` (positions, playouts) that a perfect critic explains, without bias."""

    def share(kept: Floats) -> float:
        luck = float(np.mean(kept.var(axis=1, ddof=1)))
        known = float(np.var(kept.mean(axis=1), ddof=1)) - luck / kept.shape[1]
        return float(known / (known + luck))

    left_out = np.array([share(np.delete(returns, i, axis=0)) for i in range(len(returns))])
    n = len(returns)
    return Share(share(returns), float(np.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())))


KNOWN = ("by what the seat knows", "by all hands and decks")


def ceilings(game: Game, states: list[State], playouts: int, reward: str) -> tuple[Share, Share]:
    """The share of the deciding seat's return that critics could explain, depending on what they know: see `KNOWN`."""
    seen, whole = np.zeros((2, len(states), playouts))
    for i, state in enumerate(track(states, "playouts")):
        seat = state.seat
        seen[i] = state.playouts(playouts, "greedy", seat=seat, key=i, reward=reward)[:, seat]
        whole[i] = state.playouts(playouts, "greedy", key=i, reward=reward)[:, seat]
    return between(seen), between(whole)


def stages(
    game: Game, count: int, seed: int, options: dict[str, int | bool], parts: Sequence[float]
) -> list[list[State]]:
    """For each point of a game (0: its first decision, 0.5: half-way), the decision there in `count` games among greedy
    bots; forced decisions count too."""
    result: list[list[State]] = [[] for _ in parts]
    deals = np.random.default_rng(seed).integers(2**62, size=count).tolist()
    for number, deal in enumerate(track(deals, "games")):
        state, bot, rng = game.new(deal, backend="compiled", **options), Greedy(), np.random.default_rng(deal)
        bot.reset(number)
        course = []
        while not state.done:
            course.append(state.clone())
            state.play(bot.act(Decision(state, rng)))
        for states, part in zip(result, parts, strict=True):
            states.append(course[int(part * len(course))])
    return result


def main(
    game: Annotated[str, typer.Argument(help="Game to analyse.")],
    count: Annotated[int, typer.Option("--positions", min=3, help="Number of positions, one per game.")] = 400,
    playouts: Annotated[int, typer.Option(min=2, help="Playouts per position, in each of two ways.")] = 200,
    reward: Annotated[str, typer.Option(help="One of the game's rewards.")] = "win",
    option: GameOptions = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for the deals.")] = 1,
    at: Annotated[
        list[float] | None,
        typer.Option(min=0, max=99, help="Only after this percentage of each game; may be repeated."),
    ] = None,
) -> None:
    """Measure how much of a return a critic could explain at most; the rest is luck still to come."""
    chosen = rulebook(game)
    options = chosen.check_options(named_options(chosen, option or []))
    if at:
        parts = stages(chosen, count, seed, options, [part / 100 for part in at])
        asked = {f"after {part:g} % of the game": states for part, states in zip(at, parts, strict=True)}
    else:
        asked = {"at any decision": [state for state, _ in positions(chosen, count, seed, options, forced=True)]}
    table = Table("", *KNOWN, title=f"{reward} foretold ({count} positions, {playouts} playouts each)")
    for when, states in asked.items():
        table.add_row(when, *map(str, ceilings(chosen, states, playouts, reward)))
    Console(emoji=False).print(table)


if __name__ == "__main__":
    typer.run(main)
