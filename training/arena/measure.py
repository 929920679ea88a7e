"""`dynasty measure`: statistics of a game among equal bots, and how fast it runs.

A game needs no code for this: the last line of its chronicle tells how it ended, turns are counted if its view has
them, and the first seat is the one that decides first. Measures that are specific to one game are declared by the game
(`kit.experiments`).
"""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console
from rich.table import Table

from agents.accounts import accounts, in_one_line
from agents.arguments import GameOptions, Seats, counting_bar, options_of, rulebook, say
from agents.compiling import compile_for_games
from agents.registry import make_bot, names_in
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.experiments import experiments_of
from dynasty_env.kit.files.replays import package_version, write_json
from dynasty_env.kit.game import Game
from dynasty_env.kit.message import Seat, rendered
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.decision import Bot, Decision, asked
from dynasty_env.kit.state import State
from training.arena.deeds import Deeds, Sitter
from training.arena.deeds import lines as deeds_in_words
from training.arena.match import Rate, play_game, wilson
from training.speed.speed import measure_speed, show_speed

Options = Mapping[str, Any]


# ------------------------------------------------------------------------------------------------------------- counting


def ending_of(state: State) -> str:
    """How a game ended, regardless of who caused it: the last line of its chronicle, with all seats called alike."""
    last = (state.chronicle(None) or ["the game ends"])[-1]
    return rendered(last, lambda part: f"a {part.agent}" if isinstance(part, Seat) else None)


@dataclass(frozen=True)
class Spread:
    """The distribution of a number over the games."""

    mean: float
    median: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        return cls(float(np.mean(values)), float(np.median(values)), float(np.max(values)))

    def __str__(self) -> str:
        return f"mean {self.mean:.1f}, median {self.median:g}, max {self.most:g}"


@dataclass(frozen=True)
class PhaseLine:
    """The decisions of one phase.

    Attributes:
        decisions: per game, including those with a single legal action where they are asked.
        choices: per game, those with two or more legal actions.
        actions: mean number of legal actions of `choices`; 0 if there were none.
        most: the largest number of legal actions seen.
    """

    decisions: float
    choices: float
    actions: float
    most: int


@dataclass(frozen=True)
class Report:
    """The results of `games` games among equal bots.

    Attributes:
        decisions: per game, including those with a single legal action if they were asked (`ask_forced`).
        choices: per game, decisions with two or more legal actions.
        branching: mean number of legal actions of `choices`.
        turns: per game; None if the game counts none.
        phases: by name.
        endings: the share of games that ended in each way (`ending_of`).
        outcomes: the shares of games that one seat won, that several shared, that nobody won.
        order: the win rates of the seats, in order from the one that decided first.
        trait: what `traits` is about; empty if this game declares no trait.
        traits: the win rate of a seat with each value of the trait.
        points: mean points of all seats, and of winners.
        parts: the shares of all seats' points, and of winners' points, by source.
        counts: numbers that only this game counts, per game.
        who: by seat, and by name of the bots if there are several: the results of those who sat there.
        accounts: by name, for bots that keep one (language models): how their decisions were made, in all games.
    """

    game: str
    version: str
    bots: str
    options: dict[str, int | bool]
    games: int
    seed: int
    seconds: float
    decisions: Spread
    choices: Spread
    branching: float
    turns: Spread | None
    phases: dict[str, PhaseLine]
    endings: dict[str, float]
    outcomes: dict[str, float]
    order: list[Rate]
    trait: str
    traits: dict[str, Rate]
    points: dict[str, float]
    parts: dict[str, dict[str, float]]
    counts: dict[str, Spread]
    who: dict[str, Sitter] = field(default_factory=dict)
    accounts: dict[str, dict[str, int]] = field(default_factory=dict)


