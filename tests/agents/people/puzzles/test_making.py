"""Puzzles are found where one choice is right, know what their seat knew, and can be continued."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from agents.network.search import opinion_judge
from agents.people.puzzles import making
from agents.people.puzzles.command import _search
from agents.people.puzzles.making import Candidate, Finder, Searches
from agents.people.puzzles.puzzle import SETS, as_known, is_right_alone, laid, read_puzzles, shipped, write_puzzles
from agents.search.budget import Budget
from dynasty_env import game
from dynasty_env.games import GAMES
from dynasty_env.kit.errors import SaveError
from dynasty_env.kit.game import Game
from dynasty_env.kit.state import State
from tests.command_line import dynasty
from tests.tiny.nim import GAME as NIM

PLACE = "tests.tiny.nim:GAME"


def finder(book: Game) -> Finder:
    """Finds by slow rules and few playouts."""
    judge = opinion_judge(book, interpreted=True)
    return Finder(book, Searches(Budget.parse("60"), Budget.parse("240"), judge), [], 50, "interpreted")


def heap(left: int) -> State:
    """Nim for two with so much left on the heap."""
    state = NIM.new(1, backend="interpreted", num_players=2)
    state.record["heap"] = left
    return state


@pytest.mark.parametrize("left", range(4, 12))
def test_a_puzzle_is_where_one_choice_wins(left: int) -> None:
    found = finder(NIM).puzzle(Candidate(heap(left), 0), 7)
    if left % 4 == 0:  # all lose
        assert found is None
    else:
        assert found is not None and found.best == left % 4 - 1
        assert found.source == ("game" if left % 4 == 1 else "mistake")
        assert found.solved_by == {"random": 0.3333, "greedy": 1.0}
        assert found.state(NIM).record["heap"] == left


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_holds_what_its_seat_knew_and_nothing_else(name: str) -> None:
    """Tables that are the same to the seat give the same puzzle, to the byte."""
    rng, book = np.random.default_rng(2), game(name)
    state, checked = book.new(4, backend="compiled"), 0
    while not state.done and checked < 12:
        if len(state.legal()) > 2 and rng.random() < 0.3:
            puzzle = as_known(state, 5)
            assert as_known(state.hide(state.seat, 99), 5) == puzzle
            known = laid(book, puzzle, "interpreted")
            assert known.view(state.seat) == state.view(state.seat)
            assert known.seed == -1 and known.record["key0"] != state.record["key0"]
            checked += 1
        state.play(int(rng.choice(state.legal())))
    assert checked > 3


def test_files_are_read_as_they_were_written_and_damage_is_named(tmp_path: Path) -> None:
    file, found = tmp_path / "nim.json", finder(NIM).puzzle(Candidate(heap(7), 0), 1)
    assert found is not None
    write_puzzles(file, NIM, [found], {"games": 3})
    assert read_puzzles(file, NIM) == ([found], {"games": 3})
    content = json.loads(file.read_text())
    assert content["puzzles"][0]["opinion"]["options"][0]["action"] == "take 3"
    damages = [
        ("game", "other_v0", "puzzles of nim_v0"), ("layout", "x", "the file, then dynasty puzzles nim_v0 --count 1 "),
        ("puzzles", [{}], "damaged"),
    ]  # fmt: skip
    for field, value, why in damages:
        file.write_text(json.dumps(content | {field: value}))
        with pytest.raises(SaveError, match=why):
            read_puzzles(file, NIM)
    with pytest.raises(SaveError, match="not a table of nim_v0"):
        laid(NIM, "AAAA", "interpreted")


def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PART", 1.0)
    out = tmp_path / "nim.json"
    quick = (PLACE, "--out", str(out), "--interpreted", "--short", "60", "--long", "240")
    assert dynasty("puzzles", *quick, "--count", "1")[0] == 0
    first, progress = read_puzzles(out, NIM)
    assert len(first) == 1
    code, said = dynasty("puzzles", *quick, "--count", "3")
    puzzles, further = read_puzzles(out, NIM)
    assert code == 0 and "3 puzzles" in said
    assert puzzles[0] == first[0] and len({each.id for each in puzzles}) == 3
    assert further["games"] > progress["games"]
    code, said = dynasty("puzzles", *quick, "--seed", "8")
    assert code == 2 and "started with seed 0" in said


def test_a_game_that_is_interrupted_adds_no_puzzles() -> None:
    class Interrupted:
        def puzzle(self, candidate: Any, key: int) -> Any:
            if candidate == "last":
                raise KeyboardInterrupt
            return candidate

    kept, saved = list[Any](), list[int]()
    games: Any = [iter("a"), iter(("b", "last"))]
    search: Any = (games, Interrupted(), kept, {"games": 0}, 9, lambda: saved.append(len(kept)), Console(quiet=True))
    with pytest.raises(KeyboardInterrupt):
        _search(*search)
    assert (kept, saved) == (["a"], [1])


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_with_the_package_is_right_alone(name: str) -> None:
    book = game(name)
    puzzles = shipped(book)
    assert len(puzzles) == len(read_puzzles(SETS / f"{name}.json", book)[0]) >= 6
    for each in puzzles:
        assert is_right_alone(each.opinion)
        assert len(each.opinion.options) == len(each.state(book).legal()) >= making.LEAST_CHOICES
