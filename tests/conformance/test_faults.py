"""The suite bites: every broken environment is caught by the check that is meant for it, and the correct ones pass."""

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from dynasty_env.conformance import CHECKS, Declaration, Report, check, play, reproduce
from dynasty_env.conformance.findings import LITERALS
from dynasty_env.kit.envs.module import GameModule
from tests.conformance.environments import bids, broken_cards, cards, forms, ladder, subtle
from tests.tiny import cut_in

FAULTS: list[tuple[Any, str, Declaration]] = [
    *broken_cards.FAULTS, *bids.FAULTS, *ladder.FAULTS,
    *subtle.CARD_FAULTS, *subtle.LADDER_FAULTS,
    *forms.CARD_FAULTS, *forms.BID_FAULTS, *forms.LADDER_FAULTS,
]  # fmt: skip
CAUGHT = [
    pytest.param(*each, marks=pytest.mark.slow if each[0] is subtle.RareHashOrder else ()) for each in FAULTS
]  # one deal of a hundred is found after a dozen processes
CORRECT = [(cards.Cards, cards.DECLARATION), (bids.Bids, bids.DECLARATION), (ladder.Ladder, ladder.DECLARATION)]
LONG = 30.0
"""Seconds, more than any check needs: what is found must not depend on how busy the machine is."""


def name_of(kind: Any) -> str:
    return f"{kind.__module__}:{kind.__name__}"


def checked(kind: Any, declared: Declaration, only: str) -> Report:
    return check(kind, declared, name=name_of(kind), only=[only], seconds=LONG)


@pytest.mark.parametrize(("kind", "meant", "declared"), CAUGHT, ids=lambda part: getattr(part, "__name__", None))
def test_a_fault_is_caught_by_the_check_that_is_meant_for_it(kind: Any, meant: str, declared: Declaration) -> None:
    report = checked(kind, declared, meant)
    assert report[meant].verdict == "failed", report[meant]
    failure = report[meant].failures[0]
    assert failure.replay is not None
    assert len(failure.replay.actions) <= LITERALS
    assert failure.expected and failure.found
    again = reproduce(kind, failure, declared, name_of(kind))
    assert again is not None, "the replay does not show it"
    assert again.check == meant


@pytest.mark.parametrize(("kind", "declared"), CORRECT, ids=lambda part: getattr(part, "__name__", None))
def test_correct_environments_pass(kind: Any, declared: Declaration) -> None:
    report = check(kind, declared, name=name_of(kind), seconds=0.8)
    assert report.passed, report.failures
    assert not [row.check for row in report.outcomes if row.verdict == "passed" and not row.episodes]


def test_every_check_has_a_fault_of_its_own() -> None:
    meant = {check for _, check, _ in FAULTS}
    assert meant == {each.name for each in CHECKS}


@pytest.mark.parametrize("kind", [broken_cards.OutOfSpace, bids.InfinitePrize, ladder.SeventhEye])
def test_a_replay_is_python_that_anybody_can_run(kind: Any) -> None:
    meant, declared = next((meant, declared) for one, meant, declared in FAULTS if one is kind)
    failure = checked(kind, declared, meant)[meant].failures[0]
    names: dict[str, Any] = {}
    exec(failure.code, names)
    assert failure.replay is not None
    assert type(names["env"]) is type(play(kind, failure.replay)) is kind


def test_the_replay_of_an_environment_in_a_file_runs_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It said `from own.py import make`, which is no Python."""
    own = tmp_path / "own_environment.py"
    own.write_text("from tests.conformance.environments.broken_cards import OutOfSpace as Own\n")
    meant, declared = next((meant, declared) for kind, meant, declared in FAULTS if kind is broken_cards.OutOfSpace)
    monkeypatch.chdir(tmp_path)
    failure = check(broken_cards.OutOfSpace, declared, name=f"{own.name}:Own", only=[meant], seconds=LONG).failures[0]
    monkeypatch.chdir("/")
    monkeypatch.syspath_prepend("")  # what the replay adds is taken away again
    names: dict[str, Any] = {}
    exec(failure.code, names)
    assert type(names["env"]) is broken_cards.OutOfSpace


def test_what_shows_between_episodes_is_not_told_as_one() -> None:
    meant, declared = next((meant, declared) for kind, meant, declared in FAULTS if kind is broken_cards.TellingInfo)
    failure = checked(broken_cards.TellingInfo, declared, meant)[meant].failures[0]
    one, other = shown_by(failure.code)
    assert one != other
    assert failure.found.endswith(f" is {one} and {other}")
    assert re.search(rf"of seeds \d+ and {failure.seed}: info\['stock'\] is", failure.found)


@pytest.mark.parametrize("kind", [cards.Cards, bids.Bids, ladder.Ladder])
def test_unequal_sights_of_equal_knowledge_are_told_with_their_place(kind: Any) -> None:
    report = checked(kind, Declaration(knows=lambda env, agent: 0), "equal_knowledge")
    (failure,) = report.failures
    one, other = shown_by(failure.code)
    assert one != other
    assert failure.found.endswith(f" is {one} and {other}")
    assert ": observation" in failure.found


def test_the_piece_of_a_layout_that_tells_is_named() -> None:
    game = GameModule(cut_in.GAME)
    found = check(game.env, Declaration(knows=lambda env, agent: 0), only=["equal_knowledge"]).failures[0].found
    assert re.search(r"observation\['observation'\]\[\d+\] \(\w+\) is \d+ and \d+$", found), found


def shown_by(code: str) -> list[str]:
    """The two lines that the code of a failure prints."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(code, {})
    return printed.getvalue().splitlines()
