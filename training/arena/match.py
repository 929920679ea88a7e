"""Matches: bots play many games against each other, each in every seat equally often."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agents.accounts import accounts, added_up, has_forfeited, in_one_line
from agents.arguments import counting_bar, shown
from dynasty_env.kit.errors import IllegalActionError, OptionError, in_short
from dynasty_env.kit.files.replays import Replay
from dynasty_env.kit.game import BackendName, Game
from dynasty_env.kit.printing import visible
from dynasty_env.kit.seats.decision import Bot, Decision, asked, begun, check_bots, dice_of
from dynasty_env.kit.seats.hearing import Listeners
from dynasty_env.kit.seats.notes import note_of
from dynasty_env.kit.state import State, whole

Floats = npt.NDArray[np.float64]


Z = 1.959964
NO_WIDTH = "no interval: too few, all alike"
"""Shown in place of an interval where nothing varied."""


@dataclass(frozen=True)
class Interval:
    """A rate with its 95 % interval. An interval without width says nothing: everything that was counted was equal."""

    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        if self.low == self.high:
            return f"{self.rate:.1%} ({NO_WIDTH})"
        return f"{self.rate:.1%} ({self.low:.1%} – {self.high:.1%})"

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Rate(Interval):
    """A win rate with its 95 % interval (Wilson), and the number of games."""

    games: int


def wilson(wins: float, games: int) -> Rate:
    """The win rate of `wins` (shares of ties included) in `games`, with Wilson's 95 % interval."""
    return Rate(wins / games, *wilson_of(wins / games, games), games) if games else Rate(0.0, 0.0, 1.0, 0)


