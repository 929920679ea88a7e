"""`dynasty victories`: who wins among equal bots, by the order of play, by a trait, and by what a seat has done.

The bots of the compiled rules play many tables at the same time, so that tens of thousands of games take minutes, and
an edge of one percent shows. Order of play and wins need nothing from the game; its trait and deeds are declared by the
game (`kit.experiments`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from gymnasium.vector import AutoresetMode
from rich.console import Console
from rich.table import Table

from agents.arguments import GameOptions, GameToPlay, Seats, counting_bar, options_of, rulebook
from dynasty_env.kit.envs.vector import VectorEnv, batch_backend
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.experiments import Deeds, Measures, experiments_of, telling
from dynasty_env.kit.files.replays import write_json
from dynasty_env.kit.game import BackendName, Game
from training.arena.match import Rate, wilson
from training.arena.measure import ending_of
from training.speed.speed import Draws

TABLES = 512
"""Tables that are played at the same time."""


@dataclass(frozen=True)
class Deed:
    """Something that a seat can have done by the end of a game.

    Attributes:
        times: how often it was done, counting every time that a seat did it.
        seats: how many seats have done it.
        victories: the share of all victories that were theirs.
    """

    times: int
    seats: int
    rate: Rate
    victories: float


@dataclass(frozen=True)
class Victories:
    """The results of `games` games among equal bots.

    Attributes:
        order: the win rates of the seats, in order from the one that decided first.
        trait: what `traits` is about; empty if the game has none.
        traits: the win rate of a seat with each value of the trait.
        deeds: by name.
        endings: games that ended in each way (`ending_of`).
        outcomes: games that one seat won, that several shared, that nobody won.
        decisions: decisions with a choice, per game. longest: the most in any game.
        counts: the mean of what the game counts at its end, by name.
    """

    game: str
    bots: str
    options: dict[str, int | bool]
    seed: int
    games: int
    order: list[Rate]
    trait: str
    traits: dict[str, Rate]
    deeds: dict[str, Deed]
    endings: dict[str, int]
    outcomes: dict[str, int]
    decisions: float
    longest: int
    counts: dict[str, float]


@dataclass
class Count:
    """The sums of all games so far."""

    seats: int
    games: int = 0
    decisions: int = 0
    longest: int = 0
    order: list[float] = field(default_factory=list)
    traits: dict[str, list[float]] = field(default_factory=dict)
    deeds: dict[str, list[float]] = field(default_factory=dict)
    times: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    counts: dict[str, float] = field(default_factory=dict)

    def add(
        self, shares: npt.NDArray[np.float64], first: int, traits: list[str] | None, deeds: Counter[tuple[int, str]],
        decisions: int, ending: str, counts: Mapping[str, float],
    ) -> None:  # fmt: skip
        """A game is over: each seat's share of the victory, who decided first, what is known of the seats, how many
        decisions with a choice there were, and how it ended."""
        self.games += 1
        self.order = [*map(float, np.add(self.order or [0.0] * self.seats, np.roll(shares, -first)))]
        winners = int(np.count_nonzero(shares))
        self.outcomes["nobody" if winners == 0 else "one" if winners == 1 else "shared"] += 1
        named = [(self.traits, name, seat) for seat, name in enumerate(traits or ())]
        for sums, name, seat in [*named, *((self.deeds, name, seat) for seat, name in deeds)]:
            line = sums.setdefault(name, [0.0, 0.0])
            line[0] += float(shares[seat])
            line[1] += 1
        for (_, name), times in deeds.items():
            self.times[name] += times
        self.endings[ending] += 1
        self.decisions += decisions
        self.longest = max(self.longest, decisions)
        for name, number in counts.items():
            self.counts[name] = self.counts.get(name, 0.0) + number


class Watch:
    """Follows the tables of one round of games, and counts them as they end."""

    def __init__(self, env: VectorEnv, measures: Measures | None, count: Count, first: npt.NDArray[np.int8]) -> None:
        self._env, self._measures, self._count = env, measures, count
        self._first = first
        self._traits: list[list[str] | None] = [None] * env.num_envs
        self._telling = list(telling(env.game, measures))
        self._followers = [Deeds(env.state(i), measures) for i in range(env.num_envs)]
        self._deeds: list[Counter[tuple[int, str]]] = [Counter() for _ in range(env.num_envs)]
        self._choices = np.zeros(env.num_envs, np.int64)

    def look(self, moved: npt.NDArray[np.intp], ended: npt.NDArray[np.intp]) -> None:
        """Update after a move at the tables `moved`; at those in `ended`, the game is over."""
        self._choices[moved] += 1
        if self._measures is not None:
            for i in moved:
                if self._traits[i] is None:
                    self._traits[i] = self._measures.traits(self._env.state(i))
        if self._telling:
            self._note(moved)
        for i in ended:
            self._end(int(i))

    def _note(self, moved: npt.NDArray[np.intp]) -> None:
        """Record the deeds in the last moves."""
        array = self._env.tables.array
        lengths = np.where(array["told"][moved] == 1, array["trace_length"][moved], 0)
        kinds = array["trace"][moved, : max(int(lengths.max(initial=0)), 1), 0]
        heard = (np.arange(kinds.shape[1]) < lengths[:, None]) & np.isin(kinds, self._telling)
        for row in np.flatnonzero(heard.any(axis=1)):
            i = int(moved[row])
            entries = array["trace"][i, : lengths[row]].tolist()
            self._deeds[i].update(self._followers[i].note(self._env.state(i), entries))

    def _end(self, i: int) -> None:
        state = self._env.state(i)
        self._deeds[i].update(self._followers[i].end(state))
        counts = self._measures.counts(state) if self._measures is not None else {}
        self._count.add(
            state.win_shares(), int(self._first[i]), self._traits[i], self._deeds[i], int(self._choices[i]),
            ending_of(state), counts,
        )  # fmt: skip


def count_victories(
    game: Game, bots: str, *, games: int, seed: int = 0, options: Mapping[str, Any], backend: BackendName | None = None,
    console: Console | None = None,
) -> Victories:  # fmt: skip
    """Let equal bots play each other. Raises OptionError if an option, the bot or the number of games is out of range.

    Args:
        bots: ``random`` or ``greedy``: one of `game.policies`.
        games: how many; they are dealt from `seed` and the seeds that follow it.
        seed: 0 … 2**62-1; it also determines the draws of random bots.
        backend: ``auto`` and ``compiled`` compile the rules.
    """
    if games < 1:
        raise OptionError(f"games={games} is out of range: at least 1")
    checked: dict[str, Any] = game.check_options(options)
    game.policy(bots)
    measures = experiments_of(game).measures
    count = Count(int(checked["num_players"]))
    runs: BackendName = "interpreted" if batch_backend(game, backend).name == "interpreted" else "compiled"
    with counting_bar(console) as bar:
        task = bar.add_task(f"{count.seats} {bots}", total=games)
        for begun in range(0, games, TABLES):
            tables = min(TABLES, games - begun)
            env = VectorEnv(game, tables, autoreset_mode=AutoresetMode.DISABLED, backend=runs, **checked)
            play_round(env, bots, seed + begun, measures, count, runs)
            bar.advance(task, tables)
    wins = sum(count.order) or 1.0
    return Victories(
        game=game.name,
        bots=bots,
        options=checked,
        seed=seed,
        games=count.games,
        order=[wilson(won, count.games) for won in count.order],
        trait=measures.trait if measures else "",
        traits={name: wilson(won, int(seats)) for name, (won, seats) in sorted(count.traits.items())},
        deeds={
            name: Deed(count.times[name], int(seats), wilson(won, int(seats)), won / wins)
            for name, (won, seats) in sorted(count.deeds.items())
        },
        endings=dict(count.endings.most_common()),
        outcomes={who: count.outcomes[who] for who in ("one", "shared", "nobody")},
        decisions=count.decisions / count.games,
        longest=count.longest,
        counts={name: total / count.games for name, total in count.counts.items()},
    )


def play_round(
    env: VectorEnv, bots: str, seed: int, measures: Measures | None, count: Count, backend: BackendName
) -> None:
    """Play one game at every table, dealt from `seed` and the seeds that follow it."""
    batch, draws = env.reset(seed), Draws(env.num_envs, seed)
    watch = Watch(env, measures, count, batch.seat.copy())
    live = np.arange(env.num_envs)
    step = 0
    while len(live):
        actions = np.zeros(env.num_envs, np.int64)
        if bots == "greedy":
            seen, mask = batch.observation[live], batch.action_mask[live]
            actions[live] = env.game.greedy_actions(seen, mask, key=seed + step, backend=backend)
        else:
            actions[live] = draws(batch.action_mask)[live]
        batch = env.step(actions)
        over = batch.terminated[live].astype(bool)
        watch.look(live, live[over])
        live = live[~over]
        step += 1


def show(won: Victories, console: Console) -> None:
    """The numbers for a terminal."""
    console.print(f"[bold]{won.game}, {won.games:,} games of {len(won.order)} {won.bots}[/]", highlight=False)
    table = Table("who", "won", "seats")
    for place, rate in enumerate(won.order):
        table.add_row(f"{place + 1}. in turn order", str(rate), f"{rate.games:,}")
    for name, rate in won.traits.items():
        table.add_row(f"{won.trait}: {name}", str(rate), f"{rate.games:,}")
    console.print(table)
    if won.deeds:
        table = Table("what a seat did", "such seats won", "of all", "times per game")
        for name, deed in won.deeds.items():
            table.add_row(name, str(deed.rate), f"{deed.victories:.1%}", f"{deed.times / won.games:.3f}")
        console.print(table)
    for ending, number in won.endings.items():
        console.print(f"{ending}: {number:,}", highlight=False)
    console.print(
        ", ".join(f"{who} {number:,}" for who, number in won.outcomes.items())
        + f"; {won.decisions:.0f} decisions with a choice, at most {won.longest}"
    )
    for what, mean in won.counts.items():
        console.print(f"{what}: {mean:.2f}", highlight=False)


def victories(
    game: GameToPlay = None,
    bots: Annotated[
        str | None, typer.Option(help="Bot in every seat: random or greedy.  [default: greedy if there is one]")
    ] = None,
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 20_000,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the first game.")] = 0,
    option: GameOptions = None,
    file: Annotated[Path | None, typer.Option("--json", help="Also write the numbers to this JSON file.")] = None,
) -> None:
    """Count wins in many games between equal bots. Wins are listed by turn order and by what the seats did."""
    rules = rulebook(game)
    console = Console(emoji=False)
    counts = count_victories(
        rules,
        bots or ("greedy" if "greedy" in rules.policies else "random"),
        games=games,
        seed=seed,
        options=options_of(rules, option or [], seats),
        console=console,
    )
    show(counts, console)
    if file is not None:
        write_json(file, asdict(counts))
