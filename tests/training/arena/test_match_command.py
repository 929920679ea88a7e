"""`dynasty match`, as a person types it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import compiling
from agents.registry import make_bot
from dynasty_env.kit.errors import OptionError
from tests.tiny import nim
from tests.training.test_cli import dynasty
from training.arena import match_command
from training.arena.match import MatchResult, joined, play_match
from training.arena.match_command import Fixture, parts_of, play_part

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
    assert "whoever" in told


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
        (["--bots", "greedy"], "names 1 bots: dynasty_v0 has 2 to 6 seats"),
        ([], "names 0 bots"),
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

    monkeypatch.setattr(match_command, "parts_of", lambda fixture, jobs: [first, range(4, 8)])
    monkeypatch.setattr(match_command, "play_part", press)
    code, told = dynasty("match", "shinsengumi_v0", "--bots", "random,random", "--games", "8")
    assert code == match_command.INTERRUPTED
    assert "4 games" in told
    assert "stopped after 4 of 8 games" in told
