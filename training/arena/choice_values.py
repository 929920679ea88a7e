"""What is a bot's choice worth?

    python -m training.arena.choice_values dynasty_v0 --bots greedy,champion,mc:200:greedy

Matches need thousands of games to tell two good players apart, since most of a game is luck. Here several bots decide
at the same positions of games among greedy bots, and every choice is played out many times by greedy, in imagined
tables that are the same for all choices of a position. What a choice is worth is worth so to somebody who plays on as
greedy does: a bot that prepares what greedy would never carry out gets no credit for it.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from agents.arguments import named_options, rulebook
from agents.greedy import Greedy
from agents.registry import make_bot
from agents.search.budget import Budget
from agents.search.players import FlatMonteCarlo, compile_search
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.decision import Bot, Decision
from dynasty_env.kit.state import State

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]


class Gain(NamedTuple):
    """How much more a bot's choices are worth than the first bot's.

    Attributes:
        mean: over all positions, in returns of `win` (-1 … 1).
        error: its standard error.
        differs: part of the positions at which both choose differently.
    """

    mean: float
    error: float
    differs: float


def positions(
    game: Game, count: int, seed: int, options: dict[str, int | bool], *, forced: bool = False
) -> list[State]:
    """One decision of each of `count` games among greedy bots, at random among those of its game.

    Args:
        game: whose positions.
        count: how many.
        seed: of the first deal; the others follow.
        options: the game's.
        forced: whether decisions with one legal action count too.
    """
    rng = np.random.default_rng(seed)
    found: list[State] = []
    for number in track(range(count), "games"):
        state, bot, kept = game.new(seed + number, backend="compiled", **options), Greedy(), None
        bot.reset(number)
        decisions = 0
        while not state.done:
            decision = Decision(state, rng)
            if forced or len(decision.legal) > 1:
                decisions += 1
                if rng.random() < 1 / decisions:  # each is kept with the same chance
                    kept = state.clone()
            state.play(bot.act(decision))
        assert kept is not None
        found.append(kept)
    return found


def choices(states: Sequence[State], bots: Sequence[Bot]) -> Ids:
    """(positions, bots) what each of the bots does, with dice of its own for each position."""
    chosen = np.zeros((len(states), len(bots)), np.int64)
    for which, bot in enumerate(bots):
        for i, state in enumerate(track(states, visible(bot.name))):
            bot.reset(i)
            chosen[i, which] = bot.act(Decision(state, np.random.default_rng([i, 1])))
    return chosen


def worths(states: Sequence[State], chosen: Ids, playouts: int) -> Floats:
    """(positions, bots) what each choice returns on average to the deciding seat (`win`, -1 … 1); 0 for all where all
    bots agree."""
    search = FlatMonteCarlo(Budget(playouts=playouts), "greedy")
    found = np.zeros(chosen.shape)
    for i, state in enumerate(track(states, "playouts")):
        actions, which = np.unique(chosen[i], return_inverse=True)
        if len(actions) == 1:
            continue
        decision = Decision(state, np.random.default_rng([i, 2]))
        totals = np.zeros(len(actions))
        search.imagined(decision).flat(search.key(decision), 0, playouts, actions, totals)
        found[i] = totals[which] / playouts
    return found


def gains(chosen: Ids, worth: Floats) -> list[Gain]:
    """Of every bot over the first one."""
    more = worth - worth[:, :1]
    errors = more.std(axis=0, ddof=1) / np.sqrt(len(more))
    differs = (chosen != chosen[:, :1]).mean(axis=0)
    return [Gain(*map(float, of_bot)) for of_bot in zip(more.mean(axis=0), errors, differs, strict=True)]


def main(
    game: Annotated[str, typer.Argument(help="Which game.")],
    bots: Annotated[str, typer.Option(help="Names of bots; all are compared with the first one.")],
    count: Annotated[int, typer.Option("--positions", min=3, help="One of each of so many games.")] = 400,
    playouts: Annotated[int, typer.Option(min=1, help="Of each choice.")] = 400,
    option: Annotated[list[str] | None, typer.Option(help="Option of the game as NAME=VALUE; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals.")] = 1,
) -> None:
    """What choices of bots are worth, by playouts of greedy."""
    chosen_game = rulebook(game)
    chosen_game.policy("greedy")
    players = [make_bot(name, chosen_game) for name in bots.split(",")]
    compile_search(chosen_game, FlatMonteCarlo.loop, "greedy")
    states = positions(chosen_game, count, seed, chosen_game.check_options(named_options(chosen_game, option or [])))
    chosen = choices(states, players)
    table = Table(title=f"{chosen_game.name}: {count} positions, {playouts} playouts of each choice")
    for heading in ("bot", f"worth more than {visible(players[0].name)}'s (± standard error)", "differs"):
        table.add_column(heading)
    for player, gain in zip(players, gains(chosen, worths(states, chosen, playouts)), strict=True):
        table.add_row(visible(player.name), f"{gain.mean:+.4f} ± {gain.error:.4f}", f"{gain.differs:.0%}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
