"""`dynasty match`, as a person types it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dynasty_env
from agents import compiling
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError, SaveError
from dynasty_env.kit.files.replays import Replay
from tests.command_line import dynasty
from tests.own import bot_file
from tests.tiny import nim
from training.arena import match_command
from training.arena.match import MatchResult, joined, play_match
from training.arena.match_command import parts_of, play_part
from training.arena.match_file import Fixture, MatchFile

FIXTURE = Fixture(nim.GAME, {}, ("greedy", "random", "random"), 70, 5)


def same(one: MatchResult, other: MatchResult) -> bool:
    fields = ("seats", "shares", "points", "decisions")
    return one.names == other.names and all(np.array_equal(getattr(one, f), getattr(other, f)) for f in fields)


def test_the_parts_of_a_match_are_the_match() -> None:
    bots = [make_bot(name, nim.GAME) for name in FIXTURE.names]
    whole = play_match(nim.GAME, bots, games=70, seed=5, names=FIXTURE.names)
    for jobs in (1, 2, 7):
        parts = parts_of(FIXTURE, jobs)
        assert [number for part in parts for number in part] == list(range(70))
        assert all(len(part) % 3 == 0 for part in parts[:-1])
        assert same(joined([play_part(FIXTURE, part) for part in parts]), whole)


def test_a_bot_by_its_name_in_the_browser_is_the_same_bot() -> None:
    code, output = dynasty("match", "tests/tiny/nim.py:GAME", "--bots", "greedy,Veteran, random", "--games", "3")
    assert code == 0, output
    assert "greedy × 2, together" in output
    assert "Veteran" not in output


def test_what_has_been_played_is_left_out_of_the_parts() -> None:
    assert parts_of(FIXTURE, 1, [range(0, 70)]) == []
    assert parts_of(FIXTURE, 1, [range(0, 99)]) == []
    for played in ([range(6, 9)], [range(30, 70), range(0, 3)], [range(60, 80)], [range(5, 7), range(7, 11)]):
        numbers = [number for part in parts_of(FIXTURE, 1, played) for number in part]
        assert numbers == [number for number in range(70) if not any(number in part for part in played)]


def test_a_part_has_to_lie_within_the_match() -> None:
    bots = [make_bot(name, nim.GAME) for name in ("random", "random")]
    for part in (range(0), range(3, 11), range(-1, 3)):
        with pytest.raises(OptionError, match="out of range"):
            play_match(nim.GAME, bots, games=10, part=part)


def test_accounts_are_added_up() -> None:
    part = play_part(FIXTURE, range(3))
    one = MatchResult(part.names, part.seats, part.shares, part.points, part.decisions, {"llm": {"asked": 3, "bad": 1}})
    two = MatchResult(part.names, part.seats, part.shares, part.points, part.decisions, {"llm": {"asked": 4}})
    assert joined([one, two]).accounts == {"llm": {"asked": 7, "bad": 1}}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_match_is_played_and_told(jobs: str) -> None:
    code, told = dynasty("match", "shinsengumi_v0", "--bots", "greedy,random", "--games", "6", "--jobs", jobs)
    assert code == 0
    assert "6 games" in told
    assert "greedy" in told
    assert "any bot" in told


@pytest.mark.parametrize(
    "command",
    [
        ["match", "--bots", "greedy,random", "--games", "300"],
        ["ladder", "--bots", "greedy,random", "--seats", "2", "--deals", "50"],
        ["measure", "--bots", "greedy", "--games", "300"],
        ["balance", "--games", "300"],
    ],
)
def test_what_many_games_call_is_compiled_before_the_first(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In their midst it was compiled with nobody told: for minutes the bar stood still."""

    class BegunError(Exception):
        """Compiling would begin here."""

    def begin(*_: Any) -> None:
        raise BegunError

    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DYNASTY_ENV_BACKEND", raising=False)
    monkeypatch.setattr(compiling, "compile_entries", begin)
    with pytest.raises(BegunError):
        dynasty(command[0], "dynasty_v0", *command[1:])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--bots", "greedy"], "names 1 bot, one per seat, but dynasty_v0 has 2 to 6 seats"),
        ([], "name the bots, one per seat: --bots champion,greedy,greedy,greedy"),
        (["--bots", "greedy,,random"], "there is no bot ''"),
        (["--bots", "greedy,clever"], "there is no bot 'clever'"),
        (["--bots", "greedy,random", "--option", "num_players=3"], "contradicts the 2 seats"),
        (["--bots", "greedy,random", "--option", "packs=9"], "packs=9 is out of range"),
    ],
)
def test_what_is_wrong_is_said(given: list[str], message: str) -> None:
    code, told = dynasty("match", *given)
    assert (code, message in told) == (2, True)


def test_control_c_tells_what_has_been_played(monkeypatch: pytest.MonkeyPatch) -> None:
    first = range(0, 4)

    def press(fixture: Fixture, part: range) -> MatchResult:
        if part != first:
            raise KeyboardInterrupt
        return play_part(fixture, part)

    monkeypatch.setattr(match_command, "parts_of", lambda fixture, jobs, played: [first, range(4, 8)])
    monkeypatch.setattr(match_command, "play_part", press)
    code, told = dynasty("match", "shinsengumi_v0", "--bots", "random,random", "--games", "8")
    assert code == match_command.INTERRUPTED
    assert "4 games" in told
    assert "stopped after 4 of 8 games" in told


KEPT = ("match", "shinsengumi_v0", "--bots", "random,greedy,random", "--seed", "3")


