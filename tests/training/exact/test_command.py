"""`dynasty exploit`: exact numbers of small games, and a lower bound of others."""

from pathlib import Path

import pytest

from tests.command_line import dynasty
from tests.own import bot_file


def test_kuhn_is_walked_through_and_told_in_chips() -> None:
    code, told = dynasty("exploit", "kuhn_v0", "random", "--exact")
    assert code == 0
    assert "random in all 2 seats of kuhn_v0, in points (54 nodes, 12 information sets):" in told
    assert "seat 0: wins +0.1250 on average; a best response there wins +0.5000" in told
    assert "NashConv 0.9167; exploitability 0.4583" in told
    assert "3 seats of kuhn_v0" in dynasty("exploit", "kuhn_v0", "random", "--exact", "--seats", "3")[1]


def test_a_bot_in_a_file_is_asked_and_called_an_estimate(tmp_path: Path) -> None:
    bot = f"{bot_file(tmp_path / 'first.py')}:First"  # always passes: a best response bets, and takes the antes
    code, told = dynasty("exploit", "kuhn_v0", bot, "--exact", "--samples", "3", "--reward", "win")
    assert code == 0
    assert "in win (54 nodes, 12 information sets; sampled 3 times per decision: an estimate" in told
    assert "a best response there wins +0.2500" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["dynasty_v0", "random", "--exact"], "dynasty_v0 does not declare that its chance can be enumerated"),
        (["kuhn_v0", "random", "--exact", "--seats", "5"], "--seats 5: kuhn_v0 has 2 to 3 seats"),
        (["kuhn_v0", "nobody", "--exact"], "there is no bot nobody for kuhn_v0"),
        (["kuhn_v0", "random", "--exact", "--reward", "gold"], "reward is one of win, points"),
        (["kuhn_v0", "random", "--minutes", "0.01", "--reward", "points"], "--reward needs --exact"),
    ],
)
def test_errors_are_told_in_a_line(arguments: list[str], message: str) -> None:
    code, told = dynasty("exploit", *arguments)
    assert (code, message in told.replace("'", "")) == (2, True), told
