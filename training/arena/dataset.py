"""`dynasty dataset`: games of bots as a Minari dataset, with the output of their searches and networks for each
decision.

Each game is saved as a line when it ends (`games.jsonl`), so that a stopped command can resume. When all games have
been played they become a dataset: an episode for each seat, of what that seat saw (`agents.people.dataset`). Bots that
decide at many tables in one call play many games side by side.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from pathlib import Path
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console

from agents.arguments import GameOptions, GameToPlay, Seats, counting_bar, going_on, options_of, rulebook, say, shown
from agents.compiling import compile_entries, compile_for_games
from agents.network.batch import BatchPolicy, one_thread
from agents.network.player import Trained
from agents.people.dataset import INFOS, About, check_replaceable, name_of, write_games
from agents.registry import make_bot, names_in, strongest
from agents.search.improvement import Improvement
from agents.search.players import Search
from dynasty_env.kit.engine.backend import Interpreted
from dynasty_env.kit.errors import OptionError
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.replays import Replay, result_of
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot, Decision, decided
from training.arena.deals import fingerprint
from training.arena.lines import Kept, LinesFile
from training.arena.match import play_game
from training.arena.players import TOGETHER, Asked, Dice, entries_of, is_quick, player_of
from training.arena.tables import Many

FILE, MINARI = "games.jsonl", "minari"
"""Names in the folder: the games, a line each, and the folder for Minari."""
DESCRIPTION = (
    f"Games of {{}} among bots: an episode for each seat, of what it saw. infos: {INFOS}, expected (the result that a "
    "network expects, -1 … 1, before the decision), worth (by action, what a search expects after it, likewise; only "
    "if a bot searches); NaN where nobody says."
)
FIRST = 16
"""How many games are played side by side before the missing number is estimated."""
Floats = npt.NDArray[np.float32]


# ------------------------------------------------------------------------------------------------------------- playing


@dataclass(frozen=True)
class Thought:
    """A decision and what its bot thought of it.

    Attributes:
        expected: the result that a network expects, 1 for a victory and -1 for a defeat; None: the bot does not say.
        worth: the same for each legal action, in their order, by a search; None for actions that it has not tried, or
            for all.
    """

    action: int
    expected: float | None = None
    worth: tuple[float | None, ...] | None = None


def think(bot: Bot, decision: Decision) -> Thought:
    """Let a bot decide, and record its thoughts: the action is that of `bot.act`, with the same random draws."""
    if isinstance(bot, Trained):
        logits, expected = bot.logits(decision)
        return Thought(int(decision.legal[int(logits.argmax())]), round(expected, 4))
    if len(decision.legal) > 1:
        if isinstance(bot, Improvement):
            scores, worth = bot.scores(decision)
            return Thought(int(decision.legal[int(scores.argmax())]), worth=_rounded(worth))
        if isinstance(bot, Search):
            worth = bot.values(decision)
            return Thought(int(decision.legal[int(worth.argmax())]), worth=_rounded(worth))
    return Thought(decided(bot, decision))


def _rounded(worth: npt.NDArray[np.float64]) -> tuple[float | None, ...]:
    return tuple(round(float(each), 4) if np.isfinite(each) else None for each in worth)


def play(game: Game, bots: Sequence[Bot], seed: int, options: Mapping[str, Any]) -> tuple[Replay, list[Thought]]:
    """A whole game dealt from `seed`, `bots[seat]` in each seat, with the thought behind each of its actions."""
    state = game.new(seed, num_players=len(bots), **options)
    replay = Replay.of(state, [bot.name for bot in bots])
    thoughts: list[Thought] = []

    def decide(bot: Bot, decision: Decision) -> int:
        thoughts.append(think(bot, decision))
        return thoughts[-1].action

    play_game(state, bots, decide=decide, replay=replay)
    replay.decided_by = ["bot"] * len(replay.actions)
    return replay, thoughts


def play_together(
    game: Game, sittings: Sequence[Sequence[str]], seeds: Sequence[int], options: Mapping[str, int | bool]
) -> list[tuple[Replay, list[Thought]]]:
    """Whole games of quick bots (`is_quick`), dealt from `seeds` (k,), with the bots `sittings[k]` in the seats of game
    k: the games that `play` would play one by one, except that networks add numbers in another order."""
    many = Many(game, game.blank(len(seeds), options))
    many.deal(np.array(seeds, np.int64))
    names = list(dict.fromkeys(name for names in sittings for name in names))
    bots = [make_bot(name, game) for name in names]
    sitting = np.array([[names.index(name) for name in row] for row in sittings])
    dice = Dice(np.array(seeds, np.int64), list(np.ndindex(*sitting.shape)))
    players = [
        BatchPolicy(bot.policy, game) if isinstance(bot, Trained) else player_of(name, many, dice)
        for name, bot in zip(names, bots, strict=True)
    ]
    thoughts: list[list[Thought]] = [[] for _ in seeds]
    while len(going := np.flatnonzero(many.array["done"] == 0)):
        deciding = many.array["seat"][going].astype(np.int64)
        seen, mask = many.look(going, deciding)
        actions, expected = np.zeros(len(going), np.int64), np.full(len(going), np.nan)
        for number, player in enumerate(players):
            own = np.flatnonzero(sitting[going, deciding] == number)
            if not len(own):
                continue
            if isinstance(player, BatchPolicy):
                actions[own], expected[own] = player.best_and_value(seen[own], mask[own])
            else:
                actions[own] = player.choose(Asked(going[own], deciding[own], seen[own], mask[own]))
        many.play(going, actions)
        for table, action, value in zip(going.tolist(), actions.tolist(), expected.tolist(), strict=True):
            thoughts[table].append(Thought(action, None if np.isnan(value) else round(value, 4)))
    result = []
    for table, (seed, row, thought) in enumerate(zip(seeds, sitting, thoughts, strict=True)):
        replay = Replay(game, dict(options), seed, [bots[number].name for number in row], rules=game.rules_digest)
        replay.actions = [game.action_names[each.action] for each in thought]
        replay.decided_by = ["bot"] * len(thought)
        replay.result = result_of(many.state(table))
        result.append((replay, thought))
    return result


def infos(replay: Replay, thoughts: Sequence[Thought]) -> dict[str, Floats]:
    """Additional data for the dataset, with a row for each action; NaN where no bot says: ``expected`` (T,) and, if any
    bot searched, ``worth`` (T, A)."""
    result = {"expected": np.array([np.nan if each.expected is None else each.expected for each in thoughts], "f4")}
    if any(each.worth is not None for each in thoughts):
        worth = np.full((len(thoughts), len(replay.game.action_names)), np.nan, np.float32)
        for row, (thought, state) in enumerate(zip(thoughts, replay.play(), strict=False)):
            if thought.worth is not None:
                worth[row, state.legal()] = [np.nan if each is None else each for each in thought.worth]
        result["worth"] = worth
    return result


# ---------------------------------------------------------------------------------------------------------------- file


class GamesFile(LinesFile):
    """The games that have been played so far, in memory and on disk; see `LinesFile`."""

    format: ClassVar[str] = "games of bots"
    called: ClassVar[str] = format

    def __init__(self, path: Path, game: Game, about: Mapping[str, Any]) -> None:
        self.game = game
        self.games: list[tuple[Replay, list[Thought]]] = []
        self.decisions = 0
        super().__init__(path, game, about)

    def take(self, line: Reader) -> None:
        try:
            replay = Replay.from_dict(self.game, line.value["replay"])
            expected, worth = line.value["expected"], line.value["worth"]
            thoughts = [
                Thought(action, expectation, None if each is None else tuple(each))
                for action, expectation, each in zip(replay.ids(), expected, worth, strict=True)
            ]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise line.wrong(f"this is not a game: {error}") from None
        self._keep(replay, thoughts)

    def _keep(self, replay: Replay, thoughts: list[Thought]) -> None:
        self.games.append((replay, thoughts))
        self.decisions += len(thoughts)

    def add(self, replay: Replay, thoughts: list[Thought]) -> None:
        """Save a game. Raises SaveError if it cannot be written."""
        self.append({
            "replay": replay.to_dict(),
            "expected": [thought.expected for thought in thoughts],
            "worth": [thought.worth for thought in thoughts],
        })  # fmt: skip
        self._keep(replay, thoughts)


# --------------------------------------------------------------------------------------------------------------- making


@dataclass(frozen=True)
class Source:
    """Which games to play. Raises OptionError if there are several names, but not one for each seat.

    Attributes:
        options: the game's options, `num_players` among them.
        bots: one name for all seats, or one for each seat. In game g the bot of seat i sits in seat (i + g) mod seats.
    """

    game: Game
    options: Mapping[str, Any]
    bots: Sequence[str]
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.bots) not in (1, self.seats):
            wanted = f"give one name, or {self.seats}, one per seat"
            raise OptionError(f"--bots {','.join(self.bots)}: {wanted}")

    @property
    def seats(self) -> int:
        return int(self.options["num_players"])

    @property
    def names(self) -> list[str]:
        """A name for each seat."""
        return list(self.bots) * (self.seats if len(self.bots) == 1 else 1)

    @cached_property
    def about(self) -> dict[str, Any]:
        """What the games have in common. Raises OptionError, SaveError if a bot or its network does not exist."""
        return {
            "game": self.game.name, "options": dict(self.options), "seed": self.seed,
            "bots": [make_bot(each, self.game).name for each in self.names],
            "networks": {each: fingerprint(each, self.game) for each in dict.fromkeys(self.names)},
        }  # fmt: skip

    @property
    def text(self) -> str:
        """The same as a dataset keeps it."""
        return json.dumps(self.about, sort_keys=True)

    def check_dataset(self, out: Path, name: str) -> None:
        """Raise SaveError if the folder holds a dataset with this name that was not made from its games."""
        there = self.text if (out / FILE).is_file() else "no games yet"
        check_replaceable(out / MINARI / name_of(self.game, name), there)


def played(source: Source, out: Path, enough: Callable[[GamesFile], float], console: Console) -> GamesFile:
    """The games in a folder, with as many new ones as needed; the caller closes their file. Raises SaveError if the
    folder cannot be written, or holds games of another source.

    Args:
        out: the folder; games that it has are kept.
        enough: the completed share for the file's content: playing stops at 1 or more.
    """
    game, around = source.game, source.seats
    names = source.names
    made = [make_bot(each, game) for each in names]
    file = GamesFile(out / FILE, game, source.about)
    file.check_writable()  # even if all games have been played, since the dataset is written too
    with going_on(console, lambda: f"{len(file.games)} games are saved in {shown(file.path)}"):
        going = enough(file) < 1
        quick = not isinstance(game.backend(), Interpreted) and all(is_quick(name, game) for name in names)
        if quick and going:
            compile_entries(game, [*entries_of(names, game), "returns"], console)
        else:
            compile_for_games(game, names, int(going), console, source.options)
        rng = np.random.default_rng(source.seed)
        seeds = iter(lambda: int(rng.integers(2**63)), None)
        for _ in file.games:
            next(seeds)
        own = {option: value for option, value in source.options.items() if option != "num_players"}
        with counting_bar(console) as bar:
            task = bar.add_task("games", total=1.0)
            while (share := enough(file)) < 1:
                bar.update(task, completed=share)
                first = len(file.games)
                missing = ceil(first / share * (1 - share)) if share else FIRST
                numbers = range(first, first + (min(missing, TOGETHER) if quick else 1))
                order = [[(place - number) % around for place in range(around)] for number in numbers]
                dealt = [next(seeds) for _ in numbers]
                if quick:
                    sittings = [[names[place] for place in places] for places in order]
                    with one_thread():
                        games = play_together(game, sittings, dealt, source.options)
                else:
                    games = [play(game, [made[place] for place in order[0]], dealt[0], own)]
                for each in games:
                    if enough(file) < 1:
                        file.add(*each)
    return file


def write(source: Source, games: Sequence[tuple[Replay, list[Thought]]], out: Path, name: str) -> tuple[str, int]:
    """Write games as a dataset below `out`/minari, in place of an older one that was made from games of this source;
    returns its id and the number of its episodes. Raises SaveError."""
    bots = ", ".join(dict.fromkeys(make_bot(each, source.game).name for each in source.bots))
    about = About(name, bots, DESCRIPTION.format(source.game.name), source.text)
    chosen = ((replay, infos(replay, thoughts)) for replay, thoughts in games)
    return write_games(chosen, source.game, out / MINARI, about)


# ------------------------------------------------------------------------------------------------------------- command


def dataset(
    game: GameToPlay = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Bots: one name for all seats, or one per seat.", show_default="champion, or greedy, or random"
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Total number of games, including those already played.")] = 100,
    seats: Seats = None,
    option: GameOptions = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Random seed for the deals.", show_default="that of --out, or 1")
    ] = None,
    out: Annotated[Path, typer.Option(help="Output folder for games.jsonl and minari/.")] = Path("datasets"),
    name: Annotated[str, typer.Option(help="Dataset name, appended to the game's.")] = "bots",
) -> None:  # fmt: skip
    """Record games between bots as a Minari dataset. It includes the bots' evaluation of each decision.

    In game g the bot of seat i sits in seat (i + g) mod seats. Run the same command again to resume after Ctrl-C, or
    with a larger --games to add some; --out then knows the game, its options and the seed.
    """
    import minari as _  # noqa: F401 - missing, it is told before anything is played

    console = Console(emoji=False)
    there = Kept.of(out / FILE, GamesFile.format)
    rules = rulebook(there.game(game))
    options = options_of(rules, there.options(rules, option, seats), seats)
    bots = strongest(rules) if bots is None else bots
    if not name.replace("-", "").replace("_", "").isalnum():
        raise OptionError(f"--name {name!r}: use letters, digits, - and _")
    source = Source(rules, options, names_in(bots), there.seed(seed, 1))
    source.check_dataset(out, name)
    with played(source, out, lambda file: len(file.games) / games, console) as file:
        written, episodes = write(source, file.games[:games], out, name)
    say(console, f"{games} games, {episodes} episodes: dataset {written} in {shown(out / MINARI)}")