def table_of(told: str) -> list[str]:
    return told[told.index("games, ") :].splitlines()


def test_a_match_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, play, played = tmp_path / "new" / "match.jsonl", match_command.play_part, list[range]()

    def press(fixture: Fixture, part: range) -> MatchResult:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(part)
        return play(fixture, part)

    _, whole = dynasty(*KEPT, "--games", "12")
    monkeypatch.setattr(match_command, "play_part", press)
    code, told = dynasty(*KEPT, "--games", "12", "--out", str(file))
    assert code == match_command.INTERRUPTED
    assert f"stopped after 6 of 12 games; they are saved in {file}: run the same command again to resume" in told
    before = file.read_text()
    monkeypatch.setattr(match_command, "play_part", play)
    code, told = dynasty(*KEPT, "--games", "12", "--out", str(file))
    assert code == 0
    assert file.read_text().startswith(before)
    assert table_of(told) == table_of(whole)


def test_games_are_added_to_a_match_and_none_is_played_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    _, whole = dynasty(*KEPT, "--games", "9")
    dynasty(*KEPT, "--games", "4", "--out", str(file))
    assert table_of(dynasty(*KEPT, "--games", "9", "--out", str(file))[1]) == table_of(whole)
    monkeypatch.setattr(match_command, "play_part", None)
    assert table_of(dynasty("match", "--games", "9", "--out", str(file))[1]) == table_of(
        whole
    )  # the file knows the rest
    assert table_of(dynasty(*KEPT, "--games", "5", "--out", str(file))[1]) == table_of(whole)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    file = MatchFile(path, FIXTURE)
    for part in (range(3), range(6, 8)):
        file.add(part, play_part(FIXTURE, part))
    return path


def test_a_kept_match_is_the_same_again(kept: Path) -> None:
    file = MatchFile(kept, FIXTURE)
    assert list(file.played) == [range(3), range(6, 8)]
    assert all(same(result, play_part(FIXTURE, part)) for part, result in file.played.items())
    kept.write_bytes(kept.read_bytes()[:-1])
    torn = MatchFile(kept, FIXTURE)
    assert torn.torn and list(torn.played) == [range(3)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"format":"match"', '"format":"ladder"', "is not a file of a match"),
        ('"games":[0,3]', '"games":[3,3]', r"line 2\.games: the first of these games, and the one after the last"),
        ('"games":[6,8]', '"games":[2,4]', r"line 3\.games: the first"),
        ('"games":[6,8]', '"games":[6]', r"line 3\.games: the first"),
        ('"games":[6,8]', '"games":[6,9]', r"line 3\.shares: 3 games are expected, with a number for each of 3 bots"),
        ('"shares":[[', '"shares":[[2,', r"line 2\.shares\[0\]\[0\]: a number 0 … 1 is expected, not 2"),
        ('"points":[[', '"points":[[NaN,', r"line 2\.points\[0\]\[0\]: a number .* is expected, not nan"),
        ('"decisions":[', '"decisions":[1,', r"line 2\.decisions: 3 numbers are expected, one per game"),
        ('"accounts":{}', '"accounts":{"random":{"asked":-1}}', "line 2.accounts.random.asked: a whole number"),
        ('"accounts"', '"account"', "did you mean 'accounts'"),
    ],
)
def test_damage_of_a_kept_match_is_named_and_left_alone(kept: Path, old: str, new: str, message: str) -> None:
    damaged = kept.read_text().replace(old, new, 1)
    assert damaged != kept.read_text()
    kept.write_text(damaged)
    with pytest.raises(SaveError, match=message):
        MatchFile(kept, FIXTURE)
    assert kept.read_text() == damaged


def test_replays_of_a_match_are_its_games(tmp_path: Path) -> None:
    _, whole = dynasty(*KEPT, "--games", "4", "--jobs", "2", "--replays", str(tmp_path / "games"))
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"game-{number}.json" for number in range(4)]
    replays = [Replay.read(file, dynasty_env.game) for file in files]
    assert [replay.players for replay in replays[:2]] == [
        ["random", "greedy", "random"],
        ["random", "random", "greedy"],
    ]
    for name in ("greedy", "random"):
        seats = [[seat for seat, player in enumerate(replay.players) if player == name] for replay in replays]
        won = sum(replay.verify().win_shares()[own].sum() for replay, own in zip(replays, seats, strict=True))
        assert f"{won / 4:.1%}" in whole


def test_a_bot_whose_file_has_changed_is_told_so(tmp_path: Path) -> None:
    own, file = f"{bot_file(tmp_path / 'mine.py')}:First", tmp_path / "match.jsonl"
    given = [*KEPT[:2], "--bots", f"{own},random", "--games", "2", "--out", str(file)]
    assert dynasty(*given)[0] == 0
    before = file.read_bytes()
    bot_file(tmp_path / "mine.py", -1)
    code, told = dynasty(*given)
    assert (code, f"holds games that {own} played before its file changed: choose another --out" in told) == (2, True)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([*KEPT[:-1], "4"], "holds games with seed 3, not 4: choose another --out"),
        ([*KEPT[:2], "--bots", "random,random,random", "--seed", "3"], "holds games with bots"),
    ],
)
def test_a_file_of_another_match_is_refused(tmp_path: Path, given: list[str], message: str) -> None:
    file = tmp_path / "match.jsonl"
    dynasty(*KEPT, "--games", "3", "--out", str(file))
    before = file.read_bytes()
    code, told = dynasty(*given, "--games", "3", "--out", str(file))
    assert (code, message in told) == (2, True), told
    assert file.read_bytes() == before
