"""`dynasty dataset`: games of bots as a Minari dataset, with what their searches and networks thought of each decision.

Games are kept one a line as they end (`games.jsonl`), so that a stopped command goes on, and become a dataset when all
have been played: an episode for each seat, of what that seat saw (`agents.people.dataset`).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer
from rich.console import Console

from agents.arguments import counting_bar, options_of, rulebook
from agents.compiling import compile_for_games
from agents.network.player import Trained
from agents.people.dataset import About, write_games
from agents.registry import make_bot
from agents.search.improvement import Improvement
from agents.search.players import Search
from dynasty_env.kit.errors import OptionError, SaveError, in_short
from dynasty_env.kit.files.replays import Replay, package_version
from dynasty_env.kit.game import Game
from dynasty_env.kit.seats.decision import Bot, Decision, Listeners, dice_of
from dynasty_env.kit.seats.notes import note_of
from training.output import going_on, say, shown

FORMAT = "games of bots"
FILE = "games.jsonl"
Floats = npt.NDArray[np.float32]


# ------------------------------------------------------------------------------------------------------------- playing


@dataclass(frozen=True)
class Thought:
    """A decision and what its bot thought of it.

    Attributes:
        action: its id.
        expected: the result that a network expects, 1 for a victory and -1 for none; None: the bot does not say.
        worth: the same for each legal action, in their order, by a search; None for what it has not tried, or for all.
    """

    action: int
    expected: float | None = None
    worth: tuple[float | None, ...] | None = None


def think(bot: Bot, decision: Decision) -> Thought:
    """Let a bot decide, and keep what it thinks: the action is that of `bot.act`, with the same dice."""
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
    return Thought(bot.act(decision))


def _rounded(worth: npt.NDArray[np.float64]) -> tuple[float | None, ...]:
    return tuple(round(float(each), 4) if np.isfinite(each) else None for each in worth)


def play(game: Game, bots: Sequence[Bot], seed: int, options: Mapping[str, Any]) -> tuple[Replay, list[Thought]]:
    """A whole game dealt from `seed`, `bots[seat]` in each seat, and the thought behind each of its actions."""
    state = game.new(seed, num_players=len(bots), **options)
    replay = Replay.of(state, [bot.name for bot in bots])
    dice = [dice_of(state.seed, seat) for seat in range(len(bots))]
    for bot, own in zip(bots, dice, strict=True):
        bot.reset(int(own.integers(2**63)))
    listeners = Listeners(bots)
    listeners.tell(state)
    thoughts = []
    while not state.done:
        bot, decision = bots[state.seat], Decision(state, dice[state.seat])
        thoughts.append(think(bot, decision))
        note = note_of(bot, decision, thoughts[-1].action)
        replay.add(state, thoughts[-1].action, note.text if note else "")
        listeners.tell(state)
        if note is not None:
            listeners.tell_one(note.addressee, note.told(game.agent))
    replay.decided_by = ["bot"] * len(replay.actions)
    return replay, thoughts


def infos(replay: Replay, thoughts: Sequence[Thought]) -> dict[str, Floats]:
    """What goes into the dataset beside the game, with a row for each action; NaN where nobody says.

    Returns:
        ``expected`` (T,), and ``worth`` (T, A) if some bot searched.
    """
    found = {"expected": np.array([np.nan if each.expected is None else each.expected for each in thoughts], "f4")}
    if any(each.worth is not None for each in thoughts):
        worth = np.full((len(thoughts), len(replay.game.action_names)), np.nan, np.float32)
        for row, (thought, state) in enumerate(zip(thoughts, replay.play(), strict=False)):
            if thought.worth is not None:
                worth[row, state.legal()] = [np.nan if each is None else each for each in thought.worth]
        found["worth"] = worth
    return found


# ---------------------------------------------------------------------------------------------------------------- file


def _line(content: Mapping[str, Any]) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


class GamesFile:
    """The games that have been played so far.

    Args:
        path: where they are kept.
        game: their rulebook.
        about: what they have in common: a file of other games is refused.

    Raises:
        SaveError: the file cannot be read or written, is damaged, or holds other games; it is unchanged.
    """

    def __init__(self, path: Path, game: Game, about: Mapping[str, Any]) -> None:
        self.path, self.game = path, game
        self.games: list[tuple[Replay, list[Thought]]] = []
        header = {"format": FORMAT, "version": package_version(), **about}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_text(_line(header), encoding="utf-8")
                return
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SaveError(f"{path}: {error}") from error
        whole = text[: text.rfind("\n") + 1]
        first, *lines = whole.splitlines() or [""]
        self._check_header(first, header)
        for number, line in enumerate(lines, 2):
            self.games.append(self._read(number, line))
        if whole != text:  # torn by a crash
            path.write_text(whole, encoding="utf-8")

    def _check_header(self, line: str, wanted: Mapping[str, Any]) -> None:
        try:
            found = json.loads(line)
            differing = [name for name in wanted if found[name] != wanted[name]]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise SaveError(f"{self.path}: this is no file of games of bots; choose another --out") from None
        if differing:
            name = differing[0]
            raise SaveError(
                f"{self.path} holds games whose {name} is {in_short(found[name])}, not {in_short(wanted[name])}; "
                "choose another --out"
            )

    def _read(self, number: int, line: str) -> tuple[Replay, list[Thought]]:
        try:
            content = json.loads(line)
            replay = Replay.from_dict(self.game, content["replay"])
            expected, worth = content["expected"], content["worth"]
            actions = [replay.game.action_ids[name] for name in replay.actions]
            thoughts = [
                Thought(action, said, None if each is None else tuple(each))
                for action, said, each in zip(actions, expected, worth, strict=True)
            ]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise SaveError(f"{self.path}, line {number}: this is no game: {error}") from None
        return replay, thoughts

    def add(self, replay: Replay, thoughts: list[Thought]) -> None:
        """Keep a game. Raises SaveError if it cannot be written."""
        content = {
            "replay": replay.to_dict(),
            "expected": [thought.expected for thought in thoughts],
            "worth": [thought.worth for thought in thoughts],
        }
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_line(content))
        except OSError as error:
            raise SaveError(f"{self.path}: {error.strerror or error}; what was played before is kept") from error
        self.games.append((replay, thoughts))


# ------------------------------------------------------------------------------------------------------------- command


def dataset(
    game: Annotated[str | None, typer.Argument(help="What is played.", show_default="dynasty_v0")] = None,
    bots: Annotated[str, typer.Option(help="Who plays: one name for all seats, or one a seat.")] = "champion",
    games: Annotated[int, typer.Option(min=1, help="How many games; more than there are: goes on.")] = 100,
    seats: Annotated[int, typer.Option(help="Seats at a table.")] = 4,
    option: Annotated[list[str] | None, typer.Option(help="Option of the game as NAME=VALUE; may be repeated.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals.")] = 1,
    out: Annotated[Path, typer.Option(help="Folder: games.jsonl, and the dataset below minari.")] = Path("datasets"),
    name: Annotated[str, typer.Option(help="The dataset's, behind the game's.")] = "bots",
) -> None:  # fmt: skip
    """Let bots play, and write their games as a Minari dataset, with what they thought of each decision.

    In game g the bot of seat i sits in seat (i + g) mod seats. After Ctrl-C the same command goes on.
    """
    import minari as _  # noqa: F401 - missing, it is told before anything is played

    console = Console()
    rules = rulebook(game)
    options = options_of(rules, option or [], seats)
    named = bots.split(",")
    if len(named) not in (1, seats):
        raise OptionError(f"--bots {bots}: give one name, or {seats}, one for each seat")
    if not name.replace("-", "").replace("_", "").isalnum():
        raise OptionError(f"--name {name!r}: letters, digits, - and _")
    names = named * (seats if len(named) == 1 else 1)
    made = [make_bot(each, rules) for each in names]
    told = {"game": rules.name, "options": dict(options), "seed": seed, "bots": [bot.name for bot in made]}
    file = GamesFile(out / FILE, rules, told)
    with going_on(console, lambda: f"{len(file.games)} games are in {shown(file.path)}"):
        compile_for_games(rules, names, max(games - len(file.games), 0), console, options)
        _play_all(file, rules, made, games, seed, {k: v for k, v in options.items() if k != "num_players"}, console)
    about = About(name, ", ".join(dict.fromkeys(bot.name for bot in made)), _description(rules))
    chosen = ((replay, infos(replay, thoughts)) for replay, thoughts in file.games[:games])
    written, episodes = write_games(chosen, rules, out / "minari", about)
    say(console, f"{games} games, {episodes} episodes: dataset {written} in {shown(out / 'minari')}")


def _play_all(
    file: GamesFile,
    game: Game,
    bots: Sequence[Bot],
    games: int,
    seed: int,
    options: Mapping[str, Any],
    console: Console,
) -> None:
    seeds = np.random.default_rng(seed).integers(2**63, size=games)
    with counting_bar(console) as bar:
        task = bar.add_task("games", total=games, completed=min(len(file.games), games))
        for number in range(len(file.games), games):
            sitting = [bots[(seat - number) % len(bots)] for seat in range(len(bots))]
            file.add(*play(game, sitting, int(seeds[number]), options))
            bar.advance(task)


def _description(game: Game) -> str:
    return (
        f"Games of {game.name} among bots: an episode for each seat, of what it saw. infos: expected (the result that "
        "a network expects, -1 … 1, before the decision), worth (by action, what a search expects after it, likewise); "
        "NaN where nobody says."
    )
