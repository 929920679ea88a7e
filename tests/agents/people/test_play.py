"""`dynasty play`, `watch` and `replay`, as a person types them."""

import io
import itertools
import json
import random
import re
import shutil
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import dynasty_env
from agents.people import advising, play
from agents.people.play import Sitting, conclude
from agents.people.terminal import Terminal
from agents.uniform import Random
from dynasty_env import dynasty_v0
from dynasty_env.games import GAMES
from dynasty_env.games import game as named_game
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.files.replays import Replay, SavedGame, write_json
from dynasty_env.kit.seats.decision import Decision
from tests.command_line import CliRunner
from training import cli

PASSING = "0\n1\n" * 3000
"""Passes wherever that is possible; else the first choice."""


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DYNASTY_ENV_BACKEND", "compiled")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file that is broken, a game to go on with, and the replay of one that is over."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as context:
        context.setenv("DYNASTY_ENV_BACKEND", "interpreted")
        (folder / "broken.json").write_text("{", encoding="utf-8")
        dynasty("play", "--seed", "3", "--save", f"{folder}/mine.json", typed="1\n")
        dynasty("watch", "--seats", "2", "--seed", "5", "--fast", "--save", f"{folder}/over.json")
    return folder


def dynasty(*arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(cli.app, list(arguments), input=typed)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return result.exit_code, result.output


def content(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return found


@contextmanager
def interrupted_bots(monkeypatch: pytest.MonkeyPatch, move: int) -> Iterator[None]:
    """Bots take their first legal action; Control-C is pressed while one of them thinks about the `move`-th of all."""
    asked: list[int] = []

    def think(bot: Random, decision: Decision) -> int:
        asked.append(decision.seat)
        if len(asked) == move:
            raise KeyboardInterrupt
        return int(decision.legal[0])

    with monkeypatch.context() as context:
        context.setattr(Random, "act", think)
        yield


def test_a_game_from_the_deal_to_the_winner() -> None:
    code, told = dynasty("play", "--seed", "3", "--bots", "greedy,random,greedy", "--save", "mine.json", typed=PASSING)
    assert code == 0
    assert "Dynasty 1 (seat 0): you" in told
    assert "Dynasty 3 (seat 2): random" in told
    assert "the game ends: " in told
    assert re.search(r"Dynasty \d \(\w+\) wins\.|share the victory\.", told)
    replay = Replay.read(Path("mine.json"), dynasty_env.game)
    assert replay.players == ["person", "greedy", "random", "greedy"]
    replay.verify()
    code, checked = dynasty("replay", "mine.json", "--verify")
    assert (code, "all legal; the result matches the record" in checked) == (0, True)
    code, again = dynasty("replay", "mine.json", "--fast", "--seat", "0")
    assert code == 0
    happened = [line for line in re.findall(r"^  (Dynasty \d .*)$", again, re.M) if "declares" in line]
    assert happened
    assert all(line in told for line in happened)


@pytest.mark.parametrize("name", ["dynasty_v0", "kingdoms_v0", "three_kingdoms_v0"])
def test_decisions_that_bring_nothing_to_light_are_taken_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who takes back all that it can, half of the time, comes to a game that is whole; what was rolled, and
    what somebody has answered, stays."""
    rng, typed, back = random.Random(3), itertools.count(), []
    go_back = Sitting._go_back

    def counted(sitting: Sitting) -> None:
        number, before = sitting.steps[-1]
        go_back(sitting)
        assert len(sitting.replay.actions) == number
        assert sitting.state.tables.array.tobytes() == before.tables.array.tobytes()
        back.append(number)

    def answer() -> str:
        return "q" if next(typed) > 60 else "u" if rng.random() < 0.4 else str(rng.randrange(5))

    monkeypatch.setattr(Sitting, "_go_back", counted)
    monkeypatch.setattr("builtins.input", answer)
    code, told = dynasty("play", name, "--bots", "random", "--seed", "4", "--save", "g.json")
    assert code == 0, told
    assert back
    code, told = dynasty("replay", "g.json", "--verify")
    assert (code, "all legal" in told) == (0, True), told


def test_a_hint_says_what_a_bot_would_do_and_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "INTERPRETED", "20")
    monkeypatch.setattr(advising, "COMPILED", "20")
    code, told = dynasty("play", "--bots", "random", "--seed", "1", "--save", "g.json", typed="b\n1\nu\nq\n")
    assert code == 0
    assert "which choice is better" in told or "If in doubt" in told or "A bot would say" in told
    assert "imagined games" in told
    assert "wins about" in told or "hardly tried" in told
    assert content("g.json")["record"]["hints"] == [0]
    code, told = dynasty("play", "--seat", "0,1", "--save", "h.json", typed="\nb\nq\n")
    assert "Hints are available only if you play alone against bots." in told


@pytest.mark.parametrize("name", GAMES)
def test_the_end_says_what_points_are_made_of(name: str) -> None:
    game = named_game(name)
    state, rng = game.new(3, backend="interpreted"), random.Random(3)
    while not state.done:
        state.play(int(rng.choice(state.legal().tolist())))
    screen = io.StringIO()
    conclude(Terminal(game, Console(file=screen, width=200)), state, ["you"] * state.num_players, None)
    table = screen.getvalue().partition("The game is over")[2]
    assert "breakdown" in table
    for texts in game.account(state):
        assert all(str(text) in table for text in texts)


def test_quitting_and_going_on_comes_to_the_same_game() -> None:
    """The bots' dice too go on as if nothing had happened."""
    game = ["play", "--seed", "5", "--bots", "random"]
    dynasty(*game, "--save", "whole.json", typed="\n".join(["zz", *["1"] * 4000]))
    dynasty(*game, "--save", "pieces.json", typed="1\n" * 7 + "q\n")
    for _ in range(4):
        assert content("pieces.json")["format"] == "saved game"
        code, told = dynasty("play", "--load", "pieces.json", typed="1\n" * 5 + "s\nq\n")
        assert code == 0
    assert "What happened last:" in told
    dynasty("play", "--load", "pieces.json", typed="1\n" * 4000)
    assert content("pieces.json") == content("whole.json")
    assert content("whole.json")["result"]


def test_the_saved_table_is_one_that_the_game_reads() -> None:
    dynasty("play", "--seed", "3", "--save", "mine.json", typed="1\n" * 5)
    saved = SavedGame.read(Path("mine.json"), dynasty_env.game)
    table = dynasty_v0.game.from_dict(content("mine.json")["table"])
    assert table.to_dict() == saved.table.to_dict()


def test_control_c_in_the_middle_of_a_decision_keeps_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    ask, asked = Terminal.ask, []

    def press(terminal: Terminal, prompt: str) -> str:
        asked.append(prompt)
        if len(asked) == 6:
            signal.raise_signal(signal.SIGINT)
        return ask(terminal, prompt)

    with monkeypatch.context() as context:
        context.setattr(Terminal, "ask", press)
        code, told = dynasty("play", "--seed", "3", "--save", "mine.json", typed="1\n" * 20)
    assert code == play.INTERRUPTED
    assert "dynasty play --load mine.json" in " ".join(told.split())
    saved = SavedGame.read(Path("mine.json"), dynasty_env.game)
    persons = [table.seat for table in saved.replay.play()][:-1].count(0)
    assert persons == 5, "each of the five answered decisions is in the save"
    assert saved.table.seat == 0


def test_control_c_while_a_bot_thinks_keeps_the_last_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    with interrupted_bots(monkeypatch, move=9):
        code, _ = dynasty("play", "--seed", "3", "--bots", "random", "--save", "mine.json", typed="1\n" * 20)
    assert code == play.INTERRUPTED
    actions = SavedGame.read(Path("mine.json"), dynasty_env.game).replay.actions
    assert len(actions) >= 4, "the person's set-up is in the save"


@pytest.mark.parametrize("name", dynasty_env.GAMES)
def test_whoever_sits_down_is_told_how_one_wins(name: str) -> None:
    goal = dynasty_env.game(name).goal
    assert "win" in goal
    _, told = dynasty("play", name, "--seed", "3", "--bots", "random", typed="")
    assert goal in " ".join(told.split())


def test_whoever_wins_at_equal_points_is_told_what_decided() -> None:
    decided = "wins: with equal points the topmost row decides, then the place nearest to a side edge."
    met = set()
    for seed in range(40):
        _, told = dynasty("watch", "shinsengumi_v0", "--bots", "random", "--seats", "3", "--seed", f"{seed}", "--fast")
        rows = told.partition("The game is over")[2]
        points = re.findall(r"random │ +(-?\d+)", rows)
        if "Nobody wins." not in rows:
            tied = points.count(points[0]) > 1
            assert (decided in " ".join(rows.split())) == tied, rows
            met.add(tied)
        if len(met) == 2:
            break
    assert met == {True, False}


def test_resume_takes_the_newest() -> None:
    code, told = dynasty("play", "--resume")
    assert (code, "no unfinished game of dynasty_v0 is saved here" in " ".join(told.split())) == (2, True)
    dynasty("play", "--seed", "3", typed="1\n2\n")
    (file,) = Path("saves").iterdir()
    assert re.fullmatch(r"dynasty_v0-\d{8}-\d{6}\.json", file.name)
    code, told = dynasty("play", "--resume", typed="1\n")
    assert code == 0
    assert "turns up" in told
    seats = [table.seat for table in SavedGame.read(file, dynasty_env.game).replay.play()]
    assert seats[:-1].count(0) == 3


def test_a_hand_written_table_can_be_played() -> None:
    king = {"king": "Charles V", "territories": ["Spain"]}
    other = {"king": "Henry VIII", "territories": ["England"]}
    write_json(Path("puzzle.json"), {"game": "dynasty_v0", "seed": 4, "phase": "action", "seats": [king, other]})
    before = Path("puzzle.json").read_bytes()
    code, told = dynasty("play", "--load", "puzzle.json", "--bots", "random", "--save", "mine.json", typed="0\n")
    assert code == 0
    assert "Charles V" in told
    assert Path("puzzle.json").read_bytes() == before
    code, _ = dynasty("play", "--load", "mine.json", typed="0\n1\n" * 3000)
    assert code == 0
    assert dynasty("replay", "mine.json", "--verify")[0] == 0


def test_two_people_share_the_screen() -> None:
    code, told = dynasty("play", "--seed", "3", "--seat", "0,2", "--bots", "greedy", typed="\n1\n" * 3000)
    assert code == 0
    assert "Dynasty 1, take the screen and press Enter" in told
    assert "Dynasty 3, take the screen and press Enter" in told


def test_a_table_of_bots_only_is_watched() -> None:
    code, told = dynasty("play", "--seed", "3", "--seat", "none", "--bots", "random")
    assert code == 0
    assert "as everybody sees it" in told
    assert "take the screen" not in told


def test_nothing_but_the_seats_chronicle_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is asked in a window, and passes, leaves no mark on the screen; the seed is told when all is over."""
    act, tell = Random.act, Terminal.tell
    asked: list[int] = []
    lines: list[str] = []

    def think(bot: Random, decision: Decision) -> int:
        if decision.phase == "interrupt":
            asked.append(decision.seat)
            return dynasty_v0.game.action_ids["pass"]
        return act(bot, decision)

    def listen(terminal: Terminal, told: Sequence[str]) -> None:
        lines.extend(told)
        tell(terminal, told)

    monkeypatch.setattr(Random, "act", think)
    monkeypatch.setattr(Terminal, "tell", listen)
    _, told = dynasty("play", "--seed", "123456789", "--bots", "random", "--save", "mine.json", typed=PASSING)
    assert asked
    replay = Replay.read(Path("mine.json"), dynasty_env.game)
    assert lines[4:] == [line for state in replay.play() if state.told for line in state.chronicle(0)]
    assert not re.search(r"Dynasty [2-4], your choice", told)
    assert "123456789" not in told.partition("The game is over")[0]


@pytest.mark.parametrize("no_colour", ["1", ""])
def test_pipes_get_no_escapes(no_colour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", no_colour)
    _, told = dynasty("play", "--seed", "3", typed="t\n1\n")
    assert "\x1b" not in told
    assert "> 1\n" in told, "what was read stands in the transcript"


def test_watch_and_replay() -> None:
    code, told = dynasty("watch", "--bots", "random,greedy,random", "--seed", "5", "--save", "seen.json")
    assert code == 0
    assert "(you)" not in told
    assert told.count("as everybody sees it") > 1
    code, fast = dynasty("watch", "--bots", "random,greedy,random", "--seed", "5", "--fast")
    assert fast.count("as everybody sees it") == 1
    _, again = dynasty("replay", "seen.json")
    body = told.partition("Dynasty 1 draws")[2].partition("Seed")[0]
    assert body
    assert body in again, "a replay tells the game as it was told"
    code, seen = dynasty("replay", "seen.json", "--fast", "--seat", "1")
    assert code == 0
    assert "Dynasty 2 (you)" in seen
    assert re.search(r"Dynasty 2 draws \S+[♠♥♦♣]", seen)
    assert not re.search(r"Dynasty [13] draws \S+[♠♥♦♣]", seen)


def test_names_in_a_replay_do_not_control_the_terminal() -> None:
    dynasty("watch", "--seats", "2", "--seed", "5", "--fast", "--save", "seen.json")
    for number, name in enumerate(("\x1b]0;mine\x07\x1b[2J", "[bold red]markup[/]")):
        spoil("seen.json", players=[name, "random"] if number == 0 else ["random", name])
        code, told = dynasty("replay", "seen.json", "--fast")
        assert code == 0
        assert not any(sign in told for sign in "\x1b\x07")
        assert told.count(name.replace("\x1b", "\\x1b").replace("\x07", "\\x07")) >= 2


def test_replaying_step_by_step() -> None:
    dynasty("watch", "--seats", "2", "--seed", "5", "--fast", "--save", "seen.json")
    code, told = dynasty("replay", "seen.json", "--step", typed="\n\nq\n")
    assert code == 0
    assert told.count("(Enter: continue, q: quit)") == 3
    assert "The game is over" not in told


def test_watching_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    with interrupted_bots(monkeypatch, move=9):
        code, _ = dynasty("watch", "--seed", "3", "--bots", "random", "--fast", "--save", "seen.json")
    assert code == play.INTERRUPTED
    assert len(SavedGame.read(Path("seen.json"), dynasty_env.game).replay.actions) == 8
    assert dynasty("play", "--load", "seen.json")[0] == 0
    assert content("seen.json")["format"] == "replay"


def test_a_watched_game_is_kept_whose_bot_fails() -> None:
    Path("mine.py").write_text(
        "class Tires:\n    name = 'tires'\n    def reset(self, seed):\n        self.asked = 0\n"
        "    def act(self, decision):\n        self.asked += 1\n"
        "        return decision.legal[0] if self.asked < 5 else decision.legal[99]\n"
    )
    code, told = dynasty("watch", "--seed", "3", "--bots", "random,mine.py:Tires", "--fast", "--save", "seen.json")
    assert code == 2
    assert "mine.py, line 7: IndexError" in told
    assert "Saved in seen.json" in told
    assert SavedGame.read(Path("seen.json"), dynasty_env.game).replay.actions


def test_a_running_game_is_shown_to_its_persons_and_the_public_only() -> None:
    dynasty("play", "--seed", "3", "--save", "mine.json", typed="1\n" * 5)
    assert dynasty("replay", "mine.json", "--seat", "0")[0] == 0
    code, told = dynasty("replay", "mine.json")
    assert code == 0
    assert "The recording ends here; the game is not over." in told
    code, told = dynasty("replay", "mine.json", "--seat", "1")
    assert (code, "you can only view the seats of people: [0]" in " ".join(told.split())) == (2, True)


def spoil(path: str, **changes: Any) -> None:
    write_json(Path(path), content(path) | changes)


def test_corrupted_replays_are_refused_by_name_and_reason(made: Path) -> None:
    shutil.copy(made / "over.json", "seen.json")
    whole = content("seen.json")
    for changes, reason in (
        ({"actions": whole["actions"][:-1]}, "result: given, but the actions do not end the game"),
        ({"actions": ["deck:yellow", "keep", *whole["actions"][2:]]}, "actions[1]: "),
        ({"seed": whole["seed"] + 1}, "seen.json: "),
        ({"result": whole["result"] | {"scores": [99, 99]}}, "result.scores: recorded: [99.0, 99.0]"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ):
        spoil("seen.json", **changes)
        for how in ("--verify", "--fast"):
            code, told = dynasty("replay", "seen.json", how)
            told = " ".join(told.split())
            assert code == 2
            assert told.startswith("error: seen.json: ")
            assert reason in told
        write_json(Path("seen.json"), whole)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess"], "there is no game 'chess'; there are dynasty_v0"),
        (["play", "shinsengmi"], "did you mean 'shinsengumi_v0'"),
        (["play", "--seats", "9"], "--seats 9: dynasty_v0 has 2 to 6 seats"),
        (["play", "--bots", "clever"], "there is no bot 'clever' for dynasty_v0; its bots are random, greedy"),
        (["play", "--seats", "4", "--bots", "random,greedy"], "--bots names 2 bots for 3 seats"),
        (["play", "--seat", "4"], "--seat '4': this table has seats 0 … 3"),
        (["play", "--seat", "me"], "--seat 'me': this table has seats"),
        (["play", "--seat", "0,,1"], "this table has seats"),
        (["play", "--seed", "-1"], "seed=-1 is out of range"),
        (["play", "--option", "packs=3"], "packs=3 is out of range: packs is one of 1, 2"),
        (["play", "--option", "packs"], "give NAME=VALUE; the options of dynasty_v0 are num_players, packs"),
        (["play", "--option", "packs=many"], "the value must be a whole number, true or false"),
        (["play", "--option", "dice=3"], "dynasty_v0 has no option 'dice'; its options are num_players"),
        (["play", "--seats", "4", "--option", "num_players=3"], "num_players=3 contradicts the 4 seats asked for"),
        (["play", "--option", "num_players=9"], "--seats 9: dynasty_v0 has 2 to 6 seats"),
        (["play", "--option", "num_players=3", "--bots", "random,greedy,random"], "names 3 bots for 2 seats"),
        (["play", "--seats", "0"], "--seats 0: dynasty_v0 has 2 to 6 seats"),
        (["play", "--seats", "-1"], "--seats -1: dynasty_v0 has 2 to 6 seats"),
        (["watch", "--seats", "0"], "--seats 0: dynasty_v0 has 2 to 6 seats"),
        (["play", "--load", "nowhere.json"], "nowhere.json: No such file"),
        (["play", "--load", "a.json", "--resume"], "--load or --resume, not both"),
        (["play", "--load", "broken.json"], "broken.json: this is not a JSON file"),
        (["play", "--load", "over.json"], "over.json: this is the replay of a finished game"),
        (["play", "--load", "mine.json", "--bots", "random"], "--bots: a loaded game keeps its own settings"),
        (["play", "--load", "mine.json", "--seed", "4"], "--seed: a loaded game keeps"),
        (["play", "--save", "mine.json"], "mine.json: this file already exists"),
        (["play", "--save", "mine.json/there.json"], "mine.json/there.json: "),
        (["watch", "--bots", "random", "--seats", "1"], "--seats 1: dynasty_v0 has 2 to 6 seats"),
        (["watch", "--bots", "random,"], "there is no bot ''"),
        (["replay", "nowhere.json"], "nowhere.json: No such file"),
        (["replay", "mine.json", "--seat", "7"], "--seat 7 is out of range: this game has seats 0 … 3"),
    ],
)  # fmt: skip
def test_errors_are_told_in_a_line(arguments: list[str], message: str, made: Path) -> None:
    shutil.copytree(made, ".", dirs_exist_ok=True)
    code, told = dynasty(*arguments)
    assert code == 2
    assert message in " ".join(told.split())
    assert "your choice" not in told


def test_options_reach_the_game() -> None:
    options = ["--option", "packs=2", "--option", "adjacency=true"]
    code, told = dynasty("play", "--seats", "3", "--seed", "3", *options, "--save", "mine.json", typed="1\n")
    assert code == 0
    assert "dynasty_v0, 3 seats (packs 2, adjacency True)" in told
    kept = content("mine.json")["record"]["options"]
    assert (kept["packs"], kept["adjacency"], kept["num_players"]) == (2, True, 3)


@pytest.mark.parametrize("command", ["play", "watch"])
def test_the_option_of_the_game_says_how_many_seats_there_are(command: str) -> None:
    asked = ("--bots", "random", "--seed", "3", "--option", "num_players=3", "--save", "mine.json")
    code, told = dynasty(command, "shinsengumi_v0", *asked, typed="q\n")
    assert (code, "shinsengumi_v0, 3 seats" in told) == (0, True), told


def test_a_game_that_cannot_be_saved_goes_on_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    write, written = SavedGame.write, []

    def full(saved: SavedGame, path: Path) -> None:
        written.append(path)
        if 3 < len(written) < 6:
            raise SaveError(f"{path}: No space left on device")
        write(saved, path)

    monkeypatch.setattr(SavedGame, "write", full)
    code, told = dynasty("play", "--seed", "3", "--save", "mine.json", typed="1\n1\n")
    assert code == 0
    assert told.count("Not saved: mine.json: No space left on device") == 2
    persons = [table.seat for table in SavedGame.read(Path("mine.json"), dynasty_env.game).replay.play()][:-1].count(0)
    assert persons == 2