class Tally:
    """Counts what happens in games."""

    def __init__(self, game: Game, seats: int) -> None:
        self.measures = experiments_of(game).measures
        # by phase: decisions, choices, actions of choices, most actions
        self.phases = defaultdict[str, npt.NDArray[np.int64]](lambda: np.zeros(4, np.int64))
        self.decisions: list[int] = []
        self.choices: list[int] = []
        self.turns: list[int] = []
        self.endings: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.order = np.zeros(seats)
        self.traits: dict[str, npt.NDArray[np.float64]] = {}  # victories, seats
        self.points: dict[str, list[float]] = {"all seats": [], "winners": []}
        self.counts: dict[str, list[float]] = {}
        self.parts: dict[str, Counter[str]] = {"all seats": Counter(), "winners": Counter()}
        self.deeds = Deeds(self.measures)

    def begin(self, state: State, sitting: Sequence[str] = ()) -> None:
        """A game has been dealt; `sitting` are the names of the bots, if they differ."""
        self._state = state
        self.deeds.begin(state, sitting)
        self._first = state.seat
        self._traits: list[str] | None = None
        self.decisions.append(0)
        self.choices.append(0)

    def decide(self, bot: Bot, decision: Decision) -> int:
        """A seat decides."""
        line = self.phases[decision.phase]
        actions = len(decision.legal)
        line[0] += 1
        self.decisions[-1] += 1
        line[3] = max(line[3], actions)
        if actions > 1:
            line[1] += 1
            line[2] += actions
            self.choices[-1] += 1
        if self.measures is not None and self._traits is None:
            self._traits = self.measures.traits(self._state)
        return asked(bot, decision)

    def end(self) -> None:
        """The game is over."""
        state = self._state
        shares, scores = state.win_shares(), state.scores()
        self.deeds.end()
        self.endings[ending_of(state)] += 1
        winners = np.flatnonzero(shares)
        self.outcomes["nobody" if not len(winners) else "one" if len(winners) == 1 else "shared"] += 1
        self.order += np.roll(shares, -self._first)
        turns = state.view(None).get("turn")
        if isinstance(turns, int):
            self.turns.append(turns)
        for who, seats in (("all seats", range(len(scores))), ("winners", winners)):
            self.points[who] += [scores[seat] for seat in seats]
        if self.measures is not None:
            parts = self.measures.parts(state)
            for name, number in self.measures.counts(state).items():
                self.counts.setdefault(name, []).append(number)
            for seat, share in enumerate(shares):
                if self._traits is not None:
                    count = self.traits.setdefault(self._traits[seat], np.zeros(2))
                    count += (share, 1)
                self.parts["all seats"].update(parts[seat])
                if share:
                    self.parts["winners"].update(parts[seat])

    def report(self, game: Game, bots: str, options: Options, seed: int, seconds: float) -> Report:
        """The sums as rates."""
        games = len(self.decisions)
        order = {phase: n for n, phase in enumerate(game.phase_names.values())}
        branching = sum(int(line[2]) for line in self.phases.values()) / max(sum(self.choices), 1)
        return Report(
            game=game.name,
            version=package_version(),
            bots=bots,
            options=dict(options),
            games=games,
            seed=seed,
            seconds=seconds,
            decisions=Spread.of(self.decisions),
            choices=Spread.of(self.choices),
            branching=branching,
            turns=Spread.of(self.turns) if self.turns else None,
            phases={
                phase: PhaseLine(all_ / games, choices / games, actions / max(choices, 1), most)
                for phase, line in sorted(self.phases.items(), key=lambda item: order[item[0]])
                for all_, choices, actions, most in [map(int, line)]
            },
            endings={line: count / games for line, count in self.endings.most_common()},
            outcomes={who: self.outcomes[who] / games for who in ("one", "shared", "nobody")},
            order=[wilson(float(wins), games) for wins in self.order],
            trait=self.measures.trait if self.measures else "",
            traits={name: wilson(float(wins), int(seats)) for name, (wins, seats) in sorted(self.traits.items())},
            points={who: float(np.mean(points)) if points else 0.0 for who, points in self.points.items()},
            parts={
                who: {part: points / max(sum(parts.values()), 1) for part, points in parts.items()}
                for who, parts in self.parts.items()
                if parts
            },
            counts={name: Spread.of(numbers) for name, numbers in self.counts.items()},
            who=self.deeds.sitters(),
        )


def measure_games(
    game: Game, bots: str, *, games: int, seed: int, options: Options, console: Console | None = None
) -> Report:
    """Let bots play each other: equal ones, or several kinds, which take the seats in turn.

    Args:
        bots: the name of the bot in every seat (`agents.registry`); or several names separated by commas, which move on
            by a seat from game to game.
        seed: 0 … 2**63-1; it determines deals and dice, so that the same arguments repeat the same games.
        options: the game's options, `num_players` included.
        console: shows a progress bar; None: no progress bar.

    Raises:
        OptionError: if an option, the bot or the number of games is out of range.
    """
    if games < 1:
        raise OptionError(f"games={games} is out of range: at least 1")
    checked: dict[str, Any] = game.check_options(options)
    seats = int(checked["num_players"])
    tally = Tally(game, seats)
    names = names_in(bots)
    playing = [make_bot(names[seat % len(names)], game) for seat in range(max(seats, len(names)))]
    places = [names[number % len(names)] for number in range(len(playing))] if len(names) > 1 else []
    if console is not None:
        compile_for_games(game, names, games, console, checked)
    begun = time.perf_counter()
    with counting_bar(console) as bar:
        seeds = np.random.default_rng(seed).integers(2**63, size=games).tolist()
        for number, game_seed in enumerate(bar.track(seeds, description=f"{seats} {bots}")):
            state = game.new(game_seed, **checked)
            tally.begin(state, _moved_on(places, number)[:seats])
            sitting = _moved_on(playing, number if places else 0)[:seats]
            play_game(state, sitting, tally.deeds.moved, tally.decide)
            tally.end()
    report = tally.report(game, bots, checked, seed, time.perf_counter() - begun)
    return replace(report, accounts=accounts(playing))