def wilson_of(rate: float, games: float) -> tuple[float, float]:
    """Wilson's interval for a rate over a number of games that need not be an integer."""
    middle = (rate + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return max(0.0, min(middle - half, rate)), min(1.0, max(middle + half, rate))


@dataclass(frozen=True)
class MatchResult:
    """The result of a match of `games` games among n bots.

    Attributes:
        names: (n,) the bots.
        seats: (games, n) the seat of each bot.
        shares: (games, n) each bot's share of the victory: 1, 1/k for each of k that tie, or 0. They sum to 1, or to 0
            where nobody wins. A bot that has forfeited a game has no share of it.
        points: (games, n) each bot's points at the end.
        decisions: (games,) decisions made by all, without forced ones that were not asked.
        accounts: by name, for bots that keep one (language models): how their decisions were made, in all games that
            they have played.
    """

    names: tuple[str, ...]
    seats: npt.NDArray[np.int64]
    shares: Floats
    points: Floats
    decisions: npt.NDArray[np.int64]
    accounts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return len(self.decisions)

    def rate(self, bot: int) -> Rate:
        """The win rate of a bot by its index in `names`."""
        return wilson(float(self.shares[:, bot].sum()), self.games)

    def seat_rate(self, seat: int, bot: int | Sequence[int] | None = None) -> Rate:
        """The win rate of a seat, for all bots, or for one bot or some when they sit there."""
        own = slice(None) if bot is None else bot
        there = self.seats[:, own] == seat
        return wilson(float(self.shares[:, own][there].sum()), int(there.sum()))

    def _by_name(self) -> dict[str, list[int]]:
        """The bots of each name, in order; equal ones share a row."""
        return {name: [i for i, other in enumerate(self.names) if other == name] for name in dict.fromkeys(self.names)}

    def name_rate(self, name: str) -> Rate:
        """The win rate of all bots of that name together, 0 … 1 of the games."""
        bots = [i for i, other in enumerate(self.names) if other == name]
        if not bots:
            raise OptionError(f"no bot named {name!r} played; the bots were {', '.join(self.names)}")
        return wilson(float(self.shares[:, bots].sum()), self.games)

    def table(self) -> Table:
        """The result for a terminal; bots of the same name share a row: how often any of them wins."""
        title = f"{self.games} games, {self.decisions.mean():.0f} decisions each"
        table = table_of_bots("wins (95 %)", "points", title=title)
        for name, bots in self._by_name().items():
            table.add_row(_several(name, bots), str(self.name_rate(name)), f"{self.points[:, bots].mean():.1f}")
        if self.accounts:
            lines = (f"{visible(name)}: {in_one_line(counts)}" for name, counts in self.accounts.items())
            table.caption = escape("\n".join(lines))
        return table

    def seat_table(self) -> Table:
        """What each bot, and all bots together, win in each seat, for a terminal."""
        seats = range(len(self.names))
        table = table_of_bots(*map(str, seats), title="Wins by seat")
        for name, bots in self._by_name().items():
            table.add_row(_several(name, bots), *(_rate(self.seat_rate(seat, bots)) for seat in seats))
        everybody = [self.seat_rate(seat) for seat in seats]
        table.add_section()
        table.add_row("any bot there", *map(_rate, everybody))
        table.add_row("95 %", *(f"±{rate.half:.1%}" for rate in everybody))
        return table


def _several(name: str, bots: Sequence[int]) -> str:
    return shown(name) if len(bots) == 1 else f"{shown(name)} × {len(bots)}, together"


def _rate(rate: Rate) -> str:
    return f"{rate.rate:.1%}" if rate.games else "–"


def table_of_bots(*headings: str, title: str) -> Table:
    """An empty table: names of bots, unabridged if there is room, and numbers."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("bot", overflow="fold")  # the names of two files may start alike
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def play_match(  # noqa: PLR0913
    game: Game, bots: Sequence[Bot], *, games: int, seed: int | None = None, names: Sequence[str] | None = None,
    progress: bool = False, backend: BackendName | None = None, part: range | None = None,
    replays: Path | None = None, **options: Any,
) -> MatchResult:  # fmt: skip
    """Let bots play each other.

    In game g the bot i sits in seat (i + g) mod n. So if `games` is divisible by n, each bot sits everywhere equally
    often. Every game is dealt from another seed.

    Args:
        bots: one for each seat; a bot without a memory may be given several times.
        seed: determines deals and the bots' random draws, so that the same arguments repeat the same match. None: use
            fresh entropy, which no bot can find by trying.
        names: the bots' names in the result; default: their own names.
        progress: show a progress bar.
        backend: see `Game.new`.
        part: the games to play now, for matches of which others play the rest (`joined`); None: all.
        replays: a folder to which the replay of each game is written, as ``game-0.json`` …; None: none is recorded.
        **options: the game's options, without `num_players`, which follows from the bots.

    Raises:
        OptionError: if an option of the game, the seed, the part, or the number of bots, games or names, is out of
            range.
        IllegalActionError: if a bot takes an action that is not legal; the message names the bot.
        SaveError: if a replay cannot be written.
    """
    check_bots(bots)
    players = len(bots)
    if games < 1:
        raise OptionError(f"games={games} is out of range: a match has at least one game")
    if names is not None and len(names) != players:
        raise OptionError(f"{len(names)} names for {players} bots")
    which = range(games) if part is None else part
    if not len(which) or min(which) < 0 or max(which) >= games:
        raise OptionError(f"part={which} is out of range: the match has the games 0 … {games - 1}")
    seats = seats_of(which, players)
    shares = np.zeros((len(which), players))
    points = np.zeros((len(which), players))
    decisions = np.zeros(len(which), np.int64)
    if seed is not None and whole(seed) < 0:
        raise OptionError(f"seed={in_short(seed)} is out of range: a seed is a whole number 0 … 2**63-1")
    seeds = np.random.default_rng(None if seed is None else whole(seed)).integers(2**63, size=games)
    called = names or [bot.name for bot in bots]
    with counting_bar(Console(emoji=False) if progress else None) as bar:
        for row, number in enumerate(bar.track(which, description=" – ".join(called))):
            state = game.new(int(seeds[number]), backend=backend, num_players=players, **options)
            sitting = [(seat - number) % players for seat in range(players)]
            replay = None if replays is None else Replay.of(state, [called[bot] for bot in sitting])
            decisions[row] = play_game(state, [bots[bot] for bot in sitting], replay=replay)
            if replays is not None and replay is not None:
                replay.write(replays / f"game-{number}.json")
            shares[row] = state.win_shares()[seats[row]]
            shares[row, [has_forfeited(bot, int(seats[row, i])) for i, bot in enumerate(bots)]] = 0.0
            points[row] = np.array(state.scores())[seats[row]]
    return MatchResult(tuple(called), seats, shares, points, decisions, accounts(bots))


def seats_of(which: range, players: int) -> npt.NDArray[np.int64]:
    """(games, players) the seat of each bot in these games of a match."""
    seats: npt.NDArray[np.int64] = (np.array(which)[:, None] + np.arange(players)) % players
    return seats


def joined(parts: Sequence[MatchResult]) -> MatchResult:
    """Combine the parts of one match, each played by its own bots, into one result."""
    arrays = ("seats", "shares", "points", "decisions")
    whole = {name: np.concatenate([getattr(part, name) for part in parts]) for name in arrays}
    counts = added_up(account for part in parts for account in part.accounts.items())
    return MatchResult(parts[0].names, **whole, accounts=counts)


def play_game(
    state: State, bots: Sequence[Bot], heard: Callable[[], None] = lambda: None,
    decide: Callable[[Bot, Decision], int] = asked, replay: Replay | None = None,
) -> int:  # fmt: skip
    """Play a game to its end with `bots[seat]` in each seat; returns how many decisions that took.

    The bots' random draws follow from the game's seed.

    Args:
        state: the table as it was dealt.
        bots: one for each seat.
        heard: called after every move.
        decide: asks a bot for its action.
        replay: records the game; None: it is not recorded.

    Raises:
        IllegalActionError: if a bot takes an action that is not legal; the message names the bot.
        BotError: if a user's own bot fails; the message says where.
    """
    dice = [dice_of(state.seed, seat) for seat in range(len(bots))]
    for bot, own in zip(bots, dice, strict=True):
        begun(bot, int(own.integers(2**63)))
    listeners = Listeners(bots)
    listeners.tell(state)
    decisions = 0
    while not state.done:
        seat = state.seat
        decision = Decision(state, dice[seat])
        action = decide(bots[seat], decision)
        note = note_of(bots[seat], decision, action)
        try:
            if replay is None:
                state.play(action)
            else:
                replay.add(state, action, note.text if note else "")
        except IllegalActionError as error:
            raise IllegalActionError(f"the bot {bots[seat].name}: {error}") from error
        listeners.tell(state, note)
        heard()
        decisions += 1
    return decisions
