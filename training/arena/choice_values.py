"""What is a bot's choice worth?

    python -m training.arena.choice_values dynasty_v0 --bots greedy,champion,mc:200:greedy
    python -m training.arena.choice_values dynasty_v0 --by champion --bots champion,champion+search:200
    python -m training.arena.choice_values dynasty_v0 --by champion --bots opinion:600:greedy,opinion:330:champion

Matches need thousands of games to tell two good players apart, since most of a game is luck. Here several bots decide
at the same positions, from games among greedy bots or among champions. Every choice is then played out many times by
the same bots, in imagined tables that are the same for all choices of a position.

The value of a choice is its value for a player who continues like these bots: a bot that prepares something that greedy
would never carry out gets no credit for it. The bot ``opinion:<budget>[:<judge>]`` chooses what a hint would recommend
(`agents.search.opinion`).
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import typer
from gymnasium.vector import AutoresetMode
from rich.console import Console
from rich.table import Table

from agents.arguments import GameOptions, counting_bar, named_options, rulebook
from agents.network.batch import one_thread
from agents.network.search import opinion_judge
from agents.registry import make_bot, names_in
from agents.search.batched import BatchedPlayouts
from agents.search.judge import ByRules, budget_and_judge
from agents.search.opinion import weigh
from dynasty_env.kit.envs.vector import VectorEnv
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.game import Game
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.decision import Bot, Decision, begun, decided
from dynasty_env.kit.state import State
from training.arena.evaluate import BatchPlayer, player_of

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.int64]

OPINION = "opinion:"
"""The prefix for names of bots that choose what a hint would recommend."""
NO_VALUES = np.zeros(0)
"""No values: playouts go to the end."""
PARTS = ("first fifth", "second fifth", "third fifth", "fourth fifth", "last fifth")
"""Parts of a game, by its decisions."""


class Position(NamedTuple):
    """A decision of a game.

    Attributes:
        part: one of `PARTS`: when in its game the decision comes.
    """

    state: State
    part: str


class Hinted:
    """Chooses what a hint would recommend. Raises OptionError if the budget is invalid or there is no such judge.

    Args:
        argument: budget and judge, as in ``200ms:greedy``.
    """

    def __init__(self, game: Game, argument: str) -> None:
        self.name = f"{OPINION}{argument}"
        self._budget, judge = budget_and_judge(argument)
        self._judge = opinion_judge(game, judge)
        self._judge.prepare(game, None)

    def reset(self, seed: int) -> None:
        """Nothing to reset."""

    def act(self, decision: Decision) -> int:
        return weigh(decision, self._budget, self._judge).best.action


class Gain(NamedTuple):
    """How much more a bot's choices are worth than the first bot's.

    Attributes:
        mean: over all positions, in returns of `win` (-1 … 1) as searches count them (`agents.search.loops`).
        differs: the share of positions at which the two choose differently.
    """

    mean: float
    error: float
    differs: float


def positions(
    game: Game, count: int, seed: int, options: dict[str, int | bool], *, by: str = "greedy", forced: bool = False
) -> list[Position]:
    """One decision of each of `count` games among bots of one name, drawn at random from the decisions of its game.

    Args:
        seed: the seed of the deals; with another seed, all of them differ.
        forced: whether decisions with one legal action count too.
    """
    rng, given = np.random.default_rng(seed), dict[str, Any](options)
    env = VectorEnv(game, count, autoreset_mode=AutoresetMode.DISABLED, **given)
    batch = env.reset(rng.integers(2**62, size=count).tolist())
    player, actions = player_of(by, game, seed), np.zeros(count, np.int64)
    kept: dict[int, State] = {}
    decisions, when = np.zeros(count, np.int64), np.zeros(count, np.int64)
    with one_thread(), counting_bar(Console(emoji=False)) as progress:
        task = progress.add_task("games", total=count)
        while len(live := np.flatnonzero(batch.terminated == 0)):
            counted = live if forced else live[batch.action_mask[live].sum(axis=1) > 1]
            decisions[counted] += 1
            for table in counted[rng.random(len(counted)) * decisions[counted] < 1]:  # uniform over a game's decisions
                kept[int(table)], when[table] = env.state(int(table)).clone(), decisions[table] - 1
            actions[live] = player.choose(env, batch, live)
            batch = env.step(actions)
            progress.update(task, completed=count - len(live))
    env.close()
    parts = when * len(PARTS) // decisions
    return [Position(kept[table], PARTS[parts[table]]) for table in range(count)]


def choices(states: Sequence[State], bots: Sequence[Bot]) -> Ids:
    """(positions, bots) the choice of each bot, which gets its own generator for each position."""
    chosen = np.zeros((len(states), len(bots)), np.int64)
    for which, bot in enumerate(bots):
        with counting_bar(Console(emoji=False)) as bar:
            for i, state in enumerate(bar.track(states, description=bot.name)):
                begun(bot, i)
                chosen[i, which] = decided(bot, Decision(state, np.random.default_rng([i, 1])))
    return chosen


def worths(states: Sequence[State], chosen: Ids, playouts: int, *, by: str = "greedy") -> Floats:
    """What each choice returns on average to the deciding seat, if bots of one name play on in all seats. Raises
    OptionError if these bots cannot decide at many tables at the same time.

    Args:
        chosen: (positions, bots) the choices.
        playouts: the number for each choice, in the same imagined tables.

    Returns:
        (positions, bots) returns of `win` as searches count them, -1 … 1; 0 for all where all bots agree.
    """
    result = np.zeros(chosen.shape)
    total = _playouts(by, states[0].game)
    with counting_bar(Console(emoji=False)) as bar:
        for i, state in enumerate(bar.track(states, description="playouts")):
            actions, which = np.unique(chosen[i], return_inverse=True)
            if len(actions) > 1:
                result[i] = total(Decision(state, np.random.default_rng([i, 2])), actions, playouts)[which] / playouts
    return result


def _playouts(by: str, game: Game) -> Callable[[Decision, Ids, int], Floats]:
    """A function that sums the returns (k,) of actions (k,) over this many imagined tables, played out by bots."""
    if by == "greedy":
        return lambda decision, actions, playouts: ByRules(by).playouts(decision).total(actions, playouts)
    player = player_of(by, game)
    if not isinstance(player, BatchPlayer):
        raise OptionError(f"{by} cannot play out: it decides at one table at a time; use greedy, champion or net:FILE")

    def batched(decision: Decision, actions: Ids, playouts: int) -> Floats:
        with one_thread():
            together = BatchedPlayouts(decision, lambda seen, mask: (player.decide(seen, mask), NO_VALUES))
            return together.total(actions, playouts)

    return batched


def gains(chosen: Ids, worth: Floats) -> list[Gain]:
    """The gains of every bot over the first one."""
    more = worth - worth[:, :1]
    errors = more.std(axis=0, ddof=1) / np.sqrt(len(more))
    differs = (chosen != chosen[:, :1]).mean(axis=0)
    return [Gain(*map(float, of_bot)) for of_bot in zip(more.mean(axis=0), errors, differs, strict=True)]


def gains_by(labels: Sequence[str], chosen: Ids, worth: Floats) -> list[tuple[str, int, list[Gain]]]:
    """Gains for the labels of at least two positions, most frequent first: the label, how many, and the gains there."""
    every = np.array(labels)
    kinds = [(name, every == name) for name in dict.fromkeys(labels)]
    rows = [(name, int(here.sum()), gains(chosen[here], worth[here])) for name, here in kinds if here.sum() > 1]
    return sorted(rows, key=lambda each: -each[1])


def main(
    game: Annotated[str, typer.Argument(help="Game to analyse.")],
    bots: Annotated[str, typer.Option(help="Bots to compare with the first one.")],
    count: Annotated[int, typer.Option("--positions", min=3, help="Number of positions, one per game.")] = 400,
    playouts: Annotated[int, typer.Option(min=1, help="Playouts per choice.")] = 400,
    option: GameOptions = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for the deals.")] = 1,
    by: Annotated[str, typer.Option(help="Bot for the games and playouts: greedy, champion, net:FILE.")] = "greedy",
) -> None:
    """Measure the value of bots' choices by playouts of one bot."""
    chosen_game = rulebook(game)
    players = [
        Hinted(chosen_game, name.removeprefix(OPINION)) if name.startswith(OPINION) else make_bot(name, chosen_game)
        for name in names_in(bots)
    ]
    if by == "greedy":
        chosen_game.policy(by)
        ByRules(by).prepare(chosen_game, None)
    options = chosen_game.check_options(named_options(chosen_game, option or []))
    where = positions(chosen_game, count, seed, options, by=by)
    states = [state for state, _ in where]
    chosen = choices(states, players)
    worth = worths(states, chosen, playouts, by=by)
    table = Table(title=f"{chosen_game.name}: {count} positions, {playouts} playouts per choice")
    for heading in ("where", "positions", "bot", f"worth more than {visible(players[0].name)}'s", "differs"):
        table.add_column(heading)
    parts = sorted(gains_by([part for _, part in where], chosen, worth), key=lambda each: PARTS.index(each[0]))
    phases = gains_by([state.phase for state in states], chosen, worth)
    for name, here, measured in [("all", count, gains(chosen, worth)), *parts, *phases]:
        for place, (player, gain) in enumerate(zip(players[1:], measured[1:], strict=True)):
            which = ("", "") if place else (name, str(here))
            text = f"{gain.mean:+.4f} ± {gain.error:.4f}"
            table.add_row(*which, visible(player.name), text, f"{gain.differs:.0%}")
    table.caption = "± standard error"
    Console(emoji=False).print(table)


if __name__ == "__main__":
    typer.run(main)
