"""Submitted rows: one file that records what a learner's runs did, so that anybody can play the games again.

    dynasty benchmark benchmark-1 --atlas --learners mine.py:train --pack mine.json --by "Ada Lovelace"
    dynasty benchmark --submit mine.json

A submission contains only data, no program and no network: the entrant's own actions in each run, game by game. To
check it, the same games are dealt, the frozen opponents decide anew, the entrant's actions are played, and the result
is measured. A score that cannot be reproduced is rejected, whatever the file claims.
"""

import base64
import binascii
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from rich.console import Console

from agents.arguments import counting_bar, say, shown
from dynasty_env.kit.errors import OptionError, SaveError, in_short
from dynasty_env.kit.files.json_reader import Reader
from dynasty_env.kit.files.origin import origin
from dynasty_env.kit.files.replays import write_json
from dynasty_env.kit.printing import visible
from training.arena.deals import Deal, Played, all_deals
from training.arena.ladder import enter
from training.arena.players import TOGETHER, Asked, Player, player_of
from training.arena.tables import Ids
from training.benchmark import atlas, atlas_table, learners
from training.benchmark.atlas import Entry
from training.benchmark.counting import report
from training.benchmark.counting.results import Row, result_of
from training.benchmark.playing.play import Guest, play_deals
from training.benchmark.run import Bench, opened
from training.benchmark.suites.suite import Suite, suite_of
from training.benchmark.tasks import Task
from training.output import from_json

FORMAT = "dynasty-env submission 1"
ENTRANT = "entrant"
"""The entrant's name among the bots of a deal."""
FIELDS = ("format", "suite", "version", "rules", "learner", "by", "about", "track", "settings", "runs")
RUN_FIELDS = ("task", "seed", "decisions", "cpu", "deals", "score", "against", "counts", "actions")
LONGEST = 200
"""Longest text in a submission, in characters."""
MOST_SETTINGS = 50
MARKS = "`|"
"""Characters that no name may have: they would end a name, or a cell, of the published table."""
MOST_ACTIONS = 20_000_000
"""Maximum number of actions of a run: a file that unpacks to more is rejected."""
MOST_IN_ALL = 5 * MOST_ACTIONS
"""Maximum number of actions of all runs of a file together."""
AGREES = 0.002
"""Largest accepted difference from the claimed score: elsewhere, opponents' networks add up in another order."""
MOST_BROKEN = 0.01
"""Share of a run's games that may break for the same reason; they continue with the first legal action."""


@dataclass(frozen=True)
class Actions:
    """The entrant's actions in one run.

    Attributes:
        counts: (games,) the number of its decisions in each game: deal by deal in the order of `all_deals`, rotation by
            rotation.
        actions: (sum of counts,) the actions, in the order of its decisions.
    """

    counts: Ids
    actions: Ids

    def games(self) -> list[Ids]:
        """The actions of each game."""
        return np.split(self.actions, np.cumsum(self.counts)[:-1])


@dataclass(frozen=True)
class Claim:
    """A run and its claimed result: a row of the atlas with the actions behind it."""

    entry: Entry
    played: Actions


# ----------------------------------------------------------------------------------------------------------- the games


class Replayed:
    """Plays the recorded actions.

    If one does not fit its game, the game is broken and continues with the first legal action.
    """

    draws = False

    def __init__(self, games: Sequence[Ids]) -> None:
        self._games = games
        self._next = np.zeros(len(games), np.int64)
        self._bad: set[int] = set()

    def choose(self, asked: Asked) -> Ids:
        actions = np.zeros(len(asked.games), np.int64)
        for k, game in enumerate(asked.games.tolist()):
            own, place = self._games[game], int(self._next[game])
            action = int(own[place]) if place < len(own) else -1
            if not 0 <= action < asked.mask.shape[1] or not asked.mask[k, action]:
                self._bad.add(game)
                action = int(asked.mask[k].argmax())
            actions[k] = action
            self._next[game] += 1
        return actions

    def broken(self) -> set[int]:
        """Games in which an action did not fit, or some actions were left over."""
        short = {game for game, own in enumerate(self._games) if self._next[game] != len(own)}
        return self._bad | short


