"""`dynasty balance`: how often each special ability, event and so on comes into play, and what it is worth.

A seat's share of the victories is compared with an equal share, over the games in which the thing was present, weighted
by how much each seat had it: for an ability, by the share of the game's turns in which it had somebody with it. This is
not an experiment: a seat that leads has more persons, and so more abilities. The remaining difference is reported with
its standard error. The game itself declares what there is to follow (`kit.experiments`).
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

from agents.arguments import GameToPlay, Seats, counting_bar, options_of, rulebook
from agents.compiling import compile_for_games
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.experiments import Assets, experiments_of
from dynasty_env.kit.files.replays import write_json
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot
from dynasty_env.kit.state import State
from training.arena.match import play_game, wilson

Follow = Callable[[State], Assets]


class Played(NamedTuple):
    """A game: what was observed of it, each seat's share of the victory, the seat that decided first."""

    assets: Assets
    shares: npt.NDArray[np.float64]
    first: int


def play(game: Game, seed: int, bots: list[Bot], options: dict[str, Any], follow: Follow) -> Played:
    """Play one game; returns what seats had in it, the shares of the victory, and who decided first."""
    state = game.new(seed, **options)
    first, assets = state.seat, follow(state)
    play_game(state, bots, heard=assets.look)
    return Played(assets, state.win_shares(), first)


def row(name: str, gains: list[float], effects: int, games: int) -> dict[str, Any]:
    """The share of games in which a thing was present, and the mean gain in victories with its standard error, which is
    None for fewer than two games."""
    gain = float(np.mean(gains)) if gains else 0.0
    error = float(np.std(gains, ddof=1) / np.sqrt(len(gains))) if len(gains) > 1 else None
    return {"name": name, "games": len(gains) / games, "gain": gain, "error": error, "effects": effects / games}


def balance(
    game: GameToPlay = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 1000,
    bot: Annotated[str, typer.Option(help="Bot in every seat.")] = "greedy",
    seats: Seats = None,
    option: Annotated[
        list[str] | None, typer.Option(help="Game option as NAME=VALUE; may be repeated.  [default: track everything]")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the first game.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write the results to this JSON file.")] = None,
) -> None:
    """Measure what special abilities and events are worth. Also counts how often they come into play."""
    rules, console = rulebook(game), Console(emoji=False)
    followed = experiments_of(rules).balance
    if followed is None:
        raise OptionError(f"{rules.name} declares no abilities or events to track; use dynasty victories to count wins")
    given = option if option is not None else [f"{name}={value}".lower() for name, value in followed.options.items()]
    options = options_of(rules, given, seats)
    bots = [make_bot(bot, rules) for _ in range(options["num_players"])]
    gains: dict[str, list[float]] = {name: [] for name in followed.names}
    effects: Counter[str] = Counter()
    order = np.zeros(len(bots))
    compile_for_games(rules, [bot], games, console, options)
    with counting_bar(console) as bar:
        for number in bar.track(range(games), description="games"):
            assets, shares, first = play(rules, seed + number, bots, options, followed.follow)
            order += np.roll(shares, -first)
            effects.update(assets.effects)
            for name, held in assets.held().items():
                gains[name].append(float(held @ (shares - shares.mean()) / held.sum()))
    rows = [row(name, gain, effects[name.removeprefix("event: ")], games) for name, gain in gains.items()]
    seats_won = {f"{i + 1}.": str(wilson(float(won), games)) for i, won in enumerate(order)}
    show(rows, seats_won, console)
    if out is not None:
        write_json(out, {"games": games, "bot": bot, "options": options, "seats": seats_won, "things": rows})


def show(rows: list[dict[str, Any]], seats_won: dict[str, str], console: Console) -> None:
    """Print the tables."""
    table = Table("ability or event", "in play in", "effects per game", "victories above an equal share")
    for line in rows:
        worked = f"{line['effects']:.2f}" if line["effects"] else "–"
        margin = f" ± {line['error']:.1%}" if line["error"] else " (too few games for an error)"
        table.add_row(line["name"], f"{line['games']:.0%}", worked, f"{line['gain']:+.1%}{margin}")
    console.print(table)
    console.print("by turn order: " + ", ".join(f"{place} {won}" for place, won in seats_won.items()))