def _moved_on(round_table: Sequence[Any], places: int) -> list[Any]:
    """The sequence rotated by this many places around the table."""
    return [round_table[(number + places) % len(round_table)] for number in range(len(round_table))]


# ------------------------------------------------------------------------------------------------------------- telling


def show(report: Report, console: Console) -> None:
    """A report for a terminal."""
    changed = ", ".join(f"{name} {value}" for name, value in report.options.items() if name != "num_players")
    games = f"{report.game}, {report.games:,} games among {report.options['num_players']} {report.bots}"
    say(console, f"[bold]{games}[/] ({changed}), seed {report.seed}, {report.seconds:.0f} s")
    lines = [
        ("decisions with a choice, per game", str(report.choices)),
        ("legal actions at these", f"mean {report.branching:.1f}"),
        ("all decisions asked, per game", str(report.decisions)),
        *([("turns", str(report.turns))] if report.turns else []),
        *((ending, f"{part:.1%}") for ending, part in list(report.endings.items())[:8]),
        ("games with one winner", f"{report.outcomes['one']:.1%}"),
        ("… shared, without a winner", f"{report.outcomes['shared']:.1%}, {report.outcomes['nobody']:.1%}"),
        *((f"{'first to decide' if n == 0 else f'seat {n} after'}", f"wins {r}") for n, r in enumerate(report.order)),
        *((f"{report.trait}: {name}", f"wins {rate} of {rate.games:,}") for name, rate in report.traits.items()),
        *((f"points of {who}", _points(report, who)) for who in report.points),
        *((name, str(spread)) for name, spread in report.counts.items()),
        *deeds_in_words(report.who),
        *((visible(name), in_one_line(counts)) for name, counts in report.accounts.items()),
    ]
    facts = Table.grid(padding=(0, 2))
    for what, number in lines:
        facts.add_row(what, number)
    console.print(facts)
    phases = Table("phase", title="Decisions per game", title_justify="left")
    for heading in ("asked", "with a choice", "legal actions: mean", "max"):
        phases.add_column(heading, justify="right")
    for phase, line in report.phases.items():
        actions = f"{line.actions:.1f}" if line.choices else "–"
        phases.add_row(phase, f"{line.decisions:.2f}", f"{line.choices:.2f}", actions, str(line.most))
    console.print(phases)


def _points(report: Report, who: str) -> str:
    parts = ", ".join(f"{part} {share:.0%}" for part, share in report.parts.get(who, {}).items())
    return f"mean {report.points[who]:.1f}" + (f": {parts}" if parts else "")


def measure(  # noqa: PLR0913
    game: Annotated[str | None, typer.Argument(help="Game to measure.", show_default="dynasty_v0")] = None,
    bots: Annotated[str, typer.Option(help="Bots: random, greedy …; several (a,b) take turns.")] = "random",
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for deals and dice.")] = 0,
    option: GameOptions = None,
    speed: Annotated[bool, typer.Option("--speed", help="Measure decisions/s of random play instead.")] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help="With --speed: seconds per measurement.")] = 2.0,
    file: Annotated[Path | None, typer.Option("--json", help="Also write the numbers to this JSON file.")] = None,
) -> None:  # fmt: skip
    """Measure what games between bots are like, or how fast they run.

    Reports length, choices, endings, fairness and deeds. Decisions with a single legal action are asked and counted
    too, unless you give --option ask_forced=false.
    """
    console = Console(emoji=False)
    rules = rulebook(game)
    given = list(option or [])
    has_forced = any(each.name == "ask_forced" for each in rules.options)
    if not speed and has_forced and not any(each.partition("=")[0].strip() == "ask_forced" for each in given):
        given.append("ask_forced=true")
    options = options_of(rules, given, seats)
    content: dict[str, Any]
    if speed:
        paces = measure_speed(rules, options, seconds=seconds, console=console)
        show_speed(rules, options, paces, console)
        rates = {way.name: rate for way, rate in paces}
        content = {"game": rules.name, "version": package_version(), "options": options, "decisions/s": rates}
    else:
        report = measure_games(rules, bots, games=games, seed=seed, options=options, console=console)
        show(report, console)
        content = asdict(report)
    if file is not None:
        write_json(file, content)