def recorded(player: Player, games: list[list[int]]) -> Player:
    """The player, changed so that its actions are recorded game by game from now on."""
    ask = player.choose

    def choose(asked: Asked) -> Ids:
        actions = ask(asked)
        for game, action in zip(asked.games.tolist(), actions.tolist(), strict=True):
            games[game].append(action)
        return actions

    player.choose = choose  # type: ignore[method-assign]
    return player


def batches(task: Task, deals: int) -> Iterator[tuple[Deal, ...]]:
    """The deals of an entrant in parts that are played side by side, in the order of a submission."""
    seats = task.setting().seats
    size = max(1, TOGETHER // seats)
    every = all_deals([ENTRANT], seats, deals, task.opponents)
    own = [deal for deal in every if ENTRANT in (deal.a, deal.b)]
    for first in range(0, len(own), size):
        yield tuple(own[first : first + size])


def _row(task: Task, played: Mapping[Deal, Played]) -> Row:
    """The row that results from the entrant's games."""
    with TemporaryDirectory() as folder, opened(Path(folder), task.setting()) as file:
        enter(file, task.opponents)
        file.add_bot(ENTRANT, "")
        for deal, games in played.items():
            file.add(deal, games)
        return result_of(task, file, report.committed(task.name)).row(ENTRANT)


def _play(task: Task, deals: int, entrant: Callable[[int], Guest], console: Console) -> Row:
    """Play and measure the entrant's games, part by part; `entrant(n)` makes the player of the next n games."""
    played: dict[Deal, Played] = {}
    parts, setting = list(batches(task, deals)), task.setting()
    with counting_bar(console) as bar:
        going = bar.add_task(f"{task.name}: games", total=sum(map(len, parts)))
        for part in parts:
            guest = entrant(len(part) * setting.seats)
            played |= zip(part, play_deals(setting, part, guests={ENTRANT: guest}), strict=True)
            bar.advance(going, len(part))
    return _row(task, played)


def record(task: Task, bot: str, deals: int, console: Console) -> tuple[Row, Actions]:
    """Play a bot's games, record its actions, and measure it."""
    own: list[list[int]] = []

    def entrant(count: int) -> Guest:
        games: list[list[int]] = [[] for _ in range(count)]
        own.extend(games)
        return lambda many, dice: recorded(player_of(bot, many, dice), games)

    row = _play(task, deals, entrant, console)
    counts = np.array([len(game) for game in own], np.int64)
    return row, Actions(counts, np.array([action for game in own for action in game], np.int64))


def replay(task: Task, deals: int, actions: Actions, console: Console) -> tuple[Row, int]:
    """Play a run's games again; returns the resulting row, and how many games came out differently."""
    games, players = iter(actions.games()), list[Replayed]()

    def entrant(count: int) -> Guest:
        players.append(Replayed(list(islice(games, count))))
        return lambda *_, player=players[-1]: player

    row = _play(task, deals, entrant, console)
    return row, sum(len(player.broken()) for player in players)


# ------------------------------------------------------------------------------------------------------------- packing


def check_packable(plan: atlas.Plan, by: str, about: str) -> None:
    """Raise OptionError unless a plan has one learner, and there is an author; see `text_problem` for the texts."""
    if len(plan.learners) != 1:
        raise OptionError("--pack needs exactly one learner in --learners")
    (learner,) = plan.learners
    for text, what, without in ((Path(learner).name, "--learners", MARKS), (by, "--by", MARKS), (about, "--about", "")):
        if problem := text_problem(text, without):
            raise OptionError(f"{what} {in_short(text)}: {problem}")
    if not by:
        raise OptionError("--pack needs --by: the author of the submission")


def announced(plan: atlas.Plan, suite: Suite, file: Path) -> str:
    """Says, for a terminal, which runs will be packed into a file, and how many are missing."""
    runs, missing = len(list(plan.cells())), len(plan.missing())
    seeds = "seed 1" if plan.seeds == 1 else f"seeds 1 – {plan.seeds}"
    which = f"{len(plan.tasks)} tasks of {suite.name}, {seeds}, {plan.decisions:,} decisions"
    first = f"; missing, and trained first: {missing}" if missing else ""
    return f"packing {runs} runs of {shown(plan.learners[0])}: {which}, into {shown(file)}{first}"


def pack(plan: atlas.Plan, suite: Suite, file: Path, by: str, about: str, console: Console) -> None:
    """Write the runs of a plan with one learner as a submission.

    Raises:
        OptionError: if the plan has several learners, a task is not one of the suite's, a run is missing or was
            measured by other games, or runs have different tracks.
        SaveError: if the file cannot be written, or the learner states settings that no submission can have.
    """
    suite.check()
    check_packable(plan, by, about)
    (learner,) = plan.learners
    if missing := len(plan.missing()):
        which = "1 run has" if missing == 1 else f"{missing} runs have"
        raise OptionError(f"{which} not been trained yet: run the same command without --pack first")
    plan.check_conditions(Bench(plan.out))
    tracks = sorted({entry.track for entry in plan.rows()})
    if len(tracks) > 1:
        raise OptionError(f"the runs have several tracks ({', '.join(tracks)}): name one by --track")
    settings = _settings(Reader(learners.stated_settings(learner), f"the settings of {learner}"))
    runs = []
    for entry in plan.rows():
        task = suite.task(entry.task)
        bot = learners.train_one(task, learner, entry.decisions, entry.seed, plan.out)  # trained: returns its name
        row, actions = record(task, bot, entry.deals, console)
        replayed = replace(entry, **atlas.measured(row, task.setting()))
        if abs(replayed.score - entry.score) > AGREES:
            scores = f"score {replayed.score:.4f} in the file, {entry.score:.4f} in {atlas.FILE}"
            say(console, f"{entry.task}, seed {entry.seed}: {scores}: the same games, with luck estimated anew")
        runs.append({
            "task": entry.task, "seed": entry.seed, "decisions": entry.decisions, "cpu": entry.cpu,
            "deals": entry.deals, "score": replayed.score, "against": dict(replayed.against),
            "counts": packed(actions.counts), "actions": packed(actions.actions),
        })  # fmt: skip
    games = [suite.task(entry.task).game for entry in plan.rows()]
    content = {
        "format": FORMAT, "suite": suite.name, "version": origin(suite.tasks[0].game)["version"],
        "rules": {game.name: game.opponents_digest for game in games},
        "learner": Path(learner).name, "by": by, "about": about, "track": tracks[0],
        "settings": settings, "runs": runs,
    }  # fmt: skip
    write_json(file, content)
    if lacks := atlas_table.lacking(plan.rows()):
        say(console, f"[yellow]{lacks}:[/] the table will mark this row, since {atlas_table.FULL}")


def packed(numbers: Ids) -> str:
    """Whole numbers 0 … 65535, encoded as text."""
    return base64.b64encode(zlib.compress(numbers.astype("<u2").tobytes(), 9)).decode()


def unpacked(text: Reader) -> Ids:
    """The numbers encoded by `packed`. Raises SaveError if there are none, or too many."""
    try:
        unzip = zlib.decompressobj()
        raw = unzip.decompress(base64.b64decode(text.value, validate=True), 2 * MOST_ACTIONS)
    except (TypeError, ValueError, binascii.Error, zlib.error):
        raise text.wrong("numbers are expected, packed with zlib and base64") from None
    if unzip.unconsumed_tail or not unzip.eof or len(raw) % 2:
        raise text.wrong(f"{MOST_ACTIONS:,} two-byte whole numbers are the maximum, and none may be cut off")
    return np.frombuffer(raw, "<u2").astype(np.int64)


# ------------------------------------------------------------------------------------------------------------ checking


def read(file: Path) -> tuple[Suite, list[Claim]]:
    """A submission's benchmark and runs; no game is played. Raises SaveError or OptionError naming what is wrong."""
    content = from_json(file, "submission", Reader)
    try:
        return _read(content)
    except SaveError as error:
        raise SaveError(f"{file} is not a submission: {error}") from None


def _read(content: Reader) -> tuple[Suite, list[Claim]]:
    content.fields(FIELDS)
    if content["format"].value != FORMAT:
        raise content["format"].wrong(f"{FORMAT!r} is expected, not {in_short(content['format'].value)}")
    suite = suite_of(_text(content["suite"]))
    learner = f"{_text(content['learner'], MARKS)} ({_text(content['by'], MARKS)})"
    track = atlas.TRACKS[content["track"].one_of(atlas.TRACKS, "track")]
    version = _text(content["version"])
    about, settings = _text(content["about"], empty=True), _settings(content["settings"])
    claims = []
    for run in content["runs"].each():
        run.fields(RUN_FIELDS)
        task = suite.task(_text(run["task"]))
        rules = content["rules"][task.of]
        if rules.value not in suite.rules[task.of]:
            raise rules.wrong(f"the games have other rules ({in_short(rules.value)}) than those of {suite.name}")
        against = {name: run["against"][name].number(-1, 2) for name in run["against"].mapping()}
        if against.keys() != set(task.opponents):
            raise run["against"].wrong(f"a number against each of {', '.join(task.opponents)} is expected")
        entry = Entry(
            task.name, learner, track, run["decisions"].whole(1, 10**12), run["seed"].whole(0, 2**31),
            run["deals"].whole(1, 1000), run["score"].number(-1, 2), against, run["cpu"].number(0, 1e12), None,
            version, origin(task.game)["rules"], settings=settings, about=about,
            conditions=atlas.conditions_of(task, Bench(Path())),
        )  # fmt: skip
        actions = Actions(unpacked(run["counts"]), unpacked(run["actions"]))
        games = sum(map(len, batches(task, entry.deals))) * task.setting().seats
        if len(actions.counts) != games or actions.counts.sum() != len(actions.actions):
            raise run["counts"].wrong(f"{games} games are expected, with as many actions as they count")
        claims.append(Claim(entry, actions))
        if sum(len(claim.played.actions) for claim in claims) > MOST_IN_ALL:
            raise content["runs"].wrong(f"{MOST_IN_ALL:,} actions are the maximum of all runs together")
    keys = [claim.entry.key for claim in claims]
    if not keys or len(set(keys)) < len(keys):
        raise content["runs"].wrong("at least one run is expected, each with a different task, budget or seed")
    return suite, claims


def text_problem(text: str, without: str = "") -> str:
    """What is wrong with a text of a submission, which may have no characters of `without`; empty if it is right."""
    if len(text) <= LONGEST and visible(text) == text and not set(text) & set(without):
        return ""
    return f"a text of at most {LONGEST} printable characters is expected{without and f', none of them in {without}'}"


def _text(field: Reader, without: str = "", *, empty: bool = False) -> str:
    text = field.text()
    problem = text_problem(text, without)
    if problem or not (text or empty):
        raise field.wrong(problem or "a text is expected")
    return text


def _settings(stated: Reader) -> dict[str, Any]:
    """A learner's settings by name: numbers, texts, true or false."""
    if len(stated.mapping()) > MOST_SETTINGS:
        raise stated.wrong(f"at most {MOST_SETTINGS} settings are expected")
    for name in stated.mapping():
        _text(Reader(name, f"{stated.path}: the name {in_short(name)}"), MARKS)
        value = stated[name]
        if isinstance(value.value, str):
            _text(value, MARKS, empty=True)
        elif not isinstance(value.value, bool):
            value.number()
    return dict(stated.mapping())


def check(suite: Suite, claims: Sequence[Claim], console: Console) -> list[Entry]:
    """Play every game of a submission again; returns the rows that result. Raises OptionError if this version plays
    other games than those of the suite, SaveError if a run does not come out as claimed; the message names it."""
    suite.check()
    result = []
    for claim in claims:
        entry, task = claim.entry, suite.task(claim.entry.task)
        row, broken = replay(task, entry.deals, claim.played, console)
        which = f"{entry.task}, seed {entry.seed}"
        games = len(claim.played.counts)
        if broken > games * MOST_BROKEN:
            raise SaveError(f"{which}: in {broken} of {games} games its actions do not fit the game: rejected")
        replayed = replace(entry, **(atlas.measured(row, task.setting()) | origin(task.game)))
        if abs(replayed.score - entry.score) > AGREES:
            raise SaveError(f"{which}: its games give a score of {replayed.score:.4f}, not {entry.score:.4f}: rejected")
        result.append(replayed)
    return result


def take(file: Path, out: Path, console: Console) -> None:
    """Check a submission, and add its rows to those in the folder `out`. Raises errors as `check` does."""
    rows = check(*read(file), console)
    for row in rows:
        atlas.save(row, out / atlas.FILE)
    atlas_table.show(rows, console)
    matching = "1 run matches its claim" if len(rows) == 1 else f"{len(rows)} runs match their claims"
    say(console, f"{matching}; added to {shown(out / atlas.FILE)}")
